package treediff

import "github.com/hcljson/hcljson/hclwrite"

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

// Changes calls visit for each thing that a script changes in a body: with the place of the part
// and that of what has it, one of which is to change. What is new has only the latter.
func (s *Script) Changes(b *hclwrite.Body, visit func(part, within hclwrite.Span)) {
	s.changes(Parts(b, nil), b.Span, visit)
}

func (s *Script) changes(old []any, within hclwrite.Span, visit func(part, within hclwrite.Span)) {
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Op == Insert {
			visit(within, within)
			continue
		}
		at, inner := PartOf(old[step.Old])
		switch {
		case step.Op == Remove:
			visit(at, within)
		case step.Op == Move:
			visit(within, within)
		}
		if step.Header || step.Value {
			visit(at, at)
		}
		if step.Parts != nil {
			step.Parts.changes(inner, at, visit)
		}
	}
}

// PartOf is where a part of a tree is, by which it is known, and what is in it.
func PartOf(part any) (at hclwrite.Span, parts []any) {
	switch part := part.(type) {
	case *hclwrite.Block:
		return part.Span, Parts(&part.Body, nil)
	case *hclwrite.Attribute:
		return part.Span, Parts(nil, hclwrite.CollectionOf(part.Expr))
	case *hclwrite.CommentGroup:
		return part.Span, nil
	}
	e := part.(*hclwrite.Element)
	at, parts = e.ValueSpan, Parts(nil, hclwrite.CollectionOf(e.Value))
	if e.Key != nil {
		at = e.Key.Span
	}
	return at, parts
}

// Parts are the items of a body, and the elements or items of a collection; either may be nil.
func Parts(b *hclwrite.Body, list *hclwrite.Collection) (parts []any) {
	for i := 0; b != nil && i < len(b.Items); i++ {
		parts = append(parts, b.Items[i])
	}
	for i := 0; list != nil && i < len(list.Items); i++ {
		parts = append(parts, &list.Items[i])
	}
	return parts
}
