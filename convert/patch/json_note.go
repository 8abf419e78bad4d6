package patch

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/jsonedit"
	"github.com/hcljson/hcljson/convert/internal/jsontree"
)

// noteName is the property that holds comments, and hints for the way back.
const noteName = "//"

// hintNames are the members of a "//" object that are hints (docs/comments.md). The
// order is not among those that are taken over: it is a list of all items.
var hintNames = []string{"attributes", "labels", "order", "blocks", "nulls"}

const orderHint = "order"

func isHint(name string) bool { return slices.Contains(hintNames, name) }

// noteNode is the new value of a "//" property, or nil.
func (p *jsonPatch) noteNode(v *jsontree.Value, order bool) *jsonedit.Node {
	parts := p.noteParts(v, order)
	switch {
	case len(parts) == 0:
		return nil
	case len(parts) == 1 && parts[0].Name == "inside":
		return jsonedit.NodeOf(&parts[0].Value)
	case v.Kind != jsontree.Object:
		return jsonedit.NodeOf(v)
	}
	n := &jsonedit.Node{Kind: jsontree.Object}
	for i := range parts {
		n.Parts = append(n.Parts, jsonedit.New(parts[i].Name, jsonedit.NodeOf(&parts[i].Value)))
	}
	return n
}

// noteParts are the members of a "//" object that count here. A text is that inside.
func (p *jsonPatch) noteParts(v *jsontree.Value, order bool) []jsontree.Member {
	if v == nil {
		return nil
	}
	comments := (p.notes || p.opts.AddComments) && !p.opts.DropComments
	if v.Kind != jsontree.Object {
		if !comments {
			return nil
		}
		return []jsontree.Member{{Name: "inside", Value: *v}}
	}
	var parts []jsontree.Member
	for _, m := range v.Members {
		if m.Name == "attributes" && len(m.Value.Elems) == 0 && !p.hinted {
			continue // it only says that the JSON is ours
		}
		if isHint(m.Name) && p.hints && (order || m.Name != orderHint) || !isHint(m.Name) && comments {
			parts = append(parts, m)
		}
	}
	return parts
}

// noteIn is the value of the "//" property of a body, or nil.
func noteIn(objects []*jsontree.Value) *jsontree.Value {
	for _, object := range objects {
		for i := range object.Members {
			if object.Members[i].Name == noteName {
				return &object.Members[i].Value
			}
		}
	}
	return nil
}

// note changes the "//" property of a body as the comments have changed.
func (e *jsonBody) note() {
	if e.schema != nil && e.schema.NoComments {
		return
	}
	isValue := noteIn(e.isObjects)
	was, is := e.noteParts(noteIn(e.wasObjects), false), e.noteParts(isValue, false)
	if sameParts(was, is) {
		return
	}
	for _, object := range e.objects {
		for _, m := range object.members {
			if m.name == noteName && m.was != nil {
				e.changeNote(m, was, is, isValue)
				return
			}
		}
	}
	if node := e.noteNode(isValue, false); node != nil && len(e.objects) > 0 {
		object := e.objects[0]
		m := &jsonMember{object: object, index: -1, name: noteName, value: node}
		object.members, object.arranged = slices.Insert(object.members, 0, m), true
	}
}

func sameParts(a, b []jsontree.Member) bool {
	return sameData(&jsontree.Value{Kind: jsontree.Object, Members: a}, &jsontree.Value{Kind: jsontree.Object, Members: b})
}

// changeNote changes the "//" property that a body has.
func (e *jsonBody) changeNote(m *jsonMember, was, is []jsontree.Member, isValue *jsontree.Value) {
	old := &m.was.Value
	switch {
	case old.Kind == jsontree.Object && (isValue == nil || isValue.Kind == jsontree.Object || isValue.Kind == jsontree.String):
		if e.mergeMembers(old, was, is) == 0 {
			e.drop(m)
		}
	case len(is) == 0:
		e.drop(m)
	default:
		if node := e.noteNode(isValue, false); node != nil {
			e.text.Replace(old, node)
		}
	}
}

// mergeMembers makes the changes between two lists of members in an object, and
// returns how many it has then.
func (e *jsonBody) mergeMembers(old *jsontree.Value, was, is []jsontree.Member) int {
	find := func(list []jsontree.Member, name string) *jsontree.Member {
		if i := slices.IndexFunc(list, func(m jsontree.Member) bool { return m.Name == name }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	var parts []jsonedit.Part
	arranged := false
	for i := range old.Members {
		m := &old.Members[i]
		if e.mergeMember(m, find(was, m.Name), find(is, m.Name)) {
			parts = append(parts, jsonedit.Kept(i))
		} else {
			arranged = true
		}
	}
	for i := range is {
		before := find(was, is[i].Name)
		if find(old.Members, is[i].Name) == nil && (before == nil || !sameData(&before.Value, &is[i].Value)) {
			parts = append(parts, jsonedit.New(is[i].Name, jsonedit.NodeOf(&is[i].Value)))
			arranged = true
		}
	}
	if arranged {
		e.text.Arrange(old, parts)
	}
	return len(parts)
}

// mergeMember makes the change of a member, and reports whether it stays. was and is
// may be about some items only, so that of a list or of places no more is changed
// than what differs in them.
func (e *jsonBody) mergeMember(m, was, is *jsontree.Member) (stays bool) {
	if was == nil && is == nil || was != nil && is != nil && sameData(&was.Value, &is.Value) {
		return true
	}
	list := isHint(m.Name) && m.Value.Kind == jsontree.Array
	if list || (m.Name == "at" || m.Name == "labels") && m.Value.Kind == jsontree.Object {
		none := &jsontree.Member{Value: jsontree.Value{Kind: m.Value.Kind}}
		if was == nil {
			was = none
		}
		if is == nil {
			is = none
		}
		if list {
			return e.mergeList(&m.Value, &was.Value, &is.Value) > 0 || is != none || len(was.Value.Elems) == 0
		}
		return e.mergeMembers(&m.Value, was.Value.Members, is.Value.Members) > 0
	}
	if is == nil {
		return false
	}
	e.replace(&m.Value, &is.Value)
	return true
}

// mergeList makes the changes between two lists of names in a third, and returns how
// many that has then.
func (e *jsonBody) mergeList(old, was, is *jsontree.Value) int {
	has := func(list *jsontree.Value, name string) bool {
		return slices.ContainsFunc(list.Elems, func(v jsontree.Value) bool { return v.Text == name })
	}
	var parts []jsonedit.Part
	for i := range old.Elems {
		if name := old.Elems[i].Text; !has(was, name) || has(is, name) {
			parts = append(parts, jsonedit.Kept(i))
		}
	}
	for i := range is.Elems {
		if name := is.Elems[i].Text; !has(old, name) {
			parts = append(parts, jsonedit.New("", jsonedit.NodeOf(&is.Elems[i])))
		}
	}
	e.text.Arrange(old, parts)
	return len(parts)
}
