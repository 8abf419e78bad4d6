package convert

import (
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// The comments of a block whose body does not ignore "//" (schema.Body.NoComments)
// stand in the "//" of the body around it, at the path of the block.

// blockPlaces collects the comments of such blocks in a body that has path in
// front of its items.
func (c *jsonWriter) blockPlaces(n *note, b *hclwrite.Body, s *schema.Body, path string) {
	counts := make(map[string]int)
	for _, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, rule := s.Lookup(block.Type)
		withLabels(block, rule)
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
		c.innerPlaces(n, block, body, at)
	}
}

// innerPlaces collects the comments of a block at a path.
func (c *jsonWriter) innerPlaces(n *note, block *hclwrite.Block, s *schema.Body, path string) {
	b := &block.Body
	open := b.Open
	if len(b.Inside) > 0 {
		// The blank line at the end keeps them off the line of the brace.
		open = append(joinParagraphs(open, b.Inside), "")
	}
	at := len(n.at)
	n.at = append(n.at, place{path: path, above: block.Before, after: block.Suffix, open: open, end: b.End})
	n.dropEmpty(at)
	for _, item := range b.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			c.attributePlaces(n, path+"."+a.Name, a, s)
		}
	}
	c.blockPlaces(n, b, s, path+".")
}

// placeInBlock puts the comments of a place at a path that leads to a block or
// into one.
func (c *hclReader) placeInBlock(body *hclwrite.Body, path string, p *place) bool {
	name, _, rest, ok := splitPath(path)
	if !ok {
		return false
	}
	wanted, after := blockIndex(rest)
	count := -1
	for _, item := range body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || block.Type != name {
			continue
		}
		count++
		if wanted >= 0 && count != wanted {
			continue
		}
		if inner, ok := cutLabels(after, block.Labels); ok {
			return c.placeAtBlock(block, inner, p)
		}
	}
	return false
}

// blockIndex cuts an index off a path; without one it is negative.
func blockIndex(path string) (index int, rest string) {
	if strings.HasPrefix(path, "[") && !strings.HasPrefix(path, `["`) {
		if _, index, rest, ok := splitPath(path); ok {
			return index, rest
		}
	}
	return -1, path
}

// cutLabels cuts the labels of a block off a path.
func cutLabels(path string, labels []string) (rest string, ok bool) {
	for _, label := range labels {
		key, index, rest, ok := splitPath(path)
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
		name, _, rest, ok := splitPath(path)
		for _, item := range body.Items {
			if a, isAttribute := item.(*hclwrite.Attribute); ok && isAttribute && a.Name == name {
				return c.placeAt(a, rest, p)
			}
		}
		return c.placeInBlock(body, path, p)
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
