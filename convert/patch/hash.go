package patch

import (
	"hash/maphash"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/nativeedit"
)

// seed is that of all hashes.
var seed = maphash.MakeSeed()

// The hash of a node, without its comments. What is the same has the same one, but
// for the spelling of expressions.

func hashExpr(e hclwrite.Expr) uint64 {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return textHash('0', jsontree.NumberText(e.Text))
	case *hclwrite.Template:
		return textHash('"', e.Text)
	case *hclwrite.Native:
		return textHash('$', strings.Join(strings.Fields(e.Text), " "))
	case *hclwrite.Call:
		return jsontree.Mix(textHash('(', e.Name), hashExpr(e.Argument))
	case *hclwrite.Tuple:
		h := uint64('[')
		for i := range e.Items {
			h = jsontree.Mix(h, hashExpr(e.Items[i].Value))
		}
		return h
	case *hclwrite.Object:
		h := uint64('{')
		for i := range e.Items {
			h += hashField(&e.Items[i])
		}
		return jsontree.Mix('{', h)
	}
	return 0
}

func hashField(item *hclwrite.Element) uint64 {
	return jsontree.Mix(textHash('a'+byte(nativeedit.KeyOf(item).Kind), nativeedit.KeyOf(item).Text), hashExpr(item.Value))
}

func hashItem(item hclwrite.Item) uint64 {
	switch item := item.(type) {
	case *hclwrite.Attribute:
		return jsontree.Mix(textHash('=', item.Name), hashExpr(item.Expr))
	case *hclwrite.Block:
		h := textHash('#', item.Type)
		for _, label := range item.Labels {
			h = jsontree.Mix(h, textHash('l', label))
		}
		return jsontree.Mix(h, hashBody(&item.Body))
	}
	return 0
}

// hashBody is that of the items of a body; the order of blocks of one type counts.
func hashBody(b *hclwrite.Body) uint64 {
	var sum uint64
	var orders map[string]uint64
	for _, item := range b.Items {
		h := hashItem(item)
		if block, ok := item.(*hclwrite.Block); ok {
			if orders == nil {
				orders = map[string]uint64{}
			}
			orders[block.Type] = jsontree.Mix(orders[block.Type], h)
		} else {
			sum += h
		}
	}
	for _, h := range orders {
		sum += h
	}
	return jsontree.Mix('B', sum)
}

// textHash is the hash of a text of some kind.
func textHash(kind byte, text string) uint64 {
	return jsontree.Mix(uint64(kind), maphash.String(seed, text))
}
