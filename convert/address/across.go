package address

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/conventions"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tidy"
)

// moveAcross makes a move that changes more than the last name: to another type of resource, to
// another module, or to another instance key. It returns false for all other moves. It writes
// earlier changes to the texts first.
func (m *Module) moveAcross(c *Change) (places int, diags hcl.Diagnostics, ok bool) {
	from, to := namesOf(c.Address), namesOf(c.To)
	if from == nil || to == nil || len(m.dialects) == 0 {
		return 0, nil, false
	}
	var style *conventions.Style
	for _, dialect := range m.dialects {
		if dialect.Style != nil && dialect.Style.Moved.Type != "" {
			style = dialect.Style
		}
	}
	switch {
	case style == nil:
		return 0, nil, false
	case inModule(style, from) || inModule(style, to):
		if diags = m.checkRenames(); diags.HasErrors() {
			return 0, diags, true
		}
		places, diags = m.writeMoved(style, c, from, to)
		return places, diags, true
	}
	list, diags := m.places(c.Address)
	if len(list) != 1 || diags.HasErrors() || list[0].row == nil || list[0].row.Labels != 2 || list[0].row.Root != "" {
		return 0, nil, false
	}
	names := list[0].reference()
	if len(to) == len(names)+1 && to[0] == list[0].row.Type {
		to = to[1:]
	}
	if len(to) != len(names) || slices.Equal(names[:1], to[:1]) {
		return 0, nil, false
	}
	if diags = m.checkRenames(); !diags.HasErrors() {
		diags = m.changeType(c, list[0], names, to)
	}
	return 1, diags, true
}

// namesOf returns the names of an address; nil if it has other steps.
func namesOf(a Address) (names []string) {
	for _, s := range a.steps {
		if s.kind != name {
			return nil
		}
		names = append(names, s.text)
	}
	return names
}

// inModule reports whether an address is of an object in a called module, such as module.m.aws_x.a.
func inModule(style *conventions.Style, names []string) bool {
	return len(names) > 3 && names[0] == style.Calls.Type && hcltext.IsIdentifier(names[2])
}

// writeMoved writes the block that records a move to or from a called module, and nothing else.
func (m *Module) writeMoved(style *conventions.Style, c *Change, from, to []string) (places int, diags hcl.Diagnostics) {
	call := to
	if !inModule(style, to) {
		call = from
	}
	for _, f := range m.files {
		f.find([]step{{kind: name, text: call[0]}, {kind: name, text: call[1]}}, func(p *place) {
			for _, member := range append(slices.Clone(p.group), p) {
				if places == 0 && member.row != nil && len(member.left) == 0 {
					if places = 1; !c.NoMoved {
						diags = append(diags, m.insertMoved(style, member, from, to)...)
					}
				}
			}
		}, nil)
	}
	return places, diags
}

// insertMoved adds the block that records a move to the file of a place.
func (m *Module) insertMoved(style *conventions.Style, p *place, from, to []string) (diags hcl.Diagnostics) {
	row := style.Moved
	width := max(len(row.From), len(row.To))
	line := func(name string, names []string) string {
		return "  " + name + strings.Repeat(" ", width-len(name)) + " = " + hcltext.Address(names...) + "\n"
	}
	text := row.Type + " {\n" + line(row.From, from) + line(row.To, to) + "}"
	p.file.find(nil, func(root *place) {
		if reason := (&Change{}).insertItem(root, text, -1); reason != "" {
			diags = root.cannot(reason)
		}
	}, nil)
	return diags
}

// changeType changes the type of a resource, and renames all references to it.
func (m *Module) changeType(c *Change, p *place, names, to []string) (diags hcl.Diagnostics) {
	row, style, dialect := p.row, p.file.Dialect.Style, p.file.Dialect
	if !hcltext.IsIdentifier(to[0]) || !hcltext.IsIdentifier(to[1]) {
		return p.cannot("cannot be called " + hcltext.Address(to...) + ", which is not a valid name")
	}
	for i, f := range m.files {
		if f.Dialect != dialect && f.Dialect.Outside == nil {
			continue
		}
		if f.tree.Body.Block(row.Type, to...) != nil {
			return p.cannot("cannot be called " + hcltext.Address(to...) + ", which already exists")
		}
		opts := tidy.Options{Dialect: f.Dialect, Style: style}
		source := f.Source
		source.Bytes = []byte(tidy.FollowPath(f.written(), names, to, opts))
		if bytes.Equal(source.Bytes, f.Bytes) {
			if back := tidy.FollowPath(f.written(), to, names, opts); back != string(f.Bytes) {
				return p.cannot("cannot be called " + hcltext.Address(to...) + ", which references in " + f.Filename + " use already")
			}
			continue
		}
		changed, more := read(source)
		if more.HasErrors() {
			return append(diags, more...)
		}
		// The reverse change must restore each byte.
		if back := tidy.FollowPath(changed.written(), to, names, opts); back != string(f.Bytes) {
			return p.cannot("cannot be called " + hcltext.Address(to...) + ", which references in " + f.Filename + " use already")
		}
		m.files[i], m.following[f.Filename] = changed, true
	}
	for _, f := range m.files {
		if f.Dialect == dialect && f.refers(style, names) {
			return p.cannot("cannot be called " + hcltext.Address(to...) + ", because a reference in " + f.Filename + " does not follow")
		}
	}
	list, diags := m.places(c.Address)
	for _, p := range list {
		block := p.item.(*hclwrite.Block)
		p.touch()
		block.Labels = slices.Clone(to)
		m.defining[p.file.Filename] = true
		m.forget()
		if row.Moved && !c.NoMoved {
			diags = append(diags, m.insertMoved(style, p, names, to)...)
		}
	}
	m.moves = append(m.moves, Change{Op: Move, Address: c.Address, To: c.To, NoMoved: true})
	return diags
}

// refers reports whether hashicorp/hcl finds a reference to a resource, except in blocks about removed
// declarations.
func (f *file) refers(style *conventions.Style, names []string) bool {
	read, diags := hclsyntax.ParseConfig(f.tree.Bytes(), f.Filename, hcl.InitialPos)
	if diags.HasErrors() {
		return true
	}
	var found func(body *hclsyntax.Body) bool
	found = func(body *hclsyntax.Body) bool {
		for _, a := range body.Attributes {
			for _, t := range a.Expr.Variables() {
				var steps []string
				for _, step := range t {
					switch step := step.(type) {
					case hcl.TraverseIndex:
						if step.Key.Type() == cty.String {
							steps = append(steps, step.Key.AsString())
						}
					default:
						steps = append(steps, hcltext.StepName(step))
					}
				}
				if len(steps) > 0 && slices.ContainsFunc(style.Declarations, func(d conventions.Declaration) bool { return d.Explicit == steps[0] }) {
					steps = steps[1:]
				}
				if len(steps) >= len(names) && slices.Equal(steps[:len(names)], names) {
					return true
				}
			}
		}
		return slices.ContainsFunc(body.Blocks, func(block *hclsyntax.Block) bool {
			return !slices.ContainsFunc(style.Historic, func(row conventions.HistoricRow) bool { return row.Type == block.Type }) &&
				found(block.Body)
		})
	}
	return found(read.Body.(*hclsyntax.Body))
}
