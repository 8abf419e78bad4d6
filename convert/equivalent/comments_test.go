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

// Comments are equal in both syntaxes, at all positions.
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

		{"# a\xff \t\n", `{"//": "a\ufffd"}`, "", ""},
		{"#\ta\n", `{"//": "#\ta"}`, "", ""},

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

// The comments in a "//" property; its other content is one comment with the JSON text.
func TestAnnotationComments(t *testing.T) {
	const foreign = "//: "
	for _, test := range []struct {
		note string
		want []string
	}{
		{`"a"`, []string{"a"}},
		{`""`, nil},
		{`" a \t\n\n b"`, []string{" a", " b"}},
		{`"#a\n//b"`, []string{"a", "//b"}},
		{`"/* a\n b */\nc"`, []string{"/* a\n b */", "c"}},
		{`"/**/\nb"`, []string{"/**/", "b"}},
		{`"/* a */ b"`, []string{"/* a */ b"}},
		{`"/* a"`, []string{"/* a"}},
		{`"/*/\na */"`, []string{"/*/\na */"}},
		{`"/* a */\n/* b */"`, []string{"/* a */", "/* b */"}},
		{`"//: {\"b\" : 1, \"a\": 2}"`, []string{foreign + `{"a":2,"b":1}`}},
		{`"//: {"`, []string{foreign + "{"}},
		{`"//: \"a\\nb\""`, []string{"a", "b"}},
		{`null`, []string{foreign + "null"}},
		{`["a", {}]`, []string{foreign + `["a",{}]`}},
		{`{}`, []string{foreign + "{}"}},
		{`{"above": "a", "open": "b", "inside": "c", "end": "d", "after": "e"}`, []string{"a", "b", "c", "d", "e"}},
		{`{"above": "a", "below": "b", "x": 1.50}`, []string{"a", foreign + `{"below":"b","x":1.50}`}},
		{`{"above": " \t\n"}`, []string{foreign + `{"above":" \t\n"}`}},
		{`{"above": "a\r\nb"}`, []string{foreign + `{"above":"a\r\nb"}`}},
		{`{"above": "a\r"}`, []string{foreign + `{"above":"a\r"}`}},
		{`{"above": "a\rb"}`, []string{"a\rb"}},
		{`{"above": ["a"]}`, []string{foreign + `{"above":["a"]}`}},
		{`{"above": "//a\n//b", "layout": {"": "slashes"}}`, []string{"a", "b"}},
		{`{"above": "//a", "layout": {"x": "slashes"}}`, []string{"//a"}},
		{`{"above": "//a", "layout": {"": "noslashes"}}`, []string{"//a"}},
		{`{"above": "//a", "labels": {"": "slashes"}}`, []string{"//a", foreign + `{"labels":{"":"slashes"}}`}},
		{`{"at": {"x": {"above": "a", "after": "b"}, "y": {"open": "c", "end": "d"}}}`, []string{"a", "b", "c", "d"}},
		{`{"at": {"x": {"above": "//a"}}, "layout": {"": "a slashes"}}`, []string{"a"}},
		{`{"at": {"x": {"elements": "AAAA", "above": "a"}}}`, []string{"a"}},
		{`{"at": {"x": {"above": "a", "at": {}}}}`, []string{foreign + `{"at":{"x":{"above":"a","at":{}}}}`}},
		{`{"at": {"x": {"inside": "a"}}}`, []string{foreign + `{"at":{"x":{"inside":"a"}}}`}},
		{`{"at": {"x": {"order": []}}}`, []string{foreign + `{"at":{"x":{"order":[]}}}`}},
		{`{"at": {"x": {"other": "a"}}}`, []string{foreign + `{"at":{"x":{"other":"a"}}}`}},
		{`{"at": {"x": {"above": "a"}, "y": "b"}}`, []string{foreign + `{"at":{"x":{"above":"a"},"y":"b"}}`}},
		{`{"at": []}`, []string{foreign + `{"at":[]}`}},
		{`{"elements": "AAAA"}`, []string{foreign + `{"elements":"AAAA"}`}},
		// Hints about a body are not comments.
		{`{"attributes": ["a"], "order": [], "blocks": ["b", "c"], "nulls": ["d"], "layout": {"x": "1"}}`, nil},
		{`{"attributes": ["a", 1]}`, []string{foreign + `{"attributes":["a",1]}`}},
		{`{"order": "a"}`, []string{foreign + `{"order":"a"}`}},
		{`{"blocks": {}}`, []string{foreign + `{"blocks":{}}`}},
		{`{"nulls": [null]}`, []string{foreign + `{"nulls":[null]}`}},
		{`{"layout": {"x": "1", "y": 2}}`, []string{foreign + `{"layout":{"x":"1","y":2}}`}},
		{`{"labels": {"a": 0, "b": 100, "c": [1, 2]}}`, nil},
		{`{"labels": {}}`, nil},
		{`{"labels": {"a": -1}}`, []string{foreign + `{"labels":{"a":-1}}`}},
		{`{"labels": {"a": 101}}`, []string{foreign + `{"labels":{"a":101}}`}},
		{`{"labels": {"a": 1.5}}`, []string{foreign + `{"labels":{"a":1.5}}`}},
		{`{"labels": {"a": "1"}}`, []string{foreign + `{"labels":{"a":"1"}}`}},
		{`{"labels": {"a": [], "b": 1}}`, []string{foreign + `{"labels":{"a":[],"b":1}}`}},
		{`{"labels": {"a": [1, null]}}`, []string{foreign + `{"labels":{"a":[1,null]}}`}},
		{`{"labels": ["a"]}`, []string{foreign + `{"labels":["a"]}`}},
	} {
		value, ok := decodeJSON([]byte(test.note))
		if !ok {
			t.Fatal(test.note)
		}
		var got []string
		for _, c := range annotationComments(value, hcl.Range{}) {
			got = append(got, c.text)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.note, got, test.want)
		}
	}
	for _, broken := range []string{``, `{`, `[1`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":[}`, `[{]`} {
		if value, ok := decodeJSON([]byte(broken)); ok {
			t.Errorf("%s is %v", broken, value)
		}
	}
}
