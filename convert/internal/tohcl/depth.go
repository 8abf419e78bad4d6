package tohcl

import (
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// nestingOf returns the nesting of the blocks, collections and calls in a body. The nesting of the
// printed text is at least as large.
func nestingOf(b *hclwrite.Body) int {
	depth := 0
	for _, item := range b.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			depth = max(depth, nestingOfExpr(item.Expr))
		case *hclwrite.Block:
			depth = max(depth, 1+nestingOf(&item.Body))
		}
	}
	return depth
}

func nestingOfExpr(e hclwrite.Expr) int {
	depth := 0
	switch e := e.(type) {
	case *hclwrite.Call:
		depth = 1 + nestingOfExpr(e.Argument)
	case *hclwrite.Tuple, *hclwrite.Object:
		for _, item := range hclwrite.CollectionOf(e).Elements() {
			depth = max(depth, 1+nestingOfExpr(item.Value))
		}
	}
	return depth
}

// isShallow reports whether the nesting of a file in native syntax is within the limits, according
// to the sizes of its nodes. If it returns false, the nesting is unknown, and the caller must parse
// the printed file.
func isShallow(f *hclwrite.File) bool { return isShallowBody(&f.Body, 0) }

func isShallowBody(b *hclwrite.Body, depth int) bool {
	for _, item := range b.Items {
		shallow := false
		switch item := item.(type) {
		case *hclwrite.Attribute:
			shallow = isShallowExpr(item.Expr, depth)
		case *hclwrite.Block:
			shallow = isShallowBody(&item.Body, depth+1)
		}
		if !shallow {
			return false
		}
	}
	return isShallowText("", depth)
}

func isShallowExpr(e hclwrite.Expr, depth int) bool {
	switch e := e.(type) {
	case *hclwrite.Template:
		return isShallowText(e.Text, depth) || !hcltext.HasSequence(e.Text) && isShallowText("", depth)
	case *hclwrite.Native:
		return isShallowText(e.Text, depth)
	case *hclwrite.Call:
		return isShallowExpr(e.Argument, depth+1)
	case *hclwrite.Tuple, *hclwrite.Object:
		for _, item := range hclwrite.CollectionOf(e).Elements() {
			if item.Key != nil && !isShallowText(item.Key.Text, depth+1) || !isShallowExpr(item.Value, depth+1) {
				return false
			}
		}
	}
	return isShallowText("", depth)
}

// isShallowText reports whether the nesting of a text is within the limits. The text may be printed
// in quotes, parentheses or braces.
func isShallowText(text string, depth int) bool {
	depth += 2
	if depth+len(text) <= limits.Nesting {
		return true
	}
	operators := 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[', '(', '"', '<':
			depth++
		case '?', '!', '-', '%':
			operators++
		}
	}
	return depth <= limits.Nesting && operators <= limits.Operators
}
