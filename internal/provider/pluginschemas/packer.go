package pluginschemas

import (
	"fmt"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/language/packerplugins"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// componentKinds are the kinds of components for the parts of Packer's language.
var componentKinds = map[tables.Part]packerplugins.Kind{
	tables.Builder:          packerplugins.Builder,
	tables.Provisioner:      packerplugins.Provisioner,
	tables.PostProcessor:    packerplugins.PostProcessor,
	tables.PluginDataSource: packerplugins.DataSource,
}

// DefinePacker returns the bodies of plugin components in a template, from the schemas named by the
// user. requirements are the sources of the required plugins by local name.
func (f *Finder) DefinePacker(requirements map[string]string) tables.Define {
	var bodies memo[*tfjson.SchemaBlock, *tables.Body]
	return func(part tables.Part, labels []string, _ string) *tables.Body {
		kind, ok := componentKinds[part]
		if !ok {
			return nil
		}
		typ := packer.ComponentType(labels[0])
		if block := f.opts.Plugins.Component(requirements, kind, typ); block != nil {
			body, _ := bodies.getOnce(block, func() (*tables.Body, error) {
				body := provider.NewBody(block, tables.Origin{
					Kind: tables.FromPlugin, Name: fmt.Sprintf("The plugin of %s %q", kind, typ)})
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
func (f *Finder) PackerSpec(part tables.Part, typ string) (*typespec.Body, error) {
	block := f.opts.Plugins.Component(nil, componentKinds[part], typ)
	if block == nil {
		return nil, nil
	}
	return provider.SpecBody(block)
}
