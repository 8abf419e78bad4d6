package patch

import (
	"bytes"
	linked "container/list"
	"hash/maphash"
	"iter"
	"slices"
	"sort"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/notepath"
	"github.com/hcljson/hcljson/internal/treediff"
	"github.com/hcljson/hcljson/schema"
)

// jsonPatch is one edit of an HCL-JSON file.
type jsonPatch struct {
	opts    Options
	dialect *schema.Dialect

	// src is the file, root its values, and old the tree that is read from it.
	src   equivalent.Source
	root  *jsontree.Value
	old   *hclwrite.File
	style jsonStyle
	// target is the edited file, json the same as JSON, and edited the tree that is read from that.
	target equivalent.Source
	json   []byte
	edited *hclwrite.File
	// native is the edited file in native syntax, and omitted are the items of edited whose content
	// json lacks, with their indexes in old.
	native  string
	omitted map[int]int
	// guessed is true if the edit has another kind for an item than was guessed for the file.
	guessed bool
	// script leads from the old tree to the edited one.
	script *treediff.Script
	match  *treediff.Matcher

	// text receives the changes, whose values are from is, the edited JSON.
	text *jsonedit.Text
	is   *jsonSide
	// forms counts, by type, the single blocks that are objects, less those in arrays.
	forms map[string]int
	// mergedAsData counts the bodies that were merged as data.
	mergedAsData int
	// failed is true if the script cannot be applied to the text, and coarse if a value was replaced
	// as a whole for a change in it.
	failed, coarse bool
}

// comments reports whether the comments of the edited file count.
func (p *jsonPatch) comments() bool {
	return (p.style.notes || p.opts.AddComments) && !p.opts.DropComments
}

// seed is the seed of all hashes.
var seed = maphash.MakeSeed()

// fail marks the edit as impossible by script.
func (p *jsonPatch) fail() { p.failed = true }

// jsonSide is a JSON text, as it was or is to be, and the tree that is read from it.
type jsonSide struct {
	root *jsontree.Value
	file *hclwrite.File
	// bodies and attributes are the offsets at which they start, once they are needed.
	bodies, attributes map[int]bool
	// notes are the "//" properties of an edit in JSON in place of which root has others, by where they start.
	notes map[int]jsontree.Value
}

// jsonBody is the change of one body.
type jsonBody struct {
	*jsonPatch
	schema *schema.Body
	// old are the items of the body in the file, and edited those that it is to have.
	old, edited []hclwrite.Item
	// wasObjects are the objects of the body in the file, with the comments that we would write, and
	// isObjects those in the edited JSON.
	wasObjects, isObjects []*jsontree.Value
	script                *treediff.Script

	// nested is true for the body of a block.
	nested bool
	// objects are the objects of the body in the file.
	objects []*jsonObject
	// partner contains the old index of each edited item, or -1.
	partner []int
	// place contains the member of each edited item that exists.
	place map[int]*jsonMember
}

// jsonObject is an object of a body.
type jsonObject struct {
	value   *jsontree.Value
	members *linked.List // of *jsonMember
	of      map[*jsontree.Member]*jsonMember
	// arranged is true if members are inserted, removed or replaced.
	arranged bool
}

// jsonMember is a member of such an object.
type jsonMember struct {
	object *jsonObject
	// at is the position among the members of the object.
	at *linked.Element
	// index is the index of the member in the file, -1 for a new one, and was the member.
	index int
	was   *jsontree.Member
	name  string
	// value is a new value.
	value *jsonedit.Node
	// blocks are the rearranged blocks of the member.
	blocks *jsonTree
}

// each iterates over a list.
func each[T any](list *linked.List) iter.Seq[T] {
	return func(yield func(T) bool) {
		for at := list.Front(); at != nil && yield(at.Value.(T)); at = at.Next() {
		}
	}
}

// named returns the members with a name.
func (e *jsonBody) named(name string) (named []*jsonMember) {
	for _, object := range e.objects {
		for m := range each[*jsonMember](object.members) {
			if m.name == name {
				named = append(named, m)
			}
		}
	}
	return named
}

// memberOf returns the member that contains an item of the file.
func (e *jsonBody) memberOf(item hclwrite.Item) *jsonMember {
	at := hclwrite.SpanOf(item).Start
	for _, object := range e.objects {
		if m := memberIn([]*jsontree.Value{object.value}, at); m != nil {
			return object.of[m]
		}
	}
	return nil
}

// insert inserts a member next to the members of neighbouring edited items.
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

// drop removes a member from its object.
func (e *jsonBody) drop(m *jsonMember) {
	m.object.members.Remove(m.at)
	m.object.arranged = true
}

