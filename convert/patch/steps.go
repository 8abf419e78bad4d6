package patch

import "github.com/hcljson/hcljson/hclwrite"

// steps puts pairs into the order of the result: the old parts in theirs, and what is
// new or moved beside the part that is its anchor. kind names what a new part is: it
// rather stands beside one of its kind. An element that has a first kind stands
// first where there is none of its kind.
func steps(p *pairs, kind func(j int) string, first string) []Step {
	list := make([]Step, 0, len(p.ofOld)+len(p.ofNew))
	behind, before := map[int][]int{}, map[int][]int{}
	for j, at := range anchors(p, kind, first) {
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

// stays reports whether a new part is an old one in its place.
func (p *pairs) stays(j int) bool { return p.ofNew[j] >= 0 && !p.moved[j] }

// anchor is the old part behind or before which a new one stands; -1 is none.
type anchor struct {
	old    int
	behind bool
}

// anchors finds those of all parts that do not stay.
func anchors(p *pairs, kind func(j int) string, first string) []anchor {
	n := len(p.ofNew)
	list := make([]anchor, n)
	// The nearest part that stays, of any kind and of the same, in either direction.
	sameBefore, anyBefore := neighbours(p, kind, 0, n, 1)
	sameBehind, anyBehind := neighbours(p, kind, n-1, -1, -1)
	for j := range list {
		if p.stays(j) {
			continue
		}
		switch at := &list[j]; {
		case sameBehind[j] == j+1 && sameBefore[j] != j-1 && p.stays(j+1):
			*at = anchor{p.ofNew[j+1], false}
		case sameBefore[j] >= 0:
			*at = anchor{p.ofNew[sameBefore[j]], true}
		case sameBehind[j] >= 0:
			*at = anchor{p.ofNew[sameBehind[j]], false}
		case kind(j) == first && first != "":
			*at = anchor{-1, true}
		case anyBefore[j] >= 0:
			*at = anchor{p.ofNew[anyBefore[j]], true}
		case anyBehind[j] >= 0:
			*at = anchor{p.ofNew[anyBehind[j]], false}
		default:
			*at = anchor{-1, true}
		}
	}
	return list
}

// neighbours finds, from one end, the last part that stays before each.
func neighbours(p *pairs, kind func(j int) string, from, to, step int) (same, any []int) {
	same, any = make([]int, len(p.ofNew)), make([]int, len(p.ofNew))
	last := map[string]int{}
	nearest := -1
	for j := from; j != to; j += step {
		same[j], any[j] = -1, nearest
		k := kind(j)
		if i, ok := last[k]; ok {
			same[j] = i
		}
		if p.stays(j) {
			last[k], nearest = j, j
		}
	}
	return same, any
}

// ofAnyKind is the kind of elements, and of items of objects.
func ofAnyKind(int) string { return "" }

// anAttribute is the kind of attributes; a block is of that of its type.
const anAttribute = "="

func kindIn(b *hclwrite.Body) func(j int) string {
	return func(j int) string {
		if block, ok := b.Items[j].(*hclwrite.Block); ok {
			return block.Type
		}
		return anAttribute
	}
}
