package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/elements"
	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// readNote reads the value of a "//" property into n. Several of them in one
// body are added up.
func (c *hclReader) readNote(v *jsontree.Value, n *note) {
	switch {
	case v.Kind == jsontree.String && plainText(v.Text):
		n.addInside(commentList(v.Text))
	case v.Kind == jsontree.Object:
		readNoteObject(v, n)
	default:
		n.addForeign(v)
	}
}

// addInside adds a paragraph inside the body.
func (n *note) addInside(list []string) {
	if len(n.inside) > 0 {
		n.inside = append(n.inside, "")
	}
	n.inside = append(n.inside, list...)
}

// addForeign adds the comment that holds a value that is not ours. It stands
// before the other comments inside.
func (n *note) addForeign(v *jsontree.Value) {
	addParagraph(&n.values, []string{foreignMarker + string(appendJSON(nil, v))})
}

// readNoteObject reads the members that are ours; an object of the others is a
// foreign value.
func readNoteObject(v *jsontree.Value, n *note) {
	foreign := jsontree.Value{Kind: jsontree.Object}
	n.slashes = slashed(v)
	for i := range v.Members {
		m := &v.Members[i]
		if !readNoteMember(m, n) {
			foreign.Members = append(foreign.Members, *m)
		}
	}
	if len(foreign.Members) > 0 || len(v.Members) == 0 {
		n.addForeign(&foreign)
	}
}

func readNoteMember(m *jsontree.Member, n *note) bool {
	v := &m.Value
	switch m.Name {
	case keyAbove:
		return n.readAbove(v, &n.above)
	case keyOpen:
		return n.readAbove(v, &n.open)
	case keyInside:
		var list []string
		if !n.readText(v, &list) {
			return false
		}
		n.addInside(trimBlank(list))
		return true
	case keyEnd:
		return n.readText(v, &n.end)
	case keyAfter:
		return n.readText(v, &n.after)
	case keyAt:
		return readPlaces(v, n)
	case keyAttributes:
		list, ok := stringList(v)
		n.attributes = append(n.attributes, list...)
		return ok // an empty one, as earlier versions have written, says nothing
	case keyLabels:
		return readLabels(v, n)
	case keyOrder:
		return readList(v, &n.order)
	case keyBlocks:
		return readList(v, &n.blocks)
	case keyNulls:
		return readList(v, &n.nulls)
	case keyLayout:
		return readLayouts(v, n)
	}
	return false
}

func (n *note) readText(v *jsontree.Value, list *[]string) bool {
	if v.Kind != jsontree.String || !commentable(v.Text) {
		return false
	}
	read := markedList(v.Text, n.slashes)
	for i, c := range read {
		if !strings.HasPrefix(c, "/*") {
			read[i] = strings.TrimRight(c, " \t\r")
		}
	}
	read = slices.CompactFunc(read, func(a, b string) bool { return a == "" && b == "" })
	addParagraph(list, read)
	return true
}

// readAbove reads comments above something, where no blank line comes first.
func (n *note) readAbove(v *jsontree.Value, list *[]string) bool {
	ok := n.readText(v, list)
	if ok && (*list)[0] == "" {
		*list = (*list)[1:]
	}
	return ok
}

// trimBlank drops the blank lines around comments.
func trimBlank(list []string) []string {
	for len(list) > 0 && list[0] == "" {
		list = list[1:]
	}
	return trimEnd(list)
}

