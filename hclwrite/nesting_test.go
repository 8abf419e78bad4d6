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
