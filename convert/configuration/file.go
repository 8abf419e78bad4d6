package configuration

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// file is a file as a tree of native syntax. That of a JSON file is the tree of
// what it converts to.
type file struct {
	name string
	body *hclsyntax.Body
	// broken: the tree lacks something.
	broken bool
	// places are those in a JSON file, and converted is it in native syntax.
	places    *jsontree.Places[[]byte]
	converted *hclwrite.File
}

// file reads a file. What cannot be read is missing in the tree, which may be
// empty.
func (l *loader) file(dir string, src File, dialect *schema.Dialect) *file {
	f := &file{name: path.Join(dir, src.Name), body: &hclsyntax.Body{}}
	text := src.Bytes
	var inJSON hcl.Diagnostics
	if strings.HasSuffix(src.Name, ".json") {
		converted, diags := convert.ReadJSON(src.Bytes, f.name, dialect, convert.Options{})
		l.adopt(diags)
		f.broken = diags.HasErrors()
		if converted == nil {
			return f
		}
		inJSON = diags
		text = converted.Bytes()
		f.places, f.converted = jsontree.NewPlaces(src.Bytes), converted
		l.files[f.name] = f
	}
	diags := hclwrite.CheckLimits(text, f.name)
	if diags == nil {
		var parsed *hcl.File
		parsed, diags = hclsyntax.ParseConfig(text, f.name, hcl.InitialPos)
		if parsed != nil {
			f.body = parsed.Body.(*hclsyntax.Body)
			if diags.HasErrors() {
				withoutBroken(text, f.body)
			}
		}
	}
	l.adopt(diags)
	f.broken = f.broken || diags.HasErrors()
	for _, diag := range inJSON {
		if diag.Severity == hcl.DiagError && diag.Subject != nil {
			f.spoil(diag.Subject.Start.Byte)
		}
	}
	return f
}

// spoil takes away the expression around a place in the source of a JSON file: the
// tree has something in place of what cannot be read.
func (f *file) spoil(offset int) {
	tree, body := &f.converted.Body, f.body
	for tree != nil {
		blocks := body.Blocks
		in, inner := tree, body
		tree, body = nil, nil
		for _, item := range in.Items {
			switch item := item.(type) {
			case *hclwrite.Attribute:
				if a := inner.Attributes[item.Name]; a != nil && holds(item.Span, offset) {
					a.Expr = unread(a.Expr)
				}
			case *hclwrite.Block:
				if len(blocks) > 0 && holds(item.Span, offset) {
					tree, body = &item.Body, blocks[0].Body
				}
				blocks = blocks[min(1, len(blocks)):]
			}
		}
	}
}

func holds(span hclwrite.Span, offset int) bool { return span.Start <= offset && offset < span.End }

// place returns the place in the source of a JSON file for one in the text that it
// converts to: that of the innermost argument or block around it.
func (f *file) place(rng hcl.Range) hcl.Range {
	span := hclwrite.Span{}
	tree, body := &f.converted.Body, f.body
	for tree != nil {
		tree, body = within(tree, body, rng.Start.Byte, &span)
	}
	return hcl.Range{Filename: f.name, Start: f.places.At(span.Start), End: f.places.At(span.End)}
}

// within finds the item of a body that an offset is in, and returns the body of it
// if it is a block.
func within(tree *hclwrite.Body, body *hclsyntax.Body, offset int, span *hclwrite.Span) (*hclwrite.Body, *hclsyntax.Body) {
	blocks := body.Blocks
	for _, item := range tree.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			if a := body.Attributes[item.Name]; a != nil && a.SrcRange.ContainsOffset(offset) {
				*span = item.Span
				return nil, nil
			}
		case *hclwrite.Block:
			if len(blocks) == 0 {
				return nil, nil
			}
			block := blocks[0]
			blocks = blocks[1:]
			if block.Range().ContainsOffset(offset) {
				*span = item.Span
				return &item.Body, block.Body
			}
		}
	}
	return nil, nil
}
