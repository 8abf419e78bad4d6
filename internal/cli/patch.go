package cli

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/service"
)

const patchDescription = `Changes in FILE what EDITED says otherwise, and leaves every other byte as it is:
comments, blank lines, order, quotes. EDITED is what "hcljson --form compact FILE"
or "hcljson FILE" prints after an edit, or the other way round: FILE may be HCL-JSON
and EDITED in native syntax. One of the two may be - for standard input. The result
goes to standard output or, with -w, to FILE. It is proven to mean what EDITED means
first.

Exit status: 0 fine, 1 the edit changes the file (-l, -d, --check without -w), 2 an
error.`

func patchCommand() *command.Command {
	o := new(options)
	return &command.Command{
		Name: "patch", Usage: "change in a file what an edited one says, and nothing else",
		Args: "FILE EDITED", Description: patchDescription,
		Examples: `hcljson --form compact main.tf > new.json
jq '.locals.size = 3' new.json | hcljson patch -d main.tf -`,
		Operands: command.Required, Run: o.runPatch, Groups: o.editingGroups(),
	}
}

func (o *options) runPatch(call *command.Call) (int, error) {
	if len(call.Operands) != 2 {
		return exitError, command.Usagef(
			"patch takes the file to change and then the edited one: hcljson patch main.tf edited.tf.json")
	}
	file, edited := call.Operands[0], call.Operands[1]
	return o.edit(call, call.Operands[:1], func(s *session) (*editor, error) {
		return s.patcher(file, edited)
	})
}

// patcher looks at the operands of patch. It returns nil after reporting an error.
func (run *session) patcher(file, edited string) (*editor, error) {
	if isDir(file) || isDir(edited) {
		return nil, command.Usagef("patch takes two files; hcljson edit takes directories")
	}
	s := &source{name: edited, stdin: edited == stdinPath, pipe: true}
	switch {
	case s.stdin && run.stdinFilepath != "":
		s.name = run.stdinFilepath
	case s.stdin:
		s.name = stdinName
	}
	by := &editor{change: (&otherFile{run, s}).edit}
	named, err := run.forFile(s.name)
	if err != nil || s.name == stdinName {
		return by, nil // what is in it will tell
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

// otherFile is what a file is to say.
type otherFile struct {
	session *session
	edited  *source
}

// edit lets a file say what the other one says.
func (p *otherFile) edit(e *editing) {
	s := *p.edited
	src, err := p.session.read(&s)
	if err != nil {
		e.c.fail(nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err)))
		return
	}
	isJSON := s.file.JSON
	if s.file.Dialect == nil {
		isJSON = service.LooksLikeJSON(src)
	}
	edited := equivalent.Source{Bytes: src, Filename: s.name, JSON: isJSON, Unread: !e.c.file.JSON}
	if s.file.Dialect == nil && len(bytes.TrimSpace(src)) == 0 {
		e.c.fail(nil, report.Errorf("Empty file",
			"%s is empty, so it does not say what %s should become.", s.name, e.c.name))
		return
	}
	var sorted bool
	edited, diags := guard(e.c.name, func() (restored equivalent.Source, diags hcl.Diagnostics) {
		restored, sorted, diags = patch.Restored(edited, e.c.text(e.c.src), e.dialect, false)
		return restored, diags
	})
	if diags.HasErrors() {
		e.c.fail(nil, diags...)
		return
	}
	e.c.log.Add(edited.Filename, nil, diags...)
	if e.apply(edited, false) {
		if sorted {
			e.sortedOnly(edited)
		}
		e.proveEdited(edited)
	}
}
