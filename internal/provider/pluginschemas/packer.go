package pluginschemas

import (
	"fmt"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/language/packerplugins"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/schema"
)

// componentKinds are the kinds of components for the parts of Packer's language.
var componentKinds = map[schema.Part]packerplugins.Kind{
	schema.Builder:          packerplugins.Builder,
	schema.Provisioner:      packerplugins.Provisioner,
	schema.PostProcessor:    packerplugins.PostProcessor,
	schema.PluginDataSource: packerplugins.DataSource,
}

// DefinePacker returns the bodies of plugin components in a template, from the schemas named by the
// user. requirements are the sources of the required plugins by local name.
func (f *Finder) DefinePacker(requirements map[string]string) schema.Define {
	var bodies memo[*tfjson.SchemaBlock, *schema.Body]
	return func(part schema.Part, labels []string, _ string) *schema.Body {
		kind, ok := componentKinds[part]
		if !ok {
			return nil
		}
		typ := packer.ComponentType(labels[0])
		if block := f.opts.Plugins.Component(requirements, kind, typ); block != nil {
			body, _ := bodies.getOnce(block, func() (*schema.Body, error) {
				body := provider.NewBody(block, schema.Origin{
					Kind: schema.FromPlugin, Name: fmt.Sprintf("The plugin of %s %q", kind, typ)})
				body.Prepare()
				return body, nil
			})
			return body
		}
		return nil
	}
}

// PackerSpec returns the definition of a Packer component, or nil if it has no schema. It uses the
// schemas of [Finder.DefinePacker], for a template without required plugins.
func (f *Finder) PackerSpec(part schema.Part, typ string) (*typespec.Body, error) {
	block := f.opts.Plugins.Component(nil, componentKinds[part], typ)
	if block == nil {
		return nil, nil
	}
	return provider.SpecBody(block)
}
