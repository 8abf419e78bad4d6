package configdir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Change is a conversion of one file of a directory: the file From becomes the file To.
type Change struct {
	From, To string
	// Identical is true if the file To already exists and contains the result of the conversion. The
	// change then only removes From.
	Identical bool
}

// Kind is the kind of a hazard.
type Kind uint8

const (
	// Hidden is a file that is loaded now, and would not be loaded after the changes.
	Hidden Kind = iota + 1
	// Unhidden is a file that is not loaded now, and would be loaded after the changes.
	Unhidden
	// Reordered are files whose order is significant and would change.
	Reordered
	// CounterpartExists is a file that would be overwritten. If the file already contains the result
	// of the conversion, the caller must set Change.Identical and call Hazards again.
	CounterpartExists
)

// Hazard is an unwanted effect of changes on the files that a product loads from a directory.
type Hazard struct {
	Kind    Kind
	Product string // the product's name in messages; empty for CounterpartExists
	// Files contains the base names of the involved files before the changes. It is not empty, and
	// changed files come first.
	Files           []string
	Summary, Detail string
}

// Hazards returns the hazards of changes to a directory. It simulates how the products load the
// directory before and after the changes. names contains the names of the files in the directory. If
// target is empty, it simulates all products.
//
// For some products, only the order of files with a certain block type is significant. The function
// holds reports whether a file can contain this type. If holds is nil, all files can.
//
// A caller that drops a change must call Hazards again, because other changes can depend on it.
func Hazards(names []string, changes []Change, target string, holds func(name, block string) bool,
	described ...*schemafile.Language,
) []Hazard {
	names = slices.Clone(names)
	for _, c := range changes {
		names = append(names, c.From)
	}
	hazards := overwrittenHazards(names, changes)
	for _, p := range selectedProducts(target, described) {
		s := newSimulation(p, names, changes, holds)
		for _, f := range s.findings() {
			hazards = append(hazards, s.hazardOf(f))
		}
	}
	return hazards
}

