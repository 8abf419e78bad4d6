package patch_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// An edit is applied to each small file, and again without a change.
func TestSmallFiles(t *testing.T) {
	for _, test := range []struct{ name, file, src, edited, want, diags string }{
		{"an empty text", "a.tf", "# about a\nvariable \"a\" {\n  type = string # t\n}\n",
			`{"variable": {"a": {"//": {"above": "", "at": {"type": {"after": "t"}}}, "type": "string"}}}`,
			"variable \"a\" {\n  type = string # t\n}\n", ""},
		{"an empty text at a place", "a.tfvars", "# one\na = 1\n\n# two\nb = 2 # three\n",
			`{"//": {"at": {"a": {"above": ""}, "b": {"above": "two", "after": "three"}}}, "a": 1, "b": 2}`,
			"a = 1\n\n# two\nb = 2 # three\n", ""},
		{"null in place of comments", "a.tfvars", "# one\na = 1\n\n# two\nb = 2 # three\n",
			`{"//": {"inside": null, "at": {"a": null, "b": {"above": null, "after": "three"}}}, ` +
				`"a": 1, "b": 2}`,
			"a = 1\n\nb = 2 # three\n", ""},
		{"null in place of a note", "a.tf", "locals {\n  # one\n\n  a = 1 # two\n}\n",
			`{"locals": [{"//": {"at": null, "end": "x"}, "a": 1}]}`, "locals {\n  # one\n\n  a = 1\n  # x\n}\n",
			"Comment kept"},
		{"a number in place of comments", "a.tfvars", "# one\na = 1\n\n# two\nb = 2 # three\n",
			`{"//": {"at": {"a": {"above": 5}, "b": {"above": "two"}}}, "a": 1, "b": 2}`,
			"# //: {\"at\":{\"a\":{\"above\":5}}}\n\na = 1\n\n# two\nb = 2\n", ""},
		{"a text with an empty line first", "a.tf", "variable \"a\" {}\n", `{"//": "\ntwo", "variable": {"a": {}}}`,
			"# two\n\nvariable \"a\" {}\n", ""},
		{"a text with markers", "a.tf", "# one\n\n# two\n\nvariable \"a\" {}\n",
			`{"//": "#\none\n# two", "variable": {"a": {}}}`, "#\n# one\n# two\n\nvariable \"a\" {}\n", ""},
		{"another's empty value", "a.tf", "# //: \"\"\n\nlocals {\n  a = 1\n}\n" +
			"", `{"//": "", "locals": {"a": 2}}`,
			"# //: \"\"\n\nlocals {\n  a = 2\n}\n", ""},
		{"another's empty value, and ours", "a.tf.json", `{"//": "", "locals": {"a": 1}}`,
			`{"//": "", "locals": {"a": 2}}`, `{"//": "", "locals": {"a": 2}}`, ""},
		{"a note with nothing in it", "a.tf", "locals {\n  # c\n  x = 1\n}\n",
			`{"locals": {"//": {}, "x": 1}}`, "locals {\n  x = 1\n}\n", ""},
		{"a place with nothing in it", "a.tf", "locals {\n  # c\n  x = 1\n}\n",
			`{"locals": {"//": {"at": {"x": {}}}, "x": 1}}`, "locals {\n  x = 1\n}\n", ""},
		{"data like a note with nothing in it", "a.tf", "locals {\n  # c\n  x = { \"//\" = {} }\n  y = 1\n}\n",
			`{"locals": {"x": {"//": {}}, "y": 2}}`, "locals {\n  # c\n  x = { \"//\" = {} }\n  y = 2\n}\n", ""},
		{"hints alone", "a.tf", "locals {\n  # c\n  x = 1\n}\n",
			`{"locals": {"//": {"attributes": ["x"]}, "x": 2}}`, "locals {\n  # c\n  x = 2\n}\n", ""},
		{"elements with equal comments", "a.tf", "locals {\n  a = [\n    # m\n    {\n" +
			"      h = \"x\"\n      t = \"A\"\n      v = 1\n    },\n\n    # m\n    {\n" +
			"      h = \"y\"\n      t = \"A\"\n      v = 2\n    },\n  ]\n}\n",
			`{"locals": {"//": {"at": {"a[0]": {"above": "m"}, "a[1]": {"above": "m"}}}, "a": ` +
				`[{"h": "x", "t": "B", "v": 7}, {"h": "y", "t": "A", "v": 2}]}}`,
			"locals {\n  a = [\n    # m\n    {\n      h = \"x\"\n      t = \"B\"\n      v = 7\n" +
				"    },\n\n    # m\n    {\n      h = \"y\"\n      t = \"A\"\n      v = 2\n    },\n" +
				"  ]\n}\n", ""},
		{"a block in place of all others", "a.tf", "locals {\n  a   = 1\n}\n\n//   kept\n\nvariable \"b\" {}\n",
			`{"output": {"x": {"value": 1}}}`,
			"output \"x\" {\n  value = 1\n}\n\n//   kept\n", ""},
		{"a block below the comment at the end", "a.tf", "resource \"a\" \"a\" {\n  x  = 1\n}\n\n# end\n",
			`{"resource": {"a": {"a": {"x": 1}}}, "locals": {"//": {"above": "end\n"}, "b": 1}}`,
			"resource \"a\" \"a\" {\n  x  = 1\n}\n\n# end\n\nlocals {\n  b = 1\n}\n", ""},
		{"a block and a comment at the end", "a.tf", "resource \"a\" \"a\" {\n  x  = 1\n}\n",
			`{"//": {"end": "ZZ"}, "resource": {"a": {"a": {"x": 1}, "n": {"y": 1}}}}`,
			"resource \"a\" \"a\" {\n  x  = 1\n}\n\nresource \"a\" \"n\" {\n  y = 1\n}\n# ZZ\n", ""},
		{"blocks above and below the comment at the end", "a.tf", "resource \"a\" \"a\" {\n" +
			"  x  = 1\n}\n\n# end\n",
			`{"resource": {"a": {"a": {"x": 1}, "b": {"y": 1}}}, "locals": {"//": {"above": "end\n"}, "b": 1}}`,
			"resource \"a\" \"a\" {\n  x  = 1\n}\n\nresource \"a\" \"b\" {\n  y = 1\n}\n\n# end\n\n" +
				"locals {\n  b = 1\n}\n", ""},
		{"an element and a comment at the end", "a.tfvars", "a = [\n  1,\n  # end\n]\n",
			`{"//": {"at": {"a": {"end": "last"}}}, "a": [1, 2]}`,
			"a = [\n  1,\n  2,\n  # last\n]\n", ""},
		{"a heredoc at the end", "a.tfvars", "b = {\n  x  = 1\n}",
			`{"b": {"x": 1}, "c": "l\nm\n"}`,
			"b = {\n  x  = 1\n}\nc = <<-EOT\n  l\n  m\nEOT\n", ""},
		{"a block between two paragraphs", "a.tf", "resource \"c\" \"a\" {\n  x = 1\n}\n# [END a]\n" +
			"\n# [START b]\nresource \"a\" \"b\" {\n  y = 1\n}\n",
			`{"resource": {"c": {"a": {"x": 1}}, "a": {"n": {"y": 1}, "b": {"//": {"above": "[END ` +
				`a]\n\n[START b]"}, "y": 1}}}}`,
			"resource \"c\" \"a\" {\n  x = 1\n}\n# [END a]\n\nresource \"a\" \"n\" {\n  y = 1\n}\n\n" +
				"# [START b]\nresource \"a\" \"b\" {\n  y = 1\n}\n", ""},
		{"a keyword in quotes below another label", "a.tf",
			"resource \"n\" \"a\" {\n  provisioner \"local-exec\" {\n    when = \"create\" # one\n    command = 1\n  }\n}\n",
			`{"resource": {"n": {"b": {"provisioner": {"local-exec": {"when": "create", "command": 1}}}}}}`,
			"resource \"n\" \"b\" {\n  provisioner \"local-exec\" {\n    when = \"create\" # one\n    command = 1\n  }\n}\n", ""},
		{"a comment in a block whose JSON cannot have comments", "terragrunt.hcl", "remote_state {\n  backend = \"local\"\n}\n",
			`{"remote_state": {"//": "new", "backend": "local"}}`, "", "Not a block"},
		{"two blocks in place of the only one", "terragrunt.hcl", "# c\nremote_state {\n  backend = \"local\"\n}\n",
			`{"remote_state": [{"backend": "local"}, {"backend": "s3"}]}`, "", "Not a block"},
		{"an argument in place of a block", "terragrunt.hcl", "remote_state {\n  backend = \"local\"\n}\n",
			`{"//": {"attributes": ["remote_state"]}, "remote_state": {"backend": "s3"}}`,
			"remote_state = {\n  backend = \"s3\"\n}\n", ""},
	} {
		file, err := dialects.ForFile(test.file, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		edit := func(src string) (out, warnings string) {
			text, diags := patch.Steps(equivalent.Source{Bytes: []byte(src), Filename: test.file, JSON: file.JSON},
				equivalent.Source{Bytes: []byte(test.edited), Filename: "edited", JSON: true},
				file.Dialect, patch.Options{})
			return string(text), summaries(diags)
		}
		got, warnings := edit(test.src)
		if got != test.want || warnings != test.diags {
			t.Errorf("%s: %s\n%s\nwant %s\n%s", test.name, warnings, got, test.diags, test.want)
		} else if again, _ := edit(got); again != got && got != "" {
			t.Errorf("%s: twice:\n%s", test.name, again)
		}
	}
}
