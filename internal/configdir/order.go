package configdir

import "github.com/hcljson/hcljson/schema/schemafile"

// Ordered returns the files among base names whose order counts, because a later
// one is stronger than an earlier one, or they run one after the other: a list
// for each kind, in the order in which the target, or the first product that
// reads such files, loads them. Files that are one configuration are not among
// them.
func Ordered(names []string, target string, described ...*schemafile.Language) [][]string {
	var lists [][]string
	seen := map[string]bool{}
	for _, p := range products(target, described) {
		classes, _ := p.Load(names)
		for i, c := range p.Classes {
			if c.Order == "" || c.Together || len(classes[i]) < 2 || seen[classes[i][0]] {
				continue
			}
			for _, name := range classes[i] {
				seen[name] = true
			}
			lists = append(lists, classes[i])
		}
	}
	return lists
}
