package upgrade_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/upgrade"
	measure "github.com/hcljson/hcljson/internal/testing/golden"
)

// The time for variables that use each other is linear in their number.
func TestChainOfVariables(t *testing.T) {
	measure.CheckLinear(t, 8000, func(n int) func() {
		var variables strings.Builder
		for i := range n {
			fmt.Fprintf(&variables, "\"a%d\": \"{{user `a%d`}}\", ", i+1, i)
		}
		src := []byte(`{"variables": {` + variables.String() + `"a0": "x"}, "builders": [{"type": "null"}]}`)
		return func() {
			if _, diags := upgrade.Template(src, "a.json", upgrade.Options{}); diags.HasErrors() {
				t.Fatal(diags)
			}
		}
	})
}
