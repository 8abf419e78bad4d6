package annotation

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// Unplaced is a comment of an annotation whose target does not exist: usually an edit of the JSON has
// deleted or renamed it.
type Unplaced struct {
	// Comments contains the comments at all positions of a "//" property.
	Comments hclwrite.Comments
	// Body is the body with the annotation.
	Body *hclwrite.Body
	// Path is the annotated path of the target in the body. Current is the same path after edits of
	// the lists on it; it is empty if the element was deleted.
	Path, Current string
	// Similar are the bodies of the tree of the hints at the path of Body: first of blocks with
	// the same labels, then with the same first label, and last of blocks of the same types.
	Similar [][]*hclwrite.Body
	// Range is the position of the path in the JSON.
	Range hcl.Range
}

// Warning returns the warning that the comments are left out. Its Extra is u.
func (u *Unplaced) Warning() *hcl.Diagnostic {
	diag := diagnostic.WarningAt(u.Range, "Comment has no target", "\"%s\" does not exist here, so its comments are not written.", u.Path)
	diag.Extra = u
	return diag
}

// UnwrapDiagnosticExtra returns the code of the warning.
func (u *Unplaced) UnwrapDiagnosticExtra() any { return diagnostic.CodeOf("Comment has no target") }

// AddToItem adds comments of a "//" property to an attribute, a block or an element. item points to the
// comments of the node. others are further comments above it. The caller must split the comments of the
// parent afterwards.
func AddToItem(node hclwrite.Node, item *hclwrite.Comments, comments hclwrite.Comments, others []string) {
	if len(comments)+len(others) == 0 {
		return
	}
	others = slices.Concat(item.At(hclwrite.Above), others)
	*item = item.Without(hclwrite.Above)
	rest := addToNode(node, item, comments)
	rest = slices.DeleteFunc(rest, func(c string) bool { return c == "" })
	item.Set(hclwrite.Above, slices.Concat(item.At(hclwrite.Above), rest, others))
}

// AddToValue adds comments to an attribute or an element, and into the brackets of its value. The
// caller must split the comments of the parent afterwards.
func AddToValue(node hclwrite.Node, item *hclwrite.Comments, value hclwrite.Expr, comments hclwrite.Comments) {
	isOuter := func(c hclwrite.Comment) bool { return c.Position.IsOf(node) }
	outer := slices.DeleteFunc(slices.Clone(comments), func(c hclwrite.Comment) bool { return !isOuter(c) })
	inner := slices.DeleteFunc(slices.Clone(comments), isOuter)
	inner.Set(hclwrite.End, TrimEnd(inner.At(hclwrite.End)))
	if c := hclwrite.CollectionOf(value); c != nil {
		c.AppendComments(inner.At(hclwrite.End))
		AddToItem(node, item, outer, addToNode(value, &c.Comments, inner.Without(hclwrite.End)))
		return
	}
	AddToItem(node, item, outer, addToNode(value, nil, inner))
}

// addToNode adds comments to a node, and returns those that do not fit at their positions.
func addToNode(node hclwrite.Node, to *hclwrite.Comments, comments hclwrite.Comments) (others []string) {
	for p := range hclwrite.Positions() {
		list := comments.At(p)
		if len(list) == 0 {
			continue
		}
		if !p.IsOf(node) {
			others = append(others, list...)
			continue
		}
		if list = slices.Concat(to.At(p), list); !p.Fits(list) {
			others, list = append(others, list...), nil
		}
		to.Set(p, list)
	}
	return others
}
