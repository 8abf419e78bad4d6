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

	"github.com/hcljson/hcljson/internal/limits"
	"github.com/hcljson/hcljson/schema"
)

// templateValue is the rule where a table has none.
var templateValue = &schema.Value{Mode: schema.Template}

func (c *comparer) expressions(a, b attribute, rule *schema.Value, at path) {
	if !c.sameText(a, b, rule) {
		c.compareNodes(c.read(a, rule), c.read(b, rule), at)
	}
}

// read returns the value of an attribute in normal form, read as rule says.
func (c *comparer) read(a attribute, rule *schema.Value) *node {
	return reader{c: c, file: a.file}.value(a.Expr, rule)
}

// value returns an expression in normal form.
func (r reader) value(e hcl.Expression, rule *schema.Value) *node {
	if rule == nil {
		rule = templateValue
	}
	r.bare = rule.Mode.IsSource()
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
	return wholeIfStatic(r.nativeValue(e.(hclsyntax.Expression), rule.Mode), rule)
}

// list is a list whose elements are read by one rule.
func (r reader) list(elements []hcl.Expression, rule *schema.Value, rng hcl.Range) *node {
	value := func(e hcl.Expression) *node { return r.value(e, rule) }
	return &node{kind: tuple, kids: each(elements, value), rng: rng}
}

// mapping is an object whose keys and values are read by the rules for its parts.
func (r reader) mapping(pairs []hcl.KeyValuePair, rule *schema.Value, rng hcl.Range) *node {
	var items []*node
	static := true
	for _, pair := range pairs {
		keyRule, valueRule := pairRules(rule, r.keyName(pair.Key))
		static = static && staticKey(keyRule)
		items = append(items, keyNode(r.value(pair.Key, keyRule)), r.value(pair.Value, valueRule))
	}
	n, duplicate := newObject(lastFields(items, rule), rng, static)
	if duplicate != nil && r.JSON {
		r.c.errorf(duplicate.rng, "Duplicate object key",
			"The product does not accept an object that has %s twice.", duplicate)
	}
	return n
}

// keyName is the key of an object, if it is constant.
func (r reader) keyName(e hcl.Expression) string {
	if native, ok := e.(hclsyntax.Expression); ok {
		return r.c.constantString(native)
	}
	name, _ := e.Value(nil)
	return name.AsString()
}

// literalValue is the rule for keys, and for what is read verbatim.
var literalValue = &schema.Value{Mode: schema.Literal}

// pairRules returns the rules for a key and its value in a static map.
func pairRules(rule *schema.Value, name string) (key, value *schema.Value) {
	if rule.Fields == nil {
		return cmp.Or(rule.MapKey, literalValue), rule.Field(name)
	}
	return literalValue, rule.Field(name)
}

