package hclwrite

import (
	"iter"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// Positions finds the lines and columns of offsets in a text. As in hclsyntax, a column
// is a grapheme cluster, and a byte order mark has none.
type Positions struct {
	text string
	// marks are places on the way through the text.
	marks []hcl.Pos
}

// markStep is how much of the text is read at most to find a place.
const markStep = 1024

// NewPositions makes the positions of a text.
func NewPositions[T string | []byte](text T) *Positions { return newPositions(string(text)) }

func newPositions(text string) *Positions {
	p := &Positions{text: text, marks: make([]hcl.Pos, 0, 2+len(text)/markStep)}
	pos := hcl.InitialPos
	if strings.HasPrefix(text, "\ufeff") {
		pos.Byte = len("\ufeff")
	}
	for p.marks = append(p.marks, pos); pos.Byte < len(text); {
		next := pos.Byte + markStep
		for pos.Byte < min(next, len(text)) {
			p.pass(&pos, len(text))
		}
		p.marks = append(p.marks, pos)
	}
	return p
}

// At returns the place of an offset.
func (p *Positions) At(offset int) hcl.Pos {
	offset = min(offset, len(p.text))
	i := sort.Search(len(p.marks), func(i int) bool { return p.marks[i].Byte > offset }) - 1
	if i < 0 { // before the byte order mark
		return hcl.Pos{Line: 1, Column: 1, Byte: offset}
	}
	pos := p.marks[i]
	for pos.Byte < offset {
		p.pass(&pos, offset)
	}
	return pos
}

// pass goes over the next character of the text before an offset.
func (p *Positions) pass(pos *hcl.Pos, end int) {
	if p.text[pos.Byte] == '\n' {
		*pos = hcl.Pos{Line: pos.Line + 1, Column: 1, Byte: pos.Byte + 1}
		return
	}
	pos.Byte += grapheme(p.text[pos.Byte:end])
	pos.Column++
}

// Range returns the place of a stretch of the text.
func (p *Positions) Range(filename string, span Span) hcl.Range {
	return hcl.Range{Filename: filename, Start: p.At(span.Start), End: p.At(span.End)}
}

// positionIn is the place of an offset in a text.
func positionIn(text string, offset int) hcl.Pos { return newPositions(text).At(offset) }

// grapheme is the length of the first grapheme cluster of a text. A line break, with
// the carriage return before it, is for the caller.
func grapheme(text string) int {
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1
	}
	var room [64]byte
	for size := len(room); ; size *= 2 {
		start := append(room[:0], text[:min(size, len(text))]...)
		n, _, err := scanGraphemes(start, len(start) == len(text))
		switch {
		case n > 0 && err == nil:
			return n
		case err != nil || len(start) == len(text):
			return 1
		}
	}
}

// Piece is a stretch of the source of a file.
type Piece struct {
	Span Span
	// Node is what the stretch is a part of: a *Body, an *Attribute, a *Block, a
	// an *Element or an expression.
	Node any
	// Gap: it is between the parts of the node, and holds spaces, newlines,
	// comments, and separators.
	Gap bool
}

// Pieces goes over the source of a file that was read, and has not been changed
// since. The text of all the pieces, one after the other, is the source.
func (f *File) Pieces() iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		p := &pieces{yield: yield}
		p.body(&f.Body)
		p.gap(&f.Body, len(f.src))
	}
}

// pieces goes over a tree in source order; pos is how far it got.
type pieces struct {
	yield func(Piece) bool
	pos   int
	done  bool
}

func (p *pieces) piece(node any, end int, gap bool) {
	if end > p.pos && !p.done {
		p.done = !p.yield(Piece{Span{p.pos, end}, node, gap})
		p.pos = end
	}
}

func (p *pieces) own(node any, end int) { p.piece(node, end, false) }
func (p *pieces) gap(node any, end int) { p.piece(node, end, true) }

func (p *pieces) body(b *Body) {
	for _, item := range b.Items {
		span := item.ItemSpan()
		p.gap(b, span.Start)
		switch item := item.(type) {
		case *Attribute:
			p.own(item, span.Start+len(item.Name))
			p.gap(item, item.ValueSpan.Start)
			p.value(item.Expr, item.ValueSpan)
		case *Block:
			p.own(item, item.Body.Span.Start)
			p.body(&item.Body)
			p.gap(&item.Body, item.Body.Span.End)
			p.own(item, span.End)
		}
	}
}

// value goes over an expression, and the parentheses or the template around it.
func (p *pieces) value(e Expr, outer Span) {
	if c := CollectionOf(e); c != nil {
		_, object := e.(*Object)
		p.own(e, c.Span.Start+1)
		for i := range c.Items {
			item := &c.Items[i]
			if object {
				p.gap(e, item.Key.Span.Start)
				p.own(item, item.Key.Span.End)
				p.gap(item, item.ValueSpan.Start)
			} else {
				p.gap(e, item.ValueSpan.Start)
			}
			p.value(item.Value, item.ValueSpan)
		}
		p.gap(e, c.Span.End-1)
	}
	p.own(e, outer.End)
}

// Header returns where the type and the labels of a block stand in the source that the
// file was read from, the labels with their quotes.
func (f *File) Header(b *Block) []Span {
	if b.Body.Span.Start > len(f.src) || b.Span.Start >= b.Body.Span.Start {
		return nil
	}
	p := newParser(f.src[b.Span.Start:b.Body.Span.Start])
	if p.identifier() == "" {
		return nil
	}
	list := []Span{{b.Span.Start, b.Span.Start + p.pos}}
	for p.blank(lines); p.at() != '{'; p.blank(lines) {
		start := p.pos
		if _, ok := p.label(); !ok {
			return nil
		}
		list = append(list, Span{b.Span.Start + start, b.Span.Start + p.pos})
	}
	return list
}
