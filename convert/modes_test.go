package convert_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// ruled has an argument for each rule that a value can have.
func ruled() *schema.Dialect {
	of := func(mode tables.Mode) *tables.Value { return &tables.Value{Mode: mode} }
	return &schema.Dialect{Name: "ruled", Product: "Product", Root: &tables.Body{
		Attributes: []tables.Attribute{
			{Name: "template", Value: of(tables.Template)},
			{Name: "literal", Value: of(tables.Literal)},
			{Name: "traversal", Value: of(tables.Traversal)},
			{Name: "reference", Value: of(tables.Reference)},
			{Name: "keyword", Value: of(tables.Keyword)},
			{Name: "type", Value: of(tables.Type)},
			{Name: "text", Value: of(tables.TemplateOrText)},
			{Name: "either", Value: of(tables.TemplateOrTraversal)},
			{Name: "call", Value: of(tables.Call)},
			{Name: "list", Value: &tables.Value{List: of(tables.Reference)}},
			{Name: "map", Value: &tables.Value{MapKey: of(tables.Reference), MapValue: of(tables.Literal)}},
			{Name: "fields", Value: &tables.Value{Fields: []tables.Attribute{{Name: "f", Value: of(tables.Traversal)}}}},
			{Name: "constant", Value: &tables.Value{NativeConstant: true}},
			{Name: "calls", Value: &tables.Value{TextOfCall: true}},
			{Name: "differs", Value: &tables.Value{Mode: tables.Literal, Differs: "Other takes a template"}},
			{Name: "flat", NoJSON: "No collections in it."},
		},
	}}
}

