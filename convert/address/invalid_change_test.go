package address_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// An invalid change is an error, not a panic.
func TestInvalidChange(t *testing.T) {
	a, err := address.Parse("local.a")
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []address.Change{{Op: address.Set, Address: a}, {Op: 77, Address: a}} {
		m, diags := address.Read(address.Source{
			Source:  equivalent.Source{Bytes: []byte("locals {\n  a = 1\n}\n"), Filename: "main.tf"},
			Dialect: opentofu.Config(opentofu.Target{}),
		})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if n, diags := m.Apply(&change); n != 0 || !diags.HasErrors() {
			t.Errorf("%v: %d places, %v", change.Op, n, diags)
		}
	}
}
