package testjsonschema

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	ours "github.com/hcljson/hcljson/internal/generate/jsonschema"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// declarations are bodies of variable blocks.
var declarations = []string{
	`type = string`,
	`type = number`,
	`type = bool`,
	`type = any`,
	`type = list(string)`,
	`type = set(number)`,
	`type = map(bool)`,
	`type = tuple([string, number])`,
	`type = object({ a = string, b = optional(number, 3) })`,
	`type = list(object({ a = string }))`,
	"type = string\n nullable = false",
	"type = string\n validation {\n condition = contains([\"a\", \"5\"], var.v)\n error_message = \"No.\"\n }",
	"type = number\n validation {\n condition = var.v >= 1 && 6 > var.v\n error_message = \"No.\"\n }",
	"type = string\n validation {\n condition = can(regex(\"^[a-z]{1,4}$\", var.v))\n error_message = \"No.\"\n }",
	"type = string\n validation {\n condition = length(var.v) < 3 || var.v == \"abcd\"\n error_message = \"No.\"\n }",
	"type = list(string)\n validation {\n condition = length(var.v) == 2\n error_message = \"No.\"\n }",
	"type = list(string)\n validation {\n condition = alltrue([for x in var.v : contains([\"x\", \"y\"], x)])\n " +
		"error_message = \"No.\"\n }",
	"type = object({ a = string })\n validation {\n condition = var.v.a != \"x\"\n error_message = \"No.\"\n }",
	"type = object({ a = optional(string, \"x\") })\n validation {\n condition = var.v.a == \"x\"\n " +
		"error_message = \"No.\"\n }",
	"type = string\n validation {\n condition = var.v == null || contains([\"a\"], var.v)\n error_message = \"No.\"\n }",
	"type = string\n default = \"a\"\n nullable = false\n validation {\n condition = var.v == \"a\"\n " +
		"error_message = \"No.\"\n }",
	"type = list(object({ a = string }))\n validation {\n condition = alltrue([for x in var.v : length(x.a) > 1 || " +
		"x.a == \"y\"])\n error_message = \"No.\"\n }",
	"type = map(string)\n validation {\n condition = alltrue([for k, x in var.v : x != \"x\" && can(regex(\"^[b-z]\", " +
		"k))])\n error_message = \"No.\"\n }",
	"type = list(string)\n validation {\n condition = alltrue([for i, x in var.v : x == \"x\" || i > 0])\n " +
		"error_message = \"No.\"\n }",
}

// given are values that each of them gets.
var given = []string{
	`"a"`, `"abcd"`, `"text of some length"`, `""`, `"5"`, `"true"`, `5`, `0`, `7.5`, `true`, `null`, `[]`, `["x"]`,
	`["x", "y"]`, `["x", 2]`, `[1, 2]`, `[["x"]]`, `{}`, `{"a": "x"}`, `{"a": "y", "b": 2}`, `{"a": {"b": 1}}`,
	`{"a": true}`, `[{"a": "x"}]`, `[{"b": "x"}]`,
}

