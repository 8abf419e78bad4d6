package convert

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// readNotes reads the "//" properties of a body.
func (r *bodyReader) readNotes(objects []*jsontree.Value) {
	r.note.ours = r.file.like != nil && !r.file.like.foreign
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name == commentProperty && !r.schema.NoComments {
				r.note.read(&m.Value)
			}
		}
	}
	r.note.Inside = joinParagraphs(r.note.values, r.note.Inside)
}

// read reads the value of a "//" property. Several of them in one body are added up.
func (n *note) read(v *jsontree.Value) {
	switch {
	case v.Kind == jsontree.String && plainText(v.Text):
		n.addInside(commentList(v.Text))
	case n.ours && (v.Kind == jsontree.Object && len(v.Members) == 0 || n.readInside(v)):
	case v.Kind == jsontree.Object:
		n.readObject(v)
	default:
		n.addForeign(v)
	}
}

// addInside adds a paragraph inside the body.
func (n *note) addInside(list []string) {
	if len(n.Inside) > 0 {
		n.Inside = append(n.Inside, "")
	}
	n.Inside = append(n.Inside, list...)
}

// addForeign adds the comment that holds a value that is not ours. It is
// before the other comments inside.
func (n *note) addForeign(v *jsontree.Value) {
	addParagraph(&n.values, []string{foreignMarker + string(appendJSON(nil, v))})
}

// readObject reads the members that are ours; an object of the others is a foreign
// value.
func (n *note) readObject(v *jsontree.Value) {
	foreign := jsontree.Value{Kind: jsontree.Object}
	n.slashes = slashed(v)
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

// readMember reports whether a member is ours.
func (n *note) readMember(m *jsontree.Member) bool {
	v := &m.Value
	switch m.Name {
	case hclwrite.PositionInside:
		return n.readInside(v)
	case keyAt:
		return len(n.readPlaces(m)) == 0
	case keyAttributes:
		return readNames(v, &n.isAttribute) // earlier versions have written empty ones
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
	return n.readTexts(m, &n.AllComments)
}

// readInside reads comments inside the body.
func (n *note) readInside(v *jsontree.Value) bool {
	var list []string
	if !n.readText(v, &list) {
		return false
	}
	if list = trimBlank(list); len(list) > 0 {
		n.addInside(list)
	}
	return true
}

// readTexts reads a member that is comments at something.
func (n *note) readTexts(m *jsontree.Member, t *hclwrite.AllComments) bool {
	i := slices.Index(hclwrite.CommentPositions[:], m.Name)
	if i < 0 || m.Name == hclwrite.PositionInside {
		return false
	}
	list := t.Lists()[i]
	ok := n.readText(&m.Value, list)
	if (list == &t.Above || list == &t.Open) && len(*list) > 0 && (*list)[0] == "" {
		*list = (*list)[1:] // no blank line comes first there
	}
	return ok
}

func (n *note) readText(v *jsontree.Value, list *[]string) bool {
	if n.ours && (v.Kind == jsontree.Null || v.Kind == jsontree.String && strings.Trim(v.Text, " \t\r\n") == "") {
		return true
	}
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

// commentable reports whether a text can be in comments at all. A carriage
// return at the end of a line would be taken for a part of the line end.
func commentable(text string) bool {
	return strings.Trim(text, " \t\r\n") != "" && !strings.Contains(text, "\r\n") && !strings.HasSuffix(text, "\r")
}

func readNames(v *jsontree.Value, names *nameSet) bool {
	list, ok := stringList(v)
	names.add(list...)
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

// readPlaces reads the comments at places, and returns what it cannot read. If that is
// any of it, it is all, unless the note is ours.
func (n *note) readPlaces(at *jsontree.Member) (foreign []jsontree.Member) {
	if n.ours && at.Value.Kind == jsontree.Null {
		return nil
	}
	if at.Value.Kind != jsontree.Object {
		return []jsontree.Member{*at}
	}
	places := make([]notedPath, len(at.Value.Members))
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
		if !n.ours {
			return []jsontree.Member{*at}
		}
	}
	n.at = append(n.at, places...)
	return foreign
}

// readPlace reads the comments at a place, and returns what it cannot read, or nil.
func (n *note) readPlace(v *jsontree.Value, p *notedPath) *jsontree.Value {
	if n.ours && v.Kind == jsontree.Null {
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
		} else if !n.readTexts(m, &p.AllComments) {
			odd.Members = append(odd.Members, *m)
		}
	}
	if len(odd.Members) == 0 {
		return nil
	}
	return &odd
}

// maxLabels bounds the label counts of a note that somebody else wrote.
const maxLabels = 100

func (n *note) readLabels(v *jsontree.Value) bool {
	if v.Kind != jsontree.Object {
		return false
	}
	labels := make(map[string][]int, len(v.Members))
	for i := range v.Members {
		m := &v.Members[i]
		var counts []int
		for number := range m.Value.Each() {
			count, err := strconv.Atoi(number.Text)
			if err != nil || number.Kind != jsontree.Number || count < 0 || count > maxLabels {
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

// appendJSON appends a JSON value on one line.
func appendJSON(b []byte, v *jsontree.Value) []byte {
	switch v.Kind {
	case jsontree.String:
		return jsonemit.AppendString(b, v.Text)
	case jsontree.Array, jsontree.Object:
		b = append(b, byte(v.Kind))
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			name, part := v.Part(i)
			if v.Kind == jsontree.Object {
				b = append(jsonemit.AppendString(b, name), ':')
			}
			b = appendJSON(b, part)
		}
		return append(b, byte(v.Kind)+']'-'[') // the same for braces
	}
	return append(b, v.Text...)
}
