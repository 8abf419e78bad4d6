// Package servecmd contains the command serve.
package servecmd

import (
	"os/signal"
	"slices"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/service/lines"
	"github.com/hcljson/hcljson/internal/service/operations"
)

const serveDescription = `Answers requests of another program until standard input ends. Each line is a request in JSON, and each
response is a line of JSON on standard output. The lines contain the texts. Only the files of the options
are read, and no file is written.

A request has an operation (toJSON, toHCL, patch, get, refs, apply, verify, show, expression, jsonSchema,
upgrade, eject, hello or cancel), the name of a file, its text, options, and an id, which the response
repeats. The name selects the language; the file is not opened.

Exit status: 0 after all responses, 2 if reading or writing fails.

Examples:
  echo '{"operation":"toJSON","name":"a.tf","text":"a {}"}' | hcljson serve
  hcljson serve --unordered -j 4`

// NewServe returns the command serve. version is the version of the program.
func NewServe(version string) *cli.Command {
	o := &serveOptions{version: version}
	flags := slices.Concat(
		[]cli.Flag{&cli.BoolFlag{Name: "unordered", Category: command.Files, Destination: &o.unordered,
			Usage: "write each response when it is ready, not in the order of the requests"}},
		command.Describe(command.Only(o.files.Flags(), "jobs"), "jobs", "process `N` requests at a time"),
		command.Only(o.session.Flags(), "schema", "provider-schema", "color", "error-format", "quiet"))
	return command.Define(&cli.Command{
		Name: "serve", Usage: "answer the requests of another program, one per line", Description: serveDescription,
		Flags: flags,
	}, command.Rules{}, o.run)
}

// serveOptions are the options of serve.
type serveOptions struct {
	session   env.Options
	files     env.FileOptions
	unordered bool
	// version is the version of the program, for hello.
	version string
}

func (o *serveOptions) run(call *command.Call) (int, error) {
	if len(call.Operands) > 0 {
		return env.ExitError, command.Usagef("serve reads no files; requests contain the texts")
	}
	return input.Start(&o.session, call, func(s *input.Session) (int, error) {
		answering := operations.Service()
		answering.Languages, answering.Known = s.Described, s.Providers.Given
		server := &lines.Server{
			Service: answering,
			Version: o.version, Jobs: env.Limit(o.files.Jobs), Unordered: o.unordered,
		}
		// Otherwise, a broken pipe as standard output would end the program by a signal.
		signal.Ignore(syscall.SIGPIPE)
		if err := server.Serve(call.In, call.Out); err != nil {
			s.Report.Add("", nil, report.Errorf("Connection failed", "%s.", report.Reason(err)))
			return env.ExitError, nil
		}
		return env.ExitOK, nil
	})
}
