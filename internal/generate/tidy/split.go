package tidy

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// defaultLarge is the default maximum number of lines of the main file.
const defaultLarge = 400

// splitFiles moves the blocks of a module to the files defined in the table. It splits a large main file
// by the second word of types (aws_iam_role: iam). It does not change files whose names have a
// meaning.
func splitFiles(m *module) {
	style := m.style
	if style.Main == "" {
		return
	}
	redeclared := m.redeclaredTypes()
	p := &splitter{style: style, files: map[string][]nodes.Unit[hclwrite.Item]{style.Main: nil}, from: map[hclwrite.Item]string{}}
	var fixed []File
	for _, file := range m.files {
		if HasFixedName(style, file.Name) {
			fixed = append(fixed, file)
		} else {
			p.assignItems(file)
		}
	}
	large := m.opts.Large
	if large == 0 {
		large = defaultLarge
	}
	if bytes.Count(p.sortedFile(style.Main).Bytes(), []byte("\n")) > large {
		p.moveServices()
	}
	m.files = p.sortedFiles()
	for _, file := range m.files {
		m.joinBlocks(file, "split", redeclared)
		for _, item := range file.Body.Content() {
			p.recordMove(m, item, file.Name)
		}
	}
	m.files = append(m.files, fixed...)
}

// stem returns a file name without its extension.
func stem(name string) string {
	base := path.Base(name)
	if i := strings.IndexByte(base, '.'); i > 0 {
		return base[:i]
	}
	return base
}

// splitter is the state of the step that splits files.
type splitter struct {
	style *conventions.Style
	// files maps the stem of a file name to the blocks of the file.
	files map[string][]nodes.Unit[hclwrite.Item]
	// from maps an item to its original file.
	from map[hclwrite.Item]string
	// head and foot contain the comment groups at the start and the end of the files. They move to
	// the main file.
	head, foot []hclwrite.Item
}

// sortedFile returns a file with its blocks sorted by rank.
func (p *splitter) sortedFile(name string) *hclwrite.File {
	units := p.files[name]
	slices.SortStableFunc(units, func(x, y nodes.Unit[hclwrite.Item]) int { return rank(p.style, x.Item) - rank(p.style, y.Item) })
	file := &hclwrite.File{}
	if name == p.style.Main {
		file.Body.Append(p.head...)
	}
	for _, unit := range units {
		file.Body.Append(unit.Items()...)
	}
	if name == p.style.Main {
		file.Body.Append(p.foot...)
	}
	return file
}

// assignItems assigns the items of a file to new files. Comments without an item move to the main file.
func (p *splitter) assignItems(file File) {
	head, units, foot := nodes.Units(file.Body.Items)
	p.head, p.foot = append(p.head, head...), append(p.foot, foot...)
	for _, unit := range units {
		name := p.style.Main
		for _, row := range p.style.Files {
			if row.Type == hclwrite.ItemName(unit.Item) {
				name = row.File
			}
		}
		p.from[unit.Item] = file.Name
		p.files[name] = append(p.files[name], unit)
	}
}

// sortItems sorts the attributes and blocks of a body. Comment groups at the start and the end stay
// there. All other comment groups stay before their items.
func sortItems(b *hclwrite.Body, compare func(x, y hclwrite.Item) int) {
	head, units, foot := nodes.Units(b.Items)
	slices.SortStableFunc(units, func(x, y nodes.Unit[hclwrite.Item]) int { return compare(x.Item, y.Item) })
	b.Items = head
	for i := range units {
		b.Append(units[i].Items()...)
	}
	b.Append(foot...)
}

// recordMove records the new file of an item.
func (p *splitter) recordMove(m *module, item hclwrite.Item, to string) {
	from := p.from[item]
	if from == to {
		return
	}
	place := hclwrite.ItemName(item)
	if block, ok := item.(*hclwrite.Block); ok {
		place = blockStep(block)
	}
	m.changes = append(m.changes, Change{Step: "split", File: from, Place: place, Before: from, After: to})
}

