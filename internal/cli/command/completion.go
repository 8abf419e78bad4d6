package command

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

//go:embed completion
var completions embed.FS

// Shells returns the names of the shells that have a completion script.
func Shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// Completion returns the completion script for a shell. The script runs the program to complete each
// word.
func Completion(shell string) (string, error) {
	script, err := completions.ReadFile("completion/" + shell)
	return string(script), err
}

// completionFlag is the last argument when a completion script runs the program. The word to
// complete is the argument before it. The library has the same flag.
const completionFlag = "--generate-bash-completion"

// complete prints the completions of the last word, one per line, with a description after a tab. It
// returns the exit status: 0 if the word may also be a file name, and 1 otherwise.
func (l *Line) complete(words []string) int {
	if len(words) == 0 {
		return 1
	}
	isEqual := func(word string) bool { return word == "=" } // bash passes --form=compact as three words
	before := slices.DeleteFunc(slices.Clone(words[:len(words)-1]), isEqual)
	typed := strings.TrimSpace(words[len(words)-1])
	if typed == "=" {
		typed = ""
	}
	if slices.Contains(before, "--") {
		return 0
	}
	c := l.program
	for _, name := range arrange(before, l.program).commands {
		c = c.Command(name)
	}
	offer := func(prefix, word, description string) {
		if strings.HasPrefix(word, typed) {
			fmt.Fprintf(l.Out, "%s%s\t%s\n", prefix, word, description)
		}
	}
	prefix, option := "", ""
	if len(before) > 0 {
		option = before[len(before)-1]
	}
	if name, value, ok := strings.Cut(typed, "="); ok && strings.HasPrefix(typed, "--") {
		prefix, option, typed = name+"=", name, value
	}
	for _, f := range c.Flags {
		o := OptionOf(f)
		switch {
		case o.Value == "" || !slices.Contains(o.Names, option):
			continue
		case o.IsFile:
			return 0
		case o.Choices == nil && o.Value != "N":
			l.operands(c, typed)
		}
		for _, value := range o.Choices {
			offer(prefix, value, "")
		}
		return 1
	}
	if strings.HasPrefix(typed, "-") {
		for _, f := range c.Flags {
			o := OptionOf(f)
			for _, name := range o.Names {
				offer("", name, o.Usage)
			}
		}
		return 1
	}
	if len(arrange(before, l.program).operands) == 0 {
		for _, sub := range c.Subcommands {
			offer("", sub.Name, sub.Usage)
		}
	}
	if len(c.Subcommands) > 0 && c != l.program || l.operands(c, typed) && !takesFiles(c) {
		return 1
	}
	return 0
}

// takesFiles reports whether the operands of a command include files.
func takesFiles(c *cli.Command) bool { return strings.Contains(c.ArgsUsage, "FILE") }

// operands prints the operands with the prefix typed that a command proposes. It returns false if
// the command proposes no operands.
func (l *Line) operands(c *cli.Command, typed string) bool {
	if c.BashComplete == nil {
		return false
	}
	var text strings.Builder
	app := cli.NewApp()
	app.Writer, app.Metadata = &text, map[string]any{lineKey: l, typedKey: typed}
	c.BashComplete(cli.NewContext(app, nil, nil))
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, typed) {
			_, _ = io.WriteString(l.Out, line)
		}
	}
	return true
}

const typedKey = "typed"

// Typed returns the word to complete, and the streams. The function BashComplete of a command calls
// it.
func Typed(ctx *cli.Context) (word string, streams Streams) {
	word, _ = ctx.App.Metadata[typedKey].(string)
	return word, lineOf(ctx).Streams
}
