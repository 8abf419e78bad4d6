package convert_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/golden"
	"github.com/hcljson/hcljson/internal/providers"
)

// Terraform plans the same for a file, for both forms of its JSON, and for what
// comes back. The files need no provider but the built-in one and, where they
// name the schemas of those, the providers made for tests; and no network.
func TestTerraformPlansTheSame(t *testing.T) {
	terraform, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not on the PATH, so its plans are not compared")
	}
	if testing.Short() {
		t.Skip("plans take a while")
	}
	planned := 0
	for _, g := range golden.All(t) {
		if !g.Flag("terraform-plan") {
			continue
		}
		planned++
		t.Run(g.Name, func(t *testing.T) {
			input, _ := g.File(g.Input)
			twins := planTwins(t, g, input)
			var env []string
			if g.Providers != "" {
				env = append(env, "TF_CLI_CONFIG_FILE="+providers.CLIConfig(t))
			}
			want := plan(t, terraform, env, g.Input, input)
			for _, twin := range twins {
				got := plan(t, terraform, env, twin.name, twin.data)
				for _, part := range planParts {
					if !bytes.Equal(got[part], want[part]) {
						t.Errorf("%s of %s is\n%s\nwant\n%s\nof\n%s", part, twin.name, got[part], want[part], twin.data)
					}
				}
			}
		})
	}
	if planned == 0 {
		t.Error("no golden has the flag terraform-plan")
	}
}

// planTwins are the files that mean the same as the input.
func planTwins(t *testing.T, g *golden.Golden, input []byte) []output {
	t.Helper()
	d := g.Targets[0].Dialect
	native, name, twin := input, g.Input, g.Twin
	var twins []output
	if g.JSON {
		name, twin = g.Twin, g.Input
		native, _ = convert.ToHCL(input, twin, d, convert.Options{})
		twins = append(twins, output{name, native})
	}
	for _, form := range []convert.Form{convert.General, convert.Compact} {
		text, diags := convert.ToJSON(native, name, d, convert.Options{Form: form})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		back, diags := convert.ToHCL(text, twin, d, convert.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		twins = append(twins, output{twin, text})
		if form == convert.General {
			twins = append(twins, output{name, back})
		}
	}
	return twins
}

// planParts are what has to be the same in two plans. The configuration is not
// among them: Terraform shows the text of JSON strings there.
var planParts = []string{"planned_values", "resource_changes", "output_changes", "variables", "checks", "relevant_attributes"}

// plan returns the plan of a directory that holds the file alone.
func plan(t *testing.T, terraform string, env []string, name string, src []byte) map[string]json.RawMessage {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), src, 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) []byte {
		cmd := exec.Command(terraform, args...)
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1"), env...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("terraform %s: %v\n%s\n%s\nof\n%s", args[0], err, stderr.Bytes(), out, src)
		}
		return out
	}
	run("plan", "-input=false", "-no-color", "-lock=false", "-out=plan")
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(run("show", "-json", "plan"), &parts); err != nil {
		t.Fatal(err)
	}
	if parts["planned_values"] == nil {
		t.Fatal("the plan has no values")
	}
	return parts
}
