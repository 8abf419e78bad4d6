package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// render reports one warning on src, from the start of one substring to the end
// of another, as text.
func render(src, first, last string) string {
	start := strings.Index(src, first)
	end := strings.Index(src, last) + len(last)
	var out bytes.Buffer
	r := New(Options{}, command.Streams{Err: &out, Getenv: func(string) string { return "" }})
	diag := Warningf("Summary", "Detail.")
	diag.Subject = diagnostic.RangeAt("x.tf", []byte(src), start, end)
	r.Add("x.tf", []byte(src), diag)
	return out.String()
}

func TestSnippet(t *testing.T) {
	long := strings.Repeat("é", 5000)
	for _, test := range []struct{ name, src, first, last, want string }{
		{"first line", "a = b\nc = d\n", "b", "b", "line 1, column 5:\n   1: a = b\n          ^\n\n"},
		{"last line without a newline", "a = b\nc = d", "d", "d", "line 2, column 5:\n   2: c = d\n          ^\n\n"},
		{"a newline", "a = 1 +\nc = 1\n", "\n", "\n", "line 1, column 8:\n   1: a = 1 +\n             ^\n\n"},
		{"two lines", "a = b\nc = [d,\nd]\ne = f\n", "[", "]",
			"line 2, column 5:\n   2: c = [d,\n          ^^^\n   3: d]\n\n"},
		{"tabs and wide characters", "\t日本 = b\n", "b", "b", "\n   1: \t日本 = b\n      \t       ^\n\n"},
		{"wide and combining characters", "a = 日e\u0301x\n", "日", "e\u0301", "\n          ^^^\n\n"},
		{"long line", "\n" + long + "XY" + long + "\n", "X", "Y",
			"line 2, column 5001:\n   2: …" + long[:54] + "XY" + long[:106] + "…\n" + strings.Repeat(" ", 6+1+27) + "^^\n\n"},
		{"carriage returns and control characters", "a = b\r\nc = \x1b[2Jd\te\x00\xff\r\n", "\x1b", "d",
			"line 2, column 5:\n   2: c = \ufffd[2Jd\te\ufffd\ufffd\n          ^^^^^\n\n"},
		{"many lines", "a\n" + strings.Repeat("123456789\n", 1000) + "X\n" + strings.Repeat("abcdefghi\n", 1000), "X", "X",
			"line 1002, column 1:\n1002: X\n      ^\n\n"},
		{"native block", "resource \"x\" \"y\" {\n  a = 1\n}\n", "a", "a", "line 2, column 3, in resource \"x\" \"y\":\n"},
		{"JSON", `{"resource": {"x": [{"y": {"a": {"b": 1}}}]}}`, "1", "1", ", in resource.x.y:\n"},
		{"long label", "a \"" + long + "\" {\n  b = 1\n}\n", "b", "b",
			"line 2, column 3, in a \"" + long[:98] + "…" + long[:50] + "\":\n"},
	} {
		got := render(test.src, test.first, test.last)
		if !strings.Contains(got, test.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", test.name, got, test.want)
		}
	}

	everything := strings.Repeat("0123456789\n", 1000)
	if got := render(everything, "0", everything); strings.Count(got, "0123456789") != snippetLines {
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
		if err := writeText(io.Discard, "a.tf", diag, src, "", 0, true); err != nil {
			t.Error(err)
		}
	}
}

