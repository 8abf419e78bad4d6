package convert_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// A reference tree classifies the names of JSON without annotations.
func TestHints(t *testing.T) {
	const native = `a "x" {
  list = [
    {
      n = 1
    },
  ]
  map = {
    n = 1
  }

  inner "y" {
    n = 1
  }
}

a "x" "z" {}
`
	file, diags := hclwrite.ParseFile([]byte(native), "native")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for _, text := range []string{
		`{"a": [
			{"x": {"list": [{"n": 1}], "map": {"n": 1}, "inner": {"y": {"n": 1}}}},
			{"x": {"z": {}}}
		]}`,
		`{"a": [
			{"x": {"inner": [{"y": [{"n": 1}]}], "map": {"n": 1}, "list": [{"n": 1}]}},
			{"x": [{"z": [{}]}]}
		]}`,
	} {
		opts := convert.Options{Hints: convert.NewHints(file), Strict: true}
		read, diags := convert.ReadJSON([]byte(text), "json", dialects.Generic(), opts)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		a := read.Body.Block("a", "x")
		if a == nil || a.Body.Attribute("list") == nil || a.Body.Attribute("map") == nil ||
			a.Body.Block("inner", "y") == nil || read.Body.Block("a", "x", "z") == nil {
			t.Errorf("%s is read as\n%s", text, read.Bytes())
		}
	}
}

// A block that the file does not have has as many labels as another one, if its value
// has so many names.
func TestHintsForNewBlocks(t *testing.T) {
	file, diags := hclwrite.ParseFile([]byte("a \"x\" {}\na \"x\" \"y\" {}\n"), "native")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for text, labels := range map[string][]string{
		`{"a": {"q": {"r": {"n": 1}}}}`:   {"q", "r"},
		`{"a": [{"q": {"r": {"n": 1}}}]}`: {"q", "r"},
		`{"a": [{"q": {"n": 1}}]}`:        {"q"},
		`{"a": [{"q": {}}]}`:              {"q"},
	} {
		read, diags := convert.ReadJSON([]byte(text), "json", dialects.Generic(), convert.Options{Hints: convert.NewHints(file)})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if read.Body.Block("a", labels...) == nil {
			t.Errorf("%s is read as\n%s", text, read.Bytes())
		}
	}
}

