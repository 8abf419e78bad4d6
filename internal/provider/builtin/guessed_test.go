package builtin

import (
	"testing"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// The rows of a body determine the blocks.
func TestGuessTable(t *testing.T) {
	table := guessTable([]rawEntry{{name: "b", kind: ListBlock}, {name: "a"}})
	body := &tables.Body{PluginNames: table}
	for name, want := range map[string]guess.Kind{
		"a": guess.IsAttribute, "b": guess.IsBlock, "c": guess.Unlisted,
	} {
		for _, form := range []guess.Form{guess.ObjectForm, guess.ListForm, guess.EmptyForm} {
			if got := body.Classify(name, form).Listed; got != want {
				t.Errorf("%s is %d in form %d, not %d", name, got, form, want)
			}
		}
	}
}
