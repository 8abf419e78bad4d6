package jsonedit

import (
	"slices"

	"github.com/hcljson/hcljson/internal/jsontree"
)

// Reorder returns a text whose members have the order of reference, an equivalent compact text. In
// src, blocks may be in arrays where reference has objects by label.
func Reorder(src, reference []byte) []byte {
	ordered, diags := jsontree.Parse(reference, "")
	root, more := jsontree.Parse(src, "")
	if diags.HasErrors() || more.HasErrors() {
		return src
	}
	text := NewText(src, root)
	reorderParts(text, root, ordered)
	return text.Bytes()
}

// reorderParts sorts the parts of v that reference also contains. They keep their set of positions.
func reorderParts(text *Text, v, reference *jsontree.Value) {
	parts := make([]Part, v.Len())
	ranks := map[int][]int{}
	var at []int
	for i := range parts {
		parts[i] = KeptPart(i)
		name, part := v.Part(i)
		in := reference
		switch n := memberIndex(reference, name); {
		case v.Kind == jsontree.Object && n >= 0:
			ranks[i], in = []int{n}, &reference.Members[n].Value
		case v.Kind == jsontree.Array && reference.Kind == jsontree.Object: // blocks
			ranks[i] = labelRanks(part, reference)
		case v.Kind == jsontree.Array && len(reference.Elems) == v.Len():
			in = &reference.Elems[i]
		default:
			continue
		}
		reorderParts(text, part, in)
		if ranks[i] != nil {
			at = append(at, i)
		}
	}
	by := func(a, b int) int { return slices.Compare(ranks[a], ranks[b]) }
	if sorted := slices.Clone(at); !slices.IsSortedFunc(at, by) {
		slices.SortStableFunc(sorted, by)
		for k, i := range at {
			parts[i] = KeptPart(sorted[k])
		}
		text.Arrange(v, parts)
	}
}

// labelRanks returns the ranks of the labels of a block.
func labelRanks(v, reference *jsontree.Value) (list []int) {
	for v.Len() == 1 && reference.Kind == jsontree.Object {
		name, part := v.Part(0)
		if v = part; name == "" {
			continue
		}
		at := memberIndex(reference, name)
		if list = append(list, at); at < 0 {
			break
		}
		reference = &reference.Members[at].Value
	}
	return list
}

// memberIndex returns the index of a member, or -1.
func memberIndex(v *jsontree.Value, name string) int {
	return slices.IndexFunc(v.Members, func(m jsontree.Member) bool { return m.Name == name })
}
