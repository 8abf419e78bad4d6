package convert_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// A body is chosen by a constant string or the root of a reference.
func TestChosenByValue(t *testing.T) {
	kinds := func(mode tables.Mode, text tables.Mode) *tables.Body {
		return &tables.Body{
			Attributes: []tables.Attribute{{Name: "kind", Value: &tables.Value{Mode: mode}},
				{Name: "text", Value: &tables.Value{Mode: text}}}}
	}
	block := func(name string, mode tables.Mode) tables.Block {
		return tables.Block{Type: name, By: "kind", Body: kinds(mode, tables.Template),
			Values: map[string]*tables.Body{"a": kinds(mode, tables.Literal)}}
	}
	d := &schema.Dialect{Name: "chosen", Product: "Chosen", Root: &tables.Body{Blocks: []tables.Block{
		block("template", tables.Template), block("traversal", tables.Traversal),
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
