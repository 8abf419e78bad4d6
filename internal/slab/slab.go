// Package slab hands out values of one type from pieces of growing size, so that
// what is made of many small values takes few allocations.
package slab

import (
	"slices"
	"unsafe"
)

// Of is a slab of values of type T. The zero value is ready to use.
type Of[T any] struct {
	free []T
	// piece is the latest one, of which free is the rest.
	piece []T
	size  int
}

// most is how many bytes a piece has at most, unless more are asked for at once. A piece
// lives as long as one of its values.
const most = 4096 - 8

// One returns a value that nothing else has.
func (s *Of[T]) One() *T {
	if len(s.free) == 0 {
		s.grow(1)
	}
	value := &s.free[0]
	s.free = s.free[1:]
	return value
}

// Put returns the place of a value.
func (s *Of[T]) Put(value T) *T {
	place := s.One()
	*place = value
	return place
}

// Make returns a slice of n values that nothing else has; nil for none.
func (s *Of[T]) Make(n int) []T {
	if n == 0 {
		return nil
	}
	if len(s.free) < n {
		s.grow(n)
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	return list
}

// Copy returns a slice with these values; nil if there are none.
func (s *Of[T]) Copy(values []T) []T {
	list := s.Make(len(values))
	copy(list, values)
	return list
}

// grow makes room for n values.
func (s *Of[T]) grow(n int) {
	s.size = min(max(2*s.size, 3), most/int(unsafe.Sizeof(*new(T))))
	s.piece = make([]T, max(s.size, n))
	s.free = s.piece
}

// Reuse makes that the latest values are handed out again: nobody has them any more.
func (s *Of[T]) Reuse() {
	clear(s.piece[:len(s.piece)-len(s.free)])
	s.free = s.piece
}

// Grow returns a list with room for another value: a full one takes four times as many,
// or the rest of those that may come.
func Grow[T any](list []T, rest int) []T {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, max(min(3*len(list), rest), 1))
}
