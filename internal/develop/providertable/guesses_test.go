package providertable

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hcljson/hcljson/internal/provider/builtin"
)

var updateGuesses = flag.Bool("update", false, "rewrite the table of guesses")

// tree is a body with a name. More make it another one.
func tree(name string, kind builtin.Kind, more int) builtin.Tree {
	tree := builtin.Tree{{Name: name, Kind: kind}}
	if more > 0 {
		tree = append(tree, builtin.Entry{Name: string(rune('a' + more)), Kind: builtin.ListAttribute})
	}
	return tree
}

// TestGuessTable checks that each provider counts once, without betas and other major versions, and
// that a name in few bodies of one provider is omitted.
func TestGuessTable(t *testing.T) {
	c := nameCounts{}
	block := tree("rule", builtin.ListBlock, 0)
	c.add("a/x", []builtin.Tree{block, block})
	c.add("a/x",
		[]builtin.Tree{block, {{Name: "inner", Kind: builtin.SetBlock, Body: block}}, tree("rule", builtin.MapAttribute, 9)})
	c.add("a/x-beta", []builtin.Tree{tree("rule", builtin.SingleBlock, 0)})
	for i := range 8 {
		c.add("a/y", []builtin.Tree{
			tree("rule", builtin.ObjectsAttribute, i), tree("any", builtin.AnyAttribute, 0),
			tree("often", builtin.AttributeAsBlocks, 0),
		})
	}
	if got, want := c.table(), "any 0 0 50 50 0\noften 0 100 0 0 0\nrule 75 0 25 100 0\n"; got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}

// TestGuesses checks that the guesses for unknown providers are derived from the providers in the
// built-in table.
func TestGuesses(t *testing.T) {
	const table = "../../../schema/opentofu/guesses.txt"
	got, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	want := builtCounts().table()
	switch {
	case string(got) == want:
	case *updateGuesses:
		if err := os.WriteFile(table, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s", diff.Diff(table, got, "the built-in table", []byte(want)))
	}
}
