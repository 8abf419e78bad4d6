package hclwrite

import "strings"

// Format returns text of native syntax in canonical layout, with nothing changed but
// its blanks: as upstream's formatter has it. The text is one or more whole lines, and
// no bracket is open before it.
func Format(text string) string {
	var l layouter
	return string(l.layout(make([]byte, 0, len(text)+len(text)/16), text))
}

// Quoted returns a template in quotes.
func Quoted(template string) string { return quote(template) }

// HeredocForm reports whether the printer writes a template as a heredoc.
func HeredocForm(template string) bool { return heredocForm(template) }

// Indent puts lines that the printer has written at another level: each gets margin
// before it, and unit for each level that it has. What stands in heredocs that are not
// indented and in block comments stays. newline is the line end of what is no part
// of a value.
func Indent(text, margin, unit, newline string) string {
	var b strings.Builder
	fixed := fixedLines(text)
	i := 0
	for line := range strings.Lines(text) {
		f := fixed[i]
		i++
		end := len(strings.TrimRight(line, "\n"))
		switch {
		case f.verbatim:
			b.WriteString(line)
			continue
		case f.heredoc && end == 0:
			b.WriteString(line)
			continue
		case end == 0:
			b.WriteString(newline)
			continue
		}
		levels := f.levels
		if !f.heredoc {
			levels = (len(line) - len(strings.TrimLeft(line, " "))) / 2
		}
		b.WriteString(margin)
		for range levels {
			b.WriteString(unit)
		}
		b.WriteString(line[min(2*levels, end):end])
		if end < len(line) {
			if f.heredoc {
				b.WriteByte('\n')
			} else {
				b.WriteString(newline)
			}
		}
	}
	return b.String()
}

// fixedLine says of a line what its indentation means.
type fixedLine struct {
	// verbatim: the line must not change.
	verbatim bool
	// heredoc: it is text of an indented heredoc; levels are those that are no text.
	heredoc bool
	levels  int
}

func fixedLines(text string) []fixedLine {
	list := make([]fixedLine, strings.Count(text, "\n")+1)
	var x lexer
	x.reset(text, 0, inCode)
	line, open, indented := 0, 0, false
	levels := 0
	for k := x.next(); k != noToken; k = x.next() {
		first := line
		line += strings.Count(text[x.start:x.pos], "\n")
		switch {
		case k == openHeredoc:
			if open == 0 {
				indented = strings.HasPrefix(text[x.start:], "<<-")
				start := strings.LastIndexByte(text[:x.start], '\n') + 1
				levels = (len(text[start:x.start])-len(strings.TrimLeft(text[start:x.start], " ")))/2 + 1
			}
			open++
			continue
		case k == closeHeredoc:
			open--
			if open == 0 {
				list[first] = fixedLine{verbatim: !indented}
			}
			continue
		case k == commentToken:
			for i := first + 1; i <= line; i++ {
				list[i].verbatim = true
			}
		}
		if open > 0 {
			for i := first; i <= line; i++ {
				list[i] = fixedLine{verbatim: !indented, heredoc: indented, levels: levels}
			}
		}
	}
	return list
}
