package equivalent

import (
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

func TestComments(t *testing.T) {
	const src = "# one\n//two \r\nx = 1 #  three\n/* four\r\n   five */\ny = f(1, // six\n2)\nz = \"# no ${ 1 /* in */ " +
		"}\"\n#\n"
	want := []string{"", " three", "/* four\n   five */", "/* in */", "one", "six", "two"}
	tokens, _ := hclsyntax.LexConfig([]byte(src), "", hcl.InitialPos)
	var got []string
	for _, c := range tokenComments(tokens) {
		got = append(got, c.text)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Comments mean the same in both syntaxes, wherever they are.
func TestCommentsInJSON(t *testing.T) {
	tests := []struct {
		native, json string
		lost, added  string
	}{
		{"# a\n# b\n\n# c\n", `{"//": "a\nb\n\nc"}`, "", ""},
		{"#a\n##b\n#\n", `{"//": "#a\n##b\n#"}`, "", ""},
		{"/* a\n b */\n# c\n", `{"//": "/* a\n b */\nc"}`, "", ""},
		{"# a\nlocals { # b\n  # c\n  x = 1 # d\n  # e\n} # f\n",
			`{"locals": {"//": {"above": "a", "open": "b", "at": {"x": {"above": "c", "after": "d"}}, "end": "e", "after": ` +
				`"f"}, "x": 1}}`, "", ""},
		{"locals {\n  # //: {\"b\": [1.50], \"a\": null}\n}\n", `{"locals": {"//": {"a": null, "b": [1.50]}}}`, "", ""},
		{"locals {\n  # //: {\"b\": 1}\n  # c\n}\n", `{"locals": {"//": {"inside": "c", "b": 1}}}`, "", ""},
		{"locals {\n  # //: \" a\\r\\n\"\n}\n", `{"locals": {"//": " a\r\n"}}`, "", ""},
		{"locals {\n  # //: {\"above\":5}\n}\n", `{"locals": {"//": {"above": 5}}}`, "", ""},
		{inLocal("f(a, # in\n  b)"), inLocalJSON(`"${f(a, # in\n  b)}"`), "", ""},
		// A name that appears twice.
		{"locals {\n  # //: {\"at\":{\"list\":{\"0\":\"x\"},\"list\":{}}}\n}\n",
			`{"locals": {"//": {"at": {"list": {"0": "x"}, "list": {}}}}}`, "", ""},
		{"locals {\n  # a\n  x = 1 # b\n}\n",
			`{"locals": {"//": {"at": {"x": {"above": "a"}, "x": {"after": "b"}}}, "x": 1}}`, "", ""},
		{"locals {\n  # a\n  x = 1\n}\n", `{"locals": {"//": {"at": {"x": {"above": "a"}}, "at": {}}, "x": 1}}`, "", ""},
		{"# a\n# b\nlocals {}\n", `{"locals": {"//": {"above": "a", "above": "b"}}}`, "", ""},
		{"locals {\n  # //: {\"a\":1,\"a\":2}\n}\n", `{"locals": {"//": {"a": 1, "a": 2}}}`, "", ""},
		{"locals {\n  # //: {\"b\":{},\"a\":2}\n}\n", `{"locals": {"//": {"a": 2, "b": {}}}}`, "", ""},
		{"locals {\n  x = [\n    # a\n    1,\n  ]\n}\n",
			`{"locals": {"//": {"at": {"x": {"elements": "AAAA"}, "x[0]": {"above": "a"}}}, "x": [1]}}`, "", ""},
		{"locals {\n  # //: {\"at\":{\"x\":{\"elements\":1}}}\n}\n", `{"locals": {"//": {"at": {"x": {"elements": 1}}}}}`, "",
			""},
		{"// a\n//b\n# c\n// // d\n",
			`{"//": {"inside": "a\n//b\n# c\n// // d", "layout": {"": "foot=1 slashes", "x": "1"}}}`, "", ""},
		{"# a\n# //b\n", `{"//": {"inside": "a\n//b", "layout": {"": "foot=1"}}}`, "", ""},
		{"locals {\n  # //: {\"at\":{\"x\":1}}\n}\n", `{"locals": {"//": {"at": {"x": 1}}}}`, "", ""},
		{"locals {\n  # //: {\"at\":1}\n}\n", `{"locals": {"//": {"at": 1}}}`, "", ""},
		{"locals {\n  # //: {\"layout\":{\"x\":1}}\n}\n", `{"locals": {"//": {"layout": {"x": 1}}}}`, "", ""},
		{"locals {\n  # //: {\"layout\":\"slashes\"}\n}\n", `{"locals": {"//": {"layout": "slashes"}}}`, "", ""},
		{"any {\n  # a\n  b {}\n}\n", `{"any": {"b": {"//": {"above": "a"}}}}`, "", ""},

		{"# a\n", `{}`, "# a", ""},
		{"", `{"//": "a"}`, "", "# a"},
		{"# a\n# a\n", `{"//": "a"}`, "# a", ""},
		{"# a\n", `{"//": "b"}`, "# a", "# b"},
		{"/* a */\n", `{"//": "a"}`, "/* a */", "# a"},
		{inLocal("f(a, # in\n  b)"), inLocalJSON(`"${f(a,\n  b)}"`), "# in", ""},
		{"# //: {\"a\":2}\n", `{"//": {"a": 1, "a": 2}}`, `# //: {"a":2}`, `# //: {"a":1,"a":2}`},
		{"# //: {\"a\": 1}\n", `{"//": {"a": 2}}`, `# //: {"a":1}`, `# //: {"a":2}`},
		// In expressions and in bodies without comments the name is data.
		{inLocal("{ \"//\" = \"a\" }"), inLocalJSON(`{"//": "a"}`), "", ""},
		{"bare {}\n", `{"bare": {}}`, "", ""},
	}
	for _, test := range tests {
		for _, turned := range []bool{false, true} {
			a, b, lost, added := source("a", test.native), source("b", test.json), test.lost, test.added
			if turned {
				a, b, lost, added = b, a, added, lost
			}
			var gotLost, gotAdded string
			for _, d := range Compare(a, b, testDialect(), Options{Comments: true}).Differences {
				if len(d.Path) > 0 {
					t.Errorf("%q: %v", test.native, d)
				}
				gotLost += d.A.Value
				gotAdded += d.B.Value
			}
			if gotLost != lost || gotAdded != added {
				t.Errorf("%q and %q: lost %q, added %q; want %q and %q", a.Bytes, b.Bytes, gotLost, gotAdded, lost, added)
			}
		}
	}
}
