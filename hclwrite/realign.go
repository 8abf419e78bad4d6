package hclwrite

import (
	"bytes"
	"strings"
)

// Realign gives text the layout of another, that it was made from: canonical if that
// is, and else so much of it as that has. Of a group of lines whose = signs or
// comments are aligned in was, they are aligned in text too; a line that is new has its
// = sign where all others of the group have theirs. Nothing is changed but blanks. Both
// are whole lines, and no bracket is open before them.
func Realign(was, text string) string {
	var old, l layouter
	if out := string(old.layout(nil, was)); out == was {
		return Format(text)
	}
	l.layout(nil, text)
	states := make(map[string][]rowState)
	for _, r := range old.rows {
		lead := old.leadText(r, was)
		states[lead] = append(states[lead], old.state(r, was))
	}
	known := make([]*rowState, len(l.rows))
	for i, r := range l.rows {
		lead := l.leadText(r, text)
		if queue := states[lead]; len(queue) > 0 {
			known[i] = &queue[0]
			states[lead] = queue[1:]
		}
	}
	blanks := l.written(text)
	l.realign(known, blanks, text, row.assigns, func(r row) int { return r.assign },
		func(s *rowState) alignment { return s.assign })
	l.realign(known, blanks, text, row.tail, func(r row) int { return r.comment },
		func(s *rowState) alignment { return s.comment })
	var out bytes.Buffer
	done := 0
	for i, t := range l.tokens {
		out.WriteString(blanks[i])
		out.WriteString(text[t.start:t.end])
		done = t.end
	}
	out.WriteString(text[done:])
	return out.String()
}

// alignment is how a cell stands in its line.
type alignment struct {
	// canonical: it stands where the layout has it.
	canonical bool
	// column is where it stands.
	column int
}

// rowState is how the cells of a row stand.
type rowState struct{ assign, comment alignment }

// written are the blanks before each token as they are written.
func (l *layouter) written(src string) []string {
	list := make([]string, len(l.tokens))
	end := 0
	for i, t := range l.tokens {
		list[i] = src[end:t.start]
		end = t.end
	}
	return list
}

// leadText is the leading cell of a row, which tells it from others.
func (l *layouter) leadText(r row, src string) string {
	var b strings.Builder
	for _, t := range l.tokens[r.lead:r.assign] {
		b.WriteString(src[t.start:t.end])
		b.WriteByte(0)
	}
	return b.String()
}

func (l *layouter) state(r row, src string) (s rowState) {
	if r.assigns() {
		s.assign = l.alignmentOf(r, r.assign, src)
	}
	if r.tail() {
		s.comment = l.alignmentOf(r, r.comment, src)
	}
	return s
}

// alignmentOf is how the cell stands that starts at a token of a row.
func (l *layouter) alignmentOf(r row, at int, src string) alignment {
	if at == r.lead {
		return alignment{}
	}
	before := src[l.tokens[at-1].end:l.tokens[at].start]
	start := strings.LastIndexByte(src[:l.tokens[r.lead].start], '\n') + 1
	return alignment{
		canonical: before == strings.Repeat(" ", l.tokens[at].spaces),
		column:    columns(src[start:l.tokens[at].start]),
	}
}

// realign sets the blanks before a cell of neighbouring rows that have it.
func (l *layouter) realign(
	known []*rowState, blanks []string, src string,
	has func(row) bool, cell func(row) int, of func(*rowState) alignment,
) {
	for i := 0; i < len(l.rows); {
		first := i
		for i < len(l.rows) && has(l.rows[i]) {
			i++
		}
		if i == first {
			i++
			continue
		}
		canonical, column, seen := true, -1, false
		for _, state := range known[first:i] {
			if state == nil {
				continue
			}
			a := of(state)
			canonical = canonical && a.canonical
			if !seen {
				column, seen = a.column, true
			} else if a.column != column {
				column = -1
			}
		}
		for k := first; k < i; k++ {
			at := cell(l.rows[k])
			switch {
			case canonical && seen:
				blanks[at] = strings.Repeat(" ", l.tokens[at].spaces)
			case known[k] == nil && column >= 0:
				line := strings.LastIndexByte(src[:l.tokens[l.rows[k].lead].start], '\n') + 1
				end := columns(src[line:l.tokens[at-1].end])
				blanks[at] = strings.Repeat(" ", max(1, column-end))
			}
		}
	}
}
