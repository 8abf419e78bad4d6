package command

import (
	"embed"
	"strings"
	"text/template"
)

//go:embed completion
var completionTemplates embed.FS

// Shells returns the shells with completion scripts.
func Shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// Completion returns the completion script for a shell. names are commands that are also names of
// the program.
func (c *Command) Completion(shell string, names ...string) (string, error) {
	data := struct {
		// Names are the commands that are also names of the program.
		Programs, Names []string
		// All are the commands, after one without a name for the program.
		All, Commands []*Command
	}{append([]string{c.Name}, names...), names, append([]*Command{{Groups: c.Groups}}, c.Commands...), c.Commands}
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

// escapes returns the replacements of characters in a description in single quotes, in pairs.
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
