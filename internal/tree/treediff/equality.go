package treediff

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Equality defines when two nodes are equal. It ignores the order of the items of objects and the
// spelling of numbers and expressions.
type Equality struct {
	// Comments is true if comments are compared. Inner is true if comments in the source text of
	// expressions are compared.
	Comments, Inner bool
}

// EqualExprs reports whether two expressions are equal.
func (q Equality) EqualExprs(a, b hclwrite.Expr) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *hclwrite.Literal:
		b, ok := b.(*hclwrite.Literal)
		return ok && (a.Text == b.Text || jsontree.EqualNumbers(a.Text, b.Text))
	case *hclwrite.Template:
		b, ok := b.(*hclwrite.Template)
		return ok && (a.Text == b.Text || hcltext.HasSequence(a.Text) && a.EqualExceptLayout(b, q.Inner))
	case *hclwrite.Native:
		b, ok := b.(*hclwrite.Native)
		return ok && (a.Text == b.Text || a.EqualExceptLayout(b, q.Inner))
	case *hclwrite.Call:
		b, ok := b.(*hclwrite.Call)
		return ok && a.Name == b.Name && q.EqualExprs(a.Argument, b.Argument)
	case *hclwrite.Tuple, *hclwrite.Object:
		return sameKind(a, b) && q.equalCollections(hclwrite.CollectionOf(a), hclwrite.CollectionOf(b))
	}
	return false
}

// equalCollections reports whether two tuples or two objects are equal. Object items are compared by
// their keys.
func (q Equality) equalCollections(a, b *hclwrite.Collection) bool {
	was, is := a.Elements(), b.Elements()
	if len(was) != len(is) || !q.EqualComments(a.Comments, b.Comments) {
		return false
	}
	var wasGroups, isGroups map[*hclwrite.Element][]string
	if q.Comments {
		wasGroups, isGroups = groupsByElement(a), groupsByElement(b)
	}
	var index map[hclwrite.Key]int
	for i, x := range was {
		j := i
		if !x.Key.Equal(is[i].Key) {
			if index == nil {
				if !hasUniqueKeys(a) {
					return false
				}
				index = KeysOf(b)
			}
			var ok bool
			if j, ok = index[KeyOf(x)]; !ok {
				return false
			}
		}
		if y := is[j]; !q.EqualExprs(x.Value, y.Value) || !q.EqualComments(x.Comments, y.Comments) ||
			!SameComments(wasGroups[x], isGroups[y]) {
			return false
		}
	}
	return SameComments(wasGroups[nil], isGroups[nil])
}

// groupsByElement maps each element of a collection to the lines of the comment groups before it. The
// key of the groups at the end is nil.
func groupsByElement(c *hclwrite.Collection) map[*hclwrite.Element][]string {
	if !slices.ContainsFunc(c.Items, hclwrite.IsCommentGroup) {
		return nil
	}
	groups := make(map[*hclwrite.Element][]string)
	var lines []string
	for _, item := range c.Items {
		switch item := item.(type) {
		case *hclwrite.CommentGroup:
			lines = append(append(lines, item.Lines...), "")
		case *hclwrite.Element:
			groups[item], lines = lines, nil
		}
	}
	groups[nil] = lines
	return groups
}

// EqualComments reports whether the comments of two nodes are equal.
func (q Equality) EqualComments(a, b hclwrite.Comments) bool {
	return !q.Comments || a.EqualFunc(b, SameComments)
}

// equalBodies reports whether two bodies have the same items in the same order.
func (q Equality) equalBodies(a, b *hclwrite.Body) bool {
	x, y := a.Items, b.Items
	if !q.Comments {
		x, y = a.Content(), b.Content()
	}
	return slices.EqualFunc(x, y, q.EqualItems)
}

// EqualItems reports whether two items are equal.
func (q Equality) EqualItems(a, b hclwrite.Item) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *hclwrite.Attribute:
		b, ok := b.(*hclwrite.Attribute)
		return ok && a.Name == b.Name && q.EqualExprs(a.Expr, b.Expr) && q.EqualComments(a.Comments, b.Comments)
	case *hclwrite.Block:
		b, ok := b.(*hclwrite.Block)
		return ok && a.Type == b.Type && slices.Equal(a.Labels, b.Labels) &&
			q.equalBodies(&a.Body, &b.Body) && q.EqualComments(a.Comments, b.Comments)
	case *hclwrite.CommentGroup:
		b, ok := b.(*hclwrite.CommentGroup)
		return ok && SameComments(a.Lines, b.Lines)
	}
	return false
}

