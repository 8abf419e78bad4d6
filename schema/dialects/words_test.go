package dialects_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// covered are the directories where no code may know a name of the tables.
var covered = []string{"convert", "hclwrite", "jsonemit", "internal/cli", "internal/pluginschemas",
	"internal/configdir", "internal/tidy", "internal/eject", "internal/upgrade", "internal/skeleton",
	"internal/jsonedit", "internal/nativeedit", "internal/jsoncall", "internal/lcs", "internal/notepath",
	"internal/secrets"}

// allowed are words in a file, or in all files where the name is empty, that mean something
// else there than a block or an argument of a language.
var allowed = []struct{ file, words, why string }{
	{"", "_", "it stands between the words of a name"},
	{"", "list set", "they are types of values"},
	{"", "default", "it is an argument of variables"},
	{"internal/eject/look.go", "secret", "it is a part of names of what is sensitive"},
	{"convert/jsonformat/fromconfig/expression.go", "local path root", "references start with it, or have it next"},
	{"convert/jsonformat/fromconfig/reference.go", "local path template", "references start with it"},
	{"convert/jsonformat/fromconfig/variable.go", "ephemeral", "it is an argument of variables and outputs"},
	{"convert/jsonformat/plansummary/action.go", "update", "it is an action of the JSON output format"},
	{"convert/jsonformat/plansummary/action.go", "moved action output", "it is a word of a summary"},
	{"convert/jsonformat/plansummary/diff.go", "name", "values of any kind are told apart by it"},
	{"convert/jsonformat/plansummary/plansummary.go", "output", "it is a word of a summary"},
	{"convert/jsonformat/read.go", "variables version resources", "they are properties of the JSON output format"},
	{"convert/jsonformat/toconfig/group.go", "from", "it is an argument of moved blocks"},
	{"convert/patch/match.go", "name alias path", "objects of any kind are told apart by it"},
	{"convert/expr.go", "function variable", "it is a word of a message"},
	{"internal/tidy/metadata.go", "path", "it is a property that CDKTF writes"},
	{"internal/tidy/names.go", "root", "it is a word that CDKTF starts names with"},
	{"internal/tidy/prove.go", "source", "it is the name of a step"},
	{"internal/tidy/tidy.go", "source", "it is the name of a step"},
	{"internal/upgrade/gotemplate.go", "build env vault", "they are functions of Packer"},
	{"internal/upgrade/read.go", "variables post-processors error-cleanup-provisioner name", legacy},
	{"internal/upgrade/upgrade.go", "packer variables build", "they are parts of the result"},
	{"internal/upgrade/vars.go", "variables", legacy},
	{"internal/upgrade/write.go", legacyNames, legacy},
	{"internal/upgrade/write.go", "source version", "they are arguments of a required plugin"},
	{"internal/upgrade/write.go", "env", "it is a function of Packer"},
	{"internal/cli/eject.go", "file", "it is a word of a report"},
	{"internal/cli/generate.go", "from", "it is a flag"},
	{"internal/cli/report/annotate.go", "file", "it is a property of annotations, and a scheme of addresses"},
	{"internal/cli/report/annotate.go", "name version region", "they are properties of SARIF"},
	{"internal/cli/command/main.go", "version", "it is a flag of the command line"},
	{"internal/cli/schema.go", "add", "it is a command"},
	{"internal/cli/schema_show.go", "block", "it is a word of what is printed"},
	{"internal/cli/write.go", "file", "it is a word of a report"},
}

const (
	legacy      = "they are members of Packer's legacy templates, which are in another format"
	legacyNames = "name only except override pause_before max_retries timeout keep_input_artifact"
)

// tableNames are the block types of all languages, the arguments that a language has for
// itself in bodies of which somebody else defines the rest, and the endings of files.
func tableNames(t *testing.T) map[string]bool {
	names := map[string]bool{schema.DynamicType: true, schema.ContentType: true, schema.DynamicIterator: true,
		opentofu.TimeoutsBlock: true}
	for _, e := range opentofu.Files {
		names[e.Native], names[e.JSON] = true, true
	}
	for _, l := range dialects.Described() {
		for _, p := range l.Head().Files {
			names[strings.TrimPrefix(p.Native, "*")], names[strings.TrimPrefix(p.JSON, "*")] = true, true
		}
	}
	seen := map[*schema.Body]bool{}
	var walk func(body *schema.Body)
	walk = func(body *schema.Body) {
		if body == nil || seen[body] {
			return
		}
		seen[body] = true
		for _, a := range body.Attributes {
			if (body.Part != schema.NoPart || body.Escape() != nil) && !a.Defined && !a.External {
				names[a.Name] = true
			}
		}
		for i := range body.Blocks {
			row := &body.Blocks[i]
			names[row.Type] = true
			walk(row.Body)
			for _, bodies := range []map[string]*schema.Body{row.Dependent, row.Values} {
				for _, dependent := range bodies {
					walk(dependent)
				}
			}
		}
		walk(body.Reserved)
	}
	for _, name := range dialects.Names() {
		for _, target := range []string{"", "opentofu", "terraform"} {
			if f, err := dialects.ForFile("", dialects.Options{Dialect: name, Target: target}); err == nil {
				walk(f.Dialect.Root)
			}
		}
	}
	delete(names, "") // the JSON of what has none
	for _, name := range []string{"resource", "required_providers", "provisioner", "count", "job", "build", "source",
		".tf.json", ".pkr.hcl"} {
		if !names[name] {
			t.Fatalf("the tables do not have %q", name)
		}
	}
	return names
}

