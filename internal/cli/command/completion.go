package command

import (
	"embed"
	"slices"
	"strings"
	"text/template"
)

//go:embed completion
var completionTemplates embed.FS

// Shells returns the shells for which there are completion scripts.
func Shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// completed is a flag as the completion scripts see it.
type completed struct {
	Long, Short string // without dashes; Short may be ""
	Usage       string
	Value       bool     // takes a value
	Choices     []string // the values; without them, the value is a file or free text
	File        bool     // the value is a file
}

// Names returns the names as they are typed.
func (f completed) Names() []string {
	if f.Short == "" {
		return []string{"--" + f.Long}
	}
	return []string{"-" + f.Short, "--" + f.Long}
}

// completedCommand is a command as the completion scripts see it. Words are what can
// stand behind it; without them, that is a file.
type completedCommand struct {
	Name, Usage string
	Words       []string
}

// Completion returns the completion script for a shell. The program may also be started
// under the names of some of its commands.
func (c *Command) Completion(shell string, names ...string) (string, error) {
	data := struct {
		Programs []string
		Commands []completedCommand
		Flags    []completed
	}{Programs: append([]string{c.Name}, names...)}
	for _, sub := range c.Commands {
		data.Commands = append(data.Commands, completedCommand{sub.Name, sub.Usage, sub.words()})
	}
	for _, f := range c.everyFlag() {
		_, isBool := f.To.(*bool)
		data.Flags = append(data.Flags, completed{
			Long: f.Name, Short: f.Short, Usage: strings.ReplaceAll(f.usage(), "`", ""),
			Value: !isBool, Choices: f.Choices, File: f.File,
		})
	}
	functions := template.FuncMap{
		"join": strings.Join,
		// quote escapes what stands between single quotes.
		"quote": strings.NewReplacer(escapes(shell)...).Replace,
	}
	script, err := template.New(shell+".tmpl").Funcs(functions).ParseFS(completionTemplates, "completion/"+shell+".tmpl")
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = script.Execute(&text, data)
	return text.String(), err
}

// everyFlag are the flags of a program and of its commands, each name once.
func (c *Command) everyFlag() []Flag {
	flags := append(c.all(), Flag{Name: "version", Usage: "print the version", To: new(bool)},
		Flag{Name: "help", Short: "h", Usage: "show help", To: new(bool)})
	for _, sub := range c.Commands {
		for _, f := range sub.all() {
			if !slices.ContainsFunc(flags, func(known Flag) bool { return known.Name == f.Name }) {
				flags = append(flags, f)
			}
		}
	}
	return flags
}

// escapes returns what a shell wants instead of certain characters in a
// description between single quotes, in pairs.
func escapes(shell string) []string {
	switch shell {
	case "zsh": // brackets delimit the description
		return []string{"'", `'\''`, "[", `\[`, "]", `\]`}
	case "fish":
		return []string{"'", `\'`, `\`, `\\`}
	default:
		return []string{"'", "''"}
	}
}
