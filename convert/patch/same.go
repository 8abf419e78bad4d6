package patch

import (
	"hash/maphash"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// equality says when two nodes are the same. The order of the items of objects does
// not count, nor how a number or an expression is spelled.
type equality struct {
	// comments: they count. inner: so do those within expressions, which are in the
	// source text in either syntax. kept, unless nil, gets comments of the file that stand
	// alone and that the edit does not have: they stay. surplus is how many more of them
	// the file has than the edit.
	comments, inner bool
	kept            map[string]bool
	surplus         map[string]int
	seed            maphash.Seed
}

func newEquality(comments bool) equality {
	return equality{comments: comments, inner: true, seed: maphash.MakeSeed()}
}

// expr reports whether two expressions are the same.
func (q equality) expr(a, b hclwrite.Expr) bool {
	switch a := a.(type) {
	case *hclwrite.Literal:
		b, ok := b.(*hclwrite.Literal)
		return ok && (a.Text == b.Text || sameNumber(a.Text, b.Text))
	case *hclwrite.Template:
		b, ok := b.(*hclwrite.Template)
		return ok && (a.Text == b.Text || hclwrite.HasSequence(a.Text) && hclwrite.SameTemplate(a.Text, b.Text, q.inner))
	case *hclwrite.Native:
		b, ok := b.(*hclwrite.Native)
		return ok && (a.Text == b.Text || hclwrite.SameSource(a.Text, b.Text, q.inner))
	case *hclwrite.Call:
		b, ok := b.(*hclwrite.Call)
		return ok && a.Name == b.Name && q.expr(a.Argument, b.Argument)
	case *hclwrite.Tuple, *hclwrite.Object:
		return sameKind(a, b) && q.collection(hclwrite.CollectionOf(a), hclwrite.CollectionOf(b))
	}
	return a == nil && b == nil
}

// sameKind reports whether two expressions are tuples, or objects.
func sameKind(a, b hclwrite.Expr) bool {
	return hclwrite.CollectionOf(a) != nil && hclwrite.CollectionOf(b) != nil && isObject(a) == isObject(b)
}

func isObject(e hclwrite.Expr) bool {
	_, ok := e.(*hclwrite.Object)
	return ok
}

// collection compares the elements of tuples, and the items of objects by their keys.
func (q equality) collection(a, b *hclwrite.Collection) bool {
	if len(a.Items) != len(b.Items) || !q.within(a.Lists(), b.Lists()) {
		return false
	}
	var index map[hclwrite.Key]int
	for i := range a.Items {
		x, j := &a.Items[i], i
		if !x.Key.Same(b.Items[i].Key) {
			if index == nil {
				if !keyed(a) {
					return false
				}
				index = keysOf(b)
			}
			var ok bool
			if j, ok = index[keyOf(x)]; !ok {
				return false
			}
		}
		if y := &b.Items[j]; !q.expr(x.Value, y.Value) || !q.beside(x.Comments, y.Comments) {
			return false
		}
	}
	return true
}

// keyOf is what identifies an item of an object: its key without a place.
func keyOf(item *hclwrite.Element) hclwrite.Key {
	if item.Key == nil {
		return hclwrite.Key{}
	}
	return hclwrite.Key{Text: item.Key.Text, Kind: item.Key.Kind}
}

// keyed reports whether the items of an object are told by their keys, so that their
// order does not count: no key is computed, and none appears twice.
func keyed(o *hclwrite.Collection) bool {
	for i := range o.Items {
		item := &o.Items[i]
		computed := item.Key.Kind == hclwrite.KeyExpr && strings.HasPrefix(item.Key.Text, "(")
		if item.Key.Kind == hclwrite.KeyTemplate || computed {
			return false
		}
	}
	return len(keysOf(o)) == len(o.Items)
}

// keysOf finds the items of an object by their keys.
func keysOf(o *hclwrite.Collection) map[hclwrite.Key]int {
	index := make(map[hclwrite.Key]int, len(o.Items))
	for i := range o.Items {
		index[keyOf(&o.Items[i])] = i
	}
	return index
}

// sameNumber reports whether two texts are the same number.
func sameNumber(a, b string) bool {
	x, ok := number(a)
	if !ok {
		return false
	}
	y, ok := number(b)
	return ok && x.Cmp(y) == 0
}

// number reads a number as cty does (cty/value_init.go, ParseNumberVal).
func number(text string) (*big.Float, bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return nil, false
	}
	f, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	return f, err == nil
}

// numberText is a number in a form that others of the same value have too, and any
// other text as it is.
func numberText(text string) string {
	f, ok := number(text)
	if !ok {
		return text
	}
	if n, exact := f.Int64(); exact == big.Exact {
		return strconv.FormatInt(n, 10)
	}
	return f.Text('p', 0)
}

// beside compares the comments next to two nodes.
func (q equality) beside(a, b *hclwrite.Comments) bool {
	return !q.comments || a.EqualFunc(b, q.lists)
}

// within compares the comments inside of brackets: the first list is on the line of the
// opening one, and what is in the others has a blank line below it.
func (q equality) within(a, b []*[]string) bool {
	if !q.comments {
		return true
	}
	same := sameComments(*a[0], *b[0])
	for i := len(a) - 1; same && i > 0; i-- {
		same = q.lists(alone(*a[i]), *b[i])
	}
	return same
}

// alone are comments with a blank line below them.
func alone(list []string) []string { return append(list[:len(list):len(list)], "") }