// Code that knows a block type by name is a bug: what it does is a row of a table, and a name
// that it must write has a constant next to the tables.
func TestNoNamesInCode(t *testing.T) {
	names := tableNames(t)
	used := map[int]map[string]bool{}
	for _, dir := range covered {
		root := filepath.Join("..", "..", filepath.FromSlash(dir))
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "testdata" {
				return fs.SkipDir
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			rel, _ := filepath.Rel(filepath.Join("..", ".."), path)
			file := filepath.ToSlash(rel)
			fset := token.NewFileSet()
			parsed, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, word := range namesIn(parsed, file) {
				if !names[word.text] {
					continue
				}
				row := slices.IndexFunc(allowed, func(row struct{ file, words, why string }) bool {
					return (row.file == "" || row.file == file) && slices.Contains(strings.Fields(row.words), word.text)
				})
				if row < 0 {
					t.Errorf("%s:%d: code knows %q, a name of the tables, by itself: make what it does a row, or "+
						"use the constant next to the tables", file, fset.Position(word.at).Line, word.text)
					continue
				}
				if used[row] == nil {
					used[row] = map[string]bool{}
				}
				used[row][word.text] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, row := range allowed {
		if words := strings.Fields(row.words); len(used[i]) != len(words) {
			t.Errorf("of the words %q that are allowed in %s, only %q are there: take the others off the list", words,
				cmp.Or(row.file, "all files"), slices.Sorted(maps.Keys(used[i])))
		}
	}
}

// word is a string in code.
type word struct {
	text string
	at   token.Pos
}

// namesIn returns the strings of a file that can be names: not those that are put into
// others or looked for in them, tags and paths of imports, and the names of flags.
func namesIn(file *ast.File, path string) []word {
	var words []word
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING || ofText(stack[len(stack)-2], literal) || ofFlag(stack[len(stack)-2], path) ||
			ofAdvice(stack, path) {
			return true
		}
		if text, err := strconv.Unquote(literal.Value); err == nil {
			words = append(words, word{text, literal.Pos()})
		}
		return true
	})
	return words
}

func ofText(parent ast.Node, literal *ast.BasicLit) bool {
	switch parent := parent.(type) {
	case *ast.ImportSpec:
		return true
	case *ast.Field:
		return parent.Tag == literal
	case *ast.BinaryExpr:
		return parent.Op == token.ADD
	case *ast.CallExpr:
		if f, ok := parent.Fun.(*ast.SelectorExpr); ok {
			of, ok := f.X.(*ast.Ident)
			return ok && slices.Contains([]string{"strings", "fmt", "filepath", "path"}, of.Name) && f.Sel.Name != "EqualFold"
		}
	}
	return false
}

// ofFlag reports whether a string is the name of a flag or of a command.
func ofFlag(parent ast.Node, path string) bool {
	pair, ok := parent.(*ast.KeyValueExpr)
	if !ok || !strings.HasPrefix(path, "internal/cli/") {
		return false
	}
	key, ok := pair.Key.(*ast.Ident)
	return ok && key.Name == "Name"
}

// ofAdvice reports whether a string is in a list of what somebody may type by mistake.
func ofAdvice(stack []ast.Node, path string) bool {
	if len(stack) < 3 || !strings.HasPrefix(path, "internal/cli/") {
		return false
	}
	pair, ok := stack[len(stack)-3].(*ast.KeyValueExpr)
	if !ok {
		return false
	}
	key, ok := pair.Key.(*ast.Ident)
	return ok && (key.Name == "Options" || key.Name == "Words")
}

func TestNamesIn(t *testing.T) {
	const src = `package p

import "resource"

type s struct {
	A int ` + "`resource`" + `
}

var names = []string{"a"}

func f(block b, m map[string]int) string {
	if block.Type == "b" || m["c"] > 0 {
		return "d" + block.Type
	}
	switch block.Type {
	case "e":
		return "f"
	}
	g("g", strings.Cut("x", "resource"), fmt.Sprint("resource"), strings.EqualFold("h", ""), &b{Type: "i", Name: "j"}, &b{Words: []string{"l"}, Types: []string{"m"}})
	const constant = "k"
	return constant
}
`
	parsed, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"convert/x.go": "a b c e f g h  i j l m k",
		"internal/cli/x.go": "a b c e f g h  i m k"} {
		var found []string
		for _, word := range namesIn(parsed, path) {
			found = append(found, word.text)
		}
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
