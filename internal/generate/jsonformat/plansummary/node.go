package plansummary

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/secrets"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// maxDepth is the maximum depth of shown values. Deeper values are only compared.
const maxDepth = 50

// kind is the kind of a shown value.
type kind uint8

const (
	nullKind kind = iota
	literalKind
	stringKind
	arrayKind
	objectKind
	// unknown is a value known only after the apply.
	unknownKind
	// hidden is a sensitive value.
	hiddenKind
	// deep is a value below maxDepth.
	deepKind
)

// node is a value with its marks.
type node struct {
	kind    kind
	text    string // of a literal or str
	elems   []node
	members []member // sorted by name
	// secret is a hidden value, for comparisons.
	secret string
	// marked is true if the document marks the value as sensitive on this side of a change.
	marked bool
}

type member struct {
	name  string
	value node
}

// builder makes nodes from values and their marks.
type builder struct {
	// secrets are hidden everywhere.
	secrets secrets.Set
}

// pathContent is the content of a document at one path: the value, the unknown parts, and the sensitive
// parts on this side of a change and on the other. Each may be nil.
type pathContent struct {
	value, unknowns, marks, otherMarks *jsontree.Value
}

func (b *builder) buildNode(p pathContent, depth int) node {
	v := p.value
	if v != nil && v.Kind == jsontree.Null {
		v = nil
	}
	marked := isHidden(v, p.marks)
	if marked || isHidden(v, p.otherMarks) {
		if v == nil && !p.unknowns.ContainsTrue() {
			return node{}
		}
		return node{kind: hiddenKind, secret: secretOf(v), marked: marked}
	}
	if p.unknowns.IsTrue() {
		return node{kind: unknownKind}
	}
	shape := v
	if shape == nil && p.unknowns.ContainsTrue() {
		shape = p.unknowns
	}
	if shape == nil {
		return node{}
	}
	switch shape.Kind {
	case jsontree.Bool, jsontree.Number:
		return node{kind: literalKind, text: shape.Text}
	case jsontree.String:
		if b.secrets.Matches(shape.Text) {
			return node{kind: hiddenKind, secret: secretOf(v)}
		}
		return node{kind: stringKind, text: shape.Text}
	}
	if depth == maxDepth {
		return node{kind: deepKind, secret: secretOf(v)}
	}
	if shape.Kind == jsontree.Array {
		return b.buildArray(pathContent{v, p.unknowns, p.marks, p.otherMarks}, depth)
	}
	return b.buildObject(pathContent{v, p.unknowns, p.marks, p.otherMarks}, depth)
}

func (b *builder) buildArray(p pathContent, depth int) node {
	size := len(elementsOf(p.value))
	for i, u := range elementsOf(p.unknowns) {
		if i >= size && u.ContainsTrue() {
			size = i + 1
		}
	}
	n := node{kind: arrayKind, elems: make([]node, size)}
	for i := range n.elems {
		n.elems[i] = b.buildNode(pathContent{p.value.Elem(i), p.unknowns.Elem(i), p.marks.Elem(i), p.otherMarks.Elem(i)}, depth+1)
	}
	return n
}

