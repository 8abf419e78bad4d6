package jsonprint

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/treediff"
)

// noteName is the name of the property that contains the annotation of a body.
const noteName = "//"

// hintNames contains the names of members of an annotation that contain hints (docs/comments.md).
var hintNames = []string{"attributes", "labels", "order", "blocks", "nulls"}

// foreignMarker starts a comment that contains a foreign value of a "//" property.
const foreignMarker = "# //: "

// note is the annotation of a body during an edit.
type note struct {
	*body
	at step
	// old is the value in the source, or nil. The new values of its members are in values, in the order of names. A member
	// with the value nil is removed.
	old    *jsontree.Value
	names  []string
	values map[string]*jsonedit.Node
}

func (n *note) set(name string, value *jsonedit.Node) {
	if _, known := n.values[name]; !known {
		n.names = append(n.names, name)
	}
	n.values[name] = value
}

// annotate updates the annotation of the body.
func (b *body) annotate() {
	if b.rules != nil && b.rules.NoComments {
		return
	}
	n := &note{body: b, values: map[string]*jsonedit.Node{}}
	for _, object := range b.objects {
		if i := slices.IndexFunc(object.Members, func(m jsontree.Member) bool { return m.Name == noteName }); i >= 0 && n.old == nil {
			n.at, n.old = step{object, i}, &object.Members[i].Value
		}
	}
	if !b.DropComments {
		n.setComments()
	}
	n.setPlaces()
	n.setHints()
	n.write()
}

// setComments sets the comments of the body, and those next to its block.
func (n *note) setComments() {
	oldHead, _, oldEnd := n.body.old.Units()
	head, _, end := n.new.Units()
	n.setText("inside", linesOf(oldHead, false), linesOf(head, false), n.losesFirst() && len(oldHead) > 0)
	n.setText("end", linesOf(oldEnd, true), linesOf(end, true), false)
	if n.block != nil {
		n.setText("open", n.body.old.Open, n.new.Open, false)
		n.setText("above", n.beside[0].Above, n.beside[1].Above, false)
		n.setText("after", n.beside[0].After, n.beside[1].After, false)
	}
}

// losesFirst reports whether the first item of the old body is removed or moved. Its annotation can contain the
// comments at the start of the body.
func (n *note) losesFirst() bool {
	for k := range n.script.Steps {
		if s := &n.script.Steps[k]; s.Old >= 0 && !hclwrite.IsCommentGroup(n.body.old.Items[s.Old]) {
			return !s.Stays()
		}
	}
	return false
}

// setText sets the comments at a position if they change, or if always is true.
func (n *note) setText(name string, was, is []string, always bool) {
	if slices.Equal(was, is) && !always {
		return
	}
	if n.old != nil && n.old.Kind == jsontree.Object {
		is = slices.DeleteFunc(slices.Clone(is), func(c string) bool { return strings.HasPrefix(c, foreignMarker) })
	}
	var value *jsonedit.Node
	if len(treediff.WithoutBlank(is)) > 0 {
		value = &jsonedit.Node{Kind: jsontree.String, Text: annotationpath.CommentText(is)}
	}
	n.set(name, value)
}

// linesOf returns the comments of groups. An empty string precedes the groups at the end of a body if a blank line does.
func linesOf(groups []hclwrite.Item, atEnd bool) (list []string) {
	for i, item := range groups {
		group := item.(*hclwrite.CommentGroup)
		if i > 0 || atEnd && !group.Adjacent {
			list = append(list, "")
		}
		list = append(list, group.Lines...)
	}
	return list
}

