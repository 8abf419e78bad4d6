package equivalent

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// kind is the kind of a node.
type kind uint8

const (
	// A literal node contains a primitive value or null.
	literalKind kind = iota
	templateKind
	tupleKind
	// The children of an object node are alternating keys and values.
	objectKind
	// A reference node has the name of its root variable. Its children are the steps.
	referenceKind
	// The first child of a relative reference is the expression before its steps.
	relativeKind
	attributeStepKind
	indexStepKind
	indexKind
	callKind
	conditionalKind
	operationKind
	splatKind
	splatItemKind
	forLoopKind
	joinLoopKind
	absentKind
	// An ambiguous key is an object key such as a.b, without parentheses, that is not a keyword.
	ambiguousKeyKind
	// An expression node replaces a static reference or constant that the product requires.
	expressionKind
	// A text node contains invalid source text where the product requires native source text. Its
	// child is the source text between ${ and }, if the string consists of one interpolation and is
	// compared as written.
	textKind
	// An unread node represents an expression that could not be read; a diagnostic was added.
	unreadKind
	// A whole node contains an expression where the product requires a static list or map.
	wholeKind
)

// node is an expression in normal form: expressions with equal nodes have the same meaning.
type node struct {
	kind  kind
	name  string
	value cty.Value
	kids  []*node
	rng   hcl.Range
}

// compareNodes adds a difference for each part of two expressions that differs. Equal expressions,
// the usual case, do not need a path.
func (c *comparer) compareNodes(a, b *node, at path) {
	switch {
	case a.equal(b):
	case c.isTrial:
		c.addDifference(differentValue, at, Side{}, Side{})
	default:
		c.differingNodes(a, b, at)
	}
}

func (c *comparer) differingNodes(a, b *node, at path) {
	switch {
	case a.kind == objectKind && b.kind == objectKind && a.isStatic() && b.isStatic():
		c.compareObjects(a, b, at)
	case a.kind == tupleKind && b.kind == tupleKind:
		c.compareTuples(a, b, at)
	case !a.equal(b):
		c.addDifference(differentValue, at, a.side(), b.side())
	}
}

// compareObjects compares static objects key by key.
func (c *comparer) compareObjects(a, b *node, at path) {
	keyA, keyB := func(i int) string { return a.kids[2*i].text() }, func(i int) string { return b.kids[2*i].text() }
	for i, j := range mergedIndexes(len(a.kids)/2, len(b.kids)/2, keyA, keyB) {
		i, j = 2*i, 2*j
		switch {
		case j < 0:
			c.addDifference(differentValue, at.step(keyStep(a.kids[i])), a.kids[i+1].side(), Side{Range: b.rng})
		case i < 0:
			c.addDifference(differentValue, at.step(keyStep(b.kids[j])), Side{Range: a.rng}, b.kids[j+1].side())
		default:
			c.differingNodes(a.kids[i+1], b.kids[j+1], at.step(keyStep(a.kids[i])))
		}
	}
}

func keyStep(key *node) string {
	if name := key.value.AsString(); hclsyntax.ValidIdentifier(name) {
		return "." + name
	}
	return "[" + key.String() + "]"
}

// compareTuples compares tuples element by element. Tuples of different lengths are one difference.
func (c *comparer) compareTuples(a, b *node, at path) {
	if len(a.kids) != len(b.kids) {
		c.addDifference(differentValue, at, a.side(), b.side())
		return
	}
	for i := range a.kids {
		c.differingNodes(a.kids[i], b.kids[i], at.step(fmt.Sprintf("[%d]", i)))
	}
}

// isStatic reports whether the keys of an object are constant, sorted and unique.
func (n *node) isStatic() bool {
	for i := 0; i+1 < len(n.kids); i += 2 {
		if !n.kids[i].isString() || i > 0 && n.kids[i-2].text() >= n.kids[i].text() {
			return false
		}
	}
	return true
}

