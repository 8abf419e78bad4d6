package convert

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// group is the items of one name in a body, in source order.
type group struct {
	name      string
	attribute *hclwrite.Attribute
	blocks    []*hclwrite.Block
	count     int32 // of the blocks
	shape     blockShape
	// regrouped: the blocks are in another order than in the source.
	regrouped bool
	// clash is the first item that is of the other kind than those before it.
	clash hclwrite.Item
	// argument and rule are the schema's rows for the name, or nil.
	argument *schema.Attribute
	rule     *schema.Block
}

// listsAttribute and listsBlock report whether the name is one that every reader
// knows, as the language itself lists it.
func (g *group) listsAttribute() bool { return g.argument != nil && !g.argument.External }

// groups sorts items by name, in order of first appearance. The room that they take
// is released by the caller.
func (c *arranger) groups(items []hclwrite.Item, s *schema.Body) []group {
	start := len(c.scratch.groups)
	if c.scratch.groups == nil {
		c.scratch.groups = make([]group, 0, 2*fewNames)
	}
	list := slices.Grow(c.scratch.groups, countAttributes(items))
	indexes := slices.Grow(c.scratch.indexes[:0], len(items))
	var index map[string]int
	for at, item := range items {
		name := item.ItemName()
		i, known := index[name]
		if index == nil {
			i = indexOf(list[start:], name)
			known = i >= 0
		}
		if !known {
			i = len(list) - start
			list = append(more(list, len(items)-at), group{name: name})
			g := &list[start+i]
			g.argument, g.rule = s.Lookup(name)
			if index == nil && i == fewNames {
				index = make(map[string]int, len(items))
				for j := range list[start:] {
					index[list[start+j].name] = j
				}
			}
			if index != nil {
				index[name] = i
			}
		}
		list[start+i].add(item)
		indexes = append(indexes, i)
	}
	c.scratch.groups, c.scratch.indexes = list, indexes
	list = list[start:len(list):len(list)]
	if c.opts.Form == Query {
		for i := range list {
			queryRule(&list[i], s)
		}
	}
	c.fill(list, items)
	return list
}

// countAttributes is how many groups there are at least.
func countAttributes(items []hclwrite.Item) int {
	n := 0
	for _, item := range items {
		if _, ok := item.(*hclwrite.Attribute); ok {
			n++
		}
	}
	return n
}

// fewNames is how many groups are looked through one by one.
const fewNames = 16

// add counts an item.
func (g *group) add(item hclwrite.Item) {
	if a, ok := item.(*hclwrite.Attribute); ok {
		g.attribute = a
	} else {
		g.count++
	}
	if g.clash == nil && g.attribute != nil && g.count > 0 {
		g.clash = item
	}
}

// fill gives groups that have been counted their blocks.
func (c *arranger) fill(list []group, items []hclwrite.Item) {
	for i := range list {
		if g := &list[i]; g.clash == nil && g.count > 0 {
			start := len(c.scratch.blocks)
			c.scratch.blocks = slices.Grow(c.scratch.blocks, int(g.count))[:start+int(g.count)]
			g.blocks = c.scratch.blocks[start : start : start+int(g.count)]
		}
	}
	for i, item := range items {
		if g := &list[c.scratch.indexes[i]]; g.clash == nil && g.count > 0 {
			g.blocks = append(g.blocks, item.(*hclwrite.Block))
		}
	}
}

// checkGroups reports names that JSON can't hold.
func (c *arranger) checkGroups(groups []group) {
	for i := range groups {
		g := &groups[i]
		if g.clash != nil {
			span := g.clash.ItemSpan()
			c.fail(span.Start, span.End, "Attribute and block with the same name",
				"%q is both an attribute and a block type in this body; a JSON object can hold only one of "+
					"them.", g.name)
		}
		for _, block := range g.blocks {
			if len(block.Labels) > maxLabels {
				c.fail(block.Span.Start, block.Body.Span.Start, "Too many labels",
					"No more than %d labels of a block can be converted; this one has %d.",
					maxLabels, len(block.Labels))
			}
		}
	}
}

// split returns the groups of the properties, and where further objects begin, when
// one object would change an order that matters: static blocks interleaved with
// dynamic blocks of their type, or types whose blocks form one sequence. The
// properties are then the runs of items of one name.
func (c *arranger) split(items []hclwrite.Item, groups []group, s *schema.Body) (properties []group, cuts []int) {
	if s.JustAttributes || !c.reordered(items, groups, s) {
		return groups, nil
	}
	start := len(c.scratch.groups)
	taken := make([]int, len(groups))
	seen := map[string]bool{} // in the object
	for i := range items {
		index := c.scratch.indexes[i]
		g := &groups[index]
		if i == 0 || index != c.scratch.indexes[i-1] {
			if seen[g.name] {
				cuts = append(cuts, len(c.scratch.groups)-start)
				clear(seen)
			}
			seen[g.name] = true
			run := *g
			run.blocks = g.blocks[taken[index]:taken[index]]
			c.scratch.groups = append(c.scratch.groups, run)
		}
		if g.attribute == nil {
			taken[index]++
			run := &c.scratch.groups[len(c.scratch.groups)-1]
			run.blocks = run.blocks[:len(run.blocks)+1]
		}
	}
	return c.scratch.groups[start:len(c.scratch.groups):len(c.scratch.groups)], cuts
}

