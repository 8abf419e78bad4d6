package equivalent

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema"
)

func TestDifferent(t *testing.T) {
	interleaved := "any {\n  s {\n    a = 1\n  }\n  dynamic \"s\" {\n    for_each = x\n    content {}\n  }\n  s {\n    " +
		"a = 2\n  }\n}\n"
	tests := []struct{ name, a, b, summary string }{
		// Expressions.
		{"digit", inLocal("12345678901234567890123"), inLocalJSON("12345678901234567890124"), "Different value"},
		{"fraction", inLocal("0.1"), inLocalJSON("0.10000000000000000000000000001"), "Different value"},
		{"minus zero", inLocal("0"), inLocalJSON("-0"), "Different value"},
		{"sign", inLocal("5"), inLocalJSON("-5"), "Different value"},
		{"huge exponent in a key", inLocal("{ (1e40000) = 1 }"), inLocal("{ (1e40001) = 1 }"), "Different value"},
		{"small exponent in a key", inLocal("{ (1e-40000) = 1 }"), inLocal("{ (1e-40001) = 1 }"), "Different value"},
		{"small exponent", inLocal("1e-999999"), inLocalJSON("1e-999998"), "Different value"},
		{"sign of a small number", inLocal("1e-999999"), inLocalJSON("-1e-999999"), "Different value"},
		{"text of a small number", "variable \"a\" {\n  default = \"a${1e-300000}\"\n}\n",
			`{"variable": {"a": {"default": "a"}}}`,
			"Value too large"},
		{"huge exponent", inLocal("1e400000"), inLocalJSON("1e400001"), "Different value"},
		{"type", inLocal("5"), inLocalJSON(`"5"`), "Different value"},
		{"null", inLocal("null"), inLocalJSON(`""`), "Different value"},
		{"lost escape", inLocal(`"$${x}"`), inLocalJSON(`"${x}"`), "Different value"},
		{"added escape", inLocal(`"${x}"`), inLocalJSON(`"$${x}"`), "Different value"},
		{"lost directive escape", inLocal(`"%%{ if x }"`), inLocalJSON(`"%{ if x }a%{ endif }"`), "Different value"},
		{"text for expression", inLocal("a.b"), inLocalJSON(`"a.b"`), "Different value"},
		{"template for expression", inLocal("a"), inLocalJSON(`" ${a}"`), "Different value"},
		{"conversion to string", inLocal(`"%{if a}${b}%{endif}"`), inLocalJSON(`"${a ? b : \"\"}"`), "Different value"},
		{"invalid template", inLocal(`"$${"`), inLocalJSON(`"${"`), ""},
		{"lone CR", inLocal(`"a\rb${x}"`), inLocalJSON(`"a\rb${x}"`), "Different value"},
		{"control character", inLocal("\"a\x01${b}\""), inLocalJSON(`"a\\${b}"`), "Different value"},
		{"byte order mark", inLocal(`"\uFEFFa"`), inLocalJSON(`"\uFEFFa"`), "Different value"},
		{"strip marker", inLocal(`"${x ~}\n\n  b"`), inLocalJSON(`"${x ~}\n\n  b"`), "Different value"},
		{"heredoc indent", inLocal("<<-EOT\n    a\n    EOT"), inLocalJSON(`"    a\n"`), "Different value"},
		{"last newline", inLocal("<<EOT\na\nEOT"), inLocalJSON(`"a"`), "Different value"},
		{"operator", inLocal("a + b"), inLocalJSON(`"${a - b}"`), "Different value"},
		{"operand order", inLocal("a - b"), inLocalJSON(`"${b - a}"`), "Different value"},
		{"precedence", inLocal("(a + b) * c"), inLocalJSON(`"${a + b * c}"`), "Different value"},
		{"splat parentheses", inLocal("(a[*]).b"), inLocalJSON(`"${a[*].b}"`), "Different value"},
		{"reference parentheses", inLocal("(a.b).c"), inLocalJSON(`"${a.b.c}"`), "Different value"},
		{"index kind", inLocal(`a["b"]`), inLocalJSON(`"${a.b}"`), "Different value"},
		{"index type", inLocal(`a["0"]`), inLocalJSON(`"${a[0]}"`), "Different value"},
		{"function", inLocal("f(a)"), inLocalJSON(`"${g(a)}"`), "Different value"},
		{"expansion", inLocal("f(a...)"), inLocalJSON(`"${f(a)}"`), "Different value"},
		{"for variable", inLocal("[for a in b : a]"), inLocalJSON(`"${[for c in b : a]}"`), "Different value"},
		{"for condition", inLocal("[for a in b : a if a]"), inLocalJSON(`"${[for a in b : a]}"`), "Different value"},
		{"for grouping", inLocal("{for a in b : a => 1...}"), inLocalJSON(`"${{for a in b : a => 1}}"`), "Different value"},
		{"tuple order", inLocal("[1, 2]"), inLocalJSON("[2, 1]"), "Different value"},
		{"tuple length", inLocal("[1]"), inLocalJSON("[1, 1]"), "Different value"},
		{"object key", inLocal("{ a = 1 }"), inLocalJSON(`{"b": 1}`), "Different value"},
		{"computed key", inLocal("{ (a) = 1 }"), inLocalJSON(`{"a": 1}`), "Different value"},
		{"computed key order", inLocal("{ (a) = 1, (b) = 2 }"), inLocal("{ (b) = 2, (a) = 1 }"), "Different value"},
		{"duplicate key", inLocal("{ a = 1, a = 2 }"), inLocalJSON(`{"a": 1, "a": 2}`), "Duplicate object key"},
		{"duplicate key order", inLocal("{ a = 1, a = 2 }"), inLocal("{ a = 2, a = 1 }"), "Different value"},
		{"ambiguous key", inLocal("{ a.b = 1 }"), inLocalJSON(`{"a.b": 1}`), "Different value"},

		// Bodies.
		{"missing attribute", inLocal("1"), `{"locals": {}}`, "Missing attribute"},
		{"added attribute", "locals {}\n", inLocalJSON("1"), "Added attribute"},
		{"null for absence", "resource \"a\" \"b\" {}\n", `{"resource": {"a": {"b": {"count": null}}}}`, "Added attribute"},
		{"comment read as argument", "bare {}\n", `{"bare": {"//": "x"}}`, "Added attribute"},
		{"duplicate attribute", inLocal("1"), `{"locals": {"x": 1, "x": 2}}`, "Duplicate attribute definition"},
		{"unknown property", "", `{"$schema": "x"}`, "Added attribute"},
		{"attribute in several bodies", "locals {\n  x = 1\n}\nlocals {\n  x = 2\n}\n",
			`{"locals": [{"x": 1}, {"x": 1}]}`, "Different value"},
		{"block for attribute", "any {\n  a = { b = 1 }\n}\n", "any {\n  a {\n    b = 1\n  }\n}\n", "Missing attribute"},
		{"array for attribute", "any {\n  a = { b = 1 }\n}\n", `{"any": {"a": [{"b": 1}]}}`, "Different value"},
		{"block for listed attribute", `{"resource": {"a": {"b": {"count": {}}}}}`, "resource \"a\" \"b\" {\n  count {}\n}\n",
			"Missing attribute"},
		{"attribute for listed block", `{"resource": {"a": {"b": {"lifecycle": {}}}}}`,
			"resource \"a\" \"b\" {\n  lifecycle = {}\n}\n", "Added attribute"},
		{"number of blocks", "moved {}\nmoved {}\n", `{"moved": [{}]}`, "Missing block"},
		{"number of labelled blocks", "variable \"a\" {}\n", `{"variable": {"a": [{}, {}]}}`, "Added block"},
		{"block lost", "moved {}\n", `{"moved": null}`, "Missing block"},
		{"label changed", "variable \"a\" {}\n", `{"variable": {"b": {}}}`, "Missing block"},
		{"label lost", `{"resource": {"a": {"b": {}}}}`, "resource \"a\" {\n  b {}\n}\n", ""},
		{"comment at a label", "variable \"a\" {}\n", `{"variable": {"//": {"above": "c"}, "a": {}}}`, ""},
		{"comment text at a label", "variable \"a\" {}\n", `{"variable": {"//": "c", "a": {}}}`, "Incorrect JSON value type"},
		{"empty label level", "", `{"variable": {}}`, "Missing block label"},
		{"array body without order", "locals {\n  a = 1\n}\n", `{"locals": [[{"a": 1}]]}`, "Incorrect JSON value type"},
		{"array for attribute and block", "generate \"p\" {}\n", `{"generate": [{"p": {}}]}`, "Object required"},
		{"array of bodies for attribute and block", "generate \"p\" {}\n", `{"generate": {"p": [{}]}}`, "Object required"},

		{"text of a reference in a dynamic block",
			"any {\n  dynamic \"s\" {\n    for_each = x\n    content {\n      a = var.y\n    }\n  }\n}\n",
			`{"any": {"dynamic": {"s": {"for_each": "${x}", "content": {"a": "$${var.y}"}}}}}`, "Different value"},

		// Order.
		{"provisioners", "resource \"a\" \"b\" {\n  provisioner \"x\" {}\n  provisioner \"y\" {}\n}\n",
			`{"resource": {"a": {"b": {"provisioner": {"y": {}, "x": {}}}}}}`, "Different order"},
		{"static and dynamic", interleaved,
			`{"any": {"s": [{"a": 1}, {"a": 2}], "dynamic": {"s": {"for_each": "${x}", "content": {}}}}}`, "Different order"},
		{"JSON static and dynamic", `{"any": [[{"s": {"a": 1}}, {"dynamic": {"s": {"for_each": []}}}]]}`,
			`{"any": [[{"dynamic": {"s": {"for_each": []}}}, {"s": {"a": 1}}]]}`, "Different order"},
		{"sequence", "build {\n  post-processor \"a\" {}\n  post-processors {}\n}\n",
			`{"build": {"post-processors": {}, "post-processor": {"a": {}}}}`, "Different order"},
		{"unordered and dynamic", "resource \"a\" \"b\" {\n  lifecycle {}\n  dynamic \"lifecycle\" {\n  }\n}\n",
			"resource \"a\" \"b\" {\n  dynamic \"lifecycle\" {\n  }\n  lifecycle {}\n}\n", "Different order"},
		{"sequence and dynamic", "build {\n  dynamic \"post-processor\" {}\n  post-processors {}\n}\n",
			"build {\n  post-processors {}\n  dynamic \"post-processor\" {}\n}\n", "Different order"},
		{"dynamic blocks in a body without them", "dynamic \"a\" {}\ndynamic \"b\" {}\n", "dynamic \"b\" {}\ndynamic \"a\" {}\n",
			"Different order"},
		{"value in an unlisted block", "rest {\n  x {\n    a = \"$${b}\"\n  }\n}\n",
			`{"rest": {"x": {"a": "$${b}"}}}`, "Different value"},
		{"unknown blocks", "any {\n  t \"a\" {}\n  t \"b\" {}\n}\n", `{"any": {"t": {"b": {}, "a": {}}}}`, "Different order"},

		// Rules for expressions.
		{"literal escape", "variable \"a\" {\n  default = \"$${x}\"\n}\n", `{"variable": {"a": {"default": "$${x}"}}}`,
			"Different value"},
		{"literal key escape", "variable \"a\" {\n  default = { \"$${x}\" = 1 }\n}\n",
			`{"variable": {"a": {"default": {"$${x}": 1}}}}`, "Different value"},
		{"literal variable", "variable \"a\" {\n  default = x\n}\n", `{"variable": {"a": {"default": "${x}"}}}`,
			"Different value"},
		{"dependent body", "backend \"literal\" {\n  a = \"$${x}\"\n}\n", `{"backend": {"literal": {"a": "$${x}"}}}`,
			"Different value"},
		{"wrapped traversal", "moved {\n  from = a.b\n}\n", `{"moved": {"from": "${a.b}"}}`, "Different value"},
		{"legacy index in JSON", "moved {\n  from = a[0].b\n}\n", `{"moved": {"from": "a.0.b"}}`, "Different value"},
		{"wrapped reference", "resource \"a\" \"b\" {\n  provider = p.q\n}\n",
			`{"resource": {"a": {"b": {"provider": "${p.q}"}}}}`, "Different value"},
		{"traversal element", "resource \"a\" \"b\" {\n  depends_on = [a.b]\n}\n",
			`{"resource": {"a": {"b": {"depends_on": ["${a.b}"]}}}}`, "Different value"},
		{"list as text", "resource \"a\" \"b\" {\n  depends_on = [a.b]\n}\n",
			`{"resource": {"a": {"b": {"depends_on": "[a.b]"}}}}`, "Different value"},
		{"keyword", "resource \"a\" \"b\" {\n  lifecycle {\n    ignore_changes = all\n  }\n}\n",
			`{"resource": {"a": {"b": {"lifecycle": {"ignore_changes": ["all"]}}}}}`, "Different value"},
		{"type", "variable \"a\" {\n  type = list(string)\n}\n", `{"variable": {"a": {"type": "list(number)"}}}`,
			"Different value"},
		{"wrapped type", "variable \"a\" {\n  type = string\n}\n", `{"variable": {"a": {"type": "${string}"}}}`,
			"Different value"},
		{"quoted type", `{"variable": {"a": {"type": "string"}}}`, "variable \"a\" {\n  type = \"string\"\n}\n",
			"Different value"},
		{"key after a duplicate key", "variable \"a\" {\n  default = { a = 1, a = 2, b = 3 }\n}\n",
			`{"variable": {"a": {"default": {"a": 2}}}}`, "Different value"},
		{"quoted types of blocks in another order", `{"variable": {"a": [{"type": "string"}, {"type": "number"}]}}`,
			"variable \"a\" {\n  type = \"number\"\n}\nvariable \"a\" {\n  type = \"string\"\n}\n",
			"Different value"},
		{"quoted reference", `{"keys": "foo.bar"}`, "keys = \"foo.bar\"\n", "Different value"},
		{"word for a reference", "keys = foo\n", `{"keys": "foo"}`, "Different value"},
		{"static map value", "module \"m\" {\n  providers = { a = b }\n}\n",
			`{"module": {"m": {"providers": {"a": "${b}"}}}}`, "Different value"},
		{"static map key", "module \"m\" {\n  providers = { a = b }\n}\n", `{"module": {"m": {"providers": {"c": "b"}}}}`,
			"Different value"},
		{"field", "required_providers {\n  a = { configuration_aliases = [a.b] }\n}\n",
			`{"required_providers": {"a": {"configuration_aliases": ["a.c"]}}}`, "Different value"},

		// Names of a name table.
		{"no value of an unknown name", `{"surveyed": {"other": []}}`, "surveyed {}\n", "Missing attribute"},
		{"known attribute", `{"surveyed": {"tags": {"a": 1}}}`, `{"surveyed": {"tags": [{"a": 1}]}}`, "Different value"},

		{"empty list of a list argument", `{"likely": {"ingress": []}}`, `{"likely": {}}`, "Missing attribute"},

		// Both sides in the same syntax.
		{"label or block", "any {\n  a \"b\" {\n    c {}\n  }\n}\n", "any {\n  a \"b\" \"c\" {}\n}\n", ""},
		{"JSON dynamic order", `{"any": {"o": {"p": [{"n": 1}], "dynamic": {"p": {"for_each": [2]}}}}}`,
			`{"any": {"o": {"dynamic": {"p": {"for_each": [2]}}, "p": [{"n": 1}]}}}`, "Different order"},
		{"JSON undecided", `{"any": {"a": {"b": 1}}}`, `{"any": {"a": [{"b": 2}]}}`, "Different value"},
		{"undecided JSON next to a list", `{"any": {"a": {"b": 1}, "c": ["x"]}}`, `{"any": {"a": [{"b": 2}], "c": ["x"]}}`,
			"Different value"},
		{"JSON list next to undecided JSON", `{"any": {"a": {"b": 1}, "c": ["x"]}}`, `{"any": {"a": {"b": 1}, "c": ["y"]}}`,
			"Different value"},
		{"JSON null for a body", `{"any": {"a": null}}`, `{"any": {"a": {}}}`, "Different value"},
		{"JSON order of undecided", `{"any": {"a": [{"b": 1}, {"b": 2}]}}`, `{"any": {"a": [{"b": 2}, {"b": 1}]}}`,
			"Different value"},
		{"JSON numbers", `{"any": {"a": 1}}`, `{"any": {"a": 1.5}}`, "Different value"},

		// Files that cannot be compared.
		{"native syntax", "a = \n", `{}`, ""},
		{"JSON syntax", "", `{`, ""},
		{"constant too large", "variable \"a\" {\n  default = \"${1e400000000}\"\n}\n",
			`{"variable": {"a": {"default": ""}}}`, "Value too large"},
		{"constant too long",
			"variable \"a\" {\n  default = " + strings.Repeat("[for x in [1,2,3,4,5,6,7,8,9,0] : ", 12) + "x" +
				strings.Repeat("]", 12) + "\n}\n",
			`{"variable": {"a": {"default": ""}}}`, "Value too large"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			diags := compare(test.a, test.b).Messages()
			if !diags.HasErrors() {
				t.Fatal("no difference found")
			}
			for _, diag := range diags {
				if diag.Severity == hcl.DiagError && (test.summary == "" || diag.Summary == test.summary) {
					if diag.Subject == nil {
						t.Errorf("no place: %s", diag)
					}
					return
				}
			}
			t.Errorf("want %q, got %s", test.summary, diags)
		})
	}
}