// The similar bodies of a reference tree classify names.
func TestSimilarBodies(t *testing.T) {
	element := &tables.Body{Attributes: []tables.Attribute{
		{Name: "n"}, {Name: "in", AsBlocks: tables.ElementOf(&tables.Body{})},
	}}
	d := &schema.Dialect{Name: "hints", Product: "Hints", Root: &tables.Body{
		Attributes: []tables.Attribute{{Name: "may", AsBlocks: tables.ElementOf(element)}, {Name: "text"}},
		Blocks:     []tables.Block{{Type: "block", Body: &tables.Body{Remain: tables.RemainUnknown}}},
		Remain:     tables.RemainUnknown, Dynamic: true,
	}}
	const guess = "Attribute or block?"
	const made = `"dynamic": {"may": {"for_each": [1], "iterator": "_", "content": {"n": 1}}}`
	const dynamic = "dynamic \"may\" {\n  for_each = [1]\n  iterator = _\n\n  content {\n    n = 1\n  }\n}\n"
	for _, test := range []struct{ name, tree, json, want, diags string }{
		{"labels, the first label, and then the type",
			"a \"x\" \"1\" {\n  m = {}\n}\n\na \"x\" \"2\" {\n  m {}\n}\n\na \"y\" \"1\" {\n  m {}\n}\n",
			`{"a": {"x": {"1": {"m": {"n": 1}}, "2": {"m": {"n": 1}}}, "y": {"3": {"m": {"n": 1}}}}}`,
			"a \"x\" \"1\" {\n  m = {\n    n = 1\n  }\n}\n\na \"x\" \"2\" {\n  m {\n    n = 1\n  }\n}\n\n" +
				"a \"y\" \"3\" {\n  m {\n    n = 1\n  }\n}\n", ""},
		{"the first label", "a \"x\" \"1\" {\n  m = {}\n}\n\na \"y\" \"1\" {\n  m {}\n}\n",
			`{"a": {"x": {"2": {"m": {"n": 1}}}}}`, "a \"x\" \"2\" {\n  m = {\n    n = 1\n  }\n}\n", ""},
		{"the type", "a \"x\" {\n  m = {}\n}\n", `{"a": {"y": {"m": {"n": 1}}}}`,
			"a \"y\" {\n  m = {\n    n = 1\n  }\n}\n", ""},
		{"bodies that differ", "a \"x\" {\n  m = {}\n}\n\na \"y\" {\n  m {}\n}\n", `{"a": {"z": {"m": {"n": 1}}}}`,
			"a \"z\" {\n  m {\n    n = 1\n  }\n}\n", "1:14-17 " + guess},
		{"no such body", "a \"x\" {}\n\nb \"x\" {\n  m = {}\n}\n", `{"a": {"x": {"m": {"n": 1}}}}`,
			"a \"x\" {\n  m {\n    n = 1\n  }\n}\n", "1:14-17 " + guess},
		{"bodies in each other", "a {\n  b {\n    m = {}\n  }\n}\n\nc {\n  m {}\n}\n",
			`{"a": [{"b": [{"m": {"n": 1}}]}], "c": [{"m": {"n": 1}}]}`,
			"a {\n  b {\n    m = {\n      n = 1\n    }\n  }\n}\n\nc {\n  m {\n    n = 1\n  }\n}\n", ""},
		{"dynamic blocks in the form of blocks", "b {\n  m = {}\n}\n",
			`{"dynamic": {"b": {"for_each": [], "content": {"m": {"n": 1}}}}}`,
			"dynamic \"b\" {\n  for_each = []\n\n  content {\n    m = {\n      n = 1\n    }\n  }\n}\n", ""},
		{"blocks in the form of dynamic blocks",
			"dynamic \"b\" {\n  for_each = x\n\n  content {\n    m = {}\n  }\n}\n\nb {}\n", `{"b": {"m": {"n": 1}}}`,
			"b {\n  m = {\n    n = 1\n  }\n}\n", ""},
		{"an argument that the schema has", "may = 1\n", `{"may": [{"n": 1}]}`, "may = [\n  {\n    n = 1\n  },\n]\n", ""},
		{"blocks for it", "may {}\n", `{"may": [{"n": 1}]}`, "may {\n  n = 1\n}\n", ""},
		{"an object for it", "may {}\n", `{"may": {"n": 1}}`, "may = {\n  n = 1\n}\n", ""},
		{"without the name in the file, a dynamic block stays", "x = 1\n", `{` + made + `}`, dynamic, ""},
		{"with a dynamic block in the file, too",
			"dynamic \"may\" {\n  for_each = [1]\n  iterator = _\n\n  content {}\n}\n\nmay {}\n",
			`{` + made + `}`, dynamic, ""},
		{"with an argument in the file, too", "may = []\n", `{` + made + `}`, dynamic, ""},
		{"with blocks in the file", "dynamic \"may\" {\n  for_each = x\n\n  content {}\n}\n\nmay {}\n",
			`{` + made + `}`, "may {\n  n = 1\n}\n", ""},
		{"nested blocks for an argument", "may {\n  n {}\n}\n", `{"may": [{"n": [{"a": 1}]}]}`,
			"may {\n  n = [\n    {\n      a = 1\n    },\n  ]\n}\n", ""},
		{"blocks in such blocks", "may {\n  in {}\n}\n", `{"may": [{"n": 1, "in": [{}]}, {"in": []}]}`,
			"may {\n  n = 1\n\n  in {}\n}\n\nmay {\n  in = []\n}\n", ""},
		{"an argument in such blocks", "may {\n  in = []\n}\n", `{"may": [{"n": 1, "in": [{}]}]}`,
			"may {\n  n  = 1\n  in = [{}]\n}\n", ""},
		{"bodies after an attribute", "x = 1\n\nb {\n  m = {}\n}\n", `{"b": [{"m": {"n": 1}}]}`,
			"b {\n  m = {\n    n = 1\n  }\n}\n", ""},
		{"an argument of the language", "text {}\n", `{"text": [{"n": 1}]}`, "text {\n  n = 1\n}\n", ""},
		{"and an object for it", "text {}\n", `{"text": {"n": 1}}`, "text = {\n  n = 1\n}\n", ""},
		{"a block of the file", "block = {}\n", `{"block": {"n": 1}}`, "block = {\n  n = 1\n}\n", ""},
		{"a block of another body", "a {\n  block = {}\n}\n", `{"block": {"n": 1}}`, "block {\n  n = 1\n}\n", ""},
		{"in the content of a dynamic block", "dynamic \"b\" {\n  for_each = x\n\n  content {\n    content = {}\n  }\n}\n",
			`{"dynamic": {"b": {"for_each": "${x}", "content": {"content": {}}}}}`,
			"dynamic \"b\" {\n  for_each = x\n\n  content {\n    content = {}\n  }\n}\n", ""},
	} {
		file, diags := hclwrite.ParseFile([]byte(test.tree), "native")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		got, diags := convert.ToHCL([]byte(test.json), "json", d, convert.Options{Hints: convert.NewHints(file)})
		if string(got) != test.want || placed(diags) != test.diags {
			t.Errorf("%s: %s is read as\n%s\nwant\n%s\n%s", test.name, test.json, got, test.want, diags)
		}
	}
}

