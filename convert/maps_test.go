package convert_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// The keys of a map without a rule for them are text.
func TestKeysOfMaps(t *testing.T) {
	d := &schema.Dialect{Name: "maps", Product: "Maps", Root: &tables.Body{Attributes: []tables.Attribute{
		{Name: "literals", Value: &tables.Value{Mode: tables.Literal, MapValue: &tables.Value{Mode: tables.Literal}}},
		{Name: "templates", Value: &tables.Value{MapValue: &tables.Value{}}},
	}}}
	for native, want := range map[string]string{
		"literals = {\n  \"$${z}\" = \"$${q}\"\n}\n":  `"literals":{"${z}":"${q}"}`,
		"templates = {\n  \"$${z}\" = \"$${q}\"\n}\n": `"templates":{"${z}":"$${q}"}`,
		"templates = {\n  \"a.b\" = x\n}\n":           `"templates":{"a.b":"${x}"}`,
	} {
		for _, problem := range nativeProblems([]byte(native), "x", d) {
			t.Error(problem)
		}
		out, _ := convert.ToJSON([]byte(native), "x", d, convert.Options{})
		if got := compactJSON(t, out); !strings.Contains(got, want) {
			t.Errorf("%s becomes %s", native, got)
		}
		if back, _ := convert.ToHCL(out, "x", d, convert.Options{}); string(back) != native {
			t.Errorf("%s comes back as %s", native, back)
		}
	}
}

// A quoted key that must be a reference is looked at like any reference.
func TestReferencesAsKeys(t *testing.T) {
	reference, literal := &tables.Value{Mode: tables.Reference}, &tables.Value{Mode: tables.Literal}
	d := &schema.Dialect{Name: "maps", Product: "Maps", Root: &tables.Body{Attributes: []tables.Attribute{
		{Name: "references", Value: &tables.Value{MapKey: reference, MapValue: reference}},
		{Name: "literals", Value: &tables.Value{MapKey: literal, MapValue: reference}},
	}}}
	for native, want := range map[string]string{
		`references = { a = b }`:        "",
		`references = { a.b = b }`:      "",
		`references = { "a.b" = b }`:    "",
		`references = { "a$${b}" = b }`: "Not a static reference",
		`literals = { "a$${b}" = b }`:   "",
	} {
		if _, diags := convert.ToJSON([]byte(native+"\n"), "x", d, convert.Options{}); summaries(diags) != want {
			t.Errorf("%s: %s", native, diags)
		}
	}
}
