package roundtrip

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	files "github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

// converter contains the two conversions under test.
type converter struct {
	toJSON, toHCL convertFunc
}

type convertFunc = func(
	src []byte, filename string, dialect *schema.Dialect, opts convert.Options,
) ([]byte, hcl.Diagnostics)

// of returns the conversion that reads a source.
func (c converter) of(source equivalent.Source) convertFunc {
	if source.JSON {
		return c.toHCL
	}
	return c.toJSON
}

// ofTheFile is the step of problems of the source file itself.
const ofTheFile = "the file itself"

var formNames = map[convert.Form]string{convert.General: "general", convert.Compact: "compact"}

type checker struct {
	converter
	dialect *schema.Dialect
	source  equivalent.Source
	// original is the source, read by the equivalence check.
	original    *equivalent.Baseline
	counterpart string
	forms       []convert.Form
	forTools    bool
	// checked contains the checked texts.
	checked map[string]bool
	// reported contains the diagnostics of the result.
	reported map[string]bool
	result   Result
}

func check(filename string, src []byte, file dialects.File, opts Options, conv converter) Result {
	c := &checker{
		converter: conv,
		dialect:   file.Dialect,
		forms:     opts.Forms,
		checked:   map[string]bool{},
		reported:  map[string]bool{},
		result:    Result{Filename: filename},
	}
	if len(c.forms) == 0 {
		c.forms = []convert.Form{convert.General, convert.Compact}
	}
	c.source = equivalent.Source{
		Bytes: src, Filename: filename, JSON: file.JSON, Override: files.IsOverride(filename),
	}
	c.counterpart = file.Counterpart
	c.forTools = opts.ForTools && !c.source.JSON
	if languages.Missing(file.Dialect) {
		c.report(Unreadable, ofTheFile, hcl.Diagnostics{problemAt(c.source, 0, "Unknown file", languages.NoDialect)})
		return c.result
	}
	if !c.read() {
		return c.result
	}
	if opts.Strict {
		c.guesses()
	}
	if c.source.JSON {
		c.fromJSON()
	} else {
		c.fromNative()
	}
	return c.result
}

// read reports whether hashicorp/hcl reads the file. A comparison of the file with itself shows
// whether it follows the rules of its language.
func (c *checker) read() bool {
	c.original = equivalent.Read([]equivalent.Source{c.source}, c.dialect, equivalent.Options{Comments: true})
	found := c.compare(c.source)
	if found.Verdict() != equivalent.Unknown {
		c.differences(ofTheFile, found, c.source)
		c.result.Outside = append(c.result.Outside, found.Diagnostics...)
		return true
	}
	rejected := c.source.JSON
	if diags := c.original.Diagnostics(); diags.HasErrors() {
		rejected, found = true, equivalent.Result{Diagnostics: diags}
	}
	c.report(Unreadable, ofTheFile, found.Messages(), c.source)
	if rejected {
		_, diags := c.of(c.source)(c.source.Bytes, c.source.Filename, c.dialect, convert.Options{})
		c.result.Rejected, c.result.Accepted = true, !diags.HasErrors()
	}
	return false
}

// guesses converts the file with Strict, and reports the guesses. Guesses as errors would end the
// check at the first one.
func (c *checker) guesses() {
	run := c.of(c.source)
	_, lax := run(c.source.Bytes, c.source.Filename, c.dialect, convert.Options{})
	if lax.HasErrors() {
		return
	}
	_, diags := run(c.source.Bytes, c.source.Filename, c.dialect, convert.Options{Strict: true})
	c.report(Guess, ofTheFile, diags, c.source)
}

func (c *checker) fromNative() {
	for _, form := range c.forms {
		step := fmt.Sprintf("to JSON in %s form", formNames[form])
		json, ok := c.convert(step, c.source, c.counterpart, form)
		if !ok {
			continue
		}
		c.checkText(step, json)

		step += " and back"
		native, ok := c.convert(step, json, c.source.Filename+" (back)", form)
		if !ok {
			continue
		}
		c.checkText(step, native)
		c.second(step, native, form)
	}
}

