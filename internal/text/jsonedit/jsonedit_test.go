package jsonedit

import (
	"strconv"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// at finds a value by its names and indexes.
func at(v *jsontree.Value, path string) *jsontree.Value {
	for _, step := range strings.Fields(path) {
		if v.Kind == jsontree.Array {
			i, _ := strconv.Atoi(step)
			v = &v.Elems[i]
			continue
		}
		for i := range v.Members {
			if v.Members[i].Name == step {
				v = &v.Members[i].Value
				break
			}
		}
	}
	return v
}

func node(src string) *Node {
	v, diags := jsontree.Parse([]byte(src), "")
	if diags.HasErrors() {
		panic(diags)
	}
	return NodeOf(v)
}

// arrange takes parts as a list: "0" stays, "1=name" is renamed, "name:value" is new.
func arrange(list ...string) []Part {
	var parts []Part
	for _, s := range list {
		name, value, isNew := strings.Cut(s, ":")
		if isNew {
			parts = append(parts, NewPart(name, node(value)))
			continue
		}
		index, name, _ := strings.Cut(s, "=")
		i, _ := strconv.Atoi(index)
		parts = append(parts, Part{Old: i, Name: name})
	}
	return parts
}

func TestArrange(t *testing.T) {
	for _, test := range []struct {
		name, src, path string
		parts           []Part
		want            string
	}{
		{"a member after another", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "", arrange("0", "x:3", "1"),
			"{\n  \"a\": 1,\n  \"x\": 3,\n  \"b\": 2\n}\n"},
		{"a member at the end", "{\n  \"a\": 1\n}", "", arrange("0", "x:[]"), "{\n  \"a\": 1,\n  \"x\": []\n}"},
		{"a member at the start", "{\r\n\t\"a\" : 1\r\n}\r\n", "", arrange("x:true", "0"),
			"{\r\n\t\"x\" : true,\r\n\t\"a\" : 1\r\n}\r\n"},
		{"a blank line stays after an inserted member", "{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": 3\n}", "",
			arrange("0", "x:3", "1", "2"), "{\n  \"a\": 1,\n  \"x\": 3,\n\n  \"b\": 2,\n  \"c\": 3\n}"},
		{"a blank line before a deleted member", "{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": 3\n}", "", arrange("0", "2"),
			"{\n  \"a\": 1,\n\n  \"c\": 3\n}"},
		{"the first goes", "[ 1, 2 ]", "", arrange("1"), "[ 2 ]"},
		{"the last goes", "[1,\n 2 ]", "", arrange("0"), "[1 ]"},
		{"all go", "{\"a\": [\n  1\n]}", "a", nil, "{\"a\": []}"},
		{"into an empty one", "{\n   \"a\": {}\n}", "a", arrange("x:1"), "{\n   \"a\": {\n      \"x\": 1\n   }\n}"},
		{"into an empty file", "{}\n", "", arrange("x:{\"y\": [1]}"),
			"{\n  \"x\": {\n    \"y\": [\n      1\n    ]\n  }\n}\n"},
		{"minified", `{"a":[1,2],"b":{"c":"d"}}`, "", arrange("0", "1", `x:{"y":[1,2],"z":{}}`),
			`{"a":[1,2],"b":{"c":"d"},"x":{"y":[1,2],"z":{}}}`},
		{"on one line", "{\n  \"a\": { \"b\": 1, \"c\": 2 }\n}", "a", arrange("0", "x:{\"y\": 1}", "1"),
			"{\n  \"a\": { \"b\": 1, \"x\": { \"y\": 1 }, \"c\": 2 }\n}"},
		{"alone on one line", "{\"a\": {\"b\": 1}}", "a", arrange("0", "x:2"), "{\"a\": {\"b\": 1, \"x\": 2}}"},
		{"a list as its neighbour", "{\n  \"a\": [1, 2],\n  \"b\": [\n    1\n  ]\n}", "",
			arrange("0", "x:[3, 4]", "1", "y:[5]"),
			"{\n  \"a\": [1, 2],\n  \"x\": [3, 4],\n  \"b\": [\n    1\n  ],\n  \"y\": [\n    5\n  ]\n}"},
		{"brackets that hug", "{\n  \"a\": [{\n    \"b\": 1\n  }]\n}", "a", arrange("0", ":{\"b\": 2}"),
			"{\n  \"a\": [{\n    \"b\": 1\n  }, {\n    \"b\": 2\n  }]\n}"},
		{"a comma before", "{ \"a\": 1\n, \"b\": 2\n}", "", arrange("0", "x:3", "1"),
			"{ \"a\": 1\n, \"x\": 3\n, \"b\": 2\n}"},
		{"another name", "{\n  \"a\" :  1\n}", "", arrange("0=b"), "{\n  \"b\" :  1\n}"},
		{"escapes of HTML", `{"a": "\u003c\u00e9"}`, "", arrange("0", `x:"é>&"`),
			`{"a": "\u003c\u00e9", "x": "\u00e9\u003e\u0026"}`},
		{"no escapes", `{"a": "<é"}`, "", arrange("0", `x:"é>\u2028"`), `{"a": "<é", "x": "é>\u2028"}`},
		{"surrogates", `{"a": "\u00e9"}`, "", arrange("0", `x:"😀"`), `{"a": "\u00e9", "x": "\ud83d\ude00"}`},
		{"each escape of HTML", `{"a": "\u003C"}`, "", arrange("0", `x:"é>&<"`),
			`{"a": "\u003C", "x": "é\u003e\u0026\u003c"}`},
		{"an escape of HTML", `{"a": "\u003e"}`, "", arrange("0", `x:"<"`), `{"a": "\u003e", "x": "\u003c"}`},
		{"another escape of HTML", `{"a": "\u0026"}`, "", arrange("0", `x:"<"`), `{"a": "\u0026", "x": "\u003c"}`},
		{"an escape of HTML and none", `{"a": "\u003e<"}`, "", arrange("0", `x:"<"`), `{"a": "\u003e<", "x": "<"}`},
		{"an escaped backslash", `{"a": "\\u00e9"}`, "", arrange("0", `x:"é"`), `{"a": "\\u00e9", "x": "é"}`},
		{"escapes of ASCII", `{"a": "\u0041\n\u007f"}`, "", arrange("0", `x:"é"`), `{"a": "\u0041\n\u007f", "x": "é"}`},
		{"the first escape outside ASCII", `{"a": "\u0080"}`, "", arrange("0", `x:"é"`), `{"a": "\u0080", "x": "\u00e9"}`},
		{"an escape of U+2028", `{"a": "\u2028"}`, "", arrange("0", `x:"é"`), `{"a": "\u2028", "x": "\u00e9"}`},
		{"escapes in a name", `{"\u00e9": 1}`, "", arrange("0", `ü<:1`, "0=ä"),
			`{"\u00e9": 1, "\u00fc<": 1, "\u00e4": 1}`},
		{"spaces without a comma", `{"a": 1}`, "", arrange("0", "x:2"), `{"a": 1, "x": 2}`},
		{"no spaces and no comma", `{"a":1}`, "", arrange("0", "x:2"), `{"a":1,"x":2}`},
		{"no spaces and no colon", `[1,2]`, "", arrange("0", `:{"x": [1,2]}`), `[1,{"x":[1,2]}]`},
		{"spaces and no colon", `[1, 2]`, "", arrange("0", `:{"x": [1,2]}`), `[1, {"x": [1, 2]}]`},
		{"neither", `[]`, "", arrange(`:{"x": [1, 2]}`), "[\n  {\n    \"x\": [\n      1,\n      2\n    ]\n  }\n]"},
		{"pads", "{\n  \"a\": [ 1 ],\n  \"b\": {\"c\": 1}\n}", "b", arrange("0", "x:[2]"),
			"{\n  \"a\": [ 1 ],\n  \"b\": {\"c\": 1, \"x\": [ 2 ]}\n}"},
		{"as most are", "{\n  \"a\": [1],\n  \"b\": [\n    1\n  ],\n  \"c\": [\n    1\n  ],\n  \"d\": 1\n}", "",
			arrange("3", "x:[2]"), "{\n  \"d\": 1,\n  \"x\": [\n    2\n  ]\n}"},
		{"at the start, as its neighbour", "{\n  \"a\": [ 1 ],\n  \"b\": [\n    1\n  ]\n}", "",
			arrange("x:[2]", "0", "1"), "{\n  \"x\": [ 2 ],\n  \"a\": [ 1 ],\n  \"b\": [\n    1\n  ]\n}"},
		{"less than its neighbours hold", "[\n  {\"a\": [1]},\n  {\"b\": [1]}\n]", "", arrange("0", "1", `:{"c": 1}`),
			"[\n  {\"a\": [1]},\n  {\"b\": [1]},\n  {\"c\": 1}\n]"},
		{"more than its neighbours hold", "[\n  {\"a\": 1}\n]", "", arrange("0", `:{"c": [1]}`),
			"[\n  {\"a\": 1},\n  {\n    \"c\": [\n      1\n    ]\n  }\n]"},
		{"a neighbor of the same size", "[\n  {\"a\": [1]},\n  {\n    \"b\": 1\n  }\n]", "", arrange("0", `:{"c": 1}`, "1"),
			"[\n  {\"a\": [1]},\n  {\n    \"c\": 1\n  },\n  {\n    \"b\": 1\n  }\n]"},
		{"the member of the same name", "[\n  {\n    \"a\": [ 1 ],\n    \"b\": [\n      2\n    ]\n  }\n]", "",
			arrange("0", `:{"b": [3], "a": [4], "c": [5]}`),
			"[\n  {\n    \"a\": [ 1 ],\n    \"b\": [\n      2\n    ]\n  },\n  {\n    \"b\": [\n      3\n    ],\n" +
				"    \"a\": [ 4 ],\n    \"c\": [ 5 ]\n  }\n]"},
		{"a list on two lines", "{\n  \"a\": [1,\n    2]\n}", "", arrange("0", "x:[3, 4]"),
			"{\n  \"a\": [1,\n    2],\n  \"x\": [3, 4]\n}"},
		{"another order", "{\n  \"a\": 1,\n  \"b\": 2\n}", "", arrange("1", "0"), "{\n  \"b\": 2,\n  \"a\": 1\n}"},
	} {
		root, diags := jsontree.Parse([]byte(test.src), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		text := NewText([]byte(test.src), root)
		text.Arrange(at(root, test.path), test.parts)
		if got := string(text.Bytes()); got != test.want {
			t.Errorf("%s: %s\nbecomes\n%s\nwant\n%s", test.name, test.src, got, test.want)
		}
	}
}

