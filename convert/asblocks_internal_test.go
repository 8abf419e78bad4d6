package convert

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// The two steps, from body to body.
func TestAsBlocksSteps(t *testing.T) {
	inner := &schema.Body{Attributes: []schema.Attribute{{Name: "n"}}}
	element := &schema.Body{Attributes: []schema.Attribute{{Name: "from"}, {Name: "sub", AsBlocks: inner}}}
	s := &schema.Body{Attributes: []schema.Attribute{{Name: "rule", AsBlocks: element}, {Name: "x"}}, Dynamic: true}
	s.Prepare()
	const dynamic = "dynamic \"rule\" {\n  for_each = [1]\n  iterator = _\n\n  content {\n    a = 1\n  }\n}\n"
	for name, test := range map[string]struct {
		blocks, arguments string
		// hints are the paths of the note.
		hints   string
		merges  bool
		problem string
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
		"what no object holds": {blocks: "rule {\n  a = 1\n}\n", arguments: dynamic, hints: "rule[0]"},
		"beside a dynamic block": {
			blocks:    strings.ReplaceAll(dynamic, "[1]", "x") + "\nrule {\n  a = 1\n}\n",
			arguments: strings.ReplaceAll(dynamic, "[1]", "x") + "\n" + dynamic,
			hints:     "rule[1]",
		},
		"merged":   {blocks: "rule {\n  a = 1\n}\n", arguments: dynamic, hints: "rule[0]", merges: true},
		"labels":   {blocks: "rule \"a\" {}\n", problem: "Wrong number of labels"},
		"argument": {blocks: "rule = 1\n\nrule {}\n", problem: "Argument and blocks with the same name"},
	} {
		t.Run(name, func(t *testing.T) {
			file, diags := hclwrite.ParseFile([]byte(test.blocks), "")
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			shown := asArguments(&file.Body, s, test.merges, nil)
			if len(shown.problems) > 0 || test.problem != "" {
				if len(shown.problems) != 1 || shown.problems[0].summary != test.problem {
					t.Errorf("problems %v", shown.problems)
				}
				return
			}
			made := hclwrite.File{Body: *shown.Body}
			if got := string(made.Bytes()); got != test.arguments {
				t.Errorf("arguments:\n%s\nwant\n%s", got, test.arguments)
			}
			hints := strings.Join(shown.blocks, " ")
			if len(shown.nulls) > 0 {
				hints += " | " + strings.Join(shown.nulls, " ")
			}
			if hints != test.hints {
				t.Errorf("hints %q, want %q", hints, test.hints)
			}
			n := &note{}
			n.isBlocks.add(shown.blocks...)
			n.isNull.add(shown.nulls...)
			asBlocks(&made.Body, n, s, test.merges, nil)
			reorder(&made.Body, names(file.Body.Items))
			if got := string(made.Bytes()); got != test.blocks {
				t.Errorf("blocks:\n%s\nwant\n%s", got, test.blocks)
			}
		})
	}
}

func names(items []hclwrite.Item) []string {
	list := make([]string, len(items))
	for i, item := range items {
		list[i] = item.ItemName()
	}
	return list
}
