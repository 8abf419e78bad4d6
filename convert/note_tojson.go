package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/notepath"
	"github.com/hcljson/hcljson/schema"
)

// note decides what the "//" property of a body says: its comments, and the hints
// that make the way back exact. It returns nil for nothing.
func (c *arranger) note(b *shownBody, own *hclwrite.Comments, s *schema.Body, groups []group, split bool) *note {
	n := &c.scratch.note
	*n = note{
		BracketComments: b.BracketComments, inside: b.Inside,
		at: c.scratch.places[:0], labels: c.scratch.labels[:0], layout: append(c.scratch.layout[:0], layoutPlace{}),
		keep: c.opts.Layout == KeepLayout && !s.NoComments,
	}
	if own != nil {
		n.Comments = *own
	}
	for i := range groups {
		if g := &groups[i]; g.attribute != nil {
			c.attributeNote(n, g.name, g.attribute, attributeRule(g.argument, s))
		}
	}
	attributes := len(n.layout)
	c.blockPlaces(n, b.Body, s, "")
	c.hints(n, b, s, groups)
	if !split {
		n.order = c.order(b, groups)
	}
	c.scratch.places, c.scratch.labels, c.scratch.layout = n.at, n.labels, n.layout
	c.ownLayout(n, b.layout, attributes)
	n.takeForeign()
	switch {
	case n.empty():
		return nil
	case s.NoComments:
		c.warn(b.Span.Start, b.Span.Start, "Comments can't be kept",
			"%s does not ignore a \"//\" property in this body, so its comments are left out.", c.dialect.Product)
		return nil
	}
	kept := c.store.notes.put(*n)
	kept.layout = c.store.layouts.copy(n.layout)
	if len(n.labels) > fewPlaces {
		c.scratch.labels = nil
	} else {
		kept.labels = c.store.labels.copy(n.labels)
	}
	if len(n.at) > fewPlaces {
		c.scratch.places = nil
	} else {
		kept.at = c.store.places.copy(n.at)
	}
	return kept
}

// fewPlaces is how many places, or numbers of labels, are copied.
const fewPlaces = 64

// hints collects what a reader without a schema can't know.
func (c *arranger) hints(n *note, b *shownBody, s *schema.Body, groups []group) {
	n.blocks, n.nulls = b.blocks, b.nulls
	for i := range groups {
		g := &groups[i]
		switch {
		case c.made[g.attribute]:
			// The hint for its blocks says what it is.
		case g.attribute == nil:
			doubtful := g.listsAttribute() || !g.known(s, s.NestedInLists) || slices.ContainsFunc(g.blocks, hasLabels)
			if !g.listsBlock() && doubtful {
				n.labels = append(more(n.labels, len(groups)-i), labelCount{g.name, labelCounts(g.blocks)})
			}
		case s.NestedInLists && g.argument == nil:
			if hint := c.listHint(g.attribute); hint != "" {
				n.attributes = append(n.attributes, hint)
			}
		case misread(g, s) || !g.known(s, false) || g.mayBeBlocks():
			n.attributes = append(n.attributes, g.name)
		}
	}
}

// known reports whether every reader knows what the items are, without a guess that
// needs a warning: one that has neither a schema nor a table of plugins, one that has
// those of another version of this program, and one that has what is at hand here.
func (g *group) known(s *schema.Body, asWritten bool) bool {
	switch {
	case asWritten, g.listsAttribute(), g.listsBlock():
		return true
	case s.Remain == schema.RemainAttributes:
		return g.attribute != nil
	case g.attribute == nil && s.Remain == schema.RemainNone && s.Definer == "":
		return false
	}
	_, everywhere := g.alone(s)
	_, sure := g.here(s)
	return everywhere && sure && g.isTaken(s)
}

