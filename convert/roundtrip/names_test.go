package roundtrip_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema"
)

// nameCase is a native file in which one name is used as the kind that its body does not define.
type nameCase struct {
	path, text string
	// reserved is true for a reserved name, which has no other meaning. noHints is true if the JSON
	// of the body cannot contain a hint, so that it does not show the kind.
	reserved, noHints bool
}

// eachBody calls f for each body of a language. open and end are the native text around its content.
func eachBody(d *schema.Dialect, f func(body *tables.Body, path, open, end string)) {
	languages.Prepare(d)
	seen := map[*tables.Body]bool{}
	var walk func(body *tables.Body, path, open, end string)
	walk = func(body *tables.Body, path, open, end string) {
		if body == nil || seen[body] || body.NestedInLists {
			return
		}
		seen[body] = true
		f(body, path, open, end)
		for i := range body.Blocks {
			row := &body.Blocks[i]
			anyLabels := strings.Join(slices.Repeat([]string{"x"}, len(row.Labels)), tables.LabelSeparator)
			bodies := map[string]*tables.Body{anyLabels: row.Body}
			maps.Copy(bodies, row.Dependent)
			for _, key := range slices.Sorted(maps.Keys(bodies)) {
				header := row.Type
				labels := strings.Split(key, tables.LabelSeparator)
				for j := range row.Labels {
					label := "x"
					if j < len(labels) {
						label = labels[j]
					}
					header += fmt.Sprintf(" %q", label)
				}
				walk(bodies[key], path+header+" > ", open+header+" {\n", "}\n"+end)
			}
		}
	}
	walk(d.Root, "", "", "")
}

// otherKinds returns a case for each name that a body of the language lists with one kind, and for each
// reserved name with each kind.
func otherKinds(d *schema.Dialect) (list []nameCase) {
	eachBody(d, func(body *tables.Body, path, open, end string) {
		reserved := false
		add := func(name, text string) {
			list = append(list, nameCase{path + name, open + text + "\n" + end, reserved, body.NoComments})
		}
		asBlock := func(name string) { add(name+" as block", name+" {}") }
		asArgument := func(name string) { add(name+" as argument", name+" = {}") }
		for i := range body.Attributes {
			row := &body.Attributes[i]
			if _, block := body.Lookup(row.Name); block == nil && row.AsBlocks == nil {
				asBlock(row.Name)
			}
		}
		for i := range body.Blocks {
			if argument, _ := body.Lookup(body.Blocks[i].Type); argument == nil {
				asArgument(body.Blocks[i].Type)
			}
		}
		if body.Dynamic {
			asArgument(tables.DynamicType)
		}
		if reserved = body.Reserved != nil; reserved {
			for _, row := range body.Reserved.Attributes {
				asBlock(row.Name)
			}
			for _, row := range body.Reserved.Blocks {
				asBlock(row.Type)
			}
		}
	})
	return list
}

// wrappedValues returns a case for each argument whose expression the product does not evaluate: the
// expression is in parentheses or in ${ }.
func wrappedValues(d *schema.Dialect) (list []nameCase) {
	eachBody(d, func(body *tables.Body, path, open, end string) {
		for i := range body.Attributes {
			row := &body.Attributes[i]
			if row.Value == nil || !row.Value.Mode.IsSource() {
				continue
			}
			values := []string{"(a.b)", `"${a.b}"`}
			if row.Value.Mode == tables.Type {
				values = []string{"(string)", `"${string}"`}
			}
			if row.Value.List != nil {
				values = append(values, "([a.b])")
				if !row.Value.List.Parenthesized {
					values = append(values, "[(a.b)]", `["${a.b}"]`)
				}
			}
			if row.Value.IsMap() {
				values = append(values, "({ a = b })", "{ a = (b) }", "{ (a) = b }")
			}
			for _, value := range values {
				list = append(list, nameCase{path: path + row.Name + " = " + value,
					text: open + row.Name + " = " + value + "\n" + end})
			}
		}
	})
	return list
}

