package language_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/internal/schematest"
	"github.com/hcljson/hcljson/schema/language"
	"github.com/hcljson/hcljson/schema/packer"
)

// read reads a schema file without any diagnostics.
func read(t *testing.T, src []byte, name string) *language.Language {
	t.Helper()
	l, diags := language.Read(src, name, strings.HasSuffix(name, ".json"))
	if len(diags) > 0 {
		t.Fatalf("%s: %s", name, diags)
	}
	return l
}

func readFile(t *testing.T, name string) *language.Language {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, src, name)
}

func same(t *testing.T, got, want *schema.Dialect) {
	t.Helper()
	for _, difference := range schematest.Differences(got, want) {
		t.Error(difference)
	}
}

// schemaFiles are whole languages, and the language of schema files.
func schemaFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.hclschema.hcl")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	return append(files, "language.hclschema.hcl")
}

// A schema file is a file in an HCL language like any other.
func TestBothSyntaxes(t *testing.T) {
	for _, name := range schemaFiles(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := read(t, src, name)
			for _, form := range []convert.Form{convert.General, convert.Compact} {
				for _, drop := range []bool{false, true} {
					d := language.Schema().Dialect
					opts := convert.Options{Form: form, DropComments: drop, Strict: true}
					json, diags := convert.ToJSON(src, name, d, opts)
					if len(diags) > 0 {
						t.Fatal(diags)
					}
					if diags := equivalent.Check(src, json, d); !drop && len(diags) > 0 {
						t.Errorf("not the same: %s", diags)
					}
					got := read(t, json, "x.hclschema.json")
					same(t, got.Dialect, want.Dialect)
					if len(got.Files) != len(want.Files) || got.Files[0] != want.Files[0] || got.Summary != want.Summary {
						t.Errorf("%+v, want %+v", got, want)
					}
					back, diags := convert.ToHCL(json, "x.hclschema.json", d, opts)
					if len(diags) > 0 {
						t.Fatal(diags)
					}
					same(t, read(t, back, name).Dialect, want.Dialect)
				}
			}
		})
	}
}

// The schema file of Packer's templates says what the table does, but for the
// survey of the plugins' names.
func TestPacker(t *testing.T) {
	got, want := readFile(t, "testdata/packer.hclschema.hcl"), packer.Config()
	forget := func(d *schema.Dialect) {
		for body := range schematest.Bodies(d) {
			if body.Known != nil && !body.Known.Survey() {
				t.Error("the names are no survey")
			}
			body.Known = nil
		}
	}
	known := func(d *schema.Dialect) *schema.Names {
		for _, block := range d.Root.Blocks {
			if block.Type == "data" {
				return block.Body.Known
			}
		}
		return nil
	}
	for _, name := range []string{"tags", "tag", "run_tags", "floppy_content", "_tags", "tags_", "disks", "metadata", "x"} {
		if g, w := known(got.Dialect).Kind(name), known(want).Kind(name); g != w {
			t.Errorf("%s is %v, want %v", name, g, w)
		}
	}
	forget(got.Dialect)
	forget(want)
	same(t, got.Dialect, want)
	schematest.CheckTables(t, got.Dialect)
}

func TestSchemaIsShared(t *testing.T) {
	if first := language.Schema(); first != language.Schema() {
		t.Error("the language of schema files is read twice")
	}
}