// mayBeBlocks reports whether the value of an attribute may be written as blocks.
func (g *group) mayBeBlocks() bool {
	if g.argument == nil || g.argument.AsBlocks == nil {
		return false
	}
	switch e := g.attribute.Expr.(type) {
	case *hclwrite.Tuple:
		return len(e.Items) > 0 && !slices.ContainsFunc(e.Items, func(item hclwrite.Element) bool {
			_, isObject := item.Value.(*hclwrite.Object)
			return !isObject
		})
	case *hclwrite.Object:
		return true
	}
	return false
}

// misread reports whether the JSON of an attribute would be taken for blocks: it
// has the name of a block, or the shape of blocks and no schema.
func misread(g *group, s *schema.Body) bool {
	switch {
	case g.argument != nil && g.rule != nil:
		return blockLike(exprValue{g.attribute.Expr}, g.rule, len(g.rule.Labels))
	case g.listsAttribute():
		return false
	case g.listsBlock():
		return true
	case s.NestedInLists, s.Remain == schema.RemainAttributes:
		return false
	}
	return !g.isTaken(s)
}

// isTaken reports whether the items are taken for what they are by those who have
// no schema.
func (g *group) isTaken(s *schema.Body) bool {
	alone, _ := g.alone(s)
	here, _ := g.here(s)
	return alone == g.kind() && here == g.kind()
}

// alone is what a reader takes the items for that has no schema and no table of
// plugins, and whether every such reader does.
func (g *group) alone(s *schema.Body) (kind schema.Kind, sure bool) {
	known := s.Known
	if s.BuiltIn || s.Definer != "" {
		known = s.Unaided
	}
	return known.Certainly(g.name, g.form(known))
}

// here is what a reader takes the items for that has what is at hand here, where that
// is no schema.
func (g *group) here(s *schema.Body) (kind schema.Kind, sure bool) {
	switch {
	case s.BuiltIn && g.tabled():
		return g.kind(), true
	case s.BuiltIn && g.rule != nil:
		return schema.IsBlock, false
	case s.BuiltIn && g.argument != nil:
		return schema.IsAttribute, false
	}
	return s.Known.Guess(g.name, g.form(s.Known))
}

func (g *group) form(known *schema.Names) schema.Form {
	if g.attribute != nil {
		return formOf(exprValue{g.attribute.Expr}, known)
	}
	return schema.ListForm
}

// tabled reports whether the items are what the body lists.
func (g *group) tabled() bool {
	if g.attribute == nil {
		return g.rule != nil && labelled(g.blocks, g.rule)
	}
	return g.argument != nil && g.rule == nil
}

// kind is what the items are.
func (g *group) kind() schema.Kind {
	if g.attribute != nil {
		return schema.IsAttribute
	}
	return schema.IsBlock
}

var noLabels = []int{0}

// labelCounts returns the numbers of labels of blocks, just one when they are
// anyway.
func labelCounts(blocks []*hclwrite.Block) []int {
	if !slices.ContainsFunc(blocks, hasLabels) {
		return noLabels
	}
	counts := make([]int, len(blocks))
	for i, block := range blocks {
		counts[i] = len(block.Labels)
	}
	if slices.Min(counts) == slices.Max(counts) {
		return counts[:1]
	}
	return counts
}

// order returns the names of a body's items in source order, or nil when the
// JSON shows that order. A block is with its labels where the blocks of its
// type are regrouped.
func (c *arranger) order(b *shownBody, groups []group) []string {
	if len(groups) == len(b.Items) && b.origins == nil {
		return nil // a group is one item
	}
	var regrouped map[string]bool
	written := slices.Grow(c.scratch.written[:0], len(b.Items))
	for i := range groups {
		g := &groups[i]
		if g.attribute != nil {
			written = append(written, g.attribute)
		}
		for _, block := range g.blocks {
			written = append(written, block)
		}
		if g.regrouped {
			if regrouped == nil {
				regrouped = make(map[string]bool)
			}
			regrouped[g.name] = true
		}
	}
	c.scratch.written = written
	if slices.Equal(b.inSource(written), b.source) {
		return nil
	}
	names := make([]string, len(b.source))
	for i, item := range b.source {
		names[i] = item.ItemName()
		if block, ok := item.(*hclwrite.Block); ok && regrouped[block.Type] {
			names[i] = blockPath(block.Type, block.Labels)
		}
	}
	return names
}

