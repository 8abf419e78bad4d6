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

// completedCommand is a command as the completion scripts see it; that of the program has
// no name. Words are what can be after it; without them, that is a file.
type completedCommand struct {
	Name, Usage string
	Words       []string
	Flags       []completed
	Offers      string
}

// Completion returns the completion script for a shell. The program may also be started
// under the names of some of its commands.
func (c *Command) Completion(shell string, names ...string) (string, error) {
	data := struct {
		// Names are those that commands can be started under.
		Programs, Names []string
		// All are the commands, and the program first.
		All, Commands []completedCommand
	}{Programs: append([]string{c.Name}, names...), Names: names}
	data.All = []completedCommand{{Flags: completedFlags(c)}}
	for _, sub := range c.Commands {
		data.All = append(data.All, completedCommand{sub.Name, sub.Usage, sub.words(), completedFlags(sub), sub.Offers})
	}
	data.Commands = data.All[1:]
	functions := template.FuncMap{
		"join": strings.Join,
		// quote escapes what is between single quotes.
		"quote": strings.NewReplacer(escapes(shell)...).Replace,
	}
	name := shell + ".tmpl"
	script, err := template.New(name).Funcs(functions).ParseFS(completionTemplates, "completion/"+name)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = script.Execute(&text, data)
	return text.String(), err
}

// completedFlags are the flags of a command.
func completedFlags(c *Command) (flags []completed) {
	own := c.all()
	if len(own) > 0 {
		own = append(own, Flag{Name: "version", Usage: "print the version", To: new(bool)})
	}
	for _, f := range append(own, Flag{Name: "help", Short: "h", Usage: "show help", To: new(bool)}) {
		_, isBool := f.To.(*bool)
		flags = append(flags, completed{
			Long: f.Name, Short: f.Short, Usage: strings.ReplaceAll(f.Said(), "`", ""),
			Value: !isBool, Choices: f.Choices, File: f.File,
		})
	}
	return flags
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
