package jsonprint

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// needs contains facts about the new bodies that reading a text shows. count is their number.
type needs struct {
	// hints contains the names that the reader needs in hints, to read them as attributes or blocks.
	hints map[*hclwrite.Body]map[string]bool
	// arrays contains the types whose blocks are written as an array with one element per block, and whole the bodies
	// that are written as an array of objects. Otherwise, the order of the blocks is wrong.
	arrays map[*hclwrite.Body]map[string]bool
	whole  map[*hclwrite.Body]bool
	count  int
}

func newNeeds() *needs {
	return &needs{map[*hclwrite.Body]map[string]bool{}, map[*hclwrite.Body]map[string]bool{}, map[*hclwrite.Body]bool{}, 0}
}

func (n *needs) add(to map[*hclwrite.Body]map[string]bool, b *hclwrite.Body, name string) {
	if to[b] == nil {
		to[b] = map[string]bool{}
	}
	if !to[b][name] {
		to[b][name] = true
		n.count++
	}
}

// findNeeds compares the changed bodies with the tree that was read from the text. It returns the number of all needs.
func (p *printer) findNeeds(back, is *hclwrite.Body, rules *tables.Body) int {
	in, changed := p.changed[is]
	if changed {
		known := p.need.count
		if p.findHints(back, is, in); p.need.count == known {
			p.findOrders(back, is, rules)
		}
	}
	blocks := map[string][]*hclwrite.Block{}
	for _, item := range back.Items {
		if block, ok := item.(*hclwrite.Block); ok {
			blocks[treediff.Header(block)] = append(blocks[treediff.Header(block)], block)
		}
	}
	for _, item := range is.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || !changed {
			continue
		}
		head := treediff.Header(block)
		if list := blocks[head]; len(list) > 0 {
			blocks[head] = list[1:]
			in, changed := p.changed[&block.Body]
			if changed && in != nil && in.renamesIterator && !treediff.SameItem(list[0], block) && !p.need.whole[&block.Body] {
				p.need.whole[&block.Body] = true
				p.need.count++
			}
			if changed {
				p.findNeeds(&list[0].Body, &block.Body, rules.BlockBody(block.Type, block.Labels, block.Body.SourceOf))
			}
		}
	}
	return p.need.count
}

// findHints finds the names that are attributes in one body and blocks in the other, or have another number of labels.
func (p *printer) findHints(back, is *hclwrite.Body, in *body) {
	kinds := map[string]map[int]bool{}
	for _, item := range back.Items {
		name := hclwrite.ItemName(item)
		if kinds[name] == nil {
			kinds[name] = map[int]bool{}
		}
		kinds[name][kindOf(item)] = true
	}
	for j, item := range is.Items {
		isOld := in != nil && in.steps != nil && in.steps[j] != nil && in.steps[j].Old >= 0
		if name := hclwrite.ItemName(item); kinds[name] != nil && !kinds[name][kindOf(item)] && !(p.KeepKinds && isOld) {
			p.need.add(p.need.hints, is, name)
		}
	}
}

// kindOf returns the number of labels of a block without empty ones at the end, and -1 for other items.
func kindOf(item hclwrite.Item) int {
	block, ok := item.(*hclwrite.Block)
	if !ok {
		return -1
	}
	n := len(block.Labels)
	for n > 0 && block.Labels[n-1] == "" { // an omitted label
		n--
	}
	return n
}

// findOrders finds the sequences of blocks that have another order in the text.
func (p *printer) findOrders(back, is *hclwrite.Body, rules *tables.Body) {
	byPosition := slices.DeleteFunc(slices.Clone(back.Items), func(item hclwrite.Item) bool { return kindOf(item) < 0 })
	slices.SortStableFunc(byPosition, func(a, b hclwrite.Item) int { return hclwrite.SpanOf(a).Start - hclwrite.SpanOf(b).Start })
	written, wanted := orders(byPosition, rules), orders(is.Items, rules)
	for key, list := range wanted {
		if len(written[key]) != len(list) || slices.EqualFunc(written[key], list, sameHeader) {
			continue
		}
		types, others, count := byType(list), byType(written[key]), p.need.count
		for name, blocks := range types {
			if !slices.EqualFunc(others[name], blocks, sameHeader) {
				p.need.add(p.need.arrays, is, name)
			}
		}
		if len(types) > 1 && p.need.count == count && !p.need.whole[is] {
			p.need.whole[is] = true
			p.need.count++
		}
	}
}

// sameHeader reports whether two blocks have the same type and labels.
func sameHeader(a, b *hclwrite.Block) bool { return treediff.Header(a) == treediff.Header(b) }

// orders returns the blocks of each sequence.
func orders(items []hclwrite.Item, rules *tables.Body) map[string][]*hclwrite.Block {
	generated := treediff.GeneratedTypes(&hclwrite.Body{Items: items}, rules)
	sequences := map[string][]*hclwrite.Block{}
	for _, item := range items {
		if block, ok := item.(*hclwrite.Block); ok {
			key := rules.OrderOf(block.Type, block.Labels, generated)
			sequences[key] = append(sequences[key], block)
		}
	}
	return sequences
}

func byType(blocks []*hclwrite.Block) map[string][]*hclwrite.Block {
	types := map[string][]*hclwrite.Block{}
	for _, block := range blocks {
		types[block.Type] = append(types[block.Type], block)
	}
	return types
}
