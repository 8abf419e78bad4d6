package annotation

import (
	"slices"
	"strings"
	"testing"
)

// A letter represents an element. An element with a new value matches a removed element between the
// same neighbours, or at the same index of a list of the same length.
func TestMatchFingerprints(t *testing.T) {
	signs := func(letters string) string {
		var b strings.Builder
		for _, letter := range letters {
			b.WriteString(strings.Repeat(string(letter), FingerprintSize))
		}
		return b.String()
	}
	for _, test := range []struct {
		was, is string
		want    []int
	}{
		{"a", "x", []int{0}},
		{"abc", "axc", []int{0, 1, 2}},
		{"abcd", "axyd", []int{0, 1, 2, 3}},
		{"abcd", "axd", []int{0, -1, -1, 2}}, // which of the two x was is unknown
		{"abc", "ca", []int{1, -1, 0}},
		{"abc", "bac", []int{1, 0, 2}},
		{"ab", "zab", []int{1, 2}},
		{"aab", "aba", []int{0, 2, 1}},
		{"abc", "bxa", []int{2, 0, 1}},
	} {
		if got := matchFingerprints(signs(test.was), signs(test.is)); !slices.Equal(got, test.want) {
			t.Errorf("%s becomes %s: %v, want %v", test.was, test.is, got, test.want)
		}
	}
}
