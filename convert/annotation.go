package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/comments"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// The members of a "//" object besides the comments, which [hclwrite.Positions] name.
const (
	keyAt         = "at"
	keyAttributes = "attributes"
	keyLabels     = "labels"
	keyOrder      = "order"
	keyBlocks     = "blocks"
	keyNulls      = "nulls"
	keyElements   = "elements"
	keyLayout     = "layout"
)

// annotation is the annotation of a body: the decoded value of its "//" property.
type annotation struct {
	hclwrite.Comments
	hclwrite.BracketComments
	inside []string
	at     []annotatedPath
	// attributes are the names of attributes that a reader without a schema would take for blocks,
	// or would have to guess.
	attributes []string
	// labels are the numbers of labels of blocks without a schema.
	labels []labelCount
	// order are the items in source order.
	order []string
	// blocks are the paths of attributes that were blocks, and nulls the paths of null arguments in
	// such blocks.
	blocks, nulls []string
	// values are comments with foreign values, on the way to native syntax.
	values []string
	// isAttribute, isBlocks, isNull and labelCounts are the decoded attributes, blocks, nulls and
	// labels.
	isAttribute, isBlocks, isNull nameSet
	labelCounts                   map[string][]int
	// foreign is a foreign value, or nil.
	foreign *jsontree.Value
	// layout is the layout of the body and its items. slashes is true if its comments start with //.
	layout  []layoutPlace
	slashes bool
	// keep is true if the annotation records the layout. ours is true for an edit of a file without
	// foreign values: then empty values are no comments, and only unreadable values are foreign.
	keep, ours bool
}

func (n *annotation) comments() hclwrite.AllComments {
	all := comments.Combine(&n.Comments, &n.BracketComments)
	all.Inside = &n.inside
	return all
}

// annotatedPath is a path in a body with the comments there.
type annotatedPath struct {
	path string
	hclwrite.Comments
	hclwrite.BracketComments
	// elements are the fingerprints of the elements of a list, and count is the number of
	// fingerprints to write.
	elements string
	count    int
	// span is the position of the path in JSON.
	span hclwrite.Span
}

func (p *annotatedPath) comments() hclwrite.AllComments {
	return comments.Combine(&p.Comments, &p.BracketComments)
}

// labelCount contains the numbers of labels of the blocks of a type, in order; a single number if
// all are equal.
type labelCount struct {
	blockType string
	counts    []int
}

// isEmpty reports whether the annotation is empty.
func (n *annotation) isEmpty() bool {
	return n.hasOnlyInside() && len(n.inside) == 0 && n.foreign == nil
}

// hasOnlyInside reports whether the annotation contains only the comments inside and the foreign
// value.
func (n *annotation) hasOnlyInside() bool {
	return n.Comments.HasNoComments() && n.BracketComments.HasNoComments() && len(n.at) == 0 && len(n.attributes) == 0 &&
		len(n.labels) == 0 && len(n.order) == 0 &&
		len(n.blocks) == 0 && len(n.nulls) == 0 && len(n.layout) == 0
}

// A path names a place below a body: a name, and steps .key, ["any key"] and
// [index].

// hasOwnMembers reports whether an object has a member that we give a meaning to.
func hasOwnMembers(v *jsontree.Value) bool {
	for i := range v.Members {
		name := v.Members[i].Name
		for _, p := range hclwrite.Positions {
			if p.Name == name {
				return true
			}
		}
		switch name {
		case keyAt, keyAttributes, keyLabels, keyOrder, keyBlocks, keyNulls, keyLayout:
			return true
		}
	}
	return false
}

// removeEmpty removes a place without comments.
func (n *annotation) removeEmpty(at int) {
	if n.at[at].isEmpty() {
		n.at = slices.Delete(n.at, at, at+1)
	}
}

// isEmpty reports whether a place has no comments.
func (p *annotatedPath) isEmpty() bool {
	return p.Comments.HasNoComments() && p.BracketComments.HasNoComments() && p.count == 0
}

// foreignMarker starts a comment that holds the JSON text of a "//" value that
// is not a comment of ours, such as the metadata that CDKTF writes.
const foreignMarker = "# //: "

// foreignValue returns the JSON value that a comment holds, or nil. Text that we would
// not have written, and text in which a name appears twice in an object, is left in
// its comment.
func foreignValue(comment string) *jsontree.Value {
	text, ok := strings.CutPrefix(comment, foreignMarker)
	if !ok {
		return nil
	}
	v, diags := jsontree.Parse([]byte(text), "")
	if diags.HasErrors() || string(appendJSON(nil, v)) != text || hasDuplicateName(v) {
		return nil
	}
	return v
}

// appendJSON appends a JSON value on one line.
func appendJSON(b []byte, v *jsontree.Value) []byte {
	switch v.Kind {
	case jsontree.String:
		return jsonemit.AppendString(b, v.Text)
	case jsontree.Array, jsontree.Object:
		b = append(b, byte(v.Kind))
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			name, part := v.Part(i)
			if v.Kind == jsontree.Object {
				b = append(jsonemit.AppendString(b, name), ':')
			}
			b = appendJSON(b, part)
		}
		return append(b, byte(v.Kind)+']'-'[') // the same for braces
	}
	return append(b, v.Text...)
}

// hasDuplicateName reports whether a name appears twice in an object of a value.
func hasDuplicateName(v *jsontree.Value) bool {
	if v.HasRepeatedName() {
		return true
	}
	for i := range v.Len() {
		if _, part := v.Part(i); hasDuplicateName(part) {
			return true
		}
	}
	return false
}

// A "//" property has no member for a single group of comments: the groups before the first
// item are in "inside", the groups after the last item are in "end", and all others precede the
// comments above the next item. An empty string separates two groups.

// ungrouped are the items of a body without its groups of comments.
type ungrouped struct {
	items       []hclwrite.Item
	inside, end []string
	// above are the groups before an item, each with an empty string after it.
	above map[hclwrite.Item][]string
}

// ungroup separates the groups of comments of a body from its items. [regroup] reverses it.
func ungroup(b *hclwrite.Body) ungrouped {
	u := ungrouped{items: b.Items}
	if !slices.ContainsFunc(b.Items, hclwrite.IsCommentGroup) {
		return u
	}
	u.items = make([]hclwrite.Item, 0, len(b.Items))
	u.above = make(map[hclwrite.Item][]string)
	var waiting []string
	for _, item := range b.Items {
		group, ok := item.(*hclwrite.CommentGroup)
		if ok {
			if len(waiting) == 0 && len(u.items) > 0 && !group.Adjacent {
				u.end = []string{""}
			}
			waiting = append(append(waiting, group.Lines...), "")
			continue
		}
		if len(u.items) == 0 {
			u.inside = annotationpath.TrimEnd(waiting)
		} else if len(waiting) > 0 {
			u.above[item] = waiting
		}
		u.items, u.end, waiting = append(u.items, item), nil, nil
	}
	if len(u.items) == 0 {
		u.inside = annotationpath.TrimEnd(waiting)
	} else if len(waiting) > 0 {
		u.end = append(u.end, annotationpath.TrimEnd(waiting)...)
	}
	return u
}

// regroup makes items of the groups of comments of a body: of those above its items, and of
// those inside and at the end of it.
func regroup(b *hclwrite.Body, inside, end []string) {
	b.SplitComments()
	if groups := hclwrite.NewCommentGroups(inside); len(groups) > 0 {
		b.Items = slices.Concat(groups, b.Items)
	}
	b.AppendComments(end)
}