// second repeats the round trip. The first JSON may contain expressions in the layout of the source;
// from the first native text on, nothing may change.
func (c *checker) second(step string, native equivalent.Source, form convert.Form) {
	step += ", twice"
	json, ok := c.convert(step, native, c.counterpart+" (second)", form)
	if !ok {
		return
	}
	nativeAgain, ok := c.convert(step, json, c.source.Filename+" (back again)", form)
	if !ok {
		return
	}
	c.sameText(step, native, nativeAgain)
	if jsonAgain, ok := c.convert(step, nativeAgain, c.counterpart+" (third)", form); ok {
		c.sameText(step, json, jsonAgain)
	}
}

func (c *checker) fromJSON() {
	const first = "to native syntax"
	native, ok := c.convert(first, c.source, c.counterpart, convert.General)
	if !ok {
		return
	}
	c.checkText(first, native)
	for _, form := range c.forms {
		step := fmt.Sprintf("%s and back to JSON in %s form", first, formNames[form])
		json, ok := c.convert(step, native, c.source.Filename+" (back)", form)
		if !ok {
			continue
		}
		c.checkText(step, json)

		step += ", twice"
		if nativeAgain, ok := c.convert(step, json, c.counterpart+" (again)", form); ok {
			c.sameText(step, native, nativeAgain)
		}
	}
}

// convert makes one step.
func (c *checker) convert(
	step string, from equivalent.Source, name string, form convert.Form,
) (equivalent.Source, bool) {
	text, diags := c.of(from)(from.Bytes, from.Filename, c.dialect, convert.Options{Form: form, ForTools: c.forTools})
	for _, diag := range diags {
		if diag.Severity == hcl.DiagWarning && c.isNew(diag) {
			c.result.Warnings = append(c.result.Warnings, diag)
		}
	}
	if text == nil && !diags.HasErrors() {
		diags = append(diags, problemAt(from, 0, "No result", "The converter gives neither a result nor an error."))
	}
	c.report(Refused, step, diags, from)
	result := equivalent.Source{Bytes: text, Filename: name, JSON: !from.JSON, ForTools: c.forTools}
	return result, !diags.HasErrors()
}

// checkText checks a converted text once: the text itself, and its equivalence with the file.
func (c *checker) checkText(step string, text equivalent.Source) {
	// No text is valid in both syntaxes.
	if c.checked[string(text.Bytes)] {
		return
	}
	c.checked[string(text.Bytes)] = true
	if text.JSON {
		if offset, reason := invalidJSON(text.Bytes); reason != "" {
			c.report(Invalid, step, hcl.Diagnostics{problemAt(text, offset, "Invalid JSON", reason)}, text)
			return
		}
	} else if !isFormatted(text.Bytes) {
		if formatted := upstream.Format(text.Bytes); !bytes.Equal(formatted, text.Bytes) {
			offset, change := firstChange(text.Bytes, formatted)
			layout := problemAt(text, offset, "Unusual layout", "hashicorp/hcl formats this differently: "+change)
			c.report(Unformatted, step, hcl.Diagnostics{layout}, text)
		}
	}
	// A text that equals the file needs no further check.
	if text.JSON != c.source.JSON || !bytes.Equal(text.Bytes, c.source.Bytes) {
		c.differences(step, c.compare(text), text)
	}
}

// formatSize is the number of bytes that are formatted at a time: the tokens of a text need thirty
// times its memory.
const formatSize = 64 << 10

// isFormatted reports whether a text has the format of hashicorp/hcl. It formats a large text in
// pieces that end with a root block and an empty line, which end all alignment. It may return false
// for a formatted text with such a line in a heredoc.
func isFormatted(text []byte) bool {
	blockEnd := []byte("\n}\n\n")
	for len(text) > 0 {
		next := min(len(text), formatSize)
		if end := bytes.Index(text[next:], blockEnd); end >= 0 {
			next += end + len(blockEnd)
		} else {
			next = len(text)
		}
		if !bytes.Equal(upstream.Format(text[:next]), text[:next]) {
			return false
		}
		text = text[next:]
	}
	return true
}

