package roundtrip_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/schema/dialects"
)

// Static text keeps its bytes, and keys are equal if they are equal after normalization. In the texts, E is
// the decomposed form of é.
func TestNormalization(t *testing.T) {
	file, err := dialects.ForFile("main.tf", dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, text, result string }{
		{"a.tf.json", `{"resource": {"terraform_data": {"b": {"depends_on": ["var.accEs"]}}}}`, "var.accEs]"},
		{"a.tf", "resource \"a\" \"b\" {\n  depends_on = [var.accEs]\n}\n", `"var.accEs"`},
		{"a.tf.json", `{"variable": {"b": {"default": {"xE": "E"}}}}`, `xE = "E"`},
		{"a.tf.json", `{"variable": {"b": {"default": {"E\r": "E\r", "z": "E\ufeff"}, "description": "E\r"}}}`, `"E\r" = "E\r"`},
		{"a.tf", "variable \"a\" {\n  default = { \"E\\r\" = [\"E\\r\", \"\\ufeffE\"], x = 1 }\n}\n", `"E\r": [`},
		{"a.tf", "variable \"a\" {\n  default = [\"E\\r\"]\n}\n", `"E\r"`},
		{"a.tf", "terraform {\n  required_version = \"E\\r\"\n}\n", `"E\r"`},
		{"a.tf", "locals {\n  a = {\n    \"E\" = 1\n    \"é\" = 2\n  }\n}\n", `"${{\n    \"E\" = 1\n    \"é\" = 2\n  }}"`},
		{"a.tf", "variable \"a\" {\n  default = {\n    \"E\" = 1\n    \"é\" = 2\n  }\n}\n", `"é": 2`},
		{"a.tf.json", `{"locals": {"b": {"E": 1, "é": 2}}}`, ""},
		{"a.tf.json", `{"variable": {"b": {"default": {"E": 1, "\u00e9": 2}}}}`, ""},
	} {
		decompose := func(text string) string { return strings.ReplaceAll(text, "E", "e\u0301") }
		run := convert.ToJSON[string]
		if test.text[0] == '{' {
			run = convert.ToHCL[string]
		}
		out, diags := run(decompose(test.text), test.name, file.Dialect, convert.Options{})
		if diags.HasErrors() != (test.result == "") || !strings.Contains(string(out), decompose(test.result)) {
			t.Errorf("%s: %+q is not in %+q: %v", test.text, decompose(test.result), out, diags)
		}
		file, _ := dialects.ForFile(test.name, dialects.Options{})
		result := roundtrip.Check(test.name, []byte(decompose(test.text)), file, roundtrip.Options{})
		if result.Equal() != (test.result != "") {
			t.Errorf("%s: %s", test.text, result)
		}
	}
}