func TestReplace(t *testing.T) {
	for _, test := range []struct{ name, src, path, with, want string }{
		{"true", "[1]", "0", "true", "[true]"},
		{"an empty list", "[1]", "0", "[]", "[[]]"},
		{"a list by an object", "{\n  \"a\": [ 1 ],\n  \"b\": {\"c\": 1}\n}", "a", `{"d": 2}`,
			"{\n  \"a\": {\"d\": 2},\n  \"b\": {\"c\": 1}\n}"},
		{"a value", "{\n  \"a\": 1e3\n}\n", "a", `"x"`, "{\n  \"a\": \"x\"\n}\n"},
		{"the root", " 1\n", "", "null", " null\n"},
		{"an element", "[1,  2 ,3]", "1", "[4]", "[1,  [4] ,3]"},
		{"a list by a list", "{\n  \"a\": [ 1, 2 ],\n  \"b\": {\n    \"c\": 1\n  }\n}", "a", "[3, 4]",
			"{\n  \"a\": [ 3, 4 ],\n  \"b\": {\n    \"c\": 1\n  }\n}"},
		{"by an object", "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": 1\n\t}\n}", "a", `{"x": {"y": 1}}`,
			"{\n\t\"a\": {\n\t\t\"x\": {\n\t\t\t\"y\": 1\n\t\t}\n\t},\n\t\"b\": {\n\t\t\"c\": 1\n\t}\n}"},
	} {
		root, _ := jsontree.Parse([]byte(test.src), "")
		text := NewText([]byte(test.src), root)
		text.Replace(at(root, test.path), node(test.with))
		if got := string(text.Bytes()); got != test.want {
			t.Errorf("%s: %s\nbecomes\n%s\nwant\n%s", test.name, test.src, got, test.want)
		}
	}
}

