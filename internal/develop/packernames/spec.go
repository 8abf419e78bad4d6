package packernames

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/mod/modfile"

	"github.com/hcljson/hcljson/internal/develop/measure"
)

// specEnding is that of the files in which packer-sdc writes what a component
// takes.
const specEnding = ".hcl2spec.go"

// typeName is a type in a package, by the import path.
type typeName struct{ path, name string }

// spec is what a type takes: what packer-sdc writes, with blocks by the types
// that describe them.
type spec struct {
	attributes map[string]cty.Type
	blocks     map[string]nested
}

type nested struct {
	typ  typeName
	mode tfjson.SchemaNestingMode
}

// repository is what the files of a checkout say.
type repository struct {
	// name is that of the directory, without what names of repositories begin with.
	name string
	// module is the path of the module.
	module string
	specs  map[typeName]*spec
}

const (
	coreModule = "github.com/hashicorp/packer"
	sdkModule  = "github.com/hashicorp/packer-plugin-sdk"
)

// repositories reads checkouts. None of their code is run.
func repositories(dirs []string) ([]*repository, error) {
	var all []*repository
	for _, dir := range dirs {
		r, err := readRepository(dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		all = append(all, r)
	}
	return all, nil
}

func readRepository(dir string) (*repository, error) {
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return nil, err
	}
	r := &repository{name: filepath.Base(dir), module: modfile.ModulePath(mod), specs: map[typeName]*spec{}}
	for _, start := range []string{"packer-plugin-", "packer-builder-"} {
		if at := strings.Index(r.name, start); at >= 0 {
			r.name = r.name[at+len(start):]
		}
	}
	err = measure.Files(dir, measure.Ending(specEnding), func(name string, src []byte) error {
		within, err := filepath.Rel(dir, filepath.Dir(name))
		if err != nil {
			return err
		}
		return r.file(name, src, path.Join(r.module, filepath.ToSlash(within)))
	})
	return r, err
}

// file reads the methods HCL2Spec of a file.
func (r *repository) file(name string, src []byte, importPath string) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	f := &specFile{path: importPath, imports: importsOf(file)}
	for _, decl := range file.Decls {
		method, ok := decl.(*ast.FuncDecl)
		if !ok || method.Name.Name != "HCL2Spec" || method.Recv == nil {
			continue
		}
		typ, err := f.typeName(method.Recv.List[0].Type)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s, err := f.spec(method.Body)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", name, typ.name, err)
		}
		r.specs[typ] = s
	}
	return nil
}

// importsOf returns the import paths of a file, by the names that it has for them.
func importsOf(file *ast.File) map[string]string {
	imports := map[string]string{}
	for _, imported := range file.Imports {
		target, _ := strconv.Unquote(imported.Path.Value)
		local := path.Base(target)
		if imported.Name != nil {
			local = imported.Name.Name
		}
		imports[local] = target
	}
	return imports
}

// specFile is a file that is read.
type specFile struct {
	path    string
	imports map[string]string
}

func (f *specFile) typeName(e ast.Expr) (typeName, error) {
	switch e := e.(type) {
	case *ast.StarExpr:
		return f.typeName(e.X)
	case *ast.ParenExpr:
		return f.typeName(e.X)
	case *ast.Ident:
		return typeName{f.path, e.Name}, nil
	case *ast.SelectorExpr:
		if local, ok := e.X.(*ast.Ident); ok && f.imports[local.Name] != "" {
			return typeName{f.imports[local.Name], e.Sel.Name}, nil
		}
	}
	return typeName{}, fmt.Errorf("%T is not a known type", e)
}

// spec reads the map that a method returns.
func (f *specFile) spec(body *ast.BlockStmt) (*spec, error) {
	s := &spec{attributes: map[string]cty.Type{}, blocks: map[string]nested{}}
	var failed error
	ast.Inspect(body, func(n ast.Node) bool {
		entry, ok := n.(*ast.KeyValueExpr)
		if !ok || failed != nil {
			return failed == nil
		}
		key, ok := entry.Key.(*ast.BasicLit)
		if !ok {
			return true
		}
		name, err := strconv.Unquote(key.Value)
		if err == nil {
			err = f.entry(s, name, entry.Value)
		}
		if err != nil {
			failed = fmt.Errorf("%s: %w", name, err)
		}
		return false
	})
	return s, failed
}

// entry reads one attribute or block.
func (f *specFile) entry(s *spec, name string, value ast.Expr) error {
	if pointer, ok := value.(*ast.UnaryExpr); ok {
		value = pointer.X
	}
	literal, ok := value.(*ast.CompositeLit)
	if !ok {
		return fmt.Errorf("%T is not a known specification", value)
	}
	fields := map[string]ast.Expr{}
	for _, elt := range literal.Elts {
		if pair, ok := elt.(*ast.KeyValueExpr); ok {
			fields[pair.Key.(*ast.Ident).Name] = pair.Value
		}
	}
	kind, ok := literal.Type.(*ast.SelectorExpr)
	if !ok {
		return fmt.Errorf("%T is not a known type", literal.Type)
	}
	var err error
	switch kind.Sel.Name {
	case "AttrSpec":
		s.attributes[name], err = ctyType(fields["Type"])
	case "BlockSpec":
		err = f.block(s, name, fields["Nested"], tfjson.SchemaNestingModeSingle)
	case "BlockListSpec":
		err = f.block(s, name, fields["Nested"], tfjson.SchemaNestingModeList)
	default:
		err = fmt.Errorf("%s is not a known specification", kind.Sel.Name)
	}
	return err
}

