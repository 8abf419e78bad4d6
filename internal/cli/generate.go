package cli

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/jsonformat"
	"github.com/hcljson/hcljson/internal/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/typespec"
	"github.com/hcljson/hcljson/internal/upgrade"
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
	session sessionOptions
	output  outputOptions
	form    formOptions

	to, from               string
	data, outputs, imports bool
}

func generateCommand() *cli.Command {
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
			&cli.BoolFlag{Name: "import", Category: category, Destination: &o.imports, Usage: "write import blocks too"},
		}, o.output.intoDir("write files into this `DIR`; - is standard output"),
			command.Without(o.session.flags(), "stdin-filepath", "schema", "dialect"),
			command.Only(o.form.flags(), "form", "strict")),
	}, command.Rules{Operands: command.OrStdin, Conflicts: generatorConflicts}, o.run)
}

func (o *generateOptions) run(call *command.Call) (int, error) {
	if len(call.Operands) > 1 {
		return exitError, command.Usagef("generate reads one state or plan; %d files are named", len(call.Operands))
	}
	if err := o.output.checkDirectory(); err != nil {
		return exitError, err
	}
	language, err := dialects.ForFile("main.tf", dialects.Options{Target: o.session.target})
	if err != nil {
		return exitError, command.Usagef("--target: %s", strings.TrimPrefix(err.Error(), "main.tf: "))
	}
	o.session.startNothing = o.output.check
	return start(&o.session, call, func(s *session) (int, error) {
		g := &generation{
			session: s, options: o,
			name: call.Operands[0], dialect: language.Dialect, fromSet: call.Given("from"),
		}
		return g.do(), nil
	})
}

// generation is a run of the command generate.
type generation struct {
	session *session
	options *generateOptions
	info    fs.FileInfo // of the state or plan; nil for standard input
	name    string
	dialect *schema.Dialect
	fromSet bool
}

func (g *generation) do() int {
	files, diags := guard(g.name, func() ([]toconfig.File, hcl.Diagnostics) {
		doc, diags := g.document()
		if diags.HasErrors() {
			return nil, diags
		}
		files, more := toconfig.Generate(doc, g.settings())
		return files, append(diags, more...)
	})
	g.session.report.Add(g.name, nil, diags...) // without the source, which may be sensitive
	if diags.HasErrors() {
		return exitError
	}
	diags = g.checkFiles(files)
	status := report.Status(diags)
	if status == exitOK {
		targets := targetsOf(files, g.info, g.accepts)
		if status = put(g.session, &g.options.output, g.options.output.path, targets); status == exitError {
			return status
		}
	}
	g.session.report.Add(g.name, nil, diags...)
	return status
}

// document reads the state or plan. The source text can be released after the call.
func (g *generation) document() (*jsonformat.Document, hcl.Diagnostics) {
	src, info, err := g.session.readInput(g.name)
	if err != nil {
		return nil, hcl.Diagnostics{report.Errorf("Cannot read the file", "%s: %s.", g.name, report.Reason(err))}
	}
	g.info = info
	g.name = inputName(g.name)
	if diag := diagnostic.CheckEncoding(src); diag != nil {
		return nil, hcl.Diagnostics{diag}
	}
	doc, diags := jsonformat.Read(src, g.name)
	if diag := notPlan(g.name, src); diag != nil && diags.HasErrors() {
		return nil, hcl.Diagnostics{diag}
	}
	if !diags.HasErrors() && g.fromSet && doc.State != nil {
		diags = append(diags, report.Errorf("Not a plan",
			"--from says which values of a plan are taken, but %s is a state, which has only its own. Leave it "+
				"out.", g.name))
	}
	return doc, diags
}

func (g *generation) settings() toconfig.Options {
	opts := toconfig.Options{
		Dialect: g.dialect, Data: g.options.data, Outputs: g.options.outputs, Import: g.options.imports,
		JSON: g.options.to == "json", Form: g.options.form.conversion().Form,
		Single: g.options.output.toStdout(), Strict: g.options.form.strict,
	}
	if g.options.from == "prior" {
		opts.From = toconfig.Prior
	}
	dir := "."
	if g.info != nil {
		dir = filepath.Dir(g.name)
	}
	root := g.session.providers.finder.Root(dir)
	opts.Spec = func(address string, part schema.Part, typ string) (*typespec.Type, error) {
		parsed, err := provider.ParseAddress(address, g.session.terraform())
		if err != nil {
			return nil, err
		}
		found, err := g.session.providers.finder.Find(g.session.ctx, root, provider.Requirement{Address: parsed})
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
	named, err := dialects.ForFile(name, dialects.Options{Target: g.session.target})
	return err == nil && named.Dialect.Name == g.dialect.Name && named.JSON == (g.options.to == "json")
}

// checkFiles adds a warning for configuration files that the product would load together with the
// output. It is an error to print several modules.
func (g *generation) checkFiles(files []toconfig.File) (diags hcl.Diagnostics) {
	switch {
	case !g.options.output.toStdout():
	case len(files) > 1:
		return hcl.Diagnostics{report.Errorf("Several modules",
			"The configuration has %d modules, each of which needs a directory: write it with -o DIR.", len(files))}
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
		if diag := otherFiles(filepath.Join(g.options.output.path, dir), func(name string) bool {
			return written[filepath.Join(dir, name)]
		}); diag != nil {
			diags = append(diags, diag)
		}
	}
	return diags
}

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
	session         sessionOptions
	output          outputOptions
	partial, strict bool
}

