package address

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func TestSameExceptNames(t *testing.T) {
	for _, test := range []struct {
		old, edited string
		want        bool
	}{
		{`aws_x.a.id`, `aws_x.b.id`, true},
		{`aws_x.a.id`, `aws_x["x y"].id`, false},
		{`aws_x.c["k"].id`, `aws_x["x y"]["k"].id`, true},
		{`"${aws_x.a.id}-${upper(var.a)}"`, `"${aws_x.b.id}-${upper(var.b)}"`, true},
		{`"aws_x.a"`, `"aws_x.b"`, true},
		{"<<EOT\n${aws_x.a.id}\nEOT", "<<EOT\n${aws_x.b.id}\nEOT", true},
		{`[for a in var.l : a.id]`, `[for a in var.l : b.id]`, false},
		{`aws_x.a.id`, `aws_x.b.arn`, false},
		{`aws_x.a.id`, `aws_x.b`, false},
		{`aws_x.a.id + 1`, `aws_x.b.id + 2`, false},
		{`{ a = aws_x.a.id }`, `{ b = aws_x.b.id }`, false},
	} {
		names := map[string]string{"a": "b", "c": "x y"}
		isNew := func(old, text string) bool { return old == text || names[old] == text }
		if got := sameExceptNames(test.old, test.edited, isNew); got != test.want {
			t.Errorf("%s to %s: %v", test.old, test.edited, got)
		}
	}
}

// TestWrongSpelling finds a rename that changes something else in a given text.
func TestWrongSpelling(t *testing.T) {
	for _, wrong := range []int{0, 1} {
		m, diags := Read(Source{
			Source: equivalent.Source{Bytes: []byte(proven), Filename: "a.tf"}, Dialect: opentofu.Config(opentofu.Target{})})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		where, _ := Parse("locals")
		if _, diags = m.Apply(&Change{Op: Add, Address: where, Text: []string{"q = upper(local.c)"}}); diags.HasErrors() {
			t.Fatal(diags)
		}
		f := m.files[0]
		for _, u := range f.usesOf(m.declaringStyle(), query{names: []string{"local", "c"}}) {
			if !u.isOld {
				u.Steps[1].Span.Start -= wrong
				r := f.respelling(u)
				r.rename(u, &u.Steps[1], "d", true)
				f.respell(u, r)
			}
		}
		text, diags := f.write()
		if got := strings.Contains(diags.Error(), "Not proven"); got != (wrong > 0) || wrong == 0 && !strings.Contains(string(text), "upper(local.d)") {
			t.Errorf("%d: %v\n%s", wrong, diags, text)
		}
	}
}
