package expression

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// staticValue arranges an expression that JSON contains as source text (json/spec.md, "Static
// analysis"). A string is the legacy form with quotes. The products remove the quotes (opentofu
// internal/configs/compat_shim.go).
func (c *Arranger) staticValue(e hclwrite.Expr, rule *tables.Value) hclwrite.Expr {
	span, mode := hclwrite.SpanOf(e), rule.Mode
	switch e := e.(type) {
	case *hclwrite.Native:
		if rule.NativeReference && !syntax.IsTraversal(e.Text) {
			if c.Query {
				return c.textValue(e.Text) // no product reads this form
			}
			return c.refuseExpr(e, span.Start, span.End, "No JSON form",
				fmt.Sprintf("In JSON, %s takes only a reference with constant indexes here.", c.Dialect.Product),
				" Keep this block in a native file.")
		}
		return c.textValue(c.arrangeStaticText(e.Text, span, mode))
	case *hclwrite.Template:
		if c.ForTools && !syntax.IsSource(e.Text) {
			return c.refuseExpr(e, span.Start, span.End, "Not a static expression",
				fmt.Sprintf("Only %s is allowed here.", modeNoun(mode)), "")
		}
		if !hcltext.HasSequence(e.Text) {
			if mode == tables.Type || mode == tables.Call || rule.Unquoted {
				c.Refuse(span.Start, span.End, "Quoted "+modeName(mode),
					"%s takes no quotes around %s in native syntax. In JSON it is text in both cases.",
					c.Dialect.Product, modeNoun(mode))
			}
			return c.textValue(c.arrangeStaticText(hcltext.TemplateText(e.Text), span, mode))
		}
	case *hclwrite.Literal:
		return c.textValue(e.Text)
	}
	c.Refuse(span.Start, span.End, "Not a static expression",
		"Only %s is allowed here. The expression is converted as an ordinary expression, which %s does not accept in "+
			"JSON either.", modeNoun(mode), c.Dialect.Product)
	return e // unchanged, because the product does not evaluate it
}

// staticMap arranges an object with rules for its keys and values.
func (c *Arranger) staticMap(o *hclwrite.Object, rule *tables.Value) hclwrite.Expr {
	items := o.Elements()
	keys, last := make([]hclwrite.Key, len(items)), make(map[string]int, len(items))
	if item := FirstComputedKey(o); item != nil {
		return c.refuseExpr(o, item.Key.Span.Start, item.Key.Span.End, "Computed key in a static map",
			"The keys of this map must be constant.", "")
	}
	if item := c.FirstTextKey(o, rule); item != nil {
		return c.refuseExpr(o, item.Key.Span.Start, item.Key.Span.End, "Not a static expression",
			fmt.Sprintf("Only %s is allowed here.", modeNoun(rule.MapKey.Mode)), "")
	}
	for i, item := range items {
		keys[i] = hclwrite.Key{Text: c.staticKey(item), Span: item.Key.Span}
		last[keys[i].Text] = i
	}
	object := &hclwrite.Object{Items: make([]hclwrite.CollectionItem, 0, len(items)), Span: o.Span}
	for i, item := range items {
		key := &keys[i]
		if last[key.Text] != i {
			c.Warn(item.Key.Span.Start, item.Key.Span.End, "Duplicate key",
				"The key %s appears twice in this map. The last value is used, so this value is left out.", item.Key.Text)
			continue
		}
		value, k := rule.Field(key.Text), rule.MapKey
		if k != nil && (k.Mode == tables.Traversal || k.Mode == tables.Reference) && item.Key.IsConstant() {
			key.Text = c.arrangeStaticText(key.Text, key.Span, k.Mode)
		}
		object.Items = append(object.Items, &hclwrite.Element{
			Key: key, Value: c.Arrange(item.Value, value), ValueSpan: item.ValueSpan,
		})
	}
	return object
}

// staticKey returns the JSON key of an item of a static map.
func (c *Arranger) staticKey(item *hclwrite.Element) string {
	switch {
	case item.Key.IsConstant():
		return hcltext.TemplateText(item.Key.Text)
	case item.Key.Source:
		// A constant string can be source text if the tree cannot represent it as a string.
		if text, ok := hcltext.QuotedText(item.Key.Text); ok {
			return text
		}
		if v, diags := c.EvaluateConstant(item.Key.Text); !diags.HasErrors() && v.Type() == cty.String && !v.IsNull() {
			return v.AsString()
		}
	}
	return item.Key.Text
}

// arrangeStaticText checks a static expression and returns its text in JSON. A legacy index a.0 becomes a[0], because the
// JSON parser accepts no other form.
func (c *Arranger) arrangeStaticText(text string, span hclwrite.Span, mode tables.Mode) string {
	if mode == tables.Call {
		if !syntax.IsCall(text) {
			c.Refuse(span.Start, span.End, "Not a function call",
				"Only a function call is allowed here, and %s accepts nothing else in JSON either.", c.Dialect.Product)
		}
		return text
	}
	if mode == tables.Type || hcltext.IsCanonicalTraversal(text) {
		return text
	}
	if text == syntax.LegacyWildcard {
		return text
	}
	if _, diags := hclsyntax.ParseTraversalAbs([]byte(text), "", hcl.InitialPos); !diags.HasErrors() {
		return text
	}
	traversal, diags := syntax.TraversalOf(text)
	if traversal != nil {
		static := hcltext.TraversalText(traversal)
		c.warnLostComments(text, static, span.Start, span.End)
		return static
	}
	if mode == tables.Reference && !diags.HasErrors() {
		return text
	}
	c.Refuse(span.Start, span.End, "Not a static reference",
		"Only %s is allowed here, and %s accepts nothing else in JSON either.", modeNoun(mode), c.Dialect.Product)
	return text
}

// FirstComputedKey returns the first item of an object whose key contains an interpolation, or nil.
func FirstComputedKey(o *hclwrite.Object) *hclwrite.Element {
	for _, item := range o.Elements() {
		if item.Key.Template {
			return item
		}
	}
	return nil
}

// FirstTextKey returns the first item of a static map whose key is text, although its rule requires
// source. It returns nil if there is none. With ForTools, such a map must become an escaped
// expression.
func (c *Arranger) FirstTextKey(o *hclwrite.Object, rule *tables.Value) *hclwrite.Element {
	if !c.ForTools || rule.MapKey == nil || !rule.MapKey.Mode.IsSource() {
		return nil
	}
	for _, item := range o.Elements() {
		if item.Key.IsConstant() && !syntax.IsSource(item.Key.Text) {
			return item
		}
	}
	return nil
}
