package address

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Missing says where an address was looked for in a module that has nothing there, and what
// is near. steps is how many of its steps lead nowhere.
func (m *Module) Missing(a Address) (text string, steps int) {
	var best *place
	rest := a.steps
	m.each(a.steps, func(*place) {}, func(at *place, left []step) {
		if best == nil || len(left) < len(rest) {
			best, rest = at, left
		}
	})
	text = fmt.Sprintf("Nothing is at %s.", a)
	if best == nil || !rest[0].isName() {
		return text, len(rest)
	}
	wanted := rest[0].text
	if best.outer == nil {
		text += fmt.Sprintf(" The files have no %s", wanted)
	} else {
		text += fmt.Sprintf(" %s in %s has no %s", best.plain, best.file.root().Filename, wanted)
	}
	if names := best.names(); len(names) > 0 {
		// What starts in the same way comes first.
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(common(b, wanted), common(a, wanted)) })
		const most = 6
		others := ""
		if len(names) > most {
			names, others = names[:most], " and others"
		}
		text += ", but " + strings.Join(names, ", ") + others
	}
	other := ""
	m.each([]step{{kind: deep}, rest[0]}, func(p *place) {
		if p.outer != nil && p.outer.outer != nil && other == "" {
			other = p.outer.address
		}
	}, nil)
	if other != "" && best.outer != nil {
		text += fmt.Sprintf("; %s has %s", other, wanted)
	}
	return text + ".", len(rest)
}

// each is find for all files.
func (m *Module) each(steps []step, yield func(*place), missed func(*place, []step)) {
	for _, f := range m.files {
		find(f, steps, yield, missed)
	}
}

// common is how many characters two names start with that are the same.
func common(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// names are those of the next steps from a place.
func (p *place) names() (list []string) {
	if p.group != nil {
		for label := range byLabel(p.group, p.labels) {
			list = append(list, label)
		}
	} else {
		for _, part := range p.parts() {
			rest := part.address
			if p.root == nil && part.item != nil {
				rest = part.item.ItemName()
			} else if p.root == nil {
				rest = strings.TrimPrefix(strings.TrimPrefix(rest, p.address), ".")
			}
			if name, _, _ := strings.Cut(strings.Replace(rest, "[", ".", 1), "."); name != "" {
				list = append(list, name)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Complete are the addresses that begin as a text does, up to their next name.
func (m *Module) Complete(text string) (list []string) {
	end := strings.LastIndexByte(text, '.') + 1
	a, err := Parse(strings.TrimSuffix(text[:end], "."))
	if end > 0 && err != nil {
		return nil
	}
	m.each(a.steps, func(p *place) {
		for _, name := range p.names() {
			if strings.HasPrefix(name, text[end:]) {
				list = append(list, text[:end]+name)
			}
		}
	}, nil)
	slices.Sort(list)
	return slices.Compact(list)
}
