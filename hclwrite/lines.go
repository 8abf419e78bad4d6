package hclwrite

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"
)

// settle is called where upstream's formatter starts afresh: behind a blank line
// outside of all brackets. It leaves what stands before in its final layout.
func (p *printer) settle() {
	if p.uncertain {
		p.out = append(p.out[:p.settled], settle(p.out[p.settled:])...)
		p.uncertain = false
	}
	p.settled = len(p.out)
}

// settle runs upstream's formatter until it changes nothing. It serves the rare
// expressions whose layout depends on the lines around them.
func settle(src []byte) []byte {
	for range 4 {
		next := format(src)
		if bytes.Equal(next, src) {
			break
		}
		src = next
	}
	return src
}

// format is upstream's formatter, which takes out the blank of "1 .0" and so
// makes one number of a number and an index. Such text is left as it is.
func format(src []byte) []byte {
	out := upstream.Format(src)
	if numberBeforeDot(src) && !sameTokens(src, out) {
		return src
	}
	return out
}

// numberBeforeDot reports whether a blank stands between a digit and a dot.
func numberBeforeDot(src []byte) bool {
	for i := 1; i < len(src); i++ {
		if src[i] == '.' && (src[i-1] == ' ' || src[i-1] == '\t') {
			if before := bytes.TrimRight(src[:i], " \t"); len(before) > 0 && before[len(before)-1] >= '0' && before[len(before)-1] <= '9' {
				return true
			}
		}
	}
	return false
}

// sameTokens reports whether two texts have the same tokens.
func sameTokens(a, b []byte) bool {
	as, _ := hclsyntax.LexConfig(a, "", hcl.InitialPos)
	bs, _ := hclsyntax.LexConfig(b, "", hcl.InitialPos)
	return slices.EqualFunc(as, bs, func(a, b hclsyntax.Token) bool {
		return a.Type == b.Type && bytes.Equal(a.Bytes, b.Bytes)
	})
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
	// uncertain: what stands in out from settled on has to be settled by
	// upstream's formatter.
	uncertain bool
	settled   int
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

func (p *printer) pad(n int) {
	for n > len(blanks) {
		p.out = append(p.out, blanks...)
		n -= len(blanks)
	}
	if n > 0 {
		p.out = append(p.out, blanks[:n]...)
	}
}

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

// columns counts the characters of a cell. Upstream's formatter counts grapheme
// clusters, which only it can do as it does.
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
