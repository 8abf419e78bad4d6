package address

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// objects returns the objects at the addresses of a move; nil if one of them is of something else, or of an argument of a
// call.
func (m *Module) objects(c *Change) (from, to *object) {
	style := m.declaringStyle()
	if style == nil {
		return nil, nil
	}
	old, valid := objectAt(style, c.Address)
	edited, validTo := objectAt(style, c.To)
	isArgument := func(p *place) bool { return p.row == nil }
	if !valid || !validTo || old.names[0] == style.Calls.Type && slices.ContainsFunc(m.find(c.Address.steps), isArgument) {
		return nil, nil
	}
	return &old, &edited
}

// changesType reports whether a move changes the type of a declaration.
func changesType(p *place, from, to *object) bool {
	n := len(from.names) - p.row.Labels
	return p.row.Labels == 2 && len(to.names) == len(from.names) && slices.Equal(from.names[:n], to.names[:n]) &&
		from.names[n] != to.names[n]
}

// isOneDeclaration reports whether places are one declaration, which can be in several files.
func isOneDeclaration(list []*place) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(p *place) bool {
		return p.row == nil || !slices.Equal(p.reference(), list[0].reference())
	})
}

// object is an address of a declaration, of one instance of it, or of an object in a called module.
type object struct {
	// names are the names without instance keys, and steps the steps of the declaration.
	names []string
	steps []step
	// key is the instance key at the end of the address, or nil. inner is true if another part of the
	// address has an instance key.
	key   *step
	inner bool
	// text is the address in a block about a move.
	text string
}

// objectAt splits an address at its instance keys. It returns false for addresses with other steps.
func objectAt(style *conventions.Style, a Address) (o object, ok bool) {
	explicit := func(d conventions.Declaration) bool { return d.Explicit != "" && d.Explicit == a.steps[0].text }
	for i := range a.steps {
		s := &a.steps[i]
		instance := s.kind == index && s.index >= 0 || s.inBrackets
		switch {
		case s.kind != name && !instance, instance && (i == 0 || o.key != nil):
			return o, false
		case i == 0 && len(a.steps) > 2 && slices.ContainsFunc(style.Declarations, explicit):
		case !instance:
			o.inner, o.key = o.inner || o.key != nil, nil
			o.names, o.text = append(o.names, s.text), withName(o.text, s.text)
			o.steps = append(o.steps, *s)
		default:
			o.key, o.text = s, o.text+s.instanceKey()
		}
	}
	return o, len(o.names) > 0
}

// instanceKey returns the instance key in brackets.
func (s *step) instanceKey() string {
	if s.kind == index {
		return withIndex("", s.index)
	}
	return "[" + hcltext.Quote(s.text) + "]"
}

// inModule reports whether an address is of an object in a called module, such as module.m.aws_x.a.
func (o *object) inModule(style *conventions.Style) bool {
	return style.Moved.Type != "" && len(o.names) > 3 && o.names[0] == style.Calls.Type
}

// relative returns the names of a resource in its module, and no names for a call of a module. It returns
// false for other objects.
func (o *object) relative(style *conventions.Style) (names []string, ok bool) {
	names = o.names
	for len(names) > 1 && names[0] == style.Calls.Type {
		names = names[2:]
	}
	return names, len(names) == 0 || len(names) == 2 && !isReservedType(style, names[0])
}

// isRecorded reports whether a file contains a block that records this move.
func (m *Module) isRecorded(style *conventions.Style, from, to string) bool {
	is := func(body *hclwrite.Body, name, text string) bool {
		a := body.Attribute(name)
		return a != nil && strings.TrimSpace(hclwrite.ExprText(a.Expr)) == text
	}
	return slices.ContainsFunc(m.files, func(f *file) bool {
		return slices.ContainsFunc(f.tree.Body.Items, func(item hclwrite.Item) bool {
			block, ok := item.(*hclwrite.Block)
			return ok && block.Type == style.Moved.Type && is(&block.Body, style.Moved.From, from) && is(&block.Body, style.Moved.To, to)
		})
	})
}

