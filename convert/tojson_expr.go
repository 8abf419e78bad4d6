package convert

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// expr writes an expression as the rule says; nil is an ordinary template.
func (c *jsonWriter) expr(e hclwrite.Expr, rule *schema.Value) {
	if rule == nil {
		c.template(e)
		return
	}
	switch e := e.(type) {
	case *hclwrite.Tuple:
		if rule.List != nil {
			c.w.BeginArray()
			for i := range e.Items {
				c.expr(e.Items[i].Value, rule.List)
			}
			c.w.EndArray()
			return
		}
	case *hclwrite.Object:
		if rule.MapKey != nil || rule.MapValue != nil || rule.Fields != nil {
			c.staticMap(e, rule)
			return
		}
	}
	c.exprScope(e, rule)
	switch rule.Mode {
	case schema.Literal:
		c.literal(e)
	case schema.Traversal, schema.Reference, schema.Keyword, schema.Type, schema.Call:
		c.static(e, rule.Mode)
	default:
		if rule.TextOfCall {
			c.textOfCall(e)
			return
		}
		c.template(e)
	}
}

// template writes an expression where a JSON string is a template (json/spec.md,
// "Expressions", full expression mode).
func (c *jsonWriter) template(e hclwrite.Expr) {
	switch e := e.(type) {
	case *hclwrite.Literal:
		if !jsontree.Readable(e.Text) {
			c.w.Interpolation(e.Text, false)
			return
		}
		c.w.Raw(e.Text)
	case *hclwrite.Template:
		c.w.String(c.roots.resolved(e.Text))
	case *hclwrite.Tuple:
		c.w.BeginArray()
		for i := range e.Items {
			c.template(e.Items[i].Value)
		}
		c.w.EndArray()
	case *hclwrite.Object:
		if !e.Static() {
			c.native(&hclwrite.Native{Text: c.file.Text(e), Span: e.Span})
			return
		}
		c.w.BeginObject()
		for i := range e.Items {
			c.w.Name(e.Items[i].Key)
			c.template(e.Items[i].Value)
		}
		c.w.EndObject()
	case *hclwrite.Native:
		c.native(e)
	}
}

// literal writes an expression where a JSON value is taken verbatim (json/spec.md,
// "Expressions", literal-only mode). What is not literal in the source is folded.
func (c *jsonWriter) literal(e hclwrite.Expr) {
	switch e := e.(type) {
	case *hclwrite.Literal:
		if jsontree.Readable(e.Text) {
			c.w.Raw(e.Text)
			return
		}
	case *hclwrite.Template:
		if !hclwrite.HasSequence(e.Text) {
			c.w.String(hclwrite.TemplateText(e.Text))
			return
		}
	case *hclwrite.Tuple:
		c.w.BeginArray()
		for i := range e.Items {
			c.literal(e.Items[i].Value)
		}
		c.w.EndArray()
		return
	case *hclwrite.Object:
		if e.Static() {
			c.w.BeginObject()
			for i := range e.Items {
				c.w.Name(hclwrite.TemplateText(e.Items[i].Key))
				c.literal(e.Items[i].Value)
			}
			c.w.EndObject()
			return
		}
	}
	span := e.ExprSpan()
	v, diags := c.fold(c.file.Text(e))
	if diags.HasErrors() {
		d := diags.Errs()[0].(*hcl.Diagnostic)
		start, end := span.Start, span.End
		if d.Subject != nil {
			start, end = min(start+d.Subject.Start.Byte, end), min(start+d.Subject.End.Byte, end)
		}
		c.fail(start, end, "Not a literal value", "Only a literal value can stand here in JSON. %s: %s Write the value itself, or keep this block in a native file.", d.Summary, d.Detail)
		c.w.Raw("null")
		return
	}
	c.value(v)
}

// value writes a constant.
func (c *jsonWriter) value(v cty.Value) {
	v, _ = v.UnmarkDeep()
	ty := v.Type()
	switch {
	case v.IsNull():
		c.w.Raw("null")
	case ty == cty.String:
		c.w.String(v.AsString())
	case ty == cty.Number:
		c.w.Raw(numberText(v.AsBigFloat()))
	case ty == cty.Bool:
		if v.True() {
			c.w.Raw("true")
		} else {
			c.w.Raw("false")
		}
	case ty.IsObjectType() || ty.IsMapType():
		c.w.BeginObject()
		for it := v.ElementIterator(); it.Next(); {
			key, elem := it.Element()
			c.w.Name(key.AsString())
			c.value(elem)
		}
		c.w.EndObject()
	default:
		c.w.BeginArray()
		for it := v.ElementIterator(); it.Next(); {
			_, elem := it.Element()
			c.value(elem)
		}
		c.w.EndArray()
	}
}

