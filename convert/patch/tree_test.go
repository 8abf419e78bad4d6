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
