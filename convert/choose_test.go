package convert_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/schema"
)

// A body is chosen by a constant string or the root of a reference.
func TestChosenByValue(t *testing.T) {
	kinds := func(mode schema.Mode, text schema.Mode) *schema.Body {
		return &schema.Body{
			Attributes: []schema.Attribute{{Name: "kind", Value: &schema.Value{Mode: mode}},
				{Name: "text", Value: &schema.Value{Mode: text}}}}
	}
	block := func(name string, mode schema.Mode) schema.Block {
		return schema.Block{Type: name, By: "kind", Body: kinds(mode, schema.Template),
			Values: map[string]*schema.Body{"a": kinds(mode, schema.Literal)}}
	}
	d := &schema.Dialect{Name: "chosen", Product: "Chosen", Root: &schema.Body{Blocks: []schema.Block{
		block("template", schema.Template), block("traversal", schema.Traversal),
	}}}
	for _, test := range []struct {
		block, kind string
		literal     bool
	}{
		{"template", `"a"`, true},
		{"template", "a", true},
		{"template", "a.b", true},
		{"template", `a["b"]`, true},
		{"template", "b.a", false},
		{"template", "ab.c", false},
		{"template", `"a b"`, false},
		{"template", `""`, false},
		{"template", `"${a.b} c"`, false},
		{"template", `"${a.b}${c}"`, false},
		{"template", "a + 1", false},
		{"traversal", "a", true},
		{"traversal", "a.b", true},
		{"traversal", `a["b"]`, true},
		{"traversal", "b.a", false},
	} {
		native := test.block + " {\n  kind = " + test.kind + "\n  text = \"$${x}\"\n}\n"
		for _, problem := range nativeProblems([]byte(native), "x", d) {
			t.Error(problem)
		}
		out, _ := convert.ToJSON([]byte(native), "x", d, convert.Options{})
		text := `"text":"$${x}"`
		if test.literal {
			text = `"text":"${x}"`
		}
		if got := compactJSON(t, out); !strings.Contains(got, text) {
			t.Errorf("%s becomes %s", native, got)
		}
		if back, _ := convert.ToHCL(out, "x", d, convert.Options{}); string(back) != native {
			t.Errorf("%s comes back as %s", native, back)
		}
	}
}