// overwrittenHazards returns a hazard for each file that would be overwritten.
func overwrittenHazards(names []string, changes []Change) []Hazard {
	var hazards []Hazard
	add := func(c Change, other, summary, detail string) {
		hazards = append(hazards, Hazard{
			Kind:    CounterpartExists,
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
			add(c, other, "Two files with the same name", "and so would "+other+". Rename a file first.")
		} else if !c.Identical && stays[c.To] {
			add(c, c.To, "The file exists already",
				"but that file already exists. Remove the outdated file.")
		}
		writer[c.To] = c.From
	}
	return hazards
}

func (s *simulation) hazardOf(f finding) Hazard {
	h := Hazard{Kind: f.kind, Product: s.Product, Files: slices.Clone(f.files)}
	slices.SortStableFunc(h.Files, func(a, b string) int {
		switch {
		case s.isChanged(a) == s.isChanged(b):
			return 0
		case s.isChanged(a):
			return -1
		}
		return 1
	})
	file := f.files[0]
	switch f.kind {
	case Hidden:
		h.Summary = "A file would no longer be loaded"
		if len(f.files) == 1 {
			h.Detail = fmt.Sprintf("%s loads %s, but would not load %s, so its content would be ignored. Do not "+
				"convert it.", s.Product, file, s.newName(file))
			break
		}
		h.Detail = fmt.Sprintf("%s loads both %s and %s. With the new names, it would load %s instead of %s, so "+
			"the content of %s would be ignored. %s",
			s.Product, file, f.files[1], s.newName(f.files[1]), s.newName(file), file, s.advice(f))
	case Unhidden:
		h.Summary = "An ignored file would be loaded"
		if len(f.files) == 1 {
			h.Detail = fmt.Sprintf("%s does not load %s, but would load %s. Do not convert it.", s.Product, file,
				s.newName(file))
			break
		}
		h.Detail = fmt.Sprintf("%s loads %s instead of %s. With the new names, it would load both %s and %s, and "+
			"their common content would be loaded twice. %s",
			s.Product, f.files[1], file, s.newName(file), s.newName(f.files[1]), s.advice(f))
	case Reordered:
		h.Summary = "Files would be loaded in a different order"
		after := make([]string, len(f.after))
		for i, name := range f.after {
			after[i] = s.newName(name)
		}
		h.Detail = fmt.Sprintf("%s loads %s in this order, and %s. With the new names, the order would be %s. %s",
			s.Product, joinNames(f.files), f.order, joinNames(after), s.advice(f))
	}
	return h
}

// advice returns the last sentence of a message. If all involved files have the same syntax, it
// advises to convert the others too.
func (s *simulation) advice(f finding) string {
	isJSON := func(name string) bool { return strings.HasSuffix(name, ".json") }
	other := func(name string) bool { return isJSON(name) != isJSON(f.files[0]) }
	others := slices.DeleteFunc(slices.Clone(f.files), s.isChanged)
	if len(others) > 0 && !slices.ContainsFunc(f.files, other) {
		return fmt.Sprintf("Convert %s together with the others: name all of these files, or the directory.",
			joinNames(others))
	}
	return "Rename a file first."
}

// joinNames joins names to a text. If there are many, it lists the first ones and the number of the
// others.
func joinNames(names []string) string {
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

// OrderedFiles returns the files whose order is significant: a later file overrides an earlier one, or
// the files run one after the other. The result has one list per class of files. Each list has the
// load order of the first product that loads the files. Files that form one configuration are not
// included.
func OrderedFiles(names []string, target string, described ...*schemafile.Language) [][]string {
	var lists [][]string
	seen := map[string]bool{}
	for _, p := range selectedProducts(target, described) {
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

// LoadedFile is a file that a product loads.
type LoadedFile struct {
	Name string
	// Together is true if the file forms one configuration with the other files of its language.
	// Otherwise the file is an override file, or the product loads it separately, such as a test.
	Together bool
	// Override is true if the product merges the file into the configuration.
	Override bool
}

// LoadedFiles returns the files of a directory, in the load order of the first product that loads them. It
// omits files that the product replaces with others. Files that no product loads come last.
func LoadedFiles(names []string, target string, described ...*schemafile.Language) []LoadedFile {
	var reads []LoadedFile
	known := make(map[string]bool, len(names))
	for _, p := range selectedProducts(target, described) {
		classes, instead := p.Load(names)
		for name := range instead {
			known[name] = true
		}
		for i, c := range p.Classes {
			for _, name := range classes[i] {
				if !known[name] {
					reads = append(reads, LoadedFile{Name: name, Together: c.Together, Override: c.Override})
				}
				known[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		if !known[name] {
			reads = append(reads, LoadedFile{Name: name})
		}
	}
	return reads
}

// AddedHazards returns the hazards of adding files to a directory: the file To of each change. It simulates
// how the products load the directory with and without the new files. It is a hazard if a new file
// hides a file other than From, or is loaded after a file that overrides From. It is no hazard if a
// product loads both files of a change, or the new one instead of the old one. From may be in
// another directory.
func AddedHazards(names []string, changes []Change, target string, described ...*schemafile.Language) []Hazard {
	changes = slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return slices.Contains(names, c.To) })
	all := slices.Clone(names)
	sources := map[string]string{}
	for _, c := range changes {
		all = append(all, c.To)
		sources[c.To] = c.From
	}
	var hazards []Hazard
	for _, p := range selectedProducts(target, described) {
		before, _ := p.Load(names)
		after, instead := p.Load(all)
		for i, c := range p.Classes {
			for _, name := range before[i] {
				if from, added := sources[instead[name]]; added && from != name {
					hazards = append(hazards, Hazard{
						Kind: Hidden, Product: p.Product, Files: []string{from, name},
						Summary: "A file would no longer be loaded",
						Detail: fmt.Sprintf("%s loads %s, but would load %s instead, so the content of %s "+
							"would be ignored. Convert it too, or remove one of the two files.",
							p.Product, name, instead[name], name),
					})
				}
			}
			if c.Order == "" || c.Together {
				continue
			}
			for _, ch := range changes {
				if other := fileLoadedBetween(after[i], ch, changes); other != "" {
					hazards = append(hazards, Hazard{
						Kind: Reordered, Product: p.Product, Files: []string{ch.From, other},
						Summary: "Files would be loaded in a different order",
						Detail: fmt.Sprintf("%s loads %s before %s, and would load %s after it, and %s. "+
							"Convert %s too, or rename a file first.",
							p.Product, ch.From, other, ch.To, c.Order, other),
					})
				}
			}
		}
	}
	return hazards
}

// fileLoadedBetween returns a file that is loaded after the old file and before the new file of a change. It
// ignores new files, and files whose own new file is loaded later than the new file of the change.
func fileLoadedBetween(loaded []string, ch Change, changes []Change) string {
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

// selectedProducts returns the products that a target selects, or all products if target is empty. Languages
// in schema files come first.
func selectedProducts(target string, described []*schemafile.Language) []*loading.Rules {
	if t, err := opentofu.ParseTarget(target); err == nil {
		target = t.Product.String()
	}
	var list []*loading.Rules
	for _, p := range dialects.Products(described...) {
		if target == "" || p.Target == "" || p.Target == target {
			list = append(list, p)
		}
	}
	return list
}
