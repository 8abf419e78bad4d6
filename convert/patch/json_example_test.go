package patch_test

import (
	"fmt"

	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// A program wrote the JSON, with labels as objects and short lists on one line. What is
// new is written in the same way, and nothing else changes.
func ExampleJSON() {
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
	out, diags := patch.JSON([]byte(src), "main.tf.json", []byte(edited), "edited.tf", opentofu.Config(target),
		patch.Options{})
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	fmt.Print(string(out))
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
