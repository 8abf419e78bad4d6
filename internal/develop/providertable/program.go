package providertable

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// program is the parsed code of a module.
type program struct {
	packages map[string]*pkg
}

// pkg is a package with its declarations.
type pkg struct {
	path      string
	functions map[string]*declared
	methods   map[string]*declared // by the type, a dot and the name
	types     map[string]*typeSpec
	variables map[string]*variable
	inits     []*declared
	made      map[string]value
	making    map[string]bool
}

type declared struct {
	decl *ast.FuncDecl
	in   *file
}

type typeSpec struct {
	spec *ast.TypeSpec
	in   *file
}

// variable is a variable or a constant of a package.
type variable struct {
	value ast.Expr
	typ   ast.Expr
	in    *file
}

type file struct {
	pkg     *pkg
	imports map[string]string
}

var (
	moduleLine   = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)
	majorElement = regexp.MustCompile(`^v[0-9]+$`)
)

// parse reads the Go files of a checkout, or of some directories in it alone.
func parse(dir string, parts ...string) (*program, error) {
	p := &program{packages: map[string]*pkg{}}
	roots := map[string]string{} // the import paths of directories with a go.mod
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch base := entry.Name(); {
		case entry.IsDir() && (base == "vendor" || base == "testdata" || base == ".git"):
			return filepath.SkipDir
		case base == "go.mod":
			src, err := os.ReadFile(name)
			if m := moduleLine.FindSubmatch(src); m != nil {
				roots[filepath.Dir(name)] = string(m[1])
			}
			return err
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		parts = []string{"."}
	}
	for _, part := range parts {
		if err := p.addBelow(filepath.Join(dir, filepath.FromSlash(part)), dir, roots); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// addBelow adds the files below a directory of the checkout in top.
func (p *program) addBelow(dir, top string, roots map[string]string) error {
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := entry.Name()
		switch {
		case entry.IsDir() && (base == "vendor" || base == "testdata" || base == ".git"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil || f.Name.Name == "main" && filepath.Dir(name) != top {
			return nil // a template, or a tool
		}
		p.add(importPath(filepath.Dir(name), top, roots), f)
		return nil
	})
}

func importPath(of, top string, roots map[string]string) string {
	if _, vendored, ok := strings.Cut(filepath.ToSlash(of), "/vendor/"); ok {
		return vendored
	}
	for at := of; ; at = filepath.Dir(at) {
		if module, ok := roots[at]; ok {
			rest, _ := filepath.Rel(at, of)
			return path.Join(module, filepath.ToSlash(rest))
		}
		if at == top || at == filepath.Dir(at) {
			return filepath.ToSlash(of)
		}
	}
}

func (p *program) add(importPath string, f *ast.File) {
	in := p.packages[importPath]
	if in == nil {
		in = &pkg{
			path: importPath, functions: map[string]*declared{}, methods: map[string]*declared{},
			types: map[string]*typeSpec{}, variables: map[string]*variable{}, made: map[string]value{},
			making: map[string]bool{},
		}
		p.packages[importPath] = in
	}
	here := &file{in, map[string]string{}}
	for _, spec := range f.Imports {
		where, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(where)
		if majorElement.MatchString(name) {
			name = path.Base(path.Dir(where))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		here.imports[name] = where
		// A package may be called otherwise than its directory.
		if spec.Name == nil {
			here.imports[strings.TrimPrefix(strings.ReplaceAll(name, "-", "_"), "go_")] = where
		}
	}
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			switch d := (&declared{decl, here}); {
			case decl.Recv != nil && len(decl.Recv.List) == 1:
				in.methods[receiverOf(decl.Recv.List[0].Type)+"."+decl.Name.Name] = d
			case decl.Name.Name == "init":
				in.inits = append(in.inits, d)
			default:
				in.functions[decl.Name.Name] = d
			}
		case *ast.GenDecl:
			in.general(decl, here)
		}
	}
}

func (p *pkg) general(decl *ast.GenDecl, here *file) {
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			p.types[spec.Name.Name] = &typeSpec{spec, here}
		case *ast.ValueSpec:
			for i, name := range spec.Names {
				v := &variable{typ: spec.Type, in: here}
				if i < len(spec.Values) {
					v.value = spec.Values[i]
				}
				p.variables[name.Name] = v
			}
		}
	}
}