// TestModesToJSON checks the JSON of an expression for each mode.
func TestModesToJSON(t *testing.T) {
	for _, test := range []struct{ native, want, diags string }{
		{`template = "a${b}$${c}%{ if d }e%{ endif }"`, `{"template":"a${b}$${c}%{ if d }e%{ endif }"}`, ""},
		{`template = [1, "a", b, true, null, { c = d, "e" = 1, (f) = 2 }]`,
			`{"template":[1,"a","${b}",true,null,"${{ c = d, \"e\" = 1, (f) = 2 }}"]}`, ""},
		{`template = { "a${b}" = 1 }`, `{"template":"${{ \"a${b}\" = 1 }}"}`, ""},
		{`literal = "a$${b}"`, `{"literal":"a${b}"}`, ""},
		{`literal = "a${"b"}"`, `{"literal":"ab"}`, ""},
		{`literal = "a${b}"`, "", "1:15-16 error: Not a literal value"},
		{"literal = 1 + 2", `{"literal":3}`, "1:11-16 Computed value"},
		{"literal = -(2)", `{"literal":-2}`, "1:11-15 Computed value"},
		{`literal = [1, "$${a}", [1 + 1], { "$${a}" = "$${b}" }]`, `{"literal":[1,"${a}",[2],{"${a}":"${b}"}]}`,
			"1:25-30 Computed value"},
		{"literal = { (1 + 1) = 2, a = null }", `{"literal":{"2":2,"a":null}}`, ""},
		{`literal = { "a${1}" = true, b = {} }`, `{"literal":{"a1":true,"b":{}}}`, ""},
		{"literal = [a.b]", "", "1:12-13 error: Not a literal value"},
		{"literal = f(1)", "", "1:11-15 error: Not a literal value"},
		{"literal = [for x in [1, 2] : x if x > 1]", `{"literal":[2]}`, "1:11-41 Computed value"},
		{`literal = true ? "a" : "b"`, `{"literal":"a"}`, "1:11-27 Computed value"},
		{"literal = 1e400", `{"literal":1e400}`, ""},
		{"literal = 1e-3", `{"literal":1e-3}`, ""},
		{"literal = 0.1 + 0.2", `{"literal":0.3}`, "1:11-20 Computed value"},
		{"literal = 2 * 12345678901234567890123456789012345678901",
			`{"literal":24691357802469135780246913578024691357802}`, "1:11-56 Computed value"},
		{"literal = 1 / 3",
			`{"literal":0.3333333333333333333333333333333333333333333333333333333333333333333333333333333` +
				"3333333333333333333333333333333333333333333333333333333333333333333333333335}", "1:11-16 Computed value"},
		{"literal = 10000000000000000000000000000000000000000000 * 1", `{"literal":1e+43}`, "1:11-59 Computed value"},
		{"traversal = a.b", `{"traversal":"a.b"}`, ""},
		{`traversal = a.b["c"][0]`, `{"traversal":"a.b[\"c\"][0]"}`, ""},
		{"traversal = a.0.b", `{"traversal":"a[0].b"}`, ""},
		{"traversal = a /* c */ . b", `{"traversal":"a /* c */ . b"}`, ""},
		{"traversal = a[b]", `{"traversal":"a[b]"}`, "1:13-17 Not a static reference"},
		{`traversal = "a.b"`, `{"traversal":"a.b"}`, ""},
		{`traversal = "a $${b}"`, `{"traversal":"a ${b}"}`, "1:13-22 Not a static reference"},
		{`traversal = "a${b}"`, `{"traversal":"a${b}"}`, "1:13-20 Not a static expression"},
		{`traversal = "*"`, `{"traversal":"*"}`, ""},
		{"traversal = 1", `{"traversal":"1"}`, ""},
		{"traversal = f(x)", `{"traversal":"f(x)"}`, "1:13-17 Not a static reference"},
		{"traversal = [a]", `{"traversal":["${a}"]}`, "1:13-16 Not a static expression"},
		{"reference = a[each.key].b", `{"reference":"a[each.key].b"}`, ""},
		{`reference = "a[each.key]"`, `{"reference":"a[each.key]"}`, ""},
		{"reference = f(x)", `{"reference":"f(x)"}`, ""},
		{"reference = a ? b : c", `{"reference":"a ? b : c"}`, ""},
		{"reference = true", `{"reference":"true"}`, ""},
		{"reference = { a = b }", `{"reference":{"a":"${b}"}}`, "1:13-22 Not a static expression"},
		{"keyword = self", `{"keyword":"self"}`, ""},
		{`keyword = "self"`, `{"keyword":"self"}`, ""},
		{"keyword = a + b", `{"keyword":"a + b"}`, "1:11-16 Not a static reference"},
		{"type = string", `{"type":"string"}`, ""},
		{`type = "string"`, `{"type":"string"}`, "1:8-16 Quoted type constraint"},
		{"type = list(string)", `{"type":"list(string)"}`, ""},
		{"type = map(object({ a = optional(string) }))", `{"type":"map(object({ a = optional(string) }))"}`, ""},
		{`type = "list(a"`, `{"type":"list(a"}`, "1:8-16 Quoted type constraint"},
		{`type = "a${b}"`, `{"type":"a${b}"}`, "1:8-15 Not a static expression"},
		{"type = 1", `{"type":"1"}`, ""},
		{`text = "a"`, `{"text":"a"}`, ""},
		{`text = "$${"`, `{"text":"$${"}`, ""},
		{"either = a.b", `{"either":"${a.b}"}`, ""},
		{`either = "a.b"`, `{"either":"a.b"}`, "1:10-15 Quoted reference"},
		{`either = "$${a}"`, `{"either":"$${a}"}`, ""},
		{"call = f(x)", `{"call":"f(x)"}`, ""},
		{`call = "f(x)"`, `{"call":"f(x)"}`, "1:8-14 Quoted function call"},
		{`call = "x"`, `{"call":"x"}`, "1:8-11 Quoted function call, 1:8-11 Not a function call"},
		{"call = f(x).y", `{"call":"f(x).y"}`, "1:8-14 Not a function call"},
		{`list = [a.b, "c.d", 1]`, `{"list":["a.b","c.d","1"]}`, ""},
		{"list = a.b", `{"list":"${a.b}"}`, ""},
		{"list = [[a.b]]", `{"list":[["${a.b}"]]}`, "1:9-14 Not a static expression"},
		{`map = { a = 1, b.c = 2 + 3, "d.e" = "f", (g) = "h" }`, `{"map":{"a":1,"b.c":5,"d.e":"f","(g)":"h"}}`,
			"1:42-45 Not a static expression, 1:22-27 Computed value"},
		{`map = { "a${b}" = 1 }`, "", "1:9-16 error: Computed key in a static map"},
		{"map = { a = 1, a = 2 }", `{"map":{"a":2}}`, "1:9-10 Duplicate key"},
		{"map = { a = b }", "", "1:13-14 error: Not a literal value"},
		{"map = [1]", `{"map":[1]}`, ""},
		{`fields = { f = a.b, "g" = "$${x}", ("f") = c.d }`, `{"fields":{"g":"${x}","f":"c.d"}}`,
			"1:12-13 Duplicate key"},
		{"fields = { (f) = a.b }", "", "1:18-19 error: Not a literal value"},
		{"fields = { f = 1, f = a }", `{"fields":{"f":"a"}}`, "1:12-13 Duplicate key"},
		{"constant = 1", `{"constant":1}`, ""},
		{`calls = "f(x)"`, `{"calls":"${\"f(x)\"}"}`, ""},
		{`calls = ["f(x)", { "f(x)" = "a", b = "g()" }]`,
			`{"calls":["${\"f(x)\"}",{"${\"f(x)\"}":"a","b":"${\"g()\"}"}]}`, ""},
		{`calls = { (a) = "f(x)" }`, `{"calls":"${{ (a) = \"f(x)\" }}"}`, ""},
		{`calls = { "a${b}" = "f(x)" }`, `{"calls":"${{ \"a${b}\" = \"f(x)\" }}"}`, ""},
		{"calls = f(x)", `{"calls":"${f(x)}"}`, ""},
		{`calls = "f"`, `{"calls":"f"}`, ""},
		{`calls = "f("`, `{"calls":"f("}`, ""},
		{`calls = { "f(\"a\")" = 1 }`, `{"calls":{"${\"f(\\\"a\\\")\"}":1}}`, ""},
		{`differs = "a"`, `{"differs":"a"}`, ""},
		{`differs = "a$${b}"`, `{"differs":"a${b}"}`, "1:11-19 Products read this string differently"},
		{`differs = ["%%{c}"]`, `{"differs":["%{c}"]}`, "1:11-20 Products read this string differently"},
		{`differs = { "a$${b}" = 1 }`, `{"differs":{"a${b}":1}}`, "1:11-27 Products read this string differently"},
		{`differs = { a = ["$${b}"] }`, `{"differs":{"a":["${b}"]}}`,
			"1:11-28 Products read this string differently"},
		{"differs = 1e1000", `{"differs":1e1000}`, ""},
		{"flat = { a = 1 }", `{"flat":{"a":1}}`, ""},
		{"flat = { a = [1] }", "", "1:1-5 error: No JSON form"},
		{"flat = { a = { b = 1 } }", "", "1:1-5 error: No JSON form"},
		{"flat = [[1]]", `{"flat":[[1]]}`, ""},
		{"other = 1", `{"other":1}`, "1:1-6 Unknown argument"},
		{`map = { a.b   = 1, ( c ) = 2, a["b"] = 3 }`, `{"map":{"a.b":1,"( c )":2,"a[\"b\"]":3}}`,
			"1:20-25 Not a static expression"},
		{`map = { a = 1, ("a") = 2, (null) = 3, (1) = 4 }`, `{"map":{"a":2,"(null)":3,"(1)":4}}`,
			"1:16-21 Not a static expression, 1:27-33 Not a static expression, 1:39-42 Not a static expression, " +
				"1:9-10 Duplicate key"},
		{`fields = { g = 1, ("g") = 2, (  "h") = 3 }`, `{"fields":{"g":2,"h":3}}`, "1:12-13 Duplicate key"},
		{`map = { 1 = 1, "1" = 2 }`, `{"map":{"1":2}}`, "1:9-10 Duplicate key"},
	} {
		got, diags := convert.ToJSON([]byte(test.native+"\n"), "x", ruled(), convert.Options{DropComments: true})
		if oneLine(got) != test.want || placed(diags) != test.diags {
			t.Errorf("%s becomes %s, want %s\n%s", test.native, oneLine(got), test.want, diags)
		}
	}
}

