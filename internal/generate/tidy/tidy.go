// Package tidy makes generated configuration as readable as hand-written configuration, and checks
// that its meaning is unchanged.
//
// [Apply] runs steps on the trees of one module, and returns new trees with a list of changes. Each
// step also works alone. [Undo] undoes the changes. [CheckEquivalence] checks with the products' own parser and
// functions that the modules differ only in these changes, and that each change is valid for its
// step.
//
// The rows of [conventions.Style] define the steps. A step makes no uncertain changes. The package uses
// neither files nor the environment.
package tidy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// File is one file of a module.
type File struct {
	// Name is the name of the file in its directory.
	Name string
	*hclwrite.File
	// JSON is the source of the tree if it is HCL-JSON.
	JSON string
	// Unchanged is true if the tree is unchanged since it was parsed. [CheckEquivalence] does not compare such files.
	Unchanged bool
}

// Options contains the options of the steps. Dialect is required.
type Options struct {
	Dialect *schema.Dialect
	// Style, if not nil, is the style of the configuration for files of another language.
	Style *conventions.Style
	// KeepPaths keeps the paths in generated metadata as comments.
	KeepPaths bool
	// DropComments excludes comments from the equivalence check, for files without comments.
	DropComments bool
	// SameValue permits jsonencode also if it changes the text of the JSON, for arguments that the
	// product reads as JSON.
	SameValue bool
	// Module, if not nil, returns the HCL-JSON files of the module, for the equivalence check.
	Module func() []equivalent.Source
	// NoMoved disables the blocks that announce new names to the product.
	NoMoved bool
	// Moved contains all pairs of addresses in the blocks that the changes added, such as "aws_x.a aws_x.b".
	Moved map[string]bool
	// Kept contains addresses that must not change, because data outside of the files refers to
	// them.
	Kept map[string]bool
	// Large is the number of lines above which main.tf is split by services. 0 selects the default.
	Large int
}

// Step is a kind of rewrite that makes configuration more readable.
type Step struct {
	// Name is the name in options, and Summary is a description in one line.
	Name, Summary string
	// Layout is true if the step changes only the layout, which the products ignore.
	Layout bool
	// Module is true if the step needs all files of the module.
	Module bool

	run func(*module)
}

// Change is one change of a step.
type Change struct {
	// Step is the name of the step.
	Step string
	// File is the name of the file before the change. Place is the path in the configuration: blocks
	// with their labels, and steps into a value.
	File, Place string
	// Before and After are source texts. They are addresses for the step names, file names for the
	// step split, comments for the step metadata, and expressions for other steps.
	Before, After string
	// Old and New are the last names of two addresses.
	Old, New string
}

// Note describes a place that a person must review. File, Place and Span are its location before the
// steps. Span is the range in the source of the file.
type Note struct {
	Step, File, Place, Text string
	Span                    hclwrite.Span
}

// Result is the result of Apply.
type Result struct {
	Files   []File
	Changes []Change
	Notes   []Note
}

// Steps returns all steps in the order of Apply.
func Steps() []Step { return slices.Clone(steps) }

// Lookup returns the step with the given name.
func Lookup(name string) (Step, bool) {
	for _, step := range steps {
		if step.Name == name {
			return step, true
		}
	}
	return Step{}, false
}

var steps = []Step{
	{Name: "metadata", Summary: "leave out the metadata of generators", Layout: true, run: removeMetadata},
	{Name: "source", Summary: "write the addresses of providers in full", run: qualifySources},
	{Name: "blocks", Summary: "write lists of objects as blocks, if a schema allows that", Layout: true, run: writeBlocks},
	{Name: encodeFunction, Summary: "write JSON in strings as calls of jsonencode", run: writeJSONEncode},
	{Name: "heredoc", Summary: "write texts of several lines as heredocs", run: writeHeredocs},
	{Name: redundantStep, Summary: "remove quotes, templates and providers without an effect", run: removeRedundant},
	{Name: "names", Summary: "give hashed names readable ones, with moved blocks", Module: true, run: improveNames},
	{Name: "order", Summary: "put blocks and arguments into the usual order", Layout: true, run: sortModule},
	{Name: "split", Summary: "split a module into the usual files", Layout: true, Module: true, run: splitFiles},
}

// module is the state of the steps.
type module struct {
	opts    Options
	style   *conventions.Style
	files   []File
	changes []Change
	notes   []Note
	// origins maps an expression to its range in the source of its file.
	origins map[hclwrite.Expr]hclwrite.Span
	// unique contains the names that a generator made unique.
	unique map[string]bool
	// referred contains the references of the module, without keys, and their prefixes. It also
	// contains each complete reference with a dot at the end. It is set on the first use.
	referred map[string]bool
}

// styleOf returns the style of the language, possibly an empty one.
func styleOf(opts Options) *conventions.Style {
	return cmp.Or(opts.Style, conventions.Of(opts.Dialect).Style, &conventions.Style{})
}

