package uses

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "uses.tsv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Providers count alike, their betas and major versions not twice; a name that one
// provider has in few bodies is left out.
func TestTable(t *testing.T) {
	counts, err := Read(write(t, strings.Join([]string{
		"a/x@1\trule\t1\t0\t0\t0\t0",
		"a/x@2\trule\t2\t0\t1\t0\t0",
		"a/x-beta@2\trule\t0\t0\t0\t0\t0",
		"a/y@1\trule\t0\t0\t0\t7\t0",
		"a/y@1\trare\t7\t0\t0\t0\t0",
		"a/y@1\toften\t0\t8\t0\t0\t0",
		"",
	}, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := counts.Table(), "often 0 100 0 0 0\nrule 75 0 25 100 0\n"; got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	if total, ok := counts.Sum("rule", "a/y"); ok || total != (Uses{75, 0, 25, 0, 0}) {
		t.Errorf("without a provider: %v, %t", total, ok)
	}
}

func TestBadCounts(t *testing.T) {
	for _, text := range []string{"a/x@1\trule\n", "a/x@1\trule\t1\t0\t0\tx\t0\n"} {
		if _, err := Read(write(t, text)); err == nil {
			t.Errorf("%q is no error", text)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there is no error")
	}
}
