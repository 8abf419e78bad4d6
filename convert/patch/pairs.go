package patch

import (
	"slices"

	"github.com/hcljson/hcljson/internal/lcs"
	"github.com/hcljson/hcljson/internal/nativeedit"
)

// kinds name what a new part is, the closest kin first: it is rather next to a
// part of the same kind.
type kinds func(j int) []string

// steps puts pairs into the order of the result: the old parts in theirs, and what is
// new or moved next to the part that is its anchor. A part that has a kind which is
// first is first where there is none of its kind. was are the kinds of
// old parts, or the last of them. isGroup and wasGroup report which new and old parts are groups
// of comments.
func steps(p *pairs, kind kinds, first string, was kinds, isGroup, wasGroup func(int) bool) []nativeedit.Step {
	list := make([]nativeedit.Step, 0, len(p.ofOld)+len(p.ofNew))
	behind, before := map[int][]int{}, map[int][]int{}
	inPlace := inPlaceOf(p, was, wasGroup)
	places := anchors(p, kind, first, isGroup)
	for j, at := range places {
		if i, ok := inPlace(at, kind(j)); ok && !p.stays(j) && !isGroup(j) {
			places[j] = anchor{i, true}
		}
	}
	// A group is directly before the item that it precedes in the edit, or at the end.
	last := anchor{len(p.ofOld) - 1, true}
	for j := len(places) - 1; j >= 0; j-- {
		switch {
		case !isGroup(j) && p.stays(j):
			last = anchor{p.ofNew[j], false}
		case !isGroup(j):
			last = places[j]
		default:
			places[j] = last
			if i := p.ofNew[j]; p.stays(j) && directlyBefore(i, last, wasGroup) {
				last = anchor{i, false}
			}
		}
	}
	for j, at := range places {
		if p.stays(j) {
			continue
		}
		if at.behind {
			behind[at.old] = append(behind[at.old], j)
		} else {
			before[at.old] = append(before[at.old], j)
		}
	}
	add := func(news []int, next bool) {
		for _, j := range news {
			op := nativeedit.Insert
			if p.ofNew[j] >= 0 {
				op = nativeedit.Move
			}
			list = append(list, nativeedit.Step{Op: op, Old: p.ofNew[j], New: j, Next: next})
		}
	}
	head := 0
	for head < len(p.ofOld) && wasGroup(head) {
		head++
	}
	for i, j := range p.ofOld {
		if i == head {
			add(behind[-1], true)
		}
		add(before[i], true)
		switch {
		case j < 0:
			list = append(list, nativeedit.Step{Op: nativeedit.Remove, Old: i, New: -1})
		case p.stays(j):
			list = append(list, nativeedit.Step{Op: nativeedit.Keep, Old: i, New: j})
		}
		add(behind[i], false)
	}
	if head == len(p.ofOld) {
		add(behind[-1], true)
	}
	return list
}

// directlyBefore reports whether an old part precedes an anchor, with groups of comments in between
// at most.
func directlyBefore(i int, at anchor, group func(int) bool) bool {
	end := at.old
	if at.behind {
		end++
	}
	for ; i < end && group(i); i++ {
	}
	return i == end
}

// inPlaceOf returns what finds the old part in whose place a new one is that has an
// anchor: the first of the same type that goes where it comes.
func inPlaceOf(p *pairs, was kinds, group func(int) bool) func(at anchor, is []string) (old int, ok bool) {
	type place struct {
		stay int // how many parts stay before it
		kind string
	}
	last := func(names []string) string { return names[len(names)-1] }
	gone := make(map[place]int)
	stay := make([]int, len(p.ofOld)+1)
	for i, j := range p.ofOld {
		stay[i+1] = stay[i]
		if j >= 0 {
			if p.stays(j) && !group(i) {
				stay[i+1]++
			}
			continue
		}
		if group(i) {
			continue
		}
		at := place{stay[i], last(was(i))}
		if _, later := gone[at]; !later {
			gone[at] = i
		}
	}
	return func(at anchor, is []string) (old int, ok bool) {
		if at.behind {
			at.old++
		}
		old, ok = gone[place{stay[at.old], last(is)}]
		return old, ok
	}
}

