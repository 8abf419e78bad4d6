// Package cli is the hcljson command: arguments to files, files to
// conversions, conversions to output, diffs and an exit status.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/schema/dialects"
)

// The exit statuses are those of diff(1). They are ordered, so that the status
// of a run is the greatest among its files.
const (
	exitOK      = 0
	exitDiffers = 1
	exitError   = 2
)

// direction says which syntax the input is in.
type direction uint8

const (
	byName direction = iota
	toJSON
	toHCL
)

// The commands that set the direction. They are also names to start the
// program under.
const (
	commandToJSON = "hcl2json"
	commandToHCL  = "json2hcl"
)

// streams is the world outside of a run.
type streams struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
}

// Main runs the command with the given arguments, the first of which is the
// name that the program was started under, and returns its exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	c := &command{streams: streams{in: stdin, out: stdout, err: stderr, getenv: getenv}}
	return c.main(args)
}

// command ties the library that reads the options to the run that follows.
type command struct {
	streams
	opts     options
	operands []string
	behind   []string // the operands behind "--"
	status   int
}

// usageError is a mistake in the command line.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return usageError{fmt.Sprintf(format, args...)}
}

func (c *command) main(args []string) int {
	program := "hcljson"
	if len(args) > 0 {
		started := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
		if started == commandToJSON || started == commandToHCL {
			program = started
		}
		args = args[1:]
	}
	app := c.app(program)
	arranged := arrange(args, append(app.Flags, c.opts.commandFlags()...), app.Commands)
	c.operands, c.behind = arranged.operands, arranged.behind

	if err := app.Run(arranged.forFlagPackage(program)); err != nil {
		// The options may not have been read, so those that decide how the
		// error looks are taken from the arguments.
		c.opts.errorFormat = arranged.value("error-format")
		c.opts.color = arranged.value("color")
		diag := &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Invalid command line", Detail: err.Error()}
		if usage := (usageError{}); !errors.As(err, &usage) {
			diag.Summary = "Command failed"
		}
		report := newReporter(&c.opts, c.streams)
		report.add("", nil, hcl.Diagnostics{diag})
		report.close()
		return exitError
	}
	return c.status
}

func (c *command) app(program string) *cli.App {
	app := cli.NewApp()
	app.Name = program
	app.HelpName = program
	app.Usage = "convert HCL native syntax to HCL-JSON and back"
	app.Description = description
	app.Flags = c.opts.flags()
	app.OnUsageError = onUsageError
	app.ExitErrHandler = func(*cli.Context, error) {}
	app.HideHelpCommand = true
	app.DisableSliceFlagSeparator = true // a glob may have a comma
	app.HideVersion = true               // its flag takes -v, and we print more
	app.Reader, app.Writer, app.ErrWriter = c.in, c.out, c.err

	switch program {
	case commandToJSON:
		app.UsageText = commandToJSON + " [options] PATH..."
		app.Action = c.convertAction(toJSON)
	case commandToHCL:
		app.UsageText = commandToHCL + " [options] PATH..."
		app.Action = c.convertAction(toHCL)
		app.Flags = append(app.Flags, c.opts.tidyFlag())
	default:
		app.UsageText = program + " [options] PATH...    direction by file name\n" +
			program + " hcl2json [options] PATH...\n" +
			program + " json2hcl [options] PATH...\n" +
			program + " verify [options] A B | PATH...\n" +
			program + " verify --roundtrip [options] PATH...\n" +
			program + " diff [options] A B\n" +
			program + " edit [options] FILE|DIR... -- COMMAND [ARG...]\n" +
			program + " patch [options] FILE EDITED\n" +
			program + " generate [options] FILE\n" +
			program + " upgrade [options] TEMPLATE.json...\n" +
			program + " eject [options] PATH...\n" +
			program + " show [options] [DIR | FILE]\n" +
			program + " schema fetch|add|export|list|show|clean|read ...\n" +
			program + " completion SHELL"
		app.Action = c.convertAction(byName)
		app.Commands = c.commands()
	}
	return app
}