func upgradeCommand() *cli.Command {
	o := new(upgradeOptions)
	output := append(o.output.intoDir("write the files of a template into this `DIR`; - is standard output"),
		command.Only(o.output.flags(), "write")...)
	return command.Define(&cli.Command{
		Name: "upgrade", Usage: "convert legacy Packer templates to HCL2", Description: upgradeDescription,
		ArgsUsage: "TEMPLATE.json...",
		Flags: slices.Concat(output, []cli.Flag{
			&cli.BoolFlag{Name: "partial", Category: command.Conversion, Destination: &o.partial,
				Usage: "write content without an exact form as a comment"},
			&cli.BoolFlag{Name: "strict", Category: command.Conversion, Destination: &o.strict,
				Usage: "report guesses and content that the product refuses as errors"},
		}, command.Only(o.session.flags(), "provider-schema", "installed-schemas", "color", "error-format", "quiet")),
	}, command.Rules{Operands: command.OrStdin, Conflicts: outputConflicts}, o.run)
}

func (o *upgradeOptions) run(call *command.Call) (int, error) {
	switch out := &o.output; {
	case len(call.Operands) > 1 && !out.writing() && !out.comparing():
		return exitError, command.Usagef(
			"%d files do not fit on standard output; add -w, or -o DIR for one template and its variables",
			len(call.Operands))
	case out.toStdout() && (out.write || out.comparing()) && slices.Contains(call.Operands, stdinPath):
		return exitError, command.Usagef("-w writes next to a file; standard input has none: use -o DIR")
	case out.force && !out.writing():
		return exitError, command.Usagef("--force applies to files that are written; add -w or -o")
	}
	o.session.startNothing = o.output.check
	return start(&o.session, call, func(s *session) (int, error) {
		g := &upgrading{session: s, options: o}
		status := exitOK
		for _, name := range call.Operands {
			src, diags := g.add(name)
			status = max(status, report.Status(diags))
			s.report.Add(name, src, diags...)
		}
		if status == exitOK {
			dir := o.output.path
			if o.output.toStdout() {
				dir = ""
			}
			status = put(s, &o.output, dir, targetsOf(g.files, g.info, g.accepts))
		}
		return status, nil
	})
}

// upgrading is a run of the command upgrade.
type upgrading struct {
	session *session
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
	src, info, err := g.session.readInput(name)
	if err != nil {
		return nil, hcl.Diagnostics{report.Errorf("Cannot read the file", "%s: %s.", name, report.Reason(err))}
	}
	if diag := diagnostic.CheckEncoding(src); diag != nil {
		return src, hcl.Diagnostics{diag}
	}
	if diag := notTemplate(inputName(name), src); diag != nil {
		return nil, hcl.Diagnostics{diag} // the text may be sensitive
	}
	if g.info == nil {
		g.info = info
	}
	name = inputName(name)
	_, diags := guard(name, func() (any, hcl.Diagnostics) { return nil, g.upgrade(src, name) })
	return src, diags
}

func (g *upgrading) upgrade(src []byte, name string) hcl.Diagnostics {
	opts := upgrade.Options{Partial: g.options.partial, Strict: g.options.strict,
		Components: func(part schema.Part, typ string) (*typespec.Body, error) {
			return g.session.providers.finder.PackerSpec(part, typ)
		}}
	base := strings.TrimSuffix(name, ".json")
	toDir := !g.options.output.toStdout()
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
			"A directory is one template for Packer, and %s goes there already: "+
				"give each its own, or write both next to their files with -w.", g.template))
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

// targetsOf returns targets for files that are generated from one file. info is nil for standard
// input.
func targetsOf(files []toconfig.File, info fs.FileInfo, accepts func(string) bool) []target {
	list := make([]target, len(files))
	for i, f := range files {
		list[i] = target{path: f.Name, content: f.Bytes, mode: modeLike(info), accepts: accepts}
	}
	return list
}