// stays reports whether a new part is an old one in its place.
func (p *pairs) stays(j int) bool { return p.ofNew[j] >= 0 && !p.moved[j] }

// anchor is the old part after or before which a new one is; -1 is none.
type anchor struct {
	old    int
	behind bool
}

// anchors finds those of all parts that do not stay, except for groups of comments.
func anchors(p *pairs, kind kinds, first string, isGroup func(int) bool) []anchor {
	n := len(p.ofNew)
	list := make([]anchor, n)
	before, behind := make([][]int, n), make([][]int, n)
	neighbours(p, kind, isGroup, before, 0, n, 1)
	neighbours(p, kind, isGroup, behind, n-1, -1, -1)
	for j := range list {
		if p.stays(j) {
			continue
		}
		list[j] = anchor{-1, true}
		nearest := len(before[j]) - 1
		for level := range before[j] {
			if level == nearest && first != "" && kind(j)[0] == first {
				break
			}
			// What is new between the same two parts stands together.
			i, k := before[j][level], behind[j][level]
			if k >= 0 && (i < 0 || k == behind[j][nearest] && i != before[j][nearest]) {
				list[j] = anchor{p.ofNew[k], false}
				break
			}
			if i >= 0 {
				list[j] = anchor{p.ofNew[i], true}
				break
			}
		}
	}
	return list
}

// neighbours finds, from one end, the last part that stays before each that does not:
// one for each of its kinds, and one of any.
func neighbours(p *pairs, kind kinds, isGroup func(int) bool, found [][]int, from, to, step int) {
	last := map[string]int{}
	nearest := -1
	for j := from; j != to; j += step {
		if isGroup(j) {
			continue
		}
		names := kind(j)
		if p.stays(j) {
			for _, name := range names {
				last[name] = j
			}
			nearest = j
			continue
		}
		for _, name := range names {
			if i, ok := last[name]; ok {
				found[j] = append(found[j], i)
			} else {
				found[j] = append(found[j], -1)
			}
		}
		found[j] = append(found[j], nearest)
	}
}

// sequence is two lists in which the parts are to be found that belong together.
type sequence[T any] struct {
	olds, news []T
	same       func(a, b T) bool
	hash       func(T) uint64
	// identity is what a part is named by, or 0; it may be nil.
	identity func(T) uint64
	// alike reports whether one part may be the other, changed; sure: nothing else
	// comes into question.
	alike func(a, b T, sure bool) bool
}

// pairs are the parts that belong together, by their indexes; -1 is none.
type pairs struct {
	// ofOld has the new part for an old one, ofNew the old part for a new one.
	ofOld, ofNew []int
	// moved, of a new part: it is elsewhere.
	moved []bool
	// same: the old parts before the first of these indexes, and from the second on,
	// are known to be the same as their partners.
	same [2]int
}

func newPairs(olds, news int) *pairs {
	p := &pairs{ofOld: make([]int, olds), ofNew: make([]int, news), moved: make([]bool, news), same: [2]int{0, olds}}
	for i := range p.ofOld {
		p.ofOld[i] = -1
	}
	for j := range p.ofNew {
		p.ofNew[j] = -1
	}
	return p
}

func (p *pairs) join(i, j int) { p.ofOld[i], p.ofNew[j] = j, i }

// match pairs the parts: by what they are first, as a longest common subsequence,
// then by names, and by place last.
func (s *sequence[T]) match() *pairs {
	p := newPairs(len(s.olds), len(s.news))
	start, same := joinEnds(p, s.olds, s.news, s.same)
	oldEnd, newEnd := len(s.olds)-same, len(s.news)-same
	if oldEnd == start || newEnd == start {
		return p
	}
	olds, news := hashes(s.olds[start:oldEnd], s.hash), hashes(s.news[start:newEnd], s.hash)
	lcs.Subsequence(olds, news, func(i, j int) { p.join(start+i, start+j) })
	s.moves(p, start, olds, news)
	s.gaps(p, start, oldEnd, newEnd)
	return p
}

