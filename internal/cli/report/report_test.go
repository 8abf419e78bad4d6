package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/diagnostic"
)

// render reports one error on src, from the start of one substring to the end
// of another, as text.
func render(src, first, last string) string {
	start := strings.Index(src, first)
	end := strings.Index(src, last) + len(last)
	var out bytes.Buffer
	r := New(Options{}, command.Streams{Err: &out, Getenv: func(string) string { return "" }})
	diag := Errorf("Summary", "Detail.")
	diag.Subject = diagnostic.RangeAt("x.tf", []byte(src), start, end)
	r.color = true // marks the place
	r.Add("x.tf", []byte(src), diag)
	return out.String()
}

func TestSnippet(t *testing.T) {
	long := strings.Repeat("é", 5000)
	for _, test := range []struct{ name, src, first, last, want string }{
		{"first line", "a = b\nc = d\n", "b", "b",
			"line 1, column 5:\n   1: a = \x1b[1;4mb\x1b[0m\n\n"},
		{"last line without a newline", "a = b\nc = d", "d", "d",
			"line 2, column 5:\n   2: c = \x1b[1;4md\x1b[0m\n\n"},
		{"two lines", "a = b\nc = [\nd]\ne = f\n", "[", "]",
			"line 2, column 5:\n   2: c = \x1b[1;4m[\x1b[0m\n   3: \x1b[1;4md]\x1b[0m\n\n"},
		{"long line", "\n" + long + "X" + long + "\n", "X", "X",
			"line 2, column 5001:\n   2: …" + long[:snippetBefore] + "\x1b[1;4mX\x1b[0m" + long[:snippetAfter] + "…\n\n"},
		{"carriage returns and control characters", "a = b\r\nc = \x1b[2Jd\te\x00\xff\r\n", "\x1b", "d",
			"line 2, column 5:\n   2: c = \x1b[1;4m\ufffd[2Jd\x1b[0m\te\ufffd\ufffd\n\n"},
		{"many lines", "a\n" + strings.Repeat("123456789\n", 1000) + "X\n" + strings.Repeat("abcdefghi\n", 1000), "X", "X",
			"line 1002, column 1:\n1002: \x1b[1;4mX\x1b[0m\n\n"},
	} {
		got := render(test.src, test.first, test.last)
		if !strings.Contains(got, test.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", test.name, got, test.want)
		}
	}

	everything := strings.Repeat("0123456789\n", 1000)
	if got := render(everything, "0", everything); strings.Count(got, "0123456789") > snippetAfter/10 {
		t.Errorf("a large place is shown with %d bytes", len(got))
	}
}

// A place beyond the source is a bug in the converter, but no reason to fail.
func TestSnippetOutside(t *testing.T) {
	diag := Errorf("Summary", "Detail.")
	diag.Subject = &hcl.Range{
		Filename: "x.tf",
		Start:    hcl.Pos{Line: 3, Column: 1, Byte: 30},
		End:      hcl.Pos{Line: 3, Column: 2, Byte: 31},
	}
	for _, src := range []string{"", "a", "a\nb\n"} {
		if err := writeText(io.Discard, "a.tf", diag, []byte(src), 0, true); err != nil {
			t.Error(err)
		}
	}
}

// Neither does that of a directory while its schemas are read.
func TestWhatTakesLongIsPrintable(t *testing.T) {
	if got, want := string(visibleLine("in %s", "a\x1b[2J\n")), "in a\ufffd[2J\ufffd\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The name of a file does not control the terminal, wherever it is said.
func TestNamesInText(t *testing.T) {
	const name = "\x1b]0;x\a\u009b"
	var out bytes.Buffer
	r := New(Options{}, command.Streams{Err: &out, Getenv: func(string) string { return "" }})
	r.Add(name, nil, Errorf("Summary", "First %s.\n\tSecond.", name))
	r.Recovered(Recovery{Dir: name})
	r.Note("Note on %s.", name)
	if got := out.String(); strings.ContainsAny(got, "\x1b\a\u009b") || !strings.Contains(got, ".\n\tSecond.") {
		t.Errorf("got %q", got)
	}
}

// Each of many warnings on a large file shows its line.
func TestManyDiagnostics(t *testing.T) {
	var src bytes.Buffer
	for i := range 200_000 {
		fmt.Fprintf(&src, "  attribute_%d = \"a value of some length\"\n", i)
	}
	var out bytes.Buffer
	r := New(Options{}, command.Streams{Err: &out, Getenv: func(string) string { return "" }})
	var diags hcl.Diagnostics
	for i := range 100 {
		diag := Errorf("Summary", "Detail %d.", i)
		diag.Severity = hcl.DiagWarning
		at := bytes.Index(src.Bytes(), fmt.Appendf(nil, "attribute_%d ", i*1999))
		diag.Subject = diagnostic.RangeAt("x.tf", src.Bytes(), at, at+9)
		diags = append(diags, diag)
	}
	r.Add("x.tf", src.Bytes(), diags...)
	if strings.Count(out.String(), "attribute_") != len(diags) {
		t.Error("not every warning shows its line")
	}
}
