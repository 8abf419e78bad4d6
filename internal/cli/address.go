package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// addressNote ends the descriptions of the commands that change files.
const addressNote = `
The result of one file is printed. Several files, and directories, need -w, or one of -l, -d and --check.
The files of a directory are one module. A check proves first that nothing else changes. "hcljson help
get" explains addresses.

Exit status: 0 success, 1 nothing is at an address, or a file changes (-l, -d, --check), 2 an error.`

// addressOptions are the options of the commands with addresses.
type addressOptions struct {
	edit editOptions
	// script contains the values of -e.
	script         []string
	asText, asJSON bool
}

// textFlags returns the flags for the syntax of a new value.
func (o *addressOptions) textFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "string", Category: command.Output, Destination: &o.asText,
			Usage: "read the new value as the text of a string"},
		&cli.BoolFlag{Name: "json", Category: command.Output, Destination: &o.asJSON, Usage: "read the new value as JSON"},
	}
}

func (o *addressOptions) syntax() address.Syntax {
	switch {
	case o.asText:
		return address.String
	case o.asJSON:
		return address.JSON
	}
	return address.Native
}

// scriptFlag returns the flag that replaces the first operands of a command.
func (o *addressOptions) scriptFlag(usage string) cli.Flag {
	return command.List(&o.script, cli.GenericFlag{Name: "e", Category: command.Output, Usage: usage + "; repeatable"})
}

// define defines a command that edits files at addresses. Its first n operands are the words; changes
// converts them.
func (o *addressOptions) define(
	c cli.Command, n int, conflicts []command.Conflict, changes func(words []string) ([]address.Change, error),
) *cli.Command {
	c.Flags = slices.Concat(c.Flags, command.Without(o.edit.outputFlags(), "force"), o.edit.session.flags(), o.edit.files.flags())
	description, examples, _ := strings.Cut(c.Description, "\nExamples:")
	c.Description = description + addressNote + "\n\nExamples:" + examples
	c.BashComplete = completeAddress
	o.edit.session.nativeOnly = true
	rules := command.Rules{Operands: command.Required, Conflicts: append(conflicts, outputConflicts...)}
	return command.Define(&c, rules, func(call *command.Call) (int, error) {
		words, paths, err := o.operands(call, &c, n)
		if err != nil {
			return exitError, err
		}
		list, err := changes(words)
		if err != nil {
			return exitError, command.Usagef("%s", err)
		}
		if err := missingPath(&c, words, paths); err != nil {
			return exitError, err
		}
		if (len(paths) > 1 || isDir(paths[0])) && !o.edit.output.write && !o.edit.output.comparing() {
			return exitError, errSeveralEdits
		}
		return o.edit.edit(call, paths, func(s *session) (*editor, error) {
			t := &tally{session: s, counts: make([]tallied, len(list))}
			a := &addressed{tally: t, changes: list, unproven: o.edit.output.noVerify}
			return &editor{together: a.edit, tree: slices.ContainsFunc(list, mayRename), finish: a.finish, guesses: true}, nil
		})
	})
}

// completeAddress prints the possible continuations of an address in the current directory.
func completeAddress(ctx *cli.Context) {
	typed, streams := command.Typed(ctx)
	streams.Out, streams.Err = ctx.App.Writer, io.Discard
	_, _ = command.NewLine(getCommand(), []string{"--complete", "-e", typed, "."}, streams).Run()
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
		return nil, nil, command.Usagef("the files are missing: hcljson %s %s, where - is standard input", c.Name, c.ArgsUsage)
	}
	return words, paths, nil
}

