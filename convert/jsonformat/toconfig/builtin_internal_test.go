package toconfig

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/provider"
)

// The schema of the built-in provider is the one that the product prints.
func TestBuiltIn(t *testing.T) {
	terraform, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not on the PATH, so its schemas are not looked at")
	}
	if testing.Short() {
		t.Skip("the product takes a while")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte("resource \"terraform_data\" \"x\" {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(terraform, "providers", "schema", "-json")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE="+os.DevNull)
	src, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	schemas, diags := provider.Read(src, "schemas.json")
	if diags.HasErrors() || len(schemas) != 1 || schemas[0].Address.String() != builtInProvider {
		t.Fatal(schemas, diags)
	}
	for part, typ := range map[schema.Part]string{schema.Resource: "terraform_data", schema.DataSource: "terraform_remote_state"} {
		want, err := schemas[0].Spec(part, typ)
		if err != nil {
			t.Fatal(err)
		}
		got := builtIn(specKey{builtInProvider, part, typ})
		if got.Version != want.Version || len(got.Body.Attributes) != len(want.Body.Attributes) || len(want.Body.Blocks) != 0 {
			t.Errorf("%s is %+v, want %+v", typ, got.Body, want.Body)
		}
		for name, w := range want.Body.Attributes {
			g := got.Body.Attributes[name]
			if g == nil || !g.Type.Equals(w.Type) || g.Required != w.Required || g.Optional != w.Optional || g.Computed != w.Computed || g.Sensitive != w.Sensitive {
				t.Errorf("%s in %s is %+v, want %+v", name, typ, g, w)
			}
		}
	}
}
