package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/extent"
	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/slab"
	"github.com/hcljson/hcljson/schema"
)

// arrangement is what a body becomes in JSON, as far as there is something to decide.
// It shares with the tree what stays as it is, and does not change it.
type arrangement struct {
	// note is what the "//" property says, or nil.
	note *note
	// members are in the order in which they are written: a *hclwrite.Attribute as it
	// is, a *value in place of one, or *blocks.
	members []hclwrite.Item
	// ends are where the objects of a body that is an array of objects end, in members.
	ends []int
}

// value is an attribute with another expression.
type value struct {
	*hclwrite.Attribute
	expr hclwrite.Expr
}

// blocks are the blocks of a type, which are one property.
type blocks struct {
	shape blockShape
	// closed: the first block is a body of two objects, the last of them empty, which
	// only blocks are.
	closed bool
	list   []block
}

// block is a block with its labels as they stand in JSON, and what its body becomes.
type block struct {
	*hclwrite.Block
	body arrangement
}

func (b *blocks) ItemName() string                 { return b.list[0].Type }
func (b *blocks) ItemSpan() hclwrite.Span          { return b.list[0].Span }
func (b *blocks) ItemComments() *hclwrite.Comments { return b.list[0].ItemComments() }

// blockShape is how JSON has the blocks of a type.
type blockShape uint8

const (
	// perBlock: an array with an element for each block, and an array around each
	// level of labels but the last.
	perBlock blockShape = iota
	// perBlockInLabels: the same without arrays between the labels.
	perBlockInLabels
	// perBlockInLists: the same with an array below each label.
	perBlockInLists
	// byLabel: objects nested by label, and an array of several blocks of the same
	// labels. The blocks of one label stand together.
	byLabel
)

// arranger decides what bodies become in JSON, and reports what can't be written, or
// not be read again.
type arranger struct {
	reporter
	file    *hclwrite.File
	opts    Options
	dialect *schema.Dialect
	// made are the attributes that stand for blocks of the source.
	made map[*hclwrite.Attribute]bool
	// iterators are those of the dynamic blocks around.
	iterators []string
	// roots are the variables that exist where the arranger is.
	roots roots
	room  room
	slabs slabs
	// constants is what may be spent on expressions that have to be computed.
	constants extent.Budget
}

// slabs are where arrangements are.
type slabs struct {
	items     slab.Of[hclwrite.Item]
	values    slab.Of[value]
	blocks    slab.Of[blocks]
	lists     slab.Of[block]
	templates slab.Of[hclwrite.Template]
	notes     slab.Of[note]
	places    slab.Of[place]
}

// room is where the groups of the bodies are that are being arranged, the innermost
// last.
type room struct {
	groups []group
	blocks []*hclwrite.Block
	bodies []*schema.Body
	// indexes are those of the groups of the items that are being sorted; places, and
	// the items in the order in which they are written, are for the note of a body.
	indexes []int
	places  []place
	written []hclwrite.Item
}

// mark is a place in a room.
type mark struct{ groups, blocks, bodies int }

func (r *room) mark() mark { return mark{len(r.groups), len(r.blocks), len(r.bodies)} }

// release gives up the groups that were made since a mark.
func (r *room) release(m mark) {
	r.groups, r.blocks, r.bodies = r.groups[:m.groups], r.blocks[:m.blocks], r.bodies[:m.bodies]
}

