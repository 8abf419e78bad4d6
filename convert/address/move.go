package address

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tidy"
)

// move renames the part at an address. Earlier changes are written first, because the check of a
// rename differs. Independent renames are checked together, at the end or before another change.
func (m *Module) move(c *Change) (places int, diags hcl.Diagnostics) {
	if _, diags = m.texts(true); diags.HasErrors() {
		return 0, diags
	}
	if places, diags, ok := m.moveAcross(c); ok {
		return places, diags
	}
	n := c.lastName()
	indexed := n < len(c.Address.steps)-1
	sameStep := func(a, b step) bool {
		a.inBrackets, b.inBrackets = false, false
		return reflect.DeepEqual(a, b)
	}
	if (n < 0 || len(c.To.steps) != n+1 || c.To.steps[n].kind != name || c.Address.steps[n].kind != name ||
		!slices.EqualFunc(c.Address.steps[:n], c.To.steps[:n], sameStep)) && !m.changesHeaders(c) {
		return 0, problem("No new name", "%s and %s must be the same up to the last name: mv gives what "+
			"is at an address another name, and the new address has no index.", c.Address, c.To)
	}
	list, more := m.places(c.Address)
	public := false
	diags = append(diags, more...)
	if slices.ContainsFunc(list, func(p *place) bool { return !m.isIndependent(c, p) }) {
		diags = append(diags, m.checkRenames()...)
	}
	for i := 0; i < len(list) && !diags.HasErrors(); i++ {
		if m.foreign(list[i]) {
			diags = append(diags, list[i].warning("is of "+list[i].file.root().Dialect.Product+
				", and stays as it is. Name the file alone to rename it")...)
		} else if names := list[i].reference(); names != nil && indexed {
			diags = append(diags, list[i].cannot("has a name that references use, and they have no index of a declaration. "+
				"Leave out the index")...)
		} else if names != nil {
			m.style = list[i].file.Dialect.Style
			diags = append(diags, m.follow(names, withLast(names, c.To.steps[n].text))...)
		}
	}
	if diags.HasErrors() {
		return 0, diags
	}
	list, _ = m.places(c.Address) // in the files as they are now
	list = slices.DeleteFunc(list, m.foreign)
	for i := 0; i < len(list) && !diags.HasErrors(); i++ {
		public = public || list[i].isPublic()
		diags = append(diags, m.rename(c, list[i])...)
	}
	switch {
	case len(m.renamed) == 0 || diags.HasErrors():
	case public:
		diags = append(diags, m.flush()...)
	default:
		_, more := m.texts(true)
		diags = append(diags, more...)
	}
	// Values for a declaration get its new name.
	public = public && !diags.HasErrors()
	for _, f := range m.files {
		for i := 0; public && f.Dialect.Outside != nil && i < len(f.Dialect.Outside.Values); i++ {
			at, _ := Parse(f.Dialect.Outside.Values[i])
			f.find(append(at.steps, c.Address.steps[n]), func(p *place) {
				diags = append(diags, m.rename(c, p)...)
			}, nil)
		}
	}
	return len(list), diags
}

// lastName returns the index of the last name in the old address, before indexes of repeated names.
func (c *Change) lastName() int {
	n := len(c.Address.steps) - 1
	for n > 0 && c.Address.steps[n].kind == index {
		n--
	}
	return n
}

// isIndependent reports whether a rename can be checked together with the renames before it.
func (m *Module) isIndependent(c *Change, p *place) bool {
	names := p.reference()
	if names == nil || p.file.Dialect.Style != m.style || c.NoMoved != m.noMoved {
		return false
	}
	from := hcltext.Address(names...)
	to := hcltext.Address(withLast(names, c.To.steps[len(c.To.steps)-1].text)...)
	return !slices.ContainsFunc(m.renamed, func(r tidy.Change) bool {
		return r.Before == from || r.After == from || r.Before == to || r.After == to
	})
}

// foreign reports whether a place is in a language whose names do not change.
func (m *Module) foreign(p *place) bool { return m.CallableOnly && !callable(p.file.root().Dialect) }

// reference returns the names in references to the declaration at a place; nil if there can be none.
func (p *place) reference() []string {
	switch item := p.item.(type) {
	case *hclwrite.Block:
		if p.row != nil && p.row.Labels > 0 {
			return p.row.Names(item.Labels)
		}
	case *hclwrite.Attribute:
		if row := p.outer.row; row != nil && row.Labels == 0 {
			return []string{row.Root, item.Name}
		}
	}
	return nil
}

