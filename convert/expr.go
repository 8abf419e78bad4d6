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
	"golang.org/x/text/unicode/norm"

	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// exprContext is what the conversion of an expression needs in both directions.
type exprContext struct {
	*report.Reporter
	// forTools is true if only tools read the JSON.
	forTools bool
	// scope is the scope of the expressions of a body.
	scope scope
	// modes receives the modes of values; see [sourcemap.Modes].
	modes *sourcemap.Modes
}

// exprArranger arranges the expressions of native syntax for JSON.
type exprArranger struct {
	exprContext
	file *hclwrite.File
	// query is true if no product reads the JSON and the conversion back does not exist.
	query bool
	// constants is the budget for the evaluation of constant expressions.
	constants *limits.Budget
}

// exprReader reads the expressions of JSON.
type exprReader struct {
	exprContext
	// reference is the text of the reference file in native syntax, or "".
	reference string
	// fromText maps a collection to the JSON string that contains it.
	fromText map[hclwrite.Expr]string
	parser   hclwrite.ExprReader
}

// arrange arranges an expression according to a rule: it returns an expression that the writer writes
// in the correct JSON form. The writer ignores modes and writes each *Template as a string with its
// Text. The rule nil means an ordinary template. If nothing changes, the result is e itself.
func (c *exprArranger) arrange(e hclwrite.Expr, rule *schema.Value) hclwrite.Expr {
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
			return mapParts(e, func(e hclwrite.Expr) hclwrite.Expr { return c.arrange(e, rule.List) }, nil)
		}
	case *hclwrite.Object:
		if rule.IsMap() {
			return c.staticMap(e, rule)
		}
	}
	c.checkExprScope(e, rule)
	c.modes.Record(hclwrite.SpanOf(e), rule.Mode)
	switch {
	case rule.Mode == schema.Literal:
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
func (c *exprArranger) templateExpr(e hclwrite.Expr) hclwrite.Expr {
	if c.scope.roots == nil {
		return e
	}
	switch e := e.(type) {
	case *hclwrite.Template:
		if text := c.scope.roots.resolveTemplate(e.Text); text != e.Text {
			return c.textValue(text)
		}
	case *hclwrite.Object:
		if e.HasStaticKeys() {
			return mapParts(e, c.templateExpr, nil)
		}
		return c.resolveRoots(&hclwrite.Native{Text: c.file.Text(e), Span: e.Span})
	case *hclwrite.Call:
		return c.resolveRoots(&hclwrite.Native{Text: c.file.Text(e), Span: hclwrite.SpanOf(e)})
	case *hclwrite.Native:
		return c.resolveRoots(e)
	}
	return mapParts(e, c.templateExpr, nil)
}

// resolveRoots returns an expression in which text replaces the references to variables that are not
// in scope.
func (c *exprArranger) resolveRoots(e *hclwrite.Native) hclwrite.Expr {
	src, base := e.Text, 0
	if around := c.file.Source(); e.Span.End <= len(around) && around[e.Span.Start:e.Span.End] == e.Text {
		src, base = around, e.Span.Start
	}
	parsed, diags := syntax.Parse(e.Text+"\n", false)
	if diags.HasErrors() {
		return e
	}
	ranges := c.scope.roots.unknownRoots(parsed)
	if len(ranges) == 1 && ranges[0] == parsed.Range() {
		return c.textValue(hcltext.EscapeTemplate(rootText(src, base, base+len(e.Text))))
	}
	return &hclwrite.Native{Text: replaceRoots(e.Text, src, base, ranges), Span: e.Span}
}

// literalExpr arranges an expression with the mode Literal (json/spec.md, "Expressions",
// literal-only mode). It evaluates other constant expressions.
func (c *exprArranger) literalExpr(e hclwrite.Expr) hclwrite.Expr {
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
		if o := withTextKeys(e); syntax.JsonCollection(o) != nil {
			return mapParts(o, c.literalExpr, literalName)
		}
	}
	span := hclwrite.SpanOf(e)
	v, diags := c.evaluateConstant(c.file.Text(e))
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
		hclwrite.CollectionOf(changed).SetElements(items)
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

// staticValue arranges an expression that JSON contains as source text (json/spec.md, "Static
// analysis"). A string is the legacy form with quotes. The products remove the quotes (opentofu
// internal/configs/compat_shim.go).
func (c *exprArranger) staticValue(e hclwrite.Expr, rule *schema.Value) hclwrite.Expr {
	span, mode := hclwrite.SpanOf(e), rule.Mode
	switch e := e.(type) {
	case *hclwrite.Native:
		if rule.NativeReference && !syntax.IsTraversal(e.Text) {
			if c.query {
				return c.textValue(e.Text) // no product reads this form
			}
			return c.refuseExpr(e, span.Start, span.End, "No JSON form",
				fmt.Sprintf("In JSON, %s takes only a reference with constant indexes here.", c.Dialect.Product),
				" Keep this block in a native file.")
		}
		return c.textValue(c.staticText(e.Text, span, mode))
	case *hclwrite.Template:
		if c.forTools && !syntax.IsSource(e.Text) {
			return c.refuseExpr(e, span.Start, span.End, "Not a static expression",
				fmt.Sprintf("Only %s is allowed here.", modeNoun(mode)), "")
		}
		if !hcltext.HasSequence(e.Text) {
			if mode == schema.Type || mode == schema.Call || rule.Unquoted {
				c.Refuse(span.Start, span.End, "Quoted "+modeName(mode),
					"%s takes no quotes around %s in native syntax. In JSON it is text in both cases.",
					c.Dialect.Product, modeNoun(mode))
			}
			return c.textValue(c.staticText(hcltext.TemplateText(e.Text), span, mode))
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
func (c *exprArranger) staticMap(o *hclwrite.Object, rule *schema.Value) hclwrite.Expr {
	items := o.Elements()
	keys, last := make([]hclwrite.Key, len(items)), make(map[string]int, len(items))
	if item := firstComputedKey(o); item != nil {
		return c.refuseExpr(o, item.Key.Span.Start, item.Key.Span.End, "Computed key in a static map",
			"The keys of this map must be constant.", "")
	}
	if item := c.firstTextKey(o, rule); item != nil {
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
		if k != nil && (k.Mode == schema.Traversal || k.Mode == schema.Reference) && item.Key.IsConstant() {
			key.Text = c.staticText(key.Text, key.Span, k.Mode)
		}
		object.Items = append(object.Items, &hclwrite.Element{
			Key: key, Value: c.arrange(item.Value, value), ValueSpan: item.ValueSpan,
		})
	}
	return object
}

// staticKey returns the JSON key of an item of a static map.
func (c *exprArranger) staticKey(item *hclwrite.Element) string {
	switch {
	case item.Key.IsConstant():
		return hcltext.TemplateText(item.Key.Text)
	case item.Key.Source:
		// A constant string can be source text if the tree cannot represent it as a string.
		if text, ok := hcltext.QuotedText(item.Key.Text); ok {
			return text
		}
		if v, diags := c.evaluateConstant(item.Key.Text); !diags.HasErrors() && v.Type() == cty.String && !v.IsNull() {
			return v.AsString()
		}
	}
	return item.Key.Text
}

// staticText returns the text of a static expression. A legacy index a.0 becomes a[0], because the
// JSON parser accepts no other form.
func (c *exprArranger) staticText(text string, span hclwrite.Span, mode schema.Mode) string {
	if mode == schema.Call {
		if !syntax.IsCall(text) {
			c.Refuse(span.Start, span.End, "Not a function call",
				"Only a function call is allowed here, and %s accepts nothing else in JSON either.", c.Dialect.Product)
		}
		return text
	}
	if mode == schema.Type || hcltext.IsCanonicalTraversal(text) {
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
	if mode == schema.Reference && !diags.HasErrors() {
		return text
	}
	c.Refuse(span.Start, span.End, "Not a static reference",
		"Only %s is allowed here, and %s accepts nothing else in JSON either.", modeNoun(mode), c.Dialect.Product)
	return text
}

// textOfCall arranges an expression whose rule has TextOfCall. It protects text that the product
// would read as a function call.
func (c *exprArranger) textOfCall(e hclwrite.Expr) hclwrite.Expr {
	switch e := e.(type) {
	case *hclwrite.Template:
		if syntax.ReadsAsCall(e.Text) {
			return &hclwrite.Native{Text: c.file.Text(e)}
		}
	case *hclwrite.Tuple, *hclwrite.Object:
		if syntax.JsonCollection(e) != nil {
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
	parts.SetElements(elements)
	return parts.AsKindOf(e)
}

// startsSequence reports whether the JSON of an arranged expression contains a template sequence.
func startsSequence(e hclwrite.Expr) bool {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return !jsontree.IsReadableNumber(e.Text)
	case *hclwrite.Template:
		return containsSequence(e.Text)
	case *hclwrite.Tuple, *hclwrite.Object:
		parts := syntax.JsonCollection(e)
		return parts == nil || slices.ContainsFunc(parts.Elements(), func(item *hclwrite.Element) bool {
			return item.Key != nil && containsSequence(item.Key.Text) || startsSequence(item.Value)
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

// refuseExpr returns the replacement for an expression that has no JSON form. It reports an error,
// or a warning if the form or the options allow the expression.
func (c *exprArranger) refuseExpr(e hclwrite.Expr, start, end int, summary, reason, advice string) hclwrite.Expr {
	switch {
	case c.query:
		c.Warn(start, end, summary, "%s The query form contains it as an expression.", reason)
	case c.forTools:
		c.Warn(start, end, summary, "%s Here it is text that starts with %q.", reason, schema.EscapedExpression)
		return c.escapedExpr(e)
	default:
		c.Fail(start, end, summary, "%s%s", reason, advice)
	}
	return e
}

// escapedExpr returns the escaped expression for e, for JSON that no product reads.
func (c *exprArranger) escapedExpr(e hclwrite.Expr) hclwrite.Expr {
	return c.textValue(schema.EscapedExpression + c.file.Text(e))
}

// textValue returns a string.
func (c *exprArranger) textValue(text string) hclwrite.Expr {
	return &hclwrite.Template{Text: text}
}

// looksEscaped reports whether a string would be read as an escaped expression.
func (c *exprArranger) looksEscaped(e *hclwrite.Template) bool {
	return c.forTools && strings.HasPrefix(e.Text, schema.EscapedExpression)
}

// firstComputedKey returns the first item of an object whose key contains an interpolation, or nil.
func firstComputedKey(o *hclwrite.Object) *hclwrite.Element {
	for _, item := range o.Elements() {
		if item.Key.Template {
			return item
		}
	}
	return nil
}

// firstTextKey returns the first item of a static map whose key is text, although its rule requires
// source. It returns nil if there is none. With ForTools, such a map must become an escaped
// expression.
func (c *exprArranger) firstTextKey(o *hclwrite.Object, rule *schema.Value) *hclwrite.Element {
	if !c.forTools || rule.MapKey == nil || !rule.MapKey.Mode.IsSource() {
		return nil
	}
	for _, item := range o.Elements() {
		if item.Key.IsConstant() && !syntax.IsSource(item.Key.Text) {
			return item
		}
	}
	return nil
}

// evaluateConstant evaluates an expression without variables and functions, as the products do if
// they require a literal value. src is the source of the expression.
func (c *exprArranger) evaluateConstant(src string) (cty.Value, hcl.Diagnostics) {
	// The newline ends a heredoc.
	expr, diags := syntax.Parse(src+"\n", false)
	if diags.HasErrors() {
		return cty.NilVal, diags
	}
	return c.constants.Evaluate(expr)
}

// read converts a JSON value to an expression according to a rule. The rule nil means an ordinary
// template.
func (c *exprReader) read(v *jsontree.Value, rule *schema.Value) hclwrite.Expr {
	if rule != nil && v.Kind != jsontree.String && rule.Mode.IsSource() && !hasPartRules(v, rule) {
		c.Refuse(v.Start, v.End, "Not a static expression",
			"Only %s is allowed here, as a string; %s does not accept %s.",
			modeNoun(rule.Mode), c.Dialect.Product, v.Kind)
		rule = nil
	}
	mode := schema.Template
	if rule != nil {
		mode = rule.Mode
	}
	switch v.Kind {
	case jsontree.Array:
		t := &hclwrite.Tuple{Span: valueSpan(v)}
		t.Items = make([]hclwrite.CollectionItem, len(v.Elems))
		for i := range v.Elems {
			value := c.read(&v.Elems[i], rule.Element())
			if i == 0 && rule != nil && rule.List != nil {
				value = quoteFor(value, rule.List.Mode)
			}
			t.Items[i] = &hclwrite.Element{Value: value, ValueSpan: valueSpan(&v.Elems[i])}
		}
		return t
	case jsontree.Object:
		return c.objectExpr(v, rule, mode)
	case jsontree.String:
		if c.forTools && (!mode.IsTemplate() || rule.IsMap()) && strings.HasPrefix(v.Text, schema.EscapedExpression) {
			return c.withPositions(c.unescapedExpr(v), v, len(schema.EscapedExpression))
		}
		if c.forTools && mode == schema.Literal && !c.mayBeExpression(v.Text) {
			c.Warn(v.Start, v.End, "Text, not an expression", "A string is always text here. "+
				"The expression is %q, without \"${\" and \"}\" around it.", schema.EscapedExpression+strings.Trim(v.Text, "${}"))
		}
		c.modes.Record(valueSpan(v), mode)
		parsed := c.withPositions(c.stringExpr(v, mode), v, 0)
		c.checkTextScope(v.Text, v.Start, rule)
		c.checkTextWrapping(v, rule)
		return parsed
	}
	return &hclwrite.Literal{Text: v.Text, Span: valueSpan(v)}
}

// checkTextWrapping reports parentheses or quotes around a static expression in a JSON string. For the
// other modes, staticText reports them.
func (c *exprReader) checkTextWrapping(v *jsontree.Value, rule *schema.Value) {
	if rule == nil || rule.Mode != schema.Type && rule.Mode != schema.Reference {
		return
	}
	text := strings.TrimSpace(v.Text)
	if strings.HasPrefix(text, "(") && !rule.Parenthesized || strings.HasPrefix(text, `"`) {
		c.Refuse(v.Start, v.End, "Not a static expression",
			"Only %s is allowed here, as bare text; %s may not accept %q.", modeNoun(rule.Mode), c.Dialect.Product, text)
	}
}

// hasPartRules reports whether a rule contains rules for the elements or members of a value.
func hasPartRules(v *jsontree.Value, rule *schema.Value) bool {
	return v.Kind == jsontree.Array && rule.List != nil || v.Kind == jsontree.Object && rule.IsMap()
}

func (c *exprReader) objectExpr(v *jsontree.Value, rule *schema.Value, mode schema.Mode) hclwrite.Expr {
	o := &hclwrite.Object{Span: valueSpan(v)}
	items := make([]*hclwrite.Element, len(v.Members))
	keys := make([]hclwrite.Key, len(v.Members))
	static := rule.IsMap()
	var seen map[hclwrite.Key]bool // the keys so far, without positions
	if len(v.Members) > 8 {
		seen = make(map[hclwrite.Key]bool, len(v.Members))
	}
	for i := range v.Members {
		m, key := &v.Members[i], &keys[i]
		item := &hclwrite.Element{Key: key}
		items[i] = item
		switch {
		case static && rule.Fields != nil, !static && mode == schema.Literal:
			key.Text = hcltext.EscapeTemplate(m.Name)
		case static:
			key.Text, key.Source = c.staticKey(m, rule.MapKey)
		default:
			c.templateKey(m, key)
			c.checkTextScope(m.Name, m.NameStart, rule)
		}
		id := keyID(key)
		same := func(other *hclwrite.Element) bool { return keyID(other.Key) == id }
		if seen[id] || seen == nil && slices.ContainsFunc(items[:i], same) {
			c.Fail(m.NameStart, m.NameEnd, "Duplicate object key",
				"The key %q appears twice in this object; the products do not accept duplicate keys in JSON.", m.Name)
		}
		if seen != nil {
			seen[id] = true
		}
		key.Span = hclwrite.Span{Start: m.NameStart, End: m.NameEnd}
		item.Value, item.ValueSpan = c.read(&m.Value, rule.Field(m.Name)), valueSpan(&m.Value)
	}
	hclwrite.CollectionOf(o).SetElements(items)
	return o
}

// keyID returns a value that equal keys of an object have in common. The products normalize keys.
func keyID(key *hclwrite.Key) hclwrite.Key {
	return hclwrite.Key{Text: norm.NFC.String(key.Text), Source: key.Source, Template: key.Template}
}

// templateKey sets a key from the name of a member that is a template.
func (c *exprReader) templateKey(m *jsontree.Member, key *hclwrite.Key) {
	parsed, diags := c.parser.ParseTemplate(m.Name, c.Filename)
	c.addStringDiags(diags, m.NameStart)
	switch e := parsed.(type) {
	case nil:
		key.Text = m.Name
	case *hclwrite.Template:
		key.Text, key.Template = e.Text, hcltext.HasSequence(e.Text)
	case *hclwrite.Native:
		key.Text, key.Source = hcltext.Parenthesize(e.Text), true
	default:
		// If the name is an interpolation of a literal or collection, the key is its source text.
		span := hclwrite.SpanOf(e)
		key.Text, key.Source = hcltext.Parenthesize(m.Name[span.Start:span.End]), true
	}
}

// staticKey returns the key for the name of a member of a static map. source is true if the key is
// source text.
func (c *exprReader) staticKey(m *jsontree.Member, rule *schema.Value) (text string, source bool) {
	if rule == nil || rule.Mode == schema.Literal || rule.Mode == schema.Template || hcltext.IsIdentifier(m.Name) {
		return hcltext.EscapeTemplate(m.Name), false
	}
	text = c.staticText(m.Name, m.NameStart, m.NameEnd, rule.Mode)
	if text == "" || text[0] >= '0' && text[0] <= '9' || startsFor(text) {
		return hcltext.EscapeTemplate(m.Name), false
	}
	return text, true
}

// unescapedExpr returns the expression in an escaped expression.
func (c *exprReader) unescapedExpr(v *jsontree.Value) hclwrite.Expr {
	e, diags := hclwrite.ParseExpr(v.Text[len(schema.EscapedExpression):]+"\n", c.Filename)
	place := jsontree.StringOffsets(c.Src, v.Start)
	c.AddPart(diags, func(offset int) int { return place(len(schema.EscapedExpression) + offset) })
	if diags.HasErrors() {
		return &hclwrite.Literal{Text: "null"}
	}
	return e
}

// withPositions sets the positions of an expression in a JSON string: the string for the expression itself, and the
// text in it for its parts. The parser set offsets in the text of the string after its first bytes.
func (c *exprReader) withPositions(e hclwrite.Expr, v *jsontree.Value, first int) hclwrite.Expr {
	if hclwrite.CollectionOf(e) != nil {
		at := jsontree.StringOffsets(c.Src, v.Start)
		hclwrite.Walk(e, func(node hclwrite.Node) bool {
			for _, span := range treediff.Spans(node) {
				span.Start, span.End = at(first+span.Start), at(first+span.End)
			}
			return true
		})
	}
	for _, span := range treediff.Spans(e) {
		*span = valueSpan(v)
	}
	return e
}

func (c *exprReader) stringExpr(v *jsontree.Value, mode schema.Mode) hclwrite.Expr {
	switch mode {
	case schema.Literal:
		return &hclwrite.Template{Text: hcltext.EscapeTemplate(v.Text)}
	case schema.Traversal, schema.Reference, schema.Keyword, schema.Type, schema.Call:
		if v.Text == syntax.LegacyWildcard {
			return &hclwrite.Template{Text: v.Text}
		}
		return staticExpr(c.staticText(v.Text, v.Start, v.End, mode))
	case schema.TemplateOrTraversal:
		if hcltext.IsCanonicalTraversal(v.Text) && strings.Contains(v.Text, ".") {
			return &hclwrite.Native{Text: v.Text}
		}
	}
	parsed, diags := c.parser.ParseTemplate(c.resolvedText(v), c.Filename)
	if diags.HasErrors() && mode == schema.TemplateOrText {
		c.Warn(v.Start, v.End, "Text instead of a template",
			"The string is not a valid template, so %s takes it verbatim. It is written as text.", c.Dialect.Product)
		return &hclwrite.Template{Text: hcltext.EscapeTemplate(v.Text)}
	}
	c.addStringDiags(diags, v.Start)
	if diags.HasErrors() {
		return &hclwrite.Literal{Text: "null"}
	}
	if hclwrite.CollectionOf(parsed) != nil {
		if c.fromText == nil {
			c.fromText = make(map[hclwrite.Expr]string)
		}
		c.fromText[parsed] = v.Text
	}
	return c.scope.roots.withReferences(parsed)
}

// resolvedText returns the text of a JSON string in which text replaces the references to variables
// that are not in scope.
func (c *exprReader) resolvedText(v *jsontree.Value) string {
	text := c.scope.roots.resolveTemplate(v.Text)
	if text != v.Text && strings.Contains(c.Src[v.Start:v.End], `\`) {
		c.Warn(v.Start, v.End, "Misread by the product",
			"%s reads the text of a reference from the wrong position in a JSON string with an escape. "+
				"It is written with its intended meaning; in JSON, write $${ instead of ${.", c.Dialect.Product)
	}
	return text
}

// staticExpr returns the expression for a source text. If the text is a collection, a string or a
// number, it is not a static expression. The result is then the node that the parser of native
// syntax returns.
func staticExpr(text string) hclwrite.Expr {
	if text != "" && strings.IndexByte("{[\"<-0123456789", text[0]) >= 0 {
		if parsed, diags := hclwrite.ParseTemplate("${"+text+"\n}", ""); !diags.HasErrors() {
			return parsed
		}
	}
	return &hclwrite.Native{Text: text}
}

// staticText returns the source text of a JSON string that represents a static expression. It
// reports text that is not a valid static expression.
func (c *exprReader) staticText(text string, start, end int, mode schema.Mode) string {
	text = strings.TrimSpace(text)
	if mode == schema.Type && isAnyCollection(text) {
		return text + "(any)"
	}
	if mode != schema.Call && hcltext.IsCanonicalTraversal(text) {
		return text
	}
	if inner, ok := strings.CutPrefix(text, "${"); ok && strings.HasSuffix(inner, "}") {
		text = strings.TrimSpace(inner[:len(inner)-1])
		c.Refuse(start, end, "Template instead of bare source",
			"%s takes %s without ${ and } here. It is written without them.",
			c.Dialect.Product, modeNoun(mode))
	}
	parsed, diags := c.parser.ParseStatic(text, c.Filename)
	if diags.HasErrors() {
		c.addStringDiags(diags, start)
		return text
	}
	c.warnLostComments(text, parsed.Text, start, end)
	accepts := func(summary, only string) {
		c.Refuse(start, end, summary, "Only %s is allowed here, as bare text; %s may not accept %q.",
			only, c.Dialect.Product, text)
	}
	if mode == schema.Call && !syntax.IsCall(text) {
		accepts("Not a function call", "a function call")
	}
	if mode == schema.Type && isCollection(parsed.Text) {
		accepts("Not a static expression", "a type constraint")
	}
	if mode == schema.Traversal || mode == schema.Keyword {
		if _, diags := hclsyntax.ParseTraversalAbs([]byte(text), "", hcl.InitialPos); diags.HasErrors() {
			accepts("Not a static reference", modeNoun(mode))
		}
	}
	return parsed.Text
}

// isCollection reports whether a text is a tuple or an object.
func isCollection(text string) bool {
	e, _ := hclwrite.ParseExpr(text, "")
	return hclwrite.CollectionOf(e) != nil
}

// isAnyCollection reports whether a type constraint is a collection type without an element type.
// Its elements have any type. terraform fmt writes the long form (internal/command/fmt.go).
func isAnyCollection(text string) bool { return text == "list" || text == "map" || text == "set" }

// quoteFor returns the first element of a list. It puts a static reference that would start a for
// expression in quotes, because the products do not accept parentheses here.
func quoteFor(e hclwrite.Expr, mode schema.Mode) hclwrite.Expr {
	if n, ok := e.(*hclwrite.Native); ok && (mode == schema.Traversal || mode == schema.Keyword) && startsFor(n.Text) {
		return &hclwrite.Template{Text: hcltext.EscapeTemplate(n.Text)}
	}
	return e
}

// startsFor reports whether the first name of a reference is "for".
func startsFor(text string) bool {
	rest, ok := strings.CutPrefix(text, "for")
	return ok && (rest == "" || strings.IndexByte(".[ ", rest[0]) >= 0)
}

func valueSpan(v *jsontree.Value) hclwrite.Span { return hclwrite.Span{Start: v.Start, End: v.End} }

// addStringDiags adds diagnostics about the text of a JSON string. start is the offset of the string
// in the file.
func (c *exprReader) addStringDiags(diags hcl.Diagnostics, start int) {
	if len(diags) == 0 {
		return
	}
	c.AddPart(diags, jsontree.StringOffsets(c.Src, start))
}

// checkExprScope warns about names in a native expression that are not in the scope of its rule.
func (c *exprArranger) checkExprScope(e hclwrite.Expr, rule *schema.Value) {
	if rule.Scope == nil {
		return
	}
	// The newline ends a heredoc.
	if expr, _ := syntax.Parse(c.file.Text(e)+"\n", false); expr != nil {
		start := hclwrite.SpanOf(e).Start
		c.checkScope(expr, rule.Scope, func(offset int) int { return start + offset })
	}
}

// checkTextScope warns about names in the text of a JSON string that are not in the scope of its
// rule. start is the offset of the string in the file.
func (c *exprReader) checkTextScope(text string, start int, rule *schema.Value) {
	if rule == nil || rule.Scope == nil {
		return
	}
	template := rule.Mode.IsTemplate()
	if rule.Mode == schema.Literal || template && !hcltext.HasSequence(text) {
		return
	}
	if expr, _ := syntax.Parse(text, template); expr != nil {
		c.checkScope(expr, rule.Scope, jsontree.StringOffsets(c.Src, start))
	}
}

// checkScope warns about names in an expression that are not in scope, once per name. locate
// converts an offset in the expression to an offset in the file.
func (c *exprContext) checkScope(expr hclsyntax.Expression, scope *schema.Scope, locate func(int) int) {
	product := c.Dialect.Product
	if scope.OnlyJSON {
		product = "In JSON, " + product
	}
	told := make(map[string]bool)
	unknown := func(kind, name string, known []string, rng hcl.Range) {
		if known == nil || slices.Contains(known, name) || told[kind+name] {
			return
		}
		told[kind+name] = true
		c.Refuse(locate(rng.Start.Byte), locate(rng.End.Byte), "Unknown "+kind,
			"%s has no %s %q here. The expression is converted anyway.", product, kind, name)
	}
	for _, call := range syntax.CallsIn(expr) {
		unknown("function", call.Name, scope.Functions, call.NameRange)
	}
	for _, traversal := range expr.Variables() {
		unknown("variable", traversal.RootName(), scope.Variables, traversal[0].SourceRange())
	}
}

// warnLostComments warns if the source of a static expression contains comments that the written
// text does not contain.
func (c *exprContext) warnLostComments(source, written string, start, end int) {
	if source != written && len(hcltext.CommentsIn(source)) > len(hcltext.CommentsIn(written)) {
		c.Warn(start, end, "Comment left out",
			"A comment inside a static expression cannot be kept. Write it above the argument.")
	}
}

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

// mayBeExpression returns false if a text looks like an interpolation and the reference file does not contain it as a
// literal string. It returns true if the text of the reference file is unknown.
func (c *exprReader) mayBeExpression(text string) bool {
	return c.reference == "" || !strings.HasPrefix(text, "${") ||
		strings.Contains(c.reference, hcltext.EscapeTemplate(text))
}
