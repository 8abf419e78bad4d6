package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/tidy"
)

const ejectDescription = `Writes the configuration that a program has generated as a person would have
written it: the stacks of CDKTF and CDK Terrain, or any other HCL-JSON of OpenTofu
and Terraform. PATH is a generated file such as cdk.tf.json, which goes to standard
output, or with -o into files of DIR; the directory cdktf.out, or the one that it is
in, whose stacks become directories below DIR, with their assets; or any directory
with generated configuration. What is written is proven to mean the same, and is
written all or not at all. What a person should look at is listed at the end.

Exit status: 0 fine, 1 a file is missing or out of date (-l, -d, --check), 2 an
error.`

// ejectOptions are those of the command eject alone.
type ejectOptions struct {
	keepNames, keepPaths bool
}

// ejectFlags returns the flags of eject: its own before those that it shares with
// other commands.
func (o *options) ejectFlags() []cli.Flag {
	shared := slices.DeleteFunc(o.flags(), func(flag cli.Flag) bool {
		return !slices.Contains([]string{
			"list", "diff", "check", "exclude", "jobs", "stdin-filepath", "dialect", "target",
			"provider-schema", "installed-schemas", "fetch-schemas", "allow-host", "strict", "follow-links",
			"color", "error-format", "quiet", "version",
		}, flag.Names()[0])
	})
	own := append(o.ejectOwnFlags(),
		&cli.StringFlag{Name: "tidy", Destination: &o.tidy, Category: categoryConversion,
			Usage: "do only these `STEPS`, with commas between them: " + strings.Join(ejectSteps(), ", ") + "; or " +
				noStep + "; or " + allSteps +
				", which writes jsonencode also where the text of the JSON does not stay the same, but what is " +
				"read from it"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Destination: &o.output, Category: categoryOutput,
			Usage: "write files into this `DIR`; - is standard output"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "force", Destination: &o.generate.force, Category: categoryOutput,
			Usage: "overwrite files that hold something else"})
	return append(own, shared...)
}

func (o *options) ejectOwnFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{DisableDefaultText: true, Name: "keep-names", Destination: &o.eject.keepNames,
			Category: categoryConversion,
			Usage:    "eject: leave hashed names as they are, and write no moved blocks"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "keep-paths", Destination: &o.eject.keepPaths,
			Category: categoryConversion,
			Usage:    "eject: keep the path of each construct as a comment"},
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

// ejectTidy are the steps that are done: those that the flag names, or all, which
// leave the text of JSON as it is without it.
func (o *options) ejectTidy() (names []string, sameValue bool, err error) {
	if o.tidy == "" {
		return ejectSteps(), false, nil
	}
	for _, name := range o.steps() {
		switch err := validateChoice("tidy", name, append(ejectSteps(), allSteps, noStep)); {
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

func (c *command) ejectAction(ctx *cli.Context) error {
	toStdout := c.opts.output == "" || c.opts.output == stdoutPath
	switch {
	case c.opts.version:
		_, err := fmt.Fprintln(c.out, version(ctx.App.Name))
		return err
	case len(c.operands) == 0 && c.opts.stdinFilepath == "" && isTerminal(c.in):
		c.status = exitError
		return c.showHelp(ctx)
	case ctx.IsSet("output") && c.opts.output == "":
		return usagef("-o needs the name of a directory; it is empty")
	case toStdout && c.opts.generate.force:
		return usagef("--force is about files in a directory; add -o")
	case toStdout && c.opts.comparing():
		return usagef("-l, -d and --check compare with the files in a directory; add -o")
	case c.opts.comparing() && c.opts.generate.force:
		return usagef("-l, -d and --check only compare; leave out --force")
	case ctx.IsSet("tidy") && c.opts.tidy == "":
		return usagef("--tidy needs the names of steps: %s", strings.Join(ejectSteps(), ", "))
	}
	if err := c.opts.validateCommon(c.operands); err != nil {
		return err
	}
	steps, sameValue, err := c.opts.ejectTidy()
	if err != nil {
		return err
	}
	if len(c.operands) == 0 {
		c.operands = []string{stdinPath}
	}
	r, err := c.newRun()
	if r == nil || err != nil {
		return err
	}
	r.direction = toHCL
	defer r.close()
	if c.opts.eject.keepNames {
		steps = slices.DeleteFunc(steps, func(name string) bool { return name == "names" })
	}
	if toStdout {
		steps = slices.DeleteFunc(steps, func(name string) bool { return name == "split" })
	}
	e := &ejection{run: r, steps: steps, sameValue: sameValue, printing: toStdout}
	c.status = e.do(unique(c.operands))
	return r.report.close()
}
