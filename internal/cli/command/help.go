package command

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	wordwrap "github.com/mitchellh/go-wordwrap"
	"github.com/urfave/cli/v2"
)

// HelpWidth returns the maximum line length of a help: the value of the environment variable COLUMNS, or the width
// of the terminal, or 80.
func HelpWidth(columns string, out any) int {
	n, err := strconv.Atoi(columns)
	if err != nil || n <= 0 {
		n = TerminalWidth(out)
	}
	if n == 0 {
		return 80
	}
	return min(max(n, 60), 120)
}

// helpTemplate is the template from which the library prints a help. Its functions wrap texts.
const helpTemplate = `NAME:
{{fill (title .) 2}}
USAGE:
{{synopsis .}}{{with .Description}}
DESCRIPTION:
{{fill . 2}}{{end}}{{with .VisibleCommands}}
COMMANDS:
{{range .}}{{row .Name .Usage 14}}{{end}}{{end}}{{range groups .}}
{{heading .Name}}:
{{range .Flags}}{{option .}}{{end}}{{end}}`

// WriteHelp writes the help of a program. If names are given, such as schema and fetch, it writes
// the help of this command. It returns false if the program has no such command.
func WriteHelp(w io.Writer, width int, program *cli.Command, names ...string) (bool, error) {
	of := program
	for _, name := range names {
		if of = of.Command(name); of == nil {
			return false, nil
		}
	}
	return true, writeHelp(w, width, program, of)
}

func writeHelp(w io.Writer, width int, program, c *cli.Command) error {
	row := func(name, text string, column int) string {
		gap := strings.Repeat(" ", column)
		lines := strings.ReplaceAll(wordwrap.WrapString(text, uint(width-column-2)), "\n", "\n  "+gap)
		if len(name) > column-2 {
			return "  " + name + "\n  " + gap + lines + "\n"
		}
		return "  " + name + gap[len(name):] + lines + "\n"
	}
	var text strings.Builder
	cli.HelpPrinterCustom(&text, helpTemplate, c, map[string]any{
		"title": func(c *cli.Command) string { return fullName(program, c) + " - " + c.Usage },
		"synopsis": func(c *cli.Command) string {
			return "  " + strings.Join(Synopses(program, c), "\n  ") + "\n"
		},
		"groups":  Groups,
		"heading": func(name string) string { return strings.ToUpper(name) },
		"fill":    func(text string, indent int) string { return fill(text, width, indent) },
		"row":     row,
		"option": func(f cli.Flag) string {
			o := OptionOf(f)
			return row(strings.TrimSpace(strings.Join(o.Names, ", ")+" "+o.Value), o.Usage, 28)
		},
	})
	_, err := io.WriteString(w, text.String())
	return err
}

// writeBrief writes the purpose, the synopsis and the examples of a command.
func writeBrief(w io.Writer, width int, program, c *cli.Command) error {
	_, examples, _ := strings.Cut(c.Description, "Examples:\n")
	name := fullName(program, c)
	_, err := fmt.Fprintf(w, "%s\n  %s\n\nExamples:\n%s\n\n%s", fill(name+" - "+c.Usage, width, 0),
		strings.Join(Synopses(program, c), "\n  "), examples,
		fill("\""+name+" --help\" shows all options.", width, 0))
	return err
}

// fill indents a text and wraps its paragraphs at a width. It does not wrap a paragraph with
// indented lines.
func fill(text string, width, indent int) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(strings.TrimRight(text, "\n"), "\n\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		if !strings.Contains("\n"+paragraph, "\n ") {
			paragraph = wordwrap.WrapString(strings.ReplaceAll(paragraph, "\n", " "), uint(width-indent))
		}
		for line := range strings.SplitSeq(paragraph, "\n") {
			b.WriteString(strings.Repeat(" ", indent) + line + "\n")
		}
	}
	return b.String()
}

// fullName returns the name of a command after the names of the program and its parent command.
func fullName(program, c *cli.Command) string {
	return strings.Join(append([]string{program.Name}, path(program, c)...), " ")
}

// Synopses returns the usage lines of a command. If c.UsageText is set, a second line contains it
// after the name.
func Synopses(program, c *cli.Command) []string {
	name := fullName(program, c)
	args := c.ArgsUsage
	if len(c.Subcommands) > 0 && c != program {
		return []string{name + " COMMAND ..."}
	}
	if len(c.Flags) > 1 {
		args = strings.TrimSpace("[options] " + args)
	}
	lines := []string{strings.TrimSpace(name + " " + args)}
	if c.UsageText != "" {
		lines = append(lines, name+" "+c.UsageText)
	}
	if c == program && len(c.Subcommands) > 0 {
		lines = append(lines, fmt.Sprintf("%s COMMAND ...    see \"%[1]s help COMMAND\"", name))
	}
	return lines
}