func (b *builder) buildObject(p pathContent, depth int) node {
	names := make([]string, 0, len(membersOf(p.value)))
	for _, m := range membersOf(p.value) {
		names = append(names, m.Name)
	}
	for _, m := range membersOf(p.unknowns) {
		if m.Value.ContainsTrue() {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if slices.ContainsFunc(names, b.secrets.Matches) {
		return node{kind: hiddenKind, secret: secretOf(p.value)}
	}
	n := node{kind: objectKind, members: make([]member, 0, len(names))}
	values, unknowns := newFields(p.value), newMarks(p.unknowns)
	marks, otherMarks := newMarks(p.marks), newMarks(p.otherMarks)
	for _, name := range names {
		value := b.buildNode(pathContent{values[name], unknowns[name], marks[name], otherMarks[name]}, depth+1)
		if value.kind != nullKind {
			n.members = append(n.members, member{name, value})
		}
	}
	return n
}

// open hides nothing.
var open builder

// secretOf returns a text that distinguishes a value from others; v is nil for an unknown value.
func secretOf(v *jsontree.Value) string {
	if v == nil {
		return "?"
	}
	// Objects are equal if they differ only in null members.
	n := open.buildNode(pathContent{value: v}, 0)
	return string(n.canonical(nil))
}

// memberOf returns the member with a name, or null.
func (n *node) memberOf(name string) *node {
	byName := func(m member, name string) int { return strings.Compare(m.name, name) }
	if i, found := slices.BinarySearchFunc(n.members, name, byName); found {
		return &n.members[i].value
	}
	return &node{}
}

// canonical appends a text that is the same for equal values and different for others.
func (n *node) canonical(b []byte) []byte {
	b = append(b, byte('0'+n.kind))
	switch n.kind {
	case literalKind, stringKind:
		b = strconv.AppendQuote(b, n.text)
	case hiddenKind, deepKind:
		b = strconv.AppendQuote(b, n.secret)
		if n.marked {
			b = append(b, '*')
		}
	case arrayKind:
		for i := range n.elems {
			b = n.elems[i].canonical(b)
		}
	case objectKind:
		for i := range n.members {
			b = strconv.AppendQuote(b, n.members[i].name)
			b = n.members[i].value.canonical(b)
		}
	}
	return append(b, '.')
}

// equal reports whether two values are certainly equal and have the same sensitivity.
func equal(a, b *node) bool {
	if a.kind != b.kind || a.text != b.text || a.secret != b.secret || a.marked != b.marked ||
		len(a.elems) != len(b.elems) || len(a.members) != len(b.members) || a.kind == unknownKind {
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

// isHidden reports whether a whole value is sensitive. Marks for another kind of value apply to the
// whole value.
func isHidden(v, marks *jsontree.Value) bool {
	if marks == nil {
		return false
	}
	switch marks.Kind {
	case jsontree.Null:
		return false
	case jsontree.Bool:
		return marks.Text == "true"
	case jsontree.Object, jsontree.Array:
		return v != nil && v.Kind != marks.Kind && marks.ContainsTrue()
	}
	return true
}

// sameMarks reports whether two values are true at the same paths.
func sameMarks(a, b *jsontree.Value) bool { return containsMarks(a, b) && containsMarks(b, a) }

// containsMarks reports whether b is true at every path where a is true.
func containsMarks(a, b *jsontree.Value) bool {
	if !a.ContainsTrue() {
		return true
	}
	if !b.ContainsTrue() || a.Kind != b.Kind {
		return false
	}
	for i := range a.Elems {
		if !containsMarks(&a.Elems[i], b.Elem(i)) {
			return false
		}
	}
	inB := newMarks(b)
	for name, mark := range newMarks(a) {
		if !containsMarks(mark, inB[name]) {
			return false
		}
	}
	return true
}

// sameNulls reports whether two values with equal members other than null also have the same null
// members.
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

// newFields returns the members of a value; of a repeated name, the last.
func newFields(v *jsontree.Value) fields {
	if len(membersOf(v)) == 0 {
		return nil
	}
	f := make(fields, len(v.Members))
	for i := range v.Members {
		f[v.Members[i].Name] = &v.Members[i].Value
	}
	return f
}

// newMarks returns the members of unknown or sensitive parts; of a repeated name, the member that
// is true.
func newMarks(v *jsontree.Value) fields {
	f := newFields(v)
	for i := range membersOf(v) {
		if m := &v.Members[i]; m.Value.IsTrue() {
			f[m.Name] = &m.Value
		}
	}
	return f
}

func elementsOf(v *jsontree.Value) []jsontree.Value {
	if v == nil {
		return nil
	}
	return v.Elems
}

func membersOf(v *jsontree.Value) []jsontree.Member {
	if v == nil {
		return nil
	}
	return v.Members
}

// replacementPaths returns the paths that force a replacement, without their hidden parts.
func replacementPaths(c *jsonformat.Change) *paths {
	p := newPaths(c.ReplacePaths)
	if p != nil {
		p.cutHidden(c.Before.Tree(), c.After.Tree(), c.BeforeSensitive.Tree(), c.AfterSensitive.Tree())
	}
	return p
}

// paths is a tree of the steps of paths into a value. nil has no paths.
type paths struct {
	// end is true if a path ends here.
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

// cutHidden removes the steps below a hidden value, before or after the change: the keys of a sensitive
// map are sensitive too.
func (p *paths) cutHidden(before, after, marksBefore, marksAfter *jsontree.Value) {
	if marksBefore == nil && marksAfter == nil {
		return
	}
	for _, v := range []*jsontree.Value{before, after} {
		if isHidden(v, marksBefore) || isHidden(v, marksAfter) {
			*p = paths{end: true}
			return
		}
	}
	b, a, inB, inA := newFields(before), newFields(after), newMarks(marksBefore), newMarks(marksAfter)
	for step, inner := range p.next {
		if step.IsIndex {
			i := step.Index
			inner.cutHidden(before.Elem(i), after.Elem(i), marksBefore.Elem(i), marksAfter.Elem(i))
		} else {
			inner.cutHidden(b[step.Name], a[step.Name], inB[step.Name], inA[step.Name])
		}
	}
}

// afterStep returns the rest of each path that starts with a step.
func (p *paths) afterStep(step jsonformat.Step) *paths {
	if p == nil {
		return nil
	}
	return p.next[step]
}

// hasEnd reports whether a path ends at the value.
func (p *paths) hasEnd() bool { return p != nil && p.end }

// afterName returns the rest of each path that starts with a name.
func (p *paths) afterName(name string) *paths { return p.afterStep(jsonformat.Step{Name: name}) }

// afterIndex returns the rest of each path that starts with an index. The path of a single block has no
// index, so paths that start with a name also apply.
func (p *paths) afterIndex(index int) *paths {
	found := p.afterStep(jsonformat.Step{Index: index, IsIndex: true})
	if found == nil && p != nil {
		names := maps.Clone(p.next)
		maps.DeleteFunc(names, func(step jsonformat.Step, _ *paths) bool { return step.IsIndex })
		if len(names) > 0 {
			return &paths{next: names}
		}
	}
	return found
}

// pathsText writes paths as in an expression, as long as the tree contains them. They end before a
// key that is a secret elsewhere.
func (w *writer) pathsText(all [][]jsonformat.Step, tree *paths) string {
	var texts []string
	written := map[*paths]bool{tree: true}
	for _, path := range all {
		at, n := tree, 0
		for n < len(path) && at.afterStep(path[n]) != nil && !w.secrets.Matches(path[n].Name) {
			at = at.afterStep(path[n])
			n++
		}
		if !written[at] {
			written[at] = true
			texts = append(texts, jsonformat.PathText(path[:n], keyText))
		}
	}
	return strings.Join(texts, ", ")
}