// moveServices moves the blocks of each service with two or more blocks out of the main file.
func (p *splitter) moveServices() {
	units, count := p.files[p.style.Main], map[string]int{}
	for _, unit := range units {
		count[p.serviceOf(unit.Item)]++
	}
	p.files[p.style.Main] = nil
	for _, unit := range units {
		name := p.serviceOf(unit.Item)
		if name == "" || count[name] < 2 {
			name = p.style.Main
		}
		p.files[name] = append(p.files[name], unit)
	}
}

// serviceOf returns the second word of the type of a block. It returns "" if the word is not valid
// as a file name.
func (p *splitter) serviceOf(item hclwrite.Item) string {
	block, ok := item.(*hclwrite.Block)
	if !ok || len(block.Labels) != 2 {
		return ""
	}
	words := strings.Split(block.Labels[0], "_")
	if len(words) < 2 || words[1] == "" || loading.IsDevice(words[1]) || HasFixedName(p.style, words[1]) {
		return ""
	}
	listed := func(row conventions.FileRow) bool { return row.File == words[1] }
	if words[1] == p.style.Main || strings.Trim(words[1], "abcdefghijklmnopqrstuvwxyz0123456789") != "" ||
		slices.ContainsFunc(p.style.Files, listed) {
		return ""
	}
	return words[1]
}

// sortedFiles returns the files by name, without empty files.
func (p *splitter) sortedFiles() []File {
	var files []File
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		if file := p.sortedFile(name); len(file.Body.Items) > 0 {
			files = append(files, File{Name: name + p.style.Ending, File: file})
		}
	}
	return files
}

// sortModule sorts blocks and arguments in the usual order. Items whose order is significant have
// the same rank, so they keep their order. This applies to all blocks, except for the types in the
// table.
func sortModule(m *module) {
	style, redeclared := m.style, m.redeclaredTypes()
	languages.Prepare(m.opts.Dialect)
	for _, file := range m.files {
		a := &arranger{module: m, style: style, file: file.Name}
		a.sortByRank(&file.Body, nil, func(item hclwrite.Item) int { return rank(style, item) })
		m.joinBlocks(file, "order", redeclared)
		a.sortBodies(&file.Body, m.opts.Dialect.Root, nil)
	}
}

// joinBlocks merges adjacent blocks that only declare names, such as locals. It does not merge blocks
// whose comments would move.
func (m *module) joinBlocks(file File, step string, redeclared map[string]bool) {
	for i := len(file.Body.Items) - 1; i > 0; i-- {
		first, ok := file.Body.Items[i-1].(*hclwrite.Block)
		second, okSecond := file.Body.Items[i].(*hclwrite.Block)
		if !ok || !okSecond || first.Type != second.Type || redeclared[first.Type] || !m.onlyDeclares(first) || !m.onlyDeclares(second) ||
			len(second.Comments) > 0 || hasCommentedEnds(&first.Body) || hasCommentedEnds(&second.Body) {
			continue
		}
		first.Body.Append(second.Body.Items...)
		file.Body.Remove(second)
		m.changes = append(m.changes, Change{Step: step, File: file.Name, Place: first.Type, Before: itemNames(&second.Body)})
	}
}

// hasCommentedEnds reports whether a comment group is the first or the last item of a body.
func hasCommentedEnds(b *hclwrite.Body) bool {
	n := len(b.Items)
	return n > 0 && (hclwrite.IsCommentGroup(b.Items[0]) || hclwrite.IsCommentGroup(b.Items[n-1]))
}

// onlyDeclares reports whether a block only declares names.
func (m *module) onlyDeclares(b *hclwrite.Block) bool {
	rule := DeclarationRule(m.style, b.Type, b.Labels)
	return rule != nil && rule.Labels == 0
}

