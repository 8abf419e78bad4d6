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

// NoteName is the name of the property that contains the annotation of a body.
const NoteName = "//"

// hintNames contains the names of members of an annotation that contain hints (docs/comments.md).
var hintNames = []string{"attributes", "labels", "order", "blocks", "nulls"}

// memberOrder is the order of the members of a new annotation.
var memberOrder = []string{"above", "open", "inside", "at", "attributes", "labels", "order", "blocks", "nulls", "end", "after"}

// foreignMarker starts a comment that contains a foreign value of a "//" property.
const foreignMarker = "# //: "

// note is the annotation of a body during an edit.
type note struct {
	*body
	at step
	// others are the other "//" properties of the body.
	others []step
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
	if b.rules.NoComments || b.isElement {
		return // the annotation of the parent body contains the comments
	}
	n := &note{body: b, values: map[string]*jsonedit.Node{}}
	for _, object := range b.objects {
		if i := slices.IndexFunc(object.Members, func(m jsontree.Member) bool { return m.Name == NoteName }); i >= 0 && n.old == nil {
			n.at, n.old = step{object, i}, &object.Members[i].Value
		}
		for i := range object.Members {
			if s := (step{object, i}); object.Members[i].Name == NoteName && s != n.at {
				n.others = append(n.others, s)
			}
		}
	}
	if isOwn := !b.isDisplaced || b.receivesComments; isOwn {
		if !b.DropComments {
			n.setComments(b.receivesComments)
			if len(n.others) > 0 && len(n.names) > 0 { // one annotation replaces all
				n.setComments(true)
				for _, s := range n.others {
					b.remove(s)
				}
			}
		}
		n.setPlaces()
	}
	n.setHints()
	n.write()
}

// findMoving sets displaced and movesComments.
func (b *body) findMoving() {
	b.displaced, b.movesComments = map[string]bool{}, map[string]bool{}
	for _, object := range b.objects {
		at := object.Member(NoteName).Member("at")
		for i := 0; at != nil && i < len(at.Members); i++ {
			first, _, _, _ := annotationpath.SplitPath(at.Members[i].Name)
			b.displaced[first] = !b.rules.NoComments && b.rules.ElementBody(first) == nil
		}
	}
	for _, item := range b.old.Items {
		if block, ok := item.(*hclwrite.Block); ok && b.displaced[block.Type] {
			b.displaced[block.Type] = !b.rules.BlockBody(block.Type, block.Labels, block.Body.SourceOf).NoComments
		}
	}
	for name := range b.displaced {
		if b.displaced[name] && !b.DropComments && !slices.Equal(commentsIn(b.old, name), commentsIn(b.new, name)) {
			b.movesComments[name], b.replaced[name] = true, true
		}
	}
	if b.receivesComments {
		b.isStale = true
		for _, item := range slices.Concat(b.old.Items, b.new.Items) {
			b.replaced[hclwrite.ItemName(item)] = true
		}
	}
}

// commentsIn returns the comments in the blocks of a type, with the name of each node and the number of earlier nodes with
// this name.
func commentsIn(b *hclwrite.Body, blockType string) (list []string) {
	for block := range b.Blocks(blockType) {
		seen := map[string]int{}
		hclwrite.Walk(block, func(node hclwrite.Node) bool {
			name := ""
			if item, ok := node.(hclwrite.Item); ok {
				name = hclwrite.ItemName(item)
			}
			seen[name]++
			for _, comments := range hclwrite.CommentsOf(node).Lists() {
				if len(*comments) > 0 {
					list = append(list, name, strconv.Itoa(seen[name]), annotationpath.CommentText(*comments))
				}
			}
			return true
		})
		list = append(list, "")
	}
	return list
}

