package treediff

import (
	"slices"
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// All that a script changes is visited, also behind what is new.
func TestEachChange(t *testing.T) {
	f, diags := hclwrite.ParseFile([]byte("a = 1\nb = 2\nc = { d = 3 }\ne = 4\n"), "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	s := &Script{Steps: []Step{
		{Op: Insert, Old: -1}, {Op: Keep, Old: 0, New: 1, ReplacesValue: true}, {Op: Remove, Old: 1, New: -1},
		{Op: Keep, Old: 2, New: 2, Parts: &Script{Steps: []Step{{Op: Insert, Old: -1}, {Op: Remove, Old: 0, New: -1}}}},
		{Op: Move, Old: 3, New: 3},
	}}
	var got []string
	s.EachChange(&f.Body, nil, func(part, within hclwrite.Span) {
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
