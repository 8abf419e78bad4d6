package command

import (
	"slices"
	"strings"
)

// arguments is a command line taken apart: options may be anywhere in it,
// but the flag package stops at the first operand.
type arguments struct {
	command  string
	options  []option
	operands []string
	// behind are the operands after "--".
	behind []string
}

// option is an option as it was written, without an argument that is
// apart: "--form" and "compact", "-o" and "out".
type option struct {
	name     string
	value    string
	hasValue bool
}

// String joins the option into the one argument that the flag package reads
// the same.
func (o option) String() string {
	if o.hasValue {
		return o.name + "=" + o.value
	}
	return o.name
}

// arrange takes args apart. The flags of the program tell which options take a value;
// an option that is not among them is kept as it is, for the flag package to
// refuse. The first operand is the command if the program has it. What follows
// "--" is an operand and never the command.
func arrange(args []string, program *Command) arguments {
	takesValue := map[string]bool{}
	for _, f := range program.everyFlag() {
		_, isBool := f.To.(*bool)
		takesValue[f.Name] = !isBool
		if f.Short != "" {
			takesValue[f.Short] = !isBool
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
			if result.command == "" && len(result.operands) == 0 && program.has(arg) {
				result.command = arg
			} else {
				result.operands = append(result.operands, arg)
			}
		default:
			var opts []option
			opts, args = program.readOption(arg, args, takesValue)
			result.options = append(result.options, opts...)
		}
	}
	return result
}

// has reports whether a command has a subcommand.
func (c *Command) has(name string) bool {
	return slices.ContainsFunc(c.Commands, func(sub *Command) bool { return sub.Name == name })
}

// readOption reads the option arg, and its value from rest if it stands there.
// Short options in one argument are taken apart as getopt does, unless they are a word
// that there is advice on: -json.
func (c *Command) readOption(arg string, rest []string, takesValue map[string]bool) ([]option, []string) {
	name, value, hasValue := strings.Cut(arg, "=")
	wants, known := takesValue[strings.TrimPrefix(strings.TrimPrefix(name, "-"), "-")]
	if known {
		if wants && !hasValue && len(rest) > 0 {
			value, hasValue, rest = rest[0], true, rest[1:]
		}
		return []option{{name, value, hasValue}}, rest
	}

	asWritten := []option{{name, value, hasValue}}
	if strings.HasPrefix(arg, "--") || c.advises(strings.TrimPrefix(name, "-")) {
		return asWritten, rest
	}
	var opts []option
	for i, letter := range arg[1:] {
		wants, known := takesValue[string(letter)]
		if !known {
			return asWritten, rest
		}
		opt := option{name: "-" + string(letter)}
		if wants {
			if tail := arg[1+i+1:]; tail != "" {
				opt.value, opt.hasValue = strings.TrimPrefix(tail, "="), true
			} else if len(rest) > 0 {
				opt.value, opt.hasValue, rest = rest[0], true, rest[1:]
			}
			return append(opts, opt), rest
		}
		opts = append(opts, opt)
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
	for _, opt := range a.options {
		args = append(args, opt.String())
	}
	return args
}

// value returns the last value of the long option name, or "".
func (a arguments) value(name string) string {
	for _, opt := range slices.Backward(a.options) {
		if strings.TrimLeft(opt.name, "-") == name {
			return opt.value
		}
	}
	return ""
}
