package patch

import (
	linked "container/list"
	"iter"
	"slices"

	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// jsonTree is a JSON value that represents blocks of one type: an array, an object with labels as
// keys, or a body.
type jsonTree struct {
	// value is the value in the file, or nil for a new tree.
	value *jsontree.Value
	kind  jsontree.Kind
	// parts contains the elements of an array, or the members of an object with labels as keys.
	parts linked.List // of *jsonTree
	// broadParts is the number of parts that have several parts themselves.
	broadParts int
	// names maps a name to the parts with this name. It is built on the first use.
	names map[string][]*jsonTree
	// up is the parent. at is the position in its parts. name is the name if the parent is an
	// object. index is the index in the parent in the file, or -1 for a new tree.
	up    *jsonTree
	at    *linked.Element
	name  string
	index int
	// isArranged is true if the parts differ from the file.
	isArranged bool

	// isLeaf is true for the body of a block. node is the value of a new body. old and edited are
	// the indexes of the block in the file and in the edit, or -1.
	isLeaf      bool
	node        *jsonedit.Node
	old, edited int
}

// position is the place before a tree, or after the tree if after is 1.
type position struct {
	tree  *jsonTree
	after int
}

// newTree returns a new tree with the given parts.
func newTree(kind jsontree.Kind, parts ...*jsonTree) *jsonTree {
	t := &jsonTree{kind: kind, old: -1, edited: -1, index: -1}
	for _, part := range parts {
		t.insert(position{}, part)
	}
	return t
}

// newTreeOf returns the tree for a value of the file. bodies maps the bodies of blocks to the
// indexes of the blocks.
func newTreeOf(v *jsontree.Value, bodies map[*jsontree.Value]int) *jsonTree {
	t := newTree(v.Kind)
	t.value = v
	if i, ok := bodies[v]; ok {
		t.isLeaf, t.old = true, i
		return t
	}
	for i := range v.Len() {
		name, value := v.Part(i)
		part := newTreeOf(value, bodies)
		part.name, part.index = name, i
		t.insert(position{}, part)
	}
	t.isArranged = false
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
	up.updateNames(t, false)
	up.changeParts(func() { up.parts.Remove(t.at) })
	up.broadParts -= t.broadCount()
	t.up, t.at = nil, nil
}

// insert inserts a part at a position, or at the end for the zero position.
func (t *jsonTree) insert(at position, part *jsonTree) {
	t.changeParts(func() {
		switch {
		case at.tree == nil:
			part.at = t.parts.PushBack(part)
		case at.after > 0:
			part.at = t.parts.InsertAfter(part, at.tree.at)
		default:
			part.at = t.parts.InsertBefore(part, at.tree.at)
		}
	})
	part.up = t
	t.updateNames(part, true)
	t.broadParts += part.broadCount()
}

// changeParts calls change, which changes the parts of t, and updates broadParts in the parent.
func (t *jsonTree) changeParts(change func()) {
	t.isArranged = true
	was := t.broadCount()
	if change(); t.up != nil {
		t.up.broadParts += t.broadCount() - was
	}
}

// broadCount returns 1 if a tree has several parts, and 0 otherwise.
func (t *jsonTree) broadCount() int {
	if t.parts.Len() > 1 {
		return 1
	}
	return 0
}

// updateNames adds or removes a part in names.
func (t *jsonTree) updateNames(part *jsonTree, has bool) {
	switch {
	case t.names == nil:
	case has:
		t.names[part.name] = append(t.names[part.name], part)
	default:
		t.names[part.name] = slices.DeleteFunc(t.names[part.name], func(other *jsonTree) bool { return other == part })
	}
}

// partNamed returns the first part with a name, or nil.
func (t *jsonTree) partNamed(name string) *jsonTree {
	if t.names == nil {
		t.names = make(map[string][]*jsonTree, t.parts.Len())
		for part := range elementsOf[*jsonTree](&t.parts) {
			t.updateNames(part, true)
		}
	}
	if list := t.names[name]; len(list) > 0 {
		return list[0]
	}
	return nil
}

// firstPart returns the first part, or nil.
func (t *jsonTree) firstPart() *jsonTree {
	for part := range elementsOf[*jsonTree](&t.parts) {
		return part
	}
	return nil
}

// leaves returns the edited blocks in order.
func (t *jsonTree) leaves(list []int) []int {
	if t.isLeaf && t.edited >= 0 {
		return append(list, t.edited)
	}
	for part := range elementsOf[*jsonTree](&t.parts) {
		list = part.leaves(list)
	}
	return list
}

// lastLeaf returns the last body in a tree, or nil.
func (t *jsonTree) lastLeaf() *jsonTree {
	if t.isLeaf {
		return t
	}
	for at := t.parts.Back(); at != nil; at = at.Prev() {
		if found := at.Value.(*jsonTree).lastLeaf(); found != nil {
			return found
		}
	}
	return nil
}

// newNode adds the changes of a tree to text. It returns a node that refers to the tree, for a value
// that contains it.
func (t *jsonTree) newNode(text *jsonedit.Text) *jsonedit.Node {
	if t.isLeaf {
		if t.value != nil {
			return &jsonedit.Node{Old: t.value}
		}
		return t.node
	}
	parts := make([]jsonedit.Part, 0, t.parts.Len())
	for part := range elementsOf[*jsonTree](&t.parts) {
		node := part.newNode(text)
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
	if t.isArranged {
		text.Arrange(t.value, parts)
	}
	return &jsonedit.Node{Old: t.value}
}

// root returns the outermost tree.
func (t *jsonTree) root() *jsonTree {
	for t.up != nil {
		t = t.up
	}
	return t
}

// labelTrees returns the trees whose names are the labels of a body, in the order of the labels.
func (t *jsonTree) labelTrees() (list []*jsonTree) {
	for ; t.up != nil; t = t.up {
		if t.up.kind == jsontree.Object {
			list = append(list, t)
		}
	}
	slices.Reverse(list)
	return list
}

// leafCount returns the number of bodies in a tree. If there are several, it returns any number
// greater than 1.
func (t *jsonTree) leafCount() int {
	if t.isLeaf {
		return 1
	}
	n := 0
	for part := range elementsOf[*jsonTree](&t.parts) {
		if n += part.leafCount(); n > 1 {
			break
		}
	}
	return n
}

// bodyOutsideArrays returns the tree of a body that will not be in an array. If the body consists of
// several objects, it wraps the body in an array.
func (t *jsonTree) bodyOutsideArrays() *jsonTree {
	if t.kind == jsontree.Array {
		return t.wrapInArray()
	}
	return t
}

// wrapInArray replaces a tree with an array that contains the tree, and returns the array.
func (t *jsonTree) wrapInArray() *jsonTree {
	list := newTree(jsontree.Array)
	list.name, list.index = t.name, t.index
	if t.up != nil {
		t.up.insert(position{t, 0}, list)
		t.detach()
	}
	t.name, t.index = "", -1
	list.insert(position{}, t)
	return list
}

// fillEmpty inserts the first block into a tree without parts. If the value is null, it becomes an
// array.
func (t *jsonTree) fillEmpty(leaf *jsonTree, labels []string) {
	part := leaf
	if len(labels) > 0 {
		part = wrapLike(leaf, labels, nil)
	}
	switch t.kind {
	case jsontree.Array:
	case jsontree.Object:
		part = part.firstPart()
		part.detach()
	default:
		t.value, t.kind = nil, jsontree.Array
		if t.up != nil {
			t.up.isArranged = true
		}
	}
	t.insert(position{}, part)
}

// isInside reports whether a tree is equal to another tree, or in it at any depth.
func (t *jsonTree) isInside(other *jsonTree) bool {
	for t != nil && t != other {
		t = t.up
	}
	return t != nil
}

// partToward returns the part of t that contains another tree. If no part contains it, it returns
// the first part.
func (t *jsonTree) partToward(to *jsonTree) *jsonTree {
	for to.up != nil && to.up != t {
		to = to.up
	}
	if to.up == nil {
		return t.firstPart()
	}
	return to
}

// sibling returns the part of t that is the model for a new part. t is an object whose keys are last
// labels. It prefers a part that is not an array of several blocks.
func (t *jsonTree) sibling(near *jsonTree) *jsonTree {
	if near.kind == jsontree.Array && near.parts.Len() == 1 {
		return near
	}
	for part := range elementsOf[*jsonTree](&t.parts) {
		if part.isLeaf {
			return part
		}
	}
	return near
}

// insertNear inserts a block next to another block, and returns the root of both. If the tree
// already contains the labels at another place, it inserts the block there.
func insertNear(leaf *jsonTree, labels []string, near, same position) *jsonTree {
	t := near.tree.root()
	for {
		if t.isLeaf || t.kind == jsontree.Object && len(labels) == 0 {
			// The tree is the object of a single block, or an object whose labels are unknown.
			list := t.wrapInArray()
			list.insert(position{t, near.after}, leaf)
			return list.root()
		}
		at := position{t.partToward(near.tree), near.after}
		switch {
		case t.parts.Len() == 0:
			t.fillEmpty(leaf, labels)
			return t.root()
		case t.kind == jsontree.Array && len(labels) == 0:
			t.insert(at, leaf)
			return t.root()
		case t.kind == jsontree.Array && t.broadParts == 0:
			// Each element of the array contains a single label.
			t.insert(at, wrapLike(leaf, labels, at.tree))
			return t.root()
		case t.kind == jsontree.Array:
			t = at.tree
			continue
		}
		part := t.partNamed(labels[0])
		if part == nil {
			like := at.tree
			if len(labels) == 1 {
				like = t.sibling(like)
			}
			part = wrapLike(leaf, labels[1:], like)
			part.name = labels[0]
			t.insert(at, part)
			return t.root()
		}
		if part != at.tree {
			near = position{part.lastLeaf(), 1}
			if same.tree != nil && same.tree.isInside(part) {
				near = same
			}
		}
		t, labels = part, labels[1:]
		if near.tree == nil {
			near.tree = t
		}
	}
}

// wrapLike wraps a body in objects with its labels as keys, in the form of the tree like.
func wrapLike(leaf *jsonTree, labels []string, like *jsonTree) *jsonTree {
	var first *jsonTree
	if like != nil {
		first = like.firstPart()
	}
	isList := like != nil && !like.isLeaf && like.kind == jsontree.Array
	switch {
	case isList && len(labels) == 0:
		return leaf.wrapInArray()
	case isList:
		return wrapLike(leaf, labels, first).wrapInArray()
	case len(labels) == 0:
		return leaf.bodyOutsideArrays()
	}
	part := wrapLike(leaf, labels[1:], first)
	part.name = labels[0]
	return newTree(jsontree.Object, part)
}

// elementsOf iterates over the elements of a list.
func elementsOf[T any](list *linked.List) iter.Seq[T] {
	return func(yield func(T) bool) {
		for at := list.Front(); at != nil && yield(at.Value.(T)); at = at.Next() {
		}
	}
}
