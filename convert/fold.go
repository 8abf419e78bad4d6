package convert

import (
	"math"
	"math/big"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
)

// maxExponent bounds the exponents of numbers in an expression that is folded.
// Arithmetic on 1e999999999 would take hours and all memory.
const maxExponent = 10000

// maxIterations bounds the work of the for expressions in one that is folded. A
// constant collection has no more elements than its source has bytes.
const maxIterations = 100000

// maxNames bounds the references and function calls in an expression that is
// folded. Each is an error unless it stands in a loop over nothing.
const maxNames = 1000

// fold evaluates a constant expression without any variables or functions, as
// the products do where they take a literal value only. src is the expression's
// source.
func fold(src string) (cty.Value, hcl.Diagnostics) {
	refuse := func(detail string) (cty.Value, hcl.Diagnostics) {
		rng := hcl.Range{Start: hcl.InitialPos, End: hcl.Pos{Line: 1, Column: len(src) + 1, Byte: len(src)}}
		return cty.NilVal, hcl.Diagnostics{{
			Severity: hcl.DiagError,
			Summary:  "Constant expression too costly",
			Detail:   detail,
			Subject:  &rng,
		}}
	}
	// A heredoc ends with a newline, which is no part of the expression.
	src += "\n"
	if diags := hclwrite.CheckNesting(src, hclwrite.Expression, "", hcl.InitialPos); diags != nil {
		return cty.NilVal, diags
	}
	expr, diags := hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilVal, diags
	}
	var cost foldCost
	_ = hclsyntax.VisitAll(expr, cost.add)
	switch {
	case cost.infinite:
		return refuse("A literal value is needed here, and a number as large as this is not one that can be computed with.")
	case cost.loops > 0 && math.Pow(float64(len(src)), float64(cost.loops)) > maxIterations:
		return refuse("A literal value is needed here, and loops as long as these are not evaluated for one.")
	case cost.exponents > maxExponent || cost.products && cost.digits > maxExponent:
		return refuse("A literal value is needed here, and arithmetic on numbers as large as these is not done for one.")
	case cost.names > maxNames:
		return refuse("A literal value is needed here, without references and function calls.")
	}
	return expr.Value(nil)
}

// foldCost is what the evaluation of an expression may cost.
type foldCost struct {
	// loops are the for expressions, names the references and function calls.
	loops, names int
	// exponents are the binary exponents of large and small numbers, and digits
	// those of all numbers; products have the sum of them.
	exponents, digits int
	products          bool
	// infinite: there is a number that hashicorp/hcl takes for infinite.
	infinite bool
}

func (c *foldCost) add(node hclsyntax.Node) hcl.Diagnostics {
	switch node := node.(type) {
	case *hclsyntax.ForExpr:
		c.loops++
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.FunctionCallExpr:
		c.names++
	case *hclsyntax.BinaryOpExpr:
		c.products = c.products || node.Op == hclsyntax.OpMultiply || node.Op == hclsyntax.OpDivide
	case *hclsyntax.LiteralValueExpr:
		if node.Val.Type() != cty.Number || node.Val.IsNull() {
			break
		}
		number := node.Val.AsBigFloat()
		c.infinite = c.infinite || number.IsInf()
		exp := number.MantExp(nil)
		exp = max(exp, -exp)
		c.digits += exp
		if exp > 512 {
			c.exponents += exp
		}
	}
	return nil
}

// numberText is a number in JSON: with every digit, and with an exponent only
// where a person would write one.
func numberText(f *big.Float) string {
	text := f.Text('f', -1)
	if len(text) <= 40 {
		return text
	}
	short := f.Text('g', -1)
	if mantissa, exponent, ok := strings.Cut(short, "e"); ok && len(short) < len(text) {
		return mantissa + "e" + exponent
	}
	return text
}
