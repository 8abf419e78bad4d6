package address

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
)

// sort puts blocks in the order of their labels, arguments and items in that of their
// names, and elements in that of their values. All others stay where they are.
func (p *place) sort() string {
	p.file.root().sorted = true
	list := p.containers()
	if p.group != nil {
		list = []*place{p.outer}
	}
	for _, in := range list {
		in.touch()
		if body := in.contents(); body != nil {
			body.Sort(p.key)
		} else {
			in.collection().Sort()
		}
	}
	if len(list) == 0 {
		return "is no list, no object and no body, so there is nothing to sort in it"
	}
	return ""
}

// key is what an item is sorted by: a block of a group by its labels, and else an argument by its
// name; nil for what stays where it is.
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
