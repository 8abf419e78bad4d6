package convert_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/schema"
)

// TestNoDialect checks that options without a dialect are an error.
func TestNoDialect(t *testing.T) {
	for name, d := range map[string]*schema.Dialect{"nil": nil, "no root": {}} {
		out, diags := convert.ToJSON([]byte("a = 1\n"), "a.hcl", d, convert.Options{})
		if out != nil || !diags.HasErrors() || diags[0].Summary != "No dialect" {
			t.Errorf("%s: ToJSON gives %q, %v", name, out, diags)
		}
		out, diags = convert.ToHCL([]byte(`{"a": 1}`), "a.hcl.json", d, convert.Options{})
		if out != nil || !diags.HasErrors() || diags[0].Summary != "No dialect" {
			t.Errorf("%s: ToHCL gives %q, %v", name, out, diags)
		}
		file, diags := convert.ReadJSON([]byte(`{"a": 1}`), "a.hcl.json", d, convert.Options{})
		if file != nil || !diags.HasErrors() {
			t.Errorf("%s: ReadJSON gives %v, %v", name, file, diags)
		}
		out, diags = convert.WriteJSON(&hclwrite.File{}, "a.hcl", d, convert.Options{})
		if out != nil || !diags.HasErrors() || diags[0].Summary != "No dialect" {
			t.Errorf("%s: WriteJSON gives %q, %v", name, out, diags)
		}
	}
}

// placed returns diagnostics as short text: the range, "error" for errors, and the summary.
func placed(diags hcl.Diagnostics) string {
	var list []string
	for _, d := range diags {
		from, to := d.Subject.Start, d.Subject.End
		text := fmt.Sprintf("%d:%d-", from.Line, from.Column)
		if to.Line != from.Line {
			text += fmt.Sprintf("%d:", to.Line)
		}
		text += fmt.Sprintf("%d ", to.Column)
		if d.Severity == hcl.DiagError {
			text += "error: "
		}
		list = append(list, text+d.Summary)
	}
	return strings.Join(list, ", ")
}

// Each error is reported once, at its position.
func TestErrorsReportedOnce(t *testing.T) {
	for _, test := range []struct{ filename, src, want string }{
		{"main.tf", "locals {\n  a = 1\n  a {}\n}\n", "3:3-7 error: Attribute and block with the same name"},
		{"main.tf", "resource \"a\" \"b\" {\n  a = 1\n  a {}\n  dynamic \"b\" {}\n  b {}\n}\n",
			"3:3-7 error: Attribute and block with the same name"},
		{"x.hcl", "b " + strings.Repeat(`"a" `, 101) + "{}\n", "1:1-408 error: Too many labels"},
		{"main.tf.json", `{"variable": {"a": {"type": "string # why"}}}`, "1:29-43 Comment left out"},
		{"main.tf.json", `{"variable": {"a": {"type": "(string) /* why */"}}}`, "1:29-49 Comment left out, 1:29-49 Not a static expression"},
		{"main.tf.json", `{"variable": {"a": {"type": "list(string /* why */)"}}}`, ""},
		{"main.tf.json", `{"moved": {"from": "a.b # why", "to": "a.c"}}`, "1:20-31 Comment left out"},
		{"terragrunt.hcl.json", `{"include": [{"a": {"path": "x"}}, {"b": {"path": "y"}}]}`, "1:2-11 Object required"},
		{"terragrunt.hcl.json", `{"include": [{"a": {"path": "x"}}]}`, ""},
		{"main.tf.json", `{"locals": [[{"a": 1}], {}, null]}`, "1:13-23 Object required, 1:29-33 Object required"},
		{"main.tf.json", `{"terraform": {"provider_meta": {"x": [[{"a": 1}]]}}}`, "1:40-50 Object required"},
		{"main.tf.json", `{"terraform": {"required_providers": [[{"a": {"source": "b/a"}}]]}}`, "1:39-65 Object required"},
		{"x.tftest.json", `{"variables": [[{"a": 1}]]}`, "1:16-26 Object required"},
		{"main.tf.json", `{"moved": {"from": ["a.b"], "to": null}}`,
			"1:20-27 Not a static expression, 1:35-39 Not a static expression"},
		{"main.tf.json", `{"locals": {"x": {"a": 1, "${\"a\"}": 2}}}`, "1:27-37 error: Duplicate object key"},
		{"main.tf", "moved {\n  from = a.b.0 /* why */ .c\n  to = a.c\n}\n", "2:10-28 Invalid value, 2:10-28 Comment left out"},
	} {
		d := dialectOf(t, test.filename)
		var diags hcl.Diagnostics
		if strings.HasSuffix(test.filename, ".json") {
			_, diags = convert.ToHCL([]byte(test.src), test.filename, d, convert.Options{})
		} else {
			_, diags = convert.ToJSON([]byte(test.src), test.filename, d, convert.Options{})
		}
		if got := placed(diags); got != test.want {
			t.Errorf("%.60s: %q, want %q", test.src, got, test.want)
		}
	}
}

