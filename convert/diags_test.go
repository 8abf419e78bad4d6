package convert_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// Each reason for a missing schema is reported once.
func TestReasonsReportedOnce(t *testing.T) {
	body := func(kind tables.OriginKind, reason string) *tables.Body {
		return &tables.Body{Remain: tables.RemainUnknown, Origin: tables.Origin{Kind: kind, Reason: reason}}
	}
	d := &schema.Dialect{Name: "doubts", Product: "Product", Root: &tables.Body{Blocks: []tables.Block{
		{Type: "a", Body: body(tables.NoSchema, "No table.")}, {Type: "b", Body: body(tables.NoSchema, "No table.")},
		{Type: "c", Body: body(tables.NoSchema, "No plugin.")}, {Type: "d", Body: body(tables.FromLanguage, "")},
		{Type: "e", Body: body(tables.FailedSchema, "Not found.")}, {Type: "f", Body: body(tables.FailedSchema, "Not found.")},
	}}}
	const native = "a {\n}\n\nb {\n}\n\na {\n}\n\nc {\n}\n\nd {\n}\n\ne {\n}\n\nf {\n}\n"
	const json = `{"a": [{}, {}], "b": {}, "c": {}, "d": {}, "e": {}, "f": {}}`
	_, forth := convert.ToJSON([]byte(native), "x", d, convert.Options{})
	_, back := convert.ToHCL([]byte(json), "x", d, convert.Options{})
	for _, diags := range []hcl.Diagnostics{forth, back} {
		var told []string
		for _, diag := range diags {
			told = append(told, diag.Summary+": "+diag.Detail)
		}
		want := []string{"No schema: No table.", "No schema: No plugin.", "No schema: Not found."}
		if len(told) != 3 || told[0] != want[0] || told[1] != want[1] || told[2] != want[2] ||
			diags[1].Severity != hcl.DiagWarning || diags[2].Severity != hcl.DiagError {
			t.Errorf("told %q, want %q", told, want)
		}
	}
}
