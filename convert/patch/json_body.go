package patch

import (
	linked "container/list"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/notepath"
	"github.com/hcljson/hcljson/internal/treediff"
	"github.com/hcljson/hcljson/schema"
)

// change applies a script to the objects of a body.
func (e *jsonBody) change(objects []*jsontree.Value) {
	e.place = make(map[int]*jsonMember)
	for _, v := range objects {
		if v.Kind != jsontree.Object {
			e.fail()
			return
		}
		object := &jsonObject{value: v, members: linked.New()}
		object.of = make(map[*jsontree.Member]*jsonMember, len(v.Members))
		members := make([]jsonMember, len(v.Members))
		for i := range v.Members {
			m := &v.Members[i]
			members[i] = jsonMember{object: object, index: i, was: m, name: m.Name}
			members[i].at, object.of[m] = object.members.PushBack(&members[i]), &members[i]
		}
		e.objects = append(e.objects, object)
	}
	e.partner = make([]int, len(e.edited))
	for j := range e.partner {
		e.partner[j] = -1
	}
	for _, step := range e.script.Steps {
		if step.New >= 0 {
			e.partner[step.New] = step.Old
		}
	}
	for k := range e.script.Steps {
		e.step(&e.script.Steps[k])
	}
	e.arrangeBlocks()
	e.insertNew()
	e.note()
	if e.misordered() {
		e.fail()
		return
	}
	e.write()
}

// step applies a step to an item at its place.
func (e *jsonBody) step(step *treediff.Step) {
	if step.Old >= 0 && hclwrite.IsCommentGroup(e.old[step.Old]) {
		return // it is a part of the "//" property
	}
	var member *jsonMember
	if step.Old >= 0 {
		if member = e.memberOf(e.old[step.Old]); member == nil {
			e.fail()
			return
		}
		if step.New >= 0 {
			e.place[step.New] = member
		}
	}
	if step.Op == treediff.Keep || step.Op == treediff.Insert {
		return
	}
	switch item := e.old[step.Old].(type) {
	case *hclwrite.Attribute:
		if step.New < 0 {
			e.drop(member)
			return
		}
		if name := hclwrite.ItemName(e.edited[step.New]); name != member.name {
			member.name, member.object.arranged = name, true
		}
		e.attribute(step, member)
	case *hclwrite.Block:
		if step.New < 0 {
			return // with its group
		}
		e.block(step, member, item)
	}
}

// attribute changes the value of an attribute.
func (e *jsonBody) attribute(step *treediff.Step, member *jsonMember) {
	is, value := e.newAttribute(step.New)
	if value == nil {
		return
	}
	old := e.old[step.Old].(*hclwrite.Attribute)
	e.value(&member.was.Value, old.Expr, is.Expr, &value.Value, step.Parts, step.Value)
}

// block changes the body of a block.
func (e *jsonBody) block(step *treediff.Step, member *jsonMember, old *hclwrite.Block) {
	is := e.edited[step.New].(*hclwrite.Block)
	leaf, up, _ := leafIn(&member.was.Value, old.Span)
	value, _, _ := bodyIn(e.isObjects, is)
	if leaf == nil || value == nil {
		e.mergeType(member.name)
		return
	}
	inside := treediff.BodyOf(e.schema, is)
	if step.Parts == nil && !step.Comments {
		return
	}
	if hidesBlocks(inside, leaf) || hidesBlocks(inside, value) {
		e.mergeBody(leaf, up, value)
		return
	}
	inner := &jsonBody{
		jsonPatch: e.jsonPatch, schema: inside, nested: true,
		script: e.groupsAsComments(step.Parts, old.Body.Items, is.Body.Items),
		old:    old.Body.Items, edited: is.Body.Items, isObjects: notepath.Elements(value),
	}
	if inner.script == nil { // only comments next to the block differ
		inner.script = e.match.Body(&old.Body, &old.Body, &is.Body, inside, false)
		for i := range inner.script.Steps {
			inner.script.Steps[i].Op = treediff.Keep
		}
	}
	if value, _, _ := bodyIn(e.wasObjects, old); value != nil {
		inner.wasObjects = notepath.Elements(value)
	}
	if inner.displaced(notepath.Elements(leaf)) {
		e.mergeBody(leaf, up, value)
		return
	}
	if inner.change(notepath.Elements(leaf)); e.failed {
		e.failed = false
		e.text.Reset(leaf)
		e.mergeBody(leaf, up, value)
	}
}

