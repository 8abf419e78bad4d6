package treediff

import (
	"slices"

	"github.com/hcljson/hcljson/internal/text/lcs"
)

// Sequence matches the parts of two lists. It pairs equal parts first, as a longest common
// subsequence. It then pairs parts with the same identity, and finally similar parts at the same
// place.
type Sequence[T any] struct {
	Old, New []T
	Equal    func(a, b T) bool
	// Hash returns the same number for equal parts.
	Hash func(T) uint64
	// Identity returns a hash of the value that identifies a part, or 0. It may be nil.
	Identity func(T) uint64
	// Similar reports whether b can be the part a after a change. sure is true if no other pair is
	// possible.
	Similar func(a, b T, sure bool) bool
}

// Pairs contains the pairs of parts of two lists, by index. -1 means that a part has no partner.
type Pairs struct {
	// NewOf contains the partners of old parts, and OldOf the partners of new parts.
	NewOf, OldOf []int
	// Moved is true for new parts that are at another place than their partners.
	Moved []bool
	// equal contains two indexes. The old parts before the first index, and from the second index
	// on, are equal to their partners.
	equal [2]int
}

func newPairs(olds, news int) *Pairs {
	p := &Pairs{NewOf: make([]int, olds), OldOf: make([]int, news), Moved: make([]bool, news), equal: [2]int{0, olds}}
	for i := range p.NewOf {
		p.NewOf[i] = -1
	}
	for j := range p.OldOf {
		p.OldOf[j] = -1
	}
	return p
}

func (p *Pairs) join(i, j int) { p.NewOf[i], p.OldOf[j] = j, i }

// stays reports whether a new part has an old part at the same place.
func (p *Pairs) stays(j int) bool { return p.OldOf[j] >= 0 && !p.Moved[j] }

// inOrder returns a function that reports whether an additional pair would keep the order of the parts that stay now.
func (p *Pairs) inOrder() func(i, j int) bool {
	n := len(p.OldOf)
	before, after := make([]int, n), make([]int, n) // the partners of the nearest parts that stay
	last, next := -1, len(p.NewOf)
	for j := range n {
		if before[j] = last; p.stays(j) {
			last = p.OldOf[j]
		}
	}
	for j := n - 1; j >= 0; j-- {
		if after[j] = next; p.stays(j) {
			next = p.OldOf[j]
		}
	}
	return func(i, j int) bool { return before[j] < i && i < after[j] }
}

// Match returns the pairs.
func (s *Sequence[T]) Match() *Pairs {
	p := newPairs(len(s.Old), len(s.New))
	start, end := joinEnds(p, s.Old, s.New, s.Equal)
	oldEnd, newEnd := len(s.Old)-end, len(s.New)-end
	if oldEnd == start || newEnd == start {
		return p
	}
	olds, news := hashParts(s.Old[start:oldEnd], s.Hash), hashParts(s.New[start:newEnd], s.Hash)
	lcs.Subsequence(olds, news, func(i, j int) { p.join(start+i, start+j) })
	s.joinMoved(p, start, olds, news)
	s.joinGaps(p, start, oldEnd, newEnd)
	return p
}

// joinEnds pairs the equal parts at the start and at the end of two lists, and returns their
// numbers.
func joinEnds[T any](p *Pairs, olds, news []T, equal func(a, b T) bool) (start, end int) {
	n := min(len(olds), len(news))
	for start < n && equal(olds[start], news[start]) {
		p.join(start, start)
		start++
	}
	for end < n-start && equal(olds[len(olds)-1-end], news[len(news)-1-end]) {
		end++
		p.join(len(olds)-end, len(news)-end)
	}
	return start, end
}

func hashParts[T any](parts []T, hash func(T) uint64) []uint64 {
	list := make([]uint64, len(parts))
	for i := range list {
		list[i] = hash(parts[i])
	}
	return list
}

// joinMoved pairs equal parts that are at different places.
func (s *Sequence[T]) joinMoved(p *Pairs, start int, olds, news []uint64) {
	waiting := make(map[uint64][]int)
	for i, h := range olds {
		if p.NewOf[start+i] < 0 {
			waiting[h] = append(waiting[h], start+i)
		}
	}
	for j, h := range news {
		if list := waiting[h]; p.OldOf[start+j] < 0 && len(list) > 0 {
			p.join(list[0], start+j)
			p.Moved[start+j] = true
			waiting[h] = list[1:]
		}
	}
}

// gap contains the parts between two equal parts that have no partner.
type gap struct{ olds, news []int }

// joinGaps pairs the parts in the gaps between equal parts.
func (s *Sequence[T]) joinGaps(p *Pairs, start, oldEnd, newEnd int) {
	var gaps []gap
	for i, j := start, start; i < oldEnd || j < newEnd; i, j = i+1, j+1 {
		var olds, news []int
		for ; i < oldEnd && (p.NewOf[i] < 0 || p.Moved[p.NewOf[i]]); i++ {
			if p.NewOf[i] < 0 {
				olds = append(olds, i)
			}
		}
		for ; j < newEnd && (p.OldOf[j] < 0 || p.Moved[j]); j++ {
			if p.OldOf[j] < 0 {
				news = append(news, j)
			}
		}
		if len(olds) > 0 && len(news) > 0 {
			s.joinIdentical(p, olds, news)
			gaps = append(gaps, gap{olds, news})
		}
	}
	inOrder := p.inOrder()
	for _, g := range gaps {
		s.joinSimilar(p, g, inOrder)
	}
}

// maxGap limits the comparisons between the parts of a gap.
const maxGap = 1 << 12

// joinSimilar pairs the similar parts of one gap.
func (s *Sequence[T]) joinSimilar(p *Pairs, g gap, inOrder func(i, j int) bool) {
	olds := slices.DeleteFunc(g.olds, func(i int) bool { return p.NewOf[i] >= 0 })
	news := slices.DeleteFunc(g.news, func(j int) bool { return p.OldOf[j] >= 0 })
	if len(olds) == len(news) {
		for k, i := range olds {
			if inOrder(i, news[k]) && s.Similar(s.Old[i], s.New[news[k]], true) {
				p.join(i, news[k])
			}
		}
		return
	}
	if len(olds)*len(news) > maxGap {
		return
	}
	for _, i := range olds {
		for k, j := range news {
			if inOrder(i, j) && s.Similar(s.Old[i], s.New[j], false) {
				p.join(i, j)
				news = news[k+1:]
				break
			}
		}
	}
}

// joinIdentical pairs the parts of a gap that have the same identity.
func (s *Sequence[T]) joinIdentical(p *Pairs, olds, news []int) {
	if s.Identity == nil {
		return
	}
	known := make(map[uint64]int)
	for _, i := range olds {
		if id := s.Identity(s.Old[i]); id != 0 {
			if _, twice := known[id]; twice {
				i = -1
			}
			known[id] = i
		}
	}
	last := -1
	for _, j := range news {
		id := s.Identity(s.New[j])
		i, ok := known[id]
		if id != 0 && ok && i >= 0 && p.NewOf[i] < 0 {
			p.join(i, j)
			p.Moved[j] = i < last
			last = max(last, i)
		}
	}
}
