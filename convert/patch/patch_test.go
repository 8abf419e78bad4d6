package patch_test

import (
	"flag"
	"testing"

	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/schema/opentofu"
)

var update = flag.Bool("update", false, "rewrite the results in testdata")

func TestUnchanged(t *testing.T) {
	const native = "a  =   1\n"
	target, _ := opentofu.ParseTarget("opentofu")
	d := opentofu.Variables(target)
	out, diags := patch.Native([]byte(native), "x.tfvars", []byte(`{"a": 1}`), "x.tfvars.json", d, patch.Options{})
	if diags.HasErrors() || string(out) != native {
		t.Errorf("got %q, %v", out, diags)
	}
}
