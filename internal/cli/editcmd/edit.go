// Package editcmd contains the commands that apply edited JSON to files: edit and patch.
package editcmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/provider/supervise"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
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

// Options are the options of the commands that edit files.
type Options struct {
	Session env.Options
	Files   env.FileOptions
	Output  env.OutputOptions
	form    env.FormOptions
}

// flags returns the options of edit and patch.
func (o *Options) flags() []cli.Flag {
	return slices.Concat(o.OutputFlags(), o.Session.Flags(),
		command.Describe(command.Without(o.form.Flags(), "form"),
			"comments", "drop: ignore comments in the edit; the file keeps its own"))
}

// OutputFlags returns the output flags of commands that edit files.
func (o *Options) OutputFlags() []cli.Flag {
	return command.Describe(command.Without(o.Output.Flags(), "output", "replace"),
		"force", "accept an edit that is not the complete file",
		"write", "write the edited files",
		"list", "list the files that the edit changes",
		"diff", "print the changes of the edit as unified diffs",
		"check", "report the files that the edit changes as errors",
		"no-verify", "print and write without the check of the meaning")
}

// NewEdit returns the command edit.
func NewEdit() *cli.Command {
	o := new(Options)
	flags := slices.Concat(o.flags(), o.Files.Flags())
	return command.Define(&cli.Command{
		Name: "edit", Usage: "edit files as JSON with another program",
		ArgsUsage: "FILE|DIR... -- COMMAND [ARG...]", Description: editDescription,
		Flags: append(flags,
			command.Choice(&o.form.Form, "form", command.Conversion, "form of the JSON", "compact", "general")),
	}, command.Rules{Operands: command.AndProgram, Conflicts: env.OutputConflicts}, o.run)
}

func (o *Options) run(call *command.Call) (int, error) {
	files, program := call.Operands, call.Behind
	switch {
	case len(program) == 0:
		return env.ExitError, missingProgram(files)
	case len(files) == 0:
		return env.ExitError, command.Usagef(
			"no files are named before --; name files or directories, or - for standard input")
	}
	if err := o.CheckSeveral(files); err != nil {
		return env.ExitError, err
	}
	found, err := supervise.FindFilter(program)
	if err != nil {
		return env.ExitError, notFound(program[0], err)
	}
	return o.Edit(call, files, func(s *input.Session) (*Editor, error) {
		p := &programEdit{
			program: found, command: filepath.Base(program[0]), formed: call.Given("form"), operands: files,
		}
		return &Editor{change: p.edit, words: program, Guesses: true}, nil
	})
}

// missingProgram returns the error for a missing --. The first operand that is not a file may be the
// start of the command.
func missingProgram(operands []string) error {
	words := make([]string, len(operands))
	for i := range operands {
		words[i] = env.Quoted(operands[i])
	}
	at := slices.IndexFunc(operands, func(operand string) bool { return !env.OperandExists(operand) })
	switch {
	case at < 0:
		return command.Usagef("the command that edits is missing; it follows --: hcljson edit %s -- jq '.terraform'",
			strings.Join(words, " "))
	case at == 0:
		return command.Usagef("the files come first, and the command that edits follows --: " +
			"hcljson edit main.tf -- jq '.terraform'")
	}
	return command.Usagef("the command that edits follows --: hcljson edit %s -- %s",
		strings.Join(words[:at], " "), strings.Join(words[at:], " "))
}

// notFound returns the error for a program that cannot be started.
func notFound(name string, err error) error {
	if errors.Is(err, exec.ErrDot) {
		return command.Usagef("%s is in this directory, and the PATH contains it; write %s to start it",
			name, "."+string(filepath.Separator)+name)
	}
	cause := error(err)
	if inner := (*exec.Error)(nil); errors.As(err, &inner) {
		cause = inner.Err
	}
	advice := ""
	if errors.Is(err, exec.ErrNotFound) {
		advice = "; install it, or give its path"
	}
	return command.Usagef("cannot start %s: %s%s", name, report.Reason(cause), advice)
}

// CheckSeveral returns an error for several files, or a directory, whose results would be printed.
func (o *Options) CheckSeveral(files []string) error {
	several := len(files) > 1 || env.IsDir(files[0])
	if !several || o.Output.Write || o.Output.Comparing() {
		return nil
	}
	if i := slices.IndexFunc(files, env.IsMissing); i >= 0 {
		return &report.FileError{Name: files[i], Diagnostic: report.CannotRead(files[i], fs.ErrNotExist)}
	}
	what := "several files need several outputs"
	if len(files) == 1 {
		what = files[0] + " is a directory"
	}
	return command.Usagef("%s; use -w to write the files, or -l, -d or --check to see what changes", what)
}

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
	given, ok := p.inputJSON(e)
	if !ok {
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
	if !bytes.Equal(e.c.Converted, e.c.Src) {
		p.checkInput(e, given)
	} else if result.Sorted && len(p.operands) == 1 && p.operands[0] == e.c.Name {
		e.warnOrderKept(edited)
	}
	if !bytes.Equal(result.Edited.Bytes, given.Bytes) {
		e.checkEdited(result.Edited)
	}
}

