package generatecmd

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/fromconfig"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

const showDescription = `Prints the module in a directory in the format of "tofu show -json -config", without init: providers,
resources, outputs, variables and module calls, with modules from local sources. Without a directory, it
is the current one.

With --each, each module below the directories is printed on one line, with its directory in "hcljson" >
"dir".

FILE is the output of "tofu show -json FILE" for a plan or a state; - is standard input. Its summary in
HCL shows the changes and their reasons. Sensitive values are hidden.

Exit status: 0 success, 1 a file is missing or out of date (-l, -d, --check), 2 an error.

Examples:
  hcljson show | jq .root_module.variables
  hcljson show --each modules | jq -r .hcljson.dir
  tofu show -json plan | hcljson show -`

// showOptions are the options of show.
type showOptions struct {
	session env.Options
	files   env.FileOptions
	output  env.OutputOptions
	each    bool
}

// NewShow returns the command show.
func NewShow() *cli.Command {
	o := new(showOptions)
	flags := slices.Concat(o.output.IntoDir("write to this `FILE`; - is standard output"), o.files.Flags(),
		command.Without(o.session.Flags(), "stdin-filepath", "schema", "dialect"),
		[]cli.Flag{&cli.BoolFlag{Name: "each", Category: command.Files, Destination: &o.each,
			Usage: "print a line for each module below the directories"}})
	return command.Define(&cli.Command{
		Name: "show", Usage: "print a module as data, or summarize a plan or state", Description: showDescription,
		ArgsUsage: "[DIR | FILE]",
		Flags: command.Describe(flags, "target", "read files and show them as this product does: "+
			"`PRODUCT[@VERSION]`"),
	}, command.Rules{Conflicts: env.GeneratorConflicts}, o.run)
}

func (o *showOptions) run(call *command.Call) (int, error) {
	operands := env.Unique(call.Operands)
	if len(operands) == 0 {
		operands = []string{"."}
	}
	target, err := o.session.Product()
	document := slices.IndexFunc(operands, func(operand string) bool {
		return isDocument(operand) || !o.each && !env.OperandExists(operand)
	})
	switch {
	case err != nil:
		return env.ExitError, err
	case len(operands) > 1 && !o.each && document >= 0:
		return env.ExitError, command.Usagef("show prints one plan or state at a time, and there are %d operands",
			len(operands))
	case len(operands) > 1 && !o.each:
		return env.ExitError, command.Usagef(
			"show prints one module; with --each, it prints those below several directories")
	case len(o.files.Exclude) > 0 && !o.each:
		return env.ExitError, command.Usagef("--exclude is for --each")
	case document >= 0 && o.each:
		return env.ExitError, command.Usagef("--each is for directories, and %s is not one", operands[document])
	}
	if err := o.output.CheckFile(); err != nil {
		return env.ExitError, err
	}
	o.session.StartNothing = o.output.Check
	return input.Start(&o.session, call, func(run *input.Session) (int, error) {
		if len(call.Operands) == 0 && command.HasInput(call.In) {
			run.Report.Note("Standard input is not read. \"hcljson show -\" summarizes a plan or state from it.")
		}
		s := &showRun{
			session: run, options: o, target: target, base: opentofu.Config(target),
			named: map[string][]string{}, reported: map[string]bool{},
		}
		switch {
		case document >= 0:
			return s.showDocument(operands[0]), nil
		case o.each:
			return s.showModules(operands), nil
		}
		return s.showModule(operands[0]), nil
	})
}

// showRun is a run of show.
type showRun struct {
	session *input.Session
	options *showOptions
	target  opentofu.Target
	// base is the language without the schemas of providers.
	base *schema.Dialect
	// named maps each directory to the names of its files, without excluded files.
	named map[string][]string
	// reported contains the reported diagnostics.
	reported map[string]bool
}