// equal reports whether two expressions have the same meaning.
func (n *node) equal(other *node) bool {
	if n.kind == unreadKind || other.kind == unreadKind {
		return true
	}
	switch isText, isOtherText := n.kind == textKind, other.kind == textKind; {
	case isText && isOtherText:
		return n.name == other.name
	case isText && len(n.kids) == 1:
		return n.kids[0].equal(other) // the product refuses the text, so nothing else can be meant
	case isOtherText && len(other.kids) == 1:
		return n.equal(other.kids[0])
	}
	if n.kind != other.kind || n.name != other.name || len(n.kids) != len(other.kids) {
		return false
	}
	if n.kind == literalKind && !equalValues(n.value, other.value) {
		return false
	}
	return slices.EqualFunc(n.kids, other.kids, (*node).equal)
}

// equalValues reports whether two values are equal. -0 and 0 differ, because their texts differ.
// RawEquals is not used for numbers: cty would format all digits, which takes minutes for 1e-999999.
func equalValues(a, b cty.Value) bool {
	isNumber := func(v cty.Value) bool { return !v.IsNull() && v.Type() == cty.Number }
	if !isNumber(a) || !isNumber(b) {
		return a.RawEquals(b)
	}
	x, y := a.AsBigFloat(), b.AsBigFloat()
	return x.Cmp(y) == 0 && x.Signbit() == y.Signbit()
}

// nativeNode returns the normal form of an expression in native syntax.
func (r normalizer) nativeNode(e hclsyntax.Expression) *node {
	rng := r.rangeOf(e)
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return r.nativeNode(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return r.nativeNode(e.Wrapped)
	case *hclsyntax.LiteralValueExpr:
		return newLiteral(e.Val, rng)
	case *hclsyntax.TemplateExpr:
		return newTemplate(r.nativeNodes(e.Parts...), rng)
	case *hclsyntax.TemplateJoinExpr:
		return &node{kind: joinLoopKind, kids: []*node{r.nativeNode(e.Tuple)}, rng: rng}
	case *hclsyntax.ScopeTraversalExpr:
		if r.isUndefined(e.Traversal) {
			return r.sourceText(e)
		}
		return r.traversal(e.Traversal, rng)
	case *hclsyntax.RelativeTraversalExpr:
		return r.extended(e.Source, r.steps(e.Traversal), rng)
	case *hclsyntax.FunctionCallExpr:
		n := &node{kind: callKind, name: e.Name, kids: r.nativeNodes(e.Args...), rng: rng}
		if e.ExpandFinal {
			n.name += "..."
		}
		return n
	case *hclsyntax.ConditionalExpr:
		return &node{kind: conditionalKind, kids: r.nativeNodes(e.Condition, e.TrueResult, e.FalseResult), rng: rng}
	case *hclsyntax.IndexExpr:
		key := r.nativeNode(e.Key)
		if r.c.roots != nil && key.isString() && !hasParentheses(e.Key) {
			return r.extended(e.Collection, []*node{{kind: indexStepKind, kids: []*node{key}, rng: key.rng}}, rng)
		}
		return &node{kind: indexKind, kids: []*node{r.nativeNode(e.Collection), key}, rng: rng}
	case *hclsyntax.TupleConsExpr:
		return &node{kind: tupleKind, kids: r.nativeNodes(e.Exprs...), rng: rng}
	case *hclsyntax.ObjectConsExpr:
		items := make([]*node, 0, 2*len(e.Items))
		for _, item := range e.Items {
			items = append(items, keyNode(r.nativeNode(item.KeyExpr)), r.nativeNode(item.ValueExpr))
		}
		n, _ := newObject(items, rng, false) // the last of several items with one key wins
		return n
	case *hclsyntax.ObjectConsKeyExpr:
		return r.key(e, rng)
	case *hclsyntax.ForExpr:
		return r.loop(e, rng)
	case *hclsyntax.SplatExpr:
		return &node{kind: splatKind, kids: r.nativeNodes(e.Source, e.Each), rng: rng}
	case *hclsyntax.AnonSymbolExpr:
		return &node{kind: splatItemKind, rng: rng}
	case *hclsyntax.BinaryOpExpr:
		return &node{kind: operationKind, name: r.operatorText(e.Op, rng), kids: r.nativeNodes(e.LHS, e.RHS), rng: rng}
	case *hclsyntax.UnaryOpExpr:
		operand := r.nativeNode(e.Val)
		if e.Op == hclsyntax.OpNegate && operand.kind == literalKind && operand.value.Type() == cty.Number {
			return newLiteral(operand.value.Negate(), rng)
		}
		return &node{kind: operationKind, name: r.operatorText(e.Op, rng), kids: []*node{operand}, rng: rng}
	}
	// Only a tree with errors contains ExprSyntaxError.
	r.c.errorf(rng, "Unknown expression", "Expressions of type %T cannot be compared.", e)
	return &node{kind: unreadKind, rng: rng}
}

