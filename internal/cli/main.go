package cli

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/addresscmd"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/convertcmd"
	"github.com/hcljson/hcljson/internal/cli/editcmd"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/generatecmd"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/cli/schemacmd"
	"github.com/hcljson/hcljson/internal/cli/servecmd"
	"github.com/hcljson/hcljson/internal/cli/verifycmd"
)

// Main runs the command and returns its exit status. The first argument is the name of the program.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	streams := command.Streams{In: stdin, Out: stdout, Err: stderr, Getenv: getenv}
	name := env.ProgramName
	if len(args) > 0 {
		started := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
		if started == env.CommandToJSON || started == env.CommandToHCL {
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
	failed := (*report.FileError)(nil)
	switch {
	case errors.As(err, &failed):
	case command.IsUsage(err):
		failed = &report.FileError{Diagnostic: report.Errorf("Invalid command line", "%s", err)}
	default:
		failed = &report.FileError{Diagnostic: report.Errorf("Command failed", "%s", err)}
	}
	r := report.New(opts, streams)
	r.Add(failed.Name, nil, failed.Diagnostic)
	r.Close()
	return env.ExitError
}

// Names returns the names of the program.
func Names() []string { return []string{env.ProgramName, env.CommandToJSON, env.CommandToHCL} }

// Program returns the program with the given name.
func Program(name string) *cli.Command {
	direction := input.ByName
	switch name {
	case env.CommandToJSON:
		direction = input.ToJSON
	case env.CommandToHCL:
		direction = input.ToHCL
	}
	p := convertcmd.NewConvert(name, direction)
	if direction != input.ByName {
		return p
	}
	p.Subcommands = []*cli.Command{
		convertcmd.NewConvert(env.CommandToJSON, input.ToJSON), convertcmd.NewConvert(env.CommandToHCL, input.ToHCL),
		verifycmd.NewVerify(), verifycmd.NewDiff(), addresscmd.NewGet(), addresscmd.NewList(), addresscmd.NewRefs(),
		addresscmd.NewSet(), addresscmd.NewAdd(), addresscmd.NewRemove(), addresscmd.NewMove(), addresscmd.NewCopy(),
		addresscmd.NewSort(), addresscmd.NewApply(), editcmd.NewEdit(), editcmd.NewPatch(), generatecmd.NewGenerate(), generatecmd.NewUpgrade(),
		generatecmd.NewEject(), generatecmd.NewShow(), schemacmd.NewSchema(), servecmd.NewServe(version(env.ProgramName)), completionCommand(), versionCommand(),
	}
	p.Subcommands = append(p.Subcommands, helpCommand(p))
	return p
}
