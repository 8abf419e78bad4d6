package tree

import (
	"maps"
	"testing"
)

func TestParts(t *testing.T) {
	for name, test := range map[string]struct {
		names  []string
		target string
		want   map[string]Part
	}{
		"a module": {
			[]string{"main.tf", "more.tf.json", "main_override.tf", "terraform.tfvars", "a.tftest.hcl"}, "",
			map[string]Part{"main.tf": InOne, "more.tf.json": InOne, "main_override.tf": Alone, "terraform.tfvars": Alone, "a.tftest.hcl": Alone},
		},
		"files that another is read in place of": {
			[]string{"x.tf", "x.tofu", "y.tf.json", "y.tofu"}, "",
			map[string]Part{"x.tf": NotRead, "x.tofu": InOne, "y.tf.json": InOne, "y.tofu": InOne},
		},
		"Terraform": {
			[]string{"x.tf", "x.tofu"}, "terraform",
			map[string]Part{"x.tf": InOne},
		},
		"Packer": {
			[]string{"a.pkr.hcl", "b.pkr.json", "c.pkrvars.hcl"}, "",
			map[string]Part{"a.pkr.hcl": InOne, "b.pkr.json": InOne},
		},
	} {
		if got := Parts(test.names, test.target); !maps.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
