package treediff

// partLists describes the parts of two lists, to order the steps of a script.
type partLists struct {
	// kinds contains the kinds of each new part, the most specific kind first. A new part is placed next
	// to a part of the same kind. A comment group has no kinds.
	kinds [][]string
	// first is a kind. If a list has no part of this kind, a new part of the kind is placed at the
	// start.
	first string
	// oldKinds contains the last kind of each old part. It is empty for a comment group.
	oldKinds []string
	// hasHead is true if the comment groups of a list without other parts are at its start, and false if
	// they are at its end.
	hasHead bool
}

// anchor is the position of a new or moved part: before or after an old part, or at the start (-1).
type anchor struct {
	old   int
	after bool
}

// script returns the steps for pairs in the order of the result. Old parts keep their order, and new
// or moved parts are at their anchors.
func (s *partLists) script(p *Pairs) []Step {
	list := make([]Step, 0, len(p.NewOf)+len(p.OldOf))
	before, after := map[int][]int{}, map[int][]int{}
	for j, at := range s.anchors(p) {
		switch {
		case p.stays(j):
		case at.after:
			after[at.old] = append(after[at.old], j)
		default:
			before[at.old] = append(before[at.old], j)
		}
	}
	add := func(news []int, next bool) {
		for _, j := range news {
			op := Insert
			if p.OldOf[j] >= 0 {
				op = Move
			}
			list = append(list, Step{Op: op, Old: p.OldOf[j], New: j, BelongsToNext: next})
		}
	}
	head := 0 // the number of comment groups at the start, which stay there
	for head < len(p.NewOf) && s.oldKinds[head] == "" {
		head++
	}
	if head == len(p.NewOf) && !s.hasHead {
		head = 0
	}
	for i, j := range p.NewOf {
		if i == head {
			add(after[-1], true)
		}
		add(before[i], true)
		switch {
		case j < 0:
			list = append(list, Step{Op: Remove, Old: i, New: -1})
		case p.stays(j):
			list = append(list, Step{Op: Keep, Old: i, New: j})
		}
		add(after[i], false)
	}
	if head == len(p.NewOf) && (head == 0 || s.hasHead) {
		add(after[-1], true)
	}
	return list
}

// anchors returns the anchors of all parts that do not stay.
func (s *partLists) anchors(p *Pairs) []anchor {
	n := len(p.OldOf)
	list := make([]anchor, n)
	before, after := make([][]int, n), make([][]int, n)
	s.findNearest(p, before, 0, n, 1)
	s.findNearest(p, after, n-1, -1, -1)
	replaced := s.replacedPart(p)
	for j := range list {
		if p.stays(j) || s.kinds[j] == nil {
			continue
		}
		list[j] = s.anchor(p, j, before[j], after[j])
		if i, ok := replaced(list[j], s.kinds[j]); ok {
			list[j] = anchor{i, true}
		}
	}
	// A comment group is directly before the part that follows it in the new list, or at the end.
	nextItem := make([]int, len(p.NewOf)+1) // the index of the first old part from each one on that is no comment group
	nextItem[len(p.NewOf)] = len(p.NewOf)
	for i := len(p.NewOf) - 1; i >= 0; i-- {
		if nextItem[i] = i; s.oldKinds[i] == "" {
			nextItem[i] = nextItem[i+1]
		}
	}
	last := anchor{len(p.NewOf) - 1, true}
	for j := n - 1; j >= 0; j-- {
		switch {
		case s.kinds[j] != nil && p.stays(j):
			last = anchor{p.OldOf[j], false}
		case s.kinds[j] != nil:
			last = list[j]
		default:
			list[j] = last
			end := last.old
			if last.after {
				end++
			}
			if i := p.OldOf[j]; p.stays(j) && i <= end && nextItem[i] >= end { // only comment groups are between
				last = anchor{i, false}
			}
		}
	}
	return list
}

// anchor returns the anchor of new part j. before and after contain the nearest parts that stay: one
// for each kind of the part, and one for any kind.
func (s *partLists) anchor(p *Pairs, j int, before, after []int) anchor {
	nearest := len(before) - 1
	for level := range before {
		if level == nearest && s.first != "" && s.kinds[j][0] == s.first {
			break
		}
		// New parts between the same two parts stay together.
		i, k := before[level], after[level]
		if k >= 0 && (i < 0 || k == after[nearest] && i != before[nearest]) {
			return anchor{p.OldOf[k], false}
		}
		if i >= 0 {
			return anchor{p.OldOf[i], true}
		}
	}
	return anchor{-1, true}
}

// findNearest sets found to the nearest parts that stay before each other part, for each kind of the
// part and for any kind. step is the direction.
func (s *partLists) findNearest(p *Pairs, found [][]int, from, to, step int) {
	last := map[string]int{}
	nearest := -1
	for j := from; j != to; j += step {
		if s.kinds[j] == nil {
			continue
		}
		kinds := s.kinds[j]
		if p.stays(j) {
			for _, kind := range kinds {
				last[kind] = j
			}
			nearest = j
			continue
		}
		for _, kind := range kinds {
			if i, ok := last[kind]; ok {
				found[j] = append(found[j], i)
			} else {
				found[j] = append(found[j], -1)
			}
		}
		found[j] = append(found[j], nearest)
	}
}

// replacedPart returns a function that finds the old part that a new part replaces. This is the
// first removed part of the same kind at the place of the anchor.
func (s *partLists) replacedPart(p *Pairs) func(at anchor, kinds []string) (old int, ok bool) {
	type place struct {
		staying int // the number of staying parts before the place
		kind    string
	}
	removed := make(map[place]int)
	staying := make([]int, len(p.NewOf)+1)
	for i, j := range p.NewOf {
		staying[i+1] = staying[i]
		switch {
		case s.oldKinds[i] == "":
		case j >= 0 && p.stays(j):
			staying[i+1]++
		case j < 0:
			at := place{staying[i], s.oldKinds[i]}
			if _, found := removed[at]; !found {
				removed[at] = i
			}
		}
	}
	return func(at anchor, kinds []string) (old int, ok bool) {
		if at.after {
			at.old++
		}
		old, ok = removed[place{staying[at.old], kinds[len(kinds)-1]}]
		return old, ok
	}
}
