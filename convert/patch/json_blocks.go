package patch

import (
	"slices"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/treediff"
	"github.com/hcljson/hcljson/schema"
)

// jsonGroup contains the blocks of one type in a body.
type jsonGroup struct {
	members []*jsonMember     // the members that contain the blocks
	leaves  map[int]*jsonTree // the bodies, by the indexes of the old blocks
	placed  map[int]*jsonTree // the bodies at their new places, by the indexes of the edited blocks
}

// arrangeBlocks inserts, removes, moves and renames blocks according to the script. It returns false
// if this is not possible.
func (b *jsonBody) arrangeBlocks() bool {
	var types []string
	for k := range b.script.Steps {
		step := &b.script.Steps[k]
		block, ok := stepItem(step, b.old, b.edited).(*hclwrite.Block)
		if ok && movesPart(step) && !slices.Contains(types, block.Type) {
			types = append(types, block.Type)
		}
	}
	return !slices.ContainsFunc(types, func(blockType string) bool { return !b.arrangeType(blockType) })
}

// arrangeType does the same as arrangeBlocks for the blocks of one type.
func (b *jsonBody) arrangeType(blockType string) bool {
	g := b.newGroup(blockType)
	if g == nil {
		return b.mergeType(blockType)
	}
	waiting := make(map[int]*jsonTree)
	for k := range b.script.Steps {
		step := &b.script.Steps[k]
		if step.Old >= 0 {
			if block, ok := b.old[step.Old].(*hclwrite.Block); ok && block.Type == blockType {
				b.arrangeOld(g, step, waiting)
			}
			continue
		}
		if block, ok := b.edited[step.New].(*hclwrite.Block); ok && block.Type == blockType {
			if waiting[step.New] = b.newLeaf(step.New); waiting[step.New] == nil {
				return false
			}
		}
	}
	next := b.nextBlocks(g, waiting)
	before := newNearest()
	for j := range b.edited {
		if leaf := waiting[j]; leaf != nil {
			head := treediff.Header(b.edited[j].(*hclwrite.Block))
			near := position{before.any, 1}
			if near.tree == nil {
				near = position{next[j].near, 0}
			}
			same := position{before.of[head], 1}
			if same.tree == nil {
				same = position{next[j].same, 0}
			}
			if !b.insertBlock(g, leaf, j, near, same) {
				return false
			}
			g.placed[j] = leaf
		}
		before.record(b.edited[j], g.placed[j])
	}
	var written []int
	for _, m := range g.members {
		if m.blocks != nil {
			written = m.blocks.leaves(written)
		}
	}
	if !b.isOrdered(written, blockType) {
		b.writeAsArray(g, blockType)
	}
	for _, m := range g.members {
		if m.blocks == nil {
			continue
		}
		if node := m.blocks.newNode(b.changes); m.old == nil || node.Old != &m.old.Value {
			m.value = node
			m.object.isArranged = true
		}
	}
	return true
}

// newGroup builds the trees of the blocks of a type. It returns nil if a block has no body of its
// own in JSON.
func (b *jsonBody) newGroup(blockType string) *jsonGroup {
	if b.schema.ElementBody(blockType) != nil {
		return nil
	}
	g := &jsonGroup{leaves: make(map[int]*jsonTree), placed: make(map[int]*jsonTree)}
	bodies := make(map[*jsonMember]map[*jsontree.Value]int)
	for i, item := range b.old {
		block, ok := item.(*hclwrite.Block)
		if !ok || block.Type != blockType {
			continue
		}
		m := b.memberOf(block)
		if m == nil {
			return nil
		}
		if bodies[m] == nil {
			bodies[m] = make(map[*jsontree.Value]int)
			g.members = append(g.members, m)
		}
		leaf, _, _ := findLeaf(&m.old.Value, block.Span)
		if _, twice := bodies[m][leaf]; leaf == nil || twice {
			return nil
		}
		bodies[m][leaf] = i
	}
	for _, m := range g.members {
		m.blocks = newTreeOf(&m.old.Value, bodies[m])
		g.collect(m.blocks)
	}
	return g
}

// collect adds the bodies in a tree to g.leaves.
func (g *jsonGroup) collect(t *jsonTree) {
	if t.isLeaf {
		g.leaves[t.old] = t
	}
	for part := range elementsOf[*jsonTree](&t.parts) {
		g.collect(part)
	}
}

// arrangeOld applies a step to an existing block. It adds a moved block to waiting, and insertBlock
// inserts it later.
func (b *jsonBody) arrangeOld(g *jsonGroup, step *treediff.Step, waiting map[int]*jsonTree) {
	leaf := g.leaves[step.Old]
	leaf.edited = step.New
	if step.New >= 0 && step.Op != treediff.Move && (!step.ChangesHeader || b.relabel(leaf, step.New)) {
		g.placed[step.New] = leaf
		return
	}
	root := leaf.root()
	i := slices.IndexFunc(g.members, func(m *jsonMember) bool { return m.blocks == root })
	if i >= 0 && leaf.remove() {
		g.members[i].blocks = nil
		b.removeMember(g.members[i])
	}
	leaf.name, leaf.index = "", -1
	if step.New >= 0 {
		waiting[step.New] = leaf
	}
}

