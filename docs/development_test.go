package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDevelopmentNamesPackages checks that the pages in development name every package, by its path
// or the last part of its path, and only existing paths.
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
			t.Errorf("missing %s", name)
		}
	}
	for _, top := range tops {
		for _, dir := range packages(t, top) {
			// By itself or with a file in it, in a sentence or in a command.
			path := regexp.MustCompile(regexp.QuoteMeta(dir) + `(/[\w*.-]+\.\w+)?[^\w/-]`)
			if !path.Match(text) && !named[dir[strings.LastIndex(dir, "/")+1:]] &&
				!strings.HasPrefix(dir, "internal/develop/release/npm/absent/") {
				t.Errorf("the package %s is missing: describe its purpose", dir)
			}
		}
	}
}

// packages returns the directories with source below a directory of the project.
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

// The identifiers of Go in the pages for developers are declared, in the named package or file if the
// page names one.
func TestDevelopmentIdentifiers(t *testing.T) {
	// A pattern, a name in JavaScript, a file, and a benchmark within another one.
	notGo := []string{"NewX", "absentTables", "replaceQuotes", "Dockerfile", "Parsers"}
	declared, inFile := map[string]bool{}, map[string]bool{}
	var files []string
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		files = append(files, path.Base(name))
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		declared[file.Name.Name+"."] = true
		add := func(list ...*ast.Ident) {
			for _, ident := range list {
				declared[ident.Name], declared[file.Name.Name+"."+ident.Name] = true, true
				inFile[ident.Name+" "+path.Base(name)] = true
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				add(n.Name)
			case *ast.TypeSpec:
				add(n.Name)
			case *ast.ValueSpec:
				add(n.Names...)
			case *ast.Field:
				add(n.Names...)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for name, page := range pages(t, "docs/development/*.md") {
		for _, m := range regexp.MustCompile("`([\\w*]+\\.go)`").FindAllStringSubmatch(string(page), -1) {
			matches := func(file string) bool { ok, err := path.Match(m[1], file); return ok && err == nil }
			if !slices.ContainsFunc(files, matches) {
				t.Errorf("%s: missing %s", name, m[1])
			}
		}
		for _, m := range regexp.MustCompile("`(?:[a-z]+\\.)?([A-Za-z]*[a-z][A-Z][A-Za-z]*|[A-Z][a-z]+)`(?: and `\\w+`)? in `([\\w/]+/)?(\\w+\\.go)`").FindAllStringSubmatch(string(page), -1) {
			if found++; !inFile[m[1]+" "+m[3]] {
				t.Errorf("%s: %s is not declared in %s", name, m[1], m[3])
			}
		}
		for _, m := range regexp.MustCompile("`((?:[a-z]+\\.)?(?:[A-Za-z]*[a-z][A-Z][A-Za-z]*|[A-Z][a-z]+))`").FindAllStringSubmatch(string(page), -1) {
			pkg, _, qualified := strings.Cut(m[1], ".")
			switch found++; {
			case declared[m[1]] || qualified && !declared[pkg+"."]:
			case !slices.Contains(notGo, m[1]):
				t.Errorf("%s: no Go file declares %s", name, m[1])
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d identifiers", found)
	}
}
