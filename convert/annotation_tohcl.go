package convert

import (
	"hash/maphash"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/comments"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// readAll decodes the "//" properties of a body.
func (n *annotation) readAll(objects []*jsontree.Value) {
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name == commentProperty {
				n.read(&m.Value)
			}
		}
	}
	if inside := annotationpath.JoinParagraphs(n.values, n.comments.At(hclwrite.Inside)); len(inside) > 0 {
		n.comments.Set(hclwrite.Inside, annotationpath.TrimBlank(inside))
	}
}

// read decodes the value of a "//" property. If a body has several "//" properties, it combines
// their contents.
func (n *annotation) read(v *jsontree.Value) {
	switch {
	case v.Kind == jsontree.String && isPlainText(v.Text):
		addParagraph(&n.comments, hclwrite.Inside, annotationpath.SplitComments(v.Text))
	case n.isOwn && (v.Kind == jsontree.Object && len(v.Members) == 0 || n.readText(v, &n.comments, hclwrite.Inside)):
	case v.Kind == jsontree.Object:
		n.readObject(v)
	default:
		n.addForeign(v)
	}
}

// addForeign adds a comment that contains a foreign value. It precedes the other comments at the
// position Inside.
func (n *annotation) addForeign(v *jsontree.Value) {
	annotationpath.AddParagraph(&n.values, []string{foreignMarker + string(appendJSON(nil, v))})
}

// readObject decodes the known members of a "//" object. An object with all other members becomes a
// foreign value.
func (n *annotation) readObject(v *jsontree.Value) {
	foreign := jsontree.Value{Kind: jsontree.Object}
	n.slashes = usesSlashes(v)
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name == keyAt {
			foreign.Members = append(foreign.Members, n.readPlaces(m)...)
		} else if !n.readMember(m) {
			foreign.Members = append(foreign.Members, *m)
		}
	}
	if len(foreign.Members) > 0 || len(v.Members) == 0 {
		n.addForeign(&foreign)
	}
}

// readMember decodes a known member. It returns false for a member that must become a part of a
// foreign value.
func (n *annotation) readMember(m *jsontree.Member) bool {
	v := &m.Value
	switch m.Name {
	case keyAt:
		return len(n.readPlaces(m)) == 0
	case keyAttributes:
		return readNames(v, &n.isAttribute) // earlier versions wrote empty lists
	case keyLabels:
		return n.readLabels(v)
	case keyOrder:
		list, ok := stringList(v)
		n.order = append(n.order, list...)
		return ok
	case keyBlocks:
		return readNames(v, &n.isBlocks)
	case keyNulls:
		return readNames(v, &n.isNull)
	case keyLayout:
		return n.readLayouts(v)
	}
	return n.readComments(m, &n.comments, func(hclwrite.Position) bool { return true })
}

// readComments decodes a member if it contains the comments at a position that isKnown accepts.
func (n *annotation) readComments(m *jsontree.Member, to *hclwrite.Comments, isKnown func(hclwrite.Position) bool) bool {
	for p := range hclwrite.Positions() {
		if p.Name() == m.Name && isKnown(p) {
			return n.readText(&m.Value, to, p)
		}
	}
	return false
}

// isPathPosition reports whether an item has a position. Its comments at the start of a body are at Open.
func isPathPosition(p hclwrite.Position) bool { return p != hclwrite.Inside }

// addParagraph appends comments at a position as a new paragraph.
func addParagraph(to *hclwrite.Comments, p hclwrite.Position, more []string) {
	for _, last := range slices.Backward(*to) {
		if last.Position == p {
			if last.Text != "" && len(more) > 0 && more[0] != "" {
				more = slices.Insert(slices.Clip(more), 0, "")
			}
			break
		}
	}
	*to = append(*to, hclwrite.CommentsAt(p, more...)...)
}

func (n *annotation) readText(v *jsontree.Value, to *hclwrite.Comments, p hclwrite.Position) bool {
	if n.isOwn && (v.Kind == jsontree.Null || v.Kind == jsontree.String && strings.Trim(v.Text, " \t\r\n") == "") {
		return true
	}
	if v.Kind != jsontree.String || !annotationpath.CanBeComment(v.Text) {
		return false
	}
	read := annotationpath.SplitMarkedComments(v.Text, n.slashes)
	for i, c := range read {
		if !strings.HasPrefix(c, "/*") {
			read[i] = strings.TrimRight(c, " \t\r")
		}
	}
	read = slices.CompactFunc(read, func(a, b string) bool { return a == "" && b == "" })
	if p.NoBlankFirst() && !to.Has(p) {
		read = annotationpath.TrimStart(read)
	}
	addParagraph(to, p, read)
	return true
}