func (c *command) commands() []*cli.Command {
	commands := []*cli.Command{
		{
			Name:      commandToJSON,
			Usage:     "convert native syntax to HCL-JSON",
			ArgsUsage: "PATH...",
			Flags:     c.opts.flags(),
			Action:    c.convertAction(toJSON),
		},
		{
			Name:      commandToHCL,
			Usage:     "convert HCL-JSON to native syntax",
			ArgsUsage: "PATH...",
			Flags:     append(c.opts.flags(), c.opts.tidyFlag()),
			Action:    c.convertAction(toHCL),
		},
		{
			Name:        "verify",
			Usage:       "prove that files mean the same",
			ArgsUsage:   "A B | PATH...",
			Description: verifyDescription,
			Flags:       append(c.opts.proofFlags(), c.opts.roundtripFlag()),
			Action:      c.proofAction((*run).verify),
		},
		{
			Name:        "diff",
			Usage:       "show what differs in meaning between two configurations",
			ArgsUsage:   "A B",
			Description: diffDescription,
			Flags:       c.opts.diffFlags(),
			Action:      c.proofAction((*run).semanticDiff),
		},
		{
			Name:        commandEdit,
			Usage:       "edit files as JSON through a command, and change nothing else",
			ArgsUsage:   "FILE|DIR... -- COMMAND [ARG...]",
			Description: editDescription,
			Flags:       c.opts.editFlags(),
			Action:      c.editAction,
		},
		{
			Name:        commandPatch,
			Usage:       "change in a file what an edited one says, and nothing else",
			ArgsUsage:   "FILE EDITED",
			Description: patchDescription,
			Flags:       c.opts.patchFlags(),
			Action:      c.patchAction,
		},
		{
			Name:        "generate",
			Usage:       "write configuration for what a state or a plan has",
			ArgsUsage:   "FILE",
			Description: generateDescription,
			Flags:       c.opts.generateFlags(),
			Action:      c.generateAction,
		},
		{
			Name:        "upgrade",
			Usage:       "write legacy Packer templates as HCL2",
			ArgsUsage:   "TEMPLATE.json...",
			Description: upgradeDescription,
			Flags:       c.opts.upgradeFlags(),
			Action:      c.upgradeAction,
		},
		{
			Name:        "eject",
			Usage:       "write generated configuration as a person would have",
			ArgsUsage:   "PATH...",
			Description: ejectDescription,
			Flags:       c.opts.ejectFlags(),
			Action:      c.ejectAction,
		},
		{
			Name:        "show",
			Usage:       "print a module as data, or a summary of a plan or state",
			ArgsUsage:   "[DIR | FILE]",
			Description: showDescription,
			Flags:       c.opts.showFlags(),
			Action:      c.showAction,
		},
		{
			Name:        "schema",
			Usage:       "get, list and show what providers define",
			ArgsUsage:   "fetch|add|export|list|show|clean|read ...",
			Description: schemaDescription,
			Flags:       c.opts.schemaFlags(),
			Action:      c.schemaAction,
		},
		{
			Name:      "completion",
			Usage:     "print a completion script for a shell: " + strings.Join(shells(), ", "),
			ArgsUsage: "SHELL",
			Action:    c.completionAction,
		},
	}
	for _, command := range commands {
		command.OnUsageError = onUsageError
		command.HideHelpCommand = true // a file may be called help
	}
	return commands
}

func (c *command) convertAction(d direction) cli.ActionFunc {
	return func(ctx *cli.Context) error {
		if c.opts.version {
			return c.printVersion(ctx)
		}
		if len(c.operands) == 0 && c.opts.stdinFilepath == "" && isTerminal(c.in) {
			c.status = exitError
			return c.showHelp(ctx)
		}
		if ctx.IsSet("output") && c.opts.output == "" {
			return usagef("-o needs the name of a file or directory; it is empty")
		}
		if err := c.opts.validate(d, c.operands); err != nil {
			return err
		}
		if len(c.operands) == 0 {
			c.operands = []string{stdinPath}
		}
		r, err := c.newRun()
		if r == nil || err != nil {
			return err
		}
		r.direction = d
		defer r.close()
		c.status = r.files(c.operands)
		return r.report.close()
	}
}

// proofAction is the action of a command that compares.
func (c *command) proofAction(prove func(r *run, operands []string) (int, error)) cli.ActionFunc {
	return func(ctx *cli.Context) error {
		switch {
		case c.opts.version:
			return c.printVersion(ctx)
		case len(c.operands) == 0:
			c.status = exitError
			return c.showHelp(ctx)
		}
		if err := c.opts.validateCommon(c.operands); err != nil {
			return err
		}
		r, err := c.newRun()
		if r == nil || err != nil {
			return err
		}
		defer r.close()
		if c.status, err = prove(r, c.operands); err != nil {
			return err
		}
		return r.report.close()
	}
}

func (c *command) printVersion(ctx *cli.Context) error {
	_, err := fmt.Fprintln(c.out, version(ctx.App.Name))
	return err
}

// newRun returns a run of the options, which knows the languages of the schema
// files; or nil, if it has reported errors in these.
func (c *command) newRun() (*run, error) {
	r := &run{
		streams:  c.streams,
		opts:     &c.opts,
		report:   newReporter(&c.opts, c.streams),
		outColor: useColor(c.opts.color, c.out, c.getenv),
		ctx:      context.Background(),
	}
	if !r.readSchemas() || !r.openProviders() {
		c.status = exitError
		return nil, r.report.close()
	}
	if c.opts.dialect == "" {
		return r, nil
	}
	return r, validateChoice("dialect", c.opts.dialect, dialects.Names(r.languages...))
}

// showHelp prints the help where it does not get mistaken for output.
func (c *command) showHelp(ctx *cli.Context) error {
	ctx.App.Writer = c.err
	if ctx.Command.Name == ctx.App.Name {
		return cli.ShowAppHelp(ctx)
	}
	return cli.ShowSubcommandHelp(ctx)
}

func onUsageError(ctx *cli.Context, err error, _ bool) error {
	message := err.Error()
	if name, unknown := strings.CutPrefix(message, "flag provided but not defined: -"); unknown {
		name = strings.TrimLeft(name, "-")
		message = fmt.Sprintf("there is no option %s", dashed(name))
		if near := cli.SuggestFlag(ctx.Command.Flags, name, false); near != "" {
			message += "; did you mean " + near + "?"
		}
	}
	return usagef("%s\nRun '%s --help' for the options.", message, ctx.App.Name)
}
