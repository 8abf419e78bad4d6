package schemafile_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema"
)

// mustRead reads a schema file and fails the test if the file has diagnostics.
func mustRead(t *testing.T, src []byte, name string) *schemafile.Language {
	t.Helper()
	l, diags := schemafile.Read(src, name, strings.HasSuffix(name, ".json"))
	if len(diags) > 0 {
		t.Fatalf("%s: %s", name, diags)
	}
	return l
}

func checkSameTables(t *testing.T, got, want *schema.Dialect) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the tables differ: %+v, want %+v", got, want)
	}
}

// schemaFiles returns the schema files of whole languages, and of schema files.
func schemaFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../dialects/*.hclschema.hcl")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	return files
}

// A schema file is a file in an HCL language like any other.
func TestBothSyntaxes(t *testing.T) {
	for _, name := range schemaFiles(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := mustRead(t, src, name)
			for _, form := range []convert.Form{convert.General, convert.Compact} {
				for _, drop := range []bool{false, true} {
					d := dialects.SchemaFile()
					opts := convert.Options{Form: form, DropComments: drop, Strict: true}
					json, diags := convert.ToJSON(src, name, d, opts)
					if len(diags) > 0 {
						t.Fatal(diags)
					}
					if diags := equivalent.Check(src, json, d).Messages(); !drop && len(diags) > 0 {
						t.Errorf("not the same: %s", diags)
					}
					got := mustRead(t, json, "x.hclschema.json")
					checkSameTables(t, got.Dialect, want.Dialect)
					if len(got.Files) != len(want.Files) || got.Files[0] != want.Files[0] || got.Summary != want.Summary {
						t.Errorf("%+v, want %+v", got, want)
					}
					back, diags := convert.ToHCL(json, "x.hclschema.json", d, opts)
					if len(diags) > 0 {
						t.Fatal(diags)
					}
					checkSameTables(t, mustRead(t, back, name).Dialect, want.Dialect)
				}
			}
		})
	}
}

// Bodies that use each other share tables, so that they can be recursive.
func TestRecursion(t *testing.T) {
	d := mustRead(t, []byte(`
language "x" {}

root {
  use = body.node
}

body "node" {
  block "node" {
    use = body.alias
  }

  block "leaf" {
    use     = body.node
    dynamic = true
  }
}

body "alias" {
  use = body.node
}
`), "x").Dialect
	if body := d.Root.Blocks[0].Body; body != d.Root {
		t.Error("the body is a copy")
	}
	leaf := d.Root.Blocks[1].Body
	if !leaf.Dynamic || d.Root.Dynamic || leaf.Blocks[1].Body != leaf || leaf.Blocks[0].Body != d.Root {
		t.Errorf("%+v", leaf)
	}
	languages.Prepare(d)
}

func TestLanguage(t *testing.T) {
	for src, want := range map[string]schemafile.Language{
		`language "x" {}
		root {}`: {Dialect: &schema.Dialect{Name: "x", Product: "x", ArrayRoot: true}},
		`language "x-1" {
			product    = "The X"
			summary    = "A language"
			array_root = false
			roots      = ["var", "local"]
		}
		root {}`: {Summary: "A language",
			Dialect: &schema.Dialect{Name: "x-1", Product: "The X", Roots: []string{"var", "local"}}},
		`language "x" { roots = [] }
		root {}`: {Dialect: &schema.Dialect{Name: "x", Product: "x", ArrayRoot: true, Roots: []string{}}},
		`language "x" {}
		root { just_attributes = true }`: {Dialect: &schema.Dialect{Name: "x", Product: "x"}},
	} {
		l := mustRead(t, []byte(src), "x")
		want.Dialect.Root, want.Dialect.Facts = l.Dialect.Root, &conventions.Facts{}
		checkSameTables(t, l.Dialect, want.Dialect)
		if l.Summary != want.Summary {
			t.Errorf("summary %q", l.Summary)
		}
	}
}

// The settings of a language block other than the names of files.
func TestSettings(t *testing.T) {
	l := mustRead(t, []byte(`
language "x" {
  product   = "The X"
  target    = "packer"
  note      = "Names count."
  functions = ["chomp"]
  instead   = [[".a.json", ".a"]]

  file {
    native = "*.a"
    json   = "*.a.json"
  }

  file {
    native = "x"
    json   = "x.json"
    note   = "This one counts most."
    vague  = true
  }

  load {
    groups    = [["*.a"], ["*.a.json", "x.json"]]
    order     = "the last one counts"
    only      = "build"
    together  = true
    dot_files = true
  }

  load {
    groups = [["x"]]
    first  = true
  }
}

root {}
`), "x")
	want := &loading.Rules{
		Target: "packer", Product: "The X", Instead: [][2]string{{".a.json", ".a"}},
		Classes: []loading.Class{
			{
				Groups: [][]string{{"*.a"}, {"*.a.json", "x.json"}}, Order: "the last one counts", Only: "build",
				Together: true, DotFiles: true,
			},
			{Groups: [][]string{{"x"}}, First: true},
		},
	}
	if l.Target != "packer" || l.Note != "Names count." || !reflect.DeepEqual(l.Loading, want) ||
		!reflect.DeepEqual(conventions.Of(l.Dialect).Style, &conventions.Style{Functions: []string{"chomp"}}) {
		t.Errorf("%+v, %+v", l, l.Loading)
	}
	if p, _ := l.PatternOf("b.a"); p.Note != "Names count." || p.Vague {
		t.Errorf("%+v", p)
	}
	if p, _ := l.PatternOf("x.json"); p.Note != "This one counts most." || !p.Vague {
		t.Errorf("%+v", p)
	}
	if l := mustRead(t, []byte("language \"x\" {}\nroot {}\n"), "x"); l.Loading != nil || conventions.Of(l.Dialect).Style != nil {
		t.Errorf("%+v", l)
	}
}

func TestMatch(t *testing.T) {
	l := mustRead(t, []byte(`
language "x" {
  file {
    native  = "*.stack.hcl"
    no_json = "there is no JSON"
  }

  file {
    native = "job-*.hcl"
    json   = "job-*.hcl.json"
    note   = "The order counts."
  }

  file {
    native = "Jobfile"
    json   = "jobs.json"
  }

  file {
    native = "job-*-job"
    json   = "job-*-json"
  }

  file {
    native = "a-*"
    json   = "b-*"
  }
}

root {}
`), "x")
	for _, test := range []struct {
		name, counterpart string
		json, ok          bool
	}{
		{"a.stack.hcl", "", false, true},
		{"job-a.stack.hcl", "", false, true},
		{"job-a.hcl", "job-a.hcl.json", false, true},
		{"job-a.hcl.json", "job-a.hcl", true, true},
		{"job-.hcl", "job-.hcl.json", false, true},
		{"job-.hc", "", false, false},
		{"job--job", "job--json", false, true},
		{"job-job", "", false, false},
		{"Jobfile", "jobs.json", false, true},
		{"jobs.json", "Jobfile", true, true},
		{"jobs.json.json", "", false, false},
		{"jobfile", "", false, false},
		{"a-x", "b-x", false, true},
		{"b-*", "a-*", true, true},
		{"", "", false, false},
	} {
		counterpart, json, ok := l.Match(test.name)
		if counterpart != test.counterpart || json != test.json || ok != test.ok {
			t.Errorf("%s is %q, %t, %t", test.name, counterpart, json, ok)
		}
	}
	if p, ok := l.PatternOf("a.stack.hcl"); !ok ||
		p != (schemafile.Pattern{Native: "*.stack.hcl", NoJSON: "there is no JSON"}) {
		t.Errorf("%+v", p)
	}
	if p, _ := l.PatternOf("job-a.hcl.json"); p.Note != "The order counts." {
		t.Errorf("%+v", p)
	}
}

// A body is used if another body refers to it in any way.
func TestReachableBodies(t *testing.T) {
	mustRead(t, []byte(`
language "x" {}

root {
  use = body.used
}

body "used" {
  others       = anything
  other_blocks = body.other

  attribute "a" {
    as_blocks {
      use = body.as_blocks
    }
  }

  block "b" {
    labels     = ["type"]
    by         = "c"
    attributes = { c = literal }

    when_label "x" {
      use = body.labelled
    }

    when_value "x" {
      use = body.valued
    }
  }
}

body "other" {}

body "as_blocks" {}

body "labelled" {
  block "d" {
    use = body.nested
  }
}

body "valued" {}

body "nested" {}
`), "x")
}
