package address

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// Tree contains modules that call each other, by directory. A rename in one module changes the references in all of
// them.
type Tree struct {
	modules map[string]*Module
	called  func(dir, source string) string
	// changes are all changes of the modules, in their order.
	changes []applied
	// former is the old name of a declaration that has its new name already, but not its references; nil for none.
	former *Reference
	// callers contains the modules that refer to a module, by its directory; nil until it is used.
	callers map[string][]string
}

// NewTree returns a tree of modules, by directory; the directory of the root is ".". It must be called before the changes
// of the modules, which also change the others. called returns the directory of a called module for the directory of
// the caller and the source in the call, such as "../net" or, relative to the root of the repository,
// "repository://net". If called is nil, directories are slash-separated paths.
func NewTree(modules map[string]*Module, called func(dir, source string) string) *Tree {
	if called == nil {
		called = func(dir, source string) string { return path.Join(dir, source) }
		clean := make(map[string]*Module, len(modules))
		for dir, m := range modules {
			clean[path.Clean(dir)] = m
		}
		modules = clean
	}
	t := &Tree{modules: modules, called: called}
	for dir, m := range modules {
		m.tree, m.dir = t, dir
	}
	return t
}

// Reference is one use of the name of a declaration, outside of the declaration: in an expression, in an address such
// as module.net.aws_x.a, as the name of an input in a call, or as the name of a value in a file of values.
type Reference struct {
	// Module is the directory of the module that contains the declaration, and Declaration its address there, such as
	// var.size, aws_x.a or output.id. The declaration can be missing. Module is empty if the module is unknown.
	Module, Declaration string
	// Range is the position of the name. It is the position of the whole reference if that has no name, as self.id.
	Range hcl.Range

	// names are the names of the declaration, and steps their steps; a step is nil if the reference implies the name.
	// rest are the steps after the name.
	names []string
	steps []*tidy.ReferenceStep
	rest  []tidy.ReferenceStep
	// in is the module of the file, and style the style of the declaration.
	in    *Module
	file  *file
	style *conventions.Style
	// use is the reference in a text. key is the place of an argument or item that has the name; nil for a text.
	use *use
	key *place
	// isWhole is true for a reference to all outputs of a module. Only the first name is set.
	isWhole bool
	// isShared is true for the name of a value in a test file that several modules get, and for a reference in a file of
	// mocks that several modules use.
	isShared bool
}