// missingPath returns the error for the first path that does not exist, or nil.
func missingPath(c *cli.Command, words, paths []string) error {
	for _, path := range paths {
		switch {
		case stands(path):
		case len(words) > 0 && stands(words[0]):
			return command.Usagef("there is no file or directory %s, but %s is one; the address comes first: hcljson %s %s",
				quoted(path), quoted(words[0]), c.Name, c.ArgsUsage)
		default:
			return command.Usagef("there is no file or directory %s; of several addresses, each needs an -e: "+
				"hcljson %s %s", quoted(path), c.Name, c.UsageText)
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
	session *session
	mutex   sync.Mutex
	counts  []tallied
}

// tallied is the number of places of an address. If it is 0, missing is the message of the module
// with the longest match, and steps is the number of steps without a match.
type tallied struct {
	places, steps int
	missing       string
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

// finish reports the addresses without a place, and returns the new exit status.
func (t *tally) finish(status int) int {
	for _, of := range t.counts {
		if of.places == 0 && of.missing != "" && status < exitError {
			t.session.report.Add("", nil, report.Errorf("Nothing there", "%s", of.missing))
			status = exitDiffers
		}
	}
	return status
}

// addressedModules groups files by module. It omits files that could not be read.
func addressedModules(files []*conversion) (list [][]*conversion) {
	index := map[string]int{}
	for _, c := range files {
		if c.failed {
			continue
		}
		if _, known := index[c.module()]; !known {
			index[c.module()], list = len(list), append(list, nil)
		}
		list[index[c.module()]] = append(list[index[c.module()]], c)
	}
	return list
}

func (t *tally) read(files []*conversion) (*address.Module, hcl.Diagnostics) {
	var texts []address.Source
	languages := map[*schema.Dialect]*schema.Dialect{}
	for _, c := range files {
		of := c.file.Dialect
		if languages[of] == nil {
			languages[of] = t.session.language(c.source, c.src)
		}
		texts = append(texts, address.Source{Source: c.text(c.src), Dialect: languages[of]})
	}
	return address.Read(texts...)
}

// addressed applies changes at addresses.
type addressed struct {
	*tally
	changes  []address.Change
	unproven bool
}

// mayRename reports whether a change can rename something that the callers of a module use.
func mayRename(c address.Change) bool { return c.MayRename(opentofu.Config(opentofu.Target{}).Style) }

// changed is a module and its changes.
type changed struct {
	*address.Module
	files []*conversion
	diags hcl.Diagnostics
}

// edit applies the changes to files that are written together.
func (a *addressed) edit(together []*conversion) {
	var list []*changed
	for _, files := range addressedModules(together) {
		m := &changed{files: files}
		list = append(list, m)
		m.do(func() (diags hcl.Diagnostics) {
			m.Module, diags = a.read(files)
			return diags
		})
	}
	only := slices.ContainsFunc(list, func(m *changed) bool {
		return m.Module != nil && slices.ContainsFunc(a.changes, func(c address.Change) bool {
			return mayRename(c) && m.Callable(c.Address)
		})
	})
	for _, m := range list {
		if m.Module != nil {
			m.Unproven, m.CallableOnly = a.unproven, only
			m.do(func() hcl.Diagnostics { return a.apply(m.Module) })
		}
	}
	modules := map[string]*changed{}
	for _, m := range list {
		modules[m.files[0].module()] = m
	}
	for _, m := range list {
		m.do(func() hcl.Diagnostics {
			return m.Follow(func(source string) []address.Renamed {
				if called := modules[m.called(source)]; called != nil && called.Module != nil {
					return called.Renamed()
				}
				return nil
			})
		})
	}
	orders(list, modules)
	for _, m := range list {
		var texts [][]byte
		m.do(func() (diags hcl.Diagnostics) {
			texts, diags = m.Results()
			return diags
		})
		m.done(texts)
	}
	a.elsewhere(list, together)
}

// do runs a step, unless an earlier step failed.
func (m *changed) do(step func() hcl.Diagnostics) {
	if !m.diags.HasErrors() {
		_, diags := guard(m.files[0].name, func() (any, hcl.Diagnostics) { return nil, step() })
		m.diags = append(m.diags, diags...)
	}
}

// done stores the new texts of the files, and logs the diagnostics by file.
func (m *changed) done(texts [][]byte) {
	for i := range m.files {
		if !m.diags.HasErrors() {
			m.files[i].converted = texts[i]
		}
	}
	// A log copies the source for each call, and a binary file can have one diagnostic per byte.
	byFile := make([]hcl.Diagnostics, len(m.files))
	for _, diag := range m.diags {
		i := max(0, slices.IndexFunc(m.files, func(c *conversion) bool {
			return diag.Subject != nil && diag.Subject.Filename == c.name
		}))
		byFile[i] = append(byFile[i], diag)
	}
	for i, c := range m.files {
		c.log.Add(c.name, c.src, byFile[i]...)
		c.failed = c.failed || byFile[i].HasErrors()
	}
}

// called returns the directory of the module that a call refers to.
func (m *changed) called(source string) string {
	return oneName(filepath.Join(m.files[0].module(), filepath.FromSlash(source)))
}

// apply applies the changes to the trees of a module.
func (a *addressed) apply(m *address.Module) (diags hcl.Diagnostics) {
	for i := 0; i < len(a.changes) && !diags.HasErrors(); i++ {
		n, more := m.Apply(&a.changes[i])
		if diags = append(diags, more...); !more.HasErrors() {
			a.add(i, n, m, a.changes[i].Address)
		}
	}
	return diags
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
				called := modules[m.called(source)]
				if called != nil && called != m && depth[called] <= depth[m] {
					depth[called], changing = depth[m]+1, true
				}
			}
		}
	}
	for _, m := range list {
		for _, c := range m.files {
			if !m.diags.HasErrors() && m.Defines(c.name) {
				c.order = 1 + depth[m]
			}
		}
	}
}

