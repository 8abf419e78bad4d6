// Package tidy makes configuration that a program wrote look as if a person had
// written it, and proves that it means the same.
//
// [Apply] takes the trees of one module through steps, each of which can be used
// alone, and returns new trees with a list of what it changed. [Undo] takes the
// changes back, and [Prove] shows with the products' own parser and functions that
// nothing else has changed, and that each change is one of its kind.
//
// A step follows the rows of [schema.Style]. What it cannot do without a doubt it
// leaves alone. No function of this package uses files or the environment.
package tidy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// File is one file of a module.
type File struct {
	// Name is the name of the file in its directory.
	Name string
	*hclwrite.File
	// JSON is the text from which the tree was read if that is HCL-JSON.
	JSON string
}

// Options change what the steps do. Dialect is needed.
type Options struct {
	Dialect *schema.Dialect
	// Style, if not nil, is that of the configuration that files of another language are for.
	Style *schema.Style
	// KeepPaths keeps the paths in generated metadata as comments.
	KeepPaths bool
	// DropComments leaves comments out of the proof, for files that have none any
	// more.
	DropComments bool
	// SameValue makes jsonencode of JSON also where its text will not be the same,
	// if the argument is known to be read as JSON.
	SameValue bool
	// NoMoved: no block tells the product of a new name.
	NoMoved bool
	// Kept are addresses that do not change, as something else than the files has them.
	Kept map[string]bool
	// Large is how many lines main.tf may have before it is parted by services; 0
	// is a default.
	Large int
}

// Step is one thing that can be made more readable.
type Step struct {
	// Name is what an option calls it, Summary what it does, in a line.
	Name, Summary string
	// Layout: it changes nothing that a product reads, but only where it is.
	Layout bool
	// Module: it needs all files of the module.
	Module bool

	run func(*module)
}

// Change is one thing that a step has changed.
type Change struct {
	// Step is the name of the step.
	Step string
	// File is the name of the file that it was in, and Place where in the
	// configuration: blocks with their labels, and steps into a value.
	File, Place string
	// Before and After are source texts: expressions, or addresses (names), names
	// of files (split), comments (metadata).
	Before, After string
	// Old and New are the last names of two addresses.
	Old, New string
}

// Note is what a person should look at. File, Place and Span are where it was before
// the steps: Span in the text that the file was read from.
type Note struct {
	Step, File, Place, Text string
	Span                    hclwrite.Span
}

// Result is what Apply returns.
type Result struct {
	Files   []File
	Changes []Change
	Notes   []Note
}

// Steps returns all steps in the order in which Apply does them.
func Steps() []Step { return slices.Clone(steps) }

// Lookup returns the step with a name.
func Lookup(name string) (Step, bool) {
	for _, step := range steps {
		if step.Name == name {
			return step, true
		}
	}
	return Step{}, false
}

var steps = []Step{
	{Name: "metadata", Summary: "leave out the metadata of generators", Layout: true, run: metadata},
	{Name: "source", Summary: "write the addresses of providers in full", run: source},
	{Name: "blocks", Summary: "write lists of objects as blocks, if a schema says they may", Layout: true, run: blocks},
	{Name: encode, Summary: "write JSON in strings as calls of jsonencode", run: jsonencode},
	{Name: "heredoc", Summary: "write texts of several lines as heredocs", run: heredoc},
	{Name: redundant, Summary: "leave out quotes, templates and providers that say nothing", run: leaveOut},
	{Name: "names", Summary: "give hashed names readable ones, with moved blocks", Module: true, run: names},
	{Name: "order", Summary: "put blocks and arguments into the usual order", Layout: true, run: order},
	{Name: "split", Summary: "split a module into the usual files", Layout: true, Module: true, run: split},
}

// module is what the steps work on.
type module struct {
	opts    Options
	style   *schema.Style
	files   []File
	changes []Change
	notes   []Note
	// origins are the places of expressions in the text that their file was read from.
	origins map[hclwrite.Expr]hclwrite.Span
	// unique are the names that a generator has made unique.
	unique map[string]bool
	// referred are the references of the module, without keys, and what they begin
	// with; those themselves also with a dot after them. It is nil before it is
	// needed.
	referred map[string]bool
}

// styleOf is the style of the language, which may have no rows.
func styleOf(opts Options) *schema.Style {
	return cmp.Or(opts.Style, opts.Dialect.Style, &schema.Style{})
}

// Apply takes a module through the named steps; without names, through all. It does
// not change the trees that it is given. With an error there is no result.
func Apply(files []File, names []string, opts Options) (Result, hcl.Diagnostics) {
	diags := check(files, names, opts)
	if diags.HasErrors() {
		return Result{}, diags
	}
	m := &module{opts: opts, style: styleOf(opts), files: make([]File, 0, len(files)),
		origins: map[hclwrite.Expr]hclwrite.Span{}}
	for _, file := range files {
		again, more := hclwrite.ParseFile(file.Bytes(), file.Name)
		diags = append(diags, more...)
		if !more.HasErrors() {
			m.bodyOrigins(&file.Body, &again.Body)
		}
		m.files = append(m.files, File{Name: file.Name, File: again})
	}
	if diags.HasErrors() {
		return Result{}, diags
	}
	m.unique = uniqueIDs(m.files)
	for _, step := range steps {
		if len(names) == 0 || slices.Contains(names, step.Name) {
			step.run(m)
		}
	}
	return Result{Files: m.files, Changes: m.changes, Notes: m.notes}, diags
}

