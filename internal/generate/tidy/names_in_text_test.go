package tidy

import (
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// The check finds a remaining use of an old name in any spelling, also in a file that did not change.
func TestRemainingName(t *testing.T) {
	for name, test := range map[string]struct{ old, new, use string }{
		"name":            {"a", "b", `local.a`},
		"key":             {"a", "b", `local["a"]`},
		"escape":          {"a", "b", `local["\u0061"]`},
		"long escape":     {"a", "b", `local["\U00000061"]`},
		"hyphen":          {"a-x", "b", `local.a-x`},
		"composed":        {"\u00e9", "b", "local[\"\u00e9\"]"},
		"decomposed":      {"\u00e9", "b", "local[\"e\u0301\"]"},
		"new name":        {"b", "a", `[local.a, local.b]`},
		"template":        {"a", "b", `"x${local.a}"`},
		"other file only": {"a", "b", `"a"`},
	} {
		opts := Options{Dialect: opentofu.Config(opentofu.Target{})}
		languages.Prepare(opts.Dialect)
		text := func(name string) string { return "locals {\n  " + name + " = 1\n}\n" }
		use := "output \"o\" {\n  value = " + test.use + "\n}\n"
		var before []equivalent.Source
		var after []File
		for _, f := range []struct{ name, before, after string }{{"a.tf", text(test.old), text(test.new)}, {"b.tf", use, use}} {
			tree, diags := hclwrite.ParseFile([]byte(f.after), f.name)
			if diags.HasErrors() {
				t.Fatal(name, diags)
			}
			before = append(before, equivalent.Source{Bytes: []byte(f.before), Filename: f.name})
			after = append(after, File{Name: f.name, File: tree, Unchanged: f.before == f.after})
		}
		change := Change{Step: "names", File: "a.tf", Before: "local." + test.old, After: "local." + test.new, Old: test.old, New: test.new}
		if found := CheckEquivalence(before, after, []Change{change}, opts).HasErrors(); found != (name != "other file only") {
			t.Errorf("%s: found %v", name, found)
		}
	}
}