// hasBlock reports whether a block exists next to a block. The type and labels of a declaration or an output
// are unique in the files of the module.
func (m *Module) hasBlock(p *place, header []string) bool {
	style := p.file.Dialect.Style
	unique := p.row != nil && p.row.Labels > 0 || style != nil && p.outer.root != nil && header[0] == style.Calls.Output
	return p.body.Block(header[0], header[1:]...) != nil || unique && slices.ContainsFunc(m.files, func(f *file) bool {
		return f.Dialect == p.file.Dialect && f.tree.Body.Block(header[0], header[1:]...) != nil
	})
}

// reservesLabel reports whether the language reserves a label of blocks like the one at a place.
func (p *place) reservesLabel(label string) bool {
	block, _ := p.item.(*hclwrite.Block)
	if block == nil {
		return false
	}
	_, rule := p.file.Dialect.Root.Lookup(block.Type)
	return p.outer.root != nil && rule != nil && slices.Contains(rule.ReservedNames, label)
}

// isPublic reports whether the declaration at a place has a name that other files use.
func (p *place) isPublic() bool {
	row := p.row
	if row == nil && p.outer != nil {
		row = p.outer.row // of arguments
	}
	return row != nil && row.Public && p.reference() != nil
}

// follow renames references in the texts of the files, and parses them again. An edit of the text
// changes only name tokens; an edit of the tree cannot guarantee this.
func (m *Module) follow(from, to []string) (diags hcl.Diagnostics) {
	for i, f := range m.files {
		source := f.Source
		if source.Bytes = m.followed(f, from, to); bytes.Equal(source.Bytes, f.Bytes) {
			continue
		}
		m.keepOriginal(f)
		changed, more := read(source)
		if diags = append(diags, more...); !more.HasErrors() {
			m.files[i] = changed
		}
	}
	return diags
}

// followed returns the text of a file with renamed references.
func (m *Module) followed(f *file, from, to []string) []byte {
	if f.Dialect.Style != m.style && f.Dialect.Outside == nil {
		return f.Bytes
	}
	return []byte(tidy.UpdatePathReferences(f.written(), from, to, tidy.Options{Dialect: f.Dialect, Style: m.style}))
}

// withLast returns the names with another last name.
func withLast(names []string, to string) []string {
	return append(slices.Clone(names[:len(names)-1]), to)
}

// rename renames one place and all references to it.
func (m *Module) rename(c *Change, p *place) (diags hcl.Diagnostics) {
	defer m.forget()
	to, reference, free := c.To.steps[len(c.To.steps)-1].text, p.reference(), false
	block, isBlock := p.item.(*hclwrite.Block)
	done := func(c tidy.Change) bool { return c.After == hcltext.Address(reference...) }
	switch {
	case reference != nil && slices.ContainsFunc(m.renamed, done):
		return nil // it is in several files
	case reference != nil:
		m.style, m.noMoved = p.file.Dialect.Style, c.NoMoved
		if p.reservesLabel(to) {
			return p.cannot("cannot be called " + to + ", which is a reserved name")
		}
		trees, opts := m.trees(p.file.Dialect)
		changes, reason := tidy.Rename(trees, reference, to, opts)
		if reason != "" {
			return p.cannot("cannot be called " + to + ". " + strings.TrimSuffix(reason, "."))
		}
		m.renamed = append(m.renamed, changes...)
		m.moved(reference, to)
		if p.row != nil && p.row.Type == m.style.Calls.Input {
			m.public = append(m.public, Renamed{Old: reference[len(reference)-1], New: to})
		}
		for _, f := range m.files {
			f.find(c.To.steps, func(p *place) { m.defining[f.Filename] = true }, nil)
		}
		if p.isPublic() {
			return p.warning("is used from outside of the module by its name: by callers, the environment, and other " +
				"files. Files that were not given do not change: change their references to " + hcltext.Address(withLast(reference, to)...))
		}
		return nil
	case p.group != nil || p.root != nil || p.list != nil && p.element().Key == nil ||
		isBlock && len(block.Labels) == 0 && p.newHeader(c) == nil:
		return p.cannot("does not have a name, so it cannot be renamed")
	case isBlock:
		header := p.newHeader(c)
		if to = c.To.text; header == nil {
			if last := &c.Address.steps[c.lastName()]; !last.matches(block.Labels[len(block.Labels)-1]) {
				return p.cannot("cannot get a new label, because the address does not contain its last label")
			}
			to = c.To.steps[len(c.To.steps)-1].text
			header = slices.Concat([]string{block.Type}, block.Labels[:len(block.Labels)-1], []string{to})
		}
		if free = hcltext.IsIdentifier(header[0]) && !m.hasBlock(p, header); free {
			if style := p.file.Dialect.Style; p.outer.root != nil && style != nil && block.Type == style.Calls.Output {
				old := block.Labels[len(block.Labels)-1]
				m.public = append(m.public, Renamed{Output: true, Old: old, New: to, root: block.Type})
				m.defining[p.file.Filename] = true
				m.moved([]string{block.Type, old}, to)
			}
			block.Type, block.Labels = header[0], header[1:]
		}
	case p.item != nil:
		free = hcltext.IsIdentifier(to) && p.body.Rename(hclwrite.ItemName(p.item), to)
	default:
		key, is := hclwrite.Key{Text: hcltext.EscapeTemplate(to)}, p.element().Key
		if !is.IsConstant() {
			return p.cannot("has a computed key")
		}
		free = !slices.ContainsFunc(p.list.Items, func(item hclwrite.Element) bool { return item.Key.Equal(&key) })
		if lines := m.linesWith(p.address); free && len(lines) > 0 {
			diags = p.warning("has a new key, and " + strings.Join(lines, ", ") + " may use the old key, which does not change there")
		}
		if free {
			is.Text = key.Text
		}
	}
	if !free {
		return p.cannot("cannot be called " + to + ", which already exists or is not a valid name")
	}
	p.touch()
	if style := p.file.Dialect.Style; isBlock && p.outer.root != nil && (style == nil || style.Moved.Type == "") {
		return p.warning("has a new label, but references to it in other places are unknown and do not change")
	}
	return diags
}