func readNames(v *jsontree.Value, names *nameSet) bool {
	list, ok := stringList(v)
	names.addNames(list...)
	return ok
}

func stringList(v *jsontree.Value) ([]string, bool) {
	if v.Kind != jsontree.Array {
		return nil, false
	}
	list := make([]string, len(v.Elems))
	for i := range v.Elems {
		if v.Elems[i].Kind != jsontree.String {
			return nil, false
		}
		list[i] = v.Elems[i].Text
	}
	return list, true
}

// readPlaces decodes the member "at", which maps paths to comments. It returns the invalid members.
// If n.isOwn is false, a single invalid member makes the whole member invalid.
func (n *annotation) readPlaces(at *jsontree.Member) (foreign []jsontree.Member) {
	if n.isOwn && at.Value.Kind == jsontree.Null {
		return nil
	}
	if at.Value.Kind != jsontree.Object {
		return []jsontree.Member{*at}
	}
	places := make([]annotatedPath, len(at.Value.Members))
	rest := jsontree.Value{Kind: jsontree.Object}
	for i := range at.Value.Members {
		m, p := &at.Value.Members[i], &places[i]
		p.path, p.span = m.Name, hclwrite.Span{Start: m.NameStart, End: m.NameEnd}
		if odd := n.readPlace(&m.Value, p); odd != nil {
			rest.Members = append(rest.Members, jsontree.Member{Name: m.Name, Value: *odd})
		}
	}
	if len(rest.Members) > 0 {
		foreign = []jsontree.Member{{Name: keyAt, Value: rest}}
		if !n.isOwn {
			return []jsontree.Member{*at}
		}
	}
	n.at = append(n.at, places...)
	return foreign
}

// readPlace decodes the comments at a path. It returns an object with the invalid members, or nil.
func (n *annotation) readPlace(v *jsontree.Value, p *annotatedPath) *jsontree.Value {
	if n.isOwn && v.Kind == jsontree.Null {
		return nil
	}
	if v.Kind != jsontree.Object {
		return v
	}
	odd := jsontree.Value{Kind: jsontree.Object}
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name == keyElements && m.Value.Kind == jsontree.String {
			p.elements = m.Value.Text
		} else if !n.readComments(m, &p.comments, isPathPosition) {
			odd.Members = append(odd.Members, *m)
		}
	}
	if len(odd.Members) == 0 {
		return nil
	}
	return &odd
}

func (n *annotation) readLabels(v *jsontree.Value) bool {
	if v.Kind != jsontree.Object {
		return false
	}
	labels := make(map[string][]int, len(v.Members))
	for i := range v.Members {
		m := &v.Members[i]
		var counts []int
		for number := range m.Value.Each() {
			count, err := strconv.Atoi(number.Text)
			if err != nil || number.Kind != jsontree.Number || count < 0 || count > limits.Labels {
				return false
			}
			counts = append(counts, count)
		}
		if len(counts) == 0 {
			return false
		}
		labels[m.Name] = counts
	}
	if n.labelCounts == nil {
		n.labelCounts = labels
	}
	maps.Copy(n.labelCounts, labels)
	return true
}

// listTracker finds the current indexes of list elements to which an annotation refers.
type listTracker struct {
	annotationpath.Fingerprinter
	// fingerprints maps the path of a list to the fingerprints of its elements in the annotation.
	// moved maps the path to the current indexes of these elements. The index of a removed element
	// is -1.
	fingerprints map[string]string
	moved        map[string][]int
	// first maps the first name of a path to its value.
	first map[string]*jsontree.Value
}

// currentPath converts a path of the annotation to the path with the current indexes. It returns
// false if an element of the path was removed.
func (l *listTracker) currentPath(path string) (now string, ok bool) {
	name, _, rest, ok := annotationpath.SplitPath(path)
	if !ok {
		return path, true
	}
	v := l.first[name]
	now = path[:len(path)-len(rest)]
	for rest != "" {
		before := path[:len(path)-len(rest)]
		key, index, after, ok := annotationpath.SplitPath(rest)
		if !ok {
			return now + rest, true
		}
		step := rest[:len(rest)-len(after)]
		if signs := l.fingerprints[before]; index >= 0 && signs != "" && v != nil {
			moved, ok := l.moved[before]
			if !ok {
				moved = matchFingerprints(signs, l.Fingerprints(annotationpath.Elements(v)))
				l.moved[before] = moved
			}
			if index >= len(moved) || moved[index] < 0 {
				return "", false
			}
			index = moved[index]
			step = annotationpath.AppendIndex("", index)
		}
		now += step
		v, rest = l.Step(v, key, index), after
	}
	return now, true
}