// group is the items of one name in a body, in source order.
type group struct {
	name      string
	attribute *hclwrite.Attribute
	blocks    []*hclwrite.Block
	count     int // of the blocks
	// bodies are the rules for the bodies of the blocks.
	bodies []*schema.Body
	shape  blockShape
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
func (g *group) listsAttribute() bool { return g.argument != nil && !g.argument.Outside }

func (g *group) listsBlock() bool { return g.rule != nil && !g.rule.Outside }

// first is the place of the first item.
func (g *group) first() hclwrite.Span {
	if g.attribute != nil {
		return g.attribute.Span
	}
	return g.blocks[0].Span
}

// definer is what defines the names of a body, for messages.
func definer(d *schema.Dialect, s *schema.Body) string {
	if s.Definer != "" {
		return s.Definer
	}
	return d.Product
}

func newArranger(file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options) *arranger {
	return &arranger{
		reporter: reporter{filename: filename, strict: opts.Strict},
		file:     file,
		opts:     opts,
		dialect:  dialect,
		roots:    dialect.Roots,
	}
}

// root arranges the body of the file.
func (c *arranger) root() arrangement {
	shown := c.asJSON(&c.file.Body, c.dialect.Root)
	shown.layout = c.file.Layout
	return c.body(&shown, nil, c.dialect.Root)
}

// body arranges a body. own are the comments beside its block; nil for a file.
func (c *arranger) body(b *native, own *hclwrite.Comments, s *schema.Body) arrangement {
	c.count(b.source, c.dialect, s, b.Span.Start, min(b.Span.Start+1, len(c.src)))
	mark := c.room.mark()
	sorted := c.sort(b.Items, s)
	var a arrangement
	if !c.opts.DropComments && (own == nil || !s.NoComments) {
		a.note = c.note(b, own, s, &sorted)
	}
	a.members, a.ends = c.members(b.Items, sorted.properties, s), sorted.ends
	c.room.release(mark)
	return a
}

// sorted are the items of a body by name.
type sorted struct {
	groups []group
	// properties are the same groups, or the parts of them of a body that is an array
	// of objects, and ends are where its objects end; see [arrangement].
	properties []group
	ends       []int
	// bodies are the rules for the bodies of all blocks.
	bodies []*schema.Body
}

// sort sorts the items of a body. The room that they take is released by the caller.
func (c *arranger) sort(items []hclwrite.Item, s *schema.Body) sorted {
	start := len(c.room.bodies)
	var d sorted
	d.groups = c.groups(items, s)
	c.checkGroups(d.groups)
	d.properties, d.ends = c.split(items, d.groups, s)
	for i := range d.properties {
		c.shape(&d.properties[i], s)
	}
	d.bodies = c.room.bodies[start:]
	return d
}

// groups sorts items by name, in order of first appearance. The room that they take
// is released by the caller.
func (c *arranger) groups(items []hclwrite.Item, s *schema.Body) []group {
	start := len(c.room.groups)
	list := c.room.groups
	indexes := c.room.indexes[:0]
	var index map[string]int
	for _, item := range items {
		name := item.ItemName()
		i := -1
		if index == nil {
			i = slices.IndexFunc(list[start:], func(g group) bool { return g.name == name })
		} else if known, ok := index[name]; ok {
			i = known
		}
		if i < 0 {
			i = len(list) - start
			list = append(list, group{name: name})
			g := &list[start+i]
			g.argument, g.rule = s.Lookup(name)
			if index != nil {
				index[name] = i
			} else if i == fewNames {
				index = make(map[string]int, len(items))
				for j := range list[start:] {
					index[list[start+j].name] = j
				}
			}
		}
		list[start+i].add(item)
		indexes = append(indexes, i)
	}
	c.room.groups, c.room.indexes = list, indexes
	list = list[start:len(list):len(list)]
	c.fill(list, items)
	return list
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
			start := len(c.room.blocks)
			c.room.blocks = slices.Grow(c.room.blocks, g.count)[:start+g.count]
			g.blocks = c.room.blocks[start : start : start+g.count]
		}
	}
	for i, item := range items {
		if g := &list[c.room.indexes[i]]; g.clash == nil && g.count > 0 {
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
			c.fail(span.Start, span.End, "Attribute and block of one name", "%q is both an attribute and a block type in this body; a JSON object can hold only one of them.", g.name)
		}
		for _, block := range g.blocks {
			if len(block.Labels) > maxLabels {
				c.fail(block.Span.Start, block.Body.Span.Start, "Too many labels", "No more than %d labels of a block can be converted; this one has %d.", maxLabels, len(block.Labels))
			}
		}
	}
}

