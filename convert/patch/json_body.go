package patch

import (
	linked "container/list"
	"iter"
	"slices"
	"sort"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/notepath"
	"github.com/hcljson/hcljson/schema"
)

// jsonBody is the change of one body.
type jsonBody struct {
	*jsonPatch
	schema *schema.Body
	// old are the items of the body in the file, and edited those that it is to have.
	// was and is are the same as they come back from JSON that we wrote; was is empty
	// if that did not work out.
	old, edited, was, is []hclwrite.Item
	// wasObjects and isObjects are the bodies in that JSON.
	wasObjects, isObjects []*jsontree.Value
	script                *nativeedit.Script

	// nested: this is the body of a block.
	nested bool
	// objects are the body in the file.
	objects []*jsonObject
	// partner has the old item for an edited one, or -1.
	partner []int
	// place has the member of an edited item that is there.
	place map[int]*jsonMember
	// groups are the blocks by their type, as far as they are looked at.
	groups map[string]*jsonGroup
}

// jsonObject is an object of a body.
type jsonObject struct {
	value   *jsontree.Value
	members *linked.List // of *jsonMember
	of      map[*jsontree.Member]*jsonMember
	// arranged: members come, go or get another value.
	arranged bool
}

// jsonMember is a member of such an object.
type jsonMember struct {
	object *jsonObject
	// at is where it is among the members of the object.
	at *linked.Element
	// index is that of the member in the file, -1 for a new one, and was the member.
	index int
	was   *jsontree.Member
	name  string
	// value is another value than that in the file.
	value *jsonedit.Node
	// blocks are those that the member stands for, where they are rearranged.
	blocks *jsonTree
}

// all are the members in order.
func (o *jsonObject) all() iter.Seq[*jsonMember] {
	return func(yield func(*jsonMember) bool) {
		for at := o.members.Front(); at != nil && yield(at.Value.(*jsonMember)); at = at.Next() {
		}
	}
}

