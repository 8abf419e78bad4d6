package cli

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/supervise"
)

const editDescription = `COMMAND gets the JSON of each file on standard input and the name of the file in
HCLJSON_FILE, and prints the edited JSON. What the edit changes is changed in the
file, and every other byte stays: comments, blank lines, order, quotes. One file, or
- for standard input, goes to standard output; several files and directories need
-w, or one of -l, -d and --check. The result is proven to mean what the edited JSON
means first, and a directory is written whole or not at all.
COMMAND is started once for each file, without a shell. The JSON is in the compact
form; of a file that is HCL-JSON it is the file itself, unless --form is given.
Exit status: 0 fine, 1 the edit changes a file (-l, -d, --check without -w), 2 an error.`

const patchDescription = `Changes in FILE what EDITED says otherwise, and leaves every other byte as it is:
comments, blank lines, order, quotes. EDITED is what "hcljson --form compact FILE"
or "hcljson FILE" prints after an edit, or the other way round: FILE may be HCL-JSON
and EDITED in native syntax. One of the two may be - for standard input. The result
goes to standard output or, with -w, to FILE. It is proven to mean what EDITED means
first.

Exit status: 0 fine, 1 the edit changes the file (-l, -d, --check without -w), 2 an
error.`

// The commands that edit.
const (
	commandEdit  = "edit"
	commandPatch = "patch"
)

// fileVariable tells a program which file it edits.
const fileVariable = "HCLJSON_FILE"

// An editor says how the files of a run are edited.
type editor struct {
	*languages
	// program edits the JSON of each file. Words are its command line, and command is what
	// the user calls it.
	program *supervise.Filter
	words   []string
	command string
	// formed: also of HCL-JSON it gets the form that the options say.
	formed bool
	// operands are the files and directories that it edits.
	operands []string
	// edited is what the one file is to say, if there is no program.
	edited *source
}

// outputLimit is how much a program may print for an input.
func outputLimit(input []byte) int { return max(64<<20, 16*len(input)) }

// editOptions are those of edit and patch.
type editOptions struct{ options }

// groups are the flags that both commands have.
func (o *editOptions) groups() []command.Group {
	return []command.Group{
		o.outputOptions.flags().Without(&o.output, &o.replace).
			With(&o.force, func(f *command.Flag) { f.Usage, f.Not = "take an edit that is not the whole file", nil }).
			Says(&o.write, "write the edited files").
			Says(&o.list, "list the files that the edit changes").
			Says(&o.diff, "print what the edit changes as unified diffs").
			Says(&o.check, "report the files that the edit changes as errors").
			Says(&o.noVerify, "print and write without a proof of the meaning"),
		o.languageOptions.flags(), o.providerOptions.flags(),
		o.formOptions.flags().Without(&o.form).
			Says(&o.comments, "drop: ignore comments in the edit, so that all stay"),
		o.messageOptions.flags(),
	}
}

func editCommand() *command.Command {
	o := new(editOptions)
	return &command.Command{
		Name: commandEdit, Usage: "edit files as JSON through a command, and change nothing else",
		Args: "FILE|DIR... -- COMMAND [ARG...]", Description: editDescription,
		Operands: command.AndProgram, Run: o.run,
		Groups: append(o.groups(), o.fileOptions.flags(), o.formOptions.flags().Only(&o.form).
			With(&o.form, func(f *command.Flag) { f.Default = "compact" })),
	}
}

func patchCommand() *command.Command {
	o := new(editOptions)
	return &command.Command{
		Name: commandPatch, Usage: "change in a file what an edited one says, and nothing else",
		Args: "FILE EDITED", Description: patchDescription,
		Operands: command.Required, Run: o.runPatch, Groups: o.groups(),
	}
}

