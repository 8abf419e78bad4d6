package plansummary

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/jsonformat"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/secrets"
)

// maxDepth is how deep a value is shown. What is below is only compared.
const maxDepth = 50

// kind is the kind of a value that is shown.
type kind uint8

const (
	null kind = iota
	literal
	str
	array
	object
	// unknown is known after the apply only.
	unknown
	// hidden is sensitive.
	hidden
	// deep is too deep to be shown.
	deep
)

// node is a value with what is known about it.
type node struct {
	kind    kind
	text    string // of a literal or str
	elems   []node
	members []member // sorted by name
	// secret is what is hidden, for comparisons.
	secret string
	// marked: the document says on this side of a change that it is sensitive.
	marked bool
}

type member struct {
	name  string
	value node
}

// builder puts values together with what is known about them.
type builder struct {
	// secrets are hidden wherever they are.
	secrets secrets.Set
}

// place is what a document has at one place: the value, what is unknown in it, and
// what is sensitive in it on this side of a change and on the other. Each may be
// nil.
type place struct {
	value, unknowns, marks, otherMarks *jsontree.Value
}

func (b *builder) node(p place, depth int) node {
	v := p.value
	if v != nil && v.Kind == jsontree.Null {
		v = nil
	}
	marked := hides(v, p.marks)
	if marked || hides(v, p.otherMarks) {
		if v == nil && !p.unknowns.HoldsTrue() {
			return node{}
		}
		return node{kind: hidden, secret: secretOf(v), marked: marked}
	}
	if p.unknowns.IsTrue() {
		return node{kind: unknown}
	}
	shape := v
	if shape == nil && p.unknowns.HoldsTrue() {
		shape = p.unknowns
	}
	if shape == nil {
		return node{}
	}
	switch shape.Kind {
	case jsontree.Bool, jsontree.Number:
		return node{kind: literal, text: shape.Text}
	case jsontree.String:
		if b.secrets.In(shape.Text) {
			return node{kind: hidden, secret: secretOf(v)}
		}
		return node{kind: str, text: shape.Text}
	}
	if depth == maxDepth {
		return node{kind: deep, secret: secretOf(v)}
	}
	if shape.Kind == jsontree.Array {
		return b.array(place{v, p.unknowns, p.marks, p.otherMarks}, depth)
	}
	return b.object(place{v, p.unknowns, p.marks, p.otherMarks}, depth)
}

func (b *builder) array(p place, depth int) node {
	size := len(elems(p.value))
	for i, u := range elems(p.unknowns) {
		if i >= size && u.HoldsTrue() {
			size = i + 1
		}
	}
	n := node{kind: array, elems: make([]node, size)}
	for i := range n.elems {
		n.elems[i] = b.node(place{p.value.Elem(i), p.unknowns.Elem(i), p.marks.Elem(i), p.otherMarks.Elem(i)}, depth+1)
	}
	return n
}