// linesWith returns the lines of the files that contain the text of an address, as file:line.
func (m *Module) linesWith(address string) (lines []string) {
	text := addressPattern(address)
	for _, f := range m.files {
		for _, at := range text.FindAllIndex(f.Bytes, -1) {
			line := fmt.Sprintf("%s:%d", f.Filename, 1+bytes.Count(f.Bytes[:at[0]], []byte{'\n'}))
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// changesHeaders reports whether a move gives all its blocks another type or other labels.
func (m *Module) changesHeaders(c *Change) bool {
	list, _ := m.places(c.Address)
	return len(list) > 0 && !slices.ContainsFunc(list, func(p *place) bool { return p.newHeader(c) == nil })
}

// newHeader returns the new type and labels of a block that is no declaration, in a language without blocks
// about moves. Only a generic file can get another type. It returns nil for other places, and if the new
// address is in another block.
func (p *place) newHeader(c *Change) (header []string) {
	block, ok := p.item.(*hclwrite.Block)
	style := p.file.root().Dialect.Style
	if !ok || p.row != nil || style != nil && style.Moved.Type != "" {
		return nil
	}
	parents := c.lastName() - len(block.Labels)
	for i, text := range append([]string{block.Type}, block.Labels...) {
		if parents < 0 || !c.Address.steps[parents+i].matches(text) {
			return nil
		}
	}
	for i, s := range c.To.steps {
		if s.kind != name || parents < 0 || i < parents && s.text != c.Address.steps[i].text {
			return nil
		}
		if i >= parents {
			header = append(header, s.text)
		}
	}
	if style != nil && len(header) > 0 && header[0] != block.Type {
		return nil
	}
	return header
}

// forget removes the stored parts of all files after changes of names.
func (m *Module) forget() {
	for _, f := range m.files {
		f.top = nil
	}
}

// moved records the new last name of a declaration.
func (m *Module) moved(names []string, to string) {
	m.moves = append(m.moves, Change{Op: Move, NoMoved: true, Address: named(names), To: named(withLast(names, to))})
}

// named returns the address with these names.
func named(names []string) Address {
	a := Address{text: hcltext.Address(names...)}
	for _, text := range names {
		a.steps = append(a.steps, step{kind: name, text: text})
	}
	return a
}

// warning returns a warning about uses that a rename does not reach.
func (p *place) warning(what string) hcl.Diagnostics {
	diags := p.cannot(what)
	diags[0].Severity, diags[0].Summary = hcl.DiagWarning, "References not followed"
	return diags
}
