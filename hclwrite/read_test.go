package hclwrite

import (
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// TestInvalidSource checks that invalid native syntax has the diagnostics of hclsyntax.
func TestInvalidSource(t *testing.T) {
	// Only the first line of an unclosed string is reported.
	first := func(diags hcl.Diagnostics) hcl.Diagnostics {
		if len(diags) > 0 && diags[0].Summary == "Invalid multi-line string" {
			return diags[:1]
		}
		return diags
	}
	for _, text := range rejectedTexts {
		var got, want hcl.Diagnostics
		mode, src, _ := strings.Cut(text, ":")
		switch mode {
		case "c":
			var f *File
			f, got = ParseFile([]byte(src), "x.tf")
			if f != nil {
				t.Errorf("%q: there is a file", text)
			}
			_, want = hclsyntax.ParseConfig([]byte(src), "x.tf", hcl.InitialPos)
			if diags := CheckLimits(src, "x.tf"); diags != nil {
				t.Errorf("%q is beyond the limits: %v", text, diags)
			}
		case "e":
			var e Expr
			e, got = ParseExpr(src, "x.tf")
			if e != nil {
				t.Errorf("%q: there is an expression", text)
			}
			_, want = hclsyntax.ParseExpression([]byte(src), "x.tf", hcl.InitialPos)
			if src != strings.TrimSpace(src) {
				break
			}
			if _, static := ParseStatic(src, "x.tf"); !reflect.DeepEqual(static, first(want)) {
				t.Errorf("%q alone: %v, want %v", text, static, want)
			}
		case "t":
			var e Expr
			e, got = ParseTemplate(src, "x.tf")
			if e != nil {
				t.Errorf("%q: there is a template", text)
			}
			_, want = hclsyntax.ParseTemplate([]byte(src), "x.tf", hcl.InitialPos)
		}
		if !reflect.DeepEqual(got, first(want)) {
			t.Errorf("%q: %v, want %v", text, got, first(want))
		}
	}
}

// TestParseStatic checks that a static expression is printed on one line if it is a reference, and
// without the text around it.
func TestParseStatic(t *testing.T) {
	for src, want := range map[string]string{
		"a.b": "a.b", " \na . b # c\n": "a . b", "( a )": "a", "((/* c */ a.b /* d */))": "a.b", "(a\n.b\n[0])": "a.b[0]",
		"a\n.b": "a.b", "list(\n  string\n)": "list(\n  string\n)", "f(\r\na)": "f(\na)", "(a)\n+ b": "(a)\n+ b",
		"\ufeffa": "a", "[a,\nb]": "[a,\nb]", "(a).b": "(a).b",
	} {
		e, diags := ParseStatic(src, "")
		if diags.HasErrors() || e.Text != want || e.Span != (Span{}) {
			t.Errorf("%q is %v (%v), want %q", src, e, diags, want)
		}
	}
}

// TestLargeInvalidSource checks the diagnostics of a source that is too large for hclsyntax.
func TestLargeInvalidSource(t *testing.T) {
	const line = "# comment\n"
	pad := strings.Repeat(line, largeSource/len(line)+1)
	lines := largeSource/len(line) + 2 // the line after pad
	rest := strings.Repeat("c = []\n", 2*maxRest/len("c = []\n")+1)
	const (
		tooLarge = "Invalid syntax; This is not native syntax. The text around it is too large for a better explanation."
		unused   = "Invalid character; This character is not used within the language."
		twice    = "Attribute redefined; The argument \"é\" is already set above. " +
			"Each argument may be set only once."
		deep = "Nested too deeply; The limit is 1000 levels of brackets, blocks and templates. In one expression, the " +
			"limit is 10000 operators, indexes, splats and directives. Split the expression into several."
	)
	for name, test := range map[string]struct {
		src, want    string
		line, column int
		count        int
		limit        bool
	}{
		"small":            {"a = 1\nb = @\nc = @\n", unused, 2, 5, 3, false},
		"large":            {pad + "a = 1\nb = @\nc = @\n", unused, lines + 1, 5, 3, true},
		"large with more":  {pad + "a = 1\nb = @\nc = @\n" + rest, unused, lines + 1, 5, 1, true},
		"brackets behind":  {"b = @\nc = @\n" + strings.Repeat("[(!\n", maxOpeners/2) + "\n", unused, 1, 5, 1, true},
		"brackets in line": {"b = @\nc = @\n" + strings.Repeat("{?-", maxOpeners), unused, 1, 5, 1, true},
		"much behind":      {"b = @\nc = @\n" + strings.Repeat("\n", maxRest+2), unused, 1, 5, 1, true},
		"much in a line":   {"b = @\nc = @\n" + strings.Repeat(" ", 2*maxRest+2), unused, 1, 5, 1, true},
		"large item":       {"a = [" + strings.Repeat("1,", maxSource/2) + "=]\n", tooLarge, 1, 6 + maxSource, 1, true},
		"dollars":          {"a = \"" + strings.Repeat("$", maxPieces) + "%\\q\"\n", tooLarge, 1, 7 + maxPieces, 1, true},
		"lines of a heredoc": {"a = <<E\n" + strings.Repeat("\n", maxPieces) + "E\n=", tooLarge, 3 + maxPieces, 1, 1,
			true},
		"comments without an end": {"a = 1\n*/" + strings.Repeat("/* ", maxPieces/20+1), tooLarge, 2, 1, 1, true},
		"comments with an end": {"=" + strings.Repeat("/* */", maxPieces/20+1),
			"Argument or block definition required; An argument or block definition is required here.", 1, 1, 1, false},
		"twice":        {pad + "é = 1\né = 2\n", twice, lines + 1, 1, 1, true},
		"twice nested": {pad + "b {\n  é = 1\n  é = 2\n}\n", twice, lines + 2, 3, 1, true},
		"deep":         {"a = 1\nb = " + strings.Repeat("[", 1000), deep, 2, 1005, 1, true},
	} {
		_, diags := ParseFile([]byte(test.src), "x.tf")
		if len(diags) != test.count {
			t.Fatalf("%s: %d diagnostics: %v", name, len(diags), diags)
		}
		got := diags[0].Summary + "; " + diags[0].Detail
		start := diags[0].Subject.Start
		if got != test.want || start.Line != test.line || start.Column != test.column ||
			diags[0].Subject.Filename != "x.tf" || diags[0].Severity != hcl.DiagError {
			t.Errorf("%s: %v %s", name, diags[0].Subject, got)
		}
		if limit := CheckLimits(test.src, "x.tf"); (limit != nil) != test.limit ||
			limit != nil && !reflect.DeepEqual(limit, diags) {
			t.Errorf("%s: beyond the limits: %v", name, limit)
		}
	}
}

// TestEncoding checks that the first bytes that are not UTF-8 are an error, except for those in comments.
func TestEncoding(t *testing.T) {
	_, diags := ParseFile([]byte("# \xff\na = \"\xfe\"\nb\xc3 = 1 /* \xff */\n"), "x.tf")
	const want = "Invalid character encoding; HCL files are UTF-8. Save the file in that encoding."
	if len(diags) != 1 || diags[0].Error() != "x.tf:2,6-7: "+want {
		t.Errorf("got %v", diags)
	}
	if _, diags := ParseFile([]byte("# \xff\na = 1\n"), "x.tf"); diags != nil {
		t.Errorf("a comment: %v", diags)
	}
}
