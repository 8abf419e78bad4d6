package equivalent

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/text/unicode/norm"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/schema"
)

func (c *comparer) compareExpressions(a, b attribute, rule *tables.Value, at path) {
	if !c.hasSameText(a, b, rule) {
		c.compareNodes(c.normalizedValue(a, rule), c.normalizedValue(b, rule), at)
	}
}

// normalizedValue returns the normal form of an attribute's value. The rule decides how the value is read.
func (c *comparer) normalizedValue(a attribute, rule *tables.Value) *node {
	return normalizer{c: c, file: a.file}.value(a.Expr, rule)
}

// normalizer converts the expressions of one file to nodes.
type normalizer struct {
	c *comparer
	*file
	// within is the range of the JSON string that contains the source text. If it is set, it
	// replaces the ranges of the syntax tree, which are wrong.
	within *hcl.Range
	// text is the decoded value of the JSON string at within.
	text string
	// namesAreKeywords is true if names in the expression are keywords, such as types, and not variables.
	namesAreKeywords bool
}

// templateValue is the default rule for values without a rule in a schema.
var templateValue = &tables.Value{Mode: tables.Template}

// value returns the normal form of an expression.
func (r normalizer) value(e hcl.Expression, rule *tables.Value) *node {
	if rule == nil {
		rule = templateValue
	}
	r.namesAreKeywords = rule.Mode.IsSource()
	if rule.List != nil {
		if elements, diags := hcl.ExprList(e); !diags.HasErrors() {
			return r.list(elements, rule.List, r.rangeOf(e))
		}
	}
	if rule.IsMap() {
		if pairs, diags := hcl.ExprMap(e); !diags.HasErrors() {
			return r.mapping(pairs, rule, r.rangeOf(e))
		}
	}
	if r.JSON {
		return r.jsonValue(e, rule)
	}
	native := e.(hclsyntax.Expression)
	if _, quoted := r.quoted(native); quoted && (rule.Unquoted || rule.Mode == tables.Type) {
		r.c.warnf(r.rangeOf(native), "Quoted reference, keyword or type", "The product refuses quotes here in native syntax; the text in "+
			"them is compared.")
	}
	return requireStatic(r.nativeValue(native, rule.Mode), rule)
}

// list returns a tuple node whose elements are read by one rule.
func (r normalizer) list(elements []hcl.Expression, rule *tables.Value, rng hcl.Range) *node {
	value := func(e hcl.Expression) *node { return r.value(e, rule) }
	return &node{kind: tupleKind, kids: mapEach(elements, value), rng: rng}
}

// mapping returns an object node whose keys and values are read by the rules of a static map.
func (r normalizer) mapping(pairs []hcl.KeyValuePair, rule *tables.Value, rng hcl.Range) *node {
	var items []*node
	static := true
	for _, pair := range pairs {
		keyRule, valueRule := pairRules(rule, r.keyName(pair.Key))
		static = static && isStaticKey(keyRule)
		items = append(items, keyNode(r.value(pair.Key, keyRule)), r.value(pair.Value, valueRule))
	}
	n, duplicate := newObject(withoutRepeatedFields(items, rule), rng, static)
	if duplicate != nil && r.JSON {
		r.c.errorf(duplicate.rng, "Duplicate object key",
			"The product does not accept an object with the key %s twice.", duplicate)
	}
	return n
}

// keyName returns the key of an object, or "" if the key is not constant.
func (r normalizer) keyName(e hcl.Expression) string {
	if native, ok := e.(hclsyntax.Expression); ok {
		return r.c.constantString(native)
	}
	name, _ := e.Value(nil)
	return name.AsString()
}

// literalValue is the rule for keys and for values that are read verbatim.
var literalValue = &tables.Value{Mode: tables.Literal}

// pairRules returns the rules for a key and its value in a static map.
func pairRules(rule *tables.Value, name string) (key, value *tables.Value) {
	if rule.Fields == nil {
		return cmp.Or(rule.MapKey, literalValue), rule.Field(name)
	}
	return literalValue, rule.Field(name)
}

