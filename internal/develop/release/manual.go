package release

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// manuals returns the man pages of a program, of its commands and of their subcommands, by the names of
// the files.
//
// The format follows man-pages(7); from is the version in the footer.
func manuals(c *cli.Command, from string) map[string]string {
	list := pages(c, "")
	texts := map[string]string{}
	for i, p := range list {
		m := manual{from: from}
		for _, other := range slices.Concat(list[:i], list[i+1:]) {
			m.see = append(m.see, other.name())
		}
		synopses := command.Synopses(c, p.of)
		if p.of == c {
			for _, other := range list[1:] {
				synopses = append(synopses, command.Synopses(c, other.of)...)
			}
		}
		texts[p.name()+".1"] = m.page(p.of, p.name(), synopses)
	}
	return texts
}

// page is the page of a command. before contains the words before its name, with a space after each.
type page struct {
	of     *cli.Command
	before string
}

func (p page) name() string { return strings.ReplaceAll(p.before, " ", "-") + p.of.Name }

// pages returns the pages of a command and of its subcommands.
func pages(c *cli.Command, before string) []page {
	list := []page{{c, before}}
	for _, sub := range c.Subcommands {
		list = append(list, pages(sub, before+c.Name+" ")...)
	}
	return list
}

// manual writes a man page.
type manual struct {
	strings.Builder
	from string
	// see are the names of related pages.
	see []string
}

func (m *manual) page(c *cli.Command, name string, synopses []string) string {
	fmt.Fprintf(m, ".TH %s 1 \"\" \"%s\" \"User Commands\"\n", strings.ToUpper(roff(name)), roff(m.from))
	m.WriteString(".nh\n") // no hyphens in code
	m.section("NAME")
	fmt.Fprintf(m, "%s \\- %s\n", roff(name), roff(c.Usage))
	m.section("SYNOPSIS")
	m.verbatim(synopses)
	if text := c.Description; text != "" {
		m.section("DESCRIPTION")
		for paragraph := range strings.SplitSeq(text, "\n\n") {
			if examples, ok := strings.CutPrefix(paragraph, "Examples:\n"); ok {
				m.section("EXAMPLES")
				m.verbatim(strings.Split(strings.ReplaceAll("\n"+examples, "\n  ", "\n")[1:], "\n"))
				continue
			}
			m.WriteString(".PP\n")
			for line := range strings.SplitSeq(paragraph, "\n") {
				fmt.Fprintln(m, roff(line))
			}
		}
	}
	if len(c.Subcommands) > 0 {
		m.section("COMMANDS")
		for _, sub := range c.Subcommands {
			fmt.Fprintf(m, ".TP\n\\fB%s\\fR\n%s\n", roff(sub.Name), roff(sub.Usage))
		}
	}
	for _, category := range command.Groups(c) {
		m.section(strings.ToUpper("Options: " + category.Name()))
		for _, f := range category.Flags() {
			m.option(command.OptionOf(f))
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

// verbatim writes lines without a change.
func (m *manual) verbatim(lines []string) {
	m.WriteString(".nf\n")
	for _, line := range lines {
		fmt.Fprintln(m, roff(line))
	}
	m.WriteString(".fi\n")
}

// option writes an option, with the name of its value as in the help.
func (m *manual) option(o command.Option) {
	m.WriteString(".TP\n")
	for i, name := range o.Names {
		if i > 0 {
			m.WriteString(", ")
		}
		fmt.Fprintf(m, "\\fB%s\\fR", roff(name))
	}
	if o.Value != "" {
		fmt.Fprintf(m, " \\fI%s\\fR", roff(o.Value))
	}
	fmt.Fprintf(m, "\n%s\n", roff(o.Usage))
}

// roff escapes text for a line of a man page.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}
