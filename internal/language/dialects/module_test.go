package dialects_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
)

func TestModuleTarget(t *testing.T) {
	for _, test := range []struct {
		files []string // names and texts
		want  string   // a target, or a part of an error
	}{
		{[]string{"main.tf", `locals {}`}, ""},
		{[]string{"main.tf", `action "x" "y" {}`}, "terraform"},
		{[]string{"main.tf.json", `{"action": {"x": {"y": {}}}}`}, "terraform"},
		{[]string{"main.tf", `language {}`}, "opentofu"},
		{[]string{"main.tf", "resource \"x\" \"y\" {\n lifecycle {\n  enabled = true\n }\n}"}, "opentofu"},
		{[]string{"main.tf.json", `{"resource": [{"x": [{"y": {"lifecycle": [{"enabled": true}]}}]}]}`}, "opentofu"},
		{[]string{"main.tf.json", `{"l\u0061nguage": {}}`}, "opentofu"},
		{[]string{"main.tf", "/**/language/**/{}"}, "opentofu"},
		{[]string{"main.tf", "module \"x\" {\n enabled = true\n}"}, ""},
		{[]string{"main.tf", "variable \"x\" {\n ephemeral = true\n const = true\n}"}, ""},
		{[]string{"a.tftest.hcl", "mock_provider \"x\" {\n override_during = plan\n}"}, "terraform"},
		{[]string{"a.tftest.hcl", "mock_provider \"x\" {\n for_each = {}\n}"}, "opentofu"},
		{[]string{"main.tf", `locals {}`, "a.tfquery.hcl", `locals {}`}, "terraform"},
		{[]string{"main.tf", `locals {}`, "main.tofu", `locals {}`, "a.tfquery.hcl", `locals {}`}, ""},
		{[]string{"main.tf", `action "x" "y" {}`, "main.tofu", `language {}`}, "terraform"},
		{[]string{"main.tf", `language {`, "b.tf", `action "x" "y" {}`}, "terraform"},
		{[]string{"main.tf", "\nlanguage {}", "b.tf.json", `{"action": {"x": {"y": {}}}}`},
			`Only Terraform has "action" (b.tf.json:1), and only OpenTofu has "language" (main.tf:2)`},
	} {
		var files []*source.Source
		for i := 0; i < len(test.files); i += 2 {
			name, text := test.files[i], test.files[i+1]
			files = append(files, source.New(text, name, strings.HasSuffix(name, ".json")))
		}
		target, diag := dialects.ModuleTarget(files)
		if diag != nil && target == "" {
			target = diag.Detail
		}
		if target != test.want && (diag == nil || !strings.Contains(diag.Detail, test.want)) {
			t.Errorf("%q: target %q, want %q", test.files, target, test.want)
		}
	}
}