// isStaticKey reports whether a key with this rule is a name. A name is never computed.
func isStaticKey(rule *tables.Value) bool {
	return rule != nil && !rule.Mode.IsTemplate()
}

// withoutRepeatedFields returns the items without repeated fields: the last value of a field wins, because the
// product reads the fields in order.
func withoutRepeatedFields(items []*node, rule *tables.Value) []*node {
	if rule.Fields == nil {
		return items
	}
	var kept []*node
	seen := map[string]bool{}
	for i := len(items) - 2; i >= 0; i -= 2 {
		if name := items[i].String(); !seen[name] {
			seen[name] = true
			kept = append(kept, items[i], items[i+1])
		}
	}
	return kept
}

func (r normalizer) nativeValue(e hclsyntax.Expression, mode tables.Mode) *node {
	switch mode {
	case tables.Literal:
		return r.fold(e)
	case tables.Traversal, tables.Keyword:
		if quoted, ok := r.quoted(e); ok {
			return r.traversalText(quoted, r.rangeOf(e))
		}
		if traversal, diags := hcl.AbsTraversalForExpr(e); !diags.HasErrors() {
			return r.traversal(traversal, r.rangeOf(e))
		}
		r.warnNotAllowed(r.rangeOf(e), "a static reference")
		return &node{kind: expressionKind, kids: []*node{r.nativeNode(e)}, rng: r.rangeOf(e)}
	case tables.Reference:
		if quoted, ok := r.quoted(e); ok {
			return r.expressionText(quoted, r.rangeOf(e))
		}
		if _, ok := e.(*hclsyntax.ParenthesesExpr); ok {
			r.warnNotAllowed(r.rangeOf(e), "a reference without parentheses")
		}
	case tables.TemplateOrTraversal:
		if quoted, ok := r.quoted(e); ok && isReference(quoted) && (r.asWritten || !r.c.fromJSON) {
			return r.expressionText(quoted, r.rangeOf(e))
		}
	case tables.Call:
		if _, ok := e.(*hclsyntax.FunctionCallExpr); !ok {
			r.warnNotAllowed(r.rangeOf(e), "a function call")
		}
		if quoted, ok := r.quoted(e); ok && (r.asWritten || !r.c.fromJSON) {
			return r.expressionText(quoted, r.rangeOf(e))
		}
	case tables.Type:
		// Current products refuse a quoted type, which only old files contain. The result of a
		// conversion must not introduce it.
		if quoted, ok := r.quoted(e); ok && (r.asWritten || !r.c.fromJSON) {
			return r.typeText(quoted, r.rangeOf(e))
		}
		if keyword := hcl.ExprAsKeyword(e); keyword != "" {
			return r.typeText(keyword, r.rangeOf(e))
		}
		if _, ok := e.(*hclsyntax.FunctionCallExpr); !ok {
			r.warnNotAllowed(r.rangeOf(e), "a type constraint")
		}
	}
	if key, ok := e.(*hclsyntax.ObjectConsKeyExpr); ok && !key.ForceNonLiteral && !mode.IsTemplate() {
		e = key.Wrapped
	}
	return r.nativeNode(e)
}

// fold returns the value of an expression that the product evaluates without variables and
// functions.
func (r normalizer) fold(e hclsyntax.Expression) *node {
	rng := r.rangeOf(e)
	switch inner := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return newLiteral(inner.Val, rng)
	case *hclsyntax.TupleConsExpr:
		return &node{kind: tupleKind, kids: mapEach(inner.Exprs, r.fold), rng: rng}
	case *hclsyntax.ObjectConsExpr:
		if n := r.foldObject(inner); n != nil {
			return n
		}
	case *hclsyntax.TemplateExpr:
		if n := r.nativeNode(inner); n.isString() {
			return n
		}
	}
	value, diags := r.c.constants.Evaluate(e)
	if diags.HasErrors() && diags[0].Extra == (limits.TooLarge{}) {
		r.c.errorf(rng, diags[0].Summary, "The constant expression is not evaluated, so it cannot be compared.")
		return &node{kind: unreadKind, rng: rng}
	}
	if diags.HasErrors() || !value.IsWhollyKnown() {
		r.warnNotAllowed(rng, "a constant")
		return &node{kind: expressionKind, kids: []*node{r.nativeNode(e)}, rng: rng}
	}
	return r.fromValue(value, e)
}

