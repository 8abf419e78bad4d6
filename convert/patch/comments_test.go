package patch

import (
	"fmt"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// Comments without a target are placed, deleted or reported.
func TestUnplacedComments(t *testing.T) {
	d := &schema.Dialect{Name: "comments", Product: "Comments", Root: &tables.Body{Remain: tables.RemainUnknown}}
	for _, test := range []struct{ name, file, json, want, diags string }{
		{"deleted blocks", "# c\nb {}\n", `{"//": {"at": {"b[0]": {"above": "c"}}}, "x": 1}`,
			"x = 1\n", ""},
		{"deleted argument", "# c\nb = 1\n", `{"//": {"at": {"b": {"above": "c"}}}, "x": 2}`, "x = 2\n", ""},
		{"deleted element", "# c\nb = [1]\n", `{"//": {"at": {"b[0]": {"above": "c"}}}, "b": []}`, "b = []\n", ""},
		{"blocks with another index", "# c\nb {}\n", `{"//": {"at": {"b[1]": {"above": "c"}}}, "b": {}}`, "b {}\n", ""},
		{"changed comments of a deleted argument", "# c\nb = 1\n\nx = 2\n", `{"//": {"at": {"b": {"above": "d"}}}, "x": 2}`,
			"x = 2\n", ""},
		{"renamed argument", "# c\nb = 1\n", `{"//": {"at": {"b": {"above": "d", "after": "e"}}}, "x": 1}`,
			"# d\nx = 1 # e\n", ""},
		{"renamed keys", "b = {\n  k = c.d\n  l = 1\n}\n",
			`{"//": {"at": {"b.k": {"above": "d"}, "b.l": {"after": "e"}}}, "b": {"n": "${c.d}", "m": 1}}`,
			"b = {\n  # d\n  n = c.d\n  m = 1 # e\n}\n", ""},
		{"path through a renamed key", "b = {\n  k = [1, { c = 2 }]\n}\n",
			`{"//": {"at": {"b.k[1].c": {"above": "d"}}}, "b": {"n": [1, {"c": 2}]}}`,
			"b = {\n  n = [\n    1,\n    {\n      # d\n      c = 2\n    },\n  ]\n}\n", ""},
		{"common value at another place", "b = {\n  k = 1\n  l = 2\n}\n",
			`{"//": {"at": {"b.k": {"above": "d"}}}, "b": {"l": 2, "n": 1}}`, "b = {\n  l = 2\n  n = 1\n}\n", ""},
		{"two equal values", "b = {\n  k = c.d\n  l = c.d\n}\n",
			`{"//": {"at": {"b.l": {"above": "d"}}}, "b": {"m": "${c.d}", "n": "${c.d}"}}`,
			"b = {\n  m = c.d\n  # d\n  n = c.d\n}\n", ""},
		{"possible target with another name and value", "# c\nb = 1\n", `{"//": {"at": {"b": {"above": "d"}}}, "x": 2}`,
			"x = 2\n", "1:16-19 Comment has no target"},
		{"two possible targets", "# c\nb = 1\n", `{"//": {"at": {"b": {"above": "d"}}}, "x": 1, "y": 1}`,
			"x = 1\ny = 1\n", "1:16-19 Comment has no target"},
		{"target that never existed", "", `{"//": {"at": {"b": {"above": "c"}}}, "x": 1}`, "x = 1\n",
			"1:16-19 Comment has no target"},
		{"new name in the file", "# c\nx = 1\n", `{"//": {"at": {"b": {"above": "c"}}}, "x": 1}`, "# c\nx = 1\n", ""},
		{"new key in the file", "m = {\n  n = {\n    k = 1 # c\n  }\n}\n",
			`{"//": {"at": {"m.o.k": {"after": "c"}}}, "m": {"n": {"k": 1}}}`, "m = {\n  n = {\n    k = 1 # c\n  }\n}\n", ""},
		{"new names with a group", "y = 1\n\n# g\n\n# c\nx = 1\n",
			`{"//": {"at": {"b": {"above": "g\n\nc"}}}, "y": 1, "x": 1}`, "y = 1\n\n# g\n\n# c\nx = 1\n", ""},
		{"new names with the same comment", "# c\nx = 1\n# c\ny = 2\n",
			`{"//": {"at": {"a": {"above": "c"}, "b": {"above": "c"}}}, "x": 1, "y": 2}`, "# c\nx = 1\n\n# c\ny = 2\n", ""},
		{"new name with another comment", "# c\nx = 1\n", `{"//": {"at": {"b": {"above": "d"}}}, "x": 1}`, "x = 1\n",
			"1:16-19 Comment has no target"},
		{"new name with a comment", "# c\nx = 1\n",
			`{"//": {"at": {"x": {"above": "d"}, "b": {"above": "c"}}}, "x": 1}`, "# d\nx = 1\n", "1:37-40 Comment has no target"},
		{"new name in a block with another label", "b \"x\" {\n  # c\n  k = 1\n}\n\nb \"y\" {}\n",
			`{"b": {"z": {"//": {"at": {"k": {"above": "d"}}, "labels": {"b": 1}}, "n": 1}}}`,
			"b \"z\" {\n  # d\n  n = 1\n}\n", ""},
		{"new name in one of two blocks", "b \"x\" {\n  # c\n  k = 1\n}\n\nb \"y\" {\n  k = 1\n}\n",
			`{"b": {"z": {"//": {"at": {"k": {"above": "d"}}, "labels": {"b": 1}}, "n": 1}}}`,
			"b \"z\" {\n  n = 1\n}\n", "1:28-31 Comment has no target"},
		{"object in a new list", "b = {\n  # c\n  k = 1 # e\n}\n",
			`{"//": {"at": {"b.k": {"above": "d", "after": "e"}, "b": {"above": "f"}}}, "b": [{"k": 2}]}`,
			"# f\nb = [\n  {\n    # d\n    k = 2 # e\n  },\n]\n", ""},
		{"object in a new list with another one", "b = {\n  # c\n  k = 1\n}\n",
			`{"//": {"at": {"b.k": {"above": "c"}}}, "b": [{"k": 2}, 3, {"k": 1}]}`,
			"b = [\n  {\n    k = 2\n  },\n  3,\n  {\n    # c\n    k = 1\n  },\n]\n", ""},
		{"object in two new lists", "b = {\n  # c\n  k = { l = 1 }\n}\n",
			`{"//": {"at": {"b.k": {"above": "c"}, "b.k.l": {"above": "d"}}}, "b": [{"k": [{"l": 1}]}]}`,
			"b = [\n  {\n    # c\n    k = [\n      {\n        # d\n        l = 1\n      },\n    ]\n  },\n]\n", ""},
		{"changed object in a new list with another one", "b = {\n  # c\n  k = 1\n}\n",
			`{"//": {"at": {"b.k": {"above": "c"}}}, "b": [{"k": 2}, {"k": 3}]}`,
			"b = [\n  {\n    k = 2\n  },\n  {\n    k = 3\n  },\n]\n", "1:16-21 Comment has no target"},
		{"renamed key of an object in a new list", "b = {\n  # c\n  k = d.e\n}\n",
			`{"//": {"at": {"b.k": {"above": "c"}}}, "b": [{"m": "${d.e}"}]}`,
			"b = [\n  {\n    # c\n    m = d.e\n  },\n]\n", ""},
		{"object out of a list", "b = [\n  {\n    # c\n    k = 1\n  },\n]\n",
			`{"//": {"at": {"b[0].k": {"above": "d"}}}, "b": {"k": 1}}`, "b = {\n  # d\n  k = 1\n}\n", ""},
		{"empty path", "b {}\n", `{"//": {"at": {"": {"above": "c"}}}, "x": 1}`, "x = 1\n",
			"1:16-18 Comment has no target"},
	} {
		file, diags := hclwrite.ParseFile([]byte(test.file), "native")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		read, diags := readEdit(file, []byte(test.json), "json", d, convert.Options{})
		got := ""
		for _, diag := range diags {
			at := diag.Subject
			got += fmt.Sprintf("%d:%d-%d %s", at.Start.Line, at.Start.Column, at.End.Column, diag.Summary)
		}
		if text := string(read.Bytes()); text != test.want || got != test.diags {
			t.Errorf("%s: %s is read as\n%s\nwant\n%s\n%s", test.name, test.json, text, test.want, diags)
		}
	}
}
