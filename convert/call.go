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
	expr := parseSource(source)
	_, ok := expr.(*hclsyntax.FunctionCallExpr)
	return ok
}

// readsAsCall reports whether text is an expression with a function call in it
// (buildx bake/hclparser/expr.go, appendJSONFuncCalls).
func readsAsCall(text string) bool {
	expr := parseSource(text)
	return expr != nil && len(calls(expr)) > 0
}

// parseSource parses an expression. It returns nil where that is none, or one
// that is nested too deeply.
func parseSource(source string) hclsyntax.Expression {
	if !strings.Contains(source, "(") {
		return nil
	}
	if _, diags := hclwrite.ParseExpr(source, ""); diags.HasErrors() {
		return nil
	}
	expr, diags := hclsyntax.ParseExpression([]byte(source), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return expr
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

// textOfCall writes a template whose text must not read as a function call.
func (c *jsonWriter) textOfCall(e hclwrite.Expr) {
	switch e := e.(type) {
	case *hclwrite.Template:
		if readsAsCall(e.Text) {
			source := c.file.Text(e)
			c.w.Interpolation(source, hclwrite.NeedsNewline(source))
			return
		}
	case *hclwrite.Tuple:
		c.w.BeginArray()
		for i := range e.Items {
			c.textOfCall(e.Items[i].Value)
		}
		c.w.EndArray()
		return
	case *hclwrite.Object:
		if !e.Static() {
			break
		}
		c.w.BeginObject()
		for i := range e.Items {
			item := &e.Items[i]
			if readsAsCall(item.Key) {
				c.w.Name("${" + key(item) + "}")
			} else {
				c.w.Name(item.Key)
			}
			c.textOfCall(item.Value)
		}
		c.w.EndObject()
		return
	}
	c.template(e)
}

// key is the key of an object in native syntax.
func key(item *hclwrite.ObjectItem) string {
	if item.KeyKind == hclwrite.KeyExpr {
		return item.Key
	}
	return hclwrite.ExprText(&hclwrite.Template{Text: item.Key})
}
