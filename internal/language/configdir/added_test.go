package configdir_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/language/configdir"
)

func TestAddedHazards(t *testing.T) {
	native := func(stem string) configdir.Change {
		return configdir.Change{From: stem + ".tofu", To: stem + ".tofu.json"}
	}
	auto := func(stem string) configdir.Change {
		return configdir.Change{From: stem + ".auto.pkrvars.hcl", To: stem + ".auto.pkrvars.json"}
	}
	for name, test := range map[string]struct {
		names   []string
		changes []configdir.Change
		target  string
		want    []configdir.Kind
	}{
		"beside the source": {[]string{"main.tofu", "other.tf"}, []configdir.Change{native("main")}, "", nil},
		"hides": {[]string{"main.tofu", "main.tf.json"}, []configdir.Change{native("main")}, "",
			[]configdir.Kind{configdir.Hidden}},
		"hides for OpenTofu only": {[]string{"main.tofu", "main.tf.json"}, []configdir.Change{native("main")}, "terraform",
			nil},
		"hides elsewhere": {[]string{"main.tf.json"}, []configdir.Change{native("main")}, "",
			[]configdir.Kind{configdir.Hidden}},
		"in place of the source": {[]string{"terragrunt.hcl"},
			[]configdir.Change{{From: "terragrunt.hcl", To: "terragrunt.hcl.json"}}, "", nil},
		"in place of another": {[]string{"terragrunt.hcl"}, []configdir.Change{{From: "x.hcl", To: "terragrunt.hcl.json"}},
			"",
			[]configdir.Kind{configdir.Hidden}},
		"is there already": {[]string{"main.tofu", "main.tf.json", "main.tofu.json"}, []configdir.Change{native("main")}, "",
			nil},
		"stronger than another": {[]string{"a.auto.pkrvars.hcl", "z.auto.pkrvars.hcl"}, []configdir.Change{auto("a")}, "",
			[]configdir.Kind{configdir.Reordered}},
		"the last one": {[]string{"a.auto.pkrvars.hcl", "z.auto.pkrvars.hcl"}, []configdir.Change{auto("z")}, "", nil},
		"all": {[]string{"a.auto.pkrvars.hcl", "z.auto.pkrvars.hcl"}, []configdir.Change{auto("a"), auto("z")}, "",
			nil},
		"Terraform's in one order": {[]string{"a.auto.tfvars", "z.auto.tfvars"},
			[]configdir.Change{{From: "a.auto.tfvars", To: "a.auto.tfvars.json"}}, "", nil},
	} {
		var got []configdir.Kind
		for _, h := range configdir.AddedHazards(test.names, test.changes, test.target) {
			got = append(got, h.Kind)
		}
		if len(got) != len(test.want) || len(got) > 0 && got[0] != test.want[0] {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