func (c *checker) compare(text equivalent.Source) equivalent.Result {
	return c.original.Compare([]equivalent.Source{text})
}

// differences reports the differences of a comparison, and the errors that prevent a decision.
func (c *checker) differences(step string, found equivalent.Result, text equivalent.Source) {
	var kinds [len(kindNames)]hcl.Diagnostics
	kinds[Invalid] = found.Diagnostics
	for _, difference := range found.Differences {
		kind := Different
		if difference.Comment {
			kind = Comments
		}
		kinds[kind] = append(kinds[kind], difference.Diagnostic())
	}
	for kind, diags := range kinds {
		c.report(Kind(kind), step, diags, text)
	}
}

func (c *checker) sameText(step string, want, got equivalent.Source) {
	if bytes.Equal(want.Bytes, got.Bytes) {
		return
	}
	offset, change := firstChange(got.Bytes, want.Bytes)
	unstable := problemAt(got, offset, "Text not stable", "The previous round trip gave a different text: "+change)
	c.report(Unstable, step, hcl.Diagnostics{unstable}, got)
}

// report adds the new errors of diags to the result. files are the texts of their ranges in addition
// to the source.
func (c *checker) report(kind Kind, step string, diags hcl.Diagnostics, files ...equivalent.Source) {
	p := Problem{Kind: kind, Step: step, Files: map[string]*hcl.File{}}
	for _, diag := range diags {
		if diag.Severity == hcl.DiagError && c.isNew(diag) {
			p.Diagnostics = append(p.Diagnostics, diag)
		}
	}
	if len(p.Diagnostics) == 0 {
		return
	}
	for _, file := range append(files, c.source) {
		p.Files[file.Filename] = &hcl.File{Bytes: file.Bytes}
	}
	c.result.Problems = append(c.result.Problems, p)
}

// isNew reports whether a diagnostic is the first of its kind. Differences are equal if they are
// equal on the side of the source.
func (c *checker) isNew(diag *hcl.Diagnostic) bool {
	key := fmt.Sprint(diag.Severity, diag)
	if difference, ok := diag.Extra.(equivalent.Difference); ok {
		key = fmt.Sprintf("%s %q %v %q", diag.Summary, difference.Path, difference.A, difference.B.Value)
	}
	if c.reported[key] {
		return false
	}
	c.reported[key] = true
	return true
}

// problemAt returns an error at an offset of a text.
func problemAt(text equivalent.Source, offset int, summary, detail string) *hcl.Diagnostic {
	start := reading.Position(text.Bytes, offset)
	return diagnostic.ErrorAt(hcl.Range{Filename: text.Filename, Start: start, End: start}, summary, "%s", detail)
}

// firstChange returns the offset of the first difference between a text and another, and its
// description.
func firstChange(text, other []byte) (offset int, change string) {
	lines, others := slices.Collect(bytes.Lines(text)), slices.Collect(bytes.Lines(other))
	i := 0
	for i < min(len(lines), len(others)) && bytes.Equal(lines[i], others[i]) {
		offset += len(lines[i])
		i++
	}
	line, otherLine := []rune(lineAt(lines, i)), []rune(lineAt(others, i))
	same := 0
	for same < min(len(line), len(otherLine)) && line[same] == otherLine[same] {
		same++
	}
	offset += len(string(line[:same]))
	quote := func(line []rune) string {
		if len(line) == 0 {
			return "nothing"
		}
		return fmt.Sprintf("%q", clip(string(line), same))
	}
	return offset, fmt.Sprintf("%s instead of %s.", quote(otherLine), quote(line))
}

func lineAt(lines [][]byte, i int) string {
	if i >= len(lines) {
		return ""
	}
	return string(lines[i])
}

// maxShown is the number of diagnostics that String describes completely.
const maxShown = 5

