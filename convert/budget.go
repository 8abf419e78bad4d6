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

// sizeOf returns the approximate size of a body in either syntax, with each item and element on a line of its
// own at a depth of indentation, which is at most deepest.
func sizeOf(b *hclwrite.Body, depth, deepest int) (size int) {
	indent := 2 * min(depth, deepest)
	for _, item := range b.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			size += indent + len(item.Name) + sizeOfExpr(item.Expr, depth, deepest)
		case *hclwrite.Block:
			size += indent + len(item.Type)
			for _, label := range item.Labels {
				size += len(label)
			}
			size += sizeOf(&item.Body, depth+1+len(item.Labels), deepest)
		}
	}
	return size
}

// sizeOfExpr returns the approximate size of an expression in an item at a depth of indentation.
func sizeOfExpr(e hclwrite.Expr, depth, deepest int) (size int) {
	switch e := e.(type) {
	case *hclwrite.Template:
		return len(e.Text)
	case *hclwrite.Native:
		return len(e.Text)
	case *hclwrite.Literal:
		return len(e.Text)
	case *hclwrite.Call:
		return sizeOfExpr(e.Argument, depth, deepest)
	case *hclwrite.Tuple, *hclwrite.Object:
		for _, item := range hclwrite.CollectionOf(e).Elements() {
			size += 2 * min(depth+1, deepest)
			if item.Key != nil {
				size += len(item.Key.Text)
			}
			size += sizeOfExpr(item.Value, depth+1, deepest)
		}
	}
	return size
}
