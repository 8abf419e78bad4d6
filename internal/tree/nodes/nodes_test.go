package nodes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// TestHasStaticKeys checks that JSON can represent an object only if its keys are different names.
func TestHasStaticKeys(t *testing.T) {
	for _, n := range []int{0, 1, 3, maxScannedKeys, maxScannedKeys + 1, 3 * maxScannedKeys} {
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprintf("k%d = 1", i)
		}
		for _, last := range []string{"", "k0 = 2", "(k) = 1"} {
			e, diags := hclwrite.ParseExpr("{\n"+strings.Join(append(keys, last), "\n")+"\n}", "")
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			want := last == "" || n == 0 && last == "k0 = 2"
			if got := HasStaticKeys(e.(*hclwrite.Object)); got != want {
				t.Errorf("%d keys and %q: %v", n, last, got)
			}
		}
	}
}
