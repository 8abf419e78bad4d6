// Package command describes the commands of a program and their flags. What reads
// the command line, prints --help and completes what is typed follows from that.
package command

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Command is a program, or what it does under a name.
type Command struct {
	Name  string
	Usage string // what it does, in a few words
	// Args are its operands, and Forms what else can be after its name.
	Args, Forms string
	// Description are paragraphs with blank lines between them. The help fits their lines to its width,
	// except for indented ones.
	Description string
	// Examples are command lines, perhaps with comments after "#".
	Examples string
	Operands Operands
	// Choices are all valid operands. Needs describes the required operands of a subcommand for an error.
	Choices []string
	Needs   string
	// Offers are the arguments with which the program prints how an operand can go on; it and
	// a directory follow.
	Offers string
	Groups []Group
	// Commands are the commands of a program, or the subcommands of a command without Run.
	Commands []*Command
	Run      func(*Call) (status int, err error)
}

// Operands says what happens without operands.
type Operands uint8

const (
	// Optional operands may be left out.
	Optional Operands = iota
	// Required operands may not: the help is printed.
	Required
	// OrStdin takes standard input in their place, unless that is a terminal.
	OrStdin
	// AndProgram are required, and what is after "--" is a program.
	AndProgram
)

// A Group is a number of flags that are together in the help.
type Group struct {
	Title string
	Flags []Flag
}

// A Flag is an option as --help shows it, and where its value goes.
type Flag struct {
	Name, Short string
	// Usage says what it does, with the name of its value in backquotes. Choices are
	// added to it.
	Usage string
	// To is the place of its value: a *bool, *int, *string or *[]string. It identifies
	// the flag.
	To any
	// Choices are all values that there are; the first is the default, unless Default
	// says another.
	Choices []string
	Default string
	// Open: there may be more choices, and there is no default.
	Open bool
	File bool // the value is the name of a file
	// Offered: the value is completed as Offers of the command completes operands.
	Offered bool
	// Empty is the error that the value is empty.
	Empty string
	// Check checks the value, besides the operands.
	Check func(operands []string) error
	Not   []Conflict
}

// A Conflict is another flag that cannot be given together with one.
type Conflict struct {
	With any // the place of its value
	Why  string
}

// Only returns a group with the flags that set some values.
func (g Group) Only(to ...any) Group {
	kept := g
	kept.Flags = nil
	for _, place := range to {
		kept.Flags = append(kept.Flags, g.Flags[g.index(place)])
	}
	return kept
}

// Without returns a group without the flags that set some values.
func (g Group) Without(to ...any) Group {
	g.Flags = slices.Clone(g.Flags)
	for _, place := range to {
		i := g.index(place)
		g.Flags = slices.Delete(g.Flags, i, i+1)
	}
	return g
}

// With returns a group in which the flag that sets a value is changed.
func (g Group) With(to any, change func(*Flag)) Group {
	g.Flags = slices.Clone(g.Flags)
	change(&g.Flags[g.index(to)])
	return g
}

// index is where the flag is that sets a value. There must be one.
func (g Group) index(to any) int {
	i := slices.IndexFunc(g.Flags, func(f Flag) bool { return f.To == to })
	if i < 0 {
		panic(fmt.Sprintf("no flag of the group %s sets this value", g.Title))
	}
	return i
}

// Says returns a group in which the flag that sets a value has another usage.
func (g Group) Says(to any, usage string) Group {
	return g.With(to, func(f *Flag) { f.Usage = usage })
}

// Said is what the help says of a flag.
func (f *Flag) Said() string {
	switch {
	case f.Choices == nil:
		return f.Usage
	case f.Open:
		return f.Usage + ": " + strings.Join(f.Choices, ", ")
	}
	return f.Usage + ": `" + strings.Join(f.Choices, "|") + "`"
}

// Plain is what completion says of a flag.
func (f *Flag) Plain() string { return strings.ReplaceAll(f.Said(), "`", "") }

// TakesValue reports whether a value comes after the name of a flag.
func (f *Flag) TakesValue() bool {
	_, isBool := f.To.(*bool)
	return !isBool
}