// String describes the problems, with their source lines.
func (r Result) String() string {
	if r.Equal() {
		return r.Filename + " survives the round trip"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s does not survive the round trip\n", r.Filename)
	shown, rest := 0, 0
	for _, p := range r.Problems {
		for _, diag := range p.Diagnostics {
			if shown == maxShown {
				rest++
				continue
			}
			shown++
			fmt.Fprintf(&b, "\n%s, %s: %s\n", p.Kind, p.Step, diag.Summary)
			p.describe(&b, diag)
		}
	}
	if rest > 0 {
		fmt.Fprintf(&b, "\nand %d more\n", rest)
	}
	for i, diag := range r.Outside {
		if i == 0 {
			b.WriteString("\nThe file does not follow the rules of its language:\n")
		}
		if i == maxShown {
			fmt.Fprintf(&b, "    and %d more\n", len(r.Outside)-i)
			break
		}
		fmt.Fprintf(&b, "    %s\n", diag.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (p Problem) describe(b *strings.Builder, diag *hcl.Diagnostic) {
	difference, ok := diag.Extra.(equivalent.Difference)
	if !ok {
		detail := strings.ReplaceAll(diag.Detail, "\n\n", "\n")
		fmt.Fprintf(b, "    %s\n", strings.ReplaceAll(detail, "\n", "\n    "))
		if diag.Subject != nil {
			p.excerpt(b, *diag.Subject, "")
		}
		return
	}
	if len(difference.Path) > 0 {
		fmt.Fprintf(b, "    %s\n", difference.Place())
	}
	for _, side := range []equivalent.Side{difference.A, difference.B} {
		value := side.Value
		if value == "" {
			value = "nothing"
		}
		p.excerpt(b, side.Range, value)
	}
}

// excerpt writes a range, its value and its source lines.
func (p Problem) excerpt(b *strings.Builder, rng hcl.Range, value string) {
	fmt.Fprintf(b, "    %s:%d:%d:", rng.Filename, rng.Start.Line, rng.Start.Column)
	if value != "" {
		b.WriteString(" " + strings.ReplaceAll(value, "\n", "\n        "))
	}
	b.WriteString("\n")
	file := p.Files[rng.Filename]
	if file == nil {
		return
	}
	lines := bytes.Split(file.Bytes, []byte{'\n'})
	for n := max(rng.Start.Line-1, 1); n <= min(rng.Start.Line+1, len(lines)); n++ {
		line := strings.TrimRight(string(lines[n-1]), "\r")
		if n == len(lines) && line == "" {
			break
		}
		mark, at := ' ', 0
		if n == rng.Start.Line {
			mark, at = '>', rng.Start.Column-1
		}
		fmt.Fprintf(b, "      %c %3d | %s\n", mark, n, strings.ReplaceAll(clip(line, at), "\t", "    "))
	}
}

// clip returns the part of a long line near a character.
func clip(line string, at int) string {
	const before, after = 40, 80
	if utf8.RuneCountInString(line) <= before+after {
		return line
	}
	runes := []rune(line)
	head, tail := "...", "..."
	start := min(at, len(runes)) - before
	if start <= 0 {
		start, head = 0, ""
	}
	end := start + before + after
	if end >= len(runes) {
		end, tail = len(runes), ""
	}
	return head + string(runes[start:end]) + tail
}

// invalidJSON returns the reason why src is not a JSON value with unique names in each object, and
// its offset. The reason is empty for valid JSON.
func invalidJSON(src []byte) (offset int, reason string) {
	var value json.RawMessage
	if err := json.Unmarshal(src, &value); err != nil {
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			offset = int(syntax.Offset)
		}
		return offset, err.Error()
	}
	tree, diags := jsontree.Parse(src, "")
	if diags.HasErrors() {
		return diags[0].Subject.Start.Byte, diags[0].Detail
	}
	return repeatedName(tree)
}

// repeatedName returns a name that occurs twice in an object of a value, and its offset.
func repeatedName(v *jsontree.Value) (offset int, reason string) {
	for m := range v.RepeatedMembers() {
		return m.NameEnd, fmt.Sprintf("An object has the name %q twice.", m.Name)
	}
	for i := 0; i < v.Len() && reason == ""; i++ {
		_, part := v.Part(i)
		offset, reason = repeatedName(part)
	}
	return offset, reason
}
