package dialects

import (
	"path/filepath"
	"sync"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// Products is how the products load the files of a directory, those of the languages of
// schema files before the others.
func Products(described ...*schemafile.Language) []*schema.Loading {
	var list []*schema.Loading
	for _, l := range described {
		if l.Loading != nil {
			list = append(list, l.Loading)
		}
	}
	return append(list, known()...)
}

var known = sync.OnceValue(func() []*schema.Loading {
	list := []*schema.Loading{opentofu.OpenTofu.Loading(), opentofu.Terraform.Loading()}
	for _, l := range Described() {
		if loading := l.Head().Loading; loading != nil {
			list = append(list, loading)
		}
	}
	return list
})

// IsConfiguration reports whether a product reads the files of a name in a directory as one
// configuration, and whether it merges this one into the others.
func IsConfiguration(name string) (is, override bool) {
	for _, p := range Products() {
		if c := p.Class(name); c != nil {
			is, override = is || c.Together || c.Override, override || c.Override
		}
	}
	return is, override
}

// split divides a path into the directory, with what ends it, and the name of the file.
func split(name string) (dir, base string) { return filepath.Split(name) }
