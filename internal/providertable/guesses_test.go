package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	counted "github.com/hcljson/hcljson/internal/uses"
	"github.com/hcljson/hcljson/schema/builtin"
)

var update = flag.Bool("update", false, "write the table of guesses anew")

// The guesses for providers that nothing is known of are those of the providers in the
// built-in table.
func TestGuesses(t *testing.T) {
	name := filepath.Join(t.TempDir(), "uses.tsv")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range builtin.List() {
		for i, v := range p.Versions {
			all := types{}
			for _, part := range builtin.Parts {
				all[part] = map[string]builtin.Tree{}
				for _, typ := range p.Types(part) {
					if tree, ok := p.Tree(i, part, typ); ok {
						all[part][typ] = tree
					}
				}
			}
			if err := writeUses(file, p.Source, v, all); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	counts, err := counted.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	const table = "../../schema/opentofu/guesses.txt"
	got, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	want := counts.Table()
	switch {
	case string(got) == want:
	case *update:
		if err := os.WriteFile(table, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s", diff.Diff(table, got, "the built-in table", []byte(want)))
	}
}
