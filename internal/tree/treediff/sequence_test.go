package treediff

import (
	"fmt"
	"math/rand"
	"testing"
)

// Parts are numbers here: the tens are the name (0 for none), and numbers of one parity are
// similar. After any edit, pairs are one to one, unmoved pairs are in order, and equal parts and
// parts with a unique name are pairs.
func TestSequence(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	list := func() []int {
		list := make([]int, r.Intn(8))
		for i := range list {
			list[i] = 1 + r.Intn(5)
			if r.Intn(2) == 0 {
				list[i] += 10 * (1 + r.Intn(3))
			}
		}
		return list
	}
	count := func(list []int, is func(n int) bool) (found int) {
		for _, n := range list {
			if is(n) {
				found++
			}
		}
		return found
	}
	for range 5000 {
		olds, news := list(), list()
		p := (&Sequence[int]{
			Old: olds, New: news,
			Equal:    func(a, b int) bool { return a == b },
			Hash:     func(n int) uint64 { return uint64(n) },
			Identity: func(n int) uint64 { return uint64(n / 10) },
			Similar:  func(a, b int, sure bool) bool { return a/10 == 0 && b/10 == 0 && (sure || a%2 == b%2) },
		}).Match()
		last := -1
		for j, i := range p.OldOf {
			if i < 0 {
				continue
			}
			a, b := olds[i], news[j]
			if p.NewOf[i] != j || a/10 != b/10 {
				t.Fatalf("%v and %v: %+v", olds, news, p)
			}
			if !p.Moved[j] {
				if i <= last {
					t.Fatalf("%v and %v are not in order: %+v", olds, news, p)
				}
				last = i
			}
		}
		for n := range 40 {
			is := func(m int) bool { return m == n }
			pairs := 0
			for j, i := range p.OldOf {
				if i >= 0 && olds[i] == n && news[j] == n {
					pairs++
				}
			}
			if want := min(count(olds, is), count(news, is)); pairs != want {
				t.Fatalf("%v and %v: %d of %d pairs of %d: %+v", olds, news, pairs, want, n, p)
			}
		}
	}
}

// A new part follows the last part of its kind, not the last part of the list.
func TestAnchors(t *testing.T) {
	p := &Pairs{NewOf: []int{0, 1}, OldOf: []int{0, 1, -1}, Moved: make([]bool, 3)}
	var got string
	list := partLists{kinds: [][]string{{"a"}, {"b"}, {"a"}}, oldKinds: []string{"a", "b"}}
	for _, step := range list.script(p) {
		got += fmt.Sprintf("%d at %d, ", step.New, step.Old)
	}
	if want := "0 at 0, 2 at -1, 1 at 1, "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
