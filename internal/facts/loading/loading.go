// Package loading defines the names of the files that products read, and the order in which they load
// the files of a directory. Its rows are for OpenTofu and Terraform; a schema file has those of another language.
package loading

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// FileNames defines the suffixes of one kind of files in both syntaxes.
type FileNames struct {
	Native, JSON string
	// Language is the name of the language. Empty means the language of the product that reads the
	// files.
	Language string
	// Readers are the products that read such files. The first is the default. Without readers, the
	// product does not matter.
	Readers []string
}

// Counterpart returns the name of the counterpart of base, and whether base is a JSON file.
func (f FileNames) Counterpart(base string) (counterpart string, isJSON bool) {
	if stem, ok := strings.CutSuffix(base, f.JSON); ok {
		return stem + f.Native, true
	}
	return strings.TrimSuffix(base, f.Native) + f.JSON, false
}

// IsDevice reports whether name is a reserved device name on Windows.
func IsDevice(name string) bool {
	switch name = strings.ToLower(name); name {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(name) == 4 && (name[:3] == "com" || name[:3] == "lpt") && '0' <= name[3] && name[3] <= '9'
}

// Rules define how a product loads the files of a directory by name.
type Rules struct {
	// Target is the product's name in options. It is empty for a product that reads its files with
	// every target. Product is its name in messages.
	Target, Product string
	// Classes are matched against each file in this order.
	Classes []Class
	// Instead contains pairs of suffixes. A file with the first suffix is not loaded if a file of
	// the same stem has the second.
	Instead [][2]string
}

// Class is a class of files that are loaded in sequence.
type Class struct {
	// Groups are patterns of file names. The files of one group are loaded in the order of their
	// names, before the files of the next group.
	Groups [][]string
	// Order describes the effect of the order for messages. It is empty if the order has no effect.
	Order string
	// DotFiles is true if file names may start with a dot.
	DotFiles bool
	// Together is true if the files form one configuration. Override is true if they are merged into
	// this configuration.
	Together, Override bool
	// Only, if not empty, is a block type. The order then matters only for files that contain such
	// blocks.
	Only string
	// First is true if the product reads only the first existing file. In other classes it reads all
	// files, so an empty file has no effect.
	First bool
}

// Load simulates how the product loads a directory with the given file names. classes contains, for
// each class, the loaded files in order. instead maps each file that is not loaded to the file that
// is loaded instead.
func (l *Rules) Load(names []string) (classes [][]string, instead map[string]string) {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	classes, instead = make([][]string, len(l.Classes)), map[string]string{}
	for _, name := range names {
		for _, pair := range l.Instead {
			stem, ok := strings.CutSuffix(name, pair[0])
			if _, found := slices.BinarySearch(names, stem+pair[1]); ok && found {
				instead[name] = stem + pair[1]
			}
		}
	}
	taken := map[string]bool{}
	for i := range l.Classes {
		c := &l.Classes[i]
		for _, group := range c.Groups {
			for _, name := range names {
				if taken[name] || !c.matchesName(group, name) {
					continue
				}
				taken[name] = true
				if instead[name] == "" {
					classes[i] = append(classes[i], name)
				}
			}
		}
	}
	maps.DeleteFunc(instead, func(name, _ string) bool { return !taken[name] })
	return classes, instead
}

// Class returns the class of a file name, or nil.
func (l *Rules) Class(name string) *Class {
	for i := range l.Classes {
		c := &l.Classes[i]
		if slices.ContainsFunc(c.Groups, func(group []string) bool { return c.matchesName(group, name) }) {
			return c
		}
	}
	return nil
}

func (c *Class) matchesName(patterns []string, name string) bool {
	if strings.HasPrefix(name, ".") && !c.DotFiles {
		return false
	}
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		suffix, any := strings.CutPrefix(pattern, "*")
		if any && !strings.ContainsAny(suffix, `*?[\\/`) { // most patterns, and most of the time for large directories
			return strings.HasSuffix(name, suffix)
		}
		matched, err := path.Match(pattern, name)
		return err == nil && matched
	})
}