// Apply runs the named steps on a module, or all steps if names is empty. It does not change the
// given trees. If there is an error, the result is empty.
func Apply(files []File, names []string, opts Options) (Result, hcl.Diagnostics) {
	diags := checkArguments(files, names, opts)
	if diags.HasErrors() {
		return Result{}, diags
	}
	m := &module{opts: opts, style: styleOf(opts), files: make([]File, 0, len(files)),
		origins: map[hclwrite.Expr]hclwrite.Span{}}
	for _, file := range files {
		again, more := hclwrite.ParseFile(file.Bytes(), file.Name)
		diags = append(diags, more...)
		if !more.HasErrors() {
			m.recordBodyOrigins(&file.Body, &again.Body)
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

// checkArguments reports invalid arguments of Apply.
func checkArguments(files []File, names []string, opts Options) (diags hcl.Diagnostics) {
	for _, file := range files {
		diags = append(diags, hclwrite.Check(file.File, file.Name)...)
	}
	if languages.Missing(opts.Dialect) {
		diags = diags.Append(&hcl.Diagnostic{Severity: hcl.DiagError, Summary: "No language", Detail: languages.NoDialect})
	}
	for _, name := range names {
		if _, ok := Lookup(name); !ok {
			diags = diags.Append(&hcl.Diagnostic{
				Severity: hcl.DiagError, Summary: "No such step", Detail: "The step " + name + " is unknown.",
			})
		}
	}
	return diags
}

// qualifySources adds the namespace to provider addresses that omit it.
func qualifySources(m *module) {
	m.eachExpr(func(s *spot) {
		for _, row := range m.style.Sources {
			t, ok := (*s.expr).(*hclwrite.Template)
			if ok && s.isArgumentAt(row.Type, row.Block, row.Argument) && t.Text != "" && !strings.Contains(t.Text, "/") &&
				!hcltext.HasSequence(t.Text) {
				m.replaceExpr("source", s, &hclwrite.Template{Text: row.Namespace + "/" + t.Text})
			}
		}
	})
}

// redundantStep is the step for redundant syntax.
const redundantStep = "redundant"

func removeRedundant(m *module) {
	m.eachExpr(m.simplifySyntax)
	for _, file := range m.files {
		m.removeImplied(file)
	}
}

// removeImplied removes arguments with the implied value of a resource. It skips override files, in which
// such an argument is significant.
func (m *module) removeImplied(file File) {
	if HasFixedName(m.style, file.Name) {
		return
	}
	eachImplied(file, m.style, func(b *hclwrite.Block, row conventions.ImpliedRow, place string) {
		value := row.Value(b.Labels[0])
		if a := b.Body.Attribute(row.Argument); a != nil && len(a.Comments) == 0 && hclwrite.ExprText(a.Expr) == value {
			b.Body.Remove(a)
			m.changes = append(m.changes, Change{Step: redundantStep, File: file.Name, Place: place, Before: value})
		}
	})
}

// HasFixedName reports whether the name of a file has a meaning for the product.
func HasFixedName(style *conventions.Style, file string) bool {
	return style != nil && style.Fixed != nil && style.Fixed(stem(file))
}

// eachImplied calls do for the arguments with implied values in blocks, including omitted ones.
func eachImplied(file File, style *conventions.Style, do func(*hclwrite.Block, conventions.ImpliedRow, string)) {
	for _, item := range file.Body.Items {
		block, ok := item.(*hclwrite.Block)
		for _, row := range style.Implied {
			if ok && row.Type == block.Type && len(block.Labels) > 0 {
				do(block, row, blockStep(block)+"."+row.Argument)
			}
		}
	}
}

// simplifySyntax removes redundant syntax in an expression: the quotes of keys, and the quotes of a
// single interpolation. It also writes = after keys. It skips the results of other steps.
func (m *module) simplifySyntax(s *spot) {
	native, ok := (*s.expr).(*hclwrite.Native)
	if !ok || !s.acceptsAnyExpr() || !strings.ContainsAny(native.Text, `":`) || strings.HasPrefix(native.Text, chompFunction+"(") {
		return
	}
	parsed := parseExpression(native.Text)
	if parsed == nil {
		return
	}
	var edits []nativeedit.Replacement
	replace := func(rng hcl.Range, text string) { edits = append(edits, nativeedit.NewReplacement(rng, text)) }
	keys := map[hcl.Range]bool{}
	_ = hclsyntax.VisitAll(parsed, func(node hclsyntax.Node) hcl.Diagnostics {
		switch node := node.(type) {
		case *hclsyntax.ObjectConsExpr:
			for _, item := range node.Items {
				between := rangeBetween(item.KeyExpr.Range(), item.ValueExpr.Range())
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
	if after := nativeedit.Replace(native.Text, nil, edits); len(edits) > 0 && sameExpression(native.Text, after) {
		m.replaceExpr(redundantStep, s, &hclwrite.Native{Text: after})
	}
}

// rangeBetween returns the range between two ranges.
func rangeBetween(a, b hcl.Range) hcl.Range {
	return hcl.Range{Filename: a.Filename, Start: a.End, End: b.Start}
}

// isTerm reports whether an expression is a valid operand without parentheses.
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

// quotedName returns the name of a key in quotes. It returns "" for any other key, and for a
// keyword.
func quotedName(text string, key *hclsyntax.ObjectConsKeyExpr) string {
	quoted := string(key.Range().SliceBytes([]byte(text)))
	name := strings.Trim(quoted, `"`)
	if quoted != `"`+name+`"` || !hcltext.IsIdentifier(name) ||
		slices.Contains([]string{"for", "null", "true", "false"}, name) {
		return ""
	}
	return name
}

// isArgumentAt reports whether a spot is an argument of an object in a nested block.
func (s *spot) isArgumentAt(root, block, argument string) bool {
	return len(s.path) == 4 && s.path[0] == root && s.path[1] == "."+block && s.path[3] == "."+argument
}
