package convert

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// An attribute that is a list or set of objects may stand in native syntax as
// blocks. JSON takes the attribute alone, and every argument of an element has
// to be there (opentofu internal/lang/blocktoattr/fixup.go). What no object can
// hold, what stands beside dynamic blocks, and what may be merged with blocks of
// another file, is written as dynamic blocks that make one block each.

// idleIterator is the iterator of such a dynamic block: one or more underscores,
// and a name that the text does not mention, and that no dynamic block around
// has.
func idleIterator(text string, around []string) string {
	name := "_"
	for hclwrite.Mentions(text, name) || slices.Contains(around, name) {
		name += "_"
	}
	return name
}

// blockText is a block in native syntax.
func blockText(block *hclwrite.Block) string {
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}
	return string(file.Bytes())
}

// native is the body of a block as native syntax has it, and how JSON shows it.
type native struct {
	*hclwrite.Body
	// layout is that of the block, or the file.
	layout *hclwrite.Layout
	// source are the items in the source.
	source []hclwrite.Item
	// origins are the blocks that an item stands for.
	origins map[hclwrite.Item][]hclwrite.Item
	// blocks are paths of attributes that stand for blocks, nulls those of
	// arguments of such blocks that are null in the source.
	blocks, nulls []string
}

// asJSON returns a body with attributes, or dynamic blocks, in place of the
// blocks that stand for attributes.
func (c *arranger) asJSON(b *hclwrite.Body, s *schema.Body) native {
	b = withLabels(b, s)
	n := native{Body: b, source: b.Items}
	uses := c.blockUses(b, s)
	if len(uses) == 0 {
		return n
	}
	dynamics := map[string]int{}
	shown := *b
	shown.Items = make([]hclwrite.Item, 0, len(b.Items))
	n.Body, n.origins = &shown, map[hclwrite.Item][]hclwrite.Item{}
	attributes := map[string]*hclwrite.Attribute{}
	for _, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		use := uses[item.ItemName()]
		switch {
		case !ok && use != nil:
			span := item.ItemSpan()
			c.fail(span.Start, span.End, "Argument and blocks of one name", "%q stands here as an argument and as blocks; no product accepts both.", item.ItemName())
		case !ok || use == nil:
			shown.Items = append(shown.Items, item)
			if ok && block.Type == schema.DynamicType && len(block.Labels) == 1 {
				dynamics[block.Labels[0]]++
			}
		case len(block.Labels) > 0:
			c.fail(block.Span.Start, block.Body.Span.Start, "Wrong number of labels", "%q is an argument that may stand as blocks, and these have no labels.", block.Type)
		case use.dynamic && !s.Dynamic:
			c.fail(block.Span.Start, block.Body.Span.Start, "No JSON form", "%q is an argument that holds a list of objects. What stands in this block has no form in such a list, and the body takes no dynamic blocks.", block.Type)
		case use.dynamic:
			made := asDynamic(block, idleIterator(blockText(block), c.iterators))
			shown.Items = append(shown.Items, made)
			n.origins[made] = []hclwrite.Item{block}
			n.blocks = append(n.blocks, appendIndex(block.Type, dynamics[block.Type]))
			dynamics[block.Type]++
		default:
			a := attributes[block.Type]
			if a == nil {
				a = &hclwrite.Attribute{Name: block.Type, Expr: &hclwrite.Tuple{}, Span: block.Span}
				attributes[block.Type] = a
				if c.made == nil {
					c.made = map[*hclwrite.Attribute]bool{}
				}
				c.made[a] = true
				shown.Items = append(shown.Items, a)
				n.blocks = append(n.blocks, block.Type)
			}
			n.element(a.Expr.(*hclwrite.Tuple), block, use.element, a.Name)
			n.origins[a] = append(n.origins[a], block)
		}
	}
	return n
}

// blockUse is how the blocks of a type that stand for an attribute are written.
type blockUse struct {
	element *schema.Body
	dynamic bool
}

// blockUses finds the attributes of a body that the source writes as blocks.
func (c *arranger) blockUses(b *hclwrite.Body, s *schema.Body) map[string]*blockUse {
	var uses map[string]*blockUse
	for _, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		a, _ := s.Lookup(block.Type)
		if a == nil || a.AsBlocks == nil {
			continue
		}
		if uses == nil {
			uses = map[string]*blockUse{}
		}
		use := uses[block.Type]
		if use == nil {
			use = &blockUse{element: a.AsBlocks, dynamic: c.dialect.Merges && s.Dynamic}
			uses[block.Type] = use
		}
		use.dynamic = use.dynamic || !holdable(block, a.AsBlocks)
	}
	if uses == nil {
		return nil
	}
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok && block.Type == schema.DynamicType && len(block.Labels) == 1 && uses[block.Labels[0]] != nil {
			uses[block.Labels[0]].dynamic = true
		}
	}
	return uses
}

