package configdir_test

import (
	"reflect"
	"testing"

	"github.com/hcljson/hcljson/internal/language/configdir"
)

func TestOrderedFiles(t *testing.T) {
	names := []string{"main.tf", "z.auto.tfvars", "terraform.tfvars", "a.auto.tfvars.json", "b_override.tf",
		"a_override.tf.json", "a.pkr.hcl", "b.pkr.json", "a.auto.pkrvars.json", "b.auto.pkrvars.hcl"}
	want := [][]string{
		{"a_override.tf.json", "b_override.tf"},
		{"terraform.tfvars", "a.auto.tfvars.json", "z.auto.tfvars"},
		{"b.auto.pkrvars.hcl", "a.auto.pkrvars.json"},
	}
	if got := configdir.OrderedFiles(names, ""); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := configdir.OrderedFiles(names, "packer"); !reflect.DeepEqual(got, want[2:]) {
		t.Errorf("got %q, want %q", got, want[2:])
	}
}