// lastFields drops the fields that are given again later: the product goes
// through all of them in order.
func lastFields(items []*node, rule *schema.Value) []*node {
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

// staticKey reports whether a key with this rule is a name, never computed.
func staticKey(rule *schema.Value) bool {
	return rule != nil && !rule.Mode.IsTemplate()
}

// constantString returns the value of a string expression that refers to
// nothing.
func (c *comparer) constantString(e hclsyntax.Expression) string {
	value, diags := c.constants.Evaluate(e)
	if diags.HasErrors() || value.IsNull() || !value.IsKnown() || value.Type() != cty.String {
		return ""
	}
	return value.AsString()
}

func (r reader) nativeValue(e hclsyntax.Expression, mode schema.Mode) *node {
	switch mode {
	case schema.Literal:
		return r.fold(e)
	case schema.Traversal, schema.Keyword:
		if quoted, ok := r.quoted(e); ok {
			return r.traversalText(quoted, r.rangeOf(e))
		}
		if traversal, diags := hcl.AbsTraversalForExpr(e); !diags.HasErrors() {
			return r.traversal(traversal, r.rangeOf(e))
		}
		r.notAllowed(r.rangeOf(e), "a static reference")
		return &node{kind: expression, kids: []*node{r.native(e)}, rng: r.rangeOf(e)}
	case schema.Reference:
		if quoted, ok := r.quoted(e); ok {
			return r.expressionText(quoted, r.rangeOf(e))
		}
	case schema.TemplateOrTraversal:
		if quoted, ok := r.quoted(e); ok && isReference(quoted) && !(r.result && r.c.fromJSON) {
			return r.expressionText(quoted, r.rangeOf(e))
		}
	case schema.Call:
		if _, ok := e.(*hclsyntax.FunctionCallExpr); !ok {
			r.notAllowed(r.rangeOf(e), "a function call")
		}
		if quoted, ok := r.quoted(e); ok && !(r.result && r.c.fromJSON) {
			return r.expressionText(quoted, r.rangeOf(e))
		}
	case schema.Type:
		// No product of today accepts a quoted type. Old files have it, but
		// nothing else may become it.
		if quoted, ok := r.quoted(e); ok && !(r.result && r.c.fromJSON) {
			return r.typeText(quoted, r.rangeOf(e))
		}
		if keyword := hcl.ExprAsKeyword(e); keyword != "" {
			return r.typeText(keyword, r.rangeOf(e))
		}
		if _, ok := e.(*hclsyntax.FunctionCallExpr); !ok {
			r.notAllowed(r.rangeOf(e), "a type constraint")
		}
	}
	if key, ok := e.(*hclsyntax.ObjectConsKeyExpr); ok && !key.ForceNonLiteral && !mode.IsTemplate() {
		e = key.Wrapped
	}
	return r.native(e)
}

// notAllowed warns of an expression that the product does not accept in the
// source of a comparison.
func (r reader) notAllowed(rng hcl.Range, want string) {
	if !r.result {
		r.c.warnf(rng, "Not in the schema",
			"The language requires %s here; the expression is compared as it is written.", want)
	}
}

// quoted returns the text of a quoted string, the old way to write a reference
// or keyword.
func (r reader) quoted(e hclsyntax.Expression) (string, bool) {
	if key, ok := e.(*hclsyntax.ObjectConsKeyExpr); ok {
		e = key.Wrapped
	}
	if _, ok := e.(*hclsyntax.TemplateExpr); !ok {
		return "", false
	}
	n := r.native(e)
	if !n.isString() {
		return "", false
	}
	return n.value.AsString(), true
}

func (r reader) jsonValue(e hcl.Expression, rule *schema.Value) *node {
	parts := &schema.Value{Mode: rule.Mode, TextOfCall: rule.TextOfCall}
	if rule.Mode.IsSource() {
		parts = literalValue
		if !isScalar(e) && !rule.HasParts() {
			r.notAllowed(e.Range(), "a string")
		}
	}
	if elements, diags := hcl.ExprList(e); !diags.HasErrors() {
		return wholeIfStatic(r.list(elements, parts, e.Range()), rule)
	}
	if pairs, diags := hcl.ExprMap(e); !diags.HasErrors() {
		return wholeIfStatic(r.mapping(pairs, &schema.Value{MapKey: parts, MapValue: parts}, e.Range()), rule)
	}
	value, diags := e.Value(nil)
	r.c.Diagnostics = append(r.c.Diagnostics, diags...)
	if r.Unread && (!rule.Mode.IsTemplate() || rule.IsMap()) {
		if n := r.carried(value, rule, e.Range()); n != nil {
			return n
		}
	}
	if rule.TextOfCall {
		if call := r.takenForCall(value, e.Range()); call != nil {
			return call
		}
	}
	return wholeIfStatic(r.jsonScalar(value, rule.Mode, e.Range()), rule)
}

// carried reads a string that stands for an expression; nil is one that does not.
func (r reader) carried(value cty.Value, rule *schema.Value, rng hcl.Range) *node {
	if value.IsNull() || value.Type() != cty.String {
		return nil
	}
	source, ok := strings.CutPrefix(value.AsString(), schema.Carried)
	if !ok {
		return nil
	}
	source += "\n"
	parsed, diags, found := r.c.readText([]byte(source), rng.Filename, templateStart(rng), expressionSyntax)
	if found != nil {
		r.c.errorf(rng, cannotTell, "%s", found.detail("The expression"))
		return &node{kind: unread, rng: rng}
	}
	if diags.HasErrors() {
		r.c.Diagnostics = append(r.c.Diagnostics, diags...)
		return &node{kind: text, name: source, rng: rng}
	}
	r.within = &rng
	r.sourceComments(source, hclsyntax.LexExpression)
	native := *r.file
	native.JSON = false
	native.result = r.result || r.c.fromJSON // as the file that it is compared with
	r.file = &native
	return r.value(parsed, rule)
}

// wholeIfStatic marks an expression that is not the static list or map of the
// rule.
func wholeIfStatic(n *node, rule *schema.Value) *node {
	if !rule.HasParts() {
		return n
	}
	return &node{kind: whole, kids: []*node{n}, rng: n.rng}
}

func (r reader) jsonScalar(value cty.Value, mode schema.Mode, rng hcl.Range) *node {
	if value.IsNull() || value.Type() != cty.String {
		if mode == schema.Traversal || mode == schema.Keyword {
			return &node{kind: expression, kids: []*node{newLiteral(value, rng)}, rng: rng}
		}
		return newLiteral(value, rng)
	}
	source := value.AsString()
	inner, interpolated := interpolation(source)
	switch {
	case mode == schema.Literal:
		return newLiteral(value, rng)
	case mode.IsSource() && interpolated:
		if !r.result {
			r.c.warnf(rng, "Not in the schema",
				"The language requires %s here; the text is compared without ${ and }.", bareSource)
		}
		return &node{kind: text, name: source, kids: []*node{r.bareText(inner, mode, rng)}, rng: rng}
	case mode.IsSource():
		return r.bareText(source, mode, rng)
	case mode == schema.TemplateOrTraversal && isReference(source):
		return r.expressionText(source, rng)
	}
	if plainText([]byte(source)) {
		return newLiteral(value, rng)
	}
	parsed, diags, found := r.c.readText([]byte(source), rng.Filename, templateStart(rng), templateSyntax)
	switch {
	case found != nil:
		r.c.errorf(rng, cannotTell, "%s", found.detail("The template"))
		return &node{kind: unread, rng: rng}
	case diags.HasErrors() && mode == schema.TemplateOrText:
		return newLiteral(value, rng)
	case diags.HasErrors():
		r.c.Diagnostics = append(r.c.Diagnostics, diags...)
		return &node{kind: text, name: source, rng: rng}
	}
	r.within, r.text = &rng, source
	if r.c.thorough || mayHoldComment(sequences([]byte(source))) {
		r.sourceComments(source, hclsyntax.LexTemplate)
	}
	return r.native(parsed)
}

// sequences is a template without the text before its first sequence.
func sequences(source []byte) []byte {
	for i := 0; i+1 < len(source); i++ {
		if source[i+1] == '{' && (source[i] == '$' || source[i] == '%') {
			return source[i:]
		}
	}
	return nil
}

// bareTemplate returns the text of a quoted string or heredoc of a file, if
// hashicorp/hcl reads it like the same text in a JSON string: it has no escapes
// of its own.
func bareTemplate(source []byte) ([]byte, bool) {
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
	return text, readAlike(text)
}

// readAlike reports whether a text has none of the characters that hashicorp/hcl
// drops or replaces in one syntax only.
func readAlike(text []byte) bool {
	return bytes.IndexByte(text, '\r') < 0 && !bytes.Contains(text, []byte("\ufeff")) && utf8.Valid(text)
}

// plainText reports whether a template is certainly its own value.
func plainText(text []byte) bool {
	return bytes.IndexByte(text, '$') < 0 && bytes.IndexByte(text, '%') < 0 && readAlike(text)
}

// typeText reads a type constraint. A collection type without elements is one of
// any elements (opentofu internal/configs/named_values.go, decodeVariableType).
func (r reader) typeText(source string, rng hcl.Range) *node {
	switch strings.TrimSpace(source) {
	case "list", "map", "set":
		source = strings.TrimSpace(source) + "(any)"
	}
	return r.expressionText(source, rng)
}

// isReference reports whether a string is a bare reference to something, not
// just a word.
func isReference(source string) bool {
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(source), "", hcl.InitialPos)
	return !diags.HasErrors() && len(traversal) > 1
}

