package treediff

import (
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// The tree before the changes shares all nodes that did not change. A change of a node that was not touched is found.
func TestChanges(t *testing.T) {
	for name, test := range map[string]struct {
		change    func(b *hclwrite.Body)
		addressed bool
	}{
		"nothing": {func(*hclwrite.Body) {}, true},
		"value":   {func(b *hclwrite.Body) { b.Attribute("a").Expr = hclwrite.NewLiteral(3) }, true},
		"removed": {func(b *hclwrite.Body) { b.Remove(b.Attribute("a")) }, true},
		"new":     {func(b *hclwrite.Body) { b.Set("z", hclwrite.NewLiteral(3)) }, false},
		"order":   {func(b *hclwrite.Body) { b.Items[0], b.Items[1] = b.Items[1], b.Items[0] }, false},
	} {
		f, diags := hclwrite.ParseFile([]byte("x {\n  a = [1]\n  b = 2\n}\n\ny = 1\n"), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		block := f.Body.Items[0].(*hclwrite.Block)
		c, a := NewChanges(), block.Body.Attribute("a")
		before := f.Bytes()
		c.Touch(a, block, &f.Body)
		test.change(&block.Body)
		old := c.FileBefore(f)
		was := old.Body.Items[0].(*hclwrite.Block)
		switch {
		case string(old.Bytes()) != string(before):
			t.Errorf("%s: the old tree is %s", name, old.Bytes())
		case old.Body.Items[1] != f.Body.Items[1] || was.Body.Items[1] != hclwrite.Item(was.Body.Attribute("b")) || was == block:
			t.Errorf("%s: nodes are not shared as they must be", name)
		case c.AreAddressed() != test.addressed:
			t.Errorf("%s: changes are addressed: %v", name, c.AreAddressed())
		case c.Script(&old.Body, &f.Body).IsUnchanged() != (name == "nothing"):
			t.Errorf("%s: %+v", name, c.Script(&old.Body, &f.Body))
		}
	}
}

// Nodes of another tree have other positions, and Align restores the old ones.
func TestAlign(t *testing.T) {
	a, _ := hclwrite.ParseFile([]byte("a = { b = 1 }\n"), "")
	b, _ := hclwrite.ParseFile([]byte("\na = {b = 1}\n"), "")
	undo, ok := Align(&a.Body, &b.Body)
	if span := hclwrite.SpanOf(a.Body.Items[0]); !ok || span != hclwrite.SpanOf(b.Body.Items[0]) {
		t.Errorf("%v %v", span, ok)
	}
	if undo(); hclwrite.SpanOf(a.Body.Items[0]).Start != 0 {
		t.Error("the old position is lost")
	}
	other, _ := hclwrite.ParseFile([]byte("a = 1\n"), "")
	if _, ok := Align(&a.Body, &other.Body); ok {
		t.Error("other nodes are aligned")
	}
}
