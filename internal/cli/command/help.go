package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	wordwrap "github.com/mitchellh/go-wordwrap"
)

// A Topic is what the help says apart from commands: of the options under a title.
type Topic struct {
	Name, Title, Text string
	// Always: the help of every command names these options alone, and not only that of
	// the program.
	Always bool
}

const (
	// helpWidth is how long the lines of the help are.
	helpWidth = 100
	// helpColumn is where what options do begins.
	helpColumn = 28
)

// WriteHelp writes the help of one of the commands of a program, of a topic, or for an
// empty name of the program. It reports whether there is such a command or topic.
func (c *Command) WriteHelp(w io.Writer, name string) (bool, error) {
	h := &help{program: c}
	command := c.command(name)
	topic := slices.IndexFunc(c.Topics, func(t Topic) bool { return t.Name == name })
	switch {
	case name == "":
		h.command(c)
	case command != nil:
		h.command(command)
	case topic >= 0:
		h.topic(&c.Topics[topic])
	default:
		return false, nil
	}
	_, err := io.WriteString(w, h.String())
	return true, err
}

// HelpNames are the names that [Command.WriteHelp] knows.
func (c *Command) HelpNames() []string {
	names := c.Words()
	for i := range c.Topics {
		names = append(names, c.Topics[i].Name)
	}
	return names
}

// help is the text of a help.
type help struct {
	strings.Builder
	program *Command
}

// command writes the help of a command, or of the program.
func (h *help) command(c *Command) {
	name, usage := c.Name, c.Name+" [options] "+c.Args+c.Note
	if c != h.program {
		name = h.program.Name + " " + c.Name
		usage = strings.Join(c.Synopsis(h.program.Name+" "), "\n")
	} else if len(c.Commands) > 0 {
		usage += "\n" + c.Name + " COMMAND ...          see \"" + c.Name + " help COMMAND\""
	}
	h.section("NAME", name+" - "+c.Usage)
	h.section("USAGE", usage)
	described := c.Description
	if c != h.program {
		described = c.Described()
	}
	h.section("DESCRIPTION", described)
	h.section("EXAMPLES", c.Examples)
	if c == h.program && len(c.Commands) > 0 {
		var list []string
		for _, sub := range c.Commands {
			if !sub.Unlisted {
				list = append(list, entry(sub.Name, sub.Usage, len("completion  ")))
			}
		}
		h.section("COMMANDS", strings.Join(list, "\n"))
	}
	h.options(c)
}

// options writes the options of a command. Those of a topic are only named where its
// help is another's.
func (h *help) options(c *Command) {
	brief := []string{entry("-h, --help, --version", "show help, print the version", helpColumn)}
	for _, group := range c.Titled() {
		i := slices.IndexFunc(h.program.Topics, func(t Topic) bool { return t.Title == group.Title })
		var own []Flag
		var names []string
		named := i >= 0 && (h.program.Topics[i].Always || c == h.program && len(c.Commands) > 0)
		for _, f := range group.Flags {
			if named || i >= 0 && f.Common {
				names = append(names, dashed(f.Name))
			} else {
				own = append(own, f)
			}
		}
		if len(own) > 0 {
			h.section(strings.ToUpper(strings.TrimSuffix(group.Title, ":")), listed(own, false))
		}
		if names == nil {
			continue
		}
		brief = append(brief, entry(h.program.Name+" help "+h.program.Topics[i].Name, oneLine(names), helpColumn))
	}
	h.section("MORE OPTIONS", strings.Join(brief, "\n"))
}

// oneLine is a list of names, or as many as fit.
func oneLine(names []string) string {
	line := strings.Join(names, ", ")
	for n := len(names) - 1; len(line) > helpWidth-helpColumn-2; n-- {
		line = strings.Join(names[:n], ", ") + " ..."
	}
	return line
}

// topic writes what a topic says, and the options that are under its title.
func (h *help) topic(t *Topic) {
	h.section("TOPIC", t.Name+" - "+t.Text)
	var flags []Flag
	for _, c := range append([]*Command{h.program}, h.program.Commands...) {
		for _, group := range c.Titled() {
			for i := range group.Flags {
				f := group.Flags[i]
				known := slices.ContainsFunc(flags, func(other Flag) bool { return other.Name == f.Name })
				if group.Title == t.Title && !known {
					flags = append(flags, f)
				}
			}
		}
	}
	h.section("OPTIONS", listed(flags, true))
}

// section writes a part of the help below its title.
func (h *help) section(title, text string) {
	if text == "" {
		return
	}
	if h.Len() > 0 {
		h.WriteByte('\n')
	}
	fmt.Fprintf(h, "%s:\n", title)
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if line != "\n" {
			h.WriteString("  ")
		}
		h.WriteString(line)
	}
}

// listed is what the help says of flags, a line or more for each. All: also the choices
// of those that take others too.
func listed(flags []Flag, all bool) string {
	lines := make([]string, len(flags))
	for i := range flags {
		f := &flags[i]
		name := strings.Join(f.Names(), ", ")
		if f.TakesValue() {
			name += " " + f.ValueName()
		}
		usage := f.Usage
		if f.Open && all {
			usage = f.Said()
		}
		usage = strings.ReplaceAll(usage, "`", "")
		if value := f.Value(); value != "" {
			usage += " (default: " + value + ")"
		}
		lines[i] = entry(name, usage, helpColumn)
	}
	return strings.Join(lines, "\n")
}

// ValueName is what the help calls the value of a flag.
func (f *Flag) ValueName() string {
	if _, quoted, ok := strings.Cut(f.Said(), "`"); ok {
		name, _, _ := strings.Cut(quoted, "`")
		return name
	}
	return "VALUE"
}

// entry is a name and what is said of it, from a column on.
func entry(name, text string, column int) string {
	lines := strings.Split(wordwrap.WrapString(text, uint(helpWidth-column-2)), "\n")
	gap := strings.Repeat(" ", column)
	if len(name) > column-2 {
		return name + "\n" + gap + strings.Join(lines, "\n"+gap)
	}
	return name + gap[len(name):] + strings.Join(lines, "\n"+gap)
}

// Titled are the groups of flags by their titles, in the order of the first of each.
func (c *Command) Titled() []Group {
	var groups []Group
	index := map[string]int{}
	for _, group := range c.Groups {
		i, ok := index[group.Title]
		if !ok {
			i = len(groups)
			index[group.Title] = i
			groups = append(groups, Group{Title: group.Title})
		}
		groups[i].Flags = append(groups[i].Flags, group.Flags...)
	}
	return groups
}
