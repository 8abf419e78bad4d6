package tohcl

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/limits"
)

func TestShallow(t *testing.T) {
	nested := func(levels int, e hclwrite.Expr) *hclwrite.File {
		for range levels {
			e = &hclwrite.Tuple{Items: []hclwrite.CollectionItem{&hclwrite.Element{Value: e}}}
		}
		return &hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{&hclwrite.Attribute{Name: "a", Expr: e}}}}
	}
	script := strings.Repeat("if [ -n \"$a\" ]; then { b; }; fi\n", 1000)
	blocks := &hclwrite.File{}
	for range limits.Nesting {
		blocks = &hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{&hclwrite.Block{Type: "b", Body: blocks.Body}}}}
	}
	var calls hclwrite.Expr = &hclwrite.Literal{Text: "null"}
	for range 2000 {
		calls = &hclwrite.Call{Name: "f", Argument: &hclwrite.Tuple{Items: []hclwrite.CollectionItem{&hclwrite.Element{Value: calls}}}}
	}
	for _, test := range []struct {
		name string
		file *hclwrite.File
		want bool
	}{
		{"usual", nested(20, &hclwrite.Native{Text: "f(b[0], -c)"}), true},
		{"script", nested(20, &hclwrite.Template{Text: script}), true},
		{"long list", nested(20, &hclwrite.Native{Text: "f(b" + strings.Repeat(", b", 1000) + ")"}), true},
		{"tuples", nested(limits.Nesting, &hclwrite.Literal{Text: "1"}), false},
		{"blocks", blocks, false},
		{"calls", nested(1, calls), false},
		{"expression", nested(1, &hclwrite.Native{Text: strings.Repeat("(", limits.Nesting) + "1" + strings.Repeat(")", limits.Nesting)}),
			false},
		{"sum", nested(600, &hclwrite.Native{Text: strings.Repeat("(", 600) + "1" + strings.Repeat(")", 600)}), false},
		{"signs", nested(1, &hclwrite.Native{Text: strings.Repeat("-", 20_000) + "1"}), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, diags := hclwrite.ParseFile(test.file.Bytes(), "")
			deep := diags.HasErrors()
			if got := isShallow(test.file); got != test.want || deep == got {
				t.Errorf("isShallow is %v, want %v; nested too deeply: %v", got, test.want, deep)
			}
		})
	}
}
