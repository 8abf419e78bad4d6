package configdir

import (
	"slices"

	"github.com/hcljson/hcljson/schema/schemafile"
)

// Read is a file that a product reads.
type Read struct {
	Name string
	// Together: it is one configuration with the others of its language.
	// Otherwise it is read for itself: an override, a test, values.
	Together bool
	// Override: it is merged into those that are read together.
	Override bool
}

// Reads returns the files among the base names in a directory as the target, or
// the first product that reads such files, loads them: in its order, and without
// those that others are read in place of. What none of them loads by itself
// comes last.
func Reads(names []string, target string, described ...*schemafile.Language) []Read {
	var reads []Read
	known := make(map[string]bool, len(names))
	for _, p := range products(target, described) {
		classes, instead := p.Load(names)
		for name := range instead {
			known[name] = true
		}
		for i, c := range p.Classes {
			for _, name := range classes[i] {
				if !known[name] {
					reads = append(reads, Read{Name: name, Together: c.Together, Override: c.Override})
				}
				known[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		if !known[name] {
			reads = append(reads, Read{Name: name})
		}
	}
	return reads
}
