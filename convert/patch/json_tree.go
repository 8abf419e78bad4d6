package patch

import (
	linked "container/list"
	"iter"
	"slices"

	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// jsonTree is what stands for blocks of one type, down to their bodies: arrays, and
// objects whose names are labels.
type jsonTree struct {
	// value is what it is in the file; nil if it is new.
	value *jsontree.Value
	kind  jsontree.Kind
	// parts are those of an array or of an object of labels, and at is where it is among
	// those of another one.
	parts linked.List // of *jsonTree
	at    *linked.Element
	// broad is how many parts have several.
	broad int
	// names are the parts by their names, once somebody has asked.
	names map[string][]*jsonTree
	// name and index are those of a part: in an object, and in the file (or -1).
	name  string
	index int
	up    *jsonTree
	// arranged: the parts are others than in the file.
	arranged bool

	// leaf: this is the body of a block. node is that of a new one; old and edited
	// are the indexes of the block, or -1.
	leaf        bool
	node        *jsonedit.Node
	old, edited int
}

// beside is a tree before or after another one.
type beside struct {
	tree   *jsonTree
	behind int
}

// newTree returns a new tree with parts.
func newTree(kind jsontree.Kind, parts ...*jsonTree) *jsonTree {
	t := &jsonTree{kind: kind, old: -1, edited: -1, index: -1}
	for _, part := range parts {
		t.insert(beside{}, part)
	}
	return t
}

// tree builds the tree of a value. bodies are the values of blocks with their indexes.
func tree(v *jsontree.Value, bodies map[*jsontree.Value]int) *jsonTree {
	t := newTree(v.Kind)
	t.value = v
	if i, ok := bodies[v]; ok {
		t.leaf, t.old = true, i
		return t
	}
	for i := range v.Len() {
		name, value := v.Part(i)
		part := tree(value, bodies)
		part.name, part.index = name, i
		t.insert(beside{}, part)
	}
	t.arranged = false
	return t
}

// remove removes a tree from its parent, together with parents that become empty. It reports whether
// nothing is left.
func (t *jsonTree) remove() (all bool) {
	up := t.up
	if up == nil {
		return true
	}
	t.detach()
	return up.parts.Len() == 0 && up.remove()
}

// detach removes a tree from its parent.
func (t *jsonTree) detach() {
	up := t.up
	up.rename(t, false)
	up.noted(func() { up.parts.Remove(t.at) })
	up.broad -= t.several()
	t.up, t.at = nil, nil
}

// insert inserts a part next to another one, or at the end.
func (t *jsonTree) insert(at beside, part *jsonTree) {
	t.noted(func() {
		switch {
		case at.tree == nil:
			part.at = t.parts.PushBack(part)
		case at.behind > 0:
			part.at = t.parts.InsertAfter(part, at.tree.at)
		default:
			part.at = t.parts.InsertBefore(part, at.tree.at)
		}
	})
	part.up = t
	t.rename(part, true)
	t.broad += part.several()
}

// noted changes the parts of a tree, which what it is in takes notice of.
func (t *jsonTree) noted(change func()) {
	t.arranged = true
	was := t.several()
	if change(); t.up != nil {
		t.up.broad += t.several() - was
	}
}

// several is 1 if a tree has several parts.
func (t *jsonTree) several() int {
	if t.parts.Len() > 1 {
		return 1
	}
	return 0
}

// rename notes that a part has its name, or no longer.
func (t *jsonTree) rename(part *jsonTree, has bool) {
	switch {
	case t.names == nil:
	case has:
		t.names[part.name] = append(t.names[part.name], part)
	default:
		t.names[part.name] = slices.DeleteFunc(t.names[part.name], func(other *jsonTree) bool { return other == part })
	}
}

// named returns the first part with a name, or nil.
func (t *jsonTree) named(name string) *jsonTree {
	if t.names == nil {
		t.names = make(map[string][]*jsonTree, t.parts.Len())
		for part := range each[*jsonTree](&t.parts) {
			t.rename(part, true)
		}
	}
	if list := t.names[name]; len(list) > 0 {
		return list[0]
	}
	return nil
}

// first returns the first part, or nil.
func (t *jsonTree) first() *jsonTree {
	for part := range each[*jsonTree](&t.parts) {
		return part
	}
	return nil
}

// leaves returns the edited blocks in order.
func (t *jsonTree) leaves(list []int) []int {
	if t.leaf && t.edited >= 0 {
		return append(list, t.edited)
	}
	for part := range each[*jsonTree](&t.parts) {
		list = part.leaves(list)
	}
	return list
}

// lastLeaf returns the last body in a tree, or nil.
func (t *jsonTree) lastLeaf() *jsonTree {
	if t.leaf {
		return t
	}
	for at := t.parts.Back(); at != nil; at = at.Prev() {
		if found := at.Value.(*jsonTree).lastLeaf(); found != nil {
			return found
		}
	}
	return nil
}

// result hands the changes of a tree to the text, and returns the node that is
// for it in another place.
func (t *jsonTree) result(text *jsonedit.Text) *jsonedit.Node {
	if t.leaf {
		if t.value != nil {
			return &jsonedit.Node{Old: t.value}
		}
		return t.node
	}
	parts := make([]jsonedit.Part, 0, t.parts.Len())
	for part := range each[*jsonTree](&t.parts) {
		node := part.result(text)
		is := jsonedit.Part{Old: part.index, Name: part.name}
		if part.index < 0 || part.value == nil {
			is.Value = node
		}
		parts = append(parts, is)
	}
	if t.value == nil {
		for i := range parts {
			parts[i].Old = -1
		}
		return &jsonedit.Node{Kind: t.kind, Parts: parts}
	}
	if t.arranged {
		text.Arrange(t.value, parts)
	}
	return &jsonedit.Node{Old: t.value}
}

func (t *jsonTree) root() *jsonTree {
	for t.up != nil {
		t = t.up
	}
	return t
}

// levels returns the trees that the labels of a body name, the outermost first.
func (t *jsonTree) levels() (list []*jsonTree) {
	for ; t.up != nil; t = t.up {
		if t.up.kind == jsontree.Object {
			list = append(list, t)
		}
	}
	slices.Reverse(list)
	return list
}

// leafCount is the number of bodies in a tree, of which more than two are not counted.
func (t *jsonTree) leafCount() int {
	if t.leaf {
		return 1
	}
	n := 0
	for part := range each[*jsonTree](&t.parts) {
		if n += part.leafCount(); n > 1 {
			break
		}
	}
	return n
}

// bare is a body that is in no array: one that is an array of objects needs one.
func (t *jsonTree) bare() *jsonTree {
	if t.kind == jsontree.Array {
		return t.enclose()
	}
	return t
}

// enclose replaces a tree by an array with the tree, and returns the array.
func (t *jsonTree) enclose() *jsonTree {
	list := newTree(jsontree.Array)
	list.name, list.index = t.name, t.index
	if t.up != nil {
		t.up.insert(beside{t, 0}, list)
		t.detach()
	}
	t.name, t.index = "", -1
	list.insert(beside{}, t)
	return list
}

// fill puts the first block into an empty array or object of labels, or replaces null by it.
func (t *jsonTree) fill(leaf *jsonTree, labels []string) {
	part := leaf
	if len(labels) > 0 {
		part = nest(leaf, labels, nil)
	}
	switch t.kind {
	case jsontree.Array:
	case jsontree.Object:
		part = part.first()
		part.detach()
	default:
		t.value, t.kind = nil, jsontree.Array
		if t.up != nil {
			t.up.arranged = true
		}
	}
	t.insert(beside{}, part)
}

// in reports whether a tree is part of another one, at any depth.
func (t *jsonTree) in(other *jsonTree) bool {
	for t != nil && t != other {
		t = t.up
	}
	return t != nil
}

// towards is the part of a tree in which another one is, or the first.
func (t *jsonTree) towards(to *jsonTree) *jsonTree {
	for to.up != nil && to.up != t {
		to = to.up
	}
	if to.up == nil {
		return t.first()
	}
	return to
}

// sibling is the part of an object of the last labels whose form a new one gets: one that is
// not an array only because it must be.
func (t *jsonTree) sibling(near *jsonTree) *jsonTree {
	if near.kind == jsontree.Array && near.parts.Len() == 1 {
		return near
	}
	for part := range each[*jsonTree](&t.parts) {
		if part.leaf {
			return part
		}
	}
	return near
}

// placeBeside puts a block next to another one, and returns the tree that both are in. Where
// its labels are elsewhere, it goes there, next to one with the same labels.
func placeBeside(leaf *jsonTree, labels []string, near, same beside) *jsonTree {
	t := near.tree.root()
	for {
		if t.leaf || t.kind == jsontree.Object && len(labels) == 0 {
			// An object for one block; or labels that nothing says.
			list := t.enclose()
			list.insert(beside{t, near.behind}, leaf)
			return list.root()
		}
		at := beside{t.towards(near.tree), near.behind}
		switch {
		case t.parts.Len() == 0:
			t.fill(leaf, labels)
			return t.root()
		case t.kind == jsontree.Array && len(labels) == 0:
			t.insert(at, leaf)
			return t.root()
		case t.kind == jsontree.Array && t.broad == 0:
			// Every part of an array of labels has no more than one.
			t.insert(at, nest(leaf, labels, at.tree))
			return t.root()
		case t.kind == jsontree.Array:
			t = at.tree
			continue
		}
		part := t.named(labels[0])
		if part == nil {
			like := at.tree
			if len(labels) == 1 {
				like = t.sibling(like)
			}
			part = nest(leaf, labels[1:], like)
			part.name = labels[0]
			t.insert(at, part)
			return t.root()
		}
		if part != at.tree {
			near = beside{part.lastLeaf(), 1}
			if same.tree != nil && same.tree.in(part) {
				near = same
			}
		}
		t, labels = part, labels[1:]
		if near.tree == nil {
			near.tree = t
		}
	}
}

// nest puts levels of labels around a body, as they are around another one.
func nest(leaf *jsonTree, labels []string, like *jsonTree) *jsonTree {
	var first *jsonTree
	if like != nil {
		first = like.first()
	}
	isList := like != nil && !like.leaf && like.kind == jsontree.Array
	switch {
	case isList && len(labels) == 0:
		return leaf.enclose()
	case isList:
		return nest(leaf, labels, first).enclose()
	case len(labels) == 0:
		return leaf.bare()
	}
	part := nest(leaf, labels[1:], first)
	part.name = labels[0]
	return newTree(jsontree.Object, part)
}

// each iterates over a list.
func each[T any](list *linked.List) iter.Seq[T] {
	return func(yield func(T) bool) {
		for at := list.Front(); at != nil && yield(at.Value.(T)); at = at.Next() {
		}
	}
}
