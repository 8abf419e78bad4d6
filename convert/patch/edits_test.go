package patch_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	upstream "github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/schema/dialects"
)

// Each archive in testdata has a native file, and then, in pairs, what a program
// replaces in its JSON and the lines of the file that change.
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
			for i := 1; i+1 < len(archive.Files); i += 2 {
				edit, want := archive.Files[i], &archive.Files[i+1]
				t.Run(edit.Name, func(t *testing.T) {
					got := difference(string(src.Data), string(edited(t, src.Name, src.Data, string(edit.Data))))
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

// difference shows the lines that two texts do not share, each with the number of the
// line of the first text that it is before.
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

// edited makes the edits in the compact JSON of a file, one a paragraph: what is
// before a line with --- is replaced by what is after it.
func edited(t *testing.T, name string, src []byte, edits string) []byte {
	t.Helper()
	file, err := dialects.ForFile(name, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opts := convert.Options{Form: convert.Compact}
	if rest, ok := strings.CutPrefix(edits, "without comments\n"); ok {
		edits, opts.DropComments = rest, true
	}
	text, diags := convert.ToJSON(src, name, file.Dialect, opts)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for edit := range strings.SplitSeq(edits, "\n===\n") {
		from, to, _ := strings.Cut(strings.TrimSuffix(edit, "\n"), "\n---\n")
		if strings.Count(string(text), from) != 1 {
			t.Fatalf("%q is not once in\n%s", from, text)
		}
		text = bytes.Replace(text, []byte(from), []byte(strings.TrimSuffix(to, "\n")), 1)
	}
	out, diags := patch.Native(src, name, text, name+".json", file.Dialect, patch.Options{})
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, text)
	}
	if bytes.Equal(upstream.Format(src), src) && !bytes.Equal(upstream.Format(out), out) {
		t.Errorf("not formatted any more:\n%s", out)
	}
	return out
}
