package generatecmd

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/generate/upgrade"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

const upgradeDescription = `TEMPLATE is a legacy JSON template of Packer, with builders, or a file with values of its variables; without
TEMPLATE, or with -, it is read from standard input. The HCL2 template is printed. With -w, each is
written next to its source as TEMPLATE.pkr.hcl or .pkrvars.hcl. With -o DIR, the files of one template
are written there: variables.pkr.hcl, sources.pkr.hcl, build.pkr.hcl.

Content without an exact HCL2 form is an error, or with --partial a comment.

Exit status: 0 success, 1 a file is missing or out of date (-l, -d, --check), 2 an error.

Examples:
  hcljson upgrade image.json > image.pkr.hcl`

// upgradeOptions are the options of upgrade.
type upgradeOptions struct {
	session         env.Options
	output          env.OutputOptions
	partial, strict bool
}

// NewUpgrade returns the command upgrade.
func NewUpgrade() *cli.Command {
	o := new(upgradeOptions)
	output := append(o.output.IntoDir("write the files of a template into this `DIR`; - is standard output"),
		command.Only(o.output.Flags(), "write")...)
	return command.Define(&cli.Command{
		Name: "upgrade", Usage: "convert legacy Packer templates to HCL2", Description: upgradeDescription,
		ArgsUsage: "TEMPLATE.json...",
		Flags: slices.Concat(output, []cli.Flag{
			&cli.BoolFlag{Name: "partial", Category: command.Conversion, Destination: &o.partial,
				Usage: "write content without an exact form as a comment"},
			&cli.BoolFlag{Name: "strict", Category: command.Conversion, Destination: &o.strict,
				Usage: "report guesses and content that the product refuses as errors"},
		}, command.Only(o.session.Flags(), "provider-schema", "installed-schemas", "color", "error-format", "quiet")),
	}, command.Rules{Operands: command.OrStdin, Conflicts: env.OutputConflicts}, o.run)
}

func (o *upgradeOptions) run(call *command.Call) (int, error) {
	call.Operands = env.Unique(call.Operands)
	if err := o.output.CheckDirectory(); err != nil {
		return env.ExitError, err
	}
	switch out := &o.output; {
	case out.Path == env.StdoutPath && out.Comparing():
		return env.ExitError, command.Usagef("-l, -d and --check compare with files, and -o - is not a file")
	case len(call.Operands) > 1 && !out.Writing() && !out.Comparing() &&
		!slices.ContainsFunc(call.Operands, env.IsMissing): // reading reports missing files
		return env.ExitError, command.Usagef(
			"%d files need several outputs; add -w, or -o DIR for one template and its variables",
			len(call.Operands))
	case out.ToStdout() && (out.Write || out.Comparing()) && slices.Contains(call.Operands, env.StdinPath):
		return env.ExitError, command.Usagef("-w writes next to the source file, and standard input has none; use " +
			"-o DIR")
	case out.Force && !out.Writing():
		return env.ExitError, command.Usagef("--force applies only to writing; add -w or -o")
	}
	o.session.StartNothing = o.output.Check
	return input.Start(&o.session, call, func(s *input.Session) (int, error) {
		g := &upgrading{session: s, options: o}
		status := env.ExitOK
		for _, name := range call.Operands {
			src, diags := g.add(name)
			status = max(status, report.Status(diags))
			s.Report.Add(env.InputName(name), src, diags...)
		}
		if status == env.ExitOK {
			dir := o.output.Path
			if o.output.ToStdout() {
				dir = ""
			}
			status = output.Put(s, &o.output, dir, targetsOf(g.files, g.info, g.accepts))
		}
		return status, nil
	})
}

// upgrading is a run of the command upgrade.
type upgrading struct {
	session *input.Session
	options *upgradeOptions
	info    fs.FileInfo // of the first template; nil for standard input
	// files contains the output files. The names are relative to the directory of -o, if it is set.
	files []toconfig.File
	// template is the name of the template in -o DIR, which can contain only one.
	template string
}

// add upgrades a file. It returns the source text for diagnostics, or nil if the text may be
// sensitive.
func (g *upgrading) add(name string) ([]byte, hcl.Diagnostics) {
	src, info, err := g.session.ReadInput(name)
	if err != nil {
		return nil, hcl.Diagnostics{report.CannotRead(name, err)}
	}
	if diag := diagnostic.CheckEncoding(src); diag != nil {
		return src, hcl.Diagnostics{diag}
	}
	if diag := input.NotTemplate(env.InputName(name), src); diag != nil {
		return nil, hcl.Diagnostics{diag} // the text may be sensitive
	}
	if g.info == nil {
		g.info = info
	}
	name = env.InputName(name)
	_, diags := env.RecoverPanic(name, func() (any, hcl.Diagnostics) { return nil, g.upgrade(src, name) })
	return src, diags
}

func (g *upgrading) upgrade(src []byte, name string) hcl.Diagnostics {
	opts := upgrade.Options{Partial: g.options.partial, Strict: g.options.strict,
		Components: func(part tables.Part, typ string) (*typespec.Body, error) {
			return g.session.Providers.Finder.PackerSpec(part, typ)
		}}
	base := strings.TrimSuffix(name, ".json")
	toDir := !g.options.output.ToStdout()
	if toDir {
		base = filepath.Base(base)
	}
	if upgrade.IsVariableFile(src) {
		file, diags := upgrade.VariableFile(src, name, opts)
		if !diags.HasErrors() {
			g.files = append(g.files, toconfig.File{Name: dialects.PackerVariablesFile(base), Bytes: file.Bytes()})
		}
		return diags
	}
	result, diags := upgrade.Template(src, name, opts)
	switch {
	case diags.HasErrors():
	case !toDir:
		g.files = append(g.files, toconfig.File{Name: dialects.PackerFile(base), Bytes: result.File().Bytes()})
	case g.template != "":
		diags = append(diags, report.Errorf("Two templates",
			"Packer reads a directory as one template, and %s is already written there. Use another directory for "+
				"each template, or write both next to their files with -w.", g.template))
	default:
		g.template = name
		for _, part := range result.Files() {
			g.files = append(g.files, toconfig.File{Name: dialects.PackerFile(part.Name), Bytes: part.File.Bytes()})
		}
	}
	return diags
}

// accepts reports whether a file name selects native syntax of Packer.
func (g *upgrading) accepts(name string) bool {
	named, err := dialects.ForFile(name, dialects.Options{})
	return err == nil && named.Dialect.Product == "Packer" && !named.JSON
}