// templateStart is the position after the opening quote.
func templateStart(rng hcl.Range) hcl.Pos {
	return hcl.Pos{Line: rng.Start.Line, Column: rng.Start.Column + 1, Byte: rng.Start.Byte + 1}
}

// bareText reads a string that is bare source.
func (r reader) bareText(source string, mode schema.Mode, rng hcl.Range) *node {
	switch mode {
	case schema.Traversal, schema.Keyword:
		return r.traversalText(source, rng)
	case schema.Type:
		return r.typeText(source, rng)
	}
	return r.expressionText(source, rng)
}

func (r reader) traversalText(source string, rng hcl.Range) *node {
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(source), rng.Filename, templateStart(rng))
	if !diags.HasErrors() {
		r.within = &rng
		return r.traversal(traversal, rng)
	}
	n := r.expressionText(source, rng)
	if n.kind == text || n.kind == unread {
		return n
	}
	return &node{kind: expression, kids: []*node{n}, rng: rng}
}

// bareSource is what a product makes of a string in the static modes.
const bareSource = "a reference, a keyword or a type"

// interpolation returns what is between ${ and } where nothing is outside of them.
func interpolation(source string) (string, bool) {
	inner, ok := strings.CutPrefix(strings.TrimSpace(source), "${")
	if !ok {
		return "", false
	}
	inner, ok = strings.CutSuffix(inner, "}")
	return strings.TrimSpace(inner), ok
}