// inputJSON returns the JSON of the file for the program.
func (p *programEdit) inputJSON(e *editing) (equivalent.Source, bool) {
	if e.c.File.JSON && !p.formed {
		text := bytes.TrimPrefix(e.c.Src, []byte("\ufeff"))
		return equivalent.Source{Bytes: text, Filename: e.c.Name, JSON: true}, true
	}
	json, diags := env.RecoverPanic(e.c.Name, func() ([]byte, hcl.Diagnostics) {
		return e.toJSON()
	})
	if diags.HasErrors() {
		e.c.Fail(e.c.Src, diags...)
		return equivalent.Source{}, false
	}
	e.c.Log.Add(e.c.Name, e.c.Src, diags...)
	return equivalent.Source{
		Bytes: json, Filename: "the JSON of " + e.c.Name, JSON: true, ForTools: !e.c.File.JSON,
	}, true
}

// output returns the output of the program.
func (p *programEdit) output(e *editing, given equivalent.Source) (edited equivalent.Source, ok bool) {
	env := []string{fileVariable + "=" + programFileName(e.c.Source)}
	var result supervise.FilterOutput
	var err error
	e.session.Protect(func(ctx context.Context) {
		result, err = p.program.Run(ctx, given.Bytes, env, outputLimit(given.Bytes))
	})
	command, name := p.command, e.c.Name
	noise := bytes.TrimRight(result.Noise, "\r\n")
	switch {
	case err != nil && len(noise) > 0:
		e.c.Fail(nil, report.Errorf("The command failed", "%s for %s: %s. Its messages are:\n%s",
			command, name, supervise.Failure(err), noise))
		return edited, false
	case err != nil:
		e.c.Fail(nil, report.Errorf("The command failed", "%s for %s: %s.", command, name, supervise.Failure(err)))
		return edited, false
	case len(noise) > 0:
		e.c.Log.Add(name, nil, report.Warningf("Output of the command", "%s for %s:\n%s", command, name, noise))
	}
	if len(bytes.TrimSpace(result.Output)) == 0 {
		e.c.Fail(nil, report.Errorf("The command printed nothing", "%s printed nothing for %s. "+
			"It gets JSON on standard input, and must print the edited JSON.", command, name))
		return edited, false
	}
	output := fmt.Sprintf("the output of %s for %s", command, name)
	return equivalent.Source{Bytes: result.Output, Filename: output, JSON: true, ForTools: !e.c.File.JSON}, true
}

// programFileName returns the file name for the program.
func programFileName(s *input.Source) string {
	if s.Name == env.StdinName {
		return env.StdinPath
	}
	return s.Name
}

// checkInput adds an error if the JSON for the program is not certain to have the same meaning as
// the file. Otherwise, unedited parts of the JSON would change the file.
func (p *programEdit) checkInput(e *editing, given equivalent.Source) {
	if e.c.File.JSON && !p.formed || e.options.Output.NoVerify {
		return
	}
	src := e.c.Text(e.c.Src)
	e.checkEqual(env.Compare(src, given, e.dialect, equivalent.Options{Comments: e.options.form.Comments == "keep"}), src, given,
		"The check cannot prove that the JSON of %s means the same as the file, so the edit is not applied.",
		e.c.Name)
}

// Editor defines how the files of a run are edited.
type Editor struct {
	// change edits one file. together edits files that are written together. finish, if not nil,
	// converts the exit status at the end of the run.
	change   func(*editing)
	Together func([]*output.Result)
	Tree     bool // changes all modules together
	Finish   func(status int) int
	// words is the command line of the editing program, or nil.
	words []string
	// Guesses is true if the content of standard input selects its language. like, if its dialect is
	// not nil, has the same language as a stream, in either syntax.
	Guesses bool
	like    dialects.File
}

