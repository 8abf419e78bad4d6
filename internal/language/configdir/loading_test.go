package configdir_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// changesOf returns the conversions of the files with these names.
func changesOf(t testing.TB, names ...string) []configdir.Change {
	t.Helper()
	var list []configdir.Change
	for _, name := range names {
		file, err := dialects.ForFile(name, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, configdir.Change{From: name, To: file.Counterpart})
	}
	return list
}

var kinds = map[configdir.Kind]string{
	configdir.Hidden: "hidden", configdir.Unhidden: "unhidden", configdir.Reordered: "reordered",
	configdir.CounterpartExists: "counterpart",
}

// formatHazard returns a hazard in one line.
func formatHazard(h configdir.Hazard) string {
	return strings.Join(strings.Fields(h.Product+" "+kinds[h.Kind]+": "+strings.Join(h.Files, " ")), " ")
}

func TestHazards(t *testing.T) {
	for _, test := range []struct {
		names   string // in the directory
		convert string
		target  string
		want    []string
	}{
		// Nothing next to the file.
		{"main.tf", "main.tf", "", nil},
		{"main.tf.json", "main.tf.json", "", nil},
		{"a.tf b.tf c.tf.json", "a.tf", "", nil},
		{"a.tofu b.tf", "a.tofu", "", nil},
		{"x.hcl y.hcl", "x.hcl", "", nil},
		{"main.tf", "", "", nil},

		// The counterpart exists.
		{"main.tf main.tf.json", "main.tf", "", []string{"counterpart: main.tf main.tf.json"}},
		{"main.tf main.tf.json", "main.tf.json", "", []string{"counterpart: main.tf.json main.tf"}},
		{"terraform.tfvars terraform.tfvars.json", "terraform.tfvars", "",
			[]string{"counterpart: terraform.tfvars terraform.tfvars.json"}},
		{"x.hcl x.hcl.json", "x.hcl", "", []string{"counterpart: x.hcl x.hcl.json"}},
		{"a.tf a.tofu.json a.tofu", "a.tofu", "", []string{"counterpart: a.tofu a.tofu.json", "OpenTofu unhidden: a.tofu a.tf"}},

		// OpenTofu reads .tofu instead of .tf in the same syntax.
		{"a.tf a.tofu", "a.tofu", "", []string{"OpenTofu unhidden: a.tofu a.tf"}},
		{"a.tf a.tofu", "a.tf", "", []string{"OpenTofu unhidden: a.tf a.tofu"}},
		{"a.tf a.tofu", "a.tf a.tofu", "", nil},
		{"a.tf.json a.tofu.json", "a.tofu.json", "opentofu", []string{"OpenTofu unhidden: a.tofu.json a.tf.json"}},
		{"a.tf.json a.tofu.json", "a.tf.json", "tofu@1.9", []string{"OpenTofu unhidden: a.tf.json a.tofu.json"}},
		{"a.tf.json a.tofu.json", "a.tf.json a.tofu.json", "", nil},
		{"a.tf a.tofu.json", "a.tf", "", []string{"OpenTofu hidden: a.tf a.tofu.json"}},
		{"a.tf a.tofu.json", "a.tofu.json", "", []string{"OpenTofu hidden: a.tofu.json a.tf"}},
		{"a.tf.json a.tofu", "a.tf.json", "", []string{"OpenTofu hidden: a.tf.json a.tofu"}},
		{"a.tf.json a.tofu", "a.tofu", "", []string{"OpenTofu hidden: a.tofu a.tf.json"}},
		{"a.tf a.tofu a.tofu.json", "a.tf", "", nil},
		{"a.tf a.tofu", "a.tf", "terraform", nil},
		{"a.tf a.tofu", "a.tf", "terraform@1.5", nil},
		{"a.tf a.tofu.json", "a.tf", "terraform", nil},
		{"a.tf a.tofu", "a.tf", "packer", nil},
		{"a.tf b.tofu", "a.tf", "", nil},
		{"a.b.tf a.tofu", "a.b.tf", "", nil},
		{"a_override.tf a_override.tofu", "a_override.tofu", "",
			[]string{"OpenTofu unhidden: a_override.tofu a_override.tf"}},
		{"override.tf override.tofu.json", "override.tf", "", []string{"OpenTofu hidden: override.tf override.tofu.json"}},
		{"a.tftest.hcl a.tofutest.hcl", "a.tofutest.hcl", "", []string{"OpenTofu unhidden: a.tofutest.hcl a.tftest.hcl"}},
		{"a.tftest.hcl a.tofutest.hcl", "a.tftest.hcl", "", []string{"OpenTofu unhidden: a.tftest.hcl a.tofutest.hcl"}},
		{"a.tftest.hcl a.tofutest.hcl", "a.tftest.hcl a.tofutest.hcl", "", nil},
		{"a.tftest.json a.tofutest.hcl", "a.tftest.json", "", []string{"OpenTofu hidden: a.tftest.json a.tofutest.hcl"}},
		{"a.tf a.tofu b.tf b.tofu", "a.tofu b.tf b.tofu", "", []string{"OpenTofu unhidden: a.tofu a.tf"}},
		{"a.tf a.tofu b.tf b.tofu", "a.tofu b.tf", "",
			[]string{"OpenTofu unhidden: a.tofu a.tf", "OpenTofu unhidden: b.tf b.tofu"}},
		// Hidden files are not loaded, so nothing is in their place.
		{".a.tf .a.tofu", ".a.tofu", "", nil},

		// Overrides.
		{"a_override.tf b_override.tf.json override.tf", "a_override.tf", "", nil},
		{"a_override.tf b_override.tf.json override.tf", "override.tf", "", nil},
		{"a_override.tf.json b_override.tf", "a_override.tf.json", "", nil},
		{"a_override.tf a_override.tf-_override.tf", "a_override.tf", "terraform",
			[]string{"Terraform reordered: a_override.tf a_override.tf-_override.tf"}},
		{"a_override.tf a_override.tf-_override.tf", "a_override.tf", "",
			[]string{"OpenTofu reordered: a_override.tf a_override.tf-_override.tf",
				"Terraform reordered: a_override.tf a_override.tf-_override.tf"}},
		{"main.tf main.tf-a.tf", "main.tf", "", nil}, // primaries have no order

		// Variables.
		{"a.auto.tfvars b.auto.tfvars.json c.auto.tfvars", "a.auto.tfvars", "", nil},
		{"a.auto.tfvars b.auto.tfvars.json c.auto.tfvars", "b.auto.tfvars.json", "", nil},
		{"a.auto.tfvars terraform.tfvars", "terraform.tfvars", "", nil},
		{"a.auto.tfvars b.tfvars", "b.tfvars", "", nil},
		{".a.auto.tfvars .a.auto.tfvars-.auto.tfvars", ".a.auto.tfvars", "terraform",
			[]string{"Terraform reordered: .a.auto.tfvars .a.auto.tfvars-.auto.tfvars"}},

		// Packer reads all native files before the first in JSON.
		{"a.pkr.hcl b.pkr.hcl", "a.pkr.hcl", "", []string{"Packer reordered: a.pkr.hcl b.pkr.hcl"}},
		{"a.pkr.hcl b.pkr.hcl", "b.pkr.hcl", "", nil},
		{"a.pkr.hcl b.pkr.hcl", "a.pkr.hcl b.pkr.hcl", "", nil},
		{"a.pkr.json b.pkr.json", "b.pkr.json", "packer", []string{"Packer reordered: b.pkr.json a.pkr.json"}},
		{"a.pkr.json b.pkr.json", "a.pkr.json", "packer", nil},
		{"a.pkr.json b.pkr.json", "a.pkr.json b.pkr.json", "packer", nil},
		{"b.pkr.hcl a.pkr.json", "b.pkr.hcl", "", []string{"Packer reordered: b.pkr.hcl a.pkr.json"}},
		{"a.pkr.hcl b.pkr.json", "a.pkr.hcl", "", nil},
		{"a.pkr.hcl b.pkr.hcl", "a.pkr.hcl", "opentofu", nil},
		{"vars.pkr.hcl z.pkr.hcl", "vars.pkr.hcl", "", nil}, // vars.* hold no builds, see below
		{"a.pkr.hcl vars.pkr.hcl", "a.pkr.hcl", "", nil},
		{"a.pkr.hcl vars.pkr.hcl z.pkr.hcl", "a.pkr.hcl", "", []string{"Packer reordered: a.pkr.hcl z.pkr.hcl"}},
		{".a.pkr.hcl b.pkr.hcl", ".a.pkr.hcl", "", []string{"Packer reordered: .a.pkr.hcl b.pkr.hcl"}},
		{"a.auto.pkrvars.hcl z.auto.pkrvars.hcl", "a.auto.pkrvars.hcl", "",
			[]string{"Packer reordered: a.auto.pkrvars.hcl z.auto.pkrvars.hcl"}},
		{"a.auto.pkrvars.hcl z.auto.pkrvars.hcl", "z.auto.pkrvars.hcl", "", nil},
		{"a.auto.pkrvars.hcl z.auto.pkrvars.hcl", "a.auto.pkrvars.hcl z.auto.pkrvars.hcl", "", nil},
		{"a.auto.pkrvars.json z.auto.pkrvars.json", "z.auto.pkrvars.json", "",
			[]string{"Packer reordered: z.auto.pkrvars.json a.auto.pkrvars.json"}},
		{"a.auto.pkrvars.hcl b.auto.pkrvars.hcl c.auto.pkrvars.hcl", "b.auto.pkrvars.hcl", "",
			[]string{"Packer reordered: b.auto.pkrvars.hcl c.auto.pkrvars.hcl"}},
		{"a.auto.pkrvars.hcl b.auto.pkrvars.hcl c.auto.pkrvars.hcl", "a.auto.pkrvars.hcl c.auto.pkrvars.hcl", "",
			[]string{"Packer reordered: a.auto.pkrvars.hcl b.auto.pkrvars.hcl"}},
		{"a.pkrvars.hcl z.auto.pkrvars.hcl", "a.pkrvars.hcl", "", nil},

		// Bake files.
		{"docker-bake.hcl docker-bake.override.hcl", "docker-bake.hcl", "", nil},
		{"docker-bake.hcl docker-bake.override.json", "docker-bake.hcl", "", nil},
		{"docker-bake.override.json docker-bake.hcl", "docker-bake.override.json", "terraform", nil},
		{"docker-bake.hcl docker-bake.json", "docker-bake.hcl", "", []string{"counterpart: docker-bake.hcl docker-bake.json"}},
		{"docker-bake.hcl docker-bake.json", "docker-bake.hcl docker-bake.json", "terraform",
			[]string{"docker buildx bake reordered: docker-bake.json docker-bake.hcl"}},

		// Terragrunt prefers JSON, and does not look for other names.
		{"terragrunt.hcl root.hcl", "terragrunt.hcl", "", nil},
		{"terragrunt.hcl terragrunt.hcl.json", "terragrunt.hcl", "",
			[]string{"counterpart: terragrunt.hcl terragrunt.hcl.json", "Terragrunt unhidden: terragrunt.hcl terragrunt.hcl.json"}},
		{"terragrunt.hcl terragrunt.hcl.json", "terragrunt.hcl.json", "terraform",
			[]string{"counterpart: terragrunt.hcl.json terragrunt.hcl"}},
		{"terragrunt.hcl terragrunt.hcl.json", "terragrunt.hcl terragrunt.hcl.json", "",
			[]string{"Terragrunt hidden: terragrunt.hcl.json terragrunt.hcl",
				"Terragrunt unhidden: terragrunt.hcl terragrunt.hcl.json"}},

		// TFLint prefers native syntax.
		{".tflint.hcl x.tflint.json", ".tflint.hcl", "", nil},
		{".tflint.hcl .tflint.json", ".tflint.json", "terraform",
			[]string{"counterpart: .tflint.json .tflint.hcl", "TFLint unhidden: .tflint.json .tflint.hcl"}},
		{".tflint.hcl .tflint.json", ".tflint.hcl", "", []string{"counterpart: .tflint.hcl .tflint.json"}},

		// Others of Terraform.
		{"a.tfquery.hcl b.tfquery.json", "a.tfquery.hcl", "", nil},
		{"a.tfmock.hcl b.tfmock.json", "a.tfmock.hcl b.tfmock.json", "", nil},
		{"a.tfcomponent.hcl b.tfcomponent.hcl", "a.tfcomponent.hcl", "", nil},
	} {
		names, convert := strings.Fields(test.names), strings.Fields(test.convert)
		holds := func(name, block string) bool { return block != "build" || !strings.HasPrefix(name, "vars.") }
		var got []string
		for _, h := range configdir.Hazards(names, changesOf(t, convert...), test.target, holds) {
			got = append(got, formatHazard(h))
			check(t, h, convert)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("of %s convert %s (%s):\n got %q\nwant %q", test.names, test.convert, test.target, got, test.want)
		}
	}
}

