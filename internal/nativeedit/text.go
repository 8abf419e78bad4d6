package nativeedit

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
)

// newValue is how a value is written in the place of another, which may be nil, from
// an offset on whose line it starts.
func (w *editor) newValue(old, is hclwrite.Expr, at int, oneLine bool) string {
	m := margin(w.src, at)
	if text, ok := w.given(is.ExprSpan(), m); ok && !(w.isHeredoc(old) && strings.HasPrefix(text, m+`"`)) {
		return strings.TrimPrefix(text, m)
	}
	switch e := is.(type) {
	case *hclwrite.Template:
		if text, ok := w.template(old, e); ok {
			return text
		}
	case *hclwrite.Native:
		if old == nil || !strings.Contains(e.Text, "\n") {
			break
		}
		again, diags := hclwrite.ParseFile([]byte("x = "+e.Text+"\n"), "")
		if !diags.HasErrors() && len(again.Body.Items) == 1 {
			return w.lineEnds(e.Text)
		}
	case *hclwrite.Tuple, *hclwrite.Object:
		if w.onOneLine(old) || old == nil && oneLine {
			if text, ok := hclwrite.ExprLine(is); ok && len(text) <= widest {
				return text
			}
		}
	}
	return strings.TrimPrefix(hclwrite.Indent(hclwrite.ExprText(is), m, w.unit, w.newline), m)
}

// isHeredoc reports whether a value of the file is a heredoc, which a string in quotes
// takes the place of as one.
func (w *editor) isHeredoc(e hclwrite.Expr) bool {
	t, ok := e.(*hclwrite.Template)
	return ok && t.Span.End > t.Span.Start && t.Span.End <= len(w.src) &&
		strings.HasPrefix(w.src[t.Span.Start:t.Span.End], "<<")
}

// given is the text of a new part that was read elsewhere, with the margin that it gets.
func (w *editor) given(span hclwrite.Span, margin string) (string, bool) {
	if w.adopted == nil || span.Start < len(w.src) || span.End == 0 || w.granularity > inValues {
		return "", false
	}
	text, newline := w.adopted.Written(span), w.newline
	if strings.Contains(text, "\r\n") {
		newline = "\n"
	}
	text = strings.TrimPrefix(hclwrite.Outdent("\n"+text, ownMargin(text)), "\n")
	own := hclwrite.Indent(text, margin, "  ", newline)
	if canonical := hclwrite.Realign("", text, false); canonical != text {
		w.free = append(w.free, strings.TrimSpace(own))
	}
	return own, true
}

// ownMargin is that of the first line of a text that is not blank.
func ownMargin(text string) string { return margin(text, skipBlank(text, 0, len(text))) }

// innerMargin is that of the parts of what had none, which starts its line with another margin:
// of the first of them if it was given with one.
func (w *editor) innerMargin(first hclwrite.Span, outer string) string {
	if _, ok := w.given(first, ""); ok {
		text := w.adopted.Written(first)
		own := ownMargin(text)
		if len(own) > len(outer) && own != outer+w.unit && strings.HasPrefix(own, outer) {
			line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
			w.free = append(w.free, own+line)
			return own
		}
	}
	return outer + w.unit
}

// widest is how long a collection may get on one line, where its neighbours are on one.
const widest = 120

// lineEnds writes an expression with the line ends of the file.
func (w *editor) lineEnds(text string) string {
	if w.newline == "\n" || strings.Contains(text, "<<") {
		return text
	}
	return strings.ReplaceAll(text, "\n", w.newline)
}

// onOneLine reports whether a collection of the file is written on one line.
func (w *editor) onOneLine(e hclwrite.Expr) bool {
	c := hclwrite.CollectionOf(e)
	return c != nil && c.Span.End > c.Span.Start && c.Span.End <= len(w.src) &&
		!strings.Contains(w.src[c.Span.Start:c.Span.End], "\n")
}

// template is how a string is written in the place of another: as a heredoc or in
// quotes, as that was.
func (w *editor) template(old hclwrite.Expr, is *hclwrite.Template) (string, bool) {
	was, ok := old.(*hclwrite.Template)
	if !ok {
		if strings.Contains(is.Text, "\n") && !w.heredocs {
			return hclwrite.QuoteTemplate(is.Text), w.quotedLines
		}
		return "", false
	}
	source := w.src[was.Span.Start:was.Span.End]
	if !strings.HasPrefix(source, "<<") {
		if strings.Contains(was.Text, "\n") || !strings.Contains(is.Text, "\n") {
			return hclwrite.QuoteTemplate(is.Text), true
		}
		if !w.heredocs && w.quotedLines {
			return hclwrite.QuoteTemplate(is.Text), true
		}
		return "", false
	}
	return heredocLike(source, is)
}

// heredocLike writes a string as a heredoc of the same kind as the source of another.
func heredocLike(source string, is *hclwrite.Template) (string, bool) {
	if !strings.HasSuffix(is.Text, "\n") {
		return "", false
	}
	first, rest, _ := strings.Cut(source, "\n")
	end := strings.LastIndexByte(rest, '\n') + 1
	lines, last := rest[:end], rest[end:]
	indents := []string{""}
	if strings.HasPrefix(first, "<<-") {
		// Of a line that a directive strips, none is left, so that no line has lost any.
		indents = []string{leastMargin(lines), ""}
	}
	for _, indent := range indents {
		text := first + "\n" + indented(is.Text, indent) + last
		again, diags := hclwrite.ParseExpr(text+"\n", "")
		if t, ok := again.(*hclwrite.Template); !diags.HasErrors() && ok && t.Text == is.Text {
			return text, true
		}
	}
	return "", false
}

