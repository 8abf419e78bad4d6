package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// target is a file that a command writes or compares.
type target struct {
	path    string
	content []byte
	// mode is the mode of a new file.
	mode fs.FileMode
	// accepts reports whether the file may be written through a link to a file of this name.
	accepts func(name string) bool
	// protects returns an error if an existing file has content that must not be lost. If it is nil, a
	// file with other content is overwritten only with --force.
	protects func(old []byte) *hcl.Diagnostic
	// isAsset omits the content from diffs.
	isAsset bool
}

// plan is a set of targets that are compared, or written all or none.
type plan struct {
	*outputs
	log     *report.Log
	changes []atomic.Change
}

func (s *session) newPlan(log *report.Log) *plan {
	return &plan{outputs: &outputs{session: s}, log: log}
}

// onlyCompares reports whether files are compared and not written.
func (o *options) onlyCompares() bool { return o.comparing() && !o.writing() }

// add compares a target, which is in a tree of the run, with the existing file, shows the difference
// as the options request, and adds the change to the plan.
func (p *plan) add(t target, home int) *hcl.Diagnostic {
	there, diag := p.existing(t.path, home, t.accepts)
	exists := there.info != nil
	switch {
	case diag != nil:
		return diag
	case exists && bytes.Equal(there.content, t.content):
		return nil
	case !exists || p.session.onlyCompares():
	case t.protects == nil && !p.session.force:
		return errThere(t.path)
	case t.protects != nil:
		if diag := t.protects(there.content); diag != nil {
			return diag
		}
	}
	p.show(&t, there.content, exists)
	p.changes = append(p.changes, there.change(t.content, t.mode))
	return nil
}

// show shows that a target is missing or out of date.
func (p *plan) show(t *target, old []byte, exists bool) {
	if p.session.list {
		fmt.Fprintln(&p.log.Out, t.path)
	}
	if p.session.diff && !t.isAsset {
		report.WriteDiff(&p.log.Out, t.path, old, exists, t.content, p.session.outColor)
	}
	switch {
	case !p.session.check:
	case exists:
		p.log.Add("", nil, report.Errorf("Out of date", "%s is not what would be written.", t.path))
	default:
		p.log.Add("", nil, report.Errorf("Missing", "There is no %s, which would be written.", t.path))
	}
}

// finish makes the changes unless files are only compared, and returns the exit status.
func (p *plan) finish() int {
	switch {
	case len(p.changes) == 0:
		return exitOK
	case p.session.onlyCompares():
		return exitDiffers
	case p.session.ctx.Err() != nil:
		p.log.Add("", nil, errInterrupted())
		return exitError
	}
	if err := commit(p.changes); err != nil {
		diag := report.Errorf("Cannot write the file", "%s. Nothing was written.", report.PathReason(err))
		if partial := (*atomic.PartialError)(nil); errors.As(err, &partial) {
			diag = report.Errorf("Written, but not completely", "%s.", err)
		}
		p.log.Add("", nil, diag)
		return exitError
	}
	return exitOK
}

// commit makes all changes or none; tests break it off.
var commit = atomic.Commit

// put prints, compares or writes generated files, all or none, and returns the exit status. Relative
// paths are below the directory. Files with other content are overwritten only with --force.
func (s *session) put(dir string, files []target) int {
	var log report.Log
	status := s.putFiles(dir, files, &log)
	return max(status, log.Print(s.report))
}

func (s *session) putFiles(dir string, files []target, log *report.Log) int {
	if !s.writing() && !s.comparing() {
		for _, t := range files {
			log.Take(t.content)
		}
		return exitOK
	}
	s.interruptible()
	p := s.newPlan(log)
	for _, t := range files {
		t.path = filepath.Join(dir, filepath.FromSlash(t.path))
		tree := dir
		if tree == "" {
			tree = filepath.Dir(t.path)
		}
		if diag := p.add(t, p.tree(tree)); diag != nil {
			log.Add("", nil, diag)
			return exitError
		}
	}
	return p.finish()
}

// checkDirectory checks the options for the output of a command that writes a directory.
func (o *options) checkDirectory() error {
	if !o.toStdout() && exists(o.output) && !isDir(o.output) {
		return command.Usagef("-o %s is a file; name a directory", o.output)
	}
	return o.checkGenerated("-o DIR")
}

// checkGenerated checks the options for the output of a command that generates files.
func (o *options) checkGenerated(option string) error {
	switch {
	case o.toStdout() && o.comparing() && !o.write:
		return command.Usagef("-l, -d and --check compare with files; add %s", option)
	case o.force && !o.writing():
		return command.Usagef("--force applies to files that are written; add %s", option)
	}
	return nil
}

// existing is what is at the place of a new file; info is nil if that is nothing.
type existing struct {
	destination
	content []byte
	info    fs.FileInfo
}

// existing looks at the place of a file, which is below a tree of the run. like reports
// whether it may be written through a link with such a name.
func (o *outputs) existing(path string, home int, like func(name string) bool) (existing, *hcl.Diagnostic) {
	place, diag := o.destination(path, home, like)
	if diag != nil {
		return existing{}, diag
	}
	content, info, err := readTarget(place.path)
	if err != nil {
		return existing{}, report.Errorf("Cannot write the file", "%s: %s.", path, report.Reason(err))
	}
	return existing{place, content, info}, nil
}

// change is how a file is written there, with the mode if there is none yet.
func (e existing) change(content []byte, mode fs.FileMode) atomic.Change {
	change := atomic.Change{Path: e.path, Root: e.root, Content: content, Mode: mode}
	if e.info != nil {
		change.Mode, change.Overwrites = e.info.Mode().Perm(), e.content
	}
	return change
}

// readTarget reads the file that is to be replaced or compared with, and returns what
// it is; nil if there is none. Anything but a regular file is refused.
func readTarget(path string) ([]byte, fs.FileInfo, error) {
	content, info, err := atomic.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case errors.Is(err, atomic.ErrNotRegular):
		err = errors.New("it is not a regular file; redirect standard output to write to it")
	}
	return content, info, err
}

// errThere says that another file is at a place.
func errThere(path string) *hcl.Diagnostic {
	return report.Errorf("The file exists already", "%s holds something else. Nothing was written: "+
		"choose another directory, or overwrite what is there with --force.", path)
}

// modeLike is the permissions of a new file: who may read the file from which it is made
// may read it.
func modeLike(info fs.FileInfo) fs.FileMode {
	if info != nil && info.Mode().IsRegular() {
		return info.Mode().Perm()&0o666 | 0o200
	}
	return atomic.DefaultMode
}
