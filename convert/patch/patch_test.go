package patch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func TestUnchanged(t *testing.T) {
	const native = "a  =   1\n"
	target, _ := opentofu.ParseTarget("opentofu")
	d := opentofu.Variables(target)
	out, diags := patch.Native([]byte(native), "x.tfvars", []byte(`{"a": 1}`), "x.tfvars.json", d, patch.Options{})
	if diags.HasErrors() || string(out) != native {
		t.Errorf("got %q, %v", out, diags)
	}
}

// A comment that ends the file without a newline keeps its line.
func TestCommentAtEnd(t *testing.T) {
	for native, want := range map[string]string{
		"#":                    "#\n\nlocals {\n  a = 1\n}",
		"/* x */":              "/* x */\n\nlocals {\n  a = 1\n}",
		"# x\r\n\r\n# y":       "# x\r\n\r\n# y\r\n\r\nlocals {\r\n  a = 1\r\n}",
		"locals {\n}\n# y":     "locals {\n  a = 1\n}\n# y",
		"locals {}\n\n\n# y #": "locals {\n  a = 1\n}\n\n\n# y #",
	} {
		out, diags := patch.Native([]byte(native), "main.tf", []byte(`{"locals": {"a": 1}}`), "main.tf.json",
			opentofu.Config(opentofu.Target{}), patch.Options{})
		if string(out) != want || len(diags) > 0 {
			t.Errorf("%q: got %q, %v", native, out, diags)
		}
	}
}

// Comments inside expressions are equal text in both syntaxes. They change with the expression,
// unless the caller keeps the comments of the file.
func TestInnerComments(t *testing.T) {
	const native, text = "locals {\n  a = f(b /* x */)\n}\n", `{"locals": {"a":  "${f(b /* x */)}"}}`
	d := opentofu.Config(opentofu.Target{})
	other := func(src string) []byte { return []byte(strings.Replace(src, "x", "y", 1)) }
	for _, drop := range []bool{false, true} {
		opts := patch.Options{DropComments: drop}
		out, diags := patch.Native([]byte(native), "main.tf", other(text), "main.tf.json", d, opts)
		if diags.HasErrors() || (string(out) == native) != drop || !drop && string(out) != string(other(native)) {
			t.Errorf("%t: %s%v", drop, out, diags)
		}
		out, diags = patch.JSON([]byte(text), "main.tf.json", other(native), "main.tf", d, opts)
		if diags.HasErrors() || (string(out) == text) != drop || !drop && string(out) != string(other(text)) {
			t.Errorf("%t: %s%v", drop, out, diags)
		}
	}
}

// Line ends and a missing last newline stay as they are.
func TestLineEnds(t *testing.T) {
	const locals = "# head\r\nlocals {\r\n  a = \"x\" # c\r\n  l = [\r\n    \"one\",\r\n  ]\r\n}"
	const native = locals + "\r\n\r\noutput \"o\" {\r\n  value = 1\r\n}"
	for _, test := range []struct{ json, want string }{
		{
			`{"locals": {"a": "y", "l": ["one", "two"], "n": {"a": 1}}, "output": {"o": {"value": 1}}}`,
			"# head\r\nlocals {\r\n  a = \"y\" # c\r\n  l = [\r\n    \"one\",\r\n    \"two\",\r\n  ]\r\n" +
				"  n = {\r\n    a = 1\r\n  }\r\n}\r\n\r\noutput \"o\" {\r\n  value = 1\r\n}",
		},
		{
			`{"locals": {"a": "x", "l": ["one"]}, "output": {"o": {"value": 1}, "p": {"value": 2}}}`,
			native + "\r\n\r\noutput \"p\" {\r\n  value = 2\r\n}",
		},
		{
			`{"locals": {"a": "x", "l": ["one"]}}`,
			locals,
		},
		{`{"output": {"o": {"value": 1}}}`, native[strings.Index(native, "output"):]},
		{`{}`, ""},
	} {
		target, _ := opentofu.ParseTarget("opentofu")
		d := opentofu.Config(target)
		out, diags := patch.Native([]byte(native), "x.tf", []byte(test.json), "x.tf.json", d, patch.Options{})
		if diags.HasErrors() || string(out) != test.want {
			t.Errorf("%s gives %q, %v\nwant %q", test.json, out, diags, test.want)
		}
	}
}

