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
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/oracles"
	"github.com/hcljson/hcljson/schema"
)

// nameCase is a native file in which one name is used as the kind that its body does not define.
type nameCase struct {
	path, text string
	// reserved is true for a reserved name, which has no meaning of another kind. noHints is true if the
	// JSON of the body has no place for a hint, so that it does not show the kind.
	reserved, noHints bool
}

// otherKinds returns a case for each name that a body of the language lists with one kind, and for each
// reserved name with each kind.
func otherKinds(d *schema.Dialect) (list []nameCase) {
	d.Prepare()
	seen := map[*schema.Body]bool{}
	var walk func(body *schema.Body, path, open, end string)
	walk = func(body *schema.Body, path, open, end string) {
		if body == nil || seen[body] || body.NestedInLists {
			return
		}
		seen[body] = true
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
		if body.Dynamic {
			asArgument(schema.DynamicType)
		}
		if reserved = body.Reserved != nil; reserved {
			for _, row := range body.Reserved.Attributes {
				asBlock(row.Name)
			}
			for _, row := range body.Reserved.Blocks {
				asBlock(row.Type)
			}
			reserved = false
		}
		for i := range body.Blocks {
			row := &body.Blocks[i]
			if argument, _ := body.Lookup(row.Type); argument == nil {
				asArgument(row.Type)
			}
			bodies := map[string]*schema.Body{strings.Join(slices.Repeat([]string{"x"}, len(row.Labels)), schema.LabelSeparator): row.Body}
			maps.Copy(bodies, row.Dependent)
			for _, key := range slices.Sorted(maps.Keys(bodies)) {
				header := row.Type
				labels := strings.Split(key, schema.LabelSeparator)
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
	return list
}

// A name that the language defines as the other kind is a warning in both directions, and an error with
// Strict. The conversion back accepts the JSON, and the order of the files does not change the verdict of
// the check.
func TestNamesAsOtherKind(t *testing.T) {
	for _, file := range []struct{ name, target string }{
		{"main.tf", "opentofu"}, {"main.tf", "terraform"}, {"main.tftest.hcl", "terraform"}, {"a.tfquery.hcl", "terraform"},
		{"a.tfcomponent.hcl", "terraform"}, {"a.pkr.hcl", ""}, {"terragrunt.hcl", ""}, {"docker-bake.hcl", ""}, {".tflint.hcl", ""},
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
