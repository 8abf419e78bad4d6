package address_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestTreeKeys checks that directories in other spellings are the same module.
func TestTreeKeys(t *testing.T) {
	for _, root := range []string{"", ".", "./"} {
		d := opentofu.Config(opentofu.Target{})
		main := "variable \"size\" {}\n\nmodule \"net\" {\n  source = \"./net\"\n  cidr   = var.size\n}\n"
		read := func(name, text string) *address.Module {
			m, diags := address.Read(address.Source{Dialect: d, Parsed: convert.NewSource(text, name, false)})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			return m
		}
		caller, called := read("main.tf", main), read("net/main.tf", "variable \"cidr\" {}\n")
		tree := address.NewTree(map[string]*address.Module{root: caller, "./net/": called}, nil)
		if list, found := address.ReferencesTo(tree, parse(t, "var.cidr")); found != 1 || len(list) != 1 || list[0].Range.Filename != "main.tf" {
			t.Errorf("%q: %v", root, list)
		}
		if n, diags := called.Apply(&address.Change{Op: address.Move, Address: parse(t, "var.cidr"), To: parse(t, "var.range")}); n != 1 || diags.HasErrors() {
			t.Errorf("%q: %d, %v", root, n, diags)
		}
		texts, diags := caller.Results()
		if diags.HasErrors() || string(texts[0]) != strings.Replace(main, "cidr   =", "range  =", 1) {
			t.Errorf("%q: %s, %v", root, texts, diags)
		}
	}
}
