package tohcl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/hints"
	"github.com/hcljson/hcljson/convert/internal/kinds"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// recognised returns the kinds of the properties of a body, one per line.
func recognised(t *testing.T, s *tables.Body, object, tree string) string {
	t.Helper()
	d := &schema.Dialect{Name: "test", Product: "Product", Root: s}
	languages.Prepare(d)
	v, diags := jsontree.Parse([]byte(object), "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	c := newReader(&report.Reporter{Src: object, Dialect: d}, Options{})
	var given *hints.Body
	if tree != "" {
		file, diags := hclwrite.ParseFile([]byte(tree), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		given = hints.New(file).FileHints()
	}
	r := &bodyReader{reader: c, Body: &kinds.Body{File: &c.kinds, Objects: []*jsontree.Value{v}, Schema: s, Hints: given}}
	r.Prepare()
	var lines []string
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name == annotation.Property && !s.NoComments {
			continue
		}
		p, h := r.Classify(m)
		told := len(c.Diags)
		line := m.Name + ": attribute"
		if p.Kind == guess.IsBlock {
			line = m.Name + ": blocks"
			if !p.Refused {
				r.readBlocks(p, h.Labels)
			}
			for _, item := range r.items {
				line += fmt.Sprintf(" %q", item.(*hclwrite.Block).Labels)
			}
			for _, diag := range c.Diags[told:] {
				if diag.Severity == hcl.DiagError {
					line += " !" + diag.Summary
				}
			}
		}
		if h.AsBlocks {
			line += ", written as blocks"
		}
		for _, diag := range c.Diags[:told] {
			line += "; " + diag.Summary
		}
		if p.Refused {
			line += " (refused)"
		}
		lines = append(lines, line)
		r.items, c.Diags = nil, nil
	}
	return strings.Join(lines, "\n")
}

// The kind of a property is decided before its items are built.
func TestClassifyProperties(t *testing.T) {
	element := &tables.Body{Attributes: []tables.Attribute{
		{Name: "n"}, {Name: "in", AsBlocks: tables.ElementOf(&tables.Body{})}}}
	listed := func(rest tables.Remain) *tables.Body {
		return &tables.Body{
			Attributes: []tables.Attribute{
				{Name: "a"}, {Name: "both"}, {Name: "may", AsBlocks: tables.ElementOf(element)},
				{Name: "no_json", NoJSON: "Not in JSON."},
				{Name: "call", Value: &tables.Value{TextOfCall: true}},
			},
			Blocks: []tables.Block{
				{Type: "b", Body: element}, {Type: "both", Body: element},
				{Type: "labelled", Labels: []string{"one", "two"}, Body: element},
				{Type: "maybe", Labels: []string{"one"}, Optional: 1, Body: element},
				{Type: "array", Shape: tables.ArrayShape, Body: element},
				{Type: "object", Shape: tables.ObjectShape, Body: element},
				{Type: "outside", Origin: tables.FromPlugin, Body: element},
			},
			Remain: rest, Dynamic: true,
		}
	}
	none, unknown := listed(tables.RemainNone), listed(tables.RemainUnknown)
	attributes := &tables.Body{Remain: tables.RemainAttributes, NoComments: true}
	lists := &tables.Body{Remain: tables.RemainUnknown, NestedInLists: true}
	builtIn := listed(tables.RemainUnknown)
	builtIn.Origin.Kind = tables.FromTable
	builtIn.Blocks[len(builtIn.Blocks)-1].Origin = tables.FromTable
	for _, test := range []struct {
		name         string
		schema       *tables.Body
		object, tree string
		want         string
	}{
		{"schema", none, `{"a": 1, "b": {"n": 1}}`, "", "a: attribute\nb: blocks []"},
		{"labels", none, `{"labelled": {"x": [{"y": {}}, {"z": [{}, {}]}]}}`, "",
			`labelled: blocks ["x" "y"] ["x" "z"] ["x" "z"]`},
		{"no labels", none, `{"labelled": {"x": {}}}`, "", "labelled: blocks !Missing block label"},
		{"invalid label", none, `{"labelled": {"x": [[]]}}`, "",
			"labelled: blocks !Wrong JSON value for a block"},
		{"comment for a label", none, `{"maybe": {"//": "c", "x": {}}}`, "",
			`maybe: blocks ["x"] !Comment among labels`},
		{"label that is missing", none, `{"maybe": [{"n": 1}, {"x": {}}]}`, "", `maybe: blocks [] ["x"]`},
		{"empty block", none, `{"b": [null, [{}, {"n": 1}], 1, [1]]}`, "",
			"b: blocks [] [] !Wrong JSON value for a block !Wrong JSON value in a body"},
		{"array needed", none, `{"array": {"n": 1}}`, "", "array: blocks []; Array required"},
		{"object needed", none, `{"object": [{}, {}]}`, "", "object: blocks [] []; Object required"},
		{"object in an array", none, `{"object": [{}]}`, "", "object: blocks []"},
		{"twice", none, `{"a": 1, "a": 2, "b": {}, "b": {}}`, "",
			"a: attribute\na: attribute; Duplicate argument (refused)\n" +
				"b: blocks []\nb: blocks []"},
		{"two kinds", none, `{"both": 1, "both": {"n": 1}}`, "",
			"both: attribute\nboth: blocks; Argument and block with the same name (refused)"},
		{"two kinds, blocks first", none, `{"both": {"n": 1}, "both": 1}`, "",
			"both: blocks []\nboth: attribute; Argument and block with the same name (refused)"},
		{"a comment in an array with other values", unknown, `{"x": [1, {"//": "c"}], "y": [[{"//": "c"}, {"n": 1}]]}`, "",
			"x: attribute\ny: blocks []"},
		{"hint against a block", none, `{"//": {"attributes": ["b", "both"]}, "b": {"n": 1}, "both": {"n": 1}}`, "",
			"b: attribute; Not an argument; Unknown name\nboth: attribute"},
		{"hint against an argument", none, `{"//": {"labels": {"a": 1}}, "a": {"x": {}}}`, "",
			`a: blocks ["x"]; Unknown block type`},
		{"hint against a value", none, `{"//": {"labels": {"both": 1}}, "both": 1}`, "",
			"both: blocks !Wrong JSON value for a block; Unknown block type"},
		{"argument that may be blocks", none,
			`{"//": {"blocks": ["may", "a"]}, "may": [{"n": 1}], "a": [{"n": 1}]}`, "",
			"may: attribute, written as blocks\n" +
				"a: attribute; Not an argument that may be written as blocks"},
		{"newer argument", builtIn, `{"may": [{"n": 1}]}`, "", "may: attribute"},
		{"newer element", builtIn, `{"may": [{"n": 1, "m": 2}]}`, "", "may: blocks []"},
		{"newer element alone", builtIn, `{"may": {"n": 1, "m": 2}}`, "", "may: blocks []"},
		{"newer element, hinted", builtIn, `{"//": {"attributes": ["may"]}, "may": [{"n": 1, "m": 2}]}`, "",
			"may: attribute"},
		{"not in JSON", none, `{"no_json": {"x": {}}, "a": 1}`, "",
			"no_json: attribute; No JSON form\na: attribute"},
		{"in JSON", none, `{"no_json": {"x": 1}}`, "", "no_json: attribute"},
		{"call", none, `{"call": ["f(1)"]}`, "", "call: attribute; Text that reads as a function call"},
		{"a provider's block", none, `{"outside": [{"n": 1}]}`, "", "outside: blocks []"},
		{"no block of the provider", none, `{"outside": [1]}`, "", "outside: attribute; Not a block"},
		{"unlisted", none, `{"x": 1}`, "", "x: attribute; Unknown name"},
		{"name", unknown, `{"x y": 1, "x.y": [{"//": "c"}]}`, "",
			"x y: attribute; No native form (refused)\nx.y: blocks; No native form (refused)"},
		{"guesses", unknown, `{"x": {"y": 1}, "z": [{"n": 1}], "v": 1, "w": [{"//": "c"}]}`, "",
			"x: blocks []; Attribute or block?\nz: blocks []; Attribute or block?\n" +
				"v: attribute\nw: blocks []"},
		{"hints", unknown,
			`{"//": {"attributes": ["x"], "labels": {"z": [1, 0]}}, "x": {"y": 1}, "z": [{"l": {}}, {}]}`, "",
			"x: attribute\nz: blocks [\"l\"] []"},
		{"hint of another number", unknown, `{"//": {"labels": {"z": [1, 0]}}, "z": [{"l": {}}, {}, {}]}`, "",
			`z: blocks ["l"] [] []; Numbers of labels do not match`},
		{"hint for one number", unknown,
			`{"//": {"labels": {"z": [1, 0]}}, "z": {"l": {}}}`, "", `z: blocks ["l"]`},
		{"dynamic", unknown, `{"dynamic": [{"x": {"labels": ["l"]}}], "x": {"y": {"n": 1}}}`, "",
			"dynamic: blocks [\"x\"]\nx: blocks [\"y\"]"},
		{"dynamic among others", unknown,
			`{"a": {"x": {"labels": ["l"]}}, "dynamic": [{"y": {}}], "x": {"y": {"n": 1}}, "y": {"n": 1}}`, "",
			"a: attribute\ndynamic: blocks [\"y\"]\n" +
				"x: blocks []; Attribute or block?\ny: blocks []"},
		{"dynamic block in a body without dynamic blocks", &tables.Body{Remain: tables.RemainUnknown},
			`{"dynamic": [{"x": {"labels": ["l"]}}], "x": {"y": {"n": 1}}}`, "",
			"dynamic: blocks []; Attribute or block?\nx: blocks []; Attribute or block?"},
		{"tree: attributes", unknown, `{"x": {"y": 1}, "z": [{"n": 1}]}`, "x = {}\nz = []\n",
			"x: attribute\nz: attribute"},
		{"tree: blocks", unknown, `{"x": {"y": {}}, "z": 1}`, "x \"y\" {}\nz {}\n",
			"x: blocks [\"y\"]\nz: attribute"},
		{"tree: blocks that may be", none, `{"may": [{"n": 1}]}`, "may {\n  n = 1\n}\n",
			"may: attribute, written as blocks"},
		{"tree: blocks without labels in a list", lists, `{"x": [{"n": 1}], "y": {"n": 1}}`, "x {}\ny {}\n",
			"x: blocks []\ny: attribute"},
		{"tree: blocks with labels in a list", lists, `{"x": [{"a": [{"n": 1}]}], "y": [{"a": [{}]}]}`,
			"x \"a\" {}\ny \"a\" {}\ny {}\n", "x: blocks [\"a\"]\ny: blocks []"},
		{"tree: an object in a list", lists, `{"x": [{"n": 1}], "y": [{"n": 1}]}`, "x = { n = 1 }\ny = [{ n = 1 }]\n",
			"x: attribute\ny: attribute"},
		{"tree: blocks with more labels", unknown, `{"x": {"y": 1}, "z": [{"a": {}}, {"a": {"b": 1}}]}`,
			"x \"a\" \"b\" {}\nz \"a\" {}\nz \"a\" \"b\" {}\n",
			"x: blocks []; Attribute or block?\nz: blocks [] []; Attribute or block?"},
		{"tree: blocks with several numbers of labels", unknown, `{"z": [{"a": {}}, {"a": {"b": {"c": 1}}}, {"d": 1}]}`,
			"z \"a\" {}\nz \"a\" \"b\" {}\nz {}\n",
			`z: blocks ["a"] ["a" "b"] []`},
		{"tree: blocks with other labels", unknown, `{"z": [{"p": {"q": {"c": 1}}}, {"d": 1}]}`,
			"z \"a\" \"b\" {}\nz {}\n", `z: blocks ["p" "q"] []`},
		{"tree: a block and an argument", unknown, `{"x": {"y": 1}}`, "x = 1\nx {}\n",
			"x: blocks []; Attribute or block?"},
		{"tree: a file without it", none, `{"both": {"other": 1}, "may": [{"n": 1}]}`, "x = 1\n",
			"both: attribute\nmay: attribute"},
		{"tree: a file with blocks of this name", none, `{"both": {"other": 1}}`, "both {}\n",
			"both: blocks []"},
		{"annotation before tree", unknown,
			`{"//": {"attributes": ["x"]}, "x": {"y": 1}}`, "x {}\n", "x: attribute"},
		{"attributes", attributes, `{"x": {"y": 1}, "//": "text"}`, "",
			"x: attribute\n//: attribute; No native form (refused)"},
		{"an invalid name", &tables.Body{Remain: tables.RemainAttributes, RemainValue: &tables.Value{TextOfCall: true}},
			`{"x y": "f(1)", "z": "f(1)"}`, "", "x y: attribute; No native form (refused)\n" +
				"z: attribute; Text that reads as a function call"},
		{"lists", lists, `{"x": [{"y": 1}], "z": {"y": 1}, "l": [{"a": [{}]}]}`, "",
			"x: blocks []\nz: attribute\nl: blocks []"},
		{"hints in lists", lists,
			`{"//": {"attributes": ["x", "z[0]"], "labels": {"l": 1}}, "x": [{"y": 1}], "z": [{}], "l": [{"a": [{}]}]}`, "",
			"x: attribute\nz: attribute\nl: blocks [\"a\"]"},
		{"stale hint in lists", lists, `{"//": {"labels": {"l": 1}}, "l": [{"a": 1}]}`, "", "l: blocks []"},
	} {
		if got := recognised(t, test.schema, test.object, test.tree); got != test.want {
			t.Errorf("%s: %s\nis\n%s\nwant\n%s", test.name, test.object, got, test.want)
		}
	}
}

// The first property of a name is found among few and many properties.
func TestFirstProperty(t *testing.T) {
	s := &tables.Body{Remain: tables.RemainUnknown}
	for _, n := range []int{1, 15, 16, 17, 48} {
		var members []string
		for i := range n {
			members = append(members, fmt.Sprintf(`"a%d": 1`, i))
		}
		for i := range n {
			twice := "{" +
				strings.Join(slices.Concat(members, []string{fmt.Sprintf(`"a%d": 2`, i), `"b": 1`}), ",") + "}"
			got := recognised(t, s, twice, "")
			want := fmt.Sprintf("a%d: attribute; Duplicate argument (refused)\nb: attribute", i)
			if !strings.HasSuffix(got, want) || strings.Count(got, "refused") != 1 {
				t.Fatalf("%s is\n%s", twice, got)
			}
		}
	}
}
