package expression

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/internal/tree/nodes"
	"github.com/hcljson/hcljson/schema"
)

// Arranger arranges the expressions of native syntax for JSON.
type Arranger struct {
	Context
	File *hclwrite.File
	// Query is true if no product reads the JSON and the conversion back does not exist.
	Query bool
	// Constants is the budget for the evaluation of constant expressions.
	Constants *limits.Budget
}

// Arrange arranges an expression according to a rule: it returns an expression that the writer writes
// in the correct JSON form. The writer ignores modes and writes each *Template as a string with its
// Text. The rule nil means an ordinary template. If nothing changes, the result is e itself.
func (c *Arranger) Arrange(e hclwrite.Expr, rule *tables.Value) hclwrite.Expr {
	if rule == nil {
		return c.templateExpr(e)
	}
	switch e := e.(type) {
	case *hclwrite.Template:
		if rule.IsMap() && c.looksEscaped(e) {
			return c.escapedExpr(e)
		}
	case *hclwrite.Tuple:
		if rule.List != nil {
			return mapParts(e, func(e hclwrite.Expr) hclwrite.Expr { return c.Arrange(e, rule.List) }, nil)
		}
	case *hclwrite.Object:
		if rule.IsMap() {
			return c.staticMap(e, rule)
		}
	}
	c.checkExprScope(e, rule)
	c.Modes.Record(hclwrite.SpanOf(e), rule.Mode)
	switch {
	case rule.Mode == tables.Literal:
		return c.literalExpr(e)
	case rule.Mode.IsSource():
		return c.staticValue(e, rule)
	case rule.TextOfCall:
		return c.textOfCall(e)
	}
	return c.templateExpr(e)
}

// templateExpr arranges an expression with the mode Template (json/spec.md, "Expressions", full
// expression mode).
func (c *Arranger) templateExpr(e hclwrite.Expr) hclwrite.Expr {
	if c.Scope.Roots == nil {
		return e
	}
	switch e := e.(type) {
	case *hclwrite.Template:
		if text := c.Scope.Roots.ResolveTemplate(e.Text); text != e.Text {
			return c.textValue(text)
		}
	case *hclwrite.Object:
		if nodes.HasStaticKeys(e) {
			return mapParts(e, c.templateExpr, nil)
		}
		return c.resolveRoots(&hclwrite.Native{Text: c.File.Text(e), Span: e.Span})
	case *hclwrite.Call:
		return c.resolveRoots(&hclwrite.Native{Text: c.File.Text(e), Span: hclwrite.SpanOf(e)})
	case *hclwrite.Native:
		return c.resolveRoots(e)
	}
	return mapParts(e, c.templateExpr, nil)
}

// resolveRoots returns an expression in which text replaces the references to variables outside of the scope.
func (c *Arranger) resolveRoots(e *hclwrite.Native) hclwrite.Expr {
	src, base := e.Text, 0
	if around := c.File.Source(); e.Span.End <= len(around) && around[e.Span.Start:e.Span.End] == e.Text {
		src, base = around, e.Span.Start
	}
	parsed, diags := syntax.Parse(e.Text+"\n", false)
	if diags.HasErrors() {
		return e
	}
	ranges := c.Scope.Roots.UnknownRoots(parsed)
	if len(ranges) == 1 && ranges[0] == parsed.Range() {
		return c.textValue(hcltext.EscapeTemplate(scope.RootText(src, base, base+len(e.Text))))
	}
	return &hclwrite.Native{Text: scope.ReplaceRoots(e.Text, src, base, ranges), Span: e.Span}
}

