package jsonprint

import (
	"slices"
	"sort"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsonedit"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// blockPath contains the steps from a body to a block in it.
type blockPath []step

// leaf returns the value of the block. It returns nil for an empty path.
func (p blockPath) leaf() *jsontree.Value {
	if len(p) == 0 {
		return nil
	}
	return p[len(p)-1].value()
}

// names returns the name of the member and the labels in JSON.
func (p blockPath) names() (names []string) {
	for _, s := range p {
		if s.in.Kind == jsontree.Object {
			names = append(names, s.name())
		}
	}
	return names
}

// blockPathTo returns the steps from one of the objects of a body to the block at a position, or nil.
func blockPathTo(root *jsontree.Value, objects []*jsontree.Value, at hclwrite.Span) blockPath {
	path := pathTo(root, at)
	for i, s := range path {
		k := sort.Search(len(objects), func(k int) bool { return objects[k].End >= s.in.End })
		if k < len(objects) && objects[k] == s.in {
			return path[i:]
		}
	}
	return nil
}

// changeBlocks removes, moves, renames and changes the blocks of the source, and inserts the new ones next to them.
func (b *body) changeBlocks() {
	b.findMixed()
	b.paths, b.moved, b.within = map[int]blockPath{}, map[int]blockPath{}, map[step]*blocksIn{}
	for k := range b.script.Steps {
		s := &b.script.Steps[k]
		if s.Old < 0 {
			continue
		}
		old, ok := b.old.Items[s.Old].(*hclwrite.Block)
		if !ok {
			continue
		}
		path := blockPathTo(b.root, b.objects, old.Span)
		switch at, found := b.member(old); {
		case !found:
			b.fail("The position of %s is unknown.", annotation.BlockPath(old.Type, old.Labels))
		case b.isRewritten(old.Type) && path != nil:
			b.removePath(path)
		case b.isRewritten(old.Type), path == nil && s.New < 0:
			b.remove(at)
		case path == nil: // it is in a string
			b.places[s.New] = at
		case s.New < 0, b.changesSchema(s):
			b.removePath(path)
			continue
		case s.Op == treediff.Move || s.ChangesHeader && !b.relabel(path, b.new.Items[s.New].(*hclwrite.Block)):
			b.moved[s.New] = b.removePath(path)
		default:
			b.paths[s.New], b.places[s.New] = path, path[0]
		}
		if s.New >= 0 && path != nil && !b.isRewritten(old.Type) {
			b.changeBlock(s, old, path[len(path)-1])
		}
	}
	near := b.neighbors()
	for j := range b.new.Items {
		for _, s := range b.paths[j] {
			in := b.within[s]
			if in == nil {
				in = &blocksIn{byNames: map[string][]int{}}
				b.within[s] = in
			}
			in.add(j, b.paths[j])
		}
	}
	for j, item := range b.new.Items {
		block, ok := item.(*hclwrite.Block)
		if _, stays := b.paths[j]; !ok || stays || b.diags.HasErrors() {
			continue
		}
		if names, n := b.namesOf(j, block); names != nil && near[j].path != nil && near[j].path[0].name() == names[0] {
			b.insertBlock(j, names, n, near[j])
		}
	}
	b.orderBlocks()
}

// findMixed finds the changed types without a row whose blocks have different numbers of labels. In the hint "labels", each
// number belongs to an element of an array.
func (b *body) findMixed() {
	changed, labels := map[string]bool{}, map[string]int{}
	for j, item := range b.new.Items {
		if block, ok := item.(*hclwrite.Block); ok {
			s := b.steps[j]
			changed[block.Type] = changed[block.Type] || s == nil || !s.Stays() || s.ChangesHeader
			if n, known := labels[block.Type]; known && n != len(block.Labels) {
				labels[block.Type] = -1
			} else if !known {
				labels[block.Type] = len(block.Labels)
			}
		}
	}
	defer func() { b.index = nil }() // names will change
	for blockType, n := range labels {
		at, ok := b.memberNamed(blockType)
		if argument, rule := b.rules.Lookup(blockType); n < 0 && changed[blockType] && argument == nil && rule == nil && ok && at.value().Kind == jsontree.Object {
			b.need.add(b.need.arrays, b.new, blockType)
		}
	}
}

// changeBlock changes the body of a block, and the comments next to it.
func (b *body) changeBlock(s *treediff.Step, old *hclwrite.Block, leaf step) {
	is := b.new.Items[s.New].(*hclwrite.Block)
	in := b.inner(old, is, s.Parts, leaf)
	in.comments = [2]hclwrite.Comments{b.commentsOf(b.old, s.Old), b.commentsOf(b.new, s.New)}
	if s.Parts == nil {
		if !in.receivesComments && (b.DropComments || in.comments[0].EqualFunc(in.comments[1], sameText)) {
			return
		}
		in.script = unchanged(len(old.Body.Items))
	}
	in.change()
}

// unchanged returns a script without changes.
func unchanged(items int) *treediff.Script {
	script := &treediff.Script{}
	for i := range items {
		script.Steps = append(script.Steps, treediff.Step{Old: i, New: i})
	}
	return script
}

// isRewritten reports whether all blocks of a type are written again, instead of their members. These are blocks for an
// argument if it is an expression in a string, or if dynamic blocks replace it.
func (b *body) isRewritten(blockType string) bool {
	rewritten, known := b.rewritten[blockType]
	switch {
	case !known && b.together[blockType] && b.isHinted(blockType):
		b.rewritten[blockType] = true // without a schema, they become ordinary blocks
		return true
	case known || b.rules.ElementBody(blockType) == nil || !b.together[blockType]:
		return rewritten
	}
	form := ""
	for _, item := range b.old.Items {
		if block, ok := item.(*hclwrite.Block); ok && block.Type == blockType && !rewritten {
			path := blockPathTo(b.root, b.objects, block.Span)
			if rewritten = path == nil; !rewritten {
				form = path[0].name()
			}
		}
	}
	for j, item := range b.new.Items {
		if block, ok := item.(*hclwrite.Block); ok && block.Type == blockType {
			names, _ := b.namesOf(j, block)
			rewritten = rewritten || names != nil && form != "" && names[0] != form
		}
	}
	b.rewritten[blockType] = rewritten
	return rewritten
}

// namesOf returns the names of a block in JSON, and its value: the old one, or a new one if it is written.
func (b *body) namesOf(j int, block *hclwrite.Block) (names []string, n *jsonedit.Node) {
	for _, path := range []blockPath{b.paths[j], b.moved[j]} {
		if path != nil {
			n = &jsonedit.Node{Old: path.leaf()}
		}
	}
	if !b.isFull(j) {
		return append([]string{block.Type}, block.Labels...), n
	}
	path := b.values().blocks[j]
	if path == nil {
		return nil, nil
	}
	if n == nil {
		n = jsonedit.NodeOf(path.leaf())
	}
	return path.names(), n
}

// relabel gives a block new names in place. It returns false if other blocks have the same names in common and keep them.
func (b *body) relabel(path blockPath, is *hclwrite.Block) bool {
	names := append([]string{is.Type}, is.Labels...)
	old := path.names()
	for len(names) < len(old) {
		names = append(names, "")
	}
	if len(names) != len(old) {
		return false
	}
	level, renamed := 0, map[step]string{}
	for _, s := range path {
		if s.in.Kind != jsontree.Object {
			continue
		}
		if to := names[level]; to != old[level] {
			if common := b.newName(s, level); common == nil || *common != to || b.memberIndex(s.in, to) >= 0 {
				return false
			}
			renamed[s] = to
		}
		level++
	}
	for s, name := range renamed {
		b.arrange(s.in).names[s.at] = name
	}
	return true
}

// newName returns the new name of all blocks in a member, which is at a level of their types and labels; "" for a label
// that is gone. It returns nil if their names differ, or if one of the blocks does not stay in the member.
func (b *body) newName(member step, level int) *string {
	if b.starts == nil {
		for k := range b.script.Steps {
			s := &b.script.Steps[k]
			if block, ok := b.oldBlock(s); ok {
				b.starts = append(b.starts, blockStart{block.Span.Start, s})
			}
		}
		slices.SortFunc(b.starts, func(a, b blockStart) int { return a.offset - b.offset })
		b.newNames = map[step]*string{}
	}
	if _, known := b.newNames[member]; !known {
		b.newNames[member] = b.commonName(member.value(), level)
	}
	return b.newNames[member]
}

// commonName is newName for the blocks in a value.
func (b *body) commonName(v *jsontree.Value, level int) (common *string) {
	first, _ := slices.BinarySearchFunc(b.starts, v.Start, func(s blockStart, at int) int { return s.offset - at })
	for _, s := range b.starts[first:] {
		if s.offset >= v.End {
			break
		}
		if s.step.New < 0 || s.step.Op == treediff.Move || b.changesSchema(s.step) {
			return nil
		}
		block, name := b.new.Items[s.step.New].(*hclwrite.Block), ""
		if names := append([]string{block.Type}, block.Labels...); level < len(names) {
			name = names[level]
		}
		if common != nil && *common != name {
			return nil
		}
		common = &name
	}
	return common
}

// oldBlock returns the block of the old body at a step.
func (b *body) oldBlock(s *treediff.Step) (block *hclwrite.Block, ok bool) {
	if s.Old < 0 {
		return nil, false
	}
	block, ok = b.old.Items[s.Old].(*hclwrite.Block)
	return block, ok
}

// hasSingleLabels reports whether each element of an array has at most one member.
func (b *body) hasSingleLabels(v *jsontree.Value) bool {
	single, known := b.single[v]
	if !known {
		single = !slices.ContainsFunc(v.Elems, func(e jsontree.Value) bool { return len(e.Members) > 1 })
		if b.single == nil {
			b.single = map[*jsontree.Value]bool{}
		}
		b.single[v] = single
	}
	return single
}

// removePath removes a block with the arrays and objects that contain nothing else. It returns the steps to the removed
// value, and from it to the block.
func (b *body) removePath(path blockPath) blockPath {
	i := len(path) - 1
	for i > 0 && b.lengthOf(path[i].in) == 1 {
		i--
	}
	if i == 0 && b.isElement {
		b.arrange(path[0].in).values[path[0].at] = &jsonedit.Node{Kind: jsontree.Null}
		return path
	}
	b.remove(path[i])
	return path[i:]
}

// neighbor is the nearest staying block of the same JSON name. before is true if a new block precedes it.
type neighbor struct {
	path   blockPath
	before bool
}

// neighbors returns the nearest staying blocks of all other blocks.
func (b *body) neighbors() map[int]neighbor {
	list, last := map[int]neighbor{}, map[string]blockPath{}
	visit := func(j int, before bool) {
		block, ok := b.new.Items[j].(*hclwrite.Block)
		if !ok {
			return
		}
		if path, stays := b.paths[j]; stays {
			last[path[0].name()] = path
			return
		}
		names, _ := b.namesOf(j, block)
		if names != nil && list[j].path == nil && last[names[0]] != nil {
			list[j] = neighbor{last[names[0]], before}
		}
	}
	for j := range b.new.Items {
		visit(j, false)
	}
	clear(last)
	for j := range slices.Backward(b.new.Items) {
		visit(j, true)
	}
	return list
}

// nearIn returns the index of the part of v that contains a path, or -1.
func nearIn(v *jsontree.Value, path blockPath) int {
	for _, s := range path {
		if s.in == v {
			return s.at
		}
	}
	return -1
}

// insertBlock inserts a new or moved block with its names next to another one.
func (b *body) insertBlock(j int, names []string, n *jsonedit.Node, next neighbor) {
	cur, rest, from := next.path[0], names[1:], b.moved[j]
	b.places[j] = cur
	if n.Old == nil && next.path.leaf().Kind == n.Kind {
		n.Like = next.path.leaf()
	}
	add := func(v *jsontree.Value, part jsonedit.Part) {
		at := nearIn(v, next.path)
		switch {
		case at < 0:
			at = v.Len() - 1
		case next.before:
			at--
		}
		if from != nil && from[0].in == v && slices.Equal(from.names(), names[len(names)-len(from.names()):]) {
			part = jsonedit.Part{Old: from[0].at, Name: part.Name}
		}
		b.add(step{v, at}, part)
	}
	for {
		v := cur.value()
		near := nearIn(v, next.path)
		switch isLeaf := v == next.path.leaf(); {
		case isLeaf, next.path != nil && v.Kind == jsontree.Object && len(rest) == 0:
			list := b.arrange(cur.in).values
			if list[cur.at] == nil {
				list[cur.at] = listOf(&jsonedit.Node{Old: v})
			}
			parts := &list[cur.at].Parts
			i := len(*parts)
			if next.before { // all blocks before the old one are inserted before those after it
				i--
			}
			*parts = slices.Insert(*parts, i, jsonedit.NewPart("", n))
			return
		case v.Kind == jsontree.Array && len(rest) == 0:
			add(v, jsonedit.NewPart("", n))
			return
		case v.Kind == jsontree.Array && (near >= 0 && step{v, near}.value() == next.path.leaf() ||
			b.hasSingleLabels(v)):
			var like *jsontree.Value
			if at := (step{v, max(near, 0)}); v.Len() > 0 && at.value() != next.path.leaf() {
				like = at.value()
			}
			add(v, jsonedit.NewPart("", b.wrap(n, rest, like)))
			return
		case v.Kind == jsontree.Array:
			cur = step{v, max(near, 0)}
		case v.Kind == jsontree.Object:
			i := b.memberIndex(v, rest[0])
			if i < 0 || b.isRemoved(step{v, i}) {
				started := b.arrange(v).started
				if first := started[rest[0]]; first != nil { // an object must not have two members of this name
					if first.Kind != jsontree.Array || first.Old != nil {
						one := *first
						*first = *listOf(&one)
					}
					first.Parts = append(first.Parts, jsonedit.NewPart("", b.wrap(n, rest[1:], nil)))
					return
				}
				var like *jsontree.Value
				if v.Len() > 0 {
					like = step{v, max(near, 0)}.value()
				}
				part := jsonedit.NewPart(rest[0], b.wrap(n, rest[1:], like))
				started[rest[0]] = part.Value
				add(v, part)
				return
			}
			if cur = (step{v, i}); near != i {
				next = b.nextIn(b.within[cur], j, names)
				if kind := cur.value().Kind; next.path == nil && kind != jsontree.Array && kind != jsontree.Object {
					b.arrange(v).values[i] = b.wrap(n, rest[1:], nil)
					return
				}
			}
			rest = rest[1:]
		default:
			b.fail("A block cannot be added to %s.", v.Kind)
			return
		}
	}
}

// blocksIn contains the staying blocks in a value: their indexes in the new body by their names, and the path to the last one.
type blocksIn struct {
	byNames map[string][]int
	last    blockPath
}

func (in *blocksIn) add(j int, path blockPath) {
	key := nameKey(path.names())
	in.byNames[key] = append(in.byNames[key], j)
	if in.last == nil || path.leaf().Start > in.last.leaf().Start {
		in.last = path
	}
}

// nextIn returns the place for a new block in a value with other blocks: next to a block with the same names, or after the
// last one.
func (b *body) nextIn(in *blocksIn, j int, names []string) neighbor {
	if in == nil {
		return neighbor{}
	}
	same := in.byNames[nameKey(names)]
	switch k, _ := slices.BinarySearch(same, j); {
	case k > 0:
		return neighbor{b.paths[same[k-1]], false}
	case len(same) > 0:
		return neighbor{b.paths[same[0]], true}
	}
	return neighbor{in.last, false}
}

// wrap puts a block into objects with its labels as names, in the form of a value.
func (b *body) wrap(n *jsonedit.Node, labels []string, like *jsontree.Value) *jsonedit.Node {
	var first *jsontree.Value
	if like != nil && like.Len() > 0 {
		first = step{like, 0}.value()
	}
	switch {
	case like != nil && like.Kind == jsontree.Array && len(labels) == 0:
		return listOf(n)
	case like != nil && like.Kind == jsontree.Array:
		return listOf(b.wrap(n, labels, first))
	case len(labels) > 0:
		inner := b.wrap(n, labels[1:], first)
		if like == nil && b.form == convert.General && len(labels) > 1 {
			inner = listOf(inner)
		}
		return &jsonedit.Node{Kind: jsontree.Object, Parts: []jsonedit.Part{jsonedit.NewPart(labels[0], inner)}}
	case n.Kind == jsontree.Array, n.Old != nil && n.Old.Kind == jsontree.Array:
		return listOf(n) // a body of several objects is in an array
	}
	return n
}

// insertType adds the member with all blocks of a type. The source contains no staying block of the type.
func (b *body) insertType(j int, block *hclwrite.Block) {
	names, _ := b.namesOf(j, block)
	if names == nil {
		return
	}
	same := b.unplaced()[names[0]]
	n := b.typeNode(same, names[0])
	if at, ok := b.memberNamed(names[0]); ok { // an empty member
		b.arrange(at.in).values[at.at] = n
		b.places[j] = at
	} else {
		b.insert(j, jsonedit.NewPart(names[0], n), step{})
	}
	for _, k := range same {
		b.places[k] = b.places[j]
	}
}

// unplaced returns the indexes of the blocks without a neighbor of their JSON name, by this name.
func (b *body) unplaced() map[string][]int {
	if b.newTypes == nil {
		b.newTypes = map[string][]int{}
		for k, item := range b.new.Items {
			block, ok := item.(*hclwrite.Block)
			if _, placed := b.places[k]; !ok || placed {
				continue
			}
			if names, _ := b.namesOf(k, block); names != nil {
				b.newTypes[names[0]] = append(b.newTypes[names[0]], k)
			}
		}
	}
	return b.newTypes
}

// typeNode returns the value of the member for new and moved blocks.
func (b *body) typeNode(indexes []int, name string) *jsonedit.Node {
	isMoved := func(j int) bool { return b.moved[j] != nil }
	if members := b.values().members(name); !slices.ContainsFunc(indexes, isMoved) && len(members) > 0 {
		return b.singleNode(jsonedit.NodeOf(members[0]), b.new.Items[indexes[0]].(*hclwrite.Block), len(indexes))
	}
	list := listOf()
	for _, j := range indexes {
		names, n := b.namesOf(j, b.new.Items[j].(*hclwrite.Block))
		list.Parts = append(list.Parts, jsonedit.NewPart("", b.wrap(n, names[1:], nil)))
	}
	_, rule := b.rules.Lookup(name)
	if first := list.Parts[0].Value; len(indexes) == 1 && rule != nil && (rule.Shape == tables.ObjectShape || b.form != convert.General) {
		return b.singleNode(first, b.new.Items[indexes[0]].(*hclwrite.Block), 1)
	}
	return list
}

// singleNode returns the value of a member with a single block without labels in the shape that most other single blocks
// of the type have.
func (b *body) singleNode(n *jsonedit.Node, block *hclwrite.Block, blocks int) *jsonedit.Node {
	isList := n.Old == nil && n.Kind == jsontree.Array
	switch count := b.countShapes()[block.Type]; {
	case blocks > 1 || len(block.Labels) > 0:
	case count > 0 && isList && len(n.Parts) == 1 && n.Parts[0].Value.Kind == jsontree.Object:
		return n.Parts[0].Value
	case count < 0 && !isList:
		return listOf(n)
	}
	return n
}

// countShapes returns the shapes of single blocks by type.
func (p *printer) countShapes() map[string]int {
	if p.shapes == nil {
		p.shapes = map[string]int{}
		p.countShapesIn(&p.Old.Body, annotation.Elements(p.root))
	}
	return p.shapes
}

func (p *printer) countShapesIn(b *hclwrite.Body, objects []*jsontree.Value) {
	for _, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		path := blockPathTo(p.root, objects, block.Span)
		switch {
		case path == nil:
			continue
		case len(block.Labels) > 0:
		case len(path) == 1 && path.leaf().Kind == jsontree.Object:
			p.shapes[block.Type]++
		case len(path) == 2 && path[0].value().Len() == 1:
			p.shapes[block.Type]--
		}
		p.countShapesIn(&block.Body, annotation.Elements(path.leaf()))
	}
}

// orderBlocks writes the blocks of a type as an array with one element per block, if their order requires it.
func (b *body) orderBlocks() {
	b.index = nil
	lists := map[string]*jsonedit.Node{}
	for name := range b.need.arrays[b.new] {
		if at, ok := b.memberNamed(name); ok {
			lists[name] = listOf()
			b.arrange(at.in).values[at.at] = lists[name]
		}
	}
	for j, item := range b.new.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || len(lists) == 0 {
			continue
		}
		names, n := b.namesOf(j, block)
		if path := b.paths[j]; path != nil {
			names = path.names() // a dynamic block can generate the block
		}
		if names != nil && lists[names[0]] != nil {
			lists[names[0]].Parts = append(lists[names[0]].Parts, jsonedit.NewPart("", b.wrap(n, names[1:], nil)))
			b.places[j], _ = b.memberNamed(names[0])
		}
	}
	for name := range lists {
		at, _ := b.memberNamed(name)
		for _, s := range b.index[name] {
			if s != at && b.nameOf(s) == name {
				b.remove(s)
			}
		}
	}
}
