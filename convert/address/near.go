package address

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Missing returns a message for an address for which [Module.Get] or [Module.Apply] found nothing, with similar names.
// steps is the number of its steps that select nothing.
func (m *Module) Missing(a Address) (text string, steps int) {
	var best *place
	rest := a.steps
	for _, miss := range m.missed(a.steps) {
		if best == nil || len(miss.steps) < len(rest) {
			best, rest = miss.at, miss.steps
		}
	}
	text = fmt.Sprintf("Nothing is at %s.", a)
	if best == nil || !rest[0].isName() {
		return text, len(rest)
	}
	missing, where := rest[0].text, "The files have"
	if best.outer != nil {
		where = best.plain + " in " + best.file.Filename + " has"
	}
	text += " " + where + " no " + missing
	if names := best.names(); len(names) > 0 {
		// Names with the same start come first.
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(common(b, missing), common(a, missing)) })
		others := ""
		if len(names) > 6 {
			names, others = names[:6], " and others"
		}
		text += ", but " + strings.Join(names, ", ") + others
	}
	other := ""
	for _, p := range m.find([]step{{kind: deep}, rest[0]}) {
		if p.outer != nil && p.outer.outer != nil && best.outer != nil && other == "" {
			other = "; " + p.outer.address + " has " + missing
		}
	}
	return text + other + ".", len(rest)
}

// common returns the number of equal characters at the start of two names.
func common(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// names returns the names of the next steps from a place.
func (p *place) names() (list []string) {
	for _, part := range p.allParts() {
		left := part.left
		if len(left) > 1 && part.row != nil {
			left = part.referred
		}
		if len(left) > 0 {
			list = append(list, withName("", left[0]))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Complete returns the addresses that start with a text, up to their next name.
func (m *Module) Complete(text string) (list []string) {
	end, isQuoted := 0, false
	for i := range len(text) {
		switch {
		case text[i] == '"' && (i == 0 || text[i-1] != '\\'):
			isQuoted = !isQuoted
		case text[i] == '.' && !isQuoted:
			end = i + 1
		}
	}
	a, err := Parse(cmp.Or(strings.TrimSuffix(text[:end], "."), "."))
	if err != nil {
		return nil
	}
	for _, p := range m.find(a.steps) {
		for _, name := range p.names() {
			if key, isKey := strings.CutPrefix(name, "["); isKey {
				name = strings.TrimSuffix(key, "]") // a key follows a dot as a quoted name
			}
			if strings.HasPrefix(name, text[end:]) || strings.HasPrefix(name, `"`+text[end:]) {
				list = append(list, text[:end]+name)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
