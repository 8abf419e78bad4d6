// Package report prints the output for users: diagnostics as text or in a format for programs,
// progress, and a summary of the run.
package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// Report prints diagnostics on standard error: as text immediately, or as one JSON document at the
// end of the run.
type Report struct {
	command.Streams
	// AsDocument is true if the output is a document at the end of the run.
	AsDocument, quiet bool
	format            string
	color             bool
	terminal          bool
	width             uint

	document document
	reported map[diagnosticKey]bool
	counts   []summaryCount
	progress *Progress
}

// Recovery counts the remains of another run in a directory that this run removed or completed.
type Recovery struct {
	Dir string `json:"dir"`
	// Sources is the number of removed sources whose other form existed already.
	Sources int `json:"sources,omitempty"`
	// Edited is the number of files that an interrupted run of the same command had edited already.
	Edited int `json:"edited,omitempty"`
	// Temporary is the number of removed temporary files of ended runs.
	Temporary int `json:"temporary,omitempty"`
}

// String returns a sentence.
func (r Recovery) String() string {
	if r.Edited > 0 {
		return fmt.Sprintf("Completed an interrupted run of this command in %s. Files edited before: "+
			"%d", r.Dir, r.Edited)
	}
	if r.Temporary > 0 {
		return fmt.Sprintf("Removed temporary files of an interrupted run from %s: %d", r.Dir, r.Temporary)
	}
	return fmt.Sprintf("Removed sources with existing results from %s: %d",
		r.Dir, r.Sources)
}

// diagnosticKey identifies a diagnostic by text and file.
type diagnosticKey struct{ name, summary, detail, at string }

// document is the output of --error-format json, once per run.
type document struct {
	Diagnostics []diagnostic.Diagnostic `json:"diagnostics"`
	Summary     any                     `json:"summary,omitempty"`
	Recovered   []Recovery              `json:"recovered,omitempty"`
}

// Options define the output.
type Options struct {
	Quiet  bool
	Color  string // always, never, or as the terminal is
	Format string // one of [Formats]; text if it is none
}

// New returns a report on standard error.
func New(opts Options, s command.Streams) *Report {
	return &Report{
		Streams:  s,
		quiet:    opts.Quiet,
		format:   opts.Format,
		color:    UseColor(opts.Color, s.Err, s.Getenv),
		width:    uint(command.TerminalWidth(s.Err)),
		terminal: command.IsTerminal(s.Err),

		AsDocument: opts.Format == JSON || opts.Format == SARIF,
		document:   document{Diagnostics: []diagnostic.Diagnostic{}},
		reported:   make(map[diagnosticKey]bool),
	}
}

// Add reports diagnostics on the file with a name, or on no file for "". Without src, the text has
// no source lines. Repeated diagnostics are omitted.
func (r *Report) Add(name string, src []byte, diags ...*hcl.Diagnostic) {
	r.add(name, string(src), diags)
}

func (r *Report) add(name, src string, diags hcl.Diagnostics) {
	if diag := notText(name, src, diags); diag != nil {
		src, diags = "", hcl.Diagnostics{diag}
	}
	diags = slices.DeleteFunc(slices.Clone(diags), func(diag *hcl.Diagnostic) bool { return r.wasReported(name, diag) })
	if r.ForPeople() {
		diags = mergeRepeats(diags)
	}
	for _, diag := range diags {
		diag = withFlags(diag)
		switch {
		case r.quiet && diag.Severity == hcl.DiagWarning:
		case r.format == GitHub:
			_ = writeGitHub(r.Err, inCodePoints(diagnostic.FromHCL(name, diag), name, src), r.Getenv("GITHUB_WORKSPACE"))
		case r.AsDocument:
			found := diagnostic.FromHCL(name, diag)
			if r.format == SARIF {
				found = inCodePoints(found, name, src)
			}
			r.document.Diagnostics = append(r.document.Diagnostics, found)
		case !r.count(diag.Summary):
		default:
			// Standard error is closed, so the error cannot be reported.
			in := ""
			if src != "" && diag.Subject != nil {
				in = enclosingBlock(src, diag.Subject.Start.Byte)
			}
			_ = writeText(r.Err, name, diag, src, in, r.width, r.color)
		}
	}
}

// maxPrinted is the number of printed diagnostics with the same summary.
const maxPrinted = 10

// summaryCount is the number of diagnostics with a summary.
type summaryCount struct {
	summary string
	n       int
}

// count counts a diagnostic, and reports whether it is printed.
func (r *Report) count(summary string) bool {
	i := slices.IndexFunc(r.counts, func(c summaryCount) bool { return c.summary == summary })
	if i < 0 {
		i, r.counts = len(r.counts), append(r.counts, summaryCount{summary: summary})
	}
	r.counts[i].n++
	return r.counts[i].n <= maxPrinted
}

