package dialects_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/languages"
)

// Every native name and its counterpart, in both directions.
func TestForFile(t *testing.T) {
	for _, test := range []struct{ native, json, target, dialect string }{
		{"main.tf", "main.tf.json", "", "opentofu"},
		{"main.tf", "main.tf.json", "tofu", "opentofu"},
		{"main.tf", "main.tf.json", "opentofu@1.9", "opentofu"},
		{"main.tf", "main.tf.json", "terraform@1.11", "terraform"},
		{"a/b/main.tofu", "a/b/main.tofu.json", "", "opentofu"},
		{"/a.tf/x_override.tf", "/a.tf/x_override.tf.json", "", "opentofu"},
		{"x.tftest.hcl", "x.tftest.json", "", "test"},
		{"x.tftest.hcl", "x.tftest.json", "terraform", "test"},
		{"x.tofutest.hcl", "x.tofutest.json", "", "test"},
		{"x.tfmock.hcl", "x.tfmock.json", "", "mock"},
		{"x.tfquery.hcl", "x.tfquery.json", "terraform", "query"},
		{"x.tfcomponent.hcl", "x.tfcomponent.json", "", "stack"},
		{"terraform.tfvars", "terraform.tfvars.json", "", "tfvars"},
		{"x.auto.tfvars", "x.auto.tfvars.json", "terraform", "tfvars"},
		{"x.pkr.hcl", "x.pkr.json", "", "packer"},
		{"x.pkr.hcl", "x.pkr.json", "packer", "packer"},
		{"x.auto.pkrvars.hcl", "x.auto.pkrvars.json", "", "pkrvars"},
		{"docker-bake.hcl", "docker-bake.json", "", "bake"},
		{"a/docker-bake.override.hcl", "a/docker-bake.override.json", "", "bake"},
		{".tflint.hcl", ".tflint.json", "", "tflint"},
		{"docker-bake.hcl", "docker-bake.json", "packer", "bake"},
		{"a/.tflint.hcl", "a/.tflint.json", "terraform@1.11", "tflint"},
		{"job.hclschema.hcl", "job.hclschema.json", "terraform", "hclschema"},
		{"terragrunt.hcl", "terragrunt.hcl.json", "", "terragrunt"},
		{"a/root.hcl", "a/root.hcl.json", "", "terragrunt"},
		{"chroot.hcl", "chroot.hcl.json", "", "generic"},
		{"x.nomad.hcl", "x.nomad.hcl.json", "terraform", "nomad"},
		{"a/x.nomad", "a/x.nomad.json", "", "nomad"},
		{"x.hcl", "x.hcl.json", "", "generic"},
	} {
		for _, name := range []string{test.native, test.json} {
			file, err := dialects.ForFile(name, dialects.Options{Target: test.target})
			if err != nil {
				t.Errorf("%s (%s): %v", name, test.target, err)
				continue
			}
			counterpart := test.json
			if name == test.json {
				counterpart = test.native
			}
			if file.Dialect.Name != test.dialect || file.JSON != (name == test.json) || file.Counterpart != counterpart {
				t.Errorf("%s (%s): dialect %s, JSON %t, counterpart %s; want %s, %t, %s", name, test.target,
					file.Dialect.Name, file.JSON, file.Counterpart, test.dialect, name == test.json, counterpart)
			}
		}
	}
}

func TestForcedDialect(t *testing.T) {
	for _, test := range []struct {
		name, counterpart string
		json              bool
	}{
		{"main.tf", "main.tf.json", false},
		{"main.tf.json", "main.tf", true},
		{"x.conf", "x.conf.json", false},
		{"x.conf.json", "x.conf", true},
		{"a/x.json", "a/x", true},
		{".terraform.lock.hcl", ".terraform.lock.hcl.json", false},
		{"", "", false},
		{"-", "", false},
	} {
		for _, name := range dialects.Names() {
			file, err := dialects.ForFile(test.name, dialects.Options{Dialect: name})
			if err != nil || file.Dialect.Name != name || file.JSON != test.json || file.Counterpart != test.counterpart {
				t.Errorf("%q as %s: %+v, %v", test.name, name, file, err)
				continue
			}
			if test.counterpart == "" {
				continue
			}
			back, err := dialects.ForFile(file.Counterpart, dialects.Options{Dialect: name})
			if err != nil || back.Counterpart != test.name || back.JSON == file.JSON {
				t.Errorf("%q as %s: its counterpart's counterpart is %q, %v", test.name, name, back.Counterpart, err)
			}
		}
	}
}

