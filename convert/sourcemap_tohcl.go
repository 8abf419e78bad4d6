package convert

import (
	"slices"
	"sort"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// The way back leaves no trace in the printer: what it has printed is read again, and
// gives the tree that was printed, with places in the native text. Those in the JSON are
// in the tree that was read from it.

// fillBack makes the map of a file that was read from JSON and printed.
func (m *SourceMap) fillBack(file *hclwrite.File, src, out []byte) {
	m.read(src, out)
	printed, diags := hclwrite.ParseFile(out, "")
	if diags.HasErrors() || len(m.values) == 0 {
		return
	}
	b := backBuilder{mapBuilder{m, nil}, printed, nil}
	b.piece(piece{text: printed.Body.Span})
	b.body(0, &file.Body, &printed.Body)
	b.finish(b.split)
}

// backBuilder makes the map of a conversion to native syntax.
type backBuilder struct {
	mapBuilder
	printed *hclwrite.File
	split   []int32
}

// from is the first value that starts at an offset or after it.
func (b *backBuilder) from(offset int) int32 {
	return int32(sort.Search(len(b.values), func(i int) bool { return b.values[i].span.Start >= offset }))
}

// body goes over the items of a body beside those that were printed of them.
func (b *backBuilder) body(value int32, read, printed *hclwrite.Body) {
	b.objects(value)
	if len(read.Items) != len(printed.Items) {
		return
	}
	elements := map[int32]int32{} // which element of an argument is the next block
	for i, item := range printed.Items {
		start := read.Items[i].ItemSpan().Start
		at := b.from(start)
		switch item := item.(type) {
		case *hclwrite.Attribute:
			b.attribute(at, item)
		case *hclwrite.Block:
			if b.values[at].span.Start == start {
				b.readBlock(value, at, read.Items[i].(*hclwrite.Block), item)
			} else {
				elements[at] = b.element(at, elements[at], item)
			}
		}
	}
}

// objects notes those of a body, if it is several.
func (b *backBuilder) objects(body int32) {
	if b.kind(body) == jsontree.Array {
		b.split = slices.AppendSeq(b.split, b.children(body))
	}
}

func (b *backBuilder) attribute(value int32, a *hclwrite.Attribute) {
	name := hclwrite.Span{Start: a.Span.Start, End: a.Span.Start + len(a.Name)}
	b.expr(value, name, a.ValueSpan, a.Expr)
}

// expr says which expression a value has become.
func (b *backBuilder) expr(value int32, name, span hclwrite.Span, e hclwrite.Expr) {
	b.piece(piece{value: value, name: name, text: span})
	i := 0
	switch e := e.(type) {
	case *hclwrite.Tuple:
		for part := range b.children(value) {
			b.expr(part, hclwrite.Span{}, e.Items[i].ValueSpan, e.Items[i].Value)
			i++
		}
	case *hclwrite.Object:
		if b.kind(value) == jsontree.Array {
			b.expr(value+1, hclwrite.Span{}, span, e) // the list around it is left out (schema.Body.Lists)
			return
		}
		for part := range b.children(value) {
			b.expr(part, e.Items[i].KeySpan, e.Items[i].ValueSpan, e.Items[i].Value)
			i++
		}
	}
}

// readBlock is a block that was read from JSON: the first object of its body is a value.
func (b *backBuilder) readBlock(around, value int32, read, printed *hclwrite.Block) {
	for b.values[value].span.End < read.Span.End {
		value = b.values[value].parent // an array of several objects
	}
	labels, property := -1, value
	for at := value; at != around && at >= 0; at = b.values[at].parent {
		if b.values[at].index < 0 {
			labels++
			property = at
		}
	}
	shown := hclwrite.Block{Type: b.values[property].name}
	b.block(value, b.printed, printed, &shown, labels)
	if shown.Type != printed.Type {
		value = b.content(value, bracedSpan(&printed.Body))
	}
	b.body(value, &read.Body, &printed.Body)
}

// content finds the body of the block that a dynamic block makes.
func (b *backBuilder) content(dynamic int32, body hclwrite.Span) int32 {
	b.objects(dynamic)
	at := dynamic + 1
	for b.values[at].name != schema.ContentType {
		if b.values[at].name == commentProperty {
			at = b.values[at].next
		} else {
			at++
		}
	}
	b.piece(piece{value: at, text: body})
	if b.kind(at) == jsontree.Array {
		at++
		b.piece(piece{value: at, text: body})
	}
	return at
}

// element is one of the blocks that an argument has become (asBlocks): the one of a value,
// if that is not 0, or the first. It returns the value for the next.
func (b *backBuilder) element(argument, value int32, block *hclwrite.Block) int32 {
	switch {
	case b.kind(argument) != jsontree.Array:
		value = argument
	case value == 0:
		value = argument + 1
	}
	body := bracedSpan(&block.Body)
	name := hclwrite.Span{Start: block.Span.Start, End: block.Span.Start + len(block.Type)}
	b.piece(piece{value: argument, name: name, text: body, block: block.Span})
	if value != argument {
		b.piece(piece{value: value, text: body, block: block.Span})
	}
	members, elements := map[string]int32{}, map[string]int32{}
	for member := range b.children(value) {
		members[b.values[member].name] = member
	}
	for _, item := range block.Body.Items {
		if member, found := members[item.ItemName()]; found {
			switch item := item.(type) {
			case *hclwrite.Attribute:
				b.attribute(member, item)
			case *hclwrite.Block:
				elements[item.Type] = b.element(member, elements[item.Type], item)
			}
		}
	}
	return b.values[value].next
}
