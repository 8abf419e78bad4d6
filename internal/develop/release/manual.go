package release

import (
	"fmt"
	"strings"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// manuals returns the man pages of a program, by the names of their files: one of its
// own, and one for each of its commands.
//
// The form is that of man-pages(7); from is the version that is at the foot.
func manuals(c *command.Command, from string) map[string]string {
	pages := map[string]string{}
	var names []string
	for _, sub := range c.Commands {
		names = append(names, c.Name+"-"+sub.Name)
	}
	m := manual{from: from, see: names}
	pages[c.Name+".1"] = m.page(c, c.Name, synopses(c))
	for i, sub := range c.Commands {
		m := manual{from: from, see: append([]string{c.Name}, names[:i:i]...)}
		m.see = append(m.see, names[i+1:]...)
		pages[names[i]+".1"] = m.page(sub, names[i], sub.Synopsis(c.Name+" "))
	}
	return pages
}

// synopses are the lines of the usage of a program.
func synopses(c *command.Command) []string {
	lines := []string{c.Name + " [options] " + c.Args + c.Note}
	for _, sub := range c.Commands {
		lines = append(lines, sub.Synopsis(c.Name+" ")...)
	}
	return lines
}

// manual writes a man page.
type manual struct {
	strings.Builder
	from string
	// see are the pages that it refers to.
	see []string
}

func (m *manual) page(c *command.Command, name string, synopses []string) string {
	fmt.Fprintf(m, ".TH %s 1 \"\" \"%s\" \"User Commands\"\n", strings.ToUpper(roff(name)), roff(m.from))
	m.section("NAME")
	fmt.Fprintf(m, "%s \\- %s\n", roff(name), roff(c.Usage))
	m.section("SYNOPSIS")
	m.verbatim(synopses)
	if text := c.Described(); text != "" {
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
	for _, group := range c.Titled() {
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
func (m *manual) flag(f *command.Flag) {
	m.WriteString(".TP\n")
	if f.Short != "" {
		fmt.Fprintf(m, "\\fB%s\\fR, ", roff("-"+f.Short))
	}
	fmt.Fprintf(m, "\\fB%s\\fR", roff("--"+f.Name))
	if _, isBool := f.To.(*bool); !isBool {
		fmt.Fprintf(m, " \\fI%s\\fR", roff(f.ValueName()))
	}
	usage := strings.ReplaceAll(f.Said(), "`", "")
	if value := f.Value(); value != "" {
		usage += fmt.Sprintf(" (default: %s)", value)
	}
	fmt.Fprintf(m, "\n%s\n", roff(usage))
}

// roff escapes text for a line of a man page.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}
