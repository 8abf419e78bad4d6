package toconfig_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

var update = flag.Bool("update", false, "rewrite the outputs in the archives")

const sourceName = "source.json"

// schemasName is the file with the schemas of providers, which may follow the source.
const schemasName = "schemas.json"

// TestGolden generates the outputs of each archive in testdata/golden. The first file is the
// source, unless the line "source:" of the head names another archive with the source. The line
// "flags:" contains the options.
func TestGolden(t *testing.T) {
	all := archives(t, "testdata/golden")
	for name, archive := range all {
		t.Run(name, func(t *testing.T) {
			opts := flags(t, archive.Comment)
			made := &txtar.Archive{Comment: archive.Comment}
			from := archive
			if other := setting(archive.Comment, "source"); other != "" {
				from = all[other]
			} else {
				made.Files = archive.Files[:1:1]
			}
			source := from.Files[0]
			if source.Name != sourceName {
				t.Fatalf("the first file is %s", source.Name)
			}
			if len(archive.Files) > 1 && archive.Files[1].Name == schemasName {
				made.Files = archive.Files[:2:2]
				opts.Spec = specIn(t, archive.Files[1].Data, schemasName)
			}
			files, diags := run(t, source.Data, opts, bothForms)
			if text := render(diags); len(text) > 0 {
				made.Files = append(made.Files, txtar.File{Name: "diagnostics", Data: text})
			}
			for _, f := range files {
				made.Files = append(made.Files, txtar.File{Name: f.Name, Data: f.Bytes})
			}
			path := filepath.FromSlash("testdata/golden/" + name + ".txtar")
			got, want := txtar.Format(made), txtar.Format(archive)
			switch {
			case bytes.Equal(got, want):
			case *update:
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			default:
				t.Errorf("%s", diff.Diff(path, want, "got", got))
			}
		})
	}
}

// render returns the text of the diagnostics.
func render(diags hcl.Diagnostics) []byte {
	var b bytes.Buffer
	for _, diag := range diags {
		severity := "error"
		if diag.Severity == hcl.DiagWarning {
			severity = "warning"
		}
		fmt.Fprintf(&b, "%s %s: %s: %s\n", diag.Subject, severity, diag.Summary, diag.Detail)
	}
	return b.Bytes()
}

// secretMark starts everything in a source that no output may have.
const secretMark = "canary"

// bothForms contains the two forms of HCL-JSON.
var bothForms = []convert.Form{convert.General, convert.Compact}

// run generates the files, and checks the invariants of every generated output in the given forms
// of HCL-JSON.
func run(t *testing.T, src []byte, opts toconfig.Options, forms []convert.Form) ([]toconfig.File, hcl.Diagnostics) {
	t.Helper()
	doc, diags := jsonformat.Read(src, sourceName)
	if diags.HasErrors() {
		return nil, diags
	}
	files, diags := toconfig.Generate(doc, opts)
	again, _ := toconfig.Generate(doc, opts)
	if !slices.EqualFunc(files, again,
		func(a, b toconfig.File) bool { return a.Name == b.Name && bytes.Equal(a.Bytes, b.Bytes) }) {
		t.Error("the second time, the files are others")
	}
	if diags.HasErrors() != (files == nil) {
		t.Errorf("%d files with the errors %v", len(files), diags)
	}
	if !diags.HasErrors() {
		checkSyntaxes(t, doc, opts, forms)
	}
	return files, diags
}

// withoutLayout removes the layout of calls, which depends on their position in a file.
var withoutLayout = strings.NewReplacer(`\n`, "", " ", "", ",]", "]")

// checkSyntaxes generates in each syntax: the files are in canonical layout, and
// mean the same.
func checkSyntaxes(t *testing.T, doc *jsonformat.Document, opts toconfig.Options, forms []convert.Form) {
	t.Helper()
	opts.JSON = false
	native, _ := toconfig.Generate(doc, opts)
	for _, f := range native {
		if tree, diags := hclwrite.ParseFile(f.Bytes, f.Name); diags.HasErrors() {
			t.Errorf("%s: %v\n%s", f.Name, diags, f.Bytes)
		} else if layout := tree.Bytes(); !bytes.Equal(layout, f.Bytes) {
			t.Errorf("%s is not in canonical layout:\n%s", f.Name, diff.Diff(f.Name, f.Bytes, "canonical", layout))
		}
	}
	opts.JSON = true
	for _, opts.Form = range forms {
		counterparts, diags := toconfig.Generate(doc, opts)
		if diags.HasErrors() || len(counterparts) != len(native) {
			t.Errorf("there are %d files in JSON and %d in native syntax: %v", len(counterparts), len(native), diags)
			break
		}
		for i, f := range native {
			if counterparts[i].Name != f.Name+".json" {
				t.Errorf("the counterpart of %s is %s", f.Name, counterparts[i].Name)
			}
			if diags := equivalent.Check(f.Bytes, counterparts[i].Bytes, opts.Dialect).Messages(); diags.HasErrors() {
				t.Errorf("%s: %v\n%s", f.Name, diags, f.Bytes)
			}
			whole, _ := convert.ToJSON(f.Bytes, f.Name, opts.Dialect, convert.Options{Form: opts.Form})
			if written := counterparts[i].Bytes; withoutLayout.Replace(string(whole)) != withoutLayout.Replace(string(written)) {
				t.Errorf("%s is not what its counterpart converts to:\n%s", counterparts[i].Name,
					diff.Diff("converted", whole, "written", written))
			}
		}
	}
}

// TestNothingSensitive checks that no output contains a sensitive value, for any options.
func TestNothingSensitive(t *testing.T) {
	marked := 0
	for name, archive := range archives(t, "testdata/golden") {
		if archive.Files[0].Name != sourceName || !bytes.Contains(archive.Files[0].Data, []byte(secretMark)) {
			continue
		}
		marked++
		t.Run(name, func(t *testing.T) {
			doc, diags := jsonformat.Read(archive.Files[0].Data, sourceName)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			for bits := marked % oracles.Rounds(3, 1); bits < 1<<5; bits += oracles.Rounds(3, 1) {
				on := func(bit int) bool { return bits&(1<<bit) != 0 }
				opts := toconfig.Options{Dialect: language(t), Data: on(0), Outputs: on(0), Import: on(0), JSON: on(1),
					Single: on(2)}
				if on(3) {
					opts.From = toconfig.Prior
				}
				if on(4) {
					opts.Spec = spec(t)
				}
				files, diags := toconfig.Generate(doc, opts)
				for _, f := range files {
					if bytes.Contains(f.Bytes, []byte(secretMark)) || strings.Contains(f.Name, secretMark) {
						t.Errorf("%s contains a sensitive value:\n%s", f.Name, f.Bytes)
					}
				}
				if text := render(diags); bytes.Contains(text, []byte(secretMark)) {
					t.Errorf("the diagnostics contain a sensitive value:\n%s", text)
				}
			}
		})
	}
	if marked == 0 {
		t.Error("no source contains a sensitive value")
	}
}
