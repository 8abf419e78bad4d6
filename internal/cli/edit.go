package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/supervise"
	"github.com/hcljson/hcljson/schema"
)

const editDescription = `COMMAND receives the JSON of each file on standard input and the file name in HCLJSON_FILE, and prints the
edited JSON. The edit is applied to the file; all other bytes stay: comments, blank lines, order, quotes.
The result of one file, or of - for standard input, is printed. Several files and directories need -w, or
one of -l, -d and --check. A check proves first that the result means the same as the edited JSON. All
files of a directory are written, or none.

COMMAND is started once for each file, without a shell. The JSON has the compact form. An HCL-JSON file is
passed unchanged unless --form is given.

Exit status: 0 success, 1 the edit changes a file (-l, -d, --check without -w), 2 an error.

Examples:
  hcljson edit main.tf -- jq '.terraform.required_version = ">= 1.9"'
  hcljson edit -d modules -- ./bump.py`

// fileVariable is the environment variable with the file name, for the program.
const fileVariable = "HCLJSON_FILE"

// editOptions are the options of the commands that edit files.
type editOptions struct {
	session sessionOptions
	files   fileOptions
	output  outputOptions
	form    formOptions
}

// flags returns the options of edit and patch.
func (o *editOptions) flags() []cli.Flag {
	return slices.Concat(o.outputFlags(), o.session.flags(),
		command.Describe(command.Without(o.form.flags(), "form"),
			"comments", "drop: ignore comments in the edit; the file keeps its own"))
}

func (o *editOptions) outputFlags() []cli.Flag {
	return command.Describe(command.Without(o.output.flags(), "output", "replace"),
		"force", "take an edit that is not the whole file",
		"write", "write the edited files",
		"list", "list the files that the edit changes",
		"diff", "print the changes of the edit as unified diffs",
		"check", "report the files that the edit changes as errors",
		"no-verify", "print and write without the check of the meaning")
}

func editCommand() *cli.Command {
	o := new(editOptions)
	flags := slices.Concat(o.flags(), o.files.flags())
	return command.Define(&cli.Command{
		Name: "edit", Usage: "edit files as JSON with another program",
		ArgsUsage: "FILE|DIR... -- COMMAND [ARG...]", Description: editDescription,
		Flags: append(flags,
			command.Choice(&o.form.form, "form", command.Conversion, "form of the JSON", "compact", "general")),
	}, command.Rules{Operands: command.AndProgram, Conflicts: outputConflicts}, o.run)
}

func (o *editOptions) run(call *command.Call) (int, error) {
	files, program := call.Operands, call.Behind
	switch {
	case len(program) == 0:
		return exitError, missingProgram(files)
	case len(files) == 0:
		return exitError, command.Usagef(
			"there is nothing to edit before --; name files or directories, or - for standard input")
	case len(files) > 1 && !o.output.write && !o.output.comparing():
		return exitError, errSeveralEdits
	}
	found, err := supervise.FindFilter(program)
	if err != nil {
		return exitError, notFound(program[0], err)
	}
	return o.edit(call, files, func(s *session) (*editor, error) {
		p := &programEdit{
			program: found, command: filepath.Base(program[0]), formed: call.Given("form"), operands: files,
		}
		return &editor{change: p.edit, words: program, guesses: true}, nil
	})
}

// missingProgram returns the error for a missing --. The first operand that is not a file may be the
// start of the command.
func missingProgram(operands []string) error {
	words := make([]string, len(operands))
	for i := range operands {
		words[i] = quoted(operands[i])
	}
	at := slices.IndexFunc(operands, func(operand string) bool { return !stands(operand) })
	switch {
	case at < 0:
		return command.Usagef("the command that edits is missing; it follows --: hcljson edit %s -- jq '.terraform'",
			strings.Join(words, " "))
	case at == 0:
		return command.Usagef("the files come first, and the command that edits follows --: " +
			"hcljson edit main.tf -- jq '.terraform'")
	}
	return command.Usagef("the command that edits stands behind --: hcljson edit %s -- %s",
		strings.Join(words[:at], " "), strings.Join(words[at:], " "))
}

