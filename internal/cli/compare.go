package cli

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/schema"
)

// compare decides whether two files mean the same, and guards against bugs of
// its own.
func compare(a, b equivalent.Source, dialect *schema.Dialect, comments bool) equivalent.Result {
	return compareAll([]equivalent.Source{a}, []equivalent.Source{b}, dialect, comments)
}

func compareAll(a, b []equivalent.Source, dialect *schema.Dialect, comments bool) equivalent.Result {
	name := ""
	for _, source := range append(a[:len(a):len(a)], b...) {
		name = source.Filename
	}
	found, diags := guard(name, func() (equivalent.Result, hcl.Diagnostics) {
		return equivalent.CompareModules(a, b, dialect, equivalent.Options{Comments: comments}), nil
	})
	found.Diagnostics = append(found.Diagnostics, diags...)
	return found
}

// proofStatus is the exit status for the result of a comparison.
func proofStatus(found equivalent.Result) int {
	switch found.Verdict() {
	case equivalent.Equal:
		return exitOK
	case equivalent.Different:
		return exitDiffers
	}
	return exitError
}

// twoLanguages refuses to compare what is not in one language.
func twoLanguages(nameA string, a *schema.Dialect, nameB string, b *schema.Dialect) *hcl.Diagnostic {
	if a.Name == b.Name {
		return nil
	}
	return report.Errorf("Two languages",
		"%s is in the language %s and %s in %s, so they cannot be compared. Say with --dialect which language they "+
			"are in.", nameA, a.Name, nameB, b.Name)
}

// orders compares the order in which the products load the files of two trees,
// where that counts.
func (s *session) orders(filesA, filesB []configdir.File) hcl.Diagnostics {
	var diags hcl.Diagnostics
	byDirB := byDirectory(filesB)
	byDirA := byDirectory(filesA)
	for _, dir := range slices.Sorted(maps.Keys(byDirA)) {
		listsB := s.loaded(byDirB[dir])
		for _, listA := range s.loaded(byDirA[dir]) {
			for _, listB := range listsB {
				a, b := common(listA, listB), common(listB, listA)
				if !slices.Equal(a, b) {
					diags = append(diags, report.Errorf("Different order",
						"The product loads the files %s in this order, and %s in the other directory; the order "+
							"decides which of them counts.", strings.Join(a, ", "), strings.Join(b, ", ")))
				}
			}
		}
	}
	return diags
}

// loaded returns the files of a directory whose order counts, by their names in
// native syntax.
func (s *session) loaded(files []configdir.File) [][]string {
	names := make([]string, len(files))
	native := map[string]string{}
	for i, f := range files {
		names[i] = filepath.Base(f.Path)
		native[names[i]] = nativeName(f)
	}
	lists := configdir.Ordered(names, s.target, s.described...)
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
func nativeName(f configdir.File) string {
	if f.JSON {
		return filepath.Join(filepath.Dir(f.Rel), filepath.Base(f.Twin))
	}
	return f.Rel
}

func byDirectory(files []configdir.File) map[string][]configdir.File {
	result := map[string][]configdir.File{}
	for _, f := range files {
		dir := filepath.Dir(f.Rel)
		result[dir] = append(result[dir], f)
	}
	return result
}
