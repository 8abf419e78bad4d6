package address

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/conventions"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsonprint"
	"github.com/hcljson/hcljson/internal/limits"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/internal/treediff"
	"github.com/hcljson/hcljson/schema"
)

// Module contains the files that a product reads together, as trees that can be changed.
type Module struct {
	files []*file
	// dialects are the languages of the files.
	dialects []*schema.Dialect
	// SkipCheck is true if results are not checked.
	SkipCheck bool
	// renamed contains the renames that are not checked yet. style is the style of the configuration
	// that declares the renamed objects.
	renamed []tidy.Change
	style   *conventions.Style
	// CallableOnly is true if names change only in languages in which modules call each other.
	CallableOnly bool
	// tree contains the modules that call each other, and dir is the directory of this one.
	tree *Tree
	dir  string
	// renames are the new names of declarations.
	renames []renaming
	// unwritten is true after changes that are not in the texts of the files.
	unwritten bool
	// defining contains the files that declare a renamed object. following contains the files with
	// references to old or new names.
	defining, following map[string]bool
	// original contains, by name, the files before the first rename that is not checked yet.
	original map[string]equivalent.Source
	noMoved  bool
	// applied is the number of changes. rewritten contains the files whose texts contain changes.
	applied   int
	rewritten map[string]bool
}

// Defines reports whether a file declares a renamed object. Such files are written after the files
// with references, so that the same change completes an interrupted one.
func (m *Module) Defines(filename string) bool { return m.defining[filename] }

// Source is a file of a module. Its language may differ from the configuration, as for tests and
// values.
type Source struct {
	equivalent.Source
	Dialect *schema.Dialect
	// Parsed, if not nil, is the same text. Read changes its tree, which must have no other user.
	Parsed *convert.Source
}

// file is a file of a module, or the text of an argument of a call.
type file struct {
	Source
	module *Module
	// tree is the changed tree of the file. old is the tree before the changes; in native syntax, it is nil until
	// it is used.
	old, tree *hclwrite.File
	// top is the place of the whole file, with the stored parts; nil until it is used.
	top *place
	// given are the texts of new nodes.
	// text contains the positions of the tree.
	text  string
	given *nativeedit.Given
	// places are the line positions of the bytes; nil until they are used.
	places *hcltext.Positions
	// uses are the references in the texts, if listed is true.
	uses   []tidy.Reference
	listed bool
	// opened are the arguments of calls that addresses refer to.
	opened map[*hclwrite.Native][]*file
	// touched are the changed places.
	touched map[hclwrite.Span]bool
	// next defines for new items whether they belong to the item after them (true) or before them.
	next map[hclwrite.Item]bool
	// late are the diagnostics about the changed arguments of calls.
	late hcl.Diagnostics
	// counted is false for an argument of a call whose elements addresses cannot select by index.
	counted bool

	// If this is an argument of a call, outer is the file with the call, and at is the span of the
	// argument in the text of the call. An offset in this file plus base is the offset in outer.
	// overriding is the text of a later argument that can override items of this one, or "".
	outer      *file
	at         hclwrite.Span
	base       int
	overriding string
}

