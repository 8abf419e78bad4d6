package nativeedit

import (
	"iter"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
)

// newValue is how a value is written in the place of another, which may be nil, from
// an offset on whose line it starts. room: it can end with a heredoc.
func (w *editor) newValue(old, is hclwrite.Expr, at int, oneLine, room bool) string {
	text := w.valueText(old, is, at, oneLine)
	if room || !hcltext.NeedsNewline(text) {
		return text
	}
	if t, ok := is.(*hclwrite.Template); ok {
		return hcltext.QuoteTemplate(t.Text)
	}
	return "(" + text + w.newline + Margin(w.src, at) + ")"
}

func (w *editor) valueText(old, is hclwrite.Expr, at int, oneLine bool) string {
	m := Margin(w.src, at)
	if text, ok := w.given(is.ExprSpan(), m); ok && !(w.isHeredoc(old) && strings.HasPrefix(text, m+`"`)) {
		return strings.TrimPrefix(text, m)
	}
	switch e := is.(type) {
	case *hclwrite.Template:
		if text, ok := w.template(old, e); ok {
			return text
		}
	case *hclwrite.Native:
		if old != nil && strings.Contains(e.Text, "\n") && needsNone(e) {
			return w.lineEnds(e.Text)
		}
	case *hclwrite.Tuple, *hclwrite.Object:
		if w.onOneLine(old) || old == nil && oneLine {
			if text, ok := w.adopted.Line(is); ok && len(text) <= widest {
				return text
			}
		}
	}
	return strings.TrimPrefix(hcltext.Indent(hclwrite.ExprText(is), m, w.unit, w.newline), m)
}

// needsNone reports whether an expression needs no parentheses, on however many lines it is.
func needsNone(e *hclwrite.Native) bool {
	if !strings.Contains(e.Text, "\n") {
		return true
	}
	again, diags := hclwrite.ParseFile([]byte("x = "+e.Text+"\n"), "")
	return !diags.HasErrors() && len(again.Body.Items) == 1
}

// isHeredoc reports whether a value of the file is a heredoc, which a string in quotes
// takes the place of as one.
func (w *editor) isHeredoc(e hclwrite.Expr) bool {
	t, ok := e.(*hclwrite.Template)
	return ok && t.Span.End > t.Span.Start && t.Span.End <= len(w.src) &&
		strings.HasPrefix(w.src[t.Span.Start:t.Span.End], "<<")
}

// heredoc reports whether the source ends with a heredoc somewhere.
func (w *editor) heredoc(span hclwrite.Span) bool {
	text := w.src[span.Start:span.End]
	return strings.Contains(text, "<<") && hcltext.NeedsNewline(text)
}

// given is the text of a new part that was read elsewhere, with the margin that it gets.
func (w *editor) given(span hclwrite.Span, margin string) (string, bool) {
	if w.adopted == nil || span.Start < len(w.src) || span.End == 0 {
		return "", false
	}
	text, newline := w.adopted.Written(span), w.newline
	if strings.Contains(text, "\r\n") {
		newline = "\n"
	}
	text = strings.TrimPrefix(hcltext.Outdent("\n"+text, ownMargin(text)), "\n")
	own := hcltext.Indent(text, margin, "  ", newline)
	if string(new(hcltext.Layouter).Layout(nil, text)) != text {
		w.free = append(w.free, strings.TrimSpace(own))
	}
	return own, true
}

// ownMargin is that of the first line of a text that is not blank.
func ownMargin(text string) string { return Margin(text, skipBlank(text, 0, len(text))) }

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
			return hcltext.QuoteTemplate(is.Text), w.quotedLines
		}
		return "", false
	}
	source := w.src[was.Span.Start:was.Span.End]
	if !strings.HasPrefix(source, "<<") {
		if strings.Contains(was.Text, "\n") || !strings.Contains(is.Text, "\n") {
			return hcltext.QuoteTemplate(is.Text), true
		}
		if !w.heredocs && w.quotedLines {
			return hcltext.QuoteTemplate(is.Text), true
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

// indented is the text of a heredoc with lines that are indented, but for those that keep theirs.
func indented(text, indent string) string {
	var b strings.Builder
	for line, kept := range heredocLines(text) {
		if strings.TrimRight(line, "\r\n") != "" && !kept {
			b.WriteString(indent)
		}
		b.WriteString(line)
	}
	return b.String()
}

// heredocLines are the lines of a heredoc. kept: none of the indentation of a line is removed,
// since a strip marker takes the end of the line before.
func heredocLines(text string) iter.Seq2[string, bool] {
	return func(yield func(line string, kept bool) bool) {
		kept := false
		for line := range strings.Lines(text) {
			if !yield(line, kept) {
				return
			}
			kept = strings.HasSuffix(strings.TrimRight(line, " \t\r\n"), "~}")
		}
	}
}

// leastMargin is the spaces that all lines of a heredoc start with which lose some.
func leastMargin(text string) string {
	least, found := "", false
	for line, kept := range heredocLines(text) {
		trimmed := strings.TrimLeft(line, " \t")
		if kept || strings.TrimSpace(trimmed) == "" {
			continue
		}
		own := line[:len(line)-len(trimmed)]
		if !found || len(own) < len(least) {
			least, found = own, true
		}
	}
	return least
}
