package providertable

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/builtin"
)

// use is how many repositories and modules require a provider.
type use struct{ repositories, modules int }

// used prints the hundred providers that most repositories require, with the major
// versions that the table has of each.
func used(out io.Writer, repositories []string) error {
	all := map[string]*use{}
	for _, dir := range repositories {
		counts, err := requiredIn(dir)
		if err != nil {
			return err
		}
		for source, modules := range counts {
			u := measure.At(all, source)
			u.repositories, u.modules = u.repositories+1, u.modules+modules
		}
	}
	order := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(all[b].repositories-all[a].repositories, all[b].modules-all[a].modules, strings.Compare(a, b))
	})
	fmt.Fprintln(out, "rank\tprovider\trepositories\tmodules\tmajor versions in the table")
	for i, source := range order[:min(len(order), 100)] {
		var majors []string
		for _, v := range builtin.Versions(source) {
			major, _, _ := strings.Cut(v, ".")
			majors = append(majors, major)
		}
		fmt.Fprintf(out, "%d\t%s\t%d\t%d\t%s\n", i+1, source, all[source].repositories, all[source].modules,
			cmp.Or(strings.Join(slices.Compact(majors), " "), "none"))
	}
	return nil
}

// requiredIn counts the modules of a repository that require a provider.
func requiredIn(dir string) (map[string]int, error) {
	modules := map[string][]provider.File{}
	err := measure.Files(dir, measure.Ending(".tf"), func(path string, src []byte) error {
		at := filepath.Dir(path)
		modules[at] = append(modules[at], provider.File{Source: convert.NewSource(src, path, false)})
		return nil
	})
	counts := map[string]int{}
	for _, files := range modules {
		requirements, _ := provider.ReadRequirements(files, true)
		for _, required := range requirements.Providers {
			address := required.Address
			if required.Err != nil || !provider.IsDefaultHost(address.Hostname) {
				continue
			}
			counts[cmp.Or(builtin.Source(address.Namespace, address.Type), address.Namespace+"/"+address.Type)]++
		}
	}
	return counts, err
}
