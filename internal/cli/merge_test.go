package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// pairs are files of one module, with the definition that both contain and that a product accepts
// only once per module.
var pairs = []struct{ a, b, twice string }{
	{"terraform {\n  backend \"local\" {}\n}\n", "terraform {\n  backend \"local\" {}\n}\n", "backend.local"},
	{"terraform {\n  backend \"local\" {}\n}\n", "terraform {\n  backend \"s3\" {}\n}\n", "backend.local"},
	{"terraform {\n  backend \"local\" {}\n  backend \"local\" {}\n}\n", "", "backend.local"},
	{"terraform {\n  cloud {}\n}\n", "terraform {\n  cloud {}\n}\n", "cloud"},
	{"terraform {\n  cloud {}\n}\n", "terraform {\n  backend \"local\" {}\n}\n", "cloud"},
	{"terraform {\n  required_providers {}\n}\n", "terraform {\n  required_providers {}\n}\n", "required_providers"},
	{"terraform {\n  required_providers {}\n  required_providers {}\n}\n", "", "required_providers"},
	{"terraform {\n  provider_meta \"a\" {}\n}\n", "terraform {\n  provider_meta \"a\" {}\n}\n", "provider_meta.a"},
	{"terraform {\n  provider_meta \"a\" {}\n}\n", "terraform {\n  provider_meta \"b\" {}\n}\n", ""},
	{"terraform {\n  required_providers {\n    a = { source = \"terraform.io/builtin/terraform\" }\n" +
		"    b = { source = \"terraform.io/builtin/terraform\" }\n  }\n" +
		"  provider_meta \"a\" {}\n}\n", "terraform {\n  provider_meta \"b\" {}\n}\n", "provider_meta.a"},
	{"terraform {\n  required_version = \">= 1.0\"\n}\n", "terraform {\n  required_version = \">= 1.1\"\n}\n", ""},
	{"terraform {\n  backend \"local\" {}\n}\n", "terraform {\n  required_providers {}\n}\n", ""},
	{"provider \"terraform\" {}\n", "provider \"terraform\" {}\n", "provider.terraform"},
	{aliased, aliased, `provider.terraform with alias = "a"`},
	{"provider \"terraform\" {\n  alias = \"a\"\n}\n", "provider \"terraform\" {}\n", ""},
	{"a = 1\nb {}\nvariable \"a\" {}\n", "variable \"a\" {}\n", "variable.a"},
	{"variable \"a\" {}\n", "variable \"a\" {}\n", "variable.a"},
	{"variable \"a\" {}\n", "locals {\n  a = 1\n}\n", ""},
	{"locals {\n  a = 1\n}\n", "locals {\n  a = 2\n}\n", "locals.a"},
	{"locals {\n  a = 1\n}\n", "locals {\n  b = 2\n}\n", ""},
	{"output \"a\" {\n  value = 1\n}\n", "output \"a\" {\n  value = 1\n}\n", "output.a"},
	{"module \"a\" {\n  source = \"./m\"\n}\n", "module \"a\" {\n  source = \"./m\"\n}\n", "module.a"},
	{"resource \"terraform_data\" \"a\" {}\n", "resource \"terraform_data\" \"a\" {}\n", "resource.terraform_data.a"},
	{read, read, "data.terraform_remote_state.a"},
	{"check \"a\" {\n" + read + assert, read, "data.terraform_remote_state.a"},
	{"check \"a\" {\n" + read + assert, "check \"b\" {\n" + read + assert, "data.terraform_remote_state.a"},
	{"check \"a\" {" + assert, "check \"a\" {" + assert, "check.a"},
	{"check \"a\" {" + assert, "check \"b\" {" + assert, ""},
	{imported("a"), imported("a"), "import with to = terraform_data.a"},
	{imported(`b["x"]`), imported(`b[ "x" ]`), `import with to = terraform_data.b["x"]`},
	{imported(`b["x"]`), imported(`b["y"]`), ""},
	{imported("b[each.key]"), imported("b[each.key]"), ""},
	{moved("a", "b"), moved("a", "c"), ""},
	{moved("a", "c"), moved("b", "c"), ""},
}

const (
	aliased = "provider \"terraform\" {\n  alias = \"a\"\n}\n"
	read    = "data \"terraform_remote_state\" \"a\" {\n  backend = \"local\"\n}\n"
	assert  = "\n  assert {\n    condition     = terraform_data.a.id != \"\"\n    error_message = \"no\"\n  }\n}\n"
)

func imported(to string) string {
	each := ""
	if strings.Contains(to, "each") {
		each = "  for_each = toset([\"x\"])\n"
	}
	return "import {\n" + each + "  to = terraform_data." + to + "\n  id = \"1\"\n}\n"
}

func moved(from, to string) string {
	return "moved {\n  from = terraform_data.m" + from + "\n  to = terraform_data.m" + to + "\n}\n"
}

// others are the blocks that the pairs refer to, unless the pairs define them.
const others = `resource "terraform_data" "b" {
  for_each = toset(["x", "y"])
}
`

// writeModule writes a pair of files, and an empty module that they may call.
func writeModule(t *testing.T, dir, a, b string) {
	t.Helper()
	if !strings.Contains(a, `"terraform_data" "a"`) {
		a += "resource \"terraform_data\" \"a\" {}\n"
	}
	if err := os.MkdirAll(filepath.Join(dir, "m"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a.tf": a + others, "b.tf": b, "m/main.tf": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMergeTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, m := range pairs {
		writeModule(t, ".", m.a, m.b)
		var out, errs bytes.Buffer
		status := Main([]string{env.ProgramName, "hcl2json", "--merge", "a.tf", "b.tf"}, strings.NewReader(""), &out, &errs,
			func(string) string { return "" })
		switch {
		case m.twice == "" && status != env.ExitOK:
			t.Errorf("%s%s%s", m.a, m.b, &errs)
		case m.twice != "" && !strings.Contains(errs.String(), "a.tf already defines "+m.twice+" in line"):
			t.Errorf("%s%s%d: %s", m.a, m.b, status, &errs)
		}
	}
}

// TestMergeTwiceJudged checks that Terraform refuses the same pairs.
func TestMergeTwiceJudged(t *testing.T) {
	terraform := oracles.Terraform(t)
	for _, m := range pairs {
		dir := t.TempDir()
		writeModule(t, dir, m.a, m.b)
		out, _ := terraform.Try(t, dir, "init", "-backend=false")
		text := string(out)
		refused := strings.Contains(text, "Error: Duplicate ") || strings.Contains(text, "Error: Both a backend and")
		if refused != (m.twice != "") {
			t.Errorf("%s%s%s", m.a, m.b, out)
		}
	}
}