// TestVariables checks that Terraform accepts the same values for a variable as its schema, except
// for validations that the schema can only express in part.
func TestVariables(t *testing.T) {
	terraform := oracles.Terraform(t)
	d, err := dialects.ForFile("main.tf", dialects.Options{Target: "terraform@1.11"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	type pair struct {
		name    string
		refused bool
	}
	var pairs []*pair
	var calls []string
	modules := []map[string]string{{"Key": "", "Source": "", "Dir": "."}}
	for i, declaration := range declarations {
		text := []byte("variable \"v\" {\n " + declaration + "\n}\n")
		write(t, filepath.Join(dir, fmt.Sprintf("d%d", i), "main.tf"), text)
		schema := compiled(t, made(t, ours.Request{
			Kind: ours.Variables, Dialect: d.Dialect, Files: []provider.File{{Source: source.FromBytes(text, "main.tf", false)}},
		}))
		for j, value := range given {
			name := fmt.Sprintf("c%d_%d", i, j)
			calls = append(calls, fmt.Sprintf(`%q: {"source": "./d%d", "v": %s}`, name, i, value))
			modules = append(modules, map[string]string{
				"Key": name, "Source": fmt.Sprintf("./d%d", i), "Dir": fmt.Sprintf("d%d", i)})
			refused := judge(t, schema, []byte(`{"v": `+value+`}`)) != nil
			pairs = append(pairs, &pair{declaration + " = " + value, refused})
		}
	}
	write(t, filepath.Join(dir, "main.tf.json"), []byte("{\"module\": {\n"+strings.Join(calls, ",\n")+"\n}}\n"))
	write(t, filepath.Join(dir, ".terraform/modules/modules.json"), marshal(map[string]any{"Modules": modules}))
	out, _ := terraform.Try(t, dir, "plan", "-json", "-input=false", "-lock=false")
	refused := map[int]bool{}
	for line := range strings.Lines(string(out)) {
		var message struct {
			Diagnostic struct {
				Severity string
				Range    struct {
					Filename string
					Start    struct{ Line int }
				}
			}
		}
		_ = json.Unmarshal([]byte(line), &message)
		if at := message.Diagnostic.Range; at.Filename == "main.tf.json" && message.Diagnostic.Severity == "error" {
			refused[at.Start.Line-2] = true
		}
	}
	wrong, missed := 0, 0
	for i, p := range pairs {
		switch {
		case p.refused && !refused[i]:
			wrong++
			t.Errorf("Terraform accepts %s", p.name)
		case !p.refused && refused[i]:
			missed++
			t.Logf("Terraform refuses %s", p.name)
		}
	}
	t.Logf("%d values, %d refused by Terraform, %d of them let through, %d false alarms", len(pairs), len(refused),
		missed, wrong)
	if missed*20 > len(refused) {
		t.Error("more than 5 % are let through")
	}
}

// TestVariablesOfCorpus checks that the values for a module's variables, in files and in calls of
// modules next to it, are accepted: HCLJSON_CORPUS=DIR go test ./testjsonschema -run
// VariablesOfCorpus -v
func TestVariablesOfCorpus(t *testing.T) {
	root := os.Getenv("HCLJSON_CORPUS")
	if root == "" {
		t.Skip("HCLJSON_CORPUS is not set")
	}
	d, _ := dialects.ForFile("main.tf", dialects.Options{})
	values, _ := dialects.ForFile("x.tfvars", dialects.Options{})
	schemaOf := func(dir string) ([]byte, bool) {
		r := ours.Request{Kind: ours.Variables, Dialect: d.Dialect}
		paths, _ := filepath.Glob(filepath.Join(dir, "*.tf*"))
		for _, path := range paths {
			if is, _ := dialects.IsConfiguration(filepath.Base(path)); is {
				src, _ := os.ReadFile(path)
				r.Files = append(r.Files, provider.File{Source: source.FromBytes(src, path, strings.HasSuffix(path, ".json"))})
			}
		}
		return made(t, r), len(r.Files) > 0
	}
	modules, files, calls := 0, 0, 0
	_ = filepath.WalkDir(root, func(dir string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil
		}
		text, ok := schemaOf(dir)
		if !ok {
			return nil
		}
		modules++
		schema := compiled(t, text)
		paths, _ := filepath.Glob(filepath.Join(dir, "*.tfvars*"))
		for _, path := range paths {
			src, _ := os.ReadFile(path)
			if !strings.HasSuffix(path, ".json") {
				var diags hcl.Diagnostics
				if src, diags = convert.ToJSON(src, path, values.Dialect, convert.Options{}); diags.HasErrors() {
					continue
				}
			}
			files++
			if err := judge(t, schema, src); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		sources, _ := filepath.Glob(filepath.Join(dir, "*.tf"))
		for _, path := range sources {
			src, _ := os.ReadFile(path)
			text, _ := convert.ToJSON(src, path, d.Dialect, convert.Options{Form: convert.Query})
			var file struct{ Module map[string][]json.RawMessage }
			_ = json.Unmarshal(text, &file)
			for name, bodies := range file.Module {
				var call struct{ Source string }
				_ = json.Unmarshal(bodies[0], &call)
				if !strings.HasPrefix(call.Source, ".") {
					continue
				}
				called, ok := schemaOf(filepath.Join(dir, call.Source))
				if !ok {
					continue
				}
				calls++
				var whole map[string]any
				_ = json.Unmarshal(called, &whole)
				whole = map[string]any{"$defs": whole["$defs"], "$ref": "#/$defs/call"}
				if err := judge(t, compiled(t, marshal(whole)), bodies[0]); err != nil {
					t.Errorf("%s: module %s: %v", path, name, err)
				}
			}
		}
		return nil
	})
	t.Logf("%d modules, %d files of values, %d calls", modules, files, calls)
}
