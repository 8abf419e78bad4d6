package convert_test

import (
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/packer"
)

func ExampleToJSON() {
	target, err := opentofu.ParseTarget("opentofu@1.12")
	if err != nil {
		panic(err)
	}
	src := []byte(`
resource "aws_instance" "web" {
  count         = 2
  instance_type = var.size # from the stage
  depends_on    = [aws_vpc.main]
}
`)
	out, diags := convert.ToJSON(src, "main.tf", opentofu.Config(target), convert.Options{Form: convert.Compact})
	if diags.HasErrors() {
		panic(diags)
	}
	fmt.Printf("%s", out)
	// Output:
	// {
	//   "resource": {
	//     "aws_instance": {
	//       "web": {
	//         "//": {
	//           "at": {
	//             "instance_type": {
	//               "after": "from the stage"
	//             }
	//           }
	//         },
	//         "count": 2,
	//         "instance_type": "${var.size}",
	//         "depends_on": [
	//           "aws_vpc.main"
	//         ]
	//       }
	//     }
	//   }
	// }
}

// Comments, and the array around each block, are those of the general form.
func ExampleToJSON_packer() {
	src := []byte(`
# The base image.
source "docker" "base" {
  image = "debian:${var.release}"
}
`)
	out, diags := convert.ToJSON(src, "image.pkr.hcl", packer.Config(), convert.Options{})
	if diags.HasErrors() {
		panic(diags)
	}
	fmt.Printf("%s", out)
	// Output:
	// {
	//   "source": [
	//     {
	//       "docker": [
	//         {
	//           "base": {
	//             "//": {
	//               "above": "The base image."
	//             },
	//             "image": "debian:${var.release}"
	//           }
	//         }
	//       ]
	//     }
	//   ]
	// }
}

func ExampleToHCL() {
	src := []byte(`{
  "//": "What others need.",
  "output": {
    "id": {"value": "${aws_vpc.main.id}", "description": "Such as ${id}."}
  }
}`)
	target, err := opentofu.ParseTarget("terraform")
	if err != nil {
		panic(err)
	}
	out, diags := convert.ToHCL(src, "main.tf.json", opentofu.Config(target), convert.Options{})
	if diags.HasErrors() {
		panic(diags)
	}
	fmt.Printf("%s", out)
	// Output:
	// # What others need.
	//
	// output "id" {
	//   value       = aws_vpc.main.id
	//   description = "Such as $${id}."
	// }
}

// A guess is a warning, and an error when the options say so.
func ExampleToHCL_strict() {
	src := []byte(`{
  "resource": {
    "aws_thing": {
      "a": {"size": {"width": 1}}
    }
  }
}`)
	target, err := opentofu.ParseTarget("opentofu")
	if err != nil {
		panic(err)
	}
	out, diags := convert.ToHCL(src, "main.tf.json", opentofu.Config(target), convert.Options{Strict: true})
	fmt.Println("result:", out != nil)
	files := map[string]*hcl.File{"main.tf.json": {Bytes: src}}
	if err := hcl.NewDiagnosticTextWriter(os.Stdout, files, 72, false).WriteDiagnostics(diags); err != nil {
		panic(err)
	}
	// Output:
	// result: false
	// Error: Attribute or block?
	//
	//   on main.tf.json line 4:
	//    4:       "a": {"size": {"width": 1}}
	//
	// "size" is taken for a block, but only the schema of the provider or
	// plugin can tell; it might be an attribute.
}
