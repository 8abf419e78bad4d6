package command

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// StatusError is the exit status of an invalid command line.
const StatusError = 2

// A Line is a command line of a program.
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

// NewLine parses a command line, without the name of the program.
func NewLine(program *Command, args []string, streams Streams) *Line {
	return &Line{Streams: streams, program: program, arguments: arrange(args, program), words: args}
}

// Value returns the last value of a flag as written, before the flags are parsed.
func (l *Line) Value(flag string) string { return l.arguments.value(flag) }

// Run runs the command line, and returns the exit status.
func (l *Line) Run() (int, error) {
	app := cli.NewApp()
	app.Name, app.HelpName = l.program.Name, l.program.Name
	app.Flags, app.Action = l.program.cliFlags(), l.action(l.program)
	app.OnUsageError = l.onUsageError(l.program)
	app.ExitErrHandler = func(*cli.Context, error) {}
	app.HideHelp = true                  // ours has examples
	app.DisableSliceFlagSeparator = true // a glob may have a comma
	app.HideVersion = true               // its flag takes -v, and we print more
	app.Reader, app.Writer, app.ErrWriter = l.In, l.Out, l.Err
	app.Commands = l.cliCommands(l.program)
	err := app.Run(l.arguments.forFlagPackage(l.program.Name))
	if err != nil {
		return StatusError, err
	}
	return l.status, nil
}

// cliCommands returns the commands of a command for the library, with names for messages.
func (l *Line) cliCommands(of *Command, names ...string) (commands []*cli.Command) {
	for _, c := range of.Commands {
		path := append(names[:len(names):len(names)], c.Name)
		commands = append(commands, &cli.Command{
			Name: c.Name, Flags: c.cliFlags(), Action: l.action(c, path...), HideHelp: true,
			OnUsageError: l.onUsageError(c, path...), Subcommands: l.cliCommands(c, path...),
		})
	}
	return commands
}

// cliFlags returns the flags of a command for the library.
func (c *Command) cliFlags() (flags []cli.Flag) {
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

// action checks the flags and the operands, and runs the command with a path of names.
func (l *Line) action(c *Command, path ...string) cli.ActionFunc {
	return func(ctx *cli.Context) error {
		call := &Call{Streams: l.Streams, Program: l.program, Operands: l.arguments.operands, given: ctx.IsSet,
			Words: l.words, Before: len(l.arguments.operands) - len(l.arguments.behind)}
		switch {
		case ctx.Bool("help"):
			return l.showHelp(l.Out, path)
		case ctx.Bool("version"):
			_, err := fmt.Fprintln(l.Out, l.Version)
			return err
		case len(call.Operands) == 0 && c.Needs != "":
			return Usagef("%s needs %s", strings.Join(path, " "), c.Needs)
		case len(call.Operands) == 0 && c.Run != nil && c != l.program && c.Operands != Optional && c.Operands != OrStdin:
			usage := c.Synopsis(l.program.Name + " " + strings.Join(append(path[:len(path)-1:len(path)-1], ""), " "))
			return Usagef("the operands are missing: %s\nRun '%s --help' for the options.", usage[0],
				strings.Join(append([]string{l.program.Name}, path...), " "))
		case len(call.Operands) == 0 && (c.Run == nil || c.Operands == Required || c.Operands == AndProgram ||
			c.Operands == OrStdin && IsTerminal(l.In) && !ctx.IsSet("stdin-filepath")):
			l.status = StatusError
			return l.showHelp(l.Err, path) // where it is not mistaken for output
		case c.Operands == AndProgram:
			call.Behind = l.arguments.behind
			call.Operands = call.Operands[:len(call.Operands)-len(call.Behind)]
		}
		if err := c.read(ctx, call, path); err != nil {
			return err
		}
		status, err := c.Run(call)
		l.status = status
		return err
	}
}

// read reads the values of flags, and checks them and the operands.
func (c *Command) read(ctx *cli.Context, call *Call, path []string) error {
	if c.Run == nil {
		return call.Program.NoCommand(append(path, call.Operands[0])...)
	}
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
	if i := slices.Index(call.Operands, Stdin); i >= 0 && slices.Contains(call.Operands[i+1:], Stdin) {
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

// NoCommand returns the error that a program has no command with these names.
func (c *Command) NoCommand(names ...string) error {
	of, path := c, ""
	for _, name := range names {
		sub := of.command(name)
		if sub == nil {
			if near := nearest(name, of.Commands, func(sub *Command) string { return sub.Name }); near != nil {
				return Usagef("unknown command %q; did you mean %q?", path+name, path+(*near).Name)
			}
			if len(of.Commands) == 0 {
				return Usagef("%shas no command %s", path, name)
			}
			return Usagef("unknown command %q; there are %s", path+name, strings.Join(slices.Sorted(slices.Values(of.Words())), ", "))
		}
		of, path = sub, path+name+" "
	}
	return nil
}

// showHelp prints the help of a command.
func (l *Line) showHelp(w io.Writer, path []string) error {
	_, err := l.program.WriteHelp(w, HelpWidth(l.Getenv("COLUMNS")), path...)
	return err
}

// onUsageError returns the error for options that the library refuses.
func (l *Line) onUsageError(c *Command, path ...string) cli.OnUsageErrorFunc {
	return func(_ *cli.Context, err error, _ bool) error {
		message := err.Error()
		if option, unknown := strings.CutPrefix(message, "flag provided but not defined: -"); unknown {
			option = strings.TrimLeft(option, "-")
			message = fmt.Sprintf("unknown option %s", dashed(option))
			if word, advice := l.strayWord(c); advice != "" {
				message += " and no command " + word + "; " + advice
			} else if advice := l.program.AdviceOnOption(c, option); advice != "" {
				message += "; " + advice
			}
		} else if option, missing := strings.CutPrefix(message, "flag needs an argument: -"); missing {
			message = dashed(strings.TrimLeft(option, "-")) + " needs a value"
		} else if invalid := invalidNumber.FindStringSubmatch(message); invalid != nil {
			message = fmt.Sprintf("%s cannot be %s; it is a number", dashed(invalid[2]), invalid[1])
		}
		return Usagef("%s\nRun '%s --help' for the options.", message,
			strings.Join(append([]string{l.program.Name}, path...), " "))
	}
}

// invalidNumber matches the error of package flag for a number.
var invalidNumber = regexp.MustCompile(`^invalid value (".*") for flag -(\S+): `)

// strayWord returns the first word, with advice, if it is probably a misspelled command.
func (l *Line) strayWord(c *Command) (word, advice string) {
	if _, err := os.Lstat(l.words[0]); err == nil || c != l.program || strings.HasPrefix(l.words[0], "-") {
		return "", ""
	}
	return l.words[0], l.program.AdviceOnWord(l.words[0])
}

// dashed returns the name of a flag with dashes.
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
