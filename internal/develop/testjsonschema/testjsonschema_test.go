// Package testjsonschema checks the schemas that hcljson writes with an independent validator.
package testjsonschema

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hcljson/hcljson/convert"
	ours "github.com/hcljson/hcljson/internal/generate/jsonschema"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
)

// last is the schema that was compiled last, and its text. Texts one after the other often have the same.
var last struct {
	text   []byte
	schema *jsonschema.Schema
}

// compiled is a schema for the validator.
func compiled(t testing.TB, text []byte) *jsonschema.Schema {
	t.Helper()
	if bytes.Equal(text, last.text) {
		return last.schema
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	made, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s\n%s", err, text)
	}
	recordSchema(made, text)
	last.text, last.schema = text, made
	return made
}

// judge returns the validator's error for JSON, or nil.
func judge(t testing.TB, s *jsonschema.Schema, src []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		return nil // no JSON
	}
	err = s.Validate(value)
	recordVerdict(s, src, err)
	return err
}

// schemaOf returns the schema of a language for a file, with its required providers.
func schemaOf(t testing.TB, d *schema.Dialect, src []byte, documents []*provider.Schema, terraform bool) []byte {
	t.Helper()
	files := []provider.File{{Source: source.FromBytes(src, "x.json", true)}}
	r, _ := provider.ReadRequirements(files, terraform)
	find := provider.FindAmong(documents)
	return made(t, ours.Request{
		Kind: ours.Config, Dialect: languages.WithPlugins(d, provider.Define(r, find)), Files: files, Requirements: r, Find: find,
	})
}

func made(t testing.TB, r ours.Request) []byte {
	t.Helper()
	text, err := ours.SchemaOf(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// documents are the schemas of providers that an archive has.
func documents(t testing.TB, g *golden.Golden) []*provider.Schema {
	t.Helper()
	src, ok := g.File(golden.Providers)
	if !ok {
		return nil
	}
	schemas, diags := provider.Read(src, golden.Providers)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return schemas
}

// refused are goldens with JSON that the products refuse as well.
var refused = []string{
	// Unknown names, and rows that show how they are read.
	"bake/not-in-bake", "blocks/misspelled-names", "blocks/unknown-argument", "blocks/unknown-at-root",
	"from-json/no-native-names",
	"from-json/terraform-data-before-store", "from-json/unknown-names", "nomad/unknown",
	"providers/blocks-that-no-object-holds", "providers/chosen-provider", "providers/from-json",
	"rows/components", "rows/mocks", "rows/opentofu", "rows/opentofu-tests", "rows/packer", "rows/queries",
	"rows/terraform", "rows/terraform-tests",
	// Values, blocks and labels of another type.
	"bake/from-json-array", "from-json/comment-at-label", "from-json/missing-label", "from-json/not-references",
	"from-json/references-in-braces", "from-json/root-array-tfvars", "from-json/root-scalar", "from-json/wrong-shapes",
	"from-json/tfvars-variable",
	"opentofu/required-providers", "opentofu/provider-dynamic-in-arguments",
	// Conditions and addresses that refer to nothing.
	"blocks/labels-quoted",
	"packer/counts", "providers/edited-hints", "providers/objects-that-are-no-blocks", "providers/other-version",
	"references/not-static", "terragrunt/array-root", "terragrunt/from-json-include",
	// Without required arguments.
	"providers/dynamic-hints", "providers/foreign-lists", "providers/incomplete-objects",
}

// All that the goldens become in JSON is accepted.
func TestGoldens(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range golden.ReadSample(t, 5) {
		for _, target := range g.Targets {
			for _, form := range []string{golden.General, golden.Compact, g.Input} {
				src, ok := g.File(form)
				if !ok || form == g.Input && !g.JSON {
					continue
				}
				text := schemaOf(t, target.Dialect, src, documents(t, g), strings.HasPrefix(target.Name, "terraform"))
				err := judge(t, compiled(t, text), src)
				switch known := slices.Contains(refused, g.Name); {
				case err != nil && !known:
					t.Errorf("%s, %s, %s: %v", g.Name, form, target.Name, err)
				case err != nil:
					seen[g.Name] = true
				case known && !seen[g.Name]:
					seen[g.Name] = false
				}
			}
		}
	}
	for name, is := range seen {
		if !is {
			t.Errorf("%s is accepted", name)
		}
	}
}

// unread are goldens in native syntax that the products refuse, and that the query form holds.
var unread = []string{
	"providers/no-form-as-blocks", "values/pkrvars-variable", "values/tfvars-variable",
}

// TestQuery checks that the query form of the goldens matches its schema.
func TestQuery(t *testing.T) {
	for _, g := range golden.ReadSample(t, 5) {
		src, _ := g.File(g.Input)
		if g.JSON || slices.Contains(refused, g.Name) || slices.Contains(unread, g.Name) {
			continue
		}
		target := g.Targets[0]
		text, diags := convert.ToJSON(src, g.Input, target.Dialect, convert.Options{Form: convert.Query})
		if diags.HasErrors() {
			continue
		}
		files := []provider.File{{Source: source.FromBytes(src, g.Input, false)}}
		r, _ := provider.ReadRequirements(files, strings.HasPrefix(target.Name, "terraform"))
		made := made(t, ours.Request{
			Kind: ours.Query, Dialect: target.Dialect, Files: files, Requirements: r, Find: provider.FindAmong(documents(t, g)),
		})
		if err := judge(t, compiled(t, made), text); err != nil {
			t.Errorf("%s: %v\n%s", g.Name, err, text)
		}
	}
}

// TestTypes checks that types are names and calls, also in Terraform stacks.
func TestTypes(t *testing.T) {
	for text, accepted := range map[string]bool{
		`{"variable": {"p": {"type": "providerconfig(aws)"}, "q": {"type": "string"}}}`: true,
		`{"variable": {"p": {"type": "map( list(any))"}}}`:                              true,
		`{"variable": {"p": {"type": "set"}}}`:                                          false,
		`{"variable": {"p": {"type": "text"}}}`:                                         false,
	} {
		file, err := dialects.ForFile("x.tfcomponent.json", dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = judge(t, compiled(t, schemaOf(t, file.Dialect, []byte(text), nil, true)), []byte(text))
		if (err == nil) != accepted {
			t.Errorf("%s: %v", text, err)
		}
	}
}
