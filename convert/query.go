package convert

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// queryShape is the shape of the blocks of a group in the query form, where they are
// by labels.
func queryShape(g *group, s *schema.Body) blockShape {
	if !slices.ContainsFunc(g.blocks, hasLabels) && blockBody(g.rule, nil, "", s).Free {
		return merged
	}
	return byLabelInArrays
}

// queryRule gives blocks a rule that stand for an argument.
func queryRule(g *group, s *schema.Body) {
	if element := elementOf(s, g.name); element != nil && g.rule == nil {
		g.rule = &schema.Block{Type: g.name, Body: element, Outside: g.argument != nil && g.argument.Outside}
	}
}

// checkQuery reports blocks for which there is no path of one shape.
func (c *arranger) checkQuery(g *group) bool {
	if g.shape == merged {
		return c.checkMerged(g)
	}
	for _, block := range g.blocks[1:] {
		if len(block.Labels) != len(g.blocks[0].Labels) {
			c.fail(block.Span.Start, block.Body.Span.Start, "Different numbers of labels",
				"In the query form, a path has one shape. There are blocks of type %q here with %d and with %d labels; "+
					"use another form.", g.name, len(g.blocks[0].Labels), len(block.Labels))
			return false
		}
	}
	return true
}

// checkMerged reports a name that is in several blocks which are one object.
func (c *arranger) checkMerged(g *group) bool {
	seen := map[string]*hclwrite.Block{}
	ok := true
	for _, block := range g.blocks {
		for _, item := range block.Body.Items {
			name, span := item.ItemName(), item.ItemSpan()
			if other := seen[name]; other != nil && other != block {
				c.fail(span.Start, span.Start+len(name), "Duplicate name",
					"%q is already set in another block of type %q, and they are one object here.", name, g.name)
				ok = false
			}
			seen[name] = block
		}
	}
	return ok
}

// merged writes blocks as one object.
func (w *writer) merged(b *blocks) {
	object := w.Values()
	w.BeginObject()
	for i := range b.list {
		w.origins.body(object, b.list[i].Block)
		body := b.bodyOf(&b.list[i])
		for _, item := range body.members {
			w.property(item, &signs{})
		}
	}
	w.EndObject()
}
