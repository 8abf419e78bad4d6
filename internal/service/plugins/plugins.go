// Package plugins tells a service what providers define: those of the schemas that a
// request has, and those of the built-in table.
package plugins

import (
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
)

// Define is for [service.Service.Plugins].
func Define(
	base *schema.Dialect, module []service.Source, opts *service.Options,
) (*schema.Dialect, hcl.Diagnostics) {
	return Knowing()(base, module, opts)
}

// Knowing returns a function for [service.Service.Plugins] that knows some schemas
// whatever a request has.
func Knowing(
	known ...*provider.Schema,
) func(*schema.Dialect, []service.Source, *service.Options) (*schema.Dialect, hcl.Diagnostics) {
	return func(
		base *schema.Dialect, module []service.Source, opts *service.Options,
	) (*schema.Dialect, hcl.Diagnostics) {
		return define(base, module, opts, slices.Clip(known))
	}
}

func define(
	base *schema.Dialect, module []service.Source, opts *service.Options, schemas []*provider.Schema,
) (*schema.Dialect, hcl.Diagnostics) {
	if base.UsesPart(schema.Builder) {
		return base, nil // the plugins of Packer are in no table
	}
	if opts.NoTable && len(opts.ProviderSchemas)+len(schemas) == 0 {
		return base, nil
	}
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
	merges := false
	for i, src := range module {
		_, override := dialects.IsConfiguration(src.Name)
		files[i] = provider.File{Bytes: src.Bytes, Filename: src.Name, JSON: src.JSON, Override: override}
		merges = merges || override
	}
	// The requirements are read for the first block whose body a provider defines. What is
	// wrong in one is left to the product.
	find := sync.OnceValue(func() schema.Define {
		requirements, _ := provider.ReadRequirements(files, forTerraform(opts))
		if opts.NoTable {
			return provider.Define(requirements, provider.Among(schemas))
		}
		return provider.DefineWithTable(requirements, provider.Among(schemas), nil)
	})
	d := base.WithPlugins(func(part schema.Part, labels []string, value string) *schema.Body {
		return find()(part, labels, value)
	})
	d.Merges = merges
	return d, all
}

// forTerraform reports whether the files are those of Terraform rather than OpenTofu.
func forTerraform(opts *service.Options) bool {
	named := dialects.Options{Dialect: opts.Dialect, Target: opts.Target}.ByName()
	target, err := opentofu.ParseTarget(named.Target)
	return err == nil && target.Product == opentofu.Terraform
}