// setPlaces updates the comments at paths.
func (n *note) setPlaces() {
	at := n.old.Member("at")
	written := n.writtenPlaces()
	var fresh []jsonedit.Part
	kept := map[string]bool{}
	if at != nil && at.Kind == jsontree.Object {
		a := n.arrange(at)
		for i := range at.Members {
			m := &at.Members[i]
			first, _, _, _ := annotationpath.SplitPath(m.Name)
			removed, is := n.replaced[first]
			if !is || n.DropComments && !removed {
				continue
			}
			k := slices.IndexFunc(written, func(w jsontree.Member) bool { return w.Name == m.Name })
			switch {
			case k < 0:
				n.remove(step{at, i})
			case !jsontree.Equal(&written[k].Value, &m.Value):
				a.values[i] = jsonedit.NodeOf(&written[k].Value)
				fallthrough
			default:
				kept[m.Name] = true
			}
		}
		if n.setBeside(at); a.length == 0 && len(written) == 0 && len(n.besides) == 0 {
			n.set("at", nil)
		}
	} else {
		n.setBeside(nil)
	}
	for _, m := range append(written, n.besides...) {
		if !kept[m.Name] {
			fresh = append(fresh, jsonedit.NewPart(m.Name, jsonedit.NodeOf(&m.Value)))
		}
	}
	switch {
	case len(fresh) == 0:
	case at != nil && at.Kind == jsontree.Object:
		for _, part := range fresh {
			n.add(step{at, at.Len() - 1}, part)
		}
	default:
		n.set("at", &jsonedit.Node{Kind: jsontree.Object, Parts: fresh})
	}
}

// setBeside updates the comments next to unchanged attributes. New paths are added to besides.
func (n *note) setBeside(at *jsontree.Value) {
	for j, item := range n.new.Items {
		a, ok := item.(*hclwrite.Attribute)
		if _, replaced := n.replaced[hclwrite.ItemName(item)]; !ok || replaced || n.DropComments {
			continue
		}
		s := n.steps[j]
		old := n.body.old.Items[s.Old].(*hclwrite.Attribute)
		texts := [][2][]string{{n.above(n.body.old, s.Old), n.above(n.new, j)}, {old.After, a.After}}
		var members []jsontree.Member
		changed := false
		for i, text := range texts {
			changed = changed || !slices.Equal(text[0], text[1])
			if len(text[1]) > 0 {
				value := jsontree.Value{Kind: jsontree.String, Text: annotationpath.CommentText(text[1])}
				members = append(members, jsontree.Member{Name: []string{"above", "after"}[i], Value: value})
			}
		}
		if !changed {
			continue
		}
		if at != nil {
			if i := slices.IndexFunc(at.Members, func(m jsontree.Member) bool { return m.Name == a.Name }); i >= 0 {
				for _, m := range at.Members[i].Value.Members {
					if m.Name != "above" && m.Name != "after" {
						members = append(members, m)
					}
				}
				if len(members) == 0 {
					n.remove(step{at, i})
				} else {
					n.arrange(at).values[i] = jsonedit.NodeOf(&jsontree.Value{Kind: jsontree.Object, Members: members})
				}
				continue
			}
		}
		if len(members) > 0 {
			value := jsontree.Value{Kind: jsontree.Object, Members: members}
			n.besides = append(n.besides, jsontree.Member{Name: a.Name, Value: value})
		}
	}
}

// writtenPlaces returns the comments at paths in the new and changed items.
func (n *note) writtenPlaces() (list []jsontree.Member) {
	if n.DropComments || n.written == nil {
		return nil
	}
	unsigned := n.lacksFingerprints()
	places := n.written.note.Member("at")
	for i := 0; places != nil && i < places.Len(); i++ {
		m := places.Members[i]
		first, _, rest, _ := annotationpath.SplitPath(m.Name)
		if _, ok := n.replaced[first]; !ok {
			continue
		}
		if inText := n.textContains(first, rest); inText {
			m.Value.Members = slices.DeleteFunc(m.Value.Members, func(m jsontree.Member) bool {
				return rest != "" || m.Name != "above" && m.Name != "after"
			})
		}
		if k := slices.IndexFunc(m.Value.Members, func(m jsontree.Member) bool { return m.Name == "elements" }); k >= 0 {
			text := &m.Value.Members[k].Value.Text
			*text = strings.Repeat(annotationpath.UnknownFingerprint, len(*text)/annotationpath.FingerprintSize)
			if unsigned {
				m.Value.Members = slices.Delete(m.Value.Members, k, k+1)
			}
		}
		if len(m.Value.Members) > 0 {
			list = append(list, m)
		}
	}
	return list
}

