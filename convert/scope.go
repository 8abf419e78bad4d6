package convert

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// exprScope warns of what an expression in native syntax refers to and its rule
// does not know.
func (c *arranger) exprScope(e hclwrite.Expr, rule *schema.Value) {
	if rule.Scope == nil {
		return
	}
	// A heredoc ends with a newline, which is not part of the expression.
	if expr, _ := syntaxOf(c.file.Text(e)+"\n", false); expr != nil {
		start := e.ExprSpan().Start
		c.scope(expr, rule.Scope, c.dialect.Product, func(offset int) int { return start + offset })
	}
}

// textScope does the same for a string of JSON that starts at an offset of the
// file, and that has been read without errors.
func (c *hclReader) textScope(text string, start int, rule *schema.Value) {
	if rule == nil || rule.Scope == nil {
		return
	}
	template := rule.Mode.IsTemplate()
	if rule.Mode == schema.Literal || template && !hclwrite.HasSequence(text) {
		return
	}
	if expr, _ := syntaxOf(text, template); expr != nil {
		c.scope(expr, rule.Scope, c.dialect.Product, inString(c.src, start))
	}
}

// scope warns of each name once. locate gives the place in the file of an offset
// in the source of the expression.
func (r *reporter) scope(expr hclsyntax.Expression, scope *schema.Scope, product string, locate func(int) int) {
	if scope.OnlyJSON {
		product = "In JSON, " + product
	}
	told := make(map[string]bool)
	unknown := func(kind, name string, known []string, rng hcl.Range) {
		if known == nil || slices.Contains(known, name) || told[kind+name] {
			return
		}
		told[kind+name] = true
		r.warn(locate(rng.Start.Byte), locate(rng.End.Byte), "Unknown "+kind,
			"%s knows no %s %q here. The expression is converted anyway.", product, kind, name)
	}
	for _, call := range calls(expr) {
		unknown("function", call.Name, scope.Functions, call.NameRange)
	}
	for _, traversal := range expr.Variables() {
		unknown("variable", traversal.RootName(), scope.Variables, traversal[0].SourceRange())
	}
}
