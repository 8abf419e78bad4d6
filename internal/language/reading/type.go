package reading

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"
)

// Type returns a type constraint with its defaults. For an invalid constraint it returns any type.
func Type(e hcl.Expression) (cty.Type, *typeexpr.Defaults, hcl.Diagnostics) {
	switch hcl.ExprAsKeyword(e) {
	case "list":
		return cty.List(cty.DynamicPseudoType), nil, nil
	case "map":
		return cty.Map(cty.DynamicPseudoType), nil, nil
	}
	typ, defaults, diags := typeexpr.TypeConstraintWithDefaults(e)
	if diags.HasErrors() {
		return cty.DynamicPseudoType, nil, diags
	}
	return typ, defaults, nil
}

// Blocks returns the readable blocks of a type in a body, which can be nil.
func Blocks(body hcl.Body, blockType string, labels ...string) hcl.Blocks {
	if body == nil {
		return nil
	}
	content, _, _ := body.PartialContent(&hcl.BodySchema{
		Blocks: []hcl.BlockHeaderSchema{{Type: blockType, LabelNames: labels}}})
	return content.Blocks
}
