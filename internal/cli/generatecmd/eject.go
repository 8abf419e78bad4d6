package generatecmd

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	counter "sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/generate/eject"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

const ejectDescription = `PATH is one of these: a generated file such as cdk.tf.json, whose result is printed or, with -o, written to
files of DIR; the directory cdktf.out of CDKTF or CDK Terrain, or its parent, whose stacks become
directories of DIR, with their assets; another directory with generated HCL-JSON of OpenTofu or Terraform.
A check proves first that all files mean the same; otherwise none is written. A list of places to review
is printed at the end.

Exit status: 0 success, 1 a file is missing or out of date (-l, -d, --check), 2 an error.

Examples:
  hcljson eject cdktf.out/stacks/prod/cdk.tf.json
  hcljson eject -o configuration cdktf.out`

// ejectOptions are the options of eject.
type ejectOptions struct {
	session              env.Options
	files                env.FileOptions
	output               env.OutputOptions
	tidy                 string
	keepNames, keepPaths bool
	strict               bool
}

// NewEject returns the command eject.
func NewEject() *cli.Command {
	o := new(ejectOptions)
	steps := strings.Join(env.TidySteps(true), ", ")
	const category = command.Conversion
	return command.Define(&cli.Command{
		Name: "eject", Usage: "convert generated configuration to readable native " +
			"syntax", Description: ejectDescription,
		ArgsUsage: "PATH...",
		Flags: slices.Concat(o.output.IntoDir("write files into this `DIR`; - is standard output"), []cli.Flag{
			&cli.BoolFlag{Name: "keep-names", Category: category, Destination: &o.keepNames,
				Usage: "keep hashed names, and write no moved blocks"},
			&cli.BoolFlag{Name: "keep-paths", Category: category, Destination: &o.keepPaths,
				Usage: "keep the path of each construct as a comment"},
			&cli.StringFlag{Name: "tidy", Category: category, Destination: &o.tidy,
				Usage: "only these `STEPS`, separated by commas: " + steps + "; or " + noStep + ". " +
					"Without this option, or with " + env.AllSteps + ", jsonencode is also written where a provider " +
					"compares JSON by its value, so that its text may change",
				Action: env.NotEmpty("--tidy needs the names of steps: " + steps)},
			&cli.BoolFlag{Name: "strict", Category: category, Destination: &o.strict,
				Usage: "report guesses and content that the product refuses as errors"},
		}, o.files.Flags(), command.Without(o.session.Flags(), "schema")),
	}, command.Rules{Operands: command.OrStdin, Conflicts: env.GeneratorConflicts}, o.run)
}

// noStep is the name that selects no steps.
const noStep = "none"

// steps returns the steps that the flag selects, or all steps. With all steps, sameValue is
// true: the text of JSON may change if a provider compares it by value.
func (o *ejectOptions) steps() (names []string, sameValue bool, err error) {
	for _, name := range env.StepsIn(cmp.Or(o.tidy, env.AllSteps)) {
		switch err := command.CheckChoice("tidy", name, append(env.TidySteps(true), env.AllSteps, noStep)); {
		case err != nil:
			return nil, false, err
		case name == env.AllSteps:
			return env.TidySteps(true), true, nil
		case name != noStep:
			names = append(names, name)
		}
	}
	return names, false, nil
}

func (o *ejectOptions) run(call *command.Call) (int, error) {
	if err := cmp.Or(o.output.CheckDirectory(), o.output.CheckGenerated("-o DIR")); err != nil {
		return env.ExitError, err
	}
	steps, sameValue, err := o.steps()
	if err != nil {
		return env.ExitError, err
	}
	steps = slices.DeleteFunc(steps, func(name string) bool {
		return name == "names" && o.keepNames || name == "split" && o.output.ToStdout()
	})
	o.session.StartNothing = o.output.Check
	return input.Start(&o.session, call, func(s *input.Session) (int, error) {
		e := &ejection{
			session: s, options: o, steps: steps, sameValue: sameValue, kept: map[string]bool{},
			find: &input.Finder{Session: s, Files: o.files, Output: &o.output, Wanted: input.Wanted{Direction: input.ToHCL}},
		}
		return e.run(env.Unique(call.Operands)), nil
	})
}

