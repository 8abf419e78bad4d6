package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/command"
)

// reporter shows diagnostics on standard error: as text when they come, or as
// one JSON document when the run ends.
type reporter struct {
	command.Streams
	json, quiet bool
	color       bool
	width       uint

	document document
	said     map[saying]bool
}

// saying is what a diagnostic says of which place.
type saying struct{ name, summary, detail, at string }

// document is what --error-format json prints, once in a run.
type document struct {
	Diagnostics []diagnostic `json:"diagnostics"`
	Summary     any          `json:"summary,omitempty"`
	Recovered   []recovery   `json:"recovered,omitempty"`
}

type diagnostic struct {
	Severity string       `json:"severity"` // error or warning
	Summary  string       `json:"summary"`
	Detail   string       `json:"detail"`
	Range    *sourceRange `json:"range,omitempty"` // absent when it is about no file
	// Difference is present when it is one between two files.
	Difference *difference `json:"difference,omitempty"`
}

type difference struct {
	Path []string       `json:"path"`
	A    differenceSide `json:"a"`
	B    differenceSide `json:"b"`
}

type differenceSide struct {
	Value string      `json:"value,omitempty"` // absent when there is nothing
	Range sourceRange `json:"range"`
}

type sourceRange struct {
	Filename string    `json:"filename"`
	Start    *position `json:"start,omitempty"` // absent when it is about the file as a whole
	End      *position `json:"end,omitempty"`
}

type position struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // from 1, in characters
	Byte   int `json:"byte"`   // from 0, in the file
}

func newReporter(opts *messageOptions, s command.Streams) *reporter {
	return &reporter{
		Streams:  s,
		json:     opts.errorFormat == "json",
		quiet:    opts.quiet,
		color:    useColor(opts.color, s.Err, s.Getenv),
		width:    terminalWidth(s.Err),
		document: document{Diagnostics: []diagnostic{}},
		said:     make(map[saying]bool),
	}
}

// add reports diagnostics on the file name, which is "" when they are on none.
// Without src their text has no source snippet. What has been said is not said
// again.
func (r *reporter) add(name string, src []byte, diags hcl.Diagnostics) {
	diags = slices.DeleteFunc(slices.Clone(diags), func(diag *hcl.Diagnostic) bool { return r.again(name, diag) })
	if !r.json {
		diags = together(diags)
	}
	for _, diag := range diags {
		switch {
		case r.quiet && diag.Severity == hcl.DiagWarning:
		case r.json:
			r.document.Diagnostics = append(r.document.Diagnostics, jsonDiagnostic(name, diag))
		default:
			// There is nowhere left to report that standard error is gone.
			_ = writeText(r.Err, name, diag, src, r.width, r.color)
		}
	}
}

// again reports whether a diagnostic has been reported, and remembers it.
func (r *reporter) again(name string, diag *hcl.Diagnostic) bool {
	key := saying{name: name, summary: diag.Summary, detail: diag.Detail}
	if diag.Subject != nil {
		key.name, key.at = "", diag.Subject.String()
	}
	again := r.said[key]
	r.said[key] = true
	return again
}

// recovered says that an interrupted run has been finished or undone.
func (r *reporter) recovered(done recovery) {
	if r.json {
		r.document.Recovered = append(r.document.Recovered, done)
	}
	r.note("%s", done)
}

// note says in a line of text what is no diagnostic.
func (r *reporter) note(format string, args ...any) {
	if !r.json && !r.quiet {
		io.WriteString(r.Err, string(printable(fmt.Appendf(nil, format, args...)))+"\n")
	}
}

// maxPlaces is how many lines a warning that repeats names.
const maxPlaces = 12

