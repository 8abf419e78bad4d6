package command

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// arguments is a command line with separate lists of options and operands. They are separated
// because the library urfave/cli does not parse options after the first operand.
type arguments struct {
	// commands are the names of the command and its subcommand.
	commands []string
	// options contains each option with its value as one argument: --form=compact.
	options  []string
	operands []string
	// behind contains the operands after "--".
	behind []string
}

// arrange separates the options and operands of a command line. The flags of the program define
// which options have a value. The library reports unknown options. If the first words that are not
// options name a command and its subcommand, they are not operands. All arguments after "--" are
// operands.
func arrange(args []string, program *cli.Command) (result arguments) {
	takesValue := map[string]bool{}
	takesValues(program, takesValue)
	at := program
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			result.operands = append(result.operands, args...)
			result.behind = args
			return result
		case len(arg) < 2 || arg[0] != '-':
			if sub := at.Command(arg); sub != nil && len(result.operands) == 0 {
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

// takesValues adds the option names of a command and of its subcommands to names. The value is true
// for an option that has a value.
func takesValues(c *cli.Command, names map[string]bool) {
	for _, f := range c.Flags {
		for _, name := range namesOf(f) {
			names[name] = f.(cli.DocGenerationFlag).TakesValue()
		}
	}
	for _, sub := range c.Subcommands {
		takesValues(sub, names)
	}
}

// readOption returns the options in arg, and the arguments after them. If an option needs a value,
// it takes the value from rest. It separates joined short options, such as -lw, as getopt(3) does.
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
		case !known && i > 0:
			return append(opts, opt), rest
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

// forLibrary returns the arguments for cli.App.Run. It omits the operands, because the library would
// run an operand with the name of a command.
func (a arguments) forLibrary(program string) []string {
	return slices.Concat([]string{program}, a.commands, a.options)
}

// value returns the value of the last option with a long name, or "".
func (a arguments) value(name string) string {
	for _, opt := range slices.Backward(a.options) {
		if found, value, _ := strings.Cut(strings.TrimLeft(opt, "-"), "="); found == name {
			return value
		}
	}
	return ""
}