// change carries out a script on the objects of a body.
func (e *jsonBody) change(objects []*jsontree.Value) {
	e.place, e.groups = make(map[int]*jsonMember), make(map[string]*jsonGroup)
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

// named are the members of a name.
func (e *jsonBody) named(name string) (named []*jsonMember) {
	for _, object := range e.objects {
		for m := range object.all() {
			if m.name == name {
				named = append(named, m)
			}
		}
	}
	return named
}

// memberOf finds the member that an item of the file is in.
func (e *jsonBody) memberOf(item hclwrite.Item) *jsonMember {
	at := item.ItemSpan().Start
	for _, object := range e.objects {
		if m := memberIn([]*jsontree.Value{object.value}, at); m != nil {
			return object.of[m]
		}
	}
	return nil
}

// memberIn finds the member with a name that starts at a place.
func memberIn(objects []*jsontree.Value, at int) *jsontree.Member {
	for _, object := range objects {
		members := object.Members
		i := sort.Search(len(members), func(i int) bool { return members[i].Value.End > at })
		if i < len(members) && members[i].NameStart <= at {
			return &members[i]
		}
	}
	return nil
}

// step does what can be done to an item where it is.
func (e *jsonBody) step(step *nativeedit.Step) {
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
	if step.Op == nativeedit.Keep || step.Op == nativeedit.Insert {
		return
	}
	switch item := e.old[step.Old].(type) {
	case *hclwrite.Attribute:
		if step.New < 0 {
			e.drop(member)
			return
		}
		e.attribute(step, member)
	case *hclwrite.Block:
		if step.New < 0 {
			return // with its group
		}
		e.block(step, member, item)
	}
}

// drop takes a member out of its object.
func (e *jsonBody) drop(m *jsonMember) {
	m.object.members.Remove(m.at)
	m.object.arranged = true
}

// attribute changes the value of an attribute.
func (e *jsonBody) attribute(step *nativeedit.Step, member *jsonMember) {
	is, value := e.newAttribute(step.New)
	if value == nil {
		return
	}
	if was, ok := at(e.was, step.Old).(*hclwrite.Attribute); ok {
		parts, replaced := e.match.value(was.Expr, was.Expr, is.Expr)
		e.value(&member.was.Value, was.Expr, is.Expr, &value.Value, parts, replaced)
		return
	}
	e.replace(&member.was.Value, &value.Value)
}

// newAttribute is an edited attribute as it comes back, with its member; nil, and a
// failure, if it is none.
func (e *jsonBody) newAttribute(j int) (a *hclwrite.Attribute, m *jsontree.Member) {
	a, ok := e.is[j].(*hclwrite.Attribute)
	if ok {
		m = memberIn(e.isObjects, a.Span.Start)
	}
	if m == nil {
		e.fail()
	}
	return a, m
}

// at is an item of a list that may be empty.
func at(items []hclwrite.Item, i int) hclwrite.Item {
	if i < 0 || i >= len(items) {
		return nil
	}
	return items[i]
}

// block changes the body of a block.
func (e *jsonBody) block(step *nativeedit.Step, member *jsonMember, old *hclwrite.Block) {
	is := e.is[step.New].(*hclwrite.Block)
	leaf, _ := leafIn(&member.was.Value, old.Span)
	value, _, _ := bodyIn(e.isObjects, is)
	if leaf == nil || value == nil {
		e.mergeType(member.name)
		return
	}
	was, ok := at(e.was, step.Old).(*hclwrite.Block)
	inside, _ := bodyOf(e.schema, is)
	if !ok || !sameHeads(&old.Body, &was.Body) || hidesBlocks(inside, leaf) || hidesBlocks(inside, value) {
		e.mergeBody(member, leaf, value)
		return
	}
	inner := &jsonBody{
		jsonPatch: e.jsonPatch, schema: inside, nested: true,
		old: old.Body.Items, was: was.Body.Items, edited: is.Body.Items, is: is.Body.Items,
		isObjects: notepath.Elements(value),
		script:    e.match.body(&was.Body, &was.Body, &is.Body, inside, false),
	}
	if value, _, _ := bodyIn(e.wasObjects, was); value != nil {
		inner.wasObjects = notepath.Elements(value)
	}
	if inner.script.Unchanged() && !step.Comments {
		return
	}
	if inner.displaced(notepath.Elements(leaf)) {
		e.mergeBody(member, leaf, value)
		return
	}
	if inner.change(notepath.Elements(leaf)); e.failed {
		e.failed = false
		e.text.Reset(leaf)
		e.mergeBody(member, leaf, value)
	}
}

// mergeBody makes a body in a member that of JSON that we wrote, as data.
func (e *jsonBody) mergeBody(member *jsonMember, leaf, value *jsontree.Value) {
	e.mergedAsData++
	if value.Kind == jsontree.Array && leaf.Kind == jsontree.Object && !isElement(&member.was.Value, leaf) {
		list := &jsonedit.Node{Kind: jsontree.Array, Parts: []jsonedit.Part{jsonedit.New("", e.node(value))}}
		e.text.Replace(leaf, list)
		return
	}
	e.merge(leaf, value)
}

// isElement reports whether a value in another one is an element of an array.
func isElement(v, of *jsontree.Value) bool {
	for v.Start < of.Start {
		i := sort.Search(v.Len(), func(i int) bool { _, part := v.Part(i); return part.End > of.Start })
		if i == v.Len() {
			return false
		}
		_, part := v.Part(i)
		if part == of {
			return v.Kind == jsontree.Array
		}
		v = part
	}
	return false
}

// hidesBlocks reports whether a body has dynamic blocks for an argument: what is in them
// may be a block, or elsewhere.
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

// bodyIn finds the body of a block in the objects of the one that it is in, the member
// that stands for the block, and its labels.
func bodyIn(objects []*jsontree.Value, block *hclwrite.Block) (*jsontree.Value, *jsontree.Member, []string) {
	m := memberIn(objects, block.Span.Start)
	if m == nil {
		return nil, nil, nil
	}
	leaf, labels := leafIn(&m.Value, block.Span)
	return leaf, m, labels
}

// mergeType makes the property for blocks of a type that of JSON that we wrote, as
// data: blocks that do not show where they are may be an attribute for the product.
func (e *jsonBody) mergeType(blockType string) {
	olds := e.named(blockType)
	var is *jsontree.Member
	if len(e.isObjects) == 1 {
		is = memberNamed(e.isObjects[0].Members, blockType)
	}
	switch {
	case !e.nested || len(e.isObjects) != 1 || len(olds) > 1:
		e.fail()
		return
	case is == nil && len(olds) == 1:
		e.drop(olds[0])
	case is != nil && len(olds) == 1:
		e.merge(&olds[0].was.Value, &is.Value)
	case is != nil:
		m := &jsonMember{index: -1, name: blockType, value: e.partNode(is)}
		e.insert(m, slices.IndexFunc(e.edited, func(item hclwrite.Item) bool { return item.ItemName() == blockType }))
		olds = append(olds, m)
	}
	for j, item := range e.edited {
		if item.ItemName() == blockType && len(olds) == 1 {
			e.place[j] = olds[0]
		}
	}
	e.mergedAsData++
}

// sameHeads reports whether two bodies have the same items, whatever is in them.
func sameHeads(a, b *hclwrite.Body) bool {
	return slices.EqualFunc(a.Items, b.Items, nativeedit.SameHead)
}

// insertNew puts attributes where they are in the edited file.
func (e *jsonBody) insertNew() {
	for j := range e.edited {
		if e.partner[j] >= 0 || e.place[j] != nil {
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

// insert puts a member next to those of the items around an edited one.
func (e *jsonBody) insert(m *jsonMember, j int) {
	for k := j - 1; k >= 0; k-- {
		if e.insertBeside(m, e.place[k], (*linked.List).InsertAfter) {
			return
		}
	}
	for k := j + 1; k < len(e.edited); k++ {
		if e.insertBeside(m, e.place[k], (*linked.List).InsertBefore) {
			return
		}
	}
	if len(e.objects) == 0 {
		e.fail()
		return
	}
	object := e.objects[len(e.objects)-1]
	m.object, object.arranged = object, true
	m.at = object.members.PushBack(m)
}

func (e *jsonBody) insertBeside(
	m, other *jsonMember, insert func(members *linked.List, m any, beside *linked.Element) *linked.Element,
) bool {
	if other == nil || other.object == nil {
		return false
	}
	at := insert(other.object.members, m, other.at)
	if at == nil {
		return false // the other one is gone
	}
	m.at, m.object, other.object.arranged = at, other.object, true
	return true
}

// write hands the changes of the members to the text.
func (e *jsonBody) write() {
	for _, object := range e.objects {
		if !object.arranged {
			continue
		}
		parts := make([]jsonedit.Part, 0, object.members.Len())
		for m := range object.all() {
			part := jsonedit.Part{Old: m.index, Value: m.value}
			if m.index < 0 {
				part.Name = m.name
			}
			parts = append(parts, part)
		}
		e.text.Arrange(object.value, parts)
	}
}

// arranges reports whether items come, go or get another place.
func (e *jsonBody) arranges() bool {
	return slices.ContainsFunc(e.script.Steps, func(s nativeedit.Step) bool { return arranges(&s) })
}

// arranges reports whether a part comes, goes, or gets another place or name.
func arranges(s *nativeedit.Step) bool { return !s.Stays() || s.Header }

// misordered reports whether blocks do not have the order that they are to have, as far
// as it matters.
func (e *jsonBody) misordered() bool {
	return e.arranges() && !e.inOrder(e.written(), "")
}

// written are the edited items, by their indexes, in the order in which they are in
// the objects.
func (e *jsonBody) written() []int {
	in := make(map[*jsonMember][]int)
	for j := range e.edited {
		if m := e.place[j]; m != nil {
			in[m] = append(in[m], j)
		}
	}
	var list []int
	for _, object := range e.objects {
		for m := range object.all() {
			js := in[m]
			if m.blocks != nil {
				js = m.blocks.leaves(nil)
			} else {
				slices.SortStableFunc(js, func(a, b int) int { return e.oldStart(a) - e.oldStart(b) })
			}
			list = append(list, js...)
		}
	}
	return list
}

// oldStart is where an edited item is in the file.
func (e *jsonBody) oldStart(j int) int {
	if i := e.partner[j]; i >= 0 {
		return e.old[i].ItemSpan().Start
	}
	return 0
}

// value changes the value of an attribute, an element or an item of an object. was
// and is are what the value in the file and the other one stand for.
func (p *jsonPatch) value(
	v *jsontree.Value, was, is hclwrite.Expr, to *jsontree.Value, parts *nativeedit.Script, replaced bool,
) {
	listed := len(v.Elems) == 1 && len(to.Elems) == 1 && nativeedit.IsObject(was)
	switch {
	case parts != nil && v.Kind == to.Kind && p.parts(v, was, is, to, parts):
	case parts != nil && listed:
		// A list around an object that native syntax does not show.
		if !p.parts(&v.Elems[0], was, is, &to.Elems[0], parts) {
			p.replace(v, to)
		}
	case parts != nil || replaced:
		p.replace(v, to)
	}
}

// replace puts a value in the place of another one that does not mean the same.
func (p *jsonPatch) replace(v, to *jsontree.Value) {
	if !jsontree.Same(v, to) {
		p.text.Replace(v, jsonedit.NodeOf(to))
	}
}

// exprParts is how many of them there are; -1 for an expression that has none.
func exprParts(e hclwrite.Expr, kind jsontree.Kind) int {
	is := jsontree.Array
	if nativeedit.IsObject(e) {
		is = jsontree.Object
	}
	if c := hclwrite.CollectionOf(e); c != nil && is == kind {
		return len(c.Items)
	}
	return -1
}

// parts carries out a script on an array or an object. It reports false if the JSON
// does not have the parts that the script is about.
func (p *jsonPatch) parts(
	v *jsontree.Value, was, is hclwrite.Expr, to *jsontree.Value, script *nativeedit.Script,
) bool {
	if exprParts(was, v.Kind) != v.Len() || exprParts(is, to.Kind) != to.Len() {
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
		list = append(list, jsonedit.Kept(step.Old))
		_, old := v.Part(step.Old)
		p.value(old, olds[step.Old].Value, news[step.New].Value, value, step.Parts, step.Value)
	}
	if arranged {
		p.text.Arrange(v, list)
	}
	return true
}

// partNode is the new value of a member of a body; nil for a note that does not count.
func (p *jsonPatch) partNode(m *jsontree.Member) *jsonedit.Node {
	p.is.index()
	switch {
	case p.is.attributes[m.NameStart]:
		return jsonedit.NodeOf(&m.Value)
	case m.Name == noteName:
		return p.noteNode(&m.Value)
	}
	v := &m.Value
	switch n := p.shapes(m.Name); {
	case n > 0 && len(v.Elems) == 1 && v.Elems[0].Kind == jsontree.Object && p.is.bodies[v.Elems[0].Start]:
		v = &v.Elems[0]
	case n < 0 && v.Kind == jsontree.Object && p.is.bodies[v.Start]:
		return &jsonedit.Node{Kind: jsontree.Array, Parts: []jsonedit.Part{jsonedit.New("", p.node(v))}}
	}
	return p.node(v)
}

// node is a value that stands for blocks or a body. Comments and hints are left out
// where the file has none.
func (p *jsonPatch) node(v *jsontree.Value) *jsonedit.Node {
	p.is.index()
	n := &jsonedit.Node{Kind: v.Kind, Text: v.Text}
	for i := range v.Elems {
		n.Parts = append(n.Parts, jsonedit.New("", p.node(&v.Elems[i])))
	}
	for i := range v.Members {
		m := &v.Members[i]
		switch {
		case !p.isBody(v):
			n.Parts = append(n.Parts, jsonedit.New(m.Name, p.node(&m.Value)))
		default:
			if node := p.partNode(m); node != nil {
				n.Parts = append(n.Parts, jsonedit.New(m.Name, node))
			}
		}
	}
	return n
}

// shapes is how many single blocks of a type are objects in the file, less those that are
// arrays of one.
func (p *jsonPatch) shapes(name string) int {
	if p.forms == nil {
		p.forms = make(map[string]int)
		p.countForms(&p.old.Body, notepath.Elements(p.root))
	}
	return p.forms[name]
}

// countForms counts the types of blocks without labels that are objects, less those
// that are arrays of one.
func (p *jsonPatch) countForms(body *hclwrite.Body, objects []*jsontree.Value) {
	for _, item := range body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		leaf, m, names := bodyIn(objects, block)
		switch {
		case leaf == nil || len(names) > 0:
		case leaf == &m.Value && leaf.Kind == jsontree.Object:
			p.forms[m.Name]++
		case len(m.Value.Elems) == 1:
			p.forms[m.Name]--
		}
		if leaf != nil {
			p.countForms(&block.Body, notepath.Elements(leaf))
		}
	}
}
