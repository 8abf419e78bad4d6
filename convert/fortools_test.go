package convert_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestForTools checks expressions that JSON for a product cannot represent: they are marked text in
// JSON for tools, which is converted back, and expressions in the query form.
func TestForTools(t *testing.T) {
	target, err := opentofu.ParseTarget("opentofu")
	if err != nil {
		t.Fatal(err)
	}
	config, values := opentofu.Config(target), opentofu.Variables(target)
	for _, test := range []struct {
		dialect *schema.Dialect
		native  string
		// text and query are parts of the JSON, and refused of the error for a product.
		text, query, refused string
	}{
		{config, "resource \"a\" \"b\" {\n  lifecycle {\n    prevent_destroy = var.prod # c\n  }\n}\n",
			`"prevent_destroy": "hcljson expression: var.prod"`, `"prevent_destroy": "${var.prod}"`, "Not a literal value"},
		{config, "variable \"a\" {\n  default = [var.b, 1, <<E\n${c}\nE\n    , f(1 /* c */)]\n}\n",
			`"hcljson expression: <<E\n${c}\nE"`, `"${f(1 /* c */)}"`, "Not a literal value"},
		{config, "variable \"a\" {\n  default = {\n    b     = \"c ${d}\"\n    (e.f) = 1 # g\n  }\n}\n",
			`"default": "hcljson expression: {\n    b     = \"c ${d}\"\n    (e.f) = 1 # g\n  }"`,
			`"default": "${{`, "Not a literal value"},
		{config, "module \"a\" {\n  source = \"./a\"\n  providers = {    # c\n    \"b.${d}\" = b.c # e\n  }\n}\n",
			`"providers": "hcljson expression: {    # c\n    \"b.${d}\" = b.c # e\n  }"`, `"providers": "${{    # c`,
			"Computed key in a static map"},
		{values, "variable = {\n  a = { b = 1 }\n}\n", `"variable": {`, `"variable": {`, "No JSON form"},
		{config, "resource \"a\" \"b\" {\n  depends_on = [\"c d\", e.f, \"g ${h}\"]\n}\n",
			`"hcljson expression: \"c d\""`, `"c d"`, ""},
		{config, "resource \"a\" \"b\" {\n  provider = \"\" # c\n}\n", `"hcljson expression: \"\""`,
			`"provider": ""`, ""},
		{config, "variable \"a\" {\n  type = \"x y\"\n}\n", `"type": "hcljson expression: \"x y\""`, `"x y"`, ""},
		{config, "resource \"a\" \"b\" {\n  lifecycle {\n" +
			"    ignore_changes = [\"hcljson expression: b\", \"*\"]\n  }\n}\n",
			`"hcljson expression: \"hcljson expression: b\""`, `"hcljson expression: b"`, ""},
		{config, "module \"a\" {\n  source = \"./a\"\n  providers = {\n    \"b c\" = d.e # f\n  }\n}\n",
			`"providers": "hcljson expression: {\n    \"b c\" = d.e # f\n  }"`, `"b c": "d.e"`, ""},
		// Text that resembles a marked expression.
		{config, "variable \"a\" {\n  default     = [\"hcljson expression: b\"]\n  description = var.a\n}\n",
			`"hcljson expression: \"hcljson expression: b\""`, `"hcljson expression: b"`, "Not a literal value"},
	} {
		to := func(opts convert.Options) (string, hcl.Diagnostics) {
			out, diags := convert.ToJSON([]byte(test.native), "main.tf", test.dialect, opts)
			return strings.ReplaceAll(string(out), `\n`, "\n"), diags
		}
		if out, diags := to(convert.Options{}); (out != "") != (test.refused == "") ||
			!strings.Contains(diags.Error(), test.refused) {
			t.Errorf("%s is converted for a product: %s\n%s", test.native, out, diags)
		}
		if out, diags := to(convert.Options{Form: convert.Query}); !strings.Contains(out, unescaped(test.query)) ||
			diags.HasErrors() || len(diags) == 0 && test.dialect == config {
			t.Errorf("the query form of %s is\n%s\n%v", test.native, out, diags)
		}
		for _, form := range []convert.Form{convert.General, convert.Compact} {
			opts := convert.Options{Form: form, ForTools: true}
			if out, diags := to(opts); !strings.Contains(out, unescaped(test.text)) || diags.HasErrors() {
				t.Fatalf("%s becomes\n%s\n%v", test.native, out, diags)
			}
			json, _ := convert.ToJSON([]byte(test.native), "main.tf", test.dialect, opts)
			back, diags := convert.ToHCL(json, "main.tf.json", test.dialect, opts)
			file, _ := hclwrite.ParseFile([]byte(test.native), "main.tf")
			if diags.HasErrors() || string(back) != string(file.Bytes()) {
				t.Errorf("%s\nbecomes\n%s\n%v", json, back, diags)
			}
			native := equivalent.Source{Bytes: []byte(test.native), Filename: "main.tf"}
			forTools := equivalent.Source{Bytes: json, Filename: "main.tf.json", JSON: true, ForTools: true}
			read := forTools
			read.ForTools = false
			all := equivalent.Options{Comments: true}
			if found := equivalent.Compare(native, forTools, test.dialect, all); !found.Equal() {
				t.Errorf("%s is not\n%s\n%v", json, test.native, found.Messages())
			}
			if found := equivalent.Compare(forTools, native, test.dialect, all); !found.Equal() {
				t.Errorf("%s\nof\n%s\n%v", test.native, json, found.Messages())
			}
			// A product reads the text as a string.
			if test.dialect != config {
				continue
			}
			if found := equivalent.Compare(native, read, test.dialect, all); found.Equal() {
				t.Errorf("%s has a product's meaning of\n%s", json, test.native)
			}
			opts.ForTools = false
			back, diags = convert.ToHCL(json, "main.tf.json", test.dialect, opts)
			if !strings.Contains(string(back), schema.EscapedExpression) && !diags.HasErrors() {
				t.Errorf("%s\nis taken for\n%s", json, back)
			}
		}
	}
}