// block reads hcldec.ObjectSpec((*T)(nil).HCL2Spec()).
func (f *specFile) block(s *spec, name string, e ast.Expr, mode tfjson.SchemaNestingMode) error {
	var typ ast.Expr
	for typ == nil {
		switch inner := e.(type) {
		case *ast.CallExpr:
			e = inner.Fun
			if len(inner.Args) == 1 && !isNil(inner.Args[0]) {
				e = inner.Args[0]
			}
		case *ast.SelectorExpr:
			e = inner.X
		case *ast.ParenExpr:
			typ = inner.X
		default:
			return fmt.Errorf("%T is not a known nested specification", e)
		}
	}
	named, err := f.typeName(typ)
	s.blocks[name] = nested{named, mode}
	return err
}

func isNil(e ast.Expr) bool {
	ident, ok := e.(*ast.Ident)
	return ok && ident.Name == "nil"
}

// ctyType reads the type of an attribute, such as cty.Map(cty.String).
func ctyType(e ast.Expr) (cty.Type, error) {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		switch e.Sel.Name {
		case "String":
			return cty.String, nil
		case "Number":
			return cty.Number, nil
		case "Bool":
			return cty.Bool, nil
		}
	case *ast.CallExpr:
		of, ok := e.Fun.(*ast.SelectorExpr)
		if !ok || len(e.Args) != 1 {
			break
		}
		element, err := ctyType(e.Args[0])
		switch {
		case err != nil:
			return cty.NilType, err
		case of.Sel.Name == "List":
			return cty.List(element), nil
		case of.Sel.Name == "Map":
			return cty.Map(element), nil
		}
	}
	return cty.NilType, fmt.Errorf("%T is not a known attribute type", e)
}

// component is what a component takes. typ is its type: the name of the plugin, as if
// it had no other component, or that of one of Packer itself.
type component struct {
	typ  string
	body *tfjson.SchemaBlock
}

// components returns the components of r: what no other describes a block of. The
// other repositories are looked in for the types of blocks.
func (r *repository) components(all []*repository) ([]component, error) {
	known := map[typeName]*spec{}
	for _, other := range all {
		maps.Copy(known, other.specs)
	}
	inner := map[typeName]bool{}
	for _, s := range r.specs {
		for _, block := range s.blocks {
			inner[block.typ] = true
		}
	}
	inOrder := slices.SortedFunc(maps.Keys(r.specs), func(a, b typeName) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.name, b.name))
	})
	var list []component
	for _, typ := range inOrder {
		name := r.component(typ)
		if inner[typ] || name == "" {
			continue
		}
		body, err := assemble(known, typ, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, component{name, body})
	}
	return list, nil
}

// component returns the type of the component that a type in Go describes, empty if
// that is the result of a data source, or made for tests.
func (r *repository) component(typ typeName) string {
	dir := strings.TrimPrefix(strings.TrimPrefix(typ.path, r.module), "/")
	switch {
	case r.module == sdkModule, strings.HasSuffix(typ.name, "Output"), strings.Contains(typ.name, "Mock"):
		return ""
	case r.module != coreModule:
		return r.name
	case slices.Contains([]string{"builder", "provisioner", "post-processor", "datasource"}, path.Dir(dir)):
		return path.Base(dir)
	}
	return ""
}

// assemble returns what a type takes, with its blocks.
func assemble(known map[typeName]*spec, typ typeName, above []typeName) (*tfjson.SchemaBlock, error) {
	s := known[typ]
	if s == nil {
		return nil, fmt.Errorf("no directory has the type %s of package %s", typ.name, typ.path)
	}
	if slices.Contains(above, typ) {
		return nil, fmt.Errorf("%s holds itself", typ.name)
	}
	above = append(above, typ)
	block := &tfjson.SchemaBlock{
		Attributes:   map[string]*tfjson.SchemaAttribute{},
		NestedBlocks: map[string]*tfjson.SchemaBlockType{},
	}
	for name, typ := range s.attributes {
		block.Attributes[name] = &tfjson.SchemaAttribute{AttributeType: typ, Optional: true}
	}
	for name, inner := range s.blocks {
		body, err := assemble(known, inner.typ, above)
		if err != nil {
			return nil, err
		}
		block.NestedBlocks[name] = &tfjson.SchemaBlockType{NestingMode: inner.mode, Block: body}
	}
	return block, nil
}
