package convert

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// checkSource returns an error if a source is beyond the budget.
func (o *Options) checkSource(src *Source) hcl.Diagnostics {
	return limits.CheckText(src.Bytes(), src.Name, o.MaxBytes, o.MaxNodes)
}

// checkResult returns an error if the result of a conversion is beyond the budget. The size is known before
// the result is written, because the indentation of a short source can be very long.
func (o *Options) checkResult(size func() int, filename string) hcl.Diagnostics {
	if o.MaxBytes <= 0 || size() <= o.MaxBytes {
		return nil
	}
	return hcl.Diagnostics{diagnostic.ErrorAt(hcl.Range{Filename: filename, Start: hcl.InitialPos, End: hcl.InitialPos},
		limits.OverBudget, "The result would have more than %d bytes, which MaxBytes allows.", o.MaxBytes)}
}

// sizeOf returns the approximate size of a node in either syntax, with each item and element on a line of its
// own at a depth of indentation, which is at most deepest.
func sizeOf(node hclwrite.Node, depth, deepest int) (size int) {
	line := func(depth, text int) { size += 2*min(depth, deepest) + text }
	hclwrite.Walk(node, func(node hclwrite.Node) bool {
		switch node := node.(type) {
		case *hclwrite.Block:
			line(depth, len(node.Type))
			for _, label := range node.Labels {
				line(0, len(label))
			}
			size += sizeOf(&node.Body, depth+1+len(node.Labels), deepest)
			return false
		case *hclwrite.Attribute:
			line(depth, len(node.Name))
		case *hclwrite.Element:
			line(depth+1, 0)
			if node.Key != nil {
				size += len(node.Key.Text)
			}
			size += sizeOf(node.Value, depth+1, deepest)
			return false
		case *hclwrite.Template:
			size += len(node.Text)
		case *hclwrite.Native:
			size += len(node.Text)
		case *hclwrite.Literal:
			size += len(node.Text)
		}
		return true
	})
	return size
}
