package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLibraryNames checks that every Go name in docs/library.md exists: as a declaration of a
// public package, or as a field or method of a type of such a package. Names of other modules have
// a package prefix.
func TestLibraryNames(t *testing.T) {
	names := map[string]bool{"ParseJSON": true} // of hclparse
	for _, top := range []string{"convert", "hclwrite", "jsonemit", "schema"} {
		for _, dir := range packages(t, top) {
			addNames(t, names, dir)
		}
	}
	page := fenced.ReplaceAllString(pages(t, "docs/library.md")[filepath.Join("..", "docs", "library.md")], "")
	span := regexp.MustCompile("`&?((?:[A-Za-z]+\\.)?[A-Z]\\w*)[({`]")
	found := 0
	for _, m := range span.FindAllStringSubmatch(page, -1) {
		found++
		if other, _, ok := strings.Cut(m[1], "."); ok && slices.Contains([]string{"cty", "gohcl", "hcl", "hcldec", "io"}, other) {
			continue
		}
		if !names[m[1]] {
			t.Errorf("docs/library.md names %s, which no public package declares", m[1])
		}
	}
	if found < 60 {
		t.Errorf("docs/library.md has %d Go names", found)
	}
}

// addNames adds the exported names of a package: Name, package.Name, Type.Member and Member.
func addNames(t *testing.T, names map[string]bool, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	add := func(owner string, name *ast.Ident) {
		if name.IsExported() {
			names[name.Name], names[owner+"."+name.Name] = true, true
		}
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				owner := parsed.Name.Name
				if decl.Recv != nil {
					owner = receiver(decl.Recv.List[0].Type)
				}
				add(owner, decl.Name)
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							add(parsed.Name.Name, name)
						}
					case *ast.TypeSpec:
						add(parsed.Name.Name, spec.Name)
						if s, ok := spec.Type.(*ast.StructType); ok {
							for _, field := range s.Fields.List {
								for _, name := range field.Names {
									add(spec.Name.Name, name)
								}
							}
						}
					}
				}
			}
		}
	}
}

// receiver returns the name of the type of a receiver.
func receiver(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if name, ok := e.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
