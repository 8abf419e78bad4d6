package cli

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"
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

// ejectTo runs the command, which has to succeed.
func ejectTo(t *testing.T, dir string, args ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := Main(append([]string{"hcljson", "eject", "-o", dir}, args...), strings.NewReader(""), &stdout, &stderr, os.Getenv); status != exitOK {
		t.Fatalf("exit status %d\n%s%s", status, stdout.Bytes(), stderr.Bytes())
	}
}

// What Terraform has made from the JSON of CDKTF, it finds again in what is ejected:
// the first plan has new names at most, and when they are applied there is no change.
func TestEjectedPlansNoChange(t *testing.T) {
	if testing.Short() {
		t.Skip("runs terraform")
	}
	if _, err := exec.LookPath("terraform"); err != nil {
		t.Skip("there is no terraform on the PATH")
	}
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
				terraform(t, was, "init", "-no-color")
				terraform(t, was, "apply", "-no-color", "-auto-approve")

				is := filepath.Join(out, stack)
				terraform(t, is, "init", "-no-color")
				moved += onlyMoved(t, os.DevNull, is)
				terraform(t, is, "apply", "-no-color", "-auto-approve")
				terraform(t, is, "plan", "-no-color", "-detailed-exitcode")
			}
			if moved != test.moved {
				t.Errorf("%d resources have new names, want %d", moved, test.moved)
			}
		})
	}
}

// onlyMoved plans, and returns how many resources have new names. Nothing else may
// change.
func onlyMoved(t *testing.T, config, dir string) (moved int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan")
	terraformWith(t, config, dir, "plan", "-no-color", "-out", file)
	var plan struct {
		Changes []struct {
			Address  string
			Previous string `json:"previous_address"`
			Change   struct{ Actions []string }
		} `json:"resource_changes"`
		Outputs map[string]struct{ Actions []string } `json:"output_changes"`
	}
	if err := json.Unmarshal(terraformWith(t, config, dir, "show", "-json", file), &plan); err != nil {
		t.Fatal(err)
	}
	for _, c := range plan.Changes {
		if !slices.Equal(c.Change.Actions, []string{"no-op"}) {
			t.Errorf("%s would %v", c.Address, c.Change.Actions)
		}
		if c.Previous != "" {
			moved++
		}
	}
	for name, c := range plan.Outputs {
		if !slices.Equal(c.Actions, []string{"no-op"}) {
			t.Errorf("output %s would %v", name, c.Actions)
		}
	}
	return moved
}

// What is ejected is in the layout of the product's formatter, and holds nothing of
// what the generator needs for itself.
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
		if bytes.Contains(src, []byte("uniqueId")) || hashed.Match(src) && filepath.Base(path) != "moved.tf" && !bytes.Contains(src, []byte("asset_")) {
			t.Errorf("%s holds what the generator needs:\n%s", path, src)
		}
		return nil
	})
	if err != nil || found < 8 {
		t.Errorf("%d files: %v", found, err)
	}
}
