package convert

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// expr arranges an expression as the rule says; nil is an ordinary template. What it
// returns is written as if a JSON string were a template everywhere: a template by its
// text, whatever that means to the product. It is the same expression where nothing
// must be said in another way.
func (c *arranger) expr(e hclwrite.Expr, rule *schema.Value) hclwrite.Expr {
	if rule == nil {
		return c.template(e)
	}
	switch e := e.(type) {
	case *hclwrite.Template:
		if rule.IsMap() && c.looksCarried(e) {
			return c.carried(e)
		}
	case *hclwrite.Tuple:
		if rule.List != nil {
			return eachPart(e, func(e hclwrite.Expr) hclwrite.Expr { return c.expr(e, rule.List) }, nil)
		}
	case *hclwrite.Object:
		if rule.IsMap() {
			return c.staticMap(e, rule)
		}
	}
	c.exprScope(e, rule)
	c.opts.SourceMap.reads(e.ExprSpan(), rule.Mode)
	switch {
	case rule.Mode == schema.Literal:
		return c.literal(e)
	case rule.Mode.IsSource():
		return c.static(e, rule.Mode)
	case rule.TextOfCall:
		return c.textOfCall(e)
	}
	return c.template(e)
}

// template arranges an expression where a JSON string is a template (json/spec.md,
// "Expressions", full expression mode).
func (c *arranger) template(e hclwrite.Expr) hclwrite.Expr {
	if c.roots == nil {
		return e
	}
	switch e := e.(type) {
	case *hclwrite.Template:
		if text := c.roots.resolved(e.Text); text != e.Text {
			return c.text(text)
		}
	case *hclwrite.Object:
		if e.Static() {
			return eachPart(e, c.template, nil)
		}
		return c.resolved(&hclwrite.Native{Text: c.file.Text(e), Span: e.Span})
	case *hclwrite.Call:
		return c.resolved(&hclwrite.Native{Text: c.file.Text(e), Span: e.ExprSpan()})
	case *hclwrite.Native:
		return c.resolved(e)
	}
	return eachPart(e, c.template, nil)
}