// textContains reports whether a path leads into a string of the source that stays a string. The string contains the
// comments itself.
func (n *note) textContains(name, rest string) bool {
	for j, item := range n.new.Items {
		at, ok := n.places[j]
		if a, is := item.(*hclwrite.Attribute); !is || !ok || a.Name != name || n.steps[j].Old < 0 || at.at < 0 {
			continue
		}
		v := at.value()
		for ok := true; ok && v != nil && v.Kind != jsontree.String && rest != ""; {
			var key string
			var index int
			if key, index, rest, ok = annotationpath.SplitPath(rest); index >= 0 {
				v = v.Elem(index)
			} else {
				v = v.Member(key)
			}
		}
		return v != nil && v.Kind == jsontree.String && n.text.KeepsKind(v)
	}
	return false
}

// setHints updates the hints. It removes the names of removed items, and adds those that the reader needs.
func (n *note) setHints() {
	if n.old != nil && n.old.Kind == jsontree.Object {
		names := map[string]bool{}
		for _, item := range n.new.Items {
			names[hclwrite.ItemName(item)] = true
		}
		for _, name := range []string{"attributes", "blocks", "nulls", "labels", "layout"} {
			if hint := n.old.Member(name); hint != nil {
				n.removeHints(name, hint, names)
			}
		}
		if order := n.old.Member("order"); order != nil && order.Kind == jsontree.Array && n.changesOrder() {
			n.setOrder(order)
		}
	}
	var attributes, labels []jsonedit.Part
	for _, item := range n.new.Items {
		name := hclwrite.ItemName(item)
		if _, ok := item.(*hclwrite.Block); ok {
			if n.needsCounts(name) && !slices.ContainsFunc(labels, func(p jsonedit.Part) bool { return p.Name == name }) {
				labels = append(labels, jsonedit.NewPart(name, n.labelCounts(name)))
			}
			continue
		}
		if !n.need.hints[n.new][name] {
			continue
		}
		for _, listed := range []string{name, annotationpath.ListHint(name)} {
			if n.written.hasHint(listed) || listed == name && !n.written.hasHint(annotationpath.ListHint(name)) {
				attributes = append(attributes, jsonedit.NewPart("", &jsonedit.Node{Kind: jsontree.String, Text: listed}))
			}
		}
	}
	n.addHints("attributes", jsontree.Array, attributes)
	n.addHints("labels", jsontree.Object, labels)
}

// needsCounts reports whether the hint "labels" gets a new value for a type: if the reader needs it, or if the source
// lists the type and its blocks are added, removed or renamed.
func (n *note) needsCounts(blockType string) bool {
	listed := n.old.Member("labels").Member(blockType) != nil
	return n.need.hints[n.new][blockType] || listed && slices.ContainsFunc(n.script.Steps, func(s treediff.Step) bool {
		is := func(items []hclwrite.Item, i int) bool { return i >= 0 && hclwrite.ItemName(items[i]) == blockType }
		return (!s.Stays() || s.ChangesHeader) && (is(n.body.old.Items, s.Old) || is(n.new.Items, s.New))
	})
}

// labelCounts returns the numbers of labels of the blocks of a type: one number if all are equal.
func (n *note) labelCounts(blockType string) *jsonedit.Node {
	var counts []*jsonedit.Node
	same := true
	for block := range n.new.Blocks(blockType) {
		counts = append(counts, &jsonedit.Node{Kind: jsontree.Number, Text: strconv.Itoa(len(block.Labels))})
		same = same && counts[0].Text == counts[len(counts)-1].Text
	}
	if same {
		return counts[0]
	}
	return listOf(counts...)
}

// hasHint reports whether the written annotation lists an attribute.
func (w *writtenBody) hasHint(name string) bool {
	if w == nil {
		return false
	}
	list := w.note.Member("attributes")
	return list != nil && slices.ContainsFunc(list.Elems, func(v jsontree.Value) bool { return v.Text == name })
}

