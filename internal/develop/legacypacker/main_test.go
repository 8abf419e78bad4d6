package legacypacker

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/upgrade"
)

// The goldens of the upgrade are checked as the templates of others are.
func TestRun(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join("..", "..", "..", "internal", "upgrade", "testdata", "golden", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	dir := t.TempDir()
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file := strings.TrimSuffix(filepath.Base(name), ".txtar") + ".json"
		if err := os.WriteFile(filepath.Join(dir, file), archive.Files[0].Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	faults, err := run(&out, []string{dir})
	if err != nil || faults > 0 {
		t.Errorf("%v\n%s", err, &out)
	}
	if !strings.Contains(out.String(), "exact 18, with warnings 6, partial 10, refused 14, faults 0") {
		t.Error(out.String())
	}
}

const template = `{
  "variables": {"a": "x", "b": "{{user ` + "`a`" + `}}"},
  "builders": [{"type": "null", "communicator": "none", "ssh_port": 22}, {"type": "amazon-ebs", "tags": {"a": "b"}, "ami_users": ["1"]}],
  "provisioners": [{"type": "shell-local", "only": ["null"], "inline": ["echo {{user ` + "`b`" + `}}", "{user ` + "`c`" + `}}"]}],
  "post-processors": ["manifest"]
}`

// The checker notices what an upgrade may do wrong.
func TestFaults(t *testing.T) {
	result, diags := upgrade.Template([]byte(template), "", upgrade.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	good := string(result.File().Bytes())
	if faults := check([]byte(template), []byte(good), false); len(faults) > 0 {
		t.Fatalf("%q\n%s", faults, good)
	}
	for _, c := range []struct{ old, new, want string }{
		{`variable "a" {`, `variable "a2" {`, "leads nowhere"},
		{"variable \"a\" {\n  type    = string\n  default = \"x\"\n}", "", "variables are declared"},
		{`: var.a`, `: local.b`, "local.b refers to itself"},
		{`: var.a`, `: env("A")`, "env is called outside of a variable"},
		{`"echo ${local.b}"`, "\"echo {{user `b`}}\"", "a call of user is left"},
		{"  ssh_port     = 22\n", "", "source 1 has no ssh_port"},
		{`source "null" "null"`, `source "null" "other"`, "which is not a source"},
		{`only   = ["null.null"]`, `only   = ["null"]`, `only names "null"`},
		{`only   = ["null.null"]`, `only   = local.b`, "only is not constant"},
		{`ami_users = ["1"]`, `ami_users = "1"`, "ami_users"},
		{"tags = {\n    a = \"b\"\n  }", "tags {\n    a = \"b\"\n  }", "tags"},
		{`post-processor "manifest" {}`, `post-processor "manifest" {}` + "\n" + `post-processor "manifest" {}`,
			"2 post-processors"},
		{`provisioner "shell-local"`, `error-cleanup-provisioner "shell-local"`, "0 provisioners"},
		{"build {", "build {", ""},
		{"build {", "build {}\nbuild {", "2 blocks build"},
		{"build {", "build", "Argument or block definition required"},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good && c.want != "" {
			t.Fatalf("%q is not in\n%s", c.old, good)
		}
		got := strings.Join(check([]byte(template), []byte(bad), false), "; ")
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q for %q: %q, want %q", c.new, c.old, got, c.want)
		}
	}
}
