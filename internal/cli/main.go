// Package cli implements the hcljson command. It parses the command line, finds and converts files,
// prints or writes the results, and returns an exit status.
package cli

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

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
	if !command.IsUsage(err) {
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
func Program(name string) *cli.Command {
	direction := byName
	switch name {
	case commandToJSON:
		direction = toJSON
	case commandToHCL:
		direction = toHCL
	}
	p := convertCommand(name, direction)
	if direction != byName {
		return p
	}
	p.Subcommands = []*cli.Command{
		convertCommand(commandToJSON, toJSON), convertCommand(commandToHCL, toHCL),
		verifyCommand(), diffCommand(), getCommand(), setCommand(), addCommand(), removeCommand(), moveCommand(),
		sortCommand(), editCommand(), patchCommand(), generateCommand(), upgradeCommand(),
		ejectCommand(), showCommand(), schemaCommand(), serveCommand(version(programName)), completionCommand(), versionCommand(),
	}
	p.Subcommands = append(p.Subcommands, helpCommand(p))
	return p
}