// redeclaredTypes returns the types of blocks that only declare names, if a name is declared twice.
// No product accepts such a module.
func (m *module) redeclaredTypes() map[string]bool {
	redeclared, seen := map[string]bool{}, map[string]bool{}
	for _, file := range m.files {
		for _, item := range file.Body.Items {
			block, ok := item.(*hclwrite.Block)
			if !ok || !m.onlyDeclares(block) {
				continue
			}
			for _, item := range block.Body.Content() {
				name := block.Type + "." + hclwrite.ItemName(item)
				redeclared[block.Type], seen[name] = redeclared[block.Type] || seen[name], true
			}
		}
	}
	return redeclared
}

// rank returns the rank of an item in a file.
func rank(style *conventions.Style, item hclwrite.Item) int {
	if i := slices.Index(style.Blocks, hclwrite.ItemName(item)); i >= 0 {
		return i
	}
	return len(style.Blocks)
}

type arranger struct {
	module *module
	style  *conventions.Style
	file   string
}

// sortBodies sorts the bodies of the blocks in a body.
func (a *arranger) sortBodies(b *hclwrite.Body, rules *tables.Body, path []string) {
	for _, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		inner := rules.BlockBody(block.Type, block.Labels, block.Body.SourceOf)
		steps := append(slices.Clip(path), blockStep(block))
		a.sortBody(block, inner, steps, isLanguageBlock(rules, block.Type))
		a.sortBodies(&block.Body, inner, steps)
	}
}

// isLanguageBlock reports whether the language itself, and not a plugin, defines a block type.
func isLanguageBlock(rules *tables.Body, name string) bool {
	_, block := rules.Lookup(name)
	return block != nil && !block.Origin.External()
}

// sortBody sorts the items of a block. Items defined by a plugin have only one order: arguments before
// blocks.
func (a *arranger) sortBody(b *hclwrite.Block, rules *tables.Body, path []string, known bool) {
	var row conventions.Order
	if i := slices.IndexFunc(a.style.Orders, func(row conventions.Order) bool { return row.Type == b.Type }); known && i >= 0 {
		row = a.style.Orders[i]
	}
	a.sortByRank(&b.Body, path, func(item hclwrite.Item) int {
		name := hclwrite.ItemName(item)
		_, isBlock := item.(*hclwrite.Block)
		if !known || !isDefinedByLanguage(rules, name, isBlock) {
			return defaultRank(isBlock)
		}
		if i := slices.Index(row.First, name); i >= 0 {
			return i - len(row.First)
		}
		if i := slices.Index(row.Last, name); i >= 0 {
			return i + 2
		}
		return defaultRank(isBlock)
	})
}

// defaultRank returns the rank of items without a row: arguments come before blocks.
func defaultRank(isBlock bool) int {
	if isBlock {
		return 1
	}
	return 0
}

// isDefinedByLanguage reports whether the language itself, and not a plugin, defines the argument or
// block with a name. It also reports true for an unknown argument.
func isDefinedByLanguage(rules *tables.Body, name string, isBlock bool) bool {
	attribute, block := rules.Lookup(name)
	if isBlock {
		return block != nil && !block.Origin.External()
	}
	return attribute != nil && !attribute.Origin.External() || attribute == nil && block == nil
}

// sortByRank sorts the items of a body by rank.
func (a *arranger) sortByRank(b *hclwrite.Body, path []string, rank func(hclwrite.Item) int) {
	compare := func(x, y hclwrite.Item) int { return cmp.Compare(rank(x), rank(y)) }
	if slices.IsSortedFunc(b.Content(), compare) {
		return
	}
	before := itemNames(b)
	sortItems(b, compare)
	a.module.changes = append(a.module.changes, Change{
		Step: "order", File: a.file, Place: strings.Join(path, "."), Before: before, After: itemNames(b),
	})
}

// itemNames returns the names of the items in a body.
func itemNames(b *hclwrite.Body) string {
	var list []string
	for _, item := range b.Content() {
		list = append(list, hclwrite.ItemName(item))
	}
	return strings.Join(slices.Compact(list), ", ")
}
