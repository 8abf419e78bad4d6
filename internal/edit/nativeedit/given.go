package nativeedit

import (
	"cmp"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// ClearSpans removes the positions of a node and of all nodes in it.
func ClearSpans(node hclwrite.Node) {
	hclwrite.Walk(node, func(node hclwrite.Node) bool {
		for _, span := range treediff.Spans(node) {
			*span = hclwrite.Span{}
		}
		return true
	})
}

// keepTexts records the texts of all nodes in a parsed text, and removes their positions: the file does not contain them.
func keepTexts(c *treediff.Changes, parsed *hclwrite.File) {
	src, pos, margin := parsed.Source(), 0, ""
	given := func(start, end int) treediff.Given { // the starts are in order
		if strings.Contains(src[pos:start], "\n") {
			margin = Margin(src, start)
		}
		pos = start
		return treediff.Given{Text: src[start:end], Margin: margin}
	}
	hclwrite.Walk(&parsed.Body, func(node hclwrite.Node) bool {
		switch node := node.(type) {
		case *hclwrite.Block:
			c.Given[node] = given(node.Span.Start, node.Span.End)
		case *hclwrite.Attribute:
			c.Given[node] = given(node.Span.Start, node.Span.End)
			c.Given[node.Expr] = given(node.ValueSpan.Start, node.ValueSpan.End)
		case *hclwrite.Element:
			at := elementSpan(node)
			c.Given[node], c.Given[node.Value] = given(at.Start, at.End), given(node.ValueSpan.Start, node.ValueSpan.End)
		}
		return true
	})
	ClearSpans(&parsed.Body)
}

// elementSpan returns the position of an element with its key.
func elementSpan(e *hclwrite.Element) hclwrite.Span {
	if e.Key == nil {
		return e.ValueSpan
	}
	return hclwrite.Span{Start: e.Key.Span.Start, End: e.ValueSpan.End}
}

// ParseValue parses an expression that the edit writes with the given text.
func ParseValue(c *treediff.Changes, text string) (hclwrite.Expr, hcl.Diagnostics) {
	e, diags := hclwrite.ParseExpr(text+"\n", "the expression")
	if diags.HasErrors() {
		return nil, textError(text, diags, 0, text+" is not an expression")
	}
	given, diags := hclwrite.ParseFile([]byte("x = "+text+"\n"), "the expression")
	if diags.HasErrors() || len(given.Body.Items) != 1 {
		ClearSpans(e)
		return e, nil
	}
	keepTexts(c, given)
	return given.Body.Items[0].(*hclwrite.Attribute).Expr, nil
}

// ParseParts parses a text with parts for a body, an object or a tuple. The edit writes each part
// with the given lines, including its comments and its comma. It is an error if the container cannot contain the parts.
func ParseParts(c *treediff.Changes, text string, body, object bool) (parts []hclwrite.Node, diags hcl.Diagnostics) {
	lead, tail, what := "x = [\n", "\n]\n", " is no element"
	switch {
	case body:
		lead, tail, what = "\n", "\n", " is neither an argument (name = value) nor a block"
	case object:
		lead, tail, what = "x = {\n", "\n}\n", " is no item (key = value)"
	}
	what = cmp.Or(text, "an empty text") + what
	given, diags := hclwrite.ParseFile([]byte(lead+text+tail), "")
	if diags.HasErrors() {
		return nil, textError(text, diags, len(lead), what)
	}
	var ends bool
	given.Body.Items, ends = joinGroups(given.Body.Items, hclwrite.ItemComments)
	if parts = treediff.Parts(&given.Body, nil); !body && len(parts) > 0 {
		list := hclwrite.CollectionOf(parts[0].(*hclwrite.Attribute).Expr)
		if list == nil || len(parts) > 1 {
			return nil, textError(text, nil, 0, what)
		}
		list.Items, ends = joinGroups(list.Items, func(item hclwrite.CollectionItem) *hclwrite.Comments {
			return &item.(*hclwrite.Element).Comments
		})
		parts = treediff.Parts(nil, list)
	}
	switch {
	case len(parts) == 0:
		return nil, textError(text, nil, 0, what)
	case ends:
		return nil, textError(text, nil, 0, "comments are after the last part, and not above one or on its line")
	}
	// Whole lines include their line ends.
	start, end, next, source := len(lead), len(lead)+len(text), 0, given.Source()
	lines := make([]treediff.Given, len(parts))
	for i, part := range parts {
		at := hclwrite.SpanOf(part)
		e, isElement := part.(*hclwrite.Element)
		if isElement {
			at = elementSpan(e)
		}
		last := at.End
		if next <= last {
			next = lineEnd(source[:end], last)
		}
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
		lines[i] = treediff.Given{Text: source[at.Start:at.End], Margin: ownMargin(source[at.Start:at.End])}
		if isElement {
			_, comma := commentsBetween(source, last, at.End)
			lines[i].Text, lines[i].HasComma = source[elementSpan(e).Start:last], comma >= 0
		}
	}
	keepTexts(c, given)
	for i, part := range parts {
		c.Given[part] = lines[i]
	}
	return parts, nil
}

// textError returns the error that a given text cannot be used, with its position in the text. diags are the diagnostics of
// the parser, or nil, and lead is the length of other text before it.
func textError(text string, diags hcl.Diagnostics, lead int, what string) hcl.Diagnostics {
	start, end := 0, len(text)
	if diags.HasErrors() {
		what += ": " + diags[0].Summary + ". " + strings.TrimSuffix(diags[0].Detail, ".")
		if at := diags[0].Subject; at != nil {
			start, end = min(max(at.Start.Byte-lead, 0), end), min(max(at.End.Byte-lead, 0), end)
		}
	}
	rng := hcltext.NewPositions([]byte(text)).Range("the text", start, end)
	return hcl.Diagnostics{diagnostic.ErrorAt(rng, "Invalid text", "%s", what)}
}

// EditedText returns the text of a node after its changes. old is the node before the changes, and text its text.
func EditedText(c *treediff.Changes, old, node hclwrite.Node, text string) string {
	head := ""
	if e, ok := node.(hclwrite.Expr); ok {
		head, old, node = "x = ", &hclwrite.Attribute{Name: "x", Expr: old.(hclwrite.Expr)}, &hclwrite.Attribute{Name: "x", Expr: e}
	}
	item := node.(hclwrite.Item)
	file, diags := hclwrite.ParseFile([]byte(head+strings.TrimSuffix(text, "\n")+"\n"), "")
	if diags.HasErrors() {
		return text // the comparison of the result with the tree finds the difference
	}
	file.Body.Items, _ = joinGroups(file.Body.Items, hclwrite.ItemComments)
	tree := &hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{item}}}
	out, _ := newWriter(file, c.ItemScript(old.(hclwrite.Item), item), tree, c).result()
	return strings.TrimPrefix(strings.TrimSuffix(string(out), "\n"), head)
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