func (r normalizer) nativeNodes(exprs ...hclsyntax.Expression) []*node {
	return mapEach(exprs, r.nativeNode)
}

func (r normalizer) optionalNode(e hclsyntax.Expression, rng hcl.Range) *node {
	if e == nil {
		return &node{kind: absentKind, rng: rng}
	}
	return r.nativeNode(e)
}

// key returns the key of an object. A key without parentheses is a name.
func (r normalizer) key(e *hclsyntax.ObjectConsKeyExpr, rng hcl.Range) *node {
	if e.ForceNonLiteral {
		return r.nativeNode(e.Wrapped)
	}
	if keyword := hcl.ExprAsKeyword(e.Wrapped); keyword != "" {
		return newLiteral(cty.StringVal(keyword), rng)
	}
	if traversal, ok := e.Wrapped.(*hclsyntax.ScopeTraversalExpr); ok {
		return &node{kind: ambiguousKeyKind, kids: []*node{r.nativeNode(traversal)}, rng: rng}
	}
	return r.nativeNode(e.Wrapped)
}

func (r normalizer) loop(e *hclsyntax.ForExpr, rng hcl.Range) *node {
	n := &node{kind: forLoopKind, name: fmt.Sprintf(" %s, %s", e.KeyVar, e.ValVar), rng: rng}
	if e.Group {
		n.name += " ..."
	}
	collection := r.nativeNode(e.CollExpr)
	r.c.withVariables([]string{e.KeyVar, e.ValVar}, func() {
		n.kids = []*node{collection, r.optionalNode(e.KeyExpr, rng), r.nativeNode(e.ValExpr), r.optionalNode(e.CondExpr, rng)}
	})
	return n
}

// extended returns an expression with additional steps. If undefined references represent their
// text, an index with a reference is a traversal step in the other syntax.
func (r normalizer) extended(source hclsyntax.Expression, steps []*node, rng hcl.Range) *node {
	n := r.nativeNode(source)
	if (n.kind == referenceKind || n.kind == relativeKind) && !hasParentheses(source) {
		return &node{kind: n.kind, name: n.name, kids: append(n.kids, steps...), rng: rng}
	}
	return &node{kind: relativeKind, kids: append([]*node{n}, steps...), rng: rng}
}

func (r normalizer) traversal(traversal hcl.Traversal, rng hcl.Range) *node {
	return &node{kind: referenceKind, name: traversal.RootName(), kids: r.steps(traversal[1:]), rng: rng}
}

func (r normalizer) steps(traversal hcl.Traversal) []*node {
	steps := make([]*node, len(traversal))
	for i, step := range traversal {
		rng := step.SourceRange()
		if r.within != nil {
			rng = *r.within
		}
		switch step := step.(type) {
		case hcl.TraverseAttr:
			steps[i] = &node{kind: attributeStepKind, name: step.Name, rng: rng}
		case hcl.TraverseIndex:
			steps[i] = &node{kind: indexStepKind, kids: []*node{newLiteral(step.Key, rng)}, rng: rng}
		default:
			r.c.errorf(rng, "Unknown traversal", "Steps of type %T cannot be compared.", step)
			steps[i] = &node{kind: absentKind, rng: rng}
		}
	}
	return steps
}

func hasParentheses(e hclsyntax.Expression) bool {
	_, ok := e.(*hclsyntax.ParenthesesExpr)
	return ok
}

var operators = map[*hclsyntax.Operation]string{
	hclsyntax.OpLogicalOr: "||", hclsyntax.OpLogicalAnd: "&&", hclsyntax.OpLogicalNot: "!",
	hclsyntax.OpEqual: "==", hclsyntax.OpNotEqual: "!=",
	hclsyntax.OpGreaterThan: ">", hclsyntax.OpGreaterThanOrEqual: ">=",
	hclsyntax.OpLessThan: "<", hclsyntax.OpLessThanOrEqual: "<=",
	hclsyntax.OpAdd: "+", hclsyntax.OpSubtract: "-", hclsyntax.OpMultiply: "*", hclsyntax.OpDivide: "/",
	hclsyntax.OpModulo: "%", hclsyntax.OpNegate: negate,
}

