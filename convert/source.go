package convert

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/tohcl"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/schema"
)

// Source is the text of a file, which is parsed at most once. A program that selects the product of a
// module, reads its provider requirements and converts its files passes the same sources to all of
// these functions. It is safe for concurrent use.
type Source = source.Source

// NewSource returns a source with a text, in JSON or native syntax. Except for its extension, the
// filename is only used in diagnostics.
func NewSource[T string | []byte](src T, filename string, isJSON bool) *Source {
	return source.New(string(src), filename, isJSON)
}

// ConvertSource converts a file to the other syntax, as [ToJSON] and [ToHCL] do.
func ConvertSource(src *Source, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	if diags := prepareDialect(dialect, src.Name, opts.SourceMap); diags != nil {
		return nil, diags
	}
	if diags := opts.checkSource(src); diags != nil {
		return nil, diags
	}
	convert := toJSON
	if src.JSON {
		convert = toHCL
	}
	out, diags := convert(src, dialect, opts)
	return out, publish(diags)
}

// ReadSource returns the tree of a file, as [hclwrite.ParseFile] and [ReadJSON] do. After an error, the tree of a native
// file is nil, and that of HCL-JSON is as in ReadJSON.
func ReadSource(src *Source, dialect *schema.Dialect, opts Options) (*hclwrite.File, hcl.Diagnostics) {
	if diags := opts.checkSource(src); diags != nil {
		return nil, diags
	}
	if !src.JSON {
		return src.Native()
	}
	if diags := prepareDialect(dialect, src.Name, nil); diags != nil {
		return nil, diags
	}
	r := newReporter(src.Text(), src.Name, dialect, &opts)
	file := tohcl.Read(src, r, opts.reading())
	return file, publish(r.Diags)
}
