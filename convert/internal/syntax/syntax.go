// Package syntax examines expressions: their nodes, and their text with hclsyntax.
//
// It imports only the tree. Read [Parse] first.
package syntax

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// IsNull reports whether an expression is null.
func IsNull(e hclwrite.Expr) bool {
	l, ok := e.(*hclwrite.Literal)
	return ok && l.Text == "null"
}

// TraversalOf returns the traversal that a text contains, or nil if the text is not a traversal.
func TraversalOf(text string) (hcl.Traversal, hcl.Diagnostics) {
	expr, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	traversal, failed := hcl.AbsTraversalForExpr(expr)
	if failed.HasErrors() {
		return nil, nil
	}
	return traversal, nil
}

// IsTraversal reports whether a text is a traversal.
func IsTraversal(text string) bool {
	if hcltext.IsCanonicalTraversal(text) {
		return true
	}
	traversal, _ := TraversalOf(text)
	return traversal != nil
}

// LegacyWildcard is a string that products accept instead of a reference: ignore_changes = ["*"]
// (opentofu internal/configs/resource.go).
const LegacyWildcard = "*"

// JSONCollection returns the collection of an expression that becomes an array or object in JSON. It
// returns nil for any other expression, such as an object with a computed key, which becomes a
// string.
func JSONCollection(e hclwrite.Expr) *hclwrite.Collection {
	if object, ok := e.(*hclwrite.Object); ok && !nodes.HasStaticKeys(object) {
		return nil
	}
	return hclwrite.CollectionOf(e)
}

// IsSource reports whether the text of a string is a valid expression.
func IsSource(template string) bool {
	if hcltext.HasSequence(template) {
		return false
	}
	text := hcltext.TemplateText(template)
	if hcltext.IsCanonicalTraversal(text) || text == LegacyWildcard {
		return true
	}
	_, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	return !diags.HasErrors()
}

// IsCall reports whether source is a single function call, as hcl.ExprCall does.
func IsCall(source string) bool {
	_, ok := parseCall(source).(*hclsyntax.FunctionCallExpr)
	return ok
}

// ReadsAsCall reports whether a text is an expression that contains a function call (buildx
// bake/hclparser/expr.go, appendJSONFuncCalls).
func ReadsAsCall(text string) bool {
	expr := parseCall(text)
	return expr != nil && len(CallsIn(expr)) > 0
}

// parseCall parses an expression that contains a parenthesis. It returns nil for any other text, and
// for nesting beyond the limit.
func parseCall(source string) hclsyntax.Expression {
	if !strings.Contains(source, "(") {
		return nil
	}
	expr, _ := Parse(source, false)
	return expr
}

// CallsIn returns the function calls in an expression.
func CallsIn(expr hclsyntax.Expression) (list []*hclsyntax.FunctionCallExpr) {
	_ = hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		if call, ok := node.(*hclsyntax.FunctionCallExpr); ok {
			list = append(list, call)
		}
		return nil
	})
	return list
}

// Parse returns the hclsyntax tree of an expression or template. It returns an error for invalid
// text, and for nesting beyond the limit.
func Parse(source string, template bool) (hclsyntax.Expression, hcl.Diagnostics) {
	check, parse := hclwrite.ParseExpr, hclsyntax.ParseExpression
	if template {
		check, parse = hclwrite.ParseTemplate, hclsyntax.ParseTemplate
	}
	if _, diags := check(source, ""); diags.HasErrors() {
		return nil, diags
	}
	return parse([]byte(source), "", hcl.InitialPos)
}