// showModule prints a module and returns the exit status.
func (s *showRun) showModule(dir string) int {
	m := s.module(dir, false)
	s.print(m)
	s.warnMissingSchemas([]*shownModule{m})
	if m.text == nil {
		return env.ExitError
	}
	return max(m.status(), s.write(m.text))
}

// isDocument reports whether an operand is a plan or state, and not a directory.
func isDocument(operand string) bool {
	if operand == env.StdinPath {
		return true
	}
	info, err := os.Stat(operand)
	return err == nil && !info.IsDir()
}

// showDocument prints the summary of a plan or state. Errors are printed without source lines, which may
// be sensitive.
func (s *showRun) showDocument(name string) int {
	src, _, err := s.session.ReadInput(name)
	name = env.InputName(name)
	if err != nil {
		s.session.Report.Add(name, nil, report.CannotRead(name, err))
		return env.ExitError
	}
	text, diags := env.RecoverPanic(name, func() ([]byte, hcl.Diagnostics) {
		doc, diags := jsonformat.Read(src, name)
		if diag := input.NotPlan(name, src); diag != nil && diags.HasErrors() {
			return nil, hcl.Diagnostics{diag}
		}
		if diags.HasErrors() {
			return nil, diags
		}
		return plansummary.Summarize(doc), diags
	})
	s.session.Report.Add(name, nil, diags...)
	if diags.HasErrors() {
		return env.ExitError
	}
	if s.session.OutColor && s.options.output.ToStdout() {
		text = colorComments(text)
	}
	return s.write(text)
}

// showModules prints the modules below directories.
func (s *showRun) showModules(roots []string) int {
	dirs, status := s.directories(roots)
	var text []byte
	var all []*shownModule
	env.Parallel(s.session.Env, len(dirs), s.options.files.Jobs, func(i int) *shownModule {
		return s.module(dirs[i], true)
	}, func(m *shownModule) {
		s.print(m)
		status = max(status, m.status())
		if s.options.output.ToStdout() {
			status = max(status, s.write(m.text))
		} else {
			text = append(text, m.text...)
		}
		all = append(all, &shownModule{notes: m.notes})
	})
	s.warnMissingSchemas(all)
	switch {
	case !s.options.output.ToStdout() && len(dirs) > 0:
		status = max(status, s.write(text))
	}
	return status
}

// directories returns the directories below the roots that the product loads as modules, and the
// exit status.
func (s *showRun) directories(roots []string) ([]string, int) {
	status := env.ExitOK
	var dirs []string
	s.session.AddOperands(roots...)
	for _, root := range roots {
		found, err := configdir.Walk(root, input.WalkOptions(s.session, s.options.files, &s.options.output))
		if err != nil {
			s.session.Report.Add(root, nil, report.Errorf("Cannot read the directory", "%s.", report.PathReason(err)))
			status = env.ExitError
			continue
		}
		for _, err := range found.Errors {
			s.session.Report.Add(root, nil, report.Errorf("Cannot read the directory", "%s.", report.PathReason(err)))
			status = env.ExitError
		}
		below := map[string][]string{}
		for _, file := range found.Files {
			dir := filepath.Dir(file.Path)
			below[dir] = append(below[dir], filepath.Base(file.Path))
			s.named[resolved(dir)] = below[dir]
		}
		none := true
		for _, dir := range slices.Sorted(maps.Keys(below)) {
			if primary, overrides := loading.ByProduct(s.target.Product.String()).ModuleFiles(below[dir]); len(primary)+len(overrides) > 0 {
				dirs = append(dirs, dir)
				none = false
			}
		}
		if none {
			s.session.Report.Add(root, nil, report.Errorf("No configuration",
				"%s has no configuration files, and its subdirectories have none. Hidden files and directories are "+
					"skipped.", root))
			status = env.ExitError
		}
	}
	return env.Unique(dirs), status
}

// shownModule is the result for a module.
type shownModule struct {
	diags hcl.Diagnostics
	// sources maps the file names in diagnostics to the contents.
	sources map[string][]byte
	text    []byte
	notes   *jsonformat.Notes
}

