package convert

import (
	"slices"
	"testing"
)

// Elements that others have replaced are in their places if as many came as went, and
// else where they were, if the list is as long as it was.
func TestReplaced(t *testing.T) {
	for _, test := range []struct {
		moved      []int
		taken      []bool
		first, end int
		want       []int
	}{
		{[]int{-1}, []bool{false}, 0, 1, []int{0}},
		{[]int{0, -1, 2}, []bool{true, false, true}, 1, 2, []int{0, 1, 2}},
		// One for one, further behind.
		{[]int{2, -1, 4, 0, -1}, []bool{true, false, true, false, true}, 1, 2, []int{2, 3, 4, 0, -1}},
		{[]int{0, -1, -1, 3}, []bool{true, false, false, true}, 1, 3, []int{0, 1, 2, 3}},
		// Fewer came, and the list is shorter.
		{[]int{0, -1, -1, 2}, []bool{true, false, true}, 1, 3, []int{0, -1, -1, 2}},
		// What is between the others has come from elsewhere.
		{[]int{1, -1, 0}, []bool{true, true, false}, 1, 2, []int{1, -1, 0}},
		{[]int{-1, 0, 1}, []bool{true, true, false}, 0, 1, []int{-1, 0, 1}},
		{[]int{2, -1, -1}, []bool{false, false, true}, 1, 3, []int{2, 1, -1}},
	} {
		moved := slices.Clone(test.moved)
		replaced(moved, test.taken, test.first, test.end)
		if !slices.Equal(moved, test.want) {
			t.Errorf("%v, %v from %d to %d becomes %v, not %v", test.moved, test.taken, test.first, test.end, moved, test.want)
		}
	}
}
