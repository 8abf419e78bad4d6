package jsonedit

import (
	"slices"

	"github.com/hcljson/hcljson/internal/jsontree"
)

// InOrder returns a text whose members have the order of reference, an equivalent compact text. In
// src, blocks may be in arrays where reference has objects by label.
func InOrder(src, reference []byte) []byte {
	ordered, diags := jsontree.Parse(reference, "")
	root, more := jsontree.Parse(src, "")
	if diags.HasErrors() || more.HasErrors() {
		return src
	}
	text := Edit(src, root)
	order(text, root, ordered)
	return text.Bytes()
}

// order sorts the parts of v that reference also contains. They keep their set of positions.
func order(text *Text, v, reference *jsontree.Value) {
	parts := make([]Part, v.Len())
	ranks := map[int][]int{}
	var at []int
	for i := range parts {
		parts[i] = Kept(i)
		name, part := v.Part(i)
		in := reference
		switch n := rank(reference, name); {
		case v.Kind == jsontree.Object && n >= 0:
			ranks[i], in = []int{n}, &reference.Members[n].Value
		case v.Kind == jsontree.Array && reference.Kind == jsontree.Object: // blocks
			ranks[i] = labelRanks(part, reference)
		case v.Kind == jsontree.Array && len(reference.Elems) == v.Len():
			in = &reference.Elems[i]
		default:
			continue
		}
		order(text, part, in)
		if ranks[i] != nil {
			at = append(at, i)
		}
	}
	by := func(a, b int) int { return slices.Compare(ranks[a], ranks[b]) }
	if sorted := slices.Clone(at); !slices.IsSortedFunc(at, by) {
		slices.SortStableFunc(sorted, by)
		for k, i := range at {
			parts[i] = Kept(sorted[k])
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
		at := rank(reference, name)
		if list = append(list, at); at < 0 {
			break
		}
		reference = &reference.Members[at].Value
	}
	return list
}

// rank returns the index of a member, or -1.
func rank(v *jsontree.Value, name string) int {
	return slices.IndexFunc(v.Members, func(m jsontree.Member) bool { return m.Name == name })
}
