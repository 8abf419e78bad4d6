package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/extent"
	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
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
	// next is the next object of a body that is an array of objects.
	next *arrangement
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
	// pending, if not nil, is what arranges their bodies.
	pending *pending
}

// bodyOf is the body of one of the blocks.
func (b *blocks) bodyOf(one *block) arrangement {
	if b.pending != nil {
		return b.pending.body(one.Block)
	}
	return one.body
}

// pending is a property of a file with blocks. It is arranged when its turn comes to be
// written, and so is each block: what is arranged does not grow with the file, and the
// diagnostics about a property stand together.
type pending struct {
	*group
	c *arranger
}

func (p *pending) ItemName() string                 { return p.name }
func (p *pending) ItemSpan() hclwrite.Span          { return p.first() }
func (p *pending) ItemComments() *hclwrite.Comments { return nil }

// arrange arranges the property, but for the bodies of blocks.
func (p *pending) arrange() hclwrite.Item { return p.c.member(p.group, p.c.dialect.Root) }

// body arranges the body of one of the blocks, in the place of the one before.
func (p *pending) body(b *hclwrite.Block) arrangement {
	p.c.store.release()
	return p.c.blockBody(p.rule, b, p.c.dialect.Root)
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
	// inside is how many blocks are around.
	inside int
	// iterators are those of the dynamic blocks around.
	iterators []string
	// roots are the variables that exist where the arranger is.
	roots roots
	room  room
	store store
	// constants is what may be spent on expressions that have to be computed.
	constants extent.Budget
}

// store is where arrangements are, apart from what they share with the tree. Once the
// body of a block of the file is written, its room is used for the next.
type store struct {
	items     shelf[hclwrite.Item]
	values    shelf[value]
	blocks    shelf[blocks]
	lists     shelf[block]
	templates shelf[hclwrite.Template]
	notes     shelf[note]
	places    shelf[place]
	labels    shelf[labelCount]
}

// keep makes that what is in the store stays.
func (s *store) keep() {
	s.items.keep()
	s.values.keep()
	s.blocks.keep()
	s.lists.keep()
	s.templates.keep()
	s.notes.keep()
	s.places.keep()
	s.labels.keep()
}

// release gives up what came into the store later.
func (s *store) release() {
	s.items.release()
	s.values.release()
	s.blocks.release()
	s.lists.release()
	s.templates.release()
	s.notes.release()
	s.places.release()
	s.labels.release()
}

// shelf hands out slices of one array. A larger one takes the place of a full one.
type shelf[T any] struct {
	taken []T
	kept  int
}

// room returns n values, which may be set to anything.
func (s *shelf[T]) room(n int) []T {
	start := len(s.taken)
	if start+n > cap(s.taken) {
		s.taken, s.kept, start = make([]T, 0, max(2*cap(s.taken), n, 4)), 0, 0
	}
	s.taken = s.taken[:start+n]
	return s.taken[start : start+n : start+n]
}

// copy returns a slice with values.
func (s *shelf[T]) copy(values []T) []T {
	list := s.room(len(values))
	copy(list, values)
	return list
}

// put returns the place of a value.
func (s *shelf[T]) put(v T) *T {
	place := s.room(1)
	place[0] = v
	return &place[0]
}

func (s *shelf[T]) keep()    { s.kept = len(s.taken) }
func (s *shelf[T]) release() { s.taken = s.taken[:s.kept] }

// room is where the groups of the bodies are that are being arranged, the innermost
// last.
type room struct {
	groups []group
	blocks []*hclwrite.Block
	// indexes are those of the groups of the items that are being sorted. The others
	// are for the note of a body.
	indexes []int
	places  []place
	labels  []labelCount
	written []hclwrite.Item
}

// mark is a place in a room.
type mark struct{ groups, blocks int }

func (r *room) mark() mark { return mark{len(r.groups), len(r.blocks)} }

// release gives up the groups that were made since a mark.
func (r *room) release(m mark) {
	r.groups, r.blocks = r.groups[:m.groups], r.blocks[:m.blocks]
}

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
	root := c.body(&shown, nil, c.dialect.Root)
	c.store.keep()
	return root
}

// body arranges a body. own are the comments beside its block; nil for a file.
func (c *arranger) body(b *native, own *hclwrite.Comments, s *schema.Body) arrangement {
	c.count(b.source, c.dialect, s, b.Span.Start, min(b.Span.Start+1, len(c.src)))
	if own != nil {
		defer c.room.release(c.room.mark())
	}
	groups := c.groups(b.Items, s)
	c.checkGroups(groups)
	properties, cuts := c.split(b.Items, groups, s)
	for i := range properties {
		c.shape(&properties[i], s)
	}
	var a arrangement
	if !c.opts.DropComments && (own == nil || !s.NoComments) {
		a.note = c.note(b, own, s, groups, cuts != nil)
	}
	arrange := c.members
	if own == nil && slices.ContainsFunc(b.Items, isBlock) {
		arrange = c.pending
	}
	a.members = arrange(b.Items, properties[:firstOf(cuts, len(properties))], s)
	for object := &a; len(cuts) > 0; object = object.next {
		start, end := cuts[0], firstOf(cuts[1:], len(properties))
		object.next = &arrangement{members: arrange(nil, properties[start:end], s)}
		cuts = cuts[1:]
	}
	return a
}

