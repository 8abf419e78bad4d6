// Package convert maps HCL native syntax to HCL-JSON and back, following the
// schema of the language that the file is written in.
//
// [ToJSON] and [ToHCL] take the bytes of a file and return those of the other.
// The language is a [github.com/hcljson/hcljson/schema.Dialect]: the packages
// below schema have one for each kind of file, and schema/dialects finds it by a
// file's name. Comments, and what else the way back needs, are in "//"
// properties of the JSON.
//
// They are [hclwrite.ParseFile] and [WriteJSON], and [ReadJSON] and
// [hclwrite.File.Bytes]: a tree that is made or changed in memory is written without
// printing and parsing it. A [Document] is written block by block.
//
// All of them return diagnostics with positions in the source. With an error
// among them there is no result; warnings say what the user must know of the
// result. A dialect that is nil or has no root body, and a tree that no file can have,
// are such errors. Nothing is evaluated but constants where the language takes only
// those. No function of this package uses files, the environment or the network,
// and all may be called from several goroutines.
//
// The mapping is described in docs/mapping.md, the "//" property in
// docs/comments.md.
package convert

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// Form is the shape of the JSON that ToJSON writes. All but Query decode the same.
type Form uint8

const (
	// General writes an array element for each block and each level of labels
	// but the last, so that the shape of a path does not depend on how many
	// blocks there are.
	General Form = iota
	// Compact writes the documented shorthand: objects nested by label and a
	// plain object for a single block, wherever the order that matters allows.
	Compact
	// Query writes each path in one shape, for programs that read alone: labels are
	// keys, and each body is in an array, but those that hold names and values
	// alone (locals) are merged into one object. There are neither comments nor hints,
	// and no order of what has different names; it is not for ToHCL.
	Query
)

// Layout is what becomes of the layout of native syntax: where blank lines are, what
// is on one line, what is in quotes, and the like.
type Layout uint8

const (
	// CanonicalLayout does not note it; what comes back is in canonical layout.
	CanonicalLayout Layout = iota
	// KeepLayout notes it in "//" properties, so that nearly the same text comes back.
	KeepLayout
)

// Options change how a file is converted. The zero value is the default.
type Options struct {
	// Form is the shape of the JSON output; ToHCL does not look at it.
	Form Form
	// DropComments leaves out comments, and the hints next to them that make the
	// way back exact.
	DropComments bool
	// Layout says whether the JSON output notes the layout of the source; ToHCL uses
	// what is noted, whatever it says.
	Layout Layout
	// ForTools: only tools read the JSON, and no product loads it. An expression that JSON for a product
	// cannot hold is then text, which starts with [schema.Carried], and comes back from it.
	ForTools bool
	// Strict makes an error of every guess, and of everything that the product refuses.
	// Otherwise these are warnings.
	Strict bool
	// Hints, if not nil, classify names that neither an annotation in the JSON nor a schema
	// classifies: those of the file that the JSON was made from, or of another file of its
	// module. ToJSON ignores them.
	Hints *Hints
	// Unplaced, if not nil, receives the comments of annotations whose targets do not exist.
	// Otherwise ReadJSON and ToHCL append them to the body. ToJSON ignores it.
	Unplaced *[]UnplacedComment
	// SourceMap, if not nil, is filled with what has become of what, by ToJSON,
	// WriteJSON and ToHCL. Of a tree, the map knows the nodes that were read from the
	// source and not changed since.
	SourceMap *SourceMap
}

// prepare makes a dialect ready for use. It is an error of the caller not to say
// which language a file is in. A source map is empty from then on.
func prepare(dialect *schema.Dialect, filename string, m *SourceMap) hcl.Diagnostics {
	if m != nil {
		*m = SourceMap{}
	}
	if !dialect.Missing() {
		dialect.Prepare()
		return nil
	}
	return hcl.Diagnostics{{
		Severity: hcl.DiagError,
		Summary:  "No dialect",
		Detail:   schema.NoDialect,
		Subject:  &hcl.Range{Filename: filename, Start: hcl.InitialPos, End: hcl.InitialPos},
	}}
}

// conversion is what both directions know of a file that is converted, and say of it.
type conversion struct {
	src      string
	filename string
	dialect  *schema.Dialect
	opts     Options
	// roots are the variables that exist where the conversion is.
	roots roots
	// modes are the places of what is no template in the source, each with its mode as the
	// value. They are for a source map.
	modes  []piece
	diags  hcl.Diagnostics
	failed bool
	// reasons are those for which there is no schema that have been reported.
	reasons map[string]bool
	// types says what is wrong with type constraints that have been read.
	types map[string]string
	// places are those in src, found when first needed.
	places *hcltext.Positions
}

