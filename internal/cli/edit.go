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

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
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

// fileVariable tells a program which file it edits.
const fileVariable = "HCLJSON_FILE"

func editCommand() *command.Command {
	o := new(options)
	return &command.Command{
		Name: "edit", Usage: "edit files as JSON through a command, and change nothing else",
		Args: "FILE|DIR... -- COMMAND [ARG...]", Description: editDescription,
		Examples: `hcljson edit main.tf -- jq '.terraform.required_version = ">= 1.9"'
hcljson edit -d modules -- ./bump.py`,
		Operands: command.AndProgram, Run: o.runEdit,
		Groups: append(o.editingGroups(), o.fileFlags(), o.formFlags().Only(&o.form).
			With(&o.form, func(f *command.Flag) { f.Default = "compact" })),
	}
}

func (o *options) runEdit(call *command.Call) (int, error) {
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
	return o.edit(call, files, func(s *session) (*editor, error) {
		p := &programEdit{
			session: s, program: found, command: filepath.Base(program[0]), formed: call.Given("form"), operands: files,
		}
		return &editor{change: p.edit, words: program, guesses: true}, nil
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

var errSeveralEdits = command.Usagef("several files do not fit into one output; " +
	"use -w to write them, or -l, -d or --check to see what changes")

// programEdit lets a program edit the JSON of files.
type programEdit struct {
	session *session
	program *supervise.Filter
	command string // what the user calls it
	// formed: also of HCL-JSON it gets the form that the options say.
	formed bool
	// operands are the files and directories that it edits.
	operands []string
}

// outputLimit is how much a program may print for an input.
func outputLimit(input []byte) int { return max(64<<20, 16*len(input)) }

// edit lets the program edit the JSON of a file.
func (p *programEdit) edit(e *editing) {
	given, ok := p.given(e)
	if !ok || p.session.ctx.Err() != nil {
		return
	}
	edited, ok := p.output(e, given)
	if !ok {
		return
	}
	original := given
	original.Filename = e.c.name
	edited, sorted, diags := patch.Restored(edited, original, e.dialect, true)
	e.c.log.Add(edited.Filename, nil, diags...)
	if bytes.Equal(edited.Bytes, given.Bytes) {
		e.c.converted = e.c.src
	} else if !e.apply(edited, true) {
		return
	}
	if !bytes.Equal(e.c.converted, e.c.src) {
		p.proveGiven(e, given)
	} else if sorted && len(p.operands) == 1 && p.operands[0] == e.c.name {
		e.sortedOnly(edited)
	}
	if !bytes.Equal(edited.Bytes, given.Bytes) {
		e.proveEdited(edited)
	}
}

// given is the JSON of the file, as the program gets it.
func (p *programEdit) given(e *editing) (equivalent.Source, bool) {
	if e.c.file.JSON && !p.formed {
		text := bytes.TrimPrefix(e.c.src, []byte("\ufeff"))
		return equivalent.Source{Bytes: text, Filename: e.c.name, JSON: true}, true
	}
	json, diags := guard(e.c.name, func() ([]byte, hcl.Diagnostics) {
		return e.toJSON()
	})
	if diags.HasErrors() {
		if diag := diagnostic.CheckText(e.c.name, e.c.src); diag != nil {
			e.c.fail(nil, diag)
		} else {
			e.c.fail(e.c.src, diags...)
		}
		return equivalent.Source{}, false
	}
	e.c.log.Add(e.c.name, e.c.src, diags...)
	return equivalent.Source{
		Bytes: json, Filename: "the JSON of " + e.c.name, JSON: true, Unread: !e.c.file.JSON,
	}, true
}

// output is what the program makes of the JSON.
func (p *programEdit) output(e *editing, given equivalent.Source) (edited equivalent.Source, ok bool) {
	env := []string{fileVariable + "=" + hint(e.c.source)}
	result, err := p.program.Run(p.session.ctx, given.Bytes, env, outputLimit(given.Bytes))
	if p.session.ctx.Err() != nil {
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
	return equivalent.Source{Bytes: result.Output, Filename: output, JSON: true, Unread: !e.c.file.JSON}, true
}

// hint is the name of the file that the program gets.
func hint(s *source) string {
	if s.name == stdinName {
		return stdinPath
	}
	return s.name
}

// proveGiven makes an error of an edit of JSON that did not say for certain what the
// file says: what the program has left as it was would be a change.
func (p *programEdit) proveGiven(e *editing, given equivalent.Source) {
	if e.c.file.JSON && !p.formed || e.session.noVerify {
		return
	}
	src := e.c.text(e.c.src)
	e.prove(compare(src, given, e.dialect, e.session.comments == "keep"), src, given,
		"hcljson cannot prove that the JSON of %s means the same as the file, so the edit is not applied.",
		e.c.name)
}
