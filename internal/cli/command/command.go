// Package command runs command lines with the library github.com/urfave/cli. It accepts options
// after operands, checks the rules for options and operands, and prints help and completions.
package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// StatusError is the exit status of an invalid command line.
const StatusError = 2

// Stdin is the operand for standard input.
const Stdin = "-"

// Streams contains the standard streams and the environment variables of a program.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	file, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(file.Fd()))
}

// HasInput reports whether a stream is a pipe, or contains text.
func HasInput(stream any) bool {
	switch stream := stream.(type) {
	case interface{ Stat() (fs.FileInfo, error) }:
		info, err := stream.Stat()
		return err == nil && (info.Mode()&fs.ModeNamedPipe != 0 || info.Mode().IsRegular() && info.Size() > 0)
	case interface{ Len() int }:
		return stream.Len() > 0
	}
	return false
}

// TerminalWidth returns the width of a terminal, or 0 for another stream.
func TerminalWidth(stream any) int {
	file, ok := stream.(interface{ Fd() uintptr })
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width < 0 {
		return 0
	}
	return width
}

// Operands defines how a command handles missing operands.
type Operands uint8

const (
	// Optional operands may be omitted.
	Optional Operands = iota
	// Required operands must not be missing.
	Required
	// OrStdin reads standard input if operands are missing. If standard input is a terminal, a brief
	// help is shown.
	OrStdin
	// AndProgram operands are required, and a program follows after "--".
	AndProgram
)

// Rules are conditions for the operands and options of a command. The library does not check them.
type Rules struct {
	Operands Operands
	// Needs is the text for required operands in the error for missing operands.
	Needs string
	// Words contains all valid operands, for completion.
	Words     []string
	Conflicts []Conflict
}

// A Conflict is a pair of options that exclude each other, with the message of the error.
type Conflict struct{ Option, Other, Message string }

// Conflicts returns the conflicts of one option with several others. They have the same message.
func Conflicts(message, option string, others ...string) (list []Conflict) {
	for _, other := range others {
		list = append(list, Conflict{option, other, message})
	}
	return list
}

// A Call is a checked command line.
type Call struct {
	Streams
	Program *cli.Command
	// Operands contains the operands of the command. Behind contains the words after "--" for a
	// command with [AndProgram].
	Operands, Behind []string
	// Before is the number of operands before "--".
	Before int
	// Words contains all words of the command line.
	Words []string

	context *cli.Context
}

// Given reports whether the command line contains an option.
func (c *Call) Given(option string) bool { return c.context.IsSet(option) }

// Value returns the value of an option.
func (c *Call) Value(option string) any { return c.context.Value(option) }

// Define sets the action of a command and returns the command. The action checks the rules and calls
// run, which returns the exit status. Define also adds the options --help and --version.
func Define(c *cli.Command, rules Rules, run func(*Call) (int, error)) *cli.Command {
	if len(c.Flags) > 0 {
		c.Flags = append(c.Flags, &cli.BoolFlag{Name: "version", Category: other, Usage: "print the version"})
	}
	c.Flags = append(c.Flags, &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Category: other, Usage: "show this help"})
	c.HideHelp = true // the help of the library has another layout
	c.OnUsageError = func(ctx *cli.Context, err error, _ bool) error { return lineOf(ctx).usageError(c, err) }
	c.Action = func(ctx *cli.Context) error {
		l := lineOf(ctx)
		call, err := l.call(ctx, rules)
		switch {
		case ctx.Bool("help"):
			return writeHelp(l.Out, HelpWidth(l.Getenv("COLUMNS"), l.Out), l.program, c)
		case ctx.Bool("version"):
			_, err := fmt.Fprintln(l.Out, l.Version)
			return err
		case err == nil && call == nil:
			l.status = StatusError
			write := writeBrief
			if len(c.Subcommands) > 0 && c != l.program {
				write = writeHelp
			}
			return write(l.Err, HelpWidth(l.Getenv("COLUMNS"), l.Err), l.program, c)
		case err != nil:
			return err
		}
		l.status, err = run(call)
		return err
	}
	if rules.Words != nil && c.BashComplete == nil {
		c.BashComplete = func(ctx *cli.Context) { fmt.Fprintln(ctx.App.Writer, strings.Join(rules.Words, "\n")) }
	}
	return c
}

