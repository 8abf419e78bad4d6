package tree

// Part is what a file is to the configuration in its directory.
type Part uint8

const (
	// Alone is a file that is read for itself: an override, a test, values.
	Alone Part = iota
	// InOne is a file that is one configuration with the others of its language.
	InOne
	// NotRead is a file that another one is read in place of.
	NotRead
)

// Parts tells of each of the base names in a directory how the target, or the
// first product that reads such files, reads it.
func Parts(names []string, target string) map[string]Part {
	parts := make(map[string]Part, len(names))
	for _, p := range products {
		if !p.readsFor(target) {
			continue
		}
		note := func(name string, part Part) {
			if _, known := parts[name]; !known {
				parts[name] = part
			}
		}
		classes, instead := p.load(names)
		for name := range instead {
			note(name, NotRead)
		}
		for i, c := range p.classes {
			part := Alone
			if c.together {
				part = InOne
			}
			for _, name := range classes[i] {
				note(name, part)
			}
		}
	}
	return parts
}