// notFound returns the error for a program that cannot be started.
func notFound(name string, err error) error {
	if errors.Is(err, exec.ErrDot) {
		return command.Usagef("%s is in this directory, which the PATH has; write %s to start it",
			name, "."+string(filepath.Separator)+name)
	}
	cause := error(err)
	if inner := (*exec.Error)(nil); errors.As(err, &inner) {
		cause = inner.Err
	}
	return command.Usagef("cannot start %s: %s", name, report.Reason(cause))
}

var errSeveralEdits = command.Usagef("several files do not fit into one output; " +
	"use -w to write them, or -l, -d or --check to see what changes")

// programEdit edits the JSON of files with a program.
type programEdit struct {
	program *supervise.Filter
	command string // for messages
	// formed is true if the program receives HCL-JSON files in the form of the options.
	formed bool
	// operands contains the files and directories of the command line.
	operands []string
}

// outputLimit returns the maximum size of the output for an input.
func outputLimit(input []byte) int { return max(64<<20, 16*len(input)) }

// edit edits the JSON of a file with the program.
func (p *programEdit) edit(e *editing) {
	given, ok := p.given(e)
	if !ok || e.session.ctx.Err() != nil {
		return
	}
	edited, ok := p.output(e, given)
	if !ok {
		return
	}
	result, ok := e.apply(edited, &given)
	if !ok {
		return
	}
	if !bytes.Equal(e.c.converted, e.c.src) {
		p.proveGiven(e, given)
	} else if result.Sorted && len(p.operands) == 1 && p.operands[0] == e.c.name {
		e.sortedOnly(edited)
	}
	if !bytes.Equal(result.Edited.Bytes, given.Bytes) {
		e.proveEdited(result.Edited)
	}
}

// given returns the JSON of the file for the program.
func (p *programEdit) given(e *editing) (equivalent.Source, bool) {
	if e.c.file.JSON && !p.formed {
		text := bytes.TrimPrefix(e.c.src, []byte("\ufeff"))
		return equivalent.Source{Bytes: text, Filename: e.c.name, JSON: true}, true
	}
	json, diags := guard(e.c.name, func() ([]byte, hcl.Diagnostics) {
		return e.toJSON()
	})
	if diags.HasErrors() {
		e.c.fail(e.c.src, diags...)
		return equivalent.Source{}, false
	}
	e.c.log.Add(e.c.name, e.c.src, diags...)
	return equivalent.Source{
		Bytes: json, Filename: "the JSON of " + e.c.name, JSON: true, ForTools: !e.c.file.JSON,
	}, true
}

// output returns the output of the program.
func (p *programEdit) output(e *editing, given equivalent.Source) (edited equivalent.Source, ok bool) {
	env := []string{fileVariable + "=" + hint(e.c.source)}
	result, err := p.program.Run(e.session.ctx, given.Bytes, env, outputLimit(given.Bytes))
	if e.session.ctx.Err() != nil {
		return edited, false
	}
	command, name := p.command, e.c.name
	noise := bytes.TrimRight(result.Noise, "\r\n")
	switch {
	case err != nil && len(noise) > 0:
		e.c.fail(nil, report.Errorf("The command failed", "%s for %s: %s. It says:\n%s",
			command, name, supervise.Failure(err), noise))
		return edited, false
	case err != nil:
		e.c.fail(nil, report.Errorf("The command failed", "%s for %s: %s.", command, name, supervise.Failure(err)))
		return edited, false
	case len(noise) > 0:
		e.c.log.Add(name, nil, report.Warningf("Output of the command", "%s for %s:\n%s", command, name, noise))
	}
	if len(bytes.TrimSpace(result.Output)) == 0 {
		e.c.fail(nil, report.Errorf("The command printed nothing", "%s printed nothing for %s. "+
			"It gets JSON on standard input, and must print the edited JSON.", command, name))
		return edited, false
	}
	output := fmt.Sprintf("the output of %s for %s", command, name)
	return equivalent.Source{Bytes: result.Output, Filename: output, JSON: true, ForTools: !e.c.file.JSON}, true
}

