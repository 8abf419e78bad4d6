package plugin_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/provider/plugin"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

var update = flag.Bool("update", false, "rewrite the files in testdata, schemas.json with terraform")

const golden = "testdata/schemas.json"

// TestProviders reads the schemas of real plugins and compares them with the output of Terraform
// 1.11.4.
func TestProviders(t *testing.T) {
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var want tfjson.ProviderSchemas
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	compare(t, &want)

	framework, _ := oracles.Providers(t)
	small, err := plugin.Schema(t.Context(), framework, plugin.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Terraform 1.11 does not support actions.
	refresh := small.ActionSchemas["small_refresh"]
	if refresh == nil || !refresh.Block.Attributes["name"].Required || refresh.Block.NestedBlocks["step"] == nil {
		t.Errorf("got %s for an action", indented(t, refresh))
	}
}

// compare compares the schemas of the providers with the output of a product.
func compare(t *testing.T, all *tfjson.ProviderSchemas) {
	t.Helper()
	framework, protocol5 := oracles.Providers(t)
	for address, executable := range map[string]string{oracles.SmallProvider: framework, oracles.FiveProvider: protocol5} {
		got, err := plugin.Schema(t.Context(), executable, plugin.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := all.Schemas[address]
		if want == nil {
			t.Fatalf("missing %s", address)
		}
		want.ResourceIdentitySchemas = nil
		if want.ActionSchemas == nil {
			got.ActionSchemas = nil
		}
		for name, function := range got.Functions {
			// OpenTofu does not print it.
			if known := want.Functions[name]; known != nil && known.DeprecationMessage == "" {
				function.DeprecationMessage = ""
			}
		}
		if got, want := indented(t, got), indented(t, want); got != want {
			t.Errorf("%s: got %s\nwant %s", address, got, want)
		}
	}
}

// eachProduct runs a test with each product.
func eachProduct(t *testing.T, test func(t *testing.T, product string)) {
	for _, name := range []string{"terraform", "tofu"} {
		t.Run(name, func(t *testing.T) {
			test(t, oracles.Program(t, name))
		})
	}
}

// rootModule is a configuration that needs the providers.
const rootModule = `terraform {
  required_providers {
    small = { source = "` + oracles.SmallProvider + `" }
    five  = { source = "` + oracles.FiveProvider + `" }
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

// TestProduct compares the golden schemas with the output of the installed products.
func TestProduct(t *testing.T) {
	eachProduct(t, func(t *testing.T, product string) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "main.tf"), rootModule)
		t.Setenv("TF_CLI_CONFIG_FILE", oracles.ProvidersConfig(t))
		cmd := exec.CommandContext(t.Context(), product, "providers", "schema", "-json")
		cmd.Dir = dir
		printed, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		schemas := &tfjson.ProviderSchemas{}
		if err := json.Unmarshal(printed, schemas); err != nil {
			t.Fatal(err)
		}
		if *update && filepath.Base(product) == "terraform" {
			write(t, golden, indented(t, schemas)+"\n")
		}
		compare(t, schemas)
	})
}