// foldObject evaluates the items of an object one by one. The last of several items with the same
// key wins. It returns nil if a key is not constant.
func (r normalizer) foldObject(e *hclsyntax.ObjectConsExpr) *node {
	var items []*node
	at := make(map[string]int, len(e.Items))
	for _, item := range e.Items {
		key := keyNode(r.fold(item.KeyExpr))
		if !key.isString() {
			return nil
		}
		value := r.fold(item.ValueExpr)
		if i, ok := at[key.value.AsString()]; ok {
			items[i+1] = value
			continue
		}
		at[key.value.AsString()] = len(items)
		items = append(items, key, value)
	}
	n, _ := newObject(items, r.rangeOf(e), false)
	return n
}

func (r normalizer) fromValue(value cty.Value, e hclsyntax.Expression) *node {
	rng := r.rangeOf(e)
	if value.IsNull() {
		return newLiteral(cty.NullVal(cty.DynamicPseudoType), rng)
	}
	switch t := value.Type(); {
	case t.IsPrimitiveType():
		return newLiteral(value, rng)
	case t.IsObjectType() || t.IsMapType():
		var items []*node
		for key, element := range value.Elements() {
			items = append(items, newLiteral(key, rng), r.fromValue(element, e))
		}
		n, _ := newObject(items, rng, false)
		return n
	}
	n := &node{kind: tupleKind, rng: rng}
	for _, element := range value.Elements() {
		n.kids = append(n.kids, r.fromValue(element, e))
	}
	return n
}

// quoted returns the text of a quoted string, which is the old notation of a reference or keyword.
func (r normalizer) quoted(e hclsyntax.Expression) (string, bool) {
	if key, ok := e.(*hclsyntax.ObjectConsKeyExpr); ok {
		e = key.Wrapped
	}
	if _, ok := e.(*hclsyntax.TemplateExpr); !ok {
		return "", false
	}
	n := r.nativeNode(e)
	if !n.isString() {
		return "", false
	}
	return n.value.AsString(), true
}

func (r normalizer) jsonValue(e hcl.Expression, rule *tables.Value) *node {
	parts := &tables.Value{Mode: rule.Mode, TextOfCall: rule.TextOfCall}
	if rule.Mode.IsSource() {
		parts = literalValue
		if !isScalar(e) && !rule.HasParts() {
			r.warnNotAllowed(e.Range(), "a string")
		}
	}
	if elements, diags := hcl.ExprList(e); !diags.HasErrors() {
		return requireStatic(r.list(elements, parts, e.Range()), rule)
	}
	if pairs, diags := hcl.ExprMap(e); !diags.HasErrors() {
		return requireStatic(r.mapping(pairs, &tables.Value{MapKey: parts, MapValue: parts}, e.Range()), rule)
	}
	value, diags := e.Value(nil)
	r.c.Diagnostics = append(r.c.Diagnostics, diags...)
	if r.ForTools && (!rule.Mode.IsTemplate() || rule.IsMap()) {
		if n := r.escapedNode(value, rule, e.Range()); n != nil {
			return n
		}
	}
	if rule.TextOfCall {
		if call := r.textOfCall(value, e.Range()); call != nil {
			return call
		}
	}
	return requireStatic(r.jsonScalar(value, rule.Mode, e.Range()), rule)
}

