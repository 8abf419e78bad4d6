package command

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/term"
)

// StatusError is the exit status of a command line that cannot be carried out.
const StatusError = 2

// A Line is a command line on its way through a program.
type Line struct {
	Streams
	// Version describes the program.
	Version string

	program   *Command
	arguments arguments
	version   bool
	help      bool
}

// NewLine takes apart a command line, without the name of the program.
func NewLine(program *Command, args []string, streams Streams) *Line {
	return &Line{Streams: streams, program: program, arguments: arrange(args, program)}
}

// Value returns the last value of a flag as it is written, before the flags are read.
func (l *Line) Value(flag string) string { return l.arguments.value(flag) }

// Run carries out the command line, and returns the exit status.
func (l *Line) Run() (int, error) {
	status, err := l.run()
	if err != nil {
		return StatusError, err
	}
	return status, nil
}

func (l *Line) run() (int, error) {
	c := l.program
	if i := c.index(l.arguments.command); i >= 0 {
		c = c.Commands[i]
	}
	flags := l.flags(c)
	if err := flags.Parse(l.arguments.forFlagPackage()); err != nil {
		return 0, l.usageError(c, err)
	}
	operands, behind := l.arguments.operands, l.arguments.behind
	call := &Call{
		Streams: l.Streams, Program: l.program, Operands: operands, given: givenIn(flags),
		Before: len(operands) - len(behind),
	}
	switch {
	case l.help:
		return 0, l.showHelp(c, l.Out)
	case l.version:
		_, err := fmt.Fprintln(l.Out, l.Version)
		return 0, err
	case len(operands) == 0 && (c.Operands == Required || c.Operands == AndProgram ||
		c.Operands == OrStdin && IsTerminal(l.In) && !call.Given("stdin-filepath")):
		return StatusError, l.showHelp(c, l.Err) // where it is not mistaken for output
	case c.Operands == AndProgram:
		call.Operands, call.Behind = operands[:call.Before], behind
	}
	if err := c.read(call); err != nil {
		return 0, err
	}
	if call.Subcommand != nil {
		return call.Subcommand.Run(call)
	}
	return c.Run(call)
}

// flags are those of a command for the package that reads them.
func (l *Line) flags(c *Command) *flag.FlagSet {
	set := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, f := range c.withOwn(&l.version, &l.help) {
		switch to := f.To.(type) {
		case *bool:
			set.BoolVar(to, f.Name, false, "")
		case *int:
			set.IntVar(to, f.Name, 0, "")
		case *string:
			set.StringVar(to, f.Name, f.value(), "")
		case *[]string:
			set.Var((*list)(to), f.Name, "")
		default:
			panic(fmt.Sprintf("the flag %s has no place for its value", f.Name))
		}
		if f.Short != "" {
			set.Var(set.Lookup(f.Name).Value, f.Short, "")
		}
	}
	return set
}

// list is the values of a flag that may be repeated.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(value string) error {
	*l = append(*l, value)
	return nil
}

// givenIn reports whether a flag is in a command line, under whichever of its names.
func givenIn(flags *flag.FlagSet) func(name string) bool {
	given := map[flag.Value]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Value] = true })
	return func(name string) bool {
		f := flags.Lookup(name)
		return f != nil && given[f.Value]
	}
}

// read checks the flags and the operands.
func (c *Command) read(call *Call) error {
	flags := c.all()
	for _, f := range flags {
		if f.Empty != "" && call.Given(f.Name) && !given(f.To) {
			return Usagef("%s", f.Empty)
		}
	}
	if c.Run == nil {
		if err := c.subcommand(call); err != nil {
			return err
		}
	} else if i := slices.Index(call.Operands, Stdin); i >= 0 && slices.Contains(call.Operands[i+1:], Stdin) {
		return Usagef("standard input (-) is named twice")
	}
	for i := range flags {
		if err := flags[i].check(call.Operands); err != nil {
			return err
		}
	}
	if len(call.Operands) == 0 && c.Operands == OrStdin {
		call.Operands = []string{Stdin}
	}
	return nil
}

// Stdin is the operand that stands for standard input.
const Stdin = "-"

// subcommand finds the subcommand, which is the first operand.
func (c *Command) subcommand(call *Call) error {
	name := call.Operands[0]
	i := c.index(name)
	if i < 0 {
		names := slices.Sorted(slices.Values(c.words()))
		return Usagef("there is no \"%s %s\"; there are %s", c.Name, name, strings.Join(names, ", "))
	}
	call.Subcommand, call.Operands = c.Commands[i], call.Operands[1:]
	if call.Subcommand.Operands == Required && len(call.Operands) == 0 {
		return Usagef("%s %s needs %s", c.Name, name, call.Subcommand.Needs)
	}
	return nil
}

// showHelp prints the help of a command.
func (l *Line) showHelp(c *Command, w io.Writer) error {
	name := c.Name
	if c == l.program {
		name = ""
	}
	_, err := l.program.WriteHelp(w, name)
	return err
}

// usageError says what is wrong with the options of a command, and what to do.
func (l *Line) usageError(c *Command, err error) error {
	message, name := err.Error(), l.program.Name
	if c != l.program {
		name += " " + c.Name
	}
	if option, unknown := strings.CutPrefix(message, "flag provided but not defined: -"); unknown {
		option = strings.TrimLeft(option, "-")
		message = fmt.Sprintf("there is no option %s", dashed(option))
		if advice := l.program.adviceOn(c, option); advice != "" {
			message += "; " + advice
		}
	}
	return Usagef("%s\nRun '%s --help' for the options.", message, name)
}

// dashed writes the name of a flag as the user has to.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	file, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(file.Fd()))
}
