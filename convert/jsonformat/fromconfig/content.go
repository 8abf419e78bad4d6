package fromconfig

import (
	"cmp"
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// content is what the body of a block says, after it has been merged with others.
type content struct {
	// attributes are sorted by name.
	attributes []attributeNode
	blocks     []blockNode
}

// attribute returns the attribute with a name.
func (c content) attribute(name string) attributeNode {
	i, found := slices.BinarySearchFunc(c.attributes, name,
		func(a attributeNode, name string) int { return cmp.Compare(a.Name, name) })
	if !found {
		return attributeNode{}
	}
	return c.attributes[i]
}

// merged are the attributes of two lists, sorted by name; of the same name, those of
// the second.
func merged(first, second []attributeNode) []attributeNode {
	all := slices.Concat(second, first)
	slices.SortStableFunc(all, byName)
	return slices.CompactFunc(all, func(a, b attributeNode) bool { return a.Name == b.Name })
}

func byName(a, b attributeNode) int { return cmp.Compare(a.Name, b.Name) }

// content returns what a body says next to what the language has for itself, and what
// its escape block says. Where both have an argument, the product refuses the second.
// language is nil for a body that is all of somebody else's.
func (l *loader) content(body bodyNode, language *schema.Body) content {
	c := content{attributes: body.sorted(), blocks: body.blocks()}
	if language == nil {
		return c
	}
	c.attributes = slices.DeleteFunc(c.attributes, func(a attributeNode) bool {
		attribute, block := language.Own(a.Name)
		if a.Name == schema.DynamicType {
			return false // in JSON it stands for blocks
		}
		if block != nil {
			l.warn(a.nameRange(), "Unknown argument", "%q is a block here, not an argument. It is left out.",
				a.Name)
		}
		return attribute != nil || block != nil
	})
	c.blocks = slices.DeleteFunc(c.blocks, func(block blockNode) bool {
		_, own := language.Own(block.Type)
		return own != nil && block.Type != schema.DynamicType
	})
	if row := language.Escape(); row != nil {
		if escape, ok := body.only(row.Type); ok {
			c.attributes = merged(escape.body().sorted(), c.attributes)
			c.blocks = append(c.blocks, escape.body().blocks()...)
		}
	}
	return c
}

// overridden returns c with what an override file says: an argument stands for one
// of the same name, and all blocks of a type for those before (opentofu
// internal/configs/module_merge_body.go).
func (c content) overridden(by content) content {
	result := content{attributes: merged(c.attributes, by.attributes)}
	made := func(block blockNode) string {
		if block.Type == schema.DynamicType && len(block.Labels) > 0 {
			return block.Labels[0]
		}
		return block.Type
	}
	types := map[string]bool{}
	for _, block := range by.blocks {
		types[made(block)] = true
	}
	for _, block := range c.blocks {
		if !types[made(block)] {
			result.blocks = append(result.blocks, block)
		}
	}
	result.blocks = append(result.blocks, by.blocks...)
	return result
}