// check holds for every hazard.
func check(t testing.TB, h configdir.Hazard, convert []string) {
	t.Helper()
	if h.Summary == "" || h.Detail == "" || strings.Contains(h.Detail, "%!") || strings.Contains(h.Detail, "  ") ||
		!strings.HasSuffix(h.Detail, ".") {
		t.Errorf("%s: %q, %q", formatHazard(h), h.Summary, h.Detail)
	}
	if (h.Product == "") != (h.Kind == configdir.CounterpartExists) {
		t.Errorf("%s: product %q", formatHazard(h), h.Product)
	}
	if len(h.Files) == 0 || !slices.Contains(convert, h.Files[0]) {
		t.Errorf("%s: the first file is not in %q", formatHazard(h), convert)
	}
	for _, file := range h.Files {
		if !strings.Contains(h.Detail, file) && !strings.Contains(h.Detail, "others") {
			t.Errorf("%s is not in %q", file, h.Detail)
		}
	}
}

// A counterpart with the same in it is not a hazard by itself.
func TestIdenticalCounterpart(t *testing.T) {
	for _, test := range []struct {
		names, from string
		want        []string
	}{
		{"a.tf a.tf.json", "a.tf", nil},
		{"a.tf a.tf.json a.tofu", "a.tf", nil},
		{"a.tf a.tf.json a.tofu.json", "a.tf", []string{"OpenTofu hidden: a.tf a.tofu.json"}},
		{"terraform.tfvars terraform.tfvars.json", "terraform.tfvars.json", nil},
		// Files that already are JSON count.
		{"a.auto.pkrvars.hcl a.auto.pkrvars.json b.auto.pkrvars.hcl", "a.auto.pkrvars.hcl", nil},
		{"a.auto.pkrvars.hcl a.auto.pkrvars.json b.auto.pkrvars.hcl", "a.auto.pkrvars.json",
			[]string{"Packer reordered: a.auto.pkrvars.json b.auto.pkrvars.hcl"}},
	} {
		list := changesOf(t, test.from)
		list[0].Identical = true
		var got []string
		for _, h := range configdir.Hazards(strings.Fields(test.names), list, "", nil) {
			got = append(got, formatHazard(h))
			check(t, h, []string{test.from})
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("of %s remove %s:\n got %q\nwant %q", test.names, test.from, got, test.want)
		}
	}
}

