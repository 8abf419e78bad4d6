package service_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNoFlagsInTexts checks that diagnostics of the library name no flags and no commands of hcljson, because the packages
// for other languages have other options. The command replaces the names of options.
func TestNoFlagsInTexts(t *testing.T) {
	// These packages and files are only for the command, or contain the words of scripts.
	skipped := []string{"cli", "develop", "pluginschemas", "plugin", "registry", "testing", "golden", "oracles", "toconfig", "script.go"}
	flag := regexp.MustCompile(`(^|[ ("])--[a-z]|\bhcljson (set|get|add|rm|mv|upgrade|show|generate|schema|hcl2json|json2hcl)\b`)
	texts := 0
	for _, root := range []string{"../../convert", "../../schema", "../../hclwrite", "../../jsonemit", "../../internal"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case slices.Contains(skipped, entry.Name()) && entry.IsDir():
				return fs.SkipDir
			case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				slices.Contains(skipped, entry.Name()):
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					return true
				}
				if texts++; flag.MatchString(literal.Value) {
					t.Errorf("%s: %s", path, literal.Value)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if texts < 1000 {
		t.Errorf("only %d texts", texts)
	}
}