// literal arranges an expression where a JSON value is taken verbatim (json/spec.md,
// "Expressions", literal-only mode). What is not literal in the source is folded.
func (c *arranger) literal(e hclwrite.Expr) hclwrite.Expr {
	switch e := e.(type) {
	case *hclwrite.Literal:
		if jsontree.Readable(e.Text) {
			return e
		}
	case *hclwrite.Template:
		if c.looksCarried(e) {
			return c.carried(e)
		}
		if !hcltext.HasSequence(e.Text) {
			if text := hcltext.TemplateText(e.Text); text != e.Text {
				return c.text(text)
			}
			return e
		}
	case *hclwrite.Tuple, *hclwrite.Object:
		if heldIn(e) != nil {
			return eachPart(e, c.literal, literalName)
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
		return c.unholdable(e, start, end, "Not a literal value",
			fmt.Sprintf("Only a literal value is allowed here in JSON. %s: %s", d.Summary, d.Detail),
			" Write the value itself, or keep this block in a native file.")
	}
	return constant(v)
}

// eachPart is a tuple or object whose values, and names if that is not nil, are
// changed.
func eachPart(
	e hclwrite.Expr, value func(hclwrite.Expr) hclwrite.Expr, name func(*hclwrite.Element) string,
) hclwrite.Expr {
	changed, parts := e, hclwrite.CollectionOf(e)
	if parts == nil {
		return e
	}
	for i := range parts.Items {
		item := &parts.Items[i]
		v, key := value(item.Value), item.Key
		if key != nil && name != nil {
			if text := name(item); text != key.Text {
				key = &hclwrite.Key{Text: text, Source: key.Source, Template: key.Template, Span: key.Span}
			}
		}
		if v == item.Value && key == item.Key {
			continue
		}
		if changed == e {
			parts = &hclwrite.Collection{Items: slices.Clone(parts.Items), Span: parts.Span}
			changed = parts.As(e)
		}
		parts.Items[i].Key, parts.Items[i].Value = key, v
	}
	return changed
}

// looksCarried reports whether a string would be taken for such a text.
func (c *arranger) looksCarried(e *hclwrite.Template) bool {
	return c.opts.Unread && strings.HasPrefix(e.Text, schema.Carried)
}

func literalName(item *hclwrite.Element) string { return hcltext.TemplateText(item.Key.Text) }

// constant is the expression for a value.
func constant(v cty.Value) hclwrite.Expr {
	v, _ = v.UnmarkDeep()
	ty := v.Type()
	switch {
	case v.IsNull():
		return &hclwrite.Literal{Text: "null"}
	case ty == cty.String:
		return &hclwrite.Template{Text: v.AsString()}
	case ty == cty.Number:
		return &hclwrite.Literal{Text: numberText(v.AsBigFloat())}
	case ty == cty.Bool:
		return &hclwrite.Literal{Text: strconv.FormatBool(v.True())}
	case ty.IsObjectType() || ty.IsMapType():
		object := &hclwrite.Object{}
		for it := v.ElementIterator(); it.Next(); {
			key, elem := it.Element()
			name := &hclwrite.Key{Text: key.AsString()}
			object.Items = append(object.Items, hclwrite.Element{Key: name, Value: constant(elem)})
		}
		return object
	}
	tuple := &hclwrite.Tuple{}
	for it := v.ElementIterator(); it.Next(); {
		_, elem := it.Element()
		tuple.Items = append(tuple.Items, hclwrite.Element{Value: constant(elem)})
	}
	return tuple
}

// static arranges an expression that JSON holds as bare source (json/spec.md,
// "Static analysis"). A string in its place is the legacy quoted form; the
// products unquote it (opentofu internal/configs/compat_shim.go).
func (c *arranger) static(e hclwrite.Expr, mode schema.Mode) hclwrite.Expr {
	span := e.ExprSpan()
	switch e := e.(type) {
	case *hclwrite.Native:
		return c.text(c.staticText(e.Text, span, mode))
	case *hclwrite.Template:
		if c.opts.Unread && !isSource(e.Text) {
			return c.unholdable(e, span.Start, span.End, "Not a static expression",
				fmt.Sprintf("Only %s is allowed here.", modeNoun(mode)), "")
		}
		if !hcltext.HasSequence(e.Text) {
			if mode == schema.Type || mode == schema.Call {
				c.warn(span.Start, span.End, "Quoted "+modeName(mode),
					"%s takes no quotes around %s in native syntax. In JSON it is text either way.",
					c.dialect.Product, modeNoun(mode))
			}
			return c.text(c.staticText(hcltext.TemplateText(e.Text), span, mode))
		}
	case *hclwrite.Literal:
		return c.text(e.Text)
	}
	c.warn(span.Start, span.End, "Not a static expression",
		"Only %s is allowed here. The expression is converted as an ordinary one, which %s does not accept in "+
			"JSON either.", modeNoun(mode), c.dialect.Product)
	return e // with the references that it has: it is not evaluated
}

// legacyWildcard is a string that products take in place of a reference:
// ignore_changes = ["*"] (opentofu internal/configs/resource.go).
const legacyWildcard = "*"

// staticMap arranges an object whose keys and values have rules of their own.
func (c *arranger) staticMap(o *hclwrite.Object, rule *schema.Value) hclwrite.Expr {
	keys, last := make([]hclwrite.Key, len(o.Items)), make(map[string]int, len(o.Items))
	if item := computedKey(o); item != nil {
		return c.unholdable(o, item.Key.Span.Start, item.Key.Span.End, "Computed key in a static map",
			"The keys of this map must be constant.", "")
	}
	if item := c.textKey(o, rule); item != nil {
		return c.unholdable(o, item.Key.Span.Start, item.Key.Span.End, "Not a static expression",
			fmt.Sprintf("Only %s is allowed here.", modeNoun(rule.MapKey.Mode)), "")
	}
	for i := range o.Items {
		keys[i] = hclwrite.Key{Text: c.staticKey(&o.Items[i]), Span: o.Items[i].Key.Span}
		last[keys[i].Text] = i
	}
	object := &hclwrite.Object{Items: make([]hclwrite.Element, 0, len(o.Items)), Span: o.Span}
	for i := range o.Items {
		item, key := &o.Items[i], &keys[i]
		if last[key.Text] != i {
			c.warn(item.Key.Span.Start, item.Key.Span.End, "Duplicate key",
				"The key %s appears twice in this map. The last one counts, so this one is left out.", item.Key.Text)
			continue
		}
		value, k := rule.Field(key.Text), rule.MapKey
		if k != nil && (k.Mode == schema.Traversal || k.Mode == schema.Reference) && item.Key.Constant() {
			key.Text = c.staticText(key.Text, key.Span, k.Mode)
		}
		object.Items = append(object.Items, hclwrite.Element{
			Key: key, Value: c.expr(item.Value, value), ValueSpan: item.ValueSpan,
		})
	}
	return object
}

// staticText is the text of a static expression. A legacy index a.0 is written
// a[0], because JSON's reader takes no other.
func (c *arranger) staticText(text string, span hclwrite.Span, mode schema.Mode) string {
	if mode == schema.Call {
		if !isCall(text) {
			c.warn(span.Start, span.End, "Not a function call",
				"Only a function call is allowed here, and %s accepts nothing else in JSON either.", c.dialect.Product)
		}
		return text
	}
	if mode == schema.Type || hcltext.CanonicalTraversal(text) {
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
			static := hcltext.TraversalText(traversal)
			c.lostComments(text, static, span.Start, span.End)
			return static
		}
		if mode == schema.Reference {
			return text
		}
	}
	c.warn(span.Start, span.End, "Not a static reference",
		"Only %s is allowed here, and %s accepts nothing else in JSON either.", modeNoun(mode), c.dialect.Product)
	return text
}

