package address

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// renaming is a new name of a declaration.
type renaming struct {
	style *conventions.Style
	// from are the names in references, and to the new ones. They have the same length.
	from, to []string
	// declared is the number of names of the declaration, if from also contains keys in its value; else 0.
	declared int
	// declaredIn is the module of the declaration if only its last name changes. Then [Module.checkRenames] compares the
	// references in the module.
	declaredIn *Module
	// unmoved is true if no block records the new name.
	unmoved bool
}

// usesOf returns the references in the tree with names, which start with those of a declaration of the module.
func (t *Tree) usesOf(dir string, style *conventions.Style, names []string) []*Reference {
	return t.uses(dir, style, query{names: names})
}

// uses returns the references in the tree to a declaration of the module, or to all outputs of the module if it is an output.
func (t *Tree) uses(dir string, style *conventions.Style, q query) (list []*Reference) {
	isOutput := q.names[0] == style.Calls.Output && q.names[0] != "" // references to all outputs do not contain the name
	q.files = func(f *file) bool {
		return isOutput || f.isChanged() || f.uses.isListed || mayContain(f.Bytes, q.names[len(q.names)-1])
	}
	t.each(t.reaching(dir), q, func(r *Reference) {
		isGone := r.use != nil && r.use.isGone
		isWhole := r.isWhole && r.Module == dir && sameLanguage(r.style, style) && isOutput
		if (isWhole || r.matches(dir, style, q.names)) && (!isGone || q.gone) {
			list = append(list, r)
		}
	})
	return list
}

// hasNames reports whether the text of a reference contains the names that a rename changes.
func (r *Reference) hasNames(to []string) bool {
	for i, name := range to {
		if i < len(r.names) && name != r.names[i] && r.key == nil && r.steps[i] == nil {
			return false
		}
	}
	return !r.isWhole && !r.isShared && !r.isHistory(to)
}

// step returns a step of the reference, counted from the first name of the declaration.
func (r *Reference) step(i int) *tidy.ReferenceStep {
	if i < len(r.names) {
		return r.steps[i]
	}
	return &r.rest[i-len(r.names)]
}

// follow renames the references to a declaration: in expressions, in callers, in addresses that lead into the module, and
// the names of inputs and values. If the new name is in use, it returns an error with the new address.
func (m *Module) follow(p *place, r renaming, address string) (diags hcl.Diagnostics) {
	for _, use := range m.tree.usesOf(m.dir, r.style, r.to) {
		if !use.isWhole && len(m.find(stepsOf(r.to))) == 0 { // an existing declaration has its own error
			return p.conflict("cannot be called "+address, use)
		}
	}
	list := m.tree.uses(m.dir, r.style, query{names: r.from, gone: true})
	for _, use := range list {
		if use.isWhole && !use.use.isGone && r.declared == 0 {
			text := hcltext.Address(use.use.Steps[0].Name, use.use.Steps[1].Name)
			diags = append(diags, diagnostic.WarningAt(use.file.rangeOf(use.use.Span), "References not followed",
				"%s is used as a whole here: if something takes %s from it, write %s there.", text, r.from[1], r.to[1]))
		}
	}
	replace(r, list)
	for _, use := range list {
		if use.key == nil || !use.hasNames(r.to) {
			continue
		}
		to := r.to[len(r.to)-1]
		if e := use.key.element(); e != nil && e.Key != nil {
			if use.names[0] == r.style.Configuration {
				use.key.setKey(use.configurationKey(r.to), len(use.rest) > 0)
			} else {
				use.key.setKey(hcltext.EscapeTemplate(to), false)
			}
			continue
		}
		if _, isArgument := use.key.item.(*hclwrite.Attribute); isArgument && use.key.body.Attribute(to) != nil {
			return append(diags, use.key.cannot("cannot be called "+to)...)
		}
		use.key.setLastName(to)
	}
	for _, use := range m.tree.usesOf(m.dir, r.style, r.from) {
		if use.hasNames(r.to) {
			diags = append(diags, diagnostic.ErrorAt(use.where(), "Reference does not follow",
				"%s cannot have the new name %s here. Change this reference first.",
				hcltext.Address(r.from...), hcltext.Address(r.to...)))
		}
	}
	return diags
}

