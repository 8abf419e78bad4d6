package convert_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// No decision hangs on the words of a message, hashicorp/hcl's or our own: what has to
// be told apart has a type, or the Extra of its diagnostic.
func TestWordsDecideNothing(t *testing.T) {
	const root = ".."
	files, places := token.NewFileSet(), 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && entry.Name() == "testdata" {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		places++
		ast.Inspect(parsed, func(node ast.Node) bool {
			if decidesByWords(node) {
				t.Errorf("%s: a message is compared with words", files.Position(node.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil || places < 300 {
		t.Errorf("%d files, %v", places, err)
	}
}

// decidesByWords reports whether a node compares the text of a diagnostic or an error
// with words, or looks for some in it.
func decidesByWords(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.BinaryExpr:
		empty := func(e ast.Expr) bool { l, ok := e.(*ast.BasicLit); return ok && l.Value == `""` }
		return (node.Op == token.EQL || node.Op == token.NEQ) && !empty(node.X) && !empty(node.Y) &&
			(isMessage(node.X) || isMessage(node.Y))
	case *ast.SwitchStmt:
		return node.Tag != nil && isMessage(node.Tag)
	case *ast.CallExpr:
		called, ok := node.Fun.(*ast.SelectorExpr)
		if !ok || len(node.Args) == 0 || !isMessage(node.Args[0]) {
			return false
		}
		from, ok := called.X.(*ast.Ident)
		return ok && (from.Name == "strings" || from.Name == "bytes") &&
			(strings.HasPrefix(called.Sel.Name, "Has") || strings.HasPrefix(called.Sel.Name, "Contains") ||
				strings.HasPrefix(called.Sel.Name, "Index") || called.Sel.Name == "EqualFold")
	}
	return false
}

// isMessage reports whether an expression is the text of a diagnostic or an error.
func isMessage(e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok {
		method, ok := call.Fun.(*ast.SelectorExpr)
		return ok && method.Sel.Name == "Error" && len(call.Args) == 0
	}
	field, ok := e.(*ast.SelectorExpr)
	return ok && (field.Sel.Name == "Summary" || field.Sel.Name == "Detail")
}
