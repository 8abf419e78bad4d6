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
	i := slices.IndexFunc(c.Commands, func(sub *Command) bool { return sub.Name == name })
	topic := slices.IndexFunc(c.Topics, func(t Topic) bool { return t.Name == name })
	switch {
	case name == "":
		h.command(c)
	case i >= 0:
		h.command(c.Commands[i])
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
	names := c.words()
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
		usage = strings.Join(c.synopsis(h.program.Name+" "), "\n")
	} else if len(c.Commands) > 0 {
		usage += "\n" + c.Name + " COMMAND ...          see \"" + c.Name + " help COMMAND\""
	}
	h.section("NAME", name+" - "+c.Usage)
	h.section("USAGE", usage)
	described := c.Description
	if c != h.program {
		described = c.described()
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
	for _, group := range c.titled() {
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
		for _, group := range c.titled() {
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
		name := dashed(f.Name)
		if f.Short != "" {
			name = dashed(f.Short) + ", " + name
		}
		if _, isBool := f.To.(*bool); !isBool {
			name += " " + f.valueName()
		}
		usage := f.Usage
		if f.Open && all {
			usage = f.usage()
		}
		usage = strings.ReplaceAll(usage, "`", "")
		if value := f.value(); value != "" {
			usage += " (default: " + value + ")"
		}
		lines[i] = entry(name, usage, helpColumn)
	}
	return strings.Join(lines, "\n")
}

// valueName is what the help calls the value of a flag.
func (f *Flag) valueName() string {
	if _, quoted, ok := strings.Cut(f.usage(), "`"); ok {
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

// Manuals returns the man pages of a program, by the names of their files: one of its
// own, and one for each of its commands.
//
// The form is that of man-pages(7); from is the version that is at the foot.
func (c *Command) Manuals(from string) map[string]string {
	pages := map[string]string{}
	var names []string
	for _, sub := range c.Commands {
		names = append(names, c.Name+"-"+sub.Name)
	}
	m := manual{from: from, see: names}
	pages[c.Name+".1"] = m.page(c, c.Name, strings.Split(c.synopses(), "\n"))
	for i, sub := range c.Commands {
		m := manual{from: from, see: append([]string{c.Name}, names[:i:i]...)}
		m.see = append(m.see, names[i+1:]...)
		pages[names[i]+".1"] = m.page(sub, names[i], sub.synopsis(c.Name+" "))
	}
	return pages
}

// manual writes a man page.
type manual struct {
	strings.Builder
	from string
	// see are the pages that it refers to.
	see []string
}

func (m *manual) page(c *Command, name string, synopses []string) string {
	fmt.Fprintf(m, ".TH %s 1 \"\" \"%s\" \"User Commands\"\n", strings.ToUpper(roff(name)), roff(m.from))
	m.section("NAME")
	fmt.Fprintf(m, "%s \\- %s\n", roff(name), roff(c.Usage))
	m.section("SYNOPSIS")
	m.verbatim(synopses)
	if text := c.described(); text != "" {
		m.section("DESCRIPTION")
		m.verbatim(strings.Split(text, "\n"))
	}
	if c.Examples != "" {
		m.section("EXAMPLES")
		m.verbatim(strings.Split(c.Examples, "\n"))
	}
	if c.Run != nil && len(c.Commands) > 0 {
		m.section("COMMANDS")
		for _, sub := range c.Commands {
			fmt.Fprintf(m, ".TP\n\\fB%s\\fR\n%s\n", roff(sub.Name), roff(sub.Usage))
		}
	}
	for _, group := range c.titled() {
		m.section(strings.ToUpper("Options: " + strings.TrimSuffix(group.Title, ":")))
		for i := range group.Flags {
			m.flag(&group.Flags[i])
		}
	}
	m.section("SEE ALSO")
	pages := make([]string, len(m.see))
	for i, page := range m.see {
		pages[i] = `\fB` + roff(page) + `\fR(1)`
	}
	fmt.Fprintln(m, strings.Join(pages, ", "))
	return m.String()
}

func (m *manual) section(title string) { fmt.Fprintf(m, ".SH %s\n", roff(title)) }

// verbatim writes lines as they are.
func (m *manual) verbatim(lines []string) {
	m.WriteString(".nf\n")
	for _, line := range lines {
		fmt.Fprintln(m, roff(line))
	}
	m.WriteString(".fi\n")
}

// flag writes an option, with the name of its value as the help has it.
func (m *manual) flag(f *Flag) {
	m.WriteString(".TP\n")
	if f.Short != "" {
		fmt.Fprintf(m, "\\fB%s\\fR, ", roff(dashed(f.Short)))
	}
	fmt.Fprintf(m, "\\fB%s\\fR", roff(dashed(f.Name)))
	if _, isBool := f.To.(*bool); !isBool {
		fmt.Fprintf(m, " \\fI%s\\fR", roff(f.valueName()))
	}
	usage := strings.ReplaceAll(f.usage(), "`", "")
	if value := f.value(); value != "" {
		usage += fmt.Sprintf(" (default: %s)", value)
	}
	fmt.Fprintf(m, "\n%s\n", roff(usage))
}

// titled are the groups of flags by their titles, in the order of the first of each.
func (c *Command) titled() []Group {
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

// roff escapes text for a line of a man page.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}