// check reports what is wrong with the arguments of Apply.
func check(files []File, names []string, opts Options) (diags hcl.Diagnostics) {
	for _, file := range files {
		diags = append(diags, hclwrite.Check(file.File, file.Name)...)
	}
	if opts.Dialect.Missing() {
		diags = diags.Append(&hcl.Diagnostic{Severity: hcl.DiagError, Summary: "No language", Detail: schema.NoDialect})
	}
	for _, name := range names {
		if _, ok := Lookup(name); !ok {
			diags = diags.Append(&hcl.Diagnostic{
				Severity: hcl.DiagError, Summary: "No such step", Detail: "There is no step " + name + ".",
			})
		}
	}
	return diags
}

// source writes addresses of one part in full.
func source(m *module) {
	m.each(func(s *spot) {
		for _, row := range m.style.Sources {
			t, ok := (*s.expr).(*hclwrite.Template)
			if ok && s.at(row.Type, row.Block, row.Argument) && t.Text != "" && !strings.Contains(t.Text, "/") &&
				!hcltext.HasSequence(t.Text) {
				m.replace("source", s, &hclwrite.Template{Text: row.Namespace + "/" + t.Text})
			}
		}
	})
}

// redundant is the step for what says nothing.
const redundant = "redundant"

func leaveOut(m *module) {
	m.each(m.plain)
	for _, file := range m.files {
		m.implied(file)
	}
}

// implied leaves out what a resource is without it. An override file says more with it.
func (m *module) implied(file File) {
	if overrides(m.style, file.Name) {
		return
	}
	eachImplied(file, m.style, func(b *hclwrite.Block, row schema.ImpliedRow, place string) {
		value := row.Value(b.Labels[0])
		if a := b.Body.Attribute(row.Argument); a != nil && a.Bare() && hclwrite.ExprText(a.Expr) == value {
			b.Body.Remove(a)
			m.changes = append(m.changes, Change{Step: redundant, File: file.Name, Place: place, Before: value})
		}
	})
}

// overrides reports whether the name of a file means something to the product.
func overrides(style *schema.Style, file string) bool {
	return style.Fixed != nil && style.Fixed(stem(file))
}

// eachImplied goes over the arguments that blocks have, or may have left out.
func eachImplied(file File, style *schema.Style, do func(*hclwrite.Block, schema.ImpliedRow, string)) {
	for _, item := range file.Body.Items {
		block, ok := item.(*hclwrite.Block)
		for _, row := range style.Implied {
			if ok && row.Type == block.Type && len(block.Labels) > 0 {
				do(block, row, header(block)+"."+row.Argument)
			}
		}
	}
}

// plain leaves out what says nothing in an expression: the quotes of keys, and templates
// that are an interpolation alone. Keys have = after them. What another step has written is
// so already.
func (m *module) plain(s *spot) {
	native, ok := (*s.expr).(*hclwrite.Native)
	if !ok || !s.free() || !strings.ContainsAny(native.Text, `":`) || strings.HasPrefix(native.Text, chomp+"(") {
		return
	}
	parsed := expression(native.Text)
	if parsed == nil {
		return
	}
	var edits []textEdit
	replace := func(rng hcl.Range, text string) { edits = append(edits, textEdit{rng, text}) }
	keys := map[hcl.Range]bool{}
	_ = hclsyntax.VisitAll(parsed, func(node hclsyntax.Node) hcl.Diagnostics {
		switch node := node.(type) {
		case *hclsyntax.ObjectConsExpr:
			for _, item := range node.Items {
				between := between(item.KeyExpr.Range(), item.ValueExpr.Range())
				if strings.TrimSpace(string(between.SliceBytes([]byte(native.Text)))) == ":" {
					replace(between, " = ")
				}
			}
		case *hclsyntax.ObjectConsKeyExpr:
			keys[node.Range()] = true
			if name := quotedName(native.Text, node); name != "" {
				replace(node.Range(), name)
			}
		case *hclsyntax.TemplateWrapExpr:
			if !keys[node.Range()] && isTerm(node.Wrapped) {
				start, end := node.Range(), node.Range()
				start.End, end.Start = node.Wrapped.Range().Start, node.Wrapped.Range().End
				replace(start, "")
				replace(end, "")
			}
		}
		return nil
	})
	if after := string(apply(native.Text, edits)); len(edits) > 0 && sameExpression(native.Text, after) {
		m.replace(redundant, s, &hclwrite.Native{Text: after})
	}
}

// between is what is between two ranges.
func between(a, b hcl.Range) hcl.Range {
	return hcl.Range{Filename: a.Filename, Start: a.End, End: b.Start}
}

// isTerm reports whether an expression is one for operators, without parentheses.
func isTerm(e hclsyntax.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.TemplateWrapExpr:
		return isTerm(e.Wrapped)
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.RelativeTraversalExpr, *hclsyntax.IndexExpr,
		*hclsyntax.SplatExpr, *hclsyntax.FunctionCallExpr:
		return true
	}
	return false
}

// quotedName is the name that a key has in quotes; empty for any other key, and for a
// word that means something without them.
func quotedName(text string, key *hclsyntax.ObjectConsKeyExpr) string {
	quoted := string(key.Range().SliceBytes([]byte(text)))
	name := strings.Trim(quoted, `"`)
	if quoted != `"`+name+`"` || !hcltext.ValidIdentifier(name) ||
		slices.Contains([]string{"for", "null", "true", "false"}, name) {
		return ""
	}
	return name
}

// at reports whether a spot is an argument of an object in a block in a block.
func (s *spot) at(root, block, argument string) bool {
	return len(s.path) == 4 && s.path[0] == root && s.path[1] == "."+block && s.path[3] == "."+argument
}
