package patch

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
)

// Unsorted returns an edited JSON text with its members in the order of the text
// that it was made from, if it is by a program that keeps no order: the members of
// all objects are sorted. The order can say something, such as that of provisioners,
// and it is not the program's to say. Members that are new come last. Of several
// originals, such as several forms of one file, the most similar one counts. A text
// that is not sorted, or that cannot be read, is returned as it is.
func Unsorted(edited []byte, originals ...[]byte) []byte {
	root, diags := jsontree.Parse(edited, "")
	if diags.HasErrors() || !allSorted(root) {
		return edited
	}
	var best *unsorter
	for _, original := range originals {
		like, diags := jsontree.Parse(original, "")
		if diags.HasErrors() {
			continue
		}
		u := &unsorter{text: string(edited)}
		u.value(root, like)
		if best == nil || u.known > best.known {
			best = u
		}
	}
	if best == nil || best.out.String() == string(edited) {
		return edited
	}
	// What stands around the value.
	return slices.Concat(edited[:root.Start], []byte(best.out.String()), edited[root.End:])
}

// allSorted reports whether the members of all objects in a value are.
func allSorted(v *jsontree.Value) bool {
	for i := range v.Members {
		if i > 0 && v.Members[i-1].Name >= v.Members[i].Name || !allSorted(&v.Members[i].Value) {
			return false
		}
	}
	for i := range v.Elems {
		if !allSorted(&v.Elems[i]) {
			return false
		}
	}
	return true
}

// unsorter writes a text with its members in another order. What stands between two
// of them stays where it is.
type unsorter struct {
	text  string
	out   strings.Builder
	known int // members that the original has
}

// value writes a value in the order of the one that it was made from, or nil.
func (u *unsorter) value(v, like *jsontree.Value) {
	at := v.Start
	upTo := func(offset, next int) {
		u.out.WriteString(u.text[at:offset])
		at = next
	}
	switch {
	case v.Kind == jsontree.Object && like != nil && like.Kind == jsontree.Object:
		for i, member := range u.ordered(v.Members, like.Members) {
			slot := v.Members[i]
			upTo(slot.NameStart, slot.Value.End)
			u.out.WriteString(u.text[member.NameStart:member.Value.Start])
			u.value(&member.Value, member.like)
		}
	case v.Kind == jsontree.Array && like != nil && like.Kind == jsontree.Array:
		pairs := paired(v.Elems, like.Elems)
		for i := range v.Elems {
			upTo(v.Elems[i].Start, v.Elems[i].End)
			u.value(&v.Elems[i], pairs[i])
		}
	}
	upTo(v.End, v.End)
}

// likeMember is a member with the value that its own was made from.
type likeMember struct {
	jsontree.Member
	like *jsontree.Value
}

// ordered returns members in the order of others.
func (u *unsorter) ordered(members, like []jsontree.Member) []likeMember {
	result := make([]likeMember, 0, len(members))
	find := func(name string) (int, bool) {
		return slices.BinarySearchFunc(members, name, func(m jsontree.Member, name string) int {
			return strings.Compare(m.Name, name)
		})
	}
	taken := make([]bool, len(members))
	for i := range like {
		if j, found := find(like[i].Name); found && !taken[j] {
			taken[j] = true
			u.known++
			result = append(result, likeMember{members[j], &like[i].Value})
		}
	}
	for j, member := range members {
		if !taken[j] {
			result = append(result, likeMember{member, nil})
		}
	}
	return result
}

// paired returns for each element the one that it was made from, or nil: those that
// are the same at the beginning and at the end, and in between one after the other.
func paired(elems, like []jsontree.Value) []*jsontree.Value {
	result := make([]*jsontree.Value, len(elems))
	shorter := min(len(elems), len(like))
	start, end := 0, 0
	if len(elems) != len(like) {
		for start < shorter && same(&elems[start], &like[start]) {
			start++
		}
		for end < shorter-start && same(&elems[len(elems)-1-end], &like[len(like)-1-end]) {
			end++
		}
	}
	for i := range elems {
		switch {
		case i >= len(elems)-end:
			result[i] = &like[len(like)-(len(elems)-i)]
		case i < shorter-end:
			result[i] = &like[i]
		}
	}
	return result
}

// same reports whether two values are the same but for the order of members, of
// which a is sorted, and for comments.
func same(a, b *jsontree.Value) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Elems) != len(b.Elems) {
		return false
	}
	for i := range a.Elems {
		if !same(&a.Elems[i], &b.Elems[i]) {
			return false
		}
	}
	left := members(a)
	right := members(b)
	slices.SortFunc(right, func(x, y jsontree.Member) int { return strings.Compare(x.Name, y.Name) })
	return slices.EqualFunc(left, right, func(x, y jsontree.Member) bool {
		return x.Name == y.Name && same(&x.Value, &y.Value)
	})
}

// members are those of an object that are no comments.
func members(v *jsontree.Value) []jsontree.Member {
	return slices.DeleteFunc(slices.Clone(v.Members), func(m jsontree.Member) bool { return m.Name == "//" })
}