// reordered reports whether grouping the items by name changes the order inside
// a sequence.
func (c *arranger) reordered(items []hclwrite.Item, groups []group, s *schema.Body) bool {
	dynamic := s.Dynamic && indexOf(groups, schema.DynamicType) >= 0
	if len(s.Sequence) == 0 && !dynamic {
		return false
	}
	last := make(map[string]int) // the group of the last block of a sequence
	for i, item := range items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		key, index := sequenceOf(block, s), c.scratch.indexes[i]
		if index < last[key] {
			return true
		}
		last[key] = index
	}
	return false
}

func indexOf(list []group, name string) int {
	for i := range list {
		if list[i].name == name {
			return i
		}
	}
	return -1
}

// sequenceOf is the name of the sequence that a block belongs to: its type, the
// type that a dynamic block makes, or the first type of a declared sequence.
func sequenceOf(block *hclwrite.Block, s *schema.Body) string {
	name := block.Type
	if s.Dynamic && name == schema.DynamicType && len(block.Labels) > 0 {
		name = block.Labels[0]
	}
	for _, sequence := range s.Sequence {
		if slices.Contains(sequence, name) {
			return sequence[0]
		}
	}
	return name
}

// shape decides how JSON has the blocks of a group, and puts them into the order that
// they have there.
func (c *arranger) shape(g *group, s *schema.Body) {
	if g.attribute != nil {
		return
	}
	g.shape = c.blockShape(g, s)
	if len(g.blocks) > 1 && (g.shape == byLabel && labelled(g.blocks, g.rule) ||
		g.shape == byLabelInArrays && sameLabels(g.blocks)) {
		sorted := byLabels(g.blocks, 0)
		g.regrouped = !slices.Equal(sorted, g.blocks)
		g.blocks = sorted
	}
}

func (c *arranger) blockShape(g *group, s *schema.Body) blockShape {
	switch {
	case c.opts.Form == Query:
		return queryShape(g, s)
	case s.NestedInLists && g.rule == nil:
		return perBlockInLists
	case g.rule != nil && g.rule.Shape == schema.ObjectShape:
		return byLabel
	case g.rule != nil && g.rule.Shape == schema.ArrayShape:
		return perBlock
	case c.opts.Form == Compact && g.listsBlock():
		if len(g.blocks) > 1 && g.rule.Ordered && len(g.rule.Labels) > 0 {
			return perBlockInLabels
		}
		return byLabel
	case len(g.blocks) == 1 && len(g.blocks[0].Labels) == 0 && blockBody(g.rule, nil, "", s).JustAttributes:
		return byLabel
	}
	return perBlock
}

func (g *group) listsBlock() bool { return g.rule != nil && !g.rule.External }

// labelled reports whether all blocks have as many labels as their type says.
func labelled(blocks []*hclwrite.Block, rule *schema.Block) bool {
	return !slices.ContainsFunc(blocks, func(b *hclwrite.Block) bool { return len(b.Labels) != len(rule.Labels) })
}

// sameLabels reports whether all blocks have the same number of labels.
func sameLabels(blocks []*hclwrite.Block) bool {
	return !slices.ContainsFunc(blocks, func(b *hclwrite.Block) bool { return len(b.Labels) != len(blocks[0].Labels) })
}

// byLabels is the order in which the compact form writes blocks.
func byLabels(blocks []*hclwrite.Block, level int) []*hclwrite.Block {
	if len(blocks) == 1 || len(blocks[0].Labels) == level {
		return blocks
	}
	var list []*hclwrite.Block
	for _, same := range labelGroups(blocks, level) {
		list = append(list, byLabels(same, level+1)...)
	}
	return list
}

// labelGroups parts blocks by the label at a level, in order of first
// appearance.
func labelGroups(blocks []*hclwrite.Block, level int) [][]*hclwrite.Block {
	var groups [][]*hclwrite.Block
	index := make(map[string]int, len(blocks))
	for _, block := range blocks {
		i, ok := index[block.Labels[level]]
		if !ok {
			i = len(groups)
			index[block.Labels[level]] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], block)
	}
	return groups
}

// withoutLabels are the labels without empty ones at the end that may be missing.
func withoutLabels(labels []string, rule *schema.Block) []string {
	if rule == nil {
		return labels
	}
	for len(labels) > len(rule.Labels)-rule.Optional && labels[len(labels)-1] == "" {
		labels = labels[:len(labels)-1]
	}
	return labels
}

// readAsAttribute reports whether blocks of a type are an attribute in JSON.
func readAsAttribute(rule *schema.Block, s *schema.Body) bool {
	if rule == nil {
		return false
	}
	argument, _ := s.Lookup(rule.Type)
	return argument != nil
}

