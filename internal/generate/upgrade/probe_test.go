package upgrade_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/upgrade"
	"github.com/hcljson/hcljson/internal/language/packerplugins"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// A plugin receives the same arguments from a legacy template and from the upgraded one. The plugin logs
// its arguments, and has an argument of each type.
func TestProbe(t *testing.T) {
	packer := oracles.Program(t, "packer")
	executable := buildProbe(t)
	t.Setenv("PACKER_PLUGIN_PATH", t.TempDir())
	install := exec.Command(packer, "plugins", "install", "--path", executable, "github.com/hcljson/probe")
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	components := probeComponents(t)

	files, err := filepath.Glob(filepath.Join("testdata", "probe", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no templates: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			result, diags := upgrade.Template(src, "template.json", upgrade.Options{Components: components})
			if diags.HasErrors() {
				t.Fatal(errors.Join(diags.Errs()...))
			}
			legacy := build(t, packer, "template.json", string(src))
			upgraded := build(t, packer, "template.pkr.hcl", string(result.File().Bytes()))
			if len(legacy) == 0 {
				t.Fatal("the plugin logged nothing")
			}
			for i := range max(len(legacy), len(upgraded)) {
				old, now := slices.Concat(legacy, make([]string, i+1))[i], slices.Concat(upgraded, make([]string, i+1))[i]
				if old != now {
					t.Errorf("legacy:\n%s\nupgraded:\n%s", old, now)
				}
			}
		})
	}
}

func buildProbe(t *testing.T) string {
	t.Helper()
	name := "packer-plugin-probe"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	executable := filepath.Join(t.TempDir(), name)
	cmd := exec.Command("go", "build", "-o", executable, ".")
	cmd.Dir = filepath.Join("..", "..", "develop", "testpacker")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return executable
}

// probeComponents returns the arguments of the plugin, from the file of its schema.
func probeComponents(t *testing.T) func(tables.Part, string) (*typespec.Body, error) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", "probe-schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	schemas, diags := packerplugins.Read(src, "probe-schema.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	plugin := schemas["github.com/hcljson/probe"]
	parts := map[tables.Part]map[string]*tfjson.SchemaBlock{
		tables.Builder: plugin[packerplugins.Builder], tables.Provisioner: plugin[packerplugins.Provisioner],
		tables.PostProcessor: plugin[packerplugins.PostProcessor],
	}
	return func(part tables.Part, typ string) (*typespec.Body, error) {
		for _, block := range parts[part] {
			if strings.HasPrefix(typ, "probe") {
				return provider.SpecBody(block)
			}
		}
		return nil, nil
	}
}
