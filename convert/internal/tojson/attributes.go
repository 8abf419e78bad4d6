package tojson

import (
	"github.com/hcljson/hcljson/convert/internal/arrangement"
	"github.com/hcljson/hcljson/convert/internal/expression"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// arrangeAttribute arranges the value of an attribute.
func (c *bodyArranger) arrangeAttribute(g *itemGroup) hclwrite.Item {
	a, rule := g.attribute, g.value
	switch {
	case c.Reserved(a.Name, a.Span.Start, c.schema):
	case g.argument == nil && (c.schema.Remain == tables.RemainNone || g.rule != nil && !c.schema.NestedInLists):
		c.Refuse(a.Span.Start, a.Span.Start+len(a.Name), "Unknown argument",
			"%s has no argument %q here%s.%s It is converted as an ordinary expression.",
			c.definerOf(g), a.Name, report.OtherKind(g.rule != nil, "a block type"), report.Suggestion(a.Name, c.schema))
	case g.argument != nil && g.argument.NoJSON != "" && containsCollections(a.Expr) &&
		!c.opts.ForTools && !c.opts.Query:
		c.Fail(a.Span.Start, a.Span.Start+len(a.Name), "No JSON form", "%s", g.argument.NoJSON)
	}
	if g.argument != nil {
		c.OtherTarget(g.argument.OtherTarget, "argument", a.Name, a.Span.Start, a.Span.Start+len(a.Name))
	}
	if rule != nil && rule.NativeConstant {
		if _, diags := c.exprs.EvaluateConstant(c.file.Text(a.Expr)); diags.HasErrors() {
			c.Refuse(a.ValueSpan.Start, a.ValueSpan.End, "Not constant",
				"%s takes only constant values here in native syntax, but evaluates references in JSON.", c.Dialect.Product)
		}
	}
	var e hclwrite.Expr
	switch {
	case c.schema.NestedInLists:
		e = c.wrapInList(a.Expr, rule)
	case c.opts.DropComments && !c.isReplacement(a) && !g.isListedBlock() && readsAsBlocks(g, c.schema):
		e = c.withoutHint(a, rule)
	default:
		e = c.exprs.Arrange(a.Expr, rule)
	}
	if rule != nil && rule.Differs != "" && expression.StartsSequence(e) && c.IsNew(rule.Differs) {
		span := hclwrite.SpanOf(a.Expr)
		c.Warn(span.Start, span.End, "Products read this string differently",
			"The value of %q is written for the target (%s); %s.", a.Name, c.Dialect.Product, rule.Differs)
	}
	if e == a.Expr {
		return a
	}
	return &arrangement.ChangedAttribute{Attribute: a, Expr: e}
}

// definerOf returns the subject of messages about the definition of a name.
func (c *bodyArranger) definerOf(g *itemGroup) string {
	if g.isListedAttribute() || g.isListedBlock() {
		return c.Dialect.Product
	}
	return report.OriginOf(c.Dialect, c.schema)
}

func containsCollections(e hclwrite.Expr) bool {
	object, ok := e.(*hclwrite.Object)
	if !ok {
		return false
	}
	for _, item := range object.Elements() {
		if hclwrite.CollectionOf(item.Value) != nil {
			return true
		}
	}
	return false
}

// wrapInList arranges the value of an attribute in a body with NestedInLists: an object becomes a
// list that contains the object.
func (c *bodyArranger) wrapInList(e hclwrite.Expr, rule *tables.Value) hclwrite.Expr {
	o, ok := e.(*hclwrite.Object)
	e = c.exprs.Arrange(e, rule)
	if !ok || o.Enclosed {
		return e
	}
	return &hclwrite.Tuple{Items: []hclwrite.CollectionItem{&hclwrite.Element{Value: e, ValueSpan: o.Span}}}
}

// withoutHint arranges the value of an attribute that only a hint distinguishes from a block.
// Because hints are dropped, the value becomes a template string, which cannot be a block.
func (c *bodyArranger) withoutHint(a *hclwrite.Attribute, rule *tables.Value) hclwrite.Expr {
	if rule != nil && !rule.Mode.IsTemplate() {
		c.Warn(a.Span.Start, a.Span.Start+len(a.Name), "Attribute or block?",
			"Without comments, hcljson would read %q in the JSON as a block, but it is an attribute. "+
				"%s does not evaluate strings here, so the value cannot be written as a string.",
			a.Name, c.Dialect.Product)
		return c.exprs.Arrange(a.Expr, rule)
	}
	return &hclwrite.Native{Text: c.file.Text(a.Expr)}
}
