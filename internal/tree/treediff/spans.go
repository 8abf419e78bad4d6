package treediff

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tree/nodes"
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

// CopyBody returns a copy of a body. The copy shares the keys and the texts of comments, which must not be changed in place.
func CopyBody(b *hclwrite.Body) hclwrite.Body {
	var deep func(part hclwrite.Node) hclwrite.Node
	deep = func(part hclwrite.Node) hclwrite.Node { return copyNode(part, deep) }
	return *deep(b).(*hclwrite.Body)
}

// ShallowCopy returns a copy of a node with the same parts.
func ShallowCopy[T hclwrite.Node](node T) T {
	return copyNode(node, func(part hclwrite.Node) hclwrite.Node { return part }).(T)
}

// copyNode returns a copy of a node with other parts.
func copyNode(node hclwrite.Node, part func(hclwrite.Node) hclwrite.Node) hclwrite.Node {
	switch n := node.(type) {
	case *hclwrite.Body:
		copied := *n
		copied.Items = mapped(n.Items, part)
		return &copied
	case *hclwrite.Block:
		copied := *n
		copied.Labels, copied.Body.Items = slices.Clone(n.Labels), mapped(n.Body.Items, part)
		return &copied
	case *hclwrite.Attribute:
		copied := *n
		copied.Expr = part(n.Expr).(hclwrite.Expr)
		return &copied
	case *hclwrite.Element:
		copied := *n
		copied.Value = part(n.Value).(hclwrite.Expr)
		return &copied
	case *hclwrite.CommentGroup:
		copied := *n
		return &copied
	case *hclwrite.Literal:
		copied := *n
		return &copied
	case *hclwrite.Template:
		copied := *n
		return &copied
	case *hclwrite.Native:
		copied := *n
		return &copied
	case *hclwrite.Call:
		return &hclwrite.Call{Name: n.Name, Argument: part(n.Argument).(hclwrite.Expr)}
	case *hclwrite.Tuple, *hclwrite.Object:
		e := n.(hclwrite.Expr)
		copied := *hclwrite.CollectionOf(e)
		copied.Items = mapped(copied.Items, part)
		return nodes.AsKindOf(&copied, e)
	}
	return node
}

func mapped[T hclwrite.Node](items []T, part func(hclwrite.Node) hclwrite.Node) []T {
	list := slices.Clone(items)
	for i, item := range list {
		list[i] = part(item).(T)
	}
	return list
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