// run ejects the operands and returns the exit status.
func (e *ejection) run(operands []string) int {
	defer func() {
		for _, root := range e.opened {
			root.Close()
		}
	}()
	modules, status := e.findModules(operands)
	switch {
	case status != env.ExitOK || len(modules) == 0:
		return status
	case len(modules) > 1 && e.options.output.ToStdout():
		e.session.Report.Add("", nil, report.Errorf("Several modules",
			"The source has %d modules, and each needs a directory. Write them with -o DIR.", len(modules)))
		return env.ExitError
	}
	for _, m := range modules {
		m.unread = e.readSources(m)
		e.addKeptAddresses(m)
	}
	status = e.modules(modules)
	if status == env.ExitOK {
		status = e.write(modules)
	}
	if status != env.ExitError {
		e.session.Report.Summarize(e.summary(modules))
	}
	return status
}

// ejection is a run of the command eject. It finds and reads modules, applies steps, and writes the
// result.
type ejection struct {
	session *input.Session
	options *ejectOptions
	find    *input.Finder

	steps     []string
	sameValue bool
	// kept contains addresses that must not change, because files outside of the module refer to
	// them: import blocks of its callers, and tests.
	kept map[string]bool

	opened []*os.Root
	// dirs maps the directory of each module to its output directory.
	dirs   map[string]string
	assets counter.Int64 // total size in bytes
}

var (
	// reachedInto matches an address in a called module.
	reachedInto = regexp.MustCompile(`\bmodule\.[\w-]+(?:\[[^\]]*\])?((?:\.[\w-]+(?:\[[^\]]*\])?){2,})`)
	instanceKey = regexp.MustCompile(`\[[^\]]*\]`)
	// hashedAddress matches an address with a generated name.
	hashedAddress = regexp.MustCompile(`[\w-]+\.[\w-]+_[0-9A-F]{8}\b`)
)

// addKeptAddresses adds the addresses that a module or its other files, such as tests, use. They include
// addresses in called modules.
func (e *ejection) addKeptAddresses(m *ejected) {
	for _, s := range m.sources {
		if !ejectable(s.File.Dialect) {
			for _, address := range hashedAddress.FindAll(s.Src, -1) {
				e.kept[string(address)] = true
			}
			continue
		}
		for _, found := range reachedInto.FindAllSubmatch(s.Src, -1) {
			steps := strings.Split(string(instanceKey.ReplaceAll(found[1], nil)), ".")[1:]
			for i := range steps[1:] {
				e.kept[steps[i]+"."+steps[i+1]] = true
			}
		}
	}
}

// modules converts the modules in parallel, and reports the results in order.
func (e *ejection) modules(modules []*ejected) int {
	status := env.ExitOK
	env.Parallel(e.session.Env, len(modules), e.options.files.Jobs, func(i int) *ejected {
		m := modules[i]
		_, diags := env.RecoverPanic(m.path("."), func() ([]byte, hcl.Diagnostics) {
			e.module(m)
			return nil, nil
		})
		if diags.HasErrors() {
			m.fail(nil, diags...)
		}
		return m
	}, func(m *ejected) {
		status = max(status, m.log.Print(e.session.Report))
		if m.failed {
			status = env.ExitError
		}
	})
	return status
}

// module converts a module, applies the steps, and checks both.
func (e *ejection) module(m *ejected) {
	if m.unread != nil {
		m.fail(nil, m.unread)
		return
	}
	var c moduleFiles
	for _, s := range m.sources {
		switch native := e.readNative(m, s); {
		case m.failed:
			return
		case !ejectable(s.File.Dialect):
			e.addOtherFile(m, s, native)
		default:
			c.sources = append(c.sources, s.Text(s.Src))
			c.files = append(c.files, tidy.File{Name: nativeBase(s), File: native})
			c.dialect = e.session.Language(s.Source)
		}
	}
	seen := map[string]bool{}
	var beside []string
	for _, file := range c.files {
		if seen[file.Name] {
			m.fail(nil, report.Errorf("Two files with the same name",
				"%s exists in both syntaxes, and the product loads both. Remove or rename one "+
					"file.", m.path(file.Name)))
		}
		seen[file.Name] = true
		beside = append(beside, eject.RelativePaths(&file.Body)...)
	}
	if diag := e.readAssets(m, beside); diag != nil {
		m.fail(nil, diag)
	}
	if len(c.files) == 0 {
		return
	}
	for _, step := range []func(*ejected, *moduleFiles){e.relocate, e.tidy} {
		if !m.failed {
			step(m, &c)
		}
	}
}

// moduleFiles contains the files of a module that the steps change.
type moduleFiles struct {
	dialect *schema.Dialect
	// sources contains the files that must have the same meaning as files.
	sources []equivalent.Source
	files   []tidy.File
}

