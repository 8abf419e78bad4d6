package editcmd

import (
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func TestShape(t *testing.T) {
	config, values := opentofu.Config(opentofu.Target{}), opentofu.Variables(opentofu.Target{})
	languages.Prepare(config)
	languages.Prepare(values)
	items := func(text string) []hclwrite.Item {
		file, diags := hclwrite.ParseFile([]byte(text), "a")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return file.Body.Items
	}
	for _, test := range []struct{ before, after, foreign string }{
		{"locals {}\n", "variable \"a\" {}\nlocals {}\n", ""},
		{"locals {}\n", "locals {}\na = 1\nb = 1\n", "a"},
		{"a = 1\n", "b {}\na = 1\n", "b"},
		{"a = 1\n", "locals {}\na = 1\n", ""},
	} {
		got := ""
		if item := foreignItem(items(test.before), items(test.after), config.Root); item != nil {
			got = hclwrite.ItemName(item)
		}
		if got != test.foreign {
			t.Errorf("%s%s%s", test.before, test.after, got)
		}
		if foreignItem(items(test.before), items(test.after), values.Root) != nil {
			t.Errorf("values have any name:\n%s", test.after)
		}
	}
	for _, test := range []struct {
		before, after string
		gone          string
	}{
		{"", "", ""},
		{"", "a = 1\n", ""},
		{"locals {}\n", "", "blocks"},
		{"locals {}\na = 1\n", "a = 1\n", "blocks"},
		{"locals {}\n", "variable \"a\" {}\n", "blocks"},
		{"locals {}\nvariable \"a\" {}\n", "variable \"a\" {}\n", ""},
		{"a = 1\n", "", "arguments"},
		{"a = 1\nb = 1\n", "b = 2\n", ""},
		{"a = 1\n", "c = 1\n", ""},
		{"a = 1\nb = [{ c = { d = 1 } }]\n", "d = 2\n", "arguments"},
	} {
		if got := removedKind(items(test.before), items(test.after)); got != test.gone {
			t.Errorf("%sto\n%s%s", test.before, test.after, got)
		}
	}
}
