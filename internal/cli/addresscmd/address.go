// Package addresscmd contains the commands with addresses: get, list, refs, set, add, rm, mv, cp, sort and
// apply.
package addresscmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/editcmd"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// addressNote ends the descriptions of the commands that change files.
const addressNote = `
The result of one file is printed. Several files, and directories, need -w, or one of -l, -d and --check.
The files of a directory are one module. A check ensures that nothing else changes. "hcljson help
get" explains addresses.

Exit status: 0 success, 1 nothing is at an address, or a file changes (-l, -d, --check), 2 an error.`

// addressOptions are the options of the commands with addresses.
type addressOptions struct {
	edit editcmd.Options
	// script contains the values of -e.
	script []string
	// toFile is the file for moved blocks, or empty for a new name.
	toFile string
	// module is the directory of the module with the declarations that change; empty for all modules.
	module string
	// isScript is true if the first operand is a script, which may be on stdin. text is its content.
	isScript bool
	text     string
}

// textFlags returns the flags for the syntax of a new value.
func textFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "string", Category: command.Output, Usage: "read the new value as the text of a string"},
		&cli.BoolFlag{Name: "json", Category: command.Output, Usage: "read the new value as JSON"},
	}
}

// scriptFlag returns the flag that replaces the first operands of a command.
func (o *addressOptions) scriptFlag(usage string) cli.Flag {
	return command.List(&o.script, cli.GenericFlag{Name: "e", Category: command.Output, Usage: usage + "; repeatable"})
}

// define defines a command that edits files at addresses. Its first n operands are the words of a change.
// incomplete is the message about a change with fewer words.
func (o *addressOptions) define(c cli.Command, n int, incomplete string, conflicts ...command.Conflict) *cli.Command {
	c.Flags = slices.Concat(c.Flags, command.Without(o.edit.OutputFlags(), "force"), o.edit.Session.Flags(), o.edit.Files.Flags())
	description, examples, _ := strings.Cut(c.Description, "\nExamples:")
	c.Description = description + addressNote + "\n\nExamples:" + examples
	c.BashComplete = completeAddress
	o.edit.Session.NativeOnly = true
	rules := command.Rules{Operands: command.Required, Conflicts: append(conflicts, env.OutputConflicts...)}
	return command.Define(&c, rules, func(call *command.Call) (int, error) {
		count := n
		if o.toFile != "" {
			count = 1
		}
		words, paths, err := o.operands(call, &c, count)
		if err != nil {
			return env.ExitError, err
		}
		if !o.isScript {
			if err := o.missingPath(&c, words, paths); err != nil {
				return env.ExitError, err
			}
		}
		var list []address.Change
		if o.isScript {
			list, err = o.readScript(call, words)
		} else {
			list, err = changes(call, c.Name, count, words, incomplete)
		}
		if err != nil {
			return env.ExitError, asUsage(err)
		}
		if o.isScript {
			words, call.Words = nil, append(slices.Clip(call.Words), o.text) // another script is another run
		}
		if o.module != "" && !env.IsDir(o.module) {
			if env.IsMissing(o.module) {
				return env.ExitError, &report.FileError{Name: o.module, Diagnostic: report.CannotRead(o.module, fs.ErrNotExist)}
			}
			return env.ExitError, command.Usagef("--module needs the directory of a module; %s is a file", env.Quoted(o.module))
		}
		if err := o.edit.CheckSeveral(paths); err != nil {
			return env.ExitError, err
		}
		return o.edit.Edit(call, paths, func(s *input.Session) (*editcmd.Editor, error) {
			t := &tally{session: s, counts: make([]tallied, len(list)), create: c.Name == setName && call.Value("create") == false}
			a := &addressed{tally: t, changes: list, skipCheck: o.edit.Output.NoVerify, allOrNone: o.isScript,
				prints: !o.edit.Output.Writing() && !o.edit.Output.Comparing(),
				files:  make([]struct{ found, missing atomic.Bool }, len(list))}
			if o.module != "" {
				a.module, a.moduleName = env.OneName(o.module), o.module
			}
			return &editcmd.Editor{Together: a.edit, Tree: o.isScript || slices.ContainsFunc(list, concernsTree), Finish: a.finish, Guesses: true}, nil
		})
	})
}

