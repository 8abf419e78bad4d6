package address

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/jsonprint"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// Module contains the files that a product reads together, as trees that can be changed.
type Module struct {
	files []*file
	// given are the files before all changes.
	given []Source
	// dialects are the languages of the files.
	dialects []*schema.Dialect
	// SkipCheck is true if results are not checked.
	SkipCheck bool
	// CallableOnly is true if names change only in languages in which modules call each other.
	CallableOnly bool
	// tree contains the modules that call each other, and dir is the directory of this one.
	tree *Tree
	dir  string
	// renames are the new names of declarations. The first ones are checked.
	renames []renaming
	checked int
	// removals are the removed declarations.
	removals []removal
	// configured and impliedIndex are the results of configurations and implied; nil until they are used.
	configured   map[string]*configurations
	impliedIndex map[string][]impliedProvider
	// defining contains the files that declare a renamed object.
	defining map[string]bool
}

// Defines reports whether a file declares a renamed object. Such files are written after the files
// with references, so that the same change completes an interrupted one.
func (m *Module) Defines(filename string) bool { return m.defining[filename] }

// Source is a file of a module. Its language may differ from the configuration, as for tests and
// values.
type Source struct {
	equivalent.Source
	Dialect *schema.Dialect
	// Parsed, if not nil, is the same text, and Bytes can be nil. Read changes its tree, which must have no other user.
	Parsed *convert.Source
}

// file is a file of a module, or the text of an argument of a call.
type file struct {
	Source
	module *Module
	// tree is the changed tree of the file, and changes contains its changes. old is the tree before them, with the
	// positions in the text with new names; it is nil if no names changed.
	old, tree *hclwrite.File
	changes   *treediff.Changes
	// top is the place of the whole file, with the stored parts; nil until it is used.
	top *place
	// text contains the positions of the tree.
	text string
	// places are the line positions of the bytes, and json the values of an HCL-JSON file; nil until they are used.
	places *hcltext.Positions
	json   *jsontree.Value
	// uses are the references in the file.
	uses uses
	// opened are the arguments of calls that addresses refer to.
	opened map[*hclwrite.Native][]*file
	// late are the diagnostics about the changed arguments of calls.
	late hcl.Diagnostics
	// counted is false for an argument of a call whose elements addresses cannot select by index.
	counted bool

	// If this is an argument of a call, outer is the file with the call, owner the place of the call, and at is the span of the
	// argument in the text of the call. An offset in this file plus base is the offset in outer.
	// overriding is the text of a later argument that can override items of this one, or "".
	outer      *file
	owner      *place
	at         hclwrite.Span
	base       int
	overriding string
}

// Read reads the files of a module.
func Read(sources ...Source) (*Module, hcl.Diagnostics) {
	m := &Module{defining: map[string]bool{}}
	var diags hcl.Diagnostics
	for _, source := range sources {
		if languages.Missing(source.Dialect) {
			return nil, problem("No language", languages.NoDialect)
		}
		languages.Prepare(source.Dialect)
		if parsed := source.Parsed; parsed != nil && source.Bytes == nil {
			source.Bytes, source.JSON, source.Filename = parsed.Bytes(), parsed.JSON, parsed.Name
		}
		source.Override = source.Override || dialects.IsOverride(source.Filename)
		f, more := m.read(source)
		if diags = append(diags, more...); !more.HasErrors() {
			source.Parsed = nil
			m.files, m.given = append(m.files, f), append(m.given, source)
			if !slices.Contains(m.dialects, f.Dialect) {
				m.dialects = append(m.dialects, f.Dialect)
			}
		}
	}
	NewTree(map[string]*Module{".": m}, nil)
	return m, diags
}

