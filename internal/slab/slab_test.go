package slab_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/slab"
)

func TestValuesAreSeparate(t *testing.T) {
	var s slab.Of[int]
	var lists [][]int
	for n := range 40 {
		list := s.Make(n)
		if len(list) != n || cap(list) != n || (list == nil) != (n == 0) {
			t.Fatalf("asked for %d, got %v with room for %d", n, list, cap(list))
		}
		for i := range list {
			if list[i] != 0 {
				t.Fatalf("a value that is in use: %v", list)
			}
			list[i] = n
		}
		lists = append(lists, list)
		if one := s.New(); *one != 0 {
			t.Fatal("a value that is in use")
		} else {
			*one = -1
		}
	}
	for n, list := range lists {
		for _, value := range list {
			if value != n {
				t.Fatalf("a value of list %d was changed to %d", n, value)
			}
		}
	}
	if list := s.Copy([]int{1, 2}); len(list) != 2 || list[0] != 1 || list[1] != 2 {
		t.Errorf("copied %v", list)
	}
}

func TestAllocations(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() {
		var s slab.Of[[4]int]
		for range 10_000 {
			s.New()
		}
	}); n > 100 {
		t.Errorf("%v allocations for 10,000 values", n)
	}
}

// Reuse clears the values of the latest piece, and keeps the values of earlier pieces.
func TestReuse(t *testing.T) {
	var s slab.Of[int]
	kept := s.Put(1)
	s.Make(1)
	s.Reuse()
	if allocations := testing.AllocsPerRun(10, func() {
		if list := s.Make(2); list[0] != 0 || list[1] != 0 {
			t.Errorf("handed out %v", list)
		}
		s.Reuse()
	}); allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
	s.Make(500)
	*kept = 2
	s.Reuse()
	if *kept != 2 {
		t.Error("a value of another piece went")
	}
}