// TestModesToHCL checks the native syntax of a JSON value for each mode.
func TestModesToHCL(t *testing.T) {
	for _, test := range []struct{ json, want, diags string }{
		{`"template": "a${b}$${c}%{ if d }e%{ endif }"`, "template = \"a${b}$${c}%{if d}e%{endif}\"\n", ""},
		{`"template": [1, "a", "${b}", true, null, {"c": "${d}"}]`,
			"template = [\n  1,\n  \"a\",\n  b,\n  true,\n  null,\n  {\n    c = d\n  },\n]\n", ""},
		{`"template": {"a": 1, "${b}": 2, "c${d}": 3, "${\"e\"}": 4, "${1}": 5, "${[1]}": 6, "f g": 7}`,
			"template = {\n  a       = 1\n  (b)     = 2\n  \"c${d}\" = 3\n  e       = 4\n  (1)     = 5\n  " +
				"([1])   = 6\n  \"f g\"   = 7\n}\n", ""},
		{`"template": {"a": 1, "a": 2}`, "", "1:23-26 error: Duplicate object key"},
		{`"template": {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "9": 9}`, "",
			"1:87-90 error: Duplicate object key"},
		{`"template": {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "8": 9}`, "",
			"1:79-82 error: Duplicate object key"},
		{`"template": {"a": 1, "${a}": 2}`, "template = {\n  a   = 1\n  (a) = 2\n}\n", ""},
		{`"template": "${"`, "", "1:17-17 error: Missing expression"},
		{`"template": "\u00e9${a b}"`, "", "1:25-26 error: Extra characters after interpolation expression"},
		{`"template": "\ud83d\ude00\n${a b}"`, "", "1:33-34 error: Extra characters after interpolation expression"},
		{`"template": "\t\"${a b}"`, "", "1:23-24 error: Extra characters after interpolation expression"},
		{`"template": "é${a\n b}"`, "", "1:22-23 error: Extra characters after interpolation expression"},
		{`"template": {"x${": 1}`, "", "1:19-19 error: Missing expression"},
		{`"literal": "a${b}"`, "literal = \"a$${b}\"\n", ""},
		{`"literal": {"${a}": "%{b}"}`, "literal = {\n  \"$${a}\" = \"%%{b}\"\n}\n", ""},
		{`"literal": [1, null]`, "literal = [1, null]\n", ""},
		{`"traversal": "a.b"`, "traversal = a.b\n", ""},
		{`"traversal": " a.b "`, "traversal = a.b\n", ""},
		{`"traversal": "${a.b}"`, "traversal = a.b\n", "1:15-23 Template instead of bare source"},
		{`"traversal": "${ a.b }"`, "traversal = a.b\n", "1:15-25 Template instead of bare source"},
		{`"traversal": "${a}.b}"`, "",
			"1:15-24 Template instead of bare source, 1:17-18 error: Extra characters after expression"},
		{`"traversal": "a[b]"`, "traversal = a[b]\n", "1:15-21 Not a static reference"},
		{`"traversal": "a + b"`, "traversal = a + b\n", "1:15-22 Not a static reference"},
		{`"traversal": "a b"`, "", "1:18-19 error: Extra characters after expression"},
		{`"traversal": "*"`, "traversal = \"*\"\n", ""},
		{`"traversal": ""`, "", "1:16-16 error: Missing expression"},
		{`"traversal": "1"`, "traversal = 1\n", "1:15-18 Not a static reference"},
		{`"traversal": "a /* c */ .b"`, "traversal = a /* c */.b\n", ""},
		{`"traversal": 1`, "traversal = 1\n", "1:15-16 Not a static expression"},
		{`"traversal": ["a"]`, "traversal = [\"a\"]\n", "1:15-20 Not a static expression"},
		{`"traversal": null`, "traversal = null\n", "1:15-19 Not a static expression"},
		{`"reference": "a[each.key]"`, "reference = a[each.key]\n", ""},
		{`"reference": "f(x)"`, "reference = f(x)\n", ""},
		{`"reference": "{a = b}"`, "reference = {\n  a = b\n}\n", ""},
		{`"reference": "\"a\""`, "reference = \"a\"\n", "1:15-22 Not a static expression"},
		{`"reference": "-1"`, "reference = -1\n", ""},
		{`"reference": "<<A\nb\nA"`, "", "1:25-25 error: Unterminated template string"},
		{`"keyword": "self"`, "keyword = self\n", ""},
		{`"keyword": "a + b"`, "keyword = a + b\n", "1:13-20 Not a static reference"},
		{`"type": "list"`, "type = list(any)\n", ""},
		{`"type": "map"`, "type = map(any)\n", ""},
		{`"type": "set"`, "type = set(any)\n", ""},
		{`"type": "lists"`, "type = lists\n", ""},
		{`"type": "list(string)"`, "type = list(string)\n", ""},
		{`"type": "${list}"`, "type = list\n", "1:10-19 Template instead of bare source"},
		{`"type": "[string]"`, "type = [string]\n", "1:10-20 Not a static expression"},
		{`"type": "{a = string}"`, "type = {\n  a = string\n}\n", "1:10-24 Not a static expression"},
		{`"type": "any # c"`, "type = any\n", "1:10-19 Comment left out"},
		{`"text": "${"`, "text = \"$${\"\n", "1:10-14 Text instead of a template"},
		{`"text": "a${b}"`, "text = \"a${b}\"\n", ""},
		{`"text": "${a b}"`, "text = \"$${a b}\"\n", "1:10-18 Text instead of a template"},
		{`"either": "a.b"`, "either = a.b\n", ""},
		{`"either": "a"`, "either = \"a\"\n", ""},
		{`"either": "a.b c"`, "either = \"a.b c\"\n", ""},
		{`"either": "${a.b}"`, "either = a.b\n", ""},
		{`"call": "f(x)"`, "call = f(x)\n", ""},
		{`"call": "f"`, "call = f\n", "1:10-13 Not a function call"},
		{`"call": "${f(x)}"`, "call = f(x)\n", "1:10-19 Template instead of bare source"},
		{`"call": "f(x"`, "", "1:11-13 error: Unterminated function call"},
		{`"list": ["a.b", "c d", 1]`, "",
			"1:21-22 error: Extra characters after expression, 1:25-26 Not a static expression"},
		{`"list": "a.b"`, "list = \"a.b\"\n", ""},
		{`"list": {"a": "b"}`, "list = {\n  a = \"b\"\n}\n", ""},
		{`"map": {"a": 1, "b.c": "x", "${d}": "y", "1": 2, "e f": 3, "": 4, "g[h]": "z"}`, "",
			"1:30-36 Template instead of bare source, 1:54-55 error: Extra characters after expression, " +
				"1:62-62 error: Missing expression"},
		{`"map": ["a"]`, "map = [\"a\"]\n", ""},
		{`"fields": {"f": "a.b", "g": "${x}", "${h}": 1}`,
			"fields = {\n  f       = a.b\n  g       = \"$${x}\"\n  \"$${h}\" = 1\n}\n", ""},
		{`"fields": {"f": "a.b", "f": "c"}`, "", "1:25-28 error: Duplicate object key"},
		{`"constant": "a"`, "constant = \"a\"\n", ""},
		{`"constant": "${a}"`, "constant = a\n", "1:14-20 Not constant"},
		{`"constant": [{"%{if a}b%{endif}": 1}]`, "constant = [\n  {\n    \"%{if a}b%{endif}\" = 1\n  },\n]\n",
			"1:14-39 Not constant"},
		{`"calls": "f(x)"`, "calls = \"f(x)\"\n", "1:11-17 Text that reads as a function call"},
		{`"calls": [{"f(x)": 1}]`, "calls = [\n  {\n    \"f(x)\" = 1\n  },\n]\n",
			"1:11-24 Text that reads as a function call"},
		{`"calls": "f x"`, "calls = \"f x\"\n", ""},
		{`"differs": "a"`, "differs = \"a\"\n", ""},
		{`"differs": ["$${b}"]`, "differs = [\"$$${b}\"]\n", "1:13-22 Products read this string differently"},
		{`"differs": {"%{": 1}`, "differs = {\n  \"%%{\" = 1\n}\n", "1:13-22 Products read this string differently"},
		{`"flat": {"a": 1}`, "flat = {\n  a = 1\n}\n", ""},
		{`"flat": {"a": [1]}`, "flat = {\n  a = [1]\n}\n", "1:2-8 No JSON form"},
		{`"flat": {"a": {}}`, "flat = {\n  a = {}\n}\n", "1:2-8 No JSON form"},
		{`"flat": [[1]]`, "flat = [[1]]\n", ""},
		{`"a b": 1`, "", "1:2-7 Unknown name, 1:2-7 error: No native form"},
	} {
		got, diags := convert.ToHCL([]byte("{"+test.json+"}"), "x", ruled(), convert.Options{})
		if string(got) != test.want || placed(diags) != test.diags {
			t.Errorf("%s becomes\n%s\nwant\n%s\n%s", test.json, got, test.want, diags)
		}
	}
}

