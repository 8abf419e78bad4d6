package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// topics are what "hcljson help" says apart from commands.
var topics = []command.Topic{
	{Name: "output", Title: titleOutput, Text: `where the result goes, and what is compared

What is written to files is proven to mean the same first. Apart from the cache of
schemas, no file is written or removed without one of -o, -w and --replace.`},
	{Name: "files", Title: titleFiles, Always: true, Text: `which files are taken

A directory stands for all that is in it: the files whose names say that they are
HCL. Left out are hidden ones, links to directories, and what --exclude matches.
docs/cli.md has the names.`},
	{Name: "conversion", Title: titleConversion, Text: `how files are read and written

The name of a file says its language and syntax. What no schema describes is recognized
by its shape; "hcljson help schemas" is about those of providers.`},
	{Name: "schemas", Title: titleSchemas, Always: true, Text: `what providers and plugins define

With the schema of a provider, nothing is guessed. It comes from a file that
"providers schema -json" has printed, from the providers that init has installed, or
from the registry; "hcljson schema fetch" and "schema add" keep it in a cache, which
is always asked. Without any, there are tables of well-known providers.`},
	{Name: "messages", Title: titleMessages, Always: true, Text: `errors and warnings

They are on standard error. The exit status is 0 if all is fine, 1 if something is
missing, out of date or different, and 2 for an error.`},
}

func helpCommand() *command.Command {
	return &command.Command{
		Name: "help", Unlisted: true, Usage: "show the help of a command or a topic", Args: "[COMMAND|TOPIC]",
		Description: "A file called help is ./help, and the same goes for the name of any command.",
		Examples: `hcljson help edit
hcljson help schemas`,
		Run: func(call *command.Call) (int, error) {
			name := ""
			switch n := len(call.Operands); {
			case n == 1:
				name = call.Operands[0]
			case n > 1 && call.Operands[0] == schemaName:
				name = schemaName // with one of its subcommands
			case n > 1:
				return exitError, command.Usagef("help takes one command or topic; %d are named", n)
			}
			known, err := call.Program.WriteHelp(call.Out, name)
			if !known {
				return exitError, command.Usagef("there is no help on %q; there is some on %s", name,
					strings.Join(call.Program.HelpNames(), ", "))
			}
			return exitOK, err
		},
	}
}

func versionCommand() *command.Command {
	return &command.Command{
		Name: "version", Unlisted: true, Usage: "print the version", Examples: "hcljson version",
		Run: func(call *command.Call) (int, error) {
			if len(call.Operands) > 0 {
				return exitError, command.Usagef("version takes no operands; \"%s help %s\" shows help on something, and a "+
					"file called version is ./version", call.Program.Name, call.Operands[0])
			}
			_, err := fmt.Fprintln(call.Out, version(call.Program.Name))
			return exitOK, err
		},
	}
}

func completionCommand() *command.Command {
	shells := command.Shells()
	list := strings.Join(shells, ", ")
	return &command.Command{
		Name:    "completion",
		Usage:   "print a completion script for a shell: " + list,
		Args:    "SHELL",
		Choices: append(shells[:len(shells):len(shells)], "pwsh"),
		Examples: `source <(hcljson completion bash)
hcljson completion pwsh | Out-String | Invoke-Expression`,
		Run: func(call *command.Call) (int, error) {
			if len(call.Operands) == 1 && call.Operands[0] == "pwsh" {
				call.Operands[0] = "powershell"
			}
			if len(call.Operands) != 1 || !slices.Contains(shells, call.Operands[0]) {
				return exitError, command.Usagef("completion takes one shell: %s", list)
			}
			script, err := call.Program.Completion(call.Operands[0], commandToJSON, commandToHCL)
			if err == nil {
				_, err = io.WriteString(call.Out, script)
			}
			return exitOK, err
		},
	}
}

// version describes the build, as the Go command recorded it.
func version(program string) string {
	info, _ := debug.ReadBuildInfo()
	return describeBuild(program, info)
}

// describeBuild has the version, and the commit if it was built in a checkout.
func describeBuild(program string, info *debug.BuildInfo) string {
	version, commit := "(unknown)", ""
	if info != nil {
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		settings := map[string]string{}
		for _, setting := range info.Settings {
			settings[setting.Key] = setting.Value
		}
		if revision := settings["vcs.revision"]; revision != "" {
			commit = " commit " + revision
			if settings["vcs.modified"] == "true" {
				commit += " with changes"
			}
		}
	}
	return fmt.Sprintf("%s %s%s %s %s/%s", program, version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
