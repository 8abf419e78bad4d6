package hclwrite

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// TraversalText writes a static reference in its usual spelling. A legacy index
// step a.0 becomes a[0], the only spelling that HCL-JSON takes.
func TraversalText(traversal hcl.Traversal) string {
	var b strings.Builder
	for i, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			b.WriteString(step.Name)
		case hcl.TraverseAttr:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(step.Name)
		case hcl.TraverseIndex:
			b.WriteByte('[')
			switch {
			case step.Key.Type() == cty.Number:
				b.WriteString(step.Key.AsBigFloat().Text('f', -1))
			case step.Key.Type() == cty.String:
				b.WriteString(quote(EscapeTemplate(step.Key.AsString())))
			}
			b.WriteByte(']')
		case hcl.TraverseSplat:
			b.WriteString("[*]")
		}
	}
	return b.String()
}
