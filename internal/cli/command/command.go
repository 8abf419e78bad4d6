// Package command describes the commands of a program and their flags. The parser of the command
// line, the help, the completion scripts and the man pages use these descriptions.
package command

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Command is a program or one of its commands.
type Command struct {
	Name  string
	Usage string // what it does, in a few words
	// Args are the operands for the synopsis, and Forms is another synopsis after the name.
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
	// Offers are the arguments with which the program prints the continuations of an operand; the
	// operand and a directory follow.
	Offers string
	Groups []Group
	// Commands are the commands of a program, or the subcommands of a command without Run.
	Commands []*Command
	Run      func(*Call) (status int, err error)
}

// Operands defines the handling of missing operands.
type Operands uint8

const (
	// Optional operands may be omitted.
	Optional Operands = iota
	// Required operands must not be missing.
	Required
	// OrStdin stands for standard input instead of operands, unless that is a terminal.
	OrStdin
	// AndProgram operands are required, and a program follows after "--".
	AndProgram
)

// A Group is a section of flags in the help.
type Group struct {
	Title string
	Flags []Flag
}

// A Flag is an option.
type Flag struct {
	Name, Short string
	// Usage is the description, with the name of the value in backquotes. The choices are added.
	Usage string
	// To points to the value: a *bool, *int, *string or *[]string. It identifies the flag.
	To any
	// Choices are all valid values. The first is the default unless Default is set.
	Choices []string
	Default string
	// Open is true if other values are valid as well. There is no default then.
	Open bool
	File bool // the value is the name of a file
	// Offered is true if the value is completed like the operands.
	Offered bool
	// Empty is the error for an empty value.
	Empty string
	// Check checks the value and the operands.
	Check func(operands []string) error
	Not   []Conflict
}

// A Conflict is another flag that excludes this one.
type Conflict struct {
	With any // the place of its value
	Why  string
}

// Only returns a group with the flags for some values.
func (g Group) Only(to ...any) Group {
	kept := g
	kept.Flags = nil
	for _, place := range to {
		kept.Flags = append(kept.Flags, g.Flags[g.index(place)])
	}
	return kept
}

// Without returns a group without the flags for some values.
func (g Group) Without(to ...any) Group {
	g.Flags = slices.Clone(g.Flags)
	for _, place := range to {
		i := g.index(place)
		g.Flags = slices.Delete(g.Flags, i, i+1)
	}
	return g
}

// With returns a group with a changed flag.
func (g Group) With(to any, change func(*Flag)) Group {
	g.Flags = slices.Clone(g.Flags)
	change(&g.Flags[g.index(to)])
	return g
}

// index returns the index of the flag for a value, which must exist.
func (g Group) index(to any) int {
	i := slices.IndexFunc(g.Flags, func(f Flag) bool { return f.To == to })
	if i < 0 {
		panic(fmt.Sprintf("no flag of the group %s sets this value", g.Title))
	}
	return i
}

// Says returns a group in which a flag has another usage.
func (g Group) Says(to any, usage string) Group {
	return g.With(to, func(f *Flag) { f.Usage = usage })
}

// Said returns the usage with the choices.
func (f *Flag) Said() string {
	switch {
	case f.Choices == nil:
		return f.Usage
	case f.Open:
		return f.Usage + ": " + strings.Join(f.Choices, ", ")
	}
	return f.Usage + ": `" + strings.Join(f.Choices, "|") + "`"
}

// Plain returns the usage for completion scripts.
func (f *Flag) Plain() string { return strings.ReplaceAll(f.Said(), "`", "") }

// TakesValue reports whether a flag has a value.
func (f *Flag) TakesValue() bool {
	_, isBool := f.To.(*bool)
	return !isBool
}

// Names returns the names with dashes.
func (f *Flag) Names() []string {
	if f.Short == "" {
		return []string{dashed(f.Name)}
	}
	return []string{dashed(f.Short), dashed(f.Name)}
}

// Value returns the default.
func (f *Flag) Value() string {
	if f.Default == "" && !f.Open && len(f.Choices) > 0 {
		return f.Choices[0]
	}
	return f.Default
}

// given reports whether a value differs from the zero value.
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

// Choice returns an error for an invalid value of a flag.
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

// command returns the command with a name, or nil.
func (c *Command) command(name string) *Command {
	for _, sub := range c.Commands {
		if sub.Name == name {
			return sub
		}
	}
	return nil
}

// Synopsis returns the lines of the usage of a command. program precedes its name.
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

// args returns the operands for the synopsis.
func (c *Command) args() string {
	if c.Run == nil && len(c.Commands) > 0 {
		return "COMMAND ..."
	}
	return c.Args
}

// Words returns the valid first operands; nil if there is no list.
func (c *Command) Words() []string {
	words := c.Choices
	for _, command := range c.Commands {
		words = append(words, command.Name)
	}
	return words
}

// Streams are the streams and environment of a program.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
}

// A Call is a parsed command line.
type Call struct {
	Streams
	Program *Command
	// Operands are the operands of the command. Behind are the words after "--" of [AndProgram].
	Operands, Behind []string
	// Words are all words of the command line.
	Words []string
	// Before is the number of operands before "--".
	Before int
	given  func(flag string) bool
}

// Given reports whether a flag is in the command line.
func (c *Call) Given(flag string) bool { return c.given(flag) }

// UsageError is an error in the command line.
type UsageError struct{ message string }

func (e UsageError) Error() string { return e.message }

// Usagef returns a [UsageError].
func Usagef(format string, args ...any) error {
	return UsageError{fmt.Sprintf(format, args...)}
}
