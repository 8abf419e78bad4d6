package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// terraformTree is two modules with all that Terraform reads next to resources.
var terraformTree = map[string]string{
	"main.tf": `terraform {
  required_version = ">= 1.4"
}

variable "name" {
  type    = string
  default = "default"
}

variable "sizes" {
  type = map(number)
}

module "inner" {
  source = "./inner"
  text   = "${var.name}-$${literal}-%%{x}"
  sizes  = var.sizes
}

resource "terraform_data" "list" {
  for_each = var.sizes
  input    = [each.key, each.value, module.inner.sum] # a comment

  triggers_replace = <<-EOT
    a ${each.key}
      b
  EOT

  lifecycle {
    create_before_destroy = true
  }
  depends_on = [module.inner]
}

resource "terraform_data" "overridden" {
  input = "before"
}

moved {
  from = terraform_data.old
  to   = terraform_data.overridden
}

output "all" {
  value = { for key, item in terraform_data.list : key => item.input }
}
`,
	"main_override.tf": "resource \"terraform_data\" \"overridden\" {\n  input = \"after\"\n}\n",
	"z_override.tf":    "resource \"terraform_data\" \"overridden\" {\n  triggers_replace = 1e3\n}\n",
	"terraform.tfvars": "name = \"from terraform.tfvars\"\nsizes = { x = 1 }\n",
	"a.auto.tfvars":    "sizes = { a = 1, b = 2.50 }\n",
	"b.auto.tfvars":    "name = \"from ${\"b\"}\"\n",
	"tests/plan.tftest.hcl": `variables {
  name = "test"
}

run "plan" {
  command = plan

  assert {
    condition     = terraform_data.overridden.input == "after" && var.name == "test"
    error_message = "got ${var.name}"
  }
}
`,
	"inner/main.tf": `variable "text" {}

variable "sizes" {
  type = map(number)
  validation {
    condition     = length(var.sizes) < 5
    error_message = "Too many: ${length(var.sizes)}."
  }
}

resource "terraform_data" "text" {
  input = upper(var.text)

  provisioner "local-exec" {
    when    = destroy
    command = "true"
  }
}

output "sum" {
  value = sum(values(var.sizes))
}
`,
}

// plan returns the plan for a directory, and runs its tests.
func showPlan(t *testing.T, terraform *oracles.Product, dir string) map[string]any {
	t.Helper()
	if out := terraform.Run(t, dir, "test"); !bytes.Contains(out, []byte("1 passed, 0 failed")) {
		t.Fatalf("%s", out)
	}
	var content map[string]any
	if err := json.Unmarshal(terraform.Plan(t, dir, "").Source, &content); err != nil {
		t.Fatal(err)
	}
	delete(content, "timestamp")
	dropConstants(content["configuration"])
	return content
}

// dropConstants removes the constants in Terraform's output. For JSON, it shows the text of a
// template as a constant.
func dropConstants(value any) {
	switch value := value.(type) {
	case map[string]any:
		delete(value, "constant_value")
		for _, member := range value {
			dropConstants(member)
		}
	case []any:
		for _, element := range value {
			dropConstants(element)
		}
	}
}

// Terraform plans the same after --replace, and after the way back.
func TestTerraformPlan(t *testing.T) {
	terraform := oracles.Terraform(t)
	t.Parallel()
	dir := t.TempDir()
	for name, content := range terraformTree {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, content)
	}
	terraform.Run(t, dir, "init", "-input=false", "-backend=false")
	want := showPlan(t, terraform, dir)
	if changes, _ := want["resource_changes"].([]any); len(changes) != 4 {
		t.Fatalf("the plan has %d changes: %v", len(changes), want)
	}
	for _, command := range []string{env.CommandToJSON, env.CommandToHCL} {
		if status, _, stderr := hcljson(t, command, "--replace", dir); status != env.ExitOK {
			t.Fatalf("%s: exit status %d: %s", command, status, stderr)
		}
		got := showPlan(t, terraform, dir)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("after %s, the plan is\n%v\nand not\n%v", command, got, want)
		}
	}
}