// newListTracker returns a tracker for the lists of an annotation. It returns nil if the annotation
// contains no fingerprints.
func newListTracker(n *annotation, objects []*jsontree.Value) *listTracker {
	var l *listTracker
	for i := range n.at {
		p := &n.at[i]
		if p.elements == "" || strings.Contains(p.elements, annotationpath.UnknownFingerprint) {
			continue
		}
		if l == nil {
			l = &listTracker{
				Fingerprinter: annotationpath.NewFingerprinter(),
				fingerprints:  map[string]string{}, moved: map[string][]int{}, first: annotationpath.ValuesByName(objects),
			}
		}
		l.fingerprints[p.path] = p.elements
	}
	return l
}

// matchFingerprints returns the new indexes of the elements of a list after an edit, or -1 for
// removed elements. was and is are the old and new fingerprints. A changed element matches the old
// element between the same neighbors, or at the same index if the length of the list is unchanged.
func matchFingerprints(was, is string) []int {
	pairs := (&treediff.Sequence[string]{
		Old: splitFingerprints(was), New: splitFingerprints(is),
		Equal:   func(a, b string) bool { return a == b },
		Hash:    func(sign string) uint64 { return maphash.String(fingerprintSeed, sign) },
		Similar: func(_, _ string, sure bool) bool { return sure },
	}).Match()
	for i, j := range pairs.NewOf {
		if j < 0 && len(pairs.NewOf) == len(pairs.OldOf) && pairs.OldOf[i] < 0 {
			pairs.NewOf[i] = i
		}
	}
	return pairs.NewOf
}

var fingerprintSeed = maphash.MakeSeed()

func splitFingerprints(s string) []string {
	list := make([]string, 0, len(s)/annotationpath.FingerprintSize)
	for ; len(s) >= annotationpath.FingerprintSize; s = s[annotationpath.FingerprintSize:] {
		list = append(list, s[:annotationpath.FingerprintSize])
	}
	return list
}

// isOwnValue reports whether a value, as the value of "//", would be decoded as comments, or
// contains a known member.
func isOwnValue(v *jsontree.Value) bool {
	return v.Kind == jsontree.String && isPlainText(v.Text) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool { return (&annotation{}).readMember(&m) })
}

// isPlainText reports whether a conversion of a "//" string to comment lines and back does not
// change it.
func isPlainText(text string) bool {
	if !annotationpath.CanBeComment(text) {
		return false
	}
	list := annotationpath.SplitComments(text)
	blank := true
	for _, c := range list {
		if c == "" && blank || !strings.HasPrefix(c, "/*") && strings.TrimRight(c, " \t") != c {
			return false
		}
		blank = c == ""
	}
	n := annotation{comments: hclwrite.CommentsAt(hclwrite.Inside, list...)}
	again := annotationpath.CommentText(list)
	n.extractForeign()
	return !blank && again == text && n.foreign == nil
}

// extractForeign sets n.foreign to the foreign value in the first paragraph at Inside, and removes
// this comment. It does nothing if the "//" property cannot contain the value.
func (n *annotation) extractForeign() {
	inside := n.comments.At(hclwrite.Inside)
	if len(inside) == 0 || len(inside) > 1 && inside[1] != "" {
		return
	}
	v := foreignValue(inside[0])
	if v == nil {
		return
	}
	rest := inside[min(2, len(inside)):]
	alone := len(rest) == 0 && n.hasOnlyInside()
	if alone && !isOwnValue(v) || len(v.Members) > 0 && !hasOwnMembers(v) {
		n.foreign = v
		n.comments.Set(hclwrite.Inside, rest)
	}
}

// layOut sets the layouts of the items of a body according to an annotation. It returns the layout
// of the body itself.
func (p *placer) layOut(n *annotation, body *hclwrite.Body, s *schema.Body) *hcltext.Layout {
	if len(n.layout) == 0 {
		return nil
	}
	p.reader.hasLayout = true
	own := &hcltext.Layout{}
	for _, l := range n.layout {
		if l.path == "" {
			readLayout(l.words, own)
			continue
		}
		name, _, _, _ := annotationpath.SplitPath(l.path)
		if s, ok := p.findTarget(body, l.path, s.Argument(name)); ok {
			s.layOut(l.words, p.reader.Dialect)
		}
	}
	return own
}

