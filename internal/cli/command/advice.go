package command

import (
	"slices"
	"strings"
)

// Advice is what to say to those who type options or words of other programs.
type Advice struct {
	// Options are without dashes.
	Options []string
	Words   []string
	Says    string
}

// AdviceOnOption is what to say of an option that the program does not have; it may be
// empty.
func (c *Command) AdviceOnOption(option string) string { return c.adviceOn(c, option) }

// adviceOn is what to say of an option that a command does not have; it may be empty.
// What acts is never suggested.
func (c *Command) adviceOn(on *Command, option string) string {
	for i := range c.Advice {
		if slices.Contains(c.Advice[i].Options, option) {
			return c.Advice[i].Says
		}
	}
	if near := nearest(option, on.all(), func(f Flag) string { return f.Name }); near != nil && !near.Acts {
		return "did you mean " + dashed(near.Name) + "?"
	}
	var with []string
	for _, sub := range append([]*Command{c}, c.Commands...) {
		has := slices.ContainsFunc(sub.all(), func(f Flag) bool {
			return !f.Acts && (f.Name == option || f.Short == option)
		})
		if has && sub != on {
			with = append(with, sub.Name)
		}
	}
	switch {
	case len(with) == 0:
		return ""
	case with[0] == c.Name:
		return "\"" + strings.TrimSpace(c.Name+" "+c.Args) + "\" has it"
	case len(with) == 1:
		return "\"" + c.Name + " " + with[0] + "\" has it"
	}
	return "the commands " + strings.Join(with[:len(with)-1], ", ") + " and " + with[len(with)-1] + " have it"
}

// advises reports whether there is advice on a word of several letters as an option.
func (c *Command) advises(option string) bool {
	return len(option) > 1 &&
		slices.ContainsFunc(c.Advice, func(a Advice) bool { return slices.Contains(a.Options, option) })
}

// AdviceOnWord is what to say of an operand that is not a file, and may have been meant as a
// command; it may be empty.
func (c *Command) AdviceOnWord(word string) string {
	for i := range c.Advice {
		if slices.Contains(c.Advice[i].Words, word) {
			return c.Advice[i].Says
		}
	}
	if near := nearest(word, c.Commands, func(sub *Command) string { return sub.Name }); near != nil {
		return "did you mean \"" + c.Name + " " + (*near).Name + "\"?"
	}
	return ""
}

// nearest is the one of a list whose name is typed with a slip or two; nil if there is
// none.
func nearest[T any](typed string, list []T, name func(T) string) *T {
	var found *T
	best := 1 + min(2, len(typed)/4)
	for i := range list {
		if d := distance(typed, name(list[i])); d < best {
			found, best = &list[i], d
		}
	}
	return found
}

// distance counts the letters that are missing, too much, wrong or swapped.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