// oneLine is JSON on one line; nothing stays nothing.
func oneLine(src []byte) string {
	var b bytes.Buffer
	_ = json.Compact(&b, src)
	return b.String()
}

// rooted is a language in which a reference to anything but var is text.
func rooted() *schema.Dialect {
	return &schema.Dialect{Name: "rooted", Product: "Product", Roots: []string{"var"},
		Root: &tables.Body{Remain: tables.RemainUnknown, Dynamic: true}}
}

// TestRootsToJSON checks that a reference which the product reads as text is text in JSON.
func TestRootsToJSON(t *testing.T) {
	for _, test := range []struct{ native, want, diags string }{
		{"a = var.x", `{"a":"${var.x}"}`, ""},
		{"a = x.y", `{"a":"$${x.y}"}`, ""},
		{`a = "${var.x}"`, `{"a":"${var.x}"}`, ""},
		{`a = "${x.y}"`, `{"a":"$${x.y}"}`, ""},
		{`a = "p${ x.y }q"`, `{"a":"p$${ x.y }q"}`, ""},
		{`a = "p${  x.y  }q${var.z}${x.z}"`, `{"a":"p$${  x.y  }q${var.z}$${x.z}"}`, ""},
		{`a = "${x.y}}"`, `{"a":"$${x.y}}}"}`, ""},
		{`a = "${x.y} }"`, `{"a":"$${x.y} } }"}`, ""},
		{`a = "${f(x.y)}"`, `{"a":"${f(\"$${x.y}\")}"}`, ""},
		{`a = "${x.y + 1}"`, `{"a":"${\"$${x.y}\" + 1}"}`, ""},
		{`a = "$${x.y}"`, `{"a":"$${x.y}"}`, ""},
		{`a = "%{ if x.y }p%{ endif }"`, `{"a":"%{ if \"$${x.y}\" }p%{ endif }"}`, ""},
		{`a = "%{ if var.y }p${x["k\n"]}%{ endif }"`, `{"a":"%{ if var.y }p$${x[\"k\\n\"]}%{ endif }"}`, ""},
		{`a = f(x.y, var.z, "q\"${x.z}")`, `{"a":"${f(\"$${x.y}\", var.z, \"q\\\"$${x.z}\")}"}`, ""},
		{"a = [x.y, var.z, { k = x.z }]", `{"a":["$${x.y}","${var.z}",{"k":"$${x.z}"}]}`, ""},
		{`a = { k = x.y, "l" = "${x.z}" }`, `{"a":"${{ k = x.y, \"l\" = \"${x.z}\" }}"}`, ""},
		{"a = { (x.y) = x.z }", `{"a":"${{ (\"$${x.y}\") = \"$${x.z}\" }}"}`, ""},
		{"a = [for v in x.y : v]", `{"a":"${[for v in \"$${x.y}\" : v]}"}`, ""},
		{"a = x", `{"a":"$${x}"}`, ""},
		{"a = x[var.y]", `{"a":"${\"$${x}\"[var.y]}"}`, ""},
		{"a = x.*.y", `{"a":"${\"$${x}\".*.y}"}`, ""},
		{`a = x.y ? "${z.w}" : var.p`, `{"a":"${\"$${x.y}\" ? \"$${z.w}\" : var.p}"}`, ""},
		{"a = (x.y)", `{"a":"$${x.y}"}`, ""},
		{"a = -x.y", `{"a":"${-\"$${x.y}\"}"}`, ""},
		{"a = !x", `{"a":"${!\"$${x}\"}"}`, ""},
		{"a = x == y", `{"a":"${\"$${x}\" == \"$${y}\"}"}`, ""},
		{`a = "a\tb${x.y}\r"`, `{"a":"${\"a\\tb$${x.y}\\r\"}"}`, ""},
		{"dynamic \"d\" {\n  iterator = it\n  content {\n    a = it.value\n    b = d.value\n  }\n}",
			`{"dynamic":[{"d":{"iterator":"it","content":[{"a":"${it.value}","b":"$${d.value}"}]}}]}`, ""},
		{"dynamic \"d\" {\n  for_each = d.value\n  content {\n    a = d.value\n    b = it.value\n  }\n}",
			`{"dynamic":[{"d":{"for_each":"${d.value}","content":[{"a":"${d.value}","b":"$${it.value}"}]}}]}`, ""},
		{"dynamic \"d\" {\n  content {\n    dynamic \"e\" {\n      content {\n        a = d.value + " +
			"e.value\n      }\n    }\n    a = e.value\n  }\n}",
			`{"dynamic":[{"d":{"content":[{"dynamic":[{"e":{"content":[{"a":"${d.value + ` +
				`e.value}"}]}}],"a":"$${e.value}"}]}}]}`, ""},
		{"dynamic {\n  content {\n    a = d.value\n  }\n}", "", "1:1-10 error: Wrong number of labels"},
		{"b {\n  content {\n    a = b.value\n  }\n}", `{"b":[{"content":[{"a":"$${b.value}"}]}]}`, ""},
		{`a = "${"${x.y}"}"`, `{"a":"$${x.y}"}`, ""},
		{`a = "${x.y}${"${x.z}"}"`, `{"a":"$${x.y}${\"$${x.z}\"}"}`, ""},
		{"a = [<<E\np ${x.y}\nE\n]", `{"a":["p $${x.y}\n"]}`, ""},
	} {
		native := []byte(test.native + "\n")
		got, diags := convert.ToJSON(native, "x", rooted(), convert.Options{DropComments: true})
		if oneLine(got) != test.want || placed(diags) != test.diags {
			t.Errorf("%s becomes %s, want %s\n%s", test.native, oneLine(got), test.want, diags)
		}
		if !diags.HasErrors() {
			report(t, nativeProblems(native, "x", rooted()))
		}
	}
}

