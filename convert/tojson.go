package convert

import (
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// commentProperty is the property that bodies ignore.
const commentProperty = "//"

// ToJSON converts a file in native syntax to HCL-JSON. The filename is used in
// diagnostics only. The result is nil when the diagnostics have an error.
func ToJSON(src []byte, filename string, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	opts.SourceMap.clear()
	if diags := prepare(dialect, filename); diags != nil {
		return nil, diags
	}
	file, diags := hclwrite.ParseFile(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	if opts.Layout == KeepLayout {
		file.KeepLayout()
	}
	return writeJSON(file, src, filename, dialect, opts)
}

// WriteJSON writes a tree as HCL-JSON, whether it was read or made in memory, and
// does not change it. ToJSON is [hclwrite.ParseFile] and WriteJSON. Diagnostics have
// the places of nodes in the source that the file was read from, if it was. With
// KeepLayout the layout that is noted is that of the nodes, which
// [hclwrite.File.KeepLayout] gives them.
func WriteJSON(file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	opts.SourceMap.clear()
	if diags := prepare(dialect, filename); diags != nil {
		return nil, diags
	}
	if diags := hclwrite.Check(file, filename); diags.HasErrors() {
		return nil, diags
	}
	return writeJSON(file, []byte(file.Source()), filename, dialect, opts)
}

// writeJSON decides what the bodies of a file become, and then writes them.
func writeJSON(
	file *hclwrite.File, src []byte, filename string, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	c := newArranger(file, filename, dialect, opts)
	c.src = src
	c.checkUTF8()
	root := c.root()
	w := &writer{file: file}
	if opts.SourceMap != nil {
		w.origins = &origins{}
	}
	w.Grow(len(src) + len(src)*3/4) // most files need less
	w.body(&root)
	c.checkDepth(w)
	if c.failed {
		return nil, c.diags
	}
	out := w.Bytes()
	if opts.SourceMap != nil {
		opts.SourceMap.fill(file, src, out, w.origins)
		opts.SourceMap.NativeName = filename
	}
	return out, c.diags
}

// checkUTF8 warns of a byte that JSON can't hold. hclsyntax lets it pass in
// comments.
func (c *arranger) checkUTF8() {
	if utf8.Valid(c.src) {
		return
	}
	for i := 0; i < len(c.src); {
		r, size := utf8.DecodeRune(c.src[i:])
		if r == utf8.RuneError && size == 1 {
			c.warn(i, i+1, "Not UTF-8",
				"The byte 0x%02x is not part of a UTF-8 character, and JSON can't hold it. It is written as "+
					"U+FFFD, like any others of its kind in this file.", c.src[i])
			return
		}
		i += size
	}
}

// checkDepth reports what could not be read any more.
func (c *arranger) checkDepth(w *writer) {
	if at := w.tooDeep; at != nil && !c.failed {
		c.fail(at.Start, at.End, "Nested too deeply",
			"In JSON this would be nested more deeply than the %d levels that can be read.", jsontree.MaxNesting)
	}
}
