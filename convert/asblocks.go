package convert

import (
	"slices"
	"strings"

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

// native is the body of a block as native syntax has it, and how JSON shows it.
type native struct {
	*hclwrite.Body
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
func (c *jsonWriter) asJSON(b *hclwrite.Body, s *schema.Body) *native {
	n := &native{Body: b, source: b.Items}
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
			made := asDynamic(block, idleIterator(string(c.src[block.Span.Start:block.Span.End]), c.iterators))
			shown.Items = append(shown.Items, made)
			n.origins[made] = []hclwrite.Item{block}
			n.blocks = append(n.blocks, appendIndex(block.Type, dynamics[block.Type]))
			dynamics[block.Type]++
		default:
			a := attributes[block.Type]
			if a == nil {
				a = &hclwrite.Attribute{Name: block.Type, Expr: &hclwrite.Tuple{}, Span: block.Span, Commented: true}
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
func (c *jsonWriter) blockUses(b *hclwrite.Body, s *schema.Body) map[string]*blockUse {
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
	object := &hclwrite.Object{Static: true, Span: block.Span, Open: block.Body.Open, End: block.Body.End}
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

// asBlocks puts blocks in the places of the attributes that a note says to have
// been blocks.
func asBlocks(body *hclwrite.Body, n *note, s *schema.Body) {
	if len(n.blocks) == 0 {
		return
	}
	hints := blockHints{set(n.blocks), set(n.nulls)}
	var items []hclwrite.Item
	dynamics := map[string]int{}
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			if hints.blocks[item.Name] {
				if made, ok := hints.tuple(item.Name, item.Expr, item.Name, elementOf(s, item.Name)); ok {
					items = append(items, withAttributeComments(made, item)...)
					continue
				}
			}
		case *hclwrite.Block:
			if item.Type != schema.DynamicType || len(item.Labels) != 1 {
				break
			}
			name := item.Labels[0]
			hinted := hints.blocks[appendIndex(name, dynamics[name])]
			dynamics[name]++
			if made := onlyBlock(item); hinted && made != nil {
				items = append(items, made)
				continue
			}
		}
		items = append(items, item)
	}
	body.Items = items
}

// blockHints are the paths of a note: of attributes that were blocks, and of
// arguments of such blocks that were null.
type blockHints struct{ blocks, nulls map[string]bool }

// elementOf is the body of the blocks that an argument may stand as; nil where the
// schema does not tell.
func elementOf(s *schema.Body, name string) *schema.Body {
	if s == nil {
		return nil
	}
	if a, _ := s.Lookup(name); a != nil {
		return a.AsBlocks
	}
	return nil
}

// complete reports whether an object has the arguments of an element, and no
// others: the product refuses one that has not, and takes blocks that lack some.
func complete(object *hclwrite.Object, element *schema.Body) bool {
	names := map[string]bool{}
	for i := range object.Items {
		item := &object.Items[i]
		if item.KeyKind != hclwrite.KeyName || !hclwrite.ValidIdentifier(item.Key) {
			return false
		}
		names[item.Key] = true
	}
	if element == nil {
		return true
	}
	return len(names) == len(element.Attributes) &&
		!slices.ContainsFunc(element.Attributes, func(a schema.Attribute) bool { return !names[a.Name] })
}

func set(names []string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, name := range names {
		m[name] = true
	}
	return m
}

// withAttributeComments keeps the comments that an edit has put at an attribute.
func withAttributeComments(made []hclwrite.Item, a *hclwrite.Attribute) []hclwrite.Item {
	if len(made) > 0 {
		first, last := made[0].ItemComments(), made[len(made)-1].ItemComments()
		first.Before = slices.Concat(a.Before, first.Before)
		last.Before, last.Suffix = suffixOf(last.Before, slices.Concat(last.Suffix, a.Suffix))
	}
	return made
}

// tuple returns the blocks that a tuple of objects at path stands for.
func (h blockHints) tuple(name string, e hclwrite.Expr, path string, element *schema.Body) ([]hclwrite.Item, bool) {
	t, ok := e.(*hclwrite.Tuple)
	if !ok || len(t.Items) == 0 {
		return nil, false
	}
	items := make([]hclwrite.Item, len(t.Items))
	for i := range t.Items {
		object, ok := t.Items[i].Value.(*hclwrite.Object)
		if !ok || !complete(object, element) {
			return nil, false
		}
		block := h.object(name, object, appendIndex(path, i), element)
		if comments := t.Items[i].Comments; comments != nil {
			block.Comments = *comments
		}
		if i == 0 {
			block.Before = slices.Concat(t.Open, block.Before)
		}
		if i == len(t.Items)-1 && len(t.End) > 0 {
			block.Body.End = joinParagraphs(block.Body.End, t.End)
		}
		items[i] = block
	}
	return items, true
}

// object returns the block that an object at path stands for.
func (h blockHints) object(name string, object *hclwrite.Object, path string, element *schema.Body) *hclwrite.Block {
	block := &hclwrite.Block{Type: name, Body: hclwrite.Body{Open: object.Open, End: object.End}}
	for i := range object.Items {
		item := &object.Items[i]
		at := appendKey(path, item.Key)
		if isNull(item.Value) && item.Comments == nil && !h.nulls[at] {
			continue
		}
		if h.blocks[at] {
			if made, ok := h.tuple(item.Key, item.Value, at, elementOf(element, item.Key)); ok {
				a := &hclwrite.Attribute{}
				if item.Comments != nil {
					a.Comments = *item.Comments
				}
				block.Body.Items = append(block.Body.Items, withAttributeComments(made, a)...)
				continue
			}
		}
		a := &hclwrite.Attribute{Name: item.Key, Expr: item.Value}
		if item.Comments != nil {
			a.Comments = *item.Comments
		}
		block.Body.Items = append(block.Body.Items, a)
	}
	if len(block.Body.Items) == 0 {
		block.Body.Inside, block.Body.End = trimBlank(block.Body.End), nil
	}
	return block
}

// onlyBlock returns the block that a dynamic block of [asDynamic] makes, or nil
// if it is no such block.
func onlyBlock(dynamic *hclwrite.Block) *hclwrite.Block {
	if len(dynamic.Body.Items) != 3 {
		return nil
	}
	var content *hclwrite.Block
	iterator := ""
	for _, item := range dynamic.Body.Items {
		switch item := item.(type) {
		case *hclwrite.Block:
			if item.Type != "content" || len(item.Labels) > 0 {
				return nil
			}
			content = item
		case *hclwrite.Attribute:
			if len(item.Before)+len(item.Suffix) > 0 || item.Commented {
				return nil
			}
			native, isNative := item.Expr.(*hclwrite.Native)
			switch {
			case item.Name == "iterator" && isNative:
				iterator = native.Text
			case item.Name != "for_each" || !isOne(item.Expr):
				return nil
			}
		}
	}
	if content == nil || iterator == "" || strings.Trim(iterator, "_") != "" {
		return nil
	}
	file := hclwrite.File{Body: content.Body}
	if hclwrite.Mentions(string(file.Bytes()), iterator) {
		return nil
	}
	block := &hclwrite.Block{Comments: dynamic.Comments, Type: dynamic.Labels[0], Body: content.Body}
	block.Before = slices.Concat(block.Before, dynamic.Body.Open, dynamic.Body.Inside, content.Before)
	block.Body.End = joinParagraphs(joinParagraphs(block.Body.End, content.Suffix), dynamic.Body.End)
	return block
}

// isOne reports whether an expression is [1].
func isOne(e hclwrite.Expr) bool {
	t, ok := e.(*hclwrite.Tuple)
	if !ok || len(t.Items) != 1 || t.Items[0].Comments != nil || len(t.Open)+len(t.End) > 0 {
		return false
	}
	l, ok := t.Items[0].Value.(*hclwrite.Literal)
	return ok && l.Text == "1"
}

// isBlocks reports whether the hint for blocks has a name.
func (n *note) isBlocks(name string) bool { return slices.Contains(n.blocks, name) }

// forgetBlocks takes a name out of the hint for blocks.
func (n *note) forgetBlocks(name string) {
	n.blocks = slices.DeleteFunc(n.blocks, func(path string) bool { return path == name })
}