// Read reads the files of a module.
func Read(sources ...Source) (*Module, hcl.Diagnostics) {
	m := &Module{defining: map[string]bool{}, following: map[string]bool{},
		original: map[string]equivalent.Source{}, rewritten: map[string]bool{}}
	var diags hcl.Diagnostics
	for _, source := range sources {
		if source.Dialect.Missing() {
			return nil, problem("No language", schema.NoDialect)
		}
		source.Dialect.Prepare()
		source.Override = source.Override || dialects.IsOverride(source.Filename)
		f, more := m.read(source)
		if diags = append(diags, more...); !more.HasErrors() {
			m.files = append(m.files, f)
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
		touched: map[hclwrite.Span]bool{}, opened: map[*hclwrite.Native][]*file{}, next: map[hclwrite.Item]bool{},
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
		f.given = nativeedit.NewGiven(f.text)
		diags = append(diags, f.tooManyLabels()...)
	}
	if source.JSON && !diags.HasErrors() {
		old := *f.tree
		old.Body = treediff.CopyBody(&f.tree.Body)
		f.old = &old
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
var values = &schema.Dialect{Name: "values", Product: "any product", Root: &schema.Body{
	Remain: schema.RemainAttributes, RemainBody: &schema.Body{Remain: schema.RemainAttributes},
}}

// argumentName precedes the text of an argument of a call in its own file.
const argumentName = "x = "

// open returns the objects and tuples among the arguments of a call whose elements are a part of the
// result, each as a file with one argument. Repeated calls return the same files.
func (f *file) open(call *hclwrite.Native) []*file {
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
			in.outer, in.counted, in.at, in.base = f, arg.Alone, arg.Span, call.Span.Start+arg.Start-len(head)
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

// Results returns the texts of the files after all changes, in their order. It checks that they
// differ from the originals only at the changed places. The module must not be used afterwards.
func (m *Module) Results() (texts [][]byte, diags hcl.Diagnostics) {
	defer func() { m.locate(diags) }()
	if texts, diags = m.texts(len(m.renames) > 0); !diags.HasErrors() {
		diags = append(append(diags, m.checkRenames()...), m.shared()...)
	}
	return texts, diags
}

// locate replaces the positions of diagnostics in texts that contain earlier changes. The user has only
// the original texts.
func (m *Module) locate(diags hcl.Diagnostics) {
	for i, diag := range diags {
		if at := diag.Subject; at != nil && m.applied > 1 && m.rewritten[at.Filename] {
			located := *diag
			located.Subject, located.Context = nil, nil
			located.Detail = fmt.Sprintf("After the changes before it, at %s:%d: %s", at.Filename, at.Start.Line, diag.Detail)
			diags[i] = &located
		}
	}
}

// flush writes and checks all changes, and reads the resulting texts for further changes.
func (m *Module) flush() hcl.Diagnostics {
	_, diags := m.texts(true)
	if !diags.HasErrors() {
		diags = append(diags, m.checkRenames()...)
	}
	return diags
}

// texts returns the texts of the files after all changes. It checks all changes except renames. If
// again is true, it also reads the resulting texts, for further changes.
func (m *Module) texts(again bool) (texts [][]byte, diags hcl.Diagnostics) {
	m.unwritten = m.unwritten && !again
	for i, f := range m.files {
		text, changed, more := f.write()
		texts = append(texts, f.Bytes)
		if diags = append(diags, more...); !changed {
			continue
		}
		if diags.HasErrors() {
			return nil, diags
		}
		result := f.Source
		texts[i], result.Bytes = text, text
		if !m.SkipCheck && !again && len(m.renamed) == 0 {
			continue
		}
		if len(m.renamed) > 0 {
			m.keepOriginal(f)
		}
		if m.files[i], more = m.read(result); more.HasErrors() {
			return nil, append(diags, more...)
		}
		m.rewritten[f.Filename] = m.rewritten[f.Filename] || again
	}
	return texts, diags
}

// keepOriginal stores a file before its first rename that is not checked yet.
func (m *Module) keepOriginal(f *file) {
	if _, known := m.original[f.Filename]; !known {
		m.original[f.Filename] = f.Source.Source
	}
}

// checkRenames checks all renames since the last check. The texts must be written.
func (m *Module) checkRenames() (diags hcl.Diagnostics) {
	for _, dialect := range m.dialects {
		if len(m.renamed) == 0 || m.SkipCheck || dialect.Style != m.style {
			continue
		}
		var before []equivalent.Source
		for _, f := range m.files {
			source, changed := m.original[f.Filename]
			if !changed {
				source = f.Source.Source
			}
			if f.Dialect == dialect {
				before = append(before, source)
			}
		}
		trees, opts := m.trees(dialect)
		opts.DropComments = slices.ContainsFunc(before, func(s equivalent.Source) bool { return s.JSON })
		diags = append(diags, tidy.CheckEquivalence(before, trees, m.renamed, opts)...)
	}
	m.renamed = nil
	clear(m.original)
	return diags
}

// trees returns the files of a language in the form of package tidy.
func (m *Module) trees(dialect *schema.Dialect) (list []tidy.File, opts tidy.Options) {
	for _, f := range m.files {
		if f.Dialect == dialect {
			_, changed := m.original[f.Filename]
			list = append(list, tidy.File{Name: f.Filename, File: f.tree, Unchanged: !changed})
		}
	}
	return list, tidy.Options{Dialect: dialect, Style: m.style, NoMoved: m.noMoved}
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
func (f *file) write() (text []byte, changed bool, diags hcl.Diagnostics) {
	for call := range f.opened {
		f.settleCall(call)
	}
	diags = f.late
	if f.given.HasTexts() && !f.JSON {
		f.renew(&f.tree.Body)
	}
	f.top = nil // later changes must not use it
	if f.JSON {
		text, changed, more := f.writeJSON()
		return text, changed, append(diags, more...)
	}
	text, script, reprinted := nativeedit.ApplyTree(f.before(), f.tree, f.given, f.next)
	for in := f; in.outer != nil; in = in.outer {
		for i := range reprinted {
			reprinted[i].Start, reprinted[i].End = reprinted[i].Start+in.base, reprinted[i].End+in.base
		}
	}
	if root := f.root(); !root.JSON {
		diags = append(diags, nativeedit.ReprintWarnings(root.Bytes, root.Filename, reprinted)...)
	}
	if !script.IsUnchanged() && !f.module.SkipCheck {
		diags = append(diags, f.prove(script, text)...)
	}
	return text, !script.IsUnchanged(), diags
}

// writeJSON returns and checks the text of an HCL-JSON file after its changes.
func (f *file) writeJSON() (text []byte, changed bool, diags hcl.Diagnostics) {
	script := treediff.ScriptByPosition("", &f.old.Body, &f.tree.Body, f.next)
	text, diags = jsonprint.Apply(jsonprint.Edit{
		Source: f.Source.Source, Dialect: f.Dialect, Old: f.old, New: f.tree, Script: script,
		Text: func(span hclwrite.Span) string {
			if span.Start < len(f.Bytes) {
				return ""
			}
			return f.given.Text(span)
		},
	})
	if f.module.SkipCheck || script.IsUnchanged() || diags.HasErrors() {
		return text, !script.IsUnchanged(), diags
	}
	result := f.Source.Source
	result.Bytes = text
	wanted := equivalent.Source{Bytes: jsonprint.NativeText(f.tree, f.Dialect), Filename: f.Filename + " in native syntax"}
	found := jsonprint.Check(f.Source.Source, wanted, result, f.Dialect, f.old)
	for _, diag := range found.Messages() {
		if diag.Severity == hcl.DiagError { // warnings concern the content of the file
			diags = append(diags, diag)
		}
	}
	return text, true, append(diags, f.checkPlaces(script)...)
}

// before returns the tree before the changes.
func (f *file) before() *hclwrite.File {
	if f.old == nil {
		f.old, _ = hclwrite.ParseFile([]byte(f.tree.Source()), f.Filename)
	}
	return f.old
}

// prove reports differences between a text and its tree, and differences between the tree and the
// file outside of the changed places.
func (f *file) prove(script *treediff.Script, text []byte) hcl.Diagnostics {
	old := equivalent.Source{Bytes: []byte(f.before().Source()), Filename: f.Filename}
	wanted := equivalent.Source{Bytes: f.wanted(), Filename: f.Filename + " as it is to be"}
	is := equivalent.Source{Bytes: text, Filename: f.Filename}
	found := equivalent.Compare(wanted, is, f.Dialect, equivalent.Options{SkipSame: true})
	if !found.Equal() {
		// Printing alone can change how the language reads a text. Such differences are not part of
		// the change.
		printed := equivalent.Source{Bytes: f.before().Bytes(), Filename: f.Filename}
		known := equivalent.Compare(printed, old, f.Dialect, equivalent.Options{}).Differences
		found.Differences = slices.DeleteFunc(found.Differences, func(d equivalent.Difference) bool {
			return slices.ContainsFunc(known, func(k equivalent.Difference) bool { return k.Place() == d.Place() })
		})
	}
	diags := found.Messages()
	// Warnings concern the content of the files.
	diags = slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool { return diag.Severity != hcl.DiagError })
	return append(diags, f.checkPlaces(script)...)
}

// checkPlaces reports changes outside of the changed places.
func (f *file) checkPlaces(script *treediff.Script) (diags hcl.Diagnostics) {
	script.EachChange(&f.before().Body, f.touched, func(part, within hclwrite.Span) {
		if m := f.module; len(m.renamed) == 0 && !m.following[f.Filename] && !f.touched[part] && !f.touched[within] {
			diags = append(diags, problem("Not proven",
				"%s would change at a place without an address. This is a bug in hcljson.", f.Filename)...)
		}
	})
	return diags
}

// wanted returns the text of the tree: the source of unchanged root items, and the canonical text of
// all others.
func (f *file) wanted() (text []byte) {
	old := make(map[hclwrite.Span]hclwrite.Item, len(f.before().Body.Items))
	for _, item := range f.before().Body.Items {
		old[hclwrite.SpanOf(item)] = item
	}
	for _, item := range f.tree.Body.Items {
		span := hclwrite.SpanOf(item)
		if was := old[span]; was != nil && hclwrite.Equal(was, item) {
			text = append(append(text, f.before().Source()[span.Start:span.End]...), '\n')
		} else {
			text = append(text, (&hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{item}}}).Bytes()...)
		}
	}
	return text
}
