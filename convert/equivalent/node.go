package equivalent

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// kind is what a node of the normal form is.
type kind uint8

const (
	// A literal has a primitive value or null.
	literal kind = iota
	template
	tuple
	// The children of an object are keys and values in turn.
	object
	// A reference starts at the variable that it names; its children are steps.
	reference
	// A relative reference has the expression that it starts at as its first
	// child.
	relative
	attributeStep
	indexStep
	index
	call
	conditional
	operation
	splat
	splatItem
	forLoop
	joinLoop
	absent
	// An ambiguous key is an object key such as a.b that is neither a keyword
	// nor in parentheses.
	ambiguousKey
	// An expression is where the product wants a static reference or a
	// constant and the source has something else.
	expression
	// A text is where the product wants native source text and it is none. Its child
	// is the source within ${ and }, if that is all of it.
	text
	// An unread expression could not be read, which has been reported.
	unread
	// A whole expression is where the product wants a static list or map.
	whole
)

// node is an expression in normal form: two expressions mean the same if their
// nodes are equal.
type node struct {
	kind  kind
	name  string
	value cty.Value
	kids  []*node
	rng   hcl.Range
}

func newLiteral(value cty.Value, rng hcl.Range) *node {
	return &node{kind: literal, value: value, rng: rng}
}

// text is the value of a string, or empty.
func (n *node) text() string {
	if !n.isString() {
		return ""
	}
	return n.value.AsString()
}

func (n *node) isString() bool {
	return n.kind == literal && !n.value.IsNull() && n.value.Type() == cty.String
}

// sameValue tells -0 from 0, which are different as text. For other numbers, cty would
// write all digits, which takes minutes for those of 1e-999999.
func sameValue(a, b cty.Value) bool {
	isNumber := func(v cty.Value) bool { return !v.IsNull() && v.Type() == cty.Number }
	if !isNumber(a) || !isNumber(b) {
		return a.RawEquals(b)
	}
	x, y := a.AsBigFloat(), b.AsBigFloat()
	return x.Cmp(y) == 0 && x.Signbit() == y.Signbit()
}

// equal reports whether two expressions mean the same.
func (n *node) equal(other *node) bool {
	if n.kind == unread || other.kind == unread {
		return true
	}
	if n.kind == text && other.kind != text && len(n.kids) == 1 {
		return n.kids[0].equal(other) // the product refuses the text, so nothing else can be meant
	}
	if n.kind != other.kind || n.name != other.name || len(n.kids) != len(other.kids) {
		return false
	}
	if n.kind == literal && !sameValue(n.value, other.value) {
		return false
	}
	return slices.EqualFunc(n.kids, other.kids, (*node).equal)
}

// maxExponent is the largest binary exponent of a number that is written in
// decimal; the digits of larger ones could fill the memory.
const maxExponent = 1 << 15

func formatNumber(number *big.Float) string {
	if exponent := number.MantExp(nil); exponent > maxExponent || exponent < -maxExponent {
		return number.Text('p', 0)
	}
	return number.Text('g', -1)
}

// newObject puts the items in the order of their keys, unless a key is computed
// or given twice; then their order may matter. The items are keys and values in
// turn. In a static map a reference is a name and not computed.
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
			// Nodes of two kinds can look the same.
			name = fmt.Sprintf("%d %s", key.kind, key)
		}
		sorted = append(sorted, item{key: name, pair: items[i : i+2]})
		static = static && (key.kind == literal || staticMap)
	}
	slices.SortStableFunc(sorted, func(a, b item) int { return strings.Compare(a.key, b.key) })
	for i := 1; i < len(sorted); i++ {
		if sorted[i].key == sorted[i-1].key {
			duplicate = sorted[i].pair[0]
		}
	}
	result = &node{kind: object, kids: items, rng: rng}
	if static && duplicate == nil {
		result.kids = make([]*node, 0, len(items))
		for _, item := range sorted {
			result.kids = append(result.kids, item.pair...)
		}
	}
	return result, duplicate
}

// newTemplate merges the literal parts that are side by side and drops empty
// ones. A template of nothing else is a literal.
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
	return &node{kind: template, kids: merged, rng: rng}
}

// compareNodes reports where two expressions differ. Most do not, and need no
// path.
func (c *comparer) compareNodes(a, b *node, at path) {
	switch {
	case a.equal(b):
	case c.trial:
		c.differ(differentValue, at, Side{}, Side{})
	default:
		c.differingNodes(a, b, at)
	}
}

func (c *comparer) differingNodes(a, b *node, at path) {
	switch {
	case a.kind == object && b.kind == object && a.isStatic() && b.isStatic():
		c.compareObjects(a, b, at)
	case a.kind == tuple && b.kind == tuple:
		c.compareTuples(a, b, at)
	case !a.equal(b):
		c.differ(differentValue, at, a.in(), b.in())
	}
}

// isStatic reports whether each key of an object is a constant that is
// there once, in order.
func (n *node) isStatic() bool {
	for i := 0; i+1 < len(n.kids); i += 2 {
		if !n.kids[i].isString() || i > 0 && n.kids[i-2].text() >= n.kids[i].text() {
			return false
		}
	}
	return true
}

// compareObjects compares static objects key by key.
func (c *comparer) compareObjects(a, b *node, at path) {
	keyA, keyB := func(i int) string { return a.kids[2*i].text() }, func(i int) string { return b.kids[2*i].text() }
	for i, j := range merged(len(a.kids)/2, len(b.kids)/2, keyA, keyB) {
		i, j = 2*i, 2*j
		switch {
		case j < 0:
			c.differ(differentValue, at.step(keyStep(a.kids[i])), a.kids[i+1].in(), Side{Range: b.rng})
		case i < 0:
			c.differ(differentValue, at.step(keyStep(b.kids[j])), Side{Range: a.rng}, b.kids[j+1].in())
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

// compareTuples compares tuples element by element, or shows them whole where
// that would say less.
func (c *comparer) compareTuples(a, b *node, at path) {
	if len(a.kids) != len(b.kids) {
		c.differ(differentValue, at, a.in(), b.in())
		return
	}
	for i := range a.kids {
		c.differingNodes(a.kids[i], b.kids[i], at.step(fmt.Sprintf("[%d]", i)))
	}
}

func (n *node) in() Side { return Side{Value: n.described(), Range: n.rng} }

// described is the expression for a difference, with a word on what native
// syntax does not show.
func (n *node) described() string {
	switch n.kind {
	case whole:
		return "not a static list or map: " + n.String()
	case expression:
		return "an expression that the product does not take here: " + n.String()
	case text:
		return "text: " + n.String()
	}
	return n.String()
}
