package upgrade_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/upgrade"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// TestPacker checks that the legacy template and the upgraded template have the same effects:
// Packer builds both, and both create the same files. It uses the goldens with a line "judge".
func TestPacker(t *testing.T) {
	packer := oracles.Program(t, "packer")
	for _, g := range goldens(t) {
		if !strings.Contains("\n"+string(g.archive.Comment), "\njudge\n") {
			continue
		}
		t.Run(filepath.Base(g.name), func(t *testing.T) {
			src, _ := g.file("template.json")
			result, diags := upgrade.Template([]byte(src), "template.json", g.options())
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			legacy := build(t, packer, "template.json", src)
			upgraded := build(t, packer, "template.pkr.hcl", string(result.File().Bytes()))
			if len(legacy) == 0 {
				t.Fatal("the legacy template has no effect")
			}
			if !slices.Equal(legacy, upgraded) {
				t.Errorf("legacy:\n%s\nupgraded:\n%s", strings.Join(legacy, "\n"), strings.Join(upgraded, "\n"))
			}
		})
	}
}

// changing matches texts that differ between runs.
var changing = regexp.MustCompile(`("build_time": )\d+|[0-9a-f]{8}-[0-9a-f-]{27}`)

// build builds a template in a new directory, and returns the created files with their contents.
func build(t *testing.T, packer, name, text string) []string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(packer, "build", "-parallel-builds=1", "-var", "required=given", name)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME=/home/of/test", "PACKER_CONFIG_DIR="+t.TempDir(),
		"CHECKPOINT_DISABLE=1", "PACKER_NO_COLOR=1")
	if !strings.Contains(text, `"required"`) {
		cmd.Args = slices.Delete(cmd.Args, 3, 5)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s\n%s", name, err, out, text)
	}
	var effects []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == name {
			return err
		}
		content, err := os.ReadFile(path)
		within, _ := filepath.Rel(dir, path)
		effects = append(effects, within+": "+changing.ReplaceAllString(string(content), "${1}0"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return effects
}
