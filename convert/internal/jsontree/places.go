package jsontree

import (
	"sort"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// Places finds the lines and columns of offsets in a text. The text may be one
// long line, so characters are not counted from its start each time.
type Places[T string | []byte] struct {
	text T
	// lines are the offsets at which the lines start.
	lines []int
	// chars are the numbers of characters before every placesStep bytes.
	chars []int
}

const placesStep = 1024

// NewPlaces makes the places of a text.
func NewPlaces[T string | []byte](text T) *Places[T] {
	lines := 1
	for i := range len(text) {
		if text[i] == '\n' {
			lines++
		}
	}
	p := &Places[T]{text: text, lines: make([]int, 1, lines), chars: make([]int, 0, len(text)/placesStep+2)}
	n := 0
	for i := range len(text) {
		if i%placesStep == 0 {
			p.chars = append(p.chars, n)
		}
		if utf8.RuneStart(text[i]) {
			n++
		}
		if text[i] == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	p.chars = append(p.chars, n)
	return p
}

// At returns the place of an offset.
func (p *Places[T]) At(offset int) hcl.Pos {
	offset = min(offset, len(p.text))
	line := sort.SearchInts(p.lines, offset+1) - 1
	return hcl.Pos{Line: line + 1, Column: 1 + p.before(offset) - p.before(p.lines[line]), Byte: offset}
}

// before is the number of characters before an offset.
func (p *Places[T]) before(offset int) int {
	if offset == len(p.text) {
		return p.chars[len(p.chars)-1]
	}
	step := offset / placesStep
	n := p.chars[step]
	for i := step * placesStep; i < offset; i++ {
		if utf8.RuneStart(p.text[i]) {
			n++
		}
	}
	return n
}
