package cli

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/upgrade"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

const upgradeDescription = `TEMPLATE is a legacy JSON template of Packer, with builders, or a file of variable
values for one; - or nothing is standard input. The HCL2 template goes to standard
output. With -w each becomes TEMPLATE.pkr.hcl or .pkrvars.hcl next to it. With -o DIR the
files of one template go there: variables.pkr.hcl, sources.pkr.hcl, build.pkr.hcl.

What has no exact form is an error with its place; with --partial, a comment there.

Exit status: 0 fine, 2 an error.`

func upgradeCommand() *command.Command {
	o := new(options)
	return &command.Command{
		Name: "upgrade", Usage: "write legacy Packer templates as HCL2", Description: upgradeDescription,
		Examples: "hcljson upgrade image.json > image.pkr.hcl",
		Args:     "TEMPLATE.json...", Operands: command.OrStdin, Run: o.runUpgrade,
		Groups: []command.Group{
			{Title: titleConversion, Flags: []command.Flag{{Name: "partial", To: &o.partial,
				Usage: "upgrade: write what has no exact form as a comment"}}},
			o.intoDir("write the files of a template into this `DIR`; - is standard output"),
			o.outputFlags().Only(&o.write).With(&o.write, func(f *command.Flag) { f.Not = nil }),
			o.providerFlags().Only(&o.providerSchemas, &o.installedSchemas),
			o.formFlags().Only(&o.strict), o.messageFlags(),
		},
	}
}

func (o *options) runUpgrade(call *command.Call) (int, error) {
	toDir := !o.toStdout()
	switch {
	case o.write && toDir:
		return exitError, command.Usagef("-o and -w are two places; choose one")
	case o.force && !o.writing():
		return exitError, command.Usagef("--force applies to files that are written; add -w or -o")
	case len(call.Operands) > 1 && !o.writing():
		return exitError, command.Usagef(
			"%d files do not fit on standard output; add -w, or -o DIR for one template and its variables",
			len(call.Operands))
	case o.write && slices.Contains(call.Operands, stdinPath):
		return exitError, command.Usagef("-w writes next to a file; standard input has none: use -o DIR")
	}
	return o.start(call, func(s *session) (int, error) {
		g := &upgrading{session: s, toDir: toDir}
		status := exitOK
		for _, name := range call.Operands {
			src, diags := g.add(name)
			status = max(status, report.Status(diags))
			s.report.Add(name, src, diags...)
		}
		if status == exitOK {
			diags := g.put()
			status = report.Status(diags)
			s.report.Add("", nil, diags...)
		}
		return status, nil
	})
}

// upgrading is a run of the command upgrade.
type upgrading struct {
	session *session
	toDir   bool
	info    fs.FileInfo // of the first template; nil for standard input
	// files are what is written, with names below the directory of -o, or as they are.
	files []toconfig.File
	// template is the one that -o DIR has room for.
	template string
}

// add upgrades a file.
func (g *upgrading) add(name string) ([]byte, hcl.Diagnostics) {
	src, info, err := g.session.input(name)
	if err != nil {
		return nil, hcl.Diagnostics{report.Errorf("Cannot read the file", "%s: %s.", name, report.Reason(err))}
	}
	if diag := diagnostic.CheckEncoding(src); diag != nil {
		return src, hcl.Diagnostics{diag}
	}
	if diag := notTemplate(inputName(name), src); diag != nil {
		return nil, hcl.Diagnostics{diag} // it may hold what is sensitive
	}
	if g.info == nil {
		g.info = info
	}
	name = inputName(name)
	var all hcl.Diagnostics
	_, diags := guard(name, func() ([]byte, hcl.Diagnostics) {
		all = g.upgrade(src, name)
		return nil, nil
	})
	return src, append(all, diags...)
}

func (g *upgrading) upgrade(src []byte, name string) hcl.Diagnostics {
	opts := upgrade.Options{Partial: g.session.partial, Strict: g.session.strict,
		Components: func(part schema.Part, typ string) (*schema.SpecBody, error) {
			return g.session.providers.finder.PackerSpec(g.session.ctx, part, typ)
		}}
	base := strings.TrimSuffix(name, ".json")
	if g.toDir {
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
	case !g.toDir:
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

// put prints the files, or writes them all or none.
func (g *upgrading) put() hcl.Diagnostics {
	if g.session.ctx.Err() != nil {
		return hcl.Diagnostics{errInterrupted()}
	}
	dir := ""
	if g.toDir {
		dir = g.session.output
	}
	made := newFiles{g.files, dir, g.info, func(name string) bool {
		named, err := dialects.ForFile(name, dialects.Options{})
		return err == nil && named.Dialect.Product == "Packer" && !named.JSON
	}}
	if !g.session.writing() {
		return made.print(g.session)
	}
	g.session.interruptible()
	changes, diag := made.changes(g.session)
	if diag != nil {
		return hcl.Diagnostics{diag}
	}
	return g.session.commit(changes)
}
