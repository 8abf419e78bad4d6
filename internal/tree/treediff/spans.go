package treediff

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
)

// Spans returns pointers to the positions of a node. The first position is the whole node. It
// includes the comments of an attribute or a block, the parentheses of an expression, and the comma
// of an element.
func Spans(node hclwrite.Node) []*hclwrite.Span {
	switch n := node.(type) {
	case *hclwrite.Block:
		return []*hclwrite.Span{&n.Span, &n.Body.Span}
	case *hclwrite.Attribute:
		return []*hclwrite.Span{&n.Span, &n.ValueSpan}
	case *hclwrite.CommentGroup:
		return []*hclwrite.Span{&n.Span}
	case *hclwrite.Element:
		if n.Key != nil {
			return []*hclwrite.Span{&n.ValueSpan, &n.Key.Span}
		}
		return []*hclwrite.Span{&n.ValueSpan}
	case *hclwrite.Literal:
		return []*hclwrite.Span{&n.Span}
	case *hclwrite.Template:
		return []*hclwrite.Span{&n.Span}
	case *hclwrite.Native:
		return []*hclwrite.Span{&n.Span}
	case *hclwrite.Tuple:
		return []*hclwrite.Span{&n.Span}
	case *hclwrite.Object:
		return []*hclwrite.Span{&n.Span}
	}
	return nil
}

// CopyBody returns a copy of a body. The copy shares the comment groups and the texts of comments, which must not be
// changed in place.
func CopyBody(b *hclwrite.Body) hclwrite.Body {
	copied := *b
	copied.Items = make([]hclwrite.Item, len(b.Items))
	for i, item := range b.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			a := *item
			a.Expr = copyExpr(a.Expr)
			copied.Items[i] = &a
		case *hclwrite.Block:
			block := *item
			block.Labels, block.Body = slices.Clone(block.Labels), CopyBody(&block.Body)
			copied.Items[i] = &block
		default:
			copied.Items[i] = item
		}
	}
	return copied
}

func copyExpr(e hclwrite.Expr) hclwrite.Expr {
	c := hclwrite.CollectionOf(e)
	if c == nil {
		return copyLeaf(e)
	}
	copied := *c
	copied.Items = slices.Clone(c.Items)
	for i, item := range c.Items {
		if e, ok := item.(*hclwrite.Element); ok {
			e := *e
			if e.Key != nil {
				key := *e.Key
				e.Key = &key
			}
			e.Value = copyExpr(e.Value)
			copied.Items[i] = &e
		}
	}
	return copied.AsKindOf(e)
}

// copyLeaf returns a copy of an expression that is no collection.
func copyLeaf(e hclwrite.Expr) hclwrite.Expr {
	switch e := e.(type) {
	case *hclwrite.Literal:
		copied := *e
		return &copied
	case *hclwrite.Template:
		copied := *e
		return &copied
	case *hclwrite.Native:
		copied := *e
		return &copied
	case *hclwrite.Call:
		return &hclwrite.Call{Name: e.Name, Argument: copyExpr(e.Argument)}
	}
	return e
}

// Align gives the nodes of a tree the positions of the nodes of another tree. undo restores the old positions. It returns
// false if the trees have different nodes.
func Align(tree, other hclwrite.Node) (undo func(), ok bool) {
	spans := func(node hclwrite.Node) (list []*hclwrite.Span) {
		hclwrite.Walk(node, func(node hclwrite.Node) bool {
			list = append(list, Spans(node)...)
			return true
		})
		return list
	}
	list, from := spans(tree), spans(other)
	if len(list) != len(from) {
		return nil, false
	}
	old := make([]hclwrite.Span, len(list))
	for i, span := range list {
		old[i], *span = *span, *from[i]
	}
	return func() {
		for i, span := range list {
			*span = old[i]
		}
	}, true
}