// hint returns the file name for the program.
func hint(s *source) string {
	if s.name == stdinName {
		return stdinPath
	}
	return s.name
}

// proveGiven adds an error if the JSON for the program is not certain to have the same meaning as
// the file. Otherwise, unedited parts of the JSON would change the file.
func (p *programEdit) proveGiven(e *editing, given equivalent.Source) {
	if e.c.file.JSON && !p.formed || e.options.output.noVerify {
		return
	}
	src := e.c.text(e.c.src)
	e.prove(compare(src, given, e.dialect, e.options.form.comments == "keep"), src, given,
		"hcljson cannot prove that the JSON of %s means the same as the file, so the edit is not applied.",
		e.c.name)
}

// editor defines how the files of a run are edited.
type editor struct {
	// change edits one file. together edits files that are written together. finish, if not nil,
	// converts the exit status at the end of the run.
	change   func(*editing)
	together func([]*conversion)
	tree     bool // changes all modules together
	finish   func(status int) int
	// words is the command line of the editing program, or nil.
	words []string
	// guesses is true if the content of standard input selects its language. like, if its dialect is
	// not nil, has the same language as a stream, in either syntax.
	guesses bool
	like    dialects.File
}

// edit edits files, and prints or writes them.
func (o *editOptions) edit(
	call *command.Call, files []string, by func(*session) (*editor, error),
) (int, error) {
	if o.output.write && files[0] == stdinPath {
		return exitError, command.Usagef("standard input is not a file that can be written; " +
			"leave out -w, the result goes to standard output")
	}
	o.session.startNothing = o.output.check
	return start(&o.session, call, func(s *session) (int, error) {
		e, err := by(s)
		if err != nil || e == nil {
			return exitError, err
		}
		// Stop started processes when the program ends.
		s.interruptible()
		out := &outputs{session: s, options: &o.output, form: &o.form, inPlace: true}
		if o.output.write && (e.together != nil || e.words != nil) { // except edits that can be repeated
			out.record = openRecord(s.Getenv, call.Words)
			defer out.record.close()
		}
		find := &finder{session: s, files: o.files, output: &o.output, wanted: o.wanted(e)}
		tasks := out.tasks(withoutNames(find.find(files)), "", func(s *source) string {
			if o.output.write || o.output.comparing() {
				return s.name
			}
			return ""
		})
		w := &writer{session: s, find: find, out: out, together: e.together, tree: e.tree, jobs: o.files.jobs,
			work: func(t task) *conversion { return e.edit(o, out, t) }}
		status := w.all(tasks)
		if e.finish != nil {
			status = e.finish(status)
		}
		out.record.finish(status)
		return status, nil
	})
}

// wanted defines the files that an edit accepts.
func (o *editOptions) wanted(e *editor) wanted {
	return wanted{
		direction: eitherSyntax, streams: !o.output.writing() && !o.output.comparing(), guesses: e.guesses, like: e.like,
		nothing: "No files to edit",
		isDirectory: func(path string) string {
			return path + " is a directory. Write its files with -w, or see what changes with -l, -d or --check."
		},
	}
}

// editing is the edit of one file.
type editing struct {
	session *session
	options *editOptions
	words   []string
	c       *conversion
	dialect *schema.Dialect
}

// edit reads and edits one source. It is safe for concurrent use.
func (e *editor) edit(o *editOptions, out *outputs, t task) *conversion {
	run, s := out.session, t.source
	c := &conversion{task: t}
	src, info, diag := run.load(s)
	c.info = info
	if diag == nil {
		diag = run.mixed(s, src)
	}
	if diag != nil {
		return c.fail(src, diag)
	}
	if c.src, c.edited = out.record.before(s, src); e.change == nil {
		c.converted = c.src
		return c
	}
	e.change(&editing{session: run, options: o, words: e.words, c: c, dialect: run.language(s, c.src)})
	if run.ctx.Err() != nil {
		return &conversion{task: t, failed: true}
	}
	return c
}

