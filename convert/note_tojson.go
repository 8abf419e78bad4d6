package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/notepath"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// note decides what the "//" property of a body says: its comments, and the hints
// that make the way back exact. It returns nil for nothing.
func (c *arranger) note(b *shownBody, own *hclwrite.Comments, s *schema.Body, groups []group, split bool) *note {
	n := &note{
		AllComments: hclwrite.AllComments{Within: b.Within, Inside: b.Inside},
		at:          c.room.places[:0], labels: c.room.labels[:0], layout: append(c.room.layout[:0], layoutPlace{}),
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
	c.room.places, c.room.labels, c.room.layout = n.at, n.labels, n.layout
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
		c.room.labels = nil
	} else {
		kept.labels = c.store.labels.copy(n.labels)
	}
	if len(n.at) > fewPlaces {
		c.room.places = nil
	} else {
		kept.at = c.store.places.copy(n.at)
	}
	return kept
}

// fewPlaces is how many places, or numbers of labels, are copied.
const fewPlaces = 64

// takeForeign moves a comment that holds the JSON text of a foreign "//" value
// from the comments inside to the value, where the property can hold it. The
// comment is the first paragraph, as the way back writes it.
func (n *note) takeForeign() {
	if len(n.Inside) == 0 || len(n.Inside) > 1 && n.Inside[1] != "" {
		return
	}
	v := foreignValue(n.Inside[0])
	if v == nil {
		return
	}
	rest := n.Inside[min(2, len(n.Inside)):]
	alone := len(rest) == 0 && n.onlyInside()
	if alone && !readsAsOurs(v) || len(v.Members) > 0 && !ownMembers(v) {
		n.foreign, n.Inside = v, rest
	}
}

// readsAsOurs reports whether a value would be read as comments, or has a member
// that would be read as ours.
func readsAsOurs(v *jsontree.Value) bool {
	return v.Kind == jsontree.String && plainText(v.Text) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool { return (&note{}).readMember(&m) })
}

// ownMembers reports whether an object has a member that we give a meaning to.
func ownMembers(v *jsontree.Value) bool {
	for i := range v.Members {
		name := v.Members[i].Name
		if slices.Contains(hclwrite.CommentPositions[:], name) {
			return true
		}
		switch name {
		case keyAt, keyAttributes, keyLabels, keyOrder, keyBlocks, keyNulls, keyLayout:
			return true
		}
	}
	return false
}

// attributeNote collects the comments and the layout at an attribute and inside its
// expression, for which there is a rule.
func (c *arranger) attributeNote(n *note, path string, a *hclwrite.Attribute, rule *schema.Value) {
	own := notedPath{path: path, AllComments: hclwrite.AllComments{Comments: a.Comments}}
	if rule != nil && rule.Mode == schema.Literal {
		own.Above = append(slices.Clip(own.Above), c.foldedComments(a.Expr)...)
	}
	keep := n.keep
	n.keep = keep && !c.made[a]
	if n.keep || hclwrite.Commented(a.Expr) {
		c.valueNote(n, own, a.Expr, a.Layout, rule, nil)
	} else if !own.empty() {
		n.at = append(n.at, own)
	}
	n.keep = keep
}

// empty reports whether a place has no comments.
func (p *notedPath) empty() bool {
	return p.Comments.Bare() && p.Within.Bare() && p.count == 0
}

// dropEmpty removes a place without comments.
func (n *note) dropEmpty(at int) {
	if n.at[at].empty() {
		n.at = slices.Delete(n.at, at, at+1)
	}
}

