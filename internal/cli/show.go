package cli

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

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/jsonformat"
	"github.com/hcljson/hcljson/internal/jsonformat/fromconfig"
	"github.com/hcljson/hcljson/internal/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/loading"
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
	session sessionOptions
	files   fileOptions
	output  outputOptions
	each    bool
}

func showCommand() *cli.Command {
	o := new(showOptions)
	flags := slices.Concat(o.output.intoDir("write to this `FILE`; - is standard output"), o.files.flags(),
		command.Without(o.session.flags(), "stdin-filepath", "schema", "dialect"),
		[]cli.Flag{&cli.BoolFlag{Name: "each", Category: command.Files, Destination: &o.each,
			Usage: "print a line for each module below the directories"}})
	return command.Define(&cli.Command{
		Name: "show", Usage: "print a module as data, or summarize a plan or state", Description: showDescription,
		ArgsUsage: "[DIR | FILE]",
		Flags:     command.Describe(flags, "target", "read files and show them as this product does: `PRODUCT[@VERSION]`"),
	}, command.Rules{Conflicts: generatorConflicts}, o.run)
}

func (o *showOptions) run(call *command.Call) (int, error) {
	operands := unique(call.Operands)
	if len(operands) == 0 {
		operands = []string{"."}
	}
	target, err := o.session.product()
	document := slices.IndexFunc(operands, isDocument)
	switch {
	case err != nil:
		return exitError, err
	case isDir(o.output.path):
		return exitError, command.Usagef("-o needs the name of a file; %s is a directory", o.output.path)
	case len(operands) > 1 && !o.each && document >= 0:
		return exitError, command.Usagef("show prints one plan or state at a time, and there are %d operands",
			len(operands))
	case len(operands) > 1 && !o.each:
		return exitError, command.Usagef(
			"show prints one module; with --each, it prints those below several directories")
	case len(o.files.exclude) > 0 && !o.each:
		return exitError, command.Usagef("--exclude is for --each")
	case document >= 0 && o.each:
		return exitError, command.Usagef("--each is for directories, and %s is not one", operands[document])
	}
	if err := o.output.checkGenerated("-o FILE"); err != nil {
		return exitError, err
	}
	o.session.startNothing = o.output.check
	return start(&o.session, call, func(run *session) (int, error) {
		s := &showRun{
			session: run, options: o, target: target, base: opentofu.Config(target),
			named: map[string][]string{}, reported: map[string]bool{},
		}
		switch {
		case document >= 0:
			return s.document(operands[0]), nil
		case o.each:
			return s.each(operands), nil
		}
		return s.one(operands[0]), nil
	})
}

// showRun is a run of show.
type showRun struct {
	session *session
	options *showOptions
	target  opentofu.Target
	// base is the language without the schemas of providers.
	base *schema.Dialect
	// named maps each directory to the names of its files, without excluded files.
	named map[string][]string
	// reported contains the reported diagnostics.
	reported map[string]bool
}

// one prints a module and returns the exit status.
func (s *showRun) one(dir string) int {
	m := s.module(dir, false)
	s.print(m)
	s.lacking([]*shownModule{m})
	if m.text == nil {
		return exitError
	}
	return max(m.status(), s.write(m.text))
}

// isDocument reports whether an operand is a plan or state, and not a directory.
func isDocument(operand string) bool {
	if operand == stdinPath {
		return true
	}
	info, err := os.Stat(operand)
	return err == nil && !info.IsDir()
}

// document prints the summary of a plan or state. Errors are printed without source lines, which may
// be sensitive.
func (s *showRun) document(name string) int {
	src, _, err := s.session.readInput(name)
	name = inputName(name)
	if err != nil {
		s.session.report.Add(name, nil, report.Errorf("Cannot read the file", "%s: %s.", name, report.Reason(err)))
		return exitError
	}
	text, diags := guard(name, func() ([]byte, hcl.Diagnostics) {
		doc, diags := jsonformat.Read(src, name)
		if diag := notPlan(name, src); diag != nil && diags.HasErrors() {
			return nil, hcl.Diagnostics{diag}
		}
		if diags.HasErrors() {
			return nil, diags
		}
		return plansummary.Of(doc), diags
	})
	s.session.report.Add(name, nil, diags...)
	if diags.HasErrors() {
		return exitError
	}
	if s.session.outColor && s.options.output.toStdout() {
		text = paint(text)
	}
	return s.write(text)
}

// each prints the modules below directories.
func (s *showRun) each(roots []string) int {
	dirs, status := s.directories(roots)
	var text []byte
	var all []*shownModule
	parallel(s.session.environment, len(dirs), s.options.files.jobs, func(i int) *shownModule {
		return s.module(dirs[i], true)
	}, func(m *shownModule) {
		s.print(m)
		status = max(status, m.status())
		if s.options.output.toStdout() {
			status = max(status, s.write(m.text))
		} else {
			text = append(text, m.text...)
		}
		all = append(all, &shownModule{notes: m.notes})
	})
	s.lacking(all)
	switch {
	case s.session.ctx.Err() != nil:
		s.session.report.Add("", nil, errInterrupted())
		return exitError
	case !s.options.output.toStdout() && len(dirs) > 0:
		status = max(status, s.write(text))
	}
	return status
}