func (m *Module) read(source Source) (f *file, diags hcl.Diagnostics) {
	f = &file{
		module: m, Source: source, counted: true,
		changes: treediff.NewChanges(), opened: map[*hclwrite.Native][]*file{},
	}
	text := source.Parsed
	if text == nil {
		text = convert.NewSource(source.Bytes, source.Filename, source.JSON)
	}
	f.tree, diags = convert.ReadSource(text.As(source.Filename), source.Dialect, convert.Options{})
	if !diags.HasErrors() {
		if f.text = f.tree.Source(); f.JSON {
			f.text = text.Text()
		}
		diags = append(diags, f.tooManyLabels()...)
	}
	return f, diags
}

// tooManyLabels reports blocks with more labels than the limit.
func (f *file) tooManyLabels() (diags hcl.Diagnostics) {
	hclwrite.Walk(&f.tree.Body, func(node hclwrite.Node) bool {
		if block, ok := node.(*hclwrite.Block); ok && len(block.Labels) > limits.Labels {
			rng := f.rangeOf(hclwrite.Span{Start: block.Span.Start, End: block.Span.Start + len(block.Type)})
			diags = append(diags, diagnostic.ErrorAt(rng, "Too many labels", "An address finds only blocks with at most %d "+
				"labels; this block has %d.", limits.Labels, len(block.Labels)))
		}
		return true
	})
	return diags
}

func problem(summary, format string, args ...any) hcl.Diagnostics {
	return hcl.Diagnostics{diagnostic.Errorf(summary, format, args...)}
}

// values is a language in which all names are arguments.
var values = &schema.Dialect{Name: "values", Product: "any product", Root: &tables.Body{
	Remain: tables.RemainAttributes, RemainBody: &tables.Body{Remain: tables.RemainAttributes},
}}

// argumentName precedes the text of an argument of a call in its own file.
const argumentName = "x = "

// open returns the objects and tuples among the arguments of a call, the value of a place, whose elements are a part of the
// result, each as a file with one argument. Repeated calls return the same files.
func (f *file) open(p *place, call *hclwrite.Native) []*file {
	if known, ok := f.opened[call]; ok {
		return known
	}
	f.opened[call] = nil
	for _, arg := range nativeedit.Arguments(call) {
		text, at := call.Text, arg.Start
		if !f.root().JSON && !strings.Contains(text[:at], "\n") {
			text, at = f.tree.Source(), call.Span.Start
		}
		head := nativeedit.Margin(text, min(at, len(text))) + argumentName
		source := equivalent.Source{Bytes: []byte(head + call.Text[arg.Start:arg.End] + "\n"), Filename: f.Filename}
		if in, diags := f.module.read(Source{Source: source, Dialect: values}); !diags.HasErrors() {
			in.outer, in.owner, in.counted, in.at, in.base = f, p, arg.Alone, arg.Span, call.Span.Start+arg.Start-len(head)
			in.overriding = arg.Overriding
			f.opened[call] = append(f.opened[call], in)
		}
	}
	return f.opened[call]
}

// root returns the file of the module that contains this one.
func (f *file) root() *file {
	for f.outer != nil {
		f = f.outer
	}
	return f
}

// Results returns the texts of the files after all changes, in their order, or nil after an error. It checks that they
// differ from the originals only at the changed places. The module must not be used afterwards.
func (m *Module) Results() (texts [][]byte, diags hcl.Diagnostics) {
	shared := m.shared()
	if texts, diags = m.texts(); !diags.HasErrors() {
		return texts, append(diags, shared...)
	}
	if len(m.tree.changes) > 1 {
		if texts, diags = m.tree.replay(m.dir); !diags.HasErrors() {
			return texts, diags
		}
	}
	return nil, diags
}

// texts writes and checks the texts of the files after all changes.
func (m *Module) texts() (texts [][]byte, diags hcl.Diagnostics) {
	diags = m.checkRenames()
	for _, f := range m.files {
		text, more := f.write()
		texts, diags = append(texts, text), append(diags, more...)
	}
	return texts, diags
}

