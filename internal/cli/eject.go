package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/tidy"
)

const ejectDescription = `PATH is a generated file such as cdk.tf.json, which goes to standard output, or with
-o into files of DIR; the directory cdktf.out of CDKTF or CDK Terrain, or the one that
it is in, whose stacks become directories below DIR, with their assets; or any other
directory with generated HCL-JSON of OpenTofu or Terraform. What is written is proven to
mean the same, all or nothing. What a person should look at is listed at the end.
Exit status: 0 fine, 1 a file is missing or out of date (-l, -d, --check), 2 an error.`

func ejectCommand() *command.Command {
	o := new(options)
	steps := strings.Join(ejectSteps(), ", ")
	return &command.Command{
		Name: "eject", Usage: "write generated configuration as a person would have", Description: ejectDescription,
		Examples: `hcljson eject cdktf.out/stacks/prod/cdk.tf.json
hcljson eject -o configuration cdktf.out`,
		Args: "PATH...", Operands: command.OrStdin, Run: o.runEject,
		Groups: []command.Group{
			{Title: titleConversion, Flags: []command.Flag{
				{Name: "keep-names", To: &o.keepNames,
					Usage: "eject: leave hashed names as they are, and write no moved blocks"},
				{Name: "keep-paths", To: &o.keepPaths,
					Usage: "eject: keep the path of each construct as a comment"},
				{Name: "tidy", To: &o.tidy,
					Usage: "do only these `STEPS`, with commas between them: " + steps + "; or " + noStep + ". " +
						"Without this option, or with " + allSteps + ", jsonencode is also written where a provider " +
						"compares JSON by its value, so that its text may change",
					Empty: "--tidy needs the names of steps: " + steps},
			}},
			o.intoDir("write files into this `DIR`; - is standard output"),
			o.outputFlags().Only(&o.list, &o.diff, &o.check),
			o.fileFlags(), o.languageFlags().Without(&o.schemas), o.providerFlags(),
			o.formFlags().Only(&o.strict), o.messageFlags(),
		},
	}
}

// noStep is the name for none of the steps.
const noStep = "none"

// ejectSteps are the names that --tidy takes for a module.
func ejectSteps() (names []string) {
	for _, step := range tidy.Steps() {
		names = append(names, step.Name)
	}
	return names
}

// ejectTidy are the steps that are done: those that the flag names, or all. All may
// change the text of JSON that a provider compares by its value.
func (o *options) ejectTidy() (names []string, sameValue bool, err error) {
	for _, name := range stepsIn(cmp.Or(o.tidy, allSteps)) {
		switch err := command.Choice("tidy", name, append(ejectSteps(), allSteps, noStep)); {
		case err != nil:
			return nil, false, err
		case name == allSteps:
			return ejectSteps(), true, nil
		case name != noStep:
			names = append(names, name)
		}
	}
	return names, false, nil
}

func (o *options) runEject(call *command.Call) (int, error) {
	toStdout := o.toStdout()
	switch {
	case toStdout && o.force:
		return exitError, command.Usagef("--force applies to files in a directory; add -o")
	case toStdout && o.comparing():
		return exitError, command.Usagef("-l, -d and --check compare with the files in a directory; add -o")
	}
	steps, sameValue, err := o.ejectTidy()
	if err != nil {
		return exitError, err
	}
	steps = slices.DeleteFunc(steps, func(name string) bool {
		return name == "names" && o.keepNames || name == "split" && toStdout
	})
	return o.start(call, func(s *session) (int, error) {
		e := &ejection{
			session: s, find: &finder{session: s, wanted: wanted{direction: toHCL}}, out: &outputs{session: s},
			printing: toStdout, steps: steps, sameValue: sameValue, kept: map[string]bool{},
		}
		return e.do(unique(call.Operands)), nil
	})
}

// do ejects the operands and returns the exit status.
func (e *ejection) do(operands []string) int {
	defer func() {
		for _, root := range e.opened {
			root.Close()
		}
	}()
	modules, status := e.findModules(operands)
	switch {
	case status != exitOK || len(modules) == 0:
		return status
	case len(modules) > 1 && e.printing:
		e.session.report.Add("", nil, report.Errorf("Several modules",
			"There are %d modules, each of which needs a directory: write them with -o DIR.", len(modules)))
		return exitError
	}
	if !e.printing {
		e.session.interruptible()
	}
	for _, m := range modules {
		m.unread = e.readSources(m)
		e.keep(m)
	}
	status = e.modules(modules)
	if status == exitOK && e.session.ctx.Err() != nil {
		e.session.report.Add("", nil, errInterrupted())
		status = exitError
	}
	if status == exitOK {
		status = e.put(modules)
	}
	if status != exitError {
		e.session.report.Summarize(e.summary(modules))
	}
	return status
}
