package hcltext

import (
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

// markStep is the maximum number of bytes that are read to find a position.
const markStep = 1024

// NewPositions returns the positions of a text.
func NewPositions[T string | []byte](text T) *Positions { return newPositions(string(text)) }

func newPositions(text string) *Positions {
	p := &Positions{text: text, marks: make([]hcl.Pos, 0, 2+len(text)/markStep)}
	pos := hcl.InitialPos
	if strings.HasPrefix(text, "\ufeff") {
		pos.Byte = len("\ufeff")
	}
	for p.marks = append(p.marks, pos); pos.Byte < len(text); {
		p.advance(&pos, min(pos.Byte+markStep, len(text)), len(text))
		p.marks = append(p.marks, pos)
	}
	return p
}

// At returns the position of an offset.
func (p *Positions) At(offset int) hcl.Pos {
	offset = min(offset, len(p.text))
	i := sort.Search(len(p.marks), func(i int) bool { return p.marks[i].Byte > offset }) - 1
	if i < 0 { // before the byte order mark
		return hcl.Pos{Line: 1, Column: 1, Byte: offset}
	}
	pos := p.marks[i]
	for pos.Byte < offset {
		p.advance(&pos, offset, offset)
	}
	return pos
}

// advance moves a position to the last start of a line before an offset. If there is none, it moves
// the position over all characters that start before the offset. No character ends after limit.
func (p *Positions) advance(pos *hcl.Pos, offset, limit int) {
	lines := p.text[pos.Byte:offset]
	if last := strings.LastIndexByte(lines, '\n'); last >= 0 {
		*pos = hcl.Pos{Line: pos.Line + strings.Count(lines, "\n"), Column: 1, Byte: pos.Byte + last + 1}
		return
	}
	for pos.Byte < offset {
		pos.Byte += graphemeLength(p.text[pos.Byte:limit])
		pos.Column++
	}
}

// Range returns the range between two offsets.
func (p *Positions) Range(filename string, start, end int) hcl.Range {
	return hcl.Range{Filename: filename, Start: p.At(start), End: p.At(end)}
}

// graphemeLength returns the length of the first grapheme cluster of a text. A line break, with
// the carriage return before it, is for the caller.
func graphemeLength(text string) int {
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1
	}
	var buf [64]byte
	for size := len(buf); ; size *= 2 {
		part := text[:min(size, len(text))]
		whole := len(part) == len(text)
		// For a byte that is not UTF-8, the scanner would search to the end of the text.
		if n := validPrefixLength(part); n < len(part) && (whole || len(part)-n >= utf8.UTFMax) {
			if part, whole = part[:n], true; n == 0 {
				return 1
			}
		}
		start := append(buf[:0], part...)
		n, _, err := scanGraphemes(start, whole)
		switch {
		case n > 0 && err == nil:
			return n
		case err != nil || len(start) == len(text):
			return 1
		}
	}
}

// validPrefixLength returns the length of the text before the first byte that is not UTF-8.
func validPrefixLength(text string) int {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)) {
			return i
		}
	}
	return len(text)
}