// The comments of a block whose body does not ignore "//" (schema.Body.NoComments)
// are in the "//" of the body around it, at the path of the block.

// blockPlaces collects the comments of such blocks in a body that has path in
// front of its items.
func (c *arranger) blockPlaces(n *note, b *hclwrite.Body, s *schema.Body, path string) {
	if !s.NotesBlocks() {
		return
	}
	var counts map[string]int // of the blocks of such types
	var commented []string
	for i, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, rule := s.Lookup(block.Type)
		body := bodyOf(block, rule, s)
		index, known := counts[block.Type]
		if !known && !body.NoComments {
			continue
		}
		if counts == nil {
			counts = make(map[string]int)
		}
		if !known {
			index = countBlocks(b.Items[:i], block.Type)
		}
		counts[block.Type] = index + 1
		if !body.NoComments {
			continue
		}
		at := path + block.Type
		object := rule != nil && rule.Shape == schema.ObjectShape
		if !object {
			at = appendIndex(at, index)
		}
		for _, label := range block.Labels {
			at = appendKey(at, label)
			if !object {
				at = appendIndex(at, 0)
			}
		}
		places := len(n.at)
		c.innerPlaces(n, block, body, at)
		if len(n.at) > places && !object && !slices.Contains(commented, block.Type) {
			commented = append(commented, block.Type)
		}
	}
	for _, blockType := range commented {
		n.at = append(n.at, notedPath{path: path + blockType, count: counts[blockType]})
	}
}

func countBlocks(items []hclwrite.Item, blockType string) int {
	n := 0
	for _, item := range items {
		if block, ok := item.(*hclwrite.Block); ok && block.Type == blockType {
			n++
		}
	}
	return n
}

// innerPlaces collects the comments of a block at a path.
func (c *arranger) innerPlaces(n *note, block *hclwrite.Block, s *schema.Body, path string) {
	b := &block.Body
	own := notedPath{path: path, Comments: block.Comments, BracketComments: b.BracketComments}
	if len(b.Inside) > 0 {
		// The blank line at the end keeps them off the line of the brace.
		own.Open = append(slices.Clip(joinParagraphs(b.Open, b.Inside)), "")
	}
	if n.keep {
		c.addLayout(n, path, c.layoutWords(c.scratch.words[:0], "", block.Layout))
	}
	at := len(n.at)
	n.at = append(n.at, own)
	n.dropEmpty(at)
	for _, item := range b.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			c.attributeNote(n, path+"."+a.Name, a, s.Argument(a.Name))
		}
	}
	c.blockPlaces(n, withLabels(b, s), s, path+".")
}

// attributeNote collects the comments and the layout at an attribute and inside its
// expression, for which there is a rule.
func (c *arranger) attributeNote(n *note, path string, a *hclwrite.Attribute, rule *schema.Value) {
	own := notedPath{path: path, Comments: a.Comments}
	if rule != nil && rule.Mode == schema.Literal {
		own.Above = append(slices.Clip(own.Above), c.foldedComments(a.Expr)...)
	}
	keep := n.keep
	n.keep = keep && !c.made[a]
	if n.keep || hclwrite.CollectionOf(a.Expr).Commented() {
		c.valueNote(n, own, a.Expr, a.Layout, rule, nil)
	} else if !own.empty() {
		n.at = append(n.at, own)
	}
	n.keep = keep
}

