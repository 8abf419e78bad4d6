package equivalent

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// maxFolded is the size of the largest value that a constant expression may
// have to be evaluated. Nested for expressions and numbers with huge exponents
// are short to write and endless to compute.
const maxFolded = 1 << 20

// fold evaluates an expression that the product evaluates without variables and
// functions.
func (r reader) fold(e hclsyntax.Expression) *node {
	rng := r.rangeOf(e)
	switch inner := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return newLiteral(inner.Val, rng)
	case *hclsyntax.TupleConsExpr:
		n := &node{kind: tuple, rng: rng}
		for _, element := range inner.Exprs {
			n.kids = append(n.kids, r.fold(element))
		}
		return n
	case *hclsyntax.ObjectConsExpr:
		if n := r.foldObject(inner); n != nil {
			return n
		}
	case *hclsyntax.TemplateExpr:
		if n := r.native(inner); n.isString() {
			return n
		}
	}
	if bound(e, nil) > maxFolded {
		r.errorf(rng, "Value too large", "The constant expression is not evaluated, so it cannot be compared.")
		return &node{kind: unread, rng: rng}
	}
	value, diags := e.Value(nil)
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
	case t.IsTupleType() || t.IsListType() || t.IsSetType():
		n := &node{kind: tuple, rng: rng}
		for _, element := range value.Elements() {
			n.kids = append(n.kids, r.fromValue(element, e))
		}
		return n
	case t.IsObjectType() || t.IsMapType():
		var items []*node
		for key, element := range value.Elements() {
			items = append(items, newLiteral(key, rng), r.fromValue(element, e))
		}
		n, _ := newObject(items, rng, false)
		return n
	}
	r.errorf(rng, "Unknown value", "Values of type %s cannot be compared.", value.Type().FriendlyName())
	return &node{kind: unread, rng: rng}
}

// bound returns an upper bound for the size of the value of a constant
// expression, and so for the work to compute it. In vars are the bounds of the
// collections that the variables of for expressions iterate over.
func bound(e hclsyntax.Expression, vars map[string]int) int {
	sum := func(exprs ...hclsyntax.Expression) int {
		total := 1
		for _, e := range exprs {
			if e != nil {
				total = min(total+bound(e, vars), maxFolded+1)
			}
		}
		return total
	}
	times := func(a, b int) int {
		if a > maxFolded/b {
			return maxFolded + 1
		}
		return a * b
	}
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return literalBound(e.Val)
	case *hclsyntax.ScopeTraversalExpr:
		return max(1, vars[e.Traversal.RootName()])
	case *hclsyntax.ParenthesesExpr:
		return bound(e.Expression, vars)
	case *hclsyntax.TemplateWrapExpr:
		return bound(e.Wrapped, vars)
	case *hclsyntax.TemplateJoinExpr:
		return bound(e.Tuple, vars)
	case *hclsyntax.ObjectConsKeyExpr:
		return bound(e.Wrapped, vars)
	case *hclsyntax.RelativeTraversalExpr:
		return bound(e.Source, vars)
	case *hclsyntax.UnaryOpExpr:
		return bound(e.Val, vars)
	case *hclsyntax.BinaryOpExpr:
		return sum(e.LHS, e.RHS)
	case *hclsyntax.ConditionalExpr:
		return sum(e.Condition, e.TrueResult, e.FalseResult)
	case *hclsyntax.IndexExpr:
		return sum(e.Collection, e.Key)
	case *hclsyntax.TemplateExpr:
		return sum(e.Parts...)
	case *hclsyntax.TupleConsExpr:
		return sum(e.Exprs...)
	case *hclsyntax.FunctionCallExpr:
		return sum(e.Args...)
	case *hclsyntax.ObjectConsExpr:
		total := 1
		for _, item := range e.Items {
			total = min(total+sum(item.KeyExpr, item.ValueExpr), maxFolded+1)
		}
		return total
	case *hclsyntax.SplatExpr:
		source := bound(e.Source, vars)
		// The item stands for an element of the source, wherever Each has it.
		return times(source, times(source, bound(e.Each, vars)))
	case *hclsyntax.ForExpr:
		collection := bound(e.CollExpr, vars)
		inner := make(map[string]int, len(vars)+2)
		for name, size := range vars {
			inner[name] = size
		}
		inner[e.KeyVar] = collection
		inner[e.ValVar] = collection
		each := 1
		for _, part := range []hclsyntax.Expression{e.KeyExpr, e.ValExpr, e.CondExpr} {
			if part != nil {
				each = min(each+bound(part, inner), maxFolded+1)
			}
		}
		return times(collection, each)
	}
	return 1
}

// literalBound is the number of characters that a value has as a string.
func literalBound(value cty.Value) int {
	if value.IsNull() || !value.IsKnown() {
		return 1
	}
	switch value.Type() {
	case cty.String:
		return 1 + len(value.AsString())
	case cty.Number:
		number := value.AsBigFloat()
		exponent := number.MantExp(nil)
		if !number.IsInt() {
			// The fraction of a number has all the digits of its precision.
			exponent = max(exponent, -exponent) + int(number.Prec())
		}
		return min(1+exponent, maxFolded+1)
	}
	return 1
}
