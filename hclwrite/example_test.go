package hclwrite_test

import (
	"fmt"

	"github.com/hcljson/hcljson/hclwrite"
)

const module = `# The network.

resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16" # all of it
  tags       = { Name = "main" }
}

resource "aws_subnet" "a" {
  vpc_id = aws_vpc.main.id
}
`

func parse(src string) *hclwrite.File {
	file, diags := hclwrite.ParseFile([]byte(src), "main.tf")
	if diags.HasErrors() {
		panic(diags)
	}
	return file
}

// Attributes are found by name, blocks by type and labels.
func ExampleBody_Blocks() {
	file := parse(module)
	for block := range file.Body.Blocks("resource") {
		fmt.Println(block.Labels)
	}
	vpc := file.Body.Block("resource", "aws_vpc", "main")
	cidr := vpc.Body.Attribute("cidr_block")
	fmt.Println(file.Text(cidr.Expr), cidr.Comments.At(hclwrite.After))
	fmt.Println(file.Body.Block("resource", "aws_instance") == nil)
	// Output:
	// [aws_vpc main]
	// [aws_subnet a]
	// "10.0.0.0/16" [# all of it]
	// true
}

// Comments stay with an attribute that is set or renamed, and are removed with it.
func ExampleBody_Set() {
	file := parse(module)
	body := &file.Body.Block("resource", "aws_vpc").Body
	body.Set("cidr_block", hclwrite.NewReference("var", "cidr"))
	body.Set("enable_dns", hclwrite.NewLiteral(true)).Comments = hclwrite.Comments{hclwrite.NewComment("For the endpoints.")}
	body.Rename("tags", "tags_all")
	file.Body.Remove(file.Body.Block("resource", "aws_subnet"))
	fmt.Printf("%s", file.Bytes())
	// Output:
	// # The network.
	//
	// resource "aws_vpc" "main" {
	//   cidr_block = var.cidr # all of it
	//   tags_all = {
	//     Name = "main"
	//   }
	//
	//   # For the endpoints.
	//   enable_dns = true
	// }
}

func ExampleBody_Insert() {
	file := parse(module)
	output := hclwrite.NewBlock("output", "id")
	output.Body.Set("value", hclwrite.NewReference("aws_vpc", "main", "id"))
	file.Body.Append(output)
	variable := hclwrite.NewBlock("variable", "cidr")
	file.Body.Insert(file.Body.Index(file.Body.Block("resource", "aws_subnet")), variable)
	for _, item := range file.Body.Content() {
		fmt.Println(hclwrite.ItemName(item), item.(*hclwrite.Block).Labels)
	}
	// Output:
	// resource [aws_vpc main]
	// variable [cidr]
	// resource [aws_subnet a]
	// output [id]
}

func ExampleObject_Set() {
	file := parse(module)
	tags := file.Body.Block("resource", "aws_vpc").Body.Attribute("tags").Expr.(*hclwrite.Object)
	fmt.Println(hclwrite.ExprText(tags.Value("Name")))
	tags.Set("Name", hclwrite.NewString("${} is text")).Set("Zones",
		hclwrite.NewTuple(hclwrite.NewLiteral(1), &hclwrite.Literal{Text: "null"}))
	fmt.Println(file.Text(tags))
	// Output:
	// "main"
	// {
	//   Name  = "$${} is text"
	//   Zones = [1, null]
	// }
}

// An expression is native syntax. A template is the content of a quoted string, or of a string in
// HCL-JSON.
func ExampleParseExpr() {
	for _, src := range []string{"[1, var.a]", "upper(var.a)", `"a-${var.a}"`} {
		e, diags := hclwrite.ParseExpr(src, "")
		if diags.HasErrors() {
			panic(diags)
		}
		fmt.Printf("%T\n", e)
	}
	_, diags := hclwrite.ParseExpr("1 +", "tags.hcl")
	fmt.Println(diags[0].Summary)
	// Output:
	// *hclwrite.Tuple
	// *hclwrite.Native
	// *hclwrite.Template
	// Missing expression
}

func ExampleParseTemplate() {
	for _, src := range []string{"a-${var.a}", "${var.a}", "${[1]}"} {
		e, diags := hclwrite.ParseTemplate(src, "")
		if diags.HasErrors() {
			panic(diags)
		}
		fmt.Printf("%T %s\n", e, hclwrite.ExprText(e))
	}
	// Output:
	// *hclwrite.Template "a-${var.a}"
	// *hclwrite.Native var.a
	// *hclwrite.Tuple [1]
}

// All references of a file to a variable.
func ExampleWalk() {
	file := parse("a = var.x\nb { c = [var.y, { d = var.x }] }\n")
	hclwrite.Walk(&file.Body, func(node hclwrite.Node) bool {
		if e, ok := node.(*hclwrite.Native); ok && e.Text == "var.x" {
			fmt.Println(e.Text, "at", e.Span.Start)
		}
		return true
	})
	// Output:
	// var.x at 4
	// var.x at 32
}

// Trees that no file can contain are errors, with a position if the node has a position.
func ExampleCheck() {
	file := parse(module)
	file.Body.Content()[0].(*hclwrite.Block).Body.Set("a b", nil)
	for _, diag := range hclwrite.Check(file, "main.tf") {
		fmt.Println(diag.Detail)
	}
	// Output:
	// resource.aws_vpc.main.a b: The name of an attribute is not an identifier.
	// resource.aws_vpc.main.a b: An expression is missing.
}
