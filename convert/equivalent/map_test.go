package equivalent

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The comment of the package names each of its files, and the proof shares nothing with
// the converter but tables, the rule for guesses, limits and codes of diagnostics (docs/proof.md).
func TestIndependence(t *testing.T) {
	const module = "github.com/hcljson/hcljson/"
	shared := []string{"schema", "internal/schema/tables", "internal/schema/languages", "internal/text/diagnostic", "internal/facts/guess", "internal/text/limits", "internal/text/parsecount"}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	main, err := parser.ParseFile(token.NewFileSet(), "equivalent.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if !strings.Contains(strings.ReplaceAll(main.Doc.Text(), "\n", " "), " "+file) {
			t.Errorf("the comment of the package does not name %s", file)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imported := range parsed.Imports {
			path := strings.Trim(imported.Path.Value, `"`)
			if own, ok := strings.CutPrefix(path, module); ok && !slices.Contains(shared, own) {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}
