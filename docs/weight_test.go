package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// never contains packages that no program may import.
var never = []string{
	"google.golang.org/grpc", "google.golang.org/genproto", "google.golang.org/protobuf", "net/rpc",
	"github.com/hashicorp/go-msgpack", "github.com/hashicorp/go-plugin",
	"github.com/hashicorp/go-hclog",
}

const program = "github.com/hcljson/hcljson"

// dependencies returns the packages of a program.
func dependencies(t *testing.T, flags ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append(append([]string{"list", "-deps"}, flags...), program)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Fields(string(out))
	if !slices.Contains(all, program+"/convert") {
		t.Fatal("it does not convert")
	}
	return all
}

// below reports whether a package is in roots, or below a module in roots.
func below(name string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return name == root || strings.Contains(root, ".") && strings.HasPrefix(name, root+"/")
	})
}

func TestPackages(t *testing.T) {
	for _, name := range dependencies(t) {
		if below(name, never) {
			t.Errorf("the program has %s", name)
		}
	}
}

// "go install ./...", which pre-commit does, installs the program alone.
func TestInstalled(t *testing.T) {
	command := exec.Command("go", "list", "-f", `{{if eq .Name "main"}}{{.ImportPath}}{{end}}`, "./...")
	command.Dir = ".."
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(string(out)); !slices.Equal(got, []string{program}) {
		t.Errorf("the installed files are %q", got)
	}
}

// build builds a package without debugging information, and returns its size.
func build(t *testing.T, source string, flags ...string) (executable string, size int64) {
	t.Helper()
	executable = filepath.Join(t.TempDir(), "program.exe")
	command := exec.Command("go",
		slices.Concat([]string{"build", "-ldflags", "-s -w", "-o", executable}, flags, []string{source})...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(executable)
	if err != nil {
		t.Fatal(err)
	}
	return executable, info.Size()
}

// The sizes that docs/development/README.md has.
func TestSizes(t *testing.T) {
	if !oracles.Enabled() {
		t.Skip("it builds the converter without cgo")
	}
	const mega = 1 << 20
	// The converter alone: the program of docs/library.md.
	text, err := os.ReadFile("library.md")
	if err != nil {
		t.Fatal(err)
	}
	_, source, _ := bytes.Cut(text, []byte("`convert.go`:\n\n```go\n"))
	source, _, _ = bytes.Cut(source, []byte("```"))
	file := filepath.Join(t.TempDir(), "convert.go")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, size := build(t, file); size > 10*mega {
		t.Errorf("the converter has %d bytes", size)
	}
}
