package equivalent

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/hcljson/hcljson/schema"
)

// reader makes nodes of the expressions of one file.
type reader struct {
	c *comparer
	*file
	// within is the range of the JSON string that the source text comes from;
	// the ranges of the syntax tree then say nothing.
	within *hcl.Range
	// text is the value of that string.
	text string
	// bare: the names in the expression are those of types and the like, not variables.
	bare bool
}

func (r reader) rangeOf(e interface{ Range() hcl.Range }) hcl.Range {
	if r.within != nil {
		return *r.within
	}
	return e.Range()
}

// native returns an expression of the native syntax in normal form.
func (r reader) native(e hclsyntax.Expression) *node {
	rng := r.rangeOf(e)
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return r.native(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return r.native(e.Wrapped)
	case *hclsyntax.LiteralValueExpr:
		return newLiteral(e.Val, rng)
	case *hclsyntax.TemplateExpr:
		return newTemplate(r.natives(e.Parts...), rng)
	case *hclsyntax.TemplateJoinExpr:
		return &node{kind: joinLoop, kids: []*node{r.native(e.Tuple)}, rng: rng}
	case *hclsyntax.ScopeTraversalExpr:
		if r.undefined(e.Traversal) {
			return r.sourceText(e)
		}
		return r.traversal(e.Traversal, rng)
	case *hclsyntax.RelativeTraversalExpr:
		return r.extended(e.Source, r.steps(e.Traversal), rng)
	case *hclsyntax.FunctionCallExpr:
		n := &node{kind: call, name: e.Name, kids: r.natives(e.Args...), rng: rng}
		if e.ExpandFinal {
			n.name += "..."
		}
		return n
	case *hclsyntax.ConditionalExpr:
		return &node{kind: conditional, kids: r.natives(e.Condition, e.TrueResult, e.FalseResult), rng: rng}
	case *hclsyntax.IndexExpr:
		key := r.native(e.Key)
		if r.c.roots != nil && key.isString() && !inParentheses(e.Key) {
			return r.extended(e.Collection, []*node{{kind: indexStep, kids: []*node{key}, rng: key.rng}}, rng)
		}
		return &node{kind: index, kids: []*node{r.native(e.Collection), key}, rng: rng}
	case *hclsyntax.TupleConsExpr:
		return &node{kind: tuple, kids: r.natives(e.Exprs...), rng: rng}
	case *hclsyntax.ObjectConsExpr:
		items := make([]*node, 0, 2*len(e.Items))
		for _, item := range e.Items {
			items = append(items, keyNode(r.native(item.KeyExpr)), r.native(item.ValueExpr))
		}
		n, _ := newObject(items, rng, false) // the last of several items with one key wins
		return n
	case *hclsyntax.ObjectConsKeyExpr:
		return r.key(e, rng)
	case *hclsyntax.ForExpr:
		return r.loop(e, rng)
	case *hclsyntax.SplatExpr:
		return &node{kind: splat, kids: r.natives(e.Source, e.Each), rng: rng}
	case *hclsyntax.AnonSymbolExpr:
		return &node{kind: splatItem, rng: rng}
	case *hclsyntax.BinaryOpExpr:
		return &node{kind: operation, name: r.operator(e.Op, rng), kids: r.natives(e.LHS, e.RHS), rng: rng}
	case *hclsyntax.UnaryOpExpr:
		operand := r.native(e.Val)
		if e.Op == hclsyntax.OpNegate && operand.kind == literal && operand.value.Type() == cty.Number {
			return newLiteral(operand.value.Negate(), rng)
		}
		return &node{kind: operation, name: r.operator(e.Op, rng), kids: []*node{operand}, rng: rng}
	}
	// ExprSyntaxError is only in a tree that has errors.
	r.c.errorf(rng, "Unknown expression", "Expressions of type %T cannot be compared.", e)
	return &node{kind: unread, rng: rng}
}

// key returns the key of an object, which is a name unless it is in parentheses.
func (r reader) key(e *hclsyntax.ObjectConsKeyExpr, rng hcl.Range) *node {
	if e.ForceNonLiteral {
		return r.native(e.Wrapped)
	}
	if keyword := hcl.ExprAsKeyword(e.Wrapped); keyword != "" {
		return newLiteral(cty.StringVal(keyword), rng)
	}
	if traversal, ok := e.Wrapped.(*hclsyntax.ScopeTraversalExpr); ok {
		return &node{kind: ambiguousKey, kids: []*node{r.native(traversal)}, rng: rng}
	}
	return r.native(e.Wrapped)
}

