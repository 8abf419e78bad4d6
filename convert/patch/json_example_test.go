package patch_test

import (
	"fmt"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// A program wrote the JSON, with labels as objects and short lists on one line. New parts have the
// same form, and nothing else changes.
func ExampleApply() {
	src := `{
    "resource": {
        "aws_instance": {
            "web": {"ami": "${var.ami}", "security_groups": ["a", "b"]}
        }
    }
}
`
	edited := `
resource "aws_instance" "web" {
  ami             = var.ami
  security_groups = ["a", "c"]
}

resource "aws_instance" "db" {
  ami             = var.ami
  security_groups = []
}
`
	target, err := opentofu.ParseTarget("opentofu")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, diags := patch.Apply(patch.Edit{
		Source:  equivalent.Source{Bytes: []byte(src), Filename: "main.tf.json", JSON: true},
		Edited:  equivalent.Source{Bytes: []byte(edited), Filename: "edited.tf"},
		Dialect: opentofu.Config(target),
	})
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	fmt.Print(string(result.Bytes))
	// Output:
	// {
	//     "resource": {
	//         "aws_instance": {
	//             "web": {"ami": "${var.ami}", "security_groups": ["a", "c"]},
	//             "db": {"ami": "${var.ami}", "security_groups": []}
	//         }
	//     }
	// }
}
