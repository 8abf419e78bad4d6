package convert_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// The codes of diagnostics are in testdata/codes.txt. A line that disappears breaks the programs that
// use the code: a changed summary keeps its code through the table in package diagnostic.
func TestCodes(t *testing.T) {
	reports := []string{
		"fail", "warn", "Fail", "Warn", "Refuse", "Guess", "reportRefused", "reportRefusedHint", "report", "reject", "warnAbout", "reportGuess", "problem",
		"errorf", "warnf", "Errorf", "Warningf", "ErrorAt", "WarningAt",
	}
	var lines []string
	stages, err := filepath.Glob("internal/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range append(stages, ".", "patch", "address", "equivalent", "roundtrip", "../hclwrite", "../internal/edit/nativeedit") {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(node ast.Node) bool {
				if call, ok := node.(*ast.CallExpr); ok && slices.Contains(reports, nameOf(call.Fun)) {
					if summary := firstString(call.Args); isSummary(summary) {
						lines = append(lines, string(diagnostic.CodeOf(summary))+": "+summary)
					}
				}
				return true
			})
		}
	}
	slices.Sort(lines)
	checkList(t, "codes.txt", slices.Compact(lines))
}

// nameOf returns the name of a called function or method.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// isSummary reports whether a text is like the summary of a diagnostic, not like its detail.
func isSummary(text string) bool {
	return text != "" && text[0] >= 'A' && text[0] <= 'Z' && !strings.ContainsAny(text, "%.")
}

// firstString returns the first string argument.
func firstString(args []ast.Expr) string {
	for _, arg := range args {
		if literal, ok := arg.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			return text
		}
	}
	return ""
}

func TestCodeOfDiagnostic(t *testing.T) {
	_, diags := convert.ToHCL([]byte(`{"locals": 1}`), "main.tf.json", opentofu.Config(opentofu.Target{}), convert.Options{})
	if len(diags) != 1 {
		t.Fatal(diags)
	}
	if code := convert.CodeOf(diags[0]); code != "wrong-json-value-for-a-block" {
		t.Errorf("the code of %s is %q", diags[0], code)
	}
}
