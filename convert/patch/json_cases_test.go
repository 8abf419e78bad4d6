package patch

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func tofu(t testing.TB) *schema.Dialect {
	t.Helper()
	target, err := opentofu.ParseTarget("opentofu@1.12")
	if err != nil {
		t.Fatal(err)
	}
	return opentofu.Config(target)
}

// jsonCase replaces a part of a JSON file's native counterpart.
type jsonCase struct {
	name, src, from, to, want string
}

// run makes the edit.
func (c jsonCase) run(t *testing.T, d *schema.Dialect, opts Options) {
	t.Helper()
	text := string(native(t, []byte(c.src), d).Bytes())
	if !strings.Contains(text, c.from) {
		t.Fatalf("%q is not in\n%s", c.from, text)
	}
	edited := strings.Replace(text, c.from, c.to, 1)
	out, diags := JSON([]byte(c.src), "", []byte(edited), "", d, opts)
	if diags.HasErrors() || string(out) != c.want {
		t.Errorf("%s\nwith\n%s\nbecomes\n%s, %v\nwant\n%s", c.src, edited, out, diags, c.want)
	}
}

func lines(list ...string) string { return strings.Join(list, "\n") + "\n" }

func TestJSONValues(t *testing.T) {
	for _, c := range []jsonCase{
		{
			"a literal in an object in a list, and nothing around it",
			`{"locals": {"a": [ {"n": 1.50, "s": "\u0041\/b"},  {"n": 2} ], "x": "${ var.x }"}}`,
			`n = 2`, `n = 3`,
			`{"locals": {"a": [ {"n": 1.50, "s": "\u0041\/b"},  {"n": 3} ], "x": "${ var.x }"}}`,
		},
		{
			"an expression in a string",
			`{"locals": {"a": ["${var.a}", "x-${var.b}"]}}`,
			`"x-${var.b}"`, `"x-${var.c}"`,
			`{"locals": {"a": ["${var.a}", "x-${var.c}"]}}`,
		},
		{
			"another spelling of a number is no change",
			`{"locals": {"a": 1e3, "b": "${ 1+1 }"}}`,
			`1e3`, `1000`,
			`{"locals": {"a": 1e3, "b": "${ 1+1 }"}}`,
		},
		{
			"an element of a list on one line",
			"{\n  \"locals\": {\n    \"a\": [\"x\", \"y\"]\n  }\n}",
			"\"x\",", "\"x\",\n\"new\",",
			"{\n  \"locals\": {\n    \"a\": [\"x\", \"new\", \"y\"]\n  }\n}",
		},
		{
			"an element goes, with its comma",
			"{\n  \"locals\": {\n    \"a\": [\n      \"x\",\n      \"y\"\n    ]\n  }\n}",
			`"x", "y"`, `"x"`,
			"{\n  \"locals\": {\n    \"a\": [\n      \"x\"\n    ]\n  }\n}",
		},
		{
			"a new object on one line among such objects",
			"{\n\t\"locals\": {\n\t\t\"a\": [\n\t\t\t{ \"n\": 1 },\n\t\t\t{ \"n\": 2 }\n\t\t]\n\t}\n}",
			"    {\n      n = 2\n    },", "    {\n      n = 2\n    },\n    {\n      n = 3\n    },",
			"{\n\t\"locals\": {\n\t\t\"a\": [\n\t\t\t{ \"n\": 1 },\n\t\t\t{ \"n\": 2 },\n\t\t\t{ \"n\": 3 }\n\t\t]\n\t}\n}",
		},
		{
			"a value with its own position",
			`{"variable": {"a": {"type": "list(string)", "default": []}}}`,
			`list(string)`, `set(string)`,
			`{"variable": {"a": {"type": "set(string)", "default": []}}}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, tofu(t), Options{}) })
	}
}

const provisioners = `{"resource": {"a_b": {"c": {"provisioner": {"local-exec": {"command": "1"}, "file": ` +
	`{"source": "2"}}}}}}`

const twoObjects = `{"resource": {"a": {"b": [[{"provisioner": {"file": {"s": "1"}}}, ` +
	`{"provisioner": {"local-exec": {"c": "2"}}}]]}}}`

var blockCases = []jsonCase{
	{
		"a second block of some labels, before others",
		`{"provider": {"p":  {"a": 1},  "q":  {}}}`,
		"  a = 1\n}", "  a = 1\n}\n\nprovider \"p\" {\n  alias = \"b\"\n}",
		`{"provider": {"p":  [{"a": 1},  {"alias": "b"}],  "q":  {}}}`,
	},
	{
		"a block next to another, whose labels are elsewhere, too",
		`{"resource": {"a": {"x": {"n": 1}}}, "resource": {"b": {"c": {}}, "a": [{"y": {}, "z": {}}, {"w": {}}]}}`,
		`resource "b" "c" {}`, "resource \"b\" \"c\" {}\nresource \"a\" \"x\" {\n  n = 2\n}",
		`{"resource": {"a": {"x": {"n": 1}}}, "resource": {"b": {"c": {}}, ` +
			`"a": [{"y": {}, "z": {}}, {"w": {}, "x": {"n": 2}}]}}`,
	},
	{
		"an object of labels gets another one",
		lines(`{`, `  "variable": {`, `    "a": {},`, `    "c": {"default": 1}`, `  }`, `}`),
		`variable "c"`, "variable \"b\" {\n  default = 2\n}\nvariable \"c\"",
		lines(`{`, `  "variable": {`, `    "a": {},`, `    "b": {"default": 2},`, `    "c": {"default": 1}`, `  }`, `}`),
	},
	{
		"arrays of labels get another element",
		lines(`{`, `  "variable": [`, `    {"a": {"default": 1}},`, `    {"c": {"default": 1}}`, `  ]`, `}`),
		`variable "c"`, "variable \"b\" {\n  default = 2\n}\nvariable \"c\"",
		lines(`{`, `  "variable": [`, `    {"a": {"default": 1}},`, `    {"b": {"default": 2}},`, `    {"c": {"default": 1}}`,
			`  ]`, `}`),
	},
	{
		"one object becomes an array",
		lines(`{`, `  "provider": {`, `    "aws": {`, `      "region": "a"`, `    }`, `  }`, `}`),
		"provider \"aws\" {\n  region = \"a\"\n}",
		"provider \"aws\" {\n  region = \"a\"\n}\nprovider \"aws\" {\n  alias = \"b\"\n}",
		lines(`{`, `  "provider": {`, `    "aws": [`, `      {`, `        "region": "a"`, `      },`, `      {`,
			`        "alias": "b"`, `      }`, `    ]`, `  }`, `}`),
	},
	{
		"provisioners in an order that an object does not hold",
		provisioners,
		"provisioner \"file\" {\n    source = \"2\"\n  }",
		"provisioner \"file\" {\n    source = \"2\"\n  }\n  provisioner \"local-exec\" {\n    command = \"3\"\n  }",
		`{"resource": {"a_b": {"c": {"provisioner": [{"local-exec": {"command": "1"}}, {"file": {"source": "2"}}, ` +
			`{"local-exec": {"command": "3"}}]}}}}`,
	},
	{
		"nested provisioners",
		provisioners,
		"provisioner \"file\" {\n    source = \"2\"\n  }",
		"provisioner \"file\" {\n    source = \"2\"\n  }\n  provisioner \"remote-exec\" {\n    inline = []\n  }",
		`{"resource": {"a_b": {"c": {"provisioner": {"local-exec": {"command": "1"}, "file": {"source": "2"}, ` +
			`"remote-exec": {"inline": []}}}}}}`,
	},
	{
		"the last block of a type is deleted with its parents",
		lines(`{`, `  "variable": {"a": {}},`, `  "resource": {"a_b": [{"c": {}}], "d": {"e": {}}}`, `}`),
		`resource "a_b" "c" {}`, ``,
		lines(`{`, `  "variable": {"a": {}},`, `  "resource": {"d": {"e": {}}}`, `}`),
	},
	{
		"a label",
		lines(`{`, `  "resource": {"a_b" : {"c": {"x": 1}, "d": {}}}`, `}`),
		`"a_b" "c"`, `"a_b" "e"`,
		lines(`{`, `  "resource": {"a_b" : {"e": {"x": 1}, "d": {}}}`, `}`),
	},
	{
		"a type, with other blocks",
		lines(`{`, `  "resource": {"a_b": {"c": {"x": 1}, "d": {}}}`, `}`),
		`"a_b" "c"`, `"a_e" "c"`,
		lines(`{`, `  "resource": {"a_e": {"c": {"x": 1}}, "a_b": {"d": {}}}`, `}`),
	},
	{
		"a nested block as the others of its type",
		lines(`{"resource": {"a_b": {`, `  "c": {"lifecycle": {"prevent_destroy": true}},`, `  "d": {"x": 1}`, `}}}`),
		`x = 1`, "x = 1\n  lifecycle {\n    prevent_destroy = true\n  }",
		lines(`{"resource": {"a_b": {`, `  "c": {"lifecycle": {"prevent_destroy": true}},`,
			`  "d": {"x": 1, "lifecycle": {"prevent_destroy": true}}`, `}}}`),
	},
	{
		"a block of a new type, in the order of the file",
		lines(`{`, `  "terraform": {"required_version": ">= 1.9"},`, `  "output": {"a": {"value": 1}}`, `}`),
		`output "a"`, "variable \"v\" {}\noutput \"a\"",
		lines(`{`, `  "terraform": {"required_version": ">= 1.9"},`, `  "variable": {"v": {}},`,
			`  "output": {"a": {"value": 1}}`, `}`),
	},
	{
		"a label before a label with its body on the next line",
		lines(`{`, `  "variable": {`, `    "b":`, `      {`, `        "default": 1`, `      },`, `    "c": {}`, `  }`, `}`),
		`variable "c"`, "variable \"d\" {}\nvariable \"c\"",
		lines(`{`, `  "variable": {`, `    "b":`, `      {`, `        "default": 1`, `      },`, `    "d":`, `      {},`,
			`    "c": {}`, `  }`, `}`),
	},
	{
		"a block in an array of labels with objects of several labels, after its predecessor",
		`{"resource": [{"a": {"x": {}}}, {"b": {"y": {}}, "c": {"z": {}}}]}`,
		`resource "b" "y" {}`, "resource \"b\" \"y\" {}\n\nresource \"d\" \"w\" {}",
		`{"resource": [{"a": {"x": {}}}, {"b": {"y": {}}, "d": {"w": {}}, "c": {"z": {}}}]}`,
	},
	{
		"a block whose first label is elsewhere",
		`{"resource": {"a": {"x": {}}, "b": {"y": {}}}}`,
		`resource "b" "y" {}`, "resource \"b\" \"y\" {}\n\nresource \"a\" \"w\" {}",
		`{"resource": {"a": {"x": {}, "w": {}}, "b": {"y": {}}}}`,
	},
	{
		"a block before all others of its type",
		`{"resource": {"b": {"y": {}}}}`,
		`resource "b" "y" {}`, "resource \"a\" \"w\" {}\n\nresource \"b\" \"y\" {}",
		`{"resource": {"a": {"w": {}}, "b": {"y": {}}}}`,
	},
	{
		"another block with the same labels in an array",
		`{"provider": {"p": [{"a": 1}], "q": {}}}`,
		"  a = 1\n}", "  a = 1\n}\n\nprovider \"p\" {\n  alias = \"b\"\n}",
		`{"provider": {"p": [{"a": 1}, {"alias": "b"}], "q": {}}}`,
	},
	{
		"the first block of a type with two labels in the general form",
		`{"variable": [{"v": [{}]}]}`,
		`variable "v" {}`, "variable \"v\" {}\n\nresource \"a\" \"b\" {\n  x = 1\n}",
		`{"variable": [{"v": [{}]}], "resource": [{"a": [{"b": {"x": 1}}]}]}`,
	},
	{
		"another block with two labels in the general form",
		`{"resource": [{"a": [{"b": [{"x": 1}]}]}]}`,
		"  x = 1\n}", "  x = 1\n}\n\nresource \"a\" \"c\" {}\n\nresource \"d\" \"e\" {}",
		`{"resource": [{"a": [{"b": [{"x": 1}]}]}, {"a": [{"c": [{}]}]}, {"d": [{"e": [{}]}]}]}`,
	},
	{
		"labels that another block has",
		`{"resource": {"a": {"x": {"n": 1}, "y": {"n": 2}}}}`,
		`"a" "x"`, `"b" "x"`,
		`{"resource": {"b": {"x": {"n": 1}}, "a": {"y": {"n": 2}}}}`,
	},
	{
		"blocks of one type in two objects, and one more",
		twoObjects,
		"    s = \"1\"\n  }\n", "    s = \"1\"\n  }\n  provisioner \"other\" {}\n",
		`{"resource": {"a": {"b": [[{"provisioner": {"file": {"s": "1"}, "other": {}}}, ` +
			`{"provisioner": {"local-exec": {"c": "2"}}}]]}}}`,
	},
	{
		"blocks of one type in two objects, in another order",
		twoObjects,
		"  provisioner \"file\" {\n    s = \"1\"\n  }\n\n  provisioner \"local-exec\" {\n    c = \"2\"\n  }\n",
		"  provisioner \"local-exec\" {\n    c = \"2\"\n  }\n  provisioner \"file\" {\n    s = \"1\"\n  }\n" +
			"  provisioner \"x\" {}\n",
		`{"resource": {"a": {"b": [[{"provisioner": {"local-exec": {"c": "2"}, "file": {"s": "1"}, "x": {}}}, {}]]}}}`,
	},
	{
		"the last blocks of the file go",
		`{"resource": {"a": {"x": {}}}, "locals": {"a": 1}}`,
		"locals {\n  a = 1\n}\n", "",
		`{"resource": {"a": {"x": {}}}}`,
	},
	{
		"an attribute in a body that was empty",
		`{"resource": {"a": {"x": {}}}}`,
		"{}", "{\n  b = 1\n  c = 2\n}",
		`{"resource": {"a": {"x": {"b": 1, "c": 2}}}}`,
	},
	{
		"attributes before, between and after blocks",
		`{"resource": {"a": {"x": {"lifecycle": {}, "provisioner": {"file": {}}}}}}`,
		"  lifecycle {}\n", "  b = 1\n  lifecycle {}\n  c = 2\n",
		`{"resource": {"a": {"x": {"b": 1, "lifecycle": {}, "c": 2, "provisioner": {"file": {}}}}}}`,
	},
	{
		"a body of two objects instead of one",
		lines(`{"resource": [{"a_b": {"c": {`, `  "dynamic": {"rule": {"for_each": [1], "content": {}}},`,
			`  "rule": {"x":   1}`, `}, "d":   {}}}, {"a_b": {"e": {"y":  1}}}]}`),
		"  rule {\n    x = 1\n  }\n",
		"  rule {\n    x = 1\n  }\n  dynamic \"rule\" {\n    for_each = [2]\n    content {}\n  }\n",
		lines(`{"resource": [{"a_b": {"c": [[{"dynamic": {"rule": {"for_each": [1], "content": {}}}, "rule": {"x": 1}}, ` +
			`{"dynamic": {"rule": {"for_each": [2], "content": {}}}}]], "d":   {}}}, {"a_b": {"e": {"y":  1}}}]}`),
	},
	{
		"an array without an object, which cannot hold a block",
		`[]`,
		``, "locals {\n  a = 1\n}\n",
		"{\n  \"locals\": {\n    \"a\": 1\n  }\n}",
	},
	{
		"null, which stands for a block",
		`{"terraform": [null]}`,
		`terraform {}`, "terraform {\n  required_version = \"1\"\n}",
		`{"terraform": [{"required_version": "1"}]}`,
	},
}

func TestJSONBlocks(t *testing.T) {
	for _, c := range blockCases {
		t.Run(c.name, func(t *testing.T) { c.run(t, tofu(t), Options{}) })
	}
}

// TestJSONForm checks that blocks added to a file without labels have the requested form.
func TestJSONForm(t *testing.T) {
	for form, want := range map[convert.Form]string{
		convert.Compact: `{"variable": {"b": {}}, "locals": {"a": 1}}`,
		convert.General: `{"variable": [{"b": {}}], "locals": {"a": 1}}`,
	} {
		jsonCase{
			"the first block with labels",
			`{"locals": {"a": 1}}`,
			"locals {", "variable \"b\" {}\n\nlocals {",
			want,
		}.run(t, tofu(t), Options{Form: form})
	}
}

func TestJSONComments(t *testing.T) {
	const none = `{"variable": {"a": {"default": 1}}}`
	const some = `{"//": "About.", "variable": {"a": {"default": 1}}}`
	for _, test := range []struct {
		jsonCase
		opts Options
	}{
		{jsonCase: jsonCase{
			"a file without comments stays without",
			none, `default = 1`, "# new\n  default = 2",
			`{"variable": {"a": {"default": 2}}}`,
		}},
		{opts: Options{AddComments: true}, jsonCase: jsonCase{
			"it gets them if it shall",
			none, `default = 1`, "# new\n  default = 2",
			`{"variable": {"a": {"//": {"at": {"default": {"above": "new"}}}, "default": 2}}}`,
		}},
		{jsonCase: jsonCase{
			"a file with comments gets more",
			some, `default = 1`, "# new\n  default = 1",
			`{"//": "About.", "variable": {"a": {"//": {"at": {"default": {"above": "new"}}}, "default": 1}}}`,
		}},
		{opts: Options{DropComments: true}, jsonCase: jsonCase{
			"ignored comments",
			some, "# About.\n\nvariable \"a\" {\n  default = 1", "variable \"a\" {\n  # new\n  default = 2",
			`{"//": "About.", "variable": {"a": {"default": 2}}}`,
		}},
		{jsonCase: jsonCase{
			"a comment goes",
			some, `# About.`, ``,
			none,
		}},
		{jsonCase: jsonCase{
			"one of several comments",
			`{"locals": {"//": {"inside": "In.", "at": {"a": {"after": "1"}, "b": {"above": "2"}}}, "a": 1, "b": 2}}`,
			`# 1`, `# one`,
			`{"locals": {"//": {"inside": "In.", "at": {"a": {"after": "one"}, "b": {"above": "2"}}}, "a": 1, "b": 2}}`,
		}},
		{jsonCase: jsonCase{
			"an element is deleted with its comment, and the next element keeps its comment",
			`{"locals": {"//": {"at": {"a[0]": {"above": "x"}, "a[1]": {"above": "y"}}}, "a": ["x", "y"]}}`,
			"    # x\n    \"x\",\n", "",
			`{"locals": {"//": {"at": {"a[0]": {"above": "y"}}}, "a": ["y"]}}`,
		}},
		{jsonCase: jsonCase{
			"one of several comments goes",
			`{"locals": {"//": {"inside": "In.", "at": {"a": {"after": "1"}}}, "a": 1, "b": 2}}`,
			` # 1`, ``,
			`{"locals": {"//": {"inside": "In."}, "a": 1, "b": 2}}`,
		}},
		{jsonCase: jsonCase{
			"comments in several parts of a body",
			`{"locals": [{"//": "One.", "a": 1}, {"//": {"at": {"b": {"after": "2"}}}, "b": 2}]}`,
			`# 2`, `# two`,
			`{"locals": [{"//": "One.", "a": 1}, {"//": {"at": {"b": {"after": "two"}}}, "b": 2}]}`,
		}},
		{opts: Options{AddComments: true}, jsonCase: jsonCase{
			"a comment is added to a body without comments",
			`{"locals": {"a": 1}, "output": {"x.y": {"value": 1}}}`,
			`value = 1`, `value = 1 # one`,
			`{"locals": {"a": 1}, "output": {"x.y": {"//": {"at": {"value": {"after": "one"}}}, "value": 1}}}`,
		}},
		{jsonCase: jsonCase{
			"values of others stay",
			`{"output": {"a": {"//": {"metadata": {"path": "p"}}, "value": 1}}}`,
			`value = 1`, `value = 2`,
			`{"output": {"a": {"//": {"metadata": {"path": "p"}}, "value": 2}}}`,
		}},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, tofu(t), test.opts) })
	}
}

