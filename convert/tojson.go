package convert

import (
	"slices"
	"unicode/utf8"

	"github.com/hcljson/hcljson/convert/internal/accept"
	"github.com/hcljson/hcljson/convert/internal/asblocks"
	"github.com/hcljson/hcljson/convert/internal/expression"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// jsonOptions define how a file is arranged.
type jsonOptions struct {
	// compact and query select the form of the JSON, which is otherwise the general form.
	compact, query bool
	// forTools, dropComments and keepLayout are options of the conversion.
	forTools, dropComments, keepLayout bool
	// modes and origins receive the positions for a source map. They are nil without a source map.
	modes   *sourcemap.Modes
	origins *sourcemap.Origins
}

// arrangeFile arranges and writes a file. The tree must be valid, and the result is incomplete if r
// reports an error.
func arrangeFile(file *hclwrite.File, r *report.Reporter, opts jsonOptions) []byte {
	c := newArranger(file, r, opts)
	c.checkUTF8()
	var out jsonemit.Writer
	w := &writer{emitter: &out, file: file, origins: opts.origins}
	out.Grow(len(c.Src) + len(c.Src)*3/4) // sufficient for most files
	c.writeRoot(w)
	c.checkDepth(w)
	return out.Bytes()
}

func newArranger(file *hclwrite.File, r *report.Reporter, opts jsonOptions) *arranger {
	if opts.query {
		opts.dropComments = false // this form never needs hints
	}
	constants := &limits.Budget{}
	return &arranger{
		Reporter: r, opts: opts, file: file, check: accept.Checker{Reporter: r, Native: true, Constants: constants},
		exprs: expression.Arranger{
			Context: expression.Context{
				Reporter: r, ForTools: opts.forTools, Scope: scope.Of(r.Dialect), Modes: opts.modes,
			},
			File: file, Query: opts.query, Constants: constants,
		},
	}
}

// arranger decides the JSON form of bodies. It reports content that has no JSON form or cannot be
// converted back.
type arranger struct {
	*report.Reporter
	opts  jsonOptions
	file  *hclwrite.File
	check accept.Checker
	exprs expression.Arranger
	// made contains the attributes that replace blocks of the source; see WithArguments.
	made map[*hclwrite.Attribute]bool
	// above maps the items of the current body to the comment groups before them; see ungroup.
	above map[any][]string
}

// checkUTF8 warns about bytes that JSON cannot contain. hclsyntax accepts them in comments.
func (c *arranger) checkUTF8() {
	if utf8.ValidString(c.Src) {
		return
	}
	for i := 0; i < len(c.Src); {
		r, size := utf8.DecodeRuneInString(c.Src[i:])
		if r == utf8.RuneError && size == 1 {
			c.Warn(i, i+1, "Not UTF-8",
				"The byte 0x%02x is not part of a UTF-8 character, and JSON can't hold it. It is written as "+
					"U+FFFD, like all invalid bytes in this file.", c.Src[i])
			return
		}
		i += size
	}
}

// writeRoot arranges and writes the body of the file, one block at a time. The memory for
// arrangements then does not depend on the size of the file.
func (c *arranger) writeRoot(w *writer) {
	shown := c.replaceBlocks(&c.file.Body, c.Dialect.Root)
	shown.Layout = c.file.Layout
	properties, cuts, n := c.arrangeProperties(&shown, nil, c.Dialect.Root)
	arranged := c.arrangeFingerprinted(properties, n)
	if cuts != nil {
		w.BeginArray()
	}
	start := 0
	for _, end := range append(cuts, len(properties)) {
		if cuts != nil {
			w.origins.RecordPart(w.Values())
		}
		w.BeginObject()
		if n != nil {
			w.annotationProperty(n)
			n = nil
		}
		for i := start; i < end; i++ {
			if item := arranged[i]; item != nil {
				w.member(item)
			} else {
				c.writeProperty(w, &properties[i])
			}
		}
		w.EndObject()
		start = end
	}
	if cuts != nil {
		w.EndArray()
	}
}

// arrangeFingerprinted arranges the properties for which the annotation needs fingerprints, and sets
// the fingerprints. It returns the arranged properties by index.
func (c *arranger) arrangeFingerprinted(properties []itemGroup, n *annotation.Annotation) map[int]hclwrite.Item {
	names := n.FingerprintedNames()
	if names == nil {
		return nil
	}
	ready := map[int]hclwrite.Item{}
	var members []hclwrite.Item
	for i := range properties {
		if names[properties[i].name] {
			ready[i] = c.arrangeMember(&properties[i], c.Dialect.Root)
			members = append(members, ready[i])
		}
	}
	c.addFingerprints(n, names, members)
	return ready
}

// writeProperty arranges and writes a property of the file.
func (c *arranger) writeProperty(w *writer, g *itemGroup) {
	if g.attribute != nil {
		w.member(c.arrangeAttribute(g, c.Dialect.Root))
		return
	}
	list, ok := c.arrangeBlocks(g, c.Dialect.Root)
	if !ok {
		w.member(c.emptyProperty(g.name))
		return
	}
	w.beginBlocks(&list)
	for i := range list.list {
		list.list[i].body = c.arrangeBlockBody(g.blocks[i], c.above[g.blocks[i]], c.Dialect.Root)
		w.block(&list, i)
		list.list[i].body = arrangement{}
	}
	w.endBlocks(&list)
}

// checkDepth reports an error if the JSON is nested too deeply for the conversion back.
func (c *arranger) checkDepth(w *writer) {
	if at := w.tooDeep; at != nil && !c.Failed {
		c.Fail(at.Start, at.End, "Nested too deeply",
			"In JSON this would be nested more deeply than the limit of %d levels.", jsontree.MaxNesting)
	}
}

// arrangeBody arranges the body of a block. own contains the comments next to the block.
func (c *arranger) arrangeBody(b *asblocks.Body, own *hclwrite.Comments, s *schema.Body) arrangement {
	properties, cuts, n := c.arrangeProperties(b, own, s)
	a := c.arrangeMembers(b.Items, properties[:firstOf(cuts, len(properties))], s)
	a.annotation = n
	for object := &a; len(cuts) > 0; object = object.next {
		start, end := cuts[0], firstOf(cuts[1:], len(properties))
		next := c.arrangeMembers(nil, properties[start:end], s)
		object.next = &next
		cuts = cuts[1:]
	}
	if names := n.FingerprintedNames(); names != nil {
		var members []hclwrite.Item
		for object := &a; object != nil; object = object.next {
			members = append(members, object.members...)
		}
		c.addFingerprints(n, names, members)
	}
	return a
}

// arrangeProperties returns the properties of a body, the indexes at which further objects start,
// and the annotation. own contains the comments next to the block, or is nil for a file.
func (c *arranger) arrangeProperties(
	b *asblocks.Body, own *hclwrite.Comments, s *schema.Body,
) (properties []itemGroup, cuts []int, n *annotation.Annotation) {
	c.check.Body(b.Source, s, hclwrite.Span{Start: b.Span.Start, End: min(b.Span.Start+1, len(c.Src))}, c.exprs.Scope)
	groups, indexes := c.groupItems(b.Items, s)
	c.checkGroups(groups)
	properties = groups
	if !c.opts.query {
		properties, cuts = splitProperties(b.Items, groups, indexes, s)
	}
	for i := range properties {
		c.setShape(&properties[i], s)
	}
	if !c.opts.dropComments && !c.opts.query && (own == nil || !s.NoComments) {
		n = c.newAnnotation(b, own, s, groups, cuts != nil)
	}
	return properties, cuts, n
}

func firstOf(list []int, other int) int {
	if len(list) > 0 {
		return list[0]
	}
	return other
}

// arrangeMembers arranges the properties of a body. If they are equal to items, the arrangement
// contains items itself.
func (c *arranger) arrangeMembers(items []hclwrite.Item, properties []itemGroup, s *schema.Body) arrangement {
	var changed []hclwrite.Item
	for i := range properties {
		member := c.arrangeMember(&properties[i], s)
		if changed == nil && (i >= len(items) || member != items[i]) {
			changed = make([]hclwrite.Item, len(properties))
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

func (c *arranger) arrangeMember(g *itemGroup, s *schema.Body) hclwrite.Item {
	if g.attribute != nil {
		return c.arrangeAttribute(g, s)
	}
	list, ok := c.arrangeBlocks(g, s)
	if !ok {
		return c.emptyProperty(g.name)
	}
	for i, b := range g.blocks {
		list.list[i].body = c.arrangeBlockBody(b, c.above[b], s)
	}
	return &list
}

// arrangeAttribute arranges the value of an attribute.
func (c *arranger) arrangeAttribute(g *itemGroup, s *schema.Body) hclwrite.Item {
	a, rule := g.attribute, g.value
	switch {
	case c.Reserved(a.Name, a.Span.Start, s):
	case g.argument == nil && (s.Remain == schema.RemainNone || g.rule != nil && !s.NestedInLists):
		c.Refuse(a.Span.Start, a.Span.Start+len(a.Name), "Unknown argument",
			"%s has no argument %q here%s.%s It is converted as an ordinary expression.",
			c.definerOf(g, s), a.Name, report.OtherKind(g.rule != nil, "a block type"), report.Suggestion(a.Name, s))
	case g.argument != nil && g.argument.NoJSON != "" && containsCollections(a.Expr) &&
		!c.opts.forTools && !c.opts.query:
		c.Fail(a.Span.Start, a.Span.Start+len(a.Name), "No JSON form", "%s", g.argument.NoJSON)
	}
	if g.argument != nil {
		c.OtherTarget(g.argument.OtherTarget, "argument", a.Name, a.Span.Start, a.Span.Start+len(a.Name))
	}
	if rule != nil && rule.NativeConstant {
		if _, diags := c.exprs.EvaluateConstant(c.file.Text(a.Expr)); diags.HasErrors() {
			c.Refuse(a.ValueSpan.Start, a.ValueSpan.End, "Not constant",
				"%s takes only constant values here in native syntax, but evaluates references in JSON.", c.Dialect.Product)
		}
	}
	var e hclwrite.Expr
	switch {
	case s.NestedInLists:
		e = c.wrapInList(a.Expr, rule)
	case c.opts.dropComments && !c.made[a] && !g.isListedBlock() && readsAsBlocks(g, s):
		e = c.withoutHint(a, rule)
	default:
		e = c.exprs.Arrange(a.Expr, rule)
	}
	if rule != nil && rule.Differs != "" && expression.StartsSequence(e) && c.IsNew(rule.Differs) {
		span := hclwrite.SpanOf(a.Expr)
		c.Warn(span.Start, span.End, "Products read this string differently",
			"The value of %q is written for the target (%s); %s.", a.Name, c.Dialect.Product, rule.Differs)
	}
	if e == a.Expr {
		return a
	}
	return &changedAttribute{a, e}
}

// definerOf returns the subject of messages about the definition of a name.
func (c *arranger) definerOf(g *itemGroup, s *schema.Body) string {
	if g.isListedAttribute() || g.isListedBlock() {
		return c.Dialect.Product
	}
	return report.OriginOf(c.Dialect, s)
}

func containsCollections(e hclwrite.Expr) bool {
	object, ok := e.(*hclwrite.Object)
	if !ok {
		return false
	}
	for _, item := range object.Elements() {
		if hclwrite.CollectionOf(item.Value) != nil {
			return true
		}
	}
	return false
}

// wrapInList arranges the value of an attribute in a body with NestedInLists: an object becomes a
// list that contains the object.
func (c *arranger) wrapInList(e hclwrite.Expr, rule *schema.Value) hclwrite.Expr {
	o, ok := e.(*hclwrite.Object)
	e = c.exprs.Arrange(e, rule)
	if !ok || o.Enclosed {
		return e
	}
	return &hclwrite.Tuple{Items: []hclwrite.CollectionItem{&hclwrite.Element{Value: e, ValueSpan: o.Span}}}
}

// withoutHint arranges the value of an attribute that only a hint distinguishes from a block.
// Because hints are dropped, the value becomes a template string, which cannot be a block.
func (c *arranger) withoutHint(a *hclwrite.Attribute, rule *schema.Value) hclwrite.Expr {
	if rule != nil && !rule.Mode.IsTemplate() {
		c.Warn(a.Span.Start, a.Span.Start+len(a.Name), "Attribute or block?",
			"Without comments, hcljson would read %q in the JSON as a block, but it is an attribute. "+
				"%s does not evaluate strings here, so the value cannot be written as a string.",
			a.Name, c.Dialect.Product)
		return c.exprs.Arrange(a.Expr, rule)
	}
	return &hclwrite.Native{Text: c.file.Text(a.Expr)}
}

// arrangeBlocks arranges the blocks of a group, but not their bodies. It returns false if
// the blocks have no JSON form.
func (c *arranger) arrangeBlocks(g *itemGroup, s *schema.Body) (arrangedBlocks, bool) {
	switch {
	case c.Reserved(g.name, g.blocks[0].Span.Start, s):
	case g.rule == nil && (s.Remain != schema.RemainUnknown || g.argument != nil && !s.NestedInLists):
		span := g.blocks[0].Span
		c.Refuse(span.Start, span.Start+len(g.name), "Unknown block type",
			"%s has no block type %q here%s.%s It is converted as a block with an unknown schema.",
			c.definerOf(g, s), g.name, report.OtherKind(g.argument != nil, "an argument"), report.Suggestion(g.name, s))
	}
	if g.rule != nil {
		span := g.blocks[0].Span
		c.OtherTarget(g.rule.OtherTarget, "block type", g.name, span.Start, span.Start+len(g.name))
	}
	check := c.checkRepeated
	if c.opts.query {
		check = c.checkQuery
	}
	if !c.checkLabels(g) || !check(g) {
		return arrangedBlocks{}, false
	}
	escaped := !c.opts.query && (g.shape == perBlockInLists || g.rule != nil && g.argument != nil)
	list := make([]arrangedBlock, len(g.blocks))
	for i, b := range g.blocks {
		list[i] = arrangedBlock{Block: b}
		if escaped {
			list[i].Block = withEscapedLabels(b)
		}
	}
	return arrangedBlocks{
		Block: list[0].Block, shape: g.shape, list: list,
		closing: c.opts.dropComments && g.shape == perBlock && needsClosing(g, s),
	}, true
}

// checkLabels reports blocks with a wrong number of labels. It returns false if there is an error.
func (c *arranger) checkLabels(g *itemGroup) bool {
	if g.rule == nil || areLabelled(g.blocks, g.rule) {
		return true
	}
	for _, block := range g.blocks {
		if len(block.Labels) != len(g.rule.Labels) {
			c.Fail(block.Span.Start, block.Body.Span.Start, "Wrong number of labels",
				"A %q block has %s.", g.name, report.LabelsText(g.rule))
		}
	}
	return false
}

// checkRepeated reports blocks with equal labels if the product requires an object, which cannot
// contain both. It returns false if there is an error.
func (c *arranger) checkRepeated(g *itemGroup) bool {
	if g.rule == nil || g.rule.Shape != schema.ObjectShape {
		return true
	}
	seen := make(map[string]bool, len(g.blocks))
	for _, block := range g.blocks {
		path := annotation.BlockPath("", block.Labels)
		if seen[path] {
			c.Fail(block.Span.Start, block.Body.Span.Start, "No JSON form",
				"%s takes blocks of type %q in JSON as an object, which cannot hold several blocks "+
					"with the same labels.", c.Dialect.Product, g.name)
			return false
		}
		seen[path] = true
	}
	return true
}

// needsClosing reports whether a reader would convert the blocks to an attribute, because hints are
// dropped.
func needsClosing(g *itemGroup, s *schema.Body) bool {
	return !g.isListedBlock() && s.Remain != schema.RemainAttributes && !hasLabels(g.blocks[0]) && !g.isClassifiedCorrectly(s)
}

// withEscapedLabels returns a block whose labels are escaped as templates. It is used if the product
// reads the labels as keys of an object.
func withEscapedLabels(b *hclwrite.Block) *hclwrite.Block {
	escaped := *b
	escaped.Labels = make([]string, len(b.Labels))
	for i, label := range b.Labels {
		escaped.Labels[i] = hcltext.EscapeTemplate(label)
	}
	return &escaped
}

// emptyProperty returns the property that replaces blocks without a JSON form.
func (c *arranger) emptyProperty(name string) hclwrite.Item {
	return &changedAttribute{&hclwrite.Attribute{Name: name}, &hclwrite.Literal{Text: "null"}}
}

// arrangeBlockBody arranges the body of a block in a body with the schema s. above contains the
// comment groups before the block.
func (c *arranger) arrangeBlockBody(b *hclwrite.Block, above []string, s *schema.Body) arrangement {
	body := s.BlockBody(b.Type, b.Labels, b.Body.SourceOf)
	c.MissingSchema(body, b.Span.Start, b.Body.Span.Start)
	scope, outer := c.exprs.Scope, c.above
	c.exprs.Scope = scope.InBlock(iteratorOf(b, s), body, func(name string) bool { return b.Body.Attribute(name) != nil })
	shown := c.replaceBlocks(&b.Body, body)
	shown.Layout = b.Layout
	own := annotation.WithAbove(b.Comments, above)
	arranged := c.arrangeBody(&shown, &own, body)
	c.exprs.Scope, c.above = scope, outer
	return arranged
}

// iteratorOf returns the variable that a dynamic block defines in its content. It returns "" for
// other blocks.
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

// itemGroup contains the items of one name in a body, in source order.
type itemGroup struct {
	name      string
	attribute *hclwrite.Attribute
	blocks    []*hclwrite.Block
	count     int32 // the number of blocks
	shape     blockShape
	// regrouped is true if blocks differs from the source order.
	regrouped bool
	// clash is the first item whose kind differs from the kind of the items before it, or nil.
	clash hclwrite.Item
	// argument and rule are the rows of the schema for the name, or nil.
	argument *schema.Attribute
	rule     *schema.Block
	// value is the rule for the value of an attribute. It is nil for an ordinary value.
	value *schema.Value
}

// groupItems groups items by name, in the order of their first items. indexes contains the index of
// the group of each item.
func (c *arranger) groupItems(items []hclwrite.Item, s *schema.Body) (list []itemGroup, indexes []int) {
	list = make([]itemGroup, 0, countAttributes(items))
	indexes = make([]int, 0, len(items))
	var index map[string]int
	for _, item := range items {
		name := hclwrite.ItemName(item)
		i, known := index[name]
		if index == nil {
			i = indexOf(list, name)
			known = i >= 0
		}
		if !known {
			i = len(list)
			list = append(list, itemGroup{name: name})
			g := &list[i]
			g.argument, g.rule = s.Lookup(name)
			if g.value = s.RemainValue; g.argument != nil {
				g.value = g.argument.Value
			}
			if index == nil && i == maxScannedGroups {
				index = make(map[string]int, len(items))
				for j := range list {
					index[list[j].name] = j
				}
			}
			if index != nil {
				index[name] = i
			}
		}
		list[i].addItem(item)
		indexes = append(indexes, i)
	}
	if c.opts.query {
		for i := range list {
			setQueryRule(&list[i], s)
		}
	}
	fillGroups(list, items, indexes)
	return list, indexes
}

// maxScannedGroups is the maximum number of groups for a linear search.
const maxScannedGroups = 16

// countAttributes returns the minimum number of groups for items.
func countAttributes(items []hclwrite.Item) int {
	n := 0
	for _, item := range items {
		if _, ok := item.(*hclwrite.Attribute); ok {
			n++
		}
	}
	return n
}

// addItem adds an attribute to a group, or counts a block.
func (g *itemGroup) addItem(item hclwrite.Item) {
	if a, ok := item.(*hclwrite.Attribute); ok {
		g.attribute = a
	} else {
		g.count++
	}
	if g.clash == nil && g.attribute != nil && g.count > 0 {
		g.clash = item
	}
}

// setQueryRule sets the row for blocks that represent an argument. The query form does not replace
// such blocks.
func setQueryRule(g *itemGroup, s *schema.Body) {
	if element := s.ElementBody(g.name); element != nil && g.rule == nil {
		g.rule = &schema.Block{Type: g.name, Body: element, Origin: g.argument.Origin}
	}
}

// fillGroups adds the blocks to groups whose blocks are counted.
func fillGroups(list []itemGroup, items []hclwrite.Item, indexes []int) {
	for i := range list {
		if g := &list[i]; g.clash == nil && g.count > 0 {
			g.blocks = make([]*hclwrite.Block, 0, g.count)
		}
	}
	for i, item := range items {
		if g := &list[indexes[i]]; g.clash == nil && g.count > 0 {
			g.blocks = append(g.blocks, item.(*hclwrite.Block))
		}
	}
}

// checkGroups reports groups that have no JSON form.
func (c *arranger) checkGroups(groups []itemGroup) {
	for i := range groups {
		g := &groups[i]
		if g.clash != nil {
			span := hclwrite.SpanOf(g.clash)
			c.Fail(span.Start, span.End, "Attribute and block with the same name",
				"%q is both an attribute and a block type in this body; a JSON object cannot hold both.", g.name)
		}
		for _, block := range g.blocks {
			if len(block.Labels) > limits.Labels {
				c.Fail(block.Span.Start, block.Body.Span.Start, "Too many labels",
					"A block can have at most %d labels; this block has %d.",
					limits.Labels, len(block.Labels))
			}
		}
	}
}

// splitProperties returns the properties of a body, and the indexes at which further objects start.
// Several objects are necessary if a single object would change a significant order: the order of
// blocks and dynamic blocks of one type, or of the types in a sequence. Each property is then a run
// of adjacent items with the same name.
func splitProperties(
	items []hclwrite.Item, groups []itemGroup, indexes []int, s *schema.Body,
) (properties []itemGroup, cuts []int) {
	if s.JustAttributes || !changesOrder(items, groups, indexes, s) {
		return groups, nil
	}
	taken := make([]int, len(groups))
	seen := map[string]bool{} // the names in the current object
	for i := range items {
		index := indexes[i]
		g := &groups[index]
		if i == 0 || index != indexes[i-1] {
			if seen[g.name] {
				cuts = append(cuts, len(properties))
				clear(seen)
			}
			seen[g.name] = true
			run := *g
			run.blocks = g.blocks[taken[index]:taken[index]]
			properties = append(properties, run)
		}
		if g.attribute == nil {
			taken[index]++
			run := &properties[len(properties)-1]
			run.blocks = run.blocks[:len(run.blocks)+1]
		}
	}
	return properties, cuts
}

// changesOrder reports whether the grouping of items by name changes the order in a sequence.
func changesOrder(items []hclwrite.Item, groups []itemGroup, indexes []int, s *schema.Body) bool {
	dynamic := s.Dynamic && indexOf(groups, schema.DynamicType) >= 0
	if len(s.Sequence) == 0 && !dynamic {
		return false
	}
	last := make(map[string]int) // by sequence, the group of its last block
	for i, item := range items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		key, index := s.SequenceOf(block.Type, block.Labels), indexes[i]
		if index < last[key] {
			return true
		}
		last[key] = index
	}
	return false
}

func indexOf(list []itemGroup, name string) int {
	for i := range list {
		if list[i].name == name {
			return i
		}
	}
	return -1
}

// blockShape is the JSON shape of the blocks of a type.
type blockShape uint8

const (
	// perBlock is an array with one element per block. In an element, each label is the key of an
	// object, and each object except the last is in an array.
	perBlock blockShape = iota
	// perBlockInLabels is perBlock without arrays between the labels.
	perBlockInLabels
	// perBlockInLists is perBlock with an array below each label.
	perBlockInLists
	// byLabel is nested objects with the labels as keys. Several blocks with the same labels are in
	// an array.
	byLabel
	// byLabelInArrays is byLabel, but a single body is also in an array.
	byLabelInArrays
	// merged is one object with the members of all blocks.
	merged
)

// setShape sets the JSON shape of the blocks of a group, and sorts the blocks in their JSON order.
func (c *arranger) setShape(g *itemGroup, s *schema.Body) {
	if g.attribute != nil {
		return
	}
	g.shape = c.chooseShape(g, s)
	if len(g.blocks) > 1 && (g.shape == byLabel && areLabelled(g.blocks, g.rule) ||
		g.shape == byLabelInArrays && sameLabels(g.blocks)) {
		sorted := sortedByLabels(g.blocks, 0)
		g.regrouped = !slices.Equal(sorted, g.blocks)
		g.blocks = sorted
	}
}

func (c *arranger) chooseShape(g *itemGroup, s *schema.Body) blockShape {
	switch {
	case c.opts.query:
		return queryShape(g, s)
	case s.NestedInLists && g.rule == nil:
		return perBlockInLists
	case g.rule != nil && g.rule.Shape == schema.ObjectShape:
		return byLabel
	case g.rule != nil && g.rule.Shape == schema.ArrayShape:
		return perBlock
	case c.opts.compact && g.isListedBlock():
		if len(g.blocks) > 1 && g.rule.Ordered && len(g.rule.Labels) > 0 {
			return perBlockInLabels
		}
		return byLabel
	case len(g.blocks) == 1 && len(g.blocks[0].Labels) == 0 && s.BlockBody(g.name, nil, nil).JustAttributes:
		return byLabel
	}
	return perBlock
}

// queryShape returns the shape of the blocks of a group in the query form.
func queryShape(g *itemGroup, s *schema.Body) blockShape {
	if !slices.ContainsFunc(g.blocks, hasLabels) && s.BlockBody(g.name, nil, nil).JustAttributes {
		return merged
	}
	return byLabelInArrays
}

// areLabelled reports whether all blocks have the number of labels that their row requires.
func areLabelled(blocks []*hclwrite.Block, rule *schema.Block) bool {
	return !slices.ContainsFunc(blocks, func(b *hclwrite.Block) bool { return len(b.Labels) != len(rule.Labels) })
}

// sameLabels reports whether all blocks have the same number of labels.
func sameLabels(blocks []*hclwrite.Block) bool {
	return !slices.ContainsFunc(blocks, func(b *hclwrite.Block) bool { return len(b.Labels) != len(blocks[0].Labels) })
}

func hasLabels(block *hclwrite.Block) bool { return len(block.Labels) > 0 }

// sortedByLabels returns blocks in the order of the compact form: blocks with equal labels are
// adjacent. level is the index of the first label that is compared.
func sortedByLabels(blocks []*hclwrite.Block, level int) []*hclwrite.Block {
	if len(blocks) == 1 || len(blocks[0].Labels) == level {
		return blocks
	}
	var list []*hclwrite.Block
	for _, same := range labelGroups(blocks, level) {
		list = append(list, sortedByLabels(same, level+1)...)
	}
	return list
}

// labelGroups groups blocks by the label with the given index, in the order of their first blocks.
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

// checkQuery reports blocks of one type with different numbers of labels. The query form cannot
// contain them. It returns false if there is an error.
func (c *arranger) checkQuery(g *itemGroup) bool {
	if g.shape == merged {
		return c.checkMerged(g)
	}
	for _, block := range g.blocks[1:] {
		if len(block.Labels) != len(g.blocks[0].Labels) {
			c.Fail(block.Span.Start, block.Body.Span.Start, "Different numbers of labels",
				"In the query form, a path has one shape, but the blocks of type %q here have %d and %d labels; "+
					"use another form.", g.name, len(g.blocks[0].Labels), len(block.Labels))
			return false
		}
	}
	return true
}

// checkMerged reports names that several blocks set, if the blocks become one object. It returns
// false if there is an error.
func (c *arranger) checkMerged(g *itemGroup) bool {
	seen := map[string]*hclwrite.Block{}
	ok := true
	for _, block := range g.blocks {
		for _, item := range block.Body.Content() {
			name, span := hclwrite.ItemName(item), hclwrite.SpanOf(item)
			if other := seen[name]; other != nil && other != block {
				c.Fail(span.Start, span.Start+len(name), "Duplicate name",
					"%q is already set in another block of type %q, and these blocks become one object here.", name, g.name)
				ok = false
			}
			seen[name] = block
		}
	}
	return ok
}
