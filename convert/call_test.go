package convert_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

func callDialect() *schema.Dialect {
	call := &tables.Value{Mode: tables.Call}
	return &schema.Dialect{Name: "calls", Product: "Caller", Root: &tables.Body{Attributes: []tables.Attribute{
		{Name: "call", Value: call},
		{Name: "calls", Value: &tables.Value{Mode: tables.Call, List: call}},
	}}}
}

// summaries lists the diagnostics in short.
func summaries(diags hcl.Diagnostics) string {
	list := make([]string, len(diags))
	for i, d := range diags {
		list[i] = d.Summary
	}
	return strings.Join(list, ", ")
}

// A function call is bare source in JSON.
func TestCalls(t *testing.T) {
	for _, test := range []struct{ native, text, toJSON, toHCL string }{
		{`call = f(x, "y")`, `"call": "f(x, \"y\")"`, "", ""},
		{`call = a::f(g(x)...)`, `"call": "a::f(g(x)...)"`, "", ""},
		{`calls = [f(x), g()]`, `"calls": ["f(x)", "g()"]`, "", ""},
		{`call = x.y`, `"call": "x.y"`, "Not a function call", "Not a function call"},
		{`call = f(x) + 1`, `"call": "f(x) + 1"`, "Not a function call", "Not a function call"},
		{`call = ["f(x)"]`, `"call": ["f(x)"]`, "Not a static expression", "Not a static expression"},
	} {
		native, text := test.native+"\n", "{"+test.text+"}"
		general, diags := convert.ToJSON([]byte(native), "x", callDialect(), convert.Options{})
		if got := compactJSON(t, general); got != compactJSON(t, []byte(text)) || summaries(diags) != test.toJSON {
			t.Errorf("%s becomes %s with %q", test.native, got, summaries(diags))
		}
		back, diags := convert.ToHCL([]byte(text), "x", callDialect(), convert.Options{})
		if summaries(diags) != test.toHCL || test.toJSON != "Not a static expression" && string(back) != native {
			t.Errorf("%s becomes %s with %q", text, back, summaries(diags))
		}
		if test.toJSON == "" {
			for _, problem := range nativeProblems([]byte(native), "x", callDialect()) {
				t.Error(problem)
			}
		}
	}
}

func TestQuotedCalls(t *testing.T) {
	general, diags := convert.ToJSON([]byte("call = \"f(x)\"\n"), "x", callDialect(), convert.Options{})
	if got := compactJSON(t, general); got != `{"call":"f(x)"}` || summaries(diags) != "Quoted function call" {
		t.Errorf("%s with %q", got, summaries(diags))
	}
	back, diags := convert.ToHCL([]byte(`{"call": "${f(x)}"}`), "x", callDialect(), convert.Options{})
	if string(back) != "call = f(x)\n" || summaries(diags) != "Template instead of bare source" {
		t.Errorf("%s with %q", back, summaries(diags))
	}
}

// TestScope checks that a nil list of names disables the check, and that an empty list permits no
// name.
func TestScope(t *testing.T) {
	const native = "x = f(a) + g(b) + g(b.c)\ny = [for a in c : a]\n"
	for _, test := range []struct {
		scope tables.Scope
		want  string
	}{
		{tables.Scope{}, ""},
		{tables.Scope{Functions: []string{}}, `"f" "g"`},
		{tables.Scope{Functions: []string{"f"}}, `"g"`},
		{tables.Scope{Variables: []string{}}, `"a" "b" "c"`},
		{tables.Scope{Variables: []string{"a", "c"}}, `"b"`},
		{tables.Scope{Functions: []string{"g"}, Variables: []string{"b"}}, `"f" "a" "c"`},
	} {
		d := &schema.Dialect{Name: "scoped", Product: "Scoper", Root: &tables.Body{
			Remain: tables.RemainAttributes, RemainValue: &tables.Value{Scope: &test.scope},
		}}
		general, diags := convert.ToJSON([]byte(native), "x", d, convert.Options{})
		_, back := convert.ToHCL(general, "x", d, convert.Options{})
		for _, diags := range []hcl.Diagnostics{diags, back} {
			if got := quotedNames(diags); got != test.want {
				t.Errorf("%+v: warnings of %s, want %s", test.scope, got, test.want)
			}
		}
	}
}

// TestScopeOfParts checks that only the part with a scope is checked.
func TestScopeOfParts(t *testing.T) {
	scoped := &tables.Value{Mode: tables.Reference, Scope: &tables.Scope{Variables: []string{"a"}}}
	d := &schema.Dialect{Name: "scoped", Product: "Scoper", Root: &tables.Body{Attributes: []tables.Attribute{
		{Name: "list", Value: &tables.Value{Mode: tables.Reference, List: scoped}},
		{Name: "literal", Value: &tables.Value{Mode: tables.Literal, Scope: &tables.Scope{Variables: []string{}}}},
	}}}
	general, diags := convert.ToJSON([]byte("list = [a.b, c.d]\nliteral = \"e.f\"\n"), "x", d, convert.Options{})
	_, back := convert.ToHCL(general, "x", d, convert.Options{})
	for _, diags := range []hcl.Diagnostics{diags, back} {
		if got := quotedNames(diags); got != `"c"` {
			t.Errorf("warnings of %s", got)
		}
	}
}

// quotedNames are the names that diagnostics are about.
func quotedNames(diags hcl.Diagnostics) string {
	var names []string
	for _, d := range diags {
		for _, word := range strings.Fields(d.Detail) {
			if strings.HasPrefix(word, `"`) {
				names = append(names, word)
			}
		}
	}
	return strings.Join(names, " ")
}

func compactJSON(t *testing.T, src []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, src); err != nil {
		t.Fatalf("%s: %s", err, src)
	}
	return b.String()
}