// Edit edits files, and prints or writes them.
func (o *Options) Edit(
	call *command.Call, files []string, by func(*input.Session) (*Editor, error),
) (int, error) {
	if o.Output.Write && slices.Contains(files, env.StdinPath) {
		return env.ExitError, command.Usagef("standard input cannot be written; leave out -w to print the result")
	}
	o.Session.StartNothing = o.Output.Check
	return input.Start(&o.Session, call, func(s *input.Session) (int, error) {
		e, err := by(s)
		if err != nil || e == nil {
			return env.ExitError, err
		}
		out := &output.Outputs{Session: s, Options: &o.Output, Form: &o.form, InPlace: true}
		if o.Output.Write && (e.Together != nil || e.words != nil) { // except edits that can be repeated
			var unusable error
			if out.Record, unusable = output.OpenRecord(s.Getenv, call.Words); unusable != nil {
				s.Report.Add("", nil, report.Warningf("No record of an interrupted run", "%s. This run starts from the present "+
					"files. If an earlier run of the same command was interrupted, check that no file is edited twice.",
					report.PathReason(unusable)))
			}
			defer out.Record.Close()
		}
		find := &input.Finder{Session: s, Files: o.Files, Output: &o.Output, Wanted: o.wanted(e)}
		tasks := out.Tasks(input.WithoutLinkedNames(find.Find(files)), "", func(s *input.Source) string {
			if o.Output.Write || o.Output.Comparing() {
				return s.Name
			}
			return ""
		})
		w := &output.Writer{Session: s, Find: find, Out: out, Together: e.Together, Tree: e.Tree, Jobs: o.Files.Jobs,
			Work: func(t output.Task) *output.Result { return e.edit(o, out, t) }}
		status := w.All(tasks)
		if e.Finish != nil {
			status = e.Finish(status)
		}
		out.Record.Finish(status)
		return status, nil
	})
}

// wanted defines the files that an edit accepts.
func (o *Options) wanted(e *Editor) input.Wanted {
	return input.Wanted{
		Direction: input.EitherSyntax, Streams: !o.Output.Writing() && !o.Output.Comparing(), Guesses: e.Guesses, Like: e.like,
		Nothing: "No files to edit",
	}
}

// editing is the edit of one file.
type editing struct {
	session *input.Session
	options *Options
	words   []string
	c       *output.Result
	dialect *schema.Dialect
}

// edit reads and edits one source. It is safe for concurrent use.
func (e *Editor) edit(o *Options, out *output.Outputs, t output.Task) *output.Result {
	run, s := out.Session, t.Source
	c := &output.Result{Task: t}
	src, info, diag := run.Load(s)
	c.Info = info
	if diag == nil {
		diag = run.CheckMixed(s)
	}
	if diag != nil {
		return c.Fail(src.Bytes(), diag)
	}
	if c.Src, c.Edited = out.Record.ContentBefore(s, src.Bytes()); e.change == nil {
		c.Converted = c.Src
		return c
	}
	if !c.Edited {
		c.Parsed = src
	}
	e.change(&editing{session: run, options: o, words: e.words, c: c, dialect: run.Language(s)})
	return c
}

// toJSON returns the JSON of the file in the form of the options.
func (e *editing) toJSON() ([]byte, hcl.Diagnostics) {
	native, opts := e.c.Src, e.options.form.Conversion()
	opts.ForTools = !e.c.File.JSON
	var diags hcl.Diagnostics
	if e.c.File.JSON {
		if native, diags = convert.ToHCL(native, e.c.Name, e.dialect, opts); diags.HasErrors() {
			return nil, diags
		}
	}
	json, more := convert.ToJSON(native, e.c.Name, e.dialect, opts)
	if e.c.File.JSON && !more.HasErrors() {
		more = nil // their positions are in an intermediate text
	}
	return json, append(diags, more...)
}

// apply applies an edit to the text of the file. given is the JSON that a program received, or nil.
func (e *editing) apply(edited equivalent.Source, given *equivalent.Source) (result patch.Result, ok bool) {
	if diag := diagnostic.CheckSource(edited.Filename, edited.Bytes, edited.JSON); diag != nil {
		e.c.Log.Add(edited.Filename, edited.Bytes, diag)
		e.c.Failed = true
		return result, false
	}
	if !e.checkWholeFile(edited) {
		return result, false
	}
	result, diags := env.RecoverPanic(e.c.Name, func() (patch.Result, hcl.Diagnostics) {
		options := e.options.form.Conversion()
		return patch.Apply(patch.Edit{
			Source: e.c.Text(e.c.Src), Edited: edited, Dialect: e.dialect, Given: given,
			Form: options.Form, DropComments: options.DropComments, Strict: options.Strict,
			// JSON has several representations of an edit, and the check selects one.
			SkipCheck: !e.c.File.JSON || e.options.Output.NoVerify,
		})
	})
	texts := map[string][]byte{e.c.Name: e.c.Src, edited.Filename: result.Edited.Bytes}
	for _, diag := range diags {
		if diag.Subject == nil {
			e.c.Log.Add(edited.Filename, nil, diag)
		} else {
			e.c.Log.AddWith(texts, diag)
		}
	}
	if diags.HasErrors() {
		e.c.Failed = true
		return result, false
	}
	e.c.Converted = result.Bytes
	return result, true
}