func (m *shownModule) status() int {
	if m.diags.HasErrors() {
		return env.ExitError
	}
	return env.ExitOK
}

// targeted returns a run for the target that a module selects, unless an option sets the target.
func (s *showRun) targeted(dir string) (*showRun, hcl.Diagnostics) {
	if s.session.Target != "" {
		return s, nil
	}
	name, diag := s.session.ModuleAt(dir).Target()
	if diag != nil {
		return s, hcl.Diagnostics{diag}
	}
	target, err := opentofu.ParseTarget(name)
	if name == "" || err != nil {
		return s, nil
	}
	own := *s
	own.target, own.base = target, opentofu.Config(target)
	return &own, nil
}

// module reads the module in a directory.
func (s *showRun) module(dir string, each bool) *shownModule {
	m := &shownModule{sources: map[string][]byte{}}
	s, irregular := s.targeted(dir)
	m.text, m.diags = env.RecoverPanic(dir, func() ([]byte, hcl.Diagnostics) {
		config, diags := fromconfig.Load(filepath.ToSlash(resolved(dir)), fromconfig.Options{
			Target:  s.target,
			Resolve: func(dir string) string { return atomic.RealPath(filepath.FromSlash(dir)) },
			ReadDir: func(dir string) ([]fromconfig.File, error) {
				files, left, err := s.readDir(dir)
				for _, file := range files {
					m.sources[path.Join(dir, file.Name)] = file.Source.Bytes()
				}
				irregular = append(irregular, left...)
				return files, err
			},
			Dialect: func(below string, files []fromconfig.File) *schema.Dialect {
				return s.dialect(dir, below, files)
			},
		})
		if config == nil {
			return nil, diags
		}
		m.notes = config.Notes
		if each {
			notes := jsonformat.Notes{Dir: dir}
			if m.notes != nil {
				notes = *m.notes
				notes.Dir = dir
			}
			config.Notes = &notes
		}
		text, err := config.JSON(each)
		if err != nil {
			diags = append(diags, report.Errorf("Not JSON", "%s: %s.", dir, err))
		}
		return text, diags
	})
	m.diags = append(irregular, m.diags...)
	return m
}

// resolved returns the target of a link to a module. The sources of its module calls are relative to
// the target.
func resolved(dir string) string {
	if env.IsLink(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return real
		}
	}
	return dir
}

// readDir returns the configuration files of a directory. It omits unreadable files and returns an
// error for each.
func (s *showRun) readDir(dir string) ([]fromconfig.File, hcl.Diagnostics, error) {
	entries, err := os.ReadDir(filepath.FromSlash(dir))
	if err != nil {
		return nil, nil, errors.New(report.Reason(err))
	}
	found, walked := s.named[filepath.FromSlash(dir)]
	var names []string
	for _, entry := range entries {
		if walked && !slices.Contains(found, entry.Name()) && env.IsRegular(filepath.Join(dir, entry.Name())) {
			continue
		}
		names = append(names, entry.Name())
	}
	var files []fromconfig.File
	var diags hcl.Diagnostics
	primary, overrides := loading.ByProduct(s.target.Product.String()).ModuleFiles(names)
	for _, name := range slices.Concat(primary, overrides) {
		full := filepath.Join(filepath.FromSlash(dir), name)
		if env.IsDir(full) {
			continue
		}
		src, _, err := s.session.ModuleAt(filepath.FromSlash(dir)).File(name, env.NamedJSON(name))
		if err != nil {
			diags = append(diags, report.Errorf("Cannot read the file",
				"%s: %s. The result lacks its content.", full, report.Reason(err)))
			continue
		}
		files = append(files, fromconfig.File{Name: name, Source: src})
	}
	return files, diags, nil
}

