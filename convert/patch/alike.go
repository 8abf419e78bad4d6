package patch

import (
	"slices"

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
			if item := &o.Items[i]; item.KeyKind == hclwrite.KeyName && folded(item.Key) == name && telling(item.Value) {
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

// folded is a key in lower case.
func folded(key string) string {
	for i := range len(key) {
		if c := key[i]; c >= 'A' && c <= 'Z' {
			return string(append([]byte(key[:i]), lower(key[i:])...))
		}
	}
	return key
}

func lower(s string) []byte {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return b
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

// alike reports whether a value may be another one, changed. sure: nothing else
// comes into question, so that values without parts may be too.
func (q equality) alike(a, b hclwrite.Expr, sure bool) bool {
	switch a := a.(type) {
	case *hclwrite.Object:
		b, ok := b.(*hclwrite.Object)
		if !ok {
			return false
		}
		list := func(o *hclwrite.Object) []uint64 {
			hashes := make([]uint64, len(o.Items))
			for i := range hashes {
				hashes[i] = q.hashField(&o.Items[i])
			}
			return hashes
		}
		return enough(list(a), list(b), len(a.Items) == 1 && len(b.Items) == 1 && sure)
	case *hclwrite.Tuple:
		b, ok := b.(*hclwrite.Tuple)
		if !ok {
			return false
		}
		list := func(t *hclwrite.Tuple) []uint64 {
			hashes := make([]uint64, len(t.Items))
			for i := range hashes {
				hashes[i] = q.hashExpr(t.Items[i].Value)
			}
			return hashes
		}
		return enough(list(a), list(b), len(a.Items) == 1 && len(b.Items) == 1 && sure)
	}
	switch b.(type) {
	case *hclwrite.Object, *hclwrite.Tuple:
		return false
	}
	return sure
}

// alikeBodies is the same for bodies.
func (q equality) alikeBodies(a, b *hclwrite.Body, sure bool) bool {
	list := func(b *hclwrite.Body) []uint64 {
		hashes := make([]uint64, len(b.Items))
		for i := range hashes {
			hashes[i] = q.hashItem(b.Items[i])
		}
		return hashes
	}
	return enough(list(a), list(b), len(a.Items) == 1 && len(b.Items) == 1 && sure)
}

// enough reports whether two lists share half of what the shorter has, or otherwise
// must be the same thing.
func enough(a, b []uint64, otherwise bool) bool {
	if otherwise {
		return true
	}
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
