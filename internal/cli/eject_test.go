package cli

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// shop copies the example that CDKTF wrote, with its states in a directory of the
// test.
func shop(t *testing.T) (app string) {
	t.Helper()
	app = filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(app, os.DirFS(filepath.Join("..", "..", "docs", "examples", "shop"))); err != nil {
		t.Fatal(err)
	}
	for _, stack := range []string{"network", "service"} {
		name := filepath.Join(app, "cdktf.out", "stacks", stack, "cdk.tf.json")
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		quoted, err := json.Marshal(app)
		if err != nil {
			t.Fatal(err)
		}
		src = bytes.ReplaceAll(src, []byte("/home/dev/shop"), bytes.Trim(quoted, `"`))
		if err := os.WriteFile(name, src, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return app
}

// ejectTo runs the command, which must succeed.
func ejectTo(t *testing.T, dir string, args ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := Main(append([]string{"hcljson", "eject", "-o", dir}, args...), strings.NewReader(""), &stdout, &stderr,
		os.Getenv); status != env.ExitOK {
		t.Fatalf("exit status %d\n%s%s", status, stdout.Bytes(), stderr.Bytes())
	}
}

// TestEjectedPlansNoChange applies the JSON of CDKTF and plans the ejected module. The first plan
// may only change names; after its application, a second plan must be empty.
func TestEjectedPlansNoChange(t *testing.T) {
	terraform := oracles.Terraform(t)
	for name, test := range map[string]struct {
		options []string
		moved   int
	}{
		"all steps":  {moved: 4},
		"same value": {options: []string{"--tidy", "all"}, moved: 4},
		"own names":  {options: []string{"--keep-names", "--keep-paths"}},
	} {
		t.Run(name, func(t *testing.T) {
			app := shop(t)
			out := filepath.Join(t.TempDir(), "out")
			ejectTo(t, out, append(test.options, "--target", "terraform", app)...)
			moved := 0
			for _, stack := range []string{"network", "service"} {
				was := filepath.Join(app, "cdktf.out", "stacks", stack)
				terraform.Run(t, was, "init")
				terraform.Run(t, was, "apply", "-auto-approve")

				is := filepath.Join(out, stack)
				terraform.Run(t, is, "init")
				moved += terraform.Plan(t, is, "").CheckOnlyMoves(t)
				terraform.Run(t, is, "apply", "-auto-approve")
				terraform.Run(t, is, "plan", "-detailed-exitcode")
			}
			if moved != test.moved {
				t.Errorf("%d resources have new names, want %d", moved, test.moved)
			}
		})
	}
}

// TestEjectedLayout checks that ejected files have the layout of the product's formatter, and
// contain no metadata of the generator.
func TestEjectedLayout(t *testing.T) {
	out := t.TempDir()
	ejectTo(t, out, shop(t))
	hashed := regexp.MustCompile(`_[0-9A-F]{8}\b`)
	found := 0
	err := filepath.WalkDir(out, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".tf" || strings.Contains(path, "assets") {
			return err
		}
		found++
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if formatted := hclwrite.Format(src); !bytes.Equal(formatted, src) {
			t.Errorf("%s is formatted as\n%s", path, formatted)
		}
		if bytes.Contains(src, []byte("uniqueId")) ||
			hashed.Match(src) && filepath.Base(path) != "moved.tf" && !bytes.Contains(src, []byte("asset_")) {
			t.Errorf("%s contains metadata of the generator:\n%s", path, src)
		}
		return nil
	})
	if err != nil || found < 8 {
		t.Errorf("%d files: %v", found, err)
	}
}