// layOut sets the layout of a target according to words.
func (s *annotationTarget) layOut(words string, d *schema.Dialect) {
	if *s.layout == nil {
		*s.layout = &hcltext.Layout{}
	}
	readLayout(words, *s.layout)
	restrictLayout(*s.layout, d, s.rule)
	object, ok := s.expr.(*hclwrite.Object)
	if !ok || !strings.Contains(words, wordAll) {
		return
	}
	all := hcltext.Layout{}
	for word := range strings.FieldsSeq(words) {
		if word, ok := strings.CutPrefix(word, wordAll); ok {
			readLayout(word, &all)
		}
	}
	all = hcltext.Layout{QuotedKey: all.QuotedKey, Colon: all.Colon, Comma: all.Comma}
	restrictLayout(&all, d, s.rule)
	for _, item := range object.Elements() {
		own := all
		item.Layout = &own
	}
}

// placer assigns the comments and layouts of an annotation to their targets.
type placer struct {
	reader *hclReader
	items  map[*hclwrite.Body]*itemsByName
	parts  map[*hclwrite.Collection]*collectionParts
	// taken contains the Comments fields that already received the comments of a path. It is
	// necessary because several paths can lead to one target.
	taken map[*hclwrite.Comments]bool
	// changed contains the collections whose elements received comments.
	changed []*hclwrite.Collection
}

// annotationTarget is the target of a path: an item of a body, or an element in the value of an
// attribute.
type annotationTarget struct {
	// comments points to the comments of the node. parent is the collection of an element.
	node     hclwrite.Node
	comments *hclwrite.Comments
	parent   *hclwrite.Collection
	layout   **hcltext.Layout
	// body is the body of a target that is a block. expr and rule are the value of any other target
	// and its rule.
	body *hclwrite.Body
	expr hclwrite.Expr
	rule *schema.Value
}

// placeComments assigns the comments of the annotation to the items of a body, and sets their
// layouts. It returns the layout of the body. It appends comments without a target to n.End, unless
// the options omit them.
func (r *bodyReader) placeComments(body *hclwrite.Body, objects []*jsontree.Value) *hcltext.Layout {
	n := &r.annotation
	p := placer{reader: r.file}
	var stray []string
	lists := newListTracker(n, objects)
	for i := range n.at {
		at := &n.at[i]
		current := r.file.currentPath(lists, at)
		s, found := p.findTarget(body, current, nil)
		if at.isEmpty() || found && p.assignComments(&s, at) {
			continue
		}
		if !found && r.file.opts.OmitUnplaced {
			r.omit(body, at, current)
			continue
		}
		for position := range hclwrite.Positions() {
			if list := annotationpath.TrimBlank(at.comments.At(position)); len(list) > 0 {
				stray = append(append(stray, ""), list...)
			}
		}
	}
	for _, c := range p.changed {
		c.SplitComments()
	}
	if stray = annotationpath.TrimBlank(stray); len(stray) > 0 {
		n.comments.Set(hclwrite.End, annotationpath.JoinParagraphs(n.comments.At(hclwrite.End), stray))
	}
	return p.layOut(n, body, r.schema)
}

// assignComments assigns comments to a target. It returns false if the target already received the
// comments of another path.
func (p *placer) assignComments(s *annotationTarget, at *annotatedPath) bool {
	if s.parent != nil {
		p.changed = append(p.changed, s.parent)
	}
	if p.taken[s.comments] {
		return false
	}
	if p.taken == nil {
		p.taken = make(map[*hclwrite.Comments]bool)
	}
	p.taken[s.comments] = true
	if s.body != nil {
		comments.AddToItem(s.node, s.comments, addBodyComments(s.body, at.comments), nil)
	} else {
		comments.AddToValue(s.node, s.comments, s.expr, at.comments)
	}
	return true
}

// addBodyComments adds the comments of a "//" property that belong to a body as comment groups, and
// returns the others.
func addBodyComments(body *hclwrite.Body, all hclwrite.Comments) (others hclwrite.Comments) {
	inside, end := all.At(hclwrite.Inside), all.At(hclwrite.End)
	others = all.Without(hclwrite.Inside, hclwrite.End)
	if open := all.At(hclwrite.Open); !hclwrite.Open.Fits(open) {
		inside = annotationpath.JoinParagraphs(annotationpath.TrimBlank(open), inside)
		others = others.Without(hclwrite.Open)
	}
	regroup(body, inside, end)
	return others
}

