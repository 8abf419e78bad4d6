package toconfig_test

import (
	"fmt"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func ExampleGenerate() {
	src := []byte(`{
  "format_version": "1.0",
  "values": {"root_module": {"resources": [
    {
      "address": "terraform_data.web[0]", "mode": "managed", "type": "terraform_data", "name": "web", "index": 0,
      "provider_name": "terraform.io/builtin/terraform", "values": {"id": "x", "input": "${a}", "triggers_replace": "secret"},
      "sensitive_values": {"triggers_replace": true}
    },
    {
      "address": "terraform_data.web[1]", "mode": "managed", "type": "terraform_data", "name": "web", "index": 1,
      "provider_name": "terraform.io/builtin/terraform", "values": {"id": "y", "input": "${a}", "triggers_replace": "other"},
      "sensitive_values": {"triggers_replace": true}
    }
  ]}}
}`)
	doc, diags := jsonformat.Read(src, "state.json")
	if diags.HasErrors() {
		panic(diags)
	}
	target, err := opentofu.ParseTarget("opentofu@1.12")
	if err != nil {
		panic(err)
	}
	files, diags := toconfig.Generate(doc, toconfig.Options{Dialect: opentofu.Config(target)})
	if diags.HasErrors() {
		panic(diags)
	}
	for _, f := range files {
		fmt.Printf("%s:\n%s", f.Name, f.Bytes)
	}
	// Output:
	// variables.tf:
	// variable "terraform_data_web_triggers_replace" {
	//   description = "The sensitive value of terraform_data.web[*].triggers_replace."
	//   type        = list(string)
	//   sensitive   = true
	// }
	// main.tf:
	// resource "terraform_data" "web" {
	//   count            = 2
	//   input            = "$${a}"
	//   triggers_replace = var.terraform_data_web_triggers_replace[count.index]
	// }
}
