package patch

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
)

// names are the keys by whose values people tell objects and blocks, the best first.
var names = []string{
	"name", "key", "id", "identifier", "sid", "alias", "device_name", "path", "from_port", "title", "type",
}

// identity is the hash of what an object is named by, or 0.
func (q equality) identity(e hclwrite.Expr) uint64 {
	o, ok := e.(*hclwrite.Object)
	if !ok {
		return 0
	}
	for _, name := range names {
		for i := range o.Items {
			item := &o.Items[i]
			if item.KeyKind == hclwrite.KeyName && strings.EqualFold(item.Key, name) && telling(item.Value) {
				return mix(q.text('n', name), q.hashExpr(item.Value))
			}
		}
	}
	return 0
}

// bodyIdentity is the same for a block.
func (q equality) bodyIdentity(b *hclwrite.Body) uint64 {
	for _, name := range names {
		if a := b.Attribute(name); a != nil && telling(a.Expr) {
			return mix(q.text('n', name), q.hashExpr(a.Expr))
		}
	}
	return 0
}

// telling reports whether a value can name something.
func telling(e hclwrite.Expr) bool {
	switch e := e.(type) {
	case *hclwrite.Template, *hclwrite.Native:
		return true
	case *hclwrite.Literal:
		return e.Text != "null" && e.Text != "true" && e.Text != "false"
	}
	return false
}

// rich reports whether a value tells much of what it is for.
func rich(e hclwrite.Expr) bool {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return false
	case *hclwrite.Template:
		return e.Text != ""
	case *hclwrite.Tuple:
		return len(e.Items) > 0
	case *hclwrite.Object:
		return len(e.Items) > 0
	}
	return true
}

// alike reports whether a value may be another one, changed. sure: nothing else
// comes into question, so that values without parts may be too.
func (q equality) alike(a, b hclwrite.Expr, sure bool) bool {
	switch a := a.(type) {
	case *hclwrite.Object:
		b, ok := b.(*hclwrite.Object)
		return ok && enough(a.Items, b.Items, func(item hclwrite.ObjectItem) uint64 { return q.hashField(&item) }, sure)
	case *hclwrite.Tuple:
		b, ok := b.(*hclwrite.Tuple)
		hash := func(item hclwrite.TupleItem) uint64 { return q.hashExpr(item.Value) }
		return ok && enough(a.Items, b.Items, hash, sure)
	}
	switch b.(type) {
	case *hclwrite.Object, *hclwrite.Tuple:
		return false
	}
	return sure
}

// alikeBodies is the same for bodies.
func (q equality) alikeBodies(a, b *hclwrite.Body, sure bool) bool {
	return enough(a.Items, b.Items, q.hashItem, sure)
}

// enough reports whether two lists share half of what the shorter has. An empty list, and
// one part each, must be the same thing if nothing else comes into question.
func enough[T any](x, y []T, hash func(T) uint64, sure bool) bool {
	if sure && (min(len(x), len(y)) == 0 || len(x) == 1 && len(y) == 1) {
		return true
	}
	a, b := hashes(x, hash), hashes(y, hash)
	slices.Sort(a)
	slices.Sort(b)
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			shared++
			i++
			j++
		}
	}
	return 2*shared >= min(len(a), len(b)) && shared > 0
}