// escapedNode returns the node of an escaped expression, or nil for any other string.
func (r normalizer) escapedNode(value cty.Value, rule *tables.Value, rng hcl.Range) *node {
	if value.IsNull() || value.Type() != cty.String {
		return nil
	}
	source, ok := strings.CutPrefix(value.AsString(), schema.EscapedExpression)
	if !ok {
		return nil
	}
	source += "\n"
	parsed, diags, found := r.c.readText([]byte(source), rng.Filename, templateStart(rng), expressionSyntax)
	if found != nil {
		r.c.errorf(rng, undecidedSummary, "%s", found.detail("The expression"))
		return &node{kind: unreadKind, rng: rng}
	}
	if diags.HasErrors() {
		r.c.Diagnostics = append(r.c.Diagnostics, diags...)
		return &node{kind: textKind, name: source, rng: rng}
	}
	r.within = &rng
	r.sourceComments(source, hclsyntax.LexExpression)
	native := *r.file
	native.JSON = false
	native.asWritten = r.asWritten && (!r.c.fromJSON || r.c.rules == BothAsWritten) // as the other file
	r.file = &native
	return r.value(parsed, rule)
}

// textOfCall returns the expression of a JSON string that represents text but parses as an
// expression with a function call. It returns nil for any other string. Such a string is an error
// only in the result of a conversion from native syntax. In a source, the string is compared as text
// (buildx bake/hclparser/expr.go, appendJSONFuncCalls).
func (r normalizer) textOfCall(value cty.Value, rng hcl.Range) *node {
	if value.IsNull() || value.Type() != cty.String {
		return nil
	}
	source := []byte(value.AsString())
	parsed, diags, found := r.c.readText(source, rng.Filename, templateStart(rng), expressionSyntax)
	if found != nil || diags.HasErrors() || !hasCall(parsed) {
		return nil
	}
	if r.asWritten || r.c.fromJSON && r.c.rules == SourceAsWritten {
		r.warnNotAllowed(rng, "text without a function call")
		return nil
	}
	r.within, r.text = &rng, value.AsString()
	return &node{kind: expressionKind, kids: []*node{r.nativeNode(parsed)}, rng: rng}
}

func hasCall(expr hclsyntax.Expression) bool {
	found := false
	_ = hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		_, call := node.(*hclsyntax.FunctionCallExpr)
		found = found || call
		return nil
	})
	return found
}

func (r normalizer) jsonScalar(value cty.Value, mode tables.Mode, rng hcl.Range) *node {
	if value.IsNull() || value.Type() != cty.String {
		if mode == tables.Traversal || mode == tables.Keyword {
			return &node{kind: expressionKind, kids: []*node{newLiteral(value, rng)}, rng: rng}
		}
		return newLiteral(value, rng)
	}
	source := value.AsString()
	if mode.IsSource() {
		// The product parses the text of the string, while the value is normalized.
		_ = stdjson.Unmarshal(rng.SliceBytes(r.Bytes), &source)
	}
	inner, interpolated := interpolation(source)
	switch {
	case mode == tables.Literal:
		return newLiteral(value, rng)
	case mode.IsSource() && interpolated:
		text := &node{kind: textKind, name: source, rng: rng}
		if r.asWritten {
			r.c.warnf(rng, notInSchema, "The language requires %s here; the text is compared without ${ and }.", bareSource)
			text.kids = []*node{r.bareText(inner, mode, rng)}
		}
		return text
	case mode.IsSource():
		return r.bareText(source, mode, rng)
	case mode == tables.TemplateOrTraversal && isReference(source):
		return r.expressionText(source, rng)
	}
	if isPlainTemplate([]byte(source)) {
		return newLiteral(value, rng)
	}
	parsed, diags, found := r.c.readText([]byte(source), rng.Filename, templateStart(rng), templateSyntax)
	switch {
	case found != nil:
		r.c.errorf(rng, undecidedSummary, "%s", found.detail("The template"))
		return &node{kind: unreadKind, rng: rng}
	case diags.HasErrors() && mode == tables.TemplateOrText:
		return newLiteral(value, rng)
	case diags.HasErrors():
		r.c.Diagnostics = append(r.c.Diagnostics, diags...)
		return &node{kind: textKind, name: source, rng: rng}
	}
	r.within, r.text = &rng, source
	if r.c.thorough || mayContainComment(sequences([]byte(source))) {
		r.sourceComments(source, hclsyntax.LexTemplate)
	}
	return r.nativeNode(parsed)
}