// mergeBody merges the body of written JSON into a body as data. up is the parent of the body.
func (e *jsonBody) mergeBody(leaf, up, value *jsontree.Value) {
	e.mergedAsData++
	if value.Kind == jsontree.Array && leaf.Kind == jsontree.Object && (up == nil || up.Kind != jsontree.Array) {
		list := &jsonedit.Node{Kind: jsontree.Array, Parts: []jsonedit.Part{jsonedit.New("", e.node(value))}}
		e.text.Replace(leaf, list)
		return
	}
	e.merge(leaf, value)
}

// hidesBlocks reports whether a body has dynamic blocks for an argument, whose content may be a
// block or at another place.
func hidesBlocks(s *schema.Body, body *jsontree.Value) bool {
	if s == nil {
		return false
	}
	isArgument := func(m jsontree.Member) bool {
		argument, _ := s.Lookup(m.Name)
		return argument != nil && argument.AsBlocks != nil
	}
	for _, object := range notepath.Elements(body) {
		for i := range object.Members {
			m := &object.Members[i]
			if m.Name == schema.DynamicType && slices.ContainsFunc(notepath.Elements(&m.Value),
				func(types *jsontree.Value) bool { return slices.ContainsFunc(types.Members, isArgument) }) {
				return true
			}
		}
	}
	return false
}

// insertNew inserts attributes at their places in the edited file.
func (e *jsonBody) insertNew() {
	for j := range e.edited {
		if e.partner[j] >= 0 || e.place[j] != nil || hclwrite.IsCommentGroup(e.edited[j]) {
			continue
		}
		_, value := e.newAttribute(j)
		if value == nil {
			return
		}
		m := &jsonMember{index: -1, name: value.Name, value: jsonedit.NodeOf(&value.Value)}
		e.insert(m, j)
		e.place[j] = m
	}
}

// newAttribute returns an edited attribute with its member. For other items it fails and returns
// nil.
func (e *jsonBody) newAttribute(j int) (a *hclwrite.Attribute, m *jsontree.Member) {
	a, ok := e.edited[j].(*hclwrite.Attribute)
	if ok {
		m = memberIn(e.isObjects, a.Span.Start)
	}
	if m == nil {
		e.fail()
	}
	return a, m
}

// value changes the value of an attribute or an element. was and is are the expressions of the value
// in the file and in the edit.
func (p *jsonPatch) value(
	v *jsontree.Value, was, is hclwrite.Expr, to *jsontree.Value, parts *treediff.Script, replaced bool,
) {
	listed := len(v.Elems) == 1 && len(to.Elems) == 1 && treediff.IsObject(was)
	switch {
	case parts != nil && v.Kind == to.Kind && p.parts(v, was, is, to, parts):
	case parts != nil && listed && p.parts(&v.Elems[0], was, is, &to.Elems[0], parts):
		// Native syntax does not show the list around an object.
	case parts != nil && v.Kind == jsontree.String:
		text, ok := inExpression(v.Text, is, parts)
		if ok {
			to = &jsontree.Value{Kind: jsontree.String, Text: text}
		}
		p.coarse = p.coarse || !ok
		p.replace(v, to)
	case parts != nil: // an object with a computed key
		p.coarse = true
		p.replace(v, to)
	case replaced:
		// Objects with computed keys are compared as a whole.
		p.coarse = p.coarse || treediff.SameKind(was, is) && treediff.IsObject(was) &&
			!treediff.Keyed(hclwrite.CollectionOf(was))
		p.replace(v, to)
	}
}

