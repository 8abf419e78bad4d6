// Package testsarif validates the output of --error-format sarif with the schema of SARIF 2.1.0.
package testsarif

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hcljson/hcljson/internal/cli"
)

// schema returns the standard's schema, which go-sarif contains as an unexported constant.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	name := reflect.TypeFor[sarif.Report]().PkgPath()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	ast.Inspect(file, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && text == "" {
			text, err = strconv.Unquote(literal.Value)
		}
		return err == nil
	})
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	const id = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(id, document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// files are the inputs of the command lines below.
var files = map[string]string{
	"bad.tf":            "resource \"x\" {\n  a = é€𝄞 1\n}\n",
	"a b/ü %41#?.tf":    "x = \"\xff\n",
	"empty.tf":          "",
	"unclosed.tf":       "block {",
	"duplicate.tf.json": `{"locals": {"a": 1, "a": 2}, "resource": []}`,
	"guess.tf.json":     `{"resource": {"strange_thing": {"x": {"é": {"b": 1}, "maybe": [{"a": 1}]}}}}`,
	"other.tf.json":     `{"locals": {"a": 2}}`,
	"locals.tf":         "locals {\n  a = 1\n}\n",
	"unknown.tf":        "resource \"aws_instance\" \"a\" {\n  no_such_argument = nosuchfunction(1)\n  \"b\" = 1\n}\n",
}

func TestSchema(t *testing.T) {
	judge := schema(t)
	t.Chdir(t.TempDir())
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		arguments []string
		findings  bool
	}{
		{[]string{"locals.tf"}, false},
		{[]string{"--check", "empty.tf"}, true},
		{[]string{"-o", "out", "locals.tf", "unclosed.tf", "bad.tf"}, true},
		{[]string{"hcl2json", "-o", "out", "."}, true},
		{[]string{dir + "/a b/ü %41#?.tf"}, true},
		{[]string{"no such é.tf"}, true},
		{[]string{"guess.tf.json"}, true},
		{[]string{"verify", "locals.tf", "other.tf.json"}, true},
		{[]string{"verify", "--roundtrip", "locals.tf", "unclosed.tf"}, true},
		{[]string{"--no-such-option"}, true},
	} {
		t.Run(strings.Join(test.arguments, " "), func(t *testing.T) {
			var printed bytes.Buffer
			arguments := append([]string{"hcljson", "--error-format=sarif"}, test.arguments...)
			cli.Main(arguments, strings.NewReader(""), io.Discard, &printed, os.Getenv)
			document, err := jsonschema.UnmarshalJSON(bytes.NewReader(printed.Bytes()))
			if err != nil {
				t.Fatalf("%v\n%s", err, printed.String())
			}
			if err := judge.Validate(document); err != nil {
				t.Errorf("%v\n%s", err, printed.String())
			}
			// The schema must reject an invalid log.
			wrong := strings.Replace(printed.String(), `"columnKind":`, `"columns":`, 1)
			document, err = jsonschema.UnmarshalJSON(strings.NewReader(wrong))
			if err != nil || judge.Validate(document) == nil {
				t.Errorf("valid, or not JSON (%v):\n%s", err, wrong)
			}
			log, err := sarif.FromBytes(printed.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if n := len(log.Runs[0].Results); (n > 0) != test.findings {
				t.Errorf("%d results\n%s", n, printed.String())
			}
		})
	}
}
