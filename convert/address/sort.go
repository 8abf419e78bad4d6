package address

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tree/nodes"
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
			sortBody(body, func(item hclwrite.Item) []string {
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
			sortCollection(in.collection())
		}
	}
	if len(list) == 0 {
		return p.cannot("is not a list, object or body, so it cannot be sorted")
	}
	return nil
}

// sortBody sorts items of the body by key. Items for which key returns nil keep their places. The
// comment groups before an item move with it, except those at the start of the body.
func sortBody(b *hclwrite.Body, key func(hclwrite.Item) []string) {
	head, units, foot := nodes.Units(b.Items)
	list := slices.DeleteFunc(slices.Clone(units), func(u nodes.Unit[hclwrite.Item]) bool { return key(u.Item) == nil })
	slices.SortStableFunc(list, func(x, y nodes.Unit[hclwrite.Item]) int { return slices.Compare(key(x.Item), key(y.Item)) })
	for i, u := range units {
		if key(u.Item) != nil {
			units[i], list = list[0], list[1:]
		}
	}
	b.Items = joinUnits(head, units, foot)
}

func joinUnits[T hclwrite.Node](head []T, units []nodes.Unit[T], foot []T) []T {
	items := head[:len(head):len(head)]
	for i := range units {
		items = append(items, units[i].Items()...)
	}
	return append(items, foot...)
}

// sortCollection sorts the items of an object by their keys. It sorts the elements of a tuple by value:
// numbers first, and then all other elements by text. Comment groups move as in sortBody.
func sortCollection(c *hclwrite.Collection) {
	number := func(e hclwrite.Expr) float64 {
		if literal, ok := e.(*hclwrite.Literal); ok {
			if n, err := strconv.ParseFloat(literal.Text, 64); err == nil {
				return n
			}
		}
		return math.Inf(1)
	}
	text := func(e hclwrite.Expr) string { return strings.Trim(hclwrite.ExprText(e), `"`) }
	head, units, foot := nodes.Units(c.Items)
	slices.SortStableFunc(units, func(x, y nodes.Unit[hclwrite.CollectionItem]) int {
		a, b := x.Item.(*hclwrite.Element), y.Item.(*hclwrite.Element)
		if a.Key != nil {
			return strings.Compare(a.Key.Text, b.Key.Text)
		}
		return cmp.Or(cmp.Compare(number(a.Value), number(b.Value)), strings.Compare(text(a.Value), text(b.Value)))
	})
	c.Items = joinUnits(head, units, foot)
}