// static writes an expression that JSON holds as bare source (json/spec.md,
// "Static analysis"). A string in its place is the legacy quoted form; the
// products unquote it (opentofu internal/configs/compat_shim.go).
func (c *jsonWriter) static(e hclwrite.Expr, mode schema.Mode) {
	span := e.ExprSpan()
	switch e := e.(type) {
	case *hclwrite.Native:
		c.w.String(c.staticText(e.Text, span, mode))
		return
	case *hclwrite.Template:
		if !hclwrite.HasSequence(e.Text) {
			if mode == schema.Type || mode == schema.Call {
				c.warn(span.Start, span.End, "Quoted "+modeName(mode), "%s takes no quotes around %s in native syntax. In JSON it is text all the same.", c.dialect.Product, modeNoun(mode))
			}
			c.w.String(c.staticText(hclwrite.TemplateText(e.Text), span, mode))
			return
		}
	case *hclwrite.Literal:
		c.w.String(e.Text)
		return
	}
	c.warn(span.Start, span.End, "Not a static expression", "Only %s can stand here. The expression is converted as an ordinary one, which %s does not accept in JSON either.", modeNoun(mode), c.dialect.Product)
	// No reference in it is text: it is not evaluated.
	outer := c.roots
	c.roots = nil
	c.template(e)
	c.roots = outer
}

// staticText is the text of a static expression. A legacy index a.0 is written
// a[0], because JSON's reader takes no other.
func (c *jsonWriter) staticText(text string, span hclwrite.Span, mode schema.Mode) string {
	if mode == schema.Call {
		if !isCall(text) {
			c.warn(span.Start, span.End, "Not a function call", "Only a function call can stand here, and %s accepts nothing else in JSON either.", c.dialect.Product)
		}
		return text
	}
	if mode == schema.Type || hclwrite.CanonicalTraversal(text) {
		return text
	}
	if text == legacyWildcard {
		return text
	}
	if _, diags := hclsyntax.ParseTraversalAbs([]byte(text), "", hcl.InitialPos); !diags.HasErrors() {
		return text
	}
	expr, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if !diags.HasErrors() {
		if traversal, diags := hcl.AbsTraversalForExpr(expr); !diags.HasErrors() {
			static := hclwrite.TraversalText(traversal)
			c.lostComments(text, static, span.Start, span.End)
			return static
		}
		if mode == schema.Reference {
			return text
		}
	}
	c.warn(span.Start, span.End, "Not a static reference", "Only %s can stand here, and %s accepts nothing else in JSON either.", modeNoun(mode), c.dialect.Product)
	return text
}

// legacyWildcard is a string that products take in place of a reference:
// ignore_changes = ["*"] (opentofu internal/configs/resource.go).
const legacyWildcard = "*"

func modeNoun(mode schema.Mode) string { return "a " + modeName(mode) }

func modeName(mode schema.Mode) string {
	switch mode {
	case schema.Keyword:
		return "keyword"
	case schema.Type:
		return "type constraint"
	case schema.Call:
		return "function call"
	}
	return "reference"
}

// staticMap writes an object whose keys and values have rules of their own.
func (c *jsonWriter) staticMap(o *hclwrite.Object, rule *schema.Value) {
	last := make(map[string]int, len(o.Items))
	for i := range o.Items {
		last[o.Items[i].Key] = i
	}
	c.w.BeginObject()
	for i := range o.Items {
		item := &o.Items[i]
		key, value := item.Key, rule.MapValue
		switch item.KeyKind {
		case hclwrite.KeyName:
			key = hclwrite.TemplateText(key)
		case hclwrite.KeyExpr:
			// A string that the tree can't hold as text is source.
			if v, diags := c.fold(key); !diags.HasErrors() && v.Type() == cty.String && !v.IsNull() {
				key = v.AsString()
			}
		}
		if rule.Fields != nil {
			value = fieldRule(rule, key)
		} else if item.KeyKind == hclwrite.KeyExpr {
			key = strings.TrimSpace(key)
		}
		if item.KeyKind == hclwrite.KeyTemplate {
			c.fail(item.KeySpan.Start, item.KeySpan.End, "Computed key in a static map", "The keys of this map have to be constant.")
		}
		if last[item.Key] != i {
			c.warn(item.KeySpan.Start, item.KeySpan.End, "Duplicate key", "The key %s stands twice in this map. The last one counts, so this one is left out.", item.Key)
			continue
		}
		if k := rule.MapKey; k != nil && (k.Mode == schema.Traversal || k.Mode == schema.Reference) && item.KeyKind == hclwrite.KeyName {
			key = c.staticText(key, item.KeySpan, rule.MapKey.Mode)
		}
		c.w.Name(key)
		c.expr(item.Value, value)
	}
	c.w.EndObject()
}

// literalValue is the rule for an argument that a table of fields does not list.
var literalValue = &schema.Value{Mode: schema.Literal}

func fieldRule(rule *schema.Value, name string) *schema.Value {
	for i := range rule.Fields {
		if rule.Fields[i].Name == name {
			return rule.Fields[i].Value
		}
	}
	return literalValue
}
