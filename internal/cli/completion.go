package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/cli/command"
)

func completionCommand() *command.Command {
	shells := command.Shells()
	list := strings.Join(shells, ", ")
	return &command.Command{
		Name:    "completion",
		Usage:   "print a completion script for a shell: " + list,
		Args:    "SHELL",
		Choices: append(shells[:len(shells):len(shells)], "pwsh"),
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
