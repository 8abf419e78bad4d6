package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/elements"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// The comments of a block whose body does not ignore "//" (schema.Body.NoComments)
// stand in the "//" of the body around it, at the path of the block.

// blockPlaces collects the comments of such blocks in a body that has path in
// front of its items.
func (c *arranger) blockPlaces(n *note, b *hclwrite.Body, s *schema.Body, path string) {
	counts := make(map[string]int)
	var commented []string
	for _, item := range withLabels(b, s).Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, rule := s.Lookup(block.Type)
		body := blockBody(rule, block.Labels, choosingValue(block, rule), s)
		index := counts[block.Type]
		counts[block.Type]++
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

// innerPlaces collects the comments of a block at a path.
func (c *arranger) innerPlaces(n *note, block *hclwrite.Block, s *schema.Body, path string) {
	b := &block.Body
	open := b.Open
	if len(b.Inside) > 0 {
		// The blank line at the end keeps them off the line of the brace.
		open = append(slices.Clip(joinParagraphs(open, b.Inside)), "")
	}
	if c.opts.Layout == KeepLayout {
		n.addLayout(path, layoutWords(block.Layout))
	}
	at := len(n.at)
	n.at = append(n.at, place{path: path, above: block.Before, after: block.Suffix, open: open, end: b.End})
	n.dropEmpty(at)
	for _, item := range b.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			argument, _ := s.Lookup(a.Name)
			if c.opts.Layout == KeepLayout {
				c.attributeLayout(n, path+"."+a.Name, a, attributeRule(argument, s))
			}
			c.attributePlaces(n, path+"."+a.Name, a, attributeRule(argument, s))
		}
	}
	c.blockPlaces(n, b, s, path+".")
}

// placeIn puts the comments of a place at a path below a body, and reports whether
// the path leads somewhere.
func (c *hclReader) placeIn(body *hclwrite.Body, path string, p *place) bool {
	name, _, rest, ok := elements.SplitPath(path)
	if !ok {
		return false
	}
	items := c.itemsOf(body)
	if a := items.attributes[name]; a != nil {
		return c.placeAt(a, rest, p)
	}
	wanted, after := blockIndex(rest)
	if wanted < 0 {
		block, inner := items.labelled(name, after)
		return block != nil && c.placeAtBlock(block, inner, p)
	}
	if blocks := items.blocks[name]; wanted < len(blocks) {
		if inner, ok := cutLabels(after, blocks[wanted].Labels); ok {
			return c.placeAtBlock(blocks[wanted], inner, p)
		}
	}
	return false
}

// itemsByName finds the items of a body.
type itemsByName struct {
	attributes map[string]*hclwrite.Attribute
	blocks     map[string][]*hclwrite.Block
	// first is the first block of a type and labels, by their path; labels is how
	// many labels a block has at most.
	first  map[string]*hclwrite.Block
	labels int
}

func (c *hclReader) itemsOf(body *hclwrite.Body) *itemsByName {
	if n := c.items[body]; n != nil {
		return n
	}
	n := &itemsByName{
		attributes: make(map[string]*hclwrite.Attribute),
		blocks:     make(map[string][]*hclwrite.Block),
		first:      make(map[string]*hclwrite.Block),
	}
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			n.attributes[item.Name] = item
		case *hclwrite.Block:
			n.blocks[item.Type] = append(n.blocks[item.Type], item)
			n.labels = max(n.labels, len(item.Labels))
			if path := blockPath(item.Type, item.Labels); n.first[path] == nil {
				n.first[path] = item
			}
		}
	}
	if c.items == nil {
		c.items = make(map[*hclwrite.Body]*itemsByName)
	}
	c.items[body] = n
	return n
}

// labelled finds the first block of a type at a path of its labels, and cuts them
// off the path.
func (n *itemsByName) labelled(blockType, path string) (block *hclwrite.Block, rest string) {
	at := blockType
	for range n.labels {
		if n.first[at] != nil {
			break
		}
		key, index, rest, ok := elements.SplitPath(path)
		if !ok || index >= 0 {
			return nil, ""
		}
		at = appendKey(at, key)
		_, path = blockIndex(rest)
	}
	return n.first[at], path
}

// blockIndex cuts an index off a path; without one it is negative.
func blockIndex(path string) (index int, rest string) {
	if strings.HasPrefix(path, "[") && !strings.HasPrefix(path, `["`) {
		if _, index, rest, ok := elements.SplitPath(path); ok {
			return index, rest
		}
	}
	return -1, path
}

// cutLabels cuts the labels of a block off a path.
func cutLabels(path string, labels []string) (rest string, ok bool) {
	for _, label := range labels {
		key, index, rest, ok := elements.SplitPath(path)
		if !ok || index >= 0 || key != label {
			return "", false
		}
		_, path = blockIndex(rest)
	}
	return path, true
}

func (c *hclReader) placeAtBlock(block *hclwrite.Block, path string, p *place) bool {
	body := &block.Body
	if path != "" {
		return c.placeIn(body, path, p)
	}
	if p.words != "" {
		layOutValue(p.words, &spot{layout: &block.Layout}, c.dialect)
		return true
	}
	if !c.take(&block.Comments) {
		return false
	}
	before, suffix := suffixOf(p.above, p.after)
	block.Before = append(before, block.Before...)
	block.Suffix = suffix
	open, inside := suffixLine(p.open)
	body.Open = open
	body.Inside = joinParagraphs(trimBlank(inside), body.Inside)
	body.End = trimEnd(joinParagraphs(body.End, p.end))
	if len(body.Items) == 0 && len(body.End) > 0 {
		body.Inside = trimBlank(joinParagraphs(body.Inside, body.End))
		body.End = nil
	}
	return true
}
