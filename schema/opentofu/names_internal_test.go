package opentofu

import (
	"slices"
	"testing"
)

func TestNamesAreListedOnce(t *testing.T) {
	for name, list := range map[string][]string{
		"maps, suffixes and blocks": slices.Concat(mapNames, mapSuffixes, blockNames, []string{"metadata"}),
		"kubernetes types":          kubernetesTypes,
	} {
		list = slices.Sorted(slices.Values(list))
		for i := 1; i < len(list); i++ {
			if list[i] == list[i-1] {
				t.Errorf("%s: %s is listed twice", name, list[i])
			}
		}
	}
}