// A reason for a missing schema is reported once for all blocks.
func TestNoSchemaOnce(t *testing.T) {
	body := func(kind tables.OriginKind, reason string) *tables.Body {
		return &tables.Body{Remain: tables.RemainUnknown, Origin: tables.Origin{Kind: kind, Reason: reason}}
	}
	d := &schema.Dialect{Root: &tables.Body{Blocks: []tables.Block{
		{Type: "a", Body: body(tables.NoSchema, "no plugin")}, {Type: "b", Body: body(tables.FailedSchema, "wrong version")},
		{Type: "c", Body: body(tables.FailedSchema, "wrong version")}, {Type: "d", Body: body(tables.FromLanguage, "")},
	}}}
	_, diags := convert.ToJSON([]byte("d {}\na {}\na {}\nb {}\nc {}\n"), "a.hcl", d, convert.Options{})
	var got []string
	for _, diag := range diags {
		got = append(got, fmt.Sprintf("%d %s", diag.Subject.Start.Line, diag.Detail))
	}
	if want := "2 no plugin, 4 wrong version"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestDeepJSON checks that nested blocks are refused if the JSON would be too deep for its reader.
func TestDeepJSON(t *testing.T) {
	d := dialectOf(t, "x.hcl")
	nested := func(n int) []byte {
		const labels = `b "1" "2" "3" "4" "5" "6" "7" "8" "9" `
		return []byte(strings.Repeat(labels+"{\n", n) + strings.Repeat("}\n", n))
	}
	out, diags := convert.ToJSON(nested(400), "x.hcl", d, convert.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if _, diags := convert.ToHCL(out, "x.hcl.json", d, convert.Options{}); diags.HasErrors() {
		t.Error(diags)
	}
	_, diags = convert.ToJSON(append(nested(900), "z {\n  y {\n    x {}\n  }\n}\n"...), "x.hcl", d, convert.Options{})
	if got := placed(diags); !strings.HasSuffix(got, " Nested too deeply") || len(diags) != 1 ||
		diags[0].Subject.Start.Line < 400 ||
		diags[0].Subject.Start.Line > 900 {
		t.Errorf("%.200s", got)
	}
}

// TestDeepNative checks native syntax that is too deep only because its JSON contains a part as
// text: it is refused at the first character of the file.
func TestDeepNative(t *testing.T) {
	nested := func(n int, inner string) string { return strings.Repeat("[", n) + inner + strings.Repeat("]", n) }
	const depth = limits.Nesting * 2 / 3
	for inner, want := range map[string]string{
		`"${1}"`: "", `"${` + nested(depth, "") + `}"`: "2:2-3 error: Nested too deeply",
	} {
		src := "\n\t{\"a\": " + nested(depth, inner) + "}"
		out, diags := convert.ToHCL([]byte(src), "x.json", dialectOf(t, "x.hcl"), convert.Options{})
		if got := placed(diags); got != want || (out == nil) != (want != "") {
			t.Errorf("%.20s: %.200s", inner, got)
		}
	}
}

// TestRootValues checks that the root of a file is an object, or several objects if the product
// accepts them.
func TestRootValues(t *testing.T) {
	for _, test := range []struct {
		json       string
		array      bool
		want, diag string
	}{
		{`{"x": 1}`, false, "x = 1\n", ""},
		{`[{"x": 1}, {}, {"y": 2}]`, true, "x = 1\ny = 2\n", ""},
		{`[]`, true, "", ""},
		{`[{"x": 1}, [], 2]`, true, "", "x:1,12-14: Wrong JSON value in a body; " +
			"The elements of a body written as an array must be objects; found an array."},
		{" [{}]", false, "", "x:1,2-3: Wrong JSON value at the root; " +
			"The root of the file must be an object; found an array."},
		{"null", true, "", "x:1,1-2: Wrong JSON value at the root; " +
			"The root of the file must be an object, or an array of objects; found null."},
	} {
		d := noted()
		d.ArrayRoot = test.array
		out, diags := convert.ToHCL([]byte(test.json), "x", d, convert.Options{})
		if string(out) != test.want || test.diag == "" && len(diags) > 0 || test.diag != "" && diags.Error() != test.diag {
			t.Errorf("%s: %q, %s", test.json, out, diags)
		}
	}
}

// Files are equivalent after a conversion to the other syntax, including their comments.
func TestRoundTrip(t *testing.T) {
	for _, test := range []struct{ name, filename, src, want string }{
		{
			"a template with an else that must be printed", "main.tf.json",
			`{"locals": {"x": "\ufeff%{ if var.v }b%{ else }c%{ endif }"}}`,
			"locals {\n  x = \"%{if var.v}b%{else}c%{endif}\"\n}\n",
		},
		{
			"an indentation of other white space", "main.tf.json",
			`{"locals": {"x": "\u00a0x\n    y\n"}}`,
			"locals {\n  x = <<EOT\n\u00a0x\n    y\nEOT\n}\n",
		},
		{
			"labels that the value no longer has", "x.nomad.hcl.json",
			`{"job": {"a": {"group": {"b": {"task": {"c": {"driver": "d", "config": [{"//": {"labels": {"auth": 1}}, "auth": ` +
				`[{"x": "no labels"}]}]}}}}}}}`,
			"",
		},
		{
			"labels, one of them with two bodies", "x.nomad.hcl.json",
			`{"job": {"a": {"group": {"b": {"task": {"c": {"driver": "d", "config": [{"//": {"labels": {"auth": 1}}, "auth": ` +
				`[{"x": [{"a": 1}, {"b": 2}]}]}]}}}}}}}`,
			"",
		},
		{
			"a comment with a name twice", "main.tf",
			"# //: [{\"a\":1,\"a\":2}]\n\nlocals {}\n",
			"{\n  \"//\": \"//: [{\\\"a\\\":1,\\\"a\\\":2}]\",\n  \"locals\": {}\n}\n",
		},
		{
			"more than one blank line in a comment", "main.tf.json",
			`{"//": {"inside": "x\n\n\n\ny"}, "locals": {}}`,
			"# x\n\n# y\n\nlocals {}\n",
		},
		{
			"two paths to one place", "main.tf.json",
			`{"//": {"at": {"locals.a": {"after": "first"}, "locals[\"a\"]": {"above": "second", "after": "third"}}}, ` +
				`"locals": {"a": 1}}`,
			"",
		},
		{
			"a version without evaluation", "main.tofu",
			"language {\n  compatible_with {\n    opentofu  = \">= 1.12\"\n    terraform = anything.goes[here].too\n  }\n}\n",
			"",
		},
		{
			"a version other than a template", "main.tofu.json",
			`{"language": {"compatible_with": {"terraform": "${"}}}`,
			"language {\n  compatible_with {\n    terraform = \"$${\"\n  }\n}\n",
		},
		{
			"many dollars and percents", "main.tf",
			"locals {\n  a = \"$$$${x}%%%%{x}$$$\"\n  b = \"$$$%%%${a}$\"\n}\n",
			"{\n  \"locals\": {\n    \"a\": \"$$$${x}%%%%{x}$$$\",\n    \"b\": \"$$$%%%${a}$\"\n  }\n}\n",
		},
	} {
		name, isJSON := strings.CutSuffix(test.filename, ".json")
		d := dialectOf(t, name)
		there, back := convert.ToJSON[[]byte], convert.ToHCL[[]byte]
		if isJSON {
			there, back = back, there
		}
		out, diags := there([]byte(test.src), test.filename, d, convert.Options{})
		if diags.HasErrors() {
			t.Errorf("%s: %s", test.name, diags)
			continue
		}
		if test.want != "" && string(out) != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, out, test.want)
		}
		c := &checker{dialect: d}
		source := equivalent.Source{Bytes: []byte(test.src), Filename: test.filename, JSON: isJSON}
		made := equivalent.Source{Bytes: out, Filename: "made", JSON: !isJSON}
		c.same("result", source, made)
		again, diags := back(out, test.filename, d, convert.Options{})
		if diags.HasErrors() {
			t.Errorf("%s: %s", test.name, diags)
			continue
		}
		third, _ := there(again, test.filename, d, convert.Options{})
		if !bytes.Equal(out, third) {
			t.Errorf("%s: the second time\n%s\nwas\n%s", test.name, third, out)
		}
		for _, problem := range c.problems {
			t.Errorf("%s: %s", test.name, problem)
		}
	}
}