// interpolation returns the source text between ${ and }. It returns false if the string contains
// other text.
func interpolation(source string) (string, bool) {
	inner, ok := strings.CutPrefix(strings.TrimSpace(source), "${")
	if !ok {
		return "", false
	}
	inner, ok = strings.CutSuffix(inner, "}")
	return strings.TrimSpace(inner), ok
}

// isReference reports whether a string is a reference with at least one step. A single word is not a
// reference.
func isReference(source string) bool {
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(source), "", hcl.InitialPos)
	return !diags.HasErrors() && len(traversal) > 1
}

// bareText returns the node of a string that contains source text without ${ and }.
func (r normalizer) bareText(source string, mode tables.Mode, rng hcl.Range) *node {
	switch mode {
	case tables.Traversal, tables.Keyword:
		return r.traversalText(source, rng)
	case tables.Type:
		return r.typeText(source, rng)
	}
	return r.expressionText(source, rng)
}

func (r normalizer) traversalText(source string, rng hcl.Range) *node {
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(source), rng.Filename, templateStart(rng))
	if !diags.HasErrors() {
		r.within = &rng
		return r.traversal(traversal, rng)
	}
	n := r.expressionText(source, rng)
	if n.kind == textKind || n.kind == unreadKind {
		return n
	}
	return &node{kind: expressionKind, kids: []*node{n}, rng: rng}
}

// typeText returns the node of a type constraint. A collection type without an element type accepts
// any elements (opentofu internal/configs/named_values.go, decodeVariableType).
func (r normalizer) typeText(source string, rng hcl.Range) *node {
	switch strings.TrimSpace(source) {
	case "list", "map", "set":
		source = strings.TrimSpace(source) + "(any)"
	}
	return r.expressionText(source, rng)
}

// allChanges is the old notation of the keyword "all" in ignore_changes.
const allChanges = "*"

func (r normalizer) expressionText(source string, rng hcl.Range) *node {
	parsed, diags, found := r.c.readText([]byte(source), rng.Filename, templateStart(rng), expressionSyntax)
	if found != nil {
		r.c.errorf(rng, undecidedSummary, "%s", found.detail("The expression"))
		return &node{kind: unreadKind, rng: rng}
	}
	if !diags.HasErrors() {
		r.within = &rng
		r.sourceComments(source, hclsyntax.LexExpression)
		n := r.nativeNode(parsed)
		if n.isString() {
			r.warnNotAllowed(rng, bareSource)
		}
		return n
	}
	if source != allChanges {
		r.warnNotAllowed(rng, bareSource)
	}
	return &node{kind: textKind, name: source, rng: rng}
}

// bareSource describes the strings that products accept in the static modes.
const bareSource = "a reference, a keyword or a type"

// warnNotAllowed adds a warning about an expression that the product does not accept, if it is compared
// as written. With [Strict], it is a difference.
func (r normalizer) warnNotAllowed(rng hcl.Range, want string) {
	switch {
	case r.asWritten:
		r.c.warnf(rng, notInSchema,
			"The language requires %s here; the expression is compared as written.", want)
	case r.c.rules == Strict:
		r.c.errorf(rng, notInSchema, "The language requires %s here.", want)
	}
}

// requireStatic returns a whole node if the rule requires a static list or map.
func requireStatic(n *node, rule *tables.Value) *node {
	if !rule.HasParts() {
		return n
	}
	return &node{kind: wholeKind, kids: []*node{n}, rng: n.rng}
}

// constantString returns the value of a constant string expression, or "" for any other expression.
func (c *comparer) constantString(e hclsyntax.Expression) string {
	value, diags := c.constants.Evaluate(e)
	if diags.HasErrors() || value.IsNull() || !value.IsKnown() || value.Type() != cty.String {
		return ""
	}
	return value.AsString()
}

func attributeOf(b hcl.Body, name string) *hcl.Attribute {
	decoded, _, _ := b.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
	return decoded.Attributes[name]
}

// isScalar reports whether a JSON expression is neither an array nor an object.
func isScalar(e hcl.Expression) bool {
	_, list := hcl.ExprList(e)
	_, object := hcl.ExprMap(e)
	return list.HasErrors() && object.HasErrors()
}

