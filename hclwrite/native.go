package hclwrite

import (
	"bytes"
	"strings"
)

// valueLead stands before an expression that is laid out on several lines, since
// the first = of a line makes a cell.
const valueLead = "x = "

// line appends the tokens up to the end of the text, or of the sequence that they
// start with, as they stand on one line. last is the kind of the last one.
func (x *lexer) line(dst []byte) (out []byte, last kind) {
	outside, before := x.context, assignToken
	if outside == inQuotes {
		before = openQuote
	}
	// Most text is laid out already and appended in one piece.
	done, end := x.pos, x.pos
	for first := true; ; first = false {
		k := x.next()
		if k == noToken {
			break
		}
		k = inContext(before, k, x.src[x.start:x.pos])
		blanks := 0
		if !first && (spaced[before][k] || k == dotToken && before == numberToken && endsNumber(x.src, x.pos)) {
			blanks = 1
		}
		if x.start-end != blanks || blanks > 0 && x.src[end] != ' ' {
			dst = appendBlanks(append(dst, x.src[done:end]...), blanks)
			done = x.start
		}
		before, end = k, x.pos
		if outside == inQuotes && len(x.outer) == 0 {
			break
		}
	}
	return append(dst, x.src[done:end]...), before
}

// oneLine appends an expression as it stands on one line. It reports false when
// the expression takes more than one.
func (p *printer) oneLine(dst []byte, text string) ([]byte, bool) {
	if strings.IndexByte(text, '\n') >= 0 {
		return dst, false
	}
	p.layouter.lexer.reset(text, 0, inCode)
	dst, last := p.layouter.lexer.line(dst)
	return dst, last != lineCommentToken
}

// sequence appends the sequence at an offset of a template, laid out, and returns
// its end.
func (p *printer) sequence(dst []byte, template string, start int) (out []byte, end int) {
	mark := len(dst)
	x := &p.layouter.lexer
	x.reset(template, start, inQuotes)
	dst, _ = x.line(dst)
	if strings.IndexByte(template[start:x.pos], '\n') >= 0 {
		p.uncertain = true
		dst = append(dst[:mark], template[start:x.pos]...)
	}
	return dst, x.pos
}

// value lays out an expression that does not fit on one line, as the value of an
// attribute.
func (l *layouter) value(text string) {
	if !standsAlone(text) {
		text = "(\n" + strings.TrimRight(text, "\n") + "\n)"
	}
	l.out = l.layout(l.out[:0], valueLead+text+"\n")
	l.shape()
}

// shape finds out what the printer has to know of the value that was laid out.
func (l *layouter) shape() {
	l.verbatim = append(l.verbatim[:0], make([]bool, bytes.Count(l.out, []byte{'\n'})+1)...)
	l.uncertain = false
	line, net, heredocs := 0, 0, 0
	first := true
	for _, t := range l.tokens {
		start := line
		line += strings.Count(l.lexer.src[t.start:t.end], "\n")
		switch {
		case first && openers.has(t.kind):
			net++
		case first && closers.has(t.kind):
			net--
		case t.kind == openHeredoc:
			heredocs++
			continue
		case t.kind == closeHeredoc:
			heredocs--
			l.verbatim[line] = true
		case t.kind == commentToken:
			l.uncertain = true
			l.mark(start+1, line)
		case t.kind == lineCommentToken, t.kind == newlineToken:
			first = false
			l.uncertain = l.uncertain || heredocs > 0 || t.kind == lineCommentToken
		}
		if heredocs > 0 {
			l.mark(start, line)
		}
	}
	l.joins = net == 0
}

// text is the value that was laid out.
func (l *layouter) text() []byte {
	return l.out[len(valueLead) : len(l.out)-len("\n")]
}

// heredoc reports whether the value that was laid out ends with a heredoc.
func (l *layouter) heredoc() bool {
	return l.tokens[len(l.tokens)-2].kind == closeHeredoc
}

// mark marks lines as verbatim.
func (l *layouter) mark(from, to int) {
	for line := from; line <= to; line++ {
		l.verbatim[line] = true
	}
}

// standsAlone reports whether an expression can be the value of an attribute
// without parentheses: no newline stands outside of brackets, nor a comment that
// would swallow what follows. The brackets of a full splat do not count.
func standsAlone(text string) bool {
	var room [8]level
	x := lexer{outer: room[:0]}
	x.reset(text, 0, inCode)
	depth, splat := 0, 0
	before := noToken
	newline, broken := false, false // behind before; where it counts
	for {
		k := x.next()
		switch {
		case k == noToken:
			return true
		case k == newlineToken:
			newline = true
			broken = broken || depth == splat
			continue
		case k == lineCommentToken && depth <= splat, broken:
			// The newline behind a heredoc breaks the line only if something
			// follows it.
			return false
		case k == commentToken:
			continue
		case k == lineCommentToken:
			newline = true
			continue
		case openers.has(k):
			depth++
		case closers.has(k):
			depth--
			splat = min(splat, depth)
		case before == openBracket && depth == splat+1 && text[x.start] == '*':
			splat = depth
			broken = newline
		}
		before, newline = k, false
	}
}

// mayNeedNewline looks at the last line of an expression alone, which is the marker
// of a heredoc, or holds one of a comment, if the expression ends with either.
func mayNeedNewline(text string) bool {
	text = strings.TrimSpace(text)
	start := strings.LastIndexByte(text, '\n') + 1
	last := text[start:]
	return strings.Contains(last, "#") || strings.Contains(last, "//") ||
		hclIdentifier(strings.TrimSpace(last)) && strings.Contains(text[:start], "<<")
}

// NeedsNewline reports whether an expression ends with a heredoc or a line
// comment, so that a closing bracket has to stand on the next line.
func NeedsNewline(text string) bool {
	if !mayNeedNewline(text) {
		return false
	}
	last := lastToken(text)
	return last == closeHeredoc || last == lineCommentToken
}

// endsWithHeredoc reports whether an expression, as the printer writes it, ends
// with a heredoc, so that nothing can follow on its last line.
func endsWithHeredoc(text string) bool {
	return strings.Contains(text, "<<") && lastToken(text) == closeHeredoc && standsAlone(text)
}

// lastToken returns the kind of the last token but for newlines.
func lastToken(text string) kind {
	var room [8]level
	x := lexer{outer: room[:0]}
	x.reset(text, 0, inCode)
	last := noToken
	for {
		switch k := x.next(); k {
		case noToken:
			return last
		case newlineToken:
		default:
			last = k
		}
	}
}