// unescaped is a part of JSON with the newlines in its strings as they are.
func unescaped(json string) string { return strings.ReplaceAll(json, `\n`, "\n") }

// TestForToolsDifferent checks that a JSON text for tools is compared by its meaning.
func TestForToolsDifferent(t *testing.T) {
	native := equivalent.Source{Bytes: []byte("variable \"a\" {\n  default = var.b\n}\n"), Filename: "main.tf"}
	for text, want := range map[string]equivalent.Verdict{
		"hcljson expression: var.b":     equivalent.Equal,
		"hcljson expression: ( var.b )": equivalent.Equal,
		"hcljson expression: var.c":     equivalent.Different,
		"hcljson expression: \\\"a\\\"": equivalent.Different,
		"hcljson expression:var.b":      equivalent.Different,
		"${var.b}":                      equivalent.Different,
		"hcljson expression: var.":      equivalent.Unknown,
	} {
		json := equivalent.Source{JSON: true, ForTools: true, Filename: "main.tf.json",
			Bytes: []byte(`{"variable": {"a": {"default": "` + text + `"}}}`)}
		if found := equivalent.Compare(native, json, configuration(t), equivalent.Options{}); found.Verdict() != want {
			t.Errorf("%s: %v, %v", text, found.Verdict(), found.Messages())
		}
	}
	text := native
	text.Bytes = []byte("variable \"a\" {\n  default = \"hcljson expression: b\"\n}\n")
	json := equivalent.Source{JSON: true, ForTools: true, Filename: "main.tf.json",
		Bytes: []byte(`{"variable": {"a": {"default": "hcljson expression: b"}}}`)}
	found := equivalent.Compare(text, json, configuration(t), equivalent.Options{})
	if found.Verdict() != equivalent.Different {
		t.Error("a text equals its own meaning")
	}
	_, diags := convert.ToHCL([]byte(`{"variable": {"a": {"default": "hcljson expression: var.b +"}}}`), "main.tf.json",
		configuration(t), convert.Options{ForTools: true})
	if !diags.HasErrors() || diags[0].Subject.Start.Column != 60 {
		t.Errorf("invalid expression: %v", diags)
	}
}
