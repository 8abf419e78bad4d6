// Package source contains files whose text is parsed at most once, in either syntax.
package source

import (
	"sync"
	"unsafe"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Source is the text of a file, and its tree after the first use. It is safe for concurrent use, but
// a user that changes the tree must be its last user.
type Source struct {
	// Name is the name of the file. Except for its extension, it is only used in diagnostics.
	Name string
	// JSON is true for HCL-JSON.
	JSON bool

	text   string
	native func() (*hclwrite.File, hcl.Diagnostics)
	values func() (*jsontree.Value, hcl.Diagnostics)
}

// New returns a source.
func New(text, name string, isJSON bool) *Source {
	return &Source{
		Name: name, JSON: isJSON, text: text,
		native: sync.OnceValues(func() (*hclwrite.File, hcl.Diagnostics) { return hclwrite.ParseFile(text, name) }),
		values: sync.OnceValues(func() (*jsontree.Value, hcl.Diagnostics) { return jsontree.Parse(text, name) }),
	}
}

// FromBytes returns a source without copying the text. The bytes must not change afterwards.
func FromBytes(src []byte, name string, isJSON bool) *Source {
	return New(unsafe.String(unsafe.SliceData(src), len(src)), name, isJSON)
}

// Text returns the text.
func (s *Source) Text() string { return s.text }

// Bytes returns the text without copying it, or nil if s is nil. The caller must not change the
// bytes.
func (s *Source) Bytes() []byte {
	if s == nil {
		return nil
	}
	return unsafe.Slice(unsafe.StringData(s.text), len(s.text))
}

// Native returns the tree of a file in native syntax, as [hclwrite.ParseFile] does.
func (s *Source) Native() (*hclwrite.File, hcl.Diagnostics) { return s.native() }

// Values returns the values of a JSON file, as [jsontree.Parse] does.
func (s *Source) Values() (*jsontree.Value, hcl.Diagnostics) { return s.values() }

// As returns the source with another name. Both share the tree.
func (s *Source) As(name string) *Source {
	if name == s.Name {
		return s
	}
	renamed := func(diags hcl.Diagnostics) hcl.Diagnostics {
		var list hcl.Diagnostics
		for _, diag := range diags {
			own := *diag
			for _, rng := range []**hcl.Range{&own.Subject, &own.Context} {
				if *rng != nil {
					at := **rng
					at.Filename = name
					*rng = &at
				}
			}
			list = append(list, &own)
		}
		return list
	}
	return &Source{
		Name: name, JSON: s.JSON, text: s.text,
		native: func() (*hclwrite.File, hcl.Diagnostics) {
			file, diags := s.Native()
			return file, renamed(diags)
		},
		values: func() (*jsontree.Value, hcl.Diagnostics) {
			root, diags := s.Values()
			return root, renamed(diags)
		},
	}
}