func trimEnd(list []string) []string {
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// commentable reports whether a text can stand in comments at all. A carriage
// return at the end of a line would be taken for a part of the line end.
func commentable(text string) bool {
	return strings.Trim(text, " \t\r\n") != "" && !strings.Contains(text, "\r\n") && !strings.HasSuffix(text, "\r")
}

func readList(v *jsontree.Value, list *[]string) bool {
	read, ok := stringList(v)
	if ok {
		*list = read
	}
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

func readPlaces(v *jsontree.Value, n *note) bool {
	if v.Kind != jsontree.Object {
		return false
	}
	places := make([]place, len(v.Members))
	for i := range v.Members {
		m, p := &v.Members[i], &places[i]
		p.path, p.span = m.Name, hclwrite.Span{Start: m.NameStart, End: m.NameEnd}
		if m.Value.Kind != jsontree.Object {
			return false
		}
		for j := range m.Value.Members {
			text := &m.Value.Members[j]
			ok := false
			switch text.Name {
			case keyAbove:
				ok = n.readAbove(&text.Value, &p.above)
			case keyOpen:
				ok = n.readAbove(&text.Value, &p.open)
			case keyEnd:
				ok = n.readText(&text.Value, &p.end)
			case keyAfter:
				ok = n.readText(&text.Value, &p.after)
			case keyElements:
				ok = text.Value.Kind == jsontree.String
				p.elements = text.Value.Text
			}
			if !ok {
				return false
			}
		}
	}
	n.at = append(n.at, places...)
	return true
}

// maxLabels bounds the label counts of a note that somebody else wrote.
const maxLabels = 100

func readLabels(v *jsontree.Value, n *note) bool {
	if v.Kind != jsontree.Object {
		return false
	}
	count := func(v *jsontree.Value) (int, bool) {
		i, err := strconv.Atoi(v.Text)
		return i, err == nil && v.Kind == jsontree.Number && i >= 0 && i <= maxLabels
	}
	var labels []labelCount
	for i := range v.Members {
		m := &v.Members[i]
		l := labelCount{blockType: m.Name}
		elems := m.Value.Elems
		if m.Value.Kind != jsontree.Array {
			elems = []jsontree.Value{m.Value}
		}
		for j := range elems {
			i, ok := count(&elems[j])
			if !ok {
				return false
			}
			l.counts = append(l.counts, i)
		}
		if len(l.counts) == 0 {
			return false
		}
		labels = append(labels, l)
	}
	n.labels = append(n.labels, labels...)
	return true
}

// place puts the comments of a note into the tree. A comment whose path leads
// nowhere stands at the end of the body.
func (c *hclReader) place(n *note, body *hclwrite.Body, objects []*jsontree.Value) {
	var moved []string
	body.Open, moved = suffixLine(n.open)
	body.Inside = joinParagraphs(trimBlank(moved), n.inside)
	body.End = n.end
	var stray []string
	lists := listsOf(n, objects)
	for i := range n.at {
		p := &n.at[i]
		path := c.follow(lists, p)
		// What is edited in a file goes with its comments.
		gone := c.like != nil && (path == "" || c.removed(path, objects))
		if p.empty() || gone || c.placeIn(body, path, p) {
			continue
		}
		for _, list := range [][]string{p.above, p.open, p.end, p.after} {
			if list = trimBlank(list); len(list) > 0 {
				stray = append(append(stray, ""), list...)
			}
		}
	}
	c.items, c.taken = nil, nil
	body.End = joinParagraphs(body.End, trimBlank(stray))
	body.End = trimEnd(body.End)
	if len(body.Items) == 0 && len(body.End) > 0 {
		body.Inside = trimBlank(joinParagraphs(body.Inside, body.End))
		body.End = nil
	}
}

// removed reports whether a path starts with a name of blocks of the file that the body
// does not have any more.
func (c *hclReader) removed(path string, objects []*jsontree.Value) bool {
	name, _, _, ok := elements.SplitPath(path)
	has := func(object *jsontree.Value) bool {
		return slices.ContainsFunc(object.Members, func(m jsontree.Member) bool { return m.Name == name })
	}
	return ok && !slices.ContainsFunc(objects, has) && c.like.blocks(name)
}

// follow returns the path at which a place is now; it is empty if it is gone.
func (c *hclReader) follow(l *lists, p *place) string {
	if l == nil {
		return p.path
	}
	path, ok := l.follow(p.path)
	if !ok && c.like == nil {
		c.warn(p.span.Start, p.span.End, "Comment without its element",
			"The element or block at which these comments stood is not there any more. They stand at the end of the body.")
	}
	return path
}

// joinParagraphs puts a blank line between two lists of comments.
func joinParagraphs(a, b []string) []string {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	case a[len(a)-1] == "" || b[0] == "":
		return slices.Concat(a, b)
	}
	return slices.Concat(a, []string{""}, b)
}

// addParagraph adds comments to a list that nothing else has.
func addParagraph(list *[]string, more []string) {
	if n := len(*list); n > 0 && len(more) > 0 && (*list)[n-1] != "" && more[0] != "" {
		*list = append(*list, "")
	}
	*list = append(*list, more...)
}

// suffixLine parts comments into those that can stand behind something on its
// line, block comments and then at most one line comment, and the others.
func suffixLine(list []string) (line, others []string) {
	for i, c := range list {
		if c == "" || !strings.HasPrefix(c, "/*") && i < len(list)-1 {
			return nil, list
		}
	}
	return list, nil
}

// suffixOf returns the comments before and behind an item; comments that can't
// stand behind it stand before it.
func suffixOf(above, after []string) (before, suffix []string) {
	suffix, others := suffixLine(after)
	if len(others) > 0 {
		others = slices.DeleteFunc(slices.Clone(others), func(c string) bool { return c == "" })
	}
	return slices.Concat(above, others), suffix
}

// spot is a value, and what is beside it.
type spot struct {
	// comments are those of an attribute, and held those of what is in it, if it has
	// some.
	comments *hclwrite.Comments
	held     **hclwrite.Comments
	layout   **hclwrite.Layout
	expr     hclwrite.Expr
	rule     *schema.Value
}

// placeAt puts the comments of a place at a path below an attribute, or gives the value
// there the layout that the place says.
func (c *hclReader) placeAt(a *hclwrite.Attribute, path string, p *place) bool {
	s := spot{comments: &a.Comments, layout: &a.Layout, expr: a.Expr, rule: p.rule}
	for path != "" {
		key, index, rest, ok := elements.SplitPath(path)
		if !ok || !c.step(&s, key, index) {
			return false
		}
		path = rest
	}
	if p.words != "" {
		layOutValue(p.words, &s, c.dialect)
		return true
	}
	if s.held != nil {
		if *s.held == nil {
			*s.held = &hclwrite.Comments{}
		}
		s.comments = *s.held
	}
	if !c.take(s.comments) {
		return false
	}
	if len(p.open) > 0 || len(p.end) > 0 {
		open, moved := suffixLine(p.open)
		switch e := s.expr.(type) {
		case *hclwrite.Tuple:
			e.Open, e.End = open, trimEnd(p.end)
		case *hclwrite.Object:
			e.Open, e.End = open, trimEnd(p.end)
		default:
			moved = slices.Concat(p.open, p.end)
		}
		s.comments.Before = slices.Concat(s.comments.Before, moved)
	}
	before, suffix := suffixOf(p.above, p.after)
	s.comments.Before = slices.Concat(before, s.comments.Before)
	s.comments.Suffix = suffix
	return true
}

// step goes one step into the value at a spot.
func (c *hclReader) step(s *spot, key string, index int) bool {
	switch e := s.expr.(type) {
	case *hclwrite.Tuple:
		if index < 0 || index >= len(e.Items) {
			return false
		}
		item := &e.Items[index]
		s.held, s.layout, s.expr = &item.Comments, &item.Layout, item.Value
		if s.rule != nil && s.rule.List != nil {
			s.rule = s.rule.List
		}
	case *hclwrite.Object:
		if index == 0 {
			return true // the list around it is left out (schema.Body.Lists)
		}
		i, ok := c.itemIndex(e, key)
		if !ok {
			return false
		}
		item := &e.Items[i]
		s.held, s.layout, s.expr, s.rule = &item.Comments, &item.Layout, item.Value, itemRule(s.rule, key)
	default:
		return false
	}
	return true
}

// take reports whether comments have no place of a note yet: several paths can lead
// to one place, but only one of them has its comments there.
func (c *hclReader) take(comments *hclwrite.Comments) bool {
	if c.taken[comments] {
		return false
	}
	if c.taken == nil {
		c.taken = make(map[*hclwrite.Comments]bool)
	}
	c.taken[comments] = true
	return true
}

// itemIndex finds the item of an object that has a key.
func (c *hclReader) itemIndex(o *hclwrite.Object, key string) (int, bool) {
	keys, ok := c.keys[o]
	if !ok {
		keys = make(map[string]int, len(o.Items))
		for i := range o.Items {
			keys[o.Items[i].Key] = i
		}
		if c.keys == nil {
			c.keys = make(map[*hclwrite.Object]map[string]int)
		}
		c.keys[o] = keys
	}
	i, ok := keys[key]
	return i, ok
}

// appendJSON appends a JSON value on one line.
func appendJSON(b []byte, v *jsontree.Value) []byte {
	switch v.Kind {
	case jsontree.String:
		return jsonemit.AppendString(b, v.Text)
	case jsontree.Array:
		b = append(b, '[')
		for i := range v.Elems {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, &v.Elems[i])
		}
		return append(b, ']')
	case jsontree.Object:
		b = append(b, '{')
		for i := range v.Members {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonemit.AppendString(b, v.Members[i].Name)
			b = append(b, ':')
			b = appendJSON(b, &v.Members[i].Value)
		}
		return append(b, '}')
	}
	return append(b, v.Text...)
}
