// Package convert maps HCL native syntax to HCL-JSON and back, following the schema of the language.
//
// [ToJSON] and [ToHCL] convert the bytes of a file. A [github.com/hcljson/hcljson/schema.Dialect]
// defines the language: the packages below schema contain one for each kind of file, and
// schema/dialects finds it by file name. "//" properties of the JSON contain comments and the hints
// for the way back.
//
// ToJSON is [hclwrite.ParseFile] and [WriteJSON]; ToHCL is [ReadJSON] and [hclwrite.File.Bytes]. So
// a tree that was created or changed in memory is converted without printing and parsing it. A
// [Document] is written block by block.
//
// All functions return diagnostics with positions in the source. After an error there is no result;
// warnings concern the result. A dialect that is nil or has no root body, and an invalid tree, are
// errors as well. The package evaluates only constants, where the language accepts nothing else. It
// uses no files, no environment and no network, and all functions are safe for concurrent use.
//
// docs/mapping.md describes the mapping, and docs/comments.md the "//" property.
package convert

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/comments"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// Form is the form of the JSON output. All forms except Query decode the same.
type Form uint8

const (
	// General writes an array element for each block and for each level of labels except the last,
	// so that the shape of a path does not depend on the number of blocks.
	General Form = iota
	// Compact writes the documented shorthand: objects nested by label, and a plain object for a
	// single block, wherever the order of blocks allows it.
	Compact
	// Query writes each path in one shape, for programs that only read: labels are keys, and each
	// body is in an array, except that bodies of names and values only (locals) are merged into one
	// object. It contains no comments, no hints, and no order of different names; ToHCL does not
	// accept it.
	Query
)

// Layout defines whether the layout of native syntax is recorded: blank lines, line breaks, quotes
// and similar choices.
type Layout uint8

const (
	// CanonicalLayout does not record the layout; the way back gives canonical layout.
	CanonicalLayout Layout = iota
	// KeepLayout records the layout in "//" properties, so that the way back gives nearly the same
	// text.
	KeepLayout
)

// Options define how a file is converted. The zero value is the default.
type Options struct {
	// Form is the form of the JSON output; ToHCL ignores it.
	Form Form
	// DropComments is true if comments are omitted, and with them the hints for an exact way back.
	DropComments bool
	// Layout defines whether the JSON output records the layout of the source. ToHCL ignores it, and
	// always uses a recorded layout.
	Layout Layout
	// ForTools is true if only tools read the JSON, and no product loads it. Expressions without a
	// JSON form become text that starts with [schema.Carried], from which the way back restores
	// them.
	ForTools bool
	// Strict is true if guesses, and everything that the product refuses, are errors and not
	// warnings.
	Strict bool
	// Hints, if not nil, classify names that neither an annotation in the JSON nor a schema
	// classifies: those of the file that the JSON was made from, or of another file of its
	// module. ToJSON ignores them.
	Hints *Hints
	// Unplaced, if not nil, receives the comments of annotations whose targets do not exist.
	// Otherwise ReadJSON and ToHCL append them to the body. ToJSON ignores it.
	Unplaced *[]comments.Unplaced
	// SourceMap, if not nil, receives the source positions of the result of ToJSON, WriteJSON and
	// ToHCL. For a tree, it contains the nodes that are unchanged since they were parsed.
	SourceMap *SourceMap
}

// prepareDialect prepares a dialect for use, and clears a source map. A missing dialect is an error of the
// caller.
func prepareDialect(dialect *schema.Dialect, filename string, m *SourceMap) hcl.Diagnostics {
	if m != nil {
		*m = SourceMap{}
	}
	if !dialect.Missing() {
		dialect.Prepare()
		return nil
	}
	start := hcl.Range{Filename: filename, Start: hcl.InitialPos, End: hcl.InitialPos}
	return hcl.Diagnostics{diagnostic.ErrorAt(start, "No dialect", schema.NoDialect)}
}

// conversion is the common state of both directions.
type conversion struct {
	src      string
	filename string
	dialect  *schema.Dialect
	opts     Options
	// roots are the variables in scope.
	roots roots
	// modes are the positions of values other than templates in the source, with their modes. They
	// are for a source map.
	modes  []piece
	diags  hcl.Diagnostics
	failed bool
	// reasons are the reported reasons for missing schemas.
	reasons map[string]bool
	// types are the problems of the type constraints so far.
	types map[string]string
	// places are the line positions in src, created on first use.
	places *hcltext.Positions
}

// In a language with [schema.Dialect.Roots], a reference to another variable is its own source text
// in a template sequence. The product finds that text by its position in the file (nomad
// jobspec2/types.config.go, EvalContext), which fails in a JSON string after an escape. So JSON
// contains the text.

// roots are the variables in the scope of an expression; nil stands for any.
type roots []string

// withIterator returns the variables in the content of a dynamic block.
func (r roots) withIterator(iterator string) roots {
	if r == nil || iterator == "" {
		return r
	}
	return append(r[:len(r):len(r)], iterator)
}

// reportMissingSchema reports, once per reason, why a body has no schema.
func (c *conversion) reportMissingSchema(s *schema.Body, start, end int) {
	if s.Origin.Reason == "" || !c.isNewReason(s.Origin.Reason) {
		return
	}
	report := c.warn
	if s.Origin.Kind == schema.FailedSchema {
		report = c.fail
	}
	report(start, end, "No schema", "%s", s.Origin.Reason)
	c.lastExtra().Schema = true
}

