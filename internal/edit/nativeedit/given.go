package nativeedit

import (
	"cmp"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// Given contains texts that the user gave for new nodes of a tree. The positions of these nodes are
// offsets after the end of the file's source.
type Given struct {
	source string
	texts  *strings.Builder
	// known maps a text to its offset.
	known map[string]int
}

// NewGiven returns an empty Given for the source of a file.
func NewGiven(source string) *Given {
	return &Given{source: source, texts: new(strings.Builder), known: map[string]int{}}
}

// For returns the same texts for another source.
func (g *Given) For(source string) *Given {
	return &Given{source: source, texts: g.texts, known: g.known}
}

// HasTexts reports whether a text was given.
func (g *Given) HasTexts() bool { return g.texts.Len() > 0 }

// Contains reports whether a position is in a given text.
func (g *Given) Contains(at hclwrite.Span) bool { return at.Start >= len(g.source) && at.End > 0 }

// Margin returns the white space at the start of the line with a position.
func (g *Given) Margin(at hclwrite.Span) string {
	if g.Contains(at) {
		return Margin(g.texts.String(), at.Start-len(g.source))
	}
	return Margin(g.source, at.Start)
}

// Text returns the text at a position in the source of the file or in a given text. It returns ""
// for a node without a position.
func (g *Given) Text(at hclwrite.Span) string {
	if at.Start < len(g.source) {
		return g.source[at.Start:at.End]
	}
	return g.texts.String()[at.Start-len(g.source) : at.End-len(g.source)]
}

// addParsed adds a parsed text, and changes the positions of its nodes to positions in g.
func (g *Given) addParsed(parsed *hclwrite.File) {
	at, known := g.known[parsed.Source()]
	if !known {
		at = g.texts.Len()
		g.known[parsed.Source()] = at
		g.texts.WriteString(parsed.Source())
	}
	at += len(g.source)
	hclwrite.Walk(&parsed.Body, func(node hclwrite.Node) bool {
		for _, span := range treediff.Spans(node) {
			span.Start, span.End = span.Start+at, span.End+at
		}
		return true
	})
}

// setSpan sets the position of the whole node.
func setSpan(node hclwrite.Node, span hclwrite.Span) {
	if spans := treediff.Spans(node); spans != nil {
		*spans[0] = span
	}
}

// ClearSpans removes the positions of a node and of all nodes in it.
func ClearSpans(node hclwrite.Node) {
	hclwrite.Walk(node, func(node hclwrite.Node) bool {
		for _, span := range treediff.Spans(node) {
			*span = hclwrite.Span{}
		}
		return true
	})
}

// ParseValue parses an expression that the edit writes with the given text.
func (g *Given) ParseValue(text string) (hclwrite.Expr, hcl.Diagnostics) {
	e, diags := hclwrite.ParseExpr(text+"\n", "the expression")
	if diags.HasErrors() {
		return nil, diags
	}
	given, diags := hclwrite.ParseFile([]byte("x = "+text+"\n"), "the expression")
	if diags.HasErrors() || len(given.Body.Items) != 1 {
		ClearSpans(e)
		return e, nil
	}
	g.addParsed(given)
	a := given.Body.Items[0].(*hclwrite.Attribute)
	setSpan(a.Expr, a.ValueSpan)
	return a.Expr, nil
}

// ParseParts parses a text with parts for a body, an object or a tuple. The edit writes each part
// with the given lines, including its comments and its comma. wrong is the reason if the container
// cannot contain the parts.
func (g *Given) ParseParts(text string, body, object bool) (parts []hclwrite.Node, wrong string) {
	lead, tail, what := "x = [\n", "\n]\n", " is no element"
	switch {
	case body:
		lead, tail, what = "\n", "\n", " is neither an argument (name = value) nor a block"
	case object:
		lead, tail, what = "x = {\n", "\n}\n", " is no item (key = value)"
	}
	what = "cannot get it: " + cmp.Or(text, "an empty text") + what
	given, diags := hclwrite.ParseFile([]byte(lead+text+tail), "the text")
	if diags.HasErrors() {
		return nil, what + ": " + diags[0].Summary + ". " + strings.TrimSuffix(diags[0].Detail, ".")
	}
	var ends bool
	given.Body.Items, ends = joinGroups(given.Body.Items, hclwrite.ItemComments)
	if parts = treediff.Parts(&given.Body, nil); !body && len(parts) > 0 {
		list := hclwrite.CollectionOf(parts[0].(*hclwrite.Attribute).Expr)
		if list == nil || len(parts) > 1 {
			return nil, what
		}
		list.Items, ends = joinGroups(list.Items, func(item hclwrite.CollectionItem) *hclwrite.Comments {
			return &item.(*hclwrite.Element).Comments
		})
		parts = treediff.Parts(nil, list)
	}
	switch {
	case len(parts) == 0:
		return nil, what
	case ends:
		return nil, "cannot get it: comments are after the last part, and not above one or on its line"
	}
	// Whole lines include their line ends.
	start, end, source := len(lead), len(lead)+len(text), given.Source()
	for i, part := range parts {
		at, _ := treediff.SpanAndParts(part)
		if e, ok := part.(*hclwrite.Element); ok {
			setSpan(e.Value, e.ValueSpan)
			at.End = e.ValueSpan.End
		}
		next := lineEnd(source[:end], at.End)
		if i == len(parts)-1 {
			next = end
		}
		if at.Start >= start {
			at = hclwrite.Span{Start: start, End: next}
			if !strings.HasSuffix(text, "\n") && source[next-1] == '\n' {
				at.End--
			}
		}
		start = next
		setSpan(part, at)
	}
	g.addParsed(given)
	return parts, ""
}

// joinGroups moves the comment groups of a body or collection to the comments above the next items, and
// returns the other items. It reports whether groups remain at the end.
func joinGroups[T hclwrite.Node](items []T, commentsOf func(T) *hclwrite.Comments) (rest []T, ends bool) {
	var above []string
	for _, item := range items {
		if group, ok := any(item).(*hclwrite.CommentGroup); ok {
			above = append(append(above, group.Lines...), "")
			continue
		}
		if above != nil {
			comments := commentsOf(item)
			comments.Set(hclwrite.Above, append(above, comments.At(hclwrite.Above)...))
			above = nil
		}
		rest = append(rest, item)
	}
	return rest, len(above) > 0
}
