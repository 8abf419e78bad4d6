// Package generatecmd contains the commands that generate configuration or describe it: eject, generate,
// upgrade and show.
package generatecmd

import (
	"cmp"
	"errors"
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
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

const generateDescription = `FILE is the output of "tofu show -json" or "terraform show -json" for a state or a saved plan; without FILE,
or with -, it is read from standard input. The configuration of the root module is printed. With -o DIR,
it is written to files of a directory; child modules need -o. Sensitive values become variables.

Exit status: 0 success, 1 a file is missing or out of date (-l, -d, --check), 2 an error.

Examples:
  tofu show -json > state.json
  hcljson generate --outputs state.json`

// generateOptions are the options of generate.
type generateOptions struct {
	session env.Options
	output  env.OutputOptions
	form    env.FormOptions

	to, from               string
	data, outputs, imports bool
}

// NewGenerate returns the command generate.
func NewGenerate() *cli.Command {
	o := new(generateOptions)
	const category = command.Conversion
	return command.Define(&cli.Command{
		Name: "generate", Usage: "write the configuration of the objects in a state or plan",
		Description: generateDescription, ArgsUsage: "FILE",
		Flags: slices.Concat([]cli.Flag{
			command.Choice(&o.to, "to", command.Output, "syntax of the result", "native", "json"),
			command.Choice(&o.from, "from", category, "values of a plan to use", "planned", "prior"),
			&cli.BoolFlag{Name: "data", Category: category, Destination: &o.data, Usage: "write data blocks too"},
			&cli.BoolFlag{Name: "outputs", Category: category, Destination: &o.outputs,
				Usage: "write the outputs of the root module too"},
			&cli.BoolFlag{Name: "import", Category: category, Destination: &o.imports, Usage: "write import blocks " +
				"too"},
		}, o.output.IntoDir("write files into this `DIR`; - is standard output"),
			command.Without(o.session.Flags(), "stdin-filepath", "schema", "dialect"),
			command.Only(o.form.Flags(), "form", "strict")),
	}, command.Rules{Operands: command.OrStdin, Conflicts: env.GeneratorConflicts}, o.run)
}

func (o *generateOptions) run(call *command.Call) (int, error) {
	if len(call.Operands) > 1 {
		return env.ExitError, command.Usagef("generate reads one state or plan; %d files are named", len(call.Operands))
	}
	if err := cmp.Or(o.output.CheckDirectory(), o.output.CheckGenerated("-o DIR")); err != nil {
		return env.ExitError, err
	}
	language, err := dialects.ForFile("main.tf", dialects.Options{Target: o.session.Target})
	if err != nil {
		return env.ExitError, command.Usagef("--target: %s", strings.TrimPrefix(err.Error(), "main.tf: "))
	}
	o.session.StartNothing = o.output.Check
	return input.Start(&o.session, call, func(s *input.Session) (int, error) {
		g := &generation{
			session: s, options: o,
			name: call.Operands[0], dialect: language.Dialect, fromSet: call.Given("from"),
		}
		return g.run(), nil
	})
}

// generation is a run of the command generate.
type generation struct {
	session *input.Session
	options *generateOptions
	info    fs.FileInfo // of the state or plan; nil for standard input
	name    string
	dialect *schema.Dialect
	fromSet bool
}

func (g *generation) run() int {
	files, diags := env.RecoverPanic(g.name, func() ([]toconfig.File, hcl.Diagnostics) {
		doc, diags := g.document()
		if diags.HasErrors() {
			return nil, diags
		}
		files, more := toconfig.Generate(doc, g.settings())
		return files, append(diags, more...)
	})
	g.session.Report.Add(g.name, nil, diags...) // without the source, which may be sensitive
	if diags.HasErrors() {
		return env.ExitError
	}
	diags = g.checkFiles(files)
	status := report.Status(diags)
	if status == env.ExitOK {
		targets := targetsOf(files, g.info, g.accepts)
		if status = output.Put(g.session, &g.options.output, g.options.output.Path, targets); status == env.ExitError {
			return status
		}
	}
	g.session.Report.Add(g.name, nil, diags...)
	return status
}

// document reads the state or plan. The source text can be released after the call.
func (g *generation) document() (*jsonformat.Document, hcl.Diagnostics) {
	src, info, err := g.session.ReadInput(g.name)
	if err != nil {
		return nil, hcl.Diagnostics{report.CannotRead(g.name, err)}
	}
	g.info = info
	g.name = env.InputName(g.name)
	if diag := diagnostic.CheckEncoding(src); diag != nil {
		return nil, hcl.Diagnostics{diag}
	}
	doc, diags := jsonformat.Read(src, g.name)
	if diag := input.NotPlan(g.name, src); diag != nil && diags.HasErrors() {
		return nil, hcl.Diagnostics{diag}
	}
	if !diags.HasErrors() && g.fromSet && doc.State != nil {
		diags = append(diags, report.Errorf("Not a plan",
			"--from selects the values of a plan, but %s is a state, which has one set of values. Leave it "+
				"out.", g.name))
	}
	return doc, diags
}

func (g *generation) settings() toconfig.Options {
	opts := toconfig.Options{
		Dialect: g.dialect, Data: g.options.data, Outputs: g.options.outputs, Import: g.options.imports,
		JSON: g.options.to == "json", Form: g.options.form.Conversion().Form,
		Single: g.options.output.ToStdout(), Strict: g.options.form.Strict,
	}
	if g.options.from == "prior" {
		opts.From = toconfig.Prior
	}
	dir := "."
	if g.info != nil {
		dir = filepath.Dir(g.name)
	}
	root := g.session.Providers.Finder.Root(dir)
	opts.Spec = func(address string, part tables.Part, typ string) (*typespec.Type, error) {
		parsed, err := provider.ParseAddress(address, g.session.Terraform())
		if err != nil {
			return nil, err
		}
		found, err := g.session.Providers.Find(root, provider.Requirement{Address: parsed})
		if doubt := (*provider.DoubtError)(nil); errors.As(err, &doubt) || found == nil {
			if doubt != nil {
				err = nil
			}
			return nil, err
		}
		return found.Spec(part, typ)
	}
	return opts
}

// accepts reports whether a file name selects the language and syntax of the output.
func (g *generation) accepts(name string) bool {
	named, err := dialects.ForFile(name, dialects.Options{Target: g.session.Target})
	return err == nil && named.Dialect.Name == g.dialect.Name && named.JSON == (g.options.to == "json")
}

// checkFiles adds a warning for configuration files that the product would load together with the
// output. It is an error to print several modules.
func (g *generation) checkFiles(files []toconfig.File) (diags hcl.Diagnostics) {
	switch {
	case !g.options.output.ToStdout():
	case len(files) > 1:
		return hcl.Diagnostics{report.Errorf("Several modules",
			"The configuration has %d modules, and each needs a directory. Write it with -o DIR.", len(files))}
	default:
		return nil
	}
	var dirs []string
	written := map[string]bool{}
	for _, f := range files {
		path := filepath.FromSlash(f.Name)
		written[path] = true
		dirs = append(dirs, filepath.Dir(path))
	}
	for _, dir := range slices.Compact(dirs) {
		if diag := output.WarnOtherFiles(filepath.Join(g.options.output.Path, dir), func(name string) bool {
			return written[filepath.Join(dir, name)]
		}); diag != nil {
			diags = append(diags, diag)
		}
	}
	return diags
}

// targetsOf returns targets for files that are generated from one file. info is nil for standard
// input.
func targetsOf(files []toconfig.File, info fs.FileInfo, accepts func(string) bool) []output.Target {
	list := make([]output.Target, len(files))
	for i, f := range files {
		list[i] = output.Target{Path: f.Name, Content: f.Bytes, Mode: output.NewFileMode(info), Accepts: accepts}
	}
	return list
}
