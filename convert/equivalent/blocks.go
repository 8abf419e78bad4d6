package equivalent

import (
	stdjson "encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/schema/tables"
)

// group contains the blocks of both sides whose relative order may matter.
type group struct {
	ordered bool
	blocks  [2][]block
}

func (c *comparer) compareBlockLists(a, b []block, in parentBody) {
	for _, g := range groupBlocks([2][]block{a, b}, in.rule) {
		if c.hasFailed() {
			return
		}
		if g.ordered {
			c.compareOrdered(g.blocks[0], g.blocks[1], in)
			continue
		}
		var headers []string
		byHeader := [2]map[string][]block{{}, {}}
		for i, list := range g.blocks {
			for _, b := range list {
				header := b.header()
				if byHeader[0][header] == nil && byHeader[1][header] == nil {
					headers = append(headers, header)
				}
				byHeader[i][header] = append(byHeader[i][header], b)
			}
		}
		for _, header := range headers {
			c.compareUnordered(byHeader[0][header], byHeader[1][header], in)
		}
	}
}

// groupBlocks returns the blocks in groups: the blocks of a type, the dynamic blocks that generate them, and
// the blocks of all types of a Sequence.
func groupBlocks(sides [2][]block, rule *tables.Body) []*group {
	var result []*group
	byName := map[string]*group{}
	for i, list := range sides {
		for _, b := range list {
			name := b.typ
			generated := rule.Dynamic && name == tables.DynamicType && len(b.labels) == 1
			if generated {
				name = b.labels[0]
			}
			inSequence := false
			for _, sequence := range rule.Sequence {
				if slices.Contains(sequence, name) {
					name = sequence[0]
					inSequence = true
				}
			}
			g := byName[name]
			if g == nil {
				g = &group{}
				byName[name] = g
				result = append(result, g)
			}
			_, listed := rule.Lookup(b.typ)
			if generated || inSequence || listed == nil || listed.Ordered {
				g.ordered = true
			}
			g.blocks[i] = append(g.blocks[i], b)
		}
	}
	return result
}

// compareOrdered compares two lists of blocks whose order matters.
func (c *comparer) compareOrdered(a, b []block, in parentBody) {
	number := func(i int) int {
		if len(a) < 2 && len(b) < 2 {
			return 0
		}
		return i + 1
	}
	headersA, headersB := headers(a), headers(b)
	if slices.Equal(headersA, headersB) {
		for i := 0; i < len(a) && !c.hasFailed(); i++ {
			c.compareBlocks(a[i], b[i], number(i), in)
		}
		return
	}
	if slices.Equal(slices.Sorted(slices.Values(headersA)), slices.Sorted(slices.Values(headersB))) {
		c.recordDifference(Difference{Summary: differentOrder, Path: in.at, A: orderOf(a), B: orderOf(b), Order: true})
		return
	}
	// Trailing equal blocks are neither added nor missing.
	end := 0
	for i, j := len(a)-1, len(b)-1; min(i, j) >= 0 && headersA[i] == headersB[j] && c.hasTrial() &&
		c.isEqualTrial(a[i], b[j], number(i), in); i, j = i-1, j-1 {
		end++
	}
	// Each other block is compared with the next block with the same header.
	next := 0
	for i := range len(a) - end {
		j := next
		for j < len(b)-end && headersA[i] != headersB[j] {
			j++
		}
		if j == len(b)-end {
			c.reportMissingBlock(a[i], in)
		} else {
			for ; next < j; next++ {
				c.reportAddedBlock(b[next], in)
			}
			c.compareBlocks(a[i], b[j], number(i), in)
			next = j + 1
		}
	}
	for ; next < len(b)-end; next++ {
		c.reportAddedBlock(b[next], in)
	}
}

// orderOf describes the order of blocks.
func orderOf(blocks []block) Side {
	return Side{Value: strings.Join(headers(blocks), ", "), Range: blocks[0].rng}
}

func headers(blocks []block) []string { return mapEach(blocks, block.header) }

