package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
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
	words     []string // of the command line
	status    int
}

// The library would print its own help for a flag with this name.
func init() { cli.HelpFlag = nil }

// NewLine takes apart a command line, without the name of the program.
func NewLine(program *Command, args []string, streams Streams) *Line {
	return &Line{Streams: streams, program: program, arguments: arrange(args, program), words: args}
}

// Value returns the last value of a flag as it is written, before the flags are read.
func (l *Line) Value(flag string) string { return l.arguments.value(flag) }

// Run carries out the command line, and returns the exit status.
func (l *Line) Run() (int, error) {
	app := cli.NewApp()
	app.Name, app.HelpName = l.program.Name, l.program.Name
	app.Flags, app.Action = l.program.libraryFlags(), l.action(l.program)
	app.OnUsageError = l.onUsageError
	app.ExitErrHandler = func(*cli.Context, error) {}
	app.HideHelp = true                  // ours has examples and topics
	app.DisableSliceFlagSeparator = true // a glob may have a comma
	app.HideVersion = true               // its flag takes -v, and we print more
	app.Reader, app.Writer, app.ErrWriter = l.In, l.Out, l.Err
	for _, c := range l.program.Commands {
		app.Commands = append(app.Commands, &cli.Command{
			Name: c.Name, Flags: c.libraryFlags(), Action: l.action(c), OnUsageError: l.onUsageError, HideHelp: true,
		})
	}
	err := app.Run(l.arguments.forFlagPackage(l.program.Name))
	if err != nil {
		return StatusError, err
	}
	return l.status, nil
}

// libraryFlags are the flags of a command for the library that reads them, which prints nothing of
// them.
func (c *Command) libraryFlags() (flags []cli.Flag) {
	for _, f := range c.Flags() {
		var aliases []string
		if f.Short != "" {
			aliases = []string{f.Short}
		}
		switch to := f.To.(type) {
		case *bool:
			flags = append(flags, &cli.BoolFlag{Name: f.Name, Aliases: aliases, Destination: to})
		case *int:
			flags = append(flags, &cli.IntFlag{Name: f.Name, Aliases: aliases, Destination: to})
		case *string:
			flags = append(flags, &cli.StringFlag{Name: f.Name, Aliases: aliases, Destination: to, Value: f.Value()})
		case *[]string:
			flags = append(flags, &cli.StringSliceFlag{Name: f.Name, Aliases: aliases})
		default:
			panic(fmt.Sprintf("the flag %s has no place for its value", f.Name))
		}
	}
	return flags
}

// action checks the flags and the operands, and runs the command.
func (l *Line) action(c *Command) cli.ActionFunc {
	return func(ctx *cli.Context) error {
		call := &Call{Streams: l.Streams, Program: l.program, Operands: l.arguments.operands, given: ctx.IsSet,
			Words: l.words, Before: len(l.arguments.operands) - len(l.arguments.behind)}
		switch {
		case ctx.Bool("help"):
			return l.showHelp(c, l.Out)
		case ctx.Bool("version"):
			_, err := fmt.Fprintln(l.Out, l.Version)
			return err
		case len(call.Operands) == 0 && (c.Operands == Required || c.Operands == AndProgram ||
			c.Operands == OrStdin && IsTerminal(l.In) && !ctx.IsSet("stdin-filepath")):
			l.status = StatusError
			return l.showHelp(c, l.Err) // where it is not mistaken for output
		case c.Operands == AndProgram:
			call.Behind = l.arguments.behind
			call.Operands = call.Operands[:len(call.Operands)-len(call.Behind)]
		}
		if err := c.read(ctx, call); err != nil {
			return err
		}
		run := c.Run
		if call.Subcommand != nil {
			run = call.Subcommand.Run
		}
		status, err := run(call)
		l.status = status
		return err
	}
}

// read takes over the values of flags, and checks them and the operands.
func (c *Command) read(ctx *cli.Context, call *Call) error {
	flags := c.own()
	for i := range flags {
		f := &flags[i]
		if list, ok := f.To.(*[]string); ok {
			*list = ctx.StringSlice(f.Name)
		}
		if f.Empty != "" && ctx.IsSet(f.Name) && ctx.String(f.Name) == "" {
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
	sub := c.command(name)
	if sub == nil {
		names := slices.Sorted(slices.Values(c.Words()))
		return Usagef("there is no \"%s %s\"; there are %s", c.Name, name, strings.Join(names, ", "))
	}
	call.Subcommand, call.Operands = sub, call.Operands[1:]
	if sub.Operands == Required && len(call.Operands) == 0 {
		return Usagef("%s %s needs %s", c.Name, name, sub.Needs)
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

func (l *Line) onUsageError(ctx *cli.Context, err error, _ bool) error {
	message, name := err.Error(), l.program.Name
	c := l.program
	if sub := c.command(ctx.Command.Name); sub != nil {
		c = sub
		name += " " + c.Name
	}
	if option, unknown := strings.CutPrefix(message, "flag provided but not defined: -"); unknown {
		option = strings.TrimLeft(option, "-")
		message = fmt.Sprintf("there is no option %s", dashed(option))
		if word, advice := l.strayWord(c); advice != "" {
			message += " and no command " + word + "; " + advice
		} else if advice := l.program.AdviceOnOption(c, option); advice != "" {
			message += "; " + advice
		}
	}
	return Usagef("%s\nRun '%s --help' for the options.", message, name)
}

// strayWord is the first word, with advice, if it was meant as a command that there is
// not: its options are those of another program too.
func (l *Line) strayWord(c *Command) (word, advice string) {
	if _, err := os.Lstat(l.words[0]); err == nil || c != l.program || strings.HasPrefix(l.words[0], "-") {
		return "", ""
	}
	return l.words[0], l.program.AdviceOnWord(l.words[0])
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