// asUsage returns an error about a file unchanged, and any other as an error in the command line.
func asUsage(err error) error {
	if errors.As(err, new(*report.FileError)) {
		return err
	}
	return command.Usagef("%s", err)
}

// optionalAddress parses an address; nil for an empty text.
func optionalAddress(text string) (*address.Address, error) {
	if text == "" {
		return nil, nil
	}
	a, err := address.Parse(text)
	return &a, err
}

// changes parses the changes of a command, each of n words.
func changes(call *command.Call, name string, n int, words []string, incomplete string) (list []address.Change, err error) {
	has := func(option string) bool { return call.Value(option) == true }
	text := func(option string) string {
		value, _ := call.Value(option).(string)
		return value
	}
	options := address.Change{
		Create: has("create"), Default: text("default"), IfMissing: has("if-missing"), NoMoved: has("no-moved"), File: text("to"),
		Forget: has("forget"), IfSupported: has("if-supported"),
	}
	switch {
	case has("string"):
		options.Syntax = address.String
	case has("json"):
		options.Syntax = address.JSON
	}
	if options.Before, err = optionalAddress(text("before")); err != nil {
		return nil, err
	}
	if options.After, err = optionalAddress(text("after")); err != nil {
		return nil, err
	}
	if name == addName { // all further words are texts
		n = max(n, len(words))
	}
	for chunk := range slices.Chunk(words, n) {
		if len(chunk) < n {
			return nil, command.Usagef("%s", strings.Replace(incomplete, "ADDRESS", chunk[0], 1))
		}
		c, err := address.NewChange(name, options, chunk...)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// completeAddress prints the possible continuations of an address in the current directory.
func completeAddress(ctx *cli.Context) {
	typed, streams := command.Typed(ctx)
	streams.Out, streams.Err = ctx.App.Writer, io.Discard
	_, _ = command.NewLine(NewGet(), []string{"--complete", "-e", typed, "."}, streams).Run()
}

// operands returns the words of a command with addresses, and its paths. The words are the values of
// -e. Without -e, they are the first n operands, even if files with these names exist.
func (o *addressOptions) operands(call *command.Call, c *cli.Command, n int) (words, paths []string, err error) {
	words, paths = o.script, call.Operands
	if len(words) == 0 {
		n = min(n, len(paths))
		words, paths = paths[:n], paths[n:]
	}
	if len(paths) == 0 {
		return nil, nil, o.missingOperand(c, words)
	}
	return words, paths, nil
}

// missingOperand returns the error for operands that are all words of a change. If the last one is a file, a word before it is
// missing.
func (o *addressOptions) missingOperand(c *cli.Command, words []string) error {
	last, needed := len(words)-1, strings.Fields(c.ArgsUsage)
	isFile := func(word string) bool {
		return env.HasFileName(word) || !o.isScript && word != env.StdinPath && !env.IsMissing(word)
	}
	switch {
	case len(o.script) > 0:
	case isFile(words[last]):
		text := fmt.Sprintf("%s names the files, so %s is missing", env.Quoted(words[last]), needed[last])
		if c.Name == addName && last == 1 && strings.Contains(words[0], "=") {
			return command.Usagef("%s; hcljson set --create %s %s adds an argument", text, env.Quoted(words[0]), env.Quoted(words[last]))
		}
		example := []string{"hcljson", c.Name}
		for _, word := range words[:last] {
			example = append(example, env.Quoted(word))
		}
		n := len(needed) - 1
		if o.toFile != "" {
			n, example = 1, append(example, "--to", env.Quoted(o.toFile))
		}
		example = append(append(example, needed[last:n]...), env.Quoted(words[last]))
		return command.Usagef("%s: %s", text, strings.Join(example, " "))
	case slices.ContainsFunc(words[:last], isFile):
		return addressFirst(c, words[0])
	}
	return command.Usagef("the files are missing: hcljson %s %s, where - is standard input", c.Name, c.ArgsUsage)
}

// addressFirst returns the error for a file before the address.
func addressFirst(c *cli.Command, file string) error {
	what := "the name of a file"
	if env.IsDir(file) {
		what = "a directory"
	}
	return command.Usagef("%s is %s, and the address comes first: hcljson %s %s", env.Quoted(file), what, c.Name, c.ArgsUsage)
}

// missingPath returns the error for the first path that does not exist and is an address, or nil.
func (o *addressOptions) missingPath(c *cli.Command, words, paths []string) error {
	for _, path := range paths {
		if !env.IsMissing(path) || env.HasFileName(path) {
			continue // the search for files reports missing files
		}
		_, err := address.Parse(path)
		isAddress := err == nil && !strings.Contains(path, "/") && strings.Trim(path, ".") != ""
		isDotted := isAddress && strings.ContainsAny(path, ".[*")
		if takesOnlyFiles := !strings.Contains(c.ArgsUsage, " "); takesOnlyFiles && len(o.script) == 0 &&
			(isDotted || isAddress && len(paths) > 1) {
			files := slices.DeleteFunc(slices.Clone(paths), env.IsMissing)
			if len(files) == 0 {
				files = []string{c.ArgsUsage}
			}
			return command.Usagef("%s does not exist; an address needs -e: hcljson %s -e %s %s", env.Quoted(path), c.Name,
				env.Quoted(path), strings.Join(files, " "))
		}
		if i := slices.IndexFunc(words, func(word string) bool {
			return env.HasFileName(word) || isAddress && !env.IsMissing(word) && (word != "." || isDotted)
		}); i >= 0 && len(o.script) == 0 {
			return addressFirst(c, words[i])
		}
		last := env.Quoted(paths[len(paths)-1])
		isFirst := len(words) == 1 && path == paths[0] && len(paths) > 1 && !strings.Contains(path, "/")
		first, _, isChange := strings.Cut(path, "=")
		_, wrong := address.Parse(first)
		switch {
		case c.Name == setName && isFirst && isChange && wrong == nil && strings.ContainsAny(first, ".["):
			return command.Usagef("%s does not exist; with several addresses, each needs -e: hcljson set -e %s -e %s %s", env.Quoted(path),
				env.Quoted(words[0]), env.Quoted(path), last)
		case c.Name == setName && isFirst && strings.Contains(words[0], "="):
			return command.Usagef("%s does not exist; an expression with spaces needs quotes: hcljson set %s %s", env.Quoted(path),
				env.Quoted(words[0]+" "+path), last)
		case c.Name == setName && isFirst:
			return command.Usagef("%s does not exist; an expression follows =: hcljson set %s %s", env.Quoted(path),
				env.Quoted(words[0]+"="+path), last)
		case o.toFile != "" && isFirst:
			return command.Usagef("%s does not exist; --to moves the blocks at one address, which keep their names: hcljson mv %s --to "+
				"%s %s", env.Quoted(path), env.Quoted(words[0]), env.Quoted(o.toFile), last)
		}
		if isDotted {
			return command.Usagef("%s does not exist; with several addresses, each needs -e: hcljson %s %s", env.Quoted(path),
				c.Name, c.UsageText)
		}
	}
	return nil
}

// parsed parses addresses.
func parsed(texts ...string) (list []address.Address, err error) {
	for i := 0; i < len(texts) && err == nil; i++ {
		var a address.Address
		a, err = address.Parse(texts[i])
		list = append(list, a)
	}
	return list, err
}

// tally counts the places of each of several addresses.
type tally struct {
	session *input.Session
	// create is true if --create can add an argument without a place.
	create bool
	mutex  sync.Mutex
	counts []tallied
}

// tallied is the number of places of an address. If it is 0, missing is the message of the module
// with the longest match, and steps is the number of steps without a match.
type tallied struct {
	places, steps int
	missing       string
	// skipped is the number of places that --if-supported skips, and unknown contains the types without a schema.
	skipped int
	unknown []string
}

// add adds n places of address i in a module.
func (t *tally) add(i, n int, m *address.Module, a address.Address) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	of := &t.counts[i]
	if of.places += n; of.places > 0 {
		return
	}
	// Keep the message of the closest match, independent of the order of the modules.
	text, steps := m.Missing(a)
	if of.missing == "" || cmp.Or(cmp.Compare(steps, of.steps), cmp.Compare(text, of.missing)) < 0 {
		of.missing, of.steps = text, steps
	}
}

// skip counts the places that a change skipped.
func (t *tally) skip(i int, c *address.Change) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.counts[i].skipped += c.Skipped
	t.counts[i].unknown = append(t.counts[i].unknown, c.UnknownTypes...)
}