// literalExpr arranges an expression with the mode Literal (json/spec.md, "Expressions",
// literal-only mode). It evaluates other constant expressions.
func (c *Arranger) literalExpr(e hclwrite.Expr) hclwrite.Expr {
	switch e := e.(type) {
	case *hclwrite.Native:
		if text, ok := hcltext.QuotedText(e.Text); ok {
			return c.textValue(text)
		}
	case *hclwrite.Literal:
		if jsontree.IsReadableNumber(e.Text) {
			return e
		}
	case *hclwrite.Template:
		if c.looksEscaped(e) {
			return c.escapedExpr(e)
		}
		if !hcltext.HasSequence(e.Text) {
			if text := hcltext.TemplateText(e.Text); text != e.Text {
				return c.textValue(text)
			}
			return e
		}
	case *hclwrite.Tuple:
		return mapParts(e, c.literalExpr, nil)
	case *hclwrite.Object:
		if o := withTextKeys(e); syntax.JSONCollection(o) != nil {
			return mapParts(o, c.literalExpr, literalName)
		}
	}
	span := hclwrite.SpanOf(e)
	v, diags := c.EvaluateConstant(c.File.Text(e))
	if diags.HasErrors() {
		d := diags.Errs()[0].(*hcl.Diagnostic)
		start, end := span.Start, span.End
		if d.Subject != nil {
			start, end = min(start+d.Subject.Start.Byte, end), min(start+d.Subject.End.Byte, end)
		}
		return c.refuseExpr(e, start, end, "Not a literal value",
			fmt.Sprintf("Only a literal value is allowed here in JSON. %s: %s", d.Summary, d.Detail),
			" Write a literal value, or keep this block in a native file.")
	}
	if isComputed(e) {
		c.Warn(span.Start, span.End, "Computed value",
			"Only a literal value is allowed here in JSON, so the value of the expression is written.")
	}
	return constantExpr(v)
}

// withTextKeys returns an object in which each key that is the source of a constant string is the string. A key has
// this form if the tree cannot represent it as a string.
func withTextKeys(o *hclwrite.Object) *hclwrite.Object {
	changed, items := o, o.Elements()
	for i, item := range o.Elements() {
		key := item.Key
		text, ok := hcltext.QuotedText(key.Text)
		if !key.Source || !ok {
			continue
		}
		if changed == o {
			c := *o
			changed = &c
		}
		withText := *item
		withText.Key = &hclwrite.Key{Text: text, Span: key.Span}
		items[i] = &withText
	}
	if changed != o {
		setElements(hclwrite.CollectionOf(changed), items)
	}
	return changed
}

// isComputed reports whether a constant expression is more than a string or a negative number.
func isComputed(e hclwrite.Expr) bool {
	switch e := e.(type) {
	case *hclwrite.Template:
		return slices.ContainsFunc(hcltext.Sequences(e.Text), func(sequence string) bool {
			return !strings.Contains(sequence, `"`)
		})
	case *hclwrite.Native:
		return !strings.ContainsAny(e.Text[:1], "(\"<") && strings.Trim(strings.TrimLeft(e.Text, "- "), "0123456789.eE") != ""
	}
	return false
}

// textOfCall arranges an expression whose rule has TextOfCall. It protects text that the product
// would read as a function call.
func (c *Arranger) textOfCall(e hclwrite.Expr) hclwrite.Expr {
	switch e := e.(type) {
	case *hclwrite.Template:
		if syntax.ReadsAsCall(e.Text) {
			return &hclwrite.Native{Text: c.File.Text(e)}
		}
	case *hclwrite.Tuple, *hclwrite.Object:
		if syntax.JSONCollection(e) != nil {
			return mapParts(e, c.textOfCall, nameOfCall)
		}
	}
	return c.templateExpr(e)
}

// nameOfCall returns the JSON name of an object item. It protects a key that the product would read
// as a function call.
func nameOfCall(item *hclwrite.Element) string {
	if syntax.ReadsAsCall(item.Key.Text) {
		return "${" + keyText(item) + "}"
	}
	return item.Key.Text
}

// keyText returns the key of an object item in native syntax.
func keyText(item *hclwrite.Element) string {
	if item.Key.Source {
		return item.Key.Text
	}
	return hclwrite.ExprText(&hclwrite.Template{Text: item.Key.Text})
}

func literalName(item *hclwrite.Element) string { return hcltext.TemplateText(item.Key.Text) }

// mapParts returns a tuple or object in which the functions value and name replace the values and
// keys. name may be nil.
func mapParts(
	e hclwrite.Expr, value func(hclwrite.Expr) hclwrite.Expr, name func(*hclwrite.Element) string,
) hclwrite.Expr {
	parts := hclwrite.CollectionOf(e)
	if parts == nil {
		return e
	}
	elements, changes := parts.Elements(), false
	for i, item := range elements {
		v, key := value(item.Value), item.Key
		if key != nil && name != nil {
			if text := name(item); text != key.Text {
				key = &hclwrite.Key{Text: text, Source: key.Source, Template: key.Template, Span: key.Span}
			}
		}
		if v == item.Value && key == item.Key {
			continue
		}
		changed := *item
		changed.Key, changed.Value = key, v
		elements[i], changes = &changed, true
	}
	if !changes {
		return e
	}
	parts = &hclwrite.Collection{Span: parts.Span}
	setElements(parts, elements)
	return nodes.AsKindOf(parts, e)
}

