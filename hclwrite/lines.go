package hclwrite

import (
	"strings"
	"unicode/utf8"
)

// settle is called where the layout starts afresh: behind a blank line outside of
// all brackets. It leaves what stands before in its final layout.
func (p *printer) settle() {
	if p.uncertain {
		p.out = p.layouter.layout(p.out[:p.settled], string(p.out[p.settled:]))
		p.uncertain = false
	}
	p.settled = len(p.out)
}

// printer writes lines. A line has up to three cells, as in upstream's
// formatter: what leads, from the = sign on, and a trailing comment; the second
// and third are aligned with those of neighbouring lines. Lines wait until a
// line that takes part in neither alignment comes.
type printer struct {
	out []byte
	// cells holds the text of the waiting lines.
	cells   []byte
	waiting []line
	// uncertain: the layout of what stands in out from settled on depends on
	// lines around it that the printer does not look at.
	uncertain bool
	settled   int
	layouter  layouter
}

// line is a waiting line; the cells are slices of printer.cells.
type line struct {
	indent        int
	lead          int // start of the lead cell
	assign        int // start of the assign cell; end of the lead
	comment       int // start of the comment cell; end of the assign cell
	end           int
	assigns, tail bool
}

const blanks = "                                                                "

// appendBlanks appends n blanks.
func appendBlanks(dst []byte, n int) []byte {
	for ; n > len(blanks); n -= len(blanks) {
		dst = append(dst, blanks...)
	}
	return append(dst, blanks[:max(n, 0)]...)
}

func (p *printer) pad(n int) { p.out = appendBlanks(p.out, n) }

// plain writes a line that takes part in no alignment.
func (p *printer) plain(indent int, parts ...string) {
	p.flush()
	p.pad(2 * indent)
	for _, part := range parts {
		p.out = append(p.out, part...)
	}
	p.out = append(p.out, '\n')
}

func (p *printer) blank() {
	p.flush()
	p.out = append(p.out, '\n')
}

// put queues the line whose lead and assign cells were appended to p.cells from
// offset lead on; assign is the start of the assign cell, or the end.
func (p *printer) put(indent, lead, assign int, suffix []string) {
	l := line{indent: 2 * indent, lead: lead, assign: assign}
	l.assigns = assign < len(p.cells)
	// Block comments belong to the cell before; only a line comment is aligned.
	for len(suffix) > 0 && strings.HasPrefix(suffix[0], "/*") {
		if p.cells[len(p.cells)-1] != '[' {
			p.cells = append(p.cells, ' ')
		}
		p.cells = append(p.cells, suffix[0]...)
		p.uncertain = p.uncertain || strings.Contains(suffix[0], "\n")
		suffix = suffix[1:]
	}
	if !l.assigns {
		l.assign = len(p.cells)
	}
	l.comment = len(p.cells)
	if len(suffix) > 0 {
		l.tail = true
		p.cells = append(p.cells, lineComment(suffix[0])...)
	}
	l.end = len(p.cells)
	if len(p.waiting) > 0 && !l.assigns && !l.tail {
		p.flushLines()
	}
	p.waiting = append(p.waiting, l)
	if !l.assigns && !l.tail {
		p.flush()
	}
}

// lineComment gives a comment the canonical marker.
func lineComment(c string) string {
	if rest, ok := strings.CutPrefix(c, "//"); ok {
		return "#" + rest
	}
	return c
}

func (p *printer) flush() {
	if len(p.waiting) > 0 {
		p.flushLines()
	}
	p.cells = p.cells[:0]
}

// flushLines aligns and writes the waiting lines, and keeps the text of a line
// that is being put together.
func (p *printer) flushLines() {
	lines := p.waiting
	assignFrom, assignWidth := -1, 0
	// spaces before the assign cell of each line, found chain by chain; the
	// chains of comments depend on it.
	var room [32]int
	spaces := room[:0]
	for i, l := range lines {
		spaces = append(spaces, 0)
		if !l.assigns {
			assignFrom = -1
			continue
		}
		if assignFrom < 0 {
			assignFrom, assignWidth = i, 0
			for _, next := range lines[i:] {
				if !next.assigns {
					break
				}
				assignWidth = max(assignWidth, next.indent+p.columns(next.lead, next.assign))
			}
		}
		spaces[i] = assignWidth - (l.indent + p.columns(l.lead, l.assign)) + 1
	}
	commentWidth := -1
	for i, l := range lines {
		width := func(i int) int {
			l := lines[i]
			return l.indent + p.columns(l.lead, l.assign) + spaces[i] + p.columns(l.assign, l.comment)
		}
		p.pad(l.indent)
		p.out = append(p.out, p.cells[l.lead:l.assign]...)
		p.pad(spaces[i])
		p.out = append(p.out, p.cells[l.assign:l.comment]...)
		if !l.tail {
			commentWidth = -1
		} else {
			if commentWidth < 0 {
				for j := i; j < len(lines) && lines[j].tail; j++ {
					commentWidth = max(commentWidth, width(j))
				}
			}
			p.pad(commentWidth - width(i) + 1)
			p.out = append(p.out, p.cells[l.comment:l.end]...)
		}
		p.out = append(p.out, '\n')
	}
	p.waiting = p.waiting[:0]
}

// columns counts the characters of a cell. What counts are grapheme clusters in
// each token, and the printer has no tokens.
func (p *printer) columns(from, to int) int {
	b := p.cells[from:to]
	for _, c := range b {
		if c >= utf8.RuneSelf {
			p.uncertain = true
			return utf8.RuneCount(b)
		}
	}
	return len(b)
}
