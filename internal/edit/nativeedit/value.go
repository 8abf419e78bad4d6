package nativeedit

import (
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// newValue returns the text of the value is, which replaces old. old may be nil. margin is the
// indentation of its line. room is true if the text can end with a heredoc.
func (w *editor) newValue(old, is hclwrite.Expr, margin string, oneLine, room bool) string {
	text := w.valueText(old, is, margin, oneLine)
	if room || !hcltext.NeedsNewline(text) {
		return text
	}
	if t, ok := is.(*hclwrite.Template); ok {
		return hcltext.QuoteTemplate(t.Text)
	}
	return "(" + text + w.newline + margin + ")"
}

// valueText is newValue without the changes for a place in which no heredoc can end.
func (w *editor) valueText(old, is hclwrite.Expr, m string, oneLine bool) string {
	if text, ok := w.givenText(is, m); ok && !(w.isHeredoc(old) && strings.HasPrefix(text, m+`"`)) {
		return strings.TrimPrefix(text, m)
	}
	switch e := is.(type) {
	case *hclwrite.Template:
		old, _ := old.(*hclwrite.Template)
		if e.Text == "" || strings.Contains(e.Text, "\n") && w.quotesLines {
			return hcltext.QuoteTemplate(e.Text)
		}
		text := w.file.TemplateText(e, old, m, w.unit)
		if strings.HasPrefix(text, "<<") {
			return strings.Replace(text, "\n", w.newline, 1)
		}
		return text
	case *hclwrite.Native:
		if old != nil && !hcltext.NeedsParentheses(e.Text) {
			return w.withLineEnds(e.Text)
		}
	case *hclwrite.Tuple, *hclwrite.Object:
		if w.isOnOneLine(old) || old == nil && oneLine {
			if text, ok := hclwrite.OneLine(is); ok && len(text) <= maxWidth {
				return text
			}
		}
	}
	return strings.TrimPrefix(hcltext.Indent(hclwrite.ExprText(is), m, w.unit, w.newline), m)
}

// isHeredoc reports whether a value of the file is a heredoc.
func (w *editor) isHeredoc(e hclwrite.Expr) bool {
	t, ok := e.(*hclwrite.Template)
	return ok && t.Span.End > t.Span.Start && t.Span.End <= len(w.src) &&
		strings.HasPrefix(w.src[t.Span.Start:t.Span.End], "<<")
}

// endsWithHeredoc reports whether a range of the source ends with a heredoc.
func (w *editor) endsWithHeredoc(span hclwrite.Span) bool {
	text := w.src[span.Start:span.End]
	return strings.Contains(text, "<<") && hcltext.NeedsNewline(text)
}

// isGiven reports whether a text was given for a node.
func (w *editor) isGiven(node hclwrite.Node) bool {
	if w.changes == nil {
		return false
	}
	_, given := w.changes.Given[node]
	return given
}

// givenText returns the given text of a new part with its later changes, indented by margin. It returns false if no text
// was given.
func (w *editor) givenText(node hclwrite.Node, margin string) (text string, ok bool) {
	if !w.isGiven(node) {
		return "", false
	}
	if text = w.changes.Given[node].Text; w.changes.IsStale(node) {
		if _, isElement := node.(*hclwrite.Element); isElement {
			return "", false
		}
		text = EditedText(w.changes, w.changes.Before(node), node, text)
	}
	newline := w.newline
	if strings.Contains(text, "\r\n") {
		newline = "\n"
	}
	text = strings.TrimPrefix(hcltext.Outdent("\n"+text, ownMargin(text)), "\n")
	return hcltext.Indent(text, margin, canonicalUnit, newline), true
}

// ownMargin returns the indentation of the first nonblank line of a text.
func ownMargin(text string) string { return Margin(text, skipBlankLines(text, 0, len(text))) }

// innerMargin returns the indentation for the parts of an empty container. If the given text of the
// first part has a deeper indentation than the container, it returns this indentation. Otherwise it
// returns one more level than outer.
func (w *editor) innerMargin(first hclwrite.Node, outer string) string {
	if w.isGiven(first) {
		own := w.changes.Given[first].Margin
		if len(own) > len(outer) && own != outer+w.unit && strings.HasPrefix(own, outer) {
			return own
		}
	}
	return outer + w.unit
}

// maxWidth is the maximum length of a new collection on one line.
const maxWidth = 120

// withLineEnds returns an expression with the line ends of the file.
func (w *editor) withLineEnds(text string) string {
	if w.newline == "\n" || strings.Contains(text, "<<") {
		return text
	}
	return strings.ReplaceAll(text, "\n", w.newline)
}

// isOnOneLine reports whether a collection of the file is on one line.
func (w *editor) isOnOneLine(e hclwrite.Expr) bool {
	c := hclwrite.CollectionOf(e)
	return c != nil && c.Span.End > c.Span.Start && c.Span.End <= len(w.src) &&
		!strings.Contains(w.src[c.Span.Start:c.Span.End], "\n")
}
