package patch

import (
	linked "container/list"
	"slices"
	"sort"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/treediff"
)

// jsonObject is an object of a body during an edit.
type jsonObject struct {
	value   *jsontree.Value
	members *linked.List // of *jsonMember
	of      map[*jsontree.Member]*jsonMember
	// isArranged is true if members are inserted, removed or replaced.
	isArranged bool
}

// jsonMember is a member of a jsonObject.
type jsonMember struct {
	object *jsonObject
	// at is the position in the list of members.
	at *linked.Element
	// index is the index of the member in the file, or -1 for a new member. old is the member in the
	// file, or nil. name is the new name.
	index int
	old   *jsontree.Member
	name  string
	// value is the new value if the value is replaced.
	value *jsonedit.Node
	// blocks is the tree of the blocks if the member contains rearranged blocks.
	blocks *jsonTree
}

// membersNamed returns the members with the given name.
func (b *jsonBody) membersNamed(name string) (named []*jsonMember) {
	for _, object := range b.objects {
		for m := range elementsOf[*jsonMember](object.members) {
			if m.name == name {
				named = append(named, m)
			}
		}
	}
	return named
}

// memberOf returns the member that contains an item of the file.
func (b *jsonBody) memberOf(item hclwrite.Item) *jsonMember {
	at := hclwrite.SpanOf(item).Start
	for _, object := range b.objects {
		if m := memberAt([]*jsontree.Value{object.value}, at); m != nil {
			return object.of[m]
		}
	}
	return nil
}

// insert inserts the member for edited item j next to the member of the nearest edited item. It
// returns false if the body has no object.
func (b *jsonBody) insert(m *jsonMember, j int) bool {
	for k := j - 1; k >= 0; k-- {
		if b.insertNextTo(m, b.place[k], (*linked.List).InsertAfter) {
			return true
		}
	}
	for k := j + 1; k < len(b.edited); k++ {
		if b.insertNextTo(m, b.place[k], (*linked.List).InsertBefore) {
			return true
		}
	}
	if len(b.objects) == 0 {
		return false
	}
	object := b.objects[len(b.objects)-1]
	m.object, object.isArranged = object, true
	m.at = object.members.PushBack(m)
	return true
}

func (b *jsonBody) insertNextTo(
	m, other *jsonMember, insert func(members *linked.List, m any, beside *linked.Element) *linked.Element,
) bool {
	if other == nil || other.object == nil {
		return false
	}
	at := insert(other.object.members, m, other.at)
	if at == nil {
		return false // the other member was removed
	}
	m.at, m.object, other.object.isArranged = at, other.object, true
	return true
}

// removeMember removes a member from its object.
func (b *jsonBody) removeMember(m *jsonMember) {
	m.object.members.Remove(m.at)
	m.object.isArranged = true
}

// changesOrder reports whether the script inserts, removes, moves or renames items.
func (b *jsonBody) changesOrder() bool {
	return slices.ContainsFunc(b.script.Steps, func(s treediff.Step) bool {
		return movesPart(&s) && !hclwrite.IsCommentGroup(stepItem(&s, b.old, b.edited))
	})
}

// stepItem returns the old item of a step. If there is none, it returns the edited item.
func stepItem(s *treediff.Step, old, edited []hclwrite.Item) hclwrite.Item {
	if s.Old >= 0 {
		return old[s.Old]
	}
	return edited[s.New]
}

// movesPart reports whether a step inserts, removes, moves or renames a part.
func movesPart(s *treediff.Step) bool { return !s.Stays() || s.ChangesHeader }

// isOrdered reports whether the order of the written blocks is correct, where it is significant.
// written contains their indexes. It checks the blocks of one type, or of all types if blockType is
// "".
func (b *jsonBody) isOrdered(written []int, blockType string) bool {
	next, made := make(map[string][]int), make(map[string]bool)
	for _, item := range b.edited {
		if block, ok := item.(*hclwrite.Block); ok {
			made[b.schema.GeneratedType(block.Type, block.Labels)] = true
		}
	}
	for j, item := range b.edited {
		if block, ok := item.(*hclwrite.Block); ok && (block.Type == blockType || blockType == "") {
			key := b.schema.OrderOf(block.Type, block.Labels, made)
			next[key] = append(next[key], j)
		}
	}
	for _, j := range written {
		block, ok := b.edited[j].(*hclwrite.Block)
		if !ok {
			continue
		}
		key := b.schema.OrderOf(block.Type, block.Labels, made)
		if len(next[key]) == 0 || next[key][0] != j {
			return false
		}
		next[key] = next[key][1:]
	}
	return true
}

// writtenOrder returns the indexes of the edited items in the order in which JSON contains them.
func (b *jsonBody) writtenOrder() []int {
	in := make(map[*jsonMember][]int)
	for j := range b.edited {
		if m := b.place[j]; m != nil {
			in[m] = append(in[m], j)
		}
	}
	var list []int
	for _, object := range b.objects {
		for m := range elementsOf[*jsonMember](object.members) {
			js := in[m]
			if m.blocks != nil {
				js = m.blocks.leaves(nil)
			} else {
				slices.SortStableFunc(js, func(i, k int) int { return b.oldStart(i) - b.oldStart(k) })
			}
			list = append(list, js...)
		}
	}
	return list
}

// oldStart returns the offset in the file at which edited item j starts, or 0 for a new item.
func (b *jsonBody) oldStart(j int) int {
	if i := b.partner[j]; i >= 0 {
		return hclwrite.SpanOf(b.old[i]).Start
	}
	return 0
}

// findBody finds a block in the objects of its parent. It returns the body of the block, the member
// that contains it, and the labels.
func findBody(objects []*jsontree.Value, block *hclwrite.Block) (*jsontree.Value, *jsontree.Member, []string) {
	m := memberAt(objects, block.Span.Start)
	if m == nil {
		return nil, nil, nil
	}
	leaf, _, labels := findLeaf(&m.Value, block.Span)
	return leaf, m, labels
}

// findLeaf finds a block in the value of a property. It returns the body of the block, the parent
// value of the body, and the labels.
func findLeaf(v *jsontree.Value, span hclwrite.Span) (leaf, up *jsontree.Value, labels []string) {
	for {
		found := v.Start == span.Start && v.Kind != jsontree.Array
		if first := v.Elem(0); first != nil { // an array of objects can be one body
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

// memberAt returns the member that contains an offset, or nil.
func memberAt(objects []*jsontree.Value, at int) *jsontree.Member {
	for _, object := range objects {
		members := object.Members
		i := sort.Search(len(members), func(i int) bool { return members[i].Value.End > at })
		if i < len(members) && members[i].NameStart <= at {
			return &members[i]
		}
	}
	return nil
}