// Parent defines a command that only has subcommands. See [Define].
func Parent(c *cli.Command) *cli.Command {
	return Define(c, Rules{Operands: Required}, func(call *Call) (int, error) {
		err := NoCommand(call.Program, append(path(call.Program, c), call.Operands[0])...)
		if err == nil {
			err = Usagef("the command must follow %s without --", c.Name)
		}
		return StatusError, err
	})
}

// call checks the operands and options of a command line. It returns a nil call without an error if
// the help must be shown.
func (l *Line) call(ctx *cli.Context, rules Rules) (*Call, error) {
	c := ctx.Command
	call := &Call{Streams: l.Streams, Program: l.program, Words: l.words, context: ctx}
	call.Operands = l.arguments.operands
	call.Before = len(call.Operands) - len(l.arguments.behind)
	names, isProgram := path(l.program, c), c.Name == l.program.Name
	if len(call.Operands) == 0 {
		if err := l.takenOperand(c); err != nil {
			return nil, err
		}
	}
	switch {
	case len(call.Operands) > 0:
	case rules.Needs != "":
		return nil, Usagef("%s needs %s", strings.Join(names, " "), rules.Needs)
	case len(c.Subcommands) > 0 && !isProgram,
		(rules.Operands == Required || rules.Operands == AndProgram) && isProgram,
		rules.Operands == OrStdin && IsTerminal(l.In) && !ctx.IsSet("stdin-filepath"):
		return nil, nil
	case rules.Operands == Required || rules.Operands == AndProgram:
		return nil, Usagef("the operands are missing: %s\n%s", Synopses(l.program, c)[0], l.seeHelp(c))
	case rules.Operands == OrStdin:
		call.Operands = []string{Stdin}
	}
	if rules.Operands == AndProgram {
		call.Operands, call.Behind = call.Operands[:call.Before], l.arguments.behind
	}
	if ctx.String("stdin-filepath") != "" && len(call.Operands) > 0 && !slices.Contains(call.Operands, Stdin) {
		return nil, Usagef("--stdin-filepath names standard input, but files are named; add - or leave it out")
	}
	if i := slices.Index(call.Operands, Stdin); i >= 0 && slices.Contains(call.Operands[i+1:], Stdin) {
		return nil, Usagef("standard input (-) is named twice")
	}
	for _, conflict := range rules.Conflicts {
		if given(ctx, conflict.Option) && given(ctx, conflict.Other) {
			return nil, Usagef("%s", conflict.Message)
		}
	}
	return call, nil
}

// takenOperand returns an error if no operands are left because an option, whose value is no file name, has an existing file
// as its value.
func (l *Line) takenOperand(c *cli.Command) error {
	if c.Name == l.program.Name {
		c = l.program
	}
	for _, f := range c.Flags {
		option := OptionOf(f)
		if option.Value == "" || option.IsFile || option.Choices != nil {
			continue
		}
		for _, name := range f.Names() {
			if value := l.arguments.value(name); value != "" && value != Stdin && isFile(value) {
				return Usagef("%s is the value of %s, so no files are named; add them after it: %s", value, dashed(name),
					Synopses(l.program, c)[0])
			}
		}
	}
	return nil
}

// given reports whether the command line sets an option to a value other than "false" and "".
func given(ctx *cli.Context, option string) bool {
	return ctx.IsSet(option) && !slices.Contains([]string{"", "false"}, ctx.String(option))
}

// A Line is a command line of a program.
type Line struct {
	Streams
	// Version is the output of --version.
	Version string

	program   *cli.Command
	arguments arguments
	words     []string // of the command line
	status    int
}

// Without this, the library prints its own help for --help.
func init() { cli.HelpFlag = nil }

// NewLine returns a command line of a program. args does not contain the name of the program.
func NewLine(program *cli.Command, args []string, streams Streams) *Line {
	return &Line{Streams: streams, program: program, arguments: arrange(args, program), words: args}
}

// Value returns the last value of a long option as the user wrote it, or "". It can be called before
// Run.
func (l *Line) Value(option string) string { return l.arguments.value(option) }

