package nativeedit

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/treediff"
)

// GivenValue reads an expression and adopts it into a file. The edit writes it with the given text.
func GivenValue(file *hclwrite.File, text string) (hclwrite.Expr, hcl.Diagnostics) {
	e, diags := hclwrite.ParseExpr(text+"\n", "the expression")
	if diags.HasErrors() {
		return nil, diags
	}
	given, diags := hclwrite.ParseFile([]byte("x = "+text+"\n"), "the expression")
	if diags.HasErrors() || len(given.Body.Items) != 1 {
		hclwrite.Walk(e, hclwrite.Span{}.Place)
		return e, nil
	}
	file.Adopt(given)
	a := given.Body.Items[0].(*hclwrite.Attribute)
	a.ValueSpan.Place(a.Expr)
	return a.Expr, nil
}

// Given reads the parts of a text for a body, an object or a tuple, and adopts them into a file. The
// edit writes each part with the given lines, including its comments and its comma. wrong is the
// reason if the container cannot get the parts.
func Given(file *hclwrite.File, text string, body, object bool) (parts []hclwrite.Node, wrong string) {
	lead, tail, what := "x = [\n", "\n]\n", " is no element"
	switch {
	case body:
		lead, tail, what = "\n", "\n", " is neither an argument (name = value) nor a block"
	case object:
		lead, tail, what = "x = {\n", "\n}\n", " is no item (key = value)"
	}
	what = "cannot get it: " + text + what
	given, diags := hclwrite.ParseFile([]byte(lead+text+tail), "the text")
	if diags.HasErrors() {
		return nil, what + ": " + diags[0].Summary + ". " + strings.TrimSuffix(diags[0].Detail, ".")
	}
	ends := joinGroups(&given.Body)
	if parts = treediff.Parts(&given.Body, nil); !body && len(parts) > 0 {
		list := hclwrite.CollectionOf(parts[0].(*hclwrite.Attribute).Expr)
		if list == nil || len(parts) > 1 {
			return nil, what
		}
		parts, ends = treediff.Parts(nil, list), len(list.End) > 0
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
		at, _ := treediff.PartOf(part)
		if e, ok := part.(*hclwrite.Element); ok {
			e.ValueSpan.Place(e.Value)
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
		at.Place(part)
	}
	file.Adopt(given)
	return parts, ""
}

// joinGroups moves the groups of comments of a body above the items that follow them. It reports
// whether groups remain at the end.
func joinGroups(b *hclwrite.Body) (ends bool) {
	var above []string
	for _, item := range b.Items {
		if group, ok := item.(*hclwrite.CommentGroup); ok {
			above = append(append(above, group.Lines...), "")
			continue
		}
		comments := hclwrite.ItemComments(item)
		comments.Above, above = append(above, comments.Above...), nil
	}
	b.Items = b.Content()
	return len(above) > 0
}
