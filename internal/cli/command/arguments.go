package command

import (
	"slices"
	"strings"
)

// arguments is a command line whose options are separated from the operands: the flag package stops
// at the first operand.
type arguments struct {
	// commands are the names of the command and its subcommand.
	commands []string
	// options are the options, each as one argument: --form=compact.
	options  []string
	operands []string
	// behind are the operands after "--".
	behind []string
}

// arrange separates options and operands. The flags of the program define which options have a
// value; unknown options are left to the flag package. The first operands are the command and its
// subcommand, if they have such a name. Arguments after "--" are operands.
func arrange(args []string, program *Command) arguments {
	takesValue := map[string]bool{}
	at := program
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
			if sub := at.command(arg); sub != nil && len(result.operands) == 0 {
				result.commands, at = append(result.commands, arg), sub
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

// readOption reads an option, with its value from rest if necessary. Joined short options are
// separated as by getopt.
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

// forFlagPackage returns the arguments for cli.App.Run, without the operands, which could have the
// name of a command.
func (a arguments) forFlagPackage(program string) []string {
	return slices.Concat([]string{program}, a.commands, a.options)
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

// AdviceOnOption returns advice on an option that a command does not have; it may be empty.
func (c *Command) AdviceOnOption(on *Command, option string) string {
	if near := nearest(option, on.own(), func(f Flag) string { return f.Name }); near != nil {
		return "did you mean " + dashed(near.Name) + "?"
	}
	if slices.ContainsFunc(c.own(), func(f Flag) bool { return f.Name == option || f.Short == option }) {
		return "\"" + strings.TrimSpace(c.Name+" "+c.Args) + "\" has it"
	}
	switch with := c.having(option, ""); len(with) {
	case 0:
		return ""
	case 1:
		return "\"" + c.Name + " " + with[0] + "\" has it"
	default:
		return "the commands " + strings.Join(with[:len(with)-1], ", ") + " and " + with[len(with)-1] + " have it"
	}
}

// having returns the commands below a command that have an option.
func (c *Command) having(option, before string) (names []string) {
	for _, sub := range c.Commands {
		if sub.Run == nil {
			names = append(names, sub.having(option, before+sub.Name+" ")...)
		} else if slices.ContainsFunc(sub.own(), func(f Flag) bool { return f.Name == option || f.Short == option }) {
			names = append(names, before+sub.Name)
		}
	}
	return names
}

// AdviceOnWord returns advice on an operand that is not a file and may be a misspelled command; it may
// be empty.
func (c *Command) AdviceOnWord(word string) string {
	if near := nearest(word, c.Commands, func(sub *Command) string { return sub.Name }); near != nil {
		return "did you mean \"" + c.Name + " " + (*near).Name + "\"?"
	}
	return ""
}

// nearest returns the element of a list whose name differs by a letter or, of long names, two; nil if
// there is none.
func nearest[T any](typed string, list []T, name func(T) string) *T {
	var found *T
	best := 1 + min(1, len(typed)/2) + min(1, len(typed)/8)
	for i := range list {
		if d := distance(strings.ToLower(typed), name(list[i])); d < best {
			found, best = &list[i], d
		}
	}
	return found
}

// distance returns the number of missing, additional, different or transposed letters.
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
