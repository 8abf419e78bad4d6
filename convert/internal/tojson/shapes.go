package tojson

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/arrangement"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// setShape sets the JSON shape of the blocks of a group, and sorts the blocks in their JSON order.
func (c *bodyArranger) setShape(g *itemGroup) {
	if g.attribute != nil {
		return
	}
	g.shape = c.chooseShape(g)
	if len(g.blocks) > 1 && (g.shape == arrangement.ByLabel && areLabelled(g.blocks, g.rule) ||
		g.shape == arrangement.ByLabelInArrays && sameLabels(g.blocks)) {
		sorted := sortedByLabels(g.blocks, 0)
		g.regrouped = !slices.Equal(sorted, g.blocks)
		g.blocks = sorted
	}
}

func (c *bodyArranger) chooseShape(g *itemGroup) arrangement.Shape {
	switch {
	case c.opts.Query:
		return queryShape(g, c.schema)
	case c.schema.NestedInLists && g.rule == nil:
		return arrangement.PerBlockInLists
	case g.rule != nil && g.rule.Shape == tables.ObjectShape:
		return arrangement.ByLabel
	case g.rule != nil && g.rule.Shape == tables.ArrayShape:
		return arrangement.PerBlock
	case c.opts.Compact && g.isListedBlock():
		if len(g.blocks) > 1 && g.rule.Ordered && len(g.rule.Labels) > 0 {
			return arrangement.PerBlockInLabels
		}
		return arrangement.ByLabel
	case len(g.blocks) == 1 && len(g.blocks[0].Labels) == 0 && c.schema.BlockBody(g.name, nil, nil).JustAttributes:
		return arrangement.ByLabel
	}
	return arrangement.PerBlock
}

// queryShape returns the shape of the blocks of a group in the query form.
func queryShape(g *itemGroup, s *tables.Body) arrangement.Shape {
	if !slices.ContainsFunc(g.blocks, hasLabels) && s.BlockBody(g.name, nil, nil).JustAttributes {
		return arrangement.Merged
	}
	return arrangement.ByLabelInArrays
}

// areLabelled reports whether all blocks have the number of labels that their row requires.
func areLabelled(blocks []*hclwrite.Block, rule *tables.Block) bool {
	return !slices.ContainsFunc(blocks, func(b *hclwrite.Block) bool { return len(b.Labels) != len(rule.Labels) })
}

// sameLabels reports whether all blocks have the same number of labels.
func sameLabels(blocks []*hclwrite.Block) bool {
	return !slices.ContainsFunc(blocks, func(b *hclwrite.Block) bool { return len(b.Labels) != len(blocks[0].Labels) })
}

func hasLabels(block *hclwrite.Block) bool { return len(block.Labels) > 0 }

// sortedByLabels returns blocks in the order of the compact form: blocks with equal labels are
// adjacent. level is the index of the first label that is compared.
func sortedByLabels(blocks []*hclwrite.Block, level int) []*hclwrite.Block {
	if len(blocks) == 1 || len(blocks[0].Labels) == level {
		return blocks
	}
	var list []*hclwrite.Block
	for _, same := range labelGroups(blocks, level) {
		list = append(list, sortedByLabels(same, level+1)...)
	}
	return list
}

// labelGroups groups blocks by the label with the given index, in the order of their first blocks.
func labelGroups(blocks []*hclwrite.Block, level int) [][]*hclwrite.Block {
	var groups [][]*hclwrite.Block
	index := make(map[string]int, len(blocks))
	for _, block := range blocks {
		i, ok := index[block.Labels[level]]
		if !ok {
			i = len(groups)
			index[block.Labels[level]] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], block)
	}
	return groups
}

// checkQuery reports blocks of one type with different numbers of labels. The query form cannot
// contain them. It returns false if there is an error.
func (c *arranger) checkQuery(g *itemGroup) bool {
	if g.shape == arrangement.Merged {
		return c.checkMerged(g)
	}
	for _, block := range g.blocks[1:] {
		if len(block.Labels) != len(g.blocks[0].Labels) {
			c.Fail(block.Span.Start, block.Body.Span.Start, "Different numbers of labels",
				"In the query form, a path has one shape, but the blocks of type %q here have %d and %d labels; "+
					"use another form.", g.name, len(g.blocks[0].Labels), len(block.Labels))
			return false
		}
	}
	return true
}

// checkMerged reports names that several blocks set, if the blocks become one object. It returns
// false if there is an error.
func (c *arranger) checkMerged(g *itemGroup) bool {
	seen := map[string]*hclwrite.Block{}
	ok := true
	for _, block := range g.blocks {
		for _, item := range block.Body.Content() {
			name, span := hclwrite.ItemName(item), hclwrite.SpanOf(item)
			if other := seen[name]; other != nil && other != block {
				c.Fail(span.Start, span.Start+len(name), "Duplicate name",
					"%q is already set in another block of type %q, and these blocks become one object here.", name, g.name)
				ok = false
			}
			seen[name] = block
		}
	}
	return ok
}
