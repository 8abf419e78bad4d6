package equivalent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// source returns a source. It is JSON if the text starts like JSON.
func source(name, src string) Source {
	start := strings.TrimSpace(src)
	if strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[") {
		return Source{Bytes: []byte(src), Filename: name + ".json", JSON: true}
	}
	return Source{Bytes: []byte(src), Filename: name + ".hcl"}
}

func compare(a, b string) Result {
	return Compare(source("a", a), source("b", b), testDialect(), Options{})
}

// inLocal is one argument in a body whose arguments are templates.
func inLocal(expr string) string { return "locals {\n  x = " + expr + "\n}\n" }

func inLocalJSON(value string) string { return `{"locals": {"x": ` + value + `}}` }

func TestEqual(t *testing.T) {
	tests := []struct{ name, a, b string }{
		// Order and grouping that do not matter.
		{"equal labels", "variable \"a\" {\n  default = 1\n}\nvariable \"a\" {\n  default = 2\n}\n",
			`{"variable": {"a": [{"default": 2}, {"default": 1}]}}`},
		{"no labels", "moved {\n  from = a\n}\nmoved {\n  from = b\n}\n", `{"moved": [{"from": "b"}, {"from": "a"}]}`},
		{"locals in two blocks", "locals {\n  a = 1\n}\nlocals {\n  b = 2\n}\n", `{"locals": {"b": 2, "a": 1}}`},
		{"attribute in several bodies", "locals {\n  x = 1\n}\nlocals {\n  x = 2\n}\n", `{"locals": [{"x": 2}, {"x": 1}]}`},
		{"one of several moved", "moved {\n  from = a\n}\nmoved {\n  from = b\n}\nmoved {\n  from = c\n}\n",
			`{"moved": [{"from": "c"}, {"from": "a"}, {"from": "b"}]}`},

		// Expressions.
		{"reference or text", "keys = foo.bar\n", `{"keys": "foo.bar"}`},
		{"quoted reference", "keys = \"foo.bar\"\n", `{"keys": "foo.bar"}`},
		{"string", inLocal(`"a b"`), inLocalJSON(`"a b"`)},
		{"empty string", inLocal(`""`), inLocalJSON(`""`)},
		{"escapes", inLocal(`"a\tb\n\"\\ é"`), inLocalJSON(`"a\tb\n\"\\ é"`)},
		{"template escape", inLocal(`"$${x} %%{y}"`), inLocalJSON(`"$${x} %%{y}"`)},
		{"interpolation", inLocal(`"a${b}c"`), inLocalJSON(`"a${b}c"`)},
		{"expression", inLocal(`a.b[0]["k"]`), inLocalJSON(`"${a.b[0][\"k\"]}"`)},
		{"wrapped", inLocal(`"${a.b}"`), inLocalJSON(`"${a.b}"`)},
		{"parentheses", inLocal("(1 + 2)"), inLocalJSON(`"${1 + 2}"`)},
		{"inner parentheses", inLocal("(a) + (b)"), inLocal("a + b")},
		{"number", inLocal("12345678901234567890.125"), inLocalJSON("12345678901234567890.125")},
		{"number spelling", inLocal("1e3"), inLocalJSON("1000")},
		{"odd number", inLocal("007"), inLocalJSON(`"${007}"`)},
		{"negative number", inLocal("-5"), inLocalJSON("-5")},
		{"keys other than strings", inLocal("{ (true) = 1, (1e3) = 2, (0.5) = 3 }"),
			inLocalJSON(`{"true": 1, "1000": 2, "0.5": 3}`)},
		{"huge number in a key", inLocal("{ (1e40000) = 1 }"), inLocal("{ (1E40000) = 1 }")},
		{"small number in a key", inLocal("{ (1e-40000) = 1 }"), inLocal("{ (1E-40000) = 1 }")},
		{"small number", inLocal("[1e-999999, -1e-999999]"), inLocalJSON("[1E-999999, -1E-999999]")},
		{"huge number", inLocal("1e400000"), inLocalJSON("1E400000")},
		{"null and bools", inLocal("[null, true, false]"), inLocalJSON("[null, true, false]")},
		{"heredoc", inLocal("<<EOT\na ${b}\n  c\nEOT"), inLocalJSON(`"a ${b}\n  c\n"`)},
		{"flush heredoc", inLocal("<<-EOT\n    a\n      b\n    EOT"), inLocalJSON(`"a\n  b\n"`)},
		{"directives", inLocal(`"%{if a}b%{else}c%{endif}"`), inLocalJSON(`"%{if a}b%{else}c%{endif}"`)},
		{"for directive", inLocal(`"%{for k, v in m}${k}%{endfor}"`), inLocalJSON(`"${\"%{for k, v in m}${k}%{endfor}\"}"`)},
		{"escaped dollar", inLocal(`"\u0024${x}"`), inLocalJSON(`"${\"$\"}${x}"`)},
		{"object", inLocal(`{ a = 1, "b c" = "x" }`), inLocalJSON(`{"b c": "x", "a": 1}`)},
		{"object number key", inLocal("{ 1 = 2 }"), inLocalJSON(`{"1": 2}`)},
		{"object keyword key", inLocal("{ null = 1, true = 2 }"), inLocalJSON(`{"true": 2, "null": 1}`)},
		{"object computed key", inLocal("{ (a) = 1 }"), inLocalJSON(`"${{ (a) = 1 }}"`)},
		{"object template key", inLocal(`{ "${a}-b" = 1 }`), inLocalJSON(`{"${a}-b": 1}`)},
		{"object comment key", inLocal(`{ "//" = "x" }`), inLocalJSON(`{"//": "x"}`)},
		{"legacy index", inLocal("a.0.b"), inLocalJSON(`"${a[0].b}"`)},
		{"every kind of expression",
			inLocal("[f(a, b...), ns::g(), c ? d : e, x[y], x[*].z, x.*.z, !p && q || r, -s, t % 2 >= 1, (u).v]"),
			inLocalJSON(
				`["${f(a, b...)}", "${ns::g()}", "${c ? d : e}", "${x[y]}", "${x[*].z}", "${x.*.z}", "${!p && q || r}", ` +
					`"${-s}", "${t % 2 >= 1}", "${(u).v}"]`)},
		{"every operator", inLocal("[a <= b, a > b, a < b, a == b, a != b, a * b, a / b, a - b, a + b, a % b, a >= b]"),
			inLocalJSON(
				`["${a <= b}", "${a > b}", "${a < b}", "${a == b}", "${a != b}", "${a * b}", "${a / b}", "${a - b}", "${a + ` +
					`b}", "${a % b}", "${a >= b}"]`)},
		{"for", inLocal("{ for k, v in m : k => v... if v }"), inLocalJSON(`"${{ for k, v in m : k => v... if v }}"`)},
		{"normalised text", inLocal("\"e\u0301\""), inLocalJSON("\"\u00e9\"")},

		// Blocks.
		{"labels", "resource \"a\" \"b\" {}\n", `{"resource": {"a": {"b": {}}}}`},
		{"label arrays", "resource \"a\" \"b\" {}\nresource \"a\" \"c\" {}\n",
			`{"resource": [{"a": [{"b": {}}]}, {"a": {"c": {}}}]}`},
		{"label escapes", "variable \"$${x}\\\"\" {}\n", `{"variable": {"${x}\"": {}}}`},
		{"regrouped", "variable \"a\" {}\nvariable \"b\" {}\nvariable \"a\" {}\n", `{"variable": {"a": [{}, {}], "b": {}}}`},
		{"types apart", "moved {\n  from = a\n}\nlocals {}\nmoved {\n  from = b\n}\n",
			`{"locals": {}, "moved": [{"from": "a"}, {"from": "b"}]}`},
		{"root array", "locals {\n  a = 1\n}\n", `[{"locals": {"a": 1}}]`},
		{"body comments", "locals {\n  a = 1\n}\n", `{"//": "c", "locals": {"//": {"above": "c"}, "a": 1}}`},
		{"no blocks", "", `{"moved": null, "locals": []}`},
		{"spaces before a colon", "bare {\n  a = 1\n  b = 2\n}\n", "{\"bare\" \t\r\n : {\"a\"\r:1, \"b\"\t : 2}}"},
		{"empty block", "moved {}\n", `{"moved": [null]}`},
		{"provisioners",
			"resource \"a\" \"b\" {\n  provisioner \"x\" {}\n  provisioner \"y\" {}\n  provisioner \"x\" {}\n}\n",
			`{"resource": {"a": {"b": {"provisioner": [{"x": {}}, {"y": {}}, {"x": {}}]}}}}`},
		{"static and dynamic",
			"any {\n  s {\n    a = 1\n  }\n  dynamic \"s\" {\n    for_each = x\n    iterator = it\n    content {\n      a = " +
				"it.value\n    }\n  }\n  s {\n    a = 2\n  }\n}\n",
			`{"any": [[{"s": {"a": 1}}, {"dynamic": {"s": {"for_each": "${x}", "iterator": "it", "content": {"a": ` +
				`"${it.value}"}}}}, {"s": {"a": 2}}]]}`},
		{"unknown block", "any {\n  t \"l\" {\n    a = \"${b}\"\n  }\n}\n", `{"any": {"t": [{"l": [{"a": "${b}"}]}]}}`},
		{"value in an unlisted block", "rest {\n  x {\n    a = \"$${b}\"\n  }\n}\n", `{"rest": {"x": {"a": "${b}"}}}`},
		{"dynamic of other types", "any {\n  dynamic \"a\" {}\n  dynamic \"b\" {}\n  b {}\n}\n",
			"any {\n  dynamic \"b\" {}\n  b {}\n  dynamic \"a\" {}\n}\n"},
		{"unordered in another order",
			"resource \"a\" \"b\" {\n  lifecycle {}\n  lifecycle {\n    prevent_destroy = true\n  }\n}\n",
			`{"resource": {"a": {"b": {"lifecycle": [{"prevent_destroy": true}, {}]}}}}`},
		{"unknown labels differ", "any {\n  t \"l\" {\n    a = 1\n  }\n  t {\n    b = 1\n  }\n}\n",
			`{"any": {"t": [{"l": [{"a": 1}]}, {"b": 1}]}}`},
		{"sequence", "build {\n  post-processor \"a\" {}\n  post-processors {}\n  post-processor \"a\" {}\n}\n",
			`{"build": [[{"post-processor": {"a": {}}}, {"post-processors": {}}, {"post-processor": {"a": {}}}]]}`},
		{"attribute and block name", "generate \"p\" {\n  path = \"x\"\n}\n", `{"generate": {"p": {"path": "x"}}}`},
		{"labels of others", "generate \"$${x}\" {}\nvariable \"$${x}\" {}\n",
			`{"generate": {"$${x}": {}}, "variable": {"${x}": {}}}`},
		{"attribute of both", "generate = { p = 1 }\n", `{"generate": {"p": 1}}`},

		// Rules for expressions.
		{"literal", "variable \"a\" {\n  default = \"$${x}\"\n}\n", `{"variable": {"a": {"default": "${x}"}}}`},
		{"literal folded",
			"variable \"a\" {\n  default = { a = 1 + 2, b = [for x in [1] : \"v${x}\"], \"$${k}\" = null }\n}\n",
			`{"variable": {"a": {"default": {"${k}": null, "b": ["v1"], "a": 3}}}}`},
		{"literal expressions",
			"variable \"a\" {\n  default = [true ? { a = 1.5 } : { a = 2 }, [{ b = 1 }][*].b, { for k, v in { x = 1 } : k => " +
				"v }, [1, 2][0], !true, \"a${1}%{ if true }b%{ endif }\", (\"c\"), -1]\n}\n",
			`{"variable": {"a": {"default": [{"a": 1.5}, [1], {"x": 1}, 1, false, "a1b", "c", -1]}}}`},
		{"literal null", "variable \"a\" {\n  default = [[for x in [1] : null], true ? { a = null } : null]\n}\n",
			`{"variable": {"a": {"default": [[null], {"a": null}]}}}`},
		{"literal lists", "variable \"a\" {\n  default = true ? [[1]] : [[2]]\n}\n",
			`{"variable": {"a": {"default": [[1]]}}}`},
		{"literal duplicate key", "variable \"a\" {\n  default = { a = 1, a = 2 }\n}\n",
			`{"variable": {"a": {"default": {"a": 2}}}}`},
		{"dependent body", "backend \"literal\" {\n  a = \"$${x}\"\n}\nbackend \"other\" {\n  a = \"$${x}\"\n}\n",
			`{"backend": {"literal": {"a": "${x}"}, "other": {"a": "$${x}"}}}`},
		{"traversals", "resource \"a\" \"b\" {\n  depends_on = [a.b, c[\"d\"]]\n}\n",
			`{"resource": {"a": {"b": {"depends_on": ["a.b", "c[\"d\"]"]}}}}`},
		{"quoted traversal", "resource \"a\" \"b\" {\n  depends_on = [\"a.b\"]\n}\n",
			`{"resource": {"a": {"b": {"depends_on": ["a.b"]}}}}`},
		{"legacy index traversal", "moved {\n  from = a.0.b\n}\n", `{"moved": {"from": "a[0].b"}}`},
		{"reference", "resource \"a\" \"b\" {\n  provider = p.q[each.key]\n}\n",
			`{"resource": {"a": {"b": {"provider": "p.q[each.key]"}}}}`},
		{"keyword", "resource \"a\" \"b\" {\n  lifecycle {\n    ignore_changes = all\n  }\n}\n",
			`{"resource": {"a": {"b": {"lifecycle": {"ignore_changes": "all"}}}}}`},
		{"keyword or list", "resource \"a\" \"b\" {\n  lifecycle {\n    ignore_changes = [tags[\"x\"]]\n  }\n}\n",
			`{"resource": {"a": {"b": {"lifecycle": [{"ignore_changes": ["tags[\"x\"]"]}]}}}}`},
		{"wildcard", "resource \"a\" \"b\" {\n  lifecycle {\n    ignore_changes = [\"*\"]\n  }\n}\n",
			`{"resource": {"a": {"b": {"lifecycle": {"ignore_changes": ["*"]}}}}}`},
		{"type", "variable \"a\" {\n  type = object({ a = optional(string, \"x\"), b = list(any) })\n}\n",
			`{"variable": {"a": {"type": "object({b=list(any),a=optional(string,\"x\")})"}}}`},
		{"old quoted type", "variable \"a\" {\n  type = \"string\"\n}\n", `{"variable": {"a": {"type": "string"}}}`},
		{"static map", "module \"m\" {\n  providers = { a = b.c, d.e = f }\n}\n",
			`{"module": {"m": {"providers": {"d.e": "f", "a": "b.c"}}}}`},
		{"fields", "required_providers {\n  a = { source = \"$${x}\", configuration_aliases = [a.b] }\n  c = \"1\"\n}\n",
			`{"required_providers": {"a": {"source": "${x}", "configuration_aliases": ["a.b"]}, "c": "1"}}`},
		{"field twice", "required_providers {\n  a = { source = \"x\", source = \"y\" }\n}\n",
			`{"required_providers": {"a": {"source": "y"}}}`},
		{"text in a template's place", "variable \"a\" {\n  validation {\n    error_message = \"Uses $${ weird\"\n  }\n}\n",
			`{"variable": {"a": {"validation": {"error_message": "Uses ${ weird"}}}}`},
		{"outside the schema", "locals {\n  inner {\n    a = 1\n  }\n}\n", `{"locals": {"inner": [{"a": 1}]}}`},

		// Names of a name table.
		{"no blocks of a known type", `{"surveyed": {"rule": []}}`, "surveyed {}\n"},
		{"native decides", "surveyed {\n  tags {\n    a = 1\n  }\n}\n", `{"surveyed": {"tags": [{"a": 1}]}}`},
		{"list under the name of a block", `{"surveyed": {"rule": ["a"]}}`, "surveyed {\n  rule = [\"a\"]\n}\n"},
		{"known block", `{"surveyed": {"rule": {"a": 1}}}`, `{"surveyed": {"rule": [{"a": 1}]}}`},

		// Both sides in the same syntax.
		{"native twice", "# c\nany {\n  a=[1,2]\n  b \"l\" {}\n}\n", "any {\n  b \"l\" {\n  }\n  a = [\n    1, 2,\n  ]\n}\n"},
		{"old quoted type twice", "variable \"a\" {\n  type = \"string\"\n}\n", "variable \"a\" {\n  type = string\n}\n"},
		{"JSON twice", `{"any": {"a": {"b": 1, "c": [1]}}}`, `{"any": [{"a": {"c": [1], "b": 1}}]}`},
		{"JSON undecided", `{"any": {"a": {"b": {"c": 1}, "//": "x"}}}`, `{"any": {"a": [{"b": [{"c": 1}]}]}}`},
		{"undecided JSON next to a list", `{"any": {"a": {"b": 1}, "c": ["x"], "d": [{}]}}`,
			`{"any": {"a": [{"b": 1}], "c": ["x"], "d": {}}}`},
		{"JSON undecided and null", `{"any": {"a": {"b": 1}, "c": null}}`, `{"any": {"a": [{"b": 1}], "c": null}}`},
		{"JSON undecided and dynamic", `{"any": [[{"s": {"a": 1}}, {"dynamic": {"s": {"for_each": []}}}]]}`,
			`{"any": {"s": [{"a": 1}], "dynamic": [{"s": [{"for_each": []}]}]}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for _, diag := range compare(test.a, test.b).Messages() {
				if diag.Severity == hcl.DiagError {
					t.Error(diag)
				}
			}
		})
	}
}

// A source outside of its schema is compared as written, with a warning.
func TestSourceOutsideSchema(t *testing.T) {
	for name, src := range map[string]string{
		"block for attribute": "resource \"a\" \"b\" {\n  count {}\n}\n",
		"attribute for block": "moved = 1\n",
		"number of labels":    "variable {}\n",
		"variable":            "variable \"a\" {\n  default = [x]\n}\n",
		"no reference":        "moved {\n  from = f()\n}\n",
		"JSON template":       `{"moved": {"from": "${a}"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			diags := compare(src, src).Messages()
			if len(diags) != 1 || diags[0].Severity != hcl.DiagWarning || !isOutside(diags[0]) {
				t.Errorf("want one warning, got %s", diags)
			}
		})
	}
}

// isOutside reports whether a diagnostic is about content that no product accepts.
func isOutside(diag *hcl.Diagnostic) bool {
	return diag.Summary == "Not in the schema" || diag.Summary == "Misused name"
}

// Content that no product accepts is compared as written, with a warning.
func TestNotInTheSchema(t *testing.T) {
	for _, src := range []string{
		"variable \"a\" {\n  type = { a = \"b\" }\n}\n",
		"variable \"a\" {\n  default = x\n}\n",
		`{"moved": {"from": ["a.b"]}}`,
		`{"moved": {"from": "\"a.b\""}}`,
		`{"resource": {"a": {"b": {"provider": "\"a\""}}}}`,
		"variable \"a\" {\n  default = { (x) = 1 }\n}\n",
		`{"resource": {"a": {"b": {"lifecycle": {"replace_triggered_by": [{"a.b": "c"}]}}}}}`,
		"resource \"a\" {}\n",
	} {
		diags := compare(src, src).Messages()
		warned := false
		for _, diag := range diags {
			warned = warned || diag.Severity == hcl.DiagWarning && isOutside(diag)
		}
		if diags.HasErrors() || !warned {
			t.Errorf("%s: %v", src, diags)
		}
	}
}

// TestInterpolationForSource checks that invalid uses of ${ and } are compared without them, and
// that no conversion may create them.
func TestInterpolationForSource(t *testing.T) {
	native := func(source string) string {
		return "variable \"x\" {\n  type = " + source + "\n}\noutput \"o\" {\n  depends_on = [" + source + "]\n}\n"
	}
	inJSON := func(source string) string {
		return `{"variable": {"x": {"type": "` + source + `"}}, "output": {"o": {"depends_on": ["` + source + `"]}}}`
	}
	for _, test := range []struct {
		name, a, b string
		want       Verdict
	}{
		{"removed", inJSON("${a}"), native("a"), Equal},
		{"removed from JSON", inJSON("${ a } "), inJSON("a"), Equal},
		{"kept", inJSON("${a}"), inJSON("${a}"), Equal},
		{"added", native("a"), inJSON("${a}"), Different},
		{"added to JSON", inJSON("a"), inJSON("${a}"), Different},
		{"another reference", inJSON("${b}"), native("a"), Different},
		{"two references", inJSON("${a}-${a}"), native("a"), Different},
		{"interpolation in another", inJSON("${${a}}"), native("a"), Different},
		{"in a template", inLocalJSON(`"${a}"`), inLocalJSON(`"a"`), Different},
	} {
		result := Compare(source("a", test.a), source("b", test.b), opentofu.Config(opentofu.Target{}), Options{})
		if result.Verdict() != test.want {
			t.Errorf("%s: %v", test.name, result.Messages())
		}
	}
}

// An argument that should choose a body and is not constant chooses none.
func TestChosenByTemplate(t *testing.T) {
	dialect := opentofu.Config(opentofu.Target{Product: opentofu.Terraform})
	action := func(size string) Source {
		src := "action \"x\" \"y\" {\n  provider = \"a${b}\"\n  config {\n    size = " + size + "\n  }\n}\n"
		return source("x", src)
	}
	for size, want := range map[string]Verdict{"1": Equal, "2": Different} {
		if result := Compare(action("1"), action(size), dialect, Options{}); result.Verdict() != want {
			t.Errorf("%s: %v", size, result.Messages())
		}
	}
}

// TestAttributeOrBlock checks that content that is equal in only one reading results in a warning.
func TestAttributeOrBlock(t *testing.T) {
	for _, test := range []struct{ a, b string }{
		{`{"any": {"m": {"a": 1}}}`, `{"any": {"m": [{"a": 1}]}}`},
		{`{"any": {"m": {"a": 1}}}`, `{"any": {"m": {"a": 1, "//": "x"}}}`},
		{`{"likely": {"rule": []}}`, "likely {}\n"},
	} {
		diags := compare(test.a, test.b).Messages()
		if len(diags) != 1 || diags[0].Severity != hcl.DiagWarning || diags[0].Summary != "Attribute or block?" {
			t.Errorf("%s and %s: %v", test.a, test.b, diags)
		}
	}
	if diags := compare(`{"likely": {"ingress": null, "rule": null}}`, `{"likely": {}}`).Messages(); len(diags) > 0 {
		t.Error(diags)
	}
}

// TestReadDifferently checks that a comparison reports JSON that the products do not read as
// intended.
func TestReadDifferently(t *testing.T) {
	const flat, told = "The product takes these for blocks.", `The value of "told" is compared by the rules of the target; ` +
		"others evaluate it."
	for _, test := range []struct{ a, b, want string }{
		{`{"flat": {"a": 1}}`, "flat = { a = 1 }\n", ""},
		{`{"flat": [{"a": 1}]}`, "flat = [{ a = 1 }]\n", ""},
		{`{"flat": 1}`, "flat = 1\n", ""},
		{`{"flat": {"a": 1, "b": [1]}}`, "flat = { a = 1, b = [1] }\n", "a.json:1,2-8: " + flat},
		{`{"flat": {"a": {}}}`, "flat = { a = {} }\n", "a.json:1,2-8: " + flat},
		{"flat = { a = {} }\n", `{"flat": {"a": {}}}`, ""},
		{`{"told": "a"}`, "told = \"a\"\n", ""},
		{`{"told": "$${a}"}`, "told = \"$$${a}\"\n", "a.json:1,10-17: " + told},
		{"told = \"%%{a}\"\n", `{"told": "%{a}"}`, "b.json:1,10-16: " + told},
		{"told = \"$${a}\"\n", "told = \"$${a}\"\n", ""},
		{`{"told": "${a}"}`, `{"told": "${a}"}`, "a.json:1,10-16: " + told},
	} {
		var got []string
		for _, diag := range compare(test.a, test.b).Messages() {
			got = append(got, fmt.Sprintf("%s: %s", diag.Subject, diag.Detail))
		}
		if strings.Join(got, "\n") != test.want {
			t.Errorf("%s and %s: %q", test.a, test.b, got)
		}
	}
}

// Values that represent nothing, in a body of each kind: in the source, and in the result. A
// warning is "?", a difference "!".
func TestEmptyForms(t *testing.T) {
	const idle = `"dynamic": {"x": {"for_each": [], "content": {}}}`
	for _, test := range []struct{ typ, body, rest, source, result string }{
		{"surveyed", `"rule": []`, ``, "", ""},
		{"surveyed", `"rule": null`, ``, "", "!"},
		{"surveyed", `"rule": [{}]`, ``, "!", "!"},
		{"surveyed", `"rule": {}`, ``, "!", "!"},
		{"surveyed", `"rule": ""`, ``, "!", "!"},
		{"surveyed", `"rule": [null]`, ``, "!", "!"},
		{"surveyed", `"tags": []`, ``, "!", "!"},
		{"surveyed", `"tags": null`, ``, "", "!"},
		{"surveyed", `"other": []`, ``, "!", "!"},
		{"surveyed", `"other": null`, ``, "", "!"},
		{"surveyed", `"listed": null`, ``, "!", "!"},
		{"surveyed", `"listed": []`, ``, "!", "!"},
		{"likely", `"rule": []`, ``, "?", "?"},
		{"likely", `"rule": null`, ``, "", ""},
		{"likely", `"ingress": []`, ``, "!", "!"},
		{"likely", `"ingress": null`, ``, "", ""},
		{"likely", `"other": []`, ``, "!", "!"},
		{"likely", `"other": null`, ``, "!", "!"},
		{"any", `"x": []`, ``, "!", "!"},
		{"any", `"x": null`, ``, "!", "!"},
		{"any", `"x": [], ` + idle, idle, "", ""},
		{"any", `"y": [], ` + idle, idle, "!", "!"},
		{"moved", `"from": null`, ``, "!", "!"},
	} {
		with, without := `{"`+test.typ+`": {`+test.body+`}}`, `{"`+test.typ+`": {`+test.rest+`}}`
		for _, pair := range [][3]string{{with, without, test.source}, {without, with, test.result}} {
			got := ""
			for _, diag := range compare(pair[0], pair[1]).Messages() {
				got += map[hcl.DiagnosticSeverity]string{hcl.DiagWarning: "?", hcl.DiagError: "!"}[diag.Severity]
			}
			if got != pair[2] {
				t.Errorf("%s and %s: %q, want %q", pair[0], pair[1], got, pair[2])
			}
		}
	}
}

// TestManyBlocks checks that unordered blocks are matched, also in large numbers. If the match
// would exceed the budget, the result is unknown.
func TestManyBlocks(t *testing.T) {
	var forth, back, json []string
	for i := range oracles.Rounds(700, 1500) {
		forth = append(forth, fmt.Sprintf("moved {\n  from = a[%d]\n}\n", i))
		json = append(json, fmt.Sprintf(`{"from": "a[%d]"}`, i))
	}
	back = slices.Clone(forth)
	slices.Reverse(back)
	if found := compare(strings.Join(forth, ""), strings.Join(back, "")); !found.Equal() {
		t.Error(found.Messages())
	}
	inOrder := `{"moved": [` + strings.Join(json, ",") + `]}`
	if found := compare(strings.Join(forth, ""), inOrder); !found.Equal() {
		t.Error(found.Messages())
	}
	if found := compare(strings.Join(back, ""), inOrder); !found.Equal() {
		t.Error(found.Messages())
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(back), func(i, j int) { back[i], back[j] = back[j], back[i] })
	if found := compare(strings.Join(back, ""), inOrder); found.Verdict() != Unknown || len(found.Differences) > 0 {
		t.Error(found.Messages())
	}
}

// A missing schema is also reported if blocks are matched by trials.
func TestMissingSchemaOfSeveralBlocks(t *testing.T) {
	body := &tables.Body{Remain: tables.RemainAttributes,
		Origin: tables.Origin{Kind: tables.FailedSchema, Reason: "nobody has it"}}
	d := &schema.Dialect{Name: "x", Root: &tables.Body{Blocks: []tables.Block{{Type: "b", Body: body}}}}
	found := Compare(
		source("a", "b {\n  x = 1\n}\nb {\n  x = 2\n}\n"), source("b", `{"b": [{"x": 2}, {"x": 1}]}`), d, Options{})
	if len(found.Diagnostics) != 1 || found.Diagnostics[0].Detail != body.Origin.Reason {
		t.Errorf("%d: %s", found.Verdict(), found.Messages())
	}
}

// TestCommentsInTrials checks that comments in blocks that are matched by trial are compared.
func TestCommentsInTrials(t *testing.T) {
	const native = "moved {\n  # x\n  from = a\n}\nmoved {\n  # y\n  from = b\n}\n"
	const x = `{"//": {"at": {"from": {"above": "x"}}}, "from": "a"}`
	const y = `{"//": {"at": {"from": {"above": "y"}}}, "from": "b"}`
	for json, want := range map[string]bool{
		`{"moved": [` + x + `, ` + y + `]}`:              true,
		`{"moved": [` + y + `, ` + x + `]}`:              true,
		`{"moved": [` + y + `, {"from": "a"}]}`:          false,
		`{"moved": [{"from": "b"}, ` + x + `]}`:          false,
		`{"moved": [{"from": "b"}, {"from": "a"}]}`:      false,
		`{"moved": [` + x + `, ` + y + `], "//": "new"}`: false,
	} {
		a, b := source("a", native), source("b", json)
		for range 2 {
			if got := Compare(a, b, testDialect(), Options{Comments: true}); got.Equal() != want {
				t.Errorf("%s from %s: equal %t: %s", json, a.Filename, got.Equal(), got.Messages())
			}
			a, b = b, a
		}
	}
}