// replace gives references in expressions their new names.
func replace(r renaming, list []*Reference) {
	changed := map[*respelling]*Reference{}
	for _, use := range list {
		if use.key != nil || !use.hasNames(r.to) || use.use.isGone && !use.use.isOld {
			continue
		}
		spelling := use.file.respelling(use.use)
		changed[spelling] = use
		isDeclared := use.in == r.declaredIn && conventions.Of(use.file.Dialect).Style == r.style
		if r.declared == 0 {
			isDeclared = spelling.setDeclared(use, isDeclared)
		}
		for i, name := range r.to {
			if name != r.from[i] {
				spelling.rename(use.use, use.step(i), name, isDeclared)
				use.file.uses.addName(use.use, use.step(i))
			}
		}
	}
	for spelling, use := range changed {
		use.file.respell(use.use, spelling)
	}
}

// stepsOf returns the steps of an address with these names.
func stepsOf(names []string) (steps []step) {
	for _, text := range names {
		steps = append(steps, step{kind: name, text: text})
	}
	return steps
}

// namesOf returns the names of steps; nil if one of the steps is of another kind.
func namesOf(steps []step) (names []string) {
	for _, s := range steps {
		if s.kind != name {
			return nil
		}
		names = append(names, s.text)
	}
	return names
}

// conflict returns the error that a place cannot get a name, because a reference has it already.
func (p *place) conflict(what string, use *Reference) hcl.Diagnostics {
	if b := use.historic(); b != nil {
		return p.cannot(what + ", because the block at " + lineOf(use.file.rangeOf(b.Span)) +
			" refers to this address. Remove the block first")
	}
	return p.cannot(what + ", because " + use.line() + " uses this name already")
}

func (r *Reference) line() string { return lineOf(r.where()) }

// historic returns the block with a reference that may refer to a former declaration; nil for other references.
func (r *Reference) historic() *hclwrite.Block {
	is := func(row conventions.HistoricRow) bool { return row.Type == r.use.Root.Type }
	if r.use == nil || r.use.Root == nil || !slices.ContainsFunc(r.style.Historic, is) {
		return nil
	}
	return r.use.Root
}

// formerUse returns an error if a block about a former address refers to the new address of a place.
func (m *Module) formerUse(p *place, names []string, what string) hcl.Diagnostics {
	for _, use := range m.tree.usesOf(m.dir, conventions.Of(p.file.Dialect).Style, names) {
		if use.historic() != nil {
			return p.conflict(what, use)
		}
	}
	return nil
}

// isInput reports whether the declaration is an input of its module.
func (r renaming) isInput() bool {
	return r.style != nil && r.declared == 0 && r.from[0] == (&resolver{style: r.style}).inputRoot()
}

// shared warns about names that stay: in tests and mocks, because they are for other modules too, values in files
// whose module is unknown, and references to removed declarations. The trees must contain the resulting texts.
func (m *Module) shared() (diags hcl.Diagnostics) {
	for _, r := range m.renames {
		m.tree.former = &Reference{Module: m.dir, names: r.from}
		for _, use := range m.tree.usesOf(m.dir, r.style, r.from) {
			switch mock := conventions.Of(use.file.Dialect).Outside; {
			case use.isShared && mock != nil && mock.IsMock:
				diags = append(diags, diagnostic.WarningAt(use.where(), "References not followed", "Tests of several modules use "+
					"these mocks, so %s stays here. Give the module its own directory of mocks.", hcltext.Address(r.from...)))
			case use.isShared:
				diags = append(diags, diagnostic.WarningAt(use.where(), "References not followed", "Several modules get this "+
					"value by the name %s, so it stays here. Add a value with the name %s.", r.from[1], r.to[1]))
			}
		}
		m.tree.former = nil
		if r.isInput() {
			diags = append(diags, m.tree.unclear(r)...)
		}
		for _, at := range m.tree.unresolved(m.dir, r) {
			diags = append(diags, diagnostic.WarningAt(at, "References not followed", "This may be the name of %s in the "+
				"module, which is not certain here, so it stays. If it is, change it to %s.", hcltext.Address(r.from...), r.to[1]))
		}
	}
	return append(diags, m.remaining()...)
}

