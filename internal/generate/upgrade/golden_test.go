package upgrade_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/generate/upgrade"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// golden is an archive. The head describes it, with lines "partial" and "strict" for options and
// "files" for several output files. The source is "template.json" or "vars.json".
type golden struct {
	name    string
	archive *txtar.Archive
}

func goldens(t testing.TB) []golden {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "golden", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	var all []golden
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, golden{name, archive})
	}
	return all
}

func (g *golden) file(name string) (string, bool) {
	for _, f := range g.archive.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

func (g *golden) set(name, text string) {
	for i := range g.archive.Files {
		if g.archive.Files[i].Name == name {
			g.archive.Files[i].Data = []byte(text)
			return
		}
	}
	g.archive.Files = append(g.archive.Files, txtar.File{Name: name, Data: []byte(text)})
}

func (g *golden) options() upgrade.Options {
	head := "\n" + string(g.archive.Comment)
	return upgrade.Options{Partial: strings.Contains(head, "\npartial\n"), Strict: strings.Contains(head, "\nstrict\n")}
}

// run returns the file, which can be empty, and the messages of a golden.
func (g *golden) run() (string, string) {
	var out []byte
	var diags hcl.Diagnostics
	if src, ok := g.file("vars.json"); ok {
		file, d := upgrade.VariableFile([]byte(src), "vars.json", g.options())
		if diags = d; file != nil {
			out = file.Bytes()
		}
	} else {
		src, _ := g.file("template.json")
		result, d := upgrade.Template([]byte(src), "template.json", g.options())
		if diags = d; result != nil {
			out = result.File().Bytes()
			if strings.Contains("\n"+string(g.archive.Comment), "\nfiles\n") {
				out = nil
				for _, part := range result.Files() {
					out = append(out, "# file "+part.Name+"\n"+string(part.File.Bytes())...)
				}
			}
		}
	}
	var messages strings.Builder
	for _, d := range diags {
		kind := "warning"
		if d.Severity == hcl.DiagError {
			kind = "error"
		}
		messages.WriteString(kind + " at " + d.Subject.String() + ": " + d.Summary + ": " + d.Detail + "\n")
	}
	return string(out), messages.String()
}

func TestGolden(t *testing.T) {
	for _, g := range goldens(t) {
		t.Run(filepath.Base(g.name), func(t *testing.T) {
			out, messages := g.run()
			if *update {
				for name, text := range map[string]string{"messages": messages} {
					if _, had := g.file(name); text != "" || had {
						g.set(name, text)
					}
				}
				g.set("want.hcl", out)
				if err := os.WriteFile(g.name, txtar.Format(g.archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want, _ := g.file("want.hcl"); out != want {
				t.Errorf("got\n%s\nwant\n%s", out, want)
			}
			if want, _ := g.file("messages"); messages != want {
				t.Errorf("messages\n%s\nwant\n%s", messages, want)
			}
			if formatted := string(upstream.Format([]byte(out))); formatted != out {
				t.Errorf("not in the layout of hashicorp/hcl:\n%s", out)
			}
		})
	}
}
