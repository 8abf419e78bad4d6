package patch_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// A tree that was changed in memory is an edit as well.
func TestNativeTree(t *testing.T) {
	const src = "locals {\n  a    = [ 1,2 ] // of others\n  long = {}\n}\n\n\n# The rest.\nvariable \"x\" {}\n"
	const want = "locals {\n  a    = [ 1,2 ] // of others\n  long = { b = 3 }\n}\n\n\n# The rest.\nvariable \"y\" {}\n"
	file, diags := hclwrite.ParseFile([]byte(src), "main.tf")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	edited, _ := hclwrite.ParseFile([]byte(src), "main.tf")
	edited.Body.Block("locals").Body.Attribute("long").Expr = (&hclwrite.Object{}).Set("b", hclwrite.NewInt(3))
	edited.Body.Block("variable").Labels[0] = "y"
	got, diags := patch.NativeTree(file, "main.tf", edited, opentofu.Config(opentofu.Target{}), patch.Options{})
	if diags.HasErrors() || string(got) != want {
		t.Errorf("got\n%s\nwant\n%s\n%v", got, want, diags)
	}
}

// Both trees stay as they are, also where the comments of the edited one do not count.
func TestNativeTreeLeavesTheTrees(t *testing.T) {
	const src = "# x\nlocals {\n  a = 1 # of a\n  l = [\n    1,\n  ]\n}\n\n" +
		"# banner\n\n# of v\nvariable \"v\" {}\n\nvariable \"w\" {}\n"
	const more = "# x\nlocals {\n  a = 2 # of a\n  l = [\n    1,\n    2, # two\n    [\n      3, # three\n    ],\n  ]\n" +
		"  # of b\n  b = [\n    1, # one\n  ]\n}\n\n" +
		"# of y\nvariable \"y\" { # y\n  # in y\n  default = {\n    # of c\n    c = 1\n  }\n}\n\nvariable \"w\" {}\n"
	file, _ := hclwrite.ParseFile([]byte(src), "main.tf")
	edited, _ := hclwrite.ParseFile([]byte(more), "main.tf")
	before, after := string(file.Bytes()), string(edited.Bytes())
	got, diags := patch.NativeTree(file, "main.tf", edited, opentofu.Config(opentofu.Target{}),
		patch.Options{DropComments: true})
	const want = "# x\nlocals {\n  a = 2 # of a\n  l = [\n    1,\n    2,\n    [3],\n  ]\n  b = [1]\n}\n\n# banner\n\n" +
		"variable \"y\" {\n  default = {\n    c = 1\n  }\n}\n\nvariable \"w\" {}\n"
	if diags.HasErrors() || string(got) != want {
		t.Errorf("got\n%s\nwant\n%s\n%v", got, want, diags)
	}
	if string(file.Bytes()) != before || string(edited.Bytes()) != after {
		t.Errorf("the trees have become\n%s\nand\n%s", file.Bytes(), edited.Bytes())
	}
}
