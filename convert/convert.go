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
	"strconv"
	"strings"

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
	// Unread says that no product reads the JSON. An expression that JSON for a product
	// cannot hold is then text, which starts with [schema.Carried], and comes back from it.
	Unread bool
	// Strict makes an error of every guess that is otherwise a warning.
	Strict bool
	// Like, if not nil, is a file that tells attributes from blocks where neither a
	// schema nor a hint in the JSON does: the one that the JSON was made from, or
	// another one of its module. ToJSON does not look at it.
	Like *hclwrite.File
	// SourceMap, if not nil, is filled with what has become of what, by ToJSON,
	// WriteJSON and ToHCL. Of a tree, the map knows the nodes that were read from the
	// source and not changed since.
	SourceMap *SourceMap
}

// reporter collects diagnostics about one file.
type reporter struct {
	src      string
	filename string
	strict   bool
	diags    hcl.Diagnostics
	failed   bool
	// reasons are those for which there is no schema that have been reported.
	reasons map[string]bool
	// places are those in src, found when first needed.
	places *hcltext.Positions
}

// lacks reports, once, why the schema of a body is not there.
func (r *reporter) lacks(s *schema.Body, start, end int) {
	if s.Doubt != "" && r.first(s.Doubt) {
		r.warn(start, end, "No schema", "%s", s.Doubt)
		r.mark(OfSchema{})
	}
	if s.Fault != "" && r.first(s.Fault) {
		r.fail(start, end, "No schema", "%s", s.Fault)
		r.mark(OfSchema{})
	}
}

// fail reports an error.
func (r *reporter) fail(start, end int, summary, detail string, args ...any) {
	r.report(hcl.DiagError, start, end, summary, detail, args...)
}

// OfSchema is the Extra of what is said about the schema of a provider: why it is not
// there, and which names it does not have.
type OfSchema struct{}

// mark gives the last diagnostic an Extra.
func (r *reporter) mark(extra any) { r.diags[len(r.diags)-1].Extra = extra }

// first reports whether a reason was not reported before.
func (r *reporter) first(reason string) bool {
	if r.reasons[reason] {
		return false
	}
	if r.reasons == nil {
		r.reasons = map[string]bool{}
	}
	r.reasons[reason] = true
	return true
}

// Guess is the Extra of the diagnostic that tells of a guess.
type Guess struct{}

// lostComments warns of comments in the source of a static expression that the text
// that is written for it has no more.
func (r *reporter) lostComments(source, written string, start, end int) {
	if source != written && len(hcltext.CommentsIn(source)) > len(hcltext.CommentsIn(written)) {
		r.warn(start, end, "Comment left out",
			"A comment inside a static expression cannot be kept. Write it above the argument.")
	}
}

// warn reports something that the user must know.
func (r *reporter) warn(start, end int, summary, detail string, args ...any) {
	r.report(hcl.DiagWarning, start, end, summary, detail, args...)
}

// report reports something about the bytes from start to end.
func (r *reporter) report(severity hcl.DiagnosticSeverity, start, end int, summary, detail string, args ...any) {
	r.add(&hcl.Diagnostic{
		Severity: severity, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: r.span(start, end),
	})
}

// adopt takes over diagnostics about a text that is part of the file; locate
// gives the place in the file of an offset in that text.
func (r *reporter) adopt(diags hcl.Diagnostics, locate func(int) int) {
	for _, d := range diags {
		moved := *d
		for _, field := range []**hcl.Range{&moved.Subject, &moved.Context} {
			if *field != nil {
				*field = r.span(locate((*field).Start.Byte), locate((*field).End.Byte))
			}
		}
		r.add(&moved)
	}
}

// span is the place of the bytes from start to end.
func (r *reporter) span(start, end int) *hcl.Range {
	if r.places == nil {
		r.places = hcltext.NewPositions(r.src)
	}
	rng := r.places.Range(r.filename, start, end)
	return &rng
}

func (r *reporter) add(diag *hcl.Diagnostic) {
	r.diags = append(r.diags, diag)
	r.failed = r.failed || diag.Severity == hcl.DiagError
}

// prepare makes a dialect ready for use. It is an error of the caller not to say
// which language a file is in.
func prepare(dialect *schema.Dialect, filename string) hcl.Diagnostics {
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

// definer is what defines the names of a body, for messages.
func definer(d *schema.Dialect, s *schema.Body) string {
	if s.Definer != "" {
		return s.Definer
	}
	return d.Product
}

// labelCountText says how many labels a block type has, for a message.
func labelCountText(names []string) string {
	switch len(names) {
	case 0:
		return "no labels"
	case 1:
		return "one label (" + names[0] + ")"
	}
	return strconv.Itoa(len(names)) + " labels (" + strings.Join(names, ", ") + ")"
}

// attributeRule is the rule for the expression of an argument of a body, nil if the
// body does not list it.
func attributeRule(argument *schema.Attribute, s *schema.Body) *schema.Value {
	if argument != nil {
		return argument.Value
	}
	return s.RemainValue
}

func modeNoun(mode schema.Mode) string { return "a " + modeName(mode) }

func modeName(mode schema.Mode) string {
	switch mode {
	case schema.Keyword:
		return "keyword"
	case schema.Type:
		return "type constraint"
	case schema.Call:
		return "function call"
	}
	return "reference"
}
