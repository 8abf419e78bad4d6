package convert

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
)

// store is where arrangements are, apart from what they share with the tree. Once the
// body of a block of the file is written, its room is used for the next.
type store struct {
	items     shelf[hclwrite.Item]
	values    shelf[value]
	blocks    shelf[blocks]
	lists     shelf[block]
	templates shelf[hclwrite.Template]
	notes     shelf[note]
	places    shelf[place]
	labels    shelf[labelCount]
	layouts   shelf[layoutPlace]
}

type keeper interface {
	keep()
	release()
}

func (s *store) shelves() [9]keeper {
	return [...]keeper{
		&s.items, &s.values, &s.blocks, &s.lists, &s.templates, &s.notes, &s.places, &s.labels, &s.layouts,
	}
}

// keep makes that what is in the store stays.
func (s *store) keep() {
	for _, shelf := range s.shelves() {
		shelf.keep()
	}
}

// release gives up what came into the store later.
func (s *store) release() {
	for _, shelf := range s.shelves() {
		shelf.release()
	}
}

// shelf hands out slices of one array. A larger one takes the place of a full one.
type shelf[T any] struct {
	taken []T
	kept  int
}

// room returns n values, which may be set to anything.
func (s *shelf[T]) room(n int) []T {
	start := len(s.taken)
	if start+n > cap(s.taken) {
		s.taken, s.kept, start = make([]T, 0, max(min(2*cap(s.taken), 1024), n, 4)), 0, 0
	}
	s.taken = s.taken[:start+n]
	return s.taken[start : start+n : start+n]
}

// copy returns a slice with values.
func (s *shelf[T]) copy(values []T) []T {
	list := s.room(len(values))
	copy(list, values)
	return list
}

// put returns the place of a value.
func (s *shelf[T]) put(v T) *T {
	place := s.room(1)
	place[0] = v
	return &place[0]
}

func (s *shelf[T]) keep()    { s.kept = len(s.taken) }
func (s *shelf[T]) release() { s.taken = s.taken[:s.kept] }

// room is where the groups of the bodies are that are being arranged, the innermost
// last.
type room struct {
	groups []group
	blocks []*hclwrite.Block
	// indexes are those of the groups of the items that are being sorted. The others
	// are for the note of a body.
	indexes []int
	places  []place
	labels  []labelCount
	layout  []layoutPlace
	// words are those of a layout, and with is one that a word is tried on.
	words   []byte
	with    hclwrite.Layout
	written []hclwrite.Item
}

// more returns a list with room for another value: a full one takes four times as many,
// or the rest of those that may come.
func more[T any](list []T, rest int) []T {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, max(min(3*len(list), rest), 1))
}

// mark is a place in a room.
type mark struct{ groups, blocks int }

func (r *room) mark() mark { return mark{len(r.groups), len(r.blocks)} }

// release gives up the groups that were made since a mark.
func (r *room) release(m mark) {
	r.groups, r.blocks = r.groups[:m.groups], r.blocks[:m.blocks]
}