// A moved value keeps its text and its changes.
func TestMoved(t *testing.T) {
	src := "{\n  \"a\": {\n    \"b\": [1,\n      2],\n\n    \"c\": 3\n  }\n}"
	root, _ := jsontree.Parse([]byte(src), "")
	text := NewText([]byte(src), root)
	a := at(root, "a")
	text.Replace(at(root, "a c"), node("4"))
	outer := &Node{Kind: jsontree.Array, Parts: []Part{NewPart("", &Node{Old: a}), NewPart("", node(`{"d": 5}`))}}
	text.Arrange(root, []Part{NewPart("a", outer)})
	want := "{\n  \"a\": [\n    {\n      \"b\": [1,\n        2],\n\n      \"c\": 4\n    },\n    {\n      \"d\": 5\n    " +
		"}\n  ]\n}"
	if got := string(text.Bytes()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// An object inside a new array keeps its name and its text.
func TestWrapped(t *testing.T) {
	src := "{\n  \"z\": 0,\n  \"a\":  {\n    \"b\": 1\n  }\n}"
	root, _ := jsontree.Parse([]byte(src), "")
	text := NewText([]byte(src), root)
	list := &Node{Kind: jsontree.Array, Parts: []Part{NewPart("", &Node{Old: at(root, "a")}), NewPart("", node(`{"b": 2}`))}}
	text.Arrange(root, []Part{KeptPart(0), {Old: 1, Value: list}})
	want := "{\n  \"z\": 0,\n  \"a\":  [\n    {\n      \"b\": 1\n    },\n    {\n      \"b\": 2\n    }\n  ]\n}"
	if got := string(text.Bytes()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUnchanged(t *testing.T) {
	src := "\n{ \"a\" :[ 1 , 2 ]\r\n}  "
	root, _ := jsontree.Parse([]byte(src), "")
	text := NewText([]byte(src), root)
	if got := string(text.Bytes()); got != src || text.HasChanges() {
		t.Errorf("%q becomes %q", src, got)
	}
	text.Arrange(root, []Part{KeptPart(0)})
	if got := string(text.Bytes()); got != src {
		t.Errorf("%q becomes %q", src, got)
	}
}

// The indentation of deeply nested new values is limited, and many changes of a long line take
// linear time.
func TestLimits(t *testing.T) {
	const depth = 5000
	deep := strings.Repeat(`[`, depth) + strings.Repeat(`]`, depth)
	src := "{\n  \"a\": 1,\n  \"b\": [\n    []\n  ]\n}"
	root, _ := jsontree.Parse([]byte(src), "")
	text := NewText([]byte(src), root)
	text.Replace(at(root, "a"), node(deep))
	if got := text.Bytes(); len(got) > depth*1000 {
		t.Errorf("%d levels take %d bytes", depth, len(got))
	}

	long := "[" + strings.Repeat("{},", 50_000) + "{}]"
	root, _ = jsontree.Parse([]byte(long), "")
	text = NewText([]byte(long), root)
	for i := range root.Elems {
		text.Arrange(&root.Elems[i], arrange("x:1"))
	}
	if got, want := string(text.Bytes()), "["+strings.Repeat(`{"x":1},`, 50_000)+`{"x":1}]`; got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}
