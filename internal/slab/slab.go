// Package slab allocates values of one type in pieces of growing size, so that
// many small values need few allocations.
package slab

import (
	"slices"
	"unsafe"
)

// Of is a slab of values of type T. The zero value is ready to use.
type Of[T any] struct {
	free []T
	// piece is the latest piece; free is its unused rest.
	piece []T
	size  int
}

// maxPieceSize is the maximum size of a piece in bytes, except for a larger request. A piece
// stays in memory as long as one of its values is in use.
const maxPieceSize = 4096 - 8

// New returns a new zero value.
func (s *Of[T]) New() *T {
	if len(s.free) == 0 {
		s.grow(1)
	}
	value := &s.free[0]
	s.free = s.free[1:]
	return value
}

// Put stores a value and returns a pointer to it.
func (s *Of[T]) Put(value T) *T {
	place := s.New()
	*place = value
	return place
}

// Make returns a new slice of n zero values; nil if n is 0.
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

// grow allocates a piece for at least n values.
func (s *Of[T]) grow(n int) {
	s.size = min(max(2*s.size, 3), maxPieceSize/int(unsafe.Sizeof(*new(T))))
	s.piece = make([]T, max(s.size, n))
	s.free = s.piece
}

// Reuse frees the values of the latest piece for reuse. The caller must not use them any more.
func (s *Of[T]) Reuse() {
	clear(s.piece[:len(s.piece)-len(s.free)])
	s.free = s.piece
}

// Grow returns a list with capacity for another value. The capacity of a full list becomes four
// times as large, but not larger than needed for rest more values.
func Grow[T any](list []T, rest int) []T {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, max(min(3*len(list), rest), 1))
}