// compareUnordered compares two lists of blocks with the same header. Their order matters only if the
// product merges them, as in an override file.
func (c *comparer) compareUnordered(a, b []block, in parentBody) {
	if len(a) > 0 && len(b) > 0 && len(a)+len(b) > 2 {
		bodyOf := func(b block) body { return b.body }
		bodiesA, bodiesB := mapEach(a, bodyOf), mapEach(b, bodyOf)
		if rule := in.bodyFor(a[0]); rule != nil && rule.JustAttributes && !hasRepeatedAttributes(bodiesA) && !hasRepeatedAttributes(bodiesB) {
			// The product merges the bodies.
			c.compareBodies(bodiesA, bodiesB, rule, in.at.join(a[0].header()))
			return
		}
		_, listed := in.rule.Lookup(a[0].typ)
		if inOverride := c.overrides && len(in.at) == 0; !inOverride && (listed == nil || !listed.Merged) {
			a, b = c.matchEqual(a, b, in)
		}
	}
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(b):
			c.reportMissingBlock(a[i], in)
		case i >= len(a):
			c.reportAddedBlock(b[i], in)
		case len(a) == 1 && len(b) == 1:
			c.compareBlocks(a[i], b[i], 0, in)
		default:
			c.compareBlocks(a[i], b[i], i+1, in)
		}
	}
}

// hasRepeatedAttributes reports whether several bodies contain the same attribute. No product accepts such bodies.
func hasRepeatedAttributes(bodies []body) bool {
	seen := map[string]bool{}
	for _, part := range bodies {
		attributes, _ := part.JustAttributes()
		for name := range attributes {
			if seen[name] {
				return true
			}
			seen[name] = true
		}
	}
	return false
}

// matchEqual removes the blocks with an equal block on the other side.
//
// It compares pairs in trials, because bodies in JSON have no normal form that could be sorted. The
// other side decides whether a property without a schema is an attribute or a block, how many labels a
// block has, and whether a string is a reference.
func (c *comparer) matchEqual(a, b []block, in parentBody) (restA, restB []block) {
	restB = slices.Clone(b)
	texts := map[string]int{}
	for _, y := range b {
		if text, ok := y.text(); ok {
			texts[text]++
		}
	}
	// Equal texts need no comparison.
	same := map[string]int{}
	for _, x := range a {
		if text, ok := x.text(); ok && same[text] < texts[text] {
			same[text]++
		} else {
			restA = append(restA, x)
		}
	}
	restB = slices.DeleteFunc(restB, func(y block) bool {
		text, ok := y.text()
		if ok && same[text] > 0 {
			same[text]--
			return true
		}
		return false
	})

	// Usually, the next equal block follows the last one. In lists of opposite order, it precedes the
	// last one.
	a, restA = restA, nil
	left, at := make([]*block, len(restB)), 0
	for i := range restB {
		left[i] = &restB[i]
	}
	for _, x := range a {
		found := false
		for i := 0; i < len(left) && !found; i++ {
			if !c.hasTrial() {
				c.errorf(x.rng, undecidedSummary,
					"%s: there are too many %s blocks in a different order to find out which correspond.",
					in.at, x.header())
				return nil, nil
			}
			j := at + i/2
			if i%2 == 1 {
				j = at - i/2 - 1 + len(left)
			}
			if j %= len(left); c.isEqualTrial(x, *left[j], 0, in) {
				found, at = true, j
				left = slices.Delete(left, j, j+1)
			}
		}
		if !found {
			restA = append(restA, x)
		}
	}
	return restA, mapEach(left, func(b *block) block { return *b })
}

// text returns the source of a block in native syntax.
func (b block) text() (string, bool) {
	native, ok := b.body.Body.(*hclsyntax.Body)
	if !ok {
		return "", false
	}
	return string(native.SrcRange.SliceBytes(b.body.Bytes)), true
}

func (c *comparer) reportMissingBlock(b block, in parentBody) {
	c.addDifference(missingBlock, in.at.join(b.header()),
		Side{Value: b.header(), Range: b.rng}, Side{Range: in.gaps[1]})
}

func (c *comparer) reportAddedBlock(b block, in parentBody) {
	c.addDifference(addedBlock, in.at.join(b.header()), Side{Range: in.gaps[0]}, Side{Value: b.header(), Range: b.rng})
}

// isEqualTrial reports whether two blocks are equal. It keeps the comments and warnings of equal
// blocks only.
func (c *comparer) isEqualTrial(a, b block, number int, in parentBody) bool {
	before := c.trials
	c.trials--
	fork := c.fork()
	fork.isTrial = true
	fork.compareBlocks(a, b, number, in)
	if !fork.Equal() {
		return false
	}
	if !c.isTrial {
		// No other trial needs these blocks, so the number of such trials is limited anyway.
		c.trials = before
	}
	c.joinFork(fork)
	return true
}

// hasFailed reports whether a trial has found a difference, and can stop.
func (c *comparer) hasFailed() bool { return c.isTrial && !c.Equal() }

