package address

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// move renames the part at an address, and the references to a declaration.
func (m *Module) move(c *Change) (places int, diags hcl.Diagnostics) {
	if names := m.configurationNames(c.Address); names != nil {
		return m.moveConfiguration(c, names)
	}
	if keys, style := m.valueKeys(c.Address); len(keys) > 0 && c.changesLastName(len(c.Address.steps)-1) {
		return m.moveKeys(keys, style, c.To.steps[len(c.To.steps)-1].text)
	}
	from, to := m.objects(c)
	if from == nil {
		return m.renamePlaces(c)
	}
	list, diags := m.places(Address{steps: from.steps})
	style, isOne := m.declaringStyle(), !diags.HasErrors() && !from.inner && !to.inner && isOneDeclaration(list)
	switch {
	case from.inModule(style) || to.inModule(style):
		return m.writeMoved(style, c, *from, *to)
	case len(list)+len(m.find(c.Address.steps)) == 0 && len(from.names) == len(to.names):
		return 0, nil // it is in another module
	case isOne && from.key == nil && to.key == nil && changesType(list[0], from, to):
		return 1, m.changeType(c, list[0], from.names, to.names)
	case isOne && (from.key != nil || to.key != nil) && slices.ContainsFunc(list, (*place).hasInstances):
		return 1, m.changeKey(c, list, *from, *to)
	}
	return m.renamePlaces(c)
}

// renamePlaces renames the parts at an address whose last name changes.
func (m *Module) renamePlaces(c *Change) (places int, diags hcl.Diagnostics) {
	n := c.lastName()
	indexed := n < len(c.Address.steps)-1
	if !c.changesLastName(n) && !m.changesHeaders(c) {
		return 0, problem("No new name", "%s and %s must be the same up to the last name: mv gives what "+
			"is at an address another name, and the new address has no index.", c.Address, c.To)
	}
	list, diags := m.places(c.Address)
	places = len(list)
	declared := map[string][]*place{}
	addresses := make([]string, len(list))
	for i, p := range list {
		addresses[i] = hcltext.Address(p.reference()...)
		if !m.foreign(p) {
			declared[addresses[i]] = append(declared[addresses[i]], p)
		}
	}
	for i := 0; i < len(list) && !diags.HasErrors(); i++ {
		p, address := list[i], addresses[i]
		switch {
		case m.foreign(p):
			places--
			diags = append(diags, p.warning("is of "+p.file.root().Dialect.Product+", and stays as it is. Name the file alone to rename it")...)
		case address != "" && indexed:
			diags = append(diags, p.cannot("has a name that references use, and they have no index of a declaration. Leave out the index")...)
		case address == "":
			diags = append(diags, m.rename(c, p)...)
		case declared[address][0] == p:
			diags = append(diags, m.renameDeclaration(c, declared[address])...)
		}
	}
	if diags.HasErrors() {
		return 0, diags
	}
	return places, diags
}

// renameDeclaration renames a declaration, whose places can be in several files, and all references to it.
func (m *Module) renameDeclaration(c *Change, list []*place) (diags hcl.Diagnostics) {
	p, to := list[0], c.To.steps[len(c.To.steps)-1].text
	names := p.reference()
	r := renaming{
		style: conventions.Of(p.file.Dialect).Style, from: names, to: withLast(names, to), unmoved: c.NoMoved, declaredIn: m,
	}
	address := hcltext.Address(r.to...)
	uses, taken := m.mentions(p, names[len(names)-1]), m.isDeclared(r.to)
	follows := m.follow(p, r, address)
	switch {
	case follows.HasErrors():
		return follows
	case p.reservesLabel(to):
		return p.cannot("cannot be called " + to + ", which is a reserved name")
	case !hcltext.IsIdentifier(to):
		return p.cannot("cannot be called " + to + ". " + strconv.Quote(to) + " is not an identifier, as references need")
	case taken:
		return p.cannot("cannot be called " + to + ". " + address + " already exists")
	}
	for _, p := range list {
		p.setLastName(to)
		m.defining[p.file.Filename] = true
	}
	row := p.declarationRow()
	if row.Unmoved {
		diags = hcl.Diagnostics{diagnostic.WarningAt(p.where(), "Objects do not follow", "%s has a new name, and no "+
			"block can record this: its objects are handled as removed ones, and new ones are created.", p.address)}
	}
	if row.Moved && !c.NoMoved && !slices.ContainsFunc(names, func(name string) bool { return !hcltext.IsIdentifier(name) }) {
		diags = append(diags, m.insertMoved(r.style, list, hcltext.Address(names...), address)...)
	}
	m.renames = append(m.renames, r)
	return append(append(diags, p.usedElsewhere(uses)...), follows...)
}

// lastName returns the index of the last name in the old address, before indexes of repeated names.
func (c *Change) lastName() int {
	n := len(c.Address.steps) - 1
	for n > 0 && c.Address.steps[n].kind == index {
		n--
	}
	return n
}

