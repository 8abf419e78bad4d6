package jsontree_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// A builder produces the tree that the parser reads from the text of a writer.
func TestBuilder(t *testing.T) {
	type emitter interface {
		BeginObject()
		EndObject()
		BeginArray()
		EndArray()
		Name(string)
		String(string)
		Lines([]string)
		Interpolation(string, bool)
		Raw(string)
		Int(int)
	}
	tell := func(e emitter) {
		e.BeginObject()
		e.Name("a\xff\u2028")
		e.BeginArray()
		for _, text := range []string{"null", "true", "false", "-1.5e3", "0"} {
			e.Raw(text)
		}
		e.Int(-12)
		e.BeginArray()
		e.EndArray()
		e.BeginObject()
		e.EndObject()
		e.EndArray()
		e.Name("b")
		e.BeginObject()
		e.Name("c")
		e.String("x\"\xc3(\n")
		e.Name("c")
		e.Lines([]string{"x", "", "y"})
		e.EndObject()
		e.Name("")
		e.Interpolation("a\n", true)
		e.Name("d")
		e.Interpolation("a", false)
		e.EndObject()
	}
	var w jsonemit.Writer
	tell(&w)
	text := w.Bytes()
	want, diags := jsontree.Parse(text, "")
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text)
	}
	var b jsontree.Builder
	tell(&b)
	if !same(&b.Root, want) {
		t.Errorf("it makes %+v of\n%s", b.Root, text)
	}
}

// same compares values except for their positions.
func same(a, b *jsontree.Value) bool {
	if a.Kind != b.Kind || a.Text != b.Text || a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		name, part := a.Part(i)
		other, second := b.Part(i)
		if name != other || !same(part, second) {
			return false
		}
	}
	return true
}
