package fromconfig

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// file is a file that has been read.
type file struct {
	name string
	src  []byte
	json bool
	tree *hclwrite.Body
	// dialect is the language of the module.
	dialect *schema.Dialect
	// broken: the tree lacks something.
	broken bool
	// places are those in src, found when first needed.
	places *hclwrite.Positions
}

func (f *file) body() bodyNode { return bodyNode{f.tree, f} }

// file reads a file. What cannot be read is missing in the tree, which may be
// empty.
func (l *loader) file(dir string, src File, dialect *schema.Dialect) *file {
	f := &file{
		name: path.Join(dir, src.Name), src: src.Bytes, json: strings.HasSuffix(src.Name, ".json"),
		tree: &hclwrite.Body{}, dialect: dialect,
	}
	read := f.readNative
	if f.json {
		read = f.readJSON
	}
	diags := read()
	l.adopt(diags)
	f.broken = diags.HasErrors()
	return f
}

func (f *file) readJSON() hcl.Diagnostics {
	read, diags := convert.ReadJSON(f.src, f.name, f.dialect, convert.Options{})
	if read == nil {
		return diags
	}
	f.tree = &read.Body
	for _, diag := range diags {
		if diag.Severity == hcl.DiagError && diag.Subject != nil {
			spoil(f.tree, diag.Subject.Start.Byte)
		}
	}
	return diags
}

// spoil takes away the expression around a place in the source of a JSON file: the
// tree has something in place of what cannot be read.
func spoil(body *hclwrite.Body, offset int) {
	for _, item := range body.Items {
		if span := item.ItemSpan(); offset < span.Start || offset >= span.End {
			continue
		}
		switch item := item.(type) {
		case *hclwrite.Attribute:
			item.Expr = nil
		case *hclwrite.Block:
			spoil(&item.Body, offset)
		}
	}
}

// readNative reads native syntax. Of a file with errors, it makes a tree of what
// hclsyntax makes of it.
func (f *file) readNative() hcl.Diagnostics {
	read, refused := hclwrite.ParseFile(f.src, f.name)
	if read != nil {
		f.tree = &read.Body
		return refused
	}
	if diags := hclwrite.CheckLimits(f.src, f.name); diags != nil {
		return diags
	}
	parsed, diags := hclsyntax.ParseConfig(f.src, f.name, hcl.InitialPos)
	if parsed != nil {
		body := parsed.Body.(*hclsyntax.Body)
		*f.tree = intact(f.src, body)
	}
	if !diags.HasErrors() {
		return refused
	}
	return diags
}