// joinEnds pairs the parts at the start and at the end that are the same in both lists,
// and returns how many they are.
func joinEnds[T any](p *pairs, olds, news []T, same func(a, b T) bool) (start, end int) {
	n := min(len(olds), len(news))
	for start < n && same(olds[start], news[start]) {
		p.join(start, start)
		start++
	}
	for end < n-start && same(olds[len(olds)-1-end], news[len(news)-1-end]) {
		end++
		p.join(len(olds)-end, len(news)-end)
	}
	return start, end
}

func hashes[T any](parts []T, of func(T) uint64) []uint64 {
	list := make([]uint64, len(parts))
	for i := range list {
		list[i] = of(parts[i])
	}
	return list
}

// moves pairs parts that are the same and are elsewhere.
func (s *sequence[T]) moves(p *pairs, start int, olds, news []uint64) {
	waiting := make(map[uint64][]int)
	for i, h := range olds {
		if p.ofOld[start+i] < 0 {
			waiting[h] = append(waiting[h], start+i)
		}
	}
	for j, h := range news {
		if list := waiting[h]; p.ofNew[start+j] < 0 && len(list) > 0 {
			p.join(list[0], start+j)
			p.moved[start+j] = true
			waiting[h] = list[1:]
		}
	}
}

// gaps pairs what is between parts that are the same.
func (s *sequence[T]) gaps(p *pairs, start, oldEnd, newEnd int) {
	i, j := start, start
	for i < oldEnd || j < newEnd {
		var olds, news []int
		for ; i < oldEnd && (p.ofOld[i] < 0 || p.moved[p.ofOld[i]]); i++ {
			if p.ofOld[i] < 0 {
				olds = append(olds, i)
			}
		}
		for ; j < newEnd && (p.ofNew[j] < 0 || p.moved[j]); j++ {
			if p.ofNew[j] < 0 {
				news = append(news, j)
			}
		}
		s.gap(p, olds, news)
		i, j = i+1, j+1
	}
}

// maxGap bounds the comparisons between the parts of a gap.
const maxGap = 1 << 12

// gap pairs parts none of which are the same.
func (s *sequence[T]) gap(p *pairs, olds, news []int) {
	if len(olds) == 0 || len(news) == 0 {
		return
	}
	last := s.named(p, olds, news)
	olds = slices.DeleteFunc(olds, func(i int) bool { return p.ofOld[i] >= 0 })
	news = slices.DeleteFunc(news, func(j int) bool { return p.ofNew[j] >= 0 })
	if len(olds) == len(news) {
		for k, i := range olds {
			if (last < 0 || p.inOrder(i, news[k])) && s.alike(s.olds[i], s.news[news[k]], true) {
				p.join(i, news[k])
			}
		}
		return
	}
	if len(olds)*len(news) > maxGap {
		return
	}
	for _, i := range olds {
		for _, j := range news {
			if p.ofNew[j] < 0 && p.inOrder(i, j) && s.alike(s.olds[i], s.news[j], false) {
				p.join(i, j)
				break
			}
		}
	}
}

// named pairs the parts of a gap that have the same name. It returns the last old
// one of them, or -1.
func (s *sequence[T]) named(p *pairs, olds, news []int) int {
	if s.identity == nil {
		return -1
	}
	byName := make(map[uint64]int)
	for _, i := range olds {
		if id := s.identity(s.olds[i]); id != 0 {
			if _, twice := byName[id]; twice {
				i = -1
			}
			byName[id] = i
		}
	}
	last := -1
	for _, j := range news {
		id := s.identity(s.news[j])
		i, ok := byName[id]
		if id != 0 && ok && i >= 0 && p.ofOld[i] < 0 {
			p.join(i, j)
			p.moved[j] = i < last
			last = max(last, i)
		}
	}
	return last
}

// inOrder reports whether two parts can be a pair that has not moved.
func (p *pairs) inOrder(i, j int) bool {
	before, after := j-1, j+1
	for before >= 0 && !p.stays(before) {
		before--
	}
	for after < len(p.ofNew) && !p.stays(after) {
		after++
	}
	return (before < 0 || p.ofNew[before] < i) && (after == len(p.ofNew) || p.ofNew[after] > i)
}
