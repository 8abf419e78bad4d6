package hclwrite

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// Positions finds the lines and columns of offsets in a text. As in hclsyntax, a column
// is a grapheme cluster, and a byte order mark has none.
type Positions struct {
	text []byte
	// marks are the starts of lines, and places on the way through long ones.
	marks []hcl.Pos
}

// markStep is how much of a line is read at most to find a column.
const markStep = 256

// NewPositions makes the positions of a text, which must not change.
func NewPositions(text []byte) *Positions {
	p := &Positions{text: text, marks: make([]hcl.Pos, 0, 1+bytes.Count(text, []byte("\n")))}
	pos := hcl.InitialPos
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		pos.Byte = len("\ufeff")
	}
	p.marks = append(p.marks, pos)
	for last := pos; pos.Byte < len(text); {
		if text[pos.Byte] == '\n' {
			pos = hcl.Pos{Line: pos.Line + 1, Column: 1, Byte: pos.Byte + 1}
		} else {
			pos.Byte += grapheme(text[pos.Byte:])
			pos.Column++
		}
		if pos.Line > last.Line || pos.Byte >= last.Byte+markStep {
			p.marks = append(p.marks, pos)
			last = pos
		}
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
		pos.Byte += grapheme(p.text[pos.Byte:offset])
		pos.Column++
	}
	return pos
}

// Range returns the place of a stretch of the text.
func (p *Positions) Range(filename string, span Span) hcl.Range {
	return hcl.Range{Filename: filename, Start: p.At(span.Start), End: p.At(span.End)}
}

// positionIn is the place of an offset in a text.
func positionIn(text string, offset int) hcl.Pos { return NewPositions([]byte(text)).At(offset) }

// grapheme is the length of the first grapheme cluster of a text. A line break, with
// the carriage return before it, is for the caller.
func grapheme(text []byte) int {
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1
	}
	n, _, err := scanGraphemes(text, true)
	if err != nil || n == 0 {
		return 1
	}
	return n
}
