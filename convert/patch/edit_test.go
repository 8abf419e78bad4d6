package patch_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// summaries returns the summaries of diagnostics, in order.
func summaries(diags hcl.Diagnostics) string {
	var list []string
	for _, d := range diags {
		list = append(list, d.Summary)
	}
	return strings.Join(list, ", ")
}

// sourceOf returns a text as a source. The start of the text decides the syntax.
func sourceOf(text, name string) equivalent.Source {
	return equivalent.Source{Bytes: []byte(text), Filename: name, JSON: strings.HasPrefix(text, "{")}
}

// Each file takes an edit in either syntax. The options of the conversion count.
func TestEdit(t *testing.T) {
	config := opentofu.Config(opentofu.Target{})
	const native, json = "locals {\n  a = 1 # a\n  b =   2\n}\n", `{"locals": {"a": 1,   "b": 2}}`
	const noted = `{"locals": {"//":  {"at": {"a": {"after": "a"}}}, "a": 1,   "b": 2}}`
	const two = "locals {\n  a = 1 # a\n  b = 2\n}\n\nvariable \"v\" {}\n"
	const object = "locals {\n  o = {\n    a = 1 # a\n    # b\n    b = 2\n  }\n}\n"
	const listed = "locals {\n  o = [\n    {\n      a = 1 # a\n      # b\n      b = 2\n    },\n  ]\n}\n"
	const counterparts = "resource \"t\" \"a\" {\n  p {\n    x = 1\n  }\n  dynamic \"p\" {\n    for_each = []\n" +
		"    content {\n      y = 1\n    }\n  }\n}\n"
	for _, test := range []struct {
		name, src, edited string
		d                 *schema.Dialect
		opts              patch.Options
		want, diags       string
	}{
		{name: "native, as JSON", src: native, edited: `{"locals": {"a": 3, "b": 2}}`,
			want: "locals {\n  a = 3 # a\n  b =   2\n}\n"},
		{name: "native, as sorted JSON", src: strings.Replace(counterparts, "y = 1", "y = 2", 1),
			edited: `{"resource": {"t": {"a": ` +
				`{"dynamic": {"p": {"content": {"y": 1}, "for_each": []}}, "p": [{"x": 1}]}}}}`,
			want: counterparts, diags: "Sorted members"},
		{name: "JSON, as JSON with new members", src: `{"resource": {"t": {"a": {"x": {"p":  1}}}}}`,
			edited: `{"resource": {"t": {"a": {"z": {"p":  1}, "y": {}}, "b": {"triggers": "${ {} }"}}}}`,
			want:   `{"resource": {"t": {"a": {"z": {"p": 1}, "y": {}}, "b": {"triggers": "${ {} }"}}}}`,
			diags:  "Attribute or block?, Attribute or block?"},
		{name: "JSON, as JSON with blocks that became attributes", d: dialects.Terragrunt(),
			src: `{"remote_state": {"backend":   "a"}}`, edited: `{"remote_state": {"//": "c", "backend": "a"}}`,
			want: `{"remote_state": {"//":   "c", "backend":   "a"}}`},
		{name: "an object in a new list, as JSON", src: object, edited: `{"locals": {"o": [{"a": 1, "b": 2}]}}`, want: listed},
		{name: "a changed object in a new list, as JSON", src: object, edited: `{"locals": {"o": ["x", {"b": 3, "c": 1}]}}`,
			want: "locals {\n  o = [\n    \"x\",\n    {\n      # b\n      b = 3\n      c = 1\n    },\n  ]\n}\n"},
		{name: "an object out of a list, as JSON", src: listed, edited: `{"locals": {"o": {"a": 1, "b": 2}}}`, want: object},
		{name: "an object in a new list, as JSON with comments", src: object,
			edited: `{"locals": {"//": {"at": {"o.a": {"after": "a"}, "o.b": {"above": "b"}}}, "o": [{"a": 1, "b": 2}]}}`,
			want:   listed},
		{name: "JSON, as native, with an object in a new list",
			src:    `{"locals": {"//": {"at": {"o.a": {"after": "a"}, "o.b": {"above": "b"}}}, "o": {"a": 1, "b": 2}}}`,
			edited: listed, want: `{"locals": {"//": {"at": {"o": {"elements": "X6ou"}, "o[0].a": {"after": "a"}, ` +
				`"o[0].b": {"above": "b"}}}, "o": [{"a": 1, "b": 2}]}}`},
		{name: "native, as native", src: native, edited: "locals {\n  a = 3 # c\n  b = 2\n}\n",
			want: "locals {\n  a = 3 # c\n  b =   2\n}\n"},
		{name: "native, as native, without comments", src: native, edited: "locals {\n  a = 3 # c\n  b = 2\n}\n",
			opts: patch.Options{DropComments: true}, want: "locals {\n  a = 3 # a\n  b =   2\n}\n"},
		{name: "JSON, as native", src: json, edited: "locals {\n  a = 3 # a\n  b = 2\n}\n",
			want: `{"locals": {"a": 3,   "b": 2}}`},
		{name: "JSON, as native, with its comments", src: json, edited: "locals {\n  a = 3 # a\n  b = 2\n}\n",
			opts: patch.Options{AddComments: true},
			want: `{"locals": {"//": {"at": {"a": {"after": "a"}}},   "a": 3,   "b": 2}}`},
		{name: "JSON, as JSON", src: json, edited: `{"locals": {"a": 3, "b": 2}}`,
			want: `{"locals": {"a": 3,   "b": 2}}`},
		{name: "JSON, as JSON with comments", src: json, edited: strings.Replace(noted, `"a": 1`, `"a": 3`, 1),
			want: `{"locals": {"//": {"at": {"a": {"after": "a"}}},   "a": 3,   "b": 2}}`},
		{name: "JSON with comments, as JSON without", src: noted, edited: `{"locals": {"a": 3, "b": 2}}`,
			want: strings.Replace(noted, `"a": 1`, `"a": 3`, 1)},
		{name: "JSON with comments, as JSON with others", src: noted, edited: strings.Replace(noted, `"a"}`, `"c"}`, 1),
			want: strings.Replace(noted, `"a"}`, `"c"}`, 1)},
		{name: "JSON with comments, as JSON with others that do not count", src: noted,
			edited: strings.Replace(noted, `"a"}`, `"c"}`, 1),
			opts:   patch.Options{DropComments: true}, want: noted},
		{name: "the form of new blocks", src: `{"locals": {"a": 1, "b": 2}}`, edited: two,
			want: `{"locals": {"a": 1, "b": 2}, "variable": [{"v": {}}]}`},
		{name: "the other form", src: `{"locals": {"a": 1, "b": 2}}`, edited: two,
			opts: patch.Options{Form: convert.Compact},
			want: `{"locals": {"a": 1, "b": 2}, "variable": {"v": {}}}`},
		{name: "blocks that only the file distinguishes from attributes", d: dialects.Generic(),
			src:    `{"//": {"labels": {"x": 0}}, "x": {"y": {"z":   1}}}`,
			edited: `{"x": {"y": {"z": 2}}}`, want: `{"//": {"labels": {"x": 0}}, "x": {"y": {"z":   2}}}`},
		{name: "a guess", d: dialects.Generic(), src: "a = 1\n", edited: `{"a": 1, "b": {"c": 1}}`,
			want: "a = 1\n\nb {\n  c = 1\n}\n", diags: "Attribute or block?"},
		{name: "a guess that is an error", d: dialects.Generic(), src: "a = 1\n", edited: `{"a": 1, "b": {"c": 1}}`,
			opts: patch.Options{Strict: true}, diags: "Attribute or block?"},
		{name: "no native syntax", src: native, edited: "locals {", diags: "Unclosed configuration block"},
		{name: "no native syntax in place of JSON", src: json, edited: "locals {", diags: "Unclosed configuration block"},
		{name: "no JSON", src: native, edited: "{", diags: "Unexpected end of JSON"},
		{name: "no JSON in place of JSON", src: json, edited: `{"locals": 1}`, diags: "Wrong JSON value for a block"},
		{name: "an invalid file", src: "locals {", edited: `{}`, diags: "Unclosed configuration block"},
	} {
		d := test.d
		if d == nil {
			d = config
		}
		src, edited := sourceOf(test.src, "src"), sourceOf(test.edited, "edited")
		edited, _, restoring := patch.Restored(edited, src, d, false)
		out, diags := patch.Steps(src, edited, d, test.opts)
		diags = append(restoring, diags...)
		if string(out) != test.want || summaries(diags) != test.diags {
			t.Errorf("%s: %s\n%s\nwant %s\n%s", test.name, summaries(diags), out, test.diags, test.want)
		}
		if !diags.HasErrors() {
			src.Bytes = out
			if again, diags := patch.Steps(src, edited, d, test.opts); string(again) != test.want {
				t.Errorf("%s: the same edit again: %s\n%s\nwant\n%s", test.name, diags, again, test.want)
			}
		}
		if name := "edited"; diags.HasErrors() {
			if test.name == "an invalid file" {
				name = "src"
			}
			if diags[0].Subject == nil || diags[0].Subject.Filename != name {
				t.Errorf("%s: the place is %v", test.name, diags[0].Subject)
			}
		}
	}
}

