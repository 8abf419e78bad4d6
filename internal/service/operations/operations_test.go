package operations_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/operations"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// respond runs a request in JSON, and returns the response in JSON.
func respond(t *testing.T, request string) string {
	t.Helper()
	var req service.Request
	if err := service.Read(request, &req); err != nil {
		t.Fatalf("%s: %s", request, err)
	}
	return string(operations.Service().Do(&req).Append([]byte{'{'}, false)) + "}"
}

func TestOperations(t *testing.T) {
	for _, test := range []struct{ name, request, want string }{
		{"to JSON",
			`{"operation": "toJSON", "name": "main.tf", "text": "a = 1\n", "options": {"dialect": "generic"}}`,
			`{"text":"{\n  \"a\": 1\n}\n","name":"main.tf.json","proven":true,"diagnostics":[]}`},
		{"to JSON in a form",
			`{"operation": "toJSON", "name": "x/main.tf", "text": "locals {\n  a = 1\n}\n", "options": {"form": "compact"}}`,
			`{"text":"{\n  \"locals\": {\n    \"a\": 1\n  }\n}\n","name":"x/main.tf.json","proven":true,"diagnostics":[]}`},
		{"columns of characters",
			`{"operation": "toJSON", "name": "main.tf", "text": "a = \"e\u0301𝔘\" = 1\n"}`,
			`"start":{"line":1,"column":10,"byte":14}`},
		{"columns of UTF-16",
			`{"operation": "toJSON", "name": "main.tf", "text": "b {}\na = \"e\u0301𝔘\" = 1\n", ` +
				`"options": {"columns": "utf16"}}`,
			`"start":{"line":2,"column":12,"byte":19}`},
		{"columns of the second text",
			`{"operation": "verify", "name": "main.tf", "text": "locals {\n  a = 1\n}\n", "options": {"columns": "utf16", ` +
				`"other": {"name": "main.tf.json", "text": "{\"locals\": {\"é𝔘\": 1, \"a\": 2}}"}}}`,
			`"b":{"value":"2","range":{"filename":"main.tf.json","start":{"line":1,"column":28,`},
		{"columns of bytes",
			`{"operation": "toJSON", "name": "main.tf", "text": "", "options": {"columns": "bytes"}}`,
			`columns cannot be \"bytes\": the values are characters, utf16.`},
		{"JSON Schema",
			`{"operation": "jsonSchema", "text": "", "options": {"kind": "variables", "files": [{"name": "a.tf", "text": ` +
				`"variable \"n\" {\n  type = set(string)\n}\n"}]}}`,
			`\"title\":\"set of string\",\"type\":[\"array\",\"null\"],\"uniqueItems\":true`},
		{"JSON Schema of types",
			`{"operation": "jsonSchema", "name": "main.tf.json", "text": "", "options": {"kind": "config", "all": true, ` +
				`"files": [{"name": "a.tf.json", "text": "{\"terraform\": {\"required_providers\": {\"b\": {\"source\": ` +
				`\"x.org/a/b\"}}}}"}], "providerSchemas": [{"name": "p.json", "text": "{\"format_version\": \"1.0\", ` +
				`\"provider_schemas\": {\"x.org/a/b\": {\"resource_schemas\": {\"b_c\": {\"block\": {\"attributes\": {\"d\": ` +
				`{\"type\": \"bool\", \"optional\": true}}}}}}}}"}]}}`,
			`\"d\":{\"$ref\":\"#/$defs/bool\"`},
		{"JSON Schema of no kind",
			`{"operation": "jsonSchema", "text": ""}`,
			`kind cannot be \"\": the values are config, query, variables, plan, state, configuration.`},
		{"get",
			`{"operation": "get", "name": "a.tf", "text": "locals {\n  a = \"<x>\"\n}\n", "options": {"addresses": ` +
				`["local.a"]}}`,
			`\"value\": \"<x>\"`},
		{"get of a missing address",
			`{"operation": "get", "name": "a.tf", "text": "locals {\n  a = 1\n}\n", "options": {"addresses": ["local.a", "local.b"]}}`,
			`"summary":"Address not found"`},
		{"refs",
			`{"operation": "refs", "name": "a.tf", "text": "variable \"a\" {}\nlocals {\n  b = [var.a]\n}\n", "options": ` +
				`{"addresses": ["var.a"]}}`,
			`\"line\": 3,\n    \"column\": 12,\n    \"text\": \"b = [var.a]\"`},
		{"refs of a missing address",
			`{"operation": "refs", "name": "a.tf", "text": "", "options": {"addresses": ["var.a"]}}`,
			`"summary":"Address not found"`},
		{"two changes in one",
			`{"operation": "apply", "name": "a.tf", "text": "locals {\n  a = 1\n}\n", "options": {"changes": ` +
				`[{"set": "local.a", "value": "2", "rm": "local.a"}]}}`,
			`a change needs set, add, rm, mv or sort`},
		{"no change",
			`{"operation": "apply", "name": "a.tf", "text": "", "options": {"changes": [{"value": "2"}]}}`,
			`a change needs set, add, rm, mv or sort`},
		{"a script, and a default",
			`{"operation": "apply", "name": "a.tf", "text": "locals {\n  a = 1\n}\n", "options": {"changes": ` +
				`["set 'local.a=@ + 1'\nset local.a=[@]\ncp local.a b", {"set": "local.c", "value": "[@]", "create": true, "default": "3"}]}}`,
			`{"text":"locals {\n  a = [1 + 1]\n  b = [1 + 1]\n  c = [3]\n}\n","name":"a.tf","proven":true,"diagnostics":[]}`},
		{"a wrong script",
			`{"operation": "apply", "name": "a.tf", "text": "locals {\n  a = 1\n}\n", "options": {"changes": ["rm local.a\nget b"]}}`,
			`line 2: \"get\" is no change; set, add, rm, mv, cp and sort are.`},
		{"two values",
			`{"operation": "apply", "name": "a.tf", "text": "locals {\n  a = 1\n}\n", "options": {"changes": ` +
				`[{"set": "local.a", "value": "2", "json": 3}]}}`,
			`set and add need either value, string or json`},
		{"a value for none",
			`{"operation": "apply", "name": "a.tf", "text": "locals {\n  a = 1\n}\n", "options": {"changes": ` +
				`[{"rm": "local.a", "value": "2"}]}}`,
			`set and add need either value, string or json`},
		{"a JSON value",
			`{"operation": "apply", "name": "a.tf", "text": "locals {\n  a = 1\n}\n", "options": {"changes": ` +
				`[{"set": "local.a", "json": null}]}}`,
			`{"text":"locals {\n  a = null\n}\n","name":"a.tf","proven":true,"diagnostics":[]}`},
		{"to HCL",
			`{"operation": "toHCL", "name": "main.tf.json", "text": "{\"locals\": {\"a\": 12345678901234567890}}"}`,
			`{"text":"locals {\n  a = 12345678901234567890\n}\n","name":"main.tf","proven":true,"diagnostics":[]}`},
		{"no name",
			`{"operation": "toHCL", "text": "{\"a\": 1}", "options": {"dialect": "generic"}}`,
			`{"text":"a = 1\n","proven":true,"diagnostics":[]}`},
		{"the name of the output",
			`{"operation": "toHCL", "name": "main.tf", "text": "{\"locals\": {\"a\": 1}}"}`,
			`{"text":"locals {\n  a = 1\n}\n","name":"main.tf","proven":true,"diagnostics":[]}`},
		{"source map",
			`{"operation": "toJSON", "name": "main.tf", "text": "locals {}\n", "options": {"sourceMap": true}}`,
			`"sourceMap":{"format_version":"1.0","json":"main.tf.json","values":[{"pointer":"","json":{"value":{"start":` +
				`{"line":1,"column":1,"byte":0},`},
		{"source map of JSON",
			`{"operation": "toHCL", "name": "main.tf.json", "text": "{\"locals\": {}}", "options": {"sourceMap": true}}`,
			`"native":[{"file":"main.tf","name":{"start":{"line":1,"column":1,"byte":0},"end":{"line":1,"column":7,"byte` +
				`":6}}`},
		{"no source map",
			`{"operation": "toJSON", "name": "main.tf", "text": "locals {", "options": {"sourceMap": true}}`,
			`"main.tf","start":{"line":1,"column":8,"byte":7},"end":{"line":1,"column":9,"byte":8}}}]}`},
		{"guess",
			`{"operation": "toHCL", "name": "main.tf.json", "text": "{\"resource\": {\"x_y\": {\"z\": {\"part\": {\"a\": ` +
				`{\"b\": 1}}}}}}"}`,
			`"severity":"warning"`},
		{"strict",
			`{"operation": "toHCL", "name": "main.tf.json", "text": "{\"resource\": {\"x_y\": {\"z\": {\"part\": {\"a\": ` +
				`{\"b\": 1}}}}}}", "options": {"strict": true}}`,
			`"severity":"error"`},
		{"own language",
			`{"operation": "toHCL", "name": "x.shop.json", "text": "{\"a\": 1}", "options": {"schemas": [{"name": ` +
				`"shop.hcl", ` +
				`"text": "language \"shop\" {\n  file {\n    native = \"*.shop\"\n    json = \"*.shop.json\"\n  }\n}\nroot ` +
				`{\n  ` +
				`attribute \"a\" {\n  }\n}\n"}]}}`,
			`{"text":"a = 1\n","name":"x.shop","proven":true,"diagnostics":[]}`},
		{"provider table",
			`{"operation": "toHCL", "name": "main.tf.json", "text": "{\"resource\": {\"aws_s3_bucket\": {\"z\": ` +
				`{\"versioning\": {\"enabled\": true}}}}}"}`,
			`versioning {`},
		{"provider schema",
			`{"operation": "toHCL", "name": "main.tf.json", "text": "{\"resource\": {\"x_y\": {\"z\": {\"part\": {\"a\": ` +
				`1}}}}}", "options": {"providerSchemas": [{"name": "s.json", "text": "{\"format_version\": \"1.0\", ` +
				`\"provider_schemas\": {\"registry.opentofu.org/hashicorp/x\": {\"resource_schemas\": {\"x_y\": {\"version\": ` +
				`0, \"block\": {\"block_types\": {\"part\": {\"nesting_mode\": \"list\", \"block\": {\"attributes\": {\"a\": ` +
				`{\"type\": \"number\", \"optional\": true}}}}}}}}}}}"}]}}`,
			`part {\n    a = 1`},
		{"a list of objects",
			`{"operation": "toHCL", "name": "main.tf.json", "text": "{\"resource\": {\"aws_security_group\": {\"g\": ` +
				`{\"ingress\": [{\"new\": 1}]}}}}", "options": {"verify": false}}`,
			`\n  ingress {\n    new = 1\n`},
		{"a list of objects in an override file",
			`{"operation": "toHCL", "name": "main_override.tf.json", "text": "{\"resource\": {\"aws_security_group\": ` +
				`{\"g\": {\"ingress\": [{\"new\": 1}]}}}}"}`,
			`\n  ingress = [\n    {\n      new = 1\n`},
		{"patch",
			`{"operation": "patch", "name": "main.tf", "text": "locals {\n  a   = 1 # one\n  b = ` +
				`12345678901234567890\n}\n", ` +
				`"options": {"other": {"name": "main.tf.json", "text": "{\"locals\": {\"a\": 2, \"b\": ` +
				`12345678901234567000}}"}}}`,
			`{"text":"locals {\n  a   = 2 # one\n  b = 12345678901234567890\n}\n","name":"main.tf",` +
				`"proven":true,"diagnostics":[{"severity":"warning","summary":"Rounded numbers"`},
		{"patch with sorted members",
			`{"operation": "patch", "text": "resource \"x\" \"y\" {\n  env {\n    name = 1\n  }\n\n  dynamic \"env\" {\n` +
				`    for_each = a\n\n    content {\n      name = 2\n    }\n  }\n}\n", "options": {"dialect": "opentofu", ` +
				`"other": {"text": "{\"resource\": {\"x\": {\"y\": {\"dynamic\": {\"env\": {\"content\": {\"name\": 2}, ` +
				`\"for_each\": \"${a}\"}}, \"env\": {\"name\": 1}}}}}"}}}`,
			`"severity":"warning","summary":"Sorted members","detail":"The members of all objects in other are sorted, as ` +
				`by a program that does not keep their order. The order matters here, so the order of the text is kept."`},
		{"patch JSON",
			`{"operation": "patch", "name": "main.tf.json", "text": "{\"locals\":   {\"a\": 1}}", "options": {"other": ` +
				`{"text": "locals {\n  a = 2\n}\n"}}}`,
			`{"text":"{\"locals\":   {\"a\": 2}}","name":"main.tf.json","proven":true,"diagnostics":[]}`},
		{"no proof",
			`{"operation": "toHCL", "name": "main.tf.json", "text": "{\"locals\": {\"a\": 1}}", "options": {"verify": false}}`,
			`{"text":"locals {\n  a = 1\n}\n","name":"main.tf","diagnostics":[]}`},
		{"no check of output for readers",
			`{"operation": "toJSON", "name": "main.tf", "text": "locals {}\n", "options": {"form": "query", "verify": true}}`,
			`{"text":"{\n  \"locals\": {}\n}\n","name":"main.tf.json","diagnostics":[]}`},
		{"not proven",
			`{"operation": "toHCL", "name": "main.tf.json", "text": "{\"resource\": {\"aws_security_group\": {\"g\": ` +
				`{\"ingress\": [{\"new\": 1}]}}}}"}`,
			`"summary":"Not proven"`},
		{"verify",
			`{"operation": "verify", "name": "main.tf", "text": "locals {\n  a = 1\n}\n", "options": {"other": {"name": ` +
				`"main.tf.json", "text": "{\"locals\": {\"a\": 1.0}}"}}}`,
			`{"verdict":"equal","diagnostics":[]}`},
		{"verify what differs",
			`{"operation": "verify", "name": "main.tf", "text": "locals {\n  a = 1\n}\n", "options": {"other": {"text": ` +
				`"{\"locals\": {\"a\": 2}}"}}}`,
			`"difference":{"path":["locals","a"],"a":{"value":"1","range":{"filename":"main.tf","start":{"line":2,"colum` +
				`n":7,` +
				`"byte":15}`},
		{"verify with comments",
			`{"operation": "verify", "name": "main.tf", "text": "# x\nlocals {}\n", "options": {"other": {"text": ` +
				`"{\"locals\": {}}"}}}`,
			`{"verdict":"different","diagnostics":[{"severity":"error","summary":"Comment lost"`},
		{"verify without comments",
			`{"operation": "verify", "name": "main.tf", "text": "# x\nlocals {}\n", "options": {"comments": "drop", ` +
				`"other": {"text": "{\"locals\": {}}"}}}`,
			`{"verdict":"equal","diagnostics":[]}`},
		{"verify an invalid file",
			`{"operation": "verify", "name": "main.tf", "text": "locals {", "options": {"other": {"text": "{}"}}}`,
			`{"verdict":"unknown","diagnostics":[{"severity":"error"`},
		{"verify two languages",
			`{"operation": "verify", "name": "main.tf", "text": "", "options": {"other": {"name": "a.pkr.hcl", "text": ""}}}`,
			`"summary":"Two languages"`},
		{"show a state",
			`{"operation": "show", "name": "state.json", "text": "{\"format_version\": \"1.0\", \"terraform_version\": ` +
				`\"1.9.0\", \"values\": {\"outputs\": {\"o\": {\"value\": 5, \"type\": \"number\", \"sensitive\": false}}}}"}`,
			`output \"o\" {\n  value = 5`},
		{"expression",
			`{"operation": "expression", "name": "x", "text": "-a.b[0] + c()"}`,
			`\"fullAccessor\": \"a.b[0]\"`},
		{"expression with an error",
			`{"operation": "expression", "name": "x", "text": "a +"}`,
			`"severity":"error"`},
		{"show a module",
			`{"operation": "show", "name": ".", "text": "", "options": {"files": [{"name": "main.tf", "text": "module \"m\" ` +
				`{\n  source = \"./m\"\n}\n"}, {"name": "m/main.tf.json", "text": "{\"output\": {\"o\": {\"value\": 1}}}"}]}}`,
			`\"constant_value\": 1`},
	} {
		if got := respond(t, test.request); !strings.Contains(got, test.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
}

// Each of these requests results in an error and no text.
func TestErrors(t *testing.T) {
	for request, want := range map[string]string{
		`{"text": ""}`:                             `The operation \"\" does not exist`,
		`{"operation": "x", "text": ""}`:           `The operation \"x\" does not exist: the values are toJSON,`,
		`{"operation": "toJSON", "text": "a = 1"}`: `give the name of its file`,
		`{"operation": "toJSON", "name": "x.y", "text": "a = ` +
			`1"}`: `"summary":"Unknown language","detail":"`,
		`{"operation": "toJSON", "text": "", "options": {"dialect": ` +
			`"klingon"}}`: `Unknown dialect \"klingon\"`,
		`{"operation": "toJSON", "name": "a.tf", "text": "", "options": {"target": ` +
			`"x@y"}}`: `"summary":"Unknown language"`,
		`{"operation": "toJSON", "name": "a.tf", "text": "", "options": {"form": ` +
			`"tall"}}`: `form cannot be \"tall\"`,
		`{"operation": "toJSON", "name": "a.tf", "text": "", "options": {"layout": "x", "comments": ` +
			`"y"}}`: `layout cannot be`,
		`{"operation": "toJSON", "name": "a.tf", "text": "a = ` +
			`\u0000"}`: `"summary":"Not a text file"`,
		`{"operation": "toHCL", "name": "a.tf.json", "text": " ` +
			`"}`: `"summary":"Empty file"`,
		`{"operation": "toHCL", "name": "a.tf.json", "text": ` +
			`"{"}`: `"start":{"line":1,`,
		`{"operation": "patch", "name": "a.tf", "text": ` +
			`""}`: `"summary":"No second text"`,
		`{"operation": "patch", "name": "a.tf", "text": "", "options": {"other": {"text": ` +
			`"{"}}}`: `"filename":"other"`,
		`{"operation": "show", "text": "{}"}`:                         `"severity":"error"`,
		`{"operation": "show", "text": ""}`:                           `the text is empty`,
		`{"operation": "show", "text": "", "options": {"files": []}}`: `"summary":"No configuration"`,
		`{"operation": "show", "name": "x", "text": "", "options": {"files": [{"name": "a.tf", "text": ` +
			`""}]}}`: `"summary":"No configuration"`,
		`{"operation": "toJSON", "name": "a.tf", "text": "", "options": {"schemas": [{"name": "s.hcl", "text": ` +
			`"x"}]}}`: `"filename":"s.hcl"`,
		`{"operation": "toJSON", "name": "a.tf", "text": "", "options": {"providerSchemas": [{"name": "s.json", "text": ` +
			`"x"}]}}`: `"filename":"s.json"`,
		`{"operation": "toJSON", "name": "a.tf", "text": "", "options": {"schemas": [{"name": "s.json", "text": ` +
			`""}]}}`: `s.json is empty`,
		`{"operation": "toHCL", "name": "a.pkr.json", "text": "{\"builders\": ` +
			`[]}"}`: `"severity":"error"`,
	} {
		got := respond(t, request)
		if !strings.Contains(got, want) || !strings.Contains(got, `"severity":"error"`) || strings.Contains(got, `"te`+
			`xt":`) {
			t.Errorf("%s:\ngot  %s\nwant %s", request, got, want)
		}
	}
}

// Unlimited nesting is an error, and does not end the program.
func TestDeepExpression(t *testing.T) {
	req := &service.Request{Operation: service.Expression, Text: strings.Repeat("(", 1e6)}
	if got := operations.Service().Do(req); got.Text != nil || len(got.Diagnostics) == 0 {
		t.Errorf("got %+v", got)
	}
}

// TestGoldens checks that the operations return the same as the functions of package convert, with
// and without a table.
func TestGoldens(t *testing.T) {
	for _, g := range golden.ReadAll(t) {
		input, _ := g.File(g.Input)
		if _, ok := g.File(golden.Providers); ok || g.Providers != "" {
			continue // TestOperations has schemas of providers
		}
		for _, target := range g.Targets {
			req := &service.Request{Operation: service.ToJSON, Name: g.Input, Text: string(input),
				Options: service.Options{Target: target.Name, Strict: g.HasFlag("strict"), Verify: new(bool),
					NoTable: !g.HasFlag("table")}}
			run, opts := convert.ToJSON[[]byte], convert.Options{Strict: g.HasFlag("strict")}
			if g.JSON {
				req.Operation, run = service.ToHCL, convert.ToHCL[[]byte]
			}
			if target.Dialect.Name == "generic" {
				req.Options.Target = ""
			}
			want, diags := run(input, g.Input, target.Dialect, opts)
			got := new(service.Service).Do(req)
			switch {
			case diags.HasErrors() && got.Text != nil:
				t.Errorf("%s for %s is not refused", g.Name, target.Name)
			case !diags.HasErrors() && (got.Text == nil || *got.Text != string(want)):
				t.Errorf("%s for %s: %+v", g.Name, target.Name, got.Diagnostics)
			case !diags.HasErrors() && len(got.Diagnostics) != len(diags):
				t.Errorf("%s for %s: %d diagnostics, want %d", g.Name, target.Name, len(got.Diagnostics), len(diags))
			}
		}
	}
}

// Every expression has its type and its properties of the format.
func TestExpressionTypes(t *testing.T) {
	trees := map[string]string{
		`1`:                        `literalValue type="number"`,
		`"a${b}"`:                  `template`,
		`"${b}"`:                   `templateWrap`,
		`"%{for x in y}%{endfor}"`: `template`,
		`[a]`:                      `tuple`,
		`{ a = b, (c) = 1 }`:       `object items={"(c)":"1","a":"b"}`,
		`a.b["c"][0].d`:            `scopeTraversal fullAccessor="a.b[\"c\"][0].d"`,
		`a().b[1]`:                 `relativeTraversal fullAccessor="b[1]" sourceExpression="a()"`,
		`a()[1].b`:                 `relativeTraversal fullAccessor="1.b" sourceExpression="a()"`,
		`a ? b : c`:                `conditional conditionExpression="a" falseExpression="c" trueExpression="b"`,
		`a[b]`:                     `index collectionExpression="a" keyExpression="b"`,
		`-a`:                       `unaryOp operator="negate" returnType="number" valueExpression="a"`,
		`!a`:                       `unaryOp operator="logicalNot" returnType="bool" valueExpression="a"`,
		`a[*].b`:                   `splat anonSymbolExpression="[*]" eachExpression="[*].b" sourceExpression="a"`,
		`a.*`:                      `splat anonSymbolExpression=".*" eachExpression=".*" sourceExpression="a"`,
		`f(a, b...)`:               `function expandedFinalArgument=true name="f"`,
		`f()`:                      `function expandedFinalArgument=false name="f"`,
		`[for k, v in a : v if k]`: `for collectionExpression="a" conditionalExpression="k" ` +
			`groupedValue=false keyVar="k" valVar="v" valueExpression="v"`,
		`{ for v in a : v => 1... }`: `for collectionExpression="a" groupedValue=true keyExpression="v" ` +
			`keyVar="" valVar="v" valueExpression="1"`,
		`(a)`: ``,
	}
	for operator, what := range map[string]string{
		"+":  `operator="add" returnType="number"`,
		"-":  `operator="subtract" returnType="number"`,
		"*":  `operator="multiply" returnType="number"`,
		"/":  `operator="divide" returnType="number"`,
		"%":  `operator="modulo" returnType="number"`,
		"==": `operator="equal" returnType="bool"`,
		"!=": `operator="notEqual" returnType="bool"`,
		"<":  `operator="lessThan" returnType="bool"`,
		"<=": `operator="lessThanOrEqual" returnType="bool"`,
		">":  `operator="greaterThan" returnType="bool"`,
		">=": `operator="greaterThanOrEqual" returnType="bool"`,
		"&&": `operator="logicalAnd" returnType="bool"`,
		"||": `operator="logicalOr" returnType="bool"`,
	} {
		trees["a "+operator+" b"] = `binaryOp lhsExpression="a" ` + what + ` rhsExpression="b"`
	}
	for text, want := range trees {
		resp := operations.Service().Do(&service.Request{Operation: service.Expression, Text: text})
		var node struct {
			Type string
			Meta map[string]any
		}
		if resp.Text == nil || json.Unmarshal([]byte(*resp.Text), &node) != nil {
			t.Errorf("%s: %v", text, resp.Diagnostics)
			continue
		}
		got := node.Type
		for _, name := range slices.Sorted(maps.Keys(node.Meta)) {
			if value := node.Meta[name]; !strings.Contains(name, "Range") && name != "value" && name != "traversal" {
				text, _ := json.Marshal(value)
				got += " " + name + "=" + string(text)
			}
		}
		if got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", text, got, want)
		}
	}
}
