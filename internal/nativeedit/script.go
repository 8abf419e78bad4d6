package nativeedit

// Script says how the parts of a body, a tuple or an object become those of
// another: the items of a body, the elements of a tuple, the items of an object.
//
// Steps are in the order of the result. A part that is removed is after the
// part that it followed.
type Script struct {
	Steps []Step
	// Comments: comments of the body, tuple or object itself are others (Open,
	// Inside, End).
	Comments bool
	// Stray is how many of the comments at the end of the result were above parts that
	// are removed, and stay.
	Stray int
}

// Step is what happens to one part.
type Step struct {
	Op Op
	// Old and New are the indexes of the part in the original and in the edited
	// tree, -1 where it has none.
	Old, New int
	// Next, of what is inserted or moved: it is next to the part that follows,
	// and not next to the one before it.
	Next bool
	// Parts, of a change, is what happens in the part: in the body of a block, or in
	// the tuple or object that is the value of the part. Nil: nothing.
	Parts *Script
	// Value, of a change: the value is replaced as a whole.
	Value bool
	// Header, of a change: the labels of the block are others, or the name of the attribute
	// or item.
	Header bool
	// Comments, of a change: the comments next to the part are others.
	Comments bool
	// Above is how many of the comments above the part in the result stay where they
	// are in the original.
	Above int
	// Banner, of a move: the comments above the part that a blank line separates from it go
	// with it, and do not stay.
	Banner bool
	// Bare: comments in what comes from the edited tree do not count.
	Bare bool
}

// Op is what happens to a part of a body, tuple or object.
type Op uint8

const (
	// Keep: the part stays as it is written.
	Keep Op = iota
	// Change: something of the part or in it is another.
	Change
	// Insert: the part is new.
	Insert
	// Remove: the part goes, with its comments.
	Remove
	// Move: the part is elsewhere, with its comments. It is changed too if it
	// has Parts, Value or Header.
	Move
)

// Stays reports whether the part stays in its place, changed or not.
func (s *Step) Stays() bool { return s.Op == Keep || s.Op == Change }

// runs calls stays for the step of each part that stays, and run for those between two of
// them, each with the index of its first part in the result.
func (s *Script) runs(stays func(k, n int), run func(from, to, n int)) {
	n := 0
	for k := 0; k < len(s.Steps); {
		if s.Steps[k].Stays() {
			stays(k, n)
			n++
			k++
			continue
		}
		from, first := k, n
		for ; k < len(s.Steps) && !s.Steps[k].Stays(); k++ {
			if s.Steps[k].Op != Remove {
				n++
			}
		}
		run(from, k, first)
	}
}

// follows is the step of the part that stays and that the new parts from a step on are
// next to, if that is the first of them, or else 0.
func (s *Script) follows(k int) int {
	if !s.Steps[k].Next || k > 0 && s.Steps[k-1].Next {
		return 0
	}
	for ; k < len(s.Steps); k++ {
		if s.Steps[k].Stays() {
			return k
		}
		if !s.Steps[k].Next {
			break
		}
	}
	return 0
}

// afterInserts is the first step from one on that inserts nothing.
func (s *Script) afterInserts(k int) int {
	for k < len(s.Steps) && s.Steps[k].Op == Insert {
		k++
	}
	return k
}

// OrNil is nil in place of a script that does nothing.
func (s *Script) OrNil() *Script {
	if s.Unchanged() {
		return nil
	}
	return s
}

// Unchanged reports whether every part is kept.
func (s *Script) Unchanged() bool {
	for i := range s.Steps {
		if s.Steps[i].Op != Keep {
			return false
		}
	}
	return !s.Comments
}
