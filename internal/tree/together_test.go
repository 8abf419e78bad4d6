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
			[]Read{{"main_override.tf", false}, {"main.tf", true}, {"more.tf.json", true}, {"a.tftest.hcl", false}, {"terraform.tfvars", false}, {"prod.tfvars", false}},
		},
		"files that another is read in place of": {
			[]string{"x.tf", "x.tofu", "y.tf.json", "y.tofu"}, "",
			[]Read{{"x.tofu", true}, {"y.tf.json", true}, {"y.tofu", true}},
		},
		"Terraform": {
			[]string{"x.tf"}, "terraform",
			[]Read{{"x.tf", true}},
		},
		"Packer, native files first": {
			[]string{"a.pkr.json", "b.pkr.hcl", "c.pkrvars.hcl"}, "",
			[]Read{{"b.pkr.hcl", true}, {"a.pkr.json", true}, {"c.pkrvars.hcl", false}},
		},
	} {
		if got := Reads(test.names, test.target); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
