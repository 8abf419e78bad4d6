package loading_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/facts/loading"
)

func TestIsDevice(t *testing.T) {
	for name, want := range map[string]bool{
		"con": true, "PRN": true, "aux": true, "nul": true, "com0": true, "com9": true, "Lpt1": true,
		"": false, "cons": false, "com": false, "comm": false, "com10": false, "xcom1": false,
	} {
		if got := loading.IsDevice(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
