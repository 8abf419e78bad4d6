package equivalent

import (
	stdjson "encoding/json"

	"github.com/hashicorp/hcl/v2"
)

// choosingValue is the value, as source text, of the argument that chooses a
// body beside the labels of its block.
func choosingValue(b body, by string) string {
	if by == "" {
		return ""
	}
	decoded, _, _ := b.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: by}}})
	found := decoded.Attributes[by]
	if found == nil {
		return ""
	}
	source := found.Expr.Range().SliceBytes(b.Bytes)
	var text string
	if stdjson.Unmarshal(source, &text) == nil {
		return text
	}
	return string(source)
}
