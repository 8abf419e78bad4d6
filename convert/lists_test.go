package convert_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// TestRulesInLists checks a body that becomes a value and that lists attributes with their own
// rules.
func TestRulesInLists(t *testing.T) {
	d := &schema.Dialect{Name: "lists", Product: "Lists",
		Root: &tables.Body{Blocks: []tables.Block{{Type: "config", Body: &tables.Body{
			Attributes: []tables.Attribute{{Name: "p", Value: &tables.Value{Mode: tables.Literal}}, {Name: "q"}},
			Remain:     tables.RemainUnknown, NestedInLists: true,
		}}}}}
	for native, want := range map[string]string{
		"p = \"$${z}\"":         `"p":"${z}"`,
		"p = {\n    a = 1\n  }": `"p":[{"a":1}]`,
		"q = \"$${z}\"":         `"q":"$${z}"`,
		"q = {\n    a = 1\n  }": `"q":[{"a":1}]`,
		"r = \"$${z}\"":         `"r":"$${z}"`,
		"r = {\n    a = 1\n  }": `"r":[{"a":1}]`,
	} {
		native := []byte("config {\n  " + native + "\n}\n")
		for _, problem := range nativeProblems(native, "x", d) {
			t.Error(problem)
		}
		out, _ := convert.ToJSON(native, "x", d, convert.Options{DropComments: true})
		if got := compactJSON(t, out); !strings.Contains(got, want) {
			t.Errorf("%s becomes %s", native, got)
		}
	}
}
