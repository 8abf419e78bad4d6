package address

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
)

// sort sorts blocks by their labels, arguments and items by their names, and elements by their
// values. All others stay at their place.
func (p *place) sort() hcl.Diagnostics {
	list := p.containers()
	var items map[hclwrite.Item]bool
	if p.group != nil {
		list, items = []*place{p.outer}, make(map[hclwrite.Item]bool, len(p.group))
		for _, member := range p.group {
			items[member.item] = true
		}
		if block, ok := p.group[0].item.(*hclwrite.Block); ok && p.outer.rules.IsOrdered(block.Type) {
			return p.cannot(fmt.Sprintf("has an order with a meaning: the blocks %q apply in the order of the file", block.Type))
		}
	}
	for _, in := range list {
		computed := func(e *hclwrite.Element) bool { return e.Key != nil && !e.Key.IsConstant() && !in.hasStaticKeys() }
		if in.contents() == nil && slices.ContainsFunc(in.collection().Elements(), computed) {
			return p.cannot("has computed keys. If two keys are equal, the last one counts, so the order stays")
		}
		in.touch()
		in.forget()
		if body := in.contents(); body != nil {
			body.Sort(func(item hclwrite.Item) []string {
				switch item := item.(type) {
				case *hclwrite.Attribute:
					if items == nil {
						return []string{item.Name}
					}
				case *hclwrite.Block:
					if items[item] {
						return item.Labels
					}
				}
				return nil
			})
		} else {
			in.collection().Sort()
		}
	}
	if len(list) == 0 {
		return p.cannot("is not a list, object or body, so it cannot be sorted")
	}
	return nil
}
