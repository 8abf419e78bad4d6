package report

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	wordwrap "github.com/mitchellh/go-wordwrap"
	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/term"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// The limits of a snippet, in bytes.
const (
	snippetBefore = 200
	snippetAfter  = 1000
)

const ellipsis = "…"

// writeText writes a diagnostic in the format of hcl.NewDiagnosticTextWriter, as Terraform does. That
// writer reads the source from its start for each diagnostic (about 0.1 s per MB) and
// prints each line completely, which is too much for a large file, or a file with one long line of
// JSON. Without src, the snippet is omitted; name is the file of a diagnostic without a range.
func writeText(w io.Writer, name string, diag *hcl.Diagnostic, src string, width uint, color bool) error {
	var b bytes.Buffer
	severity, start, end := "Error", "", ""
	if diag.Severity == hcl.DiagWarning {
		severity = "Warning"
	}
	if color {
		start, end = Red, Reset
		if diag.Severity == hcl.DiagWarning {
			start = Yellow
		}
	}
	fmt.Fprintf(&b, "%s%s%s: %s\n\n", start, severity, end, diag.Summary)
	if diag.Subject != nil {
		at := diag.Subject.Start
		fmt.Fprintf(&b, "  on %s line %d, column %d:\n", Printable([]byte(diag.Subject.Filename)), at.Line, at.Column)
		if src != "" {
			writeSnippet(&b, diag, src, color)
		}
		b.WriteByte('\n')
	} else if name != "" {
		fmt.Fprintf(&b, "  on %s:\n\n", Printable([]byte(name)))
	}
	if diag.Detail != "" {
		detail := PrintableLines(diag.Detail)
		if width != 0 {
			detail = wordwrap.WrapString(detail, width)
		}
		fmt.Fprintf(&b, "%s\n\n", detail)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeSnippet writes the source lines of a diagnostic, with the subject marked if there is color.
func writeSnippet(b *bytes.Buffer, diag *hcl.Diagnostic, src string, color bool) {
	subject := *diag.Subject
	whole := subject
	if diag.Context != nil {
		whole = hcl.RangeOver(subject, *diag.Context)
	}
	limit := func(offset int) int { return min(max(offset, 0), len(src)) }

	// A line can be the whole file, and have thousands of errors.
	at := limit(subject.Start.Byte)
	from, cutBefore := lineStart(src, limit(whole.Start.Byte), max(at-snippetBefore, 0))
	to, cutAfter := lineEnd(src, limit(max(whole.End.Byte, whole.Start.Byte)), limit(at+snippetAfter))

	number := subject.Start.Line - strings.Count(src[from:at], "\n")
	for offset := from; ; number++ {
		text, _, more := strings.Cut(src[offset:to], "\n")
		next := offset + len(text) + 1
		text = strings.TrimSuffix(text, "\r")
		fmt.Fprintf(b, "%4d: ", number)
		if cutBefore && offset == from {
			b.WriteString(ellipsis)
		}
		markStart := min(max(subject.Start.Byte-offset, 0), len(text))
		markEnd := min(max(subject.End.Byte-offset, markStart), len(text))
		if color && markEnd > markStart {
			b.WriteString(PrintableLines(text[:markStart]))
			b.WriteString(Mark)
			b.WriteString(PrintableLines(text[markStart:markEnd]))
			b.WriteString(Reset)
			b.WriteString(PrintableLines(text[markEnd:]))
		} else {
			b.WriteString(PrintableLines(text))
		}
		if !more && cutAfter {
			b.WriteString(ellipsis)
		}
		b.WriteByte('\n')
		if !more {
			return
		}
		offset = next
	}
}

// lineStart returns the start of the line of an offset, but at least lower; cut is true if the result
// is lower.
func lineStart(src string, offset, lower int) (start int, cut bool) {
	if i := strings.LastIndexByte(src[lower:max(offset, lower)], '\n'); i >= 0 {
		return lower + i + 1, false
	}
	for lower > 0 && !utf8.RuneStart(src[lower]) {
		lower--
	}
	return lower, lower > 0 && (offset < lower || src[lower-1] != '\n')
}

// lineEnd returns the end of the line of an offset, but at most upper; cut is true if the result is
// upper.
func lineEnd(src string, offset, upper int) (end int, cut bool) {
	if i := strings.IndexByte(src[min(offset, upper):upper], '\n'); i >= 0 {
		return offset + i, false
	}
	for upper < len(src) && !utf8.RuneStart(src[upper]) {
		upper++
	}
	return upper, upper < len(src) && (offset > upper || src[upper] != '\n')
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
	Mark   = "\x1b[1;4m"
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

// terminalWidth returns the width of a terminal, or 0 for another stream.
func terminalWidth(stream any) uint {
	file, ok := stream.(interface{ Fd() uintptr })
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width < 0 {
		return 0
	}
	return uint(width)
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