// Names without an ending of their own come up with a forced dialect.
func TestForcedNames(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{"x.conf", "x.conf.json", ""},
		{"x.tfmigrate.hcl", "x.tfmigrate.hcl.json", "Terraform hidden: x.tfmigrate.hcl"},
		{"x.tftest.hcl.json", "x.tftest.hcl", "OpenTofu unhidden: x.tftest.hcl.json; Terraform unhidden: x.tftest.hcl.json"},
	} {
		var got []string
		for _, h := range configdir.Hazards(nil, []configdir.Change{{From: test.from, To: test.to}}, "", nil) {
			got = append(got, formatHazard(h))
			check(t, h, []string{test.from})
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s to %s: %q, want %s", test.from, test.to, got, test.want)
		}
	}
}

func TestHazardDetail(t *testing.T) {
	for _, test := range []struct{ names, convert, want string }{
		{"a.tf a.tofu", "a.tofu",
			"OpenTofu loads a.tofu instead of a.tf. With the new names, it would load both a.tf and a.tofu.json, and their " +
				"common content would be loaded twice. Convert a.tf together with the others: name all of these files, or the directory."},
		{"a.tf a.tofu", "a.tf",
			"OpenTofu loads a.tofu instead of a.tf. With the new names, it would load both a.tf.json and a.tofu, and their " +
				"common content would be loaded twice. Convert a.tofu together with the others: name all of these files, or the directory."},
		{"a.tf a.tofu.json", "a.tf",
			"OpenTofu loads both a.tf and a.tofu.json. With the new names, it would load a.tofu.json instead of a.tf.json, " +
				"so the content of a.tf would be ignored. Rename a file first."},
		{"a.auto.pkrvars.hcl b.auto.pkrvars.hcl", "a.auto.pkrvars.hcl",
			"Packer loads a.auto.pkrvars.hcl and b.auto.pkrvars.hcl in this order, and the last value that a variable is " +
				"given counts. With the new names, the order would be b.auto.pkrvars.hcl and a.auto.pkrvars.json. Convert " +
				"b.auto.pkrvars.hcl together with the others: name all of these files, or the directory."},
		{"b.pkr.hcl a.pkr.json", "b.pkr.hcl",
			"Packer loads b.pkr.hcl and a.pkr.json in this order, and the builds start in this order. With the new names, the " +
				"order would be a.pkr.json and b.pkr.json. Rename a file first."},
		{"main.tf main.tf.json", "main.tf",
			"main.tf would become main.tf.json, but that file already exists. Remove the outdated file."},
	} {
		hazards := configdir.Hazards(strings.Fields(test.names), changesOf(t, strings.Fields(test.convert)...), "", nil)
		if len(hazards) != 1 || hazards[0].Detail != test.want {
			t.Errorf("of %s convert %s: %+v\nwant %s", test.names, test.convert, hazards, test.want)
		}
	}
}

func TestManyFiles(t *testing.T) {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprintf("%02d.auto.pkrvars.hcl", i))
	}
	hazards := configdir.Hazards(names, changesOf(t, names[:50]...), "", nil)
	if len(hazards) != 1 || len(hazards[0].Files) != 100 || len(hazards[0].Detail) > 1000 {
		t.Errorf("%+v", hazards)
	}
}

// A file that a product reads instead of another one does not replace files that only end in the same
// name.
func TestLoadedFilesOfOtherNames(t *testing.T) {
	got := configdir.LoadedFiles([]string{"my-terragrunt.hcl", "my-terragrunt.hcl.json"}, "")
	if len(got) != 2 {
		t.Error(got)
	}
}