// addOtherFile adds a file outside of the configuration, such as a file with variable values.
func (e *ejection) addOtherFile(m *ejected, s *output.Result, native *hclwrite.File) {
	file := ejectedFile{name: nativeBase(s), bytes: s.Src, mode: output.NewFileMode(s.Info)}
	if s.File.JSON {
		file.bytes = native.Bytes()
		written := equivalent.Source{Bytes: file.bytes, Filename: file.name}
		diags := env.Compare(s.Text(s.Src), written, e.session.Language(s.Source),
			equivalent.Options{Comments: true}).Messages()
		if diags.HasErrors() {
			m.failCheck(diags, map[string][]byte{s.Name: s.Src, file.name: file.bytes})
		}
	}
	m.result = append(m.result, file)
}

// nativeBase returns the base name of a file in native syntax.
func nativeBase(s *output.Result) string {
	switch {
	case s.Stdin:
		return "main.tf"
	case s.File.JSON:
		return filepath.Base(s.File.Counterpart)
	}
	return filepath.Base(s.Name)
}

// readNative returns the tree of a file in native syntax.
func (e *ejection) readNative(m *ejected, s *output.Result) *hclwrite.File {
	src := source.FromBytes(s.Src, s.Name, s.File.JSON)
	if shown, diag := input.Validate(s.Source, src); diag != nil {
		m.log.Add(s.Name, shown.Bytes(), diag)
		m.failed = true
		return nil
	}
	file, diags := convert.ReadSource(src, e.session.Language(s.Source), convert.Options{
		Strict: e.options.strict, Peers: e.session.Peers(s.Source),
	})
	if diags.HasErrors() {
		m.fail(s, diags...)
		return nil
	}
	// The list of notes contains the placeholders of generators.
	diags = slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool {
		extra, ok := diag.Extra.(*convert.Extra)
		return ok && extra.Placeholder
	})
	m.log.Add(s.Name, s.Src, diags...)
	for _, diag := range diags {
		if extra, ok := diag.Extra.(*convert.Extra); ok && extra.Guesses != nil {
			m.guesses++
		}
	}
	return file
}

// failCheck reports that the result is not certain to have the same meaning.
func (m *ejected) failCheck(diags hcl.Diagnostics, sources map[string][]byte) {
	m.log.AddWith(sources, report.Errors(diags)...)
	m.fail(nil, report.Errorf("Not proven",
		"The check cannot prove that the result for %s means the same, so nothing is written. %s", m.name,
		diagnostic.WhyNotProven(diags, "the source", "this with the files at "+env.IssuesURL)))
}

// relocate updates the sources of modules above the module's directory, which are not copied. It
// first checks the configuration with the old sources against the input. The configuration with the
// new sources then replaces the input in later checks.
func (e *ejection) relocate(m *ejected, c *moduleFiles) {
	if e.options.output.ToStdout() || m.root == nil {
		return
	}
	elsewhere := filepath.Dir(m.realDir) != filepath.Dir(m.realTo)
	var moves []eject.Move
	for _, file := range c.files {
		above := eject.ParentPaths(&file.Body)
		moves = append(moves, eject.Relocate(&file.Body, eject.LocalSources(),
			func(source string) (string, bool) { return e.newSource(m, source) })...)
		for _, path := range above {
			if elsewhere && !slices.ContainsFunc(moves, func(move eject.Move) bool { return move.Before == path }) {
				m.note(path, "is a path relative to the old directory, and refers to another place in the new one")
			}
		}
	}
	if len(moves) == 0 {
		return
	}
	for _, move := range moves {
		move.Undo()
	}
	if diags := env.CompareAll(c.sources, tidy.EquivalenceSources(c.files), c.dialect,
		equivalent.Options{Comments: true}).Messages(); diags.HasErrors() {
		m.failCheck(diags, nil)
		return
	}
	for _, move := range moves {
		move.Redo()
		m.note(move.Before, "is a module outside of the generated configuration; its new source is "+move.After)
	}
	c.sources = tidy.EquivalenceSources(c.files)
}

// newSource returns the path of a module relative to the new directory of its caller. It returns
// false if the path does not change.
func (e *ejection) newSource(m *ejected, source string) (string, bool) {
	at := filepath.Join(m.realDir, filepath.FromSlash(source))
	if moved, ok := e.dirs[at]; ok {
		at = moved
	}
	rel, err := filepath.Rel(m.realTo, at)
	if err != nil {
		return "", false
	}
	if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, "../") {
		rel = "./" + rel
	}
	return rel, rel != source
}

