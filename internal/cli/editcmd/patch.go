package editcmd

import (
	"bytes"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/service"
)

const patchDescription = `Applies the changes in EDITED to FILE. All other bytes of FILE stay: comments, blank lines, order, quotes.
EDITED is the edited output of "hcljson --form compact FILE" or "hcljson FILE". FILE can also be HCL-JSON
and EDITED native syntax. One of them may be - for standard input. The result is printed or, with -w,
written to FILE. A check proves first that it means the same as EDITED.

Exit status: 0 success, 1 the edit changes the file (-l, -d, --check without -w), 2 an error.

Examples:
  hcljson --form compact main.tf > new.json
  jq '.locals.size = 3' new.json | hcljson patch -d main.tf -`

// NewPatch returns the command patch.
func NewPatch() *cli.Command {
	o := new(Options)
	return command.Define(&cli.Command{
		Name: "patch", Usage: "apply the changes in an edited copy to the original",
		ArgsUsage: "FILE EDITED", Description: patchDescription, Flags: o.flags(),
	}, command.Rules{Operands: command.Required, Conflicts: env.OutputConflicts}, o.runPatch)
}

// patcher checks the operands of patch and returns an editor. It returns nil after it reports an
// error.
func patcher(run *input.Session, file, edited string) (*Editor, error) {
	if env.IsDir(file) || env.IsDir(edited) {
		return nil, command.Usagef("patch takes two files; hcljson edit takes directories")
	}
	s := input.NewSource(edited, "")
	s.Stdin, s.Pipe = edited == env.StdinPath, true
	switch {
	case s.Stdin && run.StdinFilepath != "":
		s.Name = run.StdinFilepath
	case s.Stdin:
		s.Name = env.StdinName
	}
	by := &Editor{change: (&otherFile{run, s}).edit}
	named, err := run.ForFile(s.Name)
	if err != nil || s.Name == env.StdinName {
		return by, nil // the content selects the language
	}
	s.File, by.like = named, named
	if file == env.StdinPath || input.IsDescriptor(file) {
		return by, nil
	}
	of, err := run.ForFile(file)
	if err != nil {
		if src, _, failed := env.ReadOperand(file); failed == nil {
			if diag := input.RefuseDocument(file, src); diag != nil {
				run.Report.Add(file, nil, diag)
				return nil, nil
			}
		}
		return nil, command.Usagef(
			"by its name, %s cannot be changed, but %s can. The file to change comes first: hcljson patch %s "+
				"%s", file, edited, edited, file)
	}
	if named.Vague {
		return by, nil
	}
	if diag := env.TwoLanguages(file, of.Dialect, edited, named.Dialect); diag != nil {
		run.Report.Add(edited, nil, diag)
		return nil, nil
	}
	return by, nil
}

// otherFile is the edited file of patch.
type otherFile struct {
	session *input.Session
	edited  *input.Source
}

// edit applies the edited file.
func (p *otherFile) edit(e *editing) {
	s := p.edited
	read, _, err := p.session.Read(s)
	if err != nil {
		e.c.Log.Add(s.Name, nil, report.CannotRead(s.Name, err))
		e.c.Fail(nil)
		return
	}
	src, isJSON := read.Bytes(), s.File.JSON
	if s.File.Dialect == nil {
		isJSON = service.LooksLikeJSON(read.Text())
	}
	edited := equivalent.Source{Bytes: src, Filename: s.Name, JSON: isJSON, ForTools: !e.c.File.JSON}
	if diag := input.RefuseDocument(s.Name, src); diag != nil {
		e.c.Log.Add(s.Name, nil, diag)
		e.c.Fail(nil)
		return
	}
	if s.File.Dialect == nil && len(bytes.TrimSpace(src)) == 0 {
		e.c.Fail(nil, report.Errorf("Empty file",
			"%s is empty. It must contain the edited text of %s.", s.Name, e.c.Name))
		return
	}
	if result, ok := e.apply(edited, nil); ok {
		if result.Sorted {
			e.warnOrderKept(edited)
		}
		e.checkEdited(result.Edited)
	}
}