// together makes one of the warnings that say the same about several places of a
// file: the first, which names the lines of the others.
func together(diags hcl.Diagnostics) hcl.Diagnostics {
	lines := make(map[saying][]int)
	for _, diag := range diags {
		if diag.Severity == hcl.DiagWarning && diag.Subject != nil {
			key := saying{summary: diag.Summary, detail: diag.Detail}
			lines[key] = append(lines[key], diag.Subject.Start.Line)
		}
	}
	var result hcl.Diagnostics
	for _, diag := range diags {
		key := saying{summary: diag.Summary, detail: diag.Detail}
		places, repeats := lines[key]
		switch {
		case diag.Severity != hcl.DiagWarning || diag.Subject == nil:
			result = append(result, diag)
		case repeats:
			delete(lines, key)
			if len(places) > 1 {
				merged := *diag
				merged.Detail += " The same goes for " + otherPlaces(places) + "."
				diag = &merged
			}
			result = append(result, diag)
		}
	}
	return result
}

// otherPlaces names the places of a list but for the first: those in its line by
// their number, the others by their lines.
func otherPlaces(lines []int) string {
	var others []int
	here := 0
	for _, line := range lines[1:] {
		switch {
		case line == lines[0]:
			here++
		case !slices.Contains(others, line):
			others = append(others, line)
		}
	}
	text := ""
	switch here {
	case 0:
		return otherLines(others)
	case 1:
		text = "another place in this line"
	default:
		text = fmt.Sprintf("%d other places in this line", here)
	}
	if len(others) > 0 {
		text += ", and for " + otherLines(others)
	}
	return text
}

func otherLines(lines []int) string {
	if len(lines) == 1 {
		return fmt.Sprintf("line %d", lines[0])
	}
	shown := lines[:min(len(lines), maxPlaces)]
	names := make([]string, len(shown))
	for i, line := range shown {
		names[i] = strconv.Itoa(line)
	}
	text := "lines " + strings.Join(names, ", ")
	if rest := len(lines) - len(shown); rest > 0 {
		text += fmt.Sprintf(" and %d more places", rest)
	}
	return text
}

// summarize ends a run over directories.
func (r *reporter) summarize(s fmt.Stringer) {
	switch {
	case r.json:
		r.document.Summary = s
	case !r.quiet:
		io.WriteString(r.Err, s.String())
	}
}

// close ends the JSON document.
func (r *reporter) close() error {
	if !r.json {
		return nil
	}
	encoder := json.NewEncoder(r.Err)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r.document)
}

func jsonDiagnostic(name string, diag *hcl.Diagnostic) diagnostic {
	result := diagnostic{Severity: "error", Summary: diag.Summary, Detail: diag.Detail}
	if diag.Severity == hcl.DiagWarning {
		result.Severity = "warning"
	}
	if found, ok := diag.Extra.(equivalent.Difference); ok {
		result.Difference = &difference{
			Path: append([]string{}, found.Path...),
			A:    differenceSide{found.A.Value, jsonRange(found.A.Range)},
			B:    differenceSide{found.B.Value, jsonRange(found.B.Range)},
		}
	}
	switch {
	case diag.Subject != nil:
		rng := jsonRange(*diag.Subject)
		result.Range = &rng
	case name != "":
		result.Range = &sourceRange{Filename: name}
	}
	return result
}

func jsonRange(rng hcl.Range) sourceRange {
	return sourceRange{Filename: rng.Filename, Start: jsonPosition(rng.Start), End: jsonPosition(rng.End)}
}

func jsonPosition(pos hcl.Pos) *position {
	return &position{Line: pos.Line, Column: pos.Column, Byte: pos.Byte}
}

// errorf returns an error diagnostic that has no place in a source.
func errorf(summary, format string, args ...any) *hcl.Diagnostic {
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(format, args...)}
}

// warningf returns a warning that has no place in a source.
func warningf(summary, format string, args ...any) *hcl.Diagnostic {
	diag := errorf(summary, format, args...)
	diag.Severity = hcl.DiagWarning
	return diag
}

// errorStatus is the exit status for diagnostics.
func errorStatus(diags hcl.Diagnostics) int {
	if diags.HasErrors() {
		return exitError
	}
	return exitOK
}
