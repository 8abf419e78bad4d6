package plugin_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/providers"
	"github.com/hcljson/hcljson/schema/plugin"
)

var update = flag.Bool("update", false, "write testdata/schemas.json anew with terraform")

const golden = "testdata/schemas.json"

// TestProviders reads the schemas of real plugins and compares them with what
// Terraform printed for them.
func TestProviders(t *testing.T) {
	framework, protocol5 := providers.Build(t)
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var want tfjson.ProviderSchemas
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	for address, executable := range map[string]string{providers.Small: framework, providers.Five: protocol5} {
		schema, err := plugin.Schema(t.Context(), executable, plugin.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want.Schemas[address] == nil {
			t.Fatalf("%s does not have %s", golden, address)
		}
		if got, want := indented(t, schema), indented(t, want.Schemas[address]); got != want {
			t.Errorf("%s: got %s\nwant %s", address, got, want)
		}
	}
}

// needTerraform returns the name of Terraform, or skips the test.
func needTerraform(t *testing.T) string {
	t.Helper()
	name, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip(err)
	}
	return name
}

// rootModule is a configuration that needs the providers.
const rootModule = `terraform {
  required_providers {
    small = { source = "` + providers.Small + `" }
    five  = { source = "` + providers.Five + `" }
  }
}
`

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestProduct compares what Terraform prints now with what it printed before.
func TestProduct(t *testing.T) {
	terraform := needTerraform(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "main.tf"), rootModule)
	t.Setenv("TF_CLI_CONFIG_FILE", providers.CLIConfig(t))
	schemas, err := plugin.Command(t.Context(), terraform, dir, plugin.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := indented(t, schemas) + "\n"
	if *update {
		write(t, golden, got)
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, []byte(got)) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