func (n *note) addHints(name string, kind jsontree.Kind, parts []jsonedit.Part) {
	if len(parts) == 0 {
		return
	}
	if list := n.old.Member(name); list != nil && list.Kind == kind && list.Len() > 0 {
		for _, part := range parts {
			at := slices.IndexFunc(list.Members, func(m jsontree.Member) bool { return m.Name == part.Name })
			if at >= 0 && !n.isRemoved(step{list, at}) {
				n.arrange(list).values[at] = part.Value
			} else {
				n.add(step{list, list.Len() - 1}, part)
			}
		}
		delete(n.values, name)
		return
	}
	n.set(name, &jsonedit.Node{Kind: kind, Parts: parts})
}

// removeHints removes the entries of names that the body does not contain any more, or whose kind is another one now.
func (n *note) removeHints(name string, hint *jsontree.Value, names map[string]bool) {
	for i := range hint.Len() {
		path, v := hint.Part(i)
		if hint.Kind == jsontree.Array {
			path = v.Text
		}
		first, _, _, _ := annotationpath.SplitPath(path)
		if path != "" && (!names[first] || n.need.hints[n.new][first] && name != "layout") {
			n.remove(step{hint, i})
		}
	}
	if hint.Len() > 0 && n.arrange(hint).length == 0 {
		n.set(name, nil)
	}
}

// changesOrder reports whether items are added, removed, moved or renamed.
func (n *note) changesOrder() bool {
	return slices.ContainsFunc(n.script.Steps, func(s treediff.Step) bool { return !s.Stays() || s.ChangesHeader })
}

// setOrder sets the hint "order" to the names of the items.
func (n *note) setOrder(order *jsontree.Value) {
	byPath := map[string]bool{}
	for i := range order.Elems {
		if name, _, rest, ok := annotationpath.SplitPath(order.Elems[i].Text); ok && rest != "" {
			byPath[name] = true
		}
	}
	var names []string
	for _, item := range n.new.Items {
		name := hclwrite.ItemName(item)
		if block, ok := item.(*hclwrite.Block); ok && byPath[name] {
			name = annotationpath.BlockPath(block.Type, block.Labels)
		}
		if name != "" {
			names = append(names, name)
		}
	}
	start, end := 0, 0
	for start < min(len(names), order.Len()) && order.Elems[start].Text == names[start] {
		start++
	}
	for end < min(len(names), order.Len())-start && order.Elems[order.Len()-1-end].Text == names[len(names)-1-end] {
		end++
	}
	for i := start; i < order.Len()-end; i++ {
		n.remove(step{order, i})
	}
	for _, name := range names[start : len(names)-end] {
		n.add(step{order, start - 1}, jsonedit.NewPart("", &jsonedit.Node{Kind: jsontree.String, Text: name}))
	}
}

// write writes the changes of the annotation.
func (n *note) write() {
	var parts []jsonedit.Part
	for _, name := range n.names {
		if v := n.values[name]; v != nil {
			parts = append(parts, jsonedit.NewPart(name, v))
		}
	}
	inside, setInside := n.values["inside"]
	switch {
	case n.old == nil && len(parts) == 0:
	case n.old == nil && len(n.objects) == 0:
		n.fresh = append([]jsonedit.Part{jsonedit.NewPart(noteName, noteNode(parts))}, n.fresh...)
	case n.old == nil:
		a := n.arrange(n.objects[0])
		a.added[-1] = append([]jsonedit.Part{jsonedit.NewPart(noteName, noteNode(parts))}, a.added[-1]...)
		a.length++
	case n.old.Kind == jsontree.Object:
		for i := range n.old.Members {
			v, set := n.values[n.old.Members[i].Name]
			switch {
			case set && v == nil:
				n.remove(step{n.old, i})
			case set:
				n.text.Replace(&n.old.Members[i].Value, v)
			}
		}
		for _, part := range parts {
			if n.old.Member(part.Name) == nil {
				n.add(step{n.old, n.old.Len() - 1}, part)
			}
		}
		if n.lengthOf(n.old) == 0 {
			n.remove(n.at)
		}
	case len(n.names) == 0:
	case setInside && inside == nil && len(parts) == 0:
		n.remove(n.at)
	default:
		if !setInside {
			parts = append([]jsonedit.Part{jsonedit.NewPart("inside", n.oldText())}, parts...)
		}
		if len(parts) == 1 && setInside {
			n.text.Replace(n.old, inside)
		} else if len(parts) > 1 {
			n.arrange(n.at.in).values[n.at.at] = &jsonedit.Node{Kind: jsontree.Object, Parts: parts}
		}
	}
}

