package patch

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/dialects"
)

// TestNativeStyle checks that new parts follow the style of the file: line ends, indentation, and
// heredocs for strings with several lines.
func TestNativeStyle(t *testing.T) {
	const heredoc = "x = <<-EOT\n  a\n  b\nEOT\n"
	for _, test := range []struct{ name, src, json, want string }{
		{"tabs", "a { b = 1 }\nc {}\nd {\n\te = 1\n}\n", `{"a": {"b": 1}, "c": {}, "d": {"e": 1, "f": {"g": [1, {"h": 1}]}}}`,
			"a { b = 1 }\nc {}\nd {\n\te = 1\n\n\tf {\n\t\tg = [\n\t\t\t1,\n\t\t\t{\n\t\t\t\th = 1\n\t\t\t},\n\t\t]\n\t}\n}\n"},
		{"no indentation", "a {\nb = 1\n}\n", `{"a": {"b": 1, "c": {"d": 1}}}`, "a {\nb = 1\n\nc {\n  d = 1\n}\n}\n"},
		{"an indented block", "  a {\n     b = 1\n  }\n", `{"a": {"b": 1, "c": [{"d": 1}, {"d": 2}]}}`,
			"  a {\n     b = 1\n\n     c {\n        d = 1\n     }\n\n     c {\n        d = 2\n     }\n  }\n"},
		{"a file that begins with an empty line", "\na = 1\n", `{"a": 1, "b": 2}`, "\na = 1\nb = 2\n"},
		{"CRLF after a line without", "\na = 1\r\n", `{"a": 1, "b": 2}`, "\na = 1\r\nb = 2\n"},
		{"CRLF", "a = 1\r\n", `{"a": 1, "b": [1, {"c": 2}]}`,
			"a = 1\r\nb = [\r\n  1,\r\n  {\r\n    c = 2\r\n  },\r\n]\r\n"},
		{"an expression on lines with CRLF", "a = f(\r\n  1\r\n)\r\n", "{\"a\": \"${f(\\n  2\\n)}\"}",
			"a = f(\r\n  2\r\n)\r\n"},
		{"a heredoc in a file with CRLF", "a = f(\r\n  1\r\n)\r\n", "{\"a\": \"${f(\\n  <<E\\nx\\nE\\n)}\"}",
			"a = f(\n  <<E\nx\nE\n)\r\n"},
		{"an expression on one line for one on lines", "a = f(\n  1\n)\n", `{"a": "${f(2)}"}`, "a = f(2)\n"},
		{"lines", "a = 1\n", `{"a": 1, "x": "a\nb\n"}`, "a = 1\n" + heredoc},
		{"lines in quotes", "a = [\"\\n\"]\n", `{"a": ["\n", "a\nb\n"]}`, "a = [\"\\n\", \"a\\nb\\n\"]\n"},
		{"lines in a list without any", "a = [\"\"]\n", `{"a": ["", "a\nb\n"]}`,
			"a = [\"\", \"a\\nb\\n\"]\n"},
		{"an attribute with lines, next to a quoted string", "a = \"\\n\"\n", `{"a": "\n", "x": "a\nb\n"}`,
			"a = \"\\n\"\n" + heredoc},
		{"lines in quotes, and heredocs", "a = \"\\n\"\nb = <<E\nE\n", `{"a": "\n", "b": "", "x": "a\nb\n"}`,
			"a = \"\\n\"\nb = <<E\nE\n" + heredoc},
		{"a text gets lines", "x = \"a\"\n", `{"x": "a\nb\n"}`, heredoc},
		{"a text gets lines, others are in quotes", "a = \"\\n\"\nx = \"a\"\n", `{"a": "\n", "x": "a\nb\n"}`,
			"a = \"\\n\"\nx = \"a\\nb\\n\"\n"},
		{"a text gets lines, others are heredocs", "a = \"\\n\"\nb = <<E\nE\nx = \"a\"\n",
			`{"a": "\n", "b": "", "x": "a\nb\n"}`, "a = \"\\n\"\nb = <<E\nE\n" + heredoc},
		{"a text with lines in quotes", "x = \"a\\nc\\n\"\nb = <<E\nE\n", `{"x": "a\nb\n", "b": ""}`,
			"x = \"a\\nb\\n\"\nb = <<E\nE\n"},
		{"a text with lines in quotes loses them", "x = \"a\\nc\\n\"\n", `{"x": "a"}`, "x = \"a\"\n"},
		{"a heredoc with another indentation", "x = <<-E\n    a\n      b\n\n  E\n", `{"x": "a\n\n  c\n"}`,
			"x = <<-E\n    a\n\n      c\n  E\n"},
		{"an empty heredoc", "x = <<-E\n  E\n", `{"x": "a\n"}`, "x = <<-E\na\n  E\n"},
		{"a heredoc with an interpolation", "x = <<E\n${a}\nE\n", `{"x": "${b}\n"}`, "x = <<E\n${b}\nE\n"},
		{"a heredoc becomes an expression", "x = <<E\na\nE\n", `{"x": "${b}"}`, "x = b\n"},
		{"blank lines at the end of a file", "a = 1\nb = 2\n\n\n", `{"a": 1, "c": 3}`, "a = 1\nc = 3\n\n\n"},
		{"blank lines at the end of a body", "x {\n  a = 1\n  b = 2\n\n\n}\n", `{"x": {"a": 1}}`, "x {\n  a = 1\n\n\n}\n"},
		{"an empty file", "", `{"a": 1, "b": {"c": 1}}`, "a = 1\n\nb {\n  c = 1\n}\n"},
		{"a file of blank lines", "\n\n", `{"a": 1}`, "a = 1\n\n\n"},
		{"all goes", "a = 1\n", `{}`, ""},
		{"a comment of an attribute alone", "a = 1\n", `{"//": {"at": {"a": {"after": "x"}}}, "a": 1}`, "a = 1 # x\n"},
		{"a comment of a block alone", "a {}\n", `{"a": {"//": {"above": "x"}}}`, "# x\na {}\n"},
		{"a comment in a block alone", "a {\n  b = 1\n}\n", `{"a": {"//": {"end": "x"}, "b": 1}}`,
			"a {\n  b = 1\n  # x\n}\n"},
		{"a comment in a list alone", "a = [\n  1,\n]\n", `{"//": {"at": {"a[0]": {"after": "x"}}}, "a": [1]}`,
			"a = [\n  1, # x\n]\n"},
		{"a comment at the end alone", "a = 1\n", `{"//": {"end": "x"}, "a": 1}`, "a = 1\n# x\n"},
		{"the head alone", "a = 1\n", `{"//": "x", "a": 1}`, "# x\n\na = 1\n"},
		{"a value that only looks like a note", "a = 1\n", `{"a": {"//": 1}}`, "a = {\n  \"//\" = 1\n}\n"},
		{"an object next to a comment", "a = 1 # x\n", `{"a": {"//": 1}}`, "a = {\n  \"//\" = 1\n} # x\n"},
		{"a comment, and something, in an empty file", "", `{"//": "x", "a": 1}`, "# x\n\na = 1\n"},
		{"a comment in an empty file", "", `{"//": "x"}`, "# x\n"},
		{"another comment in a file of one", "# x\n", `{"//": "y"}`, "# y\n"},
		{"another comment in a file with one comment and no line end", "# x", `{"//": "y"}`, "# y"},
		{"another comment, and something, in a file of one", "// x\n", `{"//": "y", "a": 1}`, "// y\n\na = 1\n"},
		{"a comment at the end without a line end", "a = 1", `{"//": {"end": "x"}, "a": 1}`, "a = 1\n# x"},
		{"a comment within an expression", "a = f(b, # x\n  (c))\n", `{"a": "${f(b, # y\n  (c))}"}`,
			"a = f(b, # y\n  (c))\n"},
		{"a comment within a template", "a = \"${b /* x */}-\"\n", `{"a": "${b /* y */}-"}`, "a = \"${b /* y */}-\"\n"},
		{"a comment within an expression goes", "a = [1,  f(b /* x */)]\n", `{"a": [1, "${f(b)}"]}`, "a = [1,  f(b)]\n"},
		{"after a byte order mark", "\ufeff# of a\na {}\n", `{"a": {"//": {"above": "of a"}}, "b": {}}`,
			"\ufeff# of a\na {}\n\nb {}\n"},
		{"at a byte order mark", "\ufeff# of a\na {}\n", `{"//": "x", "b": 1, "a": {"//": {"above": "of  a"}}}`,
			"\ufeff# x\n\nb = 1\n\n# of  a\na {}\n"},
		{"a byte order mark alone", "\ufeffa = 1\n", `{}`, "\ufeff"},
		{"a comment after a heredoc", "a = <<E\nx\nE\n", `{"//": {"at": {"a": {"after": "c"}}}, "a": "x\n"}`,
			"# c\na = <<E\nx\nE\n"},
		{"into an empty object on lines", "a = {\n  # x\n}\n", `{"//": {"at": {"a": {"end": "x"}}}, "a": {"b": 1}}`,
			"a = {\n  b = 1\n  # x\n}\n"},
		{"an empty note", "a = 1 # x\n", `{"//": {}, "a": 1}`, "a = 1\n"},
	} {
		got, diags := Native([]byte(test.src), "old", []byte(test.json), "edited", dialects.Generic(), Options{})
		if diags.HasErrors() || string(got) != test.want || strings.Contains(diags.Error(), "Layout not kept") {
			t.Errorf("%s: got\n%q\nwant\n%q\n%s", test.name, got, test.want, diags)
		}
	}
}
