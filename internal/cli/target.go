package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
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
	// from is the conversion or edit with this result; nil for a generated file.
	from *conversion
}

// fileState is the result of the comparison of a target with the existing file.
type fileState uint8

const (
	missing fileState = iota
	outdated
	upToDate
)

// plan is a set of targets that are compared, or written all or none.
type plan struct {
	*outputs
	log     *report.Log
	changes []atomic.Change
}

func newPlan(s *session, o *outputOptions, log *report.Log) *plan {
	return &plan{outputs: &outputs{session: s, options: o}, log: log}
}

// add compares a target, which is in a tree of the run, with the existing file, shows the difference
// as the options request, and adds the change to the plan. It returns an error if the file must not be
// overwritten.
func (p *plan) add(t target, home int) (fileState, *hcl.Diagnostic) {
	there, diag := p.existing(&t, home)
	if diag != nil {
		return outdated, diag
	}
	exists := p.inPlace || there.info != nil
	same := exists && bytes.Equal(there.content, t.content)
	if exists && !p.options.onlyCompares() {
		if diag := p.protect(&t, there.content, same); diag != nil {
			return outdated, diag
		}
	}
	if !same || t.from != nil && t.from.edited {
		p.show(&t, there.content, exists)
	}
	if diag := p.stale(&t, there.content, same); diag != nil {
		return outdated, diag
	}
	if !same || p.options.replace || t.from != nil && !p.options.write {
		p.changes = append(p.changes, there.change(&t, p.options.replace))
	}
	switch {
	case same:
		return upToDate, nil
	case exists:
		return outdated, nil
	}
	return missing, nil
}

// protect returns an error if an existing file must not be overwritten.
func (p *plan) protect(t *target, old []byte, same bool) *hcl.Diagnostic {
	switch {
	case t.protects != nil && (!same || p.options.replace):
		return t.protects(old)
	case t.protects == nil && !same && !p.options.force:
		return errThere(t.path)
	}
	return nil
}

// stale returns an error if the existing file is not the one that was edited.
func (p *plan) stale(t *target, old []byte, same bool) *hcl.Diagnostic {
	c := t.from
	switch {
	case c == nil || !p.options.writing():
	case c.edited && !same:
		return p.record.unlike(c)
	case p.inPlace && !c.edited && !bytes.Equal(old, c.src):
		return report.Errorf("Cannot write the file", "%s: it was changed in the meantime. Repeat the command.", c.name)
	}
	return nil
}

// show shows that a target is missing or out of date.
func (p *plan) show(t *target, old []byte, exists bool) {
	name, before := t.path, old
	if t.from != nil {
		name = t.from.name
		if t.from.edited {
			before = t.from.src
		}
	}
	if p.options.list {
		fmt.Fprintln(&p.log.Out, name)
	}
	if p.options.diff && !t.isAsset {
		report.WriteDiff(&p.log.Out, t.path, before, exists, t.content, p.session.outColor)
	}
	switch {
	case !p.options.check:
	case t.from != nil:
		p.log.Add(name, nil, p.outdated(t.from, exists))
	case exists:
		p.log.Add("", nil, report.Errorf("Out of date", "%s is not what would be written.", name))
	default:
		p.log.Add("", nil, report.Errorf("Missing", "There is no %s, which would be written.", name))
	}
}

// finish makes the changes unless files are only compared, and returns the exit status.
func (p *plan) finish() int {
	switch {
	case len(p.changes) == 0:
		return exitOK
	case p.options.onlyCompares():
		return exitDiffers
	case p.session.ctx.Err() != nil:
		p.log.Add("", nil, errInterrupted())
		return exitError
	}
	if err := p.apply(); err != nil {
		diag := report.Errorf("Cannot write the file", "%s. Nothing was written.", report.PathReason(err))
		if partial := (*atomic.PartialError)(nil); errors.As(err, &partial) {
			diag = report.Errorf("Written, but not completely", "%s.", err)
		}
		p.log.Add("", nil, diag)
		return exitError
	}
	return exitOK
}

// apply makes all changes or none.
func (p *plan) apply() error { return commit(p.changes) }

// commit is a variable for tests, which interrupt it.
var commit = atomic.Commit

// put prints, compares or writes generated files, all or none, and returns the exit status. Relative
// paths are below the directory. Files with other content are overwritten only with --force.
func put(s *session, o *outputOptions, dir string, files []target) int {
	var log report.Log
	status := putFiles(s, o, dir, files, &log)
	return max(status, log.Print(s.report))
}

func putFiles(s *session, o *outputOptions, dir string, files []target, log *report.Log) int {
	if !o.writing() && !o.comparing() {
		for _, t := range files {
			log.Take(t.content)
		}
		return exitOK
	}
	s.interruptible()
	p := newPlan(s, o, log)
	for _, t := range files {
		t.path = filepath.Join(dir, filepath.FromSlash(t.path))
		tree := dir
		if tree == "" {
			tree = filepath.Dir(t.path)
		}
		if _, diag := p.add(t, p.tree(tree)); diag != nil {
			log.Add("", nil, diag)
			return exitError
		}
	}
	return p.finish()
}

// existing is the file at the path of a target. info is nil if no file exists.
type existing struct {
	destination
	content []byte
	info    fs.FileInfo
}

// existing finds the destination of a target, which is below a tree of the run, and reads the
// existing file.
func (o *outputs) existing(t *target, home int) (there existing, diag *hcl.Diagnostic) {
	verb := "write"
	there.path = t.path
	switch {
	case o.options.onlyCompares() && o.inPlace:
		there.content, there.info = t.from.src, t.from.info
		return there, nil
	case o.options.onlyCompares():
		verb = "compare with"
	case !o.options.replace:
		if there.destination, diag = o.destination(t.path, home, t.accepts); diag != nil {
			return there, diag
		}
	}
	var err error
	if there.content, there.info, err = readTarget(there.path); err != nil {
		diag = report.Errorf("Cannot "+verb+" the file", "%s: %s.", t.path, report.Reason(err))
	}
	return there, diag
}

// change returns the change that writes a target. An existing file keeps its mode.
func (e existing) change(t *target, replace bool) atomic.Change {
	change := atomic.Change{Path: e.path, Root: e.root, Content: t.content, Mode: t.mode}
	if e.info != nil {
		change.Mode, change.Overwrites = e.info.Mode().Perm(), e.content
	}
	if c := t.from; c != nil {
		if !c.stdin {
			change.Source, change.Was, change.Info = c.name, c.src, c.info
		}
		if replace {
			change.Remove, change.Link = true, c.linkTo
		}
	}
	return change
}

// readTarget reads the existing file of a target and returns its file information, or nil if it does
// not exist. It is an error if the file is not regular.
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

// errThere returns the error for an existing file with other content.
func errThere(path string) *hcl.Diagnostic {
	return report.Errorf("The file exists already", "%s holds something else. Nothing was written: "+
		"choose another directory, or overwrite what is there with --force.", path)
}

// modeLike returns the permissions of a new file: the same users can read it as the input.
func modeLike(info fs.FileInfo) fs.FileMode {
	if info != nil && info.Mode().IsRegular() {
		return info.Mode().Perm()&0o666 | 0o200
	}
	return atomic.DefaultMode
}