// directories returns the directories below the roots that the product loads as modules, and the
// exit status.
func (s *showRun) directories(roots []string) ([]string, int) {
	status := exitOK
	var dirs []string
	for _, root := range roots {
		found, err := configdir.Walk(root, walkOptions(s.session, s.options.files, &s.options.output))
		if err != nil {
			s.session.report.Add(root, nil, report.Errorf("Cannot read the directory", "%s.", report.PathReason(err)))
			status = exitError
			continue
		}
		for _, err := range found.Errors {
			s.session.report.Add(root, nil, report.Errorf("Cannot read the directory", "%s.", report.PathReason(err)))
			status = exitError
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
			s.session.report.Add(root, nil, report.Errorf("No configuration",
				"There is no configuration file in %s or below. Hidden files and directories are left out.", root))
			status = exitError
		}
	}
	return unique(dirs), status
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
		return exitError
	}
	return exitOK
}

// targeted returns a run for the target that a module selects, unless an option sets the target.
func (s *showRun) targeted(dir string) (*showRun, hcl.Diagnostics) {
	if s.session.target != "" {
		return s, nil
	}
	name, diag := dialects.ModuleTarget(targetFiles(dir))
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
	m.text, m.diags = guard(dir, func() ([]byte, hcl.Diagnostics) {
		config, diags := fromconfig.Load(filepath.ToSlash(resolved(dir)), fromconfig.Options{
			Target:  s.target,
			Resolve: func(dir string) string { return atomic.RealPath(filepath.FromSlash(dir)) },
			ReadDir: func(dir string) ([]fromconfig.File, error) {
				files, left, err := s.readDir(dir)
				for _, file := range files {
					m.sources[path.Join(dir, file.Name)] = file.Bytes
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
	if isLink(dir) {
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
		if walked && !slices.Contains(found, entry.Name()) && isRegular(filepath.Join(dir, entry.Name())) {
			continue
		}
		names = append(names, entry.Name())
	}
	var files []fromconfig.File
	var diags hcl.Diagnostics
	primary, overrides := loading.ByProduct(s.target.Product.String()).ModuleFiles(names)
	for _, name := range slices.Concat(primary, overrides) {
		full := filepath.Join(filepath.FromSlash(dir), name)
		if isDir(full) {
			continue
		}
		src, _, err := readFile(full)
		if err != nil {
			diags = append(diags, report.Errorf("Cannot read the file",
				"%s: %s. What it says is missing.", full, report.Reason(err)))
			continue
		}
		files = append(files, fromconfig.File{Name: name, Bytes: src})
	}
	return files, diags, nil
}

// dialect returns the language of a module, including the schemas of its providers, which are
// installed for the root module.
func (s *showRun) dialect(root, dir string, files []fromconfig.File) *schema.Dialect {
	var module []provider.File
	for _, file := range files {
		module = append(module, newFile(file.Name, file.Bytes, namedJSON(file.Name)))
	}
	m := s.session.providers.newModule(filepath.FromSlash(dir), module, s.target.Product == opentofu.Terraform)
	m.root = s.session.providers.finder.Root(root)
	return s.session.providers.dialect(s.base, m)
}

// print reports the diagnostics of a module, without those that were reported in the same run.
func (s *showRun) print(m *shownModule) {
	var l report.Log
	for _, diag := range m.diags {
		key := diag.Error()
		if !s.reported[key] {
			s.reported[key] = true
			l.AddWith(m.sources, diag)
		}
	}
	l.Print(s.session.report)
}

// maxTypes is the maximum number of types in a warning for people.
const maxTypes = 10

// lacking adds a warning with the types without a schema.
func (s *showRun) lacking(modules []*shownModule) {
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
	if more := len(names) - maxTypes; more > 0 && s.session.report.ForPeople() {
		names = append(names[:maxTypes], fmt.Sprintf("%d more", more))
	}
	s.session.report.Add("", nil, report.Warningf("No schema",
		"Without schemas, blocks are shown as arrays, and there is no schema_version. This applies to %s. See "+
			"--provider-schema, --installed-schemas and --fetch-schemas.",
		strings.Join(names, ", ")))
}

// write prints, compares or writes the document, and returns the exit status.
func (s *showRun) write(text []byte) int {
	o := &s.options.output
	t := target{path: o.path, content: text, mode: atomic.DefaultMode,
		accepts: func(string) bool { return false }, // these documents have no usual file name
		protects: func(old []byte) *hcl.Diagnostic {
			if o.force {
				return nil
			}
			return (&outputs{session: s.session, options: o}).overwritable(o.path, old, text, nil)
		}}
	return put(s.session, o, "", []target{t})
}

type mark struct{ start, color string }

// marks contains the colors of the comments in a summary, by prefix.
var marks = []mark{
	{"# -/+ ", report.Yellow}, {"# +/- ", report.Yellow}, {"# +/. ", report.Yellow}, {"# ./+ ", report.Yellow},
	{"# + ", report.Green}, {"# - ", report.Red}, {"# ~ ", report.Yellow}, {"# . ", report.Yellow},
	{"# Planning failed", report.Red}, {"# <= ", report.Cyan}, {"# <- ", report.Cyan},
	{"# > ", report.Cyan}, {"# ! ", report.Cyan}, {"# (", report.Cyan},
}

// paint adds colors to the comments of a summary.
func paint(text []byte) []byte {
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
