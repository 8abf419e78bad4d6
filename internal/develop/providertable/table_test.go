package providertable

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

const embedded = "../../../internal/provider/builtin/tables"

// TestTablesEncodedAgain checks that the embedded tables equal the encoder's output for the decoded
// tables: no manual changes, and no losses in the decoder.
func TestTablesEncodedAgain(t *testing.T) {
	for i, p := range builtin.List() {
		if i%4 != 0 && !oracles.Enabled() {
			continue // it takes long
		}
		all := make([]types, len(p.Versions))
		for i := range all {
			all[i] = typesOf(p, i)
		}
		got, err := encode(p, all)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(embedded, fileName(p.Source)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the table of %s is not written as it is read", p.Source)
		}
	}
}

// TestTableKept checks that providers missing from a directory are kept from the existing table.
func TestTableKept(t *testing.T) {
	list, err := readList("sources.txt")
	if err != nil {
		t.Fatal(err)
	}
	list = slices.DeleteFunc(list, func(s source) bool { return s.provider != "hashicorp/vault" })
	got, err := options{dir: t.TempDir()}.table(list)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(embedded, fileName("hashicorp/vault")))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("the table is not kept: %v", err)
	}
	list[0].where += "1"
	if _, err := (options{dir: t.TempDir()}).table(list); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a missing source is accepted:", err)
	}
}

// The tables of all providers take less than 1.5 MB of the program.
func TestBudget(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(embedded, "*"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	total := int64(0)
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total > 1_500_000 {
		t.Errorf("the tables take %d bytes", total)
	}
}
