// Package cli implements the hcljson command. It parses the command line, finds and converts files,
// prints or writes the results, and returns an exit status.
package cli

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// Main runs the command and returns its exit status. The first argument is the name of the program.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	streams := command.Streams{In: stdin, Out: stdout, Err: stderr, Getenv: getenv}
	name := programName
	if len(args) > 0 {
		started := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
		if started == commandToJSON || started == commandToHCL {
			name = started
		}
		args = args[1:]
	}
	line := command.NewLine(Program(name), args, streams)
	line.Version = version(name)
	status, err := line.Run()
	if err == nil {
		return status
	}
	// The error may have prevented the parsing of the options, so the format and color are taken
	// from the arguments.
	opts := report.Options{Format: line.Value("error-format"), Color: line.Value("color")}
	diag := &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Invalid command line", Detail: err.Error()}
	if usage := (command.UsageError{}); !errors.As(err, &usage) {
		diag.Summary = "Command failed"
	}
	r := report.New(opts, streams)
	r.Add("", nil, diag)
	r.Close()
	return exitError
}

// Names returns the names of the program.
func Names() []string { return []string{programName, commandToJSON, commandToHCL} }

// Program returns the program with the given name.
func Program(name string) *command.Command {
	direction := byName
	switch name {
	case commandToJSON:
		direction = toJSON
	case commandToHCL:
		direction = toHCL
	}
	p := convertCommand(name, direction)
	p.Usage, p.Description = "convert HCL native syntax to HCL-JSON and back", description
	switch direction {
	case toJSON:
		p.Description = describedOutput
	case toHCL:
		p.Description = forReading + "\n\n" + describedOutput
	}
	if direction == byName {
		p.Examples = `hcljson main.tf                    # the JSON of a file, on standard output
hcljson -o json/ main.tf prod.tf   # several files, into a directory`
		p.Commands = []*command.Command{
			convertCommand(commandToJSON, toJSON),
			convertCommand(commandToHCL, toHCL),
			verifyCommand(), diffCommand(), getCommand(), setCommand(), addCommand(), removeCommand(), moveCommand(),
			sortCommand(), editCommand(), patchCommand(), generateCommand(), upgradeCommand(),
			ejectCommand(), showCommand(), schemaCommand(), serveCommand(), completionCommand(),
			helpCommand(), versionCommand(),
		}
		help := p.Commands[len(p.Commands)-2]
		help.Choices = p.Words()
	}
	return p
}
