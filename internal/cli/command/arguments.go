package command

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// arguments is a command line whose options are separated from the operands: the library stops at the
// first operand.
type arguments struct {
	// commands are the names of the command and its subcommand.
	commands []string
	// options are the options, each as one argument: --form=compact.
	options  []string
	operands []string
	// behind contains the operands after "--".
	behind []string
}

// arrange separates options and operands. The flags of the program define which options have a
// value; unknown options are left to the library. The first operands are the command and its
// subcommand, if they have such a name. Arguments after "--" are operands.
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

// takesValues sets for each name of an option of a command, or of its subcommands, whether it has a
// value.
func takesValues(c *cli.Command, names map[string]bool) {
	for _, f := range c.Flags {
		for _, name := range f.Names() {
			names[name] = f.(cli.DocGenerationFlag).TakesValue()
		}
	}
	for _, sub := range c.Subcommands {
		takesValues(sub, names)
	}
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

// forLibrary returns the arguments for cli.App.Run, without the operands, which could have the name of
// a command.
func (a arguments) forLibrary(program string) []string {
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
