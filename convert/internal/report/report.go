// Package report collects the diagnostics of a conversion, with positions in its source.
//
// It is below all stages of package convert, and imports only the schema. Read [Reporter] first.
package report

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// Reporter collects the diagnostics about a file. The Extra of a diagnostic is a *[Details].
type Reporter struct {
	// Src and Filename are the source and its name.
	Src, Filename string
	Dialect       *schema.Dialect
	// Strict is true if guesses, and content that the product refuses, are errors instead of
	// warnings.
	Strict bool
	// Diags contains the diagnostics so far. Failed is true if there is an error.
	Diags  hcl.Diagnostics
	Failed bool
	// reasons contains the reported reasons; see [Reporter.IsNew].
	reasons map[string]bool
	// places converts offsets in Src to positions. It is created on the first use.
	places *hcltext.Positions
}

// Details contains properties of a diagnostic about the content of a file. The fields are those of
// convert.Extra.
type Details struct {
	Code                         diagnostic.Code
	Refused, Schema, Placeholder bool
	Guesses                      []Guess
}

// Guess is a name that the converter guessed to be a block or an attribute.
type Guess struct {
	Name, Kind string
	Line       int
}

// MissingSchema reports, once per reason, why a body has no schema.
func (r *Reporter) MissingSchema(s *tables.Body, start, end int) {
	if s.Origin.Reason == "" || !r.IsNew(s.Origin.Reason) {
		return
	}
	report := r.Warn
	if s.Origin.Kind == tables.FailedSchema {
		report = r.Fail
	}
	report(start, end, "No schema", "%s", s.Origin.Reason).Schema = true
}

// IsNew adds a reason, and returns false if it was added before.
func (r *Reporter) IsNew(reason string) bool {
	if r.reasons[reason] {
		return false
	}
	if r.reasons == nil {
		r.reasons = map[string]bool{}
	}
	r.reasons[reason] = true
	return true
}

// OtherTarget warns about a name that only another target defines. kind describes the name.
func (r *Reporter) OtherTarget(target, kind, name string, start, end int) {
	if target == "" {
		return
	}
	r.Refuse(start, end, "Name of another target",
		"The target %s has no %s %q here, but %s does. It is converted for that target.",
		r.Dialect.Target, kind, name, target)
}

// Refuse reports content that the product refuses, although the converter can convert it. It reports
// a warning, or an error if r.Strict is true.
func (r *Reporter) Refuse(start, end int, summary, detail string, args ...any) {
	r.Guess(start, end, summary, detail, args...).Refused = true
}

// Guess reports a guess: as a warning, or as an error if r.Strict is true.
func (r *Reporter) Guess(start, end int, summary, detail string, args ...any) *Details {
	if r.Strict {
		return r.Fail(start, end, summary, detail, args...)
	}
	return r.Warn(start, end, summary, detail, args...)
}

// Reserved reports a name that the language reserves in a body. It returns false for any other name.
// The product refuses the name at least in JSON, whatever its kind.
func (r *Reporter) Reserved(name string, start int, s *tables.Body) bool {
	argument, block := s.Reserved.Lookup(name)
	if argument == nil && block == nil {
		return false
	}
	r.Refuse(start, start+len(name), "Reserved name",
		"%s reserves the name %q here for later versions. It is converted with an unknown schema.",
		r.Dialect.Product, name)
	return true
}

// Fail reports an error.
func (r *Reporter) Fail(start, end int, summary, detail string, args ...any) *Details {
	return r.add(hcl.DiagError, start, end, summary, detail, args...)
}

// Warn reports a warning.
func (r *Reporter) Warn(start, end int, summary, detail string, args ...any) *Details {
	return r.add(hcl.DiagWarning, start, end, summary, detail, args...)
}

// add adds a diagnostic about the bytes from start to end.
func (r *Reporter) add(severity hcl.DiagnosticSeverity, start, end int, summary, detail string, args ...any) *Details {
	details := &Details{Code: diagnostic.CodeOf(summary)}
	r.Add(&hcl.Diagnostic{
		Severity: severity, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: r.Range(start, end),
		Extra: details,
	})
	return details
}

// Range returns the range of the bytes from start to end.
func (r *Reporter) Range(start, end int) *hcl.Range {
	if r.places == nil {
		r.places = hcltext.NewPositions(r.Src)
	}
	rng := r.places.Range(r.Filename, start, end)
	return &rng
}

// Add adds a diagnostic.
func (r *Reporter) Add(diag *hcl.Diagnostic) {
	r.Diags = append(r.Diags, diag)
	r.Failed = r.Failed || diag.Severity == hcl.DiagError
}

// AddPart adds diagnostics about a part of the file. locate converts an offset in the part to an
// offset in the file.
func (r *Reporter) AddPart(diags hcl.Diagnostics, locate func(int) int) {
	for _, d := range diags {
		moved := *d
		for _, field := range []**hcl.Range{&moved.Subject, &moved.Context} {
			if *field != nil {
				*field = r.Range(locate((*field).Start.Byte), locate((*field).End.Byte))
			}
		}
		r.Add(&moved)
	}
}
