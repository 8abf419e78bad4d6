package nativeedit

import (
	"slices"
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// What the verification of an edit must tell apart, and what not.
func TestSameItems(t *testing.T) {
	item := func(src string) hclwrite.Item {
		f, diags := hclwrite.ParseFile([]byte(src), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return f.Body.Items[0]
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"a = [1, 2]\n", "a = [\n  1,\n  2,\n]\n", true},
		{"a = [1, 2]\n", "a = [1, 3]\n", false},
		{"a = [1, 2]\n", "a = [1]\n", false},
		{"a = [\n  1, # x\n]\n", "a = [\n  1, # y\n]\n", false},
		{"a = [\n  1, # x\n]\n", "a = [1]\n", false},
		{"a = [\n  1,\n  # x\n]\n", "a = [\n  1,\n]\n", false},
		{"a = [\n  # x\n  1,\n]\n", "a = [1]\n", false},
		{"a = [ # x\n  1,\n]\n", "a = [1]\n", false},
		{"a = [\n  # x\n  1,\n  2,\n]\n", "a = [\n  1,\n  # x\n  2,\n]\n", false},
		{"a = { b = 1 }\n", "a = { b = 2 }\n", false},
		{"a = { b = 1 }\n", "a = { c = 1 }\n", false},
		{"a = { b = 1 }\n", "a = { (b) = 1 }\n", false},
		{"a = { b = 1 }\n", "a = { b = 1, c = 1 }\n", false},
		{"a = {\n  # x\n  b = 1\n}\n", "a = {\n  b = 1\n}\n", false},
		{"a = { # x\n  b = 1\n}\n", "a = {\n  b = 1\n}\n", false},
		{"a = {\n  b = 1 # x\n}\n", "a = {\n  b = 1\n}\n", false},
		{"a = {\n  b = 1\n  # x\n}\n", "a = {\n  b = 1\n}\n", false},
		{"a {\n  b = 1\n}\n", "a {\n  b = 2\n}\n", false},
		{"a {\n  b = 1\n}\n", "a {\n}\n", false},
		{"a {\n  b = 1 # x\n}\n", "a {\n  b = 1\n}\n", false},
		{"a {\n  # x\n  b = 1\n}\n", "a {\n  b = 1\n}\n", false},
		{"a { # x\n  b = 1\n}\n", "a {\n  b = 1\n}\n", false},
		{"a {\n  # x\n\n  b = 1\n}\n", "a {\n  b = 1\n}\n", false},
		{"a {\n  b = 1\n  # x\n}\n", "a {\n  b = 1\n}\n", false},
		{"a {\n  b = (1)\n}\n", "a {\n  b = 1\n}\n", true},
		{"a {\n  b = \"${c}\"\n}\n", "a {\n  b = c\n}\n", true},
		{"a = 1\n", "b = 1\n", false},
		{"a = 1\n", "a {\n}\n", false},
		{"a {\n}\n", "b {\n}\n", false},
		{"a \"x\" {\n}\n", "a \"y\" {\n}\n", false},
	} {
		if got := sameItems(item(c.a), item(c.b)); got != c.same {
			t.Errorf("%q and %q are the same: %t", c.a, c.b, got)
		}
	}
}

// All that a script changes is visited, also behind what is new.
func TestChanges(t *testing.T) {
	f, diags := hclwrite.ParseFile([]byte("a = 1\nb = 2\nc = { d = 3 }\ne = 4\n"), "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	s := &Script{Steps: []Step{
		{Op: Insert, Old: -1}, {Op: Keep, Old: 0, New: 1, Value: true}, {Op: Remove, Old: 1, New: -1},
		{Op: Keep, Old: 2, New: 2, Parts: &Script{Steps: []Step{{Op: Insert, Old: -1}, {Op: Remove, Old: 0, New: -1}}}},
		{Op: Move, Old: 3, New: 3},
	}}
	var got []string
	s.Changes(&f.Body, func(part, within hclwrite.Span) {
		text := func(span hclwrite.Span) string {
			if span == f.Body.Span {
				return "file"
			}
			return f.Source()[span.Start:span.End]
		}
		got = append(got, text(part)+" in "+text(within))
	})
	want := []string{
		"file in file", "a = 1 in a = 1", "b = 2 in file",
		"c = { d = 3 } in c = { d = 3 }", "d in c = { d = 3 }", "file in file",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
