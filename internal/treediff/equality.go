package treediff

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// Equality says when two nodes are the same. The order of the items of objects does
// not count, nor how a number or an expression is spelled.
type Equality struct {
	// Comments: they count. Inner: so do those within expressions, which are in the
	// source text in either syntax.
	Comments, Inner bool
	// Lists compares the comments at one place; nil is [SameComments].
	Lists func(was, is []string) bool
}

// Expr reports whether two expressions are the same.
func (q Equality) Expr(a, b hclwrite.Expr) bool {
	switch a := a.(type) {
	case *hclwrite.Literal:
		b, ok := b.(*hclwrite.Literal)
		return ok && (a.Text == b.Text || jsontree.SameNumber(a.Text, b.Text))
	case *hclwrite.Template:
		b, ok := b.(*hclwrite.Template)
		return ok && (a.Text == b.Text || hcltext.HasSequence(a.Text) && a.Same(b, q.Inner))
	case *hclwrite.Native:
		b, ok := b.(*hclwrite.Native)
		return ok && (a.Text == b.Text || a.Same(b, q.Inner))
	case *hclwrite.Call:
		b, ok := b.(*hclwrite.Call)
		return ok && a.Name == b.Name && q.Expr(a.Argument, b.Argument)
	case *hclwrite.Tuple, *hclwrite.Object:
		return SameKind(a, b) && q.collection(hclwrite.CollectionOf(a), hclwrite.CollectionOf(b))
	}
	return a == nil && b == nil
}

// collection compares the elements of tuples, and the items of objects by their keys.
func (q Equality) collection(a, b *hclwrite.Collection) bool {
	if len(a.Items) != len(b.Items) || !q.Within(a, b) {
		return false
	}
	var index map[hclwrite.Key]int
	for i := range a.Items {
		x, j := &a.Items[i], i
		if !x.Key.Same(b.Items[i].Key) {
			if index == nil {
				if !Keyed(a) {
					return false
				}
				index = KeysOf(b)
			}
			var ok bool
			if j, ok = index[KeyOf(x)]; !ok {
				return false
			}
		}
		if y := &b.Items[j]; !q.Expr(x.Value, y.Value) || !q.Beside(x.Comments, y.Comments) {
			return false
		}
	}
	return true
}

// Beside compares the comments next to two nodes.
func (q Equality) Beside(a, b *hclwrite.Comments) bool {
	return !q.Comments || a.All().EqualFunc(b.All(), q.lists)
}

// Within compares the comments in the brackets of two bodies, tuples or objects: those on
// lines of their own have a blank line below them.
func (q Equality) Within(a, b any) bool {
	if !q.Comments {
		return true
	}
	was, is := hclwrite.CommentsOf(a), hclwrite.CommentsOf(b)
	for i := range hclwrite.Positions {
		p := &hclwrite.Positions[len(hclwrite.Positions)-1-i] // those at the end first: they stay where they can
		switch list := was.At(p); {
		case list == nil:
		case p.Fits != nil && !SameComments(*list, *is.At(p)), p.Fits == nil && !q.lists(alone(*list), *is.At(p)):
			return false
		}
	}
	return true
}

func (q Equality) lists(was, is []string) bool {
	if q.Lists != nil {
		return q.Lists(was, is)
	}
	return SameComments(was, is)
}

// body reports whether two bodies have the same items in the same order.
func (q Equality) body(a, b *hclwrite.Body) bool {
	x, y := a.Items, b.Items
	if !q.Comments {
		x, y = a.Content(), b.Content()
	}
	return q.Within(a, b) && slices.EqualFunc(x, y, q.Item)
}

// Item reports whether two items are the same.
func (q Equality) Item(a, b hclwrite.Item) bool {
	switch a := a.(type) {
	case *hclwrite.Attribute:
		b, ok := b.(*hclwrite.Attribute)
		return ok && a.Name == b.Name && q.Expr(a.Expr, b.Expr) && q.Beside(&a.Comments, &b.Comments)
	case *hclwrite.Block:
		b, ok := b.(*hclwrite.Block)
		return ok && a.Type == b.Type && slices.Equal(a.Labels, b.Labels) &&
			q.body(&a.Body, &b.Body) && q.Beside(&a.Comments, &b.Comments)
	case *hclwrite.CommentGroup:
		b, ok := b.(*hclwrite.CommentGroup)
		return ok && SameComments(a.Lines, b.Lines)
	}
	return false
}

