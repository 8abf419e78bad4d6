package command

import (
	"slices"
	"strings"
)

// arguments is a command line taken apart: options may be anywhere in it,
// but the flag package stops at the first operand.
type arguments struct {
	command string
	// options are those of the command line, each as one argument: --form=compact.
	options  []string
	operands []string
	// behind are the operands after "--".
	behind []string
}

// arrange takes args apart. The flags of the program tell which options take a value;
// an option that is not among them is kept as it is, for the flag package to
// refuse. The first operand is the command if the program has it. What follows
// "--" is an operand and never the command.
func arrange(args []string, program *Command) arguments {
	takesValue := map[string]bool{}
	for _, c := range append([]*Command{program}, program.Commands...) {
		for _, f := range c.Flags() {
			takesValue[f.Name] = f.TakesValue()
			if f.Short != "" {
				takesValue[f.Short] = f.TakesValue()
			}
		}
	}

	var result arguments
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			result.operands = append(result.operands, args...)
			result.behind = args
			return result
		case len(arg) < 2 || arg[0] != '-':
			if result.command == "" && len(result.operands) == 0 && program.command(arg) != nil {
				result.command = arg
			} else {
				result.operands = append(result.operands, arg)
			}
		default:
			var opts []string
			opts, args = readOption(arg, args, takesValue)
			result.options = append(result.options, opts...)
		}
	}
	return result
}

// readOption reads the option arg, and its value from rest if it stands there.
// Short options in one argument are taken apart as getopt does.
func readOption(arg string, rest []string, takesValue map[string]bool) (opts, after []string) {
	name, _, hasValue := strings.Cut(arg, "=")
	wants, known := takesValue[strings.TrimPrefix(strings.TrimPrefix(name, "-"), "-")]
	if known && wants && !hasValue && len(rest) > 0 {
		return []string{arg + "=" + rest[0]}, rest[1:]
	}
	if known || strings.HasPrefix(arg, "--") {
		return []string{arg}, rest
	}
	for i, letter := range arg[1:] {
		opt := "-" + string(letter)
		switch wants, known := takesValue[string(letter)]; {
		case !known:
			return []string{arg}, rest
		case !wants:
			opts = append(opts, opt)
			continue
		}
		if tail := arg[1+i+1:]; tail != "" {
			opt += "=" + strings.TrimPrefix(tail, "=")
		} else if len(rest) > 0 {
			opt, rest = opt+"="+rest[0], rest[1:]
		}
		return append(opts, opt), rest
	}
	return opts, rest
}

// forFlagPackage returns the arguments for cli.App.Run. The operands are left
// out, as one of them could be taken for a command.
func (a arguments) forFlagPackage(program string) []string {
	args := []string{program}
	if a.command != "" {
		args = append(args, a.command)
	}
	return append(args, a.options...)
}

// value returns the last value of the long option name, or "".
func (a arguments) value(name string) string {
	for _, opt := range slices.Backward(a.options) {
		if found, value, _ := strings.Cut(strings.TrimLeft(opt, "-"), "="); found == name {
			return value
		}
	}
	return ""
}

// AdviceOnOption is what to say of an option that a command does not have; it may be empty.
// What acts is never suggested.
func (c *Command) AdviceOnOption(on *Command, option string) string {
	if near := nearest(option, on.own(), func(f Flag) string { return f.Name }); near != nil && !near.Acts {
		return "did you mean " + dashed(near.Name) + "?"
	}
	var with []string
	for _, sub := range append([]*Command{c}, c.Commands...) {
		has := slices.ContainsFunc(sub.own(), func(f Flag) bool {
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

// AdviceOnWord is what to say of an operand that is not a file, and may have been meant as a
// command; it may be empty.
func (c *Command) AdviceOnWord(word string) string {
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
