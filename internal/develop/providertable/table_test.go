package providertable

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/internal/builtin"
	"github.com/hcljson/hcljson/internal/judges"
)

const tables = "../../../internal/builtin/tables"

// What is in the program is what the encoder writes, so nothing of it was changed
// otherwise, and nothing of it is lost when it is read.
func TestTablesEncodedAgain(t *testing.T) {
	for i, p := range builtin.List() {
		if i%4 != 0 && !judges.Asked() {
			continue // it takes long
		}
		all := make([]types, len(p.Versions))
		for i := range all {
			all[i] = types{}
			for _, part := range builtin.Parts {
				for _, typ := range p.Types(part) {
					if tree, ok := p.Tree(i, part, typ); ok {
						all[i].add(part, typ, tree)
					}
				}
			}
		}
		got, err := encode(p, all)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(tables, fileName(p.Source)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the table of %s is not written as it is read", p.Source)
		}
	}
}

// The tables of all providers take less than 1.5 MB of the program.
func TestBudget(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(tables, "*"))
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
