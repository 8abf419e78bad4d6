package equivalent

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// shapeDialect has blocks that are attributes in JSON, optional labels, bodies that become values,
// and references that are strings.
func shapeDialect() *schema.Dialect {
	return &schema.Dialect{Name: "shapes", Roots: []string{"var"}, Root: &tables.Body{
		Attributes: []tables.Attribute{
			{Name: "generate"}, {Name: "many"}, {Name: "env"}, {Name: "a"},
			{Name: "type", Value: &tables.Value{Mode: tables.Type}},
			{Name: "call", Value: &tables.Value{TextOfCall: true}},
		},
		Blocks: []tables.Block{
			{Type: "generate", Labels: []string{"name"}, Shape: tables.ObjectShape, Body: &tables.Body{
				Attributes: []tables.Attribute{{Name: "path"}}, NoComments: true,
			}},
			{Type: "many", Labels: []string{"name"}, Body: &tables.Body{Attributes: []tables.Attribute{{Name: "path"}}}},
			{Type: "env", Shape: tables.ObjectShape, Body: &tables.Body{Remain: tables.RemainAttributes, NoComments: true}},
			{Type: "include", Labels: []string{"name"}, Optional: 1, Shape: tables.ObjectShape, Body: &tables.Body{
				Attributes: []tables.Attribute{{Name: "path"}},
			}},
			{Type: "config", Body: &tables.Body{Remain: tables.RemainUnknown, NestedInLists: true}},
			{Type: "list", Labels: []string{"name"}, Shape: tables.ArrayShape, Body: &tables.Body{
				Attributes: []tables.Attribute{{Name: "path"}},
			}},
			{Type: "store", By: "kind", Body: &tables.Body{Remain: tables.RemainAttributes}, Values: map[string]*tables.Body{
				"text": {Attributes: []tables.Attribute{{Name: "kind"}, {Name: "x", Value: &tables.Value{Mode: tables.Literal}}}},
			}},
			{Type: "port", Body: &tables.Body{Attributes: []tables.Attribute{{Name: "a"}}}},
		},
		Dynamic: true,
	}}
}