// arranges reports whether items are inserted, removed or moved.
func (e *jsonBody) arranges() bool {
	return slices.ContainsFunc(e.script.Steps, func(s treediff.Step) bool {
		return arranges(&s) && !hclwrite.IsCommentGroup(stepItem(&s, e.old, e.edited))
	})
}

// stepItem returns the old item of a step, or the new one.
func stepItem(s *treediff.Step, old, edited []hclwrite.Item) hclwrite.Item {
	if s.Old >= 0 {
		return old[s.Old]
	}
	return edited[s.New]
}

// arranges reports whether a part is inserted, removed, moved or renamed.
func arranges(s *treediff.Step) bool { return !s.Stays() || s.Header }

// inOrder reports whether blocks are in the right order among all blocks of a type, or of all types,
// if their order matters.
func (e *jsonBody) inOrder(written []int, blockType string) bool {
	next, made := make(map[string][]int), treediff.GeneratedTypes(&hclwrite.Body{Items: e.edited}, e.schema)
	for j, item := range e.edited {
		if block, ok := item.(*hclwrite.Block); ok && (block.Type == blockType || blockType == "") {
			key := treediff.OrderKey(block, e.schema, made)
			next[key] = append(next[key], j)
		}
	}
	for _, j := range written {
		block, ok := e.edited[j].(*hclwrite.Block)
		if !ok {
			continue
		}
		key := treediff.OrderKey(block, e.schema, made)
		if len(next[key]) == 0 || next[key][0] != j {
			return false
		}
		next[key] = next[key][1:]
	}
	return true
}

