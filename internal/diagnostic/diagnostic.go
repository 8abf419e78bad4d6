// Package diagnostic makes diagnostics, and the JSON that programs read them in:
// that of --error-format json, of the service and of the npm package. It refuses sources that
// are not text in UTF-8, with a message about the file rather than about a token.
package diagnostic

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// Diagnostic is one in JSON.
type Diagnostic struct {
	Severity string `json:"severity"` // error or warning
	Summary  string `json:"summary"`
	Detail   string `json:"detail"`
	Range    *Range `json:"range,omitempty"` // absent when it is about no file
	// Difference is present when it is one between two files.
	Difference *Difference `json:"difference,omitempty"`
	// Guesses are present when it is about names that were guessed.
	Guesses []Guess `json:"guesses,omitempty"`
}

// Guess is a name that is taken for a block or an attribute as no schema decides.
type Guess struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // block or attribute
	Line int    `json:"line"` // from 1
}

// Difference is what two files differ in.
type Difference struct {
	Path []string `json:"path"`
	A    Side     `json:"a"`
	B    Side     `json:"b"`
}

// Side is what one of the files has.
type Side struct {
	Value string `json:"value,omitempty"` // absent when there is nothing
	Range Range  `json:"range"`
}

// Range is a place in a file.
type Range struct {
	Filename string    `json:"filename"`
	Start    *Position `json:"start,omitempty"` // absent when it is about the file as a whole
	End      *Position `json:"end,omitempty"`
}

// Position is one in a file.
type Position struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // from 1, in characters, or after CountUTF16 in its units
	Byte   int `json:"byte"`   // from 0, in the file
}

// differing is what package equivalent finds, which a program that compares nothing need
// not have.
type differing interface {
	Sides() (path []string, values [2]string, ranges [2]hcl.Range)
}

// guessing is what package convert adds to a diagnostic about guesses.
type guessing interface {
	EachGuess(f func(name, kind string, line int))
}

// Of is a diagnostic on the file name, which is "" when it is on none.
func Of(name string, diag *hcl.Diagnostic) Diagnostic {
	result := Diagnostic{Severity: severity(diag), Summary: diag.Summary, Detail: diag.Detail}
	switch {
	case diag.Subject != nil:
		rng := RangeOf(*diag.Subject)
		result.Range = &rng
	case name != "":
		result.Range = &Range{Filename: name}
	}
	if found, ok := diag.Extra.(differing); ok {
		path, values, ranges := found.Sides()
		result.Difference = &Difference{
			Path: append([]string{}, path...),
			A:    Side{Value: values[0], Range: RangeOf(ranges[0])},
			B:    Side{Value: values[1], Range: RangeOf(ranges[1])},
		}
	}
	if found, ok := diag.Extra.(guessing); ok {
		found.EachGuess(func(name, kind string, line int) {
			result.Guesses = append(result.Guesses, Guess{name, kind, line})
		})
	}
	return result
}

func severity(diag *hcl.Diagnostic) string {
	if diag.Severity == hcl.DiagWarning {
		return "warning"
	}
	return "error"
}

// RangeOf is a range in JSON.
func RangeOf(rng hcl.Range) Range {
	return Range{Filename: rng.Filename, Start: positionOf(rng.Start), End: positionOf(rng.End)}
}

func positionOf(pos hcl.Pos) *Position {
	return &Position{Line: pos.Line, Column: pos.Column, Byte: pos.Byte}
}

// CountUTF16 makes the columns those of UTF-16 in a text, as editors count them.
func (r *Range) CountUTF16(text string) {
	for _, pos := range []*Position{r.Start, r.End} {
		if pos == nil || pos.Byte > len(text) {
			continue
		}
		before := strings.TrimPrefix(text[:pos.Byte], "\ufeff") // which is no character of an editor
		line := before[strings.LastIndexByte(before, '\n')+1:]
		pos.Column = 1 + len(utf16.Encode([]rune(line)))
	}
}

// Errorf returns an error diagnostic that has no place in a source.
func Errorf(summary, format string, args ...any) *hcl.Diagnostic {
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(format, args...)}
}

// Warningf returns a warning that has no place in a source.
func Warningf(summary, format string, args ...any) *hcl.Diagnostic {
	diag := Errorf(summary, format, args...)
	diag.Severity = hcl.DiagWarning
	return diag
}

// RangeAt is the place of some bytes of a source.
func RangeAt(name string, src []byte, start, end int) *hcl.Range {
	return &hcl.Range{Filename: name, Start: PositionAt(src, start), End: PositionAt(src, end)}
}

// PositionAt is the place of a byte of a source, with the column in code points.
func PositionAt(src []byte, offset int) hcl.Pos {
	before := src[:offset]
	lineStart := bytes.LastIndexByte(before, '\n') + 1
	return hcl.Pos{
		Line:   1 + bytes.Count(before, []byte{'\n'}),
		Column: 1 + utf8.RuneCount(before[lineStart:]),
		Byte:   offset,
	}
}
