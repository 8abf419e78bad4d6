package env

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
)

func TestGuard(t *testing.T) {
	out, diags := RecoverPanic("x.tf", func() ([]byte, hcl.Diagnostics) {
		var nothing []int
		return []byte("partial"), hcl.Diagnostics{nil}[nothing[0]:]
	})
	if out != nil || !diags.HasErrors() {
		t.Fatalf("got %q and %v", out, diags)
	}
	for _, want := range []string{"x.tf", "index out of range", "report", "check_test.go"} {
		if !strings.Contains(diags[0].Detail, want) {
			t.Errorf("the message does not have %q:\n%s", want, diags[0].Detail)
		}
	}

	out, diags = RecoverPanic("x.tf", func() ([]byte, hcl.Diagnostics) { return []byte("{}"), nil })
	if string(out) != "{}" || diags != nil {
		t.Errorf("got %q and %v", out, diags)
	}
}