func isNull(e hcl.Expression) bool {
	value, diags := e.Value(nil)
	return !diags.HasErrors() && value.IsNull()
}

// hasSameText reports whether two attributes certainly have the same meaning. One attribute is in
// native syntax, the other in JSON, and the JSON strings contain the text of the native syntax. Such
// attributes do not need to be parsed as templates. In doubt, hasSameText returns false.
//
// It relies on the following behavior of hashicorp/hcl:
//
//   - The text of a quoted string or heredoc without escapes has the same value in a JSON string
//     (see bareTemplate).
//   - An expression X has the same value as the JSON string "${X}": after ${, the scanner and the
//     parser are in the same state as at the start of any expression. Line breaks and heredoc
//     markers are exceptions. An expression contains line breaks only in brackets, and hasSameText
//     refuses heredocs.
//   - The JSON values true, false, null and short integers have the same value as the same text in
//     native syntax.
//
// FuzzSameText compares the result with the nodes of both attributes.
func (c *comparer) hasSameText(a, b attribute, rule *tables.Value) bool {
	if c.thorough || c.roots != nil || a.file.JSON == b.file.JSON {
		return false
	}
	if rule == nil {
		rule = templateValue
	}
	templates := rule.Mode == tables.Template
	if !templates && rule.Mode != tables.Literal || rule.HasParts() || rule.TextOfCall {
		return false
	}
	if a.file.JSON {
		a, b = b, a
	}
	if b.file.ForTools && !templates {
		return false
	}
	s := textComparer{native: a.file.Bytes, json: b.file.Bytes, templates: templates, comments: c.comparesComments}
	return s.equalExpressions(a.Expr.(hclsyntax.Expression), b.Expr)
}

// textComparer compares expressions with JSON values by their texts.
type textComparer struct {
	native, json []byte
	// templates is true if strings in JSON are templates.
	templates bool
	// comments is true if comments in JSON strings are compared.
	comments bool
}

func (s textComparer) equalExpressions(e hclsyntax.Expression, value hcl.Expression) bool {
	text := value.Range().SliceBytes(s.json)
	switch text[0] {
	case '"':
		return s.equalText(e, text)
	case '[':
		e, ok := e.(*hclsyntax.TupleConsExpr)
		elements, diags := hcl.ExprList(value)
		return ok && !diags.HasErrors() && slices.EqualFunc(e.Exprs, elements, s.equalExpressions)
	case '{':
		e, ok := e.(*hclsyntax.ObjectConsExpr)
		return ok && s.equalItems(e, value)
	}
	literal, ok := e.(*hclsyntax.LiteralValueExpr)
	return ok && bytes.Equal(text, literal.SrcRange.SliceBytes(s.native)) && isPlainLiteral(text)
}

// maxInteger is the maximum number of digits of an integer that has the same value in both syntaxes
// without conversion.
const maxInteger = 15

func isPlainLiteral(text []byte) bool {
	switch string(text) {
	case "true", "false", "null":
		return true
	}
	return len(text) <= maxInteger && len(bytes.Trim(text, "0123456789")) == 0
}

// maxKeys is the maximum number of keys for the linear search for duplicate keys.
const maxKeys = 16

func (s textComparer) equalItems(e *hclsyntax.ObjectConsExpr, value hcl.Expression) bool {
	pairs, diags := hcl.ExprMap(value)
	if diags.HasErrors() || len(pairs) != len(e.Items) || len(pairs) > maxKeys {
		return false
	}
	var keys [maxKeys][]byte
	for i, pair := range pairs {
		key, ok := s.equalKey(e.Items[i].KeyExpr, pair.Key.Range().SliceBytes(s.json))
		again := func(other []byte) bool { return bytes.Equal(key, other) }
		if !ok || !norm.NFC.IsNormal(key) { // keys with different bytes can be equal
			return false
		}
		if !s.equalExpressions(e.Items[i].ValueExpr, pair.Value) || slices.ContainsFunc(keys[:i], again) {
			return false
		}
		keys[i] = key
	}
	return true
}

