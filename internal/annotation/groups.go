package annotation

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// A "//" property has no position for comment groups. The groups before the first item of a body have
// the position Inside, and the groups after the last item have the position End. All other groups
// precede the comments above the next item. An empty string separates two groups.

// ungrouped contains the items of a body or a collection, separated from its comment groups.
type ungrouped[T hclwrite.Node] struct {
	Items []T
	// Comments contains the groups at the start and at the end.
	Comments hclwrite.Comments
	// Above maps an item to the lines of the groups before it. An empty string follows each group.
	Above map[any][]string
}

// Ungroup separates the comment groups of a body from its items. [Regroup] is the reverse.
func Ungroup[T hclwrite.Node](items []T) ungrouped[T] {
	u := ungrouped[T]{Items: items}
	if !slices.ContainsFunc(items, hclwrite.IsCommentGroup) {
		return u
	}
	head, units, foot := nodes.Units(items)
	u.Items, u.Above = make([]T, len(units)), make(map[any][]string)
	u.Comments = hclwrite.CommentsAt(hclwrite.Inside, TrimEnd(groupLines(head))...)
	for i := range units {
		u.Items[i] = units[i].Item
		if len(units[i].Groups) > 0 {
			u.Above[units[i].Item] = groupLines(units[i].Groups)
		}
	}
	if end := TrimEnd(groupLines(foot)); len(end) > 0 {
		if !any(foot[0]).(*hclwrite.CommentGroup).Adjacent {
			end = slices.Insert(end, 0, "")
		}
		u.Comments.Set(hclwrite.End, end)
	}
	return u
}

// UngroupElements is like [Ungroup], but a collection has no position Inside.
func UngroupElements(c *hclwrite.Collection) ungrouped[hclwrite.CollectionItem] {
	u := Ungroup(c.Items)
	inside := u.Comments.At(hclwrite.Inside)
	u.Comments.Set(hclwrite.Inside, nil)
	switch {
	case len(inside) == 0:
	case len(u.Items) == 0:
		u.Comments.Set(hclwrite.End, inside)
	default:
		u.Above[u.Items[0]] = append(inside, "")
	}
	return u
}

// groupLines returns the lines of comment groups, with an empty string after each group.
func groupLines[T hclwrite.Node](groups []T) (lines []string) {
	for _, group := range groups {
		lines = append(append(lines, any(group).(*hclwrite.CommentGroup).Lines...), "")
	}
	return lines
}

// Regroup inserts the comment groups of a body as items. It takes them from the comments above the
// items, from inside and from end.
func Regroup(b *hclwrite.Body, inside, end []string) {
	b.SplitComments()
	var head hclwrite.Body
	if head.AppendComments(inside); len(head.Items) > 0 {
		b.Items = slices.Concat(head.Items, b.Items)
	}
	b.AppendComments(end)
}

// WithAbove returns the comments of an item with other comments before them.
func WithAbove(comments hclwrite.Comments, above []string) hclwrite.Comments {
	return slices.Concat(hclwrite.CommentsAt(hclwrite.Above, above...), comments)
}

// WithParagraphs returns the comments of an item with paragraphs before them. A blank line separates the
// paragraphs from the other comments above the item.
func WithParagraphs(comments hclwrite.Comments, paragraphs []string) hclwrite.Comments {
	comments = slices.Clone(comments)
	comments.Set(hclwrite.Above, JoinParagraphs(paragraphs, comments.At(hclwrite.Above)))
	return comments
}
