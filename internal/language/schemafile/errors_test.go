package schemafile_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/language/schemafile"
)

var update = flag.Bool("update", false, "rewrite the messages in testdata/errors.txtar")

// Each file of the archive is an invalid schema file, followed by its messages.
func TestErrors(t *testing.T) {
	const name = "testdata/errors.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var result []txtar.File
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".txt") {
			continue
		}
		l, diags := schemafile.Read(f.Data, f.Name, strings.HasSuffix(f.Name, ".json"))
		if len(diags) == 0 {
			t.Errorf("%s: nothing is wrong", f.Name)
		}
		if (l == nil) != diags.HasErrors() {
			t.Errorf("%s: want either a language or errors", f.Name)
		}
		for _, diag := range diags {
			if diag.Subject == nil || diag.Subject.Filename != f.Name || diag.Subject.End.Byte > len(f.Data) {
				t.Errorf("%s: %s: no place in the file: %v", f.Name, diag.Summary, diag.Subject)
			}
		}
		result = append(result, f, txtar.File{Name: f.Name + ".txt", Data: formatDiags(diags)})
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got := txtar.Format(&txtar.Archive{Comment: archive.Comment, Files: result})
	switch {
	case bytes.Equal(got, want):
	case *update:
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("other messages; go test ./internal/language/schemafile -update rewrites them\n%s",
			diff.Diff("want", want, "got", got))
	}
}

// formatDiags returns a line for each message, with its position first.
func formatDiags(diags hcl.Diagnostics) []byte {
	var out bytes.Buffer
	for _, diag := range diags {
		if diag.Severity == hcl.DiagWarning {
			out.WriteString("Warning: ")
		}
		fmt.Fprintln(&out, diag)
	}
	return out.Bytes()
}