// inExpression applies a script to the tuple or object in an expression string, such as "${[1, 2]}",
// and returns the new string. ok is false if the string is no such expression.
func inExpression(text string, is hclwrite.Expr, script *treediff.Script) (result string, ok bool) {
	const head = "x = "
	source, closed := strings.CutSuffix(text, "}")
	source, opened := strings.CutPrefix(source, "${")
	file, diags := hclwrite.ParseFile([]byte(head+source+"\n"), "")
	if !opened || !closed || diags.HasErrors() || len(file.Body.Items) != 1 {
		return "", false
	}
	edited, _ := hclwrite.ParseFile([]byte(file.Source()), "")
	a, ok := edited.Body.Items[0].(*hclwrite.Attribute)
	if !ok || !changeParts(a.Expr, is, script) {
		return "", false
	}
	changed, _, _ := nativeedit.ChangedTree(file, edited, nil)
	return "${" + strings.TrimSuffix(strings.TrimPrefix(string(changed), head), "\n") + "}", true
}

// changeParts applies a script to a parsed expression.
func changeParts(e, is hclwrite.Expr, script *treediff.Script) bool {
	olds, news := hclwrite.CollectionOf(e), hclwrite.CollectionOf(is)
	if olds == nil || news == nil {
		return false
	}
	var items []hclwrite.Element
	for k := range script.Steps {
		step := &script.Steps[k]
		if step.New < 0 {
			continue
		}
		item := news.Items[step.New]
		hclwrite.Walk(&item, hclwrite.Span{}.Place) // it has no place there
		if step.Old >= len(olds.Items) {
			return false
		}
		if step.Old >= 0 {
			old := olds.Items[step.Old]
			switch {
			case step.Parts != nil && !changeParts(old.Value, item.Value, step.Parts):
				return false
			case step.Parts == nil && step.Value:
				old.Value = item.Value
			}
			if step.Header {
				old.Key.Text, old.Key.Template, old.Key.Source = item.Key.Text, item.Key.Template, item.Key.Source
			}
			item = old
		}
		items = append(items, item)
	}
	olds.Items = items
	return true
}

// parts applies a script to an array or an object. It reports false if the JSON does not have the
// parts of the script.
func (p *jsonPatch) parts(
	v *jsontree.Value, was, is hclwrite.Expr, to *jsontree.Value, script *treediff.Script,
) bool {
	if !standsFor(v, was) || !standsFor(to, is) {
		return false
	}
	olds, news := hclwrite.CollectionOf(was).Items, hclwrite.CollectionOf(is).Items
	arranged := false
	list := make([]jsonedit.Part, 0, len(script.Steps))
	for k := range script.Steps {
		step := &script.Steps[k]
		arranged = arranged || !step.Stays()
		if step.New < 0 {
			continue
		}
		name, value := to.Part(step.New)
		if step.Old < 0 {
			list = append(list, jsonedit.New(name, jsonedit.NodeOf(value)))
			continue
		}
		was, old := v.Part(step.Old)
		if list = append(list, jsonedit.Kept(step.Old)); olds[step.Old].Key != nil && !olds[step.Old].Key.Same(news[step.New].Key) {
			list[len(list)-1].Name, arranged = name, arranged || name != was
		}
		p.value(old, olds[step.Old].Value, news[step.New].Value, value, step.Parts, step.Value)
	}
	if arranged {
		p.text.Arrange(v, list)
	}
	return true
}

// standsFor reports whether an array or an object has the parts of an expression.
func standsFor(v *jsontree.Value, e hclwrite.Expr) bool {
	c := hclwrite.CollectionOf(e)
	kind := jsontree.Array
	if treediff.IsObject(e) {
		kind = jsontree.Object
	}
	return c != nil && v.Kind == kind && v.Len() == len(c.Items)
}

// misordered reports whether blocks are in a wrong order, if their order matters.
func (e *jsonBody) misordered() bool {
	return e.arranges() && !e.inOrder(e.written(), "")
}

// write passes the changes of the members to the text.
func (e *jsonBody) write() {
	for _, object := range e.objects {
		if !object.arranged {
			continue
		}
		parts := make([]jsonedit.Part, 0, object.members.Len())
		for m := range each[*jsonMember](object.members) {
			part := jsonedit.Part{Old: m.index, Value: m.value}
			if m.index < 0 || m.name != m.was.Name {
				part.Name = m.name
			}
			parts = append(parts, part)
		}
		e.text.Arrange(object.value, parts)
	}
}
