package equivalent

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// netSchemas are the schemas of two providers with arguments that may be written as blocks.
const netSchemas = `{"format_version": "1.0", "provider_schemas": {
  "registry.terraform.io/hashicorp/net": {"resource_schemas": {"net_group": {"version": 0, "block": {
    "attributes": {
      "ingress": {"type": ["set", ["object", {"from": "number", "label": "string", "port": ["list", ["object", {"n": "number", "x": "string"}]]}]]}
    },
    "block_types": {"disk": {"nesting_mode": "list", "block": {"attributes": {"part": {"type": ["list", ["object", {"k": "string", "v": "string"}]]}}}}}
  }}}, "state_store_schemas": {"net_store": {"version": 0, "block": {"attributes": {"ingress": {"type": ["list", ["object", {"label": "string"}]]}}}}}},
  "example.com/me/own": {"resource_schemas": {"thing_group": {"version": 0, "block": {
    "attributes": {"ingress": {"type": ["list", ["object", {"from": "number", "label": "string"}]]}}
  }}}}
}}`

// netDialects are the language without schemas and with them.
func netDialects(t *testing.T) (unknown, known *schema.Dialect) {
	t.Helper()
	schemas, diags := provider.Read([]byte(netSchemas), "schemas.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	requires, diags := provider.ReadRequirements(
		[]provider.File{
			{Source: convert.NewSource(
				"terraform {\n  required_providers {\n    own = { source = \"example.com/me/own\" }\n  }\n}\n",
				"a.tf", false)}},
		false)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	target, err := opentofu.ParseTarget("terraform@1.11")
	if err != nil {
		t.Fatal(err)
	}
	unknown = opentofu.Config(target)
	return unknown, languages.WithPlugins(unknown, provider.Define(requires, provider.FindAmong(schemas)))
}

// inGroup returns a resource with a body in native syntax or with JSON members.
func inGroup(body string) string { return inThing("net_group", body) }

func inThing(typ, body string) string {
	if strings.HasPrefix(body, `"`) {
		return `{"resource": {"` + typ + `": {"a": {` + body + `}}}}`
	}
	return `resource "` + typ + "\" \"a\" {\n" + body + "\n}\n"
}

// asBlocksCase is a pair of bodies. summaries are the summaries of the diagnostics, joined by
// commas; text is part of the first error.
type asBlocksCase struct{ name, a, b, summaries, text string }

func (test asBlocksCase) check(t *testing.T, d *schema.Dialect, a, b string) {
	t.Helper()
	diags := Compare(source("a", a), source("b", b), d, Options{Comments: true}).Messages()
	var summaries []string
	first := ""
	for _, diag := range diags {
		summaries = append(summaries, diag.Summary)
		if first == "" && diag.Severity == hcl.DiagError {
			first = diag.Error()
		}
		if diag.Subject == nil || diag.Subject.Filename == "" {
			t.Errorf("no place: %s", diag)
		}
	}
	if got := strings.Join(summaries, ", "); got != test.summaries {
		t.Errorf("got %q, want %q: %v", got, test.summaries, diags.Errs())
	}
	if !strings.Contains(first, test.text) {
		t.Errorf("%q is not in %q", test.text, first)
	}
}

const (
	other    = differentValue
	outside  = "Not in the schema"
	bothWays = "Argument and block with the same name"
)

