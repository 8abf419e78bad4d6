// Package testjsonschema lets a validator of others judge the schemas that hcljson writes.
package testjsonschema

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	hcljsonsyntax "github.com/hashicorp/hcl/v2/json"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hcljson/hcljson/internal/golden"
	ours "github.com/hcljson/hcljson/internal/jsonschema"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/provider"
)

// compiled is a schema for the validator.
func compiled(t testing.TB, text []byte) *jsonschema.Schema {
	t.Helper()
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
	return made
}

// judge is what the validator says of JSON; nil is nothing.
func judge(t testing.TB, s *jsonschema.Schema, src []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		return nil // no JSON
	}
	return s.Validate(value)
}

// schemaOf is the schema of a language for a file, with the providers that it requires.
func schemaOf(t testing.TB, d *schema.Dialect, src []byte, documents []*provider.Schema, terraform bool) []byte {
	t.Helper()
	types := ours.Types{}
	if file, diags := hcljsonsyntax.Parse(src, "x.json"); !diags.HasErrors() {
		types.Use(file.Body, d)
	}
	r, _ := provider.ReadRequirements([]provider.File{{Bytes: src, Filename: "x.json", JSON: true}}, terraform)
	plugins, err := ours.Module(types, r, provider.Among(documents), false)
	if err != nil {
		t.Fatal(err)
	}
	text, err := ours.Config(d, plugins, "")
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

// All that the goldens become in JSON is accepted.
func TestGoldens(t *testing.T) {
	_ = hcl.Diagnostics{}
	n := 0
	for _, g := range golden.All(t) {
		for _, form := range []string{golden.General, golden.Compact, g.Input} {
			src, ok := g.File(form)
			if !ok || form == g.Input && !g.JSON {
				continue
			}
			for _, target := range g.Targets {
				text := schemaOf(t, target.Dialect, src, documents(t, g), strings.HasPrefix(target.Name, "terraform"))
				if err := judge(t, compiled(t, text), src); err != nil {
					t.Errorf("%s, %s, %s: %v", g.Name, form, target.Name, err)
				}
				n++
			}
		}
	}
	t.Log(n)
}