func TestDifferenceNamesBothSides(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"resource \"a\" \"b\" {\n  x = 1\n}\n", `{"resource": {"a": {"b": {"x": 2}}}}`,
			`a.hcl:2,7-8: Different value; resource "a" "b" > x: 1 at a.hcl:2,7-8, but 2 at b.json:1,32-33.`},
		{"resource \"a\" \"b\" {\n  depends_on = [a.b]\n}\n", `{"resource": {"a": {"b": {"depends_on": "[a.b]"}}}}`,
			`a.hcl:2,16-21: Different value; resource "a" "b" > depends_on: [a.b] at a.hcl:2,16-21, ` +
				`but not a static list or map: [a.b] at b.json:1,41-48.`},
		{"variable \"a\" {\n  type = list\n}\n", `{"variable": {"a": {"type": "${list}"}}}`,
			`a.hcl:2,10-14: Different value; variable "a" > type: list(any) at a.hcl:2,10-14, ` +
				`but text: ${list} at b.json:1,29-38.`},
		{"moved {\n  from = a\n}\n", "moved {\n  from = f(b)\n}\n",
			`a.hcl:2,10-11: Different value; moved > from: a at a.hcl:2,10-11, ` +
				`but an expression that the product does not accept here: f(b) at b.hcl:2,10-14.`},
		{inLocal("1"), "\nlocals {\n}\n",
			`a.hcl:2,3-8: Missing attribute; locals > x: 1 at a.hcl:2,3-8 is not in b.hcl.`},
		{"\nlocals {\n}\n", inLocal("1"), `b.hcl:2,3-8: Added attribute; locals > x: 1 at b.hcl:2,3-8 is not in a.hcl.`},
		{"variable \"a\" {}\n", `{}`,
			`a.hcl:1,1-13: Missing block; variable "a": variable "a" at a.hcl:1,1-13 is not in b.json.`},
		{`{}`, "variable \"a\" {}\n",
			`b.hcl:1,1-13: Added block; variable "a": variable "a" at b.hcl:1,1-13 is not in a.json.`},
		{"any {\n  t \"a\" {}\n  t \"b\" {}\n}\n", "any {\n  t \"b\" {}\n  t \"a\" {}\n}\n",
			`a.hcl:2,3-8: Different order; any: t "a", t "b" at a.hcl:2,3-8, but t "b", t "a" at b.hcl:2,3-8.`},
		{"# c\nmoved {}\n", "moved {}\n", `a.hcl:1,1-4: Comment lost; The file: # c at a.hcl:1,1-4 is not in b.hcl.`},
		{`{"moved": {}}`, `{"//": "c", "moved": {}}`,
			`b.json:1,2-6: Comment added; The file: # c at b.json:1,2-6 is not in a.json.`},
		{inLocal("a # é\n  y = 2"), inLocalJSON(`"${a}", "y": 2`),
			`a.hcl:2,9-12: Comment lost; The file: # é at a.hcl:2,9-12 is not in b.json.`},
		{inLocal("a"), inLocalJSON(`"${a /* c */}"`),
			`b.json:1,18-32: Comment added; The file: /* c */ at b.json:1,18-32 is not in a.hcl.`},
	} {
		diags := Compare(source("a", test.a), source("b", test.b), testDialect(), Options{Comments: true}).Messages()
		if len(diags) != 1 {
			t.Fatalf("want one difference, got %s", diags)
		}
		if got := diags.Error(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// deep returns texts with nested brackets, and with long chains of operators or steps. n decides
// whether hashicorp/hcl can parse them.
func deep(n int) map[string]string {
	brackets := strings.Repeat("[", n) + strings.Repeat("]", n)
	return map[string]string{
		"brackets":         inLocal(brackets),
		"blocks":           strings.Repeat("a {\n", n) + strings.Repeat("}\n", n),
		"templates":        inLocal(strings.Repeat(`"${`, n/2) + "a" + strings.Repeat(`}"`, n/2)),
		"JSON":             inLocalJSON(brackets),
		"template in JSON": inLocalJSON(`"${` + brackets + `}"`),
		"type in JSON": `{"variable": {"a": {"type": "` + strings.Repeat("list(", n) + "any" + strings.Repeat(")", n) +
			`"}}}`,
	}
}

func long(n int) map[string]string {
	return map[string]string{
		"unary operators":  inLocal(strings.Repeat("!", n) + "a"),
		"binary operators": inLocal("a" + strings.Repeat(" + a", n)),
		"conditionals":     inLocal(strings.Repeat("a ? b : ", n) + "c"),
		"comparisons":      inLocal(strings.Repeat("a == b ? c : ", n/2) + "d"),
		"indexes":          inLocal("a" + strings.Repeat("[b]", n)),
		"splats":           inLocal("a" + strings.Repeat("[*]", n/2)),
		"steps":            inLocal("a" + strings.Repeat(".b", n)),
		"namespaces":       inLocal("a" + strings.Repeat("::b", n) + "()"),
		"directives": inLocal(`"` + strings.Repeat("%{ if a }", n/2) + strings.Repeat("%{ endif }", n/2) +
			`"`),
		"operators in brackets": inLocal(strings.Repeat("("+strings.Repeat("-", n/10), 10) + "a" +
			strings.Repeat(")", 10)),
		"lines of a for expression": inLocal("{for k, v in a: k =>\n" + strings.Repeat("!\n", n) + "v}"),
		"lines in JSON":             inLocalJSON(`"${` + strings.Repeat(`!\n`, n) + `a}"`),
		"lines of a type in JSON":   `{"variable": {"a": {"type": "` + strings.Repeat(`!\n`, n) + `a"}}}`,
	}
}

func TestTooDeep(t *testing.T) {
	read := func(texts map[string]string, want bool) {
		for name, src := range texts {
			t.Run(name, func(t *testing.T) {
				diags := compare(src, src).Messages()
				if want && diags.HasErrors() {
					t.Errorf("cannot be compared: %s", diags)
				}
				if !want && (!diags.HasErrors() || diags[0].Subject == nil || diags[0].Summary != undecidedSummary) {
					t.Errorf("got %s", diags)
				}
			})
		}
	}
	read(deep(900), true)
	read(deep(2_100), false)
	read(long(oracles.Rounds(3_000, 9_900)), true)
	read(long(22_000), false)
}

// TestTooSlow checks that numbers and templates with quadratic parsing time are parsed up to the
// length that a file can contain. The templates cannot be split: the lines of the first are too
// short to omit, and the second is a single line.
func TestTooSlow(t *testing.T) {
	heredoc := func(line string, n int) string {
		return inLocal("<<-EOT\n%{ if x }\n" + strings.Repeat(line, n) + "%{ endif }\nEOT")
	}
	digits := strings.Repeat("1", maxNumber)
	inString := func(text string) string { return inLocalJSON(`"` + text + `"`) }
	for name, test := range map[string]struct{ fine, slow string }{
		"lines":     {heredoc("x\n", 5_000), heredoc("x\n", 150_000)},
		"sequences": {heredoc("${a}\n", oracles.Rounds(2_000, 50_000)), heredoc("a $ ${a}", 60_000)},
		"JSON":      {inString(strings.Repeat("$", 10_000)), inString(strings.Repeat("$", 300_000))},
		"number":    {inLocal(digits), inLocal(digits + "1")},
		"in JSON":   {inLocalJSON(digits), inLocalJSON(digits + "1")},
	} {
		t.Run(name, func(t *testing.T) {
			if diags := compare(test.fine, test.fine).Messages(); diags.HasErrors() {
				t.Error(diags)
			}
			diags := compare(test.slow, test.slow).Messages()
			if !diags.HasErrors() || diags[0].Summary != undecidedSummary || diags[0].Subject == nil || diags[0].Subject.Empty() {
				t.Errorf("got %s", diags)
			}
		})
	}
	diags := compare("locals {\n  a = 1\n  x = \""+strings.Repeat("$", 300_000)+"\"\n}\n", "{}").Messages()
	if got := diags[0].Subject; got.Start.Line != 3 || got.Start.Column != 7 || got.Filename != "a.hcl" {
		t.Errorf("the place is %s", got)
	}
}

// TestLongHeredoc compares a heredoc that hashicorp/hcl parses in one second.
func TestLongHeredoc(t *testing.T) {
	lines := strings.Repeat(`some $ text\n`, 10_000)
	found := compare(inLocal("<<EOT\n"+strings.ReplaceAll(lines, `\n`, "\n")+"EOT"), inLocalJSON(`"`+lines+`"`))
	if !found.Equal() {
		t.Error(found.Messages())
	}
}

// Unreadable text is reported once, and is not a difference.
func TestUnreadableIsNoDifference(t *testing.T) {
	value := strings.Repeat("[", 1100) + strings.Repeat("]", 1100)
	for _, format := range []string{
		inLocalJSON(`{"${k}": "%s"}`), inLocalJSON(`[["%s"], {"a": "%[1]s"}]`), `{"variable": {"a": {"type": "%s"}}}`,
		`{"moved": {"from": "%s"}}`, `{"resource": {"a": {"b": {"provider": "%s"}}}}`,
	} {
		found := compare(fmt.Sprintf(format, "${"+value+"}"), fmt.Sprintf(format, "x"))
		if !strings.HasPrefix(format, `{"locals`) {
			found = compare(fmt.Sprintf(format, value), fmt.Sprintf(format, "x"))
		}
		if found.Verdict() != Unknown || len(found.Differences) > 0 {
			t.Error(found.Messages())
		}
	}
}

func TestNoDialect(t *testing.T) {
	for _, d := range []*schema.Dialect{nil, {}, {Name: "x"}} {
		if found := Check([]byte("a = 1\n"), []byte(`{"a": 1}`), d); found.Verdict() != Unknown {
			t.Errorf("%v compares: %s", d, found.Messages())
		}
	}
}

// An error that prevents a comparison has a position.
func TestPositionsOfErrors(t *testing.T) {
	for _, test := range []struct {
		dialect *schema.Dialect
		src     string
		want    string
	}{
		{testDialect(), "a = \n",
			`a.hcl:1,5-2,1: Invalid expression; Expected the start of an expression, but found an invalid`},
		{testDialect(), `{"a" 1}`,
			`a.json:1,6-7: Missing property value colon; A colon must appear between an object property's name`},
		{testDialect(), "{\n\"locals\": {\"a\": \"x ${a +}\"}}",
			`a.json:2,25-26: Invalid expression; Expected the start of an expression, but found an invalid`},
		{testDialect(), `{"locals": {"a": {"b": 1, "c": 2, "b": 3}}}`,
			`a.json:1,35-38: Duplicate object key; The product does not accept an object with the key "b" twice.`},
		{testDialect(), `{"locals": {"a": 1, "a": 2}}`,
			`a.json:1,21-24: Duplicate attribute definition; The argument "a" was already set at a.json:1,13-19.`},
		{testDialect(), `{"resource": {"a": {"b": {"depends_on": ["a +"]}}}}`,
			`a.json:1,42-47: Not in the schema; The language requires a reference, a keyword or a type here; the`},
		{testDialect(), `{"moved": {"from": ["a.b"]}}`,
			`a.json:1,20-27: Not in the schema; The language requires a string here; the expression is compared`},
		{testDialect(), "variable \"a\" {\n  default = [1e999999999 + 1]\n}\n",
			`a.hcl:2,14-29: Value too large; The constant expression is not evaluated, so it cannot be compared.`},
		{testDialect(), "locals {\n  a = " + strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth) + "\n}\n",
			`a.hcl:2,1005-1006: Cannot tell; The file cannot be compared: brackets, blocks or templates are more`},
		{testDialect(), `{"locals": {"a": "${` + strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth) + `}"}}`,
			`a.json:1,18-2023: Cannot tell; The template cannot be compared: brackets, blocks or templates are`},
		{testDialect(), "{\"a\":\n" + strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth) + `}`,
			`a.json:2,1000-1001: Cannot tell; The file cannot be compared: brackets, blocks or templates are`},
		{testDialect(), "keys = \"a\"\nlocals \"x\" {}\n",
			`a.hcl:1,1-1: Misused name; The file: "locals" is used against its definition in the language; it is`},
		{shapeDialect(), ` [{"a": 1}]`, `a.json:1,2-3: Array at the root; A JSON file of shapes must be one object.`},
		{shapeDialect(), `{"list": {"a": {}}}`,
			`a.json:1,10-19: Array required; The product takes an array for "list" in JSON, even for a single`},
		{shapeDialect(), "generate \"a\" {}\ngenerate \"a\" {}\n",
			`a.hcl:2,1-13: Not in the schema; The file: the language allows a generate "a" block only once.`},
		{shapeDialect(), "list \"a\" {}\ngenerate \"a\" {}\ngenerate \"a\" {}\n",
			`a.hcl:3,1-13: Not in the schema; The file: the language allows a generate "a" block only once.`},
		{shapeDialect(), `{"a": "x\n${N}"}`,
			`a.json:1,7-16: Misread by the product; The product reads the text of a reference from the wrong`},
		{nil, `{}`,
			`<nil>: No dialect; The dialect is nil, or has no root body. The packages below schema have one for`},
	} {
		result := Read([]Source{source("a", test.src)}, test.dialect, Options{}).Compare([]Source{source("a", test.src)})
		if got := result.Messages()[0].Error(); !strings.HasPrefix(got, test.want) {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
