package convert

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/extent"
	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// commentProperty is the property that bodies ignore.
const commentProperty = "//"

// ToJSON converts a file in native syntax to HCL-JSON. The filename is used in
// diagnostics only. The result is nil when the diagnostics have an error.
func ToJSON(src []byte, filename string, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	if diags := prepare(dialect, filename); diags != nil {
		return nil, diags
	}
	file, diags := hclwrite.ParseFile(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	if opts.Layout == KeepLayout {
		file.KeepLayout()
	}
	return writeJSON(file, src, filename, dialect, opts)
}

// WriteJSON writes a tree as HCL-JSON, whether it was read or made in memory, and
// does not change it. ToJSON is [hclwrite.ParseFile] and WriteJSON. Diagnostics have
// the places of nodes in the source that the file was read from, if it was. With
// KeepLayout the layout that is noted is that of the nodes, which
// [hclwrite.File.KeepLayout] gives them.
func WriteJSON(file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	if diags := prepare(dialect, filename); diags != nil {
		return nil, diags
	}
	if diags := hclwrite.Check(file, filename); diags.HasErrors() {
		return nil, diags
	}
	return writeJSON(file, []byte(file.Source()), filename, dialect, opts)
}

func writeJSON(file *hclwrite.File, src []byte, filename string, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	c := newJSONWriter(file, filename, dialect, opts)
	c.src = src
	c.checkUTF8()
	c.w.Grow(len(src) + len(src)*3/4) // most files need less
	root := c.asJSON(&file.Body, dialect.Root)
	root.layout = file.Layout
	c.body(&root, nil, dialect.Root)
	if c.failed {
		return nil, c.diags
	}
	return c.w.Bytes(), c.diags
}

func newJSONWriter(file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options) *jsonWriter {
	return &jsonWriter{
		reporter: reporter{filename: filename, strict: opts.Strict},
		file:     file,
		opts:     opts,
		dialect:  dialect,
		roots:    dialect.Roots,
	}
}

// checkUTF8 warns of a byte that JSON can't hold. hclsyntax lets it pass in
// comments.
func (c *jsonWriter) checkUTF8() {
	if utf8.Valid(c.src) {
		return
	}
	for i := 0; i < len(c.src); {
		r, size := utf8.DecodeRune(c.src[i:])
		if r == utf8.RuneError && size == 1 {
			c.warn(i, i+1, "Not UTF-8", "The byte 0x%02x is not part of a UTF-8 character, and JSON can't hold it. It is written as U+FFFD, like any others of its kind in this file.", c.src[i])
			return
		}
		i += size
	}
}

// jsonWriter writes a tree as HCL-JSON.
type jsonWriter struct {
	reporter
	file    *hclwrite.File
	opts    Options
	dialect *schema.Dialect
	w       jsonemit.Writer
	// made are the attributes that stand for blocks of the source.
	made map[*hclwrite.Attribute]bool
	// iterators are those of the dynamic blocks around.
	iterators []string
	// roots are the variables that exist where the writer is.
	roots roots
	room  room
	// constants is what may be spent on expressions that have to be computed.
	constants extent.Budget
}

// group is the items of one name in a body, in source order.
type group struct {
	name      string
	attribute *hclwrite.Attribute
	blocks    []*hclwrite.Block
	count     int // of the blocks
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

// room is where the groups of the bodies are that are being written, the innermost
// last.
type room struct {
	groups []group
	blocks []*hclwrite.Block
	// indexes are those of the groups of the items that are being sorted.
	indexes []int
}

// mark is a place in a room.
type mark struct{ groups, blocks int }

func (r *room) mark() mark { return mark{len(r.groups), len(r.blocks)} }

// release gives up the groups that were made since a mark.
func (r *room) release(m mark) { r.groups, r.blocks = r.groups[:m.groups], r.blocks[:m.blocks] }

// groups sorts items by name, in order of first appearance. The room that they take
// is released by the caller.
func (c *jsonWriter) groups(items []hclwrite.Item, s *schema.Body) []group {
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
func (c *jsonWriter) fill(list []group, items []hclwrite.Item) {
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

// body writes a body, as an object or, where the order of its blocks needs
// that, as an array of objects. own are the comments beside its block; nil for
// a file.
func (c *jsonWriter) body(b *native, own *hclwrite.Comments, s *schema.Body) {
	c.count(b.source, c.dialect, s, b.Span.Start, min(b.Span.Start+1, len(c.src)))
	defer c.room.release(c.room.mark())
	groups := c.groups(b.Items, s)
	c.checkGroups(groups)
	segments := c.segments(b.Body, s)
	var n note
	if !c.opts.DropComments && (own == nil || !s.NoComments) {
		c.note(&n, b, own, s, groups, segments != nil)
	}
	if segments == nil {
		c.w.BeginObject()
		c.writeNote(&n)
		c.items(groups, s, &n)
		c.w.EndObject()
		c.writeSigns(&n)
		return
	}
	c.w.BeginArray()
	for i, segment := range segments {
		c.w.BeginObject()
		if i == 0 {
			c.writeNote(&n)
		}
		c.items(c.groups(segment, s), s, &n)
		c.w.EndObject()
	}
	c.w.EndArray()
	c.writeSigns(&n)
}

// checkGroups reports names that JSON can't hold.
func (c *jsonWriter) checkGroups(groups []group) {
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

// segments cuts the items of a body into runs that can each be an object, when
// one object would change an order that matters: static blocks interleaved with
// dynamic blocks of their type, or types whose blocks form one sequence. It
// returns nil when one object will do.
func (c *jsonWriter) segments(b *hclwrite.Body, s *schema.Body) [][]hclwrite.Item {
	if s.Free || !c.reordered(b.Items, s) {
		return nil
	}
	var segments [][]hclwrite.Item
	start := 0
	// seen holds the names of the current segment; only the last may go on.
	seen := map[string]bool{}
	last := ""
	for i, item := range b.Items {
		name := item.ItemName()
		if name != last && seen[name] {
			segments = append(segments, b.Items[start:i])
			start = i
			clear(seen)
		}
		seen[name] = true
		last = name
	}
	return append(segments, b.Items[start:])
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

// reordered reports whether grouping the items by name changes the order inside
// a sequence.
func (c *jsonWriter) reordered(items []hclwrite.Item, s *schema.Body) bool {
	mixed := false
	for _, item := range items {
		if block, ok := item.(*hclwrite.Block); ok && (len(s.Sequence) > 0 || s.Dynamic && block.Type == schema.DynamicType) {
			mixed = true
			break
		}
	}
	if !mixed {
		return false
	}
	sequences := make(map[string][]*hclwrite.Block)
	for _, item := range items {
		if block, ok := item.(*hclwrite.Block); ok {
			key := sequenceOf(block, s)
			sequences[key] = append(sequences[key], block)
		}
	}
	defer c.room.release(c.room.mark())
	groups := c.groups(items, s)
	for i := range groups {
		for _, block := range groups[i].blocks {
			key := sequenceOf(block, s)
			if sequences[key][0] != block {
				return true
			}
			sequences[key] = sequences[key][1:]
		}
	}
	return false
}

// items writes the members of a body's object, which may have a note.
func (c *jsonWriter) items(groups []group, s *schema.Body, n *note) {
	for i := range groups {
		g := &groups[i]
		c.w.Name(g.name)
		start := c.w.Len()
		if g.attribute != nil {
			c.attribute(g, s)
		} else {
			c.blocks(g, s)
		}
		c.checkDepth(g)
		if n != nil && n.signed[g.name] {
			n.texts = append(n.texts, text{g.name, start, c.w.Len()})
		}
	}
}

// checkDepth reports what could not be read any more.
func (c *jsonWriter) checkDepth(g *group) {
	if c.w.Depth() > jsontree.MaxNesting && !c.failed {
		c.fail(g.first().Start, g.first().Start+len(g.name), "Nested too deeply", "In JSON this would be nested more deeply than the %d levels that can be read.", jsontree.MaxNesting)
	}
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

// blocks writes the value of a property that stands for blocks of one type.
func (c *jsonWriter) blocks(g *group, s *schema.Body) {
	if g.rule == nil && s.Rest != schema.RestUnknown {
		span := g.blocks[0].Span
		c.warn(span.Start, span.Start+len(g.name), "Unknown block type", "%s has no block type %q here. It is converted as a block of an unknown schema.", definer(c.dialect, s), g.name)
	}
	if !c.checkLabels(g) {
		c.w.Raw("null")
		return
	}
	if s.Lists && g.rule == nil {
		c.listBlocks(g, s)
		return
	}
	if g.rule != nil && g.rule.Shape == schema.ObjectShape {
		c.objectBlocks(g, s)
		return
	}
	array := g.rule != nil && g.rule.Shape == schema.ArrayShape
	if c.opts.Form == Compact && g.listsBlock() && !array {
		c.compactBlocks(g, s)
		return
	}
	first := g.blocks[0]
	if !array && len(g.blocks) == 1 && len(first.Labels) == 0 && blockBody(g.rule, nil, "", s).Free {
		c.blockBody(first, g.rule, s, false)
		return
	}
	c.w.BeginArray()
	for i, block := range g.blocks {
		if i == 0 && c.opts.DropComments && c.needsClosing(g, s) {
			c.closed(block, g.rule, s)
			continue
		}
		c.general(block, block.Labels, g.rule, s)
	}
	c.w.EndArray()
}

// needsClosing reports whether only a hint, which is not written, would say that
// blocks are no attribute.
func (c *jsonWriter) needsClosing(g *group, s *schema.Body) bool {
	first := g.blocks[0]
	if g.listsBlock() || s.Rest == schema.RestAttributes || len(first.Labels) > 0 || c.segments(&first.Body, blockBody(g.rule, nil, "", s)) != nil {
		return false
	}
	return !g.isTaken(s)
}

// closed writes a block as a body of two objects, the last of them empty, which only
// blocks are.
func (c *jsonWriter) closed(block *hclwrite.Block, rule *schema.Block, s *schema.Body) {
	c.w.BeginArray()
	c.general(block, nil, rule, s)
	c.w.BeginObject()
	c.w.EndObject()
	c.w.EndArray()
}

// checkLabels reports blocks with more or fewer labels than their rule has.
func (c *jsonWriter) checkLabels(g *group) bool {
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

// general writes a block in the most general form: an object for a level of
// labels, an array around each but the last.
func (c *jsonWriter) general(block *hclwrite.Block, labels []string, rule *schema.Block, s *schema.Body) {
	if len(labels) == 0 {
		c.blockBody(block, rule, s, len(block.Labels) > 0)
		return
	}
	c.w.BeginObject()
	c.w.Name(c.label(labels[0], rule, s))
	if len(labels) > 1 {
		c.w.BeginArray()
	}
	c.general(block, labels[1:], rule, s)
	if len(labels) > 1 {
		c.w.EndArray()
	}
	c.w.EndObject()
}

// blockBody writes the body of a block. An array of objects that is one body
// needs an array around it, but not where it is an element of one already; wrap
// says which.
func (c *jsonWriter) blockBody(block *hclwrite.Block, rule *schema.Block, s *schema.Body, wrap bool) {
	body := blockBody(rule, block.Labels, choosingValue(block, rule), s)
	c.lacks(body, block.Span.Start, block.Body.Span.Start)
	roots, iterators := c.roots, c.iterators
	if block.Type == schema.DynamicType {
		iterator := iteratorOf(block, s)
		c.roots = roots.with(iterator)
		c.iterators = append(iterators, iterator)
	}
	shown := c.asJSON(&block.Body, body)
	shown.layout = block.Layout
	wrap = wrap && c.segments(shown.Body, body) != nil
	if wrap {
		c.w.BeginArray()
	}
	c.body(&shown, &block.Comments, body)
	if wrap {
		c.w.EndArray()
	}
	c.roots, c.iterators = roots, iterators
}

// compactBlocks writes blocks in the documented shorthand.
func (c *jsonWriter) compactBlocks(g *group, s *schema.Body) {
	if len(g.blocks) > 1 && g.rule.Ordered && len(g.blocks[0].Labels) > 0 {
		c.w.BeginArray()
		for _, block := range g.blocks {
			for _, label := range block.Labels {
				c.w.BeginObject()
				c.w.Name(c.label(label, g.rule, s))
			}
			c.blockBody(block, g.rule, s, true)
			for range block.Labels {
				c.w.EndObject()
			}
		}
		c.w.EndArray()
		return
	}
	c.byLabel(g.blocks, 0, g.rule, s)
}

// byLabel writes blocks as objects nested by label, from the given label on.
func (c *jsonWriter) byLabel(blocks []*hclwrite.Block, level int, rule *schema.Block, s *schema.Body) {
	if len(blocks[0].Labels) == level {
		if len(blocks) == 1 {
			c.blockBody(blocks[0], rule, s, true)
			return
		}
		c.w.BeginArray()
		for _, block := range blocks {
			c.blockBody(block, rule, s, false)
		}
		c.w.EndArray()
		return
	}
	c.w.BeginObject()
	for _, same := range labelGroups(blocks, level) {
		c.w.Name(c.label(same[0].Labels[level], rule, s))
		c.byLabel(same, level+1, rule, s)
	}
	c.w.EndObject()
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

// attribute writes the value of an attribute.
func (c *jsonWriter) attribute(g *group, s *schema.Body) {
	a, expr := g.attribute, attributeRule(g.argument, s)
	switch {
	case g.argument != nil:
		if g.argument.NoJSON != "" && holdsCollections(a.Expr) {
			c.fail(a.Span.Start, a.Span.Start+len(a.Name), "No JSON form", "%s", g.argument.NoJSON)
		}
	default:
		if s.Rest == schema.RestNone {
			c.warn(a.Span.Start, a.Span.Start+len(a.Name), "Unknown argument", "%s has no argument %q here. It is converted as an ordinary expression.", definer(c.dialect, s), a.Name)
		}
	}
	start := c.w.Len()
	switch {
	case s.Lists:
		c.listAttribute(a.Expr, expr)
	case c.opts.DropComments && !c.made[a] && !g.listsBlock() && misread(g, s):
		c.withoutHint(a, expr)
	default:
		c.expr(a.Expr, expr)
	}
	if expr != nil && expr.Differs != "" && c.w.HasSequence(start) {
		span := a.Expr.ExprSpan()
		c.warn(span.Start, span.End, "Products read this string differently", "The value of %q is written as the target (%s) reads it; %s.", a.Name, c.dialect.Product, expr.Differs)
	}
}

// withoutHint writes an attribute of which only the hint would say that it is no
// block. A template says so too.
func (c *jsonWriter) withoutHint(a *hclwrite.Attribute, rule *schema.Value) {
	if rule != nil {
		switch rule.Mode {
		case schema.Template, schema.TemplateOrText, schema.TemplateOrTraversal:
		default:
			c.warn(a.Span.Start, a.Span.Start+len(a.Name), "Attribute or block?", "Without comments nothing in the JSON says that %q is an attribute, and hcljson would take it for a block. %s does not evaluate strings here, so that the value cannot be written as one.", a.Name, c.dialect.Product)
			c.expr(a.Expr, rule)
			return
		}
	}
	c.w.Interpolation(c.file.Text(a.Expr), false)
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

// unquoteJSON reads a JSON string.
func unquoteJSON(text string) (string, error) {
	v, diags := jsontree.Parse([]byte(text), "")
	if diags.HasErrors() {
		return "", diags
	}
	if v.Kind != jsontree.String {
		return "", hcl.Diagnostics{}
	}
	return strings.Clone(v.Text), nil
}
