package convert_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// public are the packages that programs outside of this module import.
var public = []string{"convert", "hclwrite", "jsonemit", "schema"}

// TestPublicNames compares the public names with testdata/api.txt. A removed or changed line in it
// is a breaking change, so the difference documents it.
func TestPublicNames(t *testing.T) {
	var lines []string
	for _, dir := range public {
		err := filepath.WalkDir(filepath.Join("..", dir), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || !d.IsDir():
				return err
			case d.Name() == "testdata" || d.Name() == "internal":
				return fs.SkipDir
			}
			lines = append(lines, publicNames(t, path)...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	checkList(t, "api.txt", lines)
}

// checkList compares lines with a file in testdata, which -update rewrites.
func checkList(t *testing.T, name string, lines []string) {
	t.Helper()
	golden := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(golden, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, line := range known {
		if !slices.Contains(lines, line) {
			t.Errorf("gone: %s", line)
		}
	}
	for _, line := range lines {
		if !slices.Contains(known, line) {
			t.Errorf("new: %s; write the file with -update", line)
		}
	}
	if !t.Failed() && !slices.Equal(known, lines) {
		t.Errorf("the lines of %s are in another order, or repeated; write the file with -update", golden)
	}
}

// publicNames has a line for each name of the package in a directory that others can use.
func publicNames(t *testing.T, dir string) (lines []string) {
	fset := token.NewFileSet()
	var files []*ast.File
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil
	}
	p, err := doc.NewFromFiles(fset, files, "x/"+filepath.ToSlash(dir))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.ToSlash(strings.TrimPrefix(dir, ".."+string(filepath.Separator)))
	add := func(kind, text string) {
		lines = append(lines, name+": "+kind+strings.Join(strings.Fields(text), " "))
	}
	text := func(node any) string {
		var b strings.Builder
		if err := printer.Fprint(&b, fset, node); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	function := func(f *doc.Func) { f.Decl.Body = nil; add("", text(f.Decl)) }
	values := func(list []*doc.Value) {
		for _, v := range list {
			for _, name := range v.Names {
				if ast.IsExported(name) {
					add(v.Decl.Tok.String()+" ", name)
				}
			}
		}
	}
	values(slices.Concat(p.Consts, p.Vars))
	for _, f := range p.Funcs {
		function(f)
	}
	for _, typ := range p.Types {
		values(slices.Concat(typ.Consts, typ.Vars))
		for _, f := range slices.Concat(typ.Funcs, typ.Methods) {
			function(f)
		}
		spec := typ.Decl.Specs[0].(*ast.TypeSpec)
		var fields *ast.FieldList
		switch under := spec.Type.(type) {
		case *ast.StructType:
			add("type ", typ.Name+" struct")
			fields = under.Fields
		case *ast.InterfaceType:
			add("type ", typ.Name+" interface")
			fields = under.Methods
		default:
			alias := ""
			if spec.Assign.IsValid() {
				alias = "= "
			}
			add("type ", typ.Name+" "+alias+text(spec.Type))
			continue
		}
		for _, field := range fields.List {
			if len(field.Names) == 0 {
				add("field ", typ.Name+" embeds "+text(field.Type))
			}
			for _, n := range field.Names {
				if n.IsExported() {
					add("field ", typ.Name+"."+n.Name+" "+text(field.Type))
				}
			}
		}
	}
	return lines
}

// opaque contains the public types that are defined by an internal type. A program outside of this module only passes
// their values on.
var opaque = []string{
	"convert: type Source = source.Source", "hclwrite: type Layout hcltext.Layout",
	"schema: type Dialect tables.Dialect", "schema/dialects: type Language schemafile.Language",
}

// A program outside of this module can name each type in a public signature. The packages below convert use
// source.Source, which convert.Source names.
func TestPublicSignatures(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "api.txt"))
	if err != nil {
		t.Fatal(err)
	}
	qualified := regexp.MustCompile(`\b([a-z]\w*)\.[A-Z]\w*`)
	internal := map[string]map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if slices.Contains(opaque, line) {
			continue
		}
		dir, signature, _ := strings.Cut(line, ": ")
		if internal[dir] == nil {
			internal[dir] = internalImports(t, filepath.Join("..", dir))
		}
		for _, m := range qualified.FindAllStringSubmatch(signature, -1) {
			if internal[dir][m[1]] && m[0] != "source.Source" {
				t.Errorf("%s has the internal type %s", line, m[0])
			}
		}
	}
}

// internalImports returns the names of the internal packages that the files of a directory import.
func internalImports(t *testing.T, dir string) map[string]bool {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported := strings.Trim(spec.Path.Value, `"`)
			name := filepath.Base(imported)
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if strings.Contains(imported, "/internal/") {
				names[name] = true
			}
		}
	}
	return names
}