// relabel sets the labels of a block without moving it. It returns false if another block prevents
// this.
func (b *jsonBody) relabel(leaf *jsonTree, j int) bool {
	labels, body := b.labels(j)
	levels := leaf.labelTrees()
	if body == nil || len(levels) != len(labels) {
		return false
	}
	for k, t := range levels {
		if t.name == labels[k] {
			continue
		}
		if t.up.partNamed(labels[k]) != nil || t.leafCount() > 1 {
			return false
		}
	}
	for k, t := range levels {
		if t.name != labels[k] {
			t.up.updateNames(t, false)
			t.name, t.up.isArranged = labels[k], true
			t.up.updateNames(t, true)
		}
	}
	return true
}

// newLeaf returns the body of edited block j, which is new. It returns nil if the block has no body
// of its own.
func (b *jsonBody) newLeaf(j int) *jsonTree {
	_, body := b.labels(j)
	if body == nil {
		return nil
	}
	t := newTree(body.Kind)
	t.isLeaf, t.node, t.edited = true, b.newNode(body), j
	return t
}

// labels returns the labels of edited block j in JSON, and its body. The body is nil if the block
// has none of its own.
func (b *jsonBody) labels(j int) (labels []string, body *jsontree.Value) {
	body, _, labels = findBody(b.editedObjects, b.edited[j].(*hclwrite.Block))
	return labels, body
}

// nextBlocks returns the nearest placed blocks after each waiting block.
func (b *jsonBody) nextBlocks(g *jsonGroup, waiting map[int]*jsonTree) map[int]neighbors {
	list, after := make(map[int]neighbors, len(waiting)), newNearest()
	for j, item := range slices.Backward(b.edited) {
		if waiting[j] != nil {
			list[j] = neighbors{after.any, after.of[treediff.Header(item.(*hclwrite.Block))]}
		}
		after.record(item, g.placed[j])
	}
	return list
}

// neighbors contains the nearest blocks after a block. near has the same type, and same has also the
// same labels.
type neighbors struct{ near, same *jsonTree }

// nearest contains the nearest blocks of a type before or after a place. any has any labels, and of
// maps type and labels to a block.
type nearest struct {
	any *jsonTree
	of  map[string]*jsonTree
}

func newNearest() *nearest { return &nearest{of: make(map[string]*jsonTree)} }

// record records a placed block before the iteration continues.
func (n *nearest) record(item hclwrite.Item, t *jsonTree) {
	if t != nil {
		n.any, n.of[treediff.Header(item.(*hclwrite.Block))] = t, t
	}
}

// insertBlock inserts edited block j next to another block: near has the same type, and same has
// also the same labels. It returns false if the block has no body of its own.
func (b *jsonBody) insertBlock(g *jsonGroup, leaf *jsonTree, j int, near, same position) bool {
	labels, body := b.labels(j)
	if body == nil {
		return false
	}
	beside := near.tree
	if beside == nil {
		return b.firstBlock(g, leaf, labels, j)
	}
	root := beside.root()
	i := slices.IndexFunc(g.members, func(m *jsonMember) bool { return m.blocks == root })
	if leaf.node != nil && leaf.node.Like == nil && beside.value != nil && beside.value.Kind == leaf.kind {
		leaf.node.Like = beside.value
	}
	m := g.members[i]
	m.blocks = insertNear(leaf, labels, near, same)
	b.place[j] = m
	return true
}

// firstBlock adds the property of a block type with its first block. It returns false if the body
// has no object.
func (b *jsonBody) firstBlock(g *jsonGroup, leaf *jsonTree, labels []string, j int) bool {
	m := memberAt(b.editedObjects, hclwrite.SpanOf(b.edited[j]).Start)
	_, rule := b.schema.Lookup(m.Name)
	t := b.wrapInLabels(leaf.bodyOutsideArrays(), labels)
	list := m.Value.Kind == jsontree.Array
	if n := b.forms()[m.Name]; n != 0 && len(labels) == 0 && len(m.Value.Elems) < 2 {
		list = n < 0
	}
	if list && t.kind != jsontree.Array && !(rule != nil && rule.Shape == schema.ObjectShape) {
		t = t.wrapInArray()
	}
	var member *jsonMember
	if empty := b.membersNamed(m.Name); len(empty) > 0 {
		member = empty[0]
		member.blocks = t
	} else {
		member = &jsonMember{index: -1, name: m.Name, blocks: t}
		if !b.insert(member, j) {
			return false
		}
	}
	g.members = append(g.members, member)
	b.place[j] = member
	return true
}

// writeAsArray writes the blocks of a type as an array with one element per block. This form allows
// any order.
func (b *jsonBody) writeAsArray(g *jsonGroup, blockType string) {
	list := newTree(jsontree.Array)
	for j, item := range b.edited {
		leaf := g.placed[j]
		if block, ok := item.(*hclwrite.Block); !ok || block.Type != blockType || leaf == nil {
			continue
		}
		var labels []string
		for _, level := range leaf.labelTrees() {
			labels = append(labels, level.name)
		}
		if leaf.up != nil {
			leaf.detach()
		}
		leaf.name, leaf.index = "", -1
		t := leaf
		if len(labels) > 0 {
			t = b.wrapInLabels(leaf.bodyOutsideArrays(), labels)
		}
		list.insert(position{}, t)
	}
	for _, m := range g.members {
		if m.blocks != nil {
			if m.blocks = list; list == nil {
				b.removeMember(m)
			}
			list = nil
		}
	}
}

// wrapInLabels wraps a body in objects with its labels as keys, in the form of the file.
func (b *jsonBody) wrapInLabels(t *jsonTree, labels []string) *jsonTree {
	for k, label := range slices.Backward(labels) {
		t.name = label
		if t = newTree(jsontree.Object, t); b.style.form == convert.General && k > 0 {
			t = t.wrapInArray()
		}
	}
	return t
}
