package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// The members of a "//" object, except for the comments. [hclwrite.Positions] contains the names of
// those.
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
	comments hclwrite.Comments
	at       []annotatedPath
	// attributes contains the names of attributes that a reader without a schema would convert to
	// blocks, or would have to guess.
	attributes []string
	// labels contains the numbers of labels of blocks without a schema.
	labels []labelCount
	// order contains the names or paths of the items in source order.
	order []string
	// blocks contains the paths of attributes that represent blocks of the source. nulls contains
	// the paths of null arguments in these blocks.
	blocks, nulls []string
	// values contains comments with foreign values, in a conversion to native syntax.
	values []string
	// isAttribute, isBlocks, isNull and labelCounts contain the members attributes, blocks, nulls
	// and labels, in a conversion to native syntax.
	isAttribute, isBlocks, isNull nameSet
	labelCounts                   map[string][]int
	// foreign is a value of "//" that another program wrote, such as the metadata of CDKTF, or nil.
	foreign *jsontree.Value
	// layout contains the layouts of the body and its items. slashes is true if the comments start
	// with //.
	layout  []layoutPlace
	slashes bool
	// recordsLayout is true if the annotation records the layout. isOwn is true for an edit of a file without
	// foreign values. An empty value is then not foreign, and an object with invalid members is read
	// as far as possible.
	recordsLayout, isOwn bool
}

// annotatedPath is a path in a body, with the comments at this path.
type annotatedPath struct {
	path     string
	comments hclwrite.Comments
	// elements contains the fingerprints of the elements if the path leads to a list. count is the
	// number of fingerprints to write.
	elements string
	count    int
	// span is the position of the path in JSON.
	span hclwrite.Span
}

// labelCount contains the numbers of labels of the blocks of a type, in order. It contains a single
// number if all are equal.
type labelCount struct {
	blockType string
	counts    []int
}

// isEmpty reports whether the annotation is empty.
func (n *annotation) isEmpty() bool {
	return n.hasOnlyInside() && len(n.comments) == 0 && n.foreign == nil
}

// hasOnlyInside reports whether the annotation contains only a foreign value and comments at the
// position Inside.
func (n *annotation) hasOnlyInside() bool {
	isOutside := func(c hclwrite.Comment) bool { return c.Position != hclwrite.Inside }
	return !slices.ContainsFunc(n.comments, isOutside) && len(n.at) == 0 && len(n.attributes) == 0 &&
		len(n.labels) == 0 && len(n.order) == 0 &&
		len(n.blocks) == 0 && len(n.nulls) == 0 && len(n.layout) == 0
}

// A path leads from a body to an item or a value in it. It consists of a name and of the steps .key,
// ["any key"] and [index].

// hasOwnMembers reports whether an object has a member whose name is used in annotations.
func hasOwnMembers(v *jsontree.Value) bool {
	for i := range v.Members {
		name := v.Members[i].Name
		for p := range hclwrite.Positions() {
			if p.Name() == name {
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

// removeEmpty removes the path with the given index if it has no comments.
func (n *annotation) removeEmpty(at int) {
	if n.at[at].isEmpty() {
		n.at = slices.Delete(n.at, at, at+1)
	}
}

// isEmpty reports whether a path has neither comments nor fingerprints to write.
func (p *annotatedPath) isEmpty() bool {
	return len(p.comments) == 0 && p.count == 0
}

// foreignMarker starts a comment in native syntax that contains the JSON text of a foreign value.
const foreignMarker = "# //: "

// foreignValue returns the foreign value that a comment contains. It returns nil if the text differs
// from the text that addForeign writes, or if an object contains a name twice. Such text stays in
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
		return append(b, byte(v.Kind)+']'-'[') // the closing bracket or brace
	}
	return append(b, v.Text...)
}

// hasDuplicateName reports whether an object in a value contains a name twice.
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

// A "//" property has no position for comment groups. The groups before the first item of a body have
// the position Inside, and the groups after the last item have the position End. All other groups
// precede the comments above the next item. An empty string separates two groups.

// ungrouped contains the items of a body or a collection, separated from its comment groups.
type ungrouped[T hclwrite.Node] struct {
	items []T
	// comments contains the groups at the start and at the end.
	comments hclwrite.Comments
	// above maps an item to the lines of the groups before it. An empty string follows each group.
	above map[any][]string
}

// ungroup separates the comment groups of a body from its items. [regroup] is the reverse.
func ungroup[T hclwrite.Node](items []T) ungrouped[T] {
	u := ungrouped[T]{items: items}
	if !slices.ContainsFunc(items, hclwrite.IsCommentGroup) {
		return u
	}
	head, units, foot := hclwrite.Units(items)
	u.items, u.above = make([]T, len(units)), make(map[any][]string)
	u.comments = hclwrite.CommentsAt(hclwrite.Inside, annotationpath.TrimEnd(groupLines(head))...)
	for i := range units {
		u.items[i] = units[i].Item
		if len(units[i].Groups) > 0 {
			u.above[units[i].Item] = groupLines(units[i].Groups)
		}
	}
	if end := annotationpath.TrimEnd(groupLines(foot)); len(end) > 0 {
		if !any(foot[0]).(*hclwrite.CommentGroup).Adjacent {
			end = slices.Insert(end, 0, "")
		}
		u.comments.Set(hclwrite.End, end)
	}
	return u
}

// ungroupElements is like ungroup, but a collection has no position Inside.
func ungroupElements(c *hclwrite.Collection) ungrouped[hclwrite.CollectionItem] {
	u := ungroup(c.Items)
	inside := u.comments.At(hclwrite.Inside)
	u.comments.Set(hclwrite.Inside, nil)
	switch {
	case len(inside) == 0:
	case len(u.items) == 0:
		u.comments.Set(hclwrite.End, inside)
	default:
		u.above[u.items[0]] = append(inside, "")
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

// regroup inserts the comment groups of a body as items. It takes them from the comments above the
// items, from inside and from end.
func regroup(b *hclwrite.Body, inside, end []string) {
	b.SplitComments()
	var head hclwrite.Body
	if head.AppendComments(inside); len(head.Items) > 0 {
		b.Items = slices.Concat(head.Items, b.Items)
	}
	b.AppendComments(end)
}
