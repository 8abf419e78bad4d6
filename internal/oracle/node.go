package oracle

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
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
	splatStep
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
	// An expression stands where the product wants a static reference or a
	// constant and the source has something else.
	expression
	// A text stands where the product wants native source text and it is none.
	text
	// A whole expression stands where the product wants a static list or map.
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

func (n *node) isString() bool {
	return n.kind == literal && !n.value.IsNull() && n.value.Type() == cty.String
}

// same compares the nodes themselves, not their children.
func (n *node) same(other *node) bool {
	if n.kind != other.kind || n.name != other.name || len(n.kids) != len(other.kids) {
		return false
	}
	return n.kind != literal || n.value.RawEquals(other.value)
}

// String is the expression for messages; it is different for different nodes.
func (n *node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	list := func(open, separator, end string, kids []*node) {
		b.WriteString(open)
		for i, kid := range kids {
			if i > 0 {
				b.WriteString(separator)
			}
			kid.write(b)
		}
		b.WriteString(end)
	}
	switch n.kind {
	case literal:
		writeValue(b, n.value)
	case template:
		list("template(", ", ", ")", n.kids)
	case tuple:
		list("[", ", ", "]", n.kids)
	case object:
		b.WriteString("{")
		for i := 0; i+1 < len(n.kids); i += 2 {
			if i > 0 {
				b.WriteString(", ")
			}
			list("", " = ", "", n.kids[i:i+2])
		}
		b.WriteString("}")
	case reference:
		b.WriteString(n.name)
		list("", "", "", n.kids)
	case attributeStep:
		b.WriteString("." + n.name)
	case indexStep:
		list("[", "", "]", n.kids)
	case splatStep:
		b.WriteString("[*]")
	case text:
		fmt.Fprintf(b, "text %q", n.name)
	case splatItem:
		b.WriteString("item")
	case absent:
		b.WriteString("none")
	case call:
		list(n.name+"(", ", ", ")", n.kids)
	case whole:
		list("", "", "", n.kids)
	default:
		list(kindNames[n.kind]+n.name+"(", ", ", ")", n.kids)
	}
}

var kindNames = map[kind]string{
	relative:     "relative",
	index:        "index",
	conditional:  "conditional",
	operation:    "operator ",
	splat:        "splat",
	forLoop:      "for",
	joinLoop:     "join",
	ambiguousKey: "key",
	expression:   "expression",
}

func writeValue(b *strings.Builder, value cty.Value) {
	switch {
	case value.IsNull():
		b.WriteString("null")
	case !value.IsKnown():
		b.WriteString("unknown")
	case value.Type() == cty.String:
		fmt.Fprintf(b, "%q", value.AsString())
	case value.Type() == cty.Number:
		b.WriteString(formatNumber(value.AsBigFloat()))
	default:
		fmt.Fprintf(b, "%t", value.True())
	}
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
		sorted = append(sorted, item{key: key.String(), pair: items[i : i+2]})
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

// newTemplate merges the literal parts that stand side by side and drops empty
// ones. A template of nothing else is a literal.
func newTemplate(parts []*node, rng hcl.Range) *node {
	var merged []*node
	for _, part := range parts {
		if part.isString() {
			if part.value.AsString() == "" {
				continue
			}
			if last := len(merged) - 1; last >= 0 && merged[last].isString() {
				merged[last] = newLiteral(cty.StringVal(merged[last].value.AsString()+part.value.AsString()), merged[last].rng)
				continue
			}
		}
		merged = append(merged, part)
	}
	switch {
	case len(merged) == 0:
		return newLiteral(cty.StringVal(""), rng)
	case len(merged) == 1 && merged[0].isString():
		return newLiteral(merged[0].value, rng)
	}
	return &node{kind: template, kids: merged, rng: rng}
}

// compareNodes reports where two expressions differ.
func (c *comparer) compareNodes(a, b *node, at path) {
	if !a.same(b) {
		c.errorf(a.rng, "Different value", "%s: %s at %s, but %s at %s.", at, brief(a), a.rng, brief(b), b.rng)
		return
	}
	for i := range a.kids {
		c.compareNodes(a.kids[i], b.kids[i], at)
	}
}

func brief(n *node) string {
	const limit = 300
	described := n.String()
	switch n.kind {
	case whole:
		described = "not a static list or map: " + described
	case reference:
		described = "reference " + described
	}
	if len(described) > limit {
		described = strings.ToValidUTF8(described[:limit], "") + "..."
	}
	return described
}
