package convert_test

import (
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
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

// Comments, and the array around each block, follow the general form.
func ExampleToJSON_packer() {
	src := []byte(`
# The base image.
source "docker" "base" {
  image = "debian:${var.release}"
}
`)
	out, diags := convert.ToJSON(src, "image.pkr.hcl", dialects.Packer(), convert.Options{})
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

// A guess is a warning, or an error with the option Strict.
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
	// "size" is converted as a block, but this is a guess without the schema
	// of the provider or plugin; it might be an attribute.
}

// From a tree, however it was made, JSON is written without a text in between.
func ExampleWriteJSON() {
	vpc := hclwrite.NewBlock("resource", "aws_vpc", "main")
	vpc.Comments = hclwrite.Comments{hclwrite.NewComment("All addresses.")}
	vpc.Body.Set("cidr_block", hclwrite.NewReference("var", "cidr"))
	vpc.Body.Set("tags", new(hclwrite.Object).Set("Name", hclwrite.NewString("main")))
	var file hclwrite.File
	file.Body.Append(vpc)

	target, err := opentofu.ParseTarget("opentofu")
	if err != nil {
		panic(err)
	}
	out, diags := convert.WriteJSON(&file, "main.tf", opentofu.Config(target), convert.Options{Form: convert.Compact})
	if diags.HasErrors() {
		panic(diags)
	}
	fmt.Printf("%s", out)
	// Output:
	// {
	//   "resource": {
	//     "aws_vpc": {
	//       "main": {
	//         "//": {
	//           "above": "All addresses."
	//         },
	//         "cidr_block": "${var.cidr}",
	//         "tags": {
	//           "Name": "main"
	//         }
	//       }
	//     }
	//   }
	// }
}

// JSON is read into a tree, which can be changed and written in either syntax.
func ExampleReadJSON() {
	target, err := opentofu.ParseTarget("terraform")
	if err != nil {
		panic(err)
	}
	src := []byte(`{"output": {"id": {"value": "${aws_vpc.main.id}"}}}`)
	file, diags := convert.ReadJSON(src, "main.tf.json", opentofu.Config(target), convert.Options{})
	if diags.HasErrors() {
		panic(diags)
	}
	file.Body.Block("output", "id").Body.Set("sensitive", hclwrite.NewLiteral(true))
	fmt.Printf("%s", file.Bytes())
	// Output:
	// output "id" {
	//   value     = aws_vpc.main.id
	//   sensitive = true
	// }
}
