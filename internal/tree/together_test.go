package tree

import (
	"slices"
	"testing"
)

func TestReads(t *testing.T) {
	for name, test := range map[string]struct {
		names  []string
		target string
		want   []Read
	}{
		"a module": {
			[]string{"prod.tfvars", "main.tf", "more.tf.json", "main_override.tf", "terraform.tfvars", "a.tftest.hcl"}, "",
			[]Read{{"main_override.tf", false, true}, {"main.tf", true, false}, {"more.tf.json", true, false}, {"a.tftest.hcl", false, false}, {"terraform.tfvars", false, false}, {"prod.tfvars", false, false}},
		},
		"files that another is read in place of": {
			[]string{"x.tf", "x.tofu", "y.tf.json", "y.tofu"}, "",
			[]Read{{"x.tofu", true, false}, {"y.tf.json", true, false}, {"y.tofu", true, false}},
		},
		"Terraform": {
			[]string{"x.tf"}, "terraform",
			[]Read{{"x.tf", true, false}},
		},
		"Packer, native files first": {
			[]string{"a.pkr.json", "b.pkr.hcl", "c.pkrvars.hcl"}, "",
			[]Read{{"b.pkr.hcl", true, false}, {"a.pkr.json", true, false}, {"c.pkrvars.hcl", false, false}},
		},
	} {
		if got := Reads(test.names, test.target); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
