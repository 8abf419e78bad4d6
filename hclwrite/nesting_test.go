package hclwrite

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
)

func TestCheckNesting(t *testing.T) {
	const many = 20_000
	for _, test := range []struct {
		name, src string
		syntax    Syntax
		deep      bool
	}{
		{"brackets", "a = " + strings.Repeat("[(", many), Config, true},
		{"brackets side by side", strings.Repeat("a = [{(1)}]\n", many), Config, false},
		{"templates", strings.Repeat(`"${`, many), Config, true},
		{"a bare template", strings.Repeat(`${"`, many), BareTemplate, true},
		{"directives", strings.Repeat("%{if a}", many), BareTemplate, true},
		{"signs", "a = " + strings.Repeat("-", many) + "1\n", Config, true},
		{"signs side by side", "a = [" + strings.Repeat("-1, ", many) + "]\n", Config, false},
		{"items with signs", "a = {\n" + strings.Repeat("b : -1\n", many) + "}\n", Config, false},
		{"names with a minus", "a = [b" + strings.Repeat("-b", many) + "]\n", Config, false},
		{"conditionals", "a = " + strings.Repeat("b ? c : ", many) + "d\n", Config, true},
		{"conditionals and comparisons", "a = " + strings.Repeat("b == c ? d : ", many) + "e\n", Config, true},
		{"conditionals on lines", "a = {for b in c : b => " + strings.Repeat("d ? e :\n", many) + "f}\n", Config, true},
		{"brackets in a string", `a = "` + strings.Repeat("[", many) + "\"\n", Config, false},
		{"brackets in a comment", "# " + strings.Repeat("[", many) + "\n", Config, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diags := CheckNesting(test.src, test.syntax, "", hcl.InitialPos); diags.HasErrors() != test.deep {
				t.Errorf("diagnostics are %v", diags)
			}
		})
	}
}

func TestShallow(t *testing.T) {
	nested := func(levels int, e Expr) *File {
		for range levels {
			e = &Tuple{Items: []TupleItem{{Value: e}}}
		}
		return &File{Body{Items: []Item{&Attribute{Name: "a", Expr: e}}}}
	}
	script := strings.Repeat("if [ -n \"$a\" ]; then { b; }; fi\n", 1000)
	blocks := &File{}
	for range MaxNesting {
		blocks = &File{Body{Items: []Item{&Block{Type: "b", Body: blocks.Body}}}}
	}
	for _, test := range []struct {
		name string
		file *File
		want bool
	}{
		{"usual", nested(20, &Native{Text: "f(b[0], -c)"}), true},
		{"script", nested(20, &Template{Text: script}), true},
		{"long list", nested(20, &Native{Text: "f(b" + strings.Repeat(", b", 1000) + ")"}), true},
		{"tuples", nested(MaxNesting, &Literal{Text: "1"}), false},
		{"blocks", blocks, false},
		{"expression", nested(1, &Native{Text: strings.Repeat("(", MaxNesting) + "1" + strings.Repeat(")", MaxNesting)}), false},
		{"sum", nested(600, &Native{Text: strings.Repeat("(", 600) + "1" + strings.Repeat(")", 600)}), false},
		{"signs", nested(1, &Native{Text: strings.Repeat("-", 20_000) + "1"}), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			deep := CheckNesting(string(test.file.Bytes()), Config, "", hcl.InitialPos).HasErrors()
			if got := test.file.Shallow(); got != test.want || deep == got {
				t.Errorf("Shallow is %v, want %v; nested too deeply: %v", got, test.want, deep)
			}
		})
	}
}
