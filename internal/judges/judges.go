// Package judges lets tests ask the programs that read the files: terraform, tofu and
// packer, and providers that are built for the tests. They take minutes of processor
// time, so they run when asked for.
package judges

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// Variable is the environment variable that asks for the judges.
const Variable = "HCLJSON_JUDGES"

// Ask skips the test where the judges are not asked for.
func Ask(t testing.TB) {
	t.Helper()
	if !Asked() {
		t.Skipf("needs programs of others, which run with %s=1", Variable)
	}
}

// Program returns the path of a program. The test is skipped where judges are not
// asked for, and where the program is not on the PATH.
func Program(t testing.TB, name string) string {
	t.Helper()
	Ask(t)
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not on the PATH")
	}
	return path
}

// Available is a condition for scripts: the judges are asked for, and the program is
// on the PATH.
func Available(name string) bool {
	_, err := exec.LookPath(name)
	return Asked() && err == nil
}

// Asked reports whether the judges are asked for, and with them the tests that take long.
func Asked() bool { return os.Getenv(Variable) == "1" }

// Rounds is a number that says how much a test tries, and another one where the judges are
// asked for.
func Rounds(usual, all int) int {
	if Asked() {
		return all
	}
	return usual
}

// A Product is OpenTofu or Terraform.
type Product struct {
	path string
	env  []string
}

// New returns a product, or skips the test. Without TF_CLI_CONFIG_FILE among the
// variables, no configuration of the user's is read.
func New(t testing.TB, name string, env ...string) *Product {
	t.Helper()
	path := Program(t, name)
	return &Product{path, slices.Concat(os.Environ(),
		[]string{"CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_CLI_CONFIG_FILE=" + os.DevNull, "TF_CLI_ARGS=-no-color"},
		env)}
}

// Terraform returns Terraform, or skips the test.
func Terraform(t testing.TB, env ...string) *Product {
	t.Helper()
	return New(t, "terraform", env...)
}

// Run runs a command in a directory, and returns what it prints.
func (p *Product) Run(t testing.TB, dir string, args ...string) []byte {
	t.Helper()
	out, status := p.Try(t, dir, args...)
	if status != 0 {
		t.Fatalf("%s %q: exit status %d\n%s", filepath.Base(p.path), args, status, out)
	}
	return out
}

// Try is Run for a command that may fail. After a failure, the output is followed by
// the errors.
func (p *Product) Try(t testing.TB, dir string, args ...string) (out []byte, status int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.path, args...)
	cmd.Dir, cmd.Env = dir, p.env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	exit := (*exec.ExitError)(nil)
	if errors.As(err, &exit) {
		return append(out, stderr.Bytes()...), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out, 0
}

// A Plan is the JSON output format of one, as far as tests look at it.
type Plan struct {
	Changes []struct {
		Address         string
		PreviousAddress string `json:"previous_address"`
		Change          struct {
			Actions   []string
			After     json.RawMessage
			Importing json.RawMessage
		}
	} `json:"resource_changes"`
	Outputs map[string]struct {
		Actions []string
		After   json.RawMessage
	} `json:"output_changes"`

	// Source is the whole text.
	Source []byte `json:"-"`
	// Status is the exit status of the plan with -detailed-exitcode.
	Status int `json:"-"`
}

// Plan plans for a module. A failure shows what the module is made of.
func (p *Product) Plan(t testing.TB, dir, text string, options ...string) *Plan {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan")
	args := append([]string{"plan", "-detailed-exitcode", "-input=false", "-lock=false", "-out=" + file}, options...)
	out, status := p.Try(t, dir, args...)
	if status == 1 {
		t.Fatalf("%s\nof\n%s", out, text)
	}
	plan := &Plan{Source: p.Run(t, dir, "show", "-json", file), Status: status}
	if err := json.Unmarshal(plan.Source, plan); err != nil {
		t.Fatal(err)
	}
	return plan
}

// PlanFile plans for a module of one file.
func (p *Product) PlanFile(t testing.TB, name string, src []byte) *Plan {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), src, 0o600); err != nil {
		t.Fatal(err)
	}
	return p.Plan(t, dir, string(src))
}

// comparable are the parts of a plan that say what it does. The configuration is not
// among them: for JSON, the products show the text of strings there.
var comparable = []string{
	"planned_values", "resource_changes", "output_changes", "variables", "checks", "relevant_attributes",
}

// Text returns what a plan does, a line for each part.
func (p *Plan) Text(t testing.TB) string {
	t.Helper()
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(p.Source, &parts); err != nil {
		t.Fatal(err)
	}
	if parts["planned_values"] == nil {
		t.Fatal("the plan has no values")
	}
	var out bytes.Buffer
	for _, part := range comparable {
		out.WriteString(part)
		out.Write(parts[part])
		out.WriteByte('\n')
	}
	return out.String()
}

// OnlyMoves checks that a plan changes nothing, and returns how many objects have a
// new address.
func (p *Plan) OnlyMoves(t testing.TB) (moved int) {
	t.Helper()
	if len(p.Changes) == 0 {
		t.Error("the plan has no objects")
	}
	for _, c := range p.Changes {
		if !slices.Equal(c.Change.Actions, []string{"no-op"}) {
			t.Errorf("the plan for %s is %v", c.Address, c.Change.Actions)
		}
		if c.PreviousAddress != "" {
			moved++
		}
	}
	for name, c := range p.Outputs {
		if !slices.Equal(c.Actions, []string{"no-op"}) {
			t.Errorf("the plan for output %s is %v", name, c.Actions)
		}
	}
	return moved
}
