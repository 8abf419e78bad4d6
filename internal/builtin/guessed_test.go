package builtin

import (
	"testing"

	"github.com/hcljson/hcljson/schema"
)

// The rows of a body say which of its names are blocks.
func TestGuessed(t *testing.T) {
	body := schema.Body{PluginNames: guessed([]rawEntry{{name: "b", kind: ListBlock}, {name: "a"}})}
	for name, want := range map[string]schema.Kind{
		"a": schema.IsAttribute, "b": schema.IsBlock, "c": schema.Unlisted,
	} {
		for _, form := range []schema.Form{schema.ObjectForm, schema.ListForm, schema.EmptyForm} {
			if got := body.Classify(name, form).Listed; got != want {
				t.Errorf("%s is %d in form %d, not %d", name, got, form, want)
			}
		}
	}
}
