package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The pages in development name every package, by its path or by the last part of it, and no path
// that is not there.
func TestDevelopmentNamesPackages(t *testing.T) {
	var text []byte
	for _, page := range pages(t, "docs/development/*.md") {
		text = append(text, page...)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllSubmatch(text, -1) {
		named[string(m[1])] = true
	}
	tops := []string{"convert", "hclwrite", "internal", "jsonemit", "schema"}
	for name := range named {
		top, rest, _ := strings.Cut(name, "/")
		if rest == "" || !slices.Contains(tops, top) {
			continue
		}
		if found, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(name))); err != nil || len(found) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
	for _, top := range tops {
		for _, dir := range packages(t, top) {
			// By itself or with a file in it, in a sentence or in a command.
			path := regexp.MustCompile(regexp.QuoteMeta(dir) + `(/[\w*.-]+\.\w+)?[^\w/-]`)
			if !path.Match(text) && !named[dir[strings.LastIndex(dir, "/")+1:]] &&
				!strings.HasPrefix(dir, "internal/develop/release/npm/absent/") {
				t.Errorf("the package %s is not named: say what it is for", dir)
			}
		}
	}
}

// packages are the directories with source below one of the project.
func packages(t *testing.T, top string) []string {
	t.Helper()
	var found []string
	err := fs.WalkDir(os.DirFS(".."), top, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			if dir := name[:strings.LastIndex(name, "/")]; !slices.Contains(found, dir) {
				found = append(found, dir)
			}
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatal(top, len(found), err)
	}
	return found
}