// elsewhereLimit is the maximum number of files and directories in the search for callers that are
// not operands.
const elsewhereLimit = 20_000

// elsewhere adds warnings for files that use an old name but are not operands: other files of the
// module, and its callers below the current directory.
func (a *addressed) elsewhere(list []*changed, given []*conversion) {
	modules, known := map[string]*changed{}, map[string]bool{}
	var directories []string
	for _, m := range list {
		if dir := m.files[0].module(); !m.diags.HasErrors() && len(m.Moves()) > 0 {
			modules[dir] = m
			directories = append(directories, dir)
		}
	}
	here, err := filepath.Abs(".")
	if len(modules) == 0 || given[0].stdin || err != nil {
		return
	}
	for _, c := range given {
		known[c.path()] = true
	}
	rest := map[*changed][]*conversion{}
	var calls []string
	for c := range unnamedFiles(a.session, known, unique(append(directories, here))...) {
		m, style := modules[c.module()], c.file.Dialect.Style
		if m == nil && (style == nil || style.Calls.Type == "" || !bytes.Contains(c.src, []byte(style.Calls.Source))) {
			continue
		}
		read, diags := a.read([]*conversion{c})
		if diags.HasErrors() {
			continue
		}
		if m != nil && m.together() {
			rest[m] = append(rest[m], c)
		}
		for _, at := range read.Uses(func(source string) []address.Renamed {
			if m := modules[oneName(filepath.Join(c.dir(), filepath.FromSlash(source)))]; m != nil {
				return m.Renamed()
			}
			return nil
		}) {
			calls = append(calls, fmt.Sprintf("%s:%d", at.Filename, at.Start.Line))
		}
	}
	warn := func(c *conversion, summary, format string, uses []string) {
		if len(uses) > 0 {
			c.log.Add(c.name, nil, report.Warningf(summary, format, strings.Join(uses, ", ")))
		}
	}
	warn(given[0], "Callers not changed", "These call a module with a new name, and were not given: %s. Give their "+
		"directories too, or change them.", calls)
	for m, others := range rest {
		uses, diags := a.unchanged(m, others)
		warn(m.files[0], "References not changed", "These use an old name, and were not given: %s. Give the directory "+
			"of the module, or change them.", uses)
		for _, diag := range diags {
			warn(m.files[0], "References not changed", "Other files of the module were not given, and cannot have the new name: "+
				"%s", []string{diag.Detail})
		}
	}
}