func (b *builder) object(p place, depth int) node {
	names := make([]string, 0, len(members(p.value)))
	for _, m := range members(p.value) {
		names = append(names, m.Name)
	}
	for _, m := range members(p.unknowns) {
		if m.Value.HoldsTrue() {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if slices.ContainsFunc(names, b.secrets.In) {
		return node{kind: hidden, secret: secretOf(p.value)}
	}
	n := node{kind: object, members: make([]member, 0, len(names))}
	values, unknowns := newFields(p.value), newMarks(p.unknowns)
	marks, otherMarks := newMarks(p.marks), newMarks(p.otherMarks)
	for _, name := range names {
		value := b.node(place{values[name], unknowns[name], marks[name], otherMarks[name]}, depth+1)
		if value.kind != null {
			n.members = append(n.members, member{name, value})
		}
	}
	return n
}

// open hides nothing.
var open builder

// secretOf is a text that tells a value from others; nil is one that is unknown.
func secretOf(v *jsontree.Value) string {
	if v == nil {
		return "?"
	}
	// Objects that differ only in members that are null are equal.
	n := open.node(place{value: v}, 0)
	return string(n.canonical(nil))
}

// get returns the member of a name, which is null if there is none.
func (n *node) get(name string) *node {
	byName := func(m member, name string) int { return strings.Compare(m.name, name) }
	if i, found := slices.BinarySearchFunc(n.members, name, byName); found {
		return &n.members[i].value
	}
	return &node{}
}

// canonical appends a text that equal values have in common, and others not.
func (n *node) canonical(b []byte) []byte {
	b = append(b, byte('0'+n.kind))
	switch n.kind {
	case literal, str:
		b = strconv.AppendQuote(b, n.text)
	case hidden, deep:
		b = strconv.AppendQuote(b, n.secret)
		if n.marked {
			b = append(b, '*')
		}
	case array:
		for i := range n.elems {
			b = n.elems[i].canonical(b)
		}
	case object:
		for i := range n.members {
			b = strconv.AppendQuote(b, n.members[i].name)
			b = n.members[i].value.canonical(b)
		}
	}
	return append(b, '.')
}

// equal reports whether two values are the same for certain, and are sensitive
// alike.
func equal(a, b *node) bool {
	if a.kind != b.kind || a.text != b.text || a.secret != b.secret || a.marked != b.marked ||
		len(a.elems) != len(b.elems) || len(a.members) != len(b.members) || a.kind == unknown {
		return false
	}
	for i := range a.elems {
		if !equal(&a.elems[i], &b.elems[i]) {
			return false
		}
	}
	for i := range a.members {
		if a.members[i].name != b.members[i].name || !equal(&a.members[i].value, &b.members[i].value) {
			return false
		}
	}
	return true
}

// hides reports whether a value is sensitive as a whole. What the marks say of
// another kind of value is taken for all of it.
func hides(v, marks *jsontree.Value) bool {
	if marks == nil {
		return false
	}
	switch marks.Kind {
	case jsontree.Null:
		return false
	case jsontree.Bool:
		return marks.Text == "true"
	case jsontree.Object, jsontree.Array:
		return v != nil && v.Kind != marks.Kind && marks.HoldsTrue()
	}
	return true
}

// sameMarks reports whether the same is true in two values.
func sameMarks(a, b *jsontree.Value) bool { return marksIn(a, b) && marksIn(b, a) }

// marksIn reports whether what is true in a value is so in another.
func marksIn(a, b *jsontree.Value) bool {
	if !a.HoldsTrue() {
		return true
	}
	if !b.HoldsTrue() || a.Kind != b.Kind {
		return false
	}
	for i := range a.Elems {
		if !marksIn(&a.Elems[i], b.Elem(i)) {
			return false
		}
	}
	inB := newMarks(b)
	for name, mark := range newMarks(a) {
		if !marksIn(mark, inB[name]) {
			return false
		}
	}
	return true
}

// sameNulls reports whether two values, which are the same except for members that are
// null, also have the same of those.
func sameNulls(a, b *jsontree.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	for i := range a.Elems {
		if !sameNulls(&a.Elems[i], b.Elem(i)) {
			return false
		}
	}
	inA, inB := newFields(a), newFields(b)
	for name, value := range inA {
		if !sameNulls(value, inB[name]) {
			return false
		}
	}
	return len(inA) == len(inB)
}

// fields are the members of an object by name.
type fields map[string]*jsontree.Value

// newFields returns the members of a value; of a name that appears twice, the last.
func newFields(v *jsontree.Value) fields {
	if len(members(v)) == 0 {
		return nil
	}
	f := make(fields, len(v.Members))
	for i := range v.Members {
		f[v.Members[i].Name] = &v.Members[i].Value
	}
	return f
}

// newMarks returns the members of what is unknown or sensitive; of a name that
// appears twice, the one that is true.
func newMarks(v *jsontree.Value) fields {
	f := newFields(v)
	for i := range members(v) {
		if m := &v.Members[i]; m.Value.IsTrue() {
			f[m.Name] = &m.Value
		}
	}
	return f
}

func elems(v *jsontree.Value) []jsontree.Value {
	if v == nil {
		return nil
	}
	return v.Elems
}

func members(v *jsontree.Value) []jsontree.Member {
	if v == nil {
		return nil
	}
	return v.Members
}

// replacing returns the paths that force a replacement, without what they have that
// is hidden.
func replacing(c *jsonformat.Change) *paths {
	p := newPaths(c.ReplacePaths)
	if p != nil {
		p.cut(c.Before.Tree(), c.After.Tree(), c.BeforeSensitive.Tree(), c.AfterSensitive.Tree())
	}
	return p
}

// paths lead to values in one value: a tree of their steps. nil has none.
type paths struct {
	// end: one leads to the value itself.
	end  bool
	next map[jsonformat.Step]*paths
}

// newPaths returns the tree of paths.
func newPaths(all [][]jsonformat.Step) *paths {
	if len(all) == 0 {
		return nil
	}
	root := &paths{}
	for _, path := range all {
		at := root
		for _, step := range path {
			if at.next == nil {
				at.next = map[jsonformat.Step]*paths{}
			}
			if at.next[step] == nil {
				at.next[step] = &paths{}
			}
			at = at.next[step]
		}
		at.end = true
	}
	return root
}

// cut takes off what is after a value that is hidden, before or after: the keys of
// a map that is sensitive as a whole are so too.
func (p *paths) cut(before, after, marksBefore, marksAfter *jsontree.Value) {
	if marksBefore == nil && marksAfter == nil {
		return
	}
	for _, v := range []*jsontree.Value{before, after} {
		if hides(v, marksBefore) || hides(v, marksAfter) {
			*p = paths{end: true}
			return
		}
	}
	b, a, inB, inA := newFields(before), newFields(after), newMarks(marksBefore), newMarks(marksAfter)
	for step, inner := range p.next {
		if step.IsIndex {
			i := step.Index
			inner.cut(before.Elem(i), after.Elem(i), marksBefore.Elem(i), marksAfter.Elem(i))
		} else {
			inner.cut(b[step.Name], a[step.Name], inB[step.Name], inA[step.Name])
		}
	}
}

// behind are the rests of the paths that start with a step.
func (p *paths) behind(step jsonformat.Step) *paths {
	if p == nil {
		return nil
	}
	return p.next[step]
}

// ends reports whether a path leads to the value itself.
func (p *paths) ends() bool { return p != nil && p.end }

// below are the rests of the paths that start with a name.
func (p *paths) below(name string) *paths { return p.behind(jsonformat.Step{Name: name}) }

// at are the rests of the paths that start with an index. A block that appears once
// has none, so those that start with a name are for it.
func (p *paths) at(index int) *paths {
	found := p.behind(jsonformat.Step{Index: index, IsIndex: true})
	if found == nil && p != nil {
		names := maps.Clone(p.next)
		maps.DeleteFunc(names, func(step jsonformat.Step, _ *paths) bool { return step.IsIndex })
		if len(names) > 0 {
			return &paths{next: names}
		}
	}
	return found
}

// pathsText writes paths as they would be in an expression, as far as the tree
// has them. They end before a key that is a secret at another place.
func (w *writer) pathsText(all [][]jsonformat.Step, tree *paths) string {
	var texts []string
	written := map[*paths]bool{tree: true}
	for _, path := range all {
		at, n := tree, 0
		for n < len(path) && at.behind(path[n]) != nil && !w.secrets.In(path[n].Name) {
			at = at.behind(path[n])
			n++
		}
		if !written[at] {
			written[at] = true
			texts = append(texts, jsonformat.PathText(path[:n], keyText))
		}
	}
	return strings.Join(texts, ", ")
}
