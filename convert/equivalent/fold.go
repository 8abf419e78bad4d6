package equivalent

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/limits"
)

// fold evaluates an expression that the product evaluates without variables and
// functions.
func (r reader) fold(e hclsyntax.Expression) *node {
	rng := r.rangeOf(e)
	switch inner := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return newLiteral(inner.Val, rng)
	case *hclsyntax.TupleConsExpr:
		return &node{kind: tuple, kids: each(inner.Exprs, r.fold), rng: rng}
	case *hclsyntax.ObjectConsExpr:
		if n := r.foldObject(inner); n != nil {
			return n
		}
	case *hclsyntax.TemplateExpr:
		if n := r.native(inner); n.isString() {
			return n
		}
	}
	value, diags := r.constants.Evaluate(e)
	if diags.HasErrors() && diags[0].Extra == (limits.TooLarge{}) {
		r.errorf(rng, diags[0].Summary, "The constant expression is not evaluated, so it cannot be compared.")
		return &node{kind: unread, rng: rng}
	}
	if diags.HasErrors() || !value.IsWhollyKnown() {
		r.notAllowed(rng, "a constant")
		return &node{kind: expression, kids: []*node{r.native(e)}, rng: rng}
	}
	return r.fromValue(value, e)
}

// foldObject folds the items of an object one by one. Of several with one key
// the last wins. It returns nil when a key is not constant.
func (r reader) foldObject(e *hclsyntax.ObjectConsExpr) *node {
	var items []*node
	at := make(map[string]int, len(e.Items))
	for _, item := range e.Items {
		key := keyNode(r.fold(item.KeyExpr))
		if !key.isString() {
			return nil
		}
		value := r.fold(item.ValueExpr)
		if i, ok := at[key.value.AsString()]; ok {
			items[i+1] = value
			continue
		}
		at[key.value.AsString()] = len(items)
		items = append(items, key, value)
	}
	n, _ := newObject(items, r.rangeOf(e), false)
	return n
}

func (r reader) fromValue(value cty.Value, e hclsyntax.Expression) *node {
	rng := r.rangeOf(e)
	if value.IsNull() {
		return newLiteral(cty.NullVal(cty.DynamicPseudoType), rng)
	}
	switch t := value.Type(); {
	case t.IsPrimitiveType():
		return newLiteral(value, rng)
	case t.IsObjectType() || t.IsMapType():
		var items []*node
		for key, element := range value.Elements() {
			items = append(items, newLiteral(key, rng), r.fromValue(element, e))
		}
		n, _ := newObject(items, rng, false)
		return n
	}
	n := &node{kind: tuple, rng: rng}
	for _, element := range value.Elements() {
		n.kids = append(n.kids, r.fromValue(element, e))
	}
	return n
}
