package dialects

import (
	"path/filepath"
	"sync"

	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/language/schemafile"
)

// Products returns how the products load the files of a directory, starting with the given languages
// of schema files.
func Products(described ...*schemafile.Language) []*loading.Rules {
	var list []*loading.Rules
	for _, l := range described {
		if l.Loading != nil {
			list = append(list, l.Loading)
		}
	}
	return append(list, productLoadings()...)
}

var productLoadings = sync.OnceValue(func() []*loading.Rules {
	list := []*loading.Rules{loading.ByProduct(both[0]), loading.ByProduct(both[1])}
	for _, l := range Described() {
		if loading := l.Head().Loading; loading != nil {
			list = append(list, loading)
		}
	}
	return list
})

// IsConfiguration reports whether a product reads the files of a directory with this name as one
// configuration, and whether the file is an override file.
func IsConfiguration(name string) (is, override bool) {
	for _, p := range Products() {
		if c := p.Class(name); c != nil {
			is, override = is || c.Together || c.Override, override || c.Override
		}
	}
	return is, override
}

// IsOverride reports whether the file with the given path is an override file.
func IsOverride(path string) bool {
	_, override := IsConfiguration(filepath.Base(path))
	return override
}

// splitPath splits a path into the directory, including the final separator, and the file name.
func splitPath(name string) (dir, base string) { return filepath.Split(name) }
