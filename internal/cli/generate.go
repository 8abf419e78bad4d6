package cli

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/convert/jsonformat/toconfig"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/provider"
)

const generateDescription = `FILE is a state or a saved plan as "tofu show -json" or "terraform show -json"
prints it; - or nothing is standard input. The configuration of one module goes to
standard output, or with -o DIR into files of a directory. Modules below the root
module need -o. Sensitive values become variables.

Exit status: 0 fine, 2 an error.`

// generateOptions are those of the command generate alone.
type generateOptions struct {
	to, from               string
	data, outputs, imports bool
	force                  bool
}

// generateFlags returns the flags of generate: its own before those that it
// shares with other commands.
func (o *options) generateFlags() []cli.Flag {
	shared := slices.DeleteFunc(o.flags(), func(flag cli.Flag) bool {
		return !slices.Contains([]string{
			"target", "provider-schema", "installed-schemas", "fetch-schemas", "allow-host", "form", "strict", "follow-links",
			"color", "error-format", "quiet", "version",
		}, flag.Names()[0])
	})
	output := &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Destination: &o.output, Category: categoryOutput,
		Usage: "write files into this `DIR`; - is standard output"}
	return append(append(o.generateOwnFlags(), output), shared...)
}

func (o *options) generateOwnFlags() []cli.Flag {
	g := &o.generate
	return []cli.Flag{
		&cli.StringFlag{Name: "to", Value: "native", Destination: &g.to, Category: categoryOutput,
			Usage: "generate: the syntax: `native|json`"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "force", Destination: &g.force, Category: categoryOutput,
			Usage: "generate: overwrite files that hold something else"},
		&cli.StringFlag{Name: "from", Value: "planned", Destination: &g.from, Category: categoryConversion,
			Usage: "generate: the values of a plan that are taken: `planned|prior`"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "data", Destination: &g.data, Category: categoryConversion,
			Usage: "generate: write data blocks too"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "outputs", Destination: &g.outputs, Category: categoryConversion,
			Usage: "generate: write the outputs of the root module too"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "import", Destination: &g.imports, Category: categoryConversion,
			Usage: "generate: write import blocks too"},
	}
}

func (c *command) generateAction(ctx *cli.Context) error {
	switch {
	case c.opts.version:
		return c.printVersion(ctx)
	case len(c.operands) == 0 && isTerminal(c.in):
		c.status = exitError
		return c.showHelp(ctx)
	case len(c.operands) > 1:
		return usagef("generate reads one state or plan; %d files are named", len(c.operands))
	case ctx.IsSet("output") && c.opts.output == "":
		return usagef("-o needs the name of a directory; it is empty")
	case c.opts.generate.force && (c.opts.output == "" || c.opts.output == stdoutPath):
		return usagef("--force is about files in a directory; add -o")
	}
	for _, chosen := range []struct{ flag, value string }{{"to", c.opts.generate.to}, {"from", c.opts.generate.from}} {
		if err := validateChoice(chosen.flag, chosen.value, choices(chosen.flag)); err != nil {
			return err
		}
	}
	if err := c.opts.validateCommon(c.operands); err != nil {
		return err
	}
	if len(c.operands) == 0 {
		c.operands = []string{stdinPath}
	}
	language, err := dialects.ForFile("main.tf", dialects.Options{Target: c.opts.target})
	if err != nil {
		return usagef("--target: %s", strings.TrimPrefix(err.Error(), "main.tf: "))
	}
	r, err := c.newRun()
	if r == nil || err != nil {
		return err
	}
	defer r.close()
	g := &generation{newFiles: newFiles{run: r}, name: c.operands[0], dialect: language.Dialect, fromSet: ctx.IsSet("from")}
	if diags := g.do(); len(diags) > 0 {
		if diags.HasErrors() {
			c.status = exitError
		}
		// A snippet of the source could show what is sensitive.
		r.report.add(g.name, nil, diags)
	}
	return r.report.close()
}

// generation is a run of the command generate.
type generation struct {
	newFiles
	name    string
	dialect *schema.Dialect
	fromSet bool
}

func (g *generation) do() hcl.Diagnostics {
	var all hcl.Diagnostics
	var files []toconfig.File
	_, diags := guard(g.name, func() ([]byte, hcl.Diagnostics) {
		doc, diags := g.document()
		all = append(all, diags...)
		if diags.HasErrors() {
			return nil, nil
		}
		files, diags = toconfig.Generate(doc, g.options())
		all = append(all, diags...)
		return nil, nil
	})
	all = append(all, diags...)
	if all.HasErrors() {
		return all
	}
	if g.ctx.Err() != nil {
		return append(all, errInterrupted())
	}
	return append(all, g.put(files)...)
}