// isNewReason reports whether a reason was not reported before.
func (c *conversion) isNewReason(reason string) bool {
	if c.reasons[reason] {
		return false
	}
	if c.reasons == nil {
		c.reasons = map[string]bool{}
	}
	c.reasons[reason] = true
	return true
}

// warnOtherTarget warns about a name that only another target defines. kind describes the name.
func (c *conversion) warnOtherTarget(target, kind, name string, start, end int) {
	if target == "" {
		return
	}
	c.reportRefused(start, end, "Name of another target",
		"The target %s has no %s %q here, but --target %s does. It is converted for that target.",
		c.dialect.Target, kind, name, target)
}

// reportRefused reports content that the product refuses and that is converted anyway: as a warning,
// or as an error if the options require that.
func (c *conversion) reportRefused(start, end int, summary, detail string, args ...any) {
	report := c.warn
	if c.opts.Strict {
		report = c.fail
	}
	report(start, end, summary, detail, args...)
	c.lastExtra().Refused = true
}

// checkCounts warns about block types with more or fewer blocks in a body than the product allows.
// start and end are the range of the body. Dynamic blocks generate an unknown number.
func (c *conversion) checkCounts(items []hclwrite.Item, s *schema.Body, start, end int) {
	counted := s.Counted()
	if counted == nil {
		return
	}
	blocks := map[string]int{}
	generated := map[string]bool{}
	for _, item := range items {
		block, ok := item.(*hclwrite.Block)
		switch {
		case !ok:
		case s.Dynamic && block.Type == schema.DynamicType && len(block.Labels) == 1:
			generated[block.Labels[0]] = true
		default:
			blocks[block.Type]++
		}
	}
	for _, row := range counted {
		n := blocks[row.Type]
		if row.Max > 0 && n > row.Max {
			c.reportRefused(start, end, "Too many blocks", "%s allows at most %s of type %q here; there are %d.",
				originOf(c.dialect, s), blockCount(row.Max), row.Type, n)
		}
		if n < row.Min && !generated[row.Type] {
			c.reportRefused(start, end, "Too few blocks", "%s requires at least %s of type %q here; there are %d.",
				originOf(c.dialect, s), blockCount(row.Min), row.Type, n)
		}
	}
}

func blockCount(blocks int) string {
	if blocks == 1 {
		return "1 block"
	}
	return fmt.Sprintf("%d blocks", blocks)
}

// fail reports an error.
func (c *conversion) fail(start, end int, summary, detail string, args ...any) {
	c.report(hcl.DiagError, start, end, summary, detail, args...)
}

// warn reports a warning.
func (c *conversion) warn(start, end int, summary, detail string, args ...any) {
	c.report(hcl.DiagWarning, start, end, summary, detail, args...)
}

// report reports a diagnostic about the bytes from start to end.
func (c *conversion) report(severity hcl.DiagnosticSeverity, start, end int, summary, detail string, args ...any) {
	c.addDiag(&hcl.Diagnostic{
		Severity: severity, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: c.rangeOf(start, end),
		Extra: &Extra{Code: diagnostic.CodeOf(summary)},
	})
}

// rangeOf returns the range of the bytes from start to end.
func (c *conversion) rangeOf(start, end int) *hcl.Range {
	if c.places == nil {
		c.places = hcltext.NewPositions(c.src)
	}
	rng := c.places.Range(c.filename, start, end)
	return &rng
}

func (c *conversion) addDiag(diag *hcl.Diagnostic) {
	c.diags = append(c.diags, diag)
	c.failed = c.failed || diag.Severity == hcl.DiagError
}

// lastExtra returns the Extra of the last diagnostic.
func (c *conversion) lastExtra() *Extra { return c.diags[len(c.diags)-1].Extra.(*Extra) }

// Code identifies a kind of diagnostic, such as "no-schema", in all packages of this module. It stays
// the same when the summary of the diagnostic is changed. [hcl.DiagnosticExtra] returns it. Syntax
// errors have none.
type Code = diagnostic.Code

// Extra is in the Extra of diagnostics about the content of a file: hcl.DiagnosticExtra[*Extra] returns
// it.
type Extra struct {
	Code Code
	// Refused is true if the product refuses the content.
	Refused bool
	// Schema is true if the diagnostic says why the schema of a provider is missing, or which names it lacks.
	Schema bool
	// Placeholder is true if the content is a placeholder of a generator.
	Placeholder bool
	// Guesses are all guessed names of a diagnostic about guesses, whose detail lists the first ones.
	Guesses []Guess
}

// Guess is a name that was guessed to be a block or an attribute, with its line (from 1).
type Guess struct {
	Name, Kind string
	Line       int
}

// UnwrapDiagnosticExtra returns the code.
func (e *Extra) UnwrapDiagnosticExtra() any { return e.Code }

// EachGuess calls f for each guessed name.
func (e *Extra) EachGuess(f func(name, kind string, line int)) {
	for _, g := range e.Guesses {
		f(g.Name, g.Kind, g.Line)
	}
}

// originOf returns the subject of messages about the names of a body.
func originOf(d *schema.Dialect, b *schema.Body) string { return cmp.Or(b.Origin.String(), d.Product) }

// labelsText returns the number and names of the labels of a block, for a message.
func labelsText(b *schema.Block) string {
	switch len(b.Labels) {
	case 0:
		return "no labels"
	case 1:
		return "one label (" + b.Labels[0] + ")"
	}
	return strconv.Itoa(len(b.Labels)) + " labels (" + strings.Join(b.Labels, ", ") + ")"
}
