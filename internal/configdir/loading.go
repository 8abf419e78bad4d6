package configdir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// Change is one of file names: the file From becomes the file To in the same
// directory.
type Change struct {
	From, To string
	// Identical: the file To exists already and is just what From would become,
	// so From is only removed.
	Identical bool
}

// Kind is what is wrong with a change.
type Kind uint8

const (
	// Hidden is a file that is read and would not be any more.
	Hidden Kind = iota + 1
	// Unhidden is a file that is not read and would be.
	Unhidden
	// Reordered are files whose order counts and would be another.
	Reordered
	// TwinExists is a file that would be overwritten. If it is the same in the
	// other syntax, the change is Identical, and to ask again.
	TwinExists
)

// Hazard says how a product would read a directory differently.
type Hazard struct {
	Kind    Kind
	Product string // as in messages; empty for TwinExists
	// Files are the base names of the files that take part, as they are before
	// the changes. Those that change come first; there is at least one.
	Files           []string
	Summary, Detail string
}

// Hazards simulates how the products load a directory with files of these names
// before and after the changes. Without a target, it does so for all products.
//
// Holds reports whether a file may hold blocks of a type, where only their order matters;
// nil means that all may.
//
// A caller that drops a change must ask again, as others may depend on it.
func Hazards(names []string, changes []Change, target string, holds func(name, block string) bool,
	described ...*schemafile.Language,
) []Hazard {
	names = slices.Clone(names)
	for _, c := range changes {
		names = append(names, c.From)
	}
	hazards := twins(names, changes)
	for _, p := range products(target, described) {
		s := newSimulation(p, names, changes, holds)
		for _, f := range s.findings() {
			hazards = append(hazards, s.hazard(f))
		}
	}
	return hazards
}

// twins finds the files that would be overwritten.
func twins(names []string, changes []Change) []Hazard {
	var hazards []Hazard
	add := func(c Change, other, summary, detail string) {
		hazards = append(hazards, Hazard{
			Kind:    TwinExists,
			Files:   []string{c.From, other},
			Summary: summary,
			Detail:  fmt.Sprintf("%s would become %s, %s", c.From, c.To, detail),
		})
	}
	stays := make(map[string]bool, len(names))
	for _, name := range names {
		stays[name] = true
	}
	for _, c := range changes {
		stays[c.From] = false
	}
	writer := make(map[string]string, len(changes))
	for _, c := range changes {
		if other, ok := writer[c.To]; ok {
			add(c, other, "Two files with the same name", "and so would "+other+". Give one of the two another name first.")
		} else if !c.Identical && stays[c.To] {
			add(c, c.To, "The file exists already",
				"but there is such a file already. Remove the one of the two that is out of date.")
		}
		writer[c.To] = c.From
	}
	return hazards
}

func (s *simulation) hazard(f finding) Hazard {
	h := Hazard{Kind: f.kind, Product: s.Product, Files: slices.Clone(f.files)}
	slices.SortStableFunc(h.Files, func(a, b string) int {
		switch {
		case s.changed(a) == s.changed(b):
			return 0
		case s.changed(a):
			return -1
		}
		return 1
	})
	file := f.files[0]
	switch f.kind {
	case Hidden:
		h.Summary = "A file would no longer be read"
		if len(f.files) == 1 {
			h.Detail = fmt.Sprintf("%s reads %s, but would not read %s, so what it says would be lost. Leave it as "+
				"it is.", s.Product, file, s.now(file))
			break
		}
		h.Detail = fmt.Sprintf("%s reads %s as well as %s. With the new names it would read %s in place of %s, so "+
			"what %s says would be lost. %s",
			s.Product, file, f.files[1], s.now(f.files[1]), s.now(file), file, s.advice(f))
	case Unhidden:
		h.Summary = "A file would be read that is not read now"
		if len(f.files) == 1 {
			h.Detail = fmt.Sprintf("%s does not read %s, but would read %s. Leave it as it is.", s.Product, file,
				s.now(file))
			break
		}
		h.Detail = fmt.Sprintf("%s reads %s in place of %s. With the new names it would read %s as well as %s, and "+
			"what both say would be read twice. %s",
			s.Product, f.files[1], file, s.now(file), s.now(f.files[1]), s.advice(f))
	case Reordered:
		h.Summary = "Files would be read in another order"
		after := make([]string, len(f.after))
		for i, name := range f.after {
			after[i] = s.now(name)
		}
		h.Detail = fmt.Sprintf("%s reads %s in this order, and %s. With the new names the order would be %s. %s",
			s.Product, list(f.files), f.order, list(after), s.advice(f))
	}
	return h
}

// advice is to convert what else takes part, if all are in the same syntax.
func (s *simulation) advice(f finding) string {
	isJSON := func(name string) bool { return strings.HasSuffix(name, ".json") }
	other := func(name string) bool { return isJSON(name) != isJSON(f.files[0]) }
	others := slices.DeleteFunc(slices.Clone(f.files), s.changed)
	if len(others) > 0 && !slices.ContainsFunc(f.files, other) {
		return fmt.Sprintf("Convert %s together with the rest: name all of these files, or the directory.",
			list(others))
	}
	return "Give one of these files another name first."
}

// list joins names; of many it shows the first.
func list(names []string) string {
	const most = 8
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n > most:
		return fmt.Sprintf("%s and %d others", strings.Join(names[:most], ", "), n-most)
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

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

// products are those that read files for a target; without one, all. Those of languages in
// schema files come first.
func products(target string, described []*schemafile.Language) []*schema.Loading {
	if t, err := opentofu.ParseTarget(target); err == nil {
		target = t.Product.String()
	}
	var list []*schema.Loading
	for _, p := range dialects.Products(described...) {
		if target == "" || p.Target == "" || p.Target == target {
			list = append(list, p)
		}
	}
	return list
}
