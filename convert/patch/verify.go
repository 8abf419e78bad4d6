package patch

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
)

// entry is a part of a tree, in the order of its text.
type entry struct {
	kind byte
	text string
	expr hclwrite.Expr
}

// entries lists what is in an item, comments among it.
type entries []entry

func (l *entries) add(kind byte, text string) { *l = append(*l, entry{kind: kind, text: text}) }

func (l *entries) comments(list []string) {
	for _, c := range list {
		if c != "" {
			l.add('#', strings.TrimRight(marked(c), " \t\r"))
		}
	}
}

func (l *entries) item(item hclwrite.Item) {
	switch item := item.(type) {
	case *hclwrite.Attribute:
		l.beside(&item.Comments, item.Expr, func() {
			l.add('=', item.Name)
			l.expr(item.Expr)
		})
	case *hclwrite.Block:
		l.beside(&item.Comments, nil, func() {
			l.add('B', header(item))
			l.body(&item.Body)
			l.add('}', "")
		})
	}
}

func (l *entries) body(b *hclwrite.Body) {
	l.comments(b.Open)
	l.comments(b.Inside)
	for _, item := range b.Items {
		l.item(item)
	}
	l.comments(b.End)
}

func (l *entries) expr(e hclwrite.Expr) {
	e = asRead(e)
	switch e := e.(type) {
	case *hclwrite.Tuple:
		l.add('[', "")
		l.comments(e.Open)
		for i := range e.Items {
			l.beside(e.Items[i].Comments, e.Items[i].Value, func() { l.expr(e.Items[i].Value) })
		}
		l.comments(e.End)
		l.add(']', "")
	case *hclwrite.Object:
		l.add('{', "")
		l.comments(e.Open)
		for i := range e.Items {
			item := &e.Items[i]
			l.beside(item.Comments, item.Value, func() {
				l.add('a'+byte(item.KeyKind), item.Key)
				l.expr(item.Value)
			})
		}
		l.comments(e.End)
		l.add('}', "")
	default:
		*l = append(*l, entry{kind: 'x', expr: e})
	}
}

// asRead is an expression as it comes back from its text: without parentheses, and
// without the template around an interpolation alone.
func asRead(e hclwrite.Expr) hclwrite.Expr {
	var inner hclwrite.Expr
	var diags hcl.Diagnostics
	switch e := e.(type) {
	case *hclwrite.Native:
		if strings.HasPrefix(e.Text, "(") {
			inner, diags = hclwrite.ParseExpr(e.Text, "")
		}
	case *hclwrite.Template:
		if strings.HasPrefix(e.Text, "${") {
			inner, diags = hclwrite.ParseTemplate(e.Text, "")
		}
	}
	if inner == nil || diags.HasErrors() {
		return e
	}
	return inner
}

// beside puts comments around what between adds, which has a value or none. Those after a
// value that may be a heredoc are before it: after the end of one is no room.
func (l *entries) beside(c *hclwrite.Comments, value hclwrite.Expr, between func()) {
	l.comments(before(c))
	t, ok := value.(*hclwrite.Template)
	native, source := value.(*hclwrite.Native)
	above := ok && strings.HasSuffix(t.Text, "\n") || source && hclwrite.NeedsNewline(native.Text)
	if above {
		l.comments(suffix(c))
	}
	between()
	if !above {
		l.comments(suffix(c))
	}
}

// same reports whether two lists say the same. Comments may be before or after
// what they are next to.
func (l entries) same(other entries, q equality) bool {
	if len(l) != len(other) {
		return false
	}
	for i := range l {
		a, b := &l[i], &other[i]
		if a.kind != b.kind || a.text != b.text || a.kind == 'x' && !q.expr(a.expr, b.expr) {
			return false
		}
	}
	return true
}

// sameItems reports whether two items say the same, comments included.
func sameItems(a, b hclwrite.Item, q equality) bool {
	var x, y entries
	x.item(a)
	y.item(b)
	return x.same(y, q)
}

// sameBodies reports the same of two bodies.
func sameBodies(a, b *hclwrite.Body, q equality) bool {
	var x, y entries
	x.body(a)
	y.body(b)
	return x.same(y, q)
}
