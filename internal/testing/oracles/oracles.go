// Package oracles runs the oracles of tests: terraform, tofu and packer, and providers built for the
// tests. Program and Available accept the name of any program. Oracles need minutes of processor time, so tests
// use them only on request.
package oracles

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Variable is the environment variable that enables the oracles with the value 1. The value all also enables samples
// of the sizes that run once a week.
const Variable = "HCLJSON_JUDGES"

// Require skips the test unless the oracles are enabled.
func Require(t testing.TB) {
	t.Helper()
	if !Enabled() {
		t.Skipf("needs programs of others, which run with %s=1", Variable)
	}
}

// Program returns the path of a program. It skips the test unless the oracles are enabled and the
// program is on the PATH.
func Program(t testing.TB, name string) string {
	t.Helper()
	Require(t)
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not on the PATH")
	}
	return path
}

// Available is a condition for scripts: it reports whether the oracles are enabled and the program
// is on the PATH.
func Available(name string) bool {
	_, err := exec.LookPath(name)
	return Enabled() && err == nil
}

// Enabled reports whether the oracles and the slow tests are enabled.
func Enabled() bool { return os.Getenv(Variable) == "1" || os.Getenv(Variable) == "all" }

// Rounds returns the number of attempts of a test: all if the oracles are enabled, otherwise usual.
func Rounds(usual, all int) int {
	if Enabled() {
		return all
	}
	return usual
}

// Samples returns the number of samples of a test: usual without oracles, judged with oracles, and all once a week.
func Samples(usual, judged, all int) int {
	if os.Getenv(Variable) == "all" {
		return all
	}
	return Rounds(usual, judged)
}

// Product is OpenTofu or Terraform.
type Product struct {
	path string
	env  []string
}

// NewProduct returns a product, or skips the test. Without TF_CLI_CONFIG_FILE in env, the product ignores
// the user's CLI configuration.
func NewProduct(t testing.TB, name string, env ...string) *Product {
	t.Helper()
	path := Program(t, name)
	return &Product{path, slices.Concat(os.Environ(),
		[]string{"CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_CLI_CONFIG_FILE=" + os.DevNull, "TF_CLI_ARGS=-no-color"},
		env)}
}

// Terraform returns Terraform, or skips the test.
func Terraform(t testing.TB, env ...string) *Product {
	t.Helper()
	return NewProduct(t, "terraform", env...)
}

// Run runs a command in a directory, and returns its output.
func (p *Product) Run(t testing.TB, dir string, args ...string) []byte {
	t.Helper()
	out, status := p.Try(t, dir, args...)
	if status != 0 {
		t.Fatalf("%s %q: exit status %d\n%s", filepath.Base(p.path), args, status, out)
	}
	return out
}

// Try is Run for a command that can fail. After a failure, the result also contains standard error.
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

// Plan is the part of a plan in the JSON output format that tests use.
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

	// Source is the whole plan in JSON.
	Source []byte `json:"-"`
	// Status is the exit status of the plan with -detailed-exitcode.
	Status int `json:"-"`
}

// Plan plans a module. After a failure, it shows text, the source of the module.
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

// PlanFile plans a module of one file.
func (p *Product) PlanFile(t testing.TB, name string, src []byte) *Plan {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), src, 0o600); err != nil {
		t.Fatal(err)
	}
	return p.Plan(t, dir, string(src))
}

// comparedParts are the parts of a plan that describe its effects. They exclude the configuration,
// because for JSON files it contains the source text of strings.
var comparedParts = []string{
	"planned_values", "resource_changes", "output_changes", "variables", "checks", "relevant_attributes",
}

// Text returns the effects of a plan, with one line for each part.
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
	for _, part := range comparedParts {
		out.WriteString(part)
		out.Write(parts[part])
		out.WriteByte('\n')
	}
	return out.String()
}

// CheckOnlyMoves checks that a plan changes only addresses, and returns the number of objects with a new
// address.
func (p *Plan) CheckOnlyMoves(t testing.TB) (moved int) {
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

const (
	// SmallProvider is the address of the provider with protocol 6.
	SmallProvider = "example.com/test/small"
	// OtherProvider is another address of the same provider.
	OtherProvider = "example.com/other/small"
	// FiveProvider is the address of the provider with protocol 5.
	FiveProvider = "example.com/test/five"
	// ProviderVersion is the version of the providers in tests.
	ProviderVersion = "1.0.0"

	module = "internal/develop"
	source = "testprovider"
)

// Providers returns the executables of the providers with protocols 6 and 5. Each is the only file
// in its directory, so that the directory can represent an unpacked package.
//
// It builds them once, in the user's cache directory, and again after a change of the source or of
// the Go version. It skips the test unless the oracles are enabled, because the module of the
// providers is larger than this one.
func Providers(t testing.TB) (framework, protocol5 string) {
	t.Helper()
	Require(t)
	dir, err := builtProviders()
	if err != nil {
		t.Fatal(err)
	}
	return executable(dir, "small"), executable(dir, "five")
}

// ProvidersConfig writes a CLI configuration file with overrides for the providers, so that OpenTofu
// and Terraform use them without init. It returns the name of the file, for TF_CLI_CONFIG_FILE.
func ProvidersConfig(t testing.TB) string {
	t.Helper()
	framework, protocol5 := Providers(t)
	name := filepath.Join(t.TempDir(), "cli.tfrc")
	text := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    %q = %q\n    %q = %q\n    %q = %q\n  }\n  "+
		"direct {}\n}\n",
		SmallProvider, filepath.ToSlash(filepath.Dir(framework)),
		OtherProvider, filepath.ToSlash(filepath.Dir(framework)),
		FiveProvider, filepath.ToSlash(filepath.Dir(protocol5)))
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func executable(dir, name string) string {
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	return filepath.Join(dir, name, "terraform-provider-"+name+suffix)
}

// builtProviders builds the missing providers, and returns their directory.
var builtProviders = sync.OnceValues(func() (string, error) {
	dir, err := findModule()
	if err != nil {
		return "", err
	}
	key, err := sourceSum(dir)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "hcljson-test")
	done := filepath.Join(cache, key)
	if _, err := os.Stat(done); err == nil {
		return done, nil
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", err
	}
	temp, err := os.MkdirTemp(cache, "build-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	if err := errors.Join(buildProvider(dir, "framework", executable(temp, "small")),
		buildProvider(dir, "protocol5", executable(temp, "five"))); err != nil {
		return "", err
	}
	if err := os.Rename(temp, done); err != nil {
		// Another process can have built it first.
		if _, missing := os.Stat(done); missing != nil {
			return "", err
		}
	}
	return done, nil
})

// buildProvider builds a provider in the directory of its module.
func buildProvider(dir, provider, out string) error {
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", out, "./"+source+"/"+provider)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s in %s: %w\n%s", strings.Join(cmd.Args, " "), dir, err, text)
	}
	return nil
}

// findModule returns the directory of the providers' module, for tests anywhere in the repository.
func findModule() (string, error) {
	mod, err := exec.Command("go", "env", "GOMOD").Output()
	root := strings.TrimSuffix(filepath.Dir(string(mod)), filepath.FromSlash(module))
	return filepath.Join(root, filepath.FromSlash(module)), err
}

// sourceSum returns a name that identifies the sources in the module's directory.
func sourceSum(dir string) (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	add := func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		fmt.Fprintln(hash, filepath.Base(name), len(data))
		hash.Write(data)
		return err
	}
	for _, name := range []string{source, "go.mod", "go.sum"} {
		if err := filepath.WalkDir(filepath.Join(dir, name), add); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