// equalKey compares a key with a JSON property name. It returns the name.
func (s textComparer) equalKey(e hclsyntax.Expression, text []byte) ([]byte, bool) {
	key, ok := e.(*hclsyntax.ObjectConsKeyExpr)
	if !ok || key.ForceNonLiteral || len(text) < 2 {
		return nil, false
	}
	name := text[1 : len(text)-1]
	source := key.Wrapped.Range().SliceBytes(s.native)
	switch wrapped := key.Wrapped.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return name, len(wrapped.Traversal) == 1 && bytes.Equal(name, source)
	case *hclsyntax.TemplateExpr:
		return name, bytes.Equal(text, source) && isPlain(name)
	}
	return nil, false
}

// isPlain reports whether the text of a string is its value in both syntaxes.
func isPlain(text []byte) bool {
	return isPlainTemplate(text) && bytes.IndexByte(text, '\\') < 0
}

// equalText compares an expression with a JSON string, which includes its quotes.
func (s textComparer) equalText(e hclsyntax.Expression, quoted []byte) bool {
	source := e.Range().SliceBytes(s.native)
	inner := quoted[1 : len(quoted)-1]
	if isTemplateExpr(e) {
		bare, ok := unwrappedTemplate(source)
		if !ok || !isEscaped(inner, bare) {
			return false
		}
		return isPlainTemplate(bare) || s.templates && !s.mayContainComment(sequences(bare))
	}
	wrapped, ok := bytes.CutPrefix(inner, []byte("${"))
	if !ok || !s.templates || bytes.Contains(source, []byte("<<")) || s.mayContainComment(source) {
		return false
	}
	wrapped, ok = bytes.CutSuffix(wrapped, []byte("}"))
	return ok && hasSameReading(source) && isEscaped(wrapped, source)
}

// unwrappedTemplate returns the text of a quoted string or heredoc without escapes. hashicorp/hcl
// reads such a text in the same way in a JSON string. It returns false for any other source.
func unwrappedTemplate(source []byte) ([]byte, bool) {
	text := source
	switch {
	case len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"':
		if text = text[1 : len(text)-1]; bytes.IndexByte(text, '\\') >= 0 {
			return nil, false
		}
	case bytes.HasPrefix(text, []byte("<<")) && !bytes.HasPrefix(text, []byte("<<-")):
		_, lines, _ := bytes.Cut(text, []byte{'\n'})
		text = lines[:bytes.LastIndexByte(lines, '\n')+1]
	default:
		return nil, false
	}
	return text, hasSameReading(text)
}

// sequences returns a template without the text before its first sequence.
func sequences(source []byte) []byte {
	for i := 0; i+1 < len(source); i++ {
		if source[i+1] == '{' && (source[i] == '$' || source[i] == '%') {
			return source[i:]
		}
	}
	return nil
}

// isPlainTemplate reports whether the text of a template is certainly its value.
func isPlainTemplate(text []byte) bool {
	return bytes.IndexByte(text, '$') < 0 && bytes.IndexByte(text, '%') < 0 && hasSameReading(text)
}

// hasSameReading reports whether a text contains only characters that hashicorp/hcl reads in the same way
// in both syntaxes. It drops or replaces the others in one syntax only.
func hasSameReading(text []byte) bool {
	return bytes.IndexByte(text, '\r') < 0 && !bytes.Contains(text, []byte("\ufeff")) && utf8.Valid(text)
}

func (s textComparer) mayContainComment(text []byte) bool {
	return s.comments && mayContainComment(text)
}

// escapes maps the characters of JSON's one-byte escapes to their values.
var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'n': '\n', 't': '\t', 'r': '\r'}

// isEscaped reports whether the content of a JSON string is the text with JSON's usual escapes.
func isEscaped(inner, text []byte) bool {
	for {
		i := bytes.IndexByte(inner, '\\')
		if i < 0 {
			return bytes.Equal(inner, text)
		}
		if i+1 >= len(inner) || i >= len(text) || !bytes.Equal(inner[:i], text[:i]) ||
			escapes[inner[i+1]] == 0 || escapes[inner[i+1]] != text[i] {
			return false
		}
		inner, text = inner[i+2:], text[i+1:]
	}
}