// unresolved returns the positions of the old name of an input or output in files of values, if the expression that
// contains it or the directory of its module cannot be resolved.
func (t *Tree) unresolved(module string, r renaming) (list []hcl.Range) {
	if r.style == nil || r.style.Calls.Type == "" {
		return nil
	}
	add := func(at hcl.Range) { list = append(list, at) }
	output := r.style.Calls.Output
	for dir, other := range t.modules {
		for _, f := range other.files {
			outside := conventions.Of(f.Dialect).Outside
			if outside == nil || outside.Module == "" {
				continue
			}
			if source := f.valuesModule(); r.isInput() && (source == "" && !f.hasRemoteModule() ||
				source != "" && t.called(dir, source) == module) {
				f.eachInput(r.from[1], add)
			}
			if r.from[0] == output {
				t.each([]string{dir}, query{files: func(in *file) bool { return in == f }}, func(use *Reference) {
					if use.Module == "" && !use.isWhole && slices.Equal(use.names, r.from) {
						add(use.where())
					}
				})
			}
		}
	}
	return sortedRanges(list)
}

// sortedRanges sorts positions by their files and offsets.
func sortedRanges(list []hcl.Range) []hcl.Range {
	slices.SortFunc(list, func(a, b hcl.Range) int {
		return cmp.Or(strings.Compare(a.Filename, b.Filename), a.Start.Byte-b.Start.Byte)
	})
	return list
}

// hasRemoteModule reports whether the module that gets the values of a file is constant and not local.
func (f *file) hasRemoteModule() (is bool) {
	at, _ := Parse(conventions.Of(f.Dialect).Outside.Module)
	for _, p := range f.find(at.steps) {
		if a, ok := p.item.(*hclwrite.Attribute); ok {
			t, constant := a.Expr.(*hclwrite.Template)
			is = constant && !hcltext.HasSequence(t.Text)
		}
	}
	return is
}

// eachInput calls visit for each key with a name in the objects of a file of values that can contain inputs.
func (f *file) eachInput(name string, visit func(hcl.Range)) {
	var walk func(e hclsyntax.Node, at func(hcl.Range) hcl.Range)
	walk = func(e hclsyntax.Node, at func(hcl.Range) hcl.Range) {
		switch e := e.(type) {
		case *hclsyntax.ObjectConsExpr:
			for _, item := range e.Items {
				if key, _ := item.KeyExpr.Value(nil); key.Type() == cty.String && key.IsWhollyKnown() && key.AsString() == name {
					visit(at(item.KeyExpr.Range()))
				}
			}
		case *hclsyntax.FunctionCallExpr:
			for _, arg := range e.Args {
				walk(arg, at)
			}
		case *hclsyntax.ConditionalExpr:
			walk(e.TrueResult, at)
			walk(e.FalseResult, at)
		case *hclsyntax.ParenthesesExpr:
			walk(e.Expression, at)
		}
	}
	for _, text := range conventions.Of(f.Dialect).Outside.Values {
		at, _ := Parse(text)
		for _, p := range f.find(at.steps) {
			a, ok := p.item.(*hclwrite.Attribute)
			if !ok {
				continue
			}
			source := hclwrite.ExprText(a.Expr)
			exact := !f.JSON && a.ValueSpan.End <= len(f.Bytes)
			if exact {
				source = string(f.Bytes[a.ValueSpan.Start:a.ValueSpan.End])
			}
			e, wrong := hclsyntax.ParseExpression([]byte(source), "", hcl.InitialPos)
			if wrong.HasErrors() {
				continue
			}
			walk(e, func(rng hcl.Range) hcl.Range {
				if !exact {
					return p.where()
				}
				return f.rangeOf(hclwrite.Span{Start: a.ValueSpan.Start + rng.Start.Byte, End: a.ValueSpan.Start + rng.End.Byte})
			})
		}
	}
}