func (o *editOptions) run(call *command.Call) (int, error) {
	files, program := call.Operands, call.Behind
	switch {
	case len(program) == 0:
		return exitError, missingProgram(files)
	case len(files) == 0:
		return exitError, command.Usagef(
			"there is nothing to edit before --; name files or directories, or - for standard input")
	case len(files) > 1 && !o.write && !o.comparing():
		return exitError, errSeveralEdits
	}
	found, err := supervise.FindFilter(program)
	if err != nil {
		return exitError, notFound(program[0], err)
	}
	return o.edit(call, files, func(l *languages) (*editor, error) {
		name := filepath.Base(program[0])
		return &editor{
			languages: l, program: found, words: program, command: name, formed: call.Given("form"), operands: files,
		}, nil
	})
}

// missingProgram shows where the command that edits is written: the first operand that is
// no file may be the beginning of it.
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
	jq := ""
	if isFilter(operands[at]) {
		jq = "jq "
	}
	return command.Usagef("the command that edits stands behind --: hcljson edit %s -- %s%s",
		strings.Join(words[:at], " "), jq, strings.Join(words[at:], " "))
}

// notFound says why a program cannot be started.
func notFound(name string, err error) error {
	if errors.Is(err, exec.ErrDot) {
		return command.Usagef("%s is in this directory, which the PATH has; write %s to start it",
			name, "."+string(filepath.Separator)+name)
	}
	if isFilter(name) {
		return command.Usagef("%s is no program; if it is for jq, write jq before it: -- jq %s", name, quoted(name))
	}
	cause := error(err)
	if inner := (*exec.Error)(nil); errors.As(err, &inner) {
		cause = inner.Err
	}
	return command.Usagef("cannot start %s: %s", name, report.Reason(cause))
}

func (o *editOptions) runPatch(call *command.Call) (int, error) {
	if len(call.Operands) != 2 {
		return exitError, command.Usagef(
			"patch takes the file to change and then the edited one: hcljson patch main.tf edited.tf.json")
	}
	file, edited := call.Operands[0], call.Operands[1]
	return o.edit(call, call.Operands[:1], func(l *languages) (*editor, error) { return l.patcher(file, edited) })
}

var errSeveralEdits = command.Usagef("several files do not fit into one output; " +
	"use -w to write them, or -l, -d or --check to see what changes")

// edit edits files and shows or writes them.
func (o *editOptions) edit(call *command.Call, files []string, by func(*languages) (*editor, error)) (int, error) {
	if o.write && files[0] == stdinPath {
		return exitError, command.Usagef("standard input is not a file that can be written; " +
			"leave out -w, the result goes to standard output")
	}
	return start(call, &o.options, func(l *languages) (int, error) {
		e, err := by(l)
		if err != nil || e == nil {
			return exitError, err
		}
		// What has been started ends with the program.
		l.interruptible()
		return newBatch(&finder{languages: l, editor: e}, e.edit).files(files), nil
	})
}

// patcher looks at the operands of patch. It returns nil after reporting an error.
func (l *languages) patcher(file, edited string) (*editor, error) {
	if isDir(file) || isDir(edited) {
		return nil, command.Usagef("patch takes two files; hcljson edit takes directories")
	}
	s := &source{name: edited, stdin: edited == stdinPath, pipe: true}
	switch {
	case s.stdin && l.opts.stdinFilepath != "":
		s.name = l.opts.stdinFilepath
	case s.stdin:
		s.name = stdinName
	}
	named, err := l.forFile(s.name)
	if err != nil || s.name == stdinName {
		return &editor{languages: l, edited: s}, nil // what is in it will tell
	}
	s.file = named
	if file == stdinPath || isDescriptor(file) {
		return &editor{languages: l, edited: s}, nil
	}
	of, err := l.forFile(file)
	if err != nil {
		if src, _, failed := readOperand(file); failed == nil {
			if diag := unasked(file, src); diag != nil {
				l.report.Add(file, nil, diag)
				return nil, nil
			}
		}
		return nil, command.Usagef(
			"by its name, %s is not a file that can be changed, but %s is. The file to change comes first: "+
				"hcljson patch %s %s", file, edited, edited, file)
	}
	if named.Vague {
		return &editor{languages: l, edited: s}, nil
	}
	if diag := twoLanguages(file, of.Dialect, edited, named.Dialect); diag != nil {
		l.report.Add(edited, nil, diag)
		return nil, nil
	}
	return &editor{languages: l, edited: s}, nil
}
