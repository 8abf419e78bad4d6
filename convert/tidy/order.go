package tidy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// order arranges blocks and arguments as people do. What the order means something
// for has one rank, and stays as it is: blocks among each other, except for those
// that the table names.
func order(m *module) {
	style := m.style
	m.opts.Dialect.Prepare()
	for _, file := range m.files {
		a := &arranger{module: m, style: style, file: file.Name}
		a.sort(&file.Body, nil, func(item hclwrite.Item) int { return rank(style, item) })
		a.blocks(&file.Body, m.opts.Dialect.Root, nil)
	}
}

// rank is the place of an item of a file among the others.
func rank(style *schema.Style, item hclwrite.Item) int {
	if i := slices.Index(style.Blocks, item.ItemName()); i >= 0 {
		return i
	}
	return len(style.Blocks)
}

type arranger struct {
	module *module
	style  *schema.Style
	file   string
}

// blocks arranges the bodies of the blocks in a body.
func (a *arranger) blocks(b *hclwrite.Body, rules *schema.Body, path []string) {
	for _, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		inner := blockRules(block, rules)
		steps := append(slices.Clip(path), header(block))
		if known(rules, block.Type) {
			a.body(block, inner, steps)
		}
		a.blocks(&block.Body, inner, steps)
	}
}

// known reports whether the language has a block type, and not a plugin.
func known(rules *schema.Body, name string) bool {
	if rules == nil {
		return false
	}
	_, block := rules.Lookup(name)
	return block != nil && !block.Outside
}

// body arranges what is in a block.
func (a *arranger) body(b *hclwrite.Block, rules *schema.Body, path []string) {
	i := slices.IndexFunc(a.style.Orders, func(row schema.Order) bool { return row.Type == b.Type })
	if i < 0 {
		return
	}
	row := a.style.Orders[i]
	a.sort(&b.Body, path, func(item hclwrite.Item) int {
		name := item.ItemName()
		_, isBlock := item.(*hclwrite.Block)
		if !meant(rules, name, isBlock) {
			return middle(isBlock)
		}
		if i := slices.Index(row.First, name); i >= 0 {
			return i - len(row.First)
		}
		if i := slices.Index(row.Last, name); i >= 0 {
			return i + 2
		}
		return middle(isBlock)
	})
}

// middle is the rank of what no row names: arguments come before blocks.
func middle(isBlock bool) int {
	if isBlock {
		return 1
	}
	return 0
}

// meant reports whether a name is the one that the language has, and not an argument
// or a block of a plugin.
func meant(rules *schema.Body, name string, isBlock bool) bool {
	attribute, block := rules.Lookup(name)
	if isBlock {
		return block != nil && !block.Outside
	}
	return attribute != nil && !attribute.Outside || attribute == nil && block == nil
}

// sort arranges the items of a body by rank.
func (a *arranger) sort(b *hclwrite.Body, path []string, rank func(hclwrite.Item) int) {
	compare := func(x, y hclwrite.Item) int { return cmp.Compare(rank(x), rank(y)) }
	if slices.IsSortedFunc(b.Items, compare) {
		return
	}
	before := listed(b)
	slices.SortStableFunc(b.Items, compare)
	a.module.changes = append(a.module.changes, Change{
		Step: "order", File: a.file, Place: strings.Join(path, "."), Before: before, After: listed(b),
	})
}

// listed are the names of the items in a body.
func listed(b *hclwrite.Body) string {
	var list []string
	for _, item := range b.Items {
		list = append(list, item.ItemName())
	}
	return strings.Join(slices.Compact(list), ", ")
}