// written returns the indexes of the edited items in the order of the objects.
func (e *jsonBody) written() []int {
	in := make(map[*jsonMember][]int)
	for j := range e.edited {
		if m := e.place[j]; m != nil {
			in[m] = append(in[m], j)
		}
	}
	var list []int
	for _, object := range e.objects {
		for m := range each[*jsonMember](object.members) {
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

// oldStart returns the offset of an edited item in the file.
func (e *jsonBody) oldStart(j int) int {
	if i := e.partner[j]; i >= 0 {
		return hclwrite.SpanOf(e.old[i]).Start
	}
	return 0
}

// mergeType merges the property of a block type as data: blocks without visible bodies may be an
// attribute for the product.
func (e *jsonBody) mergeType(blockType string) {
	olds := e.named(blockType)
	if !e.nested || len(e.isObjects) != 1 || len(olds) != 1 {
		e.fail()
		return
	}
	if is := e.isObjects[0].Member(blockType); is != nil {
		e.merge(&olds[0].was.Value, is)
	} else {
		e.drop(olds[0])
	}
	for j, item := range e.edited {
		if hclwrite.ItemName(item) == blockType {
			e.place[j] = olds[0]
		}
	}
	e.mergedAsData++
}

// merge merges written JSON into a value as data. Equal parts stay unchanged.
func (p *jsonPatch) merge(v, to *jsontree.Value) {
	switch {
	case jsontree.Same(v, to):
	case v.Kind == jsontree.Object && to.Kind == jsontree.Object && !v.RepeatsName():
		p.mergeObject(v, to)
	case v.Kind == jsontree.Array && to.Kind == jsontree.Array:
		p.mergeArray(v, to)
	case v.Kind == jsontree.Object && len(to.Elems) == 1 && p.is.isBody(to.Elems[0].Start):
		p.merge(v, &to.Elems[0])
	case to.Kind == jsontree.Object && p.is.isBody(to.Start) && len(v.Elems) == 1:
		p.merge(&v.Elems[0], to)
	default:
		p.text.Replace(v, p.node(to))
	}
}

func (p *jsonPatch) mergeObject(v, to *jsontree.Value) {
	index := make(map[string]int, len(v.Members))
	for i := range v.Members {
		index[v.Members[i].Name] = i
	}
	body := p.isBody(to)
	kept := make([]bool, len(v.Members))
	// added are the new members after each old one; the last list precedes all others.
	added := make([][]jsonedit.Part, len(v.Members)+1)
	last, arranged := len(v.Members), false
	for i := range to.Members {
		m := &to.Members[i]
		old, ok := index[m.Name]
		note := body && m.Name == noteName && !p.is.isAttribute(m.NameStart)
		if ok {
			kept[old], last = true, old
		}
		if ok && !note {
			p.merge(&v.Members[old].Value, &m.Value)
			continue
		}
		var node *jsonedit.Node
		switch {
		case ok && p.opts.DropComments:
			comments := noteMembers(&v.Members[old].Value, func(m jsontree.Member) bool { return !isHint(m) })
			node = nodeOfNote(append(comments, p.noteParts(&m.Value, true)...))
		case body:
			node = p.partNode(m)
		default:
			node = p.node(&m.Value)
		}
		switch {
		case node == nil && ok:
			kept[old] = false
		case node == nil:
		case !ok:
			added[last], arranged = append(added[last], jsonedit.New(m.Name, node)), true
		case !jsontree.Same(&v.Members[old].Value, &m.Value):
			p.text.Replace(&v.Members[old].Value, node)
		}
	}
	parts := added[len(v.Members)]
	for i := range v.Members {
		if kept[i] || body && v.Members[i].Name == noteName && p.opts.DropComments {
			parts = append(parts, jsonedit.Kept(i))
		} else {
			arranged = true
		}
		parts = append(parts, added[i]...)
	}
	if arranged {
		p.text.Arrange(v, parts)
	}
}

func (p *jsonPatch) mergeArray(v, to *jsontree.Value) {
	pairs := (&treediff.Sequence[*jsontree.Value]{
		Old: slices.Collect(v.Each()), New: slices.Collect(to.Each()), Equal: jsontree.Same,
		Hash:    func(v *jsontree.Value) uint64 { return jsontree.Hash(seed, v) },
		Similar: func(a, b *jsontree.Value, sure bool) bool { return sure && a.Kind == b.Kind },
	}).Match()
	parts := make([]jsonedit.Part, len(to.Elems))
	arranged := len(to.Elems) != len(v.Elems)
	for j := range to.Elems {
		i := pairs.OldOf[j]
		arranged = arranged || i != j
		if i < 0 {
			parts[j] = jsonedit.New("", p.node(&to.Elems[j]))
			continue
		}
		parts[j] = jsonedit.Kept(i)
		p.merge(&v.Elems[i], &to.Elems[j])
	}
	if arranged {
		p.text.Arrange(v, parts)
	}
}

// isBody reports whether an object of written JSON is a body.
func (p *jsonPatch) isBody(v *jsontree.Value) bool {
	return p.is.isBody(v.Start) || v.Start == p.is.root.Start
}

// partNode returns the new value of a member of a body; nil for an annotation that does not count.
func (p *jsonPatch) partNode(m *jsontree.Member) *jsonedit.Node {
	switch {
	case p.is.isAttribute(m.NameStart):
		return jsonedit.NodeOf(&m.Value)
	case m.Name == noteName:
		if note, ok := p.is.notes[m.Value.Start]; ok {
			return jsonedit.NodeOf(&note)
		}
		return nodeOfNote(p.noteParts(&m.Value, true))
	}
	v := &m.Value
	switch n := p.shapes(m.Name); {
	case n > 0 && len(v.Elems) == 1 && v.Elems[0].Kind == jsontree.Object && p.is.isBody(v.Elems[0].Start):
		v = &v.Elems[0]
	case n < 0 && v.Kind == jsontree.Object && p.is.isBody(v.Start):
		return &jsonedit.Node{Kind: jsontree.Array, Parts: []jsonedit.Part{jsonedit.New("", p.node(v))}}
	}
	return p.node(v)
}

// node returns the value of blocks or of a body, without comments and hints if the file has none.
func (p *jsonPatch) node(v *jsontree.Value) *jsonedit.Node {
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

// shapes returns the number of single blocks of a type that are objects, less those in arrays.
func (p *jsonPatch) shapes(name string) int {
	if p.forms == nil {
		p.forms = make(map[string]int)
		p.countForms(&p.old.Body, notepath.Elements(p.root))
	}
	return p.forms[name]
}

// countForms counts blocks without labels by type: objects, less arrays of one.
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

// replace replaces a value by another one with a different meaning.
func (p *jsonPatch) replace(v, to *jsontree.Value) {
	if jsontree.Same(v, to) {
		return
	}
	node := jsonedit.NodeOf(to)
	if v.Kind == jsontree.String && to.Kind == v.Kind {
		node.Text = spacedAs(v.Text, to.Text)
	}
	p.text.Replace(v, node)
}

// spacedAs returns a template with the spaces of an older one between equal tokens at both ends.
func spacedAs(old, text string) string {
	olds, _ := hclsyntax.LexTemplate([]byte(old), "", hcl.InitialPos)
	news, _ := hclsyntax.LexTemplate([]byte(text), "", hcl.InitialPos)
	same := func(i, j int) bool {
		return olds[i].Type == news[j].Type && bytes.Equal(olds[i].Bytes, news[j].Bytes)
	}
	start, end, most := 0, 0, min(len(olds), len(news))
	for start < most && same(start, start) {
		start++
	}
	for end < most-start && same(len(olds)-1-end, len(news)-1-end) {
		end++
	}
	if start == 0 || end == 0 {
		return text
	}
	before, after := start-1, len(news)-end // the last token before the difference, the first one after it
	return old[:olds[before].Range.End.Byte] +
		text[news[before].Range.End.Byte:news[after].Range.Start.Byte] +
		old[olds[len(olds)-end].Range.Start.Byte:]
}

// bodyIn returns the body of a block in the objects of its parent, the member of the block, and its
// labels.
func bodyIn(objects []*jsontree.Value, block *hclwrite.Block) (*jsontree.Value, *jsontree.Member, []string) {
	m := memberIn(objects, block.Span.Start)
	if m == nil {
		return nil, nil, nil
	}
	leaf, _, labels := leafIn(&m.Value, block.Span)
	return leaf, m, labels
}

// leafIn returns the body of a block below the value of a property, its parent there, and its
// labels.
func leafIn(v *jsontree.Value, span hclwrite.Span) (leaf, up *jsontree.Value, labels []string) {
	for {
		found := v.Start == span.Start && v.Kind != jsontree.Array
		if first := v.Elem(0); first != nil { // one body, of several objects?
			found = first.Start == span.Start && span.End > first.End
		}
		if found {
			return v, up, labels
		}
		i := sort.Search(v.Len(), func(i int) bool { _, part := v.Part(i); return part.End > span.Start })
		if i == v.Len() {
			return nil, nil, nil
		}
		name, part := v.Part(i)
		if v.Kind == jsontree.Object {
			labels = append(labels, name)
		}
		up, v = v, part
	}
}

// memberIn returns the member whose name starts at an offset.
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

// noteIn returns the value of the "//" property of a body, or nil.
func noteIn(objects []*jsontree.Value) *jsontree.Value {
	for _, object := range objects {
		if note := object.Member(noteName); note != nil {
			return note
		}
	}
	return nil
}

// nodeOfNote returns the new value of a "//" property, or nil.
func nodeOfNote(parts []jsontree.Member) *jsonedit.Node {
	switch {
	case len(parts) == 0:
		return nil
	case len(parts) == 1 && parts[0].Name == "inside":
		return jsonedit.NodeOf(&parts[0].Value)
	}
	return jsonedit.NodeOf(object(parts))
}

// noteParts returns the members of a "//" property that count here.
func (p *jsonPatch) noteParts(v *jsontree.Value, order bool) []jsontree.Member {
	return noteMembers(v, func(m jsontree.Member) bool {
		if isHint(m) {
			return p.style.hints && (order || m.Name != orderHint)
		}
		return p.comments()
	})
}

// noteMembers returns the counted members of a "//" property. A string is the member inside.
func noteMembers(v *jsontree.Value, counts func(jsontree.Member) bool) (list []jsontree.Member) {
	if v == nil {
		return nil
	}
	members := v.Members
	if v.Len() == 0 || v.Kind != jsontree.Object {
		members = []jsontree.Member{{Name: "inside", Value: *v}}
	}
	for _, m := range members {
		if counts(m) {
			list = append(list, m)
		}
	}
	return list
}

func isHint(m jsontree.Member) bool {
	return slices.Contains(hintNames, m.Name) && (m.Value.Kind == jsontree.Array || m.Value.Kind == jsontree.Object)
}

// hintNames are the members of a "//" object with hints (docs/comments.md), except for the order,
// which lists all items.
var hintNames = []string{"attributes", "labels", "order", "blocks", "nulls"}

const orderHint = "order"

// isComments reports whether a member of a "//" object contains comments.
func isComments(m jsontree.Member) bool {
	named := func(p hclwrite.Position) bool { return p.Name == m.Name }
	return m.Name == atName || slices.ContainsFunc(hclwrite.Positions[:], named)
}

// noteName is the property with comments and hints.
const noteName = "//"

// The members of a "//" object about lists (docs/comments.md).
const (
	atName       = "at"
	elementsName = "elements"
	endName      = "end"
)

// placesOf returns the places of a "//" property.
func placesOf(members []jsontree.Member) []jsontree.Member {
	return membersOf(valueNamed(members, atName))
}

// membersOf returns the members of an object, which may be nil.
func membersOf(v *jsontree.Value) []jsontree.Member {
	if v == nil {
		return nil
	}
	return v.Members
}

// valueNamed returns the value of a member, or nil.
func valueNamed(members []jsontree.Member, name string) *jsontree.Value {
	return object(members).Member(name)
}

func memberIndex(members []jsontree.Member, name string) int {
	return slices.IndexFunc(members, func(m jsontree.Member) bool { return m.Name == name })
}

func object(members []jsontree.Member) *jsontree.Value {
	return &jsontree.Value{Kind: jsontree.Object, Members: members}
}
