package convert

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// reporter collects diagnostics about one file.
type reporter struct {
	src      []byte
	filename string
	strict   bool
	diags    hcl.Diagnostics
	failed   bool
	// reasons are those for which there is no schema that have been reported.
	reasons map[string]bool
	// places are those in src, found when first needed.
	places *hclwrite.Positions
}

func (r *reporter) add(diag *hcl.Diagnostic) {
	r.diags = append(r.diags, diag)
	r.failed = r.failed || diag.Severity == hcl.DiagError
}

// report reports something about the bytes from start to end.
func (r *reporter) report(severity hcl.DiagnosticSeverity, start, end int, summary, detail string, args ...any) {
	r.add(&hcl.Diagnostic{
		Severity: severity, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: r.span(start, end),
	})
}

// fail reports an error.
func (r *reporter) fail(start, end int, summary, detail string, args ...any) {
	r.report(hcl.DiagError, start, end, summary, detail, args...)
}

// warn reports something that the user must know.
func (r *reporter) warn(start, end int, summary, detail string, args ...any) {
	r.report(hcl.DiagWarning, start, end, summary, detail, args...)
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
	if source != written && len(hclwrite.CommentsIn(source)) > len(hclwrite.CommentsIn(written)) {
		r.warn(start, end, "Comment left out",
			"A comment inside a static expression cannot be kept. Write it above the argument.")
	}
}

// span is the place of the bytes from start to end.
func (r *reporter) span(start, end int) *hcl.Range {
	if r.places == nil {
		r.places = hclwrite.NewPositions(r.src)
	}
	rng := r.places.Range(r.filename, hclwrite.Span{Start: start, End: end})
	return &rng
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
