package report

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	wordwrap "github.com/mitchellh/go-wordwrap"
	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/text/width"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// The limits of a diagnostic. Without a terminal, a line has at most lineLimit bytes.
const (
	snippetBefore = 2 // lines of the context before the subject
	snippetLines  = 4
	lineLimit     = 160
	wordLimit     = 200
	lineOfDetail  = 4000
)

const ellipsis = "…"

// writeText writes a diagnostic in the format of Terraform. hcl.NewDiagnosticTextWriter reads the source from its
// start for each diagnostic (about 0.1 s per MB) and prints each line completely, which is too much for a large
// file, or a file with one long line of JSON. block is the enclosing block, or "". Without src, the snippet is
// omitted; name is the file of a diagnostic without a range.
func writeText(w io.Writer, name string, diag *hcl.Diagnostic, src, block string, width uint, color bool) error {
	var b bytes.Buffer
	severity, start, end := "Error", Red, Reset
	if diag.Severity == hcl.DiagWarning {
		severity, start = "Warning", Yellow
	}
	if !color {
		start, end = "", ""
	}
	fmt.Fprintf(&b, "%s%s%s: %s\n\n", start, severity, end, diag.Summary)
	if diag.Subject != nil {
		at := diag.Subject.Start
		fmt.Fprintf(&b, "  on %s line %d, column %d", Printable([]byte(diag.Subject.Filename)), at.Line, at.Column)
		if block != "" {
			fmt.Fprintf(&b, ", in %s", Printable([]byte(shortened(block))))
		}
		b.WriteString(":\n")
		if src != "" {
			limit := lineLimit
			if width > 0 {
				limit = max(int(width)-len("   1: ")-2*len("x"), 20)
			}
			writeSnippet(&b, diag, src, limit, start, end)
		}
		b.WriteByte('\n')
	} else if name != "" {
		fmt.Fprintf(&b, "  on %s:\n\n", Printable([]byte(name)))
	}
	if diag.Detail != "" {
		detail := PrintableLines(shortened(diag.Detail))
		if width != 0 {
			detail = wordwrap.WrapString(detail, width)
		}
		fmt.Fprintf(&b, "%s\n\n", detail)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeSnippet writes the source lines of a diagnostic, with carets below the part of the subject in its first
// line. start and end are the color of the carets.
func writeSnippet(b *bytes.Buffer, diag *hcl.Diagnostic, src string, limit int, start, end string) {
	subject, whole := *diag.Subject, *diag.Subject
	if diag.Context != nil {
		whole = hcl.RangeOver(subject, *diag.Context)
	}
	at := min(max(subject.Start.Byte, 0), len(src))
	first := strings.LastIndexByte(src[:at], '\n') + 1
	from, number := first, subject.Start.Line
	for n := 0; n < snippetBefore && from > max(whole.Start.Byte, 0); n++ {
		from = strings.LastIndexByte(src[:from-1], '\n') + 1
		number--
	}
	for n := 0; n < snippetLines; n++ {
		text, _, more := strings.Cut(src[from:], "\n")
		next := from + len(text) + 1
		text = strings.TrimSuffix(text, "\r")
		marked := 0
		if from == first {
			marked = min(at-first, len(text))
		}
		low, high := window(text, marked, limit)
		before, after := "", ""
		if low > 0 {
			before = ellipsis
		}
		if high < len(text) {
			after = ellipsis
		}
		fmt.Fprintf(b, "%4d: %s%s%s\n", number, before, PrintableLines(text[low:high]), after)
		if from == first {
			last := min(max(subject.End.Byte-first, marked), high)
			fmt.Fprintf(b, "      %s%s%s%s\n", blanks(before+text[low:marked]), start,
				strings.Repeat("^", max(columns(text[marked:last]), 1)), end)
		}
		if from, number = next, number+1; !more || from >= whole.End.Byte {
			return
		}
	}
}

// window returns the part of a line of at most about limit bytes around an offset.
func window(text string, at, limit int) (low, high int) {
	if len(text) <= limit {
		return 0, len(text)
	}
	high = min(max(at-limit/3, 0)+limit, len(text))
	low = high - limit
	for low > 0 && !utf8.RuneStart(text[low]) {
		low--
	}
	for high < len(text) && !utf8.RuneStart(text[high]) {
		high++
	}
	return min(low, at), high
}

// blanks returns spaces of the width of a text, and its tabs.
func blanks(text string) string {
	var b strings.Builder
	for _, char := range text {
		if char == '\t' {
			b.WriteRune(char)
		} else {
			b.WriteString(strings.Repeat(" ", columns(string(char))))
		}
	}
	return b.String()
}

// columns returns the width of a text on a terminal. A tab counts as one column.
func columns(text string) (n int) {
	for _, char := range text {
		switch kind := width.LookupRune(char).Kind(); {
		case unicode.In(char, unicode.Mn, unicode.Me):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// longWord matches a word that is cut.
var longWord = regexp.MustCompile(fmt.Sprintf(`\S{%d,}`, wordLimit+1))

// shortened returns a text without the middle of its long words, and without the end of its very long lines.
func shortened(text string) string {
	text = longWord.ReplaceAllStringFunc(text, func(word string) string {
		return word[:runeStart(word, wordLimit/2)] + ellipsis + word[runeStart(word, len(word)-wordLimit/4):]
	})
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if len(line) > lineOfDetail {
			lines[i] = line[:runeStart(line, lineOfDetail)] + ellipsis
		}
	}
	return strings.Join(lines, "\n")
}

// runeStart returns the start of the character at an offset.
func runeStart(text string, offset int) int {
	for offset > 0 && !utf8.RuneStart(text[offset]) {
		offset--
	}
	return offset
}

// Printable returns a text without characters that control the terminal.
func Printable(text []byte) []byte { return bytes.Map(visible, text) }

// PrintableLines is [Printable] for several lines.
func PrintableLines(text string) string {
	return strings.Map(func(char rune) rune {
		if char == '\n' {
			return char
		}
		return visible(char)
	}, text)
}

func visible(char rune) rune {
	if isInvisible(char) && char != '\t' {
		return utf8.RuneError
	}
	return char
}

// isInvisible reports whether a character controls the terminal, ends a line, or changes the direction of
// text.
func isInvisible(char rune) bool {
	return unicode.IsControl(char) || unicode.In(char, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}

// escapeJSON escapes the invisible characters in strings of JSON that encoding/json does not escape.
func escapeJSON(text []byte) []byte {
	if !bytes.ContainsFunc(text, isHidden) {
		return text
	}
	var b bytes.Buffer
	for _, char := range string(text) {
		if isHidden(char) {
			fmt.Fprintf(&b, "\\u%04x", char)
		} else {
			b.WriteRune(char)
		}
	}
	return b.Bytes()
}

// isHidden reports whether a character is invisible and not a part of the layout of JSON.
func isHidden(char rune) bool { return char >= 0x7f && isInvisible(char) }

// The escape sequences for a terminal.
const (
	Reset  = "\x1b[0m"
	Bold   = "\x1b[1m"
	Red    = "\x1b[31m"
	Green  = "\x1b[32m"
	Yellow = "\x1b[33m"
	Cyan   = "\x1b[36m"
)

// UseColor reports whether the output of a stream has color. The option of the user has priority,
// then https://no-color.org, then https://force-color.org and https://bixense.com/clicolors, then
// the kind of the stream.
func UseColor(when string, stream any, getenv func(string) string) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	if getenv("NO_COLOR") != "" {
		return false
	}
	for _, name := range []string{"FORCE_COLOR", "CLICOLOR_FORCE"} {
		switch getenv(name) {
		case "":
		case "0", "false":
			return false
		default:
			return true
		}
	}
	return getenv("TERM") != "dumb" && command.IsTerminal(stream)
}

// WriteDiff prints the change of a file as a unified diff.
func WriteDiff(out *bytes.Buffer, path string, before []byte, exists bool, after []byte, color bool) {
	name := filepath.ToSlash(path)
	oldName := name + ".orig"
	if !exists {
		oldName = "/dev/null"
	}
	text := diff.Diff(oldName, before, name, after)
	if color {
		text = colorDiff(text)
	}
	out.Write(text)
}

func colorDiff(text []byte) []byte {
	var out bytes.Buffer
	inHeader := true
	for line := range bytes.Lines(text) {
		line, newline := bytes.CutSuffix(line, []byte{'\n'})
		color := ""
		switch {
		case bytes.HasPrefix(line, []byte("@@")):
			inHeader = false
			color = Cyan
		case inHeader:
			color = Bold
		case bytes.HasPrefix(line, []byte("-")):
			color = Red
		case bytes.HasPrefix(line, []byte("+")):
			color = Green
		}
		out.WriteString(color)
		out.Write(line)
		if color != "" {
			out.WriteString(Reset)
		}
		if newline {
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}