// lists compares comments of a file with those of an edit.
func (q equality) lists(was, is []string) bool {
	if q.kept == nil || sameComments(was, is) {
		return sameComments(was, is)
	}
	var extra []string
	for is = written(is); len(was) > 0; {
		n := slices.Index(was, "")
		attached := n < 0
		if attached {
			n = len(was)
		}
		switch {
		case n <= len(is) && sameComments(was[:n], is[:n]):
			is = is[n:]
		case attached, q.surplus[marked(was[0])] <= 0: // the edit has it elsewhere
			return false
		default:
			extra = append(extra, was[0])
		}
		was = was[min(n+1, len(was)):]
	}
	if len(is) > 0 {
		return false
	}
	for _, c := range extra {
		q.kept[c] = true
	}
	return true
}

// sameComments reports whether two lists are the same except for the markers of line
// comments and the blank lines around them.
func sameComments(a, b []string) bool {
	a, b = trimBlank(a), trimBlank(b)
	return slices.EqualFunc(a, b, func(a, b string) bool {
		return a == b || marked(a) == marked(b) || sameForeign(a, b)
	})
}

// foreignMarker starts a comment that holds JSON (docs/comments.md, "Other values").
const foreignMarker = "# //: "

// sameForeign reports whether two comments hold the same JSON, in any order of members.
func sameForeign(a, b string) bool {
	x, ok := strings.CutPrefix(a, foreignMarker)
	y, both := strings.CutPrefix(b, foreignMarker)
	if !ok || !both {
		return false
	}
	v, diags := jsontree.Parse([]byte(x), "")
	w, more := jsontree.Parse([]byte(y), "")
	return !diags.HasErrors() && !more.HasErrors() && sameData(v, w)
}

func trimBlank(list []string) []string {
	for len(list) > 0 && list[0] == "" {
		list = list[1:]
	}
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// marked is a comment with the canonical marker.
func marked(comment string) string {
	if rest, ok := strings.CutPrefix(comment, "//"); ok {
		return "#" + rest
	}
	return comment
}

// body reports whether two bodies have the same items in the same order.
func (q equality) body(a, b *hclwrite.Body) bool {
	if len(a.Items) != len(b.Items) || !q.within(a.Lists(), b.Lists()) {
		return false
	}
	for i := range a.Items {
		if !q.item(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

// item reports whether two items are the same.
func (q equality) item(a, b hclwrite.Item) bool {
	switch a := a.(type) {
	case *hclwrite.Attribute:
		b, ok := b.(*hclwrite.Attribute)
		return ok && a.Name == b.Name && q.expr(a.Expr, b.Expr) && q.beside(&a.Comments, &b.Comments)
	case *hclwrite.Block:
		b, ok := b.(*hclwrite.Block)
		return ok && a.Type == b.Type && slices.Equal(a.Labels, b.Labels) &&
			q.body(&a.Body, &b.Body) && q.beside(&a.Comments, &b.Comments)
	}
	return false
}

// The hash of a node, without its comments. What is the same has the same one, but
// for the spelling of expressions.

func (q equality) hashExpr(e hclwrite.Expr) uint64 {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return q.text('0', numberText(e.Text))
	case *hclwrite.Template:
		return q.text('"', e.Text)
	case *hclwrite.Native:
		return q.text('$', strings.Join(strings.Fields(e.Text), " "))
	case *hclwrite.Call:
		return mix(q.text('(', e.Name), q.hashExpr(e.Argument))
	case *hclwrite.Tuple:
		h := uint64('[')
		for i := range e.Items {
			h = mix(h, q.hashExpr(e.Items[i].Value))
		}
		return h
	case *hclwrite.Object:
		h := uint64('{')
		for i := range e.Items {
			h += q.hashField(&e.Items[i])
		}
		return mix('{', h)
	}
	return 0
}

func (q equality) hashField(item *hclwrite.Element) uint64 {
	return mix(q.text('a'+byte(keyOf(item).Kind), keyOf(item).Text), q.hashExpr(item.Value))
}

func (q equality) hashItem(item hclwrite.Item) uint64 {
	switch item := item.(type) {
	case *hclwrite.Attribute:
		return mix(q.text('=', item.Name), q.hashExpr(item.Expr))
	case *hclwrite.Block:
		h := q.text('#', item.Type)
		for _, label := range item.Labels {
			h = mix(h, q.text('l', label))
		}
		return mix(h, q.hashBody(&item.Body))
	}
	return 0
}

// hashBody is that of the items of a body; the order of blocks of one type counts.
func (q equality) hashBody(b *hclwrite.Body) uint64 {
	var sum uint64
	var orders map[string]uint64
	for _, item := range b.Items {
		h := q.hashItem(item)
		if block, ok := item.(*hclwrite.Block); ok {
			if orders == nil {
				orders = map[string]uint64{}
			}
			orders[block.Type] = mix(orders[block.Type], h)
		} else {
			sum += h
		}
	}
	for _, h := range orders {
		sum += h
	}
	return mix('B', sum)
}

// text is the hash of a text of some kind.
func (q equality) text(kind byte, text string) uint64 {
	return mix(uint64(kind), maphash.String(q.seed, text))
}

// mix puts two hashes together; which comes first counts.
func mix(a, b uint64) uint64 {
	h := (a ^ 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	h ^= h >> 29
	h = (h + b) * 0x94d049bb133111eb
	return h ^ h>>31
}
