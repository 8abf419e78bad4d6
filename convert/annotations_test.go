package convert_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// noted has bodies of each kind that a note can be in.
func noted() *schema.Dialect {
	element := &tables.Body{Attributes: []tables.Attribute{
		{Name: "n"}, {Name: "sub", AsBlocks: tables.ElementOf(&tables.Body{Attributes: []tables.Attribute{{Name: "m"}}})},
	}}
	open := &tables.Body{Remain: tables.RemainUnknown, Dynamic: true}
	return &schema.Dialect{Name: "noted", Product: "Product", Root: &tables.Body{
		Attributes: []tables.Attribute{
			{Name: "may", AsBlocks: tables.ElementOf(element)}, {Name: "fixed", Value: &tables.Value{Mode: tables.Literal}},
		},
		Blocks: []tables.Block{
			{Type: "b", Body: open}, {Type: "l", Labels: []string{"one"}, Body: open},
			{Type: "plain", Labels: []string{"one"}, Body: &tables.Body{Remain: tables.RemainUnknown, NoComments: true},
				Dependent: map[string]*tables.Body{"open": open}},
			{Type: "lists", Body: &tables.Body{Remain: tables.RemainUnknown, NestedInLists: true, NoComments: true}},
			{Type: "hinted", Body: &tables.Body{Remain: tables.RemainUnknown, NestedInLists: true}},
		},
		Remain: tables.RemainUnknown, Dynamic: true,
	}}
}

