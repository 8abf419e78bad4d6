package equivalent

import (
	stdjson "encoding/json"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// choosingValue is the value, as source text, of the argument that chooses a
// body next to the labels of its block.
func choosingValue(b body, by string) string {
	if by == "" {
		return ""
	}
	found := b.attribute(by)
	if found == nil {
		return ""
	}
	source := found.Expr.Range().SliceBytes(b.Bytes)
	switch e := found.Expr.(type) {
	case *hclsyntax.TemplateExpr:
		// Only a constant string chooses.
		if !e.IsStringLiteral() {
			return ""
		}
		value, _ := e.Value(nil)
		return value.AsString()
	case *hclsyntax.TemplateWrapExpr:
		return ""
	}
	var text string
	if b.JSON && stdjson.Unmarshal(source, &text) == nil {
		return text
	}
	return string(source)
}