// References lists all references and addresses in a tree of modules, in both syntaxes, in the order of directories,
// files and positions. Keywords, types, the variables of for expressions and the iterators of dynamic blocks are no references.
// Earlier changes must be written: see [Module.Results].
func References(t *Tree) (list []Reference) {
	dirs := make([]string, 0, len(t.modules))
	for dir := range t.modules {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	t.each(dirs, query{}, func(r *Reference) {
		if !r.isWhole {
			r.Declaration, r.Range = hcltext.Address(r.names...), r.where()
			list = append(list, *r)
		}
	})
	return sorted(list)
}

// where returns the position of the name.
func (r *Reference) where() hcl.Range {
	if r.key != nil {
		at, name := r.key.where(), r.names[len(r.names)-1]
		if block, ok := r.key.item.(*hclwrite.Block); ok {
			return r.file.rangeOf(r.file.labelOf(block))
		}
		for _, text := range []string{name, hcltext.Quote(name)} {
			if start := at.Start.Byte; bytes.HasPrefix(r.file.Bytes[start:], []byte(text)) {
				return r.file.rangeOf(hclwrite.Span{Start: start, End: start + len(text)})
			}
		}
		return at
	}
	span := r.use.Span
	if last := r.steps[len(r.steps)-1]; last != nil {
		span = last.Span
	}
	if !r.use.isOld && r.use.Root != nil { // the file contains no position of a new value
		span = r.use.Root.Span
	}
	return r.file.rangeOf(span)
}

// rangeOf returns the range of a span in the text of a file.
func (f *file) rangeOf(span hclwrite.Span) hcl.Range {
	if f.places == nil {
		f.places = hcltext.NewPositions(f.Bytes)
	}
	return f.places.Range(f.Filename, span.Start, span.End)
}

// reaching returns the directory and those of all modules that call this module, also through other modules.
func (t *Tree) reaching(dir string) []string {
	if t.callers == nil {
		t.callers = map[string][]string{}
		for caller, m := range t.modules {
			for _, f := range m.files {
				for _, source := range append(m.sources(f), f.valuesModule()) {
					if source != "" {
						called := t.called(caller, source)
						t.callers[called] = append(t.callers[called], caller)
					}
				}
				for _, unit := range f.dependencies() {
					called := t.called(caller, unit)
					t.callers[called] = append(t.callers[called], caller)
				}
				for _, mocks := range f.mocks() {
					t.callers[caller] = append(t.callers[caller], t.called(caller, mocks))
				}
			}
		}
	}
	list := []string{dir}
	for i := 0; i < len(list); i++ {
		for _, caller := range t.callers[list[i]] {
			if !slices.Contains(list, caller) {
				list = append(list, caller)
			}
		}
	}
	slices.Sort(list)
	return list
}

// query selects references. The result contains all that it selects, and can contain others.
type query struct {
	// names are the names of a declaration, also with keys in its value; nil for all references.
	names []string
	// path, if not empty, selects only the references that can use this part of the value of the declaration.
	path []string
	// gone is true if also references in values that changes removed are selected.
	gone bool
	// files is a filter for files, or nil.
	files func(*file) bool
}

// each calls yield for the references in modules, by their directories.
func (t *Tree) each(dirs []string, q query, yield func(*Reference)) {
	for _, dir := range dirs {
		m := t.modules[dir]
		if m == nil {
			continue
		}
		for _, f := range m.files {
			if q.files != nil && !q.files(f) {
				continue
			}
			if outside := conventions.Of(f.Dialect).Outside; outside != nil && outside.IsMock {
				t.mocked(m, f, q, yield)
				continue
			}
			w := t.resolver(m, f, q, yield)
			if w.style != nil {
				w.texts()
				w.localNames()
			}
			outside := conventions.Of(f.Dialect).Outside
			if outside != nil && outside.Module != "" || f.components() != "" {
				w.style = t.callingStyle()
			}
			if w.style != nil {
				w.keys()
			}
		}
	}
}

// resolver returns the resolver for the references in a file of a module.
func (t *Tree) resolver(m *Module, f *file, q query, yield func(*Reference)) *resolver {
	w := &resolver{tree: t, module: m, file: f, query: q, style: t.styleFor(m, f)}
	w.yield = func(r *Reference) {
		r.in, r.file, r.style = m, f, w.style
		yield(r)
	}
	return w
}

// mocked calls yield for the references in a file of mocks of a directory, for each module whose tests use it.
func (t *Tree) mocked(in *Module, f *file, q query, yield func(*Reference)) {
	var users []*Module
	for dir, m := range t.modules {
		if slices.ContainsFunc(m.files, func(test *file) bool {
			return slices.ContainsFunc(test.mocks(), func(source string) bool { return t.called(dir, source) == in.dir })
		}) {
			users = append(users, m)
		}
	}
	slices.SortFunc(users, func(a, b *Module) int { return strings.Compare(a.dir, b.dir) })
	for _, user := range users {
		w := t.resolver(user, f, q, func(r *Reference) {
			r.in, r.isShared = in, len(users) > 1
			yield(r)
		})
		if w.style != nil {
			w.texts()
		}
	}
}

// mocks returns the directories of mocks that a test file uses, as written.
func (f *file) mocks() (sources []string) {
	outside := conventions.Of(f.Dialect).Outside
	if outside == nil || outside.Mocks == "" {
		return nil
	}
	for b := range f.tree.Body.Blocks(outside.Mocks) {
		if a := b.Body.Attribute(outside.Source); a != nil {
			if t, ok := a.Expr.(*hclwrite.Template); ok {
				sources = append(sources, t.Text)
			}
		}
	}
	return sources
}

// styleFor returns the style of the declarations to which a file refers, or nil. Files of values and tests refer to the
// configuration of their module.
func (t *Tree) styleFor(m *Module, f *file) *conventions.Style {
	if style := conventions.Of(f.Dialect).Style; style != nil && len(style.Declarations) > 0 {
		return style
	}
	if conventions.Of(f.Dialect).Outside == nil || conventions.Of(f.Dialect).Outside.Module != "" {
		return nil
	}
	return cmp.Or(m.declaringStyle(), t.callingStyle())
}

// callingStyle returns the style of configuration in which modules call each other, or nil.
func (t *Tree) callingStyle() *conventions.Style {
	for _, m := range t.modules {
		if style := m.declaringStyle(); style != nil && style.Calls.Type != "" {
			return style
		}
	}
	return nil
}

// declaringStyle returns the style of the configuration of the module. It prefers a language in which modules call each
// other.
func (m *Module) declaringStyle() (found *conventions.Style) {
	for _, d := range m.dialects {
		if conventions.Of(d).Style != nil && len(conventions.Of(d).Style.Declarations) > 0 && (found == nil || found.Calls.Type == "") {
			found = conventions.Of(d).Style
		}
	}
	return found
}

// resolver finds the declarations to which the references in a file refer.
type resolver struct {
	tree   *Tree
	module *Module
	file   *file
	style  *conventions.Style
	query
	yield func(*Reference)
}

// texts visits the references in expressions.
func (w *resolver) texts() {
	list := w.file.references(w.style)
	if w.names != nil {
		list = w.file.usesOf(w.style, w.query)
	}
	for _, use := range list {
		w.text(use)
	}
}

// text visits a reference in an expression.
func (w *resolver) text(use *use) {
	outside, dir, steps := conventions.Of(w.file.Dialect).Outside, w.module.dir, use.Steps
	if outside != nil && outside.Other != "" {
		if source, other := otherModule(use.Root, outside); other {
			if dir = ""; source != "" {
				dir = w.tree.called(w.module.dir, source)
			}
		}
		if w.run(use) {
			return
		}
		if root := w.inputRoot(); len(steps) > 1 && steps[0].Name == root && w.isInTest(use) {
			w.value(steps[1].Name, Reference{names: []string{root, steps[1].Name},
				steps: []*tidy.ReferenceStep{&steps[0], &steps[1]}, rest: steps[2:], use: use})
			return
		}
	}
	w.component(use)
	w.dependent(use)
	var row *conventions.Declaration
	if use.Root != nil {
		row = tidy.DeclarationRule(w.style, use.Root.Type, use.Root.Labels)
	}
	switch {
	case use.IsConfiguration:
		w.configuration(use)
	case row != nil && row.Labels > 0 && (use.IsPath || steps[0].Name == w.style.Self):
		if !use.IsPath {
			steps = steps[1:]
		}
		names := row.Names(use.Root.Labels)
		w.add(use, dir, names, make([]*tidy.ReferenceStep, len(names)), steps)
	case dir != "":
		w.resolve(use, dir, steps)
	}
}

// components returns the type of the blocks that call modules of another language, or "".
func (f *file) components() string {
	if conventions.Of(f.Dialect).Style == nil {
		return ""
	}
	return conventions.Of(f.Dialect).Style.Components.Type
}

// component resolves a reference to the outputs of a module of another language.
func (w *resolver) component(use *use) {
	of := w.file.components()
	if of == "" || use.Steps[0].Name != of || len(use.Steps) < 2 {
		return
	}
	for _, f := range w.module.files {
		block, rest := f.tree.Body.Block(of, use.Steps[1].Name), use.Steps[2:]
		if block == nil {
			continue
		}
		if len(rest) > 0 && rest[0].IsKey {
			rest = rest[1:]
		}
		own, calling := w.style, w.tree.callingStyle()
		if source := localSource(&block.Body, own.Components.Source); source != "" && calling != nil {
			w.style = calling
			w.output(use, w.tree.called(w.module.dir, source), rest)
			w.style = own
		}
		return
	}
}

// otherModule returns the directory of the module to which names in a block of a test refer, if it is another one. The
// directory is empty if it is not local.
func otherModule(b *hclwrite.Block, outside *conventions.Outside) (source string, other bool) {
	if b == nil || outside.Other == "" {
		return "", false
	}
	of := b.Body.Block(outside.Other)
	if of == nil {
		return "", false
	}
	return localSource(&of.Body, outside.Source), true
}

// localSource returns the directory in an argument, or "" if it is not local.
func localSource(body *hclwrite.Body, argument string) string {
	if a := body.Attribute(argument); a != nil {
		t, ok := a.Expr.(*hclwrite.Template)
		if ok && (strings.HasPrefix(t.Text, "./") || strings.HasPrefix(t.Text, "../")) {
			return t.Text
		}
	}
	return ""
}

// directory returns the directory in an argument of a file of values, or "" if it is unknown.
func (f *file) directory(body *hclwrite.Body, argument string) string {
	a := body.Attribute(argument)
	if a == nil {
		return ""
	}
	text := strings.TrimSuffix(strings.TrimPrefix(hclwrite.ExprText(a.Expr), `"`), `"`)
	for _, row := range conventions.Of(f.Dialect).Outside.Directories {
		rest, ok := strings.CutPrefix(text, "${"+row.Call+"}/")
		if text == row.Call {
			rest, ok = "", true
		}
		if ok && !hcltext.HasSequence(rest) {
			return row.Directory + "/" + rest
		}
	}
	if hcltext.HasSequence(text) {
		return ""
	}
	return localSource(body, argument)
}

// dependencies returns the directories whose outputs a file uses, as written.
func (f *file) dependencies() (sources []string) {
	if conventions.Of(f.Dialect).Style == nil || conventions.Of(f.Dialect).Style.Dependencies.Type == "" {
		return nil
	}
	row := conventions.Of(f.Dialect).Style.Dependencies
	for b := range f.tree.Body.Blocks(row.Type) {
		if source := f.directory(&b.Body, row.Directory); source != "" {
			sources = append(sources, source)
		}
	}
	return sources
}

// dependency returns the module whose outputs a block refers to, or "" if it is unknown.
func (w *resolver) dependency(b *hclwrite.Block) string {
	source := w.file.directory(&b.Body, conventions.Of(w.file.Dialect).Style.Dependencies.Directory)
	if source == "" {
		return ""
	}
	dir := w.tree.called(w.module.dir, source)
	if unit := w.tree.modules[dir]; unit != nil {
		for _, f := range unit.files {
			if source := f.valuesModule(); source != "" {
				return w.tree.called(dir, source)
			}
		}
	}
	return ""
}

// dependent resolves a reference to an output of the module of another directory.
func (w *resolver) dependent(use *use) {
	style := conventions.Of(w.file.Dialect).Style
	if style == nil || style.Dependencies.Type == "" || use.Steps[0].Name != style.Dependencies.Type || len(use.Steps) < 2 {
		return
	}
	block, rest := w.file.tree.Body.Block(style.Dependencies.Type, use.Steps[1].Name), use.Steps[2:]
	if block == nil || len(rest) > 0 && rest[0].Name != style.Dependencies.Outputs {
		return
	}
	calling := w.tree.callingStyle()
	if calling == nil {
		return
	}
	own := w.style
	w.style = calling
	w.output(use, w.dependency(block), rest[min(1, len(rest)):])
	w.style = own
}

// run resolves a reference to the outputs of a run. It returns false for other references.
func (w *resolver) run(use *use) bool {
	if len(use.Steps) < 2 {
		return false
	}
	block := w.file.tree.Body.Block(use.Steps[0].Name, use.Steps[1].Name)
	if block == nil {
		return false
	}
	dir := w.module.dir
	if source, other := otherModule(block, conventions.Of(w.file.Dialect).Outside); other && source != "" {
		dir = w.tree.called(dir, source)
	} else if other {
		return true
	}
	w.output(use, dir, use.Steps[2:])
	return true
}

// output visits a reference to an output of a module, or to all of them.
func (w *resolver) output(use *use, dir string, rest []tidy.ReferenceStep) {
	root := w.style.Calls.Output
	if len(rest) == 0 || rest[0].Name == "" {
		if !use.IsStatic {
			w.yield(&Reference{
				Module: dir, names: []string{root}, steps: []*tidy.ReferenceStep{nil}, use: use, isWhole: true,
			})
		}
		return
	}
	w.add(use, dir, []string{root, rest[0].Name}, []*tidy.ReferenceStep{nil, &rest[0]}, rest[1:])
}

func (w *resolver) add(
	use *use, dir string, names []string, steps []*tidy.ReferenceStep, rest []tidy.ReferenceStep,
) {
	w.yield(&Reference{Module: dir, names: names, steps: steps, rest: rest, use: use})
}

// resolve visits the declarations in a reference: for module.m.aws_x.a, these are module.m, and aws_x.a in the called
// module. Only static arguments contain such addresses.
func (w *resolver) resolve(use *use, dir string, steps []tidy.ReferenceStep) (called string) {
	explicit := func(d conventions.Declaration) bool { return d.Explicit != "" && d.Explicit == steps[0].Name }
	if len(steps) > 2 && slices.ContainsFunc(w.style.Declarations, explicit) {
		steps = steps[1:]
	}
	row := rowAt(w.style, steps)
	if row == nil {
		return ""
	}
	n := cmp.Or(row.Labels, 1)
	if row.Root != "" {
		n++
	}
	if len(steps) < n || slices.ContainsFunc(steps[:n], func(s tidy.ReferenceStep) bool { return s.Name == "" }) {
		return ""
	}
	var names []string
	var at []*tidy.ReferenceStep
	for i := range steps[:n] {
		names, at = append(names, steps[i].Name), append(at, &steps[i])
	}
	rest := steps[n:]
	w.add(use, dir, names, at, rest)
	if len(rest) > 1 {
		if inner := rowAt(w.style, rest); inner != nil && inner.Within == row.Type {
			return w.resolve(use, dir, rest)
		}
	}
	if row.Type != w.style.Calls.Type {
		return ""
	}
	source, instances := w.tree.call(dir, names[1])
	if len(rest) > 0 && rest[0].IsKey && (rest[0].Name == "" || instances || use.IsStatic) {
		rest = rest[1:]
	}
	if source == "" {
		return ""
	}
	child := w.tree.called(dir, source)
	if use.IsStatic && len(rest) > 1 && use.Argument != w.style.Calls.Dependencies {
		return cmp.Or(w.resolve(use, child, rest), child)
	}
	w.output(use, child, rest)
	return child
}

// rowAt returns the declaration to which steps can refer, or nil.
func rowAt(style *conventions.Style, steps []tidy.ReferenceStep) (found *conventions.Declaration) {
	for i := range style.Declarations {
		row := &style.Declarations[i]
		if row.Root == steps[0].Name && row.Root != "" {
			return row
		}
		if row.Root == "" {
			found = row
		}
	}
	if slices.Contains(style.Moved.Reserved, steps[0].Name) {
		return nil
	}
	return found
}

// maxFormer is the maximum number of former names of a call that addresses follow.
const maxFormer = 20

// call returns the source of a call in a directory, if it is local, also for a former name of the call. instances is true
// if it has several instances.
func (t *Tree) call(dir, name string) (source string, instances bool) {
	m := t.modules[dir]
	if m == nil {
		return "", false
	}
	for range maxFormer {
		former := name
		for _, f := range m.files {
			style := conventions.Of(f.Dialect).Style
			if style == nil || style.Calls.Type == "" {
				continue
			}
			for b := range f.tree.Body.Blocks(style.Calls.Type, name) {
				source = m.sourceOf(b, style.Calls.Source)
				has := func(name string) bool { return b.Body.Attribute(name) != nil }
				instances = instances || slices.ContainsFunc(style.Calls.Instances, has)
			}
			for b := range f.tree.Body.Blocks(style.Moved.Type) {
				from, to := b.Body.Attribute(style.Moved.From), b.Body.Attribute(style.Moved.To)
				address := hcltext.Address(style.Calls.Type, former)
				if from != nil && to != nil && hclwrite.ExprText(from.Expr) == address {
					if next, ok := strings.CutPrefix(hclwrite.ExprText(to.Expr), style.Calls.Type+"."); ok {
						name = next
					}
				}
			}
		}
		if source != "" || name == former {
			return source, instances
		}
	}
	return "", false
}

// declares reports whether a module contains a block at the root of a file.
func (t *Tree) declares(dir, typ string, labels ...string) bool {
	m := t.modules[dir]
	has := func(f *file) bool { return f.tree.Body.Block(typ, labels...) != nil }
	return m != nil && slices.ContainsFunc(m.files, has)
}

// keys visits the arguments and items whose names are those of inputs and outputs.
func (w *resolver) keys() {
	outside, root, of := conventions.Of(w.file.Dialect).Outside, w.inputRoot(), w.file.components()
	isConfiguration := of != "" && w.names != nil && w.names[0] == w.style.Configuration
	if w.names != nil && w.names[0] != root && w.names[0] != w.style.Calls.Output && !isConfiguration {
		return
	}
	add := func(root, dir string, in *place) {
		for _, part := range in.allParts() {
			_, block := part.item.(*hclwrite.Block)
			if in.rules != nil && part.item != nil && in.item != nil {
				if meta, _ := in.rules.Lookup(hclwrite.ItemName(part.item)); meta != nil {
					continue
				}
			}
			if len(part.left) == 0 || block || dir == "" || w.names != nil && !slices.Contains(w.names, part.left[0]) {
				continue
			}
			r := Reference{Module: dir, names: []string{root, part.left[0]}, key: part}
			if isValue := root == w.inputRoot() && dir == w.module.dir && (in.outer == nil || in.outer.root != nil); isValue {
				w.value(part.left[0], r)
			} else {
				w.yield(&r)
			}
		}
	}
	for _, c := range w.module.calls(w.file) {
		for _, part := range w.file.whole().blocks(c.block.Type, c.block.Labels[0]) {
			if part.item != hclwrite.Item(c.block) {
				continue
			}
			if outside == nil && of == "" {
				add(root, w.tree.called(w.module.dir, c.source), part)
				continue
			}
			for _, inner := range part.allParts() {
				if name := hclwrite.ItemName(inner.item); of != "" && name == conventions.Of(w.file.Dialect).Style.Components.Inputs {
					add(root, w.tree.called(w.module.dir, c.source), inner)
				}
				if of != "" && slices.Contains(w.style.Configurations, hclwrite.ItemName(inner.item)) {
					w.configurationKeys(w.tree.called(w.module.dir, c.source), inner)
				}
				if b, ok := inner.item.(*hclwrite.Block); ok && &b.Body == c.inputs {
					add(root, w.tree.called(w.module.dir, c.source), inner)
				}
			}
		}
	}
	if outside == nil {
		return
	}
	dir := w.module.dir
	if outside.Module != "" {
		if dir = ""; w.file.valuesModule() != "" {
			dir = w.tree.called(w.module.dir, w.file.valuesModule())
		}
	}
	for _, text := range outside.Values {
		at, _ := Parse(text)
		for _, p := range w.file.find(at.steps) {
			for _, member := range append(slices.Clone(p.group), p) {
				if member.group == nil {
					add(root, dir, member)
				}
			}
		}
	}
	if style := conventions.Of(w.file.Dialect).Style; style != nil && style.Dependencies.Type != "" {
		for _, part := range w.file.whole().allParts() {
			b, ok := part.item.(*hclwrite.Block)
			if !ok || b.Type != style.Dependencies.Type {
				continue
			}
			for _, inner := range part.allParts() {
				if hclwrite.ItemName(inner.item) == style.Dependencies.Values {
					add(w.style.Calls.Output, w.dependency(b), inner)
				}
			}
		}
	}
	if outside.Override != "" {
		w.overrides(w.file.whole(), nil, add)
	}
}

// inputRoot returns the first name of references to inputs.
func (w *resolver) inputRoot() string {
	root, calls := w.style.Calls.Input, w.style.Calls
	for i := range w.style.Declarations {
		if row := &w.style.Declarations[i]; row.Type == calls.Input || calls.Type == "" && row.Public {
			root = row.Root
		}
	}
	return root
}

// isInTest reports whether a reference in a test file refers to values of this file, also if its run has another module.
func (w *resolver) isInTest(use *use) bool {
	inputs := conventions.Of(w.file.Dialect).Outside.Inputs
	if use.Root == nil || use.Root.Type == inputs || use.Root.Type == w.style.Configuration {
		return true
	}
	in := use.Root.Body.Block(inputs)
	return in != nil && in.Span.Start <= use.Span.Start && use.Span.Start < in.Span.End
}

// value visits the name of a value of a test file, or of a file of values. The module of the file gets it, and those of
// runs without a value of their own.
func (w *resolver) value(name string, r Reference) {
	var dirs []string
	add := func(dir string) {
		former := w.tree.former
		is := former != nil && former.Module == dir && slices.Equal(former.names, r.names)
		if !slices.Contains(dirs, dir) && (is || w.tree.declares(dir, w.style.Calls.Input, name)) {
			dirs = append(dirs, dir)
		}
	}
	add(w.module.dir)
	isTest := func(f *file) bool {
		return conventions.Of(f.Dialect).Outside != nil && conventions.Of(f.Dialect).Outside.Other != ""
	}
	for _, f := range w.module.files {
		if !isTest(f) || f != w.file && (isTest(w.file) || len(dirs) > 0) {
			continue
		}
		for _, c := range w.module.calls(f) {
			if c.inputs == nil || c.inputs.Attribute(name) == nil {
				add(w.tree.called(w.module.dir, c.source))
			}
		}
	}
	if len(dirs) == 0 {
		dirs = []string{w.module.dir}
	}
	for _, dir := range dirs {
		one := r
		one.Module, one.isShared = dir, len(dirs) > 1
		w.yield(&one)
	}
}

// valuesModule returns the source of the module that gets the values of a file, if it is local.
func (f *file) valuesModule() (source string) {
	if outside := conventions.Of(f.Dialect).Outside; outside != nil && outside.Module != "" {
		at, _ := Parse(outside.Module)
		for _, p := range f.find(at.steps) {
			source = f.directory(p.body, hclwrite.ItemName(p.item))
		}
	}
	return source
}

// overrides visits the names of outputs in blocks with values for them.
func (w *resolver) overrides(p *place, root *hclwrite.Block, add func(root, dir string, in *place)) {
	outside := conventions.Of(w.file.Dialect).Outside
	for _, part := range p.allParts() {
		block, ok := part.item.(*hclwrite.Block)
		if !ok {
			continue
		}
		outer := root
		if outer == nil {
			outer = block
		}
		target := block.Body.Attribute(outside.OverrideTarget)
		if block.Type != outside.Override || target == nil {
			w.overrides(part, outer, add)
			continue
		}
		dir := w.module.dir
		if source, other := otherModule(outer, outside); other {
			dir = w.tree.called(dir, source)
		}
		var child string
		silent := *w
		silent.yield = func(*Reference) {}
		if steps := addressSteps(target.Expr); len(steps) > 0 {
			child = silent.resolve(&use{Reference: tidy.Reference{IsStatic: true}}, dir, steps)
		}
		for _, inner := range part.allParts() {
			if hclwrite.ItemName(inner.item) == outside.Outputs {
				add(w.style.Calls.Output, child, inner)
			}
		}
	}
}

// matches reports whether a reference contains the names, which start with those of a declaration in a directory.
func (r *Reference) matches(dir string, style *conventions.Style, names []string) bool {
	if r.isWhole || r.Module != dir || !sameLanguage(r.style, style) || len(names) < len(r.names) ||
		!slices.Equal(r.names, names[:len(r.names)]) {
		return false
	}
	more := names[len(r.names):]
	return len(more) <= len(r.rest) && slices.EqualFunc(r.rest[:len(more)], more,
		func(s tidy.ReferenceStep, name string) bool { return s.Name == name })
}

// sameLanguage reports whether references of one style can refer to declarations of another.
func sameLanguage(a, b *conventions.Style) bool {
	return a == b || a != nil && b != nil && a.Calls.Type != "" && a.Calls.Type == b.Calls.Type
}

// isHistory reports whether a reference is the destination of a recorded move, where a move to the names to starts, or
// belongs to the record of that move. It does not follow. All other addresses in such blocks follow, because the product
// makes the new move before them.
func (r *Reference) isHistory(to []string) bool {
	if r.use == nil || r.use.Root == nil || r.style.Moved.Type == "" || r.use.Root.Type != r.style.Moved.Type ||
		len(r.names)+len(r.rest) != len(to) {
		return false
	}
	if r.use.Argument == r.style.Moved.To {
		return true
	}
	destination := r.use.Root.Body.Attribute(r.style.Moved.To)
	return destination != nil && slices.EqualFunc(addressSteps(destination.Expr), to,
		func(s tidy.ReferenceStep, name string) bool { return s.Name == name })
}

// addressSteps returns the steps of an address, with or without quotes.
func addressSteps(e hclwrite.Expr) []tidy.ReferenceStep {
	t, _ := hclsyntax.ParseTraversalAbs([]byte(strings.Trim(hclwrite.ExprText(e), `"`)), "", hcl.InitialPos)
	return tidy.StepsOf(t)
}