// split returns the groups of the properties, and where the objects that hold them
// end, when one object would change an order that matters: static blocks interleaved
// with dynamic blocks of their type, or types whose blocks form one sequence. The
// properties are then the runs of items of one name. When one object will do, there
// are no ends.
func (c *arranger) split(items []hclwrite.Item, groups []group, s *schema.Body) (properties []group, ends []int) {
	if s.Free || !c.reordered(items, groups, s) {
		return groups, nil
	}
	start := len(c.room.groups)
	taken := make([]int, len(groups))
	seen := map[string]bool{} // in the object
	for i := range items {
		index := c.room.indexes[i]
		g := &groups[index]
		if i == 0 || index != c.room.indexes[i-1] {
			if seen[g.name] {
				ends = append(ends, len(c.room.groups)-start)
				clear(seen)
			}
			seen[g.name] = true
			run := *g
			run.blocks = g.blocks[taken[index]:taken[index]]
			c.room.groups = append(c.room.groups, run)
		}
		if g.attribute == nil {
			taken[index]++
			run := &c.room.groups[len(c.room.groups)-1]
			run.blocks = run.blocks[:len(run.blocks)+1]
		}
	}
	properties = c.room.groups[start:len(c.room.groups):len(c.room.groups)]
	return properties, append(ends, len(properties))
}

// reordered reports whether grouping the items by name changes the order inside
// a sequence.
func (c *arranger) reordered(items []hclwrite.Item, groups []group, s *schema.Body) bool {
	if len(s.Sequence) == 0 && !(s.Dynamic && slices.ContainsFunc(groups, func(g group) bool { return g.name == schema.DynamicType && g.count > 0 })) {
		return false
	}
	last := make(map[string]int) // the group of the last block of a sequence
	for i, item := range items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		key, index := sequenceOf(block, s), c.room.indexes[i]
		if index < last[key] {
			return true
		}
		last[key] = index
	}
	return false
}

// sequenceOf is the name of the sequence that a block belongs to: its type, the
// type that a dynamic block makes, or the first type of a declared sequence.
func sequenceOf(block *hclwrite.Block, s *schema.Body) string {
	name := block.Type
	if s.Dynamic && name == schema.DynamicType && len(block.Labels) > 0 {
		name = block.Labels[0]
	}
	for _, sequence := range s.Sequence {
		for _, member := range sequence {
			if member == name {
				return sequence[0]
			}
		}
	}
	return name
}

// blockBody is the rule for the body of a block, nested in a body with rule s.
// value is that of the argument that chooses the body.
func blockBody(rule *schema.Block, labels []string, value string, s *schema.Body) *schema.Body {
	if rule != nil {
		if body := rule.BodyFor(labels, value); body != nil {
			return body
		}
	}
	if s.RestBody != nil {
		return s.RestBody
	}
	return anyBody
}

// anyBody is for blocks in a body that the schema says has none.
var anyBody = func() *schema.Body {
	d := &schema.Dialect{Root: &schema.Body{Rest: schema.RestUnknown}}
	d.Prepare()
	return d.Root
}()

// shape decides how JSON has the blocks of a group, and puts them into the order that
// they have there.
func (c *arranger) shape(g *group, s *schema.Body) {
	if g.attribute != nil {
		return
	}
	g.shape = c.blockShape(g, s)
	if g.shape == byLabel && len(g.blocks) > 1 && labelled(g.blocks, g.rule) {
		sorted := byLabels(g.blocks, 0)
		g.regrouped = !slices.Equal(sorted, g.blocks)
		g.blocks = sorted
	}
	start := len(c.room.bodies)
	for _, block := range g.blocks {
		c.room.bodies = append(c.room.bodies, blockBody(g.rule, block.Labels, choosingValue(block, g.rule), s))
	}
	g.bodies = c.room.bodies[start:]
}

func (c *arranger) blockShape(g *group, s *schema.Body) blockShape {
	switch {
	case s.Lists && g.rule == nil:
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
	case len(g.blocks) == 1 && len(g.blocks[0].Labels) == 0 && blockBody(g.rule, nil, "", s).Free:
		return byLabel
	}
	return perBlock
}