// In a language with [schema.Dialect.Roots], a reference to anything else is
// for its own source text, in a template sequence. The product finds that text by
// its place in the file (nomad jobspec2/types.config.go, EvalContext), which goes
// wrong in a JSON string with an escape before it. So JSON has the text.

// roots are the variables that exist where an expression is; nil means any.
type roots []string

// with returns the variables in the content of a dynamic block.
func (r roots) with(iterator string) roots {
	if r == nil || iterator == "" {
		return r
	}
	return append(r[:len(r):len(r)], iterator)
}

// reportMissingSchema reports, once per reason, why a body has no schema.
func (c *conversion) reportMissingSchema(s *schema.Body, start, end int) {
	if s.Origin.Reason == "" || !c.first(s.Origin.Reason) {
		return
	}
	report := c.warn
	if s.Origin.Kind == schema.FailedSchema {
		report = c.fail
	}
	report(start, end, "No schema", "%s", s.Origin.Reason)
	c.mark(OfSchema{})
}

// first reports whether a reason was not reported before.
func (c *conversion) first(reason string) bool {
	if c.reasons[reason] {
		return false
	}
	if c.reasons == nil {
		c.reasons = map[string]bool{}
	}
	c.reasons[reason] = true
	return true
}

// otherTarget warns of a name that another target has than that of the conversion, if
// there is one. kind is what the name is.
func (c *conversion) otherTarget(target, kind, name string, start, end int) {
	if target == "" {
		return
	}
	c.refused(start, end, "Name of another target", "The target %s has no %s %q here; --target %s has. It is converted "+
		"as that reads it.", c.dialect.Target, kind, name, target)
}

// refused reports what the product refuses, in a file that is converted anyway: a warning,
// or an error when options ask for that.
func (c *conversion) refused(start, end int, summary, detail string, args ...any) {
	report := c.warn
	if c.opts.Strict {
		report = c.fail
	}
	report(start, end, summary, detail, args...)
	c.mark(Refused{})
}

// count warns of block types that are not in a body as often as the product
// wants. start and end are the place of the body. How many blocks a dynamic block
// makes is not known.
func (c *conversion) count(items []hclwrite.Item, s *schema.Body, start, end int) {
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
			c.refused(start, end, "Too many blocks", "%s allows at most %s of type %q here; there are %d.",
				c.dialect.OriginOf(s), numbered(row.Max), row.Type, n)
		}
		if n < row.Min && !generated[row.Type] {
			c.refused(start, end, "Too few blocks", "%s requires at least %s of type %q here; there are %d.",
				c.dialect.OriginOf(s), numbered(row.Min), row.Type, n)
		}
	}
}

func numbered(blocks int) string {
	if blocks == 1 {
		return "1 block"
	}
	return fmt.Sprintf("%d blocks", blocks)
}

// fail reports an error.
func (c *conversion) fail(start, end int, summary, detail string, args ...any) {
	c.report(hcl.DiagError, start, end, summary, detail, args...)
}

// warn reports something that the user must know.
func (c *conversion) warn(start, end int, summary, detail string, args ...any) {
	c.report(hcl.DiagWarning, start, end, summary, detail, args...)
}

// report reports something about the bytes from start to end.
func (c *conversion) report(severity hcl.DiagnosticSeverity, start, end int, summary, detail string, args ...any) {
	c.add(&hcl.Diagnostic{
		Severity: severity, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: c.span(start, end),
	})
}

// span is the place of the bytes from start to end.
func (c *conversion) span(start, end int) *hcl.Range {
	if c.places == nil {
		c.places = hcltext.NewPositions(c.src)
	}
	rng := c.places.Range(c.filename, start, end)
	return &rng
}

func (c *conversion) add(diag *hcl.Diagnostic) {
	c.diags = append(c.diags, diag)
	c.failed = c.failed || diag.Severity == hcl.DiagError
}

// mark gives the last diagnostic an Extra.
func (c *conversion) mark(extra any) { c.diags[len(c.diags)-1].Extra = extra }

// OfSchema is the Extra of what is said about the schema of a provider: why it is not
// there, and which names it does not have.
type OfSchema struct{}

// Refused is the Extra of the diagnostics about what the product refuses.
type Refused struct{}

// Guess is the Extra of a diagnostic about guesses. It lists the names that are guessed, of which
// the detail of the diagnostic has the first ones.
type Guess struct{ Names []GuessedName }

// GuessedName is a name in a line, from 1, that is taken for a block or an attribute.
type GuessedName struct {
	Name, Kind string
	Line       int
}

// EachGuess calls f for each name.
func (g *Guess) EachGuess(f func(name, kind string, line int)) {
	for _, n := range g.Names {
		f(n.Name, n.Kind, n.Line)
	}
}
