package address_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
)

// TestMoveInFormattedCall renames in the argument of a call, in which other lines are aligned again.
func TestMoveInFormattedCall(t *testing.T) {
	text := func(name, y string) string {
		space := strings.Repeat(" ", len(name)+1)
		return "variable \"" + name + "\" {}\n\nlocals {\n  x = merge(\n    {\n      \"long nam\"" + space + " = 1\n      \"xy${var." + name +
			"}\" = 2\n    },\n    { y = " + y + " }\n  )\n}\n"
	}
	for _, script := range []string{"mv var.a var.longer", "mv var.a var.longer\nset local.x.y=4"} {
		m, want := module(t, text("a", "3"), "main.tf"), text("longer", "3")
		list, err := address.ParseScript(script)
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			if _, diags := m.Apply(&list[i]); diags.HasErrors() {
				t.Fatal(diags)
			}
		}
		if len(list) > 1 {
			want = text("longer", "4")
		}
		if texts, diags := m.Results(); diags.HasErrors() || string(texts[0]) != want {
			t.Errorf("%v\n%s", diags, texts)
		}
	}
}
