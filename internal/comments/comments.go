// Package comments adds comments to the nodes of a tree.
package comments

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
)

// Unplaced is a comment of an annotation whose target does not exist: usually an edit of the JSON has
// deleted or renamed it.
type Unplaced struct {
	hclwrite.Comments
	hclwrite.BracketComments
	End []string
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

// All returns the comments at their positions.
func (u *Unplaced) All() hclwrite.AllComments {
	return Combine(&u.Comments, &u.BracketComments, &u.End)
}

// Combine returns the comments next to a node and in its brackets at their positions.
func Combine(c *hclwrite.Comments, b *hclwrite.BracketComments, end *[]string) hclwrite.AllComments {
	all := c.All()
	all.Open, all.End = &b.Open, end
	return all
}

// AddToItem adds comments to an item or an element. others are further comments above it.
func AddToItem(item, comments *hclwrite.Comments, others []string) {
	others = slices.Concat(item.Above, others)
	item.Above = nil
	rest := AddToNode(item.All(), comments.All())
	rest = slices.DeleteFunc(rest, func(c string) bool { return c == "" })
	item.Above = slices.Concat(item.Above, rest, others)
}

// AddToValue adds comments to an attribute or an element, and into the brackets of its value. The
// caller must split the comments of the parent afterwards.
func AddToValue(
	item *hclwrite.Comments, value hclwrite.Expr, comments *hclwrite.Comments, brackets *hclwrite.BracketComments,
	end []string,
) {
	others := AddToNode(hclwrite.CommentsOf(value), brackets.All())
	end = annotationpath.TrimEnd(end)
	if c := hclwrite.CollectionOf(value); c != nil {
		c.AppendComments(end)
		end = nil
	}
	AddToItem(item, comments, slices.Concat(others, end))
}

// AddToNode adds comments to a node, and returns those that do not fit at their positions.
func AddToNode(node, comments hclwrite.AllComments) (others []string) {
	for p, list := range comments.Lists() {
		switch at := node.At(p); {
		case len(*list) == 0:
		case at == nil:
			others = append(others, *list...)
		case p.Fits == nil:
			*at = annotationpath.JoinParagraphs(*at, *list)
		default:
			if *at = slices.Concat(*at, *list); !p.Fits(*at) {
				others, *at = append(others, *at...), nil
			}
		}
	}
	return others
}