// The comments of an annotation return to their targets, and foreign values stay values.
func TestAnnotations(t *testing.T) {
	for _, test := range []struct{ json, want, diags string }{
		{`{"//": {"inside": 1}, "x": 1}`, "# //: {\"inside\":1}\n\nx = 1\n", ""},
		{`{"//": {"above": "a", "open": "b", "inside": "c", "end": "d", "after": "e"}, "x": 1}`,
			"# a\n\n# b\n\n# c\n\nx = 1\n# d\n\n# e\n", ""},
		{`{"b": {"//": {"above": "a", "open": "b", "inside": "c", "end": "d", "after": "e"}, "x": 1}}`,
			"# a\nb { # b\n  # c\n\n  x = 1\n  # d\n} # e\n", ""},
		{`{"b": {"//": {"above": "a", "open": "b", "inside": "c", "end": "d", "after": "e"}}}`,
			"# a\nb { # b\n  # c\n\n  # d\n} # e\n", ""},
		{`{"b": {"//": {"above": "\n\na", "open": "\nb", "inside": "\n\nc\n\n", "end": "\nd\n", ` +
			`"after": "\ne"}, "x": 1}}`,
			"# a\n# e\nb { # b\n  # c\n\n  x = 1\n\n  # d\n}\n", ""},
		{`{"b": {"//": {"above": "a\n", "open": "b\n", "end": "d\n\n", "after": "e\n"}, "x": 1}}`,
			"# a\n\n# e\nb {\n  # b\n\n  x = 1\n  # d\n}\n", ""},
		{`{"b": {"//": {"open": "/* a */\n/* b */\nc", "after": "/* d */\ne\n\nf"}, "x": 1}}`,
			"/* d */\n# e\n# f\nb { /* a */ /* b */ # c\n  x = 1\n}\n", ""},
		{`{"b": {"//": {"open": "a\n/* b */", "after": "/* d */\n/* e */"}, "x": 1}}`,
			"b {\n  # a\n  /* b */\n\n  x = 1\n} /* d */ /* e */\n", ""},
		{`{"//": {"at": 1}, "x": 1}`, "# //: {\"at\":1}\n\nx = 1\n", ""},
		{`{"//": {"at": {"x": 1}}, "x": 1}`, "# //: {\"at\":{\"x\":1}}\n\nx = 1\n", ""},
		{`{"//": {"at": {"x": {"over": "c"}}}, "x": 1}`, "# //: {\"at\":{\"x\":{\"over\":\"c\"}}}\n\nx = 1\n", ""},
		{`{"//": {"at": {"x": {"elements": 1}}}, "x": 1}`, "# //: {\"at\":{\"x\":{\"elements\":1}}}\n\nx = 1\n", ""},
		{`{"//": {"at": {"x": {"above": 1}}}, "x": 1}`, "# //: {\"at\":{\"x\":{\"above\":1}}}\n\nx = 1\n", ""},
		{`{"//": {"at": {"x": {"above": " "}}}, "x": 1}`, "# //: {\"at\":{\"x\":{\"above\":\" \"}}}\n\nx = 1\n", ""},
		{`{"//": {"at": {"x": {"above": "a\r\nb"}}}, "x": 1}`,
			"# //: {\"at\":{\"x\":{\"above\":\"a\\r\\nb\"}}}\n\nx = 1\n", ""},
		{`{"//": {"at": {"x": {"above": "a\r"}}}, "x": 1}`, "# //: {\"at\":{\"x\":{\"above\":\"a\\r\"}}}\n\nx = 1\n", ""},
		{`{"//": {"at": {"x": {"above": "a\rb \t\r\nc"}}}, "x": 1}`,
			"# //: {\"at\":{\"x\":{\"above\":\"a\\rb \\t\\r\\nc\"}}}\n\nx = 1\n", ""},
		{`{"//": {"labels": 1}, "x": 1}`, "# //: {\"labels\":1}\n\nx = 1\n", ""},
		{`{"//": {"labels": {"y": -1}}, "x": 1}`, "# //: {\"labels\":{\"y\":-1}}\n\nx = 1\n", ""},
		{`{"//": {"labels": {"y": 101}}, "x": 1}`, "# //: {\"labels\":{\"y\":101}}\n\nx = 1\n", ""},
		{`{"//": {"labels": {"y": 100}}, "x": 1}`, "x = 1\n", ""},
		{`{"//": {"labels": {"y": "1"}}, "x": 1}`, "# //: {\"labels\":{\"y\":\"1\"}}\n\nx = 1\n", ""},
		{`{"//": {"labels": {"y": 1.5}}, "x": 1}`, "# //: {\"labels\":{\"y\":1.5}}\n\nx = 1\n", ""},
		{`{"//": {"labels": {"y": []}}, "x": 1}`, "# //: {\"labels\":{\"y\":[]}}\n\nx = 1\n", ""},
		{`{"//": {"labels": {"y": [1, 0]}}, "x": 1}`, "x = 1\n", ""},
		{`{"//": {"labels": {"y": 1}}, "//": {"labels": {"z": 1}}, "y": {"a": {"c": 1}}, "z": {"a": {"c": 1}}}`,
			"y \"a\" {\n  c = 1\n}\n\nz \"a\" {\n  c = 1\n}\n", ""},
		{`{"//": {"layout": 1}, "x": 1}`, "# //: {\"layout\":1}\n\nx = 1\n", ""},
		{`{"//": {"layout": {"x": 1}}, "x": 1}`, "# //: {\"layout\":{\"x\":1}}\n\nx = 1\n", ""},
		{`{"//": {"order": 1}, "x": 1}`, "# //: {\"order\":1}\n\nx = 1\n", ""},
		{`{"//": {"order": ["y", 1]}, "x": 1, "y": 2}`, "# //: {\"order\":[\"y\",1]}\n\nx = 1\ny = 2\n", ""},
		{`{"//": {"attributes": 1}, "x": 1}`, "# //: {\"attributes\":1}\n\nx = 1\n", ""},
		{`{"//": {"attributes": [1]}, "x": 1}`, "# //: {\"attributes\":[1]}\n\nx = 1\n", ""},
		{`{"//": {"attributes": []}, "x": 1}`, "x = 1\n", ""},
		{`{"//": {"blocks": {}}, "x": 1}`, "# //: {\"blocks\":{}}\n\nx = 1\n", ""},
		{`{"//": {"nulls": ""}, "x": 1}`, "# //: {\"nulls\":\"\"}\n\nx = 1\n", ""},
		{`{"//": {"nulls": []}, "x": 1}`, "x = 1\n", ""},
		{`{"//": {"other": 1, "inside": "c"}, "x": 1}`, "# //: {\"other\":1}\n\n# c\n\nx = 1\n", ""},
		{`{"//": {"other": 1, "at": {"x": {"above": "c"}}}, "x": 1}`, "# //: {\"other\":1}\n\n# c\nx = 1\n", ""},
		{`{"//": {}, "x": 1}`, "# //: {}\n\nx = 1\n", ""},
		{`{"//": null, "x": 1}`, "# //: null\n\nx = 1\n", ""},
		{`{"//": [1, {"a": "b"}], "x": 1}`, "# //: [1,{\"a\":\"b\"}]\n\nx = 1\n", ""},
		{`{"//": "", "x": 1}`, "# //: \"\"\n\nx = 1\n", ""},
		{`{"//": "a\r", "x": 1}`, "# //: \"a\\r\"\n\nx = 1\n", ""},
		{`{"//": "a ", "x": 1}`, "# //: \"a \"\n\nx = 1\n", ""},
		{`{"//": "a\n\n\nb", "x": 1}`, "# //: \"a\\n\\n\\nb\"\n\nx = 1\n", ""},
		{`{"//": "\na", "x": 1}`, "# //: \"\\na\"\n\nx = 1\n", ""},
		{`{"//": "a\n", "x": 1}`, "# //: \"a\\n\"\n\nx = 1\n", ""},
		{`{"//": "# //: 1", "x": 1}`, "# //: \"# //: 1\"\n\nx = 1\n", ""},
		{`{"//": "//: 1", "x": 1}`, "# //: \"//: 1\"\n\nx = 1\n", ""},
		{`{"//": "/* a  \n*/", "x": 1}`, "/* a  \n*/\n\nx = 1\n", ""},
		{`{"//": "a", "//": 1, "//": "b", "//": 2, "x": 1}`, "# //: 1\n\n# //: 2\n\n# a\n\n# b\n\nx = 1\n", ""},
		{`{"//": {"layout": {"": "slashes"}, "inside": "a\n# b\n// c\n/ d"}, "x": 1}`,
			"// a\n# b\n// c\n// / d\n\nx = 1\n", ""},
		{`{"//": {"inside": "a\n# b\n// c\n/ d"}, "x": 1}`, "# a\n# b\n# // c\n# / d\n\nx = 1\n", ""},
		{`{"//": {"layout": {"": "2 slashes", "x": "parentheses 3", "x[0]": "joined <<"}}, "y": 2, "x": 1}`,
			"y = 2\n\n\n\nx = (1)\n", ""},
		{`{"//": {"layout": {"x": "0"}}, "y": 2, "x": 1}`, "y = 2\nx = 1\n", ""},
		{`{"//": {"layout": {"x": "100"}}, "y": 2, "x": 1}`,
			"y = 2\n" + strings.Repeat("\n", 100) + "x = 1\n", ""},
		{`{"//": {"layout": {"x": "101"}}, "y": 2, "x": 1}`, "y = 2\nx = 1\n", ""},
		{`{"//": {"layout": {"x": "-1"}}, "y": 2, "x": 1}`, "y = 2\nx = 1\n", ""},
		{`{"//": {"layout": {"x": "<<A,0,0"}}, "x": "a\nb\n"}`, "x = <<A\na\nb\nA\n", ""},
		{`{"//": {"layout": {"x": "<<-A,2,1"}}, "x": "a\nb\n"}`, "x = <<-A\n  a\n  b\n A\n", ""},
		{`{"//": {"layout": {"x": "<<-A,1001,0"}}, "x": "a\nb\n"}`, "x = <<-EOT\n  a\n  b\nEOT\n", ""},
		{`{"//": {"layout": {"x": "<<-A,1,1001"}}, "x": "a\nb\n"}`, "x = <<-EOT\n  a\n  b\nEOT\n", ""},
		{`{"//": {"layout": {"x": "<<-A,-1,0"}}, "x": "a\nb\n"}`, "x = <<-EOT\n  a\n  b\nEOT\n", ""},
		{`{"//": {"layout": {"x": "<<A,0"}}, "x": "a\nb\n"}`, "x = <<-EOT\n  a\n  b\nEOT\n", ""},
		{`{"//": {"layout": {"x": "<<A,0,0,0"}}, "x": "a\nb\n"}`, "x = <<-EOT\n  a\n  b\nEOT\n", ""},
		{`{"//": {"layout": {"x": "<<A,,0"}}, "x": "a\nb\n"}`, "x = <<-EOT\n  a\n  b\nEOT\n", ""},
		{`{"//": {"layout": {"x": "<<A,0,"}}, "x": "a\nb\n"}`, "x = <<-EOT\n  a\n  b\nEOT\n", ""},
		{`{"//": {"layout": {"x": "<<,0,0"}}, "x": "a\nb\n"}`, "x = <<-EOT\n  a\n  b\nEOT\n", ""},
		{`{"//": {"layout": {"x": "<<1,0,0"}}, "x": "a\nb\n"}`, "x = <<-EOT\n  a\n  b\nEOT\n", ""},
		{`{"//": {"layout": {"fixed": "parentheses"}}, "fixed": 1}`, "fixed = 1\n", ""},
		{`{"//": {"layout": {"x": "parentheses"}}, "x": 1}`, "x = (1)\n", ""},
		{`{"//": {"attributes": ["x"], "layout": {"x": "all-quoted all-colon all-comma lines"}}, "x": ` +
			`{"a": 1, "c": 2}}`,
			"x = {\n  \"a\" : 1,\n  \"c\" : 2,\n}\n", ""},
		{`{"//": {"attributes": ["x"], "layout": {"x": "all-quoted all-joined all-3 lines", "x.c": ` +
			`"colon"}}, "x": {"a": 1, "c": 2}}`,
			"x = {\n  \"a\" = 1\n  \"c\" : 2\n}\n", ""},
		{`{"//": {"layout": {"x": "all-quoted"}}, "x": 1}`, "x = 1\n", ""},
		{`{"//": {"layout": {"x": "line"}}, "x": "${[1, 2]}"}`, "x = [1, 2]\n", ""},
		{`{"//": {"layout": {"y": "1"}}, "x": "${[\n1,\n\n\n 2]}", "y": ["${{a = 1, \"b\" : 2}}"], ` +
			`"z": [{"k": "${[1,[2]]}"}, {"//": {}}]}`,
			"x = [\n  1,\n\n\n2]\n\ny = [\n  { a = 1, \"b\" : 2 },\n]\n\nz {\n  k = [1, [2]]\n}\n\nz {\n  # " +
				"//: {}\n}\n", ""},
		{`{"//": {"layout": {"nothing": "1", "x.y": "1", "": "bare"}}, "x": 1}`, "x = 1\n", ""},
		{`{"//": {"layout": {"x": "<<-A,1000,0"}}, "x": "a\nb\n"}`,
			"x = <<-A\n" + strings.Repeat(" ", 1000) + "a\n" + strings.Repeat(" ", 1000) + "b\nA\n", ""},
		{`{"//": {"attributes": ["x"], "layout": {"x": "line quoted"}}, "x": {"a": {"c": 1}}}`,
			"x = { a = {\n  c = 1\n} }\n", ""},
		{`{"//": {"attributes": ["x"], "layout": {"x": "line", "x.a": "quoted colon line"}}, "x": ` +
			`{"a": {"c": 1}}}`,
			"x = { \"a\" : { c = 1 } }\n", ""},
		// Items, values and their content.
		{`{"//": {"at": {"x": {"above": "a", "open": "b", "end": "c", "after": "d"}}}, "x": 1}`,
			"# a\n# b\n# c\nx = 1 # d\n", ""},
		{`{"//": {"at": {"x": {"above": "a", "open": "b", "end": "c", "after": "d"}}}, "x": [1]}`,
			"# a\nx = [ # b\n  1,\n  # c\n] # d\n", ""},
		{`{"//": {"attributes": ["x"], "at": {"x": {"above": "a", "open": "b", "end": "c", "after": ` +
			`"d"}}}, "x": {"k": 1}}`,
			"# a\nx = { # b\n  k = 1\n  # c\n} # d\n", ""},
		{`{"//": {"attributes": ["x"], "at": {"x.k": {"above": "a", "open": "b", "end": "c", "after": ` +
			`"d"}}}, "x": {"k": [1]}}`,
			"x = {\n  # a\n  k = [ # b\n    1,\n    # c\n  ] # d\n}\n", ""},
		{`{"//": {"attributes": ["x"], "at": {"x[\"a b\"]": {"above": "a"}, "x.k[0]": {"above": "b", ` +
			`"open": "c"}}}, "x": {"a b": 1, "k": [{"l": 1}]}}`,
			"x = {\n  # a\n  \"a b\" = 1\n  k = [\n    # b\n    { # c\n      l = 1\n    },\n  ]\n}\n", ""},
		{`{"//": {"at": {"x[1]": {"above": "a", "open": "b\nc", "end": "\nd", "after": "e\nf"}}}, ` +
			`"x": [1, [2], 3]}`,
			"x = [\n  1,\n  # a\n  # e\n  # f\n  # b\n  # c\n  [\n    2,\n\n    # d\n  ],\n  3,\n]\n", ""},
		{`{"//": {"at": {"x[2]": {"above": "a"}, "x[-1]": {"above": "b"}, "x.a": {"above": "c"}, ` +
			`"x[0][0]": {"above": "d"}, "x[": {"above": "e"}}}, "x": [1, [2]]}`,
			"x = [1, [2]]\n# a\n\n# b\n\n# c\n\n# d\n\n# e\n", ""},
		{`{"//": {"attributes": ["x"], "at": {"x.l": {"above": "a"}, "x[1]": {"above": "b"}, ` +
			`"x[0].k": {"above": "c"}}}, "x": {"k": 1}}`,
			"x = {\n  # c\n  k = 1\n}\n# a\n\n# b\n", ""},
		{`{"//": {"at": {"y": {"above": "a", "open": "b", "end": "c", "after": "d"}}}, "x": 1}`,
			"x = 1\n# a\n\n# b\n\n# c\n\n# d\n", ""},
		{`{"//": {"end": "e", "at": {"y": {"above": "a\n\nb"}, "z": {"after": "\nc"}}}, "x": 1}`,
			"x = 1\n# e\n\n# a\n\n# b\n\n# c\n", ""},
		{`{"//": {"at": {"x": {"above": "a"}, "[\"x\"]": {"above": "b"}}}, "x": 1}`, "# a\nx = 1\n# b\n", ""},
		{`{"//": {"at": {"x[0]": {"above": "a"}, "x[\"0\"]": {"above": "b"}}}, "x": [1]}`,
			"x = [\n  # a\n  1,\n]\n# b\n", ""},
		{`{"//": {"at": {"x": {}, "y": {}}}, "x": 1}`, "x = 1\n", ""},
		// Blocks, by index and labels.
		{`{"//": {"at": {"b": {"above": "a", "open": "b", "end": "c", "after": "d"}}}, "b": {"x": 1}}`,
			"# a\nb { # b\n  x = 1\n  # c\n} # d\n", ""},
		{`{"//": {"at": {"b": {"above": "a", "end": "c"}}}, "b": {"//": {"above": "e", "inside": "g", ` +
			`"end": "f"}, "x": 1}}`,
			"# a\n# e\nb {\n  # g\n\n  x = 1\n  # f\n\n  # c\n}\n", ""},
		{`{"//": {"at": {"b[1]": {"above": "a"}, "b[0].x": {"above": "b"}, "b[2]": {"above": "c"}, ` +
			`"b.x": {"after": "d"}}}, "b": [{"x": 1}, {"x": 2}]}`,
			"b {\n  # b\n  x = 1\n}\n\n# a\nb {\n  x = 2\n}\n# c\n\n# d\n", ""},
		{`{"//": {"at": {"l.p": {"above": "a"}, "l.q.x": {"above": "b"}, "l[0].p[0].x": {"after": ` +
			`"c"}, "l[1].q": {"after": "d"}}}, "l": {"p": {"x": 1}, "q": {"x": 2}}}`,
			"# a\nl \"p\" {\n  x = 1 # c\n}\n\nl \"q\" {\n  # b\n  x = 2\n} # d\n", ""},
		{`{"//": {"at": {"l.q[0]": {"above": "a"}, "l.r": {"above": "b"}, "l[0].q": {"above": "c"}, ` +
			`"l": {"above": "d"}}}, "l": {"p": {"x": 1}, "q": {"x": 2}}}`,
			"l \"p\" {\n  x = 1\n}\n\n# a\nl \"q\" {\n  x = 2\n}\n# b\n\n# c\n\n# d\n", ""},
		{`{"//": {"at": {"l[\"p q\"]": {"above": "a"}, "l[\"x\"]": {"above": "b"}}}, "l": {"p q": ` +
			`{"x": 1}, "x": {}}}`,
			"# a\nl \"p q\" {\n  x = 1\n}\n\n# b\nl \"x\" {}\n", ""},
		{`{"//": {"at": {"plain.p": {"above": "a", "open": "b", "end": "c", "after": "d"}, ` +
			`"plain.p.x[0]": {"above": "e"}, "plain.p.b[1].y": {"above": "f"}}}, "plain": {"p": {"x": ` +
			`[1], "b": [{"y": 1}, {"y": 2}]}}}`,
			"# a\nplain \"p\" { # b\n  x = [\n    # e\n    1,\n  ]\n\n  b {\n    y = 1\n  }\n\n  b {\n    # " +
				"f\n    y = 2\n  }\n  # c\n} # d\n",
			"1:176-179 Attribute or block?"},
		{`{"//": {"layout": {"plain.p": "line", "plain.p.x": "parentheses"}}, "plain": {"p": {"x": 1}}}`,
			"plain \"p\" { x = (1) }\n", ""},
		{`{"//": {"layout": {"b[1]": "0", "b.x": "parentheses"}}, "b": [{"x": 1}, {"x": 2}]}`,
			"b {\n  x = (1)\n}\nb {\n  x = 2\n}\n", ""},
		{`{"//": {"at": {"lists.a": {"above": "a"}, "lists.a[0].k": {"above": "b"}, "lists.c": ` +
			`{"above": "c"}, "lists.c[0].k": {"above": "d"}}}, "lists": {"a": [{"k": 1}, {"k": 2}], "c": ` +
			`{"k": 1}}}`,
			"lists {\n  # a\n  a {\n    # b\n    k = 1\n  }\n\n  a {\n    k = 2\n  }\n\n  # c\n  c = ({\n    " +
				"k = 1\n  })\n}\n# d\n", ""},
		{`{"lists": {"a": {"k": 1}}}`, "lists {\n  a = ({\n    k = 1\n  })\n}\n", ""},
		// Arguments written as blocks.
		{`{"//": {"blocks": ["may", "may[0].sub"], "nulls": ["may[0].n"], "at": {"may": {"above": ` +
			`"1", "open": "2", "end": "3", "after": "4"}, "may[0]": {"above": "5", "open": "6", "end": ` +
			`"7", "after": "8"}, "may[0].n": {"above": "9", "after": "10"}}}, "may": [{"n": null, "sub": ` +
			`[{"m": 1}]}]}`,
			"# 1\n# 2\n# 5\n# 8\n# 4\nmay { # 6\n  # 9\n  n = null # 10\n\n  sub {\n    m = 1\n  }\n  # 7\n\n" +
				"  # 3\n}\n", ""},
		{`{"//": {"blocks": ["may"], "at": {"may": {"above": "1", "open": "2", "end": "3", "after": ` +
			`"4\n\n5"}, "may[1]": {"after": "6"}}}, "may": [{"n": 1}, {"n": 2}]}`,
			"# 1\n# 4\n# 5\n# 2\nmay {\n  n = 1\n}\n\nmay {\n  n = 2\n  # 3\n} # 6\n", ""},
		{`{"//": {"blocks": ["may"], "at": {"may[0].n": {"above": "1"}}}, "may": [{"n": null}, {"n": null}]}`,
			"may {\n  # 1\n  n = null\n}\n\nmay {}\n", ""},
		{`{"//": {"blocks": ["may"], "at": {"may[0]": {"end": "1"}}}, "may": [{"n": null}]}`, "may {\n  # 1\n}\n", ""},
		{`{"//": {"blocks": ["may"]}, "may": []}`, "may = []\n", ""},
		{`{"//": {"blocks": ["may"]}, "may": null}`, "may = null\n", ""},
		{`{"//": {"blocks": ["may"]}, "may": [{"n": 1}, 2]}`, "may = [\n  {\n    n = 1\n  },\n  2,\n]\n", ""},
		{`{"//": {"blocks": ["may"]}, "may": [{"n": 1, "o": 2}]}`, "may = [\n  {\n    n = 1\n    o = 2\n  },\n]\n", ""},
		{`{"//": {"blocks": ["may"]}, "may": {"n": 1}}`, "may = {\n  n = 1\n}\n", ""},
		{`{"may": [{"n": 1}]}`, "may {\n  n = 1\n}\n", ""},
		{`{"may": {"n": 1, "sub": {"m": 1}}}`, "may {\n  n = 1\n\n  sub {\n    m = 1\n  }\n}\n", ""},
		{`{"may": {"n": 1, "sub": []}}`, "may {\n  n   = 1\n  sub = []\n}\n", ""},
		{`{"may": {"n": 1, "sub": {"k": 1}}}`, "may {\n  n = 1\n  sub = {\n    k = 1\n  }\n}\n", ""},
		{`{"may": [{"n": 1}, {"o": 1}]}`, "may = [\n  {\n    n = 1\n  },\n  {\n    o = 1\n  },\n]\n", ""},
		{`{"may": {"${n}": 1}}`, "may = {\n  (n) = 1\n}\n", ""},
		{`{"may": []}`, "may = []\n", ""},
		{`{"//": {"attributes": ["may"]}, "may": [{"n": 1}]}`, "may = [\n  {\n    n = 1\n  },\n]\n", ""},
		// The order.
		{`{"//": {"order": ["y", "x"]}, "x": 1, "y": 2}`, "y = 2\nx = 1\n", ""},
		{`{"//": {"order": ["y"]}, "x": 1, "y": 2}`, "y = 2\nx = 1\n", ""},
		{`{"//": {"order": ["b", "x", "b", "b"]}, "x": 1, "b": [{}, {"y": 1}], "z": 1}`,
			"b {}\n\nx = 1\n\nb {\n  y = 1\n}\n\nz = 1\n", ""},
		{`{"//": {"order": ["l.q", "l.p", "l[\"q\"]", "x"]}, "x": 1, "l": [{"p": {}}, {"q": {"y": ` +
			`1}}, {"q": {"y": 2}}]}`,
			"l \"q\" {\n  y = 1\n}\n\nl \"p\" {}\n\nx = 1\n\nl \"q\" {\n  y = 2\n}\n", ""},
		{`{"//": {"order": ["l.q", "l", "x", "l"]}, "x": 1, "l": [{"p": {}}, {"q": {}}]}`,
			"l \"q\" {}\n\nl \"p\" {}\n\nx = 1\n", ""},
		{`{"//": {"order": ["x"]}}`, "", ""},
		// JSON of generators, and values of the wrong kind.
		{`{"b": 1}`, "", "1:7-8 error: Wrong JSON value for a block"},
		{`{"b": [1, {}, [1], [{}, 2]]}`, "",
			"1:8-9 error: Wrong JSON value for a block, 1:16-17 error: Wrong JSON value in a body, " +
				"1:25-26 error: Wrong JSON value in a body"},
		{`{"l": 1}`, "", "1:7-8 error: Wrong JSON value for a block"},
		{`{"l": {"p": 1}}`, "", "1:13-14 error: Wrong JSON value for a block"},
		{`{"l": [{"p": 1}, 2]}`, "",
			"1:14-15 error: Wrong JSON value for a block, 1:18-19 error: Wrong JSON value for a block"},
		{`{"l": {}}`, "", "1:7-9 error: Missing block label"},
		{`{"l": []}`, "", "1:7-9 error: Missing block label"},
		{`{"l": {"//": "c", "p": {}}}`, "", "1:8-12 error: Comment among labels"},
		{`{"l": {"//": {}, "p": {}}}`, "l \"//\" {}\n\nl \"p\" {}\n", ""},
		{`[{"x": 1}]`, "", "1:1-2 error: Wrong JSON value at the root"},
		{"1", "", "1:1-2 error: Wrong JSON value at the root"},
	} {
		got, diags := convert.ToHCL([]byte(test.json), "x", noted(), convert.Options{})
		if string(got) != test.want || placed(diags) != test.diags {
			t.Errorf("%s becomes\n%s\nwant\n%s\n%s", test.json, got, test.want, diags)
		}
	}
}

