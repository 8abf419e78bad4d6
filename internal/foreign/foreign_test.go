package foreign

import (
	"os"
	"path/filepath"
	"testing"
)

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
			if got := m.counts[[2]string{s.name, "null"}]; got == nil || *got != (count{names: 1, right: 1}) {
				t.Errorf("%s, %s: null_resource has %v", name, s.name, got)
			}
			got := m.counts[[2]string{s.name, "made"}]
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
	got := m.counts[[2]string{"general", "made"}]
	if want := (count{names: 3, right: 0, warned: 1, silent: 2}); got == nil || *got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
