package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
)

func helpCommand(program *cli.Command) *cli.Command {
	var words []string
	for _, c := range program.Subcommands {
		words = append(words, c.Name)
	}
	return command.Define(&cli.Command{
		Name: "help", Usage: "show the help of a command", ArgsUsage: "[COMMAND...]",
		Description: `The name of a command is never a file: convert a file called help as ./help.

Examples:
  hcljson help edit
  hcljson help schema fetch`,
	}, command.Rules{Words: words}, func(call *command.Call) (int, error) {
		width := command.HelpWidth(call.Getenv("COLUMNS"), call.Out)
		known, err := command.WriteHelp(call.Out, width, call.Program, call.Operands...)
		if !known {
			return env.ExitError, command.NoCommand(call.Program, call.Operands...)
		}
		return env.ExitOK, err
	})
}

func versionCommand() *cli.Command {
	return command.Define(&cli.Command{
		Name: "version", Usage: "print the version", Description: "Examples:\n  hcljson version",
	}, command.Rules{}, func(call *command.Call) (int, error) {
		if len(call.Operands) > 0 {
			return env.ExitError, command.Usagef("version takes no operands; \"%s help %s\" shows help on something, and a "+
				"file called version is ./version", call.Program.Name, call.Operands[0])
		}
		_, err := fmt.Fprintln(call.Out, version(call.Program.Name))
		return env.ExitOK, err
	})
}

func completionCommand() *cli.Command {
	shells := command.Shells()
	list := strings.Join(shells, ", ")
	return command.Define(&cli.Command{
		Name: "completion", Usage: "print a completion script for a shell: " + list, ArgsUsage: "SHELL",
		Description: `Examples:
  source <(hcljson completion bash)
  hcljson completion pwsh | Out-String | Invoke-Expression`,
	}, command.Rules{Words: append(shells, "pwsh")}, func(call *command.Call) (int, error) {
		if len(call.Operands) == 1 && call.Operands[0] == "pwsh" {
			call.Operands[0] = "powershell"
		}
		if len(call.Operands) != 1 {
			return env.ExitError, command.Usagef("completion takes one shell: %s", list)
		}
		if advice := command.AdviceOnValue(call.Operands[0], shells); advice != "" {
			return env.ExitError, command.Usagef("completion takes one shell, not %q; %s", call.Operands[0], advice)
		}
		script, err := command.Completion(call.Operands[0])
		if err == nil {
			_, err = io.WriteString(call.Out, script)
		}
		return env.ExitOK, err
	})
}

// version returns the version of the build.
func version(program string) string {
	info, _ := debug.ReadBuildInfo()
	return describeBuild(program, info)
}

// describeBuild returns the version, and the commit of a build in a checkout.
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