// together reports whether the files are one configuration for a product.
func (m *changed) together() bool {
	return slices.ContainsFunc(m.files, func(c *conversion) bool { return isConfiguration(filepath.Base(c.name)) })
}

// unchanged returns the lines of other files of a module that the changes would also rename, or the
// errors of these changes.
func (a *addressed) unchanged(m *changed, rest []*conversion) (uses []string, diags hcl.Diagnostics) {
	whole, diags := a.read(append(slices.Clone(m.files), rest...))
	texts, more := guard(m.files[0].name, func() (texts [][]byte, diags hcl.Diagnostics) {
		whole.Unproven, whole.CallableOnly = true, m.CallableOnly
		for _, move := range m.Moves() {
			if _, more := whole.Apply(&move); more.HasErrors() {
				return nil, more
			}
		}
		diags = whole.Follow(func(string) []address.Renamed { return nil })
		texts, more := whole.Results()
		return texts, append(diags, more...)
	})
	if diags = append(diags, more...); diags.HasErrors() {
		return nil, report.Errors(diags)
	}
	for i, c := range rest {
		after := strings.Split(string(texts[len(m.files)+i]), "\n")
		for n, line := range strings.Split(string(c.src), "\n") {
			// Ignore the alignment of lines next to a name.
			if n >= len(after) || !slices.Equal(strings.Fields(line), strings.Fields(after[n])) {
				uses = append(uses, fmt.Sprintf("%s:%d", c.name, n+1))
			}
		}
	}
	return uses, nil
}

