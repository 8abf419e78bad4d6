package packernames

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// What programs register is written with what it takes, by types.
func TestComponents(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/components.txtar")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := txtar.Write(archive, root); err != nil {
		t.Fatal(err)
	}
	dir := func(name string) string { return filepath.Join(root, name) }
	var out strings.Builder
	if err := run(&out, []string{dir("packer"), dir("packer-plugin-sdk"), dir("packer-plugin-thing")}, false,
		true); err != nil {
		t.Fatal(err)
	}
	if want := section(t, archive, "components"); out.String() != want {
		t.Errorf("components are\n%s, want\n%s", out.String(), want)
	}
	for name, want := range map[string]string{
		"bad/nothing":    "no component is registered",
		"bad/no-spec":    "builder no-spec-a: package example.com/bad/a has no specification",
		"bad/no-decoder": "builder no-decoder-a: package example.com/silent/a does not decode its arguments",
		"bad/no-list":    "package filter: the filter is not a list of names to exclude",
	} {
		err := run(&out, []string{dir(name)}, false, true)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q", name, err, want)
		}
	}
}