// Parentheses and ${ } around a static expression are a warning, and an error with Strict, because JSON
// has no form for them: the result would be valid.
func TestWrappedValues(t *testing.T) {
	for _, file := range []struct{ name, target string }{
		{"main.tf", "opentofu"}, {"main.tf", "terraform"},
		{"main.tftest.hcl", "terraform"}, {"a.tfcomponent.hcl", "terraform"},
	} {
		named, err := dialects.ForFile(file.name, dialects.Options{Target: file.target})
		if err != nil {
			t.Fatal(err)
		}
		cases := wrappedValues(named.Dialect)
		if len(cases) < 5 {
			t.Fatalf("%s: only %d cases", file.name, len(cases))
		}
		for _, c := range cases {
			json, diags := convert.ToJSON(c.text, "main.tf", named.Dialect, convert.Options{})
			if diags.HasErrors() {
				continue // no JSON exists
			}
			if !convert.Refuses(diags) {
				t.Errorf("%s: %s: no warning: %v\n%s", file.name, c.path, diags, json)
			}
			if _, diags := convert.ToJSON(c.text, "main.tf", named.Dialect, convert.Options{Strict: true}); !diags.HasErrors() {
				t.Errorf("%s: %s: no error with Strict", file.name, c.path)
			}
		}
	}
}

