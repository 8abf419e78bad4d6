package address

import (
	"slices"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// inOrder is a JSON text with its members, and blocks in arrays, in the order that the tree of
// the file has.
func (f *file) inOrder(text []byte) []byte {
	opts := convert.Options{Form: convert.Compact, DropComments: true, Unread: true}
	like, diags := convert.WriteJSON(f.tree, f.Filename, f.dialect, opts)
	ordered, more := jsontree.Parse(like, "")
	root, others := jsontree.Parse(text, "")
	if diags.HasErrors() || more.HasErrors() || others.HasErrors() {
		return text
	}
	edit := jsonedit.Edit(text, root)
	order(edit, root, ordered)
	return edit.Bytes()
}

// order sorts what the other JSON has too, among the places of that.
func order(text *jsonedit.Text, v, like *jsontree.Value) {
	parts := make([]jsonedit.Part, v.Len())
	ranks := map[int][]int{}
	var at []int
	for i := range parts {
		parts[i] = jsonedit.Kept(i)
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
			parts[i] = jsonedit.Kept(sorted[k])
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