// labelGroups parts blocks by the label at a level, in order of first
// appearance.
func labelGroups(blocks []*hclwrite.Block, level int) [][]*hclwrite.Block {
	if len(blocks) == 1 {
		return [][]*hclwrite.Block{blocks}
	}
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

// members arranges the properties of a body with these items.
func (c *arranger) members(items []hclwrite.Item, properties []group, s *schema.Body) []hclwrite.Item {
	var changed []hclwrite.Item
	for i := range properties {
		member := c.member(&properties[i], s)
		if changed == nil && member != items[i] {
			changed = c.slabs.items.Make(len(properties))
			copy(changed, items[:i])
		}
		if changed != nil {
			changed[i] = member
		}
	}
	if changed == nil {
		return items[:len(properties)]
	}
	return changed
}

func (c *arranger) member(g *group, s *schema.Body) hclwrite.Item {
	if g.attribute != nil {
		return c.attribute(g, s)
	}
	return c.blocks(g, s)
}

// property arranges blocks that are in no tree.
func (c *arranger) property(g *group, s *schema.Body) *blocks {
	defer c.room.release(c.room.mark())
	c.checkGroups([]group{*g})
	c.shape(g, s)
	return c.blocks(g, s)
}

// attribute arranges an attribute.
func (c *arranger) attribute(g *group, s *schema.Body) hclwrite.Item {
	a, rule := g.attribute, attributeRule(g.argument, s)
	switch {
	case g.argument == nil && s.Rest == schema.RestNone:
		c.warn(a.Span.Start, a.Span.Start+len(a.Name), "Unknown argument", "%s has no argument %q here. It is converted as an ordinary expression.", definer(c.dialect, s), a.Name)
	case g.argument != nil && g.argument.NoJSON != "" && holdsCollections(a.Expr):
		c.fail(a.Span.Start, a.Span.Start+len(a.Name), "No JSON form", "%s", g.argument.NoJSON)
	}
	var e hclwrite.Expr
	switch {
	case s.Lists:
		e = c.listed(a.Expr, rule)
	case c.opts.DropComments && !c.made[a] && !g.listsBlock() && misread(g, s):
		e = c.withoutHint(a, rule)
	default:
		e = c.expr(a.Expr, rule)
	}
	if rule != nil && rule.Differs != "" && hasSequence(e) {
		span := a.Expr.ExprSpan()
		c.warn(span.Start, span.End, "Products read this string differently", "The value of %q is written as the target (%s) reads it; %s.", a.Name, c.dialect.Product, rule.Differs)
	}
	if e == a.Expr {
		return a
	}
	v := c.slabs.values.One()
	*v = value{a, e}
	return v
}

// withoutHint is the value of an attribute of which only a hint would say that it is
// no block. A template says so too.
func (c *arranger) withoutHint(a *hclwrite.Attribute, rule *schema.Value) hclwrite.Expr {
	if rule != nil {
		switch rule.Mode {
		case schema.Template, schema.TemplateOrText, schema.TemplateOrTraversal:
		default:
			c.warn(a.Span.Start, a.Span.Start+len(a.Name), "Attribute or block?", "Without comments nothing in the JSON says that %q is an attribute, and hcljson would take it for a block. %s does not evaluate strings here, so that the value cannot be written as one.", a.Name, c.dialect.Product)
			return c.expr(a.Expr, rule)
		}
	}
	return &hclwrite.Native{Text: c.file.Text(a.Expr)}
}

// attributeRule is the rule for the expression of an argument of a body, nil if the
// body does not list it.
func attributeRule(argument *schema.Attribute, s *schema.Body) *schema.Value {
	if argument != nil {
		return argument.Value
	}
	return s.RestValue
}

func holdsCollections(e hclwrite.Expr) bool {
	object, ok := e.(*hclwrite.Object)
	if !ok {
		return false
	}
	for i := range object.Items {
		switch object.Items[i].Value.(type) {
		case *hclwrite.Object, *hclwrite.Tuple:
			return true
		}
	}
	return false
}

// blocks arranges the blocks of a group.
func (c *arranger) blocks(g *group, s *schema.Body) *blocks {
	if g.rule == nil && s.Rest != schema.RestUnknown {
		span := g.blocks[0].Span
		c.warn(span.Start, span.Start+len(g.name), "Unknown block type", "%s has no block type %q here. It is converted as a block of an unknown schema.", definer(c.dialect, s), g.name)
	}
	list := c.slabs.blocks.One()
	*list = blocks{shape: g.shape}
	if !c.checkLabels(g) || !c.checkRepeated(g) {
		return list
	}
	list.list = c.slabs.lists.Make(len(g.blocks))
	for i, block := range g.blocks {
		list.list[i] = c.block(g, block, g.bodies[i], s)
	}
	list.closed = c.opts.DropComments && g.shape == perBlock && list.list[0].body.ends == nil && needsClosing(g, s)
	return list
}

// needsClosing reports whether only a hint, which is not written, would say that
// blocks are no attribute.
func needsClosing(g *group, s *schema.Body) bool {
	return !g.listsBlock() && s.Rest != schema.RestAttributes && !hasLabels(g.blocks[0]) && !g.isTaken(s)
}

// checkLabels reports blocks with more or fewer labels than their rule has.
func (c *arranger) checkLabels(g *group) bool {
	if g.rule == nil || labelled(g.blocks, g.rule) {
		return true
	}
	for _, block := range g.blocks {
		if len(block.Labels) != len(g.rule.Labels) {
			c.fail(block.Span.Start, block.Body.Span.Start, "Wrong number of labels", "A %q block has %s.", g.name, labelCountText(g.rule.Labels))
		}
	}
	return false
}

// checkRepeated reports blocks that an object can't hold, because it has them already.
func (c *arranger) checkRepeated(g *group) bool {
	if g.rule == nil || g.rule.Shape != schema.ObjectShape {
		return true
	}
	seen := make(map[string]bool, len(g.blocks))
	for _, block := range g.blocks {
		path := blockPath("", block.Labels)
		if seen[path] {
			c.fail(block.Span.Start, block.Body.Span.Start, "No JSON form", "%s takes blocks of type %q in JSON as an object, which can hold only one of several that have the same labels.", c.dialect.Product, g.name)
			return false
		}
		seen[path] = true
	}
	return true
}

// labelCountText says how many labels a block type has, for a message.
func labelCountText(names []string) string {
	switch len(names) {
	case 0:
		return "no labels"
	case 1:
		return "one label (" + names[0] + ")"
	}
	return strconv.Itoa(len(names)) + " labels (" + strings.Join(names, ", ") + ")"
}

// block arranges a block with this rule for its body.
func (c *arranger) block(g *group, b *hclwrite.Block, body, s *schema.Body) block {
	c.lacks(body, b.Span.Start, b.Body.Span.Start)
	roots, iterators := c.roots, c.iterators
	if b.Type == schema.DynamicType {
		iterator := iteratorOf(b, s)
		c.roots = roots.with(iterator)
		c.iterators = append(iterators, iterator)
	}
	shown := c.asJSON(&b.Body, body)
	shown.layout = b.Layout
	arranged := c.body(&shown, &b.Comments, body)
	c.roots, c.iterators = roots, iterators
	if g.shape == perBlockInLists || g.rule != nil && g.argument != nil {
		b = withEscapedLabels(b)
	}
	return block{b, arranged}
}

// withEscapedLabels is a block whose labels are templates, as the names in an object
// are where the product reads an attribute.
func withEscapedLabels(b *hclwrite.Block) *hclwrite.Block {
	escaped := *b
	escaped.Labels = make([]string, len(b.Labels))
	for i, label := range b.Labels {
		escaped.Labels[i] = hclwrite.EscapeTemplate(label)
	}
	return &escaped
}

// checkDepth reports what could not be read any more.
func (c *arranger) checkDepth(w *writer) {
	if at := w.tooDeep; at != nil && !c.failed {
		start := at.ItemSpan().Start
		c.fail(start, start+len(at.ItemName()), "Nested too deeply", "In JSON this would be nested more deeply than the %d levels that can be read.", jsontree.MaxNesting)
	}
}