// unclear warns about the old name of an input in files of values that are next to no module.
func (t *Tree) unclear(r renaming) (diags hcl.Diagnostics) {
	var list []hcl.Range
	mentions := func(f *file) bool { return bytes.Contains(f.Bytes, []byte(r.from[1])) }
	for dir, other := range t.modules {
		if other.declaringStyle() == nil {
			t.each([]string{dir}, query{names: r.from, files: mentions}, func(use *Reference) {
				if use.key != nil && use.Module == dir && slices.Equal(use.names, r.from) {
					list = append(list, use.where())
				}
			})
		}
	}
	for _, at := range sortedRanges(list) {
		diags = append(diags, diagnostic.WarningAt(at, "References not followed", "It is unknown which of the given modules gets "+
			"this value, so the name stays. Give the file with one module alone, or change the name to %s.", r.to[1]))
	}
	return diags
}

// keyUses returns the lines with references that can use the name of an argument, block or key in a declaration.
func (m *Module) keyUses(p *place) (lines []string) {
	if name := p.configured(); name != "" {
		style := conventions.Of(p.file.Dialect).Style
		for _, use := range m.tree.usesOf(m.dir, style, []string{style.Configuration, name}) {
			lines = append(lines, use.line())
		}
		return hcltext.Unique(lines)
	}
	var path []string
	at := p
	for at != nil && at.reference() == nil {
		switch item := at.item.(type) {
		case *hclwrite.Block:
			path = slices.Concat([]string{item.Type}, item.Labels, path)
		case *hclwrite.Attribute:
			if at.file.outer == nil { // else it is an argument of a call
				path = append([]string{item.Name}, path...)
			}
		default:
			if e := at.element(); e != nil && e.Key != nil {
				path = append([]string{hcltext.TemplateText(e.Key.Text)}, path...)
			}
		}
		at = at.outer
	}
	if at == nil {
		return nil
	}
	style, row := conventions.Of(at.file.Dialect).Style, at.row
	if row == nil {
		row = at.outer.row
	}
	if row.Type == style.Calls.Type || row.Value != "" && (len(path) < 2 || path[0] != row.Value) {
		return nil
	}
	if row.Value != "" {
		path = path[1:]
	}
	names := at.reference()
	for _, use := range m.tree.uses(m.dir, style, query{names: names, path: path}) {
		if use.key == nil && !use.isWhole && use.historic() == nil && use.mayUse(path) {
			lines = append(lines, use.line())
		}
	}
	return hcltext.Unique(lines)
}

// hasUnknownDeclarations reports whether the tables do not define the declarations in a file.
func (f *file) hasUnknownDeclarations() bool {
	return conventions.Of(f.Dialect).Outside == nil && (conventions.Of(f.Dialect).Style == nil || len(conventions.Of(f.Dialect).Style.Declarations) == 0)
}