// compareBlocks compares two blocks with the same header. The number of the blocks in their lists, if
// not 0, is part of the path.
func (c *comparer) compareBlocks(a, b block, number int, in parentBody) {
	label := a.header()
	if number > 0 {
		label = fmt.Sprintf("%s (%d)", label, number)
	}
	c.withVariables(iterators(in.rule, a, b), func() {
		c.compareBodies([]body{a.body}, []body{b.body}, in.bodyFor(a), in.at.join(label))
	})
}

// bodyFor returns the rule for the body of a block.
func (in parentBody) bodyFor(b block) *tables.Body {
	if _, listed := in.rule.Lookup(b.typ); listed != nil {
		return listed.BodyFor(b.labels, choosingValue(b.body, listed.By))
	}
	return in.rule.RemainBody
}

// choosingValue returns the source text of the argument that selects the schema of a body, in addition
// to the labels of its block.
func choosingValue(b body, by string) string {
	if by == "" {
		return ""
	}
	found := attributeOf(b, by)
	if found == nil {
		return ""
	}
	source := found.Expr.Range().SliceBytes(b.Bytes)
	switch e := found.Expr.(type) {
	case *hclsyntax.TemplateExpr:
		// Only a constant string selects a schema.
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

// iterators returns the variables that two dynamic blocks with the same header define in their content.
func iterators(rule *tables.Body, x, y block) []string {
	if !rule.Dynamic || x.typ != tables.DynamicType || len(x.labels) != 1 {
		return nil
	}
	var names []string
	for _, b := range []block{x, y} {
		name := b.labels[0]
		if attribute := attributeOf(b.body, tables.DynamicIterator); attribute != nil {
			if keyword := hcl.ExprAsKeyword(attribute.Expr); keyword != "" {
				name = keyword
			}
		}
		names = append(names, name)
	}
	return names
}

// fillLabels fills omitted optional labels of blocks with "".
func fillLabels(blocks []block, rule *tables.Body) {
	for i, b := range blocks {
		_, listed := rule.Lookup(b.typ)
		if listed == nil || len(b.labels) < len(listed.Labels)-listed.Optional {
			continue
		}
		blocks[i].labels = slices.Clone(b.labels)
		for len(blocks[i].labels) < len(listed.Labels) {
			blocks[i].labels = append(blocks[i].labels, "")
		}
	}
}

// warnRepeatedLabels warns of blocks with the same labels, if the product reads the blocks as an object of their
// labels.
func (c *comparer) warnRepeatedLabels(blocks []block, rule *tables.Body, at path) {
	seen := map[string]bool{}
	for _, b := range blocks {
		_, listed := rule.Lookup(b.typ)
		if listed == nil || listed.Shape != tables.ObjectShape {
			continue
		}
		if header := b.header(); seen[header] {
			c.warnf(b.rng, "Not in the schema", "%s: the language allows a %s block only once.", at, header)
		} else {
			seen[header] = true
		}
	}
}

// header returns the type and labels of a block as one unambiguous text.
func (b block) header() string {
	text := []byte(b.typ)
	for _, label := range b.labels {
		text = strconv.AppendQuote(append(text, ' '), label)
	}
	return string(text)
}

// nestLabels converts the labels after the first count to nested blocks. In JSON, all blocks of a type
// have the same number of labels. Without a schema, another label looks like the type of a nested block.
func nestLabels(b *hclsyntax.Block, count int) *hclsyntax.Block {
	if len(b.Labels) == count {
		return b
	}
	inner := *b
	inner.Type = b.Labels[count]
	inner.Labels = b.Labels[count+1:]
	inner.LabelRanges = b.LabelRanges[count+1:]
	outer := *b
	outer.Labels = b.Labels[:count]
	outer.LabelRanges = b.LabelRanges[:count]
	outer.Body = &hclsyntax.Body{
		Attributes: hclsyntax.Attributes{},
		Blocks:     hclsyntax.Blocks{nestLabels(&inner, 0)},
		SrcRange:   b.Body.SrcRange,
		EndRange:   b.Body.EndRange,
	}
	return &outer
}

// checkArray reports the value of a block type, unless the value is an array.
func (c *comparer) checkArray(b body, name string) {
	value := attributeOf(b, name).Expr
	if _, diags := hcl.ExprList(value); diags.HasErrors() {
		c.errorf(value.Range(), "Array required",
			"The product takes an array for %q in JSON, even for a single block.", name)
	}
}

// checkObjects reports all arrays around the bodies of a block. If single is set, an array of one block
// is valid.
func (c *comparer) checkObjects(b body, name string, labels int, single bool) {
	level := []hcl.Expression{attributeOf(b, name).Expr}
	if list, diags := hcl.ExprList(level[0]); single && !diags.HasErrors() && len(list) < 2 {
		level = list
	}
	for depth := 0; depth <= labels; depth++ {
		var next []hcl.Expression
		for _, expr := range level {
			pairs, diags := hcl.ExprMap(expr)
			if diags.HasErrors() {
				c.errorf(expr.Range(), "Object required",
					"The product reads %q in JSON as an attribute with an object as its value.", name)
			}
			for _, pair := range pairs {
				next = append(next, pair.Value)
			}
		}
		level = next
	}
}

// isUnlabelled reports whether the JSON value of a block type is a block without its label, or an
// array of one such block.
func isUnlabelled(b body, listed *tables.Block) bool {
	value := attributeOf(b, listed.Type).Expr
	if list, diags := hcl.ExprList(value); !diags.HasErrors() && len(list) == 1 {
		value = list[0]
	}
	pairs, diags := hcl.ExprMap(value)
	return !diags.HasErrors() && slices.ContainsFunc(pairs, func(pair hcl.KeyValuePair) bool {
		name, _ := pair.Key.Value(nil)
		argument, _ := listed.Body.Lookup(name.AsString())
		return argument != nil && isScalar(pair.Value) && !isNull(pair.Value)
	})
}

// unescapeLabels decodes labels that are keys of an object in an expression.
func (c *comparer) unescapeLabels(blocks []block, typ string) {
	for i, b := range blocks {
		if b.typ != typ {
			continue
		}
		labels := slices.Clone(b.labels) // which all bodies of an array share
		blocks[i].labels = labels
		for j, label := range b.labels {
			text, ok := c.constantTemplate(label)
			if !ok {
				c.errorf(b.rng, "Label is an expression",
					"The product evaluates the label %q, which is not a constant.", label)
			}
			labels[j] = text
		}
	}
}

// constantTemplate returns the value of a template without references.
func (c *comparer) constantTemplate(source string) (string, bool) {
	if isPlainTemplate([]byte(source)) {
		return source, true
	}
	parsed, diags, found := c.readText([]byte(source), "", hcl.InitialPos, templateSyntax)
	if found != nil || diags.HasErrors() {
		return source, false
	}
	text := c.constantString(parsed)
	return text, text != ""
}

// bodyValue returns a body as the value that the product decodes (tables.Body.NestedInLists).
func (c *comparer) bodyValue(b body, rule *tables.Body) *node {
	r := normalizer{c: c, file: b.file}
	rng := b.MissingItemRange()
	var items []*node
	add := func(name string, value *node) {
		items = append(items, newLiteral(cty.StringVal(name), rng), value)
	}
	native, ok := b.Body.(*hclsyntax.Body)
	if !ok {
		attributes, diags := b.JustAttributes()
		c.Diagnostics = append(c.Diagnostics, diags...)
		for name, attribute := range attributes {
			add(name, r.value(attribute.Expr, rule.Argument(name)))
		}
	} else {
		for name, attribute := range native.Attributes {
			value := r.value(attribute.Expr, rule.Argument(name))
			if _, isObject := attribute.Expr.(*hclsyntax.ObjectConsExpr); isObject {
				value = &node{kind: tupleKind, kids: []*node{value}, rng: value.rng}
			}
			add(name, value)
		}
		lists := map[string]*node{}
		for _, inner := range native.Blocks {
			list := lists[inner.Type]
			if list == nil {
				list = &node{kind: tupleKind, rng: inner.DefRange()}
				lists[inner.Type] = list
				add(inner.Type, list)
			}
			list.kids = append(list.kids, c.labelledValue(inner.Labels, body{inner.Body, b.file}, rule))
		}
	}
	result, _ := newObject(items, rng, false)
	return result
}

// labelledValue returns a block as nested objects with a list for each label.
func (c *comparer) labelledValue(labels []string, b body, rule *tables.Body) *node {
	if len(labels) == 0 {
		return c.bodyValue(b, rule)
	}
	rng := b.MissingItemRange()
	inner := &node{kind: tupleKind, kids: []*node{c.labelledValue(labels[1:], b, rule)}, rng: rng}
	return &node{kind: objectKind, kids: []*node{newLiteral(cty.StringVal(labels[0]), rng), inner}, rng: rng}
}