// flush writes and checks all changes, and reads the resulting texts for further changes.
func (m *Module) flush() hcl.Diagnostics {
	texts, diags := m.texts()
	for i := 0; i < len(m.files) && !diags.HasErrors(); i++ {
		source := m.files[i].Source
		if bytes.Equal(source.Bytes, texts[i]) {
			texts[i] = source.Bytes
		}
		source.Bytes, source.Parsed = texts[i], nil
		var more hcl.Diagnostics
		m.files[i], more = m.read(source)
		diags = append(diags, more...)
	}
	m.checked, m.configured, m.impliedIndex = len(m.renames), nil, nil
	return diags
}

// checkRenames checks that the files with new names of declarations, and without all other changes, are equivalent to the
// original files. Both contain the new names of keys, types and providers, and those of other modules: see checkNames.
func (m *Module) checkRenames() (diags hcl.Diagnostics) {
	renames := m.renames[m.checked:]
	first := slices.IndexFunc(renames, func(r renaming) bool { return r.declaredIn != nil })
	if first < 0 || m.SkipCheck {
		return nil
	}
	style := renames[first].style
	opts := tidy.Options{Style: style, Moved: map[string]bool{}}
	// former contains the original addresses by new address, and others the new addresses with another type.
	former, others, names, last := map[string]string{}, map[string]bool{}, map[string]string{}, map[string]string{}
	for _, r := range renames {
		from, to := hcltext.Address(r.from...), hcltext.Address(r.to...)
		isOther := r.declaredIn == nil || others[from]
		if r.declared > 0 || isOther && r.style != style {
			continue
		}
		original := cmp.Or(former[from], from)
		delete(former, from)
		delete(others, from)
		if isOther {
			others[to] = true
			continue
		}
		opts.Moved[from+" "+to], former[to], last[to] = true, original, r.to[len(r.to)-1]
		opts.NoMoved = opts.NoMoved || r.unmoved
	}
	for to, from := range former {
		if from != to {
			names[from] = last[to]
		}
	}
	for _, dialect := range m.dialects {
		if conventions.Of(dialect).Style != style {
			continue
		}
		var before []equivalent.Source
		var after []tidy.File
		for _, f := range m.files {
			if f.Dialect == dialect {
				source := f.Source.Source
				if text := f.renamedText(isOther); text != f.text {
					source.Bytes = []byte(text)
				}
				tree, more := f.renamedTree(opts.Moved)
				before, after, diags = append(before, source), append(after, tree), append(diags, more...)
				opts.DropComments = opts.DropComments || f.JSON
			}
		}
		if opts.Dialect = dialect; !diags.HasErrors() {
			diags = append(diags, tidy.CheckEquivalence(before, after, tidy.Rename(after, names, opts), opts)...)
		}
	}
	return diags
}

// renamedTree returns a copy of the original file with new names in references, and with the blocks that record moves, by
// their addresses.
func (f *file) renamedTree(moves map[string]bool) (tree tidy.File, diags hcl.Diagnostics) {
	var moved []hclwrite.Item
	row := conventions.Of(f.Dialect).Style.Moved
	for block := range f.tree.Body.Blocks(row.Type) {
		if block.Span == (hclwrite.Span{}) && moves[block.Body.SourceOf(row.From)+" "+block.Body.SourceOf(row.To)] {
			moved = append(moved, block)
		}
	}
	if len(f.uses.respelled)+len(moved) == 0 && !f.module.defining[f.Filename] {
		return tidy.File{Name: f.Filename, File: f.before(), Unchanged: true}, nil
	}
	copied, diags := convert.ReadSource(convert.NewSource([]byte(f.renamedText(isAny)), f.Filename, f.JSON), f.Dialect, convert.Options{})
	if diags.HasErrors() {
		return tree, diags
	}
	copied.Body.Append(moved...)
	return tidy.File{Name: f.Filename, File: copied}, nil
}