// TestAsBlocks compares bodies whose arguments may be written as blocks, with the schema.
func TestAsBlocks(t *testing.T) {
	const one = "ingress {\n  from = 1\n}"
	idle := func(rest string) string { return `"dynamic": {"ingress": {` + rest + `}}` }
	tests := []asBlocksCase{
		// Arguments that a block omits are null in the object.
		{"nulls of omitted arguments", one, `"ingress": [{"from": 1, "label": null, "port": null}]`, "", ""},
		{"an argument of the object is not there", one, `"ingress": [{"from": 1}]`, other + ", " + other, "ingress[0].label"},
		{"a name that the object does not have", one, `"ingress": [{"from": 1, "label": null, "port": null, "z": null}]`,
			other, "ingress[0].z"},
		{"a name that the block should not have", "ingress {\n  from = 1\n  z = 2\n}",
			`"ingress": [{"from": 1, "label": null, "port": null}]`, other, `a block at a.hcl:2,1-8, but { "from" = 1`},
		{"a block that the block should not have", "ingress {\n  from = 1\n  z {}\n}",
			`"ingress": [{"from": 1, "label": null, "port": null}]`, other, "a block"},
		{"another value", one, `"ingress": [{"from": 2, "label": null, "port": null}]`, other, "ingress[0].from"},
		{"another value of native blocks", one, "ingress {\n  from = 2\n}", other, "ingress[0] > from"},
		{"an order", "ingress {\n  from = 1\n}\ningress {\n  from = 2\n}",
			`"ingress": [{"from": 2, "label": null, "port": null}, {"from": 1, "label": null, "port": null}]`,
			other + ", " + other, "ingress[0].from"},
		{"an element is null", "ingress {}", `"ingress": [null]`, other, ""},

		// How many there are.
		{"fewer", "ingress {}\ningress {}", `"ingress": [{"from": null, "label": null, "port": null}]`, other, "2 blocks"},
		{"more", "ingress {}",
			`"ingress": [{"from": null, "label": null, "port": null}, {"from": null, "label": null, "port": null}]`, other,
			"1 blocks at a.hcl:2,1-8, but [{"},
		{"none for one", one, `"name": null`, other + ", Added attribute", "1 blocks at a.hcl:2,1-8 is not in b.json"},
		{"one for none", "disk {}", "disk {}\n" + one, other, "1 blocks at b.hcl:3,1-8 is not in a.hcl"},
		{"an empty list for a block", one, `"ingress": []`, other, "1 blocks"},
		{"a block for an empty list", `"ingress": []`, one, other, "[] at a.json"},
		{"an empty list for none", "ingress = []", `"disk": []`, "Missing attribute", ""},
		{"an expression for a block", one, `"ingress": "${var.x}"`, other, "but var.x at b.json"},
		{"an object for a block", one, `"ingress": {"from": 1, "label": null, "port": null}`, other, "1 blocks"},

		// The product rejects this source. It is compared by its intended meaning.
		{"an object in the source", `"ingress": {"from": 1}`, one, "", ""},
		{"a list with one element in the source", `"ingress": [{"from": 1}]`, one, "", ""},
		{"an inner list in the source", `"ingress": [{"port": [{"n": 1}, {"x": "b"}]}]`,
			"ingress {\n  port {\n    n = 1\n  }\n  port {\n    x = \"b\"\n  }\n}", "", ""},
		{"an inner object in the source", `"ingress": [{"port": {"n": 1}}]`,
			"ingress {\n  port {\n    n = 1\n  }\n}", "", ""},
		{"an inner null in the source", `"ingress": [{"port": null}]`, "ingress {}", "", ""},
		{"an inner expression in the source", `"ingress": [{"port": "${var.x}"}]`, "ingress {\n  port {}\n}", other,
			"ingress[0].port"},
		{"another value in the source", `"ingress": {"from": 1}`, "ingress {\n  from = 2\n}", other, "ingress[0].from"},
		{"another inner value in the source", `"ingress": [{"port": [{}, {"n": 1}]}]`,
			"ingress {\n  port {}\n  port {\n    n = 2\n  }\n}", other, "ingress[0].port[1].n"},
		{"a name too many in the source", `"ingress": {"from": 1, "z": 2}`, one, other, "ingress[0].z"},
		{"a null element in the source", `"ingress": [null]`, "ingress {}", other, "ingress[0]"},
		{"an object for no block", `"ingress": {"from": 1}`, "disk {}", "Missing attribute, Added block", ""},

		// An argument and blocks.
		{"both on the first side", "ingress = []\n" + one, one, bothWays, "a.hcl:2,1-8"},
		{"both on the second side", one, "ingress = [{ from = 1, label = null, port = null }]\n" + one, bothWays,
			"b.hcl:2,1-8"},
		{"both on the second side, an argument on the first", "ingress = [{ from = 1, label = null, port = null }]",
			"ingress = var.x\n" + one, bothWays, "b.hcl:2,1-8"},
		{"both on both sides", "ingress = []\n" + one, "ingress = []\n" + one, bothWays, "a.hcl:2,1-8"},
		{"an argument and a dynamic block", one,
			`"ingress": [], ` + idle(`"for_each": [1], "iterator": "_", "content": {"from": 1}`), bothWays, "b.json"},

		// Labels, which no product accepts.
		{"a label", "ingress \"x\" {\n  from = 1\n}", `"ingress": [{"from": 1, "label": null, "port": null}]`, other,
			"a block with labels"},
		{"a label on both sides", "ingress \"x\" {}", "ingress \"x\" {}", other, "a block with labels"},
		{"a label on the second side", one, "ingress \"x\" {\n  from = 1\n}", other,
			"but a block with labels at b.hcl:2,1-12"},
		{"a label of an inner block", "ingress {\n  port \"x\" {}\n}",
			`"ingress": [{"from": null, "label": null, "port": [{"n": null, "x": null}]}]`, other, "a block"},
		{"a label of a block in a block of the schema", "disk {\n  part \"x\" {}\n}",
			`"disk": {"part": [{"k": null, "v": null}]}`, other, "a block with labels"},

		// A dynamic block that makes one block.
		{"made once", one, idle(`"for_each": [1], "iterator": "_", "content": {"from": 1}`), "", ""},
		{"made once, in arrays", one,
			`"dynamic": [{"ingress": [{"for_each": [1], "iterator": "_", "content": [{"from": 1}]}]}]`, "", ""},
		{"made once, with a longer name", one, idle(`"for_each": [1], "iterator": "___", "content": {"from": 1}`), "", ""},
		{"made once, another value", one, idle(`"for_each": [1], "iterator": "_", "content": {"from": 2}`), other, "from"},
		{"made once, a property too many", one,
			idle(`"for_each": [1], "iterator": "_", "content": {"from": 1}, "labels": []`), other, "a dynamic block"},
		{"made once, with a comment", "# c\n" + one,
			idle(`"//": {"above": "c"}, "for_each": [1], "iterator": "_", "content": {"from": 1}`), "", ""},
		{"made once, a comment lost", "# c\n" + one, idle(`"for_each": [1], "iterator": "_", "content": {"from": 1}`),
			commentLost, "# c"},
		{"made once, with a comment inside", "ingress {\n  # c\n  from = 1\n}",
			idle(`"for_each": [1], "iterator": "_", "content": {"//": "c", "from": 1}`), "", ""},
		{"made once, a comment inside added", one,
			idle(`"for_each": [1], "iterator": "_", "content": {"//": "c", "from": 1}`), commentAdded, "# c"},
		{"created once next to the argument, with a comment", "# c\ningress = [{ from = 1, label = null, port = null }]",
			idle(`"for_each": [1], "iterator": "_", "content": {"//": "c", "from": 1}`), "", ""},
		{"created once next to the argument, a comment added", "ingress = [{ from = 1, label = null, port = null }]",
			idle(`"for_each": [1], "iterator": "_", "content": {"//": "c", "from": 1}`), commentAdded, "# c"},
		{"made once, a comment in the list added", one,
			idle(`"for_each": ["${1 /* c */}"], "iterator": "_", "content": {"from": 1}`), commentAdded, "/* c */"},
		{"made once in native syntax, with a comment", "ingress {\n  # c\n  from = 1\n}",
			"dynamic \"ingress\" {\n  # c\n  for_each = [1]\n  iterator = _\n  content {\n    from = 1\n  }\n}", "", ""},
		{"created once next to the argument", "ingress = [{ from = 1, label = null, port = null }]",
			idle(`"for_each": [1], "iterator": "_", "content": {"from": 1}`), "", ""},
		{"made once, left-over names", "ingress = [{ from = 1, label = null, port = null }]",
			idle(`"for_each": [1], "iterator": "_", "content": {"from": 1, "z": 1}`), other, "but a block"},
		{"created once, invalid content", "ingress = [{ from = 1, label = null, port = null }]",
			idle(`"for_each": [1], "iterator": "_", "content": {"from": 1, "from": 1}`), other, "but a block"},
		{"made once on both sides",
			"dynamic \"ingress\" {\n  for_each = [1]\n  iterator = _\n  content {\n    from = 1\n  }\n}",
			idle(`"for_each": [1], "iterator": "__", "content": {"from": 1}`), "", ""},

		// An invalid dynamic block.
		{"no for_each", one, idle(`"iterator": "_", "content": {"from": 1}`), other, "a dynamic block"},
		{"no iterator", one, idle(`"for_each": [1], "content": {"from": 1}`), other, "a dynamic block"},
		{"no content", one, idle(`"for_each": [1], "iterator": "_"`), other, "a dynamic block"},
		{"two contents", one, idle(`"for_each": [1], "iterator": "_", "content": [{"from": 1}, {"from": 1}]`), other,
			"a dynamic block"},
		{"another name of the iterator", one, idle(`"for_each": [1], "iterator": "it", "content": {"from": 1}`), other,
			"a dynamic block"},
		{"no name of the iterator", one, idle(`"for_each": [1], "iterator": 1, "content": {"from": 1}`), other,
			"a dynamic block"},
		{"made twice", one, idle(`"for_each": [1, 1], "iterator": "_", "content": {"from": 1}`), other, "a dynamic block"},
		{"not made", one, idle(`"for_each": [], "iterator": "_", "content": {"from": 1}`), other, "a dynamic block"},
		{"made from two", one, idle(`"for_each": [2], "iterator": "_", "content": {"from": 1}`), other, "a dynamic block"},
		{"made from text", one, idle(`"for_each": ["1"], "iterator": "_", "content": {"from": 1}`), other, "a dynamic block"},
		{"made from an expression", one, idle(`"for_each": "${var.x}", "iterator": "_", "content": {"from": 1}`), other,
			"a dynamic block"},
		{"refers to the iterator", "ingress {\n  from = _.value\n}",
			idle(`"for_each": [1], "iterator": "_", "content": {"from": "${_.value}"}`), other, "a dynamic block"},
		{"refers to the iterator in native syntax", "ingress {\n  from = _.value\n}",
			"dynamic \"ingress\" {\n  for_each = [1]\n  iterator = _\n  content {\n    from = _.value\n  }\n}", other,
			"a dynamic block"},
		{"refers to the iterator after another name", "ingress {\n  from = 1\n  label = _.value\n}",
			idle(`"for_each": [1], "iterator": "_", "content": {"from": 1, "label": "${_.value}"}`), other, "a dynamic block"},
		{"refers to the iterator in an array", "ingress {\n  from = 1\n  label = _.value\n}",
			idle(`"for_each": [1], "iterator": "_", "content": [{"from": 1, "label": "${_.value}"}]`), other, "a dynamic block"},
		{"refers to the iterator in an inner block", "ingress {\n  from = 1\n  port {\n    n = _.value\n  }\n}",
			idle(`"for_each": [1], "iterator": "_", "content": {"from": 1, "port": [{"n": "${_.value}", "x": null}]}`), other,
			"a dynamic block"},
		{"made once, nothing in it", "ingress {}\ningress {\n  from = 1\n}",
			`"dynamic": [{"ingress": {"for_each": [1], "iterator": "_", "content": {}}}, {"ingress": {"for_each": [1], ` +
				`"iterator": "_", "content": {"from": 1}}}]`, "", ""},
		{"refers to the iterator by an escape", "ingress {\n  from = _.value\n}",
			idle(`"for_each": [1], "iterator": "_", "content": {"from": "${\u005f.value}"}`), other, "a dynamic block"},
		{"refers to another name", "ingress {\n  from = _a.b\n}",
			idle(`"for_each": [1], "iterator": "_", "content": {"from": "${_a.b}"}`), "", ""},
		{"refers to the iterator of another block", "ingress {\n  from = _.value\n}",
			idle(`"for_each": [1], "iterator": "__", "content": {"from": "${_.value}"}`), "", ""},

		// Dynamic blocks.
		{"a dynamic block", "dynamic \"ingress\" {\n  for_each = var.x\n  content {\n    from = ingress.value\n  }\n}",
			idle(`"for_each": "${var.x}", "content": {"from": "${ingress.value}"}`), "", ""},
		{"another dynamic block", "dynamic \"ingress\" {\n  for_each = var.x\n  content {\n    from = ingress.value\n  }\n}",
			idle(`"for_each": "${var.y}", "content": {"from": "${ingress.value}"}`), other, "for_each"},
		{"a dynamic block for a block", one, idle(`"for_each": "${var.x}", "content": {"from": 1}`), other,
			"a block at a.hcl:2,1-8, but a dynamic block at b.json"},
		{"dynamic blocks in another order", one + "\ndynamic \"ingress\" {\n  for_each = var.x\n  content {}\n}",
			`"dynamic": [{"ingress": {"for_each": "${var.x}", "content": {}}}, {"ingress": {"for_each": [1], "iterator": ` +
				`"_", "content": {"from": 1}}}]`, other + ", " + other, ""},
		{"a dynamic block of something else", one + "\ndynamic \"disk\" {\n  for_each = var.x\n  content {}\n}",
			`"ingress": [{"from": 1, "label": null, "port": null}], "dynamic": {"disk": {"for_each": "${var.y}", "content": ` +
				`{}}}`, other, "for_each"},
		{"a dynamic block without a label", one + "\ndynamic {}", one + "\ndynamic {}", "Misused name", ""},
		{"a block with the label of a dynamic one", one + "\nprovisioner \"ingress\" {}",
			`"ingress": [{"from": 1, "label": null, "port": null}], "provisioner": {"ingress": {}}`, "", ""},
		{"elements in a dynamic block",
			"dynamic \"ingress\" {\n  for_each = var.x\n  content {\n    port {\n      n = 1\n    }\n  }\n}",
			idle(`"for_each": "${var.x}", "content": {"port": [{"n": 1, "x": null}]}`), "", ""},
		{"elements of blocks in a dynamic block", "dynamic \"disk\" {\n  for_each = var.x\n  content {\n    part {}\n  }\n}",
			`"dynamic": {"disk": {"for_each": "${var.x}", "content": {"part": [{"k": null, "v": null}]}}}`, "", ""},

		// Lists in elements.
		{"inner blocks", "ingress {\n  port {\n    n = 1\n  }\n  port {}\n}",
			`"ingress": [{"from": null, "label": null, "port": [{"n": 1, "x": null}, {"n": null, "x": null}]}]`, "", ""},
		{"inner argument", "ingress {\n  port = [{ n = 1, x = null }]\n}",
			`"ingress": [{"from": null, "label": null, "port": [{"n": 1, "x": null}]}]`, "", ""},
		{"inner argument without nulls", "ingress {\n  port = [{ n = 1 }]\n}",
			`"ingress": [{"from": null, "label": null, "port": [{"n": 1, "x": null}]}]`, other, "port[0].x"},
		{"inner argument and blocks", "ingress {\n  port = [{ n = 1, x = null }]\n  port {}\n}",
			`"ingress": [{"from": null, "label": null, "port": [{"n": 1, "x": null}]}]`, other, "a block"},
		{"an inner block made once",
			"ingress {\n  dynamic \"port\" {\n    for_each = [1]\n    iterator = _\n    content {}\n  }\n}",
			`"ingress": [{"from": null, "label": null, "port": [{"n": null, "x": null}]}]`, "", ""},
		{"an inner dynamic block", "ingress {\n  dynamic \"port\" {\n    for_each = var.x\n    content {}\n  }\n}",
			`"ingress": [{"from": null, "label": null, "port": [{"n": null, "x": null}]}]`, other, "a block"},
		{"a block for an attribute", "ingress {\n  label {}\n}", `"ingress": [{"from": null, "label": null, "port": null}]`,
			other, "a block"},
		{"a dynamic block for an attribute", "ingress {\n  dynamic \"label\" {\n    for_each = []\n    content {}\n  }\n}",
			`"ingress": [{"from": null, "label": null, "port": null}]`, other, "a block"},
		{"an empty list in an element", "ingress {}", `"ingress": [{"from": null, "label": null, "port": []}]`, other,
			"port"},
		{"no inner block", "ingress {\n  port {}\n}", `"ingress": [{"from": null, "label": null, "port": null}]`, other,
			"port"},

		// A hint does not override the schema.
		{"a hint for another name", "other {\n  a = 1\n}", `"//": {"blocks": ["other"]}, "other": [{"a": 1, "b": null}]`,
			"Added attribute", "b"},
	}
	_, known := netDialects(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.check(t, known, inGroup(test.a), inGroup(test.b)) })
	}
}