// blockLike reports whether a value that stands for an attribute could as well
// stand for blocks of that type, with that many levels of labels to come.
func blockLike[V shaped[V]](v V, rule *schema.Block, levels int) bool {
	kind, parts := v.collection()
	if rule.Shape == schema.ArrayShape {
		if kind != '[' {
			return false
		}
		inArray := *rule
		inArray.Shape = schema.AnyShape
		rule = &inArray
	}
	if kind == '[' && rule.Shape == schema.AnyShape {
		for i := range parts {
			_, elem := v.part(i)
			if kind, _ := elem.collection(); kind != '{' || !blockLike(elem, rule, levels) {
				return false
			}
		}
		return parts > 0
	}
	if kind != '{' || levels > 0 && parts == 0 {
		return false
	}
	seen := make(map[string]bool, parts)
	for i := range parts {
		name, value := v.part(i)
		if seen[name] {
			return false
		}
		seen[name] = true
		argument, _ := rule.Body.Lookup(name)
		switch {
		case levels > 0 && (hcltext.HasSequence(name) || !blockLike(value, rule, levels-1)),
			levels == 0 && !hcltext.ValidIdentifier(name),
			levels == 0 && argument == nil && rule.Body.Remain == schema.RemainNone:
			return false
		}
	}
	return true
}

// Bodies that a product reads into a value (schema.Body.NestedInLists).

// listed arranges the value of an attribute of such a body: an object is in a list.
func (c *arranger) listed(e hclwrite.Expr, rule *schema.Value) hclwrite.Expr {
	o, ok := e.(*hclwrite.Object)
	e = c.expr(e, rule)
	if !ok || o.Enclosed {
		return e
	}
	return &hclwrite.Tuple{Items: []hclwrite.Element{{Value: e, ValueSpan: o.Span}}}
}

// listedLabels reports whether a value can be written as blocks with labels.
func listedLabels(v *jsontree.Value, levels int) bool {
	if levels == 0 {
		return len(v.Elems) == 1 && listed(jsonValue{v})
	}
	if len(v.Elems) == 0 {
		return false
	}
	for i := range v.Elems {
		elem := &v.Elems[i]
		if elem.Kind != jsontree.Object || len(elem.Members) != 1 || hcltext.HasSequence(elem.Members[0].Name) {
			return false
		}
		if inner := &elem.Members[0].Value; !listedLabels(inner, levels-1) {
			return false
		}
	}
	return true
}

// listHint is the hint for an attribute of such a body, or empty.
func (c *arranger) listHint(a *hclwrite.Attribute) string {
	if o, ok := a.Expr.(*hclwrite.Object); ok && !o.Enclosed {
		return inList(a.Name)
	}
	if listed(exprValue{a.Expr}) {
		return a.Name
	}
	return ""
}

// inList is the name in the hint for an attribute whose value is an object that
// is in a list in JSON.
func inList(name string) string { return appendIndex(name, 0) }

// listed reports whether a value of such a body can be written as blocks: it is
// an array of objects that hold attributes.
func listed[V shaped[V]](v V) bool {
	kind, parts := v.collection()
	if kind != '[' || parts == 0 {
		return false
	}
	for i := range parts {
		_, elem := v.part(i)
		kind, members := elem.collection()
		if kind != '{' {
			return false
		}
		seen := make(map[string]bool, members)
		for j := range members {
			name, _ := elem.part(j)
			if seen[name] || !hcltext.ValidIdentifier(name) {
				return false
			}
			seen[name] = true
		}
	}
	return true
}

// queryShape is the shape of the blocks of a group in the query form, where they are
// by labels.
func queryShape(g *group, s *schema.Body) blockShape {
	if !slices.ContainsFunc(g.blocks, hasLabels) && blockBody(g.rule, nil, "", s).JustAttributes {
		return merged
	}
	return byLabelInArrays
}

// queryRule gives blocks a rule that stand for an argument.
func queryRule(g *group, s *schema.Body) {
	if element := elementOf(s, g.name); element != nil && g.rule == nil {
		g.rule = &schema.Block{Type: g.name, Body: element, External: g.argument != nil && g.argument.External}
	}
}

// checkQuery reports blocks for which there is no path of one shape.
func (c *arranger) checkQuery(g *group) bool {
	if g.shape == merged {
		return c.checkMerged(g)
	}
	for _, block := range g.blocks[1:] {
		if len(block.Labels) != len(g.blocks[0].Labels) {
			c.fail(block.Span.Start, block.Body.Span.Start, "Different numbers of labels",
				"In the query form, a path has one shape. There are blocks of type %q here with %d and with %d labels; "+
					"use another form.", g.name, len(g.blocks[0].Labels), len(block.Labels))
			return false
		}
	}
	return true
}

// checkMerged reports a name that is in several blocks which are one object.
func (c *arranger) checkMerged(g *group) bool {
	seen := map[string]*hclwrite.Block{}
	ok := true
	for _, block := range g.blocks {
		for _, item := range block.Body.Items {
			name, span := item.ItemName(), item.ItemSpan()
			if other := seen[name]; other != nil && other != block {
				c.fail(span.Start, span.Start+len(name), "Duplicate name",
					"%q is already set in another block of type %q, and they are one object here.", name, g.name)
				ok = false
			}
			seen[name] = block
		}
	}
	return ok
}