func TestShapes(t *testing.T) {
	const differs = "Different value"
	tests := []struct{ name, native, json, summary string }{
		{"by label", "generate \"a\" {\n  path = x\n}\n", `{"generate": {"a": {"path": "$${x}"}}}`, ""},
		{"label is a template", "generate \"$${a}\" {}\n", `{"generate": {"$${a}": {}}}`, ""},
		{"label is no text", "generate \"$${a}\" {}\n", `{"generate": {"${a}": {}}}`, "Label is an expression"},
		{"label that is not a template", "generate \"$${\" {}\n", `{"generate": {"${": {}}}`, "Label is an expression"},
		{"label of several bodies", "many \"$${a}\" {\n  path = 1\n}\nmany \"$${a}\" {\n  path = 2\n}\n",
			`{"many": {"$${a}": [{"path": 1}, {"path": 2}]}}`, ""},
		{"array", "generate \"a\" {}\n", `{"generate": [{"a": {}}]}`, "Object required"},
		{"array of bodies", "generate \"a\" {}\n", `{"generate": {"a": [{}]}}`, "Object required"},
		{"attribute", "generate = { a = { path = 1 } }\n", `{"generate": {"a": {"path": 1}}}`, ""},
		{"attribute in an array", "generate = { a = {} }\n", `{"generate": [{"a": {}}]}`, differs},
		{"map", "env {\n  A = 1\n}\n", `{"env": {"A": 1}}`, ""},
		{"comment in a map", "env {\n}\n", `{"env": {"//": "x"}}`, "Added attribute"},
		{"comment about a map", "env {\n  # x\n}\n", `{"//": {"at": {"env": {"open": "x"}}}, "env": {}}`, ""},

		{"required array", "list \"a\" {}\n", `{"list": [{"a": {}}]}`, ""},
		{"required array of several", "list \"a\" {}\nlist \"b\" {}\n", `{"list": [{"a": {}}, {"b": {}}]}`, ""},
		{"required array left out", "list \"a\" {}\n", `{"list": {"a": [{}]}}`, "Array required"},
		{"root", "a = 1\n", ` [{"a": 1}]`, "Array at the root"},

		{"no label", "include {\n  path = 1\n}\n", `{"include": {"": {"path": 1}}}`, ""},
		{"no label in JSON", "include {\n  path = 1\n}\n", `{"include": {"path": 1}}`, ""},
		{"no label in an array", "include {\n  path = 1\n}\n", `{"include": [{"path": 1}]}`, ""},
		{"empty label", "include \"\" {\n  path = 1\n}\n", `{"include": {"path": 1}}`, ""},
		{"label like an argument", "include \"path\" {\n  path = 1\n}\n", `{"include": {"path": {"path": 1}}}`, ""},
		{"label in an array of one", "include \"a\" {\n  path = 1\n}\n", `{"include": [{"a": {"path": 1}}]}`, ""},
		{"several in an array", "include \"a\" {}\ninclude \"b\" {}\n", `{"include": [{"a": {}}, {"b": {}}]}`,
			"Object required"},
		{"label lost", "include \"a\" {\n  path = 1\n}\n", `{"include": {"path": 1}}`, "Missing block"},

		{"object", "config {\n  a = { b = 1 }\n}\n", `{"config": {"a": [{"b": 1}]}}`, ""},
		{"object without a list", "config {\n  a = { b = 1 }\n}\n", `{"config": {"a": {"b": 1}}}`, differs},
		{"parentheses", "config {\n  a = ({ b = 1 })\n}\n", `{"config": {"a": {"b": 1}}}`, ""},
		{"inner object", "config {\n  a = { b = { c = 1 } }\n}\n", `{"config": {"a": [{"b": {"c": 1}}]}}`, ""},
		{"tuple", "config {\n  a = [{ b = 1 }]\n}\n", `{"config": {"a": [{"b": 1}]}}`, ""},
		{"block", "config {\n  a {\n    b = 1\n    c {}\n  }\n}\n", `{"config": {"a": [{"b": 1, "c": [{}]}]}}`, ""},
		{"block without a list", "config {\n  a {\n    c {}\n  }\n}\n", `{"config": {"a": [{"c": {}}]}}`, differs},
		{"object in a block", "config {\n  a {\n    b = { c = 1 }\n  }\n}\n", `{"config": {"a": [{"b": [{"c": 1}]}]}}`, ""},
		{"blocks", "config {\n  a {}\n  a {\n    b = 1\n  }\n}\n", `{"config": {"a": [{}, {"b": 1}]}}`, ""},
		{"order of blocks", "config {\n  a {}\n  a {\n    b = 1\n  }\n}\n", `{"config": {"a": [{"b": 1}, {}]}}`, differs},
		{"labels", "config {\n  a \"x\" \"y\" {}\n}\n", `{"config": {"a": [{"x": [{"y": [{}]}]}]}}`, ""},
		{"labels without lists", "config {\n  a \"x\" {}\n}\n", `{"config": {"a": [{"x": {}}]}}`, differs},
		{"comment of a body", "config { # x\n}\n", `{"config": {"//": {"open": "x"}}}`, ""},

		{"text", "a = \"${N_X}/y\"\n", `{"a": "$${N_X}/y"}`, ""},
		{"bare text", "a = N.x\n", `{"a": "$${N.x}"}`, ""},
		{"blanks", "a = \"${ N }\"\n", `{"a": "$${ N }"}`, ""},
		{"blanks lost", "a = \"${ N }\"\n", `{"a": "$${N}"}`, differs},
		{"brace behind", "a = \"{${N}}\"\n", `{"a": "{$${N}}}"}`, ""},
		{"brace behind lost", "a = \"{${N}}\"\n", `{"a": "{$${N}}"}`, differs},
		{"text in JSON", "a = \"${N}\"\n", `{"a": "${N}"}`, ""},
		{"text after an escape", "a = \"\\\"${N}\"\n", `{"a": "\"${N}"}`, ""},
		{"type", "type = list(string)\n", `{"type": "list(string)"}`, ""},
		{"another type", "type = string\n", `{"type": "number"}`, differs},
		{"another type with arguments", "type = list(string)\n", `{"type": "list(number)"}`, differs},
		{"an argument of a type", "type = optional(string, \"a\")\n", `{"type": "optional(string, \"a\")"}`, ""},
		{"text for a call", "call = \"f(N)\"\n", `{"call": "f(N)"}`, differs},
		{"known", "a = \"${var.x}\"\n", `{"a": "$${var.x}"}`, differs},
		{"function", "a = f(N)\n", `{"a": "${f(\"$${N}\")}"}`, ""},
		{"index", "a = N[M.x]\n", `{"a": "${\"$${N}\"[\"$${M.x}\"]}"}`, ""},
		{"indexes", "a = N[M][L].x[\"k\"][var.i][M]\n",
			`{"a": "${\"$${N}\"[\"$${M}\"][\"$${L}\"].x[\"k\"][var.i][\"$${M}\"]}"}`, ""},
		{"index of a known variable", "a = var.x[N][M].y\n", `{"a": "${var.x[\"$${N}\"][\"$${M}\"].y}"}`, ""},
		{"index by a template", "a = \"${var.x[\"${N}\"][\"a${N}\"]}b\"\n", `{"a": "${var.x[\"$${N}\"][\"a$${N}\"]}b"}`, ""},
		{"index in a splat", "a = N[*].x[M]\n", `{"a": "${\"$${N}\"[*].x[\"$${M}\"]}"}`, ""},
		{"index of parentheses", "a = (var.x)[N]\n", `{"a": "${(var.x)[\"$${N}\"]}"}`, ""},
		{"parentheses around an index", "a = var.x[(N)]\n", `{"a": "${var.x[(\"$${N}\")]}"}`, ""},
		{"parentheses lost around an index", "a = var.x[(N)]\n", `{"a": "${var.x[\"$${N}\"]}"}`, differs},
		{"parentheses lost before an index", "a = (var.x)[N]\n", `{"a": "${var.x[\"$${N}\"]}"}`, differs},
		{"another index", "a = N[M]\n", `{"a": "${\"$${N}\"[\"$${L}\"]}"}`, differs},
		{"an index less", "a = var.x[N][M]\n", `{"a": "${var.x[\"$${N}\"]}"}`, differs},
		{"loop", "a = [for k in N : k]\n", `{"a": "${[for k in \"$${N}\" : k]}"}`, ""},
		{"loop variable as text", "a = [for k in N : k]\n", `{"a": "${[for k in \"$${N}\" : \"$${k}\"]}"}`, differs},
		{"iterator", "dynamic \"port\" {\n  for_each = []\n  content {\n    a = \"${port.value}${it.value}\"\n  }\n}\n",
			`{"dynamic": {"port": {"for_each": [], "content": {"a": "${port.value}$${it.value}"}}}}`, ""},
		{"iterator as text", "dynamic \"port\" {\n  for_each = []\n  content {\n    a = port.value\n  }\n}\n",
			`{"dynamic": {"port": {"for_each": [], "content": {"a": "$${port.value}"}}}}`, differs},
		{"named iterator",
			"dynamic \"port\" {\n  for_each = []\n  iterator = it\n  content {\n    a = \"${port.value}${it.value}\"\n  }\n}\n",
			`{"dynamic": {"port": {"for_each": [], "iterator": "it", "content": {"a": "$${port.value}${it.value}"}}}}`, ""},
	}
	d := shapeDialect()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			diags := Check([]byte(test.native), []byte(test.json), d).Messages()
			if test.summary == "" && diags.HasErrors() {
				t.Errorf("different: %s", diags)
			}
			if test.summary != "" && !strings.Contains(diags.Error(), test.summary) {
				t.Errorf("got %q, want %s", diags.Error(), test.summary)
			}
		})
	}
}