// omit warns about the comments at a path, which are left out. current is the path with the current indexes.
func (r *bodyReader) omit(body *hclwrite.Body, at *annotatedPath, current string) {
	u := &comments.Unplaced{
		Comments: at.comments,
		Body:     body, Path: at.path, Current: current, Range: *r.file.Range(at.span.Start, at.span.End),
	}
	for p := allLabels; r.hints != nil && p <= typeOnly; p++ {
		u.Similar = append(u.Similar, r.hints.bodiesFor(p).bodies)
	}
	r.file.Add(u.Warning())
}

// argumentTarget returns the target for an argument of a body. rule is the rule for the value of the
// argument.
func (p *placer) argumentTarget(body *hclwrite.Body, name string, rule *schema.Value) (s annotationTarget, ok bool) {
	a := p.itemsOf(body).attributes[name]
	if a == nil {
		return s, false
	}
	return annotationTarget{node: a, comments: &a.Comments, layout: &a.Layout, expr: a.Expr, rule: rule}, true
}

// currentPath returns the path of p with the current indexes. It returns "" and warns if the element
// was removed.
func (c *hclReader) currentPath(l *listTracker, p *annotatedPath) string {
	if l == nil {
		return p.path
	}
	path, there := l.currentPath(p.path)
	if !there && !c.opts.OmitUnplaced {
		c.Warn(p.span.Start, p.span.End, "Comment without its element",
			"The element or block of these comments does not exist. "+
				"They are moved to the end of the body.")
	}
	return path
}

// findTarget returns the target at a path below a body. If the path starts with an argument, rule is
// the rule for its value.
func (p *placer) findTarget(body *hclwrite.Body, path string, rule *schema.Value) (s annotationTarget, ok bool) {
	name, _, path, ok := annotationpath.SplitPath(path)
	if !ok {
		return s, false
	}
	if s, found := p.argumentTarget(body, name, rule); found {
		for ok && path != "" {
			var key string
			var index int
			if key, index, path, ok = annotationpath.SplitPath(path); ok {
				ok = p.descend(&s, key, index)
			}
		}
		return s, ok
	}
	block, path := p.itemsOf(body).blockAt(name, path)
	switch {
	case block == nil:
		return s, false
	case path != "":
		return p.findTarget(&block.Body, path, rule)
	}
	return annotationTarget{node: block, comments: &block.Comments, layout: &block.Layout, body: &block.Body}, true
}

// descend replaces a target with a part of its value: the item with the given key, or the element
// with the given index.
func (p *placer) descend(s *annotationTarget, key string, index int) bool {
	c := hclwrite.CollectionOf(s.expr)
	if c == nil {
		return false
	}
	parts := p.partsOf(c)
	if _, object := s.expr.(*hclwrite.Object); object {
		if index == 0 {
			return true // native syntax omits the list around the object (schema.Body.NestedInLists)
		}
		var ok bool
		if index, ok = parts.indexOf(key); !ok {
			return false
		}
		s.rule = s.rule.Field(key)
	} else if index < 0 || index >= len(parts.elements) {
		return false
	} else {
		s.rule = s.rule.Element()
	}
	item := parts.elements[index]
	s.node, s.comments, s.parent, s.layout, s.expr = item, &item.Comments, c, &item.Layout, item.Value
	return true
}

// collectionParts contains the elements of a collection, and their indexes by key.
type collectionParts struct {
	elements []*hclwrite.Element
	keys     map[string]int
}

func (p *placer) partsOf(c *hclwrite.Collection) *collectionParts {
	parts := p.parts[c]
	if parts == nil {
		parts = &collectionParts{elements: c.Elements()}
		if p.parts == nil {
			p.parts = make(map[*hclwrite.Collection]*collectionParts)
		}
		p.parts[c] = parts
	}
	return parts
}

// indexOf returns the index of the object item with the given key.
func (p *collectionParts) indexOf(key string) (int, bool) {
	if p.keys == nil {
		p.keys = make(map[string]int, len(p.elements))
		for i, item := range p.elements {
			p.keys[item.Key.Text] = i
		}
	}
	i, ok := p.keys[key]
	return i, ok
}

// itemsByName indexes the items of a body.
type itemsByName struct {
	attributes map[string]*hclwrite.Attribute
	blocks     map[string][]*hclwrite.Block
	// first maps a path of a type and labels to the first block with them. labels is the maximum
	// number of labels of a block.
	first  map[string]*hclwrite.Block
	labels int
}

