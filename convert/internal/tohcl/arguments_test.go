package tohcl

import (
	"cmp"
	"regexp"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/internal/asblocks"
	"github.com/hcljson/hcljson/convert/internal/placement"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// Both steps of the replacement, from body to body.
func TestReplacementSteps(t *testing.T) {
	inner := &tables.Body{Attributes: []tables.Attribute{{Name: "n"}}}
	element := &tables.Body{Attributes: []tables.Attribute{
		{Name: "from"}, {Name: "sub", AsBlocks: tables.ElementOf(inner)}}}
	s := &tables.Body{Attributes: []tables.Attribute{
		{Name: "rule", AsBlocks: tables.ElementOf(element)}, {Name: "x"}}, Dynamic: true}
	s.Prepare()
	dynamicRule := func(content string) string {
		return "dynamic \"rule\" {\n  for_each = [1]\n  iterator = _\n\n  content {\n" +
			regexp.MustCompile(`(?m)^.`).ReplaceAllString(content, "  $0") + "  }\n}\n"
	}
	dynamic := dynamicRule("  a = 1\n")
	for name, test := range map[string]struct {
		blocks, arguments string
		// hints are the paths of the note.
		hints   string
		merges  bool
		problem string
		// back are the blocks converted back, if their layout differs.
		back string
	}{
		"none": {blocks: "x = 1\n\nother {}\n", arguments: "x = 1\n\nother {}\n"},
		"empty": {blocks: "rule {}\n", arguments: "rule = [\n  {\n    from = null\n    sub  = null\n  },\n]\n",
			hints: "rule"},
		"several": {
			blocks: "# a\nrule {\n  from = 1\n}\n\nx = 1\n\nrule {\n  from = null # b\n}\n",
			arguments: "rule = [\n  # a\n  {\n    from = 1\n    sub  = null\n  },\n" +
				"  {\n    from = null # b\n    sub  = null\n  },\n]\nx = 1\n",
			hints: "rule | rule[1].from",
		},
		"in each other": {
			blocks: "rule {\n  sub {\n    n = 1\n  }\n\n  sub {}\n}\n",
			arguments: "rule = [\n  {\n    sub = [\n      {\n        n = 1\n      },\n" +
				"      {\n        n = null\n      },\n    ]\n    from = null\n  },\n]\n",
			hints: "rule rule[0].sub",
		},
		"blocks that an object cannot represent": {blocks: "rule {\n  a = 1\n}\n", arguments: dynamic, hints: "rule[0]"},
		"next to a dynamic block": {
			blocks:    strings.ReplaceAll(dynamic, "[1]", "x") + "\nrule {\n  a = 1\n}\n",
			arguments: strings.ReplaceAll(dynamic, "[1]", "x") + "\n" + dynamic,
			hints:     "rule[1]",
		},
		"merged": {blocks: "rule {\n  a = 1\n}\n", arguments: dynamic, hints: "rule[0]", merges: true},
		"not in a row": {
			blocks:    "rule {\n  sub {}\n\n  from = 1\n\n  sub {}\n}\n",
			arguments: dynamicRule("  sub {}\n\n  from = 1\n\n  sub {}\n"), hints: "rule[0]",
		},
		"a block in a row with an argument of its name": {
			blocks: "rule {\n  sub = []\n\n  sub {}\n}\n", arguments: dynamicRule("  sub = []\n\n  sub {}\n"), hints: "rule[0]",
		},
		"an inner block with a label": {
			blocks: "rule {\n  sub \"a\" {}\n}\n", arguments: dynamicRule("  sub \"a\" {}\n"), hints: "rule[0]",
		},
		"more in an inner block": {
			blocks:    "rule {\n  sub {\n    x = 1\n  }\n}\n",
			arguments: dynamicRule("  sub {\n    x = 1\n  }\n"), hints: "rule[0]",
		},
		"one of two blocks that an object cannot represent": {
			blocks: "rule {}\n\nrule {\n  a = _\n}\n",
			arguments: "dynamic \"rule\" {\n  for_each = [1]\n  iterator = _\n\n  content {}\n}\n\n" +
				"dynamic \"rule\" {\n  for_each = [1]\n  iterator = __\n\n  content {\n    a = _\n  }\n}\n",
			hints: "rule[0] rule[1]",
		},
		"comments": {
			blocks: "# a\nrule { # b\n  # c\n\n  # d\n  from = 1 # e\n\n  # f\n} # g\n\n# h\nrule {\n  # i\n}\n\n" +
				"rule {\n  # j\n\n  sub {\n    # k\n  }\n}\n",
			arguments: "rule = [\n  # a\n  { # b\n    # c\n\n    # d\n    from = 1 # e\n    sub  = null\n\n    # f\n  }, # g\n" +
				"  # h\n  {\n    from = null\n    sub  = null\n    # i\n  },\n" +
				"  {\n    sub = [\n      # j\n      {\n        n = null\n        # k\n      },\n    ]\n    from = null\n  },\n]\n",
			hints: "rule rule[2].sub",
			back: "# a\nrule { # b\n  # c\n\n  # d\n  from = 1 # e\n\n  # f\n} # g\n\n# h\nrule {\n  # i\n}\n\n" +
				"rule {\n  # j\n  sub {\n    # k\n  }\n}\n",
		},
		"labels":   {blocks: "rule \"a\" {}\n", problem: "Wrong number of labels"},
		"argument": {blocks: "rule = 1\n\nrule {}\n", problem: "Argument and blocks with the same name"},
	} {
		t.Run(name, func(t *testing.T) {
			file, diags := hclwrite.ParseFile([]byte(test.blocks), "")
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			shown := asblocks.WithArguments(&file.Body, s, test.merges, nil, nil)
			if len(shown.Problems) > 0 || test.problem != "" {
				if len(shown.Problems) != 1 || shown.Problems[0].Summary != test.problem {
					t.Errorf("problems %v", shown.Problems)
				}
				return
			}
			made := hclwrite.File{Body: *shown.Body}
			if got := string(made.Bytes()); got != test.arguments {
				t.Errorf("arguments:\n%s\nwant\n%s", got, test.arguments)
			}
			hints := strings.Join(shown.Blocks, " ")
			if len(shown.Nulls) > 0 {
				hints += " | " + strings.Join(shown.Nulls, " ")
			}
			if hints != test.hints {
				t.Errorf("hints %q, want %q", hints, test.hints)
			}
			n := &annotation.Annotation{}
			n.IsBlocks.AddNames(shown.Blocks...)
			n.IsNull.AddNames(shown.Nulls...)
			asblocks.ReplaceArguments(&made.Body, n, s, test.merges, nil)
			placement.Reorder(&made.Body, names(file.Body.Items))
			if got := string(made.Bytes()); got != cmp.Or(test.back, test.blocks) {
				t.Errorf("blocks:\n%s\nwant\n%s", got, test.blocks)
			}
		})
	}
}

func names(items []hclwrite.Item) []string {
	list := make([]string, len(items))
	for i, item := range items {
		list[i] = hclwrite.ItemName(item)
	}
	return list
}

// A dynamic block that was a block according to an annotation becomes the block again, unless it has
// another form.
func TestDynamicBlockOfOneBlock(t *testing.T) {
	element := &tables.Body{Attributes: []tables.Attribute{{Name: "n"}}}
	s := &tables.Body{Attributes: []tables.Attribute{{Name: "rule", AsBlocks: tables.ElementOf(element)}}, Dynamic: true}
	s.Prepare()
	const forEach, iterator, content = "  for_each = [1]\n", "  iterator = _\n", "\n  content {\n    n = 1\n  }\n"
	for _, test := range []struct{ body, want string }{
		{forEach + iterator + content, "# x\n# y\nrule {\n  n = 1\n}\n"},
		{forEach + "  iterator = __\n" + content, "# x\n# y\nrule {\n  n = 1\n}\n"},
		{iterator + content, ""},
		{forEach + content, ""},
		{forEach + iterator, ""},
		{forEach + iterator + "  labels   = []\n" + content, ""},
		{forEach + iterator + "\n  content \"a\" {\n    n = 1\n  }\n", ""},
		{forEach + iterator + content + content, ""},
		{"  for_each = [2]\n" + iterator + content, ""},
		{"  for_each = [x]\n" + iterator + content, ""},
		{"  for_each = [1, 1]\n" + iterator + content, ""},
		{"  for_each = []\n" + iterator + content, ""},
		{"  for_each = { 1 = 1 }\n" + iterator + content, ""},
		{"  for_each = [\n    # c\n    1,\n  ]\n" + iterator + content, ""},
		{"  for_each = [\n    1,\n    # c\n  ]\n" + iterator + content, ""},
		{"  # c\n" + forEach + iterator + content, ""},
		{"  for_each = [1] # c\n" + iterator + content, ""},
		{forEach + "  iterator = _ # c\n" + content, ""},
		{forEach + "  iterator = it\n" + content, ""},
		{forEach + "  iterator = \"_\"\n" + content, ""},
		{forEach + "  iterator = _.a\n" + content, ""},
		{forEach + iterator + "\n  content {\n    n = _.value\n  }\n", ""},
		{forEach + iterator + "\n  content {\n    n = __\n  }\n", "# x\n# y\nrule {\n  n = __\n}\n"},
		// Comments that an edit has put somewhere in it.
		{"  # a\n\n" + forEach + iterator + "\n  # b\n  content { # c\n    n = 1\n    # d\n  } # e\n  # f\n",
			"# x\n# y\n# a\n# b\nrule { # c\n  n = 1\n  # d\n\n  # e\n\n  # f\n}\n"},
	} {
		src := "# x\ndynamic \"rule\" { # y\n" + test.body + "}\n"
		file, diags := hclwrite.ParseFile([]byte(src), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		n := &annotation.Annotation{}
		n.IsBlocks.AddNames("rule[0]")
		asblocks.ReplaceArguments(&file.Body, n, s, true, nil)
		if got := string(file.Bytes()); got != test.want && (test.want != "" || file.Body.Block("rule") != nil) {
			t.Errorf("%s\nbecomes\n%s\nwant\n%s", src, got, test.want)
		}
	}
}
