package configdir

import "testing"

func TestAdded(t *testing.T) {
	native := func(stem string) Change { return Change{From: stem + ".tofu", To: stem + ".tofu.json"} }
	auto := func(stem string) Change {
		return Change{From: stem + ".auto.pkrvars.hcl", To: stem + ".auto.pkrvars.json"}
	}
	for name, test := range map[string]struct {
		names   []string
		changes []Change
		target  string
		want    []Kind
	}{
		"beside the source":       {[]string{"main.tofu", "other.tf"}, []Change{native("main")}, "", nil},
		"hides":                   {[]string{"main.tofu", "main.tf.json"}, []Change{native("main")}, "", []Kind{Hidden}},
		"hides for OpenTofu only": {[]string{"main.tofu", "main.tf.json"}, []Change{native("main")}, "terraform", nil},
		"hides elsewhere":         {[]string{"main.tf.json"}, []Change{native("main")}, "", []Kind{Hidden}},
		"in place of the source": {[]string{"terragrunt.hcl"},
			[]Change{{From: "terragrunt.hcl", To: "terragrunt.hcl.json"}}, "", nil},
		"in place of another": {[]string{"terragrunt.hcl"}, []Change{{From: "x.hcl", To: "terragrunt.hcl.json"}}, "",
			[]Kind{Hidden}},
		"is there already": {[]string{"main.tofu", "main.tf.json", "main.tofu.json"}, []Change{native("main")}, "",
			nil},
		"stronger than another": {[]string{"a.auto.pkrvars.hcl", "z.auto.pkrvars.hcl"}, []Change{auto("a")}, "",
			[]Kind{Reordered}},
		"the last one": {[]string{"a.auto.pkrvars.hcl", "z.auto.pkrvars.hcl"}, []Change{auto("z")}, "", nil},
		"all": {[]string{"a.auto.pkrvars.hcl", "z.auto.pkrvars.hcl"}, []Change{auto("a"), auto("z")}, "",
			nil},
		"Terraform's in one order": {[]string{"a.auto.tfvars", "z.auto.tfvars"},
			[]Change{{From: "a.auto.tfvars", To: "a.auto.tfvars.json"}}, "", nil},
	} {
		var got []Kind
		for _, h := range Added(test.names, test.changes, test.target) {
			got = append(got, h.Kind)
		}
		if len(got) != len(test.want) || len(got) > 0 && got[0] != test.want[0] {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