// Run runs the command line and returns the exit status.
func (l *Line) Run() (int, error) {
	if n := len(l.words) - 1; n >= 0 && l.words[n] == completionFlag {
		return l.complete(l.words[:n]), nil
	}
	app := cli.NewApp()
	app.Name, app.HelpName = l.program.Name, l.program.Name
	app.Flags, app.Action, app.OnUsageError = l.program.Flags, l.program.Action, l.program.OnUsageError
	if len(l.arguments.commands) > 0 {
		// The library prepares the flags of each command, which takes longer than a small conversion.
		app.Flags = nil
		app.Commands = slices.DeleteFunc(slices.Clone(l.program.Subcommands), func(c *cli.Command) bool {
			return c.Name != l.arguments.commands[0]
		})
	}
	app.ExitErrHandler = func(*cli.Context, error) {}
	app.HideHelp, app.HideVersion = true, true // writeHelp prints more than the library
	app.Reader, app.Writer, app.ErrWriter = l.In, l.Out, l.Err
	app.Metadata = map[string]any{lineKey: l}
	if err := app.Run(l.arguments.forLibrary(l.program.Name)); err != nil {
		return StatusError, err
	}
	return l.status, nil
}

const lineKey = "line"

func lineOf(ctx *cli.Context) *Line { return ctx.App.Metadata[lineKey].(*Line) }

// path returns the names of the commands between of and c, including c. It returns nil if c is not a
// subcommand.
func path(of, c *cli.Command) (names []string) {
	for _, sub := range of.Subcommands {
		if sub == c {
			return []string{sub.Name}
		}
		if below := path(sub, c); below != nil {
			return append([]string{sub.Name}, below...)
		}
	}
	return nil
}

// seeHelp returns the line that refers to the help of a command. It is the last line of an error in
// its options.
func (l *Line) seeHelp(c *cli.Command) string {
	return fmt.Sprintf("Run '%s --help' for the options.", fullName(l.program, c))
}

// usageError returns an error with the text of this program for an error of the library.
func (l *Line) usageError(c *cli.Command, err error) error {
	message := err.Error()
	if option, unknown := strings.CutPrefix(message, "flag provided but not defined: -"); unknown {
		option = strings.TrimLeft(option, "-")
		message = "unknown option " + dashed(option)
		if advice := adviceOnOption(l.program, c, option); advice != "" {
			message += "; " + advice
		}
		if word := l.words[0]; c.Name == l.program.Name && !strings.HasPrefix(word, "-") && !isFile(word) {
			if advice := AdviceOnWords(l.program, l.words); advice != "" {
				message = "unknown option " + dashed(option) + " and no command " + word + "; " + advice
			}
		}
	} else if option, missing := strings.CutPrefix(message, "flag needs an argument: -"); missing {
		message = dashed(strings.TrimLeft(option, "-")) + " needs a value"
	} else if syntax, bad := strings.CutPrefix(message, "bad flag syntax: "); bad {
		message = "unknown option " + syntax
	} else if invalid := invalidBool.FindStringSubmatch(message); invalid != nil {
		message = fmt.Sprintf("%s cannot be %s; it is true or false", dashed(invalid[2]), invalid[1])
	} else if invalid := invalidValue.FindStringSubmatch(message); invalid != nil {
		if message = invalid[3]; message != "parse error" && message != "value out of range" {
			return Usagef("%s cannot be %s; %s", dashed(invalid[2]), invalid[1], message)
		}
		message = fmt.Sprintf("%s cannot be %s; it is a number", dashed(invalid[2]), invalid[1])
	}
	return Usagef("%s\n%s", message, l.seeHelp(c))
}

// invalidBool matches the error of package flag for a value of an option that has no value.
var invalidBool = regexp.MustCompile(`(?s)^invalid boolean value (".*?") for -(\S+): `)

// invalidValue matches the error of package flag for an invalid value.
var invalidValue = regexp.MustCompile(`(?s)^invalid value (".*?") for flag -(\S+): (.*)$`)

// UsageError is an error in the command line.
type UsageError struct{ message string }

// Error returns the message.
func (e UsageError) Error() string { return e.message }

// Usagef returns a [UsageError].
func Usagef(format string, args ...any) error { return UsageError{fmt.Sprintf(format, args...)} }

// IsUsage reports whether an error is a [UsageError].
func IsUsage(err error) bool { return errors.As(err, new(UsageError)) }