// TestProgressIsPrintable checks that the directory name in a progress message contains no
// control characters.
func TestProgressIsPrintable(t *testing.T) {
	if got, want := string(visibleLine("in %s", "a\x1b[2J\n")), "in a\ufffd[2J\ufffd\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNamesInText checks that file names cannot control the terminal, in any message.
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

// onTerminal makes a report as a terminal would get it.
func onTerminal(opts Options) (*Report, *bytes.Buffer) {
	out := &bytes.Buffer{}
	r := New(opts, command.Streams{Err: out, Getenv: func(string) string { return "" }})
	r.terminal = true
	return r, out
}

// TestOutputByFormat checks that the output is text, a document or empty, by the format and the quiet
// options.
func TestOutputByFormat(t *testing.T) {
	say := func(opts Options) string {
		r, out := onTerminal(opts)
		warning := Warningf("Warned", "Once.")
		r.Add("a.tf", nil, warning, Errorf("Failed", "Twice."))
		r.Add("a.tf", nil, warning)
		r.Add("b.tf", nil, warning)
		r.Recovered(Recovery{Dir: "d", Sources: 2})
		r.Recovered(Recovery{Dir: "u", Temporary: 1})
		r.Note("A note.")
		r.NoteProgress("It takes long.")
		r.Summarize(Recovery{Dir: "s", Temporary: 3})
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	const recovered = "Removed sources with existing results from d: 2\n" +
		"Removed temporary files of an interrupted run from u: 1\n"
	const told = `{"severity":"error","summary":"Failed","detail":"Twice.","range":{"filename":"a.tf"}}`
	warned := func(name string) string {
		return `{"severity":"warning","summary":"Warned","detail":"Once.","range":{"filename":"` + name + `"}}`
	}
	const failed = "Error: Failed\n\n  on a.tf:\n\nTwice.\n\n"
	for name, test := range map[string]struct {
		opts Options
		want string
	}{
		"text": {Options{}, "Warning: Warned\n\n  on a.tf:\n\nOnce.\n\n" + failed +
			"Warning: Warned\n\n  on b.tf:\n\nOnce.\n\n" + recovered +
			"A note.\nIt takes long.\nRemoved temporary files of an interrupted run from s: 3"},
		"quiet": {Options{Quiet: true}, failed},
		"github": {Options{Format: GitHub}, "::warning file=a.tf,title=Warned::Once.\n" +
			"::error file=a.tf,title=Failed::Twice.\n::warning file=b.tf,title=Warned::Once.\n" + recovered +
			"A note.\nIt takes long.\nRemoved temporary files of an interrupted run from s: 3"},
		"json": {Options{Format: JSON}, `{"diagnostics":[` + warned("a.tf") + "," + told + "," + warned("b.tf") +
			`],"summary":{"dir":"s","temporary":3},"recovered":[{"dir":"d","sources":2},{"dir":"u","temporary":1}]}` + "\n"},
		"quiet json": {Options{Format: JSON, Quiet: true}, `{"diagnostics":[` + told +
			`],"summary":{"dir":"s","temporary":3},"recovered":[{"dir":"d","sources":2},{"dir":"u","temporary":1}]}` + "\n"},
	} {
		if got := say(test.opts); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
	for _, opts := range []Options{{}, {Format: GitHub}, {Format: JSON}, {Quiet: true}} {
		r, _ := onTerminal(opts)
		if got, want := r.ForPeople(), opts.Format == ""; got != want {
			t.Errorf("%+v is for people: %t", opts, got)
		}
	}
}

// TestProgressOnTerminal checks that progress is shown only on a terminal, and not with --quiet.
func TestProgressOnTerminal(t *testing.T) {
	for _, opts := range []Options{{}, {Format: GitHub}, {Format: JSON}, {Quiet: true}} {
		r, out := onTerminal(opts)
		p := r.Progress(2)
		if got, want := p.ended != nil, !opts.Quiet && opts.Format != JSON; got != want || want != (r.Err == io.Writer(p)) {
			t.Errorf("%+v: shown %t", opts, got)
		}
		p.Step()
		p.Stop()
		r.terminal = false
		if r.Progress(2).ended != nil {
			t.Errorf("%+v: shown where no terminal is", opts)
		}
		if out.Len() > 0 {
			t.Errorf("%+v: %q", opts, out)
		}
	}
}

// TestCombinedWarnings checks that equal warnings at several positions of a file are combined into one,
// which lists the other positions. Errors, and warnings without a position, are not combined.
func TestCombinedWarnings(t *testing.T) {
	many := make([]int, 16)
	for i := range many {
		many[i] = i + 1
	}
	for _, test := range []struct {
		lines []int
		want  string
	}{
		{[]int{4}, ""}, {[]int{4, 7}, "line 7"}, {[]int{4, 7, 7}, "line 7"}, {[]int{4, 7, 9}, "lines 7, 9"},
		{[]int{4, 4}, "another place in this line"}, {[]int{4, 4, 4}, "2 other places in this line"},
		{[]int{4, 4, 7}, "another place in this line, and to line 7"},
		{[]int{4, 7, 4, 9, 4}, "2 other places in this line, and to lines 7, 9"},
		{many[:13], "lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13"},
		{many[:14], "lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 1 more places"},
		{many, "lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 3 more places"},
	} {
		var diags hcl.Diagnostics
		for i, line := range test.lines {
			diag := Warningf("Warned", "Detail.")
			diag.Subject = &hcl.Range{Filename: "a.tf", Start: hcl.Pos{Line: line, Column: i + 1}}
			diags = append(diags, diag)
		}
		other := Warningf("Warned", "Other.")
		other.Subject = diags[0].Subject
		failure := Errorf("Warned", "Detail.")
		failure.Subject = diags[0].Subject
		r, out := onTerminal(Options{})
		r.Add("a.tf", nil, append(diags, other, failure, Warningf("Warned", "Detail."))...)
		want := "Detail."
		if test.want != "" {
			want += " The same applies to " + test.want + "."
		}
		place := fmt.Sprintf("  on a.tf line %d, column 1:\n\n", test.lines[0])
		want = "Warning: Warned\n\n" + place + want + "\n\nWarning: Warned\n\n" + place + "Other.\n\nWarning: Warned\n\n" +
			"  on a.tf:\n\nDetail.\n\n"
		if got := out.String(); got != want {
			t.Errorf("%v: got\n%s\nwant\n%s", test.lines, got, want)
		}
		if len(diags) > 1 && diags[0].Detail != "Detail." {
			t.Error("the diagnostic has changed")
		}
	}
}

// TestText checks that the text shows the source context, in color, and has no line wider than the
// terminal.
func TestText(t *testing.T) {
	src := []byte("a {\n  b = 1\n}\nc = 2\n")
	diag := Warningf("Warned", "Some words that are wrapped.\nAnd others.")
	diag.Subject = diagnostic.RangeAt("x.tf", src, 6, 7)
	diag.Context = diagnostic.RangeAt("x.tf", src, 0, 13)
	failed := Errorf("Failed", "")
	for _, test := range []struct {
		diag  *hcl.Diagnostic
		width uint
		color bool
		want  string
	}{
		{diag, 0, false, "Warning: Warned\n\n  on x.tf line 2, column 3:\n   1: a {\n   2:   b = 1\n        ^\n   3: }\n\n" +
			"Some words that are wrapped.\nAnd others.\n\n"},
		{diag, 10, true, "\x1b[33mWarning\x1b[0m: Warned\n\n  on x.tf line 2, column 3:\n   1: a {\n" +
			"   2:   b = 1\n        \x1b[33m^\x1b[0m\n   3: }\n\nSome words\nthat are\nwrapped.\nAnd\nothers.\n\n"},
		{failed, 10, true, "\x1b[31mError\x1b[0m: Failed\n\n  on y.tf:\n\n"},
		{failed, 10, false, "Error: Failed\n\n  on y.tf:\n\n"},
	} {
		var out bytes.Buffer
		err := writeText(&out, "y.tf", test.diag, string(src), "", test.width, test.color)
		if err != nil || out.String() != test.want {
			t.Errorf("got\n%q\nwant\n%q, %v", out.String(), test.want, err)
		}
	}
	var out bytes.Buffer
	if err := writeText(&out, "", failed, "", "", 0, false); err != nil || out.String() != "Error: Failed\n\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// Names and details of a megabyte are cut, between characters.
func TestShortened(t *testing.T) {
	long := strings.Repeat("é", 1<<19)
	if got := shortened("The name " + long + " is long."); got != "The name "+long[:100]+"…"+long[:50]+" is long." {
		t.Errorf("%q", got)
	}
	if got := shortened(strings.Repeat("é ", 1<<19)); len(got) > lineOfDetail+len(ellipsis) || !strings.HasSuffix(got, ellipsis) {
		t.Errorf("%d bytes", len(got))
	}
}

// TestSnippetOfCharacters checks that a long line is not truncated inside of a character.
func TestSnippetOfCharacters(t *testing.T) {
	for shift := range 4 {
		src := strings.Repeat("x", shift) + strings.Repeat("\U0001f600", 2000)
		at := 4*1000 + shift
		var out bytes.Buffer
		diag := Errorf("Summary", "")
		diag.Subject = &hcl.Range{Filename: "x.tf", Start: hcl.Pos{Line: 1, Column: 1, Byte: at + shift%2},
			End: hcl.Pos{Line: 1, Column: 2, Byte: at + 4}}
		if err := writeText(&out, "x.tf", diag, src, "", 0, false); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); strings.Contains(got, "\ufffd") || strings.Count(got, ellipsis) != 2 ||
			strings.Count(got, "\U0001f600") < lineLimit/4 || strings.Count(got, "\U0001f600") > lineLimit/4+2 {
			t.Errorf("%d: %d characters, %q", shift, strings.Count(got, "\U0001f600"), got)
		}
	}
}

// TestReasons checks that the reason is the error text of the operating system. With a path, the
// path is the file that could not be created.
func TestReasons(t *testing.T) {
	path := &fs.PathError{Op: "open", Path: "a.tf", Err: fs.ErrPermission}
	link := &os.LinkError{Op: "rename", Old: "old", New: "new", Err: fs.ErrExist}
	for _, test := range []struct {
		err          error
		reason, path string
	}{
		{path, "permission denied", "a.tf: permission denied"},
		{fmt.Errorf("around: %w", path), "permission denied", "a.tf: permission denied"},
		{link, "rename old new: file already exists", "new: file already exists"},
		{errors.New("other"), "other", "other"},
		{&fs.PathError{Path: "a.tf", Err: errors.New("On Windows.")}, "On Windows", "a.tf: On Windows"},
		{&atomic.PartialError{Done: []string{"a"}, Err: path}, "permission denied",
			"the changes in . were made, but then: open a.tf: permission denied"},
	} {
		if reason, path := Reason(test.err), PathReason(test.err); reason != test.reason || path != test.path {
			t.Errorf("%v: %q, %q", test.err, reason, path)
		}
	}
}

// The first of many warnings on a large file show their lines, and the others are counted.
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
	r.printCounts()
	if n := strings.Count(out.String(), "attribute_"); n != maxPrinted {
		t.Errorf("%d warnings show their lines", n)
	}
	if want := "Summary: and 90 more of this kind"; !strings.Contains(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
}

// TestErrors checks that the errors omit warnings, and that the diagnostics keep them.
func TestErrors(t *testing.T) {
	diags := hcl.Diagnostics{Warningf("a", "a."), Errorf("b", "b."), Warningf("c", "c."), Errorf("d", "d.")}
	got := Errors(diags)
	if len(got) != 2 || got[0] != diags[1] || got[1] != diags[3] || len(diags) != 4 || diags[0].Summary != "a" {
		t.Errorf("%v of %v", got, diags)
	}
}