// foldedComments are the comments inside expressions that are folded to a value.
func (c *arranger) foldedComments(e hclwrite.Expr) []string {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return nil
	case *hclwrite.Template:
		if !hcltext.HasSequence(e.Text) {
			return nil
		}
	case *hclwrite.Tuple, *hclwrite.Object:
		if parts := heldIn(e); parts != nil {
			var list []string
			for i := range parts.Items {
				list = append(list, c.foldedComments(parts.Items[i].Value)...)
			}
			return list
		}
	}
	text := c.file.Text(e)
	comments := hcltext.CommentsIn(text)
	if len(comments) > 0 && c.opts.Unread {
		if _, diags := c.fold(text); diags.HasErrors() {
			return nil // they are in the text that stands for it
		}
	}
	return comments
}

// valueNote collects the comments and the layout of a value whose own comments are at a
// place. Comments in an expression that JSON holds as source text stay there. all is
// what is said already for all the items around.
func (c *arranger) valueNote(
	n *note, own notedPath, e hclwrite.Expr, l *hcltext.Layout, rule *schema.Value, all *hcltext.Layout,
) {
	at := len(n.at)
	n.at = append(n.at, own)
	words := c.scratch.words[:0]
	if n.keep && l != nil {
		words = c.valueWords(words, *l, rule, all)
	}
	parts := hclwrite.CollectionOf(e)
	object, isObject := e.(*hclwrite.Object)
	if isObject && (!object.Static() && !rule.IsMap() || rule.IsMap() &&
		(c.opts.Unread && computedKey(object) != nil || c.textKey(object, rule) != nil)) {
		parts = nil
	}
	var inner *hcltext.Layout
	if isObject && parts != nil && n.keep {
		all := allItems(object)
		inner, words = &all, c.layoutWords(words, wordAll, &all)
	}
	c.addLayout(n, own.path, words)
	if parts != nil {
		n.at[at].BracketComments = parts.BracketComments
		for i := range parts.Items {
			item := &parts.Items[i]
			path, rule := own.path, rule
			if isObject {
				path, rule = appendKey(path, item.Key.Text), rule.Field(item.Key.Text)
			} else {
				path, rule = appendIndex(path, i), rule.Element()
				n.at = more(n.at, len(parts.Items)-i)
			}
			c.valueNote(n, itemPlace(path, item.Comments), item.Value, item.Layout, rule, inner)
		}
		if !isObject && len(n.at) > at+1 {
			n.at[at].count = len(parts.Items)
		}
	}
	n.dropEmpty(at)
}

// itemPlace is the place of an item of a list or object.
func itemPlace(path string, comments *hclwrite.Comments) notedPath {
	if comments == nil {
		return notedPath{path: path}
	}
	return notedPath{path: path, Comments: *comments}
}

// A place in a list is addressed by an index. So that comments follow their elements
// when others are added, removed or moved, the note has a sign of every element of
// such a list: a few bits of a hash of its JSON.

// signed are the names that the paths of such lists start with.
func (n *note) signed() (names nameSet) {
	if n == nil {
		return nil
	}
	for i := range n.at {
		if n.at[i].count > 0 {
			name, _, _, _ := notepath.SplitPath(n.at[i].path)
			names.add(name)
		}
	}
	return names
}

// sign gives such lists the signs of their elements, which are in members of these names.
func (c *arranger) sign(n *note, names nameSet, members []hclwrite.Item) {
	var body jsontree.Builder
	w := writer{emitter: &body, file: c.file}
	w.BeginObject()
	for _, item := range members {
		if names[item.ItemName()] {
			w.property(item)
		}
	}
	w.EndObject()
	signer, values := notepath.NewSigner(), notepath.Joined([]*jsontree.Value{&body.Root})
	for i := range n.at {
		p := &n.at[i]
		if p.count == 0 {
			continue
		}
		p.elements = strings.Repeat(notepath.UnknownSign, p.count)
		name, _, rest, ok := notepath.SplitPath(p.path)
		v := values[name]
		for rest != "" && ok && v != nil {
			var key string
			var index int
			key, index, rest, ok = notepath.SplitPath(rest)
			v = signer.Step(v, key, index)
		}
		if v != nil && ok {
			if list := notepath.Elements(v); len(list) == p.count {
				p.elements = signer.Signs(list)
			}
		}
	}
}
