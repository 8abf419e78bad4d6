package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	wordwrap "github.com/mitchellh/go-wordwrap"
)

const (
	// helpWidth is the maximum length of the lines of a help, unless COLUMNS is set.
	helpWidth = 80
	// helpColumn is the column of the descriptions of options.
	helpColumn = 28
)

// HelpWidth returns the length of the lines of a help on a terminal, by its variable COLUMNS.
func HelpWidth(columns string) int {
	if n, err := strconv.Atoi(columns); err == nil && n > 0 {
		return min(max(n, 60), 120)
	}
	return helpWidth
}

// WriteHelp writes the help of a program, or of the command with these names: schema, fetch. It
// reports whether there is such a command.
func (c *Command) WriteHelp(w io.Writer, width int, names ...string) (bool, error) {
	h := &help{program: c, width: width}
	of, path := c, c.Name
	for _, name := range names {
		if of = of.command(name); of == nil {
			return false, nil
		}
		path += " " + name
	}
	h.command(of, path)
	_, err := io.WriteString(w, h.String())
	return true, err
}

// help is the text of a help.
type help struct {
	strings.Builder
	program *Command
	width   int
}

// command writes the help of a command with a path, such as "hcljson schema".
func (h *help) command(c *Command, path string) {
	h.section("NAME", wordwrap.WrapString(path+" - "+c.Usage, uint(h.width-2)))
	usage := c.Synopsis(strings.TrimSuffix(path, c.Name))
	if c == h.program && len(c.Commands) > 0 {
		usage = append(usage, fmt.Sprintf("%s COMMAND ...    see \"%[1]s help COMMAND\"", c.Name))
	}
	h.section("USAGE", strings.Join(usage, "\n"))
	h.section("DESCRIPTION", reflowed(c.Description, h.width-2))
	h.section("EXAMPLES", c.Examples)
	column := 0
	for _, sub := range c.Commands {
		column = max(column, len(sub.Name)+2)
	}
	var list []string
	for _, sub := range c.Commands {
		list = append(list, h.entry(sub.Name, sub.Usage, column))
	}
	h.section("COMMANDS", strings.Join(list, "\n"))
	for _, group := range c.Titled() {
		h.section(strings.ToUpper(strings.TrimSuffix(group.Title, ":")), h.listed(group.Flags))
	}
	if c.Run != nil {
		h.section("OTHER", h.entry("-h, --help, --version", "show this help, print the version", helpColumn))
	}
}

// reflowed returns paragraphs with lines of a width. Indented lines stay as they are.
func reflowed(text string, width int) string {
	var paragraphs []string
	for paragraph := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n\n") {
		if !strings.Contains("\n"+paragraph, "\n ") {
			paragraph = wordwrap.WrapString(strings.ReplaceAll(paragraph, "\n", " "), uint(width))
		}
		paragraphs = append(paragraphs, paragraph)
	}
	return strings.Join(paragraphs, "\n\n")
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

// listed returns the lines about flags.
func (h *help) listed(flags []Flag) string {
	lines := make([]string, len(flags))
	for i := range flags {
		f := &flags[i]
		name := strings.Join(f.Names(), ", ")
		if f.TakesValue() {
			name += " " + f.ValueName()
		}
		usage := f.Usage
		if f.Open {
			usage = f.Said()
		}
		usage = strings.ReplaceAll(usage, "`", "")
		if value := f.Value(); value != "" {
			usage += " (default: " + value + ")"
		}
		lines[i] = h.entry(name, usage, helpColumn)
	}
	return strings.Join(lines, "\n")
}

// ValueName returns the name of the value of a flag in the help.
func (f *Flag) ValueName() string {
	if _, quoted, ok := strings.Cut(f.Said(), "`"); ok {
		name, _, _ := strings.Cut(quoted, "`")
		return name
	}
	return "VALUE"
}

// entry returns a name and its description, which starts at a column.
func (h *help) entry(name, text string, column int) string {
	lines := strings.Split(wordwrap.WrapString(text, uint(h.width-column-2)), "\n")
	gap := strings.Repeat(" ", column)
	if len(name) > column-2 {
		return name + "\n" + gap + strings.Join(lines, "\n"+gap)
	}
	return name + gap[len(name):] + strings.Join(lines, "\n"+gap)
}

// Titled returns the groups of flags by their titles, in the order of the first of each.
func (c *Command) Titled() []Group {
	var groups []Group
	for _, group := range c.Groups {
		i := slices.IndexFunc(groups, func(g Group) bool { return g.Title == group.Title })
		if i < 0 {
			i = len(groups)
			groups = append(groups, Group{Title: group.Title})
		}
		groups[i].Flags = append(groups[i].Flags, group.Flags...)
	}
	return groups
}