func TestTablesAreShared(t *testing.T) {
	var files []dialects.File
	for _, name := range []string{"a.tf", "b.tf.json", "c.tofu", "d.tofu.json"} {
		file, err := dialects.ForFile(name, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	other, err := dialects.ForFile("a.tf", dialects.Options{Target: "terraform@1.5"})
	if err != nil {
		t.Fatal(err)
	}
	if files[0].Dialect != files[1].Dialect || files[2].Dialect != files[3].Dialect || files[0].Dialect == other.Dialect {
		t.Error("the tables do not belong to the language and target")
	}
}

func TestAmbiguousNames(t *testing.T) {
	for name, want := range map[string]bool{
		"x.hcl": true, "x.hcl.json": true, "a/root.hcl": true, "chroot.hcl": true, "a/root.hcl.json": true,
		"a/terragrunt.hcl": false, "x.nomad": false, "x.nomad.hcl": false,
		"x.tf": false, "x.pkr.hcl": false, "x.tftest.hcl": false, "docker-bake.hcl": false, ".tflint.hcl": false,
	} {
		for _, forced := range []string{"", "opentofu"} {
			file, err := dialects.ForFile(name, dialects.Options{Dialect: forced})
			if err != nil || file.Vague != want {
				t.Errorf("%s (%s): %t, %v; want %t", name, forced, file.Vague, err, want)
			}
		}
	}
}

func TestTargetChoosesTables(t *testing.T) {
	for target, want := range map[string]string{
		"": "", "opentofu": "", "opentofu@1.11": "opentofu@1.12", "terraform": "opentofu@1.12",
	} {
		file, err := dialects.ForFile("main.tf", dialects.Options{Target: target})
		if err != nil {
			t.Fatal(err)
		}
		languages.Prepare(file.Dialect)
		if _, language := file.Dialect.Root.Lookup("language"); language.OtherTarget != want {
			t.Errorf("target %q: the language block is of target %q, want %q", target, language.OtherTarget, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		opts dialects.Options
		want string // a part of the message
	}{
		{"", dialects.Options{}, "option filename"},
		{"-", dialects.Options{Target: "terraform"}, "option dialect"},
		{"x.json", dialects.Options{}, "does not determine the language"},
		{"x.json", dialects.Options{}, ".tf.json"},
		{"x.yaml", dialects.Options{}, "not the name of an HCL file"},
		{"x.pkr.hcl.json", dialects.Options{}, "JSON of x.pkr.hcl, which is x.pkr.json"},
		{"x.auto.pkrvars.hcl.json", dialects.Options{}, "which is x.auto.pkrvars.json"},
		{"x.tftest.hcl.json", dialects.Options{}, "which is x.tftest.json"},
		{"a/docker-bake.hcl.json", dialects.Options{}, "which is docker-bake.json"},
		{"tf", dialects.Options{}, "not the name of an HCL file"},
		{"a/.terraform.lock.hcl", dialects.Options{}, "lock file has no JSON form"},
		{"x.tfmigrate.hcl", dialects.Options{}, "migration files"},
		{"x.tfdeploy.hcl", dialects.Options{}, "deployment files"},
		{"terragrunt.stack.hcl", dialects.Options{}, "Terragrunt reads them in native syntax only"},
		{"a/terragrunt.values.hcl", dialects.Options{}, "native syntax only"},
		{"terragrunt.autoinclude.hcl", dialects.Options{}, "native syntax only"},
		{"terragrunt.autoinclude.stack.hcl", dialects.Options{}, "native syntax only"},
		{".tofurc", dialects.Options{}, "HCL 1"},
		{".terraformrc", dialects.Options{}, "HCL 1"},
		{"main.tf", dialects.Options{Dialect: "hcl"}, `unknown dialect "hcl"`},
		{"main.tf", dialects.Options{Target: "pulumi"}, `unknown target "pulumi"`},
		{"main.tf", dialects.Options{Target: "terraform@x"}, "unknown version"},
		{"main.tf", dialects.Options{Target: "packer"}, "opentofu or terraform does"},
		{"main.tofu", dialects.Options{Target: "terraform"}, "opentofu does"},
		{"x.tofutest.hcl", dialects.Options{Target: "terraform"}, "opentofu does"},
		{"x.tfquery.hcl", dialects.Options{Target: "opentofu"}, "terraform does"},
		{"x.pkr.hcl", dialects.Options{Target: "terraform@1.11"}, "packer does"},
		{"main.tf", dialects.Options{Dialect: "terraform", Target: "opentofu"}, "terraform does"},
		{"x.hcl", dialects.Options{Target: "pulumi"}, `unknown target "pulumi"`},
	} {
		file, err := dialects.ForFile(test.name, test.opts)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q with %+v: %v; want an error with %q", test.name, test.opts, err, test.want)
		}
		if file.Dialect != nil {
			t.Errorf("%q with %+v: returned a dialect and an error", test.name, test.opts)
		}
	}
}

func TestNames(t *testing.T) {
	names := dialects.Names()
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("a name is listed twice: %q", names)
	}
	for _, want := range []string{"opentofu", "terraform", "packer", "bake", "tflint", "terragrunt", "nomad", "generic"} {
		if !slices.Contains(names, want) {
			t.Errorf("no dialect %s in %q", want, names)
		}
	}
}
