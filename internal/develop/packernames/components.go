package packernames

import (
	"bufio"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/hcltext"
)

// registered is a component that a program makes known to Packer.
type registered struct {
	// kind is "builder", "provisioner", "post-processor" or "data".
	kind string
	// typ is the type by which templates name it.
	typ string
	// path is the import path of the package that it is in.
	path string
}

// kinds are the kinds of components, by the functions that plugins register them
// with, and by the variables in which Packer has its own.
//
// packer-plugin-sdk, plugin/set.go; packer, command/execute.go
var kinds = map[string]string{
	"RegisterBuilder": "builder", "Builders": "builder",
	"RegisterProvisioner": "provisioner", "Provisioners": "provisioner",
	"RegisterPostProcessor": "post-processor", "PostProcessors": "post-processor",
	"RegisterDatasource": "data", "Datasources": "data",
}

// writeComponents writes internal/packercomponents/components.txt.
func writeComponents(w io.Writer, dirs []string, all []*repository) error {
	out := bufio.NewWriter(w)
	known := map[typeName]*spec{}
	decoders := decoders{}
	for i, r := range all {
		maps.Copy(known, r.specs)
		if err := decoders.read(dirs[i], r.module); err != nil {
			return err
		}
	}
	for i, r := range all {
		if r.module == sdkModule {
			continue
		}
		list, err := r.registered(dirs[i])
		if err != nil {
			return fmt.Errorf("%s: %w", dirs[i], err)
		}
		fmt.Fprintf(out, "plugin %s %s\n", r.name, r.module)
		for _, c := range list {
			typ := specOf(known, c.path)
			if typ == (typeName{}) {
				// Packer's shell-local is in the SDK.
				typ = specOf(known, sdkModule+"/"+path.Base(c.path))
			}
			if typ == (typeName{}) {
				return fmt.Errorf("%s %s: package %s has no specification", c.kind, c.typ, c.path)
			}
			body, err := assemble(known, typ, nil)
			if err != nil {
				return err
			}
			late, err := decoders.late(c)
			if err != nil {
				return err
			}
			line := c.kind + " " + c.typ
			for _, name := range slices.Compact(slices.Sorted(slices.Values(late))) {
				if body.Attributes[name] != nil || body.NestedBlocks[name] != nil {
					line += " " + name
				}
			}
			fmt.Fprintln(out, line)
			writeBody(out, body, "\t")
		}
	}
	return out.Flush()
}

// specOf returns the type that describes what the component of a package takes: by its
// usual name, or the only one there is.
func specOf(known map[typeName]*spec, importPath string) typeName {
	for _, name := range []string{"FlatConfig", "FlatProvisioner", "FlatPostProcessor", "FlatBuilder"} {
		if typ := (typeName{importPath, name}); known[typ] != nil {
			return typ
		}
	}
	var only typeName
	for typ := range known {
		if typ.path == importPath {
			if only != (typeName{}) {
				return typeName{}
			}
			only = typ
		}
	}
	return only
}

// writeBody writes the names of a body, by their types. Those that Packer itself gives
// a value, and templates can't, are left out.
//
// packer-plugin-sdk, common/packer_config.go
func writeBody(w io.Writer, body *tfjson.SchemaBlock, indent string) {
	byType := map[string][]string{}
	for name, attribute := range body.Attributes {
		if hcltext.ValidIdentifier(name) && !strings.HasPrefix(name, "packer_") {
			typ := typeWord(attribute.AttributeType)
			byType[typ] = append(byType[typ], name)
		}
	}
	for _, typ := range slices.Sorted(maps.Keys(byType)) {
		slices.Sort(byType[typ])
		fmt.Fprintf(w, "%s%s %s\n", indent, typ, strings.Join(byType[typ], " "))
	}
	for _, name := range slices.Sorted(maps.Keys(body.NestedBlocks)) {
		if !hcltext.ValidIdentifier(name) {
			continue // packer-sdc takes "-" for a name, which nobody can write
		}
		word := "block"
		if body.NestedBlocks[name].NestingMode == tfjson.SchemaNestingModeList {
			word = "blocks"
		}
		fmt.Fprintf(w, "%s%s %s\n", indent, word, name)
		writeBody(w, body.NestedBlocks[name].Block, indent+"\t")
	}
}

// typeWord is a type as a type constraint has it, in one word.
func typeWord(t cty.Type) string {
	switch {
	case t.IsListType():
		return "list(" + typeWord(t.ElementType()) + ")"
	case t.IsMapType():
		return "map(" + typeWord(t.ElementType()) + ")"
	}
	return t.FriendlyName()
}

// registered finds the components that the main package of a plugin, or the command
// of Packer that runs its own, makes known.
func (r *repository) registered(dir string) ([]registered, error) {
	var list []registered
	registers := func(name string) bool {
		return slices.Contains([]string{"main.go", "execute.go"}, filepath.Base(name))
	}
	err := measure.Files(dir, registers, func(name string, src []byte) error {
		found, err := r.registeredIn(name, src)
		list = append(list, found...)
		return err
	})
	if err == nil && len(list) == 0 {
		err = errors.New("no component is registered")
	}
	slices.SortFunc(list, func(a, b registered) int { return strings.Compare(a.kind+" "+a.typ, b.kind+" "+b.typ) })
	return slices.Compact(list), err
}

func (r *repository) registeredIn(name string, src []byte) ([]registered, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	imports := importsOf(file)
	var list []registered
	add := func(kind string, name, made ast.Expr) {
		if call, ok := made.(*ast.CallExpr); ok && len(call.Args) == 1 {
			if typ, ok := call.Args[0].(*ast.SelectorExpr); ok && kinds[kind] != "" {
				list = append(list, registered{kinds[kind], r.componentType(name), imports[typ.X.(*ast.Ident).Name]})
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if method, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) == 2 {
				add(method.Sel.Name, n.Args[0], n.Args[1])
			}
		case *ast.ValueSpec:
			literal, ok := slices.Concat(n.Values, []ast.Expr{nil})[0].(*ast.CompositeLit)
			if !ok {
				return true
			}
			for _, elt := range literal.Elts {
				if pair, ok := elt.(*ast.KeyValueExpr); ok {
					add(n.Names[0].Name, pair.Key, pair.Value)
				}
			}
		}
		return true
	})
	return list, nil
}

// componentType is the type of a component that is registered under a name: after
// that of the plugin, unless it is the default one or one of Packer's own.
//
// packer, packer/plugin.go
func (r *repository) componentType(e ast.Expr) string {
	literal, ok := e.(*ast.BasicLit)
	if !ok {
		return r.name
	}
	name, _ := strconv.Unquote(literal.Value)
	if r.module == coreModule {
		return name
	}
	return r.name + "-" + name
}
