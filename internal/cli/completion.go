package cli

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"
)

//go:embed completion
var completionTemplates embed.FS

func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// completionFlag is a flag as the completion scripts see it.
type completionFlag struct {
	Long, Short string // without dashes; Short may be ""
	Usage       string
	Value       bool     // takes a value
	Choices     []string // the values; without them, the value is a file or free text
	File        bool     // the value is a file
}

// Names returns the names as they are typed.
func (f completionFlag) Names() []string {
	if f.Short == "" {
		return []string{"--" + f.Long}
	}
	return []string{"-" + f.Short, "--" + f.Long}
}

type completionCommand struct{ Name, Usage string }

func (c *command) completionAction(ctx *cli.Context) error {
	if len(c.operands) != 1 || !slices.Contains(shells(), c.operands[0]) {
		return usagef("completion takes one shell: %s", strings.Join(shells(), ", "))
	}
	shell := c.operands[0]

	data := struct {
		Programs []string
		Commands []completionCommand
		Shells   []string
		Schema   []string
		Flags    []completionFlag
	}{
		Programs: []string{ctx.App.Name, commandToJSON, commandToHCL},
		Shells:   shells(),
		Schema:   slices.Sorted(maps.Keys(schemaCommands)),
		Flags:    completionFlags(append(ctx.App.Flags, c.opts.commandFlags()...)),
	}
	for _, command := range ctx.App.Commands {
		data.Commands = append(data.Commands, completionCommand{command.Name, command.Usage})
	}
	functions := template.FuncMap{
		"join": strings.Join,
		// quote escapes what stands between single quotes.
		"quote": strings.NewReplacer(escapes(shell)...).Replace,
	}
	script, err := template.New(shell+".tmpl").Funcs(functions).ParseFS(completionTemplates, "completion/"+shell+".tmpl")
	if err != nil {
		return err
	}
	return script.Execute(c.out, data)
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

func completionFlags(flags []cli.Flag) []completionFlag {
	var result []completionFlag
	for _, flag := range flags {
		documented, ok := flag.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		described := completionFlag{
			Usage: strings.ReplaceAll(documented.GetUsage(), "`", ""),
			Value: documented.TakesValue(),
		}
		for _, name := range flag.Names() {
			if len(name) == 1 {
				described.Short = name
			} else {
				described.Long = name
			}
		}
		described.Choices = choices(described.Long)
		described.File = slices.Contains([]string{"output", "stdin-filepath", "schema", "provider-schema"}, described.Long)
		result = append(result, described)
	}
	return result
}
