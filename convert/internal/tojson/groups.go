package tojson

import (
	"github.com/hcljson/hcljson/convert/internal/arrangement"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/limits"
)

func firstOf(list []int, other int) int {
	if len(list) > 0 {
		return list[0]
	}
	return other
}

// itemGroup contains the items of one name in a body, in source order.
type itemGroup struct {
	name      string
	attribute *hclwrite.Attribute
	blocks    []*hclwrite.Block
	count     int32 // the number of blocks
	shape     arrangement.Shape
	// regrouped is true if blocks differs from the source order.
	regrouped bool
	// clash is the first item whose kind differs from the kind of the items before it, or nil.
	clash hclwrite.Item
	// argument and rule are the rows of the schema for the name, or nil.
	argument *tables.Attribute
	rule     *tables.Block
	// value is the rule for the value of an attribute. It is nil for an ordinary value.
	value *tables.Value
}

// groupItems groups items by name, in the order of their first items. indexes contains the index of
// the group of each item.
func (c *bodyArranger) groupItems(items []hclwrite.Item) (list []itemGroup, indexes []int) {
	list = make([]itemGroup, 0, countAttributes(items))
	indexes = make([]int, 0, len(items))
	var index map[string]int
	for _, item := range items {
		name := hclwrite.ItemName(item)
		i, known := index[name]
		if index == nil {
			i = indexOf(list, name)
			known = i >= 0
		}
		if !known {
			i = len(list)
			list = append(list, itemGroup{name: name})
			g := &list[i]
			g.argument, g.rule = c.schema.Lookup(name)
			if g.value = c.schema.RemainValue; g.argument != nil {
				g.value = g.argument.Value
			}
			if index == nil && i == maxScannedGroups {
				index = make(map[string]int, len(items))
				for j := range list {
					index[list[j].name] = j
				}
			}
			if index != nil {
				index[name] = i
			}
		}
		list[i].addItem(item)
		indexes = append(indexes, i)
	}
	if c.opts.Query {
		for i := range list {
			setQueryRule(&list[i], c.schema)
		}
	}
	fillGroups(list, items, indexes)
	return list, indexes
}

// maxScannedGroups is the maximum number of groups for a linear search.
const maxScannedGroups = 16

// countAttributes returns the minimum number of groups for items.
func countAttributes(items []hclwrite.Item) int {
	n := 0
	for _, item := range items {
		if _, ok := item.(*hclwrite.Attribute); ok {
			n++
		}
	}
	return n
}

// setQueryRule sets the row for blocks that represent an argument. The query form does not replace
// such blocks.
func setQueryRule(g *itemGroup, s *tables.Body) {
	if element := s.ElementBody(g.name); element != nil && g.rule == nil {
		g.rule = &tables.Block{Type: g.name, Body: element, Origin: g.argument.Origin}
	}
}

// fillGroups adds the blocks to groups whose blocks are counted.
func fillGroups(list []itemGroup, items []hclwrite.Item, indexes []int) {
	for i := range list {
		if g := &list[i]; g.clash == nil && g.count > 0 {
			g.blocks = make([]*hclwrite.Block, 0, g.count)
		}
	}
	for i, item := range items {
		if g := &list[indexes[i]]; g.clash == nil && g.count > 0 {
			g.blocks = append(g.blocks, item.(*hclwrite.Block))
		}
	}
}

// checkGroups reports groups that have no JSON form.
func (c *arranger) checkGroups(groups []itemGroup) {
	for i := range groups {
		g := &groups[i]
		if g.clash != nil {
			span := hclwrite.SpanOf(g.clash)
			c.Fail(span.Start, span.End, "Attribute and block with the same name",
				"%q is both an attribute and a block type in this body; a JSON object cannot hold both.", g.name)
		}
		for _, block := range g.blocks {
			if len(block.Labels) > limits.Labels {
				c.Fail(block.Span.Start, block.Body.Span.Start, "Too many labels",
					"A block can have at most %d labels; this block has %d.",
					limits.Labels, len(block.Labels))
			}
		}
	}
}

// splitProperties returns the properties of a body, and the indexes at which further objects start.
// Several objects are necessary if a single object would change a significant order: the order of
// blocks and dynamic blocks of one type, or of the types in a sequence. Each property is then a run
// of adjacent items with the same name.
func splitProperties(
	items []hclwrite.Item, groups []itemGroup, indexes []int, s *tables.Body,
) (properties []itemGroup, cuts []int) {
	if s.JustAttributes || !changesOrder(items, groups, indexes, s) {
		return groups, nil
	}
	taken := make([]int, len(groups))
	seen := map[string]bool{} // the names in the current object
	for i := range items {
		index := indexes[i]
		g := &groups[index]
		if i == 0 || index != indexes[i-1] {
			if seen[g.name] {
				cuts = append(cuts, len(properties))
				clear(seen)
			}
			seen[g.name] = true
			run := *g
			run.blocks = g.blocks[taken[index]:taken[index]]
			properties = append(properties, run)
		}
		if g.attribute == nil {
			taken[index]++
			run := &properties[len(properties)-1]
			run.blocks = run.blocks[:len(run.blocks)+1]
		}
	}
	return properties, cuts
}

// changesOrder reports whether the grouping of items by name changes the order in a sequence.
func changesOrder(items []hclwrite.Item, groups []itemGroup, indexes []int, s *tables.Body) bool {
	dynamic := s.Dynamic && indexOf(groups, tables.DynamicType) >= 0
	if len(s.Sequence) == 0 && !dynamic {
		return false
	}
	last := make(map[string]int) // by sequence, the group of its last block
	for i, item := range items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		key, index := s.SequenceOf(block.Type, block.Labels), indexes[i]
		if index < last[key] {
			return true
		}
		last[key] = index
	}
	return false
}

func indexOf(list []itemGroup, name string) int {
	for i := range list {
		if list[i].name == name {
			return i
		}
	}
	return -1
}