func (r reader) loop(e *hclsyntax.ForExpr, rng hcl.Range) *node {
	n := &node{kind: forLoop, name: fmt.Sprintf(" %s, %s", e.KeyVar, e.ValVar), rng: rng}
	if e.Group {
		n.name += " ..."
	}
	collection := r.native(e.CollExpr)
	r.c.inScope([]string{e.KeyVar, e.ValVar}, func() {
		n.kids = []*node{collection, r.optional(e.KeyExpr, rng), r.native(e.ValExpr), r.optional(e.CondExpr, rng)}
	})
	return n
}

func isTemplateExpr(e hclsyntax.Expression) bool {
	switch e.(type) {
	case *hclsyntax.TemplateExpr, *hclsyntax.TemplateWrapExpr:
		return true
	}
	return false
}

func (r reader) natives(exprs ...hclsyntax.Expression) []*node { return each(exprs, r.native) }

// each are the results of a function for the values of a list.
func each[V, R any](list []V, of func(V) R) []R {
	results := make([]R, len(list))
	for i, v := range list {
		results[i] = of(v)
	}
	return results
}

func (r reader) optional(e hclsyntax.Expression, rng hcl.Range) *node {
	if e == nil {
		return &node{kind: absent, rng: rng}
	}
	return r.native(e)
}

func (r reader) traversal(traversal hcl.Traversal, rng hcl.Range) *node {
	return &node{kind: reference, name: traversal.RootName(), kids: r.steps(traversal[1:]), rng: rng}
}

// extended is what an expression has under further steps. In a language where references
// may stand for their text, an index by one is a step of a traversal on the other side.
func (r reader) extended(source hclsyntax.Expression, steps []*node, rng hcl.Range) *node {
	n := r.native(source)
	if (n.kind == reference || n.kind == relative) && !inParentheses(source) {
		return &node{kind: n.kind, name: n.name, kids: append(n.kids, steps...), rng: rng}
	}
	return &node{kind: relative, kids: append([]*node{n}, steps...), rng: rng}
}

func inParentheses(e hclsyntax.Expression) bool {
	_, ok := e.(*hclsyntax.ParenthesesExpr)
	return ok
}

func (r reader) steps(traversal hcl.Traversal) []*node {
	steps := make([]*node, len(traversal))
	for i, step := range traversal {
		rng := step.SourceRange()
		if r.within != nil {
			rng = *r.within
		}
		switch step := step.(type) {
		case hcl.TraverseAttr:
			steps[i] = &node{kind: attributeStep, name: step.Name, rng: rng}
		case hcl.TraverseIndex:
			steps[i] = &node{kind: indexStep, kids: []*node{newLiteral(step.Key, rng)}, rng: rng}
		default:
			r.c.errorf(rng, "Unknown traversal", "Steps of type %T cannot be compared.", step)
			steps[i] = &node{kind: absent, rng: rng}
		}
	}
	return steps
}

var operators = map[*hclsyntax.Operation]string{
	hclsyntax.OpLogicalOr: "||", hclsyntax.OpLogicalAnd: "&&", hclsyntax.OpLogicalNot: "!",
	hclsyntax.OpEqual: "==", hclsyntax.OpNotEqual: "!=",
	hclsyntax.OpGreaterThan: ">", hclsyntax.OpGreaterThanOrEqual: ">=",
	hclsyntax.OpLessThan: "<", hclsyntax.OpLessThanOrEqual: "<=",
	hclsyntax.OpAdd: "+", hclsyntax.OpSubtract: "-", hclsyntax.OpMultiply: "*", hclsyntax.OpDivide: "/",
	hclsyntax.OpModulo: "%", hclsyntax.OpNegate: negate,
}

// negate is the name of the minus that has one operand.
const negate = "negate"

func (r reader) operator(op *hclsyntax.Operation, rng hcl.Range) string {
	name, ok := operators[op]
	if !ok {
		r.c.errorf(rng, "Unknown operator", "This operator cannot be compared.")
	}
	return name
}

// keyNode turns the key of an object into the string that the product makes of
// it, where it is a constant.
func keyNode(key *node) *node {
	if key.kind != literal || key.value.IsNull() || key.isString() {
		return key
	}
	if key.value.Type() == cty.Number {
		if exponent := key.value.AsBigFloat().MantExp(nil); exponent > maxExponent || exponent < -maxExponent {
			return key
		}
	}
	converted, _ := convert.Convert(key.value, cty.String)
	return newLiteral(converted, key.rng)
}

