package dialects

import (
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Products is how the products load the files of a directory.
var Products = []*schema.Loading{
	opentofu.OpenTofu.Loading(),
	opentofu.Terraform.Loading(),
	// packer hcl2template/parser.go, Parse, and utils.go, GetHCL2Files
	{
		Target: "packer", Product: "Packer",
		Classes: []schema.FileClass{
			{
				Groups: [][]string{{"*.pkr.hcl"}, {"*.pkr.json"}}, Order: "the builds start in this order",
				DotFiles: true, Only: "build", Together: true,
			},
			{
				Groups: [][]string{{"*.auto.pkrvars.hcl"}, {"*.auto.pkrvars.json"}},
				Order:  "the last value that a variable is given counts", DotFiles: true,
			},
		},
	},
	// buildx bake/bake.go, defaultFilenames
	{
		Product: "docker buildx bake",
		Classes: []schema.FileClass{{
			Groups: [][]string{
				{"docker-bake.json"}, {"docker-bake.hcl"}, {"docker-bake.override.json"}, {"docker-bake.override.hcl"},
			},
			Order: "the last value of an attribute counts",
		}},
	},
	// terragrunt pkg/config/config.go, GetDefaultConfigPath
	{
		Product: "Terragrunt",
		Classes: []schema.FileClass{{Groups: [][]string{{"terragrunt.hcl", "terragrunt.hcl.json"}}, First: true}},
		Instead: [][2]string{{"terragrunt.hcl", "terragrunt.hcl.json"}},
	},
	// tflint tflint/config.go, LoadConfig
	{
		Product: "TFLint",
		Classes: []schema.FileClass{{Groups: [][]string{{".tflint.hcl", ".tflint.json"}}, DotFiles: true, First: true}},
		Instead: [][2]string{{".tflint.json", ".tflint.hcl"}},
	},
}

// IsConfiguration reports whether a product reads the files of a name in a directory as one
// configuration, and whether it merges this one into the others.
func IsConfiguration(name string) (is, override bool) {
	for _, p := range Products {
		if c := p.Class(name); c != nil {
			is, override = is || c.Together || c.Override, override || c.Override
		}
	}
	return is, override
}