// Terraform refuses each of these files, and the converter reports it.
func TestTerraformRefusesStaticText(t *testing.T) {
	terraform := oracles.Terraform(t)
	named, err := dialects.ForFile("main.tf", dialects.Options{Target: "terraform@1.11"})
	if err != nil {
		t.Fatal(err)
	}
	const two = `"resource": {"terraform_data": {"a": {}, "b": {`
	for _, src := range []string{
		"variable \"a\" {\n  type = (list(string))\n}\n",
		"variable \"a\" {\n  type = \"${string}\"\n}\n",
		"resource \"terraform_data\" \"b\" {}\nimport {\n  to = (terraform_data.b)\n  id = \"x\"\n}\n",
		"resource \"terraform_data\" \"b\" {}\nmoved {\n  from = (terraform_data.a)\n  to   = terraform_data.b\n}\n",
		"resource \"terraform_data\" \"b\" {\n  provider = (terraform)\n}\n",
		"resource \"terraform_data\" \"b\" {\n  lifecycle {\n    ignore_changes = [(input)]\n  }\n}\n",
		"resource \"terraform_data\" \"b\" {\n  lifecycle {\n    ignore_changes = \"${all}\"\n  }\n}\n",
		"resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {\n  depends_on = ([terraform_data.a])\n}\n",
		"terraform {\n  provider_meta \"ext\" {\n    a = var.x\n  }\n}\n",
		`{"variable": {"a": {"type": "(string)"}}}`,
		`{"variable": {"a": {"type": "\"string\""}}}`,
		`{` + two + `}}}, "import": {"to": "(terraform_data.b)", "id": "x"}}`,
		`{` + two + `"depends_on": ["(terraform_data.a)"]}}}}`,
		`{` + two + `"nope": null}}}}`,
	} {
		name, run := "main.tf", convert.ToJSON[string]
		if src[0] == '{' {
			name, run = "main.tf.json", convert.ToHCL[string]
		}
		if _, diags := run(src, name, named.Dialect, convert.Options{}); !convert.Refuses(diags) {
			t.Errorf("no warning: %s\n%v", src, diags)
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, status := terraform.Try(t, dir, "validate"); status == 0 {
			t.Errorf("Terraform accepts it: %s\n%s", src, out)
		}
	}
}

// A name that the language defines as the other kind is a warning in both directions, and an error with
// Strict. The conversion back accepts the JSON, and the order of the files does not change the verdict of
// the check.
func TestNamesAsOtherKind(t *testing.T) {
	for _, file := range []struct{ name, target string }{
		{"main.tf", "opentofu"}, {"main.tf", "terraform"}, {"main.tftest.hcl", "terraform"}, {"a.tfquery.hcl", "terraform"},
		{"a.tfcomponent.hcl", "terraform"}, {"a.pkr.hcl", ""}, {"terragrunt.hcl", ""}, {"docker-bake.hcl", ""},
		{".tflint.hcl", ""},
	} {
		t.Run(file.name+" "+file.target, func(t *testing.T) {
			t.Parallel()
			opts := dialects.Options{Target: file.target}
			named, err := dialects.ForFile(file.name, opts)
			if err != nil {
				t.Fatal(err)
			}
			cases := otherKinds(named.Dialect)
			if len(cases) < 5 {
				t.Fatalf("only %d cases", len(cases))
			}
			for _, c := range cases {
				checkOtherKind(t, named, file.name, file.target, c)
			}
		})
	}
}

func checkOtherKind(t *testing.T, file dialects.File, nativeName, target string, c nameCase) {
	t.Helper()
	native := []byte(c.text)
	json, diags := convert.ToJSON(native, "main.tf", file.Dialect, convert.Options{})
	if !convert.Refuses(diags) {
		t.Errorf("%s: no warning: %v", c.path, diags)
	}
	if diags.HasErrors() {
		return // no JSON exists
	}
	if _, diags := convert.ToJSON(native, "main.tf", file.Dialect, convert.Options{Strict: true}); !diags.HasErrors() {
		t.Errorf("%s: no error with Strict", c.path)
	}
	if c.noHints {
		return
	}
	back, diags := convert.ToHCL(json, "main.tf.json", file.Dialect, convert.Options{})
	if diags.HasErrors() || !convert.Refuses(diags) {
		t.Errorf("%s: no warning for the JSON: %v\n%s", c.path, diags, json)
	}
	if _, diags := convert.ToHCL(json, "main.tf.json", file.Dialect, convert.Options{Strict: true}); !diags.HasErrors() {
		t.Errorf("%s: no error with Strict for the JSON", c.path)
	}
	a := equivalent.Source{Bytes: back, Filename: "a"}
	b := equivalent.Source{Bytes: json, Filename: "b", JSON: true}
	for rules, equal := range map[equivalent.Rules]bool{equivalent.BothAsWritten: true, equivalent.Strict: false} {
		there := equivalent.Compare(a, b, file.Dialect, equivalent.Options{Rules: rules})
		again := equivalent.Compare(b, a, file.Dialect, equivalent.Options{Rules: rules})
		if there.Equal() != equal && !c.reserved || again.Verdict() != there.Verdict() {
			t.Errorf("%s: rules %d: %d and %d\n%s%v\n%v", c.path, rules, there.Verdict(), again.Verdict(), json,
				there.Messages(), again.Messages())
		}
	}
	for name, src := range map[string][]byte{nativeName: native, file.Counterpart: json} {
		fails := &failing{}
		if roundtrip.Test(fails, name, src, roundtrip.Options{Target: target}); !fails.failed {
			t.Errorf("%s: roundtrip.Test accepts %s\n%s", c.path, name, src)
		}
	}
}

// failing is a T that only records a failure.
type failing struct{ failed bool }

func (f *failing) Helper()               {}
func (f *failing) Errorf(string, ...any) { f.failed = true }

// Terraform refuses the native file of each case.
func TestTerraformRefusesOtherKinds(t *testing.T) {
	terraform := oracles.Terraform(t)
	named, err := dialects.ForFile("main.tf", dialects.Options{Target: "terraform@1.11"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range otherKinds(named.Dialect) {
		if strings.Contains(c.path, `"x" "x"`) || strings.HasPrefix(c.path, "provider ") ||
			strings.HasPrefix(c.path, "terraform > backend ") || strings.HasPrefix(c.path, "terraform > cloud ") ||
			strings.Contains(c.path, "connection > ") {
			continue // a schema defines the body, and validate does not read it
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, status := terraform.Try(t, dir, "validate"); status == 0 {
			t.Errorf("%s: Terraform accepts it: %s\n%s", c.path, c.text, out)
		}
	}
}