// toJSON returns the JSON of the file in the form of the options.
func (e *editing) toJSON() ([]byte, hcl.Diagnostics) {
	native, opts := e.c.src, e.options.form.conversion()
	opts.ForTools = !e.c.file.JSON
	var diags hcl.Diagnostics
	if e.c.file.JSON {
		if native, diags = convert.ToHCL(native, e.c.name, e.dialect, opts); diags.HasErrors() {
			return nil, diags
		}
	}
	json, more := convert.ToJSON(native, e.c.name, e.dialect, opts)
	if e.c.file.JSON && !more.HasErrors() {
		more = nil // their positions are in an intermediate text
	}
	return json, append(diags, more...)
}

// apply applies an edit to the text of the file. given is the JSON that a program received, or nil.
func (e *editing) apply(edited equivalent.Source, given *equivalent.Source) (result patch.Result, ok bool) {
	if diag := diagnostic.CheckSource(edited.Filename, edited.Bytes, edited.JSON); diag != nil {
		e.c.log.Add(edited.Filename, edited.Bytes, diag)
		e.c.failed = true
		return result, false
	}
	if !e.whole(edited) {
		return result, false
	}
	result, diags := guard(e.c.name, func() (patch.Result, hcl.Diagnostics) {
		options := e.options.form.conversion()
		return patch.Apply(patch.Edit{
			Source: e.c.text(e.c.src), Edited: edited, Dialect: e.dialect, Given: given,
			Form: options.Form, DropComments: options.DropComments, Strict: options.Strict,
			// JSON has several representations of an edit, and the check selects one.
			Unproven: !e.c.file.JSON || e.options.output.noVerify,
		})
	})
	texts := map[string][]byte{e.c.name: e.c.src, edited.Filename: result.Edited.Bytes}
	for _, diag := range diags {
		if diag.Subject == nil {
			e.c.log.Add(edited.Filename, nil, diag)
		} else {
			e.c.log.AddWith(texts, diag)
		}
	}
	if diags.HasErrors() {
		e.c.failed = true
		return result, false
	}
	e.c.converted = result.Bytes
	return result, true
}

// sortedOnly adds a warning if the edit only reordered the JSON, so the file does not change. For
// several files, the warning is omitted: some programs sort all their output.
func (e *editing) sortedOnly(edited equivalent.Source) {
	if bytes.Equal(e.c.converted, e.c.src) {
		e.c.log.Add(edited.Filename, nil, report.Warningf("Order not changed",
			"The members of objects are in another order in %s, but %s keeps its own. To get the other, move them in "+
				"the file, or write the file anew with \"hcljson json2hcl\".", edited.Filename, e.c.name))
	}
}

// proveEdited adds an error if the result is not certain to have the same meaning as the edited
// text.
func (e *editing) proveEdited(edited equivalent.Source) {
	if e.c.failed || e.options.output.noVerify {
		return
	}
	result := equivalent.Source{
		Bytes: e.c.converted, Filename: filepath.Base(e.c.name) + " with the edit", JSON: e.c.file.JSON,
	}
	found, diags := guard(e.c.name, func() (equivalent.Result, hcl.Diagnostics) {
		return patch.Prove(e.c.text(e.c.src), edited, result, e.dialect), nil
	})
	found.Diagnostics = append(found.Diagnostics, diags...)
	e.prove(found, edited, result,
		"hcljson cannot prove that %s would mean what the edited text means, so it is not changed.", e.c.name)
}

func (e *editing) prove(found equivalent.Result, a, b equivalent.Source, format string, args ...any) {
	if found.Equal() {
		return
	}
	e.c.log.AddWith(map[string][]byte{a.Filename: a.Bytes, b.Filename: b.Bytes}, report.Errors(found.Messages())...)
	const advice = " Most often, the product would not accept the edit either. If it does, please report this " +
		"with both texts at %s; --no-verify goes on without a proof."
	e.c.fail(nil, report.Errorf("Not proven", format+advice, append(args, issuesURL)...))
}

