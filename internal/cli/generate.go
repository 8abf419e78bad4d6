package cli

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/convert/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/provider"
)

const generateDescription = `FILE is a state or a saved plan as "tofu show -json" or "terraform show -json"
prints it; - or nothing is standard input. The configuration of one module goes to
standard output, or with -o DIR into files of a directory. Modules below the root
module need -o. Sensitive values become variables.

Exit status: 0 fine, 2 an error.`

func generateCommand() *command.Command {
	o := new(options)
	return &command.Command{
		Name: "generate", Usage: "write configuration for what a state or a plan has", Description: generateDescription,
		Examples: `tofu show -json > state.json
hcljson generate --outputs state.json`,
		Args: "FILE", Operands: command.OrStdin, Run: o.runGenerate,
		Groups: []command.Group{
			{Title: titleOutput, Flags: []command.Flag{
				{Name: "to", To: &o.to, Choices: []string{"native", "json"}, Usage: "generate: the syntax"},
			}},
			o.intoDir("write files into this `DIR`; - is standard output").
				Says(&o.force, "generate: overwrite files that hold something else"),
			{Title: titleConversion, Flags: []command.Flag{
				{Name: "from", To: &o.from, Choices: []string{"planned", "prior"},
					Usage: "generate: the values of a plan that are taken"},
				{Name: "data", To: &o.data, Usage: "generate: write data blocks too"},
				{Name: "outputs", To: &o.outputs, Usage: "generate: write the outputs of the root module too"},
				{Name: "import", To: &o.imports, Usage: "generate: write import blocks too"},
			}},
			o.languageFlags().Only(&o.target), o.providerFlags(),
			o.formFlags().Only(&o.form, &o.strict), o.messageFlags(),
		},
	}
}

func (o *options) runGenerate(call *command.Call) (int, error) {
	switch {
	case len(call.Operands) > 1:
		return exitError, command.Usagef("generate reads one state or plan; %d files are named", len(call.Operands))
	case o.force && o.toStdout():
		return exitError, command.Usagef("--force applies to files in a directory; add -o")
	}
	language, err := dialects.ForFile("main.tf", dialects.Options{Target: o.target})
	if err != nil {
		return exitError, command.Usagef("--target: %s", strings.TrimPrefix(err.Error(), "main.tf: "))
	}
	return o.start(call, func(s *session) (int, error) {
		g := &generation{
			session: s,
			name:    call.Operands[0], dialect: language.Dialect, fromSet: call.Given("from"),
		}
		diags := g.do()
		// A snippet of the source could show what is sensitive.
		s.report.Add(g.name, nil, diags...)
		return report.Status(diags), nil
	})
}

// generation is a run of the command generate.
type generation struct {
	session *session
	info    fs.FileInfo // of the state or plan; nil for standard input
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
	if g.session.ctx.Err() != nil {
		return append(all, errInterrupted())
	}
	return append(all, g.put(files)...)
}

// document reads the state or plan. The bytes are not needed any more then.
func (g *generation) document() (*jsonformat.Document, hcl.Diagnostics) {
	src, info, err := g.session.input(g.name)
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

func (g *generation) options() toconfig.Options {
	opts := toconfig.Options{
		Dialect: g.dialect, Data: g.session.data, Outputs: g.session.outputs, Import: g.session.imports,
		JSON: g.session.to == "json", Form: g.session.conversion().Form,
		Single: g.session.toStdout(), Strict: g.session.strict,
	}
	if g.session.from == "prior" {
		opts.From = toconfig.Prior
	}
	dir := "."
	if g.info != nil {
		dir = filepath.Dir(g.name)
	}
	root := g.session.providers.finder.Root(dir)
	opts.Spec = func(address string, part schema.Part, typ string) (*schema.Spec, error) {
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

// put prints the files, or writes them all or none.
func (g *generation) put(files []toconfig.File) hcl.Diagnostics {
	made := newFiles{files, g.session.output, g.info, g.sameKind}
	if g.session.toStdout() {
		if len(files) > 1 {
			return hcl.Diagnostics{report.Errorf("Several modules",
				"The configuration has %d modules, each of which needs a directory: write it with -o DIR.", len(files))}
		}
		return made.print(g.session)
	}
	g.session.interruptible()
	changes, diag := made.changes(g.session)
	if diag != nil {
		return hcl.Diagnostics{diag}
	}
	diags := g.others(files)
	if diags.HasErrors() {
		return diags
	}
	return append(diags, g.session.commit(changes)...)
}

// sameKind reports whether a name is that of a file of the language that is written, in
// the syntax that is written.
func (g *generation) sameKind(name string) bool {
	named, err := dialects.ForFile(name, dialects.Options{Target: g.session.target})
	return err == nil && named.Dialect.Name == g.dialect.Name && named.JSON == (g.session.to == "json")
}

// others warns of configuration files that the product would read next to those
// that are written.
func (g *generation) others(files []toconfig.File) (diags hcl.Diagnostics) {
	var dirs []string
	written := map[string]bool{}
	for _, f := range files {
		path := filepath.FromSlash(f.Name)
		written[path] = true
		dirs = append(dirs, filepath.Dir(path))
	}
	for _, dir := range slices.Compact(dirs) {
		if diag := otherFiles(filepath.Join(g.session.output, dir), func(name string) bool {
			return written[filepath.Join(dir, name)]
		}); diag != nil {
			diags = append(diags, diag)
		}
	}
	return diags
}
