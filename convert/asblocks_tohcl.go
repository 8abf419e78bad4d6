package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// asBlocks puts blocks in the places of the attributes that a note says to have
// been blocks, and of others that may be, as people write them. What merges, as in
// override files, stays what it is, and so does what a file like it has.
func asBlocks(body *hclwrite.Body, n *note, s *schema.Body, merges bool, like *likeness) {
	if len(n.isBlocks) == 0 && like == nil && (merges || !s.MayBeBlocks()) {
		return
	}
	hints, foreign := blockHints{blocks: n.isBlocks, nulls: set(n.nulls)}, blockHints{all: true}
	var items []hclwrite.Item
	dynamics := map[string]int{}
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			hints := hints
			if !hints.blocks[item.Name] && !merges && !n.isAttribute[item.Name] && !like.attribute(item.Name) &&
				elementOf(s, item.Name) != nil {
				hints = foreign
			}
			if hints.all || hints.blocks[item.Name] {
				if made, ok := hints.tuple(item.Name, item.Expr, item.Name, elementOf(s, item.Name)); ok {
					for _, block := range made {
						block.(*hclwrite.Block).Span = item.Span
					}
					items = append(items, withAttributeComments(made, item)...)
					continue
				}
			}
		case *hclwrite.Block:
			if item.Type != schema.DynamicType || len(item.Labels) != 1 {
				break
			}
			name := item.Labels[0]
			hinted := hints.blocks[appendIndex(name, dynamics[name])] || elementOf(s, name) != nil && like.blocks(name)
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
type blockHints struct {
	blocks, nulls map[string]bool
	// all: there is no note, and everything that may be blocks is.
	all bool
}

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

// elementLike reports whether an object has only arguments of an element. One that
// lacks some is refused by the product, which takes blocks that do.
func elementLike(object *hclwrite.Object, element *schema.Body) bool {
	return !slices.ContainsFunc(object.Items, func(item hclwrite.ObjectItem) bool {
		if item.KeyKind != hclwrite.KeyName || !hclwrite.ValidIdentifier(item.Key) {
			return true
		}
		if element == nil {
			return false
		}
		argument, _ := element.Lookup(item.Key)
		return argument == nil
	})
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
	if object, ok := e.(*hclwrite.Object); ok && h.all && elementLike(object, element) {
		return []hclwrite.Item{h.object(name, object, path, element)}, true
	}
	t, ok := e.(*hclwrite.Tuple)
	if !ok || len(t.Items) == 0 {
		return nil, false
	}
	items := make([]hclwrite.Item, len(t.Items))
	for i := range t.Items {
		object, ok := t.Items[i].Value.(*hclwrite.Object)
		if !ok || !elementLike(object, element) {
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
		if h.blocks[at] || h.all && elementOf(element, item.Key) != nil {
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
			if len(item.Before)+len(item.Suffix) > 0 || hclwrite.Commented(item.Expr) {
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
	block := &hclwrite.Block{Comments: dynamic.Comments, Type: dynamic.Labels[0], Body: content.Body, Span: dynamic.Span}
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
