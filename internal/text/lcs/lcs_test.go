package lcs_test

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/text/lcs"
)

// pairs returns the pairs of Subsequence in order.
func pairs[T comparable](t *testing.T, a, b []T) [][2]int {
	t.Helper()
	var list [][2]int
	lcs.Subsequence(a, b, func(i, j int) { list = append(list, [2]int{i, j}) })
	slices.SortFunc(list, func(x, y [2]int) int { return x[0] - y[0] })
	for k, pair := range list {
		if a[pair[0]] != b[pair[1]] || k > 0 && (pair[0] <= list[k-1][0] || pair[1] <= list[k-1][1]) {
			t.Fatalf("%v is no common subsequence of %v and %v", list, a, b)
		}
	}
	return list
}

// longest returns the length of a longest common subsequence.
func longest(a, b []int) int {
	row := make([]int, len(b)+1)
	for i := range a {
		above := 0
		for j := range b {
			was := row[j+1]
			if a[i] == b[j] {
				row[j+1] = above + 1
			} else {
				row[j+1] = max(was, row[j])
			}
			above = was
		}
	}
	return row[len(b)]
}

func TestSubsequence(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 2000 {
		a, b := make([]int, r.Intn(9)), make([]int, r.Intn(9))
		for _, list := range [][]int{a, b} {
			for i := range list {
				list[i] = r.Intn(4)
			}
		}
		if got, want := len(pairs(t, a, b)), longest(a, b); got != want {
			t.Fatalf("%d, not %d, of %v and %v", got, want, a, b)
		}
	}
	if got := pairs(t, []int{1, 2, 1, 3}, []int{2, 1, 1}); !slices.Equal(got, [][2]int{{1, 0}, {2, 1}}) {
		t.Error(got)
	}
}

// Long lists are split at elements that appear once in each. Repeated elements before, between and
// after them are matched as well.
func TestSubsequenceOfLongLists(t *testing.T) {
	const n = 700
	var a, b []int
	for i := range n {
		a, b = append(a, i, -1), append(b, i, -1, -2)
	}
	// Nothing is the same at the ends, and one element has gone elsewhere.
	a = append(append([]int{-3, -1, 1_000_000}, a...), -1, -4)
	b = append(append([]int{-5, -1}, b...), 1_000_000, -2, -1, -6)
	// The n numbers, the n elements after them, and the first and last element.
	if got := len(pairs(t, a, b)); got != 2*n+2 {
		t.Errorf("%d pairs, not %d", got, 2*n+2)
	}
	// The first element of one list is unique in both lists.
	a, b = append([]int{9}, slices.Repeat([]int{1, 2}, n)...), append([]int{8, 9}, slices.Repeat([]int{1, 2}, n)...)
	if got := pairs(t, append(a, 3), append(b, 4)); len(got) != 2*n+1 {
		t.Errorf("%d pairs, not %d", len(got), 2*n+1)
	}
	// Without unique elements, only the common prefix and suffix match.
	a, b = slices.Repeat([]int{1, 2}, n), slices.Repeat([]int{2, 1}, n)
	if got := pairs(t, a, b); len(got) != 0 {
		t.Errorf("%d pairs", len(got))
	}
}

func FuzzSubsequence(f *testing.F) {
	f.Add("abcabc", "bcaabc")
	f.Add("aabbcc", "ccbbaa")
	f.Fuzz(func(t *testing.T, left, right string) {
		a, b := strings.Split(left, ""), strings.Split(right, "")
		if found := pairs(t, a, b); left == right && len(found) != len(a) {
			t.Errorf("%q: %v", left, found)
		}
	})
}

func TestIncreasing(t *testing.T) {
	for _, test := range []struct{ list, want []int }{
		{nil, nil},
		{[]int{5}, []int{0}},
		{[]int{3, 1, 2}, []int{1, 2}},
		{[]int{3, 2, 1}, []int{2}},
		{[]int{1, 9, 2, 8, 3}, []int{0, 2, 4}},
		{[]int{4, 5, 1, 2, 6}, []int{2, 3, 4}},
	} {
		if got := lcs.IncreasingSubsequence(test.list); !slices.Equal(got, test.want) {
			t.Errorf("%v of %v, not %v", got, test.list, test.want)
		}
	}
}
