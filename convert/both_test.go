package convert_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// A name is an attribute and a block, of which the product takes an array too.
func TestAttributeAndBlocks(t *testing.T) {
	body := &tables.Body{Attributes: []tables.Attribute{{Name: "x"}}, NoComments: true}
	d := &schema.Dialect{Name: "both", Product: "Both", Root: &tables.Body{
		Attributes: []tables.Attribute{{Name: "b"}, {Name: "l"}},
		Blocks: []tables.Block{
			{Type: "b", Body: body},
			{Type: "l", Labels: []string{"name"}, Body: body},
		},
	}}
	for _, native := range []string{
		"b {\n  x = 1\n}\n",
		"# c\nb {\n  x = 1 # d\n}\n\n# e\nb {\n  x = 2\n}\n",
		"b = [\n  {\n    x = 1\n  },\n]\n",
		"b = {\n  x = 1\n}\n",
		"b = [\n  {\n    x = 1\n  },\n  {\n    y = 2\n  },\n]\n",
		"b = [\n  [\n    {\n      x = 1\n    },\n  ],\n]\n",
		"b = []\n",
		"b = [1]\n",
		"l \"a\" {\n  x = 1\n}\n\nl \"a\" {}\n\nl \"$${c}\" {}\n",
		"l = [\n  {\n    a = {\n      x = 1\n    }\n  },\n]\n",
		"l = [{}]\n",
	} {
		for _, problem := range nativeProblems([]byte(native), "x", d) {
			t.Error(problem)
		}
		general, _ := convert.ToJSON([]byte(native), "x", d, convert.Options{})
		if back, _ := convert.ToHCL(general, "x", d, convert.Options{}); string(back) != native {
			t.Errorf("%s comes back as %s", native, back)
		}
	}
}
