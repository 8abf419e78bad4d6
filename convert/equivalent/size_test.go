package equivalent

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// The text of a reference is looked for in the source, not in a copy of it.
func TestSourceTextIsNotCopied(t *testing.T) {
	allocated := func(count int) uint64 {
		var src strings.Builder
		for i := range count {
			fmt.Fprintf(&src, "include \"i%d\" {\n  path = \"${NOMAD_DIR}/a\"\n}\n", i)
		}
		source := Source{Bytes: []byte(src.String()), Filename: "a.hcl"}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if diags := Compare(source, source, shapeDialect(), Options{}); diags.HasErrors() {
			t.Fatal(diags)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(1)
	small, large := allocated(1000), allocated(4000)
	if large > 6*small {
		t.Errorf("%d bytes, of four times the source %d", small, large)
	}
}
