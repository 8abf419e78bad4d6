package tables_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// TestPluginNames checks that the names of a plugin precede the different names of the language,
// and that readers without the plugin have only the language's names.
func TestPluginNames(t *testing.T) {
	language := guess.NewNames([]string{"a", "b"}, nil, []string{"c"}, false).WithLists("l")
	plugin := guess.NewNames(nil, nil, []string{"a"}, false)
	layered := plugin.WithGuesses(guess.NewNames([]string{"m"}, nil, []string{"b"}, false))
	for _, test := range []struct {
		plugin, language *guess.Names
		name             string
		form             guess.Form
		want, alone      guess.Kind
	}{
		{plugin, nil, "a", guess.ObjectForm, guess.IsBlock, guess.Unlisted},
		{nil, language, "a", guess.ObjectForm, guess.IsAttribute, guess.IsAttribute},
		{nil, nil, "a", guess.ObjectForm, guess.Unlisted, guess.Unlisted},
		{plugin, language, "a", guess.ObjectForm, guess.IsBlock, guess.IsAttribute},
		{plugin, language, "b", guess.ObjectForm, guess.IsAttribute, guess.IsAttribute},
		{plugin, language, "c", guess.ObjectForm, guess.IsBlock, guess.IsBlock},
		{plugin, language, "l", guess.EmptyForm, guess.IsAttribute, guess.IsAttribute},
		{plugin, language, "a", guess.EmptyForm, guess.IsBlock, guess.IsAttribute},
		{layered, language, "b", guess.ObjectForm, guess.IsBlock, guess.IsAttribute},
		{layered, language, "c", guess.ObjectForm, guess.IsBlock, guess.IsBlock},
		{layered, language, "m", guess.ObjectForm, guess.IsAttribute, guess.Unlisted},
		{plugin, nil, "c", guess.ObjectForm, guess.Unlisted, guess.Unlisted},
	} {
		language := test.language
		body := &tables.Body{PluginNames: test.plugin, Names: language, Origin: tables.Origin{Kind: tables.FromPlugin}}
		got, alone := body.Classify(test.name, test.form), (&tables.Body{Names: language}).Classify(test.name, test.form)
		if got.Listed != test.want || alone.Listed != test.alone || got.Alone != alone.Kind {
			t.Errorf("%s in form %d is %+v, alone %+v", test.name, test.form, got, alone)
		}
	}
}