// setComments sets the comments of the body, and those next to its block: those that change, or all.
func (n *note) setComments(always bool) {
	oldHead, _, oldEnd := hclwrite.Units(n.body.old.Items)
	head, _, end := hclwrite.Units(n.new.Items)
	was, wasForeign := splitForeign(linesOf(oldHead, false))
	is, isForeign := splitForeign(linesOf(head, false))
	isText := n.old == nil || n.old.Kind == jsontree.String
	if always || isText || wasForeign != isForeign && !n.setForeign(wasForeign, isForeign) {
		was, is = linesOf(oldHead, false), linesOf(head, false)
	}
	n.setText("inside", was, is, always || n.losesFirst() && len(oldHead) > 0)
	n.setText("end", linesOf(oldEnd, true), linesOf(end, true), always || n.isStale)
	if n.block != nil {
		n.setText("open", n.body.old.Open, n.new.Open, always)
		n.setText("above", n.beside[0].Above, n.beside[1].Above, always)
		n.setText("after", n.beside[0].After, n.beside[1].After, always)
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
	if sameText(was, is) && (!always || n.isForeign()) {
		return
	}
	var value *jsonedit.Node
	if len(treediff.WithoutBlank(is)) > 0 {
		value = &jsonedit.Node{Kind: jsontree.String, Text: annotationpath.CommentText(is)}
	}
	n.set(name, value)
}

// splitForeign splits the comments at the start of a body from the value of another program in a comment. The value is
// empty if there is none.
func splitForeign(list []string) (comments []string, value string) {
	for i, c := range list {
		if text, ok := strings.CutPrefix(c, foreignMarker); ok && value == "" {
			value = text
			rest := list[i+1:]
			if len(rest) > 0 && rest[0] == "" {
				rest = rest[1:]
			}
			list = slices.Concat(list[:i], rest)
			break
		}
	}
	return annotationpath.TrimEnd(list), value
}

// setForeign sets the value of another program. It returns false if this program has to write it as a comment.
func (n *note) setForeign(was, is string) bool {
	old, _ := jsontree.Parse(was, "")
	v, diags := jsontree.Parse(is, "")
	if is != "" && (diags.HasErrors() || n.old == nil || n.old.Kind != jsontree.Object && n.old.Kind == jsontree.String) {
		return false
	}
	if n.old.Kind != jsontree.Object {
		if is != "" {
			n.text.Replace(n.old, jsonedit.NodeOf(v))
		}
		return is != ""
	}
	if is != "" && (v.Kind != jsontree.Object || was == "") {
		return false
	}
	for i := 0; old != nil && i < len(old.Members); i++ {
		n.set(old.Members[i].Name, nil)
	}
	for i := 0; is != "" && i < len(v.Members); i++ {
		n.set(v.Members[i].Name, jsonedit.NodeOf(&v.Members[i].Value))
	}
	return true
}

// sameText reports whether two lists of comments have the same text in an annotation.
func sameText(a, b []string) bool {
	text := func(list []string) string { return strings.ToValidUTF8(annotationpath.CommentText(list), "\ufffd") }
	return text(a) == text(b)
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
	if at != nil && at.Kind != jsontree.Object {
		at = nil
	}
	written := n.writtenPlaces()
	head, _, _ := hclwrite.Units(n.new.Items)
	if _, foreign := splitForeign(linesOf(head, false)); at != nil && len(written) > 0 && strings.Contains(foreign, `"at":`) {
		// The reader takes the member for a value of another program, which becomes a comment.
		n.setText("inside", nil, linesOf(head, false), true)
		at = nil
	}
	var fresh []jsonedit.Part
	for i := range written {
		if at.Member(written[i].Name) == nil && len(written[i].Value.Members) > 0 {
			fresh = append(fresh, jsonedit.NewPart(written[i].Name, jsonedit.NodeOf(&written[i].Value)))
		}
	}
	if at == nil {
		if len(fresh) > 0 {
			n.set("at", &jsonedit.Node{Kind: jsontree.Object, Parts: fresh})
		}
		return
	}
	names := n.new.Items
	for i := range at.Members {
		m := &at.Members[i]
		first, _, _, _ := annotationpath.SplitPath(m.Name)
		k := slices.IndexFunc(written, func(w jsontree.Member) bool { return w.Name == m.Name })
		switch isGone := !slices.ContainsFunc(names, func(item hclwrite.Item) bool { return hclwrite.ItemName(item) == first }); {
		case k >= 0 && len(written[k].Value.Members) == 0:
			n.remove(step{at, i})
		case k >= 0 && !jsontree.Equal(&written[k].Value, &m.Value):
			n.replaceMembers(step{at, i}, &written[k].Value)
		case k < 0 && n.replaced[first] && (isGone || !n.DropComments):
			n.remove(step{at, i})
		}
	}
	for _, part := range fresh {
		n.add(step{at, at.Len() - 1}, part)
	}
	if n.lengthOf(at) == 0 {
		n.set("at", nil)
	}
}

// replaceMembers gives a value the members of an object.
func (n *note) replaceMembers(at step, to *jsontree.Value) {
	v := at.value()
	if v.Kind != jsontree.Object {
		n.arrange(at.in).values[at.at] = jsonedit.NodeOf(to)
		return
	}
	for i := range v.Members {
		if m := to.Member(v.Members[i].Name); m == nil {
			n.remove(step{v, i})
		} else if !jsontree.Equal(m, &v.Members[i].Value) {
			n.text.Replace(&v.Members[i].Value, jsonedit.NodeOf(m))
		}
	}
	for i := range to.Members {
		if m := &to.Members[i]; v.Member(m.Name) == nil {
			n.add(step{v, v.Len() - 1}, jsonedit.NewPart(m.Name, jsonedit.NodeOf(&m.Value)))
		}
	}
}

// writtenPlaces returns the comments at paths of the new and changed items.
func (n *note) writtenPlaces() (list []jsontree.Member) {
	if n.DropComments || !slices.ContainsFunc(n.new.Items, func(item hclwrite.Item) bool { return n.replaced[hclwrite.ItemName(item)] }) {
		return nil
	}
	unsigned := n.lacksFingerprints()
	places := n.body.write().note.Member("at")
	for i := 0; places != nil && i < places.Len(); i++ {
		m := places.Members[i]
		first, _, rest, _ := annotationpath.SplitPath(m.Name)
		if !n.replaced[first] {
			continue
		}
		if rest, inText := n.textContains(first, rest); inText {
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
// comments itself. inside is the part of the path in the string.
func (n *note) textContains(name, path string) (inside string, ok bool) {
	for j, item := range n.new.Items {
		at, ok := n.places[j]
		if a, is := item.(*hclwrite.Attribute); !is || !ok || a.Name != name || n.steps[j].Old < 0 || at.at < 0 {
			continue
		}
		v := at.value()
		for ok := true; ok && v != nil && v.Kind != jsontree.String && path != ""; {
			var key string
			var index int
			if key, index, path, ok = annotationpath.SplitPath(path); index >= 0 {
				v = v.Elem(index)
			} else {
				v = v.Member(key)
			}
		}
		return path, v != nil && v.Kind == jsontree.String && n.text.KeepsKind(v)
	}
	return "", false
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
	for _, name := range []string{"blocks", "nulls"} {
		var paths []jsonedit.Part
		for _, path := range n.writtenHints(name) {
			old := n.old.Member(name)
			if old == nil || !slices.ContainsFunc(old.Elems, func(v jsontree.Value) bool { return v.Text == path }) {
				paths = append(paths, jsonedit.NewPart("", &jsonedit.Node{Kind: jsontree.String, Text: path}))
			}
		}
		n.addHints(name, jsontree.Array, paths)
	}
	n.addHints("attributes", jsontree.Array, attributes)
	n.addHints("labels", jsontree.Object, labels)
}

// writtenHints returns the paths of a hint for the blocks that are all written, if the source has paths for them.
func (n *note) writtenHints(name string) (paths []string) {
	listed, old := map[string]bool{}, n.old.Member(name)
	for i := 0; old != nil && i < len(old.Elems); i++ {
		first, _, _, _ := annotationpath.SplitPath(old.Elems[i].Text)
		listed[first] = true
	}
	if len(n.together) == 0 || len(listed) == 0 {
		return nil
	}
	list := n.body.write().note.Member(name)
	for i := 0; list != nil && i < len(list.Elems); i++ {
		if first, _, _, _ := annotationpath.SplitPath(list.Elems[i].Text); n.together[first] && listed[first] {
			paths = append(paths, list.Elems[i].Text)
		}
	}
	return paths
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
		isOld := (name == "blocks" || name == "nulls") && n.together[first] && !slices.Contains(n.writtenHints(name), path)
		if path != "" && (!names[first] || isOld || n.need.hints[n.new][first] && name != "layout") {
			n.remove(step{hint, i})
		}
	}
	if hint.Len() > 0 && n.arrange(hint).length == 0 {
		n.set(name, nil)
	}
}

// changesOrder reports whether items are added, removed, moved or renamed.
func (n *note) changesOrder() bool {
	return slices.ContainsFunc(n.script.Steps, func(s treediff.Step) bool {
		group := s.Old >= 0 && hclwrite.IsCommentGroup(n.body.old.Items[s.Old]) || s.New >= 0 && hclwrite.IsCommentGroup(n.new.Items[s.New])
		return !group && (!s.Stays() || s.ChangesHeader)
	})
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
	_, setInside := n.values["inside"]
	if n.old != nil && n.old.Kind != jsontree.Object && len(n.names) > 0 && !setInside {
		parts = append(parts, jsonedit.NewPart("inside", n.oldText()))
	}
	rank := func(part jsonedit.Part) int { return slices.Index(memberOrder, part.Name) }
	slices.SortStableFunc(parts, func(a, b jsonedit.Part) int { return rank(a) - rank(b) })
	switch {
	case n.old == nil && len(parts) == 0:
	case n.old == nil && len(n.objects) == 0:
		n.fresh = append([]jsonedit.Part{jsonedit.NewPart(NoteName, noteNode(parts))}, n.fresh...)
	case n.old == nil:
		a := n.arrange(n.objects[0])
		a.added[-1] = append([]jsonedit.Part{jsonedit.NewPart(NoteName, noteNode(parts))}, a.added[-1]...)
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
		if n.old.Len() > 0 && n.lengthOf(n.old) == 0 {
			n.remove(n.at)
		}
	case len(n.names) == 0:
	case n.isForeign() && !slices.ContainsFunc(n.names, func(name string) bool { return !slices.Contains(hintNames, name) }):
		// There is no place for hints.
	case len(parts) == 0:
		n.remove(n.at)
	case len(parts) > 1 || parts[0].Name != "inside":
		n.arrange(n.at.in).values[n.at.at] = &jsonedit.Node{Kind: jsontree.Object, Parts: parts}
	case setInside:
		n.text.Replace(n.old, parts[0].Value)
	}
}

// isForeign reports whether the value of the property is of a kind that this program does not write.
func (n *note) isForeign() bool {
	return n.old != nil && n.old.Kind != jsontree.Object && n.old.Kind != jsontree.String
}

// oldText returns the comments of an annotation that is no object.
func (n *note) oldText() *jsonedit.Node {
	if n.old.Kind == jsontree.String {
		return &jsonedit.Node{Old: n.old}
	}
	head, _, _ := hclwrite.Units(n.new.Items)
	return &jsonedit.Node{Kind: jsontree.String, Text: annotationpath.CommentText(linesOf(head, false))}
}

// noteNode returns a new annotation.
func noteNode(parts []jsonedit.Part) *jsonedit.Node {
	if len(parts) == 1 && parts[0].Name == "inside" {
		return parts[0].Value
	}
	return &jsonedit.Node{Kind: jsontree.Object, Parts: parts}
}

// EachNote calls do for each "//" property in a value: with the object that contains it, and with its value.
func EachNote(v *jsontree.Value, do func(body, note *jsontree.Value)) {
	for i := range v.Elems {
		EachNote(&v.Elems[i], do)
	}
	for i := range v.Members {
		if m := &v.Members[i]; m.Name == NoteName {
			do(v, &m.Value)
		} else {
			EachNote(&m.Value, do)
		}
	}
}

// hasHints reports whether an annotation of the source contains hints.
func (p *printer) hasHints() bool {
	p.findNotes()
	return p.hinted
}

// findNotes inspects the annotations of the source once.
func (p *printer) findNotes() {
	if p.inspected {
		return
	}
	p.inspected = true
	signed := false
	EachNote(p.root, func(_, note *jsontree.Value) {
		p.hinted = p.hinted || slices.ContainsFunc(hintNames, func(name string) bool { return note.Member(name) != nil })
		at := note.Member("at")
		for i := 0; at != nil && i < len(at.Members); i++ {
			p.unsigned = p.unsigned || strings.Contains(at.Members[i].Name, "[")
			signed = signed || at.Members[i].Value.Member("elements") != nil
		}
	})
	p.unsigned = p.unsigned && !signed
}

// lacksFingerprints reports whether the annotations of the source contain comments of elements without fingerprints.
func (p *printer) lacksFingerprints() bool {
	p.findNotes()
	return p.unsigned
}

// findStale sets isStale.
func (b *body) findStale() {
	_, _, oldEnd := hclwrite.Units(b.old.Items)
	_, _, end := hclwrite.Units(b.new.Items)
	changesEnd := !sameText(linesOf(oldEnd, true), linesOf(end, true)) // it contains the comments without a target
	names := map[string]bool{}
	for _, item := range b.old.Items {
		names[hclwrite.ItemName(item)] = true
	}
	signer := annotationpath.NewFingerprinter()
	for _, object := range b.objects {
		at := object.Member(NoteName).Member("at")
		if at == nil || b.DropComments || b.isElement {
			continue
		}
		first := annotationpath.ValuesByName(b.objects)
		for i := range at.Members {
			name, _, _, _ := annotationpath.SplitPath(at.Members[i].Name)
			isStale := !names[name] || listAt(&signer, first, at.Members[i].Name) == nil
			if signs := at.Members[i].Value.Member("elements"); signs != nil {
				list := listAt(&signer, first, at.Members[i].Name)
				isStale = isStale || list == nil || signer.Fingerprints(annotationpath.Elements(list)) != signs.Text
			}
			b.isStale = b.isStale || isStale && (changesEnd || b.changesItem(name))
		}
		for i := 0; b.isStale && i < len(at.Members); i++ {
			name, _, _, _ := annotationpath.SplitPath(at.Members[i].Name)
			b.replaced[name] = true
		}
	}
}

// findCommented finds the attributes with other comments next to them. Their comments are written again.
func (b *body) findCommented() {
	for j, item := range b.new.Items {
		if a, ok := item.(*hclwrite.Attribute); ok && !b.DropComments && b.steps[j] != nil && b.steps[j].Old >= 0 {
			i := b.steps[j].Old
			was := hclwrite.Comments{Above: b.above(b.old, i), After: hclwrite.ItemComments(b.old.Items[i]).After}
			is := hclwrite.Comments{Above: b.above(b.new, j), After: a.After}
			b.replaced[a.Name] = b.replaced[a.Name] || !was.All().EqualFunc(is.All(), sameText)
		}
	}
}

// changesItem reports whether the content of an item of the old body changes.
func (b *body) changesItem(name string) bool {
	return slices.ContainsFunc(b.script.Steps, func(s treediff.Step) bool {
		is := func(items []hclwrite.Item, i int) bool { return i >= 0 && hclwrite.ItemName(items[i]) == name }
		return s.Op != treediff.Keep && (is(b.old.Items, s.Old) || is(b.new.Items, s.New))
	})
}

// listAt returns the value at a path, or nil. first contains the values of the first names.
func listAt(signer *annotationpath.Fingerprinter, first map[string]*jsontree.Value, path string) *jsontree.Value {
	name, _, rest, ok := annotationpath.SplitPath(path)
	v := first[name]
	for ok && rest != "" && v != nil {
		var key string
		var index int
		if key, index, rest, ok = annotationpath.SplitPath(rest); ok {
			v = signer.Step(v, key, index)
		}
	}
	if !ok {
		return nil
	}
	return v
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
	EachNote(root, func(body, note *jsontree.Value) {
		first := annotationpath.ValuesByName([]*jsontree.Value{body})
		at := note.Member("at")
		for i := 0; at != nil && i < len(at.Members); i++ {
			signs := at.Members[i].Value.Member("elements")
			if signs == nil || !strings.HasPrefix(signs.Text, annotationpath.UnknownFingerprint) {
				continue
			}
			if list := listAt(&signer, first, at.Members[i].Name); list != nil {
				if text := signer.Fingerprints(annotationpath.Elements(list)); len(text) == signs.End-signs.Start-len(`""`) {
					copy(src[signs.Start+1:], text)
				}
			}
		}
	})
	return src
}
