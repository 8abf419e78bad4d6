package golden

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

// pairs are the archives in the testdata of the package that is tested, by their
// paths. The first file of each is a source, the second what is made of it.
func pairs(t testing.TB) map[string]*txtar.Archive {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	all := make(map[string]*txtar.Archive, len(names))
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(archive.Files) == 0 || len(archive.Files) > 2 {
			t.Fatalf("%s has %d files", name, len(archive.Files))
		}
		all[name] = archive
	}
	return all
}

// Sources returns the sources of all pairs in testdata.
func Sources(t testing.TB) [][]byte {
	t.Helper()
	archives := pairs(t)
	var all [][]byte
	for _, name := range slices.Sorted(maps.Keys(archives)) {
		all = append(all, archives[name].Files[0].Data)
	}
	return all
}

// Pairs compares what is made of the source of each pair in testdata with its
// second file, or with update writes that anew, under the given name.
func Pairs(t *testing.T, update bool, made string, from func(t *testing.T, source txtar.File) []byte) {
	for name, archive := range pairs(t) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			got := from(t, archive.Files[0])
			switch {
			case update:
				archive.Files = append(archive.Files[:1], txtar.File{Name: made, Data: got})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Error(err)
				}
			case len(archive.Files) != 2:
				t.Errorf("nothing to compare with; run with -update:\n%s", got)
			case !bytes.Equal(got, archive.Files[1].Data):
				t.Errorf("%s", diff.Diff("want", archive.Files[1].Data, "got", got))
			}
		})
	}
}