// rebase changes the positions of the tree to positions in the text with new names.
func (f *file) rebase() hcl.Diagnostics {
	if len(f.uses.respelled) == 0 {
		return nil
	}
	f.references(f.uses.style) // later queries use the positions before the change
	text := f.renamedText(isAny)
	is, diags := convert.ReadSource(convert.NewSource([]byte(text), f.Filename, f.JSON), f.Dialect, convert.Options{})
	if diags.HasErrors() {
		return diags
	}
	old := *is
	old.Body = f.before().Body
	live := map[hclwrite.Node]bool{}
	if !f.JSON { // the names in an object in a JSON string change only in the text
		hclwrite.Walk(&f.tree.Body, func(node hclwrite.Node) bool { live[node] = true; return true })
	}
	if _, ok := treediff.Align(&old.Body, &is.Body); !ok || !alignNames(&old.Body, &is.Body, live) {
		return problem("Not proven", "The names in %s would change more than the names. This is a bug in hcljson.", f.Filename)
	}
	old.Body.Span = is.Body.Span
	f.old, f.text = &old, text
	return nil
}

// alignNames sets the keys and expressions in an old body to those of an equal body with new names. The nodes that are
// live have the new names already, but can have other spaces. It returns false if they have not.
func alignNames(old, is *hclwrite.Body, live map[hclwrite.Node]bool) bool {
	var nodes []hclwrite.Node
	hclwrite.Walk(is, func(node hclwrite.Node) bool { nodes = append(nodes, node); return true })
	same := true
	set := func(text *string, to string, isLive bool) {
		same = same && (!isLive || slices.Equal(strings.Fields(*text), strings.Fields(to)))
		*text = to
	}
	hclwrite.Walk(old, func(node hclwrite.Node) bool {
		other := nodes[0]
		nodes = nodes[1:]
		switch node := node.(type) {
		case *hclwrite.Native:
			if other, ok := other.(*hclwrite.Native); ok {
				set(&node.Text, other.Text, live[node])
			}
		case *hclwrite.Template:
			if other, ok := other.(*hclwrite.Template); ok {
				set(&node.Text, other.Text, live[node])
			}
		case *hclwrite.Element:
			if other, ok := other.(*hclwrite.Element); ok && node.Key != nil {
				set(&node.Key.Text, other.Key.Text, live[node])
			}
		}
		return true
	})
	return same
}

// written returns a file in the form of package tidy for edits of its text.
func (f *file) written() tidy.File {
	if f.JSON {
		return tidy.File{Name: f.Filename, File: f.tree, JSON: f.text}
	}
	return tidy.File{Name: f.Filename, File: f.tree}
}

// write returns and checks the text of a file after its changes. Changes in the arguments of calls
// are written first.
func (f *file) write() (text []byte, diags hcl.Diagnostics) {
	if !f.isChanged() && len(f.uses.respelled) == 0 {
		return f.Bytes, nil
	}
	for call := range f.opened {
		f.settleCall(call)
	}
	if diags = slices.Concat(f.late, f.checkNames(), f.rebase()); diags.HasErrors() {
		return f.Bytes, diags
	}
	if f.JSON {
		text, more := f.writeJSON()
		return text, append(diags, more...)
	}
	old := f.before()
	text, script, reprinted := nativeedit.ApplyTree(f.changes, old, f.tree)
	if !script.IsUnchanged() && !f.module.SkipCheck {
		if len(reprinted) > 0 {
			diags = append(diags, f.checkUnchanged(old)...)
		}
		diags = append(diags, f.prove(old, text)...)
	}
	for in := f; in.outer != nil; in = in.outer {
		for i := range reprinted {
			reprinted[i].Start, reprinted[i].End = reprinted[i].Start+in.base, reprinted[i].End+in.base
		}
	}
	if root := f.root(); !root.JSON {
		diags = append(diags, nativeedit.ReprintWarnings([]byte(root.text), root.Filename, reprinted)...)
	}
	return text, diags
}

