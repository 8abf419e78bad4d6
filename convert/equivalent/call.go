package equivalent

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// takenForCall returns the expression that a product makes of a JSON string that
// reads as one with a function call, though it stands for text, or nil. Only what
// was made from native syntax must avoid that; a file that has it already is
// compared as the text (buildx bake/hclparser/expr.go, appendJSONFuncCalls).
func (r reader) takenForCall(value cty.Value, rng hcl.Range) *node {
	if value.IsNull() || value.Type() != cty.String {
		return nil
	}
	source := []byte(value.AsString())
	parsed, diags, found := r.readText(source, rng.Filename, templateStart(rng), expressionSyntax)
	if found != nil || diags.HasErrors() || !hasCall(parsed) {
		return nil
	}
	if !r.result || r.fromJSON {
		r.notAllowed(rng, "text that is not a function call")
		return nil
	}
	r.within, r.text = &rng, value.AsString()
	return &node{kind: expression, kids: []*node{r.native(parsed)}, rng: rng}
}

func hasCall(expr hclsyntax.Expression) bool {
	found := false
	_ = hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		_, call := node.(*hclsyntax.FunctionCallExpr)
		found = found || call
		return nil
	})
	return found
}
