package output

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
)

// Target is a file that a command writes or compares.
type Target struct {
	Path    string
	Content []byte
	// Mode is the mode of a new file.
	Mode fs.FileMode
	// Accepts is called if the path is a link. It reports whether the linked file, which has the
	// given name, may be written.
	Accepts func(name string) bool
	// Protects returns an error if the old content of the file must not be lost. If Protects is nil,
	// a file with other content is overwritten only with --force.
	Protects func(old []byte) *hcl.Diagnostic
	// IsAsset is true if diffs omit the content.
	IsAsset bool
	// from is the conversion or edit that produced the content. It is nil for a generated file.
	from *Result
}

// fileState is the result of the comparison of a target with the existing file.
type fileState uint8

const (
	missing fileState = iota
	outdated
	upToDate
)

// Plan is a set of targets for one comparison or one write. A write changes either all targets or
// none.
type Plan struct {
	*Outputs
	Log     *report.Log
	changes []atomic.Change
}

// NewPlan returns an empty plan.
func NewPlan(s *input.Session, o *env.OutputOptions, log *report.Log) *Plan {
	return &Plan{Outputs: &Outputs{Session: s, Options: o}, Log: log}
}

// Add compares a target with the existing file, shows the difference as the options request, and
// adds the change to the plan. home is the index of the output tree that contains the target. It
// returns an error if the file must not be overwritten.
func (p *Plan) Add(t Target, home int) (fileState, *hcl.Diagnostic) {
	there, diag := p.readExisting(&t, home)
	if diag != nil {
		return outdated, diag
	}
	exists := p.InPlace || there.info != nil
	same := exists && bytes.Equal(there.content, t.Content)
	if exists && !p.Options.OnlyCompares() {
		if diag := p.checkOverwrite(&t, there.content, same); diag != nil {
			return outdated, diag
		}
	}
	if !same || t.from != nil && t.from.Edited {
		p.showDifference(&t, there.content, exists)
	}
	if diag := p.checkUnchanged(&t, there.content, same); diag != nil {
		return outdated, diag
	}
	if !same || p.Options.Replace || t.from != nil && !p.Options.Write {
		p.changes = append(p.changes, there.change(&t, p.Options.Replace))
	}
	switch {
	case same:
		return upToDate, nil
	case exists:
		return outdated, nil
	}
	return missing, nil
}

// checkOverwrite returns an error if an existing file must not be overwritten.
func (p *Plan) checkOverwrite(t *Target, old []byte, same bool) *hcl.Diagnostic {
	switch {
	case t.Protects != nil && (!same || p.Options.Replace):
		return t.Protects(old)
	case t.Protects == nil && !same && !p.Options.Force:
		return ErrOtherContent(t.Path)
	}
	return nil
}

// checkUnchanged returns an error if another program changed the file since the edit read it.
func (p *Plan) checkUnchanged(t *Target, old []byte, same bool) *hcl.Diagnostic {
	c := t.from
	switch {
	case c == nil || !p.Options.Writing():
	case c.Edited && !same:
		return p.Record.errOtherResult(c)
	case p.InPlace && !c.Edited && !bytes.Equal(old, c.Src):
		return report.Errorf("Cannot write the file", "%s: another program changed the file. Repeat the "+
			"command.", c.Name)
	}
	return nil
}

// showDifference shows that a target is missing or out of date.
func (p *Plan) showDifference(t *Target, old []byte, exists bool) {
	name, before := t.Path, old
	if t.from != nil {
		name = t.from.Name
		if t.from.Edited {
			before = t.from.Src
		}
	}
	if p.Options.List {
		fmt.Fprintln(&p.Log.Out, name)
	}
	if p.Options.Diff && !t.IsAsset {
		report.WriteDiff(&p.Log.Out, t.Path, before, exists, t.Content, p.Session.OutColor)
	}
	switch {
	case !p.Options.Check:
	case t.from != nil:
		p.Log.Add(name, nil, p.errOutdated(t.from, exists))
	case exists:
		p.Log.Add("", nil, report.Errorf("Out of date", "%s is not up to date.", name))
	default:
		p.Log.Add("", nil, report.Errorf("Missing", "%s does not exist.", name))
	}
}

