package address

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// ReferencesTo lists the references in a tree of modules to the declarations at an address, or to parts of them, such as
// local.tags.Name. found is the number of these declarations. The references to each
// declaration are together, in the order of [References]. The address selects declarations in all modules of the tree.
func ReferencesTo(t *Tree, a Address) (list []Reference, found int) {
	for _, dir := range slices.Sorted(maps.Keys(t.modules)) {
		m := t.modules[dir]
		var known [][]string
		if names := m.configurationNames(a); names != nil {
			uses := t.to(dir, names[:2], names[2:])
			if a.steps[0].text == names[0] { // the blocks with this label are the declarations
				uses = slices.DeleteFunc(uses, func(r Reference) bool { return r.key != nil })
			}
			known, list = append(known, names), append(list, sorted(append(uses, m.impliedUses(names)...))...)
		}
		keys, _ := m.valueKeys(a)
		for _, k := range keys {
			known = append(known, slices.Concat(k.names, k.path))
			list = append(list, t.to(dir, k.names, k.path)...)
			given, _ := t.givenKeys(dir, k)
			for _, p := range given {
				list = append(list, Reference{Module: dir, Declaration: hcltext.Address(k.names...), Range: p.where(), file: p.file.root()})
			}
		}
		for _, p := range m.find(a.steps) {
			names, path, ok := p.declaration()
			whole := slices.Concat(names, path)
			if !ok || slices.ContainsFunc(known, func(k []string) bool { return slices.Equal(k, whole) }) {
				continue
			}
			known = append(known, whole)
			list = append(list, t.to(dir, names, path)...)
		}
		found += len(known)
	}
	return list, found
}

// declaration returns the names in references to the declaration that contains a place, and the names of the parts of the
// value from the declaration to the place.
func (p *place) declaration() (names, path []string, ok bool) {
	for at := p; at != nil && at.outer != nil; at = at.outer {
		if names := at.reference(); names != nil {
			slices.Reverse(path)
			value := ""
			if at.row != nil {
				value = at.row.Value
			}
			if value != "" && len(path) > 0 {
				if path[0] != value {
					return nil, nil, false
				}
				path = path[1:]
			}
			return names, path, true
		}
		switch e := at.element(); {
		case e != nil && e.Key == nil:
			return nil, nil, false // an element of a list
		case e != nil && e.Key.IsConstant():
			path = append(path, hcltext.TemplateText(e.Key.Text))
		case e != nil:
			path = append(path, e.Key.Text)
		case at.item != nil && at.file.outer == nil: // else it is an argument of a call
			path = append(path, hclwrite.ItemName(at.item))
		}
	}
	return nil, nil, false
}

// to lists the references to a part of a declaration in a module.
func (t *Tree) to(dir string, names, path []string) (list []Reference) {
	t.each(t.reaching(dir), query{names: slices.Concat(names, path)}, func(r *Reference) {
		of := r.Module == dir && slices.Equal(r.names, names) && len(r.rest) >= len(path) && (r.use == nil || !r.use.isGone)
		for i := 0; of && i < len(path); i++ {
			of = r.rest[i].Name == path[i]
		}
		if of && !r.isWhole {
			r.Declaration, r.Range = hcltext.Address(r.names...), r.where()
			list = append(list, *r)
		}
	})
	return sorted(list)
}

// Unused lists the declarations in a tree of modules to which nothing refers, and whose only effect is their value:
// variables, locals and data sources, and the requirements of providers. The order is that of the files.
func Unused(t *Tree) (list []Found) {
	type declaration struct{ module, address string }
	used := map[declaration]bool{}
	for _, r := range References(t) {
		if r.key == nil { // else it gives a value
			used[declaration{r.Module, r.Declaration}] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(t.modules)) {
		m := t.modules[dir]
		if style := m.declaringStyle(); style == nil {
			continue
		}
		providers := m.usedProviders()
		for _, f := range m.files {
			for _, p := range f.declared() {
				names := p.reference()
				switch {
				case names != nil && (p.row == nil || !p.row.OnlyValue) && !p.outer.isOnlyValue():
				case names != nil && !used[declaration{dir, hcltext.Address(names...)}]:
					list = append(list, Found{Address: hcltext.Address(names...), Range: p.where(), place: p})
				case names == nil && !providers[hclwrite.ItemName(p.item)]:
					list = append(list, Found{Address: p.address, Range: p.where(), place: p})
				}
			}
		}
	}
	return list
}

// isOnlyValue reports whether each argument of a block is a declaration that has no effect but its value.
func (p *place) isOnlyValue() bool { return p.row != nil && p.row.Labels == 0 && p.row.OnlyValue }

// declared returns the places of the declarations at the root of a file, and of the requirements of providers.
func (f *file) declared() (list []*place) {
	style := conventions.Of(f.Dialect).Style
	if style == nil {
		return nil
	}
	for _, p := range f.whole().allParts() {
		block, ok := p.item.(*hclwrite.Block)
		switch {
		case !ok:
		case p.row != nil && p.row.Labels == 0:
			list = append(list, p.allParts()...)
		case p.row != nil:
			list = append(list, p)
		default:
			for _, row := range style.Sources {
				if row.Type != block.Type {
					continue
				}
				for _, inner := range p.allParts() {
					if hclwrite.ItemName(inner.item) == row.Block {
						list = append(list, inner.allParts()...)
					}
				}
			}
		}
	}
	return list
}

// usedProviders returns the local names of the providers that a module uses.
func (m *Module) usedProviders() map[string]bool {
	used := map[string]bool{}
	m.tree.each([]string{m.dir}, query{}, func(r *Reference) {
		if r.Module == m.dir && r.style.Configuration != "" && r.names[0] == r.style.Configuration && len(r.names) > 1 {
			used[r.names[1]] = true
		}
	})
	for local := range m.implied() {
		used[local] = true
	}
	return used
}

// impliedUses lists the blocks whose type implies the configuration of a provider, as references to it.
func (m *Module) impliedUses(names []string) (list []Reference) {
	if len(names) > 2 {
		return nil
	}
	for _, p := range m.implied()[names[1]] {
		list = append(list, Reference{
			Module: m.dir, Declaration: hcltext.Address(names...), names: names, in: m, file: p.file, key: p.place,
			Range: p.file.rangeOf(p.file.labelOf(p.item.(*hclwrite.Block))),
		})
	}
	return list
}

// sorted sorts references by the directories, the files of a module in their order, and the positions.
func sorted(list []Reference) []Reference {
	order := map[*file]int{}
	for _, r := range list {
		if _, known := order[r.file]; !known {
			for i, f := range r.in.files {
				order[f] = i
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Reference) int {
		return cmp.Or(strings.Compare(a.in.dir, b.in.dir), order[a.file]-order[b.file], a.Range.Start.Byte-b.Range.Start.Byte)
	})
	return list
}

// Line returns the line of the file with the reference, without its indentation.
func (r *Reference) Line() string {
	text := r.file.root().Bytes
	start := bytes.LastIndexByte(text[:r.Range.Start.Byte], '\n') + 1
	line, _, _ := bytes.Cut(text[start:], []byte("\n"))
	return strings.TrimSpace(string(line))
}