// tidy applies the steps to a module, and checks that only the steps changed the configuration.
func (e *ejection) tidy(m *ejected, c *moduleFiles) {
	result := tidy.Result{Files: c.files}
	opts := tidy.Options{Dialect: c.dialect, KeepPaths: e.options.keepPaths, SameValue: e.sameValue, Kept: e.kept}
	if len(e.steps) > 0 {
		var diags hcl.Diagnostics
		if result, diags = tidy.Apply(c.files, e.steps, opts); diags.HasErrors() {
			m.fail(nil, diags...)
			return
		}
	}
	if diags := tidy.CheckEquivalence(c.sources, result.Files, result.Changes, opts); diags.HasErrors() {
		texts := map[string][]byte{}
		for _, source := range c.sources {
			texts[source.Filename] = source.Bytes
		}
		m.failCheck(diags, texts)
		return
	}
	e.addResult(m, result, c.dialect)
}

// addResult converts the result of the steps to files, and adds the notes.
func (e *ejection) addResult(m *ejected, result tidy.Result, dialect *schema.Dialect) {
	for _, change := range result.Changes {
		if change.Step == "names" {
			m.renamed++
		}
	}
	var files []eject.File
	for _, file := range result.Files {
		src := file.Bytes()
		if len(src) == 0 {
			continue
		}
		m.result = append(m.result, ejectedFile{name: file.Name, bytes: src, mode: m.mode()})
		files = append(files, eject.File{Name: path.Join(m.out, file.Name), Bytes: src})
	}
	if len(files) == 0 { // an empty module
		m.result = append(m.result, ejectedFile{name: "main.tf", mode: m.mode()})
	}
	looks, diags := eject.Review(files, eject.ReviewRows(), conventions.Of(dialect).Placeholders, m.localDirectories()...)
	if diags.HasErrors() {
		m.fail(nil, diags...)
	}
	for _, look := range looks {
		note := ejectNote{Place: look.Place, Text: look.Text}
		if !e.options.output.ToStdout() {
			note.File, note.Line = e.target(look.Range.Filename), look.Range.Start.Line
		}
		m.notes = append(m.notes, note)
	}
	for _, s := range m.sources {
		places := hcltext.NewPositions(s.Src)
		for _, note := range result.Notes {
			if note.File == nativeBase(s) {
				line := places.At(note.Span.Start).Line
				m.changes = append(m.changes, ejectNote{File: s.Name, Line: line, Place: note.Place, Text: note.Text})
			}
		}
	}
}

// localDirectories returns directories whose paths are valid only on this machine.
func (m *ejected) localDirectories() []string {
	if m.root == nil {
		return nil
	}
	dir := atomic.RealPath(m.base)
	if filepath.Base(dir) == eject.Output {
		dir = filepath.Dir(dir)
	}
	return []string{dir}
}

// mode returns the permissions of a new configuration file: the same users can read it as the
// source.
func (m *ejected) mode() os.FileMode {
	for _, s := range m.sources {
		if mode := output.NewFileMode(s.Info); mode != atomic.DefaultMode {
			return mode
		}
	}
	return atomic.DefaultMode
}

// write prints, compares or writes the modules. It writes all modules or none.
func (e *ejection) write(modules []*ejected) int {
	if e.options.output.ToStdout() {
		return e.print(modules[0])
	}
	var log report.Log
	p := output.NewPlan(e.session, &e.options.output, &log)
	tree, status := p.Tree(e.options.output.Path), env.ExitOK
	for _, m := range modules {
		if diag := m.errOverSource(); diag != nil {
			log.Add("", nil, diag)
			status = env.ExitError
			continue
		}
		for _, file := range m.result {
			path := filepath.Join(m.to, filepath.FromSlash(file.name))
			if _, diag := p.Add(output.Target{Path: path, Content: file.bytes, Mode: file.mode, IsAsset: file.asset,
				Accepts: func(name string) bool { return filepath.Ext(name) == filepath.Ext(path) }}, tree); diag != nil {
				log.Add("", nil, diag)
				status = env.ExitError
			}
		}
		status = max(status, e.checkOtherFiles(m, &log))
	}
	if status == env.ExitOK {
		status = p.Finish()
	}
	return max(status, log.Print(e.session.Report))
}

