package pluginschemas

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"

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
// requires them by the sources of local names. Plugins that the user has named
// the schemas of come first, then those that are installed, if they may be
// started.
func (f *Finder) DefinePacker(ctx context.Context, requirements map[string]string) schema.Define {
	var bodies memo[any, *schema.Body] // by the schema, or why there is none
	return func(part schema.Part, labels []string, _ string) *schema.Body {
		kind, ok := kinds[part]
		if !ok {
			return nil
		}
		typ := packer.ComponentType(labels[0])
		block, err := f.component(ctx, requirements, kind, typ)
		if block != nil {
			body, _ := bodies.get(block, func() (*schema.Body, error) {
				body := provider.NewBody(block, fmt.Sprintf("The plugin of %s %q", kind, typ))
				body.Prepare()
				return body, nil
			})
			return body
		}
		reason := f.lack(requirements, kind, typ, err)
		if reason == (lack{}) {
			return nil
		}
		body, _ := bodies.get(reason, reason.body)
		return body
	}
}

// PackerSpec returns what a component of Packer takes, nil if there is no schema of it:
// from where [Finder.DefinePacker] has it, for a template that requires no plugins.
func (f *Finder) PackerSpec(ctx context.Context, part schema.Part, typ string) (*schema.SpecBody, error) {
	block, err := f.component(ctx, nil, kinds[part], typ)
	if block == nil || err != nil {
		return nil, err
	}
	return provider.SpecBody(block)
}

// lack is the reason why there is no schema of a component; see [schema.Body].
type lack struct{ doubt, fault string }

// body is that of a component without a schema.
func (l lack) body() (*schema.Body, error) {
	body := &schema.Body{Remain: schema.RemainUnknown, Dynamic: true, Doubt: l.doubt, Fault: l.fault}
	body.Prepare()
	return body, nil
}

// lack says why there is no schema, if that is an error, or the files that the user
// has named have one that does not belong to the plugin which the template requires.
func (f *Finder) lack(requirements map[string]string, kind packerplugins.Kind, typ string, err error) lack {
	if err != nil {
		return lack{fault: err.Error()}
	}
	const guessed = "What is a block here is guessed: "
	required, others := f.opts.Plugins.Elsewhere(requirements, kind, typ)
	switch {
	case required == "":
		return lack{}
	case f.opts.Plugins[required] != nil:
		return lack{doubt: guessed + fmt.Sprintf("the schema of plugin %s has no %s %q.", required, kind, typ)}
	}
	return lack{doubt: guessed + fmt.Sprintf("the template requires the plugin of %s %q from %s, "+
		"and the schema is that of %s. With the option --address, "+
		"\"hcljson schema read\" writes a schema under another address.",
		kind, typ, required, strings.Join(others, " and "))}
}

// component returns the schema of a component: from the files that the user has
// named, or from what is installed, if that may be started. Nothing is started but
// the plugin that the component may be of.
func (f *Finder) component(ctx context.Context, requirements map[string]string, kind packerplugins.Kind,
	typ string) (*tfjson.SchemaBlock, error) {
	if block := f.opts.Plugins.Component(requirements, kind, typ); block != nil || !f.opts.Installed {
		return block, nil
	}
	if f.opts.StartNothing {
		return nil, fmt.Errorf("there is no schema of the %s %q, since --check starts nothing; use --provider-schema",
			kind, typ)
	}
	if command, err := exec.LookPath(packer.Command); err == nil {
		core, err := f.askedPacker.get(command, func() (*packerplugins.Plugin, error) {
			f.log("Reading the schemas of Packer's own components")
			return packerplugins.DescribeCore(ctx, command, packerplugins.Options{})
		})
		if err != nil {
			return nil, err
		}
		if block := (packerplugins.Schemas{packerplugins.Core: core}).Component(nil, kind, typ); block != nil {
			return block, nil
		}
	}
	installed, err := f.packer()
	if err != nil {
		return nil, err
	}
	for _, p := range installed {
		if !mayHave(p.Source, typ, requirements) {
			continue
		}
		described, err := f.askedPacker.get(p.Executable, func() (*packerplugins.Plugin, error) {
			f.log("Reading the schema of %s %s", p.Source, p.Version)
			return p.Describe(ctx, packerplugins.Options{})
		})
		if err != nil {
			return nil, err
		}
		if block := (packerplugins.Schemas{p.Source: described}).Component(requirements, kind, typ); block != nil {
			return block, nil
		}
	}
	return nil, nil
}

// mayHave reports whether a plugin may have a component of a type: the type starts
// with a local name that requires the plugin, or, where nothing requires that
// name, with the last part of its address.
func mayHave(source, typ string, requirements map[string]string) bool {
	fits := func(local string) bool { return typ == local || strings.HasPrefix(typ, local+"-") }
	for local, required := range requirements {
		if fits(local) {
			return required == source
		}
	}
	return fits(source[strings.LastIndexByte(source, '/')+1:])
}