// TestRootsToHCL checks that a string with a reference is written as the reference, if the product
// does not distinguish them.
func TestRootsToHCL(t *testing.T) {
	for _, test := range []struct{ json, want, diags string }{
		{`{"a": "${var.x}"}`, "a = var.x\n", ""},
		{`{"a": "${x.y}"}`, "a = \"${x.y}\"\n", ""},
		{`{"a": "p${ x.y }q"}`, "a = \"p$${ x.y }q\"\n", ""},
		{`{"a": "$${x.y}"}`, "a = \"${x.y}\"\n", ""},
		{`{"a": "p$${x.y}q"}`, "a = \"p${x.y}q\"\n", ""},
		{`{"a": "$${var.x}"}`, "a = \"$${var.x}\"\n", ""},
		{`{"a": "$$${x.y}"}`, "a = \"$$${x.y}\"\n", ""},
		{`{"a": "$${x.y}}"}`, "a = \"$${x.y}}\"\n", ""},
		{`{"a": "$${x.y} }"}`, "a = \"$${x.y} }\"\n", ""},
		{`{"a": "$${x.y }"}`, "a = \"$${x.y }\"\n", ""},
		{`{"a": "$${x y}"}`, "a = \"$${x y}\"\n", ""},
		{`{"a": "$${x"}`, "a = \"$${x\"\n", ""},
		{`{"a": "$${x$}"}`, "a = \"$${x$}\"\n", ""},
		{`{"a": "$${x$${y.z}"}`, "a = \"$${x${y.z}\"\n", ""},
		{`{"a": "$${x[0].y}"}`, "a = \"${x[0].y}\"\n", ""},
		{`{"a": "$${var[0]}"}`, "a = \"$${var[0]}\"\n", ""},
		{`{"a": "$${x.y}$${y.z}$${var.w}"}`, "a = \"${x.y}${y.z}$${var.w}\"\n", ""},
		{`{"a": "\t${x.y}"}`, "a = \"\\t${x.y}\"\n", "1:7-17 Misread by the product"},
		{`{"a": "\t${var.y}"}`, "a = \"\\t${var.y}\"\n", ""},
		{`{"a": ["${x.y}", {"${x.k}": "$${x.z}"}]}`, "a = [\n  \"${x.y}\",\n  {\n    (x.k) = \"${x.z}\"\n  },\n]\n", ""},
		{`{"a": "${f(x.y)}"}`, "a = f(\"$${x.y}\")\n", ""},
		{`{"a": "%{if x.y}z%{endif}"}`, "a = \"%{if \"${x.y}\"}z%{endif}\"\n", ""},
		{`{"dynamic": {"d": {"for_each": [], "iterator": "it", "content": {"a": "${it.value}", "b": ` +
			`"${d.value}"}}}}`,
			"dynamic \"d\" {\n  for_each = []\n  iterator = it\n\n  content {\n    a = it.value\n    b = " +
				"\"${d.value}\"\n  }\n}\n", ""},
		{`{"dynamic": {"d": {"for_each": [], "content": {"a": "${it.value}", "b": "${d.value}"}}}}`,
			"dynamic \"d\" {\n  for_each = []\n\n  content {\n    a = \"${it.value}\"\n    b = d.value\n  }\n}\n", ""},
		{`{"dynamic": {"d": {"for_each": [], "content": {"dynamic": {"e": {"for_each": [], "content": ` +
			`{"a": "${d.value}${e.value}"}}}, "a": "${e.value}"}}}}`,
			"dynamic \"d\" {\n  for_each = []\n\n  content {\n    dynamic \"e\" {\n      for_each = []\n\n   " +
				"   content {\n        a = \"${d.value}${e.value}\"\n      }\n    }\n\n    a = \"${e.value}\"\n  " +
				"}\n}\n", ""},
		{`{"b": {"a": "${b.value}"}}`, "b {\n  a = \"${b.value}\"\n}\n", "1:2-5 Attribute or block?"},
	} {
		got, diags := convert.ToHCL([]byte(test.json), "x", rooted(), convert.Options{})
		if string(got) != test.want || placed(diags) != test.diags {
			t.Errorf("%s becomes\n%s\nwant\n%s\n%s", test.json, got, test.want, diags)
		}
		report(t, jsonProblems([]byte(test.json), got, "x", rooted(), false))
	}
}

