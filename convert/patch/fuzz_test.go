package patch_test

import (
	"bytes"
	"math/rand"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
)

// fuzzed are the file names of the fuzzed languages.
var fuzzed = []string{
	"main.tf", "x.tftest.hcl", "x.tfvars", "x.pkr.hcl", "docker-bake.hcl", ".tflint.hcl", "terragrunt.hcl",
	"x.nomad.hcl", "x.hcl",
}

func fuzzedDialects(f *testing.F) []*schema.Dialect {
	f.Helper()
	list := make([]*schema.Dialect, len(fuzzed))
	for i, name := range fuzzed {
		file, err := dialects.ForFile(name, dialects.Options{})
		if err != nil {
			f.Fatal(err)
		}
		list[i] = file.Dialect
	}
	return list
}

// language is the index of a dialect in a list, or of the last one.
func language(list []*schema.Dialect, d *schema.Dialect) uint8 {
	for i := range list {
		if list[i].Name == d.Name {
			return uint8(i)
		}
	}
	return uint8(len(list) - 1)
}

// FuzzPatch checks that every form of a native file's JSON results in the same file, and that a
// changed JSON results in a file with the change.
func FuzzPatch(f *testing.F) {
	languages := fuzzedDialects(f)
	for _, g := range golden.ReadSample(f, 15) {
		for _, src := range sources(g) {
			if len(src) < 1000 {
				f.Add(language(languages, g.Targets[0].Dialect), int64(len(src)), src)
			}
		}
	}
	f.Fuzz(func(t *testing.T, language uint8, seed int64, src []byte) {
		i := int(language) % len(languages)
		if !utf8.Valid(src) {
			return
		}
		text, diags := convert.ToJSON(src, fuzzed[i], languages[i], convert.Options{})
		if len(diags) > 0 {
			return // the product refuses the file
		}
		out, diags := patch.Native(src, "native", text, "json", languages[i], patch.Options{SkipCheck: true})
		_, known := convert.ToHCL(text, "json", languages[i], convert.Options{})
		if diags.HasErrors() || len(diags) > len(known) || !bytes.Equal(out, src) {
			t.Errorf("got\n%s\nwant\n%s\n%s\n%s", out, src, text, diags)
		}
		r := rand.New(rand.NewSource(seed))
		mutate(t, r, src, languages[i], mutations[r.Intn(len(mutations))])
	})
}

// FuzzForeignJSON patches any file with any JSON. The result must be an error or a valid file.
func FuzzForeignJSON(f *testing.F) {
	languages := fuzzedDialects(f)
	for _, g := range golden.ReadSample(f, 15) {
		list := sources(g)
		for _, name := range []string{golden.General, golden.Compact} {
			if text, ok := g.File(name); ok && len(list) > 0 {
				f.Add(language(languages, g.Targets[0].Dialect), list[0], text)
				f.Add(language(languages, g.Targets[0].Dialect), []byte("a = 1\n"), text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, language uint8, src, text []byte) {
		i := int(language) % len(languages)
		out, diags := patch.Native(src, "native", text, "json", languages[i], patch.Options{})
		if diags.HasErrors() {
			if out != nil {
				t.Error("returned output with an error")
			}
			return
		}
		if _, diags := hclsyntax.ParseConfig(out, "out", hcl.InitialPos); diags.HasErrors() {
			t.Errorf("the output does not parse: %s\n%s", diags, out)
		}
	})
}
