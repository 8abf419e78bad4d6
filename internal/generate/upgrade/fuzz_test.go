package upgrade_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/internal/generate/upgrade"
)

// A result is valid for hashicorp/hcl and has its layout. Nothing panics, and a missing result has an
// error.
func FuzzTemplate(f *testing.F) {
	for _, g := range goldens(f) {
		for _, file := range g.archive.Files[:1] {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, partial := range []bool{false, true} {
			result, diags := upgrade.Template(src, "t.json", upgrade.Options{Partial: partial})
			if (result == nil) != diags.HasErrors() {
				t.Fatalf("a result: %v, with %v", result != nil, diags)
			}
			if result != nil {
				read(t, result.File().Bytes())
			}
		}
		if file, diags := upgrade.VariableFile(src, "v.json", upgrade.Options{}); !diags.HasErrors() {
			read(t, file.Bytes())
		}
		upgrade.IsVariableFile(src)
	})
}

func read(t *testing.T, out []byte) {
	t.Helper()
	if _, diags := hclsyntax.ParseConfig(out, "", hcl.InitialPos); diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, out)
	}
	if formatted := upstream.Format(out); string(formatted) != string(out) {
		t.Fatalf("not in the layout of hashicorp/hcl:\n%s", out)
	}
}
