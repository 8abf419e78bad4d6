package address

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
)

// sort sorts blocks by their labels, arguments and items by their names, and elements by their
// values. All others stay at their place.
func (p *place) sort() string {
	list := p.containers()
	if p.group != nil {
		list = []*place{p.outer}
	}
	for _, in := range list {
		computed := func(e hclwrite.Element) bool { return e.Key != nil && !e.Key.IsConstant() && !in.hasStaticKeys() }
		if in.contents() == nil && slices.ContainsFunc(in.collection().Items, computed) {
			return "has computed keys. If two keys are equal, the last one counts, so the order stays"
		}
		in.touch()
		in.forget()
		if body := in.contents(); body != nil {
			body.Sort(p.key)
		} else {
			in.collection().Sort()
		}
	}
	if len(list) == 0 {
		return "is not a list, object or body, so it cannot be sorted"
	}
	return ""
}

// key returns the sort key of an item: the labels of a block of a group, or the name of an argument;
// nil for items that stay.
func (p *place) key(item hclwrite.Item) []string {
	a, argument := item.(*hclwrite.Attribute)
	switch {
	case p.group == nil && argument:
		return []string{a.Name}
	case slices.ContainsFunc(p.group, func(member *place) bool { return member.item == item }):
		return item.(*hclwrite.Block).Labels
	}
	return nil
}