// allChanges is the old way to write the keyword "all" in ignore_changes.
const allChanges = "*"

func (r reader) expressionText(source string, rng hcl.Range) *node {
	parsed, diags, found := r.c.readText([]byte(source), rng.Filename, templateStart(rng), expressionSyntax)
	if found != nil {
		r.c.errorf(rng, cannotTell, "%s", found.detail("The expression"))
		return &node{kind: unread, rng: rng}
	}
	if !diags.HasErrors() {
		r.within = &rng
		r.sourceComments(source, hclsyntax.LexExpression)
		n := r.native(parsed)
		if n.isString() {
			r.notAllowed(rng, bareSource)
		}
		return n
	}
	if source != allChanges {
		r.notAllowed(rng, bareSource)
	}
	return &node{kind: text, name: source, rng: rng}
}

// isScalar reports whether a JSON expression is neither an array nor an object.
func isScalar(e hcl.Expression) bool {
	_, list := hcl.ExprList(e)
	_, object := hcl.ExprMap(e)
	return list.HasErrors() && object.HasErrors()
}

// fold evaluates an expression that the product evaluates without variables and
// functions.
func (r reader) fold(e hclsyntax.Expression) *node {
	rng := r.rangeOf(e)
	switch inner := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return newLiteral(inner.Val, rng)
	case *hclsyntax.TupleConsExpr:
		return &node{kind: tuple, kids: each(inner.Exprs, r.fold), rng: rng}
	case *hclsyntax.ObjectConsExpr:
		if n := r.foldObject(inner); n != nil {
			return n
		}
	case *hclsyntax.TemplateExpr:
		if n := r.native(inner); n.isString() {
			return n
		}
	}
	value, diags := r.c.constants.Evaluate(e)
	if diags.HasErrors() && diags[0].Extra == (limits.TooLarge{}) {
		r.c.errorf(rng, diags[0].Summary, "The constant expression is not evaluated, so it cannot be compared.")
		return &node{kind: unread, rng: rng}
	}
	if diags.HasErrors() || !value.IsWhollyKnown() {
		r.notAllowed(rng, "a constant")
		return &node{kind: expression, kids: []*node{r.native(e)}, rng: rng}
	}
	return r.fromValue(value, e)
}

