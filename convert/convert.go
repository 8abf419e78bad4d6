// Package convert converts HCL native syntax to HCL-JSON and back, according to the schema of the
// language.
//
// [ToJSON] and [ToHCL] convert the bytes of a file. A [github.com/hcljson/hcljson/schema.Dialect]
// defines the language. The packages below schema contain the dialects, and schema/dialects selects
// one by file name. "//" properties in JSON contain the comments, and hints for the conversion back.
//
// ToJSON calls [hclwrite.ParseFile] and [WriteJSON]. ToHCL calls [ReadJSON] and
// [hclwrite.File.Bytes]. To convert a tree that a program created or changed, call WriteJSON or
// ReadJSON.
//
// All functions return diagnostics with positions in the source. If there is an error, the result is
// nil, except in [ReadJSON] and [ReadSource]. An invalid tree is an error, and so is a dialect that is nil or has no
// root body. The package evaluates expressions only where the language requires a constant. It uses no files, no
// environment and no network, and all functions are safe for concurrent use.
//
// https://github.com/hcljson/hcljson/blob/main/docs/mapping.md describes the mapping, and docs/comments.md there the
// "//" property.
package convert

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/hints"
	"github.com/hcljson/hcljson/convert/internal/kinds"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// Form is the form of the JSON output. ToHCL accepts all forms except Query.
type Form uint8

const (
	// General writes an array element for each block, and for each level of labels except the last.
	// The structure does not depend on the number of blocks.
	General Form = iota
	// Compact writes nested objects with the labels as keys. A block is an object if no other block
	// has the same labels. Blocks whose order is significant are in arrays.
	Compact
	// Query is for programs that only read JSON. Each block type always has the same structure:
	// labels are keys, and bodies are in arrays. Bodies that contain only names and values, such as
	// locals, are merged to one object. There are no comments and no hints, and the order of
	// different names is lost. ToHCL does not accept this form.
	Query
)

// Layout defines whether JSON records the layout of native syntax: blank lines, line breaks, quotes
// and similar choices.
type Layout uint8

const (
	// CanonicalLayout does not record the layout. The conversion back returns canonical layout.
	CanonicalLayout Layout = iota
	// KeepLayout records the layout in "//" properties. The conversion back returns nearly the same
	// text.
	KeepLayout
)

// Options define how a file is converted. The zero value is the default.
type Options struct {
	// Form is the form of the JSON output; an unknown form is an error. ToHCL ignores it.
	Form Form
	// DropComments is true if the output contains no comments. JSON then also contains no hints for
	// an exact conversion back.
	DropComments bool
	// Layout defines whether the JSON output records the layout of the source. ToHCL ignores it, and
	// always uses a recorded layout.
	Layout Layout
	// ForTools is true if only tools read the JSON, and no product loads it. An expression without a
	// JSON form then becomes an escaped expression: a string that starts with [schema.EscapedExpression]. The
	// conversion back restores it.
	ForTools bool
	// Strict is true if guesses, and content that the product refuses, are errors instead of
	// warnings.
	Strict bool
	// Hints, if not nil, decides whether a name is an attribute or a block if neither an annotation
	// in the JSON nor a schema decides it. The hints come from the file from which the JSON was
	// made, or from another file of its module. ToJSON ignores them.
	Hints *Hints
	// Peers, if not nil, contains the JSON files of the module. ToJSON ignores it.
	Peers *Peers
	// OmitUnplaced is true if comments whose targets do not exist are left out, each with a warning.
	// Otherwise, ReadJSON and ToHCL append these comments to the body. ToJSON ignores it.
	OmitUnplaced bool
	// SourceMap, if not nil, receives the source positions of the result of ToJSON, WriteJSON and
	// ToHCL. For a tree, it contains only nodes that were parsed and not changed.
	SourceMap *SourceMap
	// MaxBytes and MaxNodes, if not 0, are the budget of a conversion; a larger file is an error. MaxBytes is the
	// maximum size of the source, and of the result with each item and element on a line of its own. MaxNodes is
	// the maximum number of characters in the source that can start a node: braces, brackets, commas, colons and
	// equals signs, also in strings. The cost of a conversion is at most proportional to the sum of both sizes.
	// So is the number of diagnostics, which has no other limit.
	MaxBytes, MaxNodes int
}

