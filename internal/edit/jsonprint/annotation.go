package jsonprint

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/jsonedit"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/nodes"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// hintNames contains the names of members of an annotation that contain hints (docs/comments.md).
var hintNames = []string{
	annotation.KeyAttributes, annotation.KeyLabels, annotation.KeyOrder, annotation.KeyBlocks, annotation.KeyNulls,
}

// memberOrder is the order of the members of a new annotation.
var memberOrder = slices.Concat([]string{"above", "open", "inside", annotation.KeyAt}, hintNames, []string{"end", "after"})

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
	values map[string]*jsontree.Value
}

func (n *note) set(name string, value *jsontree.Value) {
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
	n := &note{body: b, values: map[string]*jsontree.Value{}}
	if len(b.notes) > 0 {
		n.at, n.old, n.others = b.notes[0], b.notes[0].value(), b.notes[1:]
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
	for _, note := range b.notes {
		at := note.value().Member(annotation.KeyAt)
		for i := 0; at != nil && i < len(at.Members); i++ {
			first, _, _, _ := annotation.SplitPath(at.Members[i].Name)
			b.displaced[first] = !b.rules.NoComments && b.rules.ElementBody(first) == nil
		}
	}
	for _, item := range b.old.Items {
		if block, ok := item.(*hclwrite.Block); ok && b.displaced[block.Type] {
			b.displaced[block.Type] = !b.rules.BlockBody(block.Type, block.Labels, block.Body.SourceOf).NoComments
		}
	}
	was, is := commentsByType(b.old, b.displaced), commentsByType(b.new, b.displaced)
	for name := range b.displaced {
		if b.displaced[name] && !b.DropComments && !slices.Equal(was[name], is[name]) {
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

// commentsByType returns the comments in the blocks of some types, with the name of each node and the number of earlier
// nodes with this name.
func commentsByType(b *hclwrite.Body, types map[string]bool) map[string][]string {
	byType := map[string][]string{}
	for _, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || !types[block.Type] {
			continue
		}
		list, seen := byType[block.Type], map[string]int{}
		hclwrite.Walk(block, func(node hclwrite.Node) bool {
			name := ""
			if item, ok := node.(hclwrite.Item); ok {
				name = hclwrite.ItemName(item)
			}
			seen[name]++
			comments := hclwrite.CommentsOf(node)
			for p := range hclwrite.Positions() {
				if texts := comments.At(p); len(texts) > 0 {
					list = append(list, name, strconv.Itoa(seen[name]), annotation.CommentText(texts))
				}
			}
			return true
		})
		byType[block.Type] = append(list, "")
	}
	return byType
}

// setComments sets the comments of the body, and the comments next to its block: only changed comments, or all if always
// is true.
func (n *note) setComments(always bool) {
	oldHead, _, oldEnd := nodes.Units(n.body.old.Items)
	head, _, end := nodes.Units(n.new.Items)
	was, wasForeign := splitForeign(linesOf(oldHead, false))
	is, isForeign := splitForeign(linesOf(head, false))
	isText := n.old == nil || n.old.Kind == jsontree.String
	if always || isText || wasForeign != isForeign && !n.setForeign(wasForeign, isForeign) {
		was, is = linesOf(oldHead, false), linesOf(head, false)
	}
	n.setText("inside", was, is, always || n.losesFirst() && len(oldHead) > 0)
	n.setText("end", linesOf(oldEnd, true), linesOf(end, true), always || n.isStale)
	if n.block != nil {
		for p := range hclwrite.Positions() {
			if p.IsOf(n.block) {
				n.setText(p.Name(), n.comments[0].At(p), n.comments[1].At(p), always)
			}
		}
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
	var value *jsontree.Value
	if slices.ContainsFunc(is, func(c string) bool { return c != "" }) {
		value = stringOf(annotation.CommentText(is))
	}
	n.set(name, value)
}

// splitForeign splits the comments at the start of a body from the value of another program in a comment. The value is
// empty if there is none.
func splitForeign(list []string) (comments []string, value string) {
	for i, c := range list {
		if text, ok := strings.CutPrefix(c, treediff.ForeignMarker); ok && value == "" {
			value = text
			rest := list[i+1:]
			if len(rest) > 0 && rest[0] == "" {
				rest = rest[1:]
			}
			list = slices.Concat(list[:i], rest)
			break
		}
	}
	return annotation.TrimEnd(list), value
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
		n.set(v.Members[i].Name, &v.Members[i].Value)
	}
	return true
}

// sameText reports whether two lists of comments have the same text in an annotation.
func sameText(a, b []string) bool {
	text := func(list []string) string { return strings.ToValidUTF8(annotation.CommentText(list), "\ufffd") }
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
	written := n.besidePlaces(n.innerPlaces(), at)
	head, _, _ := nodes.Units(n.new.Items)
	if _, foreign := splitForeign(linesOf(head, false)); at != nil && len(written) > 0 && strings.Contains(foreign, `"at":`) {
		// The reader takes the member for a value of another program, which becomes a comment.
		n.setText("inside", nil, linesOf(head, false), true)
		at = nil
	}
	names, byPath, byOldPath := map[string]bool{}, map[string]*jsontree.Value{}, membersOf(at)
	for _, item := range n.new.Items {
		names[hclwrite.ItemName(item)] = true
	}
	for i := range written {
		byPath[written[i].Name] = &written[i].Value
	}
	renamed := map[string]string{}
	for _, s := range n.script.Steps {
		if s.Old >= 0 && s.New >= 0 {
			renamed[hclwrite.ItemName(n.body.old.Items[s.Old])] = hclwrite.ItemName(n.new.Items[s.New])
		}
	}
	to, changes := &jsontree.Value{Kind: jsontree.Object}, len(written) > 0
	for i := 0; at != nil && i < len(at.Members); i++ {
		m := at.Members[i]
		first, _, _, _ := annotation.SplitPath(m.Name)
		if path := renamed[first] + strings.TrimPrefix(m.Name, first); n.replaced[first] && byOldPath[path] == nil && byPath[path] != nil {
			m.Name, n.arrange(at).names[i] = path, path
		}
		if is := byPath[m.Name]; is != nil {
			if m.Value = *is; len(is.Members) == 0 {
				continue
			}
			delete(byPath, m.Name)
		} else if n.replaced[first] && (!names[first] || !n.DropComments) {
			changes = true
			continue
		}
		to.Members = append(to.Members, m)
	}
	for _, m := range written {
		if byPath[m.Name] != nil && len(m.Value.Members) > 0 {
			to.Members = append(to.Members, m)
		}
	}
	if changes {
		n.setNonempty("at", to)
	}
}

// setNonempty sets a member to an array or an object, or removes it if this is empty.
func (n *note) setNonempty(name string, to *jsontree.Value) {
	if to.Len() == 0 {
		to = nil
	}
	n.set(name, to)
}

// membersOf returns the members of an object by name. v may be nil.
func membersOf(v *jsontree.Value) map[string]*jsontree.Value {
	index := map[string]*jsontree.Value{}
	for i := 0; v != nil && i < len(v.Members); i++ {
		index[v.Members[i].Name] = &v.Members[i].Value
	}
	return index
}

func stringOf(text string) *jsontree.Value { return &jsontree.Value{Kind: jsontree.String, Text: text} }

// besidePlaces returns the comments at paths with the comments next to the attributes: changed comments, and all comments
// of the attributes whose comments are written again. A value without members means that the attribute has no comments
// any more. at contains the comments of the source, or is nil.
func (n *note) besidePlaces(inner []jsontree.Member, at *jsontree.Value) (list []jsontree.Member) {
	byName, byPath := map[string][]jsontree.Member{}, membersOf(at)
	for _, m := range inner {
		first, _, _, _ := annotation.SplitPath(m.Name)
		byName[first] = append(byName[first], m)
	}
	for j, item := range n.new.Items {
		name := hclwrite.ItemName(item)
		_, ok := item.(*hclwrite.Attribute)
		if places := byName[name]; !ok {
			list = append(list, places...)
			delete(byName, name)
			continue
		}
		var was hclwrite.Comments
		if s := n.steps[j]; s != nil && s.Old >= 0 {
			was = n.commentsOf(n.body.old, s.Old)
		}
		is := n.commentsOf(n.new, j)
		places := byName[name]
		if n.DropComments || !n.replaced[name] && was.EqualFunc(is, sameText) {
			list = append(list, places...)
			continue
		}
		own := jsontree.Member{Name: name, Value: jsontree.Value{Kind: jsontree.Object}}
		if k := slices.IndexFunc(places, func(m jsontree.Member) bool { return m.Name == name }); k >= 0 {
			own.Value.Members = places[k].Value.Members
			places = slices.Delete(places, k, k+1)
			if folded := own.Value.Member("above"); folded != nil { // comments in a constant expression
				is.Set(hclwrite.Above, slices.Concat(is.At(hclwrite.Above), annotation.SplitComments(folded.Text)))
			}
		} else if old := byPath[name]; old != nil && !n.replaced[name] {
			own.Value.Members = slices.Clone(old.Members)
		}
		isBeside := func(m jsontree.Member) bool { return m.Name == "above" || m.Name == "after" }
		own.Value.Members = withBeside(slices.DeleteFunc(own.Value.Members, isBeside), is)
		list = append(append(list, own), places...)
	}
	return list
}

// withBeside returns the members of an annotation with the comments next to an item.
func withBeside(members []jsontree.Member, c hclwrite.Comments) []jsontree.Member {
	text := func(name string, comments []string) []jsontree.Member {
		if len(comments) == 0 {
			return nil
		}
		return []jsontree.Member{{Name: name, Value: jsontree.Value{Kind: jsontree.String, Text: annotation.CommentText(comments)}}}
	}
	return slices.Concat(text("above", c.At(hclwrite.Above)), members, text("after", c.At(hclwrite.After)))
}

// innerPlaces returns the comments at paths in the values of the new and changed items.
func (n *note) innerPlaces() (list []jsontree.Member) {
	if n.DropComments || !slices.ContainsFunc(n.new.Items, func(item hclwrite.Item) bool { return n.replaced[hclwrite.ItemName(item)] }) {
		return nil
	}
	n.findNotes()
	values := map[string]*jsontree.Value{} // of the attributes in the source
	for j, item := range n.new.Items {
		at, ok := n.places[j]
		if a, is := item.(*hclwrite.Attribute); is && ok && n.steps[j].Old >= 0 && at.at >= 0 {
			values[a.Name] = at.value()
		}
	}
	places := n.body.write().note.Member(annotation.KeyAt)
	for i := 0; places != nil && i < places.Len(); i++ {
		m := places.Members[i]
		first, _, rest, _ := annotation.SplitPath(m.Name)
		if !n.replaced[first] {
			continue
		}
		if rest, inText := n.textContains(values[first], rest); inText {
			m.Value.Members = slices.DeleteFunc(m.Value.Members, func(m jsontree.Member) bool {
				return rest != "" || m.Name != "above" && m.Name != "after"
			})
		}
		if k := slices.IndexFunc(m.Value.Members, func(m jsontree.Member) bool { return m.Name == "elements" }); k >= 0 {
			text := &m.Value.Members[k].Value.Text
			*text = strings.Repeat(annotation.UnknownFingerprint, len(*text)/annotation.FingerprintSize)
			if n.unsigned {
				m.Value.Members = slices.Delete(m.Value.Members, k, k+1)
			}
		}
		if len(m.Value.Members) > 0 {
			list = append(list, m)
		}
	}
	return list
}

// textContains reports whether a path leads from a value of the source, or nil, into a string that stays a string. The
// string contains the comments itself. inside is the part of the path in the string.
func (n *note) textContains(v *jsontree.Value, path string) (inside string, ok bool) {
	for ok := true; ok && v != nil && v.Kind != jsontree.String && path != ""; {
		var key string
		var index int
		if key, index, path, ok = annotation.SplitPath(path); index >= 0 {
			v = v.Elem(index)
		} else {
			v = v.Member(key)
		}
	}
	return path, v != nil && v.Kind == jsontree.String && n.text.KeepsKind(v)
}

// setHints updates the hints. It removes the entries of removed items, and adds entries that the reader needs.
func (n *note) setHints() {
	names, attributes, written := map[string]bool{}, []string{}, n.writtenAttributes()
	for _, item := range n.new.Items {
		name := hclwrite.ItemName(item)
		if _, ok := item.(*hclwrite.Attribute); ok && n.need.hints[n.new][name] {
			list := annotation.ListHint(name)
			if written[name] || !written[list] {
				attributes = append(attributes, name)
			}
			if written[list] {
				attributes = append(attributes, list)
			}
		}
		names[name] = true
	}
	n.setList(annotation.KeyAttributes, names, attributes)
	for _, name := range []string{annotation.KeyBlocks, annotation.KeyNulls} {
		n.setList(name, names, n.writtenHints(name))
	}
	counts := n.labelCounts()
	byType := membersOf(counts)
	for _, hint := range []string{annotation.KeyLabels, annotation.KeyLayout} {
		to, old := &jsontree.Value{Kind: jsontree.Object}, n.old.Member(hint)
		for i := 0; old != nil && i < len(old.Members); i++ {
			m := old.Members[i]
			first, _, _, _ := annotation.SplitPath(m.Name)
			switch count := byType[m.Name]; {
			case count == nil && names[first] && (hint == annotation.KeyLayout || !n.need.hints[n.new][first]):
				to.Members = append(to.Members, m)
			case count != nil && hint == annotation.KeyLabels:
				to.Members = append(to.Members, jsontree.Member{Name: m.Name, Value: *count})
			}
		}
		if hint == annotation.KeyLabels {
			known := membersOf(old)
			for _, m := range counts.Members {
				if known[m.Name] == nil {
					to.Members = append(to.Members, m)
				}
			}
		}
		n.setHint(hint, to)
	}
	if order := n.old.Member(annotation.KeyOrder); order != nil && order.Kind == jsontree.Array && n.changesOrder() {
		n.setOrder(order)
	}
}

// setHint sets a hint if it is another one than in the source.
func (n *note) setHint(name string, to *jsontree.Value) {
	if old := n.old.Member(name); old == nil && to.Len() > 0 || old != nil && old.Kind == to.Kind && !jsontree.Equal(old, to) {
		n.setNonempty(name, to)
	}
}

// setList updates a hint that is a list of paths. added contains the new paths. Existing paths stay if the body contains
// their names. Paths of names that need a hint, or whose blocks are all written, come from added alone.
func (n *note) setList(hint string, names map[string]bool, added []string) {
	to, known, old := &jsontree.Value{Kind: jsontree.Array}, map[string]bool{}, n.old.Member(hint)
	isNew := map[string]bool{}
	for _, path := range added {
		isNew[path] = true
	}
	for i := 0; old != nil && i < len(old.Elems); i++ {
		path := old.Elems[i].Text
		first, _, _, _ := annotation.SplitPath(path)
		isOld := hint != annotation.KeyAttributes && n.together[first] && !isNew[path]
		if path == "" || names[first] && !isOld && !n.need.hints[n.new][first] {
			to.Elems, known[path] = append(to.Elems, old.Elems[i]), true
		}
	}
	for _, path := range added {
		if !known[path] {
			to.Elems = append(to.Elems, *stringOf(path))
		}
	}
	n.setHint(hint, to)
}

// writtenHints returns the paths of a hint for blocks that are all written, if the source has such paths.
func (n *note) writtenHints(name string) (paths []string) {
	listed, old := map[string]bool{}, n.old.Member(name)
	for i := 0; old != nil && i < len(old.Elems); i++ {
		first, _, _, _ := annotation.SplitPath(old.Elems[i].Text)
		listed[first] = true
	}
	if len(n.together) == 0 || len(listed) == 0 {
		return nil
	}
	list := n.body.write().note.Member(name)
	for i := 0; list != nil && i < len(list.Elems); i++ {
		if first, _, _, _ := annotation.SplitPath(list.Elems[i].Text); n.together[first] && listed[first] {
			paths = append(paths, list.Elems[i].Text)
		}
	}
	return paths
}

// labelCounts returns the new values of the hint "labels": for the types whose blocks the reader would read otherwise, and
// for listed types whose blocks are added, removed or renamed. A value is one number if all are equal.
func (n *note) labelCounts() *jsontree.Value {
	changed, listed, lists := map[string]bool{}, membersOf(n.old.Member(annotation.KeyLabels)), map[string]*jsontree.Value{}
	for k := range n.script.Steps {
		s := &n.script.Steps[k]
		if s.Stays() && !s.ChangesHeader {
			continue
		}
		if s.Old >= 0 {
			changed[hclwrite.ItemName(n.body.old.Items[s.Old])] = true
		}
		if s.New >= 0 {
			changed[hclwrite.ItemName(n.new.Items[s.New])] = true
		}
	}
	var types []string
	for _, item := range n.new.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || !n.need.hints[n.new][block.Type] && !(listed[block.Type] != nil && changed[block.Type]) {
			continue
		}
		list := lists[block.Type]
		if list == nil {
			list = &jsontree.Value{Kind: jsontree.Array}
			lists[block.Type], types = list, append(types, block.Type)
		}
		list.Elems = append(list.Elems, jsontree.Value{Kind: jsontree.Number, Text: strconv.Itoa(len(block.Labels))})
	}
	counts := &jsontree.Value{Kind: jsontree.Object}
	for _, name := range types {
		v := lists[name]
		if first := v.Elems[0]; !slices.ContainsFunc(v.Elems, func(count jsontree.Value) bool { return count.Text != first.Text }) {
			v = &first
		}
		counts.Members = append(counts.Members, jsontree.Member{Name: name, Value: *v})
	}
	return counts
}

// writtenAttributes returns the attributes that the written annotation lists.
func (n *note) writtenAttributes() map[string]bool {
	listed := map[string]bool{}
	if n.written == nil {
		return listed
	}
	list := n.written.note.Member(annotation.KeyAttributes)
	for i := 0; list != nil && i < len(list.Elems); i++ {
		listed[list.Elems[i].Text] = true
	}
	return listed
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
		if name, _, rest, ok := annotation.SplitPath(order.Elems[i].Text); ok && rest != "" {
			byPath[name] = true
		}
	}
	to := &jsontree.Value{Kind: jsontree.Array}
	for _, item := range n.new.Items {
		name := hclwrite.ItemName(item)
		if block, ok := item.(*hclwrite.Block); ok && byPath[name] {
			name = annotation.BlockPath(block.Type, block.Labels)
		}
		if name != "" {
			to.Elems = append(to.Elems, *stringOf(name))
		}
	}
	n.set("order", to)
}

// sync changes a value to another one. Its equal parts stay.
func (p *printer) sync(at step, to *jsontree.Value) {
	v := at.value()
	switch {
	case v.Kind == jsontree.Object && to.Kind == v.Kind:
		known, members := map[string]bool{}, membersOf(to)
		for i := range v.Members {
			name := p.nameOf(step{v, i})
			if m := members[name]; m == nil {
				p.remove(step{v, i})
			} else {
				p.sync(step{v, i}, m)
			}
			known[name] = true
		}
		for i := range to.Members {
			if m := &to.Members[i]; !known[m.Name] {
				p.add(step{v, v.Len() - 1}, jsonedit.NewPart(m.Name, jsonedit.NodeOf(&m.Value)))
			}
		}
	case v.Kind == jsontree.Array && to.Kind == v.Kind:
		start, end := 0, 0
		for start < min(v.Len(), to.Len()) && jsontree.Equal(&v.Elems[start], &to.Elems[start]) {
			start++
		}
		for end < min(v.Len(), to.Len())-start && jsontree.Equal(&v.Elems[v.Len()-1-end], &to.Elems[to.Len()-1-end]) {
			end++
		}
		for i := start; i < v.Len()-end; i++ {
			p.remove(step{v, i})
		}
		for i := start; i < to.Len()-end; i++ {
			p.add(step{v, start - 1}, jsonedit.NewPart("", jsonedit.NodeOf(&to.Elems[i])))
		}
	case !jsontree.Equal(v, to):
		p.text.Replace(v, jsonedit.NodeOf(to))
	}
}

// write writes the changes of the annotation.
func (n *note) write() {
	var parts []jsonedit.Part
	for _, name := range n.names {
		if v := n.values[name]; v != nil {
			parts = append(parts, jsonedit.NewPart(name, jsonedit.NodeOf(v)))
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
		n.fresh = append([]jsonedit.Part{jsonedit.NewPart(annotation.Property, noteNode(parts))}, n.fresh...)
	case n.old == nil:
		a := n.arrange(n.objects[0])
		a.added[-1] = append([]jsonedit.Part{jsonedit.NewPart(annotation.Property, noteNode(parts))}, a.added[-1]...)
		a.length++
	case n.old.Kind == jsontree.Object:
		for i := range n.old.Members {
			v, set := n.values[n.old.Members[i].Name]
			switch {
			case set && v == nil:
				n.remove(step{n.old, i})
			case set:
				n.sync(step{n.old, i}, v)
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
		// It cannot contain hints.
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
	head, _, _ := nodes.Units(n.new.Items)
	return &jsonedit.Node{Kind: jsontree.String, Text: annotation.CommentText(linesOf(head, false))}
}

// noteNode returns a new annotation.
func noteNode(parts []jsonedit.Part) *jsonedit.Node {
	if len(parts) == 1 && parts[0].Name == "inside" {
		return parts[0].Value
	}
	return &jsonedit.Node{Kind: jsontree.Object, Parts: parts}
}

// Notes returns the "//" properties in a value: the objects that contain them, and their values.
func Notes(v *jsontree.Value) iter.Seq2[*jsontree.Value, *jsontree.Value] {
	return func(yield func(body, note *jsontree.Value) bool) { yieldNotes(v, yield) }
}

// yieldNotes yields the properties in a value. It returns false if yield did.
func yieldNotes(v *jsontree.Value, yield func(body, note *jsontree.Value) bool) bool {
	for i := range v.Len() {
		name, part := v.Part(i)
		isNote := v.Kind == jsontree.Object && name == annotation.Property
		if isNote && !yield(v, part) || !isNote && !yieldNotes(part, yield) {
			return false
		}
	}
	return true
}

// findNotes inspects the annotations of the source once.
func (p *printer) findNotes() {
	if p.inspected {
		return
	}
	p.inspected = true
	signed := false
	for _, note := range Notes(p.root) {
		p.hinted = p.hinted || slices.ContainsFunc(hintNames, func(name string) bool { return note.Member(name) != nil })
		at := note.Member("at")
		for i := 0; at != nil && i < len(at.Members); i++ {
			p.unsigned = p.unsigned || strings.Contains(at.Members[i].Name, "[")
			signed = signed || at.Members[i].Value.Member("elements") != nil
		}
	}
	p.unsigned = p.unsigned && !signed
}

// findStale sets isStale.
func (b *body) findStale() {
	if len(b.notes) == 0 || b.DropComments || b.isElement {
		return
	}
	_, _, oldEnd := nodes.Units(b.old.Items)
	_, _, end := nodes.Units(b.new.Items)
	changesEnd := !sameText(linesOf(oldEnd, true), linesOf(end, true)) // it contains the comments without a target
	names, changed, blocks := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, item := range b.old.Items {
		names[hclwrite.ItemName(item)] = true
	}
	for k := range b.script.Steps {
		if s := &b.script.Steps[k]; s.Op != treediff.Keep && s.Old >= 0 {
			changed[hclwrite.ItemName(b.old.Items[s.Old])] = true
		}
		if s := &b.script.Steps[k]; s.Op != treediff.Keep && s.New >= 0 {
			changed[hclwrite.ItemName(b.new.Items[s.New])] = true
		}
	}
	for _, item := range b.new.Items {
		if block, ok := item.(*hclwrite.Block); ok {
			blocks[block.Type] = true
		}
	}
	signer, first := annotation.NewFingerprinter(), annotation.ValuesByName(b.objects)
	for _, note := range b.notes {
		at := note.value().Member(annotation.KeyAt)
		for i := 0; at != nil && i < len(at.Members); i++ {
			name, _, _, _ := annotation.SplitPath(at.Members[i].Name)
			list := listAt(&signer, first, at.Members[i].Name)
			isStale := !names[name] || list == nil
			if signs := at.Members[i].Value.Member(annotation.KeyElements); signs != nil {
				isStale = isStale || signer.Fingerprints(annotation.Elements(list)) != signs.Text
			}
			b.isStale = b.isStale || isStale && (changesEnd || changed[name])
		}
		for i := 0; at != nil && b.isStale && i < len(at.Members); i++ {
			name, _, _, _ := annotation.SplitPath(at.Members[i].Name)
			b.replaced[name] = true
			if blocks[name] {
				b.together[name] = true
			}
		}
	}
}

// listAt returns the value at a path, or nil. first contains the values of the first names.
func listAt(signer *annotation.Fingerprinter, first map[string]*jsontree.Value, path string) *jsontree.Value {
	name, _, rest, ok := annotation.SplitPath(path)
	v := first[name]
	for ok && rest != "" && v != nil {
		var key string
		var index int
		if key, index, rest, ok = annotation.SplitPath(rest); ok {
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
	if !bytes.Contains(src, []byte(annotation.UnknownFingerprint)) {
		return src
	}
	root, diags := jsontree.Parse(src, "")
	if diags.HasErrors() {
		return src
	}
	signer := annotation.NewFingerprinter()
	for body, note := range Notes(root) {
		first := annotation.ValuesByName([]*jsontree.Value{body})
		at := note.Member("at")
		for i := 0; at != nil && i < len(at.Members); i++ {
			signs := at.Members[i].Value.Member("elements")
			if signs == nil || !strings.HasPrefix(signs.Text, annotation.UnknownFingerprint) {
				continue
			}
			if list := listAt(&signer, first, at.Members[i].Name); list != nil {
				if text := signer.Fingerprints(annotation.Elements(list)); len(text) == signs.End-signs.Start-len(`""`) {
					copy(src[signs.Start+1:], text)
				}
			}
		}
	}
	return src
}
