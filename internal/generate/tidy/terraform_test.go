package tidy_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// outputs applies a module, and returns the values of its outputs.
func outputs(t *testing.T, terraform *oracles.Product, files map[string][]byte) map[string]string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, files)
	terraform.Run(t, dir, "init", "-input=false")
	terraform.Run(t, dir, "apply", "-auto-approve", "-input=false")
	var outputs map[string]struct{ Value any }
	if err := json.Unmarshal(terraform.Run(t, dir, "output", "-json"), &outputs); err != nil {
		t.Fatal(err)
	}
	values := make(map[string]string, len(outputs))
	for name, output := range outputs {
		text, _ := json.Marshal(output.Value)
		values[name] = string(text)
	}
	return values
}

func write(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	for name, data := range files {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTerraformComputesTheSame checks that Terraform computes the same texts from the JSON and from
// the tidied configuration, and that terraform fmt changes nothing.
func TestTerraformComputesTheSame(t *testing.T) {
	terraform := oracles.Terraform(t)
	values := map[string]any{}
	for i, text := range texts {
		if isEvaluable(text) {
			values["v"+strconv.Itoa(i)] = map[string]any{"value": text}
		}
	}
	src, err := json.Marshal(map[string]any{"output": values})
	if err != nil {
		t.Fatal(err)
	}
	file, diags := convert.ReadJSON(src, "main.tf.json", dialect, convert.Options{})
	if diags.HasErrors() {
		t.Fatal(messages(diags))
	}
	files, steps := []tidy.File{{Name: "main.tf", File: file}}, []string{"jsonencode", "heredoc"}
	result := checkedResult(t, "texts", files, steps, tidy.Options{Dialect: dialect})
	calls := map[string]int{}
	for _, c := range result.Changes {
		calls[c.Step]++
	}
	if calls["jsonencode"] < 10 || calls["heredoc"] < 20 {
		t.Errorf("the steps have changed only %v", calls)
	}
	made := printed(result.Files)
	want, got := outputs(t, terraform, map[string][]byte{"main.tf.json": src}), outputs(t, terraform, made)
	if len(want) != len(values) || len(got) != len(want) {
		t.Fatalf("got %d and %d outputs, want %d", len(want), len(got), len(values))
	}
	for name, value := range want {
		if got[name] != value {
			i, _ := strconv.Atoi(name[1:])
			t.Errorf("%q is %s in JSON and %s in\n%s", texts[i], value, got[name], made["main.tf"])
		}
	}
	dir := t.TempDir()
	write(t, dir, made)
	if changed := terraform.Run(t, dir, "fmt", "-list=true"); len(changed) > 0 {
		after, _ := os.ReadFile(filepath.Join(dir, "main.tf"))
		t.Errorf("terraform fmt makes\n%s\nof\n%s", after, made["main.tf"])
	}
}

// isEvaluable reports whether a template has nothing that a heredoc in it, or the
// character NUL, makes unfit for a test of all in one file.
func isEvaluable(text string) bool { return !strings.Contains(text, "\x00") }

func printed(files []tidy.File) map[string][]byte {
	made := map[string][]byte{}
	for _, f := range files {
		made[f.Name] = f.Bytes()
	}
	return made
}

// Terraform plans nothing but moves for a module that was applied before the steps.
func TestTerraformPlansOnlyMoves(t *testing.T) {
	terraform := oracles.Terraform(t)
	all := archives(t)
	planned := 0
	for _, path := range slices.Sorted(maps.Keys(all)) {
		a := all[path]
		if !slices.Contains(settings(a, "options"), "plan") {
			continue
		}
		planned++
		t.Run(filepath.Base(path), func(t *testing.T) {
			before := map[string][]byte{}
			for _, f := range a.Files {
				if name, ok := strings.CutPrefix(f.Name, "in/"); ok {
					before[name] = f.Data
				}
			}
			applied := t.TempDir()
			write(t, applied, before)
			write(t, applied, calledModuleFiles(a))
			terraform.Run(t, applied, "init", "-input=false")
			terraform.Run(t, applied, "apply", "-auto-approve", "-input=false")

			result := checkedResult(t, path, readModule(t, a), settings(a, "steps"), options(a))
			tidied := t.TempDir()
			write(t, tidied, printed(result.Files))
			write(t, tidied, calledModuleFiles(a))
			state, err := os.ReadFile(filepath.Join(applied, "terraform.tfstate"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, tidied, map[string][]byte{"terraform.tfstate": state})
			terraform.Run(t, tidied, "init", "-input=false")
			blocks := countMovedBlocks(result.Files) - countMovedBlocks(readModule(t, a))
			if moved := terraform.Plan(t, tidied, "").CheckOnlyMoves(t); moved < blocks {
				t.Errorf("%d objects have moved, by %d blocks", moved, blocks)
			}
			if changed := terraform.Run(t, tidied, "fmt", "-list=true"); len(changed) > 0 {
				t.Errorf("terraform fmt changes %s", changed)
			}
		})
	}
	if planned == 0 {
		t.Error("no archive to plan")
	}
}

// calledModuleFiles are the files of a module that an archive has for the call of one.
func calledModuleFiles(a *txtar.Archive) map[string][]byte {
	files := map[string][]byte{}
	for _, f := range a.Files {
		if name, ok := strings.CutPrefix(f.Name, "beside/"); ok {
			files[name] = f.Data
		}
	}
	return files
}

func countMovedBlocks(files []tidy.File) (n int) {
	for _, f := range files {
		n += strings.Count(string(f.Bytes()), "moved {")
	}
	return n
}
