// Package extent tells how large the value of a constant expression can be.
package extent

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Max is the size of the largest value that a constant expression may have to be
// evaluated. Nested for expressions and numbers with huge exponents are short to
// write and endless to compute.
const Max = 1 << 20

// Of returns an upper bound for the size of the value of a constant expression, and
// so for the work to compute it. One beyond [Max] is no closer than that.
func Of(e hclsyntax.Expression) int { return bound(e, nil) }

// bound is [Of]. In vars are the bounds of the collections that the variables of for
// expressions iterate over.
func bound(e hclsyntax.Expression, vars map[string]int) int {
	sum := func(exprs ...hclsyntax.Expression) int {
		total := 1
		for _, e := range exprs {
			if e != nil {
				total = min(total+bound(e, vars), Max+1)
			}
		}
		return total
	}
	times := func(a, b int) int {
		if a > Max/b {
			return Max + 1
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
			total = min(total+sum(item.KeyExpr, item.ValueExpr), Max+1)
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
				each = min(each+bound(part, inner), Max+1)
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
		return min(1+exponent, Max+1)
	}
	return 1
}