// dialect returns the language of a module, including the schemas of its providers, which are
// installed for the root module.
func (s *showRun) dialect(root, dir string, files []fromconfig.File) *schema.Dialect {
	var module []provider.File
	for _, file := range files {
		module = append(module, input.NewFile(file.Source))
	}
	m := s.session.Providers.NewModule(filepath.FromSlash(dir), module, s.target.Product == opentofu.Terraform)
	m.Root = s.session.Providers.Finder.Root(root)
	return s.session.Providers.Dialect(s.base, m)
}

// print reports the diagnostics of a module, without those that were reported in the same run.
func (s *showRun) print(m *shownModule) {
	isReported := func(diag *hcl.Diagnostic) bool {
		known := s.reported[diag.Error()]
		s.reported[diag.Error()] = true
		return known
	}
	var l report.Log
	l.AddWith(m.sources, slices.DeleteFunc(slices.Clone(m.diags), isReported)...)
	l.Print(s.session.Report)
}

// maxTypes is the maximum number of types in a warning for people.
const maxTypes = 10

// warnMissingSchemas adds a warning with the types without a schema.
func (s *showRun) warnMissingSchemas(modules []*shownModule) {
	types := map[string]bool{}
	for _, m := range modules {
		if m.notes == nil {
			continue
		}
		for _, address := range m.notes.ResourcesWithoutSchema {
			parts := strings.Split(address, ".")
			types[parts[max(0, len(parts)-2)]] = true
		}
		for _, key := range m.notes.ProviderConfigsWithoutSchema {
			name, _, _ := strings.Cut(key[strings.LastIndex(key, ":")+1:], ".")
			types["provider "+name] = true
		}
	}
	if len(types) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(types))
	if more := len(names) - maxTypes; more > 0 && s.session.Report.ForPeople() {
		names = append(names[:maxTypes], fmt.Sprintf("%d more", more))
	}
	s.session.Report.Add("", nil, report.Warningf("No schema",
		"Without schemas, blocks are shown as arrays, and schema_version is missing. This applies to %s. See "+
			"--provider-schema, --installed-schemas and --fetch-schemas.",
		strings.Join(names, ", ")))
}

// write prints, compares or writes the document, and returns the exit status.
func (s *showRun) write(text []byte) int {
	o := &s.options.output
	t := output.Target{Path: o.Path, Content: text, Mode: atomic.DefaultMode,
		Accepts: func(string) bool { return false }, // these documents have no usual file name
		Protects: func(old []byte) *hcl.Diagnostic {
			if o.Force {
				return nil
			}
			return (&output.Outputs{Session: s.session, Options: o}).CheckOverwritable(o.Path, old, text, nil)
		}}
	return output.Put(s.session, o, "", []output.Target{t})
}

type mark struct{ start, color string }

// marks contains the colors of the comments in a summary, by prefix.
var marks = []mark{
	{"# -/+ ", report.Yellow}, {"# +/- ", report.Yellow}, {"# +/. ", report.Yellow}, {"# ./+ ", report.Yellow},
	{"# + ", report.Green}, {"# - ", report.Red}, {"# ~ ", report.Yellow}, {"# . ", report.Yellow},
	{"# Planning failed", report.Red}, {"# <= ", report.Cyan}, {"# <- ", report.Cyan},
	{"# > ", report.Cyan}, {"# ! ", report.Cyan}, {"# (", report.Cyan},
}

// colorComments adds colors to the comments of a summary.
func colorComments(text []byte) []byte {
	var out bytes.Buffer
	tokens, _ := hclsyntax.LexConfig(text, "", hcl.InitialPos)
	at := 0
	for _, token := range tokens {
		if token.Type != hclsyntax.TokenComment {
			continue
		}
		line := string(bytes.TrimSuffix(token.Bytes, []byte("\n")))
		isMark := func(m mark) bool { return strings.HasPrefix(line+" ", m.start) }
		if i := slices.IndexFunc(marks, isMark); i >= 0 {
			out.Write(text[at:token.Range.Start.Byte])
			out.WriteString(marks[i].color + line + report.Reset)
			at = token.Range.Start.Byte + len(line)
		}
	}
	out.Write(text[at:])
	return out.Bytes()
}
