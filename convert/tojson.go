package convert

import (
	"slices"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/limits"
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
	opts.SourceMap.clear()
	if diags := prepare(dialect, filename); diags != nil {
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
	opts.SourceMap.clear()
	if diags := prepare(dialect, filename); diags != nil {
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
	c.src = file.Source()
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
		opts.SourceMap.fill(file, []byte(c.src), text, w.origins)
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
	if diags := prepare(dialect, filename); diags != nil {
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
		c.store.release()
		arranged.list[0].body = c.blockBody(one.rule, b, c.dialect.Root)
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
	roots   roots
	scratch scratch
	store   store
	// constants is what may be spent on expressions that must be computed.
	constants limits.Budget
}

// root writes the body of the file. Each block is arranged when its turn comes: what is
// arranged does not grow with the file, and the diagnostics about a property are together.
func (c *arranger) root(w *writer) {
	shown := c.asJSON(&c.file.Body, c.dialect.Root)
	shown.layout = c.file.Layout
	properties, cuts, n := c.properties(&shown, nil, c.dialect.Root)
	ready := c.ready(properties, n)
	c.store.keep()
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

// body arranges the body of a block. own are the comments next to it.
func (c *arranger) body(b *shownBody, own *hclwrite.Comments, s *schema.Body) arrangement {
	defer c.scratch.release(c.scratch.mark())
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
	c.count(b.source, c.dialect, s, b.Span.Start, min(b.Span.Start+1, len(c.src)))
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
			changed = c.store.items.take(len(properties))
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
	list, ok := c.blocks(g, s, c.store.lists.take(len(g.blocks)))
	if !ok {
		return c.noValue(g.name)
	}
	for i, b := range g.blocks {
		list.list[i].body = c.blockBody(g.rule, b, s)
	}
	return c.store.blocks.put(list)
}

// prepare prepares a group of blocks that are in no tree.
func (c *arranger) prepare(g *group) {
	c.checkGroups([]group{*g})
	c.shape(g, c.dialect.Root)
}

// property writes a property of the file.
func (c *arranger) property(w *writer, g *group) {
	c.store.release()
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
		c.store.release()
		list.list[i].body = c.blockBody(g.rule, c.file.Expand(g.blocks[i]), c.dialect.Root)
		w.block(&list, i)
		list.list[i].body = arrangement{}
	}
	w.end(&list)
}

// blockBody arranges the body of a block with this rule.
func (c *arranger) blockBody(rule *schema.Block, b *hclwrite.Block, s *schema.Body) arrangement {
	body := bodyOf(b, rule, s)
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

// noValue is in place of what has no form in JSON.
func (c *arranger) noValue(name string) hclwrite.Item {
	return c.store.values.put(changedAttribute{&hclwrite.Attribute{Name: name}, &hclwrite.Literal{Text: "null"}})
}

// blocks arranges the blocks of a group in the list, except for their bodies. It
// reports false if they have no form in JSON.
func (c *arranger) blocks(g *group, s *schema.Body, list []block) (blocks, bool) {
	if g.rule == nil && s.Remain != schema.RemainUnknown {
		span := g.blocks[0].Span
		c.warn(span.Start, span.Start+len(g.name), "Unknown block type",
			"%s has no block type %q here. It is converted as a block with an unknown schema.",
			definer(c.dialect, s), g.name)
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

// checkRepeated reports blocks that an object can't hold, because it has them already.
func (c *arranger) checkRepeated(g *group) bool {
	if g.rule == nil || g.rule.Shape != schema.ObjectShape {
		return true
	}
	seen := make(map[string]bool, len(g.blocks))
	for _, block := range g.blocks {
		path := blockPath("", block.Labels)
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

// checkLabels reports blocks with more or fewer labels than their rule has.
func (c *arranger) checkLabels(g *group) bool {
	if g.rule == nil || labelled(g.blocks, g.rule) {
		return true
	}
	for _, block := range g.blocks {
		if len(block.Labels) != len(g.rule.Labels) {
			c.fail(block.Span.Start, block.Body.Span.Start, "Wrong number of labels",
				"A %q block has %s.", g.name, labelCountText(g.rule.Labels))
		}
	}
	return false
}

// needsClosing reports whether only a hint, which is not written, would say that
// blocks are not an attribute.
func needsClosing(g *group, s *schema.Body) bool {
	return !g.listsBlock() && s.Remain != schema.RemainAttributes && !hasLabels(g.blocks[0]) && !g.isTaken(s)
}

// attribute arranges an attribute.
func (c *arranger) attribute(g *group, s *schema.Body) hclwrite.Item {
	a, rule := g.attribute, attributeRule(g.argument, s)
	switch {
	case g.argument == nil && s.Remain == schema.RemainNone:
		c.warn(a.Span.Start, a.Span.Start+len(a.Name), "Unknown argument",
			"%s has no argument %q here. It is converted as an ordinary expression.", definer(c.dialect, s), a.Name)
	case g.argument != nil && g.argument.NoJSON != "" && holdsCollections(a.Expr) &&
		!c.opts.Unread && c.opts.Form != Query:
		c.fail(a.Span.Start, a.Span.Start+len(a.Name), "No JSON form", "%s", g.argument.NoJSON)
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
	if rule != nil && rule.Differs != "" && hasSequence(e) {
		span := a.Expr.ExprSpan()
		c.warn(span.Start, span.End, "Products read this string differently",
			"The value of %q is written as the target (%s) reads it; %s.", a.Name, c.dialect.Product, rule.Differs)
	}
	if e == a.Expr {
		return a
	}
	return c.store.values.put(changedAttribute{a, e})
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

// checkDepth reports what could not be read any more.
func (c *arranger) checkDepth(w *writer) {
	if at := w.tooDeep; at != nil && !c.failed {
		c.fail(at.Start, at.End, "Nested too deeply",
			"In JSON this would be nested more deeply than the %d levels that can be read.", jsontree.MaxNesting)
	}
}

func newArranger(file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options) *arranger {
	if opts.Form == Query {
		opts.DropComments = false // nothing is written in another way for want of a hint
	}
	return &arranger{
		reporter: reporter{filename: filename, strict: opts.Strict},
		file:     file,
		opts:     opts,
		dialect:  dialect,
		roots:    dialect.Roots,
	}
}
