package convert

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
)

// isCall reports whether source is a function call and nothing else, as
// hcl.ExprCall has it.
func isCall(source string) bool {
	_, ok := parseSource(source).(*hclsyntax.FunctionCallExpr)
	return ok
}

// readsAsCall reports whether text is an expression with a function call in it
// (buildx bake/hclparser/expr.go, appendJSONFuncCalls).
func readsAsCall(text string) bool {
	expr := parseSource(text)
	return expr != nil && len(calls(expr)) > 0
}

// parseSource parses an expression. It returns nil for what is not one, or one
// that is nested too deeply.
func parseSource(source string) hclsyntax.Expression {
	if !strings.Contains(source, "(") {
		return nil
	}
	expr, _ := syntaxOf(source, false)
	return expr
}

// syntaxOf is the syntax tree of an expression or template, or nil and why there is none:
// what is nested too deeply is not parsed.
func syntaxOf(source string, template bool) (hclsyntax.Expression, hcl.Diagnostics) {
	check, parse := hclwrite.ParseExpr, hclsyntax.ParseExpression
	if template {
		check, parse = hclwrite.ParseTemplate, hclsyntax.ParseTemplate
	}
	if _, diags := check(source, ""); diags.HasErrors() {
		return nil, diags
	}
	return parse([]byte(source), "", hcl.InitialPos)
}

// calls are the function calls in an expression.
func calls(expr hclsyntax.Expression) (list []*hclsyntax.FunctionCallExpr) {
	_ = hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		if call, ok := node.(*hclsyntax.FunctionCallExpr); ok {
			list = append(list, call)
		}
		return nil
	})
	return list
}

// textOfCall arranges a template whose text must not read as a function call.
func (c *arranger) textOfCall(e hclwrite.Expr) hclwrite.Expr {
	switch e := e.(type) {
	case *hclwrite.Template:
		if readsAsCall(e.Text) {
			return &hclwrite.Native{Text: c.file.Text(e)}
		}
	case *hclwrite.Tuple:
		return eachPart(e, c.textOfCall, nil)
	case *hclwrite.Object:
		if e.Static() {
			return eachPart(e, c.textOfCall, nameOfCall)
		}
	}
	return c.template(e)
}

// nameOfCall is the name in JSON of an item whose key must not read as a function call.
func nameOfCall(item *hclwrite.ObjectItem) string {
	if readsAsCall(item.Key) {
		return "${" + key(item) + "}"
	}
	return item.Key
}

// key is the key of an object in native syntax.
func key(item *hclwrite.ObjectItem) string {
	if item.KeyKind == hclwrite.KeyExpr {
		return item.Key
	}
	return hclwrite.ExprText(&hclwrite.Template{Text: item.Key})
}
