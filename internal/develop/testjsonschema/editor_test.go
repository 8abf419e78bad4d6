package testjsonschema

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/internal/testing/oracles"
)

var update = flag.Bool("update", false, "rewrite the editor's messages")

// TestEditor checks that VS Code's language service reports one error per mistake, at the right
// position, and completes valid names at a cursor.
func TestEditor(t *testing.T) {
	oracles.Require(t)
	node, err := nodeWith("vscode-json-languageservice@5.7.2")
	if err != nil {
		t.Skip(err)
	}
	schema := filepath.Join(t.TempDir(), "schema.json")
	write(t, schema, mistaken(t))
	const cases = "testdata/editor.txt"
	got, err := node("testdata/editor.cjs", schema, cases).Output()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(cases)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		write(t, cases, got)
	} else if !bytes.Equal(got, want) {
		t.Errorf("the editor says\n%s", got)
	}
}
