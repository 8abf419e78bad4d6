package operations

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/generate/jsonschema"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// writeJSONSchema writes the JSON Schema of a kind for the module in the request's files. The name of the
// request selects the language.
func writeJSONSchema(o *service.Operation) {
	opts := &o.Request.Options
	if !slices.Contains(jsonschema.Kinds(), opts.Kind) {
		o.Report("", diagnostic.Errorf("Invalid option", "kind cannot be %q: the values are %s.", opts.Kind,
			strings.Join(jsonschema.Kinds(), ", ")))
		return
	}
	name := o.Request.Name
	if opts.Dialect == "" {
		name = cmp.Or(name, "main.tf")
	}
	_, file, ok := o.Source(name, "")
	if !ok {
		return
	}
	r := jsonschema.Request{Kind: opts.Kind, All: opts.All}
	var module []*source.Source
	var configuration []provider.File
	for _, f := range opts.Files {
		src, of, ok := o.Source(f.Name, f.Text)
		if !ok {
			return
		}
		is, override := dialects.IsConfiguration(f.Name)
		read := provider.File{Source: src, Override: override}
		if is {
			module, configuration = append(module, src), append(configuration, read)
		}
		if of.Dialect.Name == file.Dialect.Name || is && opts.Kind == jsonschema.Variables {
			r.Files = append(r.Files, read)
		}
	}
	known := slices.Clip(o.Known)
	for _, f := range opts.ProviderSchemas {
		read, diags := provider.Read([]byte(f.Text), f.Name)
		if !o.Report(f.Name, diags...) {
			return
		}
		known = append(known, read...)
	}
	r.Requirements, _ = provider.ReadRequirements(configuration, file.Dialect.Name == "terraform")
	r.Find = provider.FindAmong(known)
	if r.Dialect, ok = o.WithProviders(file.Dialect, module...); !ok {
		return
	}
	text, err := jsonschema.SchemaOf(r)
	if err != nil {
		o.Report("", diagnostic.Errorf("No JSON Schema", "%s.", err))
		return
	}
	o.SetResult(text, "")
}
