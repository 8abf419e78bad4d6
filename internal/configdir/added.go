package configdir

import (
	"fmt"
	"slices"

	"github.com/hcljson/hcljson/schema/schemafile"
)

// Added simulates how the products load a directory with these base names when
// files come to it and none goes: the To of each change, next to its From or, in
// another directory, alone. That both files of a change are loaded is no
// hazard, nor that the new one is in place of the old one; but that it hides
// another file is, or that it is stronger than one that the old one is weaker
// than.
func Added(names []string, changes []Change, target string, described ...*schemafile.Language) []Hazard {
	changes = slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return slices.Contains(names, c.To) })
	all := slices.Clone(names)
	twin := map[string]string{}
	for _, c := range changes {
		all = append(all, c.To)
		twin[c.To] = c.From
	}
	var hazards []Hazard
	for _, p := range products(target, described) {
		before, _ := p.Load(names)
		after, instead := p.Load(all)
		for i, c := range p.Classes {
			for _, name := range before[i] {
				if from, added := twin[instead[name]]; added && from != name {
					hazards = append(hazards, Hazard{
						Kind: Hidden, Product: p.Product, Files: []string{from, name},
						Summary: "A file would no longer be read",
						Detail: fmt.Sprintf("%s reads %s, but would read %s in its place, so what %s says "+
							"would be lost. Convert it as well, or remove one of the two.",
							p.Product, name, instead[name], name),
					})
				}
			}
			if c.Order == "" || c.Together {
				continue
			}
			for _, ch := range changes {
				if other := between(after[i], ch, changes); other != "" {
					hazards = append(hazards, Hazard{
						Kind: Reordered, Product: p.Product, Files: []string{ch.From, other},
						Summary: "Files would be read in another order",
						Detail: fmt.Sprintf("%s reads %s before %s, and would read %s after it, and %s. "+
							"Convert %s as well, or give one of these files another name first.",
							p.Product, ch.From, other, ch.To, c.Order, other),
					})
				}
			}
		}
	}
	return hazards
}

// between returns a file that is loaded after the old file of a change and before
// its new one, and that no new file comes after.
func between(loaded []string, ch Change, changes []Change) string {
	from, to := slices.Index(loaded, ch.From), slices.Index(loaded, ch.To)
	if from < 0 || to < 0 {
		return ""
	}
	for i := from + 1; i < to; i++ {
		j := slices.IndexFunc(changes, func(c Change) bool { return c.From == loaded[i] || c.To == loaded[i] })
		if j < 0 || slices.Index(loaded, changes[j].To) < to && changes[j].From == loaded[i] {
			return loaded[i]
		}
	}
	return ""
}
