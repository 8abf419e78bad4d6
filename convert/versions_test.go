package convert_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestVersions checks the differences between versions of the products.
//
// The first file of an archive in testdata/versions is converted for each version of each product.
// The other files contain the differences from the previous version, so each change is checked in
// the version that makes it and in the version before.
func TestVersions(t *testing.T) {
	names, err := filepath.Glob("testdata/versions/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			input := archive.Files[0]
			want := &txtar.Archive{Comment: archive.Comment, Files: []txtar.File{input}}
			for _, product := range []string{"opentofu", "terraform"} {
				want.Files = append(want.Files, versionSteps(t, product, input)...)
			}
			got, text := string(txtar.Format(archive)), string(txtar.Format(want))
			if got == text {
				return
			}
			if *update {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s", diff.Diff("got", []byte(text), "want", []byte(got)))
		})
	}
}

// versionSteps returns the versions of a product that read a file differently from the version
// before. If rows of the tables change, the file must contain them.
func versionSteps(t *testing.T, product string, input txtar.File) (steps []txtar.File) {
	newest, err := opentofu.ParseTarget(product)
	if err != nil {
		t.Fatal(err)
	}
	var before string
	var rows map[string]string
	for minor := range newest.Minor + 2 {
		target := fmt.Sprintf("%s@1.%d", product, minor)
		file, err := dialects.ForFile(input.Name, dialects.Options{Target: target})
		if err != nil {
			t.Fatal(err)
		}
		after := converted(t, input, file.Dialect)
		now := map[string]string{}
		bodyRows(now, file.Dialect.Root, "")
		if minor > 0 {
			checkInput(t, target, string(input.Data), rows, now)
			if after != before {
				steps = append(steps, txtar.File{Name: target, Data: changedLines(before, after)})
			}
		}
		before, rows = after, now
	}
	return steps
}

// converted is the JSON of a file, with the diagnostics about it.
func converted(t *testing.T, input txtar.File, dialect *schema.Dialect) string {
	text, diags := convert.ToJSON(input.Data, input.Name, dialect, convert.Options{Form: convert.Compact})
	for _, d := range diags {
		text = append(text, strings.Replace(d.Error(), "The target "+dialect.Target, "The target", 1)+"\n"...)
	}
	return string(text)
}

// changedLines are the lines of a difference that begin with + or -, without its head.
func changedLines(before, after string) []byte {
	var lines strings.Builder
	for i, line := range strings.SplitAfter(string(diff.Diff("", []byte(before), "", []byte(after))), "\n") {
		if i > 2 && (strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-")) {
			lines.WriteString(line)
		}
	}
	return []byte(lines.String())
}

// bodyRows collects the rows of a body and of nested bodies by path, with their modes.
func bodyRows(rows map[string]string, body *tables.Body, path string) {
	if body == nil || strings.Count(path, ".") > 6 {
		return
	}
	for i := range body.Attributes {
		a := &body.Attributes[i]
		rows[path+"."+a.Name] = valueMode(a.Value) + a.OtherTarget
	}
	for i := range body.Blocks {
		b := &body.Blocks[i]
		rows[path+"."+b.Type] = "block" + b.OtherTarget
		bodyRows(rows, b.Body, path+"."+b.Type)
	}
}

func valueMode(v *tables.Value) string {
	if v == nil {
		return fmt.Sprint(tables.Template)
	}
	return fmt.Sprint(v.Mode)
}

// checkInput checks that a file has the names of all rows that change.
func checkInput(t *testing.T, target, input string, before, after map[string]string) {
	t.Helper()
	for _, row := range slices.Sorted(maps.Keys(after)) {
		if before[row] == after[row] {
			continue
		}
		name := row[strings.LastIndexByte(row, '.')+1:]
		if !regexp.MustCompile(`\b` + name + `\b`).MatchString(input) {
			t.Errorf("%s reads %s in another way, which the file does not have", target, row)
		}
	}
	for row := range before {
		if after[row] == "" {
			t.Errorf("%s no longer contains %s, which the archive cannot express", target, row)
		}
	}
}
