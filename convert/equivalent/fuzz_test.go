package equivalent_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// FuzzCompare compares any two texts. It checks that no comparison panics or hangs, that a text
// equals itself, and that equality is symmetric.
func FuzzCompare(f *testing.F) {
	for _, g := range golden.ReadSample(f, 40) {
		input, _ := g.File(g.Input)
		output, ok := g.File(golden.General)
		if !ok {
			output, _ = g.File(g.Counterpart)
		}
		f.Add(input, g.JSON, output, !g.JSON, strings.Contains(g.Input, ".pkr."))
	}
	target, err := opentofu.ParseTarget("opentofu")
	if err != nil {
		f.Fatal(err)
	}
	dialects := []*schema.Dialect{opentofu.Config(target), dialects.Packer(), dialects.Generic(), dialects.Nomad()}
	f.Fuzz(func(t *testing.T, a []byte, jsonA bool, b []byte, jsonB bool, isPacker bool) {
		d := dialects[0]
		if isPacker {
			d = dialects[1]
		}
		sourceA := equivalent.Source{Bytes: a, Filename: "a", JSON: jsonA}
		sourceB := equivalent.Source{Bytes: b, Filename: "b", JSON: jsonB}
		opts := equivalent.Options{Comments: true}
		for _, source := range []equivalent.Source{sourceA, sourceB} {
			found := equivalent.Compare(source, source, d, opts)
			if found.Verdict() == equivalent.Different {
				t.Errorf("%q differs from itself: %v", source.Bytes, found.Messages())
			}
			equivalent.Compare(source, source, dialects[2], opts)
			equivalent.Compare(source, source, dialects[3], opts)
		}
		there := equivalent.Compare(sourceA, sourceB, d, opts)
		back := equivalent.Compare(sourceB, sourceA, d, opts)
		if jsonA == jsonB && there.Equal() != back.Equal() {
			t.Errorf("%q and %q: %v, but the other way round %v", a, b, there, back)
		}
		for _, difference := range there.Differences {
			if difference.A.Value == "" && difference.B.Value == "" {
				t.Errorf("a difference with nothing on either side: %v", difference)
			}
		}
	})
}
