// Package placement assigns the comments and the layouts of an annotation to the nodes of a body that was read from
// JSON.
//
// It imports the tree, JSON, the schema, annotations, hints and report. Read [Placer.Place] first.
package placement

import (
	"strings"

	"github.com/hcljson/hcljson/convert/internal/hints"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// layOut sets the layouts of the items of a body according to an annotation. It returns the layout
// of the body itself.
func (p *Placer) layOut(n *annotation.Annotation, body *hclwrite.Body) *hclwrite.Layout {
	if len(n.Layout) == 0 {
		return nil
	}
	own := &hclwrite.Layout{}
	for _, l := range n.Layout {
		if l.Path == "" {
			annotation.ReadLayout(l.Words, own)
			continue
		}
		name, _, _, _ := annotation.SplitPath(l.Path)
		if s, ok := p.findTarget(body, l.Path, p.Schema.Argument(name)); ok {
			s.layOut(l.Words, p.Dialect)
		}
	}
	return own
}

// layOut sets the layout of a target according to words.
func (s *annotationTarget) layOut(words string, d *schema.Dialect) {
	if *s.layout == nil {
		*s.layout = &hclwrite.Layout{}
	}
	annotation.ReadLayout(words, *s.layout)
	annotation.RestrictLayout(*s.layout, d, s.rule)
	object, ok := s.expr.(*hclwrite.Object)
	if !ok || !strings.Contains(words, annotation.WordAll) {
		return
	}
	all := hclwrite.Layout{}
	for word := range strings.FieldsSeq(words) {
		if word, ok := strings.CutPrefix(word, annotation.WordAll); ok {
			annotation.ReadLayout(word, &all)
		}
	}
	all = hclwrite.Layout{QuotedKey: all.QuotedKey, Colon: all.Colon, Comma: all.Comma}
	annotation.RestrictLayout(&all, d, s.rule)
	for _, item := range object.Elements() {
		own := all
		item.Layout = &own
	}
}

// Placer assigns the comments and layouts of an annotation to their targets.
type Placer struct {
	*report.Reporter
	// OmitUnplaced is true if comments without a target are left out, each with a warning.
	OmitUnplaced bool
	// Objects and Schema are the JSON and the schema of the body, and Hints provides the hints for it.
	Objects []*jsontree.Value
	Schema  *tables.Body
	Hints   *hints.Body
	items   map[*hclwrite.Body]*itemsByName
	parts   map[*hclwrite.Collection]*collectionParts
	// taken contains the Comments fields that already received the comments of a path. It is
	// necessary because several paths can lead to one target.
	taken map[*hclwrite.Comments]bool
}

// annotationTarget is the target of a path: an item of a body, or an element in the value of an
// attribute.
type annotationTarget struct {
	// comments points to the comments of the node. parent is the collection of an element.
	node     hclwrite.Node
	comments *hclwrite.Comments
	parent   *hclwrite.Collection
	layout   **hclwrite.Layout
	// body is the body of a target that is a block. expr and rule are the value of any other target
	// and its rule.
	body *hclwrite.Body
	expr hclwrite.Expr
	rule *tables.Value
}

// Place assigns the comments of the annotation to the items of a body, and sets their
// layouts. It returns the layout of the body, or nil without layouts. It appends comments without a
// target to the comments at the end of the annotation, unless they are omitted.
func (p *Placer) Place(body *hclwrite.Body, n *annotation.Annotation) *hclwrite.Layout {
	var stray []string
	changed := map[*hclwrite.Collection]bool{} // those whose elements received comments
	lists := annotation.NewListTracker(n, p.Objects)
	for i := range n.At {
		at := &n.At[i]
		current := p.currentPath(lists, at)
		s, found := p.findTarget(body, current, nil)
		if at.IsEmpty() || found && p.assignComments(&s, at, changed) {
			continue
		}
		if !found && p.OmitUnplaced {
			p.omit(body, at, current)
			continue
		}
		for position := range hclwrite.Positions() {
			if list := annotation.TrimBlank(at.Comments.At(position)); len(list) > 0 {
				stray = append(append(stray, ""), list...)
			}
		}
	}
	for c := range changed {
		c.SplitComments()
	}
	if stray = annotation.TrimBlank(stray); len(stray) > 0 {
		n.Comments.Set(hclwrite.End, annotation.JoinParagraphs(n.Comments.At(hclwrite.End), stray))
	}
	return p.layOut(n, body)
}

// assignComments assigns comments to a target, and adds the collection of an element to changed. It returns false if the
// target already received the comments of another path.
func (p *Placer) assignComments(
	s *annotationTarget, at *annotation.CommentedPath, changed map[*hclwrite.Collection]bool,
) bool {
	if s.parent != nil {
		changed[s.parent] = true
	}
	if p.taken[s.comments] {
		return false
	}
	if p.taken == nil {
		p.taken = make(map[*hclwrite.Comments]bool)
	}
	p.taken[s.comments] = true
	if s.body != nil {
		annotation.AddToItem(s.node, s.comments, AddBodyComments(s.body, at.Comments), nil)
	} else {
		annotation.AddToValue(s.node, s.comments, s.expr, at.Comments)
	}
	return true
}

// AddBodyComments adds the comments of a "//" property that belong to a body as comment groups, and
// returns the others.
func AddBodyComments(body *hclwrite.Body, all hclwrite.Comments) (others hclwrite.Comments) {
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
func (p *Placer) omit(body *hclwrite.Body, at *annotation.CommentedPath, current string) {
	u := &annotation.Unplaced{
		Comments: at.Comments,
		Body:     body, Path: at.Path, Current: current, Range: *p.Range(at.Span.Start, at.Span.End),
		Similar: p.Hints.Similar(),
	}
	p.Add(u.Warning())
}

// argumentTarget returns the target for an argument of a body. rule is the rule for the value of the
// argument.
func (p *Placer) argumentTarget(body *hclwrite.Body, name string, rule *tables.Value) (s annotationTarget, ok bool) {
	a := p.itemsOf(body).attributes[name]
	if a == nil {
		return s, false
	}
	return annotationTarget{node: a, comments: &a.Comments, layout: &a.Layout, expr: a.Expr, rule: rule}, true
}

// currentPath returns a path with the current indexes. It returns "" and warns if the element was
// removed.
func (p *Placer) currentPath(l *annotation.ListTracker, at *annotation.CommentedPath) string {
	if l == nil {
		return at.Path
	}
	path, there := l.CurrentPath(at.Path)
	if !there && !p.OmitUnplaced {
		p.Warn(at.Span.Start, at.Span.End, "Comment without its element",
			"The element or block of these comments does not exist. "+
				"They are moved to the end of the body.")
	}
	return path
}

// findTarget returns the target at a path below a body. If the path starts with an argument, rule is
// the rule for its value.
func (p *Placer) findTarget(body *hclwrite.Body, path string, rule *tables.Value) (s annotationTarget, ok bool) {
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
func (p *Placer) descend(s *annotationTarget, key string, index int) bool {
	c := hclwrite.CollectionOf(s.expr)
	if c == nil {
		return false
	}
	parts := p.partsOf(c)
	if _, object := s.expr.(*hclwrite.Object); object {
		if index == 0 {
			return true // native syntax omits the list around the object (tables.Body.NestedInLists)
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
