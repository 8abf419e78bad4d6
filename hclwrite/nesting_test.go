package hclwrite

import (
	"strings"
	"testing"
)

func TestShallow(t *testing.T) {
	nested := func(levels int, e Expr) *File {
		for range levels {
			e = &Tuple{Items: []Element{{Value: e}}}
		}
		return &File{Body: Body{Items: []Item{&Attribute{Name: "a", Expr: e}}}}
	}
	script := strings.Repeat("if [ -n \"$a\" ]; then { b; }; fi\n", 1000)
	blocks := &File{}
	for range maxNesting {
		blocks = &File{Body: Body{Items: []Item{&Block{Type: "b", Body: blocks.Body}}}}
	}
	for _, test := range []struct {
		name string
		file *File
		want bool
	}{
		{"usual", nested(20, &Native{Text: "f(b[0], -c)"}), true},
		{"script", nested(20, &Template{Text: script}), true},
		{"long list", nested(20, &Native{Text: "f(b" + strings.Repeat(", b", 1000) + ")"}), true},
		{"tuples", nested(maxNesting, &Literal{Text: "1"}), false},
		{"blocks", blocks, false},
		{"expression", nested(1, &Native{Text: strings.Repeat("(", maxNesting) + "1" + strings.Repeat(")", maxNesting)}),
			false},
		{"sum", nested(600, &Native{Text: strings.Repeat("(", 600) + "1" + strings.Repeat(")", 600)}), false},
		{"signs", nested(1, &Native{Text: strings.Repeat("-", 20_000) + "1"}), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, diags := ParseFile(test.file.Bytes(), "")
			deep := diags.HasErrors()
			if got := test.file.Shallow(); got != test.want || deep == got {
				t.Errorf("Shallow is %v, want %v; nested too deeply: %v", got, test.want, deep)
			}
		})
	}
}
