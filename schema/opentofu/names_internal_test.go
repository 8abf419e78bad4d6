package opentofu

import (
	"slices"
	"testing"

	"github.com/hcljson/hcljson/schema"
)

func TestNamesAreListedOnce(t *testing.T) {
	types := func(list []typeNames) (all []string) {
		for _, group := range list {
			all = append(all, group.types...)
		}
		return all
	}
	for name, list := range map[string][]string{
		"maps, suffixes and blocks": slices.Concat(mapNames, mapSuffixes, blockNames, []string{"metadata"}),
		"lists":                     listNames,
		"resource types":            types(resourceTypeNames),
		"data source types":         types(dataTypeNames),
	} {
		list = slices.Sorted(slices.Values(list))
		for i := 1; i < len(list); i++ {
			if list[i] == list[i-1] {
				t.Errorf("%s: %s is listed twice", name, list[i])
			}
		}
	}
}

// A list argument that is not among the blocks is an attribute anyway.
func TestListNamesAreBlocks(t *testing.T) {
	for _, name := range listNames {
		if !slices.Contains(blockNames, name) {
			t.Errorf("%s is in listNames and not in blockNames", name)
		}
	}
}

// An entry that says what providerNames says too is of no use.
func TestTypeNamesDiffer(t *testing.T) {
	for _, group := range slices.Concat(resourceTypeNames, dataTypeNames) {
		names := group.known
		for _, name := range group.attributes {
			if names.Kind(name) != schema.IsAttribute || providerNames.Kind(name) == schema.IsAttribute || names.List(name) {
				t.Errorf("%s: attribute %s: %v, in other types %v", group.types[0], name, names.Kind(name), providerNames.Kind(name))
			}
		}
		for _, name := range group.blocks {
			same := providerNames.Kind(name) == schema.IsBlock && !providerNames.List(name)
			if names.Kind(name) != schema.IsBlock || names.List(name) || same {
				t.Errorf("%s: block %s: %v, in other types %v", group.types[0], name, names.Kind(name), providerNames.Kind(name))
			}
		}
	}
}