// printCounts prints the number of diagnostics of each kind that were not printed.
func (r *Report) printCounts() {
	for _, c := range r.counts {
		if more := c.n - maxPrinted; more > 0 {
			_, _ = r.Err.Write(visibleLine("%s: and %d more of this kind, which --error-format json "+
				"lists.", c.summary, more))
		}
	}
	r.counts = nil
}

// notText returns one diagnostic for a binary file, for which a parser can report an error per byte. It
// returns nil for a text file.
func notText(name, src string, diags hcl.Diagnostics) *hcl.Diagnostic {
	if src == "" || !diags.HasErrors() {
		return nil
	}
	return diagnostic.CheckText(name, []byte(src))
}

// ForPeople reports whether diagnostics are printed as text.
func (r *Report) ForPeople() bool { return !r.AsDocument && r.format != GitHub }

// wasReported reports whether a diagnostic was reported before, and records it.
func (r *Report) wasReported(name string, diag *hcl.Diagnostic) bool {
	key := diagnosticKey{name: name, summary: diag.Summary, detail: diag.Detail}
	if diag.Subject != nil {
		key.name, key.at = "", diag.Subject.String()
	}
	again := r.reported[key]
	r.reported[key] = true
	return again
}

// Recovered reports that the remains of another run were removed.
func (r *Report) Recovered(done Recovery) {
	if r.AsDocument {
		r.document.Recovered = append(r.document.Recovered, done)
	}
	r.Note("%s", done)
}

// Note prints a line of text.
func (r *Report) Note(format string, args ...any) {
	if !r.AsDocument && !r.quiet {
		_, _ = r.Err.Write(visibleLine(format, args...))
	}
}

// NoteProgress prints a line about a slow operation if standard error is a terminal.
func (r *Report) NoteProgress(format string, args ...any) {
	if r.terminal {
		r.Note(format, args...)
	}
}

// visibleLine returns a line for a terminal, without control characters from names.
func visibleLine(format string, args ...any) []byte {
	return append(Printable(fmt.Appendf(nil, format, args...)), '\n')
}

// maxPlaces is the maximum number of lines in a repeated warning.
const maxPlaces = 12

// mergeRepeats merges equal warnings about several lines of a file into the first one, which lists the
// other lines.
func mergeRepeats(diags hcl.Diagnostics) hcl.Diagnostics {
	lines := make(map[diagnosticKey][]int)
	for _, diag := range diags {
		if diag.Severity == hcl.DiagWarning && diag.Subject != nil {
			key := diagnosticKey{summary: diag.Summary, detail: diag.Detail}
			lines[key] = append(lines[key], diag.Subject.Start.Line)
		}
	}
	var result hcl.Diagnostics
	for _, diag := range diags {
		key := diagnosticKey{summary: diag.Summary, detail: diag.Detail}
		places, repeats := lines[key]
		switch {
		case diag.Severity != hcl.DiagWarning || diag.Subject == nil:
			result = append(result, diag)
		case repeats:
			delete(lines, key)
			if len(places) > 1 {
				merged := *diag
				merged.Detail += " The same applies to " + otherPlaces(places) + "."
				diag = &merged
			}
			result = append(result, diag)
		}
	}
	return result
}

// otherPlaces describes the positions of a list except the first: those on its line by their number,
// the others by their lines.
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
		text += ", and to " + otherLines(others)
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

// Summarize prints the summary of a run over directories.
func (r *Report) Summarize(s fmt.Stringer) {
	r.printCounts()
	switch {
	case r.AsDocument:
		r.document.Summary = s
	case !r.quiet:
		io.WriteString(r.Err, s.String())
	}
}