// whole adds an error and returns false if the edited text is only a part of a file, such as the
// output of a query.
func (e *editing) whole(edited equivalent.Source) bool {
	before, after := e.items(e.c.text(e.c.src)), e.items(edited)
	if e.options.output.force || after == nil { // a later check reports invalid text
		return true
	}
	e.dialect.Prepare()
	if foreign := foreignItem(before, after, e.dialect.Root); foreign != nil {
		what := fmt.Sprintf("At its root, a file of %s has nothing of the name %s, and %s had not either.",
			e.dialect.Product, hclwrite.ItemName(foreign), e.c.name)
		advice := " What " + edited.Filename + " says is to be all of the file. With jq, it is printed by PATH |= (EDIT), " +
			"and only a part of it by PATH | EDIT."
		if slices.ContainsFunc(before, func(item hclwrite.Item) bool { return hasItem(after, hclwrite.ItemName(item)) }) {
			advice = " Correct the name."
		}
		diag := report.Errorf(notWhole, "%s%s --force takes it as it is.", what, advice)
		span := hclwrite.SpanOf(foreign)
		diag.Subject = diagnostic.RangeAt(edited.Filename, edited.Bytes, span.Start, span.End)
		e.c.log.AddWith(map[string][]byte{edited.Filename: edited.Bytes}, diag)
		e.c.failed = true
		return false
	}
	if gone := allGone(before, after); gone != "" {
		e.c.fail(nil, report.Errorf(notWhole, "None of the %s of the file is left. --force takes it as it is.", gone))
		return false
	}
	return true
}

const notWhole = "Not the whole file"

// items returns the items of a source, or nil if it is invalid.
func (e *editing) items(s equivalent.Source) []hclwrite.Item {
	file, diags := guard(s.Filename, func() (*hclwrite.File, hcl.Diagnostics) {
		if s.JSON {
			return convert.ReadJSON(s.Bytes, s.Filename, e.dialect, convert.Options{})
		}
		return hclwrite.ParseFile(s.Bytes, s.Filename)
	})
	if diags.HasErrors() {
		return nil
	}
	return append([]hclwrite.Item{}, file.Body.Content()...)
}

// foreignItem returns the first new item that the language does not allow at the root of a file, or
// nil.
func foreignItem(before, after []hclwrite.Item, root *schema.Body) hclwrite.Item {
	for _, item := range after {
		attribute, block := root.Lookup(hclwrite.ItemName(item))
		if root.Remain == schema.RemainNone && attribute == nil && block == nil && !hasItem(before, hclwrite.ItemName(item)) {
			return item
		}
	}
	return nil
}

// allGone returns "blocks" if an edit removed all blocks, and "arguments" if it removed all
// arguments of a file without blocks. The latter requires an empty result, or a result with keys
// from the values of the old arguments. It returns "" for other edits.
func allGone(before, after []hclwrite.Item) string {
	isArgument := func(item hclwrite.Item) bool {
		_, is := item.(*hclwrite.Attribute)
		return is
	}
	kept := func(item hclwrite.Item) bool { return hasItem(after, hclwrite.ItemName(item)) }
	blocks := slices.DeleteFunc(slices.Clone(before), isArgument)
	switch {
	case slices.ContainsFunc(blocks, kept):
		return ""
	case len(blocks) > 0:
		return "blocks"
	case len(before) == 0 || slices.ContainsFunc(before, kept):
		return ""
	}
	inside := len(after) == 0
	hclwrite.Walk(&hclwrite.Body{Items: before}, func(node hclwrite.Node) bool {
		item, is := node.(*hclwrite.Element)
		inside = inside || is && item.Key != nil && hasItem(after, item.Key.Text)
		return !inside
	})
	if inside {
		return "arguments"
	}
	return ""
}

func hasItem(items []hclwrite.Item, name string) bool {
	return slices.ContainsFunc(items, func(item hclwrite.Item) bool { return hclwrite.ItemName(item) == name })
}