// foldObject folds the items of an object one by one. Of several with one key
// the last wins. It returns nil when a key is not constant.
func (r reader) foldObject(e *hclsyntax.ObjectConsExpr) *node {
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

func (r reader) fromValue(value cty.Value, e hclsyntax.Expression) *node {
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
	n := &node{kind: tuple, rng: rng}
	for _, element := range value.Elements() {
		n.kids = append(n.kids, r.fromValue(element, e))
	}
	return n
}

// takenForCall returns the expression that a product makes of a JSON string that
// reads as one with a function call, though it stands for text, or nil. Only what
// was made from native syntax must avoid that; a file that has it already is
// compared as the text (buildx bake/hclparser/expr.go, appendJSONFuncCalls).
func (r reader) takenForCall(value cty.Value, rng hcl.Range) *node {
	if value.IsNull() || value.Type() != cty.String {
		return nil
	}
	source := []byte(value.AsString())
	parsed, diags, found := r.c.readText(source, rng.Filename, templateStart(rng), expressionSyntax)
	if found != nil || diags.HasErrors() || !hasCall(parsed) {
		return nil
	}
	if !r.result || r.c.fromJSON {
		r.notAllowed(rng, "text that is not a function call")
		return nil
	}
	r.within, r.text = &rng, value.AsString()
	return &node{kind: expression, kids: []*node{r.native(parsed)}, rng: rng}
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

// choosingValue is the value, as source text, of the argument that chooses a
// body next to the labels of its block.
func choosingValue(b body, by string) string {
	if by == "" {
		return ""
	}
	found := b.attribute(by)
	if found == nil {
		return ""
	}
	source := found.Expr.Range().SliceBytes(b.Bytes)
	switch e := found.Expr.(type) {
	case *hclsyntax.TemplateExpr:
		// Only a constant string chooses.
		if !e.IsStringLiteral() {
			return ""
		}
		value, _ := e.Value(nil)
		return value.AsString()
	case *hclsyntax.TemplateWrapExpr:
		return ""
	}
	var text string
	if b.JSON && stdjson.Unmarshal(source, &text) == nil {
		return text
	}
	return string(source)
}

// inScope runs a comparison where more variables exist.
func (c *comparer) inScope(variables []string, compare func()) {
	outer := c.roots
	if outer != nil {
		c.roots = slices.Concat(outer, variables)
	}
	compare()
	c.roots = outer
}

// iterators are the variables that a dynamic block defines in its content, in either of two
// with the same header.
func iterators(rule *schema.Body, x, y block) []string {
	if !rule.Dynamic || x.typ != schema.DynamicType || len(x.labels) != 1 {
		return nil
	}
	var names []string
	for _, b := range []block{x, y} {
		name := b.labels[0]
		if attribute := b.body.attribute(schema.DynamicIterator); attribute != nil {
			if keyword := hcl.ExprAsKeyword(attribute.Expr); keyword != "" {
				name = keyword
			}
		}
		names = append(names, name)
	}
	return names
}

// undefined reports whether a reference stands for its own text, as the language
// says ([schema.Dialect.Roots]).
func (r reader) undefined(traversal hcl.Traversal) bool {
	return r.c.roots != nil && !r.bare && !slices.Contains(r.c.roots, traversal.RootName())
}

// sourceText is the text of a reference to what does not exist.
func (r reader) sourceText(e *hclsyntax.ScopeTraversalExpr) *node {
	from, to := e.SrcRange.Start.Byte, e.SrcRange.End.Byte
	text := ""
	if r.within == nil {
		text = undefinedText(r.Bytes, from, to)
	} else {
		offset := templateStart(*r.within).Byte
		text = undefinedText(r.text, from-offset, to-offset)
		if strings.Contains(string(r.within.SliceBytes(r.Bytes)), `\`) {
			r.c.warnf(*r.within, "Misread by the product", "The product reads the text of a reference "+
				"from the wrong position in a string that has an escape; it is compared as it is meant.")
		}
	}
	return newLiteral(cty.StringVal(text), r.rangeOf(e))
}

// undefinedText goes the way of nomad jobspec2/types.config.go, EvalContext.
func undefinedText[T string | []byte](source T, from, to int) string {
	opener := from - 1
	for opener >= 0 && source[opener] == ' ' {
		opener--
	}
	if opener < 1 || string(source[opener-1:opener+1]) != "${" {
		return "${" + string(source[from:to]) + "}"
	}
	result := string(source[opener-1 : to])
	for at := to + 1; at < len(source); at++ {
		if source[at] == '}' {
			result += string(source[to:at])
		} else if source[at] != ' ' {
			break
		}
	}
	return result + "}"
}