// writeJSON returns and checks the text of an HCL-JSON file after its changes.
func (f *file) writeJSON() (text []byte, diags hcl.Diagnostics) {
	old := f.before()
	script := f.changes.Script(&old.Body, &f.tree.Body)
	source := f.Source.Source
	source.Bytes = []byte(f.text)
	text, diags = jsonprint.Apply(jsonprint.Edit{
		Source: source, Dialect: f.Dialect, Old: old, New: f.tree, Script: script,
		Text: func(a *hclwrite.Attribute) string { return f.changes.Given[a.Expr].Text },
	})
	if f.module.SkipCheck || script.IsUnchanged() || diags.HasErrors() {
		return text, diags
	}
	result := f.Source.Source
	result.Bytes = text
	native := equivalent.Source{Bytes: jsonprint.NativeText(f.tree, f.Dialect), Filename: f.Filename + " in native syntax"}
	found := jsonprint.Check(source, native, result, f.Dialect, old)
	return text, slices.Concat(diags, errorsIn(found.Messages()), f.checkAddresses())
}

// before returns the tree before the changes.
func (f *file) before() *hclwrite.File {
	if f.old != nil {
		return f.old
	}
	return f.changes.FileBefore(f.tree)
}

// prove reports differences between a text and its tree, and differences between the tree and the
// file outside of the changed places.
func (f *file) prove(before *hclwrite.File, text []byte) hcl.Diagnostics {
	old := equivalent.Source{Bytes: []byte(before.Source()), Filename: f.Filename}
	tree := equivalent.Source{Bytes: f.treeText(before), Filename: f.Filename + " as it is to be"}
	is := equivalent.Source{Bytes: text, Filename: f.Filename}
	found := equivalent.Compare(tree, is, f.Dialect, equivalent.Options{SkipSame: true})
	if !found.Equal() {
		// Printing alone can change how the language reads a text. Such differences are not part of
		// the change.
		printed := equivalent.Source{Bytes: before.Bytes(), Filename: f.Filename}
		known := equivalent.Compare(printed, old, f.Dialect, equivalent.Options{}).Differences
		found.Differences = slices.DeleteFunc(found.Differences, func(d equivalent.Difference) bool {
			return slices.ContainsFunc(known, func(k equivalent.Difference) bool { return k.Place() == d.Place() })
		})
	}
	return append(errorsIn(found.Messages()), f.checkAddresses()...)
}

// errorsIn returns the errors of a comparison. Its warnings concern the content of the files.
func errorsIn(diags hcl.Diagnostics) hcl.Diagnostics {
	return slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool { return diag.Severity != hcl.DiagError })
}

// checkAddresses reports changes outside of the changed places.
func (f *file) checkAddresses() hcl.Diagnostics {
	if f.changes.AreAddressed() {
		return nil
	}
	return f.notAddressed()
}

// checkUnchanged reports changes of nodes that no change recorded. The text of such a node does not fit its tree, so it is
// only called if a text was printed again.
func (f *file) checkUnchanged(old *hclwrite.File) hcl.Diagnostics {
	read, diags := hclwrite.ParseFile([]byte(old.Source()), f.Filename)
	if diags.HasErrors() || hclwrite.Equal(&read.Body, &old.Body) {
		return nil
	}
	return f.notAddressed()
}

func (f *file) notAddressed() hcl.Diagnostics {
	return problem("Not proven", "%s would change at a place without an address. This is a bug in hcljson.", f.Filename)
}

// treeText returns the text of the tree: the source of unchanged root items, and the canonical text of
// all others.
func (f *file) treeText(old *hclwrite.File) (text []byte) {
	unchanged := make(map[hclwrite.Item]bool, len(old.Body.Items))
	for _, item := range old.Body.Items {
		unchanged[item] = true
	}
	for _, item := range f.tree.Body.Items {
		if unchanged[item] {
			span := hclwrite.SpanOf(item)
			text = append(append(text, old.Source()[span.Start:span.End]...), '\n')
		} else {
			text = append(text, (&hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{item}}}).Bytes()...)
		}
	}
	return text
}