// warnOrderKept adds a warning if the edit only reordered the JSON, so the file does not change. For
// several files, the warning is omitted: some programs sort all their output.
func (e *editing) warnOrderKept(edited equivalent.Source) {
	if bytes.Equal(e.c.Converted, e.c.Src) {
		e.c.Log.Add(edited.Filename, nil, report.Warningf("Order not changed",
			"The members of objects have another order in %s, but %s keeps its order. To change the order, move "+
				"the members in the file, or write a new file with \"hcljson json2hcl\".", edited.Filename, e.c.Name))
	}
}

// checkEdited adds an error if the result is not certain to have the same meaning as the edited
// text.
func (e *editing) checkEdited(edited equivalent.Source) {
	if e.c.Failed || e.options.Output.NoVerify {
		return
	}
	result := equivalent.Source{
		Bytes: e.c.Converted, Filename: filepath.Base(e.c.Name) + " with the edit", JSON: e.c.File.JSON,
	}
	found, diags := env.RecoverPanic(e.c.Name, func() (equivalent.Result, hcl.Diagnostics) {
		return patch.CheckResult(e.c.Text(e.c.Src), edited, result, e.dialect), nil
	})
	found.Diagnostics = append(found.Diagnostics, diags...)
	e.checkEqual(found, edited, result,
		"The check cannot prove that %s with the edit means the same as the edited text, so the file is not "+
			"changed.", e.c.Name)
}

func (e *editing) checkEqual(found equivalent.Result, a, b equivalent.Source, format string, args ...any) {
	if found.Equal() {
		return
	}
	e.c.Log.AddWith(map[string][]byte{a.Filename: a.Bytes, b.Filename: b.Bytes}, report.Errors(found.Messages())...)
	advice := diagnostic.WhyNotProven(found.Messages(), "the edit", "this with both texts at "+env.IssuesURL)
	e.c.Fail(nil, report.Errorf("Not proven", format+" %s --no-verify continues without the check.",
		append(args, advice)...))
}

// checkWholeFile adds an error and returns false if the edited text is only a part of a file, such as the
// output of a query.
func (e *editing) checkWholeFile(edited equivalent.Source) bool {
	before, after := e.items(e.c.Text(e.c.Src)), e.items(edited)
	if e.options.Output.Force || after == nil { // a later check reports invalid text
		return true
	}
	languages.Prepare(e.dialect)
	if foreign := foreignItem(before, after, e.dialect.Root); foreign != nil {
		what := fmt.Sprintf("A file of %s cannot contain %s at its root, and %s did not contain it.",
			e.dialect.Product, hclwrite.ItemName(foreign), e.c.Name)
		advice := " " + edited.Filename + " must be the complete file. With jq, PATH |= (EDIT) prints the complete " +
			"file, and PATH | EDIT only a part."
		if slices.ContainsFunc(before, func(item hclwrite.Item) bool { return hasItem(after, hclwrite.ItemName(item)) }) {
			advice = " Correct the name."
		}
		diag := report.Errorf(notWhole, "%s%s --force accepts the edit.", what, advice)
		span := hclwrite.SpanOf(foreign)
		diag.Subject = diagnostic.RangeAt(edited.Filename, edited.Bytes, span.Start, span.End)
		e.c.Log.AddWith(map[string][]byte{edited.Filename: edited.Bytes}, diag)
		e.c.Failed = true
		return false
	}
	if gone := removedKind(before, after); gone != "" {
		e.c.Fail(nil, report.Errorf(notWhole, "The edit removes all %s of the file. --force accepts the edit.", gone))
		return false
	}
	return true
}

const notWhole = "Not the whole file"

// items returns the items of a source, or nil if it is invalid.
func (e *editing) items(s equivalent.Source) []hclwrite.Item {
	file, diags := env.RecoverPanic(s.Filename, func() (*hclwrite.File, hcl.Diagnostics) {
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
func foreignItem(before, after []hclwrite.Item, root *tables.Body) hclwrite.Item {
	for _, item := range after {
		attribute, block := root.Lookup(hclwrite.ItemName(item))
		if root.Remain == tables.RemainNone && attribute == nil && block == nil && !hasItem(before, hclwrite.ItemName(item)) {
			return item
		}
	}
	return nil
}

// removedKind returns "blocks" if an edit removed all blocks, and "arguments" if it removed all
// arguments of a file without blocks. The latter requires an empty result, or a result with keys
// from the values of the old arguments. It returns "" for other edits.
func removedKind(before, after []hclwrite.Item) string {
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

func (o *Options) runPatch(call *command.Call) (int, error) {
	if len(call.Operands) != 2 {
		return env.ExitError, command.Usagef(
			"patch takes the file to change and then the edited one: hcljson patch main.tf edited.tf.json")
	}
	file, edited := call.Operands[0], call.Operands[1]
	return o.Edit(call, call.Operands[:1], func(s *input.Session) (*Editor, error) {
		return patcher(s, file, edited)
	})
}