// The arguments of an element are read as the language reads them.
func TestAsBlocksOfConstants(t *testing.T) {
	unknown, known := netDialects(t)
	inStore := func(body string) string {
		return "terraform {\n  state_store \"net_store\" {\n    ingress {\n" + body + "\n    }\n  }\n}\n"
	}
	inJSON := func(label string) string {
		return `{"terraform": {"state_store": {"net_store": {"ingress": [{"label": ` + label + `}]}}}}`
	}
	for _, test := range []asBlocksCase{
		{"text", inStore(`label = "$${x}"`), inJSON(`"${x}"`), "", ""},
		{"an expression", inStore("label = x"), inJSON(`"${x}"`), outside + ", " + other, "an expression"},
		{"a constant", inStore("label = 1 + 1"), inJSON("2"), "", ""},
	} {
		t.Run(test.name, func(t *testing.T) { test.check(t, known, test.a, test.b) })
		t.Run(test.name+" without the schema", func(t *testing.T) {
			hinted := strings.Replace(test.b, `"ingress":`, `"//": {"blocks": ["ingress"]}, "ingress":`, 1)
			test.check(t, unknown, test.a, hinted)
		})
	}
	asBlocksCase{}.check(t, unknown, inStore("sub {\nn = 1 + 1\n}"),
		`{"terraform": {"state_store": {"net_store": {"//": {"blocks": ["ingress"]}, "ingress": [{"sub": [{"n": 2}]}]}}}}`)
}

