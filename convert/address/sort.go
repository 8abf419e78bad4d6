package address

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsonedit"
)

// sort puts blocks in the order of their labels, arguments and items in that of their
// names, and elements in that of their values. What is between them stays where it is.
func (p *place) sort() string {
	p.file.root().sorted = true
	list := p.containers()
	if p.group != nil {
		list = []*place{p.outer}
	}
	for _, in := range list {
		in.touch()
		if body := in.contents(); body != nil {
			arrange(body.Items, p.key)
			continue
		}
		slices.SortStableFunc(in.collection().Items, func(a, b hclwrite.Element) int {
			if a.Key != nil {
				return strings.Compare(a.Key.Text, b.Key.Text)
			}
			return compare(a.Value, b.Value)
		})
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

// arrange sorts the items that have a key among the places that they have.
func arrange(items []hclwrite.Item, key func(hclwrite.Item) []string) {
	list := slices.DeleteFunc(slices.Clone(items), func(item hclwrite.Item) bool { return key(item) == nil })
	slices.SortStableFunc(list, func(a, b hclwrite.Item) int { return slices.Compare(key(a), key(b)) })
	for i, item := range items {
		if key(item) != nil {
			items[i], list = list[0], list[1:]
		}
	}
}

// compare orders values: numbers first, and then all others by their texts.
func compare(a, b hclwrite.Expr) int {
	text := func(e hclwrite.Expr) string { return strings.Trim(hclwrite.ExprText(e), `"`) }
	return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(text(a), text(b)))
}

// number is greater than all numbers for what is none.
func number(e hclwrite.Expr) float64 {
	if literal, ok := e.(*hclwrite.Literal); ok {
		if n, err := strconv.ParseFloat(literal.Text, 64); err == nil {
			return n
		}
	}
	return math.Inf(1)
}

// inOrder is a JSON text with its members, and blocks in arrays, in the order that the tree of
// the file has.
func (f *file) inOrder(text []byte) []byte {
	opts := convert.Options{Form: convert.Compact, DropComments: true, Unread: true}
	like, diags := convert.WriteJSON(f.tree, f.Filename, f.dialect, opts)
	if diags.HasErrors() {
		return text
	}
	return jsonedit.InOrder(text, like)
}