// finish reports the addresses without a place, and returns the new exit status.
func (t *tally) finish(status int) int {
	for _, of := range t.counts {
		if of.places == 0 && of.missing != "" && status < env.ExitError {
			if t.create && of.steps == 1 {
				of.missing += " --create adds it."
			}
			t.session.Report.Add("", nil, report.Errorf("Address not found", "%s", of.missing))
			status = env.ExitDiffers
		}
	}
	return status
}

// addressedModules groups files by module. It omits files that could not be read.
func addressedModules(files []*output.Result) (list [][]*output.Result) {
	index := map[string]int{}
	for _, c := range files {
		if c.Failed {
			continue
		}
		dir := moduleOf(c, files)
		if _, known := index[dir]; !known {
			index[dir], list = len(list), append(list, nil)
		}
		list[index[dir]] = append(list[index[dir]], c)
	}
	return list
}

// moduleOf returns the directory of the module of a file. A file of values in a directory without configuration belongs to
// the given module in the nearest parent directory, or else to the only given module.
func moduleOf(c *output.Result, files []*output.Result) string {
	dir := c.Module()
	if d := c.File.Dialect; d == nil || conventions.Of(d).Outside == nil || len(conventions.Of(d).Outside.Values) == 0 || conventions.Of(d).Outside.Module != "" {
		return dir
	}
	given := map[string]bool{}
	for _, other := range files {
		if style := conventions.Of(other.File.Dialect).Style; style != nil && len(style.Declarations) > 0 {
			given[other.Module()] = true
		}
	}
	for parent := dir; ; parent = filepath.Dir(parent) {
		switch {
		case given[parent]:
			return parent
		case parent != filepath.Dir(parent):
		case len(given) == 1:
			for only := range given {
				return only
			}
		default:
			return dir
		}
	}
}

