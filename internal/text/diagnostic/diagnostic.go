// Package diagnostic creates diagnostics, and defines their JSON for --error-format json, the
// service and the npm package. It also rejects sources without valid UTF-8 text, with a message
// about the file instead of a token.
package diagnostic

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// Diagnostic is a diagnostic in JSON.
type Diagnostic struct {
	Severity string `json:"severity"` // error or warning
	Summary  string `json:"summary"`
	Detail   string `json:"detail"`
	Range    *Range `json:"range,omitempty"` // absent for a diagnostic without a file
	// Difference is present for a difference between two files.
	Difference *Difference `json:"difference,omitempty"`
	// Guesses are present for a diagnostic about guesses.
	Guesses []Guess `json:"guesses,omitempty"`
}

// Guess is a name classified as a block or an attribute without a schema.
type Guess struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // block or attribute
	Line int    `json:"line"` // from 1
}

// Difference is a difference between two files.
type Difference struct {
	Path []string `json:"path"`
	A    Side     `json:"a"`
	B    Side     `json:"b"`
}

// Side is the part of a difference in one file.
type Side struct {
	Value string `json:"value,omitempty"` // absent for a missing value
	Range Range  `json:"range"`
}

// Range is a range of a file.
type Range struct {
	Filename string    `json:"filename"`
	Start    *Position `json:"start,omitempty"` // absent for the whole file
	End      *Position `json:"end,omitempty"`
}

// Position is a position in a file.
type Position struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // from 1, in characters, or in UTF-16 code units after CountUTF16
	Byte   int `json:"byte"`   // from 0, in the file
}

// Code identifies a kind of diagnostic: its summary in lower case, with hyphens.
type Code string

// renamedCodes are the codes of changed summaries, which keep the code that they had.
var renamedCodes = map[string]Code{}

// CodeOf returns the code of a summary.
func CodeOf(summary string) Code {
	words := strings.FieldsFunc(strings.ToLower(summary), func(char rune) bool {
		return (char < 'a' || char > 'z') && (char < '0' || char > '9')
	})
	return cmp.Or(renamedCodes[summary], Code(strings.Join(words, "-")))
}

// Details are the properties of a diagnostic that its JSON contains. The extra values of the packages convert and
// equivalent unwrap to them.
type Details struct {
	Code       Code
	Difference *Difference
	Guesses    []Guess
}

// UnwrapDiagnosticExtra returns the code.
func (d *Details) UnwrapDiagnosticExtra() any { return d.Code }

// FromHCL returns a diagnostic in JSON. name is the name of its file, or "".
func FromHCL(name string, diag *hcl.Diagnostic) Diagnostic {
	result := Diagnostic{Severity: severityOf(diag), Summary: diag.Summary, Detail: diag.Detail}
	switch {
	case diag.Subject != nil:
		rng := RangeOf(*diag.Subject)
		result.Range = &rng
	case name != "":
		result.Range = &Range{Filename: name}
	}
	if details, ok := hcl.DiagnosticExtra[*Details](diag); ok {
		result.Difference, result.Guesses = details.Difference, details.Guesses
	}
	return result
}

func severityOf(diag *hcl.Diagnostic) string {
	if diag.Severity == hcl.DiagWarning {
		return "warning"
	}
	return "error"
}

// RangeOf returns a range in JSON.
func RangeOf(rng hcl.Range) Range {
	return Range{Filename: rng.Filename, Start: positionOf(rng.Start), End: positionOf(rng.End)}
}

func positionOf(pos hcl.Pos) *Position {
	return &Position{Line: pos.Line, Column: pos.Column, Byte: pos.Byte}
}

// CountUTF16 converts the columns in a range of text to UTF-16 code units, as editors count.
func (r *Range) CountUTF16(text string) {
	for _, pos := range []*Position{r.Start, r.End} {
		if pos == nil || pos.Byte > len(text) {
			continue
		}
		before := strings.TrimPrefix(text[:pos.Byte], "\ufeff") // not a character in editors
		line := before[strings.LastIndexByte(before, '\n')+1:]
		pos.Column = 1 + len(utf16.Encode([]rune(line)))
	}
}

// Undecided is the summary of an error about a text that exceeds a limit of the equivalence check.
const Undecided = "Cannot tell"

// WhyNotProven returns a likely reason for errors of the equivalence check, and the way out. what is the text
// that the product may refuse, and report the rest of the sentence "If it does, please report".
func WhyNotProven(diags hcl.Diagnostics, what, report string) string {
	if slices.ContainsFunc(diags, func(diag *hcl.Diagnostic) bool { return diag.Summary == Undecided }) {
		return "It exceeds a limit of the check."
	}
	return fmt.Sprintf("In most cases, the product does not accept %s either. If it does, please report %s.", what, report)
}

// Errorf returns an error diagnostic without a range.
func Errorf(summary, format string, args ...any) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(format, args...), Extra: CodeOf(summary),
	}
}

// Warningf returns a warning without a range.
func Warningf(summary, format string, args ...any) *hcl.Diagnostic {
	diag := Errorf(summary, format, args...)
	diag.Severity = hcl.DiagWarning
	return diag
}

// ErrorAt returns an error diagnostic about a range.
func ErrorAt(rng hcl.Range, summary, format string, args ...any) *hcl.Diagnostic {
	diag := Errorf(summary, format, args...)
	diag.Subject = &rng
	return diag
}

// WarningAt returns a warning about a range.
func WarningAt(rng hcl.Range, summary, format string, args ...any) *hcl.Diagnostic {
	diag := Warningf(summary, format, args...)
	diag.Subject = &rng
	return diag
}

// RangeAt returns the range between two offsets of a source.
func RangeAt(name string, src []byte, start, end int) *hcl.Range {
	return &hcl.Range{Filename: name, Start: PositionAt(src, start), End: PositionAt(src, end)}
}

// PositionAt returns the position of an offset of a source, with the column in code points.
func PositionAt(src []byte, offset int) hcl.Pos {
	before := src[:offset]
	lineStart := bytes.LastIndexByte(before, '\n') + 1
	return hcl.Pos{
		Line:   1 + bytes.Count(before, []byte{'\n'}),
		Column: 1 + utf8.RuneCount(before[lineStart:]),
		Byte:   offset,
	}
}
