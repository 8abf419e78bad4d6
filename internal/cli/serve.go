package cli

import (
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/service/lines"
	"github.com/hcljson/hcljson/internal/service/operations"
)

const serveDescription = `Answers requests of another program until standard input ends: each line is one in
JSON, and each has one line of JSON on standard output. Texts come and go in these
lines; files are neither read nor written, except for those of the options.

A request has an operation (toJSON, toHCL, patch, verify or show), the name of a file,
which says its language and is not opened, its text, options, and an id, which the
response has as well.

Exit status: 0 when all is answered, 2 if reading or writing fails.`

func serveCommand() *command.Command {
	o := new(options)
	return &command.Command{
		Name: "serve", Usage: "answer requests of another program, one a line", Description: serveDescription,
		Examples: `echo '{"operation": "toJSON", "name": "main.tf", "text": "locals {}"}' | hcljson serve
hcljson serve --unordered -j 4`,
		Run: o.runServe,
		Groups: []command.Group{
			{Title: titleFiles, Flags: []command.Flag{
				{Name: "unordered", To: &o.unordered,
					Usage: "write each response when it is ready, not in the order of the requests"},
			}},
			o.fileFlags().Only(&o.jobs).Says(&o.jobs, "work on `N` requests at a time"),
			o.languageFlags().Only(&o.schemas), o.providerFlags().Only(&o.providerSchemas),
			o.messageFlags(),
		},
	}
}

func (o *options) runServe(call *command.Call) (int, error) {
	if len(call.Operands) > 0 {
		return exitError, command.Usagef("serve takes no files; their texts are in the requests")
	}
	return o.start(call, func(s *session) (int, error) {
		answering := operations.Service()
		answering.Languages, answering.Known = s.described, s.providers.given
		server := &lines.Server{
			Service: answering,
			Version: version(programName), Jobs: limit(o.jobs), Unordered: o.unordered,
		}
		if err := server.Serve(call.In, call.Out); err != nil {
			s.report.Add("", nil, report.Errorf("Cannot go on", "%s.", report.Reason(err)))
			return exitError, nil
		}
		return exitOK, nil
	})
}