// holdable reports whether an object can hold what stands in a block, in its
// order.
func holdable(block *hclwrite.Block, element *schema.Body) bool {
	if len(block.Labels) > 0 {
		return false
	}
	var last hclwrite.Item
	seen := map[string]bool{}
	for _, item := range block.Body.Items {
		name := item.ItemName()
		a, _ := element.Lookup(name)
		if a == nil || seen[name] && !blocksOfOneType(last, item) {
			return false
		}
		last, seen[name] = item, true
		if inner, ok := item.(*hclwrite.Block); ok && (a.AsBlocks == nil || !holdable(inner, a.AsBlocks)) {
			return false
		}
	}
	return true
}

// blocksOfOneType reports whether two items are blocks that an array can hold.
func blocksOfOneType(a, b hclwrite.Item) bool {
	first, ok := a.(*hclwrite.Block)
	second, both := b.(*hclwrite.Block)
	return ok && both && first.Type == second.Type
}

// element adds the object that a block stands for to a tuple at path.
func (n *native) element(t *hclwrite.Tuple, block *hclwrite.Block, element *schema.Body, path string) {
	path = appendIndex(path, len(t.Items))
	comments := block.Comments
	object := &hclwrite.Object{Span: block.Span, Open: block.Body.Open, End: block.Body.End}
	given := map[string]*hclwrite.Tuple{}
	inside := block.Body.Inside
	for _, item := range block.Body.Items {
		name := item.ItemName()
		if inner, ok := item.(*hclwrite.Block); ok {
			list := given[name]
			if list == nil {
				list = &hclwrite.Tuple{Span: inner.Span}
				given[name] = list
				object.Items = append(object.Items, hclwrite.ObjectItem{Key: name, Value: list})
				n.blocks = append(n.blocks, appendKey(path, name))
			}
			if a, _ := element.Lookup(name); a != nil {
				inner = withComments(inner, inside)
				n.element(list, inner, a.AsBlocks, appendKey(path, name))
			}
		} else {
			a := item.(*hclwrite.Attribute)
			own := a.Comments
			own.Before = joinParagraphs(inside, own.Before)
			object.Items = append(object.Items, hclwrite.ObjectItem{Comments: &own, Key: name, Value: a.Expr})
			given[name] = &hclwrite.Tuple{}
			if isNull(a.Expr) {
				n.nulls = append(n.nulls, appendKey(path, name))
			}
		}
		inside = nil
	}
	object.End = joinParagraphs(inside, object.End)
	for i := range element.Attributes {
		if name := element.Attributes[i].Name; given[name] == nil {
			object.Items = append(object.Items, hclwrite.ObjectItem{Key: name, Value: &hclwrite.Literal{Text: "null"}})
		}
	}
	t.Items = append(t.Items, hclwrite.TupleItem{Comments: &comments, Value: object})
}

// withComments is a block with comments before it.
func withComments(block *hclwrite.Block, before []string) *hclwrite.Block {
	b := *block
	b.Before = joinParagraphs(before, b.Before)
	return &b
}

func isNull(e hclwrite.Expr) bool {
	l, ok := e.(*hclwrite.Literal)
	return ok && l.Text == "null"
}

// asDynamic returns the dynamic block that makes a block.
func asDynamic(block *hclwrite.Block, iterator string) *hclwrite.Block {
	content := &hclwrite.Block{Type: "content", Body: block.Body, Span: block.Span}
	return &hclwrite.Block{
		Comments: block.Comments,
		Type:     schema.DynamicType,
		Labels:   []string{block.Type},
		Span:     block.Span,
		Body: hclwrite.Body{Span: block.Body.Span, Items: []hclwrite.Item{
			&hclwrite.Attribute{Name: "for_each", Span: block.Span, Expr: &hclwrite.Tuple{Span: block.Span, Items: []hclwrite.TupleItem{{Value: &hclwrite.Literal{Text: "1", Span: block.Span}}}}},
			&hclwrite.Attribute{Name: "iterator", Span: block.Span, Expr: &hclwrite.Native{Text: iterator, Span: block.Span}},
			content,
		}},
	}
}

// inSource returns items in the order in which they are written, with the blocks
// that they stand for in their places.
func (n *native) inSource(written []hclwrite.Item) []hclwrite.Item {
	if n.origins == nil {
		return written
	}
	list := make([]hclwrite.Item, 0, len(written))
	for _, item := range written {
		if origin, ok := n.origins[item]; ok {
			list = append(list, origin...)
		} else {
			list = append(list, item)
		}
	}
	return list
}
