package cli

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/filter"
)

const editDescription = `COMMAND gets the JSON of each file on standard input and the name of the file in
HCLJSON_FILE, and prints the edited JSON. What the edit changes is changed in the
file, and every other byte stays: comments, blank lines, order, quotes. One file, or
- for standard input, goes to standard output; several files and directories need
-w, or one of -l, -d and --check. What is printed or written is proven to mean what
the edited JSON means first, and the files of a directory are written together or
not at all.

COMMAND is started once for each file, directly and not by a shell. The JSON is in
the compact form, unless --form says otherwise; of a file that is HCL-JSON, COMMAND
gets the file itself, unless --form is given.

    hcljson edit main.tf -- jq '.terraform.required_version = ">= 1.9"'
    hcljson edit -w modules -- ./bump.py

Exit status: 0 fine, 1 the edit changes a file (-l, -d, --check without -w), 2 an
error.`

const patchDescription = `Changes in FILE what EDITED says otherwise, and leaves every other byte as it is:
comments, blank lines, order, quotes. EDITED is what "hcljson --form compact FILE"
or "hcljson FILE" prints after an edit, or the other way round: FILE may be HCL-JSON
and EDITED in native syntax. One of the two may be - for standard input. The result
goes to standard output or, with -w, to FILE. It is proven to mean what EDITED means
first.

    hcljson patch main.tf edited.tf.json

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
	// program edits the JSON of each file. Command is what the user calls it.
	program *filter.Program
	command string
	// formed: also of HCL-JSON it gets the form that the options say.
	formed bool
	// edited is what the one file is to say, if there is no program.
	edited *source
}

// outputLimit is how much a program may print for an input.
func outputLimit(input []byte) int { return max(64<<20, 16*len(input)) }

// editFlags returns the flags of edit and patch.
func (o *options) editFlags() []cli.Flag {
	flags := slices.DeleteFunc(o.flags(), func(flag cli.Flag) bool {
		return slices.Contains([]string{"output", "replace"}, flag.Names()[0])
	})
	usages := map[string]string{
		"write":     "write the edited files",
		"list":      "list the files that the edit changes",
		"diff":      "print what the edit changes as unified diffs",
		"check":     "report the files that the edit changes as errors",
		"no-verify": "print and write without a proof that the result means what the edited JSON means",
		"comments":  "drop: let the edit say nothing of comments, so that all stay: `keep|drop`",
	}
	for _, flag := range flags {
		usage := usages[flag.Names()[0]]
		switch flag := flag.(type) {
		case *cli.BoolFlag:
			if usage != "" {
				flag.Usage = usage
			}
		case *cli.StringFlag:
			if usage != "" {
				flag.Usage = usage
			}
			if flag.Name == "form" {
				flag.Value = "compact"
			}
		}
	}
	return flags
}

// patchFlags returns the flags of patch: no command gets any JSON, and there is one
// file.
func (o *options) patchFlags() []cli.Flag {
	return slices.DeleteFunc(o.editFlags(), func(flag cli.Flag) bool {
		return slices.Contains([]string{"form", "exclude", "jobs"}, flag.Names()[0])
	})
}

func (c *command) editAction(ctx *cli.Context) error {
	files, program := c.operands[:len(c.operands)-len(c.behind)], c.behind
	switch {
	case c.opts.version:
		return c.printVersion(ctx)
	case len(c.operands) == 0:
		c.status = exitError
		return c.showHelp(ctx)
	case len(program) == 0:
		return usagef("the command that edits is missing; it stands behind --: hcljson edit %s -- jq '.terraform'",
			strings.Join(files, " "))
	case len(files) == 0:
		return usagef("there is nothing to edit in front of --; name files or directories, or - for standard input")
	}
	if err := c.opts.validateEdit(files); err != nil {
		return err
	}
	found, err := filter.Find(program)
	if err != nil {
		return notFound(program[0], err)
	}
	return c.edit(files, func(*run) (*editor, error) {
		return &editor{program: found, command: filepath.Base(program[0]), formed: ctx.IsSet("form")}, nil
	})
}

// notFound says why a program cannot be started.
func notFound(name string, err error) error {
	if errors.Is(err, exec.ErrDot) {
		return usagef("%s is in this directory, which the PATH has; write %s to start it",
			name, "."+string(filepath.Separator)+name)
	}
	cause := error(err)
	if inner := (*exec.Error)(nil); errors.As(err, &inner) {
		cause = inner.Err
	}
	return usagef("cannot start %s: %s", name, reason(cause))
}

func (c *command) patchAction(ctx *cli.Context) error {
	switch {
	case c.opts.version:
		return c.printVersion(ctx)
	case len(c.operands) == 0:
		c.status = exitError
		return c.showHelp(ctx)
	case len(c.operands) != 2:
		return usagef("patch takes the file to change and then the edited one: hcljson patch main.tf edited.tf.json")
	}
	if err := c.opts.validateEdit(c.operands); err != nil {
		return err
	}
	return c.edit(c.operands[:1], func(r *run) (*editor, error) { return r.patcher(c.operands[0], c.operands[1]) })
}

// validateEdit checks what edit and patch have.
func (o *options) validateEdit(operands []string) error {
	if err := o.validateCommon(operands); err != nil {
		return err
	}
	switch {
	case o.write && o.check:
		return usagef("--check only compares; leave out -w, or use -l -w to list what is written")
	case o.write && operands[0] == stdinPath:
		return usagef("standard input is no file that could be written; leave out -w, the result goes to standard output")
	}
	return nil
}

// edit edits files and shows or writes them.
func (c *command) edit(files []string, by func(*run) (*editor, error)) error {
	r, err := c.newRun()
	if r == nil || err != nil {
		return err
	}
	defer r.close()
	if r.editor, err = by(r); err != nil {
		return err
	}
	if r.editor == nil {
		c.status = exitError
		return r.report.close()
	}
	if len(files) > 1 && !r.opts.write && !r.opts.comparing() {
		return usagef("several files do not fit into one output; " +
			"use -w to write them, or -l, -d or --check to see what changes")
	}
	// What has been started ends with the program.
	r.interruptible()
	c.status = r.files(files)
	return r.report.close()
}

// patcher looks at the operands of patch. It returns nil after reporting an error.
func (r *run) patcher(file, edited string) (*editor, error) {
	if isDir(file) || isDir(edited) {
		return nil, usagef("patch takes two files; hcljson edit takes directories")
	}
	s := &source{name: edited, stdin: edited == stdinPath, pipe: true}
	switch {
	case s.stdin && r.opts.stdinFilepath != "":
		s.name = r.opts.stdinFilepath
	case s.stdin:
		s.name = stdinName
	}
	named, err := r.forFile(s.name)
	if err != nil || s.name == stdinName {
		return &editor{edited: s}, nil // what is in it will tell
	}
	s.file = named
	if file == stdinPath {
		return &editor{edited: s}, nil
	}
	of, err := r.forFile(file)
	if err != nil {
		return nil, usagef("by its name, %s is no file that could be changed, but %s is. The file to change comes first: "+
			"hcljson patch %s %s", file, edited, edited, file)
	}
	if named.Vague {
		return &editor{edited: s}, nil
	}
	if diag := twoLanguages(file, of.Dialect, edited, named.Dialect); diag != nil {
		r.report.add(edited, nil, hcl.Diagnostics{diag})
		return nil, nil
	}
	return &editor{edited: s}, nil
}
