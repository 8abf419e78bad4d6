package equivalent

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

func callDialect() *schema.Dialect {
	call := &tables.Value{Mode: tables.Call}
	return &schema.Dialect{Name: "calls", Root: &tables.Body{Attributes: []tables.Attribute{
		{Name: "call", Value: call},
		{Name: "calls", Value: &tables.Value{Mode: tables.Call, List: call}},
		{Name: "text", Value: &tables.Value{TextOfCall: true}},
		{Name: "scoped", Value: &tables.Value{Scope: &tables.Scope{Functions: []string{}}}},
	}}}
}

// TestCalls checks that calls are compared as source, and that text which a product reads as a call
// is an error if native syntax was converted to it.
func TestCalls(t *testing.T) {
	native := func(text string) Source { return Source{Bytes: []byte(text + "\n"), Filename: "native"} }
	json := func(text string) Source { return Source{Bytes: []byte(text), Filename: "json", JSON: true} }
	for _, test := range []struct {
		name    string
		a, b    Source
		summary string // of the first diagnostic
		failed  bool
	}{
		{"call", native(`call = f(x, "y")`), json(`{"call": "f(x,\"y\")"}`), "", false},
		{"another call", native(`call = f(x)`), json(`{"call": "g(x)"}`), "Different value", true},
		{"template", native(`call = f(x)`), json(`{"call": "${f(x)}"}`), "Different value", true},
		{"list", native(`calls = [f(x)]`), json(`{"calls": ["f(x)"]}`), "", false},
		{"no call", native(`call = x`), json(`{"call": "x"}`), "Not in the schema", false},
		{"list of text", native(`call = ["f(x)"]`), json(`{"call": ["f(x)"]}`), "Not in the schema", false},
		{"quoted in the source", native(`call = "f(x)"`), json(`{"call": "f(x)"}`), "Not in the schema", false},
		{"quoted in the result", json(`{"call": "f(x)"}`), native(`call = "f(x)"`), "Different value", true},

		{"text", native(`text = "f(x)"`), json(`{"text": "${\"f(x)\"}"}`), "", false},
		{"text for call", native(`text = "f(x)"`), json(`{"text": "f(x)"}`), "Different value", true},
		{"text in a list", native(`text = ["f(x)"]`), json(`{"text": ["f(x)"]}`), "Different value", true},
		{"inner call", native(`text = "1 + [f(x)][0]"`), json(`{"text": "1 + [f(x)][0]"}`), "Different value", true},
		{"key", native(`text = { "f(x)" = 1 }`), json(`{"text": {"f(x)": 1}}`), "Different value", true},
		{"wrapped key", native(`text = { "f(x)" = 1 }`), json(`{"text": {"${\"f(x)\"}": 1}}`), "", false},
		{"no call in the text", native(`text = "f (x"`), json(`{"text": "f (x"}`), "", false},
		{"call in too deeply nested text", native(`text = "` + strings.Repeat("(", 3000) + `f()"`),
			json(`{"text": "` + strings.Repeat("(", 3000) + `f()"}`), "", false},
		{"template with a call", native(`text = f(x)`), json(`{"text": "${f(x)}"}`), "", false},
		{"text in the source", json(`{"text": "f(x)"}`), native(`text = "f(x)"`), "Not in the schema", false},
		{"text on both sides", json(`{"text": "f(x)"}`), json(`{"text": "f(x)"}`), "Not in the schema", false},

		{"scope", native(`scoped = f(x)`), json(`{"scoped": "${f(x)}"}`), "", false},
	} {
		diags := Compare(test.a, test.b, callDialect(), Options{}).Messages()
		summary := ""
		if len(diags) > 0 {
			summary = diags[0].Summary
		}
		if summary != test.summary || diags.HasErrors() != test.failed {
			t.Errorf("%s: %q (%v), want %q", test.name, summary, diags, test.summary)
		}
	}
}