// An edit can repair a file that the product refuses.
func TestRepairInvalidFile(t *testing.T) {
	const rest = "{\n  default =   1\n}\n\nlocals {\n  x =  1\n}\n"
	out, diags := patch.Native([]byte(`variable "a" "b" `+rest), "main.tf",
		[]byte(`{"variable": {"a": {"default": 1}}, "locals": {"x": 1}}`), "main.tf.json",
		opentofu.Config(opentofu.Target{}), patch.Options{})
	if want := `variable "a" ` + rest; diags.HasErrors() || string(out) != want {
		t.Errorf("got\n%s%v\nwant\n%s", out, diags, want)
	}
}

// Without a language there is an error, and no output.
func TestNoDialect(t *testing.T) {
	native, diags := patch.Native([]byte("a = 1\n"), "", []byte("{}"), "", nil, patch.Options{})
	if native != nil || !diags.HasErrors() {
		t.Errorf("%s, %v", native, diags)
	}
}

// Values without a JSON form are edited like all others in native syntax, with an edit in either
// syntax. They are not written into JSON.
func TestValuesWithoutJSONForm(t *testing.T) {
	const native = "variable \"a\" {\n  default   = var.b # c\n  sensitive = local.d\n}\n"
	const want = "variable \"a\" {\n  default   = var.e # c\n  sensitive = local.d\n}\n"
	text := `{"variable": {"a": {"default": "hcljson expression: var.e", "sensitive": "hcljson expression: local.d"}}}`
	file := equivalent.Source{Bytes: []byte(native), Filename: "main.tf"}
	config := opentofu.Config(opentofu.Target{})
	for _, edited := range []equivalent.Source{
		{Bytes: []byte(want), Filename: "edited.tf"}, {Bytes: []byte(text), Filename: "edited.json", JSON: true},
	} {
		out, diags := patch.Steps(file, edited, config, patch.Options{})
		if diags.HasErrors() || string(out) != want {
			t.Errorf("%s: got %s, %v", edited.Filename, out, diags)
		}
	}
	json := equivalent.Source{Bytes: []byte(`{"variable": {"a": {"default": 1}}}`), Filename: "main.tf.json", JSON: true}
	if out, diags := patch.Steps(json, file, config, patch.Options{}); !diags.HasErrors() {
		t.Errorf("JSON becomes %s", out)
	}
}

// A name that the file uses differently from its language is checked to be unchanged.
func TestCheckResult(t *testing.T) {
	const block = "variable \"v\" {\n  default {\n    a = %d\n  }\n}\n"
	const attribute = "variable \"v\" {\n  default = [{ a = %d }]\n}\n"
	edited := equivalent.Source{Bytes: []byte(`{"variable": {"v": {"default": [{"a": 2}]}}}`), JSON: true}
	for _, test := range []struct {
		original, result string
		value            int
		want             bool
	}{
		{block, block, 2, true},
		{block, block, 3, false},
		{block, attribute, 2, true},
		{attribute, attribute, 2, true},
		{attribute, block, 2, false},
	} {
		source := func(text string, n int) equivalent.Source {
			return equivalent.Source{Bytes: fmt.Appendf(nil, text, n)}
		}
		proof := patch.CheckResult(source(test.original, 1), edited, source(test.result, test.value),
			opentofu.Config(opentofu.Target{}))
		if proof.Equal() != test.want {
			t.Errorf("%s as %s with %d: %s", test.original, test.result, test.value, proof.Messages())
		}
	}
}