// SameExpr reports whether two expressions are the same except for how they are written and
// the order of the items of objects. Comments count.
func SameExpr(a, b hclwrite.Expr) bool { return (Equality{Comments: true, Inner: true}).Expr(a, b) }

// SameItem reports the same of two arguments or blocks. No comments count.
func SameItem(a, b hclwrite.Item) bool { return (Equality{Inner: true}).Item(a, b) }

// SameKind reports whether two expressions are tuples, or objects.
func SameKind(a, b hclwrite.Expr) bool {
	return hclwrite.CollectionOf(a) != nil && hclwrite.CollectionOf(b) != nil && IsObject(a) == IsObject(b)
}

func IsObject(e hclwrite.Expr) bool {
	_, ok := e.(*hclwrite.Object)
	return ok
}

// Keyed reports whether the items of an object are told by their keys, so that their
// order does not count: no key is computed, and none appears twice.
func Keyed(o *hclwrite.Collection) bool {
	for i := range o.Items {
		item := &o.Items[i]
		if item.Key.Template || item.Key.Source && strings.HasPrefix(item.Key.Text, "(") {
			return false
		}
	}
	return len(KeysOf(o)) == len(o.Items)
}

// KeysOf finds the items of an object by their keys.
func KeysOf(o *hclwrite.Collection) map[hclwrite.Key]int {
	index := make(map[hclwrite.Key]int, len(o.Items))
	for i := range o.Items {
		index[KeyOf(&o.Items[i])] = i
	}
	return index
}

// KindOf is a letter for what a key is.
func KindOf(key *hclwrite.Key) byte {
	switch {
	case key.Template:
		return 'b'
	case key.Source:
		return 'c'
	}
	return 'a'
}

// KeyOf is what identifies an item of an object: its key without a place.
func KeyOf(item *hclwrite.Element) hclwrite.Key {
	if item.Key == nil {
		return hclwrite.Key{}
	}
	return hclwrite.Key{Text: item.Key.Text, Source: item.Key.Source, Template: item.Key.Template}
}

// alone are comments with a blank line below them.
func alone(list []string) []string { return append(list[:len(list):len(list)], "") }

// SameHead reports whether two items are attributes of one name, or blocks of one type.
func SameHead(a, b hclwrite.Item) bool {
	_, isBlock := a.(*hclwrite.Block)
	_, both := b.(*hclwrite.Block)
	return isBlock == both && a.ItemName() == b.ItemName()
}

// Header names a block by its type and labels.
func Header(block *hclwrite.Block) string {
	return block.Type + "\x00" + strings.Join(block.Labels, "\x00")
}

// Banner is what stays of the comments above an item that is removed: what a blank
// line separates from it.
func Banner(before []string) []string {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i] == "" {
			return before[: i+1 : i+1]
		}
	}
	return nil
}

// Above are the comments above an element or an item of an object, which may have none.
func Above(c *hclwrite.Comments) []string {
	if c == nil {
		return nil
	}
	return c.Above
}

// After are those after it.
func After(c *hclwrite.Comments) []string {
	if c == nil {
		return nil
	}
	return c.After
}

// SameComments reports whether two lists are the same except for the markers of line
// comments and the blank lines around them.
func SameComments(a, b []string) bool {
	a, b = trimBlank(a), trimBlank(b)
	return slices.EqualFunc(a, b, func(a, b string) bool {
		return a == b || Canonical(a) == Canonical(b) || sameForeign(a, b)
	})
}

// sameForeign reports whether two comments hold the same JSON, in any order of members.
func sameForeign(a, b string) bool {
	x, ok := strings.CutPrefix(a, ForeignMarker)
	y, both := strings.CutPrefix(b, ForeignMarker)
	if !ok || !both {
		return false
	}
	v, diags := jsontree.Parse([]byte(x), "")
	w, more := jsontree.Parse([]byte(y), "")
	return !diags.HasErrors() && !more.HasErrors() && jsontree.Same(v, w)
}

// ForeignMarker starts a comment that holds JSON (docs/comments.md, "Other values").
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

// Canonical is a comment with the canonical marker.
func Canonical(comment string) string {
	if rest, ok := strings.CutPrefix(comment, "//"); ok {
		return "#" + rest
	}
	return comment
}
