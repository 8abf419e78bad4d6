package convert

import (
	"github.com/hcljson/hcljson/hclwrite"
)

// origins collects where what the writer writes comes from. Values go by their numbers in
// the JSON text ([jsonemit.Writer.Values]). A nil one collects nothing.
type origins struct {
	pieces []piece
	bodies []origin
	// split are the objects of bodies that are several.
	split []int32
}

// origin is a value that is the body of a block, or that one is a part of.
type origin struct {
	value int32
	block *hclwrite.Block
}

// value says where the next value comes from: an expression with a name, which stands
// there if it was read.
func (o *origins) value(next int, name string, named, span hclwrite.Span, e hclwrite.Expr) {
	if o == nil {
		return
	}
	if span.End > 0 {
		p := piece{value: int32(next), name: named, text: span}
		if object, ok := e.(*hclwrite.Object); ok && object.Span.Start < span.Start {
			p.block = object.Span // see asArguments
		}
		o.pieces = append(o.pieces, p)
		return
	}
	if list, ok := e.(*hclwrite.Tuple); ok {
		for i := range list.Items {
			item := &list.Items[i]
			if object, ok := item.Value.(*hclwrite.Object); ok && object.Span.Start < item.ValueSpan.Start {
				start := object.Span.Start
				o.pieces = append(o.pieces, piece{value: int32(next),
					name: hclwrite.Span{Start: start, End: start + len(name)}, text: item.ValueSpan, block: object.Span})
			}
		}
	}
}

func (o *origins) attribute(next int, a *hclwrite.Attribute, e hclwrite.Expr) {
	if o == nil {
		return
	}
	span := a.ValueSpan
	if a.Expr == nil || a.Expr.ExprSpan().End == 0 {
		span = hclwrite.Span{} // made, or set
	}
	o.value(next, a.Name, hclwrite.Span{Start: a.Span.Start, End: a.Span.Start + len(a.Name)}, span, e)
}

// body says that the next value is the body of a block, or all of several are.
func (o *origins) body(next int, block *hclwrite.Block) {
	if o != nil {
		o.bodies = append(o.bodies, origin{int32(next), block})
	}
}

func (o *origins) part(next int) {
	if o != nil {
		o.split = append(o.split, int32(next))
	}
}

// fill makes the map of what the writer has written.
func (m *SourceMap) fill(file *hclwrite.File, src, out []byte, o *origins) {
	m.read(out, src)
	if len(m.values) == 0 {
		return
	}
	b := mapBuilder{m, append(o.pieces, piece{text: file.Body.Span})}
	for _, body := range o.bodies {
		b.block(body.value, file, body.block, body.block, len(body.block.Labels))
	}
	b.finish(o.split)
}

// mapBuilder collects the pieces of a map.
type mapBuilder struct {
	*SourceMap
	pieces []piece
}

func (b *mapBuilder) piece(p piece) { b.pieces = append(b.pieces, p) }

// finish puts the pieces into the map. Split are the objects of bodies that are several:
// each is what its members are.
func (b *mapBuilder) finish(split []int32) {
	b.put(b.pieces)
	if len(split) == 0 {
		return
	}
	for _, object := range split {
		for member := range b.children(object) {
			for _, p := range b.piecesOf(member) {
				b.piece(piece{value: object, text: p.item()})
			}
		}
	}
	b.put(b.pieces)
}

// bracedSpan is the place of the body of a block with its braces, if it was read.
func bracedSpan(body *hclwrite.Body) hclwrite.Span {
	if body.Span.Start == 0 {
		return hclwrite.Span{}
	}
	return hclwrite.Span{Start: body.Span.Start - 1, End: body.Span.End + 1}
}

// block says that a value is the body of a block of a file, and what that makes of the
// values around it, which are its labels and its type. In JSON the block is as shown,
// with that many labels.
func (b *mapBuilder) block(value int32, file *hclwrite.File, block, shown *hclwrite.Block, labels int) {
	names := file.Header(block)
	if names == nil {
		return
	}
	if text := file.Source()[names[0].Start:names[0].End]; text != shown.Type {
		// A dynamic block that makes this one, or its content.
		names = append([]hclwrite.Span{{}}, names[0])[:min(1+labels, 2)]
	}
	for len(names) <= labels {
		names = append(names, hclwrite.Span{}) // a label that may be missing
	}
	p := piece{value: value, text: bracedSpan(&block.Body), block: block.Span}
	for level := labels; ; {
		at := &b.values[p.value]
		p.name = hclwrite.Span{}
		if at.index < 0 {
			p.name = names[level]
		}
		b.piece(p)
		if at.index < 0 {
			if level == 0 {
				return
			}
			if p.name.End > 0 {
				p.text.Start = p.name.Start
			}
			level--
			p.block = hclwrite.Span{}
		}
		p.value = at.parent
	}
}