func (t *tally) read(files []*output.Result) (*address.Module, hcl.Diagnostics) {
	var texts []address.Source
	languages := map[*schema.Dialect]*schema.Dialect{}
	for _, c := range files {
		of := c.File.Dialect
		if languages[of] == nil {
			languages[of] = t.session.Language(c.Source)
		}
		texts = append(texts, address.Source{Source: c.Text(c.Src), Parsed: c.Parsed, Dialect: languages[of]})
		c.Parsed = nil // the changes change the tree
	}
	return address.Read(texts...)
}

// addressed applies changes at addresses.
type addressed struct {
	*tally
	changes   []address.Change
	skipCheck bool
	// module is the directory of the only module that changes, apart from references in the others; empty for all.
	module string
	// moduleName is its name on the command line, and moduleGiven is true if it has files.
	moduleName  string
	moduleGiven atomic.Bool
	// allOrNone is true if no change is made unless each address exists.
	allOrNone bool
	// prints is true if the results are printed. Then nothing is printed unless each address exists.
	prints bool
	// files contains, for each change with a file, whether a module found or missed the file.
	files []struct{ found, missing atomic.Bool }
}

// finish also reports files that are in no module, and a module without files.
func (a *addressed) finish(status int) int {
	if a.module != "" && !a.moduleGiven.Load() && status < env.ExitError {
		a.session.Report.Add("", nil, report.Errorf("No such module", "No file of the module in %s is among the given paths. Name "+
			"the directory too.", a.moduleName))
		return env.ExitError
	}
	for i, c := range a.changes {
		if a.files[i].missing.Load() && !a.files[i].found.Load() {
			a.session.Report.Add(c.File, nil, a.missingFile(c.File))
			return env.ExitError
		}
	}
	status = a.tally.finish(status)
	for i, c := range a.changes {
		if of := a.counts[i]; c.IfSupported && status < env.ExitError {
			done := "set"
			if c.Op == address.Add {
				done = "added"
			}
			a.session.Report.Note("%s: %d %s, %d skipped", c.Address, of.places-of.skipped, done, of.skipped)
			if slices.Sort(of.unknown); len(of.unknown) > 0 {
				a.session.Report.Note("Skipped, because no schema defines the argument or block: %s",
					strings.Join(slices.Compact(of.unknown), ", "))
			}
		}
	}
	return status
}