// unnamedFiles returns the readable files in and below directories that are not in known.
func unnamedFiles(s *session, known map[string]bool, directories ...string) iter.Seq[*conversion] {
	here, _ := filepath.Abs(".")
	return func(yield func(*conversion) bool) {
		entries := 0
		visit := func(path string, entry fs.DirEntry, err error) error {
			entries++
			switch {
			case err != nil || !slices.Contains(directories, path) && strings.HasPrefix(entry.Name(), "."):
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
			file, err := s.forFile(path)
			if err != nil || file.Dialect == nil {
				return nil
			}
			name := path
			if inside, err := filepath.Rel(here, path); err == nil {
				name = inside
			}
			in := newSource(name, "")
			in.file = file
			c := &conversion{task: task{source: in}}
			var diag *hcl.Diagnostic
			if c.src, _, diag = s.load(in); diag == nil && !yield(c) {
				return fs.SkipAll
			}
			return nil
		}
		for _, dir := range directories {
			_ = filepath.WalkDir(dir, visit)
		}
	}
}

const getDescription = `Prints the values at ADDRESS, as they are written in the files. If there are several, each has its file,
line and address above it. - is standard input.

An address is like a reference, or consists of block types, labels, arguments and keys, with dots between
them: aws_instance.web.tags.Name, var.cidr.default, terraform.required_version. Among equal addresses,
[0] selects the first one, [*] each, and [name == "x"] those with this argument. * is any name or a part
of one, and ** is any number of steps. A name with dots needs quotes.

Exit status: 0 success, 1 nothing is at an address, 2 an error.

Examples:
  hcljson get aws_instance.web.ami main.tf
  hcljson get 'output.*[description == null]' modules`

// getOptions are the options of get.
type getOptions struct {
	addressOptions
	complete bool
}

func getCommand() *cli.Command {
	o := new(getOptions)
	c := &cli.Command{
		Name: "get", Usage: "print the values at an address",
		ArgsUsage: "ADDRESS FILE|DIR...", UsageText: "-e ADDRESS... FILE|DIR...", Description: getDescription,
		Flags: slices.Concat([]cli.Flag{
			o.scriptFlag("print the values at this `ADDRESS`"),
			&cli.BoolFlag{Name: "json", Category: command.Output, Destination: &o.asJSON,
				Usage: "print JSON; of several places, an object on a line for each"},
			&cli.BoolFlag{Name: "string", Category: command.Output, Destination: &o.asText,
				Usage: "print only the text of a string, without quotes and line end"},
			&cli.BoolFlag{Name: "complete", Category: command.Output, Destination: &o.complete,
				Usage: "print the possible continuations of an incomplete ADDRESS"},
		}, o.edit.session.flags(), o.edit.files.flags()),
		BashComplete: completeAddress,
	}
	return command.Define(c, command.Rules{Operands: command.Required,
		Conflicts: command.Conflicts("--json and --string are two ways to print", "string", "json"),
	}, func(call *command.Call) (int, error) { return o.run(call, c) })
}

func (o *getOptions) run(call *command.Call, c *cli.Command) (int, error) {
	words, paths, err := o.operands(call, c, 1)
	var list []address.Address
	if err == nil && !o.complete {
		list, err = parsed(words...)
	}
	if err == nil {
		err = missingPath(c, words, paths)
	}
	if err != nil {
		return exitError, command.Usagef("%s", err)
	}
	o.edit.session.nativeOnly = true
	return start(&o.edit.session, call, func(s *session) (int, error) {
		find := &finder{session: s, files: o.edit.files, output: &o.edit.output, wanted: wanted{
			direction: eitherSyntax, guesses: true, streams: !slices.ContainsFunc(paths, isDir), nothing: "No files to look at",
		}}
		t := &tally{session: s, counts: make([]tallied, len(list))}
		g := &getting{tally: t, options: o, list: list, words: words}
		var files []*conversion
		for _, s := range find.find(paths) {
			files = append(files, &conversion{task: task{source: s}})
		}
		return g.all(addressedModules(files), find.status), nil
	})
}

// getting prints the values at addresses.
type getting struct {
	*tally
	options *getOptions
	list    []address.Address
	words   []string
}

// looked is the result for one module.
type looked struct {
	log       report.Log
	status    int
	places    []address.Found
	completed []string
}

func (g *getting) all(modules [][]*conversion, status int) int {
	var places []address.Found
	var completed []string
	look := func(i int) *looked { return g.module(modules[i]) }
	inOrder(len(modules), limit(g.options.edit.files.jobs), look, func(_ int, l *looked) {
		status = max(status, l.status, l.log.Print(g.session.report))
		places, completed = append(places, l.places...), append(completed, l.completed...)
	})
	slices.Sort(completed)
	for _, text := range slices.Compact(completed) {
		fmt.Fprintln(g.session.Out, text)
	}
	for _, found := range places {
		status = max(status, g.print(found, len(places) > 1))
	}
	return g.finish(status)
}

func (g *getting) module(files []*conversion) *looked {
	l, texts := &looked{}, map[string][]byte{}
	files = slices.DeleteFunc(files, func(c *conversion) bool {
		var diag *hcl.Diagnostic
		if c.src, _, diag = g.session.load(c.source); diag != nil {
			l.log.Add(c.name, c.src, diag)
			l.status = exitError
		}
		texts[c.name] = c.src
		return diag != nil
	})
	read, diags := g.read(files)
	l.log.AddWith(texts, diags...)
	if l.status = max(l.status, report.Status(diags)); read == nil {
		return l
	}
	for i, a := range g.list {
		found := read.Get(a)
		l.places = append(l.places, found...)
		g.add(i, len(found), read, a)
	}
	for i := 0; g.options.complete && i < len(g.words); i++ {
		l.completed = append(l.completed, read.Complete(g.words[i])...)
	}
	return l
}

// print prints the value at a place. If several is true, it also prints the position.
func (g *getting) print(p address.Found, several bool) int {
	text := p.Text
	if g.options.asText && p.String != nil {
		if text = *p.String; !several {
			_, err := io.WriteString(g.session.Out, text) // without a line break
			return written(err)
		}
	}
	name, line := p.Range.Filename, p.Range.Start.Line
	if g.options.asJSON {
		value, diags := p.JSON()
		if diags.HasErrors() {
			g.session.report.Add(name, nil, diags...)
			return exitError
		}
		if text = string(value); several {
			var compact bytes.Buffer
			_ = json.Compact(&compact, value)
			quoted := func(text string) []byte { return jsonemit.AppendString(nil, text) }
			text = fmt.Sprintf(`{"address":%s,"file":%s,"line":%d,"value":%s}`, quoted(p.Address), quoted(name), line, &compact)
		}
	} else if several && p.IsBlock {
		text = fmt.Sprintf("%s:%d: %s\n%s\n", name, line, p.Address, text)
	} else if several {
		text = fmt.Sprintf("%s:%d: %s = %s", name, line, p.Address, text)
	}
	_, err := fmt.Fprintln(g.session.Out, strings.TrimRight(text, "\n"))
	return written(err)
}

// written returns the exit status after output.
func written(err error) int {
	if err != nil {
		return exitError
	}
	return exitOK
}

const setDescription = `Sets the value at ADDRESS to EXPRESSION, which is native syntax: aws_instance.web.ami=data.aws_ami.this.id,
'module.vpc.version="6.0.1"'. Only --create adds a missing argument.

Examples:
  hcljson set -d 'module.vpc.version="6.0.1"' main.tf
  hcljson set -w --create 'aws_*.*.tags.Team="shop"' main.tf`

func setCommand() *cli.Command {
	o, create := new(addressOptions), false
	return o.define(cli.Command{
		Name: "set", Usage: "set the value at an address",
		ArgsUsage: "ADDRESS=EXPRESSION FILE|DIR...", UsageText: "-e ADDRESS=EXPRESSION... FILE|DIR...",
		Description: setDescription,
		Flags: append(o.textFlags(), o.scriptFlag("set this `ADDRESS=EXPRESSION`"),
			&cli.BoolFlag{Name: "create", Category: command.Output, Destination: &create,
				Usage: "add a missing argument or item, if its place is clear"}),
	}, 1, textConflicts, func(words []string) (list []address.Change, _ error) {
		for _, word := range words {
			a, text, err := address.Assignment(word)
			if err != nil {
				return nil, err
			}
			if !o.asText {
				if text = strings.TrimSpace(text); text == "" {
					return nil, command.Usagef("%s: an expression must follow =; an empty string is '\"\"'", word)
				}
			}
			list = append(list, address.Change{Address: a, Text: []string{text}, Syntax: o.syntax(), Create: create})
		}
		return list, nil
	})
}

const addDescription = `Adds TEXT to the value at ADDRESS: an element to a list, an item (key = value) to an object, an argument or
a block to a block. The address of the file itself is a dot.

Examples:
  hcljson add -d locals 'zones = ["a"]' main.tf
  hcljson add -w aws_instance.web 'lifecycle { }' main.tf`

func addCommand() *cli.Command {
	o, c := new(addressOptions), address.Change{Op: address.Add}
	var before, after string
	return o.define(cli.Command{
		Name: "add", Usage: "add an element, item, argument or block at an address",
		ArgsUsage: "ADDRESS TEXT FILE|DIR...", UsageText: "-e ADDRESS -e TEXT... FILE|DIR...", Description: addDescription,
		Flags: append(o.textFlags(), o.scriptFlag("the address, and then a text to add: a `WORD` for each"),
			&cli.StringFlag{Name: "before", Category: command.Output, Destination: &before, Usage: "add it before this `ADDRESS`"},
			&cli.StringFlag{Name: "after", Category: command.Output, Destination: &after, Usage: "add it after this `ADDRESS`"},
			&cli.BoolFlag{Name: "if-missing", Category: command.Output, Destination: &c.IfMissing,
				Usage: "skip a TEXT that exists already"}),
	}, 2, append(command.Conflicts("--before and --after are two places", "after", "before"), textConflicts...),
		func(words []string) ([]address.Change, error) {
			if len(words) < 2 {
				return nil, command.Usagef("add needs an -e for the address and one for each text")
			}
			list, err := parsed(words[0], cmp.Or(before, after, "."))
			if err != nil {
				return nil, err
			}
			c.Address, c.Text, c.Syntax = list[0], words[1:], o.syntax()
			if before != "" {
				c.Before = &list[1]
			} else if after != "" {
				c.After = &list[1]
			}
			return []address.Change{c}, nil
		})
}

var textConflicts = command.Conflicts("--json and --string are two ways to write a value", "json", "string")

const removeDescription = `Removes the argument, block, element or item at ADDRESS, with the comments directly above and after it.

Examples:
  hcljson rm -d aws_instance.web.ami main.tf
  hcljson rm -w 'output.*' modules`

func removeCommand() *cli.Command {
	o := new(addressOptions)
	return o.define(cli.Command{
		Name: "rm", Usage: "remove the content at an address", ArgsUsage: "ADDRESS FILE|DIR...",
		UsageText: "-e ADDRESS... FILE|DIR...", Description: removeDescription,
		Flags: []cli.Flag{o.scriptFlag("remove the content at this `ADDRESS`")},
	}, 1, nil, atEach(address.Remove))
}

// atEach returns a function that converts each address to a change.
func atEach(op address.Op) func(words []string) ([]address.Change, error) {
	return func(words []string) (changes []address.Change, _ error) {
		list, err := parsed(words...)
		for _, a := range list {
			changes = append(changes, address.Change{Op: op, Address: a})
		}
		return changes, err
	}
}

const moveDescription = `Renames the block, argument or key at the first ADDRESS. The second one ends with the new name. All
references in the module follow: to a resource, a data source, a module, a variable or a local value. A
moved block tells the product that a resource or module has a new name. If a variable or an output is
renamed, values, tests and calls among the given files follow as well.

Examples:
  hcljson mv -d aws_instance.web aws_instance.front .
  hcljson mv -w local.size local.count main.tf`

func moveCommand() *cli.Command {
	o, noMoved := new(addressOptions), false
	return o.define(cli.Command{
		Name: "mv", Usage: "rename a block, argument or key, with all references",
		ArgsUsage: "ADDRESS ADDRESS FILE|DIR...", UsageText: "-e ADDRESS -e ADDRESS... FILE|DIR...", Description: moveDescription,
		Flags: []cli.Flag{
			o.scriptFlag("an old `ADDRESS`, and then its new one"),
			&cli.BoolFlag{Name: "no-moved", Category: command.Output, Destination: &noMoved, Usage: "write no moved block"},
		},
	}, 2, nil, func(words []string) (changes []address.Change, err error) {
		if len(words)%2 != 0 {
			return nil, command.Usagef("mv needs a new address for %s", words[len(words)-1])
		}
		for pair := range slices.Chunk(words, 2) {
			list, err := parsed(pair...)
			if err != nil {
				return nil, err
			}
			changes = append(changes, address.Change{Op: address.Move, Address: list[0], To: list[1], NoMoved: noMoved})
		}
		return changes, nil
	})
}

const sortDescription = `Sorts the content at ADDRESS: blocks of a type by their labels, the arguments of a block and the items of an
object by their names, the elements of a list by their values. Comments move with them.

Examples:
  hcljson sort -w locals main.tf
  hcljson sort -d output modules/network`

func sortCommand() *cli.Command {
	o := new(addressOptions)
	return o.define(cli.Command{
		Name: "sort", Usage: "sort the content at an address", ArgsUsage: "ADDRESS FILE|DIR...",
		UsageText: "-e ADDRESS... FILE|DIR...", Description: sortDescription,
		Flags: []cli.Flag{o.scriptFlag("sort the content at this `ADDRESS`")},
	}, 1, nil, atEach(address.Sort))
}
