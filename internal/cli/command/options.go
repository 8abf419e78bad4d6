package command

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// The headings of options in the help.
const (
	Output     = "Output"
	Files      = "Files"
	Conversion = "Conversion"
	Schemas    = "Schemas"
	Messages   = "Messages"
	other      = "Other"
)

// Groups returns the options of a command by heading, in the order of use.
func Groups(c *cli.Command) []cli.VisibleFlagCategory {
	order := []string{Output, Files, Conversion, Schemas, Messages, other}
	groups := c.VisibleFlagCategories()
	slices.SortStableFunc(groups, func(a, b cli.VisibleFlagCategory) int {
		return cmp.Compare(slices.Index(order, a.Name()), slices.Index(order, b.Name()))
	})
	return groups
}

// Choice returns an option whose value must be in a list. The first value is the default.
func Choice(to *string, name, category, usage string, values ...string) cli.Flag {
	*to = values[0]
	return &cli.GenericFlag{Name: name, Category: category, Usage: usage, Value: &choice{to, values, false}}
}

// OpenChoice returns an option with a list of usual values. Other values are valid too.
func OpenChoice(to *string, name, category, usage string, values ...string) cli.Flag {
	usage += ": " + strings.Join(values, ", ")
	return &cli.GenericFlag{Name: name, Category: category, Usage: usage, Value: &choice{to, values, true}}
}

// choice is the value of an option that [Choice] or [OpenChoice] returns.
type choice struct {
	to     *string
	values []string
	open   bool
}

func (c *choice) String() string { return *c.to }

func (c *choice) Set(text string) error {
	if advice := AdviceOnValue(text, c.values); advice != "" && !c.open {
		return errors.New(advice)
	}
	*c.to = text
	return nil
}

// CheckChoice returns an error if the value of an option is not allowed.
func CheckChoice(option, value string, allowed []string) error {
	if advice := AdviceOnValue(value, allowed); advice != "" {
		return Usagef("--%s cannot be %q; %s", option, value, advice)
	}
	return nil
}

// AdviceOnValue returns advice on a value that is not allowed. It returns "" for an allowed value.
func AdviceOnValue(value string, allowed []string) string {
	if slices.Contains(allowed, value) {
		return ""
	}
	if near := Nearest(value, allowed); near != "" {
		return fmt.Sprintf("did you mean %s? Valid values: %s", near, strings.Join(allowed, ", "))
	}
	return "valid values: " + strings.Join(allowed, ", ")
}

// List returns an option that can be repeated. Each occurrence adds a value to the list.
func List(to *[]string, f cli.GenericFlag) cli.Flag {
	f.Value = (*list)(to)
	return &f
}

// list is the value of an option that can be repeated. The list type of the library is not used,
// because it splits values at commas.
type list []string

func (l *list) String() string { return strings.Join(*l, ", ") }

func (l *list) Set(text string) error {
	if text == "" {
		return errors.New("it needs a value")
	}
	*l = append(*l, text)
	return nil
}

// namesOf returns the names of an option. The method Names of the library applies a regular
// expression to each name, which takes a large part of the time of a small conversion.
func namesOf(f cli.Flag) []string {
	switch f := f.(type) {
	case *cli.BoolFlag:
		return append([]string{f.Name}, f.Aliases...)
	case *cli.StringFlag:
		return append([]string{f.Name}, f.Aliases...)
	case *cli.GenericFlag:
		return append([]string{f.Name}, f.Aliases...)
	}
	return f.Names()
}

// Only returns the options with the given names.
func Only(flags []cli.Flag, names ...string) []cli.Flag {
	return slices.DeleteFunc(slices.Clone(flags), func(f cli.Flag) bool { return !slices.Contains(names, namesOf(f)[0]) })
}

// Without returns the options except those with the given names.
func Without(flags []cli.Flag, names ...string) []cli.Flag {
	return slices.DeleteFunc(slices.Clone(flags), func(f cli.Flag) bool { return slices.Contains(names, namesOf(f)[0]) })
}

// Describe sets the help texts of options. usages contains pairs of a name and a text.
func Describe(flags []cli.Flag, usages ...string) []cli.Flag {
	for pair := range slices.Chunk(usages, 2) {
		for _, f := range Only(flags, pair[0]) {
			switch f := f.(type) {
			case *cli.BoolFlag:
				f.Usage = pair[1]
			case *cli.IntFlag:
				f.Usage = pair[1]
			case *cli.StringFlag:
				f.Usage = pair[1]
			case *cli.GenericFlag:
				f.Usage = pair[1]
			}
		}
	}
	return flags
}

// An Option describes an option for the help, for completion and for the manual.
type Option struct {
	// Names are the names with dashes, the short name first. Value is the name of the value in the
	// help, or "".
	Names        []string
	Value, Usage string
	// Choices are the values of an option that [Choice] or [OpenChoice] returns.
	Choices []string
	IsFile  bool
}

