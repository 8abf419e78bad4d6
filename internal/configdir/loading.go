package configdir

import (
	"fmt"
	"slices"
	"strings"

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

// advice is to convert what else takes part, if that is in the same syntax and
// does away with the finding.
func (s *simulation) advice(f finding) string {
	others := slices.DeleteFunc(slices.Clone(f.files), s.changed)
	if len(others) > 0 && s.solvedWith(f, others) {
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