// writeMoved writes the block that records a move to or from a called module, and nothing else.
func (m *Module) writeMoved(style *conventions.Style, c *Change, from, to object) (places int, diags hcl.Diagnostics) {
	first, valid := from.relative(style)
	second, validTo := to.relative(style)
	if !valid || !validTo || len(first) != len(second) || from.text == to.text {
		return 0, problem("No new name", "%s and %s must be different addresses of two resources, or of two calls of modules: "+
			"only these can move to another module.", c.Address, c.To)
	}
	call := to.steps
	if !to.inModule(style) {
		call = from.steps
	}
	var list []*place
	for _, p := range m.find(call[:2]) {
		for _, member := range append(slices.Clone(p.group), p) {
			if member.row != nil && len(member.left) == 0 {
				list = append(list, member)
			}
		}
	}
	if len(list) == 0 {
		return 0, nil
	}
	if !c.NoMoved && !m.isRecorded(style, from.text, to.text) {
		diags = m.insertMoved(style, list, from.text, to.text)
	}
	return 1, diags
}

// insertMoved adds the block that records a move to the files of a declaration.
func (m *Module) insertMoved(style *conventions.Style, list []*place, from, to string) (diags hcl.Diagnostics) {
	row := style.Moved
	width := max(len(row.From), len(row.To))
	line := func(name, value string) string {
		return "  " + name + strings.Repeat(" ", width-len(name)) + " = " + value + "\n"
	}
	return m.record(style, list, row.Type+" {\n"+line(row.From, from)+line(row.To, to)+"}")
}

// record adds a block about a declaration to the files of the declaration.
func (m *Module) record(style *conventions.Style, list []*place, text string) (diags hcl.Diagnostics) {
	var all, declaring []string
	for _, f := range m.files {
		if f.Dialect == list[0].file.Dialect {
			all = append(all, f.Filename)
		}
	}
	for _, p := range list {
		if name := p.file.Filename; !tidy.HasFixedName(style, name) && !slices.Contains(declaring, name) {
			declaring = append(declaring, name)
		}
	}
	for _, name := range tidy.MovedFiles(style, all, declaring) {
		in := m.files[slices.IndexFunc(m.files, func(f *file) bool { return f.Filename == name })]
		diags = append(diags, (&Change{}).insertItem(in.whole(), in.whole(), text, -1)...)
	}
	return diags
}

// changeType changes the type of a declaration, and renames all references to it.
func (m *Module) changeType(c *Change, p *place, names, to []string) (diags hcl.Diagnostics) {
	row, style, address := p.row, conventions.Of(p.file.Dialect).Style, hcltext.Address(to...)
	labels := slices.Clone(to[len(to)-row.Labels:])
	if slices.ContainsFunc(labels, func(label string) bool { return !hcltext.IsIdentifier(label) }) || isReservedType(style, labels[0]) {
		return p.cannot("cannot be called " + address + ", which is not a valid name")
	}
	for _, f := range m.files {
		if iterates(&f.tree.Body, labels[0]) {
			return p.cannot("cannot be called " + address + ", because a dynamic block in " + f.Filename + " has the iterator " + labels[0])
		}
	}
	if m.hasBlock(p, append([]string{row.Type}, labels...)) {
		return p.cannot("cannot be called " + address + ", which already exists")
	}
	r := renaming{style: style, from: names, to: to}
	if diags = m.follow(p, r, address); diags.HasErrors() {
		return diags
	}
	list, diags := m.places(c.Address)
	for _, p := range list {
		p.setHeader(append([]string{row.Type}, labels...))
	}
	return append(diags, m.finishMove(c, list, r, hcltext.Address(names...), address)...)
}

// iterates reports whether a name is the iterator of a dynamic block.
func iterates(body *hclwrite.Body, name string) bool {
	return slices.ContainsFunc(body.Items, func(item hclwrite.Item) bool {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			return false
		}
		return tidy.Iterator(block) == name || iterates(&block.Body, name)
	})
}

// isReservedType reports whether a name cannot be the type of a resource, because references to something else
// start with it.
func isReservedType(style *conventions.Style, name string) bool {
	reserved := slices.Contains(style.Moved.Reserved, name) || slices.Contains(style.Blocks, name)
	return reserved || slices.ContainsFunc(style.Declarations, func(d conventions.Declaration) bool {
		return name == d.Type || name == d.Root
	})
}

// finishMove adds the block that records a move, unless the change or the product excludes it, and renames the
// references outside of the module.
func (m *Module) finishMove(c *Change, list []*place, r renaming, from, to string) (diags hcl.Diagnostics) {
	for _, p := range list {
		m.defining[p.file.Filename] = true
	}
	if list[0].row.Moved && r.style.Moved.Type != "" && !c.NoMoved {
		diags = m.insertMoved(r.style, list, from, to)
	}
	if len(r.from) > 0 {
		m.renames = append(m.renames, r)
	}
	return diags
}