const patchDescription = `Applies the changes in EDITED to FILE. All other bytes of FILE stay: comments, blank lines, order, quotes.
EDITED is the edited output of "hcljson --form compact FILE" or "hcljson FILE". FILE can also be HCL-JSON
and EDITED native syntax. One of them may be - for standard input. The result is printed or, with -w,
written to FILE. A check proves first that it means the same as EDITED.

Exit status: 0 success, 1 the edit changes the file (-l, -d, --check without -w), 2 an error.

Examples:
  hcljson --form compact main.tf > new.json
  jq '.locals.size = 3' new.json | hcljson patch -d main.tf -`

func patchCommand() *cli.Command {
	o := new(editOptions)
	return command.Define(&cli.Command{
		Name: "patch", Usage: "apply the changes in an edited copy to the original",
		ArgsUsage: "FILE EDITED", Description: patchDescription, Flags: o.flags(),
	}, command.Rules{Operands: command.Required, Conflicts: outputConflicts}, o.runPatch)
}

func (o *editOptions) runPatch(call *command.Call) (int, error) {
	if len(call.Operands) != 2 {
		return exitError, command.Usagef(
			"patch takes the file to change and then the edited one: hcljson patch main.tf edited.tf.json")
	}
	file, edited := call.Operands[0], call.Operands[1]
	return o.edit(call, call.Operands[:1], func(s *session) (*editor, error) {
		return patcher(s, file, edited)
	})
}

// patcher checks the operands of patch and returns an editor. It returns nil after it reports an
// error.
func patcher(run *session, file, edited string) (*editor, error) {
	if isDir(file) || isDir(edited) {
		return nil, command.Usagef("patch takes two files; hcljson edit takes directories")
	}
	s := newSource(edited, "")
	s.stdin, s.pipe = edited == stdinPath, true
	switch {
	case s.stdin && run.stdinFilepath != "":
		s.name = run.stdinFilepath
	case s.stdin:
		s.name = stdinName
	}
	by := &editor{change: (&otherFile{run, s}).edit}
	named, err := run.forFile(s.name)
	if err != nil || s.name == stdinName {
		return by, nil // the content selects the language
	}
	s.file, by.like = named, named
	if file == stdinPath || isDescriptor(file) {
		return by, nil
	}
	of, err := run.forFile(file)
	if err != nil {
		if src, _, failed := readOperand(file); failed == nil {
			if diag := unasked(file, src); diag != nil {
				run.report.Add(file, nil, diag)
				return nil, nil
			}
		}
		return nil, command.Usagef(
			"by its name, %s is not a file that can be changed, but %s is. The file to change comes first: "+
				"hcljson patch %s %s", file, edited, edited, file)
	}
	if named.Vague {
		return by, nil
	}
	if diag := twoLanguages(file, of.Dialect, edited, named.Dialect); diag != nil {
		run.report.Add(edited, nil, diag)
		return nil, nil
	}
	return by, nil
}

// otherFile is the edited file of patch.
type otherFile struct {
	session *session
	edited  *source
}

// edit applies the edited file.
func (p *otherFile) edit(e *editing) {
	s := p.edited
	src, _, err := p.session.read(s)
	if err != nil {
		e.c.fail(nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err)))
		return
	}
	isJSON := s.file.JSON
	if s.file.Dialect == nil {
		isJSON = service.LooksLikeJSON(src)
	}
	edited := equivalent.Source{Bytes: src, Filename: s.name, JSON: isJSON, ForTools: !e.c.file.JSON}
	if s.file.Dialect == nil && len(bytes.TrimSpace(src)) == 0 {
		e.c.fail(nil, report.Errorf("Empty file",
			"%s is empty, so it does not say what %s should become.", s.name, e.c.name))
		return
	}
	if result, ok := e.apply(edited, nil); ok {
		if result.Sorted {
			e.sortedOnly(edited)
		}
		e.proveEdited(result.Edited)
	}
}
