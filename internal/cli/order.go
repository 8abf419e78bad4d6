package cli

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/tree"
)

// orders compares the order in which the products load the files of two trees,
// where that counts.
func orders(filesA, filesB []tree.File, target string) hcl.Diagnostics {
	var diags hcl.Diagnostics
	byDirB := byDirectory(filesB)
	byDirA := byDirectory(filesA)
	for _, dir := range slices.Sorted(maps.Keys(byDirA)) {
		listsB := loaded(byDirB[dir], target)
		for _, listA := range loaded(byDirA[dir], target) {
			for _, listB := range listsB {
				a, b := common(listA, listB), common(listB, listA)
				if !slices.Equal(a, b) {
					diags = append(diags, errorf("Different order", "The product loads the files %s in this order, and %s in the other directory; the order decides which of them counts.", strings.Join(a, ", "), strings.Join(b, ", ")))
				}
			}
		}
	}
	return diags
}

// loaded returns the files of a directory whose order counts, by their names in
// native syntax.
func loaded(files []tree.File, target string) [][]string {
	names := make([]string, len(files))
	native := map[string]string{}
	for i, f := range files {
		names[i] = filepath.Base(f.Path)
		native[names[i]] = nativeName(f)
	}
	lists := tree.Ordered(names, target)
	for _, list := range lists {
		for i, name := range list {
			list[i] = native[name]
		}
	}
	return lists
}

// common returns the elements of a that are in b.
func common(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(name string) bool { return !slices.Contains(b, name) })
}

// nativeName is the path of a file below its root, as it is in native syntax.
func nativeName(f tree.File) string {
	if f.JSON {
		return filepath.Join(filepath.Dir(f.Rel), filepath.Base(f.Twin))
	}
	return f.Rel
}

func byDirectory(files []tree.File) map[string][]tree.File {
	result := map[string][]tree.File{}
	for _, f := range files {
		dir := filepath.Dir(f.Rel)
		result[dir] = append(result[dir], f)
	}
	return result
}