// TestJSONPacker checks that the order of blocks, which is Packer's order of execution, is kept.
func TestJSONPacker(t *testing.T) {
	jsonCase{
		"",
		lines(`{`, `  "build": {`, `    "sources": ["source.null.a"],`, `    "provisioner": {`,
			`      "shell": {"inline": ["1"]},`, `      "file": {"source": "2"}`, `    }`, `  }`, `}`),
		`provisioner "file"`, "provisioner \"breakpoint\" {}\n  provisioner \"file\"",
		lines(`{`, `  "build": {`, `    "sources": ["source.null.a"],`, `    "provisioner": {`,
			`      "shell": {"inline": ["1"]},`, `      "breakpoint": {},`, `      "file": {"source": "2"}`, `    }`, `  }`,
			`}`),
	}.run(t, dialects.Packer(), Options{})
}

// TestJSONGuesses checks edits that contradict a guess, such as an attribute instead of blocks: the
// file must follow the edited text.
func TestJSONGuesses(t *testing.T) {
	for _, c := range []struct{ src, edited, want string }{
		{
			`{"a": [{"b": 1,   "c": 2}, {"b": 2}]}`,
			"a = [{ b = 1, c = 2 }, { b = 3 }]\n",
			`{"a": [{"b": 1,   "c": 2}, {"b": 3}]}`,
		},
		{
			`{"a": {"b":   1, "c": [ 1 ]}}`,
			"a = {\n  b = 2\n  c = [1]\n}\n",
			`{"a": {"b":   2, "c": [ 1 ]}}`,
		},
	} {
		got, diags := JSON([]byte(c.src), "old.json", []byte(c.edited), "edited", dialects.Generic(), Options{})
		if diags.HasErrors() || string(got) != c.want {
			t.Errorf("%s\nwith\n%s\nbecomes\n%s, %v\nwant\n%s", c.src, c.edited, got, diags, c.want)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	for _, test := range []struct{ src, edited, want string }{
		{`{`, ``, "Unexpected end of JSON"},
		{`{}`, `a = `, "Missing expression"},
		{`{"locals": 1}`, ``, "Wrong JSON value for a block"},
		{`{}`, "variable \"a\" \"b\" {}", "Wrong number of labels"},
	} {
		out, diags := JSON([]byte(test.src), "old.json", []byte(test.edited), "edited", tofu(t), Options{})
		if out != nil || !diags.HasErrors() || !strings.Contains(diags.Error(), test.want) {
			t.Errorf("%s with %s: %s, %v", test.src, test.edited, out, diags)
		}
	}
	if out, diags := JSON([]byte(`{}`), "", nil, "", nil, Options{}); out != nil || !diags.HasErrors() {
		t.Errorf("no dialect: %s, %v", out, diags)
	}
}

// TestJSONObjectToList checks an object that becomes a list with one element. In native syntax,
// only parentheses distinguish them.
func TestJSONObjectToList(t *testing.T) {
	const src = `{"job": {"j": {"group": {"g": {"task": {"t": {"driver":   "d", "config": {"o":  {"a":  1}}}}}}}}}`
	const edited = "job \"j\" {\n  group \"g\" {\n    task \"t\" {\n      driver = \"d\"\n      config {\n" +
		"        o = { a = 1 }\n      }\n    }\n  }\n}\n"
	got, diags := JSON([]byte(src), "old.json", []byte(edited), "edited", dialects.Nomad(),
		Options{Form: convert.Compact})
	want := strings.Replace(src, `{"o":  {"a":  1}}`, `{"//":  {"attributes": ["o[0]"]}, "o":  [{"a": 1}]}`, 1)
	if string(got) != want || len(diags) > 0 {
		t.Errorf("%s, %v", got, diags)
	}
	got, diags = JSON([]byte(src), "", []byte(edited), "", dialects.Nomad(), Options{SkipCheck: true})
	if string(got) != want || len(diags) > 0 {
		t.Errorf("%s, %v", got, diags)
	}
}

// The result is not checked if the caller checks it.
func TestJSONSkipCheck(t *testing.T) {
	got, diags := JSON([]byte(`{"locals": {"a": 1}}`), "", []byte("locals {\n  a = 2\n}\n"), "", tofu(t),
		Options{SkipCheck: true, Form: convert.Compact})
	if diags.HasErrors() || string(got) != `{"locals": {"a": 2}}` {
		t.Errorf("%s, %v", got, diags)
	}
}
