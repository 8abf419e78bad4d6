package hclwrite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// An error in a tree without a source names the path of the node, and the first ten errors are reported.
func TestCheckNamesPaths(t *testing.T) {
	block := hclwrite.NewBlock("resource", "aws_x", "a")
	block.Body.Set("tags", (&hclwrite.Object{}).Set("list", hclwrite.NewTuple(hclwrite.NewLiteral(1), &hclwrite.Native{Text: "1 +"})))
	file := &hclwrite.File{}
	file.Body.Append(block)
	if got := hclwrite.Check(file, "a.tf"); len(got) != 1 || got[0].Detail != "resource.aws_x.a.tags.list[1]: An expression does not parse." {
		t.Error(got)
	}
	for i := range 20 {
		block.Body.Set(fmt.Sprintf("x%d", i), nil)
	}
	got := hclwrite.Check(file, "a.tf")
	if len(got) != 10 || !strings.HasPrefix(got[9].Detail, "resource.aws_x.a.x8: ") {
		t.Error(len(got), got)
	}
}