// OptionOf returns the description of an option.
func OptionOf(f cli.Flag) Option {
	documented := f.(cli.DocGenerationFlag)
	o := Option{Usage: strings.ReplaceAll(documented.GetUsage(), "`", "")}
	for _, name := range f.Names() {
		o.Names = append([]string{dashed(name)}, o.Names...)
	}
	if !documented.TakesValue() {
		return o
	}
	o.Value = "VALUE"
	if parts := strings.Split(documented.GetUsage(), "`"); len(parts) > 2 {
		o.Value = parts[1]
	}
	switch f := f.(type) {
	case *cli.StringFlag:
		o.IsFile = f.TakesFile
	case *cli.GenericFlag:
		o.IsFile = f.TakesFile
		if c, ok := f.Value.(*choice); ok {
			o.Choices = c.values
			if !c.open {
				o.Value = strings.Join(c.values, "|")
			}
		}
	}
	if value := documented.GetDefaultText(); value != "" {
		o.Usage += " (default: " + value + ")"
	}
	return o
}

// dashed returns the name of an option with dashes.
func dashed(name string) string {
	if utf8.RuneCountInString(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Nearest returns the most similar name, or "" if no name is similar. Two exchanged letters are similar in short names too.
func Nearest(typed string, names []string) (near string) {
	for i := 1; i < len(typed); i++ {
		if swapped := typed[:i-1] + typed[i:i+1] + typed[i-1:i] + typed[i+1:]; slices.Contains(names, swapped) {
			return swapped
		}
	}
	best := 0.87
	for _, name := range names {
		if score := smetrics.JaroWinkler(strings.ToLower(typed), name, 0.7, 4); score > best {
			near, best = name, score
		}
	}
	return near
}

// commandNames returns the names of the subcommands of a command.
func commandNames(c *cli.Command) (names []string) {
	for _, sub := range c.Subcommands {
		names = append(names, sub.Name)
	}
	return names
}

// hasOption reports whether a command has an option with the given name, short or long.
func hasOption(c *cli.Command, option string) bool {
	return slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(namesOf(f), option) })
}

// adviceOnOption returns advice on an option that a command does not have, or "".
func adviceOnOption(program, c *cli.Command, option string) string {
	if advice := habitAdvice(c, option); advice != "" {
		return advice
	}
	var names []string
	for _, f := range c.Flags {
		names = append(names, namesOf(f)[0])
	}
	if near := Nearest(option, names); near != "" {
		return "did you mean " + dashed(near) + "?"
	}
	if hasOption(program, option) {
		return fmt.Sprintf("%q has it", strings.TrimSpace(program.Name+" "+program.ArgsUsage))
	}
	switch with := commandsWith(program, option, ""); len(with) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%q has it", program.Name+" "+with[0])
	default:
		return "the commands " + strings.Join(with[:len(with)-1], ", ") + " and " + with[len(with)-1] + " have it"
	}
}

// commandsWith returns the full names of the commands below c that have an option. before is the
// name of c with a space, or "".
func commandsWith(c *cli.Command, option, before string) (names []string) {
	for _, sub := range c.Subcommands {
		if hasOption(sub, option) {
			names = append(names, before+sub.Name)
		}
		names = append(names, commandsWith(sub, option, before+sub.Name+" ")...)
	}
	return names
}

// AdviceOnWords returns advice on the first words of a command line, which may be a command of another tool or a
// misspelled command. It returns "" if no command has a similar name.
func AdviceOnWords(program *cli.Command, words []string) string {
	if advice := synonymAdvice(program, words); advice != "" {
		return advice
	}
	if near := Nearest(words[0], commandNames(program)); near != "" {
		return fmt.Sprintf("did you mean \"%s %s\"?", program.Name, near)
	}
	return ""
}

// NoCommand returns an error if a program has no command with the given names.
func NoCommand(program *cli.Command, names ...string) error {
	of, before := program, ""
	for _, name := range names {
		sub := of.Command(name)
		switch near := Nearest(name, commandNames(of)); {
		case sub != nil:
			of, before = sub, before+name+" "
		case near != "":
			return Usagef("unknown command %q; did you mean %q?", before+name, before+near)
		case synonymAdvice(program, names) != "":
			return Usagef("unknown command %q; %s", before+name, synonymAdvice(program, names))
		case len(of.Subcommands) == 0:
			return Usagef("%shas no command %s", before, name)
		default:
			list := slices.Sorted(slices.Values(commandNames(of)))
			return Usagef("unknown command %q; there are %s", before+name, strings.Join(list, ", "))
		}
	}
	return nil
}

func isFile(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
