package schemas

import (
	"context"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/packer/plugins"
	"github.com/hcljson/hcljson/schema/provider"
)

// packerCommand is Packer's own program.
const packerCommand = "packer"

// kinds are the parts of Packer's language that components define.
var kinds = map[schema.Part]plugins.Kind{
	schema.Builder:          plugins.Builder,
	schema.Provisioner:      plugins.Provisioner,
	schema.PostProcessor:    plugins.PostProcessor,
	schema.PluginDataSource: plugins.DataSource,
}

// packerPlugins asks what is installed for the schemas of plugins, each once.
type packerPlugins struct {
	find func() ([]plugins.Installed, error)

	mu    sync.Mutex
	asked map[string]*plugins.Plugin
}

// DefinePacker returns the bodies that the plugins of a template define, which
// requires them by the sources of local names. Plugins that the user has named
// the schemas of come first, then those that are installed, if they may be
// started.
func (f *Finder) DefinePacker(ctx context.Context, requirements map[string]string) schema.Define {
	known := sync.OnceValues(func() (plugins.Schemas, error) { return f.packerSchemas(ctx, requirements) })
	var mu sync.Mutex
	bodies := map[*tfjson.SchemaBlock]*schema.Body{}
	return func(part schema.Part, labels []string, _ string) *schema.Body {
		kind, ok := kinds[part]
		if !ok {
			return nil
		}
		all, err := known()
		if err != nil {
			body := &schema.Body{Rest: schema.RestUnknown, Dynamic: true, Fault: err.Error()}
			body.Prepare()
			return body
		}
		typ := componentType(labels[0])
		block := all.Component(requirements, kind, typ)
		if block == nil {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		body := bodies[block]
		if body == nil {
			body = provider.NewBody(block, fmt.Sprintf("The plugin of %s %q", kind, typ))
			body.Prepare()
			bodies[block] = body
		}
		return body
	}
}

// componentType is the type in a label: the label itself, or the first part of a
// reference to a source (packer hcl2template/types.source.go).
func componentType(label string) string {
	label = strings.TrimPrefix(label, "source.")
	typ, _, _ := strings.Cut(label, ".")
	return typ
}

// packerSchemas returns the schemas of the plugins that a template may use.
func (f *Finder) packerSchemas(ctx context.Context, requirements map[string]string) (plugins.Schemas, error) {
	if !f.opts.Installed {
		return f.opts.Plugins, nil
	}
	installed, err := f.packer.find()
	if err != nil {
		return nil, err
	}
	all := plugins.Schemas{}
	sources := slices.Collect(maps.Values(requirements))
	for _, p := range installed {
		if _, named := f.opts.Plugins[p.Source]; named || len(sources) > 0 && !slices.Contains(sources, p.Source) {
			continue
		}
		if all[p.Source], err = f.packer.ask(p.Executable, func() (*plugins.Plugin, error) {
			f.log("Reading the schema of %s %s", p.Source, p.Version)
			return p.Describe(ctx, plugins.Options{})
		}); err != nil {
			return nil, err
		}
	}
	if command, err := exec.LookPath(packerCommand); err == nil && f.opts.Plugins[plugins.Core] == nil {
		if all[plugins.Core], err = f.packer.ask(command, func() (*plugins.Plugin, error) {
			f.log("Reading the schemas of Packer's own components")
			return plugins.DescribeCore(ctx, command, plugins.Options{})
		}); err != nil {
			return nil, err
		}
	}
	return plugins.Merge(all, f.opts.Plugins), nil
}

// ask asks an executable, once.
func (p *packerPlugins) ask(executable string, describe func() (*plugins.Plugin, error)) (*plugins.Plugin, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.asked[executable]; known != nil {
		return known, nil
	}
	described, err := describe()
	if err == nil {
		p.asked[executable] = described
	}
	return described, err
}
