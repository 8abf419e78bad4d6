package dialects

import (
	"reflect"
	"testing"

	"github.com/hcljson/hcljson/schema/dialects"
)

// No other product merges files, so that it need not be known here.
func TestOverrides(t *testing.T) {
	for _, p := range dialects.Products()[len(products()):] {
		for _, c := range p.Classes {
			if c.Override {
				t.Errorf("%s merges %v", p.Product, c.Groups)
			}
		}
	}
	for _, name := range []string{"main.tf", "override.tf", "a_override.tofu.json", "a.pkr.hcl", "", ".override.tf"} {
		_, got := IsConfiguration(name)
		if _, want := dialects.IsConfiguration(name); got != want {
			t.Errorf("%q: override is %t", name, got)
		}
	}
}

func TestGeneric(t *testing.T) {
	if got, want := generic(), dialects.Generic(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
