package bench

import (
	"bytes"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	peer "github.com/tmccombs/hcl2json/convert"

	"github.com/hcljson/hcljson/convert"
)

func TestGenerate(t *testing.T) {
	src := generate(1_000_000)
	if !bytes.Equal(src, generate(1_000_000)) {
		t.Error("two runs differ")
	}
	if len(src) < 1_000_000 || len(src) > 1_010_000 {
		t.Errorf("got %d bytes, want at least 1000000", len(src))
	}
	if _, diags := hclsyntax.ParseConfig(src, "generated.tf", hcl.InitialPos); diags.HasErrors() {
		t.Fatalf("hclsyntax: %s", diags)
	}
	if _, err := peer.Bytes(src, "generated.tf", peer.Options{}); err != nil {
		t.Fatalf("peer: %s", err)
	}
	text, diags := convert.ToJSON(src, "generated.tf", dialect, convert.Options{})
	if diags.HasErrors() { // the grammar does not know the number of arguments of functions, so there are warnings
		t.Fatalf("ToJSON: %s", diags)
	}
	if _, diags := convert.ToHCL(text, "generated.tf.json", dialect, convert.Options{}); diags.HasErrors() {
		t.Fatalf("ToHCL: %s", diags)
	}
}