// TestUnplacedComments checks that the comments of a deleted argument are moved to the end of the
// body, or omitted with a warning by an option.
func TestUnplacedComments(t *testing.T) {
	const text = `{"b": [{"x": {"//": {"at": {"a[0]": {"above": "c", "after": "d"}, "n": {"above": "e"}}}, "n": 1}}]}`
	file, diags := hclwrite.ParseFile([]byte("b \"x\" {\n  a = [2]\n}\n\nb \"y\" {}\n"), "native")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	opts := convert.Options{Hints: convert.NewHints(file)}
	const end = "b \"x\" {\n  # e\n  n = 1\n  # c\n\n  # d\n}\n"
	if got, diags := convert.ToHCL(text, "json", dialects.Generic(), opts); string(got) != end || len(diags) > 0 {
		t.Errorf("got\n%s\nwant\n%s\n%s", got, end, diags)
	}
	opts.OmitUnplaced = true
	read, diags := convert.ReadJSON(text, "json", dialects.Generic(), opts)
	if want := "b \"x\" {\n  # e\n  n = 1\n}\n"; len(diags) != 1 || string(read.Bytes()) != want {
		t.Errorf("got\n%s\nwant\n%s\n%s", read.Bytes(), want, diags)
	}
	u, ok := diags[0].Extra.(*annotation.Unplaced)
	if !ok || convert.CodeOf(diags[0]) != "comment-has-no-target" {
		t.Fatal(diags)
	}
	body := &read.Body.Block("b", "x").Body
	if u.Path != "a[0]" || u.Current != "a[0]" || u.Body != body || u.Range.Start.Column != 29 || len(u.Similar) != 3 ||
		len(u.Similar[0]) != 1 || u.Similar[0][0] != &file.Body.Block("b", "x").Body || len(u.Similar[2]) != 2 {
		t.Errorf("got %+v", u)
	}
	n := body.Attribute("n")
	annotation.AddToValue(n, &n.Comments, n.Expr, u.Comments)
	if want := "b \"x\" {\n  # c\n  # e\n  n = 1 # d\n}\n"; string(read.Bytes()) != want {
		t.Errorf("got\n%s\nwant\n%s", read.Bytes(), want)
	}
}
