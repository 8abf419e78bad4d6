package plansummary

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/lcs"
)

// match returns pairs of indexes of equal elements in a and b, both increasing.
func match(a, b []string) [][2]int {
	var pairs [][2]int
	lcs.Subsequence(a, b, func(i, j int) { pairs = append(pairs, [2]int{i, j}) })
	slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
	return pairs
}

// step is an element of two lists that are compared. One that is nil is not there
// on its side.
type step struct{ before, after *node }

// steps compares two lists. Between elements that are equal, objects or lists are
// taken for the same that has changed, one by one; all others are taken away and
// added.
func steps(before, after []node) []step {
	keys := func(nodes []node) []string {
		all := make([]string, len(nodes))
		for i := range nodes {
			all[i] = string(nodes[i].canonical(nil))
		}
		return all
	}
	var all []step
	at := [2]int{}
	for _, pair := range append(match(keys(before), keys(after)), [2]int{len(before), len(after)}) {
		all = append(all, gap(before[at[0]:pair[0]], after[at[1]:pair[1]])...)
		if pair[0] < len(before) {
			all = append(all, step{&before[pair[0]], &after[pair[1]]})
		}
		at = [2]int{pair[0] + 1, pair[1] + 1}
	}
	return all
}

// gap are the steps for elements of which none is equal to another.
func gap(before, after []node) []step {
	var all []step
	both := min(len(before), len(after))
	for i := range max(len(before), len(after)) {
		switch {
		case i < both && related(&before[i], &after[i]):
			all = append(all, step{&before[i], &after[i]})
		case i < both:
			all = append(all, step{&before[i], nil}, step{nil, &after[i]})
		case i < len(before):
			all = append(all, step{&before[i], nil})
		default:
			all = append(all, step{nil, &after[i]})
		}
	}
	return all
}

// related reports whether two values may be the same object or list that has
// changed.
func related(a, b *node) bool {
	if a.kind != b.kind {
		return false
	}
	if a.kind != object {
		return a.kind == array
	}
	for i := range a.members {
		m := &a.members[i]
		if equal(&m.value, b.get(m.name)) {
			return true
		}
	}
	return false
}