// Names are the names as they are typed.
func (f *Flag) Names() []string {
	if f.Short == "" {
		return []string{dashed(f.Name)}
	}
	return []string{dashed(f.Short), dashed(f.Name)}
}

// Value is the default.
func (f *Flag) Value() string {
	if f.Default == "" && !f.Open && len(f.Choices) > 0 {
		return f.Choices[0]
	}
	return f.Default
}

// given reports whether a value is not the one that a flag has when it is left out.
func given(to any) bool {
	switch to := to.(type) {
	case *bool:
		return *to
	case *string:
		return *to != ""
	case *[]string:
		return len(*to) > 0
	}
	return false
}

// check checks the value of a flag.
func (f *Flag) check(operands []string) error {
	for _, other := range f.Not {
		if given(f.To) && given(other.With) {
			return Usagef("%s", other.Why)
		}
	}
	if text, ok := f.To.(*string); ok && f.Choices != nil && !f.Open {
		if err := Choice(f.Name, *text, f.Choices); err != nil {
			return err
		}
	}
	if f.Check == nil {
		return nil
	}
	return f.Check(operands)
}

// Choice is the error that the value of a flag is not one of those that are allowed.
func Choice(flag, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	if near := nearest(value, allowed, func(name string) string { return name }); near != nil {
		return Usagef("--%s cannot be %q; did you mean %s? It is one of: %s", flag, value, *near, strings.Join(allowed, ", "))
	}
	return Usagef("--%s cannot be %q; it is one of: %s", flag, value, strings.Join(allowed, ", "))
}

// own returns the flags of a command apart from --help and --version; of subcommands, those of each.
func (c *Command) own() (flags []Flag) {
	for _, group := range c.Groups {
		flags = append(flags, group.Flags...)
	}
	if c.Run == nil {
		for _, sub := range c.Commands {
			for _, f := range sub.own() {
				if !slices.ContainsFunc(flags, func(other Flag) bool { return other.Name == f.Name }) {
					flags = append(flags, f)
				}
			}
		}
	}
	return flags
}

// Flags returns all flags of a command.
func (c *Command) Flags() []Flag {
	flags := c.own()
	if len(flags) > 0 {
		flags = append(flags, Flag{Name: "version", Usage: "print the version", To: new(bool)})
	}
	return append(flags, Flag{Name: "help", Short: "h", Usage: "show help", To: new(bool)})
}

// command is the one of a name; nil if there is none.
func (c *Command) command(name string) *Command {
	for _, sub := range c.Commands {
		if sub.Name == name {
			return sub
		}
	}
	return nil
}

// Synopsis is the lines of the usage of a command, which are after the name of the
// program.
func (c *Command) Synopsis(program string) []string {
	name := program + c.Name + " "
	line := name + "[options] " + c.args()
	if len(c.Groups) == 0 || c.Run == nil {
		line = name + c.args()
	}
	line = strings.TrimRight(line, " ")
	if c.Forms == "" {
		return []string{line}
	}
	return []string{line, name + c.Forms}
}

// args are the operands, which are the names of the subcommands if there are any.
func (c *Command) args() string {
	if c.Run == nil && len(c.Commands) > 0 {
		return "COMMAND ..."
	}
	return c.Args
}

// Words are what the first operand may be; nil if that can be anything.
func (c *Command) Words() []string {
	words := c.Choices
	for _, command := range c.Commands {
		words = append(words, command.Name)
	}
	return words
}

// Streams is the world outside of a program.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
}

// A Call is a command line that has been read.
type Call struct {
	Streams
	Program *Command
	// Operands are those of the command. Behind are the words of the program after
	// "--", for a command that has one.
	Operands, Behind []string
	// Words are all of the command line.
	Words []string
	// Before is how many operands are before "--".
	Before int
	given  func(flag string) bool
}

// Given reports whether a flag is in the command line.
func (c *Call) Given(flag string) bool { return c.given(flag) }

// UsageError is a mistake in the command line.
type UsageError struct{ message string }

func (e UsageError) Error() string { return e.message }

// Usagef makes a [UsageError].
func Usagef(format string, args ...any) error {
	return UsageError{fmt.Sprintf(format, args...)}
}
