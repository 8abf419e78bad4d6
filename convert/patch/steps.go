package patch

import (
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// kinds name what a new part is, the closest kin first: it is rather next to a
// part of the same kind.
type kinds func(j int) []string

// steps puts pairs into the order of the result: the old parts in theirs, and what is
// new or moved next to the part that is its anchor. A part that has a kind which is
// first is first where there is none of its kind. was are the kinds of
// old parts, or the last of them.
func steps(p *pairs, kind kinds, first string, was kinds) []Step {
	list := make([]Step, 0, len(p.ofOld)+len(p.ofNew))
	behind, before := map[int][]int{}, map[int][]int{}
	inPlace := inPlaceOf(p, was)
	for j, at := range anchors(p, kind, first) {
		if p.stays(j) {
			continue
		}
		if i, ok := inPlace(at, kind(j)); ok {
			at = anchor{i, true}
		}
		if at.behind {
			behind[at.old] = append(behind[at.old], j)
		} else {
			before[at.old] = append(before[at.old], j)
		}
	}
	add := func(news []int, next bool) {
		for _, j := range news {
			op := Insert
			if p.ofNew[j] >= 0 {
				op = Move
			}
			list = append(list, Step{Op: op, Old: p.ofNew[j], New: j, Next: next})
		}
	}
	add(behind[-1], true)
	for i, j := range p.ofOld {
		add(before[i], true)
		switch {
		case j < 0:
			list = append(list, Step{Op: Remove, Old: i, New: -1})
		case p.stays(j):
			list = append(list, Step{Op: Keep, Old: i, New: j})
		}
		add(behind[i], false)
	}
	return list
}

// inPlaceOf returns what finds the old part in whose place a new one is that has an
// anchor: the first of the same type that goes where it comes.
func inPlaceOf(p *pairs, was kinds) func(at anchor, is []string) (old int, ok bool) {
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
			if p.stays(j) {
				stay[i+1]++
			}
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

// anchors finds those of all parts that do not stay.
func anchors(p *pairs, kind kinds, first string) []anchor {
	n := len(p.ofNew)
	list := make([]anchor, n)
	before, behind := make([][]int, n), make([][]int, n)
	neighbours(p, kind, before, 0, n, 1)
	neighbours(p, kind, behind, n-1, -1, -1)
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
func neighbours(p *pairs, kind kinds, found [][]int, from, to, step int) {
	last := map[string]int{}
	nearest := -1
	for j := from; j != to; j += step {
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

// ofAnyKind are the kinds of elements, and of items of objects.
func ofAnyKind(int) []string { return []string{""} }

// anAttribute is the kind of attributes.
const anAttribute = "="

// kindsIn are the kinds of items: of a block, the sequence in which its order matters,
// and its type, with the first label and without.
func kindsIn(b *hclwrite.Body, s *schema.Body) kinds {
	made := madeIn(b, s)
	return func(j int) []string {
		block, ok := b.Items[j].(*hclwrite.Block)
		if !ok {
			return []string{anAttribute}
		}
		list := []string{"\x00" + orderKey(block, s, made)}
		if len(block.Labels) > 0 {
			list = append(list, block.Type+"\x00"+block.Labels[0])
		}
		return append(list, block.Type)
	}
}

// typesIn are the last kinds of items alone.
func typesIn(b *hclwrite.Body) kinds {
	return func(i int) []string {
		if block, ok := b.Items[i].(*hclwrite.Block); ok {
			return []string{block.Type}
		}
		return []string{anAttribute}
	}
}