func firstOf(list []int, other int) int {
	if len(list) > 0 {
		return list[0]
	}
	return other
}

// groups sorts items by name, in order of first appearance. The room that they take
// is released by the caller.
func (c *arranger) groups(items []hclwrite.Item, s *schema.Body) []group {
	start := len(c.room.groups)
	if c.room.groups == nil {
		c.room.groups = make([]group, 0, 2*fewNames)
	}
	list := slices.Grow(c.room.groups, countAttributes(items))
	indexes := slices.Grow(c.room.indexes[:0], len(items))
	var index map[string]int
	for _, item := range items {
		name := item.ItemName()
		i, known := index[name]
		if index == nil {
			i = indexOf(list[start:], name)
			known = i >= 0
		}
		if !known {
			i = len(list) - start
			list = append(list, group{name: name})
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
	c.room.groups, c.room.indexes = list, indexes
	list = list[start:len(list):len(list)]
	c.fill(list, items)
	return list
}

func indexOf(list []group, name string) int {
	for i := range list {
		if list[i].name == name {
			return i
		}
	}
	return -1
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
			start := len(c.room.blocks)
			c.room.blocks = slices.Grow(c.room.blocks, int(g.count))[:start+int(g.count)]
			g.blocks = c.room.blocks[start : start : start+int(g.count)]
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

// split returns the groups of the properties, and where further objects begin, when
// one object would change an order that matters: static blocks interleaved with
// dynamic blocks of their type, or types whose blocks form one sequence. The
// properties are then the runs of items of one name.
func (c *arranger) split(items []hclwrite.Item, groups []group, s *schema.Body) (properties []group, cuts []int) {
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
				cuts = append(cuts, len(c.room.groups)-start)
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
	return c.room.groups[start:len(c.room.groups):len(c.room.groups)], cuts
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
		if changed == nil && (i >= len(items) || member != items[i]) {
			changed = c.store.items.room(len(properties))
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

// pending are the properties of a file before they are arranged.
func (c *arranger) pending(_ []hclwrite.Item, properties []group, _ *schema.Body) []hclwrite.Item {
	members, list := make([]hclwrite.Item, len(properties)), make([]pending, len(properties))
	for i := range properties {
		list[i] = pending{&properties[i], c}
		members[i] = &list[i]
	}
	return members
}

func isBlock(item hclwrite.Item) bool {
	_, ok := item.(*hclwrite.Block)
	return ok
}

func (c *arranger) member(g *group, s *schema.Body) hclwrite.Item {
	if g.attribute != nil {
		return c.attribute(g, s)
	}
	return c.blocks(g, s)
}

// property arranges blocks that are in no tree.
func (c *arranger) property(g *group, s *schema.Body) hclwrite.Item {
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
	return c.store.values.put(value{a, e})
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
func (c *arranger) blocks(g *group, s *schema.Body) hclwrite.Item {
	if g.rule == nil && s.Rest != schema.RestUnknown {
		span := g.blocks[0].Span
		c.warn(span.Start, span.Start+len(g.name), "Unknown block type", "%s has no block type %q here. It is converted as a block of an unknown schema.", definer(c.dialect, s), g.name)
	}
	if !c.checkLabels(g) || !c.checkRepeated(g) {
		return c.store.values.put(value{&hclwrite.Attribute{Name: g.name}, &hclwrite.Literal{Text: "null"}})
	}
	escaped := g.shape == perBlockInLists || g.rule != nil && g.argument != nil
	closing := c.opts.DropComments && g.shape == perBlock && needsClosing(g, s)
	if c.inside == 0 && !escaped && !closing {
		list := &blocks{shape: g.shape, list: make([]block, len(g.blocks)), pending: &pending{g, c}}
		for i, b := range g.blocks {
			list.list[i].Block = b
		}
		return list
	}
	list := c.store.blocks.put(blocks{shape: g.shape, list: c.store.lists.room(len(g.blocks))})
	for i, b := range g.blocks {
		list.list[i] = block{b, c.blockBody(g.rule, b, s)}
		if escaped {
			list.list[i].Block = withEscapedLabels(b)
		}
	}
	list.closed = closing && list.list[0].body.next == nil
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

// blockBody arranges the body of a block with this rule.
func (c *arranger) blockBody(rule *schema.Block, b *hclwrite.Block, s *schema.Body) arrangement {
	body := blockBody(rule, b.Labels, choosingValue(b, rule), s)
	c.lacks(body, b.Span.Start, b.Body.Span.Start)
	roots, iterators := c.roots, c.iterators
	if b.Type == schema.DynamicType {
		iterator := iteratorOf(b, s)
		c.roots = roots.with(iterator)
		c.iterators = append(iterators, iterator)
	}
	shown := c.asJSON(&b.Body, body)
	shown.layout = b.Layout
	c.inside++
	arranged := c.body(&shown, &b.Comments, body)
	c.inside--
	c.roots, c.iterators = roots, iterators
	return arranged
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