// negate is the name of the unary minus.
const negate = "negate"

func (r normalizer) operatorText(op *hclsyntax.Operation, rng hcl.Range) string {
	name, ok := operators[op]
	if !ok {
		r.c.errorf(rng, "Unknown operator", "This operator cannot be compared.")
	}
	return name
}

// isUndefined reports whether the language reads a reference as its own text
// ([schema.Dialect.Roots]).
func (r normalizer) isUndefined(traversal hcl.Traversal) bool {
	return r.c.roots != nil && !r.namesAreKeywords && !slices.Contains(r.c.roots, traversal.RootName())
}

// sourceText returns the source text of an undefined reference as a literal.
func (r normalizer) sourceText(e *hclsyntax.ScopeTraversalExpr) *node {
	from, to := e.SrcRange.Start.Byte, e.SrcRange.End.Byte
	text := ""
	if r.within == nil {
		text = undefinedText(r.Bytes, from, to)
	} else {
		offset := templateStart(*r.within).Byte
		text = undefinedText(r.text, from-offset, to-offset)
		if strings.Contains(string(r.within.SliceBytes(r.Bytes)), `\`) {
			r.c.warnf(*r.within, "Misread by the product", "The product reads the text of a reference "+
				"from the wrong position in a string with an escape; it is compared with its intended meaning.")
		}
	}
	return newLiteral(cty.StringVal(text), r.rangeOf(e))
}

// undefinedText implements the algorithm of nomad jobspec2/types.config.go, EvalContext.
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

// templateStart returns the position after the opening quote.
func templateStart(rng hcl.Range) hcl.Pos {
	return hcl.Pos{Line: rng.Start.Line, Column: rng.Start.Column + 1, Byte: rng.Start.Byte + 1}
}

// withVariables calls a function with additional variables in scope.
func (c *comparer) withVariables(variables []string, compare func()) {
	outer := c.roots
	if outer != nil {
		c.roots = slices.Concat(outer, variables)
	}
	compare()
	c.roots = outer
}

func (r normalizer) rangeOf(e interface{ Range() hcl.Range }) hcl.Range {
	if r.within != nil {
		return *r.within
	}
	return e.Range()
}

func isTemplateExpr(e hclsyntax.Expression) bool {
	switch e.(type) {
	case *hclsyntax.TemplateExpr, *hclsyntax.TemplateWrapExpr:
		return true
	}
	return false
}

// keyNode returns a constant key as the string that the product converts it to. It returns any other
// key unchanged.
func keyNode(key *node) *node {
	if key.kind != literalKind || key.value.IsNull() || key.isString() {
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

// newObject returns an object node and a duplicate key, if the object has one. The items are
// alternating keys and values. They are sorted by key, unless a key is computed or duplicate,
// because the order may matter then. In a static map, a reference is a name and not computed.
func newObject(items []*node, rng hcl.Range, staticMap bool) (result *node, duplicate *node) {
	type item struct {
		key  string
		pair []*node
	}
	sorted := make([]item, 0, len(items)/2)
	static := true
	for i := 0; i+1 < len(items); i += 2 {
		key := items[i]
		name := "string " + key.text()
		if !key.isString() {
			// Nodes of different kinds can have the same text.
			name = fmt.Sprintf("%d %s", key.kind, key)
		}
		sorted = append(sorted, item{key: name, pair: items[i : i+2]})
		static = static && (key.kind == literalKind || staticMap)
	}
	slices.SortStableFunc(sorted, func(a, b item) int { return strings.Compare(a.key, b.key) })
	for i := 1; i < len(sorted); i++ {
		if sorted[i].key == sorted[i-1].key {
			duplicate = sorted[i].pair[0]
		}
	}
	result = &node{kind: objectKind, kids: items, rng: rng}
	if static && duplicate == nil {
		result.kids = make([]*node, 0, len(items))
		for _, item := range sorted {
			result.kids = append(result.kids, item.pair...)
		}
	}
	return result, duplicate
}

// newTemplate joins adjacent literal parts and drops empty parts. A template with only literal parts
// is a literal.
func newTemplate(parts []*node, rng hcl.Range) *node {
	var merged []*node
	for i := 0; i < len(parts); {
		start := i
		for i < len(parts) && parts[i].isString() {
			i++
		}
		switch {
		case i == start:
			merged = append(merged, parts[i])
			i++
		case i == start+1 && parts[start].text() == "":
		case i == start+1:
			merged = append(merged, parts[start])
		default:
			var run strings.Builder
			for _, part := range parts[start:i] {
				run.WriteString(part.text())
			}
			if run.Len() > 0 {
				merged = append(merged, newLiteral(cty.StringVal(run.String()), parts[start].rng))
			}
		}
	}
	switch {
	case len(merged) == 0:
		return newLiteral(cty.StringVal(""), rng)
	case len(merged) == 1 && merged[0].isString():
		return newLiteral(merged[0].value, rng)
	}
	return &node{kind: templateKind, kids: merged, rng: rng}
}

func newLiteral(value cty.Value, rng hcl.Range) *node {
	return &node{kind: literalKind, value: value, rng: rng}
}

// text returns the value of a string, or "" for any other node.
func (n *node) text() string {
	if !n.isString() {
		return ""
	}
	return n.value.AsString()
}

func (n *node) isString() bool {
	return n.kind == literalKind && !n.value.IsNull() && n.value.Type() == cty.String
}

func (n *node) side() Side { return Side{Value: n.description(), Range: n.rng} }

// description returns the expression for a difference, with a prefix if native syntax does not show
// the kind of the node.
func (n *node) description() string {
	switch n.kind {
	case wholeKind:
		return "not a static list or map: " + n.String()
	case expressionKind:
		return "an expression that the product does not accept here: " + n.String()
	case textKind:
		return "text: " + n.String()
	}
	return n.String()
}

// String returns the expression in native syntax, for messages. Different nodes can have the same
// text.
func (n *node) String() string {
	var b strings.Builder
	(&printer{Builder: &b}).expression(n)
	return b.String()
}

// printer writes nodes in native syntax.
type printer struct {
	*strings.Builder
	// source is the source expression of the innermost splat expression; outer prints it.
	source *node
	outer  *printer
}

func (p *printer) expression(n *node) {
	switch n.kind {
	case literalKind:
		p.value(n.value)
	case templateKind, joinLoopKind:
		p.WriteByte('"')
		p.inner(n)
		p.WriteByte('"')
	case tupleKind:
		p.list("[", n.kids, "]")
	case objectKind:
		p.object(n)
	case referenceKind:
		p.WriteString(n.name)
		p.steps(n.kids)
	case relativeKind:
		p.base(n.kids[0])
		p.steps(n.kids[1:])
	case indexKind:
		p.base(n.kids[0])
		p.list("[", n.kids[1:], "]")
	case callKind:
		name := strings.TrimSuffix(n.name, "...")
		p.WriteString(name)
		p.list("(", n.kids, n.name[len(name):]+")")
	case conditionalKind:
		p.operand(n.kids[0])
		p.WriteString(" ? ")
		p.operand(n.kids[1])
		p.WriteString(" : ")
		p.operand(n.kids[2])
	case operationKind:
		p.operation(n)
	case splatKind:
		inner := &printer{Builder: p.Builder, source: n.kids[0], outer: p}
		inner.expression(n.kids[1])
	case splatItemKind:
		if p.source != nil {
			p.outer.operand(p.source)
		}
		p.WriteString("[*]")
	case forLoopKind:
		p.loop(n)
	case ambiguousKeyKind, expressionKind, wholeKind:
		for _, kid := range n.kids {
			p.expression(kid)
		}
	case textKind:
		p.WriteString(n.name)
	}
}

func (p *printer) object(n *node) {
	p.WriteString("{ ")
	for i := 0; i+1 < len(n.kids); i += 2 {
		if i > 0 {
			p.WriteString(", ")
		}
		p.key(n.kids[i])
		p.WriteString(" = ")
		p.expression(n.kids[i+1])
	}
	p.WriteString(" }")
}

// key writes the key of an object.
func (p *printer) key(n *node) {
	if n.isString() || n.kind == ambiguousKeyKind {
		p.expression(n)
		return
	}
	p.list("(", []*node{n}, ")")
}

func (p *printer) operation(n *node) {
	if len(n.kids) == 1 {
		if n.name == negate {
			p.WriteString("-")
		} else {
			p.WriteString(n.name)
		}
		p.operand(n.kids[0])
		return
	}
	p.operand(n.kids[0])
	p.WriteString(" " + n.name + " ")
	p.operand(n.kids[1])
}

// base writes the expression before steps. A reference needs parentheses, because the steps would
// become a part of it.
func (p *printer) base(n *node) {
	if n.kind == referenceKind {
		p.list("(", []*node{n}, ")")
		return
	}
	p.operand(n)
}

func (p *printer) steps(steps []*node) {
	for _, step := range steps {
		switch step.kind {
		case attributeStepKind:
			p.WriteString("." + step.name)
		default:
			p.list("[", step.kids, "]")
		}
	}
}

// loop writes a for expression. Its children are the collection, the key, the value and the
// condition.
func (p *printer) loop(n *node) {
	open, end := "[for", "]"
	if n.kids[1].kind != absentKind {
		open, end = "{for", "}"
	}
	name, group := strings.CutSuffix(n.name, " ...")
	p.WriteString(open + strings.ReplaceAll(name, " , ", " ") + " in ")
	p.expression(n.kids[0])
	p.WriteString(" : ")
	if n.kids[1].kind != absentKind {
		p.expression(n.kids[1])
		p.WriteString(" => ")
	}
	p.expression(n.kids[2])
	if group {
		p.WriteString("...")
	}
	if n.kids[3].kind != absentKind {
		p.WriteString(" if ")
		p.expression(n.kids[3])
	}
	p.WriteString(end)
}

// inner writes a template without quotes.
func (p *printer) inner(n *node) {
	if n.kind != templateKind {
		p.part(n)
		return
	}
	for _, part := range n.kids {
		p.part(part)
	}
}

// part writes a part of a template.
func (p *printer) part(n *node) {
	switch {
	case n.isString():
		p.WriteString(escape(n.value.AsString()))
	case n.kind == joinLoopKind && n.kids[0].kind == forLoopKind:
		loop := n.kids[0]
		p.WriteString("%{for" + strings.ReplaceAll(loop.name, " , ", " ") + " in ")
		p.expression(loop.kids[0])
		p.WriteString("}")
		p.inner(loop.kids[2])
		p.WriteString("%{endfor}")
	default:
		p.WriteString("${")
		p.expression(n)
		p.WriteString("}")
	}
}

// operand writes an operand of an operation, in parentheses if they may be required.
func (p *printer) operand(n *node) {
	first := n
	for first.kind == relativeKind || first.kind == indexKind {
		first = first.kids[0]
	}
	switch n.kind {
	case operationKind, conditionalKind, relativeKind, indexKind, splatKind:
		// Parentheses would end the splat expression of the item.
		if first.kind != splatItemKind {
			p.list("(", []*node{n}, ")")
			return
		}
	}
	p.expression(n)
}

func (p *printer) list(open string, nodes []*node, end string) {
	p.WriteString(open)
	for i, n := range nodes {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expression(n)
	}
	p.WriteString(end)
}

func (p *printer) value(value cty.Value) {
	switch {
	case value.IsNull():
		p.WriteString("null")
	case value.Type() == cty.String:
		p.WriteString(`"` + escape(value.AsString()) + `"`)
	case value.Type() == cty.Number:
		p.WriteString(formatNumber(value.AsBigFloat()))
	case value.True():
		p.WriteString("true")
	default:
		p.WriteString("false")
	}
}

var stringEscapes = strings.NewReplacer(
	`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`,
	"${", "$${", "%{", "%%{",
)

func escape(s string) string { return stringEscapes.Replace(s) }

// maxExponent is the maximum binary exponent of a number in decimal notation. The digits of larger
// numbers could fill the memory.
const maxExponent = 1 << 15

func formatNumber(number *big.Float) string {
	if exponent := number.MantExp(nil); exponent > maxExponent || exponent < -maxExponent {
		return number.Text('p', 0)
	}
	return number.Text('g', -1)
}

// mapEach returns the results of a function for the elements of a list.
func mapEach[V, R any](list []V, of func(V) R) []R {
	results := make([]R, len(list))
	for i, v := range list {
		results[i] = of(v)
	}
	return results
}