// missingFile returns the error for the file of mv --to, which is in no module.
func (a *addressed) missingFile(name string) *hcl.Diagnostic {
	if env.IsMissing(name) {
		return report.Errorf("No such file", "%s does not exist. Create it first, and add it to the operands.", name)
	}
	return report.Errorf("No operand", "%s is not among the operands. Add it, or name its directory instead of the files.", name)
}

// configuration is the language of configuration.
var configuration = sync.OnceValue(func() *schema.Dialect { return opentofu.Config(opentofu.Target{}) })

// mayRename reports whether a change can rename something that the callers of a module use.
func mayRename(c address.Change) bool { return c.MayRename(configuration()) }

// concernsTree reports whether a change can rename or remove something that the callers of a module use.
func concernsTree(c address.Change) bool { return mayRename(c) || c.MayRemove(configuration()) }

// changed is a module and its changes.
type changed struct {
	*address.Module
	dir   string
	files []*output.Result
	diags hcl.Diagnostics
	// failed is true after an error in a file of another module.
	failed bool
}

// edit applies the changes to files that are written together.
func (a *addressed) edit(together []*output.Result) {
	var list []*changed
	modules, tree := map[string]*changed{}, map[string]*address.Module{}
	for _, files := range addressedModules(together) {
		m := &changed{files: files, dir: moduleOf(files[0], together)}
		list = append(list, m)
		m.do(func() (diags hcl.Diagnostics) {
			m.Module, diags = a.read(files)
			return diags
		})
		if modules[m.dir] = m; m.Module != nil {
			tree[m.dir] = m.Module
		}
	}
	address.NewTree(tree, called)
	only := slices.ContainsFunc(list, func(m *changed) bool {
		return m.Module != nil && slices.ContainsFunc(a.changes, func(c address.Change) bool {
			return mayRename(c) && m.Callable(c.Address)
		})
	})
	for _, m := range list {
		if m.Module != nil {
			m.SkipCheck, m.CallableOnly = a.skipCheck, only
		}
	}
	for i := range a.changes { // a change can change references in all modules
		for _, m := range list {
			if m.Module != nil && (a.module == "" || m.dir == a.module) {
				a.moduleGiven.Store(true)
				m.do(func() hcl.Diagnostics { return a.apply(m, i) })
			}
		}
	}
	distribute(list)
	if (a.allOrNone || a.prints) && a.incomplete() {
		for _, m := range list {
			texts := make([][]byte, len(m.files))
			for i := 0; i < len(texts) && !a.prints; i++ {
				texts[i] = m.files[i].Src
			}
			m.done(texts)
		}
		return
	}
	orders(list, modules)
	texts := make([][][]byte, len(list))
	for i, m := range list {
		m.do(func() (diags hcl.Diagnostics) {
			texts[i], diags = m.Results()
			return diags
		})
	}
	distribute(list)
	for i, m := range list {
		m.done(texts[i])
	}
	a.elsewhere(list, together)
}

// incomplete reports whether an address or a file of the changes does not exist.
func (a *addressed) incomplete() bool {
	for i, of := range a.counts {
		if of.places == 0 || a.files[i].missing.Load() && !a.files[i].found.Load() {
			return true
		}
	}
	return false
}

// distribute gives each module the diagnostics about its files.
func distribute(list []*changed) {
	owners := map[string]*changed{}
	for _, m := range list {
		for _, c := range m.files {
			owners[c.Name] = m
		}
	}
	for _, m := range list {
		m.diags = slices.DeleteFunc(m.diags, func(diag *hcl.Diagnostic) bool {
			if diag.Subject == nil || owners[diag.Subject.Filename] == nil || owners[diag.Subject.Filename] == m {
				return false
			}
			owner := owners[diag.Subject.Filename]
			owner.diags, m.failed = append(owner.diags, diag), m.failed || diag.Severity == hcl.DiagError
			return true
		})
	}
}

// do runs a step, unless an earlier step failed.
func (m *changed) do(step func() hcl.Diagnostics) {
	if !m.diags.HasErrors() {
		_, diags := env.RecoverPanic(m.files[0].Name, func() (any, hcl.Diagnostics) { return nil, step() })
		m.diags = append(m.diags, diags...)
	}
}

