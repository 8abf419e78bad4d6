package annotation

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// readLayouts decodes the member with the layouts of a body. It returns false if the value is
// invalid.
func (n *Annotation) readLayouts(v *jsontree.Value) bool {
	if v.Kind != jsontree.Object {
		return false
	}
	places := make([]LayoutWords, len(v.Members))
	for i := range v.Members {
		m := &v.Members[i]
		if m.Value.Kind != jsontree.String {
			return false
		}
		places[i] = LayoutWords{m.Name, m.Value.Text}
	}
	n.Layout = append(n.Layout, places...)
	return true
}

// usesSlashes reports whether the layout in an annotation requires comments that start with //.
func usesSlashes(v *jsontree.Value) bool {
	own := v.Member(KeyLayout).Member("")
	return own != nil && slices.Contains(strings.Fields(own.Text), wordSlashes)
}

// ReadAll decodes the "//" properties of a body.
func (n *Annotation) ReadAll(objects []*jsontree.Value) {
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name == Property {
				n.Read(&m.Value)
			}
		}
	}
	if inside := JoinParagraphs(n.values, n.Comments.At(hclwrite.Inside)); len(inside) > 0 {
		n.Comments.Set(hclwrite.Inside, TrimBlank(inside))
	}
}

// Read decodes the value of a "//" property. If a body has several "//" properties, it combines
// their contents.
func (n *Annotation) Read(v *jsontree.Value) {
	switch {
	case v.Kind == jsontree.String && isPlainText(v.Text):
		addParagraph(&n.Comments, hclwrite.Inside, SplitComments(v.Text))
	case n.IsOwn && (v.Kind == jsontree.Object && len(v.Members) == 0 || n.readText(v, &n.Comments, hclwrite.Inside)):
	case v.Kind == jsontree.Object:
		n.readObject(v)
	default:
		n.addForeign(v)
	}
}

// readObject decodes the known members of a "//" object. An object with all other members becomes a
// foreign value.
func (n *Annotation) readObject(v *jsontree.Value) {
	foreign := jsontree.Value{Kind: jsontree.Object}
	n.Slashes = usesSlashes(v)
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name == KeyAt {
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
func (n *Annotation) readMember(m *jsontree.Member) bool {
	v := &m.Value
	switch m.Name {
	case KeyAt:
		return len(n.readPlaces(m)) == 0
	case KeyAttributes:
		return readNames(v, &n.IsAttribute) // earlier versions wrote empty lists
	case KeyLabels:
		return n.readLabels(v)
	case KeyOrder:
		list, ok := stringList(v)
		n.Order = append(n.Order, list...)
		return ok
	case KeyBlocks:
		return readNames(v, &n.IsBlocks)
	case KeyNulls:
		return readNames(v, &n.IsNull)
	case KeyLayout:
		return n.readLayouts(v)
	}
	return n.readComments(m, &n.Comments, func(hclwrite.Position) bool { return true })
}

// readComments decodes a member if it contains the comments at a position that isKnown accepts.
func (n *Annotation) readComments(
	m *jsontree.Member, to *hclwrite.Comments, isKnown func(hclwrite.Position) bool,
) bool {
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

func (n *Annotation) readText(v *jsontree.Value, to *hclwrite.Comments, p hclwrite.Position) bool {
	if n.IsOwn && (v.Kind == jsontree.Null || v.Kind == jsontree.String && strings.Trim(v.Text, " \t\r\n") == "") {
		return true
	}
	if v.Kind != jsontree.String || !CanBeComment(v.Text) {
		return false
	}
	read := SplitMarkedComments(v.Text, n.Slashes)
	for i, c := range read {
		if !strings.HasPrefix(c, "/*") {
			read[i] = strings.TrimRight(c, " \t\r")
		}
	}
	read = slices.CompactFunc(read, func(a, b string) bool { return a == "" && b == "" })
	if p.NoBlankFirst() && !to.Has(p) {
		read = TrimStart(read)
	}
	addParagraph(to, p, read)
	return true
}

func readNames(v *jsontree.Value, names *NameSet) bool {
	list, ok := stringList(v)
	names.AddNames(list...)
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
// If n.IsOwn is false, a single invalid member makes the whole member invalid.
func (n *Annotation) readPlaces(at *jsontree.Member) (foreign []jsontree.Member) {
	if n.IsOwn && at.Value.Kind == jsontree.Null {
		return nil
	}
	if at.Value.Kind != jsontree.Object {
		return []jsontree.Member{*at}
	}
	places := make([]CommentedPath, len(at.Value.Members))
	rest := jsontree.Value{Kind: jsontree.Object}
	for i := range at.Value.Members {
		m, p := &at.Value.Members[i], &places[i]
		p.Path, p.Span = m.Name, hclwrite.Span{Start: m.NameStart, End: m.NameEnd}
		if odd := n.readPlace(&m.Value, p); odd != nil {
			rest.Members = append(rest.Members, jsontree.Member{Name: m.Name, Value: *odd})
		}
	}
	if len(rest.Members) > 0 {
		foreign = []jsontree.Member{{Name: KeyAt, Value: rest}}
		if !n.IsOwn {
			return []jsontree.Member{*at}
		}
	}
	n.At = append(n.At, places...)
	return foreign
}

// readPlace decodes the comments at a path. It returns an object with the invalid members, or nil.
func (n *Annotation) readPlace(v *jsontree.Value, p *CommentedPath) *jsontree.Value {
	if n.IsOwn && v.Kind == jsontree.Null {
		return nil
	}
	if v.Kind != jsontree.Object {
		return v
	}
	odd := jsontree.Value{Kind: jsontree.Object}
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name == KeyElements && m.Value.Kind == jsontree.String {
			p.Elements = m.Value.Text
		} else if !n.readComments(m, &p.Comments, isPathPosition) {
			odd.Members = append(odd.Members, *m)
		}
	}
	if len(odd.Members) == 0 {
		return nil
	}
	return &odd
}

func (n *Annotation) readLabels(v *jsontree.Value) bool {
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
	if n.LabelCounts == nil {
		n.LabelCounts = labels
	}
	maps.Copy(n.LabelCounts, labels)
	return true
}
