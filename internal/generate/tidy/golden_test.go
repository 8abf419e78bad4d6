package tidy_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

var update = flag.Bool("update", false, "rewrite the outputs in the archives")

var dialect = opentofu.Config(opentofu.Target{Product: opentofu.Terraform})

// archives returns the archives in testdata. The directory "in" contains the files of a module. The
// directory "out" and the file "changes" are the results. Lines of the head set the steps ("steps:"),
// their options ("options:"), and the names that do not change ("kept:"). With the option plan, Terraform
// checks the result, with the files in the directory "next" added to both modules.
func archives(t testing.TB) map[string]*txtar.Archive {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	all := make(map[string]*txtar.Archive, len(names))
	for _, name := range names {
		if all[name], err = txtar.ParseFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// settings are the words of a line of the head.
func settings(a *txtar.Archive, key string) []string {
	for line := range strings.Lines(string(a.Comment)) {
		if words, ok := strings.CutPrefix(line, key+":"); ok {
			return strings.Fields(words)
		}
	}
	return nil
}

func options(a *txtar.Archive) tidy.Options {
	words := settings(a, "options")
	known := dialect
	for _, f := range a.Files {
		if f.Name == golden.Providers {
			schemas, diags := provider.Read(f.Data, f.Name)
			if diags.HasErrors() {
				panic(messages(diags))
			}
			requirements, _ := provider.ReadRequirements(nil, true)
			known = languages.WithPlugins(dialect, provider.Define(requirements, provider.FindAmong(schemas)))
			known.Merges = slices.Contains(words, "merges")
		}
	}
	opts := tidy.Options{
		Dialect:   known,
		SameValue: slices.Contains(words, "same-value"),
		KeepPaths: slices.Contains(words, "keep-paths"),
		Kept:      map[string]bool{},
	}
	if slices.Contains(words, "large") {
		opts.Large = 1
	}
	for _, address := range settings(a, "kept") {
		opts.Kept[address] = true
	}
	return opts
}

// readModule reads the module of an archive.
func readModule(t testing.TB, a *txtar.Archive) (files []tidy.File) {
	t.Helper()
	for _, f := range a.Files {
		if name, ok := strings.CutPrefix(f.Name, "in/"); ok {
			files = append(files, readFile(t, name, f.Data, options(a).Dialect))
		}
	}
	return files
}

func readFile(t testing.TB, name string, src []byte, dialect *schema.Dialect) tidy.File {
	t.Helper()
	file, diags := hclwrite.ParseFile(src, name)
	if strings.HasSuffix(name, ".json") {
		file, diags = convert.ReadJSON(src, name, dialect, convert.Options{})
	}
	if diags.HasErrors() {
		t.Fatal(messages(diags))
	}
	return tidy.File{Name: strings.TrimSuffix(name, ".json"), File: file}
}

func TestGolden(t *testing.T) {
	all := archives(t)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a := all[path]
			result := checkedResult(t, path, readModule(t, a), settings(a, "steps"), options(a))
			var made []txtar.File
			for _, f := range result.Files {
				made = append(made, txtar.File{Name: "out/" + f.Name, Data: f.Bytes()})
			}
			if log := changeLog(result); len(log) > 0 {
				made = append(made, txtar.File{Name: "changes", Data: log})
			}
			kept := slices.DeleteFunc(slices.Clone(a.Files), func(f txtar.File) bool {
				return strings.HasPrefix(f.Name, "out/") || f.Name == "changes"
			})
			want := txtar.Format(a)
			a.Files = append(kept, made...)
			got := txtar.Format(a)
			if bytes.Equal(got, want) {
				return
			}
			if !*update {
				t.Errorf("%s", diff.Diff("want", want, "got", got))
			} else if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Error(err)
			}
		})
	}
}

// changeLog shows the changes and the notes.
func changeLog(r tidy.Result) []byte {
	var b bytes.Buffer
	for _, c := range r.Changes {
		fmt.Fprintf(&b, "%s: %s\n", c.Step, cmp.Or(c.Place, c.File))
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note of %s: %s %d-%d: %s: %s\n", n.Step, n.File, n.Span.Start, n.Span.End, n.Place, n.Text)
	}
	return b.Bytes()
}