// done stores the new texts of the files, and logs the diagnostics by file.
func (m *changed) done(texts [][]byte) {
	for i := range m.files {
		if !m.diags.HasErrors() {
			m.files[i].Converted = texts[i]
		}
	}
	// A log copies the source for each call, and a binary file can have one diagnostic per byte.
	byFile := make([]hcl.Diagnostics, len(m.files))
	for _, diag := range m.diags {
		i := max(0, slices.IndexFunc(m.files, func(c *output.Result) bool {
			return diag.Subject != nil && diag.Subject.Filename == c.Name
		}))
		byFile[i] = append(byFile[i], diag)
	}
	for i, c := range m.files {
		c.Log.Add(c.Name, c.Src, byFile[i]...)
		c.Failed = c.Failed || byFile[i].HasErrors() || m.failed
	}
}

// called returns the directory of the module that a call refers to.
func called(dir, source string) string {
	if inside, ok := strings.CutPrefix(source, conventions.Repository); ok {
		dir, source = env.Tree(dir), inside
	}
	return env.OneName(filepath.Join(dir, filepath.FromSlash(source)))
}

// apply applies a change to the trees of a module.
func (a *addressed) apply(m *changed, i int) hcl.Diagnostics {
	c := a.changes[i]
	if c.File != "" {
		var ok bool
		if c.File, ok = m.fileName(c.File); !ok {
			a.files[i].missing.Store(true)
			return nil
		}
		a.files[i].found.Store(true)
	}
	n, diags := m.Apply(&c)
	if !diags.HasErrors() {
		missing := c.Address
		if n == 0 && c.Op == address.Move && len(m.Get(missing)) > 0 {
			missing = c.To // the call of the module in the new address
		}
		a.add(i, n, m.Module, missing)
		a.skip(i, &c)
	}
	return diags
}

// fileName returns the name of the file of the module at a path, or false if the file is in no or in
// another module. A path without a directory is the name of a file in the directory of the module.
func (m *changed) fileName(path string) (string, bool) {
	absolute, err := filepath.Abs(path)
	for _, c := range m.files {
		if path == filepath.Base(c.Name) || err == nil && env.OneName(absolute) == env.OneName(c.Path()) {
			return c.Name, true
		}
	}
	return "", false
}

// orders sets the order in which files are written: a module with a new name follows its callers.
// With this order, a repeated command completes an interrupted run.
func orders(list []*changed, modules map[string]*changed) {
	depth := map[*changed]int{}
	for changing, n := true, 0; changing && n < len(list); n++ {
		changing = false
		for _, m := range list {
			if m.diags.HasErrors() {
				continue
			}
			for _, source := range m.Sources() {
				callee := modules[called(m.dir, source)]
				if callee != nil && callee != m && depth[callee] <= depth[m] {
					depth[callee], changing = depth[m]+1, true
				}
			}
		}
	}
	for _, m := range list {
		for _, c := range m.files {
			if !m.diags.HasErrors() && m.Defines(c.Name) {
				c.Order = 1 + depth[m]
			}
		}
	}
}

// elsewhereLimit is the maximum number of files and directories in the search for callers that are
// not operands.
const elsewhereLimit = 20_000

