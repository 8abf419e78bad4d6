package convert

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/notepath"
)

// UnplacedComment is a comment of an annotation whose target does not exist: usually an edit of
// the JSON has deleted or renamed it.
type UnplacedComment struct {
	hclwrite.Comments
	hclwrite.BracketComments
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
func (u *UnplacedComment) All() hclwrite.AllComments {
	return hclwrite.AllComments{Above: &u.Above, Open: &u.Open, End: &u.End, After: &u.After}
}

// PlaceAt adds the comments to those of an attribute or an element, and to those in the brackets of
// its value.
func (u *UnplacedComment) PlaceAt(comments *hclwrite.Comments, value hclwrite.Expr) {
	commentValue(comments, value, &u.Comments, &u.BracketComments)
}

// commentValue puts comments next to something with a value, and into the brackets of the value.
func commentValue(
	item *hclwrite.Comments, value hclwrite.Expr, comments *hclwrite.Comments, brackets *hclwrite.BracketComments,
) {
	brackets.End = notepath.TrimEnd(brackets.End)
	commentItem(item, comments, put(hclwrite.CommentsOf(value), brackets.All()))
}

// addUnplaced adds comments at a path to the unplaced ones.
func (r *bodyReader) addUnplaced(body *hclwrite.Body, at *notedPath, current string) {
	u := UnplacedComment{
		Comments: at.Comments, BracketComments: at.BracketComments,
		Body: body, Path: at.path, Current: current, Range: *r.file.span(at.span.Start, at.span.End),
	}
	for p := allLabels; r.hints != nil && p <= typeOnly; p++ {
		u.Similar = append(u.Similar, r.hints.bodies(p).bodies)
	}
	*r.file.opts.Unplaced = append(*r.file.opts.Unplaced, u)
}
