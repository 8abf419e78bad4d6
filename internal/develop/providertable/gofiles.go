package providertable

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"

	"strconv"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/schema/tables"
)

// registers are the variables of the file register.go of a checkout, which hold
// the types of a part of the schema, and the directories with their files.
var registers = []struct {
	variable, dir string
	part          tables.Part
}{
	{"resources", "resource", tables.Resource},
	{"dataSources", "data", tables.DataSource},
	{"ephemeralResources", "ephemeral", tables.EphemeralResource},
}

// ofGoFiles reads a checkout of a repository whose Go files contain the schema of each type as a
// constant, in the products' format. The files of the largest types are missing.
func ofGoFiles(dir string) (t types, lacks []string, err error) {
	register, err := os.ReadFile(filepath.Join(dir, "generated", "register.go"))
	if err != nil {
		return nil, nil, err
	}
	t = types{}
	for _, r := range registers {
		functions := registered(string(register), r.variable, r.dir)
		if len(functions) == 0 {
			continue
		}
		texts, err := constants(filepath.Join(dir, "generated", r.dir))
		if err != nil {
			return nil, nil, err
		}
		for _, f := range functions {
			text, ok := texts[f.constant()]
			if !ok {
				lacks = append(lacks, newIn+f.typ)
				continue
			}
			var read tfjson.Schema
			if err := json.Unmarshal([]byte(text), &read); err != nil {
				return nil, nil, fmt.Errorf("%s: %s: %w", dir, f.typ, err)
			}
			tree, err := ofBlock(read.Block)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %s: %w", dir, f.typ, err)
			}
			t.add(r.part, f.typ, tree)
		}
	}
	return t, lacks, nil
}

// function is the function that returns the schema of a type.
type function struct{ typ, name string }

// constant is the name of the constant that the function reads.
func (f function) constant() string {
	name := strings.TrimSuffix(f.name, "Schema")
	return strings.ToLower(name[:1]) + name[1:]
}

// registered finds the lines resources["aws_x"] = resource.AwsXSchema().
func registered(src, variable, pkg string) []function {
	var found []function
	for line := range strings.Lines(src) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), variable+`["`)
		typ, call, isCall := strings.Cut(rest, `"] = `+pkg+".")
		name, _, closed := strings.Cut(call, "(")
		if ok && isCall && closed {
			found = append(found, function{typ, name})
		}
	}
	return found
}

// constants returns the texts of the constants in the files of a directory.
func constants(dir string) (map[string]string, error) {
	texts := map[string]string{}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			constant, ok := decl.(*ast.GenDecl)
			if !ok || constant.Tok != token.CONST {
				continue
			}
			for _, spec := range constant.Specs {
				value := spec.(*ast.ValueSpec)
				if text, ok := textOf(value.Values[0]); ok {
					texts[value.Names[0].Name] = text
				}
			}
		}
	}
	return texts, nil
}

// textOf returns the text of joined literals.
func textOf(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, ok := textOf(e.X)
		right, also := textOf(e.Y)
		return left + right, ok && also
	}
	return "", false
}
