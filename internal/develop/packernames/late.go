package packernames

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/develop/measure"
)

// decoders are the packages of checkouts, by import path.
type decoders map[string]*decoder

// decoder is what the files of a package say of how it decodes arguments.
type decoder struct {
	// decodes: the package calls Decode with options.
	decodes bool
	// late are the arguments in InterpolateFilter.Exclude, which are decoded before they
	// are rendered.
	late []string
	// imports are the packages that may decode for it.
	imports []string
}

// read reads the packages of a checkout.
//
// packer-plugin-sdk, template/config/decode.go, DecodeOpts
func (d decoders) read(dir, module string) error {
	isSource := func(name string) bool {
		return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
	}
	return measure.Files(dir, isSource, func(name string, src []byte) error {
		mode := parser.SkipObjectResolution
		decodes := bytes.Contains(src, []byte("DecodeOpts{"))
		if !decodes {
			mode |= parser.ImportsOnly
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, mode)
		if err != nil {
			return err
		}
		within, err := filepath.Rel(dir, filepath.Dir(name))
		if err != nil {
			return err
		}
		importPath := path.Join(module, filepath.ToSlash(within))
		p := d[importPath]
		if p == nil {
			p = &decoder{}
			d[importPath] = p
		}
		p.decodes = p.decodes || decodes
		for _, target := range importsOf(file) {
			p.imports = append(p.imports, target)
		}
		return p.readFilters(file)
	})
}

// readFilters reads the names in interpolate.RenderFilter{Exclude: []string{...}}.
func (p *decoder) readFilters(file *ast.File) error {
	var failed error
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if typ, ok := literal.Type.(*ast.SelectorExpr); !ok || typ.Sel.Name != "RenderFilter" {
			return true
		}
		for _, elt := range literal.Elts {
			pair, ok := elt.(*ast.KeyValueExpr)
			names, isList := pair.Value.(*ast.CompositeLit)
			if key, _ := pair.Key.(*ast.Ident); !ok || !isList || key == nil || key.Name != "Exclude" {
				failed = fmt.Errorf("package %s: the filter is not a list of names to exclude", file.Name)
				return false
			}
			for _, e := range names.Elts {
				name, err := strconv.Unquote(e.(*ast.BasicLit).Value)
				if err != nil {
					failed = err
				}
				p.late = append(p.late, name)
			}
		}
		return true
	})
	return failed
}

// late returns the arguments that a component decodes before it renders them: its
// package says so, or those that it imports.
func (d decoders) late(c registered) ([]string, error) {
	p := d[c.path]
	switch {
	case c.kind == "data": // HCL2 alone has data sources
		return nil, nil
	case p.decodes:
		return p.late, nil
	}
	var names []string
	found := false
	for _, imported := range p.imports {
		if other := d[imported]; other != nil && other.decodes {
			found = true
			names = append(names, other.late...)
		}
	}
	if !found {
		return nil, fmt.Errorf("%s %s: package %s does not decode its arguments", c.kind, c.typ, c.path)
	}
	return names, nil
}