// oldText returns the comments of an annotation that is no object.
func (n *note) oldText() *jsonedit.Node {
	if n.old.Kind == jsontree.String {
		return &jsonedit.Node{Old: n.old}
	}
	head, _, _ := n.new.Units()
	return &jsonedit.Node{Kind: jsontree.String, Text: annotationpath.CommentText(linesOf(head, false))}
}

// noteNode returns a new annotation.
func noteNode(parts []jsonedit.Part) *jsonedit.Node {
	if len(parts) == 1 && parts[0].Name == "inside" {
		return parts[0].Value
	}
	return &jsonedit.Node{Kind: jsontree.Object, Parts: parts}
}

// eachNote calls do for each "//" property in a value: with the object that contains it, and with its value.
func eachNote(v *jsontree.Value, do func(body, note *jsontree.Value)) {
	for i := range v.Elems {
		eachNote(&v.Elems[i], do)
	}
	for i := range v.Members {
		if m := &v.Members[i]; m.Name == noteName {
			do(v, &m.Value)
		} else {
			eachNote(&m.Value, do)
		}
	}
}

// hasHints reports whether an annotation of the source contains hints.
func (p *printer) hasHints() (found bool) {
	eachNote(p.root, func(_, note *jsontree.Value) {
		found = found || slices.ContainsFunc(hintNames, func(name string) bool { return note.Member(name) != nil })
	})
	return found
}

// lacksFingerprints reports whether the annotations of the source contain comments of elements without fingerprints.
func (p *printer) lacksFingerprints() bool {
	indexed, signed := false, false
	eachNote(p.root, func(_, note *jsontree.Value) {
		at := note.Member("at")
		for i := 0; at != nil && i < len(at.Members); i++ {
			indexed = indexed || strings.Contains(at.Members[i].Name, "[")
			signed = signed || at.Members[i].Value.Member("elements") != nil
		}
	})
	return indexed && !signed
}

// fillFingerprints replaces the placeholders for fingerprints in a text.
func fillFingerprints(src []byte) []byte {
	if !bytes.Contains(src, []byte(annotationpath.UnknownFingerprint)) {
		return src
	}
	root, diags := jsontree.Parse(src, "")
	if diags.HasErrors() {
		return src
	}
	signer := annotationpath.NewFingerprinter()
	eachNote(root, func(body, note *jsontree.Value) {
		first := annotationpath.ValuesByName([]*jsontree.Value{body})
		at := note.Member("at")
		for i := 0; at != nil && i < len(at.Members); i++ {
			signs := at.Members[i].Value.Member("elements")
			if signs == nil || !strings.HasPrefix(signs.Text, annotationpath.UnknownFingerprint) {
				continue
			}
			name, _, rest, ok := annotationpath.SplitPath(at.Members[i].Name)
			list := first[name]
			for ok && rest != "" && list != nil {
				var key string
				var index int
				if key, index, rest, ok = annotationpath.SplitPath(rest); ok {
					list = signer.Step(list, key, index)
				}
			}
			if ok && list != nil {
				if text := signer.Fingerprints(annotationpath.Elements(list)); len(text) == signs.End-signs.Start-len(`""`) {
					copy(src[signs.Start+1:], text)
				}
			}
		}
	})
	return src
}