// elsewhere adds warnings for references to old names in files that are not operands: other files of the module, and its
// callers below the current directory, in the repository of the module and, without a repository, next to the module.
func (a *addressed) elsewhere(list []*changed, given []*output.Result) {
	var directories []string
	var renamed []*changed
	for _, m := range list {
		if !m.diags.HasErrors() && m.IsRenamed() && m.together() {
			renamed = append(renamed, m)
			directories = append(directories, m.dir)
		}
	}
	if len(renamed) == 0 || given[0].Stdin {
		return
	}
	var trees []string
	if slices.ContainsFunc(a.changes, mayRename) { // otherwise, no other module can use the names
		here := env.OneName(".")
		trees = append(trees, here)
		for _, m := range renamed {
			trees = append(trees, env.Tree(m.dir))
			if up := filepath.Dir(m.dir); up == filepath.Dir(here) {
				directories = append(directories, up)
			}
		}
	}
	known, all := map[string]bool{}, slices.Clone(given)
	for _, c := range given {
		known[c.Path()] = true
	}
	unnamed := map[*output.Result]bool{}
	for c := range unnamedFiles(a.session, known, env.Unique(directories), env.Unique(trees)) {
		if style := conventions.Of(c.File.Dialect).Style; conventions.Of(c.File.Dialect).Outside != nil || style != nil && len(style.Declarations) > 0 {
			all, unnamed[c] = append(all, c), true
		}
	}
	var others []string
	tree := map[string]*address.Module{}
	for _, files := range addressedModules(all) {
		dir := moduleOf(files[0], all)
		isRenamed := slices.ContainsFunc(renamed, func(m *changed) bool { return m.dir == dir })
		calls := func(c *output.Result) bool { return address.MayCall(c.Src, c.File.Dialect) }
		if !isRenamed && !slices.ContainsFunc(files, calls) {
			continue
		}
		files = slices.DeleteFunc(files, func(c *output.Result) bool {
			concerns := func(m *changed) bool { return m.Concerns(c.Src, c.File.Dialect) }
			return unnamed[c] && !slices.ContainsFunc(renamed, concerns)
		})
		for _, c := range files {
			if unnamed[c] {
				others = append(others, c.Name)
			}
		}
		if len(files) > 0 {
			tree[dir], _ = a.read(files)
		}
	}
	if len(others) == 0 {
		return
	}
	whole := address.NewTree(tree, called)
	for _, m := range renamed {
		uses, conflicts := m.Unchanged(whole)
		warn := func(format string, places []hcl.Range) {
			places = slices.DeleteFunc(places, func(at hcl.Range) bool { return !slices.Contains(others, at.Filename) })
			slices.SortFunc(places, func(a, b hcl.Range) int {
				return cmp.Or(strings.Compare(a.Filename, b.Filename), a.Start.Line-b.Start.Line)
			})
			var lines []string
			for _, at := range places {
				lines = append(lines, fmt.Sprintf("%s:%d", at.Filename, at.Start.Line))
			}
			if len(lines) > 0 {
				m.files[0].Log.Add(m.files[0].Name, nil,
					report.Warningf("References not changed", format, strings.Join(slices.Compact(lines), ", ")))
			}
		}
		warn("These files use an old name, and were not given: %s. Name their directories too, or change the references.", uses)
		warn("These files use the new name already, and were not given: %s. Change them first.", conflicts)
	}
}

// together reports whether the files are one configuration for a product.
func (m *changed) together() bool {
	return slices.ContainsFunc(m.files, func(c *output.Result) bool { return env.IsConfiguration(filepath.Base(c.Name)) })
}

// unnamedFiles returns the readable files of modules and of trees of directories that are not in known.
func unnamedFiles(s *input.Session, known map[string]bool, modules, trees []string) iter.Seq[*output.Result] {
	here := env.OneName(".")
	return func(yield func(*output.Result) bool) {
		entries, root, done := 0, "", 0
		visit := func(path string, entry fs.DirEntry, err error) error {
			entries++
			switch {
			case err != nil || path != root && (strings.HasPrefix(entry.Name(), ".") || slices.Contains(trees[:done], path) ||
				entry.IsDir() && !slices.Contains(trees, root) && entry.Name() != loading.TestDirectory):
				if entry != nil && entry.IsDir() {
					return fs.SkipDir
				}
				return nil
			case entries > elsewhereLimit:
				return fs.SkipAll
			case entry.IsDir() || !entry.Type().IsRegular() || known[path]:
				return nil
			}
			known[path] = true
			file, err := s.ForFile(path)
			if err != nil || file.Dialect == nil {
				return nil
			}
			name := path
			if inside, err := filepath.Rel(here, path); err == nil {
				name = inside
			}
			in := input.NewSource(name, "")
			in.File = file
			c := &output.Result{Task: output.Task{Source: in}}
			src, _, diag := s.Load(in)
			if c.Src = src.Bytes(); diag == nil && !yield(c) {
				return fs.SkipAll
			}
			return nil
		}
		for _, root = range modules {
			_ = filepath.WalkDir(root, visit)
		}
		for done, root = range trees {
			_ = filepath.WalkDir(root, visit)
		}
	}
}
