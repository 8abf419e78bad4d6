package plansummary

import "slices"

// maxRounds is how often what stands between equal elements is looked at again.
const maxRounds = 20

// match returns pairs of indexes of equal elements in a and b, both increasing. It
// is a patience diff: elements that stand once on both sides hold the others in
// place.
func match(a, b []string) [][2]int {
	var pairs [][2]int
	matchBetween(a, b, 0, 0, maxRounds, &pairs)
	return pairs
}

// matchBetween matches parts of two lists that start at the given indexes.
func matchBetween(a, b []string, atA, atB, rounds int, pairs *[][2]int) {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		*pairs = append(*pairs, [2]int{atA + head, atB + head})
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	endA, endB := len(a)-tail, len(b)-tail
	if rounds > 0 && head < endA && head < endB {
		at := [2]int{head, head}
		for _, anchor := range append(anchors(a[head:endA], b[head:endB]), [2]int{endA - head, endB - head}) {
			next := [2]int{head + anchor[0], head + anchor[1]}
			if at[0] > head || next[0] < endA {
				matchBetween(a[at[0]:next[0]], b[at[1]:next[1]], atA+at[0], atB+at[1], rounds-1, pairs)
			}
			if next[0] < endA {
				*pairs = append(*pairs, [2]int{atA + next[0], atB + next[1]})
			}
			at = [2]int{next[0] + 1, next[1] + 1}
		}
	}
	for i := range tail {
		*pairs = append(*pairs, [2]int{atA + endA + i, atB + endB + i})
	}
}

// anchors are the longest increasing sequence of pairs of elements that stand once
// in a and once in b.
func anchors(a, b []string) [][2]int {
	type place struct{ countA, countB, b int }
	places := make(map[string]place, len(a))
	for _, text := range a {
		p := places[text]
		p.countA++
		places[text] = p
	}
	for i, text := range b {
		if p, ok := places[text]; ok {
			p.countB++
			p.b = i
			places[text] = p
		}
	}
	type candidate struct {
		pair [2]int
		// previous is the candidate before it in a sequence.
		previous int
	}
	var candidates []candidate
	// ends has the last candidate of the best sequence of each length.
	var ends []int
	for i, text := range a {
		p := places[text]
		if p.countA != 1 || p.countB != 1 {
			continue
		}
		length, _ := slices.BinarySearchFunc(ends, p.b, func(end, b int) int { return candidates[end].pair[1] - b })
		c := candidate{pair: [2]int{i, p.b}, previous: -1}
		if length > 0 {
			c.previous = ends[length-1]
		}
		candidates = append(candidates, c)
		ends = append(ends[:length], append([]int{len(candidates) - 1}, ends[min(length+1, len(ends)):]...)...)
	}
	if len(ends) == 0 {
		return nil
	}
	pairs := make([][2]int, len(ends))
	for i, at := len(ends)-1, ends[len(ends)-1]; i >= 0; i-- {
		pairs[i] = candidates[at].pair
		at = candidates[at].previous
	}
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
