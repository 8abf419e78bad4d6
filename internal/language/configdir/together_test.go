package configdir_test

import (
	"slices"
	"testing"

	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/schemafile"
)

func TestLoadedFiles(t *testing.T) {
	for name, test := range map[string]struct {
		names  []string
		target string
		want   []configdir.LoadedFile
	}{
		"a module": {
			[]string{"prod.tfvars", "main.tf", "more.tf.json", "main_override.tf", "terraform.tfvars", "a.tftest.hcl"}, "",
			[]configdir.LoadedFile{{"main_override.tf", false, true}, {"main.tf", true, false}, {"more.tf.json", true, false},
				{"a.tftest.hcl", false, false}, {"terraform.tfvars", false, false}, {"prod.tfvars", false, false}},
		},
		"files that another is read in place of": {
			[]string{"x.tf", "x.tofu", "y.tf.json", "y.tofu"}, "",
			[]configdir.LoadedFile{{"x.tofu", true, false}, {"y.tf.json", true, false}, {"y.tofu", true, false}},
		},
		"Terraform": {
			[]string{"x.tf"}, "terraform",
			[]configdir.LoadedFile{{"x.tf", true, false}},
		},
		"stacks": {
			[]string{"main.tf", "a.tfcomponent.hcl", "b.tfdeploy.hcl", "c.tfcomponent.json"}, "terraform",
			[]configdir.LoadedFile{{"main.tf", true, false}, {"a.tfcomponent.hcl", true, false}, {"c.tfcomponent.json", true, false},
				{"b.tfdeploy.hcl", false, false}},
		},
		"Packer, native files first": {
			[]string{"a.pkr.json", "b.pkr.hcl", "c.pkrvars.hcl"}, "",
			[]configdir.LoadedFile{{"b.pkr.hcl", true, false}, {"a.pkr.json", true, false}, {"c.pkrvars.hcl", false, false}},
		},
	} {
		if got := configdir.LoadedFiles(test.names, test.target); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// A schema file defines how its product loads files.
func TestLoadedFilesOfDescribedLanguage(t *testing.T) {
	job, diags := schemafile.Read([]byte(`
language "job" {
  product = "the scheduler"
  instead = [["Jobfile.json", "Jobfile"]]

  load {
    groups = [["*.job.hcl"], ["*.job.json"]]
    order  = "the last job of a name counts"
  }

  load {
    groups = [["Jobfile", "Jobfile.json"]]
    first  = true
  }
}

root {}
`), "job", false)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	names := []string{"a.job.hcl", "b.job.hcl", "Jobfile", "Jobfile.json"}
	changes := []configdir.Change{{From: "a.job.hcl", To: "a.job.json"}}
	if found := configdir.Hazards(names, changes, "", nil); len(found) > 0 {
		t.Errorf("without the schema file: %+v", found)
	}
	found := configdir.Hazards(names, changes, "terraform", nil, job)
	if len(found) != 1 || found[0].Kind != configdir.Reordered || found[0].Product != "the scheduler" {
		t.Errorf("%+v", found)
	}
	want := []configdir.LoadedFile{{"a.job.hcl", false, false}, {"b.job.hcl", false, false}, {"Jobfile", false, false}}
	if got := configdir.LoadedFiles(names, "", job); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if lists := configdir.OrderedFiles(names, "", job); len(lists) != 1 || len(lists[0]) != 2 {
		t.Errorf("%v", lists)
	}
	if found := configdir.AddedHazards(names, []configdir.Change{{From: "a.job.hcl", To: "a.job.json"}}, "",
		job); len(found) != 1 {
		t.Errorf("%+v", found)
	}
}
