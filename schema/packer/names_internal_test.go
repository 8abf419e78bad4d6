package packer

import (
	"slices"
	"testing"
)

func TestNamesAreListedOnce(t *testing.T) {
	list := slices.Sorted(slices.Values(slices.Concat(mapNames, mapSuffixes, blockNames)))
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1] {
			t.Errorf("%s is listed twice", list[i])
		}
	}
}
