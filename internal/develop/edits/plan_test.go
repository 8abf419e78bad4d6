package edits

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/develop/jq"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

const planned = `terraform {
  required_version = ">= 1.4"
}

variable "name" {
  type    = string
  default = "$${x}" # verbatim
}

locals {
  list = [
    "a", # the first
    "b ${var.name}",
  ]
}

# A banner.

# All of them.
resource "terraform_data" "each" {
  for_each = toset(local.list)
  input    = <<-EOT
    one ${each.key}
    %%{two}
  EOT

  triggers_replace = [var.name, { a = 1, (var.name) = 2 }]

  provisioner "local-exec" {
    command = "echo one"
  }
}

resource "terraform_data" "old" {
  input = jsonencode({ a = [1, 2], b = "x" })
  lifecycle {
    create_before_destroy = true
  }
  depends_on = [terraform_data.each]
}

output "all" {
  value = [for r in terraform_data.each : r.input]
}
`

// Terraform plans the same for an edited file as for the edited JSON, and something
// else than before.
func TestTerraformPlansTheSame(t *testing.T) {
	terraform := oracles.Terraform(t)
	text, diags := convert.ToJSON([]byte(planned), "main.tf", mustDialect(t, "main.tf"),
		convert.Options{Form: convert.Compact})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	before := terraform.PlanFile(t, "main.tf", []byte(planned)).Text(t)
	for _, edit := range [][]string{
		{"set", "variable/name/default", `"%{y}"`},
		{"set", "locals/list/1", `"c"`},
		{"del", "locals/list/0"},
		{"add", "locals/list", `"${var.name}"`},
		{"set", "resource/terraform_data/each/input", `"two %{ if true }${each.key}%{ endif }\n$${z}\n"`},
		{"set", "resource/terraform_data/each/triggers_replace/1", `{"a": 1, "b": [3.50, null]}`},
		{"set", "resource/terraform_data/old/input", `"${jsonencode({ a = [1], b = \"x\" })}"`},
		{"set", "resource/terraform_data/new",
			`{"count": 2, "input": {"a-b": "${count.index}"}, "lifecycle": {"ignore_changes": ["input"]}}`},
		{"set", "moved", `{"from": "terraform_data.old", "to": "terraform_data.new"}`, "del", "resource/terraform_data/old",
			"set", "resource/terraform_data/new", `{"input": "${jsonencode({})}"}`},
		{"set", "output/all", `{"value": "${var.name}", "sensitive": true}`},
	} {
		t.Run(edit[0]+" "+strings.ReplaceAll(edit[1], "/", "."), func(t *testing.T) {
			for _, more := range []string{"", "forget"} {
				var edited bytes.Buffer
				args := edit
				if more != "" {
					args = append(edit[:len(edit):len(edit)], more)
				}
				if err := jq.Main(args, bytes.NewReader(text), &edited); err != nil {
					t.Fatal(err)
				}
				result, diags := patch.Apply(patch.Edit{
					Source:  equivalent.Source{Bytes: []byte(planned), Filename: "main.tf"},
					Edited:  equivalent.Source{Bytes: edited.Bytes(), Filename: "edited", JSON: true},
					Dialect: mustDialect(t, "main.tf"),
				})
				if diags.HasErrors() {
					t.Fatal(diags)
				}
				want := terraform.PlanFile(t, "main.tf.json", edited.Bytes()).Text(t)
				if got := terraform.PlanFile(t, "main.tf", result.Bytes).Text(t); got != want {
					t.Errorf("the plan is\n%s\nwant\n%s\nof\n%s", got, want, result.Bytes)
				}
				if want == before {
					t.Error("the edit changes nothing")
				}
			}
		})
	}
}
