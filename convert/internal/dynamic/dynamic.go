// Package dynamic converts a block to a dynamic block that generates it once, and back.
//
// JSON contains such a dynamic block if no argument can represent the block. The package imports the tree and
// annotations. Read [FromBlock] first.
package dynamic

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// FromBlock returns a dynamic block that generates the given block once.
func FromBlock(block *hclwrite.Block, iterator string) *hclwrite.Block {
	one := []hclwrite.CollectionItem{&hclwrite.Element{Value: &hclwrite.Literal{Text: "1", Span: block.Span}}}
	attribute := func(name string, e hclwrite.Expr) *hclwrite.Attribute {
		return &hclwrite.Attribute{Name: name, Span: block.Span, Expr: e}
	}
	content := &hclwrite.Block{Type: tables.ContentType, Body: block.Body, Span: block.Span}
	content.Comments = hclwrite.CommentsAt(hclwrite.Open, block.Comments.At(hclwrite.Open)...)
	return &hclwrite.Block{
		Comments: block.Comments.Without(hclwrite.Open),
		Type:     tables.DynamicType,
		Labels:   []string{block.Type},
		Span:     block.Span,
		Body: hclwrite.Body{Span: block.Body.Span, Items: []hclwrite.Item{
			attribute(tables.DynamicForEach, &hclwrite.Tuple{Span: block.Span, Items: one}),
			attribute(tables.DynamicIterator, &hclwrite.Native{Text: iterator, Span: block.Span}),
			content,
		}},
	}
}

// UnusedIterator returns the iterator for the result of FromBlock. It consists of underscores.
// Neither the block nor an enclosing dynamic block uses this name.
func UnusedIterator(block *hclwrite.Block, iterators []string) string {
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}
	text, name := string(file.Bytes()), "_"
	for hcltext.ContainsName(text, name) || slices.Contains(iterators, name) {
		name += "_"
	}
	return name
}

// ToBlock is the reverse of [FromBlock]. It returns nil for a block that FromBlock would not
// return.
func ToBlock(dynamic *hclwrite.Block) *hclwrite.Block {
	if dynamic.Type != tables.DynamicType || len(dynamic.Labels) != 1 {
		return nil
	}
	d, u := &dynamic.Body, annotation.Ungroup(dynamic.Body.Items)
	forEach, iterator := d.Attribute(tables.DynamicForEach), d.Attribute(tables.DynamicIterator)
	content := d.Block(tables.ContentType)
	if len(u.Items) != 3 || forEach == nil || iterator == nil || content == nil || len(content.Labels) > 0 ||
		hasComments(forEach) || hasComments(iterator) || u.Above[forEach] != nil || u.Above[iterator] != nil ||
		!isTupleOfOne(forEach.Expr) {
		return nil
	}
	name, ok := iterator.Expr.(*hclwrite.Native)
	if !ok || name.Text == "" || strings.Trim(name.Text, "_") != "" {
		return nil
	}
	file := hclwrite.File{Body: content.Body}
	if hcltext.ContainsName(string(file.Bytes()), name.Text) {
		return nil
	}
	block := &hclwrite.Block{
		Comments: dynamic.Comments, Type: dynamic.Labels[0], Body: content.Body, Span: dynamic.Span,
	}
	block.Body.Span = content.Span
	above := slices.Concat(dynamic.Comments.At(hclwrite.Above), dynamic.Comments.At(hclwrite.Open),
		u.Comments.At(hclwrite.Inside), u.Above[content], content.Comments.At(hclwrite.Above))
	block.Comments.Set(hclwrite.Above, above)
	block.Comments.Set(hclwrite.Open, content.Comments.At(hclwrite.Open))
	block.Body.AppendComments(content.Comments.At(hclwrite.After))
	block.Body.AppendComments(u.Comments.At(hclwrite.End))
	return block
}

// hasComments reports whether an attribute or its value has comments.
func hasComments(a *hclwrite.Attribute) bool {
	return len(a.Comments) > 0 || nodes.HasComments(hclwrite.CollectionOf(a.Expr))
}

// isTupleOfOne reports whether an expression is [1].
func isTupleOfOne(e hclwrite.Expr) bool {
	t, ok := e.(*hclwrite.Tuple)
	if !ok || len(t.Items) != 1 || nodes.HasComments(hclwrite.CollectionOf(t)) {
		return false
	}
	l, ok := t.Elements()[0].Value.(*hclwrite.Literal)
	return ok && l.Text == "1"
}
