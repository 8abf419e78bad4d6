package nativeedit

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// entry is a token of a tree: a word, a text or a comment.
type entry struct {
	kind byte
	text string
	expr hclwrite.Expr
}

// entries contains the tokens of an item, including its comments, in the order of its text.
type entries []entry

// sameBodies reports whether two bodies have the same tokens.
func sameBodies(a, b *hclwrite.Body) bool {
	var x, y entries
	x.body(a)
	y.body(b)
	return x.isEqual(y)
}

// sameItems reports whether two items have the same tokens.
func sameItems(a, b hclwrite.Item) bool {
	if hclwrite.Equal(a, b) { // fast, and sufficient for most items
		return true
	}
	var x, y entries
	x.item(a)
	y.item(b)
	return x.isEqual(y)
}

func (l *entries) addEntry(kind byte, text string) { *l = append(*l, entry{kind: kind, text: text}) }

func (l *entries) comments(list []string) {
	for _, c := range list {
		if c != "" {
			l.addEntry('#', strings.TrimRight(treediff.CanonicalComment(c), " \t\r"))
		}
	}
}

func (l *entries) item(item hclwrite.Item) {
	switch item := item.(type) {
	case *hclwrite.Attribute:
		l.addComments(item.Comments, item.Expr, func() {
			l.addEntry('=', item.Name)
			l.expr(item.Expr)
		})
	case *hclwrite.Block:
		l.addComments(item.Comments, nil, func() {
			l.addEntry('B', treediff.Header(item))
			l.comments(item.Comments.At(hclwrite.Open))
			l.body(&item.Body)
			l.addEntry('}', "")
		})
	case *hclwrite.CommentGroup:
		l.comments(item.Lines)
	}
}

func (l *entries) body(b *hclwrite.Body) {
	for _, item := range b.Items {
		l.item(item)
	}
}

func (l *entries) expr(e hclwrite.Expr) {
	e = asParsed(e)
	c := hclwrite.CollectionOf(e)
	if c == nil {
		*l = append(*l, entry{kind: 'x', expr: e})
		return
	}
	opening, closing := byte('['), byte(']')
	if treediff.IsObject(e) {
		opening, closing = '{', '}'
	}
	l.addEntry(opening, "")
	l.comments(c.Comments.At(hclwrite.Open))
	for _, item := range c.Items {
		if group, ok := item.(*hclwrite.CommentGroup); ok {
			l.comments(group.Lines)
			continue
		}
		item := item.(*hclwrite.Element)
		l.addComments(item.Comments, item.Value, func() {
			if treediff.IsObject(e) {
				l.addEntry(treediff.KindOf(item.Key), item.Key.Text)
			}
			l.expr(item.Value)
		})
	}
	l.addEntry(closing, "")
}

// addComments adds the comments of a node. between adds the other tokens. The comments after a
// possible heredoc come first, because no comment can follow a heredoc.
func (l *entries) addComments(c hclwrite.Comments, value hclwrite.Expr, between func()) {
	for p := range hclwrite.Positions() {
		if p != hclwrite.Open && p != hclwrite.After {
			l.comments(c.At(p))
		}
	}
	t, ok := value.(*hclwrite.Template)
	native, source := value.(*hclwrite.Native)
	above := ok && strings.HasSuffix(t.Text, "\n") || source && hcltext.NeedsNewline(native.Text)
	if above {
		l.comments(c.At(hclwrite.After))
	}
	between()
	if !above {
		l.comments(c.At(hclwrite.After))
	}
}

// isEqual reports whether two lists are equal.
func (l entries) isEqual(other entries) bool {
	return slices.EqualFunc(l, other, func(a, b entry) bool {
		return a.kind == b.kind && a.text == b.text && (a.kind != 'x' || (treediff.Equality{Inner: true}).EqualExprs(a.expr, b.expr))
	})
}

// asParsed returns the expression that the parser returns for the text of e: without parentheses,
// and without the quotes of a single interpolation.
func asParsed(e hclwrite.Expr) hclwrite.Expr {
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
