package hclwrite

import (
	"bytes"
	"strings"
)

// Indent puts lines that the printer has written at another level: each gets margin
// before it, and unit for each level that it has. What is in heredocs that are not
// indented and in block comments stays where it is. newline is the line end of what is
// not part of a value.
func Indent(text, margin, unit, newline string) string {
	var b strings.Builder
	fixed := fixedLines(text)
	i := 0
	for line := range strings.Lines(text) {
		f := fixed[i]
		i++
		if _, blank, _ := leadingSpaces(line); !blank && !f.verbatim {
			levels := f.levels
			if !f.heredoc {
				levels = levelsOf(line)
			}
			b.WriteString(margin)
			b.WriteString(strings.Repeat(unit, levels))
			line = line[2*levels:]
		}
		text, ended := strings.CutSuffix(line, "\n")
		b.WriteString(text)
		if ended && f.heredoc {
			b.WriteByte('\n')
		} else if ended {
			b.WriteString(newline)
		}
	}
	return b.String()
}

// fixedLine says of a line what its indentation means.
type fixedLine struct {
	// verbatim: it must not change.
	verbatim bool
	// heredoc: it is text of a heredoc; if that is indented, levels are those that all of
	// the text has, up to what its place takes.
	heredoc bool
	levels  int
}

// levelsOf is how many levels a line is indented.
func levelsOf(line string) int { return (len(line) - len(strings.TrimLeft(line, " "))) / 2 }

func fixedLines(text string) []fixedLine {
	lines := strings.Split(text, "\n")
	list := make([]fixedLine, len(lines))
	var x lexer
	x.reset(text, 0, inCode)
	line, open, start := 0, 0, 0
	var heredoc fixedLine // how the lines of the present one are, from start on
	for k := x.next(); k != noToken; k = x.next() {
		first := line
		line += strings.Count(text[x.start:x.pos], "\n")
		switch k {
		case openHeredoc:
			// One in another stays as it is, with that.
			indented := open == 0 && strings.HasPrefix(text[x.start:], "<<-")
			heredoc = fixedLine{verbatim: !indented, heredoc: true, levels: levelsOf(lines[first]) + 1}
			if open++; open == 1 {
				start = line
			}
		case closeHeredoc:
			if open--; open == 0 {
				for _, text := range lines[start:first] {
					if strings.TrimSpace(text) != "" {
						heredoc.levels = min(heredoc.levels, levelsOf(text))
					}
				}
				for i := start; i < first; i++ {
					list[i] = heredoc
				}
				list[first].verbatim = heredoc.verbatim
			}
		case commentToken:
			for i := first + 1; i <= line; i++ {
				list[i].verbatim = true
			}
		}
	}
	return list
}

// Realign gives text the layout of another, that it was made from: canonical if that
// is, and else so much of it as that has. Of a group of lines whose = signs or
// comments are aligned in was, they are aligned in text too; a line that is new has its
// = sign where all others of the group have theirs. Nothing is changed but spaces. Both
// are whole lines, and no bracket is open before them.
func Realign(was, text string) string {
	var old, l layouter
	canonical := l.layout(nil, text)
	if string(old.layout(nil, was)) == was {
		return string(canonical)
	}
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

// alignment is how a cell is in its line.
type alignment struct {
	// canonical: it is where the layout has it.
	canonical bool
	// column is where it is.
	column int
}

// rowState is how the cells of a row are.
type rowState struct{ assign, comment alignment }

// written are the spaces before each token as they are written.
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

// alignmentOf is how the cell is that starts at a token of a row.
func (l *layouter) alignmentOf(r row, at int, src string) alignment {
	before := src[l.tokens[at-1].end:l.tokens[at].start]
	start := strings.LastIndexByte(src[:l.tokens[r.lead].start], '\n') + 1
	return alignment{
		canonical: before == strings.Repeat(" ", l.tokens[at].spaces),
		column:    columns(src[start:l.tokens[at].start]),
	}
}

// realign sets the spaces before a cell of neighbouring rows that have it.
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
