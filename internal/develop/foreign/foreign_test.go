package foreign

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/develop/namecount"
)

var update = flag.Bool("update", false, "write the JSON and the reports anew")

const example = `
provider "random" {}

resource "null_resource" "a" {
  count    = 1
  triggers = { a = "b" }
  depends_on = []

  lifecycle {
    create_before_destroy = true
  }
}

resource "made_up" "a" {
  none  = null
  plain = ["a"]
  thing = { Version = "1" }

  block {
    nested {}
  }

  block {}

  dynamic "other" {
    for_each = []

    content {
      tags = { a = "b" }
    }
  }
}
`

func measured(t *testing.T, name, text string, docs bool) *judge {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	m := newJudge(true)
	if err := m.dir(dir, docs); err != nil {
		t.Fatal(err)
	}
	if len(m.failed) > 0 {
		t.Error(m.failed)
	}
	return m
}

// Each style writes all names in doubt, and those that come back are counted.
func TestMeasure(t *testing.T) {
	for name, m := range map[string]*judge{
		"module":        measured(t, "main.tf", example, false),
		"documentation": measured(t, "x.md", "# X\n```terraform\n"+example+"```\n```sh\nls\n```\n", true),
	} {
		if m.files != 1 {
			t.Errorf("%s: %d files", name, m.files)
		}
		for _, s := range styles {
			if got := m.counts[where{s.name, "null", true}]; got == nil || *got != (count{names: 1, right: 1}) {
				t.Errorf("%s, %s: null_resource has %v", name, s.name, got)
			}
			got := m.counts[where{s.name, "made", true}]
			if got == nil || got[names] != 5 || got[right] != got[names] || got[silent] != 0 || got[warned] == 0 {
				t.Errorf("%s, %s: made_up has %+v", name, s.name, got)
			}
		}
	}
}

// What comes back as something else is wrong, and silent without a warning.
func TestWrong(t *testing.T) {
	const text = "resource \"made_up\" \"a\" {\n  whatever = [{ a = 1 }]\n  block {\n    Version {}\n  }\n}\n"
	m := measured(t, "main.tf", text, false)
	got := m.counts[where{"general", "made", true}]
	if want := (count{names: 3, right: 0, warned: 1, silent: 2}); got == nil || *got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// someUses has a name for each way to use one, in ten providers, and one that only the
// provider has that is measured.
func someUses() namecount.Counts {
	counts := namecount.Counts{"egress": {"hashicorp/aws": {9}}}
	for i, name := range []string{"block", "one", "not_in_table", "list", "statement"} {
		counts[name] = map[string]*namecount.Uses{}
		for provider := range 10 {
			counts[name][fmt.Sprint(provider)] = new(namecount.Uses)
			counts[name][fmt.Sprint(provider)][i] = 9
		}
	}
	return counts
}

// The JSON of each style, and what is printed: with the built-in tables, with the language
// alone, and with guesses that do not know the provider.
func TestReport(t *testing.T) {
	const path = "testdata/report.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	src := archive.Files[0].Data
	file, diags := hclsyntax.ParseConfig(src, "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	made := map[string]string{}
	for _, s := range styles {
		w := &writer{style: s, src: src}
		w.file(truth(file.Body.(*hclsyntax.Body)))
		made[s.name] = w.String() + "\n"
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"m/main.tf": string(src), "m/broken.tf": "resource {", "m/README.md": "```hcl\n" + string(src) + "```\n",
	} {
		if err := os.MkdirAll("m", 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, m := range map[string]*judge{
		"tables": newJudge(true), "language": newJudge(false), "guesses": newJudge(false), "documentation": newJudge(true),
	} {
		if name == "guesses" {
			m.uses = someUses()
		}
		if err := m.dir("m", name == "documentation"); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		m.print(&out, 40)
		made[name] = out.String()
	}
	if made["documentation"] != made["tables"] {
		t.Errorf("of the same text in Markdown, it says\n%s", made["documentation"])
	}
	changed := false
	for i := range archive.Files[1:] {
		f := &archive.Files[1+i]
		if want := made[f.Name]; string(f.Data) != want {
			changed = true
			if f.Data = []byte(want); !*update {
				t.Errorf("%s is\n%s", f.Name, want)
			}
		}
	}
	if *update && changed {
		if err := os.WriteFile(filepath.Join(root, path), txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