// changesLastName reports whether the new address differs from the old one up to the step n only in this step, and both
// steps are names.
func (c *Change) changesLastName(n int) bool {
	return n >= 0 && len(c.To.steps) == n+1 && c.To.steps[n].kind == name && c.Address.steps[n].kind == name &&
		slices.EqualFunc(c.Address.steps[:n], c.To.steps[:n], sameStep)
}

// foreign reports whether a place is in a language whose names do not change.
func (m *Module) foreign(p *place) bool { return m.CallableOnly && !callable(p.file.root().Dialect) }

// declarations returns the places of the declaration to which references with these names refer.
func (m *Module) declarations(names []string) []*place {
	return slices.DeleteFunc(m.find(stepsOf(names)), func(p *place) bool { return !slices.Equal(p.reference(), names) })
}

// isDeclared reports whether the module contains a declaration to which references with these names refer.
func (m *Module) isDeclared(names []string) bool { return len(m.declarations(names)) > 0 }

// declarationRow returns the row of the declaration at a place.
func (p *place) declarationRow() *conventions.Declaration {
	block, ok := p.item.(*hclwrite.Block)
	switch {
	case !ok:
		return p.outer.row
	case p.row == nil:
		return tidy.DeclarationRule(conventions.Of(p.file.Dialect).Style, block.Type, block.Labels)
	}
	return p.row
}

// reference returns the names in references to the declaration at a place; nil if there can be none.
func (p *place) reference() []string {
	switch item := p.item.(type) {
	case *hclwrite.Block:
		if p.row != nil && p.row.Labels > 0 {
			return p.row.Names(item.Labels)
		}
		row := tidy.DeclarationRule(conventions.Of(p.file.Dialect).Style, item.Type, item.Labels)
		if row != nil && p.outer.outer != nil && p.outer.outer.root != nil && row.Within == hclwrite.ItemName(p.outer.item) {
			return row.Names(item.Labels)
		}
	case *hclwrite.Attribute:
		if row := p.outer.row; row != nil && row.Labels == 0 {
			return []string{row.Root, item.Name}
		}
	}
	return nil
}

// hasBlock reports whether a block exists next to a block. The type and labels of a declaration
// are unique in the files of the module.
func (m *Module) hasBlock(p *place, header []string) bool {
	unique := p.row != nil && p.row.Labels > 0
	return p.outer.blocks(header...) != nil || unique && slices.ContainsFunc(m.files, func(f *file) bool {
		return f.Dialect == p.file.Dialect && f.whole().blocks(header...) != nil
	})
}

// blocksOf returns the blocks in a body with a type and one label, which is the given one unless that is "".
func (p *place) blocksOf(typ, label string) (list []*place) {
	if label != "" {
		return p.blocks(typ, label)
	}
	for _, part := range p.allParts() {
		if block, ok := part.item.(*hclwrite.Block); ok && block.Type == typ && len(block.Labels) == 1 {
			list = append(list, part)
		}
	}
	return list
}