// SameExpr reports whether two expressions are equal, including their comments.
func SameExpr(a, b hclwrite.Expr) bool {
	return (Equality{Comments: true, Inner: true}).EqualExprs(a, b)
}

// SameValue reports whether two expressions are equal. It ignores comments, except in source text.
func SameValue(a, b hclwrite.Expr) bool { return (Equality{Inner: true}).EqualExprs(a, b) }

// SameItem reports whether two items are equal. It ignores comments, except in source text.
func SameItem(a, b hclwrite.Item) bool { return (Equality{Inner: true}).EqualItems(a, b) }

// sameKind reports whether two expressions are both tuples or both objects.
func sameKind(a, b hclwrite.Expr) bool {
	return hclwrite.CollectionOf(a) != nil && hclwrite.CollectionOf(b) != nil && IsObject(a) == IsObject(b)
}

// IsObject reports whether an expression is an object constructor.
func IsObject(e hclwrite.Expr) bool {
	_, ok := e.(*hclwrite.Object)
	return ok
}

// hasUniqueKeys reports whether all keys of an object are constant and unique. The order of its
// items is then not significant.
func hasUniqueKeys(o *hclwrite.Collection) bool {
	items := o.Elements()
	for _, item := range items {
		if item.Key.Template || item.Key.Source && strings.HasPrefix(item.Key.Text, "(") {
			return false
		}
	}
	return len(KeysOf(o)) == len(items)
}

// KeysOf maps the keys of an object to the indexes of their items.
func KeysOf(o *hclwrite.Collection) map[hclwrite.Key]int {
	index := make(map[hclwrite.Key]int, len(o.Items))
	for i, item := range o.Elements() {
		index[KeyOf(item)] = i
	}
	return index
}

// KindOf returns a letter that identifies the kind of a key.
func KindOf(key *hclwrite.Key) byte {
	switch {
	case key.Template:
		return 'b'
	case key.Source:
		return 'c'
	}
	return 'a'
}

// KeyOf returns the key of an item without its position.
func KeyOf(item *hclwrite.Element) hclwrite.Key {
	if item.Key == nil {
		return hclwrite.Key{}
	}
	return hclwrite.Key{Text: item.Key.Text, Source: item.Key.Source, Template: item.Key.Template}
}

// SameHead reports whether two items are attributes with the same name or blocks of the same type.
func SameHead(a, b hclwrite.Item) bool {
	_, isBlock := a.(*hclwrite.Block)
	_, both := b.(*hclwrite.Block)
	return isBlock == both && hclwrite.ItemName(a) == hclwrite.ItemName(b)
}

// Header returns the type and the labels of a block as one string.
func Header(block *hclwrite.Block) string {
	return block.Type + "\x00" + strings.Join(block.Labels, "\x00")
}

// SameComments reports whether two lists of comments are equal. It ignores the markers of line
// comments, and blank lines at the ends.
func SameComments(a, b []string) bool {
	a, b = trimBlank(a), trimBlank(b)
	return slices.EqualFunc(a, b, func(a, b string) bool {
		return a == b || CanonicalComment(a) == CanonicalComment(b) || equalForeign(a, b)
	})
}

// equalForeign reports whether two comments contain equal foreign values. The order of members may
// differ.
func equalForeign(a, b string) bool {
	x, ok := strings.CutPrefix(a, ForeignMarker)
	y, both := strings.CutPrefix(b, ForeignMarker)
	if !ok || !both {
		return false
	}
	v, diags := jsontree.Parse([]byte(x), "")
	w, more := jsontree.Parse([]byte(y), "")
	return !diags.HasErrors() && !more.HasErrors() && jsontree.Equal(v, w)
}

// ForeignMarker starts a comment that contains a foreign value as JSON (docs/comments.md, "Other
// values").
const ForeignMarker = "# //: "

func trimBlank(list []string) []string {
	for len(list) > 0 && list[0] == "" {
		list = list[1:]
	}
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// CanonicalComment returns a comment in which # replaces the marker //.
func CanonicalComment(comment string) string {
	if rest, ok := strings.CutPrefix(comment, "//"); ok {
		return "#" + rest
	}
	return comment
}