// document reads the state or plan. The bytes are not needed any more then.
func (g *generation) document() (*jsonformat.Document, hcl.Diagnostics) {
	src, err := g.read()
	if err != nil {
		return nil, hcl.Diagnostics{errorf("Cannot read the file", "%s: %s.", g.name, reason(err))}
	}
	if diag := checkEncoding(src); diag != nil {
		return nil, hcl.Diagnostics{diag}
	}
	doc, diags := jsonformat.Read(src, g.name)
	if !diags.HasErrors() && g.fromSet && doc.State != nil {
		diags = append(diags, errorf("Not a plan", "--from says which values of a plan are taken, but %s is a state, which has only its own. Leave it out.", g.name))
	}
	return doc, diags
}

func (g *generation) read() ([]byte, error) {
	if g.name == stdinPath {
		g.name = stdinName
		return io.ReadAll(g.in)
	}
	var src []byte
	var err error
	src, g.info, err = readOperand(g.name)
	return src, err
}

func (g *generation) options() toconfig.Options {
	chosen := &g.opts.generate
	opts := toconfig.Options{
		Dialect: g.dialect, Data: chosen.data, Outputs: chosen.outputs, Import: chosen.imports,
		JSON: chosen.to == "json", Form: g.opts.convertOptions().Form,
		Single: g.opts.output == "" || g.opts.output == stdoutPath, Strict: g.opts.strict,
	}
	if chosen.from == "prior" {
		opts.From = toconfig.Prior
	}
	if g.providers != nil {
		dir := "."
		if g.info != nil {
			dir = filepath.Dir(g.name)
		}
		root := g.providers.finder.Root(dir)
		opts.Spec = func(address string, part schema.Part, typ string) (*schema.Spec, error) {
			parsed, err := provider.ParseAddress(address, g.terraform())
			if err != nil {
				return nil, err
			}
			found, err := g.providers.finder.Find(g.ctx, root, provider.Requirement{Address: parsed})
			if doubt := (*provider.DoubtError)(nil); errors.As(err, &doubt) || found == nil {
				if doubt != nil {
					err = nil
				}
				return nil, err
			}
			return found.Spec(part, typ)
		}
	}
	return opts
}

// put prints the files, or writes them all or none.
func (g *generation) put(files []toconfig.File) hcl.Diagnostics {
	if g.opts.output == "" || g.opts.output == stdoutPath {
		if len(files) > 1 {
			return hcl.Diagnostics{errorf("Several modules", "The configuration has %d modules, each of which needs a directory: write it with -o DIR.", len(files))}
		}
		for _, f := range files {
			if _, err := g.out.Write(f.Bytes); err != nil {
				return hcl.Diagnostics{errorf("Cannot write to standard output", "%s.", reason(err))}
			}
		}
		return nil
	}
	changes, diag := g.changes(files, g.sameKind)
	if diag != nil {
		return hcl.Diagnostics{diag}
	}
	diags, err := g.others(files)
	if err != nil {
		return hcl.Diagnostics{errorf("Cannot read the directory", "%s.", pathReason(err))}
	}
	return append(diags, g.commit(changes)...)
}

// sameKind reports whether a name is that of a file of the language that is written, in
// the syntax that is written.
func (g *generation) sameKind(name string) bool {
	named, err := dialects.ForFile(name, dialects.Options{Target: g.opts.target})
	return err == nil && named.Dialect.Name == g.dialect.Name && named.JSON == (g.opts.generate.to == "json")
}

// others warns of configuration files that the product would read beside those
// that are written.
func (g *generation) others(files []toconfig.File) (hcl.Diagnostics, error) {
	var dirs []string
	written := map[string]bool{}
	for _, f := range files {
		path := filepath.FromSlash(f.Name)
		written[path] = true
		dirs = append(dirs, filepath.Dir(path))
	}
	var diags hcl.Diagnostics
	for _, dir := range slices.Compact(dirs) {
		names, err := fileNames(filepath.Join(g.opts.output, dir))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return diags, err
		}
		names = slices.DeleteFunc(names, func(name string) bool {
			return written[filepath.Join(dir, name)] || !isConfiguration(name) || strings.HasPrefix(name, ".")
		})
		if len(names) > 0 {
			diags = append(diags, warningf("Other configuration files", "The product reads these as well, as parts of the same module: %s in %s.", strings.Join(names, ", "), filepath.Join(g.opts.output, dir)))
		}
	}
	return diags, nil
}
