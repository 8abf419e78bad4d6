// Package provider adds the schemas of OpenTofu and Terraform providers to a language. With them, the
// converter classifies the names in a provider's blocks without guesses.
package provider

import (
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// File is a document with schemas. The name is for messages.
type File struct {
	Name  string
	Bytes []byte
}

// Options are the sources of schemas. Without options, only the built-in table defines providers.
type Options struct {
	// Schemas contains documents in the format of "tofu providers schema -json" and "terraform
	// providers schema -json". They take precedence over the built-in table.
	Schemas []File
	// NoTable is true if the built-in table is not used.
	NoTable bool
}

// Dialect returns a copy of d in which the providers of a module define their blocks. module contains
// the files of the module, which convert.NewSource makes. They determine the provider of each local
// name (required_providers) and its version; errors in them are ignored here, because the product
// reports them. An unreadable schema is an error, and the result is then nil.
//
// A dialect without providers, such as Packer's, is returned as it is. The result is safe for
// concurrent use.
func Dialect(d *schema.Dialect, module []*source.Source, opts Options) (*schema.Dialect, hcl.Diagnostics) {
	if languages.Missing(d) {
		return nil, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "No dialect", Detail: languages.NoDialect}}
	}
	if !d.Root.UsesPlugins() || d.Root.UsesPart(tables.Builder) {
		return d, nil
	}
	var schemas []*provider.Schema
	var diags hcl.Diagnostics
	for _, file := range opts.Schemas {
		read, found := provider.Read(file.Bytes, file.Name)
		schemas, diags = append(schemas, read...), append(diags, found...)
	}
	if diags.HasErrors() {
		return nil, diags
	}
	var files []provider.File
	for _, file := range module {
		if is, override := dialects.IsConfiguration(filepath.Base(file.Name)); is {
			files = append(files, provider.File{Source: file, Override: override})
		}
	}
	return provider.Extend(d, files, schemas, !opts.NoTable), diags
}