// TestAsBlocksWithoutSchema checks the same comparisons if only a hint records that blocks
// represented an argument.
func TestAsBlocksWithoutSchema(t *testing.T) {
	const one = "ingress {\n  from = 1\n}"
	hint := func(rest string) string { return `"//": {"blocks": ["ingress"]}, ` + rest }
	tests := []asBlocksCase{
		{"nulls of the object", one, hint(`"ingress": [{"from": 1, "label": null}]`), "", ""},
		{"nulls of the block", hint(`"ingress": [{"from": 1}]`), "ingress {\n  from = 1\n  label = null\n}", "", ""},
		{"without a hint", one, `"ingress": [{"from": 1, "label": null}]`, "Added attribute", "label"},
		{"two hints for one name", "ingress {\n  from = 1\n}\ningress {\n  from = 2\n}",
			`"//": {"blocks": ["ingress[0]", "ingress[1]"]}, "ingress": [{"from": 1}, {"from": 3}]`, other, "ingress[1].from"},
		{"a hint in another body", one + "\ndisk {\n  part {}\n}",
			`"ingress": [{"from": 1}], "disk": {"//": {"blocks": ["part"]}, "part": [{"k": null}]}`, "", ""},
		{"an invalid hint", one, `"//": {"blocks": ["ingress", 1]}, "ingress": [{"from": 1, "label": null}]`,
			"Added attribute, Comment added", "label"},
		{"another value", one, hint(`"ingress": [{"from": 2, "label": null}]`), other, "ingress[0].from"},
		{"a name too many", one, hint(`"ingress": [{"from": 1, "label": 1}]`), other, "label"},
		{"an element other than an object", "ingress {}", hint(`"ingress": [null]`), other, "ingress[0]"},
		{"no element", one, hint(`"ingress": []`), other, "1 blocks"},
		{"a label", "ingress \"x\" {\n  from = 1\n}", hint(`"ingress": [{"from": 1, "label": null}]`), other,
			"a block with labels"},
		{"a label of an inner block", "ingress {\n  sub \"x\" {}\n}", hint(`"ingress": [{"sub": [{}]}]`), other, "a block"},
		{"a label further inside", "ingress {\n  sub {\n    deep \"x\" {}\n  }\n}",
			hint(`"ingress": [{"sub": [{"deep": [{}]}]}]`), other, "a block"},
		{"inner blocks", "ingress {\n  sub {\n    n = 1\n  }\n  sub {}\n}",
			hint(`"ingress": [{"sub": [{"n": 1, "m": null}, {"m": null}], "x": null}]`), "", ""},
		{"inner blocks on the second side", hint(`"ingress": [{"sub": [{"n": 1, "m": null}], "x": null}]`),
			"ingress {\n  sub {\n    n = 1\n  }\n}", "", ""},
		{"fewer inner blocks", "ingress {\n  sub {}\n}", hint(`"ingress": [{"sub": [{}, {}]}]`), other, "sub"},
		{"more inner blocks", "ingress {\n  sub {}\n  sub {}\n}", hint(`"ingress": [{"sub": [{}]}]`), other, "sub"},
		{"nulls in inner blocks", "ingress {\n  sub {\n    n = null\n  }\n}", hint(`"ingress": [{"sub": [{}]}]`), "", ""},
		{"inner blocks on one side", "ingress {\n  sub {}\n}", hint(`"ingress": [{"x": null}]`), other, "sub"},
		{"inner blocks for an object", "ingress {\n  sub {}\n}", hint(`"ingress": [{"sub": {}}]`), other, "sub"},
		{"an inner argument with a null", "ingress {\n  sub = [{ n = 1 }]\n}",
			hint(`"ingress": [{"sub": [{"n": 1, "m": null}]}]`), other, "m"},
		{"a map with a null", "ingress {\n  labels = {}\n}", hint(`"ingress": [{"labels": {"x": null}}]`), other, "labels"},
		{"a dynamic block that makes one", one,
			`"//": {"blocks": ["ingress[0]"]}, "dynamic": {"ingress": {"for_each": [1], "iterator": "_", "content": {"from": ` +
				`1}}}`, "", ""},
		{"a dynamic block that makes one, and an argument", "ingress = [{ from = 1 }]",
			`"//": {"blocks": ["ingress[0]"]}, "dynamic": {"ingress": {"for_each": [1], "iterator": "_", "content": {"from": ` +
				`1}}}`, other, "but a block"},
		{"a hint for an argument of the language", "count {\n  a = 1\n}",
			`"//": {"blocks": ["count"]}, "count": [{"a": 1, "b": null}]`, "Misused name, Added attribute", "b"},
		{"a hint for a block type of the language", "lifecycle {\n  create_before_destroy = true\n}",
			`"//": {"blocks": ["lifecycle"]}, "lifecycle": [{"create_before_destroy": true, "prevent_destroy": null}]`,
			"Added attribute", "prevent_destroy"},
	}
	unknown, _ := netDialects(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.check(t, unknown, inGroup(test.a), inGroup(test.b)) })
	}
}