// StartsSequence reports whether the JSON of an arranged expression contains a template sequence.
func StartsSequence(e hclwrite.Expr) bool {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return !jsontree.IsReadableNumber(e.Text)
	case *hclwrite.Template:
		return containsSequence(e.Text)
	case *hclwrite.Tuple, *hclwrite.Object:
		parts := syntax.JSONCollection(e)
		return parts == nil || slices.ContainsFunc(parts.Elements(), func(item *hclwrite.Element) bool {
			return item.Key != nil && containsSequence(item.Key.Text) || StartsSequence(item.Value)
		})
	}
	return true
}

func containsSequence(text string) bool {
	return strings.Contains(text, "${") || strings.Contains(text, "%{")
}

// constantExpr returns the expression for a value.
func constantExpr(v cty.Value) hclwrite.Expr {
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
			object.Items = append(object.Items, &hclwrite.Element{Key: name, Value: constantExpr(elem)})
		}
		return object
	}
	tuple := &hclwrite.Tuple{}
	for it := v.ElementIterator(); it.Next(); {
		_, elem := it.Element()
		tuple.Items = append(tuple.Items, &hclwrite.Element{Value: constantExpr(elem)})
	}
	return tuple
}

// numberText returns the JSON text of a number with all digits. It uses an exponent only for very
// large and very small numbers.
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

// refuseExpr returns the replacement for an expression without a JSON form. It reports an error,
// or a warning if the form or the options allow the expression.
func (c *Arranger) refuseExpr(e hclwrite.Expr, start, end int, summary, reason, advice string) hclwrite.Expr {
	switch {
	case c.Query:
		c.Warn(start, end, summary, "%s The query form contains it as an expression.", reason)
	case c.ForTools:
		c.Warn(start, end, summary, "%s Here it is text that starts with %q.", reason, schema.EscapedExpression)
		return c.escapedExpr(e)
	default:
		c.Fail(start, end, summary, "%s%s", reason, advice)
	}
	return e
}

// escapedExpr returns the escaped expression for e, for JSON that no product reads.
func (c *Arranger) escapedExpr(e hclwrite.Expr) hclwrite.Expr {
	return c.textValue(schema.EscapedExpression + c.File.Text(e))
}

// textValue returns a string.
func (c *Arranger) textValue(text string) hclwrite.Expr {
	return &hclwrite.Template{Text: text}
}

// looksEscaped reports whether a string would be read as an escaped expression.
func (c *Arranger) looksEscaped(e *hclwrite.Template) bool {
	return c.ForTools && strings.HasPrefix(e.Text, schema.EscapedExpression)
}

// EvaluateConstant evaluates an expression without variables and functions, as the products do if
// they require a literal value. src is the source of the expression.
func (c *Arranger) EvaluateConstant(src string) (cty.Value, hcl.Diagnostics) {
	// The newline ends a heredoc.
	expr, diags := syntax.Parse(src+"\n", false)
	if diags.HasErrors() {
		return cty.NilVal, diags
	}
	return c.Constants.Evaluate(expr)
}

// checkExprScope warns about names in a native expression outside of the scope of its rule.
func (c *Arranger) checkExprScope(e hclwrite.Expr, rule *tables.Value) {
	if rule.Scope == nil {
		return
	}
	// The newline ends a heredoc.
	if expr, _ := syntax.Parse(c.File.Text(e)+"\n", false); expr != nil {
		start := hclwrite.SpanOf(e).Start
		c.checkScope(expr, rule.Scope, func(offset int) int { return start + offset })
	}
}

// setElements replaces the items of a collection by elements. The comment groups are removed.
func setElements(c *hclwrite.Collection, elements []*hclwrite.Element) {
	c.Items = make([]hclwrite.CollectionItem, len(elements))
	for i, e := range elements {
		c.Items[i] = e
	}
}