// Comments of blocks that ignore "//" are found after other blocks.
func TestAnnotationsOfLaterBlocks(t *testing.T) {
	const src = "terraform {\n  source = \"x\"\n}\n\ngenerate \"p\" {\n  # inside\n  path = \"y\"\n}\n\n" +
		"feature \"f\" {\n  default = 1\n}\n\ngenerate \"q\" {\n  path = \"y\" # later\n}\n"
	d := dialects.Named("terragrunt").Dialect()
	out, diags := convert.ToJSON([]byte(src), "terragrunt.hcl", d, convert.Options{})
	back, more := convert.ToHCL(out, "terragrunt.hcl.json", d, convert.Options{})
	if diags.HasErrors() || more.HasErrors() || string(back) != src {
		t.Errorf("%s, %s: %s comes back as\n%s", diags, more, out, back)
	}
}

// A comment at each position of a block survives the round trip, under its name, and is compared.
func TestCommentPositions(t *testing.T) {
	for p := range hclwrite.Positions() {
		block := hclwrite.NewBlock("b")
		block.Body.Set("x", hclwrite.NewLiteral(1))
		remark := &hclwrite.CommentGroup{Lines: []string{"/* remark */"}, Adjacent: p.Name() == "end"}
		switch p.Name() {
		case "inside":
			block.Body.Insert(0, remark)
		case "end":
			block.Body.Append(remark)
		default:
			block.Comments.Set(p, remark.Lines)
			if len(hclwrite.CommentsOf(block)) == 0 {
				t.Errorf("%s does not count", p.Name())
			}
		}
		same := hclwrite.NewBlock("b")
		same.Body.Set("x", hclwrite.NewLiteral(1))
		if hclwrite.Equal(block, same) {
			t.Errorf("%s is not compared", p.Name())
		}
		block.Body.Append(&hclwrite.CommentGroup{Lines: []string{"# last"}, Adjacent: true})
		native := (&hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}).Bytes()
		json, diags := convert.ToJSON(native, "x", noted(), convert.Options{})
		if want := fmt.Sprintf("%q: \"/* remark */", p.Name()); diags.HasErrors() || !strings.Contains(string(json), want) {
			t.Errorf("%s becomes\n%s%s", native, json, diags)
		}
		back, diags := convert.ToHCL(json, "x", noted(), convert.Options{})
		if diags.HasErrors() || !bytes.Equal(back, native) {
			t.Errorf("%s\ncomes back as\n%s%s", native, back, diags)
		}
		if result := equivalent.Check(native, json, noted()); !result.Equal() {
			t.Errorf("%s\nis not the same as\n%s\n%s", native, json, result.Messages())
		}
		without := bytes.ReplaceAll(native, []byte("remark"), []byte("another"))
		if equivalent.Check(without, json, noted()).Equal() {
			t.Errorf("%s is not compared", p.Name())
		}
	}
}

// TestCommentsOfLargeFile compares the JSON of a large file, which is parsed block by block, with
// the JSON of a file with a complete tree.
func TestCommentsOfLargeFile(t *testing.T) {
	const commented = "# group\n\nx \"a\" {\n  # inside\n\n  a = 1\n\n  # before b\n\n  b = 2\n\n  # before c\n\n  c {\n" +
		"    d = 1\n\n    # before e\n\n    e = 1\n  }\n  # end\n}\n"
	plain := "x \"a\" {\n  a = 1\n  b = 2\n  c {\n    d = 1\n    e = 1\n  }\n}\n"
	src := commented + strings.Repeat(plain, 1<<20/len(plain)) + "\n" + commented
	d := configuration(t)
	got, diags := convert.ToJSON(src, "main.tf", d, convert.Options{})
	want, more := convert.ToJSON(src, "main.tf", d, convert.Options{SourceMap: &convert.SourceMap{}})
	if diags.HasErrors() || more.HasErrors() || !bytes.Equal(got, want) {
		t.Errorf("%d bytes instead of %d; before e: %d instead of 2", len(got), len(want), bytes.Count(got, []byte("before e")))
	}
}
