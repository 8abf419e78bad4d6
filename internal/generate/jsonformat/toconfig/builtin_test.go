package toconfig_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestBuiltIn compares the schema of the built-in provider with the product's output.
func TestBuiltIn(t *testing.T) {
	terraform := oracles.Terraform(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte("resource \"terraform_data\" \"x\" {}\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	schemas, diags := provider.Read(terraform.Run(t, dir, "providers", "schema", "-json"), "schemas.json")
	if diags.HasErrors() || len(schemas) != 1 || schemas[0].Address.String() != tfname.BuiltInProvider {
		t.Fatal(schemas, diags)
	}
	// All versions before 1.16 have this schema.
	target := opentofu.Target{Product: opentofu.Terraform, Major: 1, Minor: 15}
	for part, typ := range map[tables.Part]string{tables.Resource: "terraform_data",
		tables.DataSource: "terraform_remote_state"} {
		want, err := schemas[0].Spec(part, typ)
		if err != nil {
			t.Fatal(err)
		}
		got := conventions.Of(opentofu.Config(target)).BuiltIn[part][typ]
		if want.Version != 0 || len(got.Attributes) != len(want.Body.Attributes) ||
			len(got.Blocks) != len(want.Body.Blocks) {
			t.Errorf("%s is %+v, want %+v", typ, got, want.Body)
		}
		for name, w := range want.Body.Attributes {
			g := got.Attributes[name]
			if g == nil || !g.Type.Equals(w.Type) || g.Required != w.Required || g.Optional != w.Optional ||
				g.Computed != w.Computed || g.Sensitive != w.Sensitive {
				t.Errorf("%s in %s is %+v, want %+v", name, typ, g, w)
			}
		}
	}
}
