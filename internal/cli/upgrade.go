package cli

import (
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/jsonformat/toconfig"
	"github.com/hcljson/hcljson/convert/upgrade"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

const upgradeDescription = `TEMPLATE is a legacy JSON template of Packer, with builders, or a file of variable
values for one; - or nothing is standard input. The HCL2 template goes to standard
output. With -w each becomes TEMPLATE.pkr.hcl or .pkrvars.hcl beside it. With -o DIR the
files of one template go there: variables.pkr.hcl, sources.pkr.hcl, build.pkr.hcl.

What has no exact form is an error with its place; with --partial, a comment there.

Exit status: 0 fine, 2 an error.`

// The endings of the files that upgrade writes.
const (
	packerTemplate  = ".pkr.hcl"
	packerVariables = ".pkrvars.hcl"
)

// upgradeOptions are those of the command upgrade alone.
type upgradeOptions struct {
	partial bool
}

func (o *options) upgradeFlags() []cli.Flag {
	shared := slices.DeleteFunc(o.flags(), func(flag cli.Flag) bool {
		return !slices.Contains([]string{
			"write", "provider-schema", "installed-schemas", "strict", "follow-links", "color", "error-format", "quiet",
			"version",
		}, flag.Names()[0])
	})
	output := &cli.StringFlag{
		Name: "output", Aliases: []string{"o"}, Destination: &o.output, Category: categoryOutput,
		Usage: "write the files of a template into this `DIR`; - is standard output",
	}
	force := &cli.BoolFlag{
		DisableDefaultText: true, Name: "force", Destination: &o.generate.force, Category: categoryOutput,
		Usage: "overwrite files that hold something else",
	}
	return append(append(o.upgradeOwnFlags(), output, force), shared...)
}

func (o *options) upgradeOwnFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{
			DisableDefaultText: true, Name: "partial", Destination: &o.upgrade.partial, Category: categoryConversion,
			Usage: "upgrade: write what has no exact form as a comment",
		},
	}
}

func (c *command) upgradeAction(ctx *cli.Context) error {
	toDir := c.opts.output != "" && c.opts.output != stdoutPath
	switch {
	case c.opts.version:
		return c.printVersion(ctx)
	case len(c.operands) == 0 && isTerminal(c.in):
		c.status = exitError
		return c.showHelp(ctx)
	case ctx.IsSet("output") && c.opts.output == "":
		return usagef("-o needs the name of a directory; it is empty")
	case toDir && c.opts.write:
		return usagef("-o and -w are two places; choose one")
	case c.opts.generate.force && !toDir && !c.opts.write:
		return usagef("--force is about files that are written; add -w or -o")
	case len(c.operands) > 1 && !toDir && !c.opts.write:
		return usagef("%d files do not fit on standard output; add -w, or -o DIR for one template and its variables",
			len(c.operands))
	case c.opts.write && slices.Contains(c.operands, stdinPath):
		return usagef("-w writes beside a file; standard input has none: use -o DIR")
	}
	if err := c.opts.validateCommon(c.operands); err != nil {
		return err
	}
	if len(c.operands) == 0 {
		c.operands = []string{stdinPath}
	}
	r, err := c.newRun()
	if r == nil || err != nil {
		return err
	}
	defer r.close()
	g := &upgrading{newFiles: newFiles{run: r}, toDir: toDir}
	for _, name := range c.operands {
		if src, diags := g.add(name); len(diags) > 0 {
			if diags.HasErrors() {
				c.status = exitError
			}
			r.report.add(name, src, diags)
		}
	}
	if c.status == 0 {
		if diags := g.write(); len(diags) > 0 {
			if diags.HasErrors() {
				c.status = exitError
			}
			r.report.add("", nil, diags)
		}
	}
	return r.report.close()
}

// upgrading is a run of the command upgrade.
type upgrading struct {
	newFiles
	toDir bool
	// files are what is written, with names below the directory of -o, or as they are.
	files []toconfig.File
	// template is the one that -o DIR has room for.
	template string
}

// add upgrades a file.
func (g *upgrading) add(name string) ([]byte, hcl.Diagnostics) {
	src, info, err := g.read(name)
	if err != nil {
		return nil, hcl.Diagnostics{errorf("Cannot read the file", "%s: %s.", name, reason(err))}
	}
	if diag := checkEncoding(src); diag != nil {
		return src, hcl.Diagnostics{diag}
	}
	if g.info == nil {
		g.info = info
	}
	if name == stdinPath {
		name = stdinName
	}
	var all hcl.Diagnostics
	_, diags := guard(name, func() ([]byte, hcl.Diagnostics) {
		all = g.upgrade(src, name)
		return nil, nil
	})
	return src, append(all, diags...)
}

func (g *upgrading) read(name string) ([]byte, fs.FileInfo, error) {
	if name == stdinPath {
		src, err := io.ReadAll(g.in)
		return src, nil, err
	}
	return readOperand(name)
}

func (g *upgrading) upgrade(src []byte, name string) hcl.Diagnostics {
	opts := upgrade.Options{Partial: g.opts.upgrade.partial, Strict: g.opts.strict}
	if g.providers != nil {
		opts.Components = func(part schema.Part, typ string) (*schema.SpecBody, error) {
			return g.providers.finder.PackerSpec(g.ctx, part, typ)
		}
	}
	base := strings.TrimSuffix(name, ".json")
	if g.toDir {
		base = filepath.Base(base)
	}
	if upgrade.IsVariableFile(src) {
		file, diags := upgrade.VariableFile(src, name, opts)
		if !diags.HasErrors() {
			g.files = append(g.files, toconfig.File{Name: base + packerVariables, Bytes: file.Bytes()})
		}
		return diags
	}
	result, diags := upgrade.Template(src, name, opts)
	switch {
	case diags.HasErrors():
	case !g.toDir:
		g.files = append(g.files, toconfig.File{Name: base + packerTemplate, Bytes: result.File().Bytes()})
	case g.template != "":
		diags = append(diags, errorf("Two templates",
			"A directory is one template for Packer, and %s goes there already: "+
				"give each its own, or write both beside their files with -w.", g.template))
	default:
		g.template = name
		for _, part := range result.Files() {
			g.files = append(g.files, toconfig.File{Name: part.Name + packerTemplate, Bytes: part.File.Bytes()})
		}
	}
	return diags
}

// write prints the files, or writes them all or none.
func (g *upgrading) write() hcl.Diagnostics {
	if g.ctx.Err() != nil {
		return hcl.Diagnostics{errInterrupted()}
	}
	if !g.toDir && !g.opts.write {
		for _, f := range g.files {
			if _, err := g.out.Write(f.Bytes); err != nil {
				return hcl.Diagnostics{errorf("Cannot write to standard output", "%s.", reason(err))}
			}
		}
		return nil
	}
	changes, diag := g.changes(g.files, func(name string) bool {
		named, err := dialects.ForFile(name, dialects.Options{})
		return err == nil && named.Dialect.Product == "Packer" && !named.JSON
	})
	if diag != nil {
		return hcl.Diagnostics{diag}
	}
	return g.commit(changes)
}
