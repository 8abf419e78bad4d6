package jsonedit

import (
	"slices"

	"github.com/hcljson/hcljson/internal/jsontree"
)

// InOrder returns a text with the members of its objects in the order of another, compact one
// that says the same. Blocks can be in arrays, where the other has objects by their labels.
func InOrder(src, like []byte) []byte {
	ordered, diags := jsontree.Parse(like, "")
	root, more := jsontree.Parse(src, "")
	if diags.HasErrors() || more.HasErrors() {
		return src
	}
	text := Edit(src, root)
	order(text, root, ordered)
	return text.Bytes()
}

// order sorts what the other JSON has too, among the places of that.
func order(text *Text, v, like *jsontree.Value) {
	parts := make([]Part, v.Len())
	ranks := map[int][]int{}
	var at []int
	for i := range parts {
		parts[i] = Kept(i)
		name, part := v.Part(i)
		in := like
		switch n := rank(like, name); {
		case v.Kind == jsontree.Object && n >= 0:
			ranks[i], in = []int{n}, &like.Members[n].Value
		case v.Kind == jsontree.Array && like.Kind == jsontree.Object: // blocks
			ranks[i] = chain(part, like)
		case v.Kind == jsontree.Array && len(like.Elems) == v.Len():
			in = &like.Elems[i]
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

// chain are the ranks of the labels around one block.
func chain(v, like *jsontree.Value) (list []int) {
	for v.Len() == 1 {
		name, part := v.Part(0)
		if v = part; name == "" {
			continue
		}
		at := rank(like, name)
		if list = append(list, at); at < 0 {
			break
		}
		like = &like.Members[at].Value
	}
	return list
}

// rank is the index of a member, or -1.
func rank(v *jsontree.Value, name string) int {
	return slices.IndexFunc(v.Members, func(m jsontree.Member) bool { return m.Name == name })
}
