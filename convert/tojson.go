package convert

import (
	"slices"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/limits"
	"github.com/hcljson/hcljson/internal/notepath"
	"github.com/hcljson/hcljson/internal/slab"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// commentProperty is the property that bodies ignore.
const commentProperty = "//"

// ToJSON converts a file in native syntax to HCL-JSON. The filename is used in
// diagnostics only. The result is nil when the diagnostics have an error.
func ToJSON[T string | []byte](
	src T, filename string, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	return toJSON(string(src), filename, dialect, opts)
}

func toJSON(src, filename string, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	if diags := prepare(dialect, filename, opts.SourceMap); diags != nil {
		return nil, diags
	}
	parse := hclwrite.ParseFile[string]
	if len(src) > largeFile && byBlock(dialect, opts) {
		parse = hclwrite.ParseOutline
	}
	file, diags := parse(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	if opts.Layout == KeepLayout {
		file.KeepLayout()
	}
	return writeJSON(file, filename, dialect, opts)
}

// largeFile is the size from which on reading bodies twice takes no more time than to collect
// their trees.
const largeFile = 1 << 20

// byBlock reports whether nothing looks into the blocks of a file but what arranges them.
func byBlock(dialect *schema.Dialect, opts Options) bool {
	return opts.Layout != KeepLayout && opts.Form != Query && opts.SourceMap == nil &&
		!dialect.Root.MayBeBlocks() && !dialect.Root.NotesBlocks()
}

// WriteJSON writes a tree as HCL-JSON, whether it was read or made in memory, and
// does not change it. ToJSON is [hclwrite.ParseFile] and WriteJSON. Diagnostics have
// the places of nodes in the source that the file was read from, if it was. With
// KeepLayout the layout that is noted is that of the nodes, which
// [hclwrite.File.KeepLayout] gives them.
func WriteJSON(file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	if diags := prepare(dialect, filename, opts.SourceMap); diags != nil {
		return nil, diags
	}
	if diags := hclwrite.Check(file, filename); diags.HasErrors() {
		return nil, diags
	}
	return writeJSON(file, filename, dialect, opts)
}

// writeJSON decides what each block of a file becomes, and then writes it.
func writeJSON(
	file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	c := newArranger(file, filename, dialect, opts)
	c.checkUTF8()
	var out jsonemit.Writer
	w := &writer{emitter: &out, file: file}
	if opts.SourceMap != nil {
		w.origins = &origins{}
	}
	out.Grow(len(c.src) + len(c.src)*3/4) // most files need less
	c.root(w)
	c.checkDepth(w)
	if c.failed {
		return nil, c.diags
	}
	text := out.Bytes()
	if opts.SourceMap != nil {
		opts.SourceMap.fill(file, []byte(c.src), text, w.origins, c.modes)
		opts.SourceMap.NativeName = filename
	}
	return text, c.diags
}

// Document is a file in HCL-JSON that is written block by block, for one that has
// more of them than should be in memory as a tree. It is what [WriteJSON] writes of a
// tree in which the blocks of a type are together. A Document is used by one
// goroutine.
type Document struct {
	c        *arranger
	sections []*section
}

// section is the blocks of one type.
type section struct {
	group group
	// parts are the elements of the array of blocks; nil where the blocks must be
	// known all before one of them can be written.
	parts []*jsonemit.Writer
}

// partSize is how long a part gets: one that grows is copied.
const partSize = 1 << 18

// NewDocument returns a document without blocks. Blocks of the types come first, in
// that order; types that are not among them follow as they come.
func NewDocument(filename string, dialect *schema.Dialect, opts Options, types ...string) (*Document, hcl.Diagnostics) {
	if diags := prepare(dialect, filename, nil); diags != nil {
		return nil, diags
	}
	d := &Document{c: newArranger(&hclwrite.File{}, filename, dialect, opts)}
	for _, blockType := range types {
		d.section(blockType)
	}
	return d, nil
}

// Append adds blocks, which must not change any more.
func (d *Document) Append(list ...*hclwrite.Block) {
	c := d.c
	for _, b := range list {
		body := hclwrite.Body{Items: []hclwrite.Item{b}}
		if diags := hclwrite.Check(&hclwrite.File{Body: body}, c.filename); diags.HasErrors() {
			c.diags, c.failed = append(c.diags, diags...), true
			continue
		}
		b = withLabels(&body, c.dialect.Root).Items[0].(*hclwrite.Block)
		s := d.section(b.Type)
		if s.parts == nil {
			s.group.blocks = append(s.group.blocks, b)
			continue
		}
		one := s.group
		one.blocks = []*hclwrite.Block{b}
		c.prepare(&one)
		arranged, ok := c.blocks(&one, c.dialect.Root, make([]block, 1))
		if !ok {
			continue
		}
		c.store.reuse()
		arranged.list[0].body = c.blockBody(one.rule, b, nil, c.dialect.Root)
		last := s.parts[len(s.parts)-1]
		if last.Len() > partSize {
			last = newPart()
			s.parts = append(s.parts, last)
		}
		w := writer{emitter: last, file: c.file}
		w.block(&arranged, 0)
		c.checkDepth(&w)
	}
}

// Bytes returns the document with the blocks that it has so far, or nil when the
// diagnostics have an error.
func (d *Document) Bytes() ([]byte, hcl.Diagnostics) {
	c := *d.c
	c.store = store{}
	var out jsonemit.Writer
	w := writer{emitter: &out, file: c.file}
	size := 0
	for _, s := range d.sections {
		for i := range s.parts {
			size += s.parts[i].Len()
		}
	}
	out.Grow(size + size/16)
	w.BeginObject()
	for _, s := range d.sections {
		switch {
		case len(s.group.blocks) > 0:
			g := s.group
			c.prepare(&g)
			c.property(&w, &g)
		case len(s.parts) > 0 && s.parts[0].Len() > 0:
			w.Name(s.group.name)
			w.BeginArray()
			for i := range s.parts {
				out.Include(*s.parts[i])
			}
			w.EndArray()
		}
	}
	w.EndObject()
	c.checkDepth(&w)
	if c.failed {
		return nil, c.diags
	}
	return out.Bytes(), c.diags
}

func (d *Document) section(blockType string) *section {
	i := slices.IndexFunc(d.sections, func(s *section) bool { return s.group.name == blockType })
	if i >= 0 {
		return d.sections[i]
	}
	s := &section{group: group{name: blockType}}
	s.group.argument, s.group.rule = d.c.dialect.Root.Lookup(blockType)
	rule := s.group.rule
	if d.c.opts.Form == General && rule != nil && len(rule.Labels) > 0 && rule.Shape != schema.ObjectShape {
		s.parts = []*jsonemit.Writer{newPart()}
	}
	d.sections = append(d.sections, s)
	return s
}

func newPart() *jsonemit.Writer {
	w := jsonemit.Part(len("{["))
	return &w
}

func newArranger(file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options) *arranger {
	if opts.Form == Query {
		opts.DropComments = false // nothing is written in another way for want of a hint
	}
	return &arranger{
		conversion: conversion{src: file.Source(), filename: filename, dialect: dialect, opts: opts, roots: dialect.Roots},
		file:       file,
	}
}

// arranger decides what bodies become in JSON, and reports what can't be written, or
// not be read again.
type arranger struct {
	conversion
	file *hclwrite.File
	// made are the attributes that stand for blocks of the source.
	made map[*hclwrite.Attribute]bool
	// inside is how many blocks are around.
	inside int
	// iterators are those of the dynamic blocks around.
	iterators []string
	// above are the groups of comments before the items of the present body, as ungroup returns
	// them.
	above   map[hclwrite.Item][]string
	scratch scratch
	store   store
	// constants is what may be spent on expressions that must be computed.
	constants limits.Budget
}

// checkUTF8 warns of a byte that JSON can't hold. hclsyntax lets it pass in
// comments.
func (c *arranger) checkUTF8() {
	if utf8.ValidString(c.src) {
		return
	}
	for i := 0; i < len(c.src); {
		r, size := utf8.DecodeRuneInString(c.src[i:])
		if r == utf8.RuneError && size == 1 {
			c.warn(i, i+1, "Not UTF-8",
				"The byte 0x%02x is not part of a UTF-8 character, and JSON can't hold it. It is written as "+
					"U+FFFD, like any others of its kind in this file.", c.src[i])
			return
		}
		i += size
	}
}

// root writes the body of the file. Each block is arranged when its turn comes: what is
// arranged does not grow with the file, and the diagnostics about a property are together.
func (c *arranger) root(w *writer) {
	shown := c.asJSON(&c.file.Body, c.dialect.Root)
	shown.layout = c.file.Layout
	properties, cuts, n := c.properties(&shown, nil, c.dialect.Root)
	ready := c.ready(properties, n)
	c.store = store{} // what is ready stays
	if cuts != nil {
		w.BeginArray()
	}
	start := 0
	for _, end := range append(cuts, len(properties)) {
		if cuts != nil {
			w.origins.part(w.Values())
		}
		w.BeginObject()
		if n != nil {
			w.note(n)
			n = nil
		}
		for i := start; i < end; i++ {
			if item := ready[i]; item != nil {
				w.property(item)
			} else {
				c.property(w, &properties[i])
			}
		}
		w.EndObject()
		start = end
	}
	if cuts != nil {
		w.EndArray()
	}
}

// ready arranges the properties of the file of which the note has signs.
func (c *arranger) ready(properties []group, n *note) map[int]hclwrite.Item {
	names := n.signed()
	if names == nil {
		return nil
	}
	ready := map[int]hclwrite.Item{}
	var members []hclwrite.Item
	for i := range properties {
		if names[properties[i].name] {
			ready[i] = c.member(&properties[i], c.dialect.Root)
			members = append(members, ready[i])
		}
	}
	c.sign(n, names, members)
	return ready
}

// prepare prepares a group of blocks that are in no tree.
func (c *arranger) prepare(g *group) {
	c.checkGroups([]group{*g})
	c.shape(g, c.dialect.Root)
}

// property writes a property of the file.
func (c *arranger) property(w *writer, g *group) {
	c.store.reuse()
	if g.attribute != nil {
		w.property(c.attribute(g, c.dialect.Root))
		return
	}
	list, ok := c.blocks(g, c.dialect.Root, make([]block, len(g.blocks)))
	if !ok {
		w.property(c.noValue(g.name))
		return
	}
	w.begin(&list)
	for i := range list.list {
		c.store.reuse()
		list.list[i].body = c.blockBody(g.rule, c.file.Expand(g.blocks[i]), c.above[g.blocks[i]], c.dialect.Root)
		w.block(&list, i)
		list.list[i].body = arrangement{}
	}
	w.end(&list)
}

// checkDepth reports what could not be read any more.
func (c *arranger) checkDepth(w *writer) {
	if at := w.tooDeep; at != nil && !c.failed {
		c.fail(at.Start, at.End, "Nested too deeply",
			"In JSON this would be nested more deeply than the %d levels that can be read.", jsontree.MaxNesting)
	}
}

// body arranges the body of a block. own are the comments next to it.
func (c *arranger) body(b *shownBody, own *hclwrite.Comments, s *schema.Body) arrangement {
	defer func(groups, blocks int) {
		c.scratch.groups, c.scratch.blocks = c.scratch.groups[:groups], c.scratch.blocks[:blocks]
	}(len(c.scratch.groups), len(c.scratch.blocks))
	properties, cuts, n := c.properties(b, own, s)
	a := c.members(b.Items, properties[:firstOf(cuts, len(properties))], s)
	a.note = n
	for object := &a; len(cuts) > 0; object = object.next {
		start, end := cuts[0], firstOf(cuts[1:], len(properties))
		next := c.members(nil, properties[start:end], s)
		object.next = &next
		cuts = cuts[1:]
	}
	if names := n.signed(); names != nil {
		var members []hclwrite.Item
		for object := &a; object != nil; object = object.next {
			members = append(members, object.members...)
		}
		c.sign(n, names, members)
	}
	return a
}

// properties are those of a body, where further objects begin, and what its "//"
// property says. own are the comments next to its block; nil for a file.
func (c *arranger) properties(
	b *shownBody, own *hclwrite.Comments, s *schema.Body,
) (properties []group, cuts []int, n *note) {
	c.count(b.source, s, b.Span.Start, min(b.Span.Start+1, len(c.src)))
	c.accepts(b.source, s)
	groups := c.groups(b.Items, s)
	c.checkGroups(groups)
	properties = groups
	if c.opts.Form != Query {
		properties, cuts = c.split(b.Items, groups, s)
	}
	for i := range properties {
		c.shape(&properties[i], s)
	}
	if !c.opts.DropComments && c.opts.Form != Query && (own == nil || !s.NoComments) {
		n = c.note(b, own, s, groups, cuts != nil)
	}
	return properties, cuts, n
}

func firstOf(list []int, other int) int {
	if len(list) > 0 {
		return list[0]
	}
	return other
}

// members arranges the properties of a body with these items.
func (c *arranger) members(items []hclwrite.Item, properties []group, s *schema.Body) arrangement {
	var changed []hclwrite.Item
	for i := range properties {
		member := c.member(&properties[i], s)
		if changed == nil && (i >= len(items) || member != items[i]) {
			changed = c.store.items.Make(len(properties))
			copy(changed, items[:i])
		}
		if changed != nil {
			changed[i] = member
		}
	}
	if changed == nil {
		changed = items[:len(properties)]
	}
	return arrangement{members: changed}
}

func (c *arranger) member(g *group, s *schema.Body) hclwrite.Item {
	if g.attribute != nil {
		return c.attribute(g, s)
	}
	list, ok := c.blocks(g, s, c.store.lists.Make(len(g.blocks)))
	if !ok {
		return c.noValue(g.name)
	}
	for i, b := range g.blocks {
		list.list[i].body = c.blockBody(g.rule, b, c.above[b], s)
	}
	return c.store.blocks.Put(list)
}

// attribute arranges an attribute.
func (c *arranger) attribute(g *group, s *schema.Body) hclwrite.Item {
	a, rule := g.attribute, g.value
	switch {
	case g.argument == nil && s.Remain == schema.RemainNone:
		c.refused(a.Span.Start, a.Span.Start+len(a.Name), "Unknown argument",
			"%s has no argument %q here. It is converted as an ordinary expression.", c.dialect.OriginOf(s), a.Name)
	case g.argument != nil && g.argument.NoJSON != "" && holdsCollections(a.Expr) &&
		!c.opts.ForTools && c.opts.Form != Query:
		c.fail(a.Span.Start, a.Span.Start+len(a.Name), "No JSON form", "%s", g.argument.NoJSON)
	}
	if g.argument != nil {
		c.otherTarget(g.argument.OtherTarget, "argument", a.Name, a.Span.Start, a.Span.Start+len(a.Name))
	}
	var e hclwrite.Expr
	switch {
	case s.NestedInLists:
		e = c.listed(a.Expr, rule)
	case c.opts.DropComments && !c.made[a] && !g.listsBlock() && misread(g, s):
		e = c.withoutHint(a, rule)
	default:
		e = c.expr(a.Expr, rule)
	}
	if rule != nil && rule.Differs != "" && hasSequence(e) && c.first(rule.Differs) {
		span := a.Expr.ExprSpan()
		c.warn(span.Start, span.End, "Products read this string differently",
			"The value of %q is written as the target (%s) reads it; %s.", a.Name, c.dialect.Product, rule.Differs)
	}
	if e == a.Expr {
		return a
	}
	return c.store.values.Put(changedAttribute{a, e})
}

func holdsCollections(e hclwrite.Expr) bool {
	object, ok := e.(*hclwrite.Object)
	if !ok {
		return false
	}
	for i := range object.Items {
		if hclwrite.CollectionOf(object.Items[i].Value) != nil {
			return true
		}
	}
	return false
}

// listed arranges the value of an attribute of a body that a product reads into a value
// (schema.Body.NestedInLists): an object is in a list.
func (c *arranger) listed(e hclwrite.Expr, rule *schema.Value) hclwrite.Expr {
	o, ok := e.(*hclwrite.Object)
	e = c.expr(e, rule)
	if !ok || o.Enclosed {
		return e
	}
	return &hclwrite.Tuple{Items: []hclwrite.Element{{Value: e, ValueSpan: o.Span}}}
}

// withoutHint is the value of an attribute of which only a hint would say that it is
// no block. A template says so too.
func (c *arranger) withoutHint(a *hclwrite.Attribute, rule *schema.Value) hclwrite.Expr {
	if rule != nil && !rule.Mode.IsTemplate() {
		c.warn(a.Span.Start, a.Span.Start+len(a.Name), "Attribute or block?",
			"Without comments nothing in the JSON says that %q is an attribute, and hcljson would take "+
				"it for a block. %s does not evaluate strings here, so the value cannot be written as one.",
			a.Name, c.dialect.Product)
		return c.expr(a.Expr, rule)
	}
	return &hclwrite.Native{Text: c.file.Text(a.Expr)}
}

// blocks arranges the blocks of a group in the list, except for their bodies. It
// reports false if they have no form in JSON.
func (c *arranger) blocks(g *group, s *schema.Body, list []block) (blocks, bool) {
	if g.rule == nil && s.Remain != schema.RemainUnknown {
		span := g.blocks[0].Span
		c.refused(span.Start, span.Start+len(g.name), "Unknown block type",
			"%s has no block type %q here. It is converted as a block with an unknown schema.",
			c.dialect.OriginOf(s), g.name)
	}
	if g.rule != nil {
		span := g.blocks[0].Span
		c.otherTarget(g.rule.OtherTarget, "block type", g.name, span.Start, span.Start+len(g.name))
	}
	check := c.checkRepeated
	if c.opts.Form == Query {
		check = c.checkQuery
	}
	if !c.checkLabels(g) || !check(g) {
		return blocks{}, false
	}
	escaped := c.opts.Form != Query && (g.shape == perBlockInLists || g.rule != nil && g.argument != nil)
	for i, b := range g.blocks {
		list[i] = block{Block: b}
		if escaped {
			list[i].Block = withEscapedLabels(b)
		}
	}
	return blocks{
		shape: g.shape, list: list,
		closing: c.opts.DropComments && g.shape == perBlock && needsClosing(g, s),
	}, true
}

// checkLabels reports blocks with more or fewer labels than their rule has.
func (c *arranger) checkLabels(g *group) bool {
	if g.rule == nil || labelled(g.blocks, g.rule) {
		return true
	}
	for _, block := range g.blocks {
		if len(block.Labels) != len(g.rule.Labels) {
			c.fail(block.Span.Start, block.Body.Span.Start, "Wrong number of labels",
				"A %q block has %s.", g.name, g.rule.LabelCount())
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
		path := notepath.BlockPath("", block.Labels)
		if seen[path] {
			c.fail(block.Span.Start, block.Body.Span.Start, "No JSON form",
				"%s takes blocks of type %q in JSON as an object, which can hold only one of several that "+
					"have the same labels.", c.dialect.Product, g.name)
			return false
		}
		seen[path] = true
	}
	return true
}

// needsClosing reports whether only a hint, which is not written, would say that
// blocks are not an attribute.
func needsClosing(g *group, s *schema.Body) bool {
	return !g.listsBlock() && s.Remain != schema.RemainAttributes && !hasLabels(g.blocks[0]) && !g.isTaken(s)
}

// withEscapedLabels is a block whose labels are templates, as the names in an object
// are where the product reads an attribute.
func withEscapedLabels(b *hclwrite.Block) *hclwrite.Block {
	escaped := *b
	escaped.Labels = make([]string, len(b.Labels))
	for i, label := range b.Labels {
		escaped.Labels[i] = hcltext.EscapeTemplate(label)
	}
	return &escaped
}

// noValue is in place of what has no form in JSON.
func (c *arranger) noValue(name string) hclwrite.Item {
	return c.store.values.Put(changedAttribute{&hclwrite.Attribute{Name: name}, &hclwrite.Literal{Text: "null"}})
}

// blockBody arranges the body of a block with this rule. above are the groups of comments before
// the block.
func (c *arranger) blockBody(
	rule *schema.Block, b *hclwrite.Block, above []string, s *schema.Body,
) arrangement {
	body := s.BlockBody(rule, b.Labels, b.Body.SourceOf)
	c.reportMissingSchema(body, b.Span.Start, b.Body.Span.Start)
	roots, iterators, outer := c.roots, c.iterators, c.above
	if b.Type == schema.DynamicType {
		iterator := iteratorOf(b, s)
		c.roots = roots.with(iterator)
		c.iterators = append(iterators, iterator)
	}
	shown := c.asJSON(&b.Body, body)
	shown.layout = b.Layout
	c.inside++
	own := &b.Comments
	if above != nil {
		own = &hclwrite.Comments{Above: slices.Concat(above, own.Above), After: own.After}
	}
	arranged := c.body(&shown, own, body)
	c.inside--
	c.roots, c.iterators, c.above = roots, iterators, outer
	return arranged
}

// iteratorOf is the variable that a dynamic block defines in its content.
func iteratorOf(block *hclwrite.Block, s *schema.Body) string {
	if !s.Dynamic || block.Type != schema.DynamicType || len(block.Labels) == 0 {
		return ""
	}
	if a := block.Body.Attribute(schema.DynamicIterator); a != nil {
		if name, ok := a.Expr.(*hclwrite.Native); ok {
			return name.Text
		}
	}
	return block.Labels[0]
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
	// value is the rule for the value of an attribute, nil for an ordinary one.
	value *schema.Value
}

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
			list = append(slab.Grow(list, len(items)-at), group{name: name})
			g := &list[start+i]
			g.argument, g.rule = s.Lookup(name)
			if g.value = s.RemainValue; g.argument != nil {
				g.value = g.argument.Value
			}
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

// fewNames is how many groups are looked through one by one.
const fewNames = 16

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

// queryRule gives blocks a rule that stand for an argument.
func queryRule(g *group, s *schema.Body) {
	if element := s.ElementBody(g.name); element != nil && g.rule == nil {
		g.rule = &schema.Block{Type: g.name, Body: element, Origin: g.argument.Origin}
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
			if len(block.Labels) > limits.Labels {
				c.fail(block.Span.Start, block.Body.Span.Start, "Too many labels",
					"No more than %d labels of a block can be converted; this one has %d.",
					limits.Labels, len(block.Labels))
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

func indexOf(list []group, name string) int {
	for i := range list {
		if list[i].name == name {
			return i
		}
	}
	return -1
}

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
	// labels. The blocks of one label are together.
	byLabel
	// byLabelInArrays: the same with an array around each body.
	byLabelInArrays
	// merged: one object for all blocks.
	merged
)

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
	case len(g.blocks) == 1 && len(g.blocks[0].Labels) == 0 && s.BlockBody(g.rule, nil, nil).JustAttributes:
		return byLabel
	}
	return perBlock
}

// queryShape is the shape of the blocks of a group in the query form, where they are
// by labels.
func queryShape(g *group, s *schema.Body) blockShape {
	if !slices.ContainsFunc(g.blocks, hasLabels) && s.BlockBody(g.rule, nil, nil).JustAttributes {
		return merged
	}
	return byLabelInArrays
}

// labelled reports whether all blocks have as many labels as their type says.
func labelled(blocks []*hclwrite.Block, rule *schema.Block) bool {
	return !slices.ContainsFunc(blocks, func(b *hclwrite.Block) bool { return len(b.Labels) != len(rule.Labels) })
}

// sameLabels reports whether all blocks have the same number of labels.
func sameLabels(blocks []*hclwrite.Block) bool {
	return !slices.ContainsFunc(blocks, func(b *hclwrite.Block) bool { return len(b.Labels) != len(blocks[0].Labels) })
}

func hasLabels(block *hclwrite.Block) bool { return len(block.Labels) > 0 }

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
		for _, item := range block.Body.Content() {
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

// store is where arrangements are, apart from what they share with the tree. Once the
// body of a block of the file is written, its place is used for the next.
type store struct {
	items     slab.Of[hclwrite.Item]
	values    slab.Of[changedAttribute]
	blocks    slab.Of[blocks]
	lists     slab.Of[block]
	templates slab.Of[hclwrite.Template]
	notes     slab.Of[note]
	places    slab.Of[notedPath]
	labels    slab.Of[labelCount]
	layouts   slab.Of[layoutPlace]
}

// reuse gives up what is in the store.
func (s *store) reuse() {
	for _, slab := range []interface{ Reuse() }{
		&s.items, &s.values, &s.blocks, &s.lists, &s.templates, &s.notes, &s.places, &s.labels, &s.layouts,
	} {
		slab.Reuse()
	}
}

// scratch is where the groups of the bodies are that are being arranged, the innermost
// last.
type scratch struct {
	groups []group
	blocks []*hclwrite.Block
	// indexes are those of the groups of the items that are being sorted. The others
	// are for the note of a body.
	indexes []int
	note    note
	places  []notedPath
	labels  []labelCount
	layout  []layoutPlace
	// words are those of a layout, and with is one that a word is tried on.
	words   []byte
	with    hcltext.Layout
	written []hclwrite.Item
}