// prepareDialect builds the lookup tables of a dialect, and clears a source map. It returns an error
// if the dialect is missing.
func prepareDialect(dialect *schema.Dialect, filename string, m *SourceMap) hcl.Diagnostics {
	if m != nil {
		*m = SourceMap{}
	}
	if !languages.Missing(dialect) {
		languages.Prepare(dialect)
		return nil
	}
	start := hcl.Range{Filename: filename, Start: hcl.InitialPos, End: hcl.InitialPos}
	return hcl.Diagnostics{diagnostic.ErrorAt(start, "No dialect", languages.NoDialect)}
}

// newReporter returns the reporter for a source.
func newReporter(src, filename string, dialect *schema.Dialect, opts *Options) *report.Reporter {
	return &report.Reporter{Src: src, Filename: filename, Dialect: dialect, Strict: opts.Strict}
}

// publish sets the Extra of diagnostics of the stages.
func publish(diags hcl.Diagnostics) hcl.Diagnostics {
	for _, diag := range diags {
		details, ok := diag.Extra.(*report.Details)
		if !ok {
			continue
		}
		extra := &Extra{Refused: details.Refused, Schema: details.Schema, Placeholder: details.Placeholder}
		extra.json.Code = details.Code
		for _, g := range details.Guesses {
			extra.Guesses = append(extra.Guesses, Guess(g))
			extra.json.Guesses = append(extra.json.Guesses, diagnostic.Guess(g))
		}
		diag.Extra = extra
	}
	return diags
}

// Refuses reports whether a diagnostic is about content that the product refuses; see [Extra].
func Refuses(diags hcl.Diagnostics) bool {
	return slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool {
		extra, ok := d.Extra.(*Extra)
		return ok && extra.Refused
	})
}

// CodeOf returns the code that identifies the kind of a diagnostic of any package of this module, such
// as "no-schema". Later versions may change the summary of a diagnostic, but not its code. It returns ""
// for most syntax errors, and for nesting beyond the limits.
func CodeOf(diag *hcl.Diagnostic) string {
	code, _ := hcl.DiagnosticExtra[diagnostic.Code](diag)
	return string(code)
}

// Extra contains properties of a diagnostic about the content of a file. It is the value of the
// field Extra of the diagnostic, and hcl.DiagnosticExtra[*Extra] returns it.
type Extra struct {
	json diagnostic.Details
	// Refused is true if the product refuses the content.
	Refused bool
	// Schema is true if the cause of the diagnostic is a schema of a provider that is missing or
	// incomplete.
	Schema bool
	// Placeholder is true if the content is a placeholder of a generator.
	Placeholder bool
	// Guesses contains all guessed names of a diagnostic about guesses. The detail of the diagnostic
	// contains only the first names.
	Guesses []Guess
}

// Guess is a name that the converter guessed to be a block or an attribute. Line is its line number,
// starting at 1.
type Guess struct {
	Name, Kind string
	Line       int
}

// UnwrapDiagnosticExtra returns the properties of the JSON form, which contain the code for [CodeOf].
func (e *Extra) UnwrapDiagnosticExtra() any { return &e.json }

// Hints provides the kinds of the names in a reference tree. For each body, they are the names of
// attributes, and the types of blocks with their numbers of labels.
type Hints struct{ tree *hints.Tree }

// NewHints returns the hints of a tree. The tree must not change while the hints are in use.
func NewHints(file *hclwrite.File) *Hints { return &Hints{hints.New(file)} }

// Peers contains the HCL-JSON files of a module. A name has the same kind in all bodies of a type, so a guess
// uses its values in all of these files. It is safe for concurrent use.
type Peers struct{ files *kinds.Peers }

// NewPeers returns the peers in sources. It calls sources for the first guess of a conversion.
func NewPeers(sources func() []*Source) *Peers { return &Peers{kinds.NewPeers(sources)} }