// Close writes the JSON document of the run, if the format has one.
func (r *Report) Close() error {
	r.printCounts()
	if !r.AsDocument {
		return nil
	}
	var document any = r.document
	if r.format == SARIF {
		document = sarifOf(r.document.Diagnostics)
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(document); err != nil {
		return err
	}
	_, err := r.Err.Write(escapeJSON(text.Bytes()))
	return err
}

// A FileError is an error about an operand, or about the file of an option.
type FileError struct {
	Name string
	*hcl.Diagnostic
}

// Error returns the detail of the diagnostic.
func (e *FileError) Error() string { return e.Detail }

// CannotRead returns the error for a file that cannot be read.
func CannotRead(name string, err error) *hcl.Diagnostic {
	switch {
	case name == "":
		return Errorf("No such file", "The name of a file is empty.")
	case errors.Is(err, fs.ErrNotExist):
		return Errorf("No such file", "%s does not exist.%s", name, adviceOnName(name))
	}
	return Errorf("Cannot read the file", "%s: %s.", name, Reason(err))
}

// adviceOnName returns advice on the name of a missing file that is an address of the web, a pattern or a text.
func adviceOnName(name string) string {
	switch {
	case strings.Contains(name, "://"):
		return " Download it first."
	case strings.HasPrefix(name, "{"):
		return " A text is not an operand; write it to standard input, which is -."
	case strings.ContainsAny(name, "*?"):
		return " The shell expands patterns without quotes, and a directory includes its files."
	}
	return ""
}

// Errorf returns an error diagnostic without a range.
func Errorf(summary, format string, args ...any) *hcl.Diagnostic {
	return diagnostic.Errorf(summary, format, args...)
}

// Warningf returns a warning without a range.
func Warningf(summary, format string, args ...any) *hcl.Diagnostic {
	return diagnostic.Warningf(summary, format, args...)
}

// Errors returns the errors among diagnostics.
func Errors(diags hcl.Diagnostics) hcl.Diagnostics {
	return slices.DeleteFunc(slices.Clone(diags), func(diag *hcl.Diagnostic) bool {
		return diag.Severity != hcl.DiagError
	})
}

// Status returns the exit status for diagnostics.
func Status(diags hcl.Diagnostics) int {
	if diags.HasErrors() {
		return command.StatusError
	}
	return 0
}

// Log buffers the output of a part of a run until its turn.
type Log struct {
	entries []entry
	texts   map[string]copiedText // by the name of the file
	Out     bytes.Buffer          // for standard output
}

// copiedText is a copy of the text src.
type copiedText struct {
	src  []byte
	text string
}

// textOf returns a copy of a source. All diagnostics about the source share the copy.
func (l *Log) textOf(name string, src []byte) string {
	known := l.texts[name]
	if len(src) == 0 || len(known.src) != len(src) || &known.src[0] != &src[0] {
		if l.texts == nil {
			l.texts = map[string]copiedText{}
		}
		known = copiedText{src, string(src)}
		l.texts[name] = known
	}
	return known.text
}

type entry struct {
	name  string
	src   string
	diags hcl.Diagnostics
}

// Add records diagnostics for [Report.Add].
func (l *Log) Add(name string, src []byte, diags ...*hcl.Diagnostic) {
	if len(diags) > 0 {
		l.AddText(name, l.textOf(name, src), diags)
	}
}

// AddText is [Log.Add] for a source that may be large.
func (l *Log) AddText(name, src string, diags hcl.Diagnostics) {
	last := len(l.entries) - 1
	switch {
	case len(diags) == 0:
	case last >= 0 && l.entries[last].name == name && l.entries[last].src == src:
		l.entries[last].diags = append(l.entries[last].diags, diags...)
	default:
		l.entries = append(l.entries, entry{name, src, slices.Clone(diags)})
	}
}

// Take writes a text to Out without copying it; the text must not change afterwards.
func (l *Log) Take(text []byte) {
	if l.Out.Len() > 0 {
		l.Out.Write(text)
		return
	}
	l.Out = *bytes.NewBuffer(text)
}

// Append adds the diagnostics of another log.
func (l *Log) Append(other *Log) { l.entries = append(l.entries, other.entries...) }

// AddWith records diagnostics on several files, whose sources are given by name.
func (l *Log) AddWith(sources map[string][]byte, diags ...*hcl.Diagnostic) {
	file := func(diag *hcl.Diagnostic) string {
		if diag.Subject == nil {
			return ""
		}
		return diag.Subject.Filename
	}
	for first := 0; first < len(diags); {
		name, end := file(diags[first]), first+1
		for end < len(diags) && file(diags[end]) == name {
			end++
		}
		l.Add(name, sources[name], diags[first:end]...)
		first = end
	}
}

// Print prints the output and the diagnostics, and returns an exit status.
func (l *Log) Print(r *Report) int {
	for _, e := range l.entries {
		r.add(e.name, e.src, e.diags)
	}
	if _, err := r.Out.Write(l.Out.Bytes()); err != nil {
		r.Add("", nil, Errorf("Cannot write to standard output", "%s.", Reason(err)))
		return command.StatusError
	}
	return 0
}

// Reason returns the text of an error without the operation and path of package os, and without the
// full stop of Windows.
func Reason(err error) string {
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return strings.TrimSuffix(err.Error(), ".")
}

// PathReason returns the text of an error with its path.
func PathReason(err error) string {
	if partial := (*atomic.PartialError)(nil); errors.As(err, &partial) {
		return partial.Error()
	}
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return pathErr.Path + ": " + Reason(pathErr)
	}
	if linkErr := (*os.LinkError)(nil); errors.As(err, &linkErr) {
		return linkErr.New + ": " + Reason(linkErr.Err)
	}
	return err.Error()
}