// print writes the configuration of a module to standard output.
func (e *ejection) print(m *ejected) int {
	var out report.Log
	for i, file := range m.result { // assets are not read for standard output
		if i > 0 {
			out.Out.WriteByte('\n')
		}
		out.Out.Write(file.bytes)
	}
	return out.Print(e.session.Report)
}

// errOverSource returns an error if a module would be written to the directory of its source, because
// the product would load both.
func (m *ejected) errOverSource() *hcl.Diagnostic {
	if m.root == nil {
		return nil
	}
	if rel, err := filepath.Rel(m.realDir, m.realTo); err == nil &&
		(rel == "." || isAsset(".", filepath.ToSlash(rel))) {
		return report.Errorf("Output next to the input",
			"%s would be written to %s, where the product also loads its source. Name another directory with -o.",
			m.name, m.to)
	}
	return nil
}

// checkOtherFiles reports other configuration in the output directory, which the product would load as a part
// of the module. It returns the exit status.
func (e *ejection) checkOtherFiles(m *ejected, out *report.Log) int {
	diag := output.WarnOtherFiles(m.to, func(name string) bool {
		return slices.ContainsFunc(m.result, func(f ejectedFile) bool { return f.name == name })
	})
	if diag == nil {
		return env.ExitOK
	}
	if diag.Severity == hcl.DiagWarning && !e.options.output.Force && !e.options.output.Comparing() {
		diag.Severity = hcl.DiagError
		diag.Detail += " Nothing was written. Choose another directory, remove the files, or write next to them " +
			"with --force."
	}
	out.Add("", nil, diag)
	return report.Status(hcl.Diagnostics{diag})
}

// ejectSummary is the result of the command eject, with notes for review.
type ejectSummary struct {
	Modules []ejectedModule `json:"modules"`
	Notes   []ejectNote     `json:"notes"`
}

type ejectedModule struct {
	Name string `json:"name"`
	// Directory is empty if the module is printed.
	Directory string   `json:"directory,omitempty"`
	Files     []string `json:"files"`
	Assets    int      `json:"assets"`
	// Renamed is the number of renamed addresses. Guesses is the number of warnings about names
	// without a schema.
	Renamed int `json:"renamed"`
	Guesses int `json:"guesses"`
}

func (e *ejection) summary(modules []*ejected) *ejectSummary {
	s := &ejectSummary{Modules: []ejectedModule{}, Notes: []ejectNote{}}
	var changes []ejectNote
	for _, m := range modules {
		done := ejectedModule{Name: m.name, Files: []string{}, Assets: m.assets, Renamed: m.renamed, Guesses: m.guesses}
		for _, file := range m.result {
			if !file.asset {
				done.Files = append(done.Files, file.name)
			}
		}
		s.Notes = append(s.Notes, m.notes...)
		changes = append(changes, m.changes...)
		if !e.options.output.ToStdout() {
			done.Directory = m.to
		}
		s.Modules = append(s.Modules, done)
	}
	s.Notes = append(s.Notes, changes...)
	return s
}

// maxNotes is the maximum number of notes in the text.
const maxNotes = 20

// String returns a line for each module and each note.
func (s *ejectSummary) String() string {
	var b strings.Builder
	for _, m := range s.Modules {
		parts := []string{input.Counted(len(m.Files), "file")}
		if m.Assets > 0 {
			parts = append(parts, input.Counted(m.Assets, "asset"))
		}
		if m.Renamed > 0 {
			parts = append(parts, input.Counted(m.Renamed, "new name"))
		}
		if m.Guesses > 0 {
			parts = append(parts, input.Counted(m.Guesses, "guess"))
		}
		where := ""
		if m.Directory != "" {
			where = " in " + m.Directory
		}
		fmt.Fprintf(&b, "%s: %s%s\n", m.Name, strings.Join(parts, ", "), where)
	}
	if len(s.Notes) > 0 {
		b.WriteString("To look at:\n")
	}
	for i, note := range s.Notes {
		if i == maxNotes {
			fmt.Fprintf(&b, "  and %d more, which --error-format json lists\n", len(s.Notes)-maxNotes)
			break
		}
		where := ""
		if note.Line > 0 {
			where = fmt.Sprintf("%s:%d: ", note.File, note.Line)
		}
		place := note.Place
		if first, _ := utf8.DecodeRuneInString(note.Text); unicode.IsUpper(first) && place != "" {
			place += ":" // a sentence follows, and not the rest of one
		}
		fmt.Fprintf(&b, "  %s%s %s\n", where, place, note.Text)
	}
	return report.PrintableLines(b.String())
}
