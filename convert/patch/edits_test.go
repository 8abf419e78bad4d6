package patch

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

var update = flag.Bool("update", false, "rewrite the results in testdata")

// TestEdits edits the file of each archive in testdata. After the file follow pairs: replacements
// in the file's counterpart, and the result with the diagnostics and the changed lines. With
// "table" on the first line, the built-in table of providers is used.
func TestEdits(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			src := archive.Files[0]
			file, err := dialects.ForFile(src.Name, dialects.Options{})
			if err != nil {
				t.Fatal(err)
			}
			dialect := file.Dialect
			if strings.HasPrefix(string(archive.Comment), "table\n") {
				dialect = languages.WithPlugins(dialect, provider.DefineWithTable(provider.Requirements{}, provider.FindAmong(nil), nil))
			}
			make := editedNative
			if strings.HasSuffix(src.Name, ".json") {
				make = editedJSON
			}
			for i := 1; i+1 < len(archive.Files); i += 2 {
				edit, want := archive.Files[i], &archive.Files[i+1]
				t.Run(edit.Name, func(t *testing.T) {
					got := make(t, src.Data, string(edit.Data), dialect)
					if *update {
						want.Data = []byte(got)
					} else if got != string(want.Data) {
						t.Errorf("got\n%s\nwant\n%s", got, want.Data)
					}
				})
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// difference shows the lines that differ between two texts. Each has the number of the next line of
// the first text.
func difference(a, b string) string {
	x, y := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	cells := make([][]int, len(x)+1)
	for i := range cells {
		cells[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if cells[i][j] = max(cells[i+1][j], cells[i][j+1]); x[i] == y[j] {
				cells[i][j] = cells[i+1][j+1] + 1
			}
		}
	}
	var out strings.Builder
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			i++
			j++
		case j == len(y) || i < len(x) && cells[i+1][j] >= cells[i][j+1]:
			fmt.Fprintf(&out, "%d -%s\n", i+1, strings.TrimSuffix(x[i], "\n"))
			i++
		default:
			fmt.Fprintf(&out, "%d +%s\n", i+1, strings.TrimSuffix(y[j], "\n"))
			j++
		}
	}
	return out.String()
}

// replaced applies the edits of a text, one per paragraph: the text before a line "---" is replaced
// by the text after it. The first lines may be options.
func replaced(t *testing.T, edits string, options map[string]*bool, text func() []byte) []byte {
	t.Helper()
	for {
		line, rest, _ := strings.Cut(edits, "\n")
		option := options[line]
		if option == nil {
			break
		}
		*option, edits = true, rest
	}
	out := text()
	for edit := range strings.SplitSeq(strings.TrimSuffix(edits, "\n"), "\n===\n") {
		from, to, _ := strings.Cut(edit+"\n", "\n---\n")
		if bytes.Count(out, []byte(from)) != 1 {
			t.Fatalf("%q is not once in\n%s", from, out)
		}
		out = bytes.Replace(out, []byte(from), []byte(strings.TrimSuffix(to, "\n")), 1)
	}
	return out
}

// shown returns the result of an edit as text.
func shown(src, out []byte, diags hcl.Diagnostics) string {
	text := ""
	for _, d := range diags {
		text += fmt.Sprintf("%s: %s\n", []string{"", "error", "warning"}[d.Severity], d.Summary)
	}
	if out == nil {
		return text
	}
	if bytes.Contains(src, []byte("\r\n")) {
		if n := bytes.Count(out, []byte("\n")) - bytes.Count(out, []byte("\r\n")); n > 0 {
			text += fmt.Sprintf("%d lines without a carriage return\n", n)
		}
	}
	lf := func(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }
	return text + difference(lf(src), lf(out))
}

// editedNative makes edits in the compact JSON of a file.
func editedNative(t *testing.T, src []byte, edits string, d *schema.Dialect) string {
	t.Helper()
	var without, crlf bool
	options := convert.Options{Form: convert.Compact}
	text := replaced(t, edits, map[string]*bool{"without comments": &without, "CRLF": &crlf}, func() []byte {
		if crlf {
			src = bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))
		}
		options.DropComments = without
		text, diags := convert.ToJSON(src, "old", d, options)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return text
	})
	out, diags := Native(src, "old", text, "edited", d, Options{Given: true})
	return shown(src, out, diags)
}

// editedJSON edits the native counterpart of a JSON file.
func editedJSON(t *testing.T, src []byte, edits string, d *schema.Dialect) string {
	t.Helper()
	var opts Options
	var general, crlf bool
	options := map[string]*bool{
		"without comments": &opts.DropComments, "with comments": &opts.AddComments,
		"general": &general, "CRLF": &crlf,
	}
	text := replaced(t, edits, options, func() []byte {
		if crlf {
			src = bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))
		}
		file, diags := convert.ReadJSON(src, "", d, convert.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return file.Bytes()
	})
	if !general {
		opts.Form = convert.Compact
	}
	out, diags := JSON(src, "", text, "", d, opts)
	if out == nil {
		return shown(src, nil, diags)
	}
	if back, diags := convert.ReadJSON(out, "", d, convert.Options{}); !diags.HasErrors() {
		back, _ = hclwrite.ParseFile(back.Bytes(), "")
		counts := (opts.AddComments || bytes.Contains(src, []byte(`"//"`))) && !opts.DropComments
		same := treediff.Matcher{Equality: treediff.Equality{Comments: counts, Inner: true}, RoundTrip: printed}
		edited, _ := hclwrite.ParseFile(text, "")
		if !same.BodyScript(&back.Body, &back.Body, &edited.Body, d.Root, true).IsUnchanged() {
			t.Errorf("the result is not read as the edited file:\n%s", out)
		}
	}
	return shown(src, out, diags)
}

// printed returns an item as it is read from its print; nil if it cannot be read.
func printed(item hclwrite.Item) hclwrite.Item {
	// At the start of a file, comments may belong to that.
	before := &hclwrite.Attribute{Name: "before", Expr: &hclwrite.Literal{Text: "null"}}
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{before, item}}}
	back, diags := hclwrite.ParseFile(file.Bytes(), "")
	if diags.HasErrors() || len(back.Body.Items) != 2 {
		return nil
	}
	return back.Body.Items[1]
}