// TestRestored checks that rewrites of all JSON by a program, such as sorting, are reverted, with a
// warning if the user may have intended them.
func TestRestored(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	const sortedWarning = "The members of all objects in edited are sorted, as by a program that does not keep " +
		"their order. The order matters here, so the order of src is kept."
	const roundedWarning = "edited has numbers of src with fewer digits, as written by a program that cannot hold " +
		"more. They are kept as they were."
	const provisioners = `{"resource": {"a": {"b": {"provisioner": {"local-exec": {}, "file": {}}}}}}`
	const sorted = `{"resource": {"a": {"b": {"provisioner": {"file": {}, "local-exec": {}}}}}}`
	for _, test := range []struct{ src, edited, want, warning string }{
		{`{"locals": {"b": 1, "a": 2}}`, `{"locals": {"a": 2, "b": 1}}`, `{"locals": {"b": 1, "a": 2}}`, ""},
		{`{"locals": {"b": 1, "a": 2}}`, `{"locals": {"b": 1, "a": 3}}`, `{"locals": {"b": 1, "a": 3}}`, ""},
		{"locals {\n  b = 1\n  a = 2\n}\n", `{"locals": {"a": 2, "b": 1}}`, `{"locals": {"b": 1, "a": 2}}`, ""},
		{"locals {\n  b = 1\n  a = 2\n}\n", "locals {\n  a = 2\n  b = 1\n}\n", "locals {\n  a = 2\n  b = 1\n}\n", ""},
		{provisioners, sorted, provisioners, sortedWarning},
		{`{"locals": {"a": 12345678901234567890}}`, `{"locals": {"a": 12345678901234567000}}`,
			`{"locals": {"a": 12345678901234567890}}`, roundedWarning},
		{"locals {\n  a = 12345678901234567890\n}\n", `{"locals": {"a": 12345678901234567000}}`,
			`{"locals": {"a": 12345678901234567890}}`, roundedWarning},
		{"variable \"v\" {\n  type = any\n}\n\nvariable \"u\" {}\n", `{"variable": [{"u": [{}]}, {"v": [{"type": "any"}]}]}`,
			`{"variable": [{"u": [{}]}, {"v": [{"type": "any"}]}]}`, ""},
	} {
		got, sorted, diags := patch.Restored(sourceOf(test.edited, "edited"), sourceOf(test.src, "src"), d, false)
		if wants := test.warning == "" && test.want != test.edited; sorted != wants {
			t.Errorf("%s like %s: sorted is %t", test.edited, test.src, sorted)
		}
		warning := ""
		for _, d := range diags {
			warning += d.Detail
			if d.Severity != hcl.DiagWarning || d.Summary == "" || d.Subject != nil {
				t.Errorf("%s: %v", test.edited, d)
			}
		}
		if string(got.Bytes) != test.want || warning != test.warning || got.Filename != "edited" ||
			got.JSON != strings.HasPrefix(test.edited, "{") {
			t.Errorf("%s like %s: %s, %q\nwant %s, %q", test.edited, test.src, got.Bytes, warning, test.want, test.warning)
		}
	}
}
