package schema

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// FileNames are the endings of the names of a kind of files in the two syntaxes.
type FileNames struct {
	Native, JSON string
	// Language is the name of the language; empty is that of the product that reads the
	// files.
	Language string
	// Readers are the products that read such files; the first is the default, and none
	// means that it does not matter.
	Readers []string
}

// Twin returns the name in the other syntax, and whether base is that of JSON.
func (f FileNames) Twin(base string) (twin string, isJSON bool) {
	if stem, ok := strings.CutSuffix(base, f.JSON); ok {
		return stem + f.Native, true
	}
	return strings.TrimSuffix(base, f.Native) + f.JSON, false
}

// IsDevice reports whether Windows has a name for something else than files.
func IsDevice(name string) bool {
	switch name = strings.ToLower(name); name {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(name) == 4 && (name[:3] == "com" || name[:3] == "lpt") && '0' <= name[3] && name[3] <= '9'
}

// Loading is how a product loads the files of a directory by their names.
type Loading struct {
	// Target is the product as an option names it; empty for one that reads its files
	// whatever the target is. Product is its name in messages.
	Target, Product string
	// Classes are tried in this order for each file.
	Classes []FileClass
	// Instead are pairs of endings: a file with the first is not read if there is one of
	// the same name with the second.
	Instead [][2]string
}

// FileClass is a kind of files that are loaded one after the other.
type FileClass struct {
	// Groups are patterns of names: the files of one group are loaded in the order of
	// their names, and before those of the next.
	Groups [][]string
	// Order says what the order is good for. It is empty if no order matters.
	Order string
	// DotFiles: files with a dot in front are loaded as well.
	DotFiles bool
	// Together: the files are one configuration. Override: they are merged into that.
	Together, Override bool
	// Only, if not empty, is a block type: the order matters only of files that have such
	// blocks.
	Only string
	// First: of the files that exist only one is read. The product reads all files of
	// other classes, so that one without content changes nothing for it.
	First bool
}

// Load simulates how the product loads a directory with these files. It returns for each
// class the files that are loaded, in order, and for a file that is not loaded the one
// that is loaded instead.
func (l *Loading) Load(names []string) (classes [][]string, instead map[string]string) {
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
				if taken[name] || !c.matches(group, name) {
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

// Class returns the class of the files of a name, or nil.
func (l *Loading) Class(name string) *FileClass {
	for i := range l.Classes {
		c := &l.Classes[i]
		if slices.ContainsFunc(c.Groups, func(group []string) bool { return c.matches(group, name) }) {
			return c
		}
	}
	return nil
}

func (c *FileClass) matches(patterns []string, name string) bool {
	if strings.HasPrefix(name, ".") && !c.DotFiles {
		return false
	}
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		matched, err := path.Match(pattern, name)
		return err == nil && matched
	})
}
