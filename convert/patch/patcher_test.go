package patch

import (
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// A result that never reads back as it must be is written anew.
func TestLayoutIsLost(t *testing.T) {
	for name, unread := range map[string]hclwrite.Body{
		"an item": {Items: []hclwrite.Item{&hclwrite.Attribute{Name: "a", Expr: &hclwrite.Native{Text: "1 2"}}}},
		"nothing": {},
	} {
		file, diags := hclwrite.ParseFile([]byte("a   = 1\n"), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		p := newPatcher(file, &Script{}, file)
		p.merged = unread
		_, kept := p.result()
		if kept {
			t.Errorf("%s: the layout is kept", name)
		}
	}
}
