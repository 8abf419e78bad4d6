package convert

import (
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/limits"
)

// isShallow reports whether the sizes of the nodes prove that the nesting of a file in native syntax
// is within the limits. If not, the caller must parse the file.
func isShallow(f *hclwrite.File) bool { return shallowBody(&f.Body, 0) }

func shallowBody(b *hclwrite.Body, depth int) bool {
	for _, item := range b.Items {
		shallow := false
		switch item := item.(type) {
		case *hclwrite.Attribute:
			shallow = shallowExpr(item.Expr, depth)
		case *hclwrite.Block:
			shallow = shallowBody(&item.Body, depth+1)
		}
		if !shallow {
			return false
		}
	}
	return shallowText("", depth)
}

func shallowExpr(e hclwrite.Expr, depth int) bool {
	switch e := e.(type) {
	case *hclwrite.Template:
		return shallowText(e.Text, depth) || !hcltext.HasSequence(e.Text) && shallowText("", depth)
	case *hclwrite.Native:
		return shallowText(e.Text, depth)
	case *hclwrite.Call:
		return shallowExpr(e.Argument, depth+1)
	case *hclwrite.Tuple, *hclwrite.Object:
		c := hclwrite.CollectionOf(e)
		for i := range c.Items {
			item := &c.Items[i]
			if item.Key != nil && !shallowText(item.Key.Text, depth+1) || !shallowExpr(item.Value, depth+1) {
				return false
			}
		}
	}
	return shallowText("", depth)
}

// shallowText is the same for a text with possible quotes, parentheses or braces around it.
func shallowText(text string, depth int) bool {
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
