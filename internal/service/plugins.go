package service

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// WithProviders returns the dialect with the schemas of a module's providers. The schemas come from the
// service, from the request and from the built-in table.
func (o *Operation) WithProviders(base *schema.Dialect, module ...*source.Source) (*schema.Dialect, bool) {
	opts := &o.Request.Options
	switch {
	case !base.Root.UsesPlugins(), base.Root.UsesPart(tables.Builder): // the table contains no plugins of Packer
		return base, true
	case opts.NoTable && len(opts.ProviderSchemas)+len(o.Known) == 0:
		return base, true
	}
	dialect, diags := defineBodies(base, module, opts, slices.Clip(o.Known))
	return dialect, o.Report("", diags...)
}

func defineBodies(
	base *schema.Dialect, module []*source.Source, opts *Options, schemas []*provider.Schema,
) (*schema.Dialect, hcl.Diagnostics) {
	var all hcl.Diagnostics
	for _, file := range opts.ProviderSchemas {
		src := []byte(file.Text)
		if diag := diagnostic.CheckJSON(file.Name, src); diag != nil {
			return nil, hcl.Diagnostics{diag}
		}
		read, diags := provider.Read(src, file.Name)
		all = append(all, diags...)
		schemas = append(schemas, read...)
	}
	if all.HasErrors() {
		return nil, all
	}
	files := make([]provider.File, len(module))
	for i, src := range module {
		_, override := dialects.IsConfiguration(src.Name)
		files[i] = provider.File{Source: src, Override: override}
	}
	return provider.Extend(base, files, schemas, !opts.NoTable), all
}
