package sourcemap

import (
	"github.com/hcljson/hcljson/hclwrite"
)

// ForJSON returns the table of a conversion to JSON. json is the result.
func ForJSON(file *hclwrite.File, json []byte, o *Origins, modes *Modes) Table {
	t := newTable(json)
	if len(t.Values) == 0 {
		return t
	}
	b := builder{&t, append(o.pieces, Piece{Text: file.Body.Span})}
	for _, body := range o.bodies {
		b.mapBlock(body.value, file, body.block, body.block, len(body.block.Labels))
	}
	b.finish(o.split)
	t.findModes(modes.list, func(value int32) hclwrite.Span {
		if of := t.PiecesOf(value); len(of) == 1 {
			return of[0].Text
		}
		return hclwrite.Span{}
	})
	return t
}

// mapBlock maps a value to the body of a block, and the enclosing values to the labels and the type
// of the block. shown is the block in JSON, and labels is its number of labels there.
func (b *builder) mapBlock(value int32, file *hclwrite.File, block, shown *hclwrite.Block, labels int) {
	names := file.Header(block)
	if names == nil { // of a tree without native text, such as a tree from JSON
		if block.Span.End > 0 {
			b.addPiece(Piece{Value: value, Text: block.Span})
		}
		return
	}
	if text := file.Source()[names[0].Start:names[0].End]; text != shown.Type {
		// In one of the texts, a dynamic block generates the block.
		names = append([]hclwrite.Span{{}}, names[0])[:min(1+labels, 2)]
	}
	for len(names) <= labels {
		names = append(names, hclwrite.Span{}) // an omitted label
	}
	p := Piece{Value: value, Text: BracedSpan(&block.Body), Block: block.Span}
	for level := labels; ; {
		at := &b.Values[p.Value]
		p.Name = hclwrite.Span{}
		if at.Index < 0 {
			p.Name = names[level]
		}
		b.addPiece(p)
		if at.Index < 0 {
			if level == 0 {
				return
			}
			if p.Name.End > 0 {
				p.Text.Start = p.Name.Start
			}
			level--
			p.Block = hclwrite.Span{}
		}
		p.Value = at.Parent
	}
}

// Origins records the source positions of the written values, for a source map. A value is
// identified by its number in the JSON text; see [jsonemit.Writer.Values]. A nil *Origins records
// nothing.
type Origins struct {
	pieces []Piece
	bodies []body
	// split contains the objects of bodies that consist of several objects.
	split []int32
}

// body is a value that is the body of a block, or that contains the merged bodies of blocks.
type body struct {
	value int32
	block *hclwrite.Block
}

// RecordAttribute records the source of the next value, which is the value e of an attribute.
func (o *Origins) RecordAttribute(next int, a *hclwrite.Attribute, e hclwrite.Expr) {
	if o == nil {
		return
	}
	span := a.ValueSpan
	if a.Expr == nil || hclwrite.SpanOf(a.Expr).End == 0 {
		span = hclwrite.Span{} // the value was not parsed, or was replaced
	}
	o.RecordValue(next, a.Name, hclwrite.Span{Start: a.Span.Start, End: a.Span.Start + len(a.Name)}, span, e)
}

// RecordValue records the source of the next value. named and span are the positions of its name and
// of the expression e. It records nothing if the expression was not parsed.
func (o *Origins) RecordValue(next int, name string, named, span hclwrite.Span, e hclwrite.Expr) {
	if o == nil {
		return
	}
	if span.End > 0 {
		p := Piece{Value: int32(next), Name: named, Text: span}
		if object, ok := e.(*hclwrite.Object); ok && object.Span.Start < span.Start {
			p.Block = object.Span // an object that replaces a block; see asblocks.WithArguments
		}
		o.pieces = append(o.pieces, p)
		return
	}
	if list, ok := e.(*hclwrite.Tuple); ok {
		for _, item := range list.Elements() {
			if object, ok := item.Value.(*hclwrite.Object); ok && object.Span.Start < item.ValueSpan.Start {
				start := object.Span.Start
				o.pieces = append(o.pieces, Piece{Value: int32(next),
					Name: hclwrite.Span{Start: start, End: start + len(name)}, Text: item.ValueSpan, Block: object.Span})
			}
		}
	}
}

// RecordBody records that the next value is the body of a block, or of several blocks.
func (o *Origins) RecordBody(next int, block *hclwrite.Block) {
	if o != nil {
		o.bodies = append(o.bodies, body{int32(next), block})
	}
}

// RecordPart records that the next value is one of several objects of a body.
func (o *Origins) RecordPart(next int) {
	if o != nil {
		o.split = append(o.split, int32(next))
	}
}