// blocks returns the blocks in a body with this type and these labels.
func (p *place) blocks(header ...string) (list []*place) {
	parts := []*place{p}
	for _, text := range header {
		var next []*place
		for _, part := range parts {
			next = append(next, part.byName()[text]...)
		}
		parts = next
	}
	for _, part := range parts {
		for _, member := range append(part.group[:len(part.group):len(part.group)], part) {
			if block, ok := member.item.(*hclwrite.Block); ok && len(member.left) == 0 && len(block.Labels) == len(header)-1 {
				list = append(list, member)
			}
		}
	}
	return list
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

// withLast returns the names with another last name.
func withLast(names []string, to string) []string {
	return append(slices.Clone(names[:len(names)-1]), to)
}

// rename renames one place that is no declaration.
func (m *Module) rename(c *Change, p *place) (diags hcl.Diagnostics) {
	to := c.To.steps[len(c.To.steps)-1].text
	m.tree.callers = nil // it can be an argument of a call
	uses := append(m.keyUses(p), m.mentions(p, c.Address.steps[c.lastName()].text)...)
	block, isBlock := p.item.(*hclwrite.Block)
	switch {
	case p.group != nil || p.root != nil || p.list != nil && p.element().Key == nil ||
		isBlock && len(block.Labels) == 0 && p.newHeader(c) == nil:
		diags = p.cannot("does not have a name, so it cannot be renamed")
	case isBlock:
		diags = m.renameBlock(c, p)
	case p.item != nil && hcltext.IsIdentifier(to) && (to == hclwrite.ItemName(p.item) || p.body.Attribute(to) == nil):
		p.setLastName(to)
	case p.item != nil:
		diags = p.taken(to)
	default:
		diags = p.renameItem(to)
	}
	if diags.HasErrors() {
		return diags
	}
	diags = append(diags, p.usedElsewhere(uses)...)
	if style := conventions.Of(p.file.Dialect).Style; isBlock && p.outer.root != nil && (style == nil || style.Moved.Type == "") {
		found := ""
		if len(uses) > 0 {
			found = ". These places contain the old name: " + strings.Join(uses, ", ")
		}
		return p.warning("has a new label, but references to it in other places are unknown and do not change" + found)
	}
	return diags
}

// taken returns the error that a place cannot have a name.
func (p *place) taken(to string) hcl.Diagnostics {
	return p.cannot("cannot be called " + to + ", which already exists or is not a valid name")
}

// renameBlock gives a block another last label, or another type and other labels.
func (m *Module) renameBlock(c *Change, p *place) hcl.Diagnostics {
	header, to, last := p.newHeader(c), c.To.text, &c.Address.steps[c.lastName()]
	if header == nil {
		if header = p.header(); !last.matches(header[len(header)-1]) {
			return p.cannot("cannot get a new label, because the address does not contain its last label")
		}
		to = c.To.steps[len(c.To.steps)-1].text
		header = withLast(header, to)
	}
	if !hcltext.IsIdentifier(header[0]) || m.hasBlock(p, header) {
		return p.taken(to)
	}
	p.setHeader(header)
	return nil
}

// renameItem gives an item of an object another key.
func (p *place) renameItem(to string) hcl.Diagnostics {
	key, isStatic := hclwrite.Key{Text: hcltext.EscapeTemplate(to)}, p.outer.hasStaticKeys()
	switch {
	case isStatic && !hcltext.IsIdentifier(to):
		if _, wrong := hclsyntax.ParseTraversalAbs([]byte(to), "", hcl.InitialPos); wrong.HasErrors() {
			return p.cannot("cannot be called " + to + ", which is not a reference")
		}
		key = hclwrite.Key{Text: to, Source: true}
	case !p.element().Key.IsConstant() && !isStatic:
		return p.cannot("has a computed key")
	}
	if slices.ContainsFunc(p.list.Elements(), func(item *hclwrite.Element) bool { return item.Key.Equal(&key) }) {
		return p.taken(to)
	}
	p.setKey(key.Text, key.Source)
	return p.mayCollide(to, p.computedKeys())
}

// usedElsewhere returns a warning about lines that may use the old name of a place.
func (p *place) usedElsewhere(lines []string) hcl.Diagnostics {
	if len(lines) == 0 {
		return nil
	}
	return p.warning("has a new name, and these places may use the old one, which does not change there: " +
		strings.Join(lines, ", "))
}

// computedKeys returns the lines of the computed keys of the object that contains a key.
func (p *place) computedKeys() (lines []string) {
	if p.outer.hasStaticKeys() {
		return nil
	}
	for _, part := range p.outer.keys().computed {
		lines = append(lines, part.line())
	}
	return lines
}

// mayCollide returns a warning about the lines of computed keys that may be the new name of a place.
func (p *place) mayCollide(to string, lines []string) hcl.Diagnostics {
	if len(lines) == 0 {
		return nil
	}
	diags := p.warning("has the new name " + to + ", and these computed keys in the same object may be this name too: " +
		strings.Join(hcltext.Unique(lines), ", ") + ". Then only the last of these values remains")
	diags[0].Summary = "Keys may collide"
	return diags
}

// hasStaticKeys reports whether the keys of an object are references that the product does not evaluate.
func (p *place) hasStaticKeys() bool {
	return p.rule != nil && p.rule.MapKey != nil && p.rule.MapKey.Mode.IsSource()
}

// changesHeaders reports whether a move gives all its blocks another type or other labels.
func (m *Module) changesHeaders(c *Change) bool {
	found := false
	for _, f := range m.files {
		if style := conventions.Of(f.Dialect).Style; style == nil || style.Moved.Type == "" {
			list := f.find(c.Address.steps)
			if found = found || len(list) > 0; slices.ContainsFunc(list, func(p *place) bool { return p.newHeader(c) == nil }) {
				return false
			}
		}
	}
	recordsMoves := func(f *file) bool {
		style := conventions.Of(f.Dialect).Style
		return style != nil && style.Moved.Type != "" && len(f.find(c.Address.steps)) > 0
	}
	return found && !slices.ContainsFunc(m.files, recordsMoves)
}

// newHeader returns the new type and labels of a block that is no declaration, in a language without blocks
// about moves. Only a generic file can get another type. It returns nil for other places, and if the new
// address is in another block.
func (p *place) newHeader(c *Change) (header []string) {
	block, ok := p.item.(*hclwrite.Block)
	style := conventions.Of(p.file.root().Dialect).Style
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

// warning returns a warning about uses that a rename does not reach.
func (p *place) warning(what string) hcl.Diagnostics {
	diags := p.cannot(what)
	diags[0].Severity, diags[0].Summary = hcl.DiagWarning, "References not followed"
	return diags
}