// Blocks of a file whose order counts across their types are in an array of bodies.
func TestSequenceInRoot(t *testing.T) {
	body := &tables.Body{Attributes: []tables.Attribute{{Name: "x", Value: &tables.Value{Mode: tables.Template}}}}
	dialect := &schema.Dialect{Name: "beats", Product: "Beats", ArrayRoot: true, Root: &tables.Body{
		Blocks: []tables.Block{{Type: "a", Body: body}, {Type: "b", Body: body}}, Sequence: [][]string{{"a", "b"}},
	}}
	const src = "a {\n  x = 1\n}\n\nb {\n  x = 2\n}\n\na {\n  x = 3\n}\n"
	out, diags := convert.ToJSON([]byte(src), "x.hcl", dialect, convert.Options{Form: convert.Compact})
	const want = `[{"a":{"x":1},"b":{"x":2}},{"a":{"x":3}}]`
	var plain bytes.Buffer
	if err := json.Compact(&plain, out); err != nil || plain.String() != want || diags.HasErrors() {
		t.Fatalf("%s (%v, %v)", out, err, diags)
	}
	if back, diags := convert.ToHCL(out, "x.json", dialect, convert.Options{}); string(back) != src || diags.HasErrors() {
		t.Errorf("%s (%v)", back, diags)
	}
}
