package nativeedit

import (
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// A file whose result never parses correctly is printed as a whole.
func TestLayoutIsLost(t *testing.T) {
	for name, unread := range map[string]hclwrite.Body{
		"an item": {Items: []hclwrite.Item{&hclwrite.Attribute{Name: "a", Expr: &hclwrite.Native{Text: "1 2"}}}},
		"nothing": {},
	} {
		file, diags := hclwrite.ParseFile([]byte("a   = 1\n"), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		p := newWriter(file, &treediff.Script{ChangesComments: true}, file, nil)
		p.merged = unread
		if _, reprinted := p.result(); len(reprinted) == 0 {
			t.Errorf("%s: the layout is kept", name)
		}
	}
}

// A wrong item is printed again, and then its parent.
func TestLargerReprint(t *testing.T) {
	block, attribute := &hclwrite.Block{}, &hclwrite.Attribute{}
	p := &writer{whole: map[hclwrite.Item]bool{}}
	for _, larger := range []hclwrite.Item{attribute, block} {
		if p.whole[larger] || !p.markForPrinting([]path{{block, attribute}}) || !p.whole[larger] {
			t.Errorf("%T: %v", larger, p.whole)
		}
	}
	if p.markForPrinting([]path{{block, attribute}}) {
		t.Error("something is larger than the whole")
	}
}

// TestReplace checks that replacements are applied in the order of their positions, and that a
// replacement inside of another replacement is skipped.
func TestReplace(t *testing.T) {
	list := []Replacement{{hclwrite.Span{Start: 6, End: 7}, "z"}, {hclwrite.Span{Start: 0, End: 3}, ""},
		{hclwrite.Span{Start: 1, End: 2}, "no"}, {hclwrite.Span{Start: 4, End: 4}, "x "}, {hclwrite.Span{Start: 6, End: 7}, "no"}}
	if got := Replace("a(b) = c", nil, list); got != ")x  =zc" {
		t.Errorf("%q", got)
	}
}
