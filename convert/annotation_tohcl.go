package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// layOut sets the layouts of the items of a body according to an annotation. It returns the layout
// of the body itself.
func (p *placer) layOut(n *annotation.Annotation, body *hclwrite.Body) *hcltext.Layout {
	if len(n.Layout) == 0 {
		return nil
	}
	own := &hcltext.Layout{}
	for _, l := range n.Layout {
		if l.Path == "" {
			annotation.ReadLayout(l.Words, own)
			continue
		}
		name, _, _, _ := annotation.SplitPath(l.Path)
		if s, ok := p.findTarget(body, l.Path, p.schema.Argument(name)); ok {
			s.layOut(l.Words, p.Dialect)
		}
	}
	return own
}

// layOut sets the layout of a target according to words.
func (s *annotationTarget) layOut(words string, d *schema.Dialect) {
	if *s.layout == nil {
		*s.layout = &hcltext.Layout{}
	}
	annotation.ReadLayout(words, *s.layout)
	annotation.RestrictLayout(*s.layout, d, s.rule)
	object, ok := s.expr.(*hclwrite.Object)
	if !ok || !strings.Contains(words, annotation.WordAll) {
		return
	}
	all := hcltext.Layout{}
	for word := range strings.FieldsSeq(words) {
		if word, ok := strings.CutPrefix(word, annotation.WordAll); ok {
			annotation.ReadLayout(word, &all)
		}
	}
	all = hcltext.Layout{QuotedKey: all.QuotedKey, Colon: all.Colon, Comma: all.Comma}
	annotation.RestrictLayout(&all, d, s.rule)
	for _, item := range object.Elements() {
		own := all
		item.Layout = &own
	}
}

// placer assigns the comments and layouts of an annotation to their targets.
type placer struct {
	*report.Reporter
	// omitUnplaced is true if comments without a target are left out, each with a warning.
	omitUnplaced bool
	// objects and schema are the JSON and the schema of the body, and hints provides the hints for it.
	objects []*jsontree.Value
	schema  *schema.Body
	hints   *bodyHints
	items   map[*hclwrite.Body]*itemsByName
	parts   map[*hclwrite.Collection]*collectionParts
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
// layouts. It returns the layout of the body, or nil without layouts. It appends comments without a
// target to the comments at the end of the annotation, unless they are omitted.
func (p *placer) placeComments(body *hclwrite.Body, n *annotation.Annotation) *hcltext.Layout {
	var stray []string
	lists := annotation.NewListTracker(n, p.objects)
	for i := range n.At {
		at := &n.At[i]
		current := p.currentPath(lists, at)
		s, found := p.findTarget(body, current, nil)
		if at.IsEmpty() || found && p.assignComments(&s, at) {
			continue
		}
		if !found && p.omitUnplaced {
			p.omit(body, at, current)
			continue
		}
		for position := range hclwrite.Positions() {
			if list := annotation.TrimBlank(at.Comments.At(position)); len(list) > 0 {
				stray = append(append(stray, ""), list...)
			}
		}
	}
	for _, c := range p.changed {
		c.SplitComments()
	}
	if stray = annotation.TrimBlank(stray); len(stray) > 0 {
		n.Comments.Set(hclwrite.End, annotation.JoinParagraphs(n.Comments.At(hclwrite.End), stray))
	}
	return p.layOut(n, body)
}

// assignComments assigns comments to a target. It returns false if the target already received the
// comments of another path.
func (p *placer) assignComments(s *annotationTarget, at *annotation.CommentedPath) bool {
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
		annotation.AddToItem(s.node, s.comments, addBodyComments(s.body, at.Comments), nil)
	} else {
		annotation.AddToValue(s.node, s.comments, s.expr, at.Comments)
	}
	return true
}

// addBodyComments adds the comments of a "//" property that belong to a body as comment groups, and
// returns the others.
func addBodyComments(body *hclwrite.Body, all hclwrite.Comments) (others hclwrite.Comments) {
	inside, end := all.At(hclwrite.Inside), all.At(hclwrite.End)
	others = all.Without(hclwrite.Inside, hclwrite.End)
	if open := all.At(hclwrite.Open); !hclwrite.Open.Fits(open) {
		inside = annotation.JoinParagraphs(annotation.TrimBlank(open), inside)
		others = others.Without(hclwrite.Open)
	}
	annotation.Regroup(body, inside, end)
	return others
}

// omit warns about the comments at a path, which are left out. current is the path with the current indexes.
func (p *placer) omit(body *hclwrite.Body, at *annotation.CommentedPath, current string) {
	u := &annotation.Unplaced{
		Comments: at.Comments,
		Body:     body, Path: at.Path, Current: current, Range: *p.Range(at.Span.Start, at.Span.End),
	}
	for precision := allLabels; p.hints != nil && precision <= typeOnly; precision++ {
		u.Similar = append(u.Similar, p.hints.bodiesFor(precision).bodies)
	}
	p.Add(u.Warning())
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

// currentPath returns a path with the current indexes. It returns "" and warns if the element was
// removed.
func (p *placer) currentPath(l *annotation.ListTracker, at *annotation.CommentedPath) string {
	if l == nil {
		return at.Path
	}
	path, there := l.CurrentPath(at.Path)
	if !there && !p.omitUnplaced {
		p.Warn(at.Span.Start, at.Span.End, "Comment without its element",
			"The element or block of these comments does not exist. "+
				"They are moved to the end of the body.")
	}
	return path
}

// findTarget returns the target at a path below a body. If the path starts with an argument, rule is
// the rule for its value.
func (p *placer) findTarget(body *hclwrite.Body, path string, rule *schema.Value) (s annotationTarget, ok bool) {
	name, _, path, ok := annotation.SplitPath(path)
	if !ok {
		return s, false
	}
	if s, found := p.argumentTarget(body, name, rule); found {
		for ok && path != "" {
			var key string
			var index int
			if key, index, path, ok = annotation.SplitPath(path); ok {
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
			if path := annotation.BlockPath(item.Type, item.Labels); n.first[path] == nil {
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
		key, index, rest, ok := annotation.SplitPath(path)
		if !ok || index >= 0 {
			return nil, ""
		}
		at = annotation.AppendKey(at, key)
		_, path = blockIndex(rest)
	}
	return n.first[at], path
}

// blockIndex returns the index at the start of a path, and the rest. The index is -1 if the path
// does not start with an index.
func blockIndex(path string) (index int, rest string) {
	if strings.HasPrefix(path, "[") && !strings.HasPrefix(path, `["`) {
		if _, index, rest, ok := annotation.SplitPath(path); ok {
			return index, rest
		}
	}
	return -1, path
}

// cutLabels removes the labels of a block from the start of a path. It returns false if the path
// does not start with them.
func cutLabels(path string, labels []string) (rest string, ok bool) {
	for _, label := range labels {
		key, index, rest, ok := annotation.SplitPath(path)
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
			path := annotation.BlockPath(block.Type, block.Labels)
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
