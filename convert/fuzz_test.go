package convert_test

import (
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
)

// fuzzed are the languages of fuzzed files. A golden is a seed for the first entry with its
// language, and for the last entry.
var fuzzed = []struct{ name, target string }{
	{"main.tf", "opentofu"},
	{"main.tf", "terraform"},
	{"main.tf", "terraform@1.11"},
	{"x.tftest.hcl", "opentofu"},
	{"x.tftest.hcl", "terraform"},
	{"x.tfmock.hcl", "terraform"},
	{"x.tfquery.hcl", "terraform"},
	{"x.tfcomponent.hcl", "terraform"},
	{"x.tfvars", "opentofu"},
	{"x.pkr.hcl", "packer"},
	{"x.pkrvars.hcl", "packer"},
	{"docker-bake.hcl", ""},
	{".tflint.hcl", ""},
	{"terragrunt.hcl", ""},
	{"x.nomad.hcl", ""},
	{"main.tf", fuzzedProviders},
	{"x.hcl", ""},
}

// fuzzedProviders is the golden with the schemas of providers.
const fuzzedProviders = "providers/attributes-as-blocks"

func fuzzedDialects(f *testing.F) []*schema.Dialect {
	f.Helper()
	list := make([]*schema.Dialect, len(fuzzed))
	for i, language := range fuzzed {
		if language.target == fuzzedProviders {
			list[i] = goldenDialect(f, language.target)
			continue
		}
		file, err := dialects.ForFile(language.name, dialects.Options{Target: language.target})
		if err != nil {
			f.Fatal(err)
		}
		list[i] = file.Dialect
	}
	return list
}

// goldenDialect is the language of a golden.
func goldenDialect(f *testing.F, name string) *schema.Dialect {
	f.Helper()
	for _, g := range golden.ReadAll(f) {
		if g.Name == name {
			return g.Targets[0].Dialect
		}
	}
	f.Fatalf("no golden %s", name)
	return nil
}

// seed adds files of all goldens, each for a language. Without a fuzzer they are few, as
// TestGolden and TestSourceMaps check the same of all.
func seed(f *testing.F, languages []*schema.Dialect, isJSON bool) {
	f.Helper()
	for _, g := range golden.ReadSample(f, 40) {
		names := []string{g.Input, golden.Canonical}
		if g.JSON {
			names = []string{g.Counterpart}
		}
		if isJSON {
			names = []string{golden.General, golden.Compact}
			if g.JSON {
				names = append(names, g.Input)
			}
		}
		for _, name := range names {
			src, ok := g.File(name)
			if !ok {
				continue
			}
			f.Add(uint8(len(languages)-1), src)
			if _, ok := g.File(golden.Providers); ok {
				f.Add(uint8(len(languages)-2), src)
			}
			for i, d := range languages {
				if d.Name == g.Targets[0].Dialect.Name {
					f.Add(uint8(i), src)
					break
				}
			}
		}
	}
}

// Any native file is refused with an error or converted so that every property
// holds.
func FuzzToJSON(f *testing.F) {
	languages := fuzzedDialects(f)
	seed(f, languages, false)
	f.Fuzz(func(t *testing.T, language uint8, src []byte) {
		i := int(language) % len(languages)
		d, name := languages[i], fuzzed[i].name
		out, diags := convert.ToJSON(src, name, d, convert.Options{})
		if diags.HasErrors() {
			if out != nil {
				t.Error("returned output with an error")
			}
			return
		}
		c := &checker{dialect: d}
		c.validJSON("general form", out)
		if !utf8.Valid(src) {
			// hclsyntax accepts some such bytes, but JSON cannot represent them.
			report(t, c.problems)
			return
		}
		if len(diags) > 0 {
			// The product rejects the file, so the conversion must only end.
			_, _ = convert.ToHCL(out, name, d, convert.Options{})
			report(t, c.problems)
			return
		}
		report(t, append(c.problems, nativeProblems(src, name, d)...))
	})
}

// Any JSON file is refused with an error or converted to a native file that
// parses and means the same.
func FuzzToHCL(f *testing.F) {
	languages := fuzzedDialects(f)
	seed(f, languages, true)
	f.Fuzz(func(t *testing.T, language uint8, src []byte) {
		i := int(language) % len(languages)
		d, name := languages[i], fuzzed[i].name
		out, diags := convert.ToHCL(src, name, d, convert.Options{})
		if diags.HasErrors() {
			if out != nil {
				t.Error("returned output with an error")
			}
			return
		}
		if _, diags := hclsyntax.ParseConfig(out, name, hcl.InitialPos); diags.HasErrors() {
			t.Fatalf("the output does not parse: %s\n%s", diags, out)
		}
		c := &checker{dialect: d}
		c.laidOut(src, out)
		report(t, c.problems)
		if len(diags) > 0 {
			return
		}
		report(t, jsonProblems(src, out, name, d, false))
	})
}
