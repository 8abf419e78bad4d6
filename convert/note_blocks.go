package convert

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// The comments of a block whose body does not ignore "//" (schema.Body.NoComments)
// are in the "//" of the body around it, at the path of the block.

// blockPlaces collects the comments of such blocks in a body that has path in
// front of its items.
func (c *arranger) blockPlaces(n *note, b *hclwrite.Body, s *schema.Body, path string) {
	var counts map[string]int // of the blocks of such types
	var commented []string
	for i, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, rule := s.Lookup(block.Type)
		body := bodyOf(block, rule, s)
		index, known := counts[block.Type]
		if !known && !body.NoComments {
			continue
		}
		if counts == nil {
			counts = make(map[string]int)
		}
		if !known {
			index = countBlocks(b.Items[:i], block.Type)
		}
		counts[block.Type] = index + 1
		if !body.NoComments {
			continue
		}
		at := path + block.Type
		object := rule != nil && rule.Shape == schema.ObjectShape
		if !object {
			at = appendIndex(at, index)
		}
		for _, label := range block.Labels {
			at = appendKey(at, label)
			if !object {
				at = appendIndex(at, 0)
			}
		}
		places := len(n.at)
		c.innerPlaces(n, block, body, at)
		if len(n.at) > places && !object && !slices.Contains(commented, block.Type) {
			commented = append(commented, block.Type)
		}
	}
	for _, blockType := range commented {
		n.at = append(n.at, place{path: path + blockType, count: counts[blockType]})
	}
}

func countBlocks(items []hclwrite.Item, blockType string) int {
	n := 0
	for _, item := range items {
		if block, ok := item.(*hclwrite.Block); ok && block.Type == blockType {
			n++
		}
	}
	return n
}

// innerPlaces collects the comments of a block at a path.
func (c *arranger) innerPlaces(n *note, block *hclwrite.Block, s *schema.Body, path string) {
	b := &block.Body
	own := place{path: path, around: around{block.Comments, b.Within}}
	if len(b.Inside) > 0 {
		// The blank line at the end keeps them off the line of the brace.
		own.Open = append(slices.Clip(joinParagraphs(b.Open, b.Inside)), "")
	}
	if n.keep {
		c.addLayout(n, path, c.layoutWords(c.room.words[:0], "", block.Layout))
	}
	at := len(n.at)
	n.at = append(n.at, own)
	n.dropEmpty(at)
	for _, item := range b.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			c.attributeNote(n, path+"."+a.Name, a, s.Argument(a.Name))
		}
	}
	c.blockPlaces(n, withLabels(b, s), s, path+".")
}
