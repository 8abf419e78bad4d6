package sourcemap

import (
	"slices"
	"sort"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// The printer does not record positions. To find the positions in native text, the printed text is
// parsed again. The tree that was read from JSON contains the positions in JSON.

// ForNative returns the table of a conversion of JSON to native syntax. file is the tree that was
// read from JSON, and native is the result.
func ForNative(file *hclwrite.File, json, native []byte, modes *Modes) Table {
	t := newTable(json)
	printed, diags := hclwrite.ParseFile(native, "")
	if diags.HasErrors() || len(t.Values) == 0 {
		return t
	}
	b := nativeBuilder{builder{&t, nil}, printed, nil}
	b.addPiece(Piece{Text: printed.Body.Span})
	b.mapBody(0, &file.Body, &printed.Body)
	b.finish(b.split)
	t.findModes(modes.list, func(value int32) hclwrite.Span { return t.Values[value].Span })
	return t
}

// nativeBuilder builds the source map of a conversion to native syntax.
type nativeBuilder struct {
	builder
	printed *hclwrite.File
	split   []int32
}

// mapBody maps the items of a body. read was read from JSON, and printed was parsed from the printed
// text.
func (b *nativeBuilder) mapBody(value int32, read, printed *hclwrite.Body) {
	b.recordObjects(value)
	if len(read.Items) != len(printed.Items) || b.kindOf(value) == jsontree.String {
		return
	}
	for i, item := range printed.Items {
		start := hclwrite.SpanOf(read.Items[i]).Start
		at := b.firstFrom(start)
		switch item := item.(type) {
		case *hclwrite.Attribute:
			b.mapAttribute(at, item)
		case *hclwrite.Block:
			if int(at) < len(b.Values) && b.Values[at].Span.Start == start {
				b.mapReadBlock(value, at, read.Items[i].(*hclwrite.Block), item)
			} else { // its argument is an expression in a string
				name := hclwrite.Span{Start: item.Span.Start, End: item.Span.Start + len(item.Type)}
				b.addPiece(Piece{Value: at - 1, Name: name, Text: BracedSpan(&item.Body), Block: item.Span})
			}
		}
	}
}

// firstFrom returns the first value that starts at or after an offset.
func (b *nativeBuilder) firstFrom(offset int) int32 {
	return int32(sort.Search(len(b.Values), func(i int) bool { return b.Values[i].Span.Start >= offset }))
}

// mapReadBlock maps a block that was read from JSON. value is the first object of its body, and
// outer is the enclosing body.
func (b *nativeBuilder) mapReadBlock(outer, value int32, read, printed *hclwrite.Block) {
	for b.Values[value].Span.End < read.Span.End {
		value = b.Values[value].Parent // the body is an array of several objects
	}
	labels, property := -1, value
	for at := value; at != outer && at >= 0; at = b.Values[at].Parent {
		if b.Values[at].Index < 0 {
			labels++
			property = at
		}
	}
	shown := hclwrite.Block{Type: b.Values[property].Name}
	b.mapBlock(value, b.printed, printed, &shown, labels)
	if shown.Type != printed.Type {
		value = b.generatedBody(value, BracedSpan(&printed.Body))
	}
	b.mapBody(value, &read.Body, &printed.Body)
}

// generatedBody returns the value for the body of the block that a dynamic block generates.
func (b *nativeBuilder) generatedBody(dynamic int32, body hclwrite.Span) int32 {
	b.recordObjects(dynamic)
	at := dynamic + 1
	for b.Values[at].Name != tables.ContentType {
		if b.Values[at].Name == annotation.Property {
			at = b.Values[at].next
		} else {
			at++
		}
	}
	b.addPiece(Piece{Value: at, Text: body})
	if b.kindOf(at) == jsontree.Array {
		at++
		b.addPiece(Piece{Value: at, Text: body})
	}
	return at
}

// recordObjects adds the objects of a body to b.split if the body consists of several objects.
func (b *nativeBuilder) recordObjects(body int32) {
	if b.kindOf(body) == jsontree.Array {
		b.split = slices.AppendSeq(b.split, b.Children(body))
	}
}

func (b *nativeBuilder) mapAttribute(value int32, a *hclwrite.Attribute) {
	name := hclwrite.Span{Start: a.Span.Start, End: a.Span.Start + len(a.Name)}
	b.mapExpr(value, name, a.ValueSpan, a.Expr)
}

// mapExpr maps a value and its parts to an expression. name and span are positions in native text.
func (b *nativeBuilder) mapExpr(value int32, name, span hclwrite.Span, e hclwrite.Expr) {
	b.addPiece(Piece{Value: value, Name: name, Text: span})
	i := 0
	c := hclwrite.CollectionOf(e)
	if c == nil {
		return
	}
	if _, object := e.(*hclwrite.Object); object && b.kindOf(value) == jsontree.Array {
		b.mapExpr(value+1, hclwrite.Span{}, span, e) // the list around it is left out (tables.Body.NestedInLists)
		return
	}
	elements := c.Elements()
	for part := range b.Children(value) {
		item, name := elements[i], hclwrite.Span{}
		if item.Key != nil {
			name = item.Key.Span
		}
		b.mapExpr(part, name, item.ValueSpan, item.Value)
		i++
	}
}