// sameText reports whether two attributes, one in each syntax, certainly mean the
// same, because the JSON strings hold what the native syntax has: then they need
// not be read as templates. It says no where it does not know.
//
// It relies on hashicorp/hcl reading
//
//   - a quoted string or heredoc without escapes of its own like the same text in
//     a JSON string (see bareTemplate),
//   - an expression X like the JSON string "${X}": the scanner and the parser are
//     in the state after ${ in which they begin an expression anywhere, except
//     for line breaks, of which an expression has none outside of brackets, and
//     the markers of heredocs, which it must not have,
//   - the JSON values true, false, null and short integers like the same text.
//
// FuzzSameText compares that with what the nodes of both say.
func (c *comparer) sameText(a, b attribute, rule *schema.Value) bool {
	if c.thorough || c.roots != nil || a.file.JSON == b.file.JSON {
		return false
	}
	if rule == nil {
		rule = templateValue
	}
	templates := rule.Mode == schema.Template
	if !templates && rule.Mode != schema.Literal || rule.HasParts() || rule.TextOfCall {
		return false
	}
	if a.file.JSON {
		a, b = b, a
	}
	if b.file.Unread && !templates {
		return false
	}
	s := sameness{native: a.file.Bytes, json: b.file.Bytes, templates: templates, comments: c.comments}
	return s.expressions(a.Expr.(hclsyntax.Expression), b.Expr)
}

// sameness compares expressions with JSON values by their texts.
type sameness struct {
	native, json []byte
	// templates: strings in JSON are templates.
	templates bool
	// comments in JSON strings must be found.
	comments bool
}

func (s sameness) expressions(e hclsyntax.Expression, value hcl.Expression) bool {
	text := value.Range().SliceBytes(s.json)
	switch text[0] {
	case '"':
		return s.text(e, text)
	case '[':
		e, ok := e.(*hclsyntax.TupleConsExpr)
		elements, diags := hcl.ExprList(value)
		return ok && !diags.HasErrors() && slices.EqualFunc(e.Exprs, elements, s.expressions)
	case '{':
		e, ok := e.(*hclsyntax.ObjectConsExpr)
		return ok && s.items(e, value)
	}
	literal, ok := e.(*hclsyntax.LiteralValueExpr)
	return ok && bytes.Equal(text, literal.SrcRange.SliceBytes(s.native)) && isPlainLiteral(text)
}

// maxInteger is the number of digits of which it goes without saying what they
// mean.
const maxInteger = 15

func isPlainLiteral(text []byte) bool {
	switch string(text) {
	case "true", "false", "null":
		return true
	}
	return len(text) <= maxInteger && len(bytes.Trim(text, "0123456789")) == 0
}

// maxKeys is the number of keys among which a second one of a name is looked for
// one by one.
const maxKeys = 16

func (s sameness) items(e *hclsyntax.ObjectConsExpr, value hcl.Expression) bool {
	pairs, diags := hcl.ExprMap(value)
	if diags.HasErrors() || len(pairs) != len(e.Items) || len(pairs) > maxKeys {
		return false
	}
	var keys [maxKeys][]byte
	for i, pair := range pairs {
		key, ok := s.key(e.Items[i].KeyExpr, pair.Key.Range().SliceBytes(s.json))
		again := func(other []byte) bool { return bytes.Equal(key, other) }
		if !ok || !s.expressions(e.Items[i].ValueExpr, pair.Value) || slices.ContainsFunc(keys[:i], again) {
			return false
		}
		keys[i] = key
	}
	return true
}

// key compares a key with a name in JSON, and returns it.
func (s sameness) key(e hclsyntax.Expression, text []byte) ([]byte, bool) {
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
	return plainText(text) && bytes.IndexByte(text, '\\') < 0
}

// text compares an expression with a JSON string, quotes and all.
func (s sameness) text(e hclsyntax.Expression, quoted []byte) bool {
	source := e.Range().SliceBytes(s.native)
	inner := quoted[1 : len(quoted)-1]
	if isTemplateExpr(e) {
		bare, ok := bareTemplate(source)
		if !ok || !isEscaped(inner, bare) {
			return false
		}
		return plainText(bare) || s.templates && !s.mayHoldComment(sequences(bare))
	}
	wrapped, ok := bytes.CutPrefix(inner, []byte("${"))
	if !ok || !s.templates || bytes.Contains(source, []byte("<<")) || s.mayHoldComment(source) {
		return false
	}
	wrapped, ok = bytes.CutSuffix(wrapped, []byte("}"))
	return ok && readAlike(source) && isEscaped(wrapped, source)
}

func (s sameness) mayHoldComment(text []byte) bool { return s.comments && mayHoldComment(text) }

// escapes are those of JSON that stand for one byte.
var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'n': '\n', 't': '\t', 'r': '\r'}

// isEscaped reports whether what is between the quotes of a JSON string is a
// text, with the usual escapes.
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
