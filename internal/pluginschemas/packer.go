package pluginschemas

import (
	"fmt"
	"strings"

	"github.com/hcljson/hcljson/internal/packerplugins"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/packer"
	"github.com/hcljson/hcljson/schema/provider"
)

// kinds are the parts of Packer's language that components define.
var kinds = map[schema.Part]packerplugins.Kind{
	schema.Builder:          packerplugins.Builder,
	schema.Provisioner:      packerplugins.Provisioner,
	schema.PostProcessor:    packerplugins.PostProcessor,
	schema.PluginDataSource: packerplugins.DataSource,
}

// DefinePacker returns the bodies that the plugins of a template define, which
// requires them by the sources of local names: those that the user has named the schemas of.
func (f *Finder) DefinePacker(requirements map[string]string) schema.Define {
	var bodies memo[any, *schema.Body] // by the schema, or the doubt about it
	return func(part schema.Part, labels []string, _ string) *schema.Body {
		kind, ok := kinds[part]
		if !ok {
			return nil
		}
		typ := packer.ComponentType(labels[0])
		if block := f.opts.Plugins.Component(requirements, kind, typ); block != nil {
			body, _ := bodies.get(block, func() (*schema.Body, error) {
				body := provider.NewBody(block, fmt.Sprintf("The plugin of %s %q", kind, typ))
				body.Prepare()
				return body, nil
			})
			return body
		}
		doubt := f.doubt(requirements, kind, typ)
		if doubt == "" {
			return nil
		}
		body, _ := bodies.get(doubt, func() (*schema.Body, error) {
			body := &schema.Body{Remain: schema.RemainUnknown, Dynamic: true, Doubt: doubt}
			body.Prepare()
			return body, nil
		})
		return body
	}
}

// PackerSpec returns what a component of Packer takes, nil if there is no schema of it:
// from where [Finder.DefinePacker] has it, for a template that requires no plugins.
func (f *Finder) PackerSpec(part schema.Part, typ string) (*schema.SpecBody, error) {
	block := f.opts.Plugins.Component(nil, kinds[part], typ)
	if block == nil {
		return nil, nil
	}
	return provider.SpecBody(block)
}

// doubt says that the files with schemas have none of the plugin which the template requires for a
// component, or not of the component; "" if they have none of such a name either.
func (f *Finder) doubt(requirements map[string]string, kind packerplugins.Kind, typ string) string {
	const guessed = "What is a block here is guessed: "
	required, others := f.opts.Plugins.Elsewhere(requirements, kind, typ)
	switch {
	case required == "":
		return ""
	case f.opts.Plugins[required] != nil:
		return guessed + fmt.Sprintf("the schema of plugin %s has no %s %q.", required, kind, typ)
	}
	return guessed + fmt.Sprintf("the template requires the plugin of %s %q from %s, and the schema is that of %s. "+
		"The address of a plugin is its name in \"packer_plugins\" of the file.",
		kind, typ, required, strings.Join(others, " and "))
}