// mentions returns the lines that contain the old name of a place in a reference, in files with unknown declarations.
// For an input of a module in a language with components, it returns the lines with this key.
func (m *Module) mentions(p *place, name string) (lines []string) {
	isInput := p.row != nil && p.row.Public && p.file.components() != ""
	if !isInput && !p.file.root().hasUnknownDeclarations() {
		return nil
	}
	add := func(f *file, span hclwrite.Span) {
		lines = append(lines, lineOf(f.rangeOf(span)))
	}
	for _, other := range m.tree.modules {
		for _, f := range other.files {
			if !f.hasUnknownDeclarations() {
				continue
			}
			for _, use := range f.usesOf(nil, query{names: []string{name}}) {
				for _, s := range use.Steps {
					if s.Name == name && !isInput && !use.isGone {
						add(f, s.Span)
					}
				}
			}
			hclwrite.Walk(&f.tree.Body, func(node hclwrite.Node) bool {
				o, ok := node.(*hclwrite.Object)
				if !ok || !isInput || f.JSON {
					return true
				}
				for _, item := range o.Elements() {
					if key := item.Key; hcltext.TemplateText(key.Text) == name {
						add(f, key.Span)
					}
				}
				return true
			})
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// configured returns the name of the provider that a place configures or requires, or "".
func (p *place) configured() string {
	style := conventions.Of(p.file.Dialect).Style
	if style == nil || p.outer == nil {
		return ""
	}
	switch item := p.item.(type) {
	case *hclwrite.Block:
		if p.outer.root != nil && item.Type == style.Configuration && len(item.Labels) == 1 {
			return item.Labels[0]
		}
	case *hclwrite.Attribute:
		requires := func(row conventions.SourceRow) bool { return row.Block == hclwrite.ItemName(p.outer.item) }
		if p.outer.item != nil && slices.ContainsFunc(style.Sources, requires) {
			return item.Name
		}
	}
	return ""
}

// mayUse reports whether a reference can use the part of a declaration at a path of names. A step without a name can be
// any key, or an index or splat of a list.
func (r *Reference) mayUse(path []string) bool {
	possible := []int{0} // the numbers of names in the path to which the steps so far can belong, in order
	for _, s := range r.rest {
		var next []int
		for _, n := range possible {
			switch {
			case n == len(path):
				return true
			case s.Name == "":
				if len(next) == 0 || next[len(next)-1] != n {
					next = append(next, n)
				}
				next = append(next, n+1)
			case s.Name == path[n] && (len(next) == 0 || next[len(next)-1] != n+1):
				next = append(next, n+1)
			}
		}
		possible = next
	}
	return slices.Contains(possible, len(path)) || len(possible) > 0 && (!r.use.IsStatic || r.use.IsPath)
}

// Unchanged returns the positions in a tree of names that the renames of the module would change, and of the uses of the
// new names. The tree contains the files before the renames, with other files.
func (m *Module) Unchanged(t *Tree) (uses, conflicts []hcl.Range) {
	of := t.modules[m.dir]
	for _, r := range m.renames {
		for _, use := range t.usesOf(m.dir, r.style, r.from) {
			if use.isWhole || use.isShared || use.hasNames(r.to) {
				uses = append(uses, use.where())
			}
		}
		if r.declared > 0 {
			found, _ := t.givenKeys(m.dir, valueKey{r.from[:r.declared], r.from[r.declared:]})
			for _, p := range found {
				uses = append(uses, p.where())
			}
		}
		uses = append(uses, t.unresolved(m.dir, r)...)
		for _, use := range t.usesOf(m.dir, r.style, r.to) {
			if !use.isWhole {
				conflicts = append(conflicts, use.where())
			}
		}
		if of != nil {
			uses = append(uses, positions(of.find(stepsOf(r.from)))...)
			conflicts = append(conflicts, positions(of.find(stepsOf(r.to)))...)
		}
	}
	return uses, conflicts
}

// MayCall reports whether a file can refer to the module in another directory.
func MayCall(text []byte, dialect *schema.Dialect) bool {
	style := conventions.Of(dialect).Style
	return conventions.Of(dialect).Outside != nil || style == nil || style.Calls.Type == "" ||
		bytes.Contains(text, []byte("./")) || bytes.Contains(text, []byte(`.\/`)) || bytes.Contains(text, []byte(`\u`))
}

// Concerns reports whether a file must be read to find the uses of the renames of the module: it can contain an old or a
// new name, or refer to another module.
func (m *Module) Concerns(text []byte, dialect *schema.Dialect) bool {
	return MayCall(text, dialect) || slices.ContainsFunc(m.renames, func(r renaming) bool {
		calls := r.style.Calls
		isOutput := r.from[0] == calls.Output // references to all outputs do not contain the name
		return isOutput && bytes.Contains(text, []byte(calls.Type)) ||
			mayContain(text, r.from[len(r.from)-1]) || mayContain(text, r.to[len(r.to)-1])
	})
}

// mayContain reports whether a text can contain a name, in any spelling.
func mayContain(text []byte, name string) bool {
	isASCII := !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf })
	quoted := strings.Trim(hcltext.Quote(name), `"`)
	return !isASCII || slices.ContainsFunc([]string{name, quoted, `\u`, `\U`}, func(s string) bool {
		return bytes.Contains(text, []byte(s))
	})
}

// IsRenamed reports whether a change renamed a declaration of the module.
func (m *Module) IsRenamed() bool { return len(m.renames) > 0 }