// valueNote collects the comments and the layout of a value whose own comments are at a
// place. Comments in an expression that JSON holds as source text stay there. all is
// what is said already for all the items around.
func (c *arranger) valueNote(
	n *note, own notedPath, e hclwrite.Expr, l *hclwrite.Layout, rule *schema.Value, all *hclwrite.Layout,
) {
	at := len(n.at)
	n.at = append(n.at, own)
	words := c.room.words[:0]
	if n.keep && l != nil {
		words = c.valueWords(words, *l, rule, all)
	}
	parts := hclwrite.CollectionOf(e)
	object, isObject := e.(*hclwrite.Object)
	if isObject && (!object.Static() && !rule.IsMap() || rule.IsMap() &&
		(c.opts.Unread && computedKey(object) != nil || c.textKey(object, rule) != nil)) {
		parts = nil
	}
	var inner *hclwrite.Layout
	if isObject && parts != nil && n.keep {
		all := allItems(object)
		inner, words = &all, c.layoutWords(words, wordAll, &all)
	}
	c.addLayout(n, own.path, words)
	if parts != nil {
		n.at[at].Within = parts.Within
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
	return notedPath{path: path, AllComments: hclwrite.AllComments{Comments: *comments}}
}

// foldedComments are the comments inside expressions that are folded to a value.
func (c *arranger) foldedComments(e hclwrite.Expr) []string {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return nil
	case *hclwrite.Template:
		if !hclwrite.HasSequence(e.Text) {
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
	comments := hclwrite.CommentsIn(text)
	if len(comments) > 0 && c.opts.Unread {
		if _, diags := c.fold(text); diags.HasErrors() {
			return nil // they are in the text that stands for it
		}
	}
	return comments
}

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

// tabled reports whether the items are what the body lists.
func (g *group) tabled() bool {
	if g.attribute == nil {
		return g.rule != nil && labelled(g.blocks, g.rule)
	}
	return g.argument != nil && g.rule == nil
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

// kind is what the items are.
func (g *group) kind() schema.Kind {
	if g.attribute != nil {
		return schema.IsAttribute
	}
	return schema.IsBlock
}

func (g *group) form(known *schema.Names) schema.Form {
	if g.attribute != nil {
		return formOf(exprValue{g.attribute.Expr}, known)
	}
	return schema.ListForm
}

// isTaken reports whether the items are taken for what they are by those who have
// no schema.
func (g *group) isTaken(s *schema.Body) bool {
	alone, _ := g.alone(s)
	here, _ := g.here(s)
	return alone == g.kind() && here == g.kind()
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

func hasLabels(block *hclwrite.Block) bool { return len(block.Labels) > 0 }

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
	written := slices.Grow(c.room.written[:0], len(b.Items))
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
	c.room.written = written
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

// blockPath names a block by type and labels.
func blockPath(blockType string, labels []string) string {
	path := blockType
	for _, label := range labels {
		path = appendKey(path, label)
	}
	return path
}

// The comments of a block whose body does not ignore "//" (schema.Body.NoComments)
// are in the "//" of the body around it, at the path of the block.

// blockPlaces collects the comments of such blocks in a body that has path in
// front of its items.
func (c *arranger) blockPlaces(n *note, b *hclwrite.Body, s *schema.Body, path string) {
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
	own := notedPath{path: path, AllComments: hclwrite.AllComments{Comments: block.Comments, Within: b.Within}}
	if len(b.Inside) > 0 {
		// The blank line at the end keeps them off the line of the brace.
		own.Open = append(slices.Clip(joinParagraphs(b.Open, b.Inside)), "")
	}
	if n.keep {
		c.addLayout(n, path, c.layoutWords(c.room.words[:0], "", block.Layout))
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

// A place in a list is addressed by an index. So that comments follow their elements
// when others are added, removed or moved, the note has a sign of every element of
// such a list: a few bits of a hash of its JSON.

// signs are those of the lists of one body, which are put into the note when the body
// is written.
type signs struct {
	lists []signedList
	// names are those that the paths of the lists start with, and texts where their
	// values are.
	names map[string]bool
	texts []text
}

// signedList is the path of a list, and where its signs belong in the JSON.
type signedList struct {
	path          string
	offset, count int
}

// text is a stretch of the JSON: the value of a name.
type text struct {
	name       string
	start, end int
}

func (s *signs) add(path string, offset, count int) {
	s.lists = append(s.lists, signedList{path, offset, count})
	if s.names == nil {
		s.names = make(map[string]bool)
	}
	name, _, _, _ := notepath.SplitPath(path)
	s.names[name] = true
}

// written is told where a member is.
func (s *signs) written(name string, start, end int) {
	if s.names != nil && s.names[name] {
		s.texts = append(s.texts, text{name, start, end})
	}
}

// write overwrites what is in place of the signs.
func (s *signs) write(w *jsonemit.Writer) {
	if len(s.lists) == 0 {
		return
	}
	signer := notepath.NewSigner()
	var body jsontree.Value
	for _, t := range s.texts {
		if v, diags := jsontree.Parse(w.Written(t.start, t.end), ""); !diags.HasErrors() {
			body.Members = append(body.Members, jsontree.Member{Name: t.name, Value: *v})
		}
	}
	members := notepath.Joined([]*jsontree.Value{&body})
	for _, l := range s.lists {
		name, _, rest, ok := notepath.SplitPath(l.path)
		v := members[name]
		for rest != "" && ok && v != nil {
			var key string
			var index int
			key, index, rest, ok = notepath.SplitPath(rest)
			v = signer.Step(v, key, index)
		}
		if v != nil && ok {
			if list := notepath.Elements(v); len(list) == l.count {
				copy(w.Written(l.offset, l.offset+notepath.SignSize*l.count), signer.Signs(list))
			}
		}
	}
}

// lists follows the elements of the lists of a note.
type lists struct {
	notepath.Signer
	// signsAt are those of the elements that a list had, by its path; moved is where
	// they are now, or -1.
	signsAt map[string]string
	moved   map[string][]int
	// first are the values of the names that paths start with.
	first map[string]*jsontree.Value
}

// listsOf returns nil if the note has no signs.
func listsOf(n *note, objects []*jsontree.Value) *lists {
	var l *lists
	for i := range n.at {
		p := &n.at[i]
		if p.elements == "" || strings.Contains(p.elements, notepath.UnknownSign) {
			continue
		}
		if l == nil {
			l = &lists{
				Signer:  notepath.NewSigner(),
				signsAt: map[string]string{}, moved: map[string][]int{}, first: notepath.Joined(objects),
			}
		}
		l.signsAt[p.path] = p.elements
	}
	return l
}

// follow returns the path at which a place is now. It reports false if it was in an
// element that is gone.
func (l *lists) follow(path string) (now string, ok bool) {
	name, _, rest, ok := notepath.SplitPath(path)
	if !ok {
		return path, true
	}
	v := l.first[name]
	now = path[:len(path)-len(rest)]
	for rest != "" {
		before := path[:len(path)-len(rest)]
		key, index, after, ok := notepath.SplitPath(rest)
		if !ok {
			return now + rest, true
		}
		step := rest[:len(rest)-len(after)]
		if signs := l.signsAt[before]; index >= 0 && signs != "" && v != nil {
			moved, ok := l.moved[before]
			if !ok {
				moved = match(signs, l.Signs(notepath.Elements(v)))
				l.moved[before] = moved
			}
			if index >= len(moved) || moved[index] < 0 {
				return "", false
			}
			index = moved[index]
			step = appendIndex("", index)
		}
		now += step
		v, rest = l.Step(v, key, index), after
	}
	return now, true
}

// match finds where the elements of a list are, after an edit: equal ones first, in
// their order. An element that is not known is one that was there with another
// value, if it is between the same neighbours or at the same index of as many.
func match(was, is string) []int {
	old, now := cutSigns(was), cutSigns(is)
	moved := make([]int, len(old))
	for i := range moved {
		moved[i] = -1
	}
	taken := make([]bool, len(now))
	pair := func(i, j int) { moved[i], taken[j] = j, true }
	start, end := 0, 0
	for start < min(len(old), len(now)) && old[start] == now[start] {
		pair(start, start)
		start++
	}
	for end < min(len(old), len(now))-start && old[len(old)-1-end] == now[len(now)-1-end] {
		end++
		pair(len(old)-end, len(now)-end)
	}
	waiting := map[string][]int{}
	for j := start; j < len(now)-end; j++ {
		waiting[now[j]] = append(waiting[now[j]], j)
	}
	for i := start; i < len(old)-end; i++ {
		if queue := waiting[old[i]]; len(queue) > 0 {
			pair(i, queue[0])
			waiting[old[i]] = queue[1:]
		}
	}
	for i := 0; i < len(old); i++ {
		first := i
		for i < len(old) && moved[i] < 0 {
			i++
		}
		if first < i {
			replaced(moved, taken, first, i)
		}
	}
	return moved
}

// replaced finds new values for a run of old elements that are not there any more.
func replaced(moved []int, taken []bool, first, end int) {
	left, right := -1, len(taken)
	if first > 0 {
		left = moved[first-1]
	}
	if end < len(moved) {
		right = moved[end]
	}
	if right-left-1 == end-first && !slices.Contains(taken[left+1:right], true) {
		for i := first; i < end; i++ {
			moved[i] = left + 1 + i - first
		}
		return
	}
	for i := first; i < end && len(moved) == len(taken); i++ {
		if !taken[i] {
			moved[i] = i
		}
	}
}

func cutSigns(s string) []string {
	list := make([]string, 0, len(s)/notepath.SignSize)
	for ; len(s) >= notepath.SignSize; s = s[notepath.SignSize:] {
		list = append(list, s[:notepath.SignSize])
	}
	return list
}