// receiverOf is the name of the type of a receiver.
func receiverOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverOf(e.X)
	case *ast.IndexExpr:
		return receiverOf(e.X)
	case *ast.IndexListExpr:
		return receiverOf(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// global returns the declaration of a name in a package.
func (i *interpreter) global(p *pkg, name string) value {
	if v, ok := p.made[name]; ok {
		return v
	}
	if f := p.functions[name]; f != nil {
		return &closure{typ: f.decl.Type, body: f.decl.Body, scope: &scope{}, in: f.in, name: name}
	}
	v := p.variables[name]
	if v == nil || p.making[name] {
		return nil
	}
	p.making[name] = true
	defer delete(p.making, name)
	switch {
	case v.value != nil:
		r := &run{interpreter: i, in: v.in}
		p.made[name] = copied(r.eval(v.value, &scope{variables: map[string]value{}}))
	case v.typ != nil:
		p.made[name] = i.zero(v.typ, v.in)
	}
	return p.made[name]
}

// underlying returns the underlying type, and the file that defines it.
func (p *program) underlying(e ast.Expr, in *file) (ast.Expr, *file) {
	for range 10 {
		name := p.typeName(e, in)
		owner, typ := p.packageOf(name)
		if owner == nil || owner.types[typ] == nil {
			break
		}
		e, in = owner.types[typ].spec.Type, owner.types[typ].in
	}
	return e, in
}

// typeName returns the import path and the name of a type, after resolving aliases.
func (p *program) typeName(e ast.Expr, in *file) string {
	for range 10 {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
			continue
		case *ast.ParenExpr:
			e = t.X
			continue
		case *ast.IndexExpr:
			e = t.X
			continue
		case *ast.IndexListExpr:
			e = t.X
			continue
		case *ast.Ident:
			spec := in.pkg.types[t.Name]
			if spec != nil && spec.spec.Assign.IsValid() {
				e, in = spec.spec.Type, spec.in
				continue
			}
			return in.pkg.path + "." + t.Name
		case *ast.SelectorExpr:
			x, ok := t.X.(*ast.Ident)
			if !ok {
				return ""
			}
			where := in.imports[x.Name]
			if owner := p.packages[where]; owner != nil && owner.types[t.Sel.Name] != nil {
				e, in = &ast.Ident{Name: t.Sel.Name}, owner.types[t.Sel.Name].in
				continue
			}
			return where + "." + t.Sel.Name
		}
		return ""
	}
	return ""
}

// packageOf is the package of a type, if it is in the program, and its name there.
func (p *program) packageOf(typ string) (*pkg, string) {
	dot := strings.LastIndex(typ, ".")
	if dot < 0 {
		return nil, ""
	}
	return p.packages[typ[:dot]], typ[dot+1:]
}

// structOf returns a struct type, or nil.
func (p *program) structOf(typ string) (*ast.StructType, *file) {
	owner, name := p.packageOf(typ)
	if owner == nil || owner.types[name] == nil {
		return nil, nil
	}
	spec := owner.types[name]
	under, in := p.underlying(spec.spec.Type, spec.in)
	s, _ := under.(*ast.StructType)
	return s, in
}

type embeddedField struct{ name, typ string }

// embedded are the fields of a type without a name of their own.
func (p *program) embedded(typ string) []embeddedField {
	s, in := p.structOf(typ)
	if s == nil {
		return nil
	}
	var list []embeddedField
	for _, field := range s.Fields.List {
		if len(field.Names) > 0 {
			continue
		}
		full := p.typeName(field.Type, in)
		list = append(list, embeddedField{full[strings.LastIndex(full, ".")+1:], full})
	}
	return list
}

func (p *program) fieldNames(typ string) []string {
	s, _ := p.structOf(typ)
	if s == nil {
		return nil
	}
	var names []string
	for _, field := range s.Fields.List {
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
		if len(field.Names) == 0 {
			names = append(names, receiverOf(field.Type))
		}
	}
	return names
}

// foreign calls a function of another module, of which a few are known.
func (i *interpreter) foreign(name string, args []value) value {
	arg := func(n int) value {
		if n < len(args) {
			return args[n]
		}
		return nil
	}
	text, isText := arg(0).(string)
	switch name {
	case "fmt.Sprintf":
		for _, a := range args {
			switch a.(type) {
			case string, int:
			default:
				return nil
			}
		}
		if isText {
			var rest []any
			for _, a := range args[1:] {
				rest = append(rest, a)
			}
			return fmt.Sprintf(text, rest...)
		}
	case "strings.ToLower":
		if isText {
			return strings.ToLower(text)
		}
	case "maps.Copy", "golang.org/x/exp/maps.Copy":
		if to, ok := arg(0).(*mapping); ok {
			to.add(arg(1))
		}
	case "maps.Clone", "golang.org/x/exp/maps.Clone", "github.com/samber/lo.Assign",
		"github.com/jfrog/terraform-provider-shared/util.MergeMaps",
		"github.com/jfrog/terraform-provider-shared/util/sdk.MergeMaps":
		m := newMapping()
		for _, from := range args {
			m.add(from)
		}
		return m
	case "github.com/jfrog/terraform-provider-shared/util.AddTelemetry",
		"github.com/jfrog/terraform-provider-shared/util/sdk.AddTelemetry":
		return arg(1) // the types, with more in their functions
	}
	// The block or argument of the library for timeouts.
	_, rest, ok := strings.Cut(name, "terraform-plugin-framework-timeouts/")
	switch _, function, _ := strings.Cut(rest, "."); {
	case !ok:
	case strings.HasPrefix(function, "Block"):
		return &object{typ: frameworkSchema + "SingleNestedBlock", fields: map[string]value{}}
	case strings.HasPrefix(function, "Attributes"):
		return &object{typ: frameworkSchema + "SingleNestedAttribute", fields: map[string]value{
			"Optional": true, "Attributes": newMapping(),
		}}
	}
	return nil
}

const frameworkSchema = "github.com/hashicorp/terraform-plugin-framework/resource/schema."
