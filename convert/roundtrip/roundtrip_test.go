package roundtrip

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/schema/dialects"
)

// fakeT records the output of a test.
type fakeT struct {
	failures []string
}

func (*fakeT) Helper() {}

func (t *fakeT) Errorf(format string, args ...any) {
	t.failures = append(t.failures, fmt.Sprintf(format, args...))
}

func TestTest(t *testing.T) {
	jobs, diags := dialects.ReadLanguage([]byte(`
language "job" {
  file {
    native = "*.job"
    json   = "*.jobs"
  }
}

root {
  attributes = { a = literal }
}
`), "job.hclschema.hcl", false)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	described := Options{Languages: []*dialects.Language{jobs}, Strict: true}
	tests := []struct {
		name, file, src string
		opts            Options
		failure         string // what the failure has in it; empty for none
	}{
		{"native", "main.tf", "resource \"a\" \"b\" {\n  # c\n  tags = { a = 1 }\n}\n", Options{}, ""},
		{"JSON", "main.tf.json", `{"resource": {"a": {"b": {"//": "c", "tags": {"a": 1}}}}}`, Options{}, ""},
		{"Packer", "a.pkr.json", `{"variable": {"a": {"default": 1}}}`, Options{}, ""},
		{"dialect", "config.json", `{"a": {"b": "${c}"}}`, Options{Dialect: "generic"}, ""},
		{"described", "x.job", "a = \"$${b}\"\n", described, ""},
		{"described JSON", "x.jobs", `{"a": "${b}"}`, described, ""},
		{"described, but wrong", "x.jobs", `{"a": `, described, "x.jobs:1"},
		{"target", "main.tf", "locals {\n}\n", Options{Target: "terraform@1.11"}, ""},
		{"guess", "main.tf.json", `{"resource": {"a": {"b": {"c": {"d": 1}}}}}`, Options{}, ""},
		{"strict", "main.tf.json", `{"resource": {"a": {"b": {"c": {"d": 1}}}}}`, Options{Strict: true},
			"guess, the file itself: Attribute or block?"},
		{"no guess", "main.tf.json", `{"resource": {"a": {"b": {"c": 1}}}}`, Options{Strict: true}, ""},
		{"template for a reference", "main.tf.json", `{"output": {"a": {"value": 1, "depends_on": ["${terraform_data.a}"]}}}`,
			Options{}, "OpenTofu refuses the file: main.tf.json:1,46-67: Template instead of bare source"},
		{"root alone", "main.tf.json", `{"resource": {"a": {"b": {"provider": "${terraform.foo}"}}}}`, Options{},
			"Template instead of bare source"},
		{"template for a type", "main.tf.json", `{"variable": {"a": {"type": "${string}"}}}`, Options{},
			"Template instead of bare source"},
		{"template in a map", "main.tf.json", `{"module": {"a": {"source": "./a", "providers": {"a": "${a.b}"}}}}`, Options{},
			"Template instead of bare source"},
		{"no reference", "main.tf.json", `{"moved": {"from": "a.b + 1", "to": "a.c"}}`, Options{}, "Not a static reference"},
		{"no keyword", "main.tf.json", `{"resource": {"a": {"b": {"provisioner": {"file": {"when": "1"}}}}}}`, Options{},
			"Not a static reference"},
		{"number for a reference", "main.tf.json", `{"moved": {"from": 1, "to": "a.c"}}`, Options{}, "Not a static expression"},
		{"number in a list of references", "main.tf.json", `{"output": {"a": {"value": 1, "depends_on": [1]}}}`, Options{},
			"Not a static expression"},
		{"null for a type", "main.tf.json", `{"variable": {"a": {"type": null}}}`, Options{}, "Not a static expression"},
		{"missing label", "main.tf.json", `{"resource": {"a": {}}}`, Options{}, "Missing block label"},
		{"unknown name", "main.tf.json", `{"resources": {"a": {"b": {}}}}`, Options{}, "Unknown name"},
		{"quoted type", "main.tf", "variable \"a\" {\n  type = \"string\"\n}\n", Options{}, "Quoted type constraint"},
		{"quoted alias", "main.tf", "terraform {\n  required_providers {\n    a = {\n      source                = \"b/a\"\n" +
			"      configuration_aliases = [\"a.x\"]\n    }\n  }\n}\n", Options{}, "Quoted reference"},
		{"quoted reference", "main.tf", "moved {\n  from = \"a.b\"\n  to   = a.c\n}\n", Options{}, "Quoted reference"},
		{"quoted keyword", "main.tf", "resource \"a\" \"b\" {\n  lifecycle {\n    ignore_changes = \"all\"\n  }\n}\n", Options{},
			"Quoted keyword"},
		{"quoted reference in a list", "main.tf",
			"resource \"a\" \"b\" {\n  lifecycle {\n    replace_triggered_by = [\"x.y\"]\n  }\n}\n", Options{}, "Quoted reference"},
		{"quoted as before 0.12", "main.tf", "output \"a\" {\n  value      = 1\n  depends_on = [\"x.y\"]\n}\n", Options{}, ""},
		{"other target", "main.tf", "language {\n}\n", Options{Target: "terraform"}, "Name of another target"},
		{"selected target", "main.tf.json", `{"action": {"a": {"b": {"provider": "a.c"}}}}`, Options{}, ""},
		{"syntax", "main.tf", "a = \n", Options{}, "main.tf:1:5:"},
		{"no language", "main.json", "{}", Options{}, "Options.Dialect"},
		{"unknown dialect", "main.json", "{}", Options{Dialect: "yaml"}, "unknown dialect"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var fake fakeT
			Test(&fake, test.file, []byte(test.src), test.opts)
			got := strings.Join(fake.failures, "\n---\n")
			if len(fake.failures) > 1 || (got == "") != (test.failure == "") || !strings.Contains(got, test.failure) {
				t.Errorf("failure %q, want %q", got, test.failure)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	const src = `{"resource": {"a": {"b": {"c": {"d": 1}}}}}`
	for _, opts := range []Options{{}, {Strict: true}} {
		r := Check("main.tf.json", []byte(src), tofu(t, "main.tf.json"), opts)
		if len(r.Warnings) != 1 || r.Equal() == opts.Strict || r.Refused() != opts.Strict {
			t.Errorf("%+v: %+v", opts, r)
		}
	}
}
