package fromconfig_test

import (
	"path"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/fromconfig"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// FuzzConfiguration checks that any module of native and JSON files is read without a panic, with a
// deterministic result, and, without errors, with the same result in the other syntax.
func FuzzConfiguration(f *testing.F) {
	schemas := testSchemas(f)
	for _, a := range archives(f) {
		files := a.tree()
		for name, src := range files {
			f.Add(src, others(f, name, src, goldens["opentofu.json"], schemas)["compact"][name+".json"], path.Dir(name) == ".")
		}
	}
	f.Add([]byte("module \"m\" {\n  source = \"./child\"\n}\n"), []byte(`{"variable": {"a": {"default": ["${b}"]}}}`),
		true)
	f.Fuzz(func(t *testing.T, native, json []byte, terraform bool) {
		target := goldens["opentofu.json"]
		if terraform {
			target = goldens["terraform.diff"]
		}
		files := tree{"main.tf": native, "child/main.tf.json": json, "child/override.tf": native, "override.tf.json": json}
		c, diags := load(t, files, target, schemas)
		if c == nil {
			t.Fatal(diags)
		}
		want := text(t, c)
		if c, again := load(t, files, target, schemas); text(t, c) != want || describe(diags) != describe(again) {
			t.Fatal("not the same each time")
		}

		for name, src := range map[string][]byte{"main.tf": native, "main.tf.json": json} {
			files := tree{name: src}
			c, diags := load(t, files, target, schemas)
			if c == nil {
				t.Fatal(diags)
			}
			if len(diags) > 0 {
				continue
			}
			want := text(t, c)
			for counterpart, files := range others(t, name, src, target, schemas) {
				c, diags := load(t, files, target, schemas)
				if c == nil {
					t.Fatal(diags)
				}
				if got := text(t, c); got != want {
					t.Errorf("%s of %s: %s\n%s\n%s", counterpart, name, difference(t, got, want), files, describe(diags))
				}
			}
		}
	})
}

// others returns the modules with the file converted to the other syntax, if the conversion has no
// diagnostics.
func others(t testing.TB, name string, src []byte, target opentofu.Target, schemas []*provider.Schema) map[string]tree {
	t.Helper()
	d := language([]fromconfig.File{{Name: name, Source: newSource(name, src)}}, target, schemas)
	all := map[string]tree{}
	if native, ok := strings.CutSuffix(name, ".json"); ok {
		if out, diags := convert.ToHCL(src, name, d, convert.Options{}); len(diags) == 0 {
			all["native"] = tree{native: out}
		}
		return all
	}
	for form, options := range map[string]convert.Options{"general": {}, "compact": {Form: convert.Compact}} {
		if out, diags := convert.ToJSON(src, name, d, options); len(diags) == 0 {
			all[form] = tree{name + ".json": out}
		}
	}
	return all
}