// Finish writes the changes of the plan, unless files are only compared. It returns the exit status.
func (p *Plan) Finish() int {
	switch {
	case len(p.changes) == 0:
		return env.ExitOK
	case p.Options.OnlyCompares():
		return env.ExitDiffers
	}
	if err := p.apply(); err != nil {
		diag := report.Errorf("Cannot write the file", "%s. Nothing was written.", report.PathReason(err))
		if partial := (*atomic.PartialError)(nil); errors.As(err, &partial) {
			diag = report.Errorf("Written, but not completely", "%s.", err)
		}
		p.Log.Add("", nil, diag)
		return env.ExitError
	}
	return env.ExitOK
}

// apply writes either all changes or none.
func (p *Plan) apply() (err error) {
	p.Session.Protect(func(context.Context) { err = Commit(p.changes) })
	return err
}

// Commit writes changes. It is a variable, because tests replace it to interrupt a write.
var Commit = atomic.Commit

// Put prints, compares or writes generated files, and returns the exit status. It writes either all
// files or none. Relative paths are relative to dir. Files with other content are overwritten only
// with --force.
func Put(s *input.Session, o *env.OutputOptions, dir string, files []Target) int {
	var log report.Log
	status := putFiles(s, o, dir, files, &log)
	return max(status, log.Print(s.Report))
}

func putFiles(s *input.Session, o *env.OutputOptions, dir string, files []Target, log *report.Log) int {
	if !o.Writing() && !o.Comparing() {
		for _, t := range files {
			log.Take(t.Content)
		}
		return env.ExitOK
	}
	p := NewPlan(s, o, log)
	for _, t := range files {
		t.Path = filepath.Join(dir, filepath.FromSlash(t.Path))
		tree := dir
		if tree == "" {
			tree = filepath.Dir(t.Path)
		}
		if _, diag := p.Add(t, p.Tree(tree)); diag != nil {
			log.Add("", nil, diag)
			return env.ExitError
		}
	}
	return p.Finish()
}

// existing is the file at the path of a target. info is nil if no file exists.
type existing struct {
	destination
	content []byte
	info    fs.FileInfo
}

// readExisting finds the destination of a target and reads the existing file. home is the index of
// the output tree that contains the target.
func (o *Outputs) readExisting(t *Target, home int) (there existing, diag *hcl.Diagnostic) {
	verb := "write"
	there.path = t.Path
	switch {
	case o.Options.OnlyCompares() && o.InPlace:
		there.content, there.info = t.from.Src, t.from.Info
		return there, nil
	case o.Options.OnlyCompares():
		verb = "compare with"
	case !o.Options.Replace:
		if there.destination, diag = o.destination(t.Path, home, t.Accepts); diag != nil {
			return there, diag
		}
	}
	var err error
	if there.content, there.info, err = readTarget(there.path); err != nil {
		diag = report.Errorf("Cannot "+verb+" the file", "%s: %s.", t.Path, report.Reason(err))
	}
	return there, diag
}

// change returns the change that writes a target. An existing file keeps its mode.
func (e existing) change(t *Target, replace bool) atomic.Change {
	change := atomic.Change{Path: e.path, Root: e.root, Content: t.Content, Mode: t.Mode}
	if e.info != nil {
		change.Mode, change.Overwrites = e.info.Mode().Perm(), e.content
	}
	if c := t.from; c != nil {
		if !c.Stdin {
			change.Source, change.Was, change.Info = c.Name, c.Src, c.Info
		}
		if replace {
			change.Remove, change.Link = true, c.LinkTo
		}
	}
	return change
}

// readTarget reads the existing file of a target. It returns nil as file information if the file
// does not exist. It is an error if the file is not regular.
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

// ErrOtherContent returns the error for an existing file with other content.
func ErrOtherContent(path string) *hcl.Diagnostic {
	return report.Errorf("The file exists already", "%s has other content. Nothing was written. Choose another "+
		"directory, or overwrite the file with --force.", path)
}

// NewFileMode returns the permissions of a new file. They let the same users read the file as the
// input.
func NewFileMode(info fs.FileInfo) fs.FileMode {
	if info != nil && info.Mode().IsRegular() {
		return info.Mode().Perm()&0o666 | 0o200
	}
	return atomic.DefaultMode
}
