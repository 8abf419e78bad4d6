package packernames

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// fixture writes the checkouts of testdata, and returns them and the archive.
func fixture(t *testing.T) (dirs []string, archive *txtar.Archive, root string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/plugins.txtar")
	if err != nil {
		t.Fatal(err)
	}
	root = t.TempDir()
	if err := txtar.Write(archive, root); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"packer-plugin-sdk", "packer", "hashicorp+packer-plugin-amazon", "packer-plugin-unheard", "packer-builder-other",
	} {
		dirs = append(dirs, filepath.Join(root, name))
	}
	return dirs, archive, root
}

func section(t *testing.T, archive *txtar.Archive, name string) string {
	t.Helper()
	for _, file := range archive.Files {
		if file.Name == name {
			return string(file.Data)
		}
	}
	t.Fatalf("no section %s", name)
	return ""
}

func TestRun(t *testing.T) {
	dirs, archive, _ := fixture(t)
	for name, survey := range map[string]bool{"survey": true, "counts": false} {
		var out strings.Builder
		if err := run(&out, dirs, survey, false); err != nil {
			t.Fatal(err)
		}
		if want := section(t, archive, name); out.String() != want {
			t.Errorf("%s is\n%s, want\n%s", name, out.String(), want)
		}
	}
}

// What the program does not know is an error, and nothing that it passes over.
func TestErrors(t *testing.T) {
	_, _, root := fixture(t)
	for name, want := range map[string]string{
		"missing":   "no directory has the type FlatNowhere",
		"kind":      "BlockSetSpec is not a known specification",
		"type":      "a: ",
		"itself":    "FlatOne holds itself",
		"no-module": "go.mod",
	} {
		var out strings.Builder
		err := run(&out, []string{filepath.Join(root, "bad", name)}, true, false)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q", name, err, want)
		}
	}
}