// unholdable is an expression that JSON for a product cannot hold.
func (c *arranger) unholdable(e hclwrite.Expr, start, end int, summary, reason, advice string) hclwrite.Expr {
	switch {
	case c.opts.Form == Query:
		c.warn(start, end, summary, "%s The query form has it as an expression.", reason)
	case c.opts.Unread:
		c.warn(start, end, summary, "%s Here it is text that starts with %q.", reason, schema.Carried)
		return c.carried(e)
	default:
		c.fail(start, end, summary, "%s%s", reason, advice)
	}
	return e
}

// carried is the text that stands for an expression in JSON that no product reads.
func (c *arranger) carried(e hclwrite.Expr) hclwrite.Expr {
	return c.text(schema.Carried + c.file.Text(e))
}

// text is a string.
func (c *arranger) text(text string) hclwrite.Expr {
	return c.store.templates.put(hclwrite.Template{Text: text})
}

// computedKey is the first item of a static map whose key is not constant, or nil.
func computedKey(o *hclwrite.Object) *hclwrite.Element {
	for i := range o.Items {
		if o.Items[i].Key.Template {
			return &o.Items[i]
		}
	}
	return nil
}

// textKey is the first key of a static map that is text where source belongs, which JSON that
// no product reads cannot hold alone, or nil.
func (c *arranger) textKey(o *hclwrite.Object, rule *schema.Value) *hclwrite.Element {
	if !c.opts.Unread || rule.MapKey == nil || !rule.MapKey.Mode.IsSource() {
		return nil
	}
	for i := range o.Items {
		if o.Items[i].Key.Constant() && !isSource(o.Items[i].Key.Text) {
			return &o.Items[i]
		}
	}
	return nil
}

// isSource reports whether a string is the text of an expression, or stands for one.
func isSource(template string) bool {
	if hcltext.HasSequence(template) {
		return false
	}
	text := hcltext.TemplateText(template)
	if hcltext.CanonicalTraversal(text) || text == legacyWildcard {
		return true
	}
	_, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	return !diags.HasErrors()
}

// staticKey is the key of an item of such an object.
func (c *arranger) staticKey(item *hclwrite.Element) string {
	switch {
	case item.Key.Constant():
		return hcltext.TemplateText(item.Key.Text)
	case item.Key.Source:
		// A string that the tree can't hold as text is source.
		if v, diags := c.fold(item.Key.Text); !diags.HasErrors() && v.Type() == cty.String && !v.IsNull() {
			return v.AsString()
		}
	}
	return item.Key.Text
}

// hasSequence reports whether an expression that is arranged is written with a
// template sequence.
func hasSequence(e hclwrite.Expr) bool {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return !jsontree.Readable(e.Text)
	case *hclwrite.Template:
		return holdsSequence(e.Text)
	case *hclwrite.Tuple, *hclwrite.Object:
		parts := heldIn(e)
		return parts == nil || slices.ContainsFunc(parts.Items, func(item hclwrite.Element) bool {
			return item.Key != nil && holdsSequence(item.Key.Text) || hasSequence(item.Value)
		})
	}
	return true
}

func holdsSequence(text string) bool {
	return strings.Contains(text, "${") || strings.Contains(text, "%{")
}

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
