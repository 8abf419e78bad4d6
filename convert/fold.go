package convert

import (
	"math/big"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// fold evaluates a constant expression without any variables or functions, as
// the products do where they take a literal value only. src is the expression's
// source.
func (c *arranger) fold(src string) (cty.Value, hcl.Diagnostics) {
	// A heredoc ends with a newline, which is not part of the expression.
	expr, diags := syntaxOf(src+"\n", false)
	if diags.HasErrors() {
		return cty.NilVal, diags
	}
	return c.constants.Evaluate(expr)
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