// TestAsBlocksWithoutComments checks that a "//" property of a body without comments is not a hint.
func TestAsBlocksWithoutComments(t *testing.T) {
	d := &schema.Dialect{Name: "bare",
		Root: &tables.Body{
			Blocks: []tables.Block{{Type: "bare", Body: &tables.Body{Remain: tables.RemainUnknown, NoComments: true}}}}}
	found := Compare(source("a", "bare {\n  p {\n    a = 1\n  }\n}\n"),
		source("b", `{"bare": {"//": {"blocks": ["p"]}, "p": [{"a": 1, "b": null}]}}`), d, Options{})
	var places []string
	for _, difference := range found.Differences {
		places = append(places, difference.Place())
	}
	slices.Sort(places)
	if want := []string{"bare > //", "bare > p > b"}; !slices.Equal(places, want) {
		t.Errorf("differences in %q, want %q", places, want)
	}
}

// The argument that chooses the provider chooses the schema, in both syntaxes.
func TestChosenProvider(t *testing.T) {
	const blocks, objects = "ingress {\n  from = 1\n}", `"ingress": [{"from": 1, "label": null}]`
	_, known := netDialects(t)
	for _, test := range []asBlocksCase{
		{"a reference", "provider = own\n" + blocks, `"provider": "own", ` + objects, "", ""},
		{"a reference with an alias", "provider = own.west\n" + blocks, `"provider": "own.west", ` + objects, "", ""},
		{"a quoted reference", "provider = \"own\"\n" + blocks, `"provider": "own", ` + objects, "", ""},
		{"JSON first", `"provider": "own", ` + objects, "provider = own\n" + blocks, "", ""},
		{"JSON with an escape first", `"provider": "\u006fwn.west", ` + objects, "provider = own.west\n" + blocks, "", ""},
		{"none", blocks, objects, "Added attribute", "label"},
		{"a template", "provider = \"${own}\"\n" + blocks, `"provider": "${own}", ` + objects,
			outside + ", " + other + ", Added attribute", "${own}"},
		{"a template with text", "provider = \"ow${\"n\"}\"\n" + blocks, `"provider": "ow${\"n\"}", ` + objects,
			other + ", Added attribute", "but text: ow"},
		{"a call", "provider = f(own)\n" + blocks, `"provider": "f(own)", ` + objects,
			outside + ", Added attribute", "label"},
		{"another", "provider = thing\n" + blocks, `"provider": "thing", ` + objects, "Added attribute", "label"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.check(t, known, inThing("thing_group", test.a), inThing("thing_group", test.b))
		})
	}
}