func TestRepeatedLabels(t *testing.T) {
	src := []byte("generate \"a\" {}\ninclude {}\ninclude \"\" {}\ngenerate \"a\" {}\ngenerate \"b\" {}\n")
	source := Source{Bytes: src, Filename: "native"}
	diags := Compare(source, source, shapeDialect(), Options{}).Messages()
	if diags.HasErrors() || len(diags) != 2 || diags[0].Subject.Start.Line+diags[1].Subject.Start.Line != 3+4 {
		t.Errorf("not a warning for each block that comes again: %s", diags)
	}
}

// TestChosenByValue checks that the value of an argument chooses the other arguments, in both
// syntaxes.
func TestChosenByValue(t *testing.T) {
	for _, test := range []struct {
		native, json string
		chosen       bool
	}{
		{`"text"`, `"text"`, true}, {`"te\u0078t"`, `"te\u0078t"`, true}, {`var.text`, `"${var.text}"`, false},
		{`text`, `"${text}"`, true}, {`"x"`, `"x"`, false}, {`"${"text"}"`, `"${\"text\"}"`, false},
		{`"te${"xt"}"`, `"te${\"xt\"}"`, false}, {`1`, `1`, false}, {`["text"]`, `["text"]`, false}, {`null`, `null`, false},
	} {
		a := source("a", "store {\n  kind = "+test.native+"\n  x = \"$${var.y}\"\n}\n")
		b := source("b", `{"store": {"kind": `+test.json+`, "x": "${var.y}"}}`)
		for range 2 {
			if found := Compare(a, b, shapeDialect(), Options{}); found.Equal() != test.chosen {
				t.Errorf("%s, %s first: %v", test.native, a.Filename, found.Messages())
			}
			a, b = b, a
		}
	}
}

// TestUndefinedText checks that a reference without a target has the text that Nomad takes from the
// source.
func TestUndefinedText(t *testing.T) {
	for source, want := range map[string]string{
		"N": "${N}", "${N}": "${N}", "${  N  }": "${  N  }", "${N}}": "${N}}", "${N} }": "${N} }", "${N}x}": "${N}",
		"${f(N)}": "${N}", "{N}": "${N}", "x{N}": "${N}", "$ {N}": "${N}", " N }": "${N}", "${ N": "${ N}",
	} {
		from := strings.Index(source, "N")
		if got := undefinedText(source, from, from+1); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}