// indented is the text of a heredoc with lines that are indented, but for those whose
// indentation the end of the line before strips: a heredoc keeps that.
func indented(text, indent string) string {
	var b strings.Builder
	stripped := false
	for line := range strings.Lines(text) {
		content := strings.TrimRight(line, "\r\n")
		if content != "" && !stripped {
			b.WriteString(indent)
		}
		b.WriteString(line)
		stripped = strings.HasSuffix(content, "~}")
	}
	return b.String()
}

// leastMargin is the spaces that all lines of a text start with.
func leastMargin(text string) string {
	least, found := "", false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(trimmed) == "" {
			continue
		}
		own := line[:len(line)-len(trimmed)]
		if !found || len(own) < len(least) {
			least, found = own, true
		}
	}
	return least
}

// edits are changes of a text: stretches that go, and text that comes. Text may come
// in a stretch that goes.
type edits struct {
	gone []stretch
	come []insertion
}

type stretch struct{ start, end int }

type insertion struct {
	at, turn int
	text     string
}

// remove takes out the text between two offsets.
func (e *edits) remove(start, end int) {
	if end > start {
		e.gone = append(e.gone, stretch{start, end})
	}
}

// insert puts text at an offset, after what was put there before.
func (e *edits) insert(at int, text string) {
	if text != "" {
		e.come = append(e.come, insertion{at, len(e.come), text})
	}
}

// replace does both.
func (e *edits) replace(start, end int, text string) {
	e.remove(start, end)
	e.insert(start, text)
}

// ordered sorts the edits by place and joins stretches that overlap.
func (e *edits) ordered() {
	slices.SortFunc(e.gone, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	slices.SortFunc(e.come, func(a, b insertion) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.turn, b.turn))
	})
	joined := e.gone[:0]
	for _, s := range e.gone {
		if last := len(joined) - 1; last >= 0 && s.start <= joined[last].end {
			joined[last].end = max(joined[last].end, s.end)
			continue
		}
		joined = append(joined, s)
	}
	e.gone = joined
}

// apply returns the text from one offset to another with the edits between them,
// which must be ordered. What comes at the end is among them.
func (e *edits) apply(src string, from, to int) string {
	var b strings.Builder
	b.Grow(to - from)
	i, _ := slices.BinarySearchFunc(e.gone, from, func(s stretch, at int) int { return cmp.Compare(s.end, at+1) })
	j, _ := slices.BinarySearchFunc(e.come, from, func(s insertion, at int) int { return cmp.Compare(s.at, at) })
	pos := from
	write := func(end int) {
		for pos < end {
			next := end
			if i < len(e.gone) && e.gone[i].start <= pos {
				pos = max(pos, min(e.gone[i].end, end))
				if e.gone[i].end <= pos {
					i++
				}
				continue
			}
			if i < len(e.gone) {
				next = min(next, e.gone[i].start)
			}
			b.WriteString(src[pos:next])
			pos = next
		}
	}
	for ; j < len(e.come) && e.come[j].at <= to; j++ {
		write(e.come[j].at)
		b.WriteString(e.come[j].text)
	}
	write(to)
	return b.String()
}

// textStart is where a file starts, behind a byte order mark.
func textStart(src string) int { return len(src) - len(strings.TrimPrefix(src, "\ufeff")) }

// lineStart is the offset of the line that an offset is in.
func lineStart(src string, at int) int {
	if n := strings.LastIndexByte(src[:at], '\n'); n >= 0 {
		return n + 1
	}
	return min(at, textStart(src))
}

// lineEnd is the offset after the line that an offset is in, its end included.
func lineEnd(src string, at int) int {
	if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(src)
}

// margin is the white space at the start of the line that an offset is in.
func margin(src string, at int) string {
	line := src[lineStart(src, at):]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

var (
	// aComment is a comment or a comma: what is between tokens besides white space.
	aComment = regexp.MustCompile(`,|(#|//)[^\n]*|/\*(?s:.*?)(\*/|\z)`)
	// onLine are the comments from an offset to the end of its line.
	onLine = regexp.MustCompile(`^([ \t]*/\*(?s:.*?)\*/)*([ \t]*(#|//)[^\n]*)?`)
)

// behind is the offset after the comments that follow an offset on its line.
func behind(src string, at int) int {
	return at + len(strings.TrimSuffix(onLine.FindString(src[at:]), "\r"))
}

// comment is a comment in a stretch without other tokens but separators.
type comment struct {
	start, end int
	own        bool // it starts its line
}

// commentsBetween finds the comments between two offsets, and the first comma
// outside of them, or -1.
func commentsBetween(src string, start, end int) (list []comment, comma int) {
	comma = -1
	for _, found := range aComment.FindAllStringIndex(src[start:end], -1) {
		from, to := start+found[0], start+found[1]
		switch {
		case src[from] != ',':
			own := strings.TrimLeft(src[lineStart(src, from):from], " \t") == ""
			list = append(list, comment{start: from, end: to, own: own})
		case comma < 0:
			comma = from
		}
	}
	return list, comma
}

// blankLines is how many lines of a text without tokens are blank: it is between
// the end of a line and the start of another.
func blankLines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			n++
		}
	}
	return n
}

// trailingBlank is how many blank lines a text of whole lines ends with.
func trailingBlank(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if n++; strings.TrimSpace(line) != "" {
			n = 0
		}
	}
	return n
}