func (p *placer) itemsOf(body *hclwrite.Body) *itemsByName {
	if n := p.items[body]; n != nil {
		return n
	}
	n := &itemsByName{
		attributes: make(map[string]*hclwrite.Attribute),
		blocks:     make(map[string][]*hclwrite.Block),
		first:      make(map[string]*hclwrite.Block),
	}
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			n.attributes[item.Name] = item
		case *hclwrite.Block:
			n.blocks[item.Type] = append(n.blocks[item.Type], item)
			n.labels = max(n.labels, len(item.Labels))
			if path := annotationpath.BlockPath(item.Type, item.Labels); n.first[path] == nil {
				n.first[path] = item
			}
		}
	}
	if p.items == nil {
		p.items = make(map[*hclwrite.Body]*itemsByName)
	}
	p.items[body] = n
	return n
}

// blockAt returns the block of a type to which a path leads, and the rest of the path. The path
// starts with an optional index and the labels. Without an index, the result is the first block with
// these labels.
func (n *itemsByName) blockAt(blockType, path string) (block *hclwrite.Block, rest string) {
	wanted, path := blockIndex(path)
	if wanted < 0 {
		return n.labelledBlockAt(blockType, path)
	}
	if blocks := n.blocks[blockType]; wanted < len(blocks) {
		if rest, ok := cutLabels(path, blocks[wanted].Labels); ok {
			return blocks[wanted], rest
		}
	}
	return nil, ""
}

// labelledBlockAt returns the first block with a type and the labels at the start of a path. It also
// returns the rest of the path.
func (n *itemsByName) labelledBlockAt(blockType, path string) (block *hclwrite.Block, rest string) {
	at := blockType
	for i := 0; i < n.labels && n.first[at] == nil; i++ {
		key, index, rest, ok := annotationpath.SplitPath(path)
		if !ok || index >= 0 {
			return nil, ""
		}
		at = annotationpath.AppendKey(at, key)
		_, path = blockIndex(rest)
	}
	return n.first[at], path
}

// blockIndex returns the index at the start of a path, and the rest. The index is -1 if the path
// does not start with an index.
func blockIndex(path string) (index int, rest string) {
	if strings.HasPrefix(path, "[") && !strings.HasPrefix(path, `["`) {
		if _, index, rest, ok := annotationpath.SplitPath(path); ok {
			return index, rest
		}
	}
	return -1, path
}

// cutLabels removes the labels of a block from the start of a path. It returns false if the path
// does not start with them.
func cutLabels(path string, labels []string) (rest string, ok bool) {
	for _, label := range labels {
		key, index, rest, ok := annotationpath.SplitPath(path)
		if !ok || index >= 0 || key != label {
			return "", false
		}
		_, path = blockIndex(rest)
	}
	return path, true
}

// reorder sorts the items of a body according to the order in an annotation. Each name in the order
// selects the next item with this name. Items that no name selects come last.
func reorder(body *hclwrite.Body, order []string) {
	if len(order) == 0 || len(body.Items) == 0 {
		return
	}
	// If a name in the order is a path, it selects blocks by type and labels.
	paths := slices.ContainsFunc(order, func(name string) bool { return strings.ContainsAny(name, ".[") })
	waiting := make(map[string][]int, len(body.Items))
	for i, item := range body.Items {
		name := hclwrite.ItemName(item)
		waiting[name] = append(waiting[name], i)
		if block, ok := item.(*hclwrite.Block); ok && paths && len(block.Labels) > 0 {
			path := annotationpath.BlockPath(block.Type, block.Labels)
			waiting[path] = append(waiting[path], i)
		}
	}
	items := make([]hclwrite.Item, 0, len(body.Items))
	taken := make([]bool, len(body.Items))
	for _, name := range order {
		queue := waiting[name]
		for len(queue) > 0 && taken[queue[0]] {
			queue = queue[1:]
		}
		if len(queue) > 0 {
			taken[queue[0]] = true
			items = append(items, body.Items[queue[0]])
		}
		waiting[name] = queue
	}
	for i, item := range body.Items {
		if !taken[i] {
			items = append(items, item)
		}
	}
	body.Items = items
}

// nameSet is a set of names, or of paths.
type nameSet map[string]bool

func (n *nameSet) addNames(list ...string) {
	if *n == nil && len(list) > 0 {
		*n = make(nameSet, len(list))
	}
	for _, name := range list {
		(*n)[name] = true
	}
}
