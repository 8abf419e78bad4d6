// Package atomic writes files and removes their sources. An error leaves all files unchanged, and a
// crash leaves no incomplete file.
//
// It writes every new file with a temporary name in its directory, and syncs it. Then it renames the
// new files one after another: to a free name without overwriting, or in exchange with the existing
// file. Then it gives the sources to remove temporary names, in reverse order, and compares them
// with the content that was read. If all are equal, it removes the files with temporary names.
//
// A crash leaves both the new file and the source of a change, or one of them, and files with
// temporary names. It never leaves neither of them, nor an incomplete file. Temporary files are in
// use while a run locks their directory; the next run removes the others. On systems without locks,
// it removes files older than an hour.
//
// Two runs on the same files do not wait for each other. A run that removes one of two forms first
// withdraws it, checks that the other form exists, and restores it if not, so that one form remains.
//
// The package accesses directories by handles, and reads no records of interrupted runs. It does not
// copy access lists and extended attributes.
package atomic

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// DefaultMode means the permissions of new files of the process, which are subject to the umask.
const DefaultMode = fs.ModeIrregular

// Change is a file to write, with an optional source to remove.
type Change struct {
	// Path is the file to write. If it is a symbolic link, the change writes the target of the link.
	// With Remove, a link is an error.
	Path    string
	Content []byte
	// Link, if not empty, is the text of a symbolic link to create instead of a file.
	Link string
	// Root, if not empty, is a directory prefix of Path. The write then stays in this directory,
	// regardless of links on the path, and a link at Path is an error.
	Root string
	// Mode are the permissions, not subject to the umask, or [DefaultMode].
	Mode fs.FileMode
	// Overwrites is the expected content of the file at Path. It is an error if the file has other
	// content, or if Overwrites is nil and a file exists.
	Overwrites []byte
	// Source, if not empty, is the source of Content, Was is its content, and Info, if not nil, its
	// file information. It is an error if the source has changed.
	Source string
	Was    []byte
	Info   fs.FileInfo
	// Remove is true to remove the source after the new file is in place, in the same directory. A
	// file at Path with the same content is left unchanged.
	Remove bool
}

// PartialError is the error of [Commit] if it failed too late to undo all changes.
type PartialError struct {
	// Done are the Paths of the changes that were made. No part of the other changes was made.
	Done []string
	Err  error
}

// Error names the directories of the changes that were made.
func (e *PartialError) Error() string {
	dirs := make([]string, 0, len(e.Done))
	for _, path := range e.Done {
		dirs = append(dirs, filepath.Dir(path))
	}
	slices.Sort(dirs)
	return fmt.Sprintf("the changes in %s were made, but then: %s", strings.Join(slices.Compact(dirs), ", "), e.Err)
}

// Unwrap returns Err.
func (e *PartialError) Unwrap() error { return e.Err }

var (
	errChanged    = errors.New("it was changed in the meantime; convert it again")
	errWriting    = errors.New("another program has it open for writing; close it there and convert it again")
	errExists     = errors.New("there is a file in its place by now, which is not overwritten; convert it again")
	errSameFile   = errors.New("two changes affect this file")
	errNotRegular = errors.New("not a regular file")
	errIsLink     = errors.New("it is a symbolic link, which is not followed")
	errOtherDir   = errors.New("a file can only be replaced by a file in the same directory")
)

// Commit makes all the changes. If it returns an error, it made no changes, except for a
// [PartialError]. It writes the new files in the order of the changes, and removes the sources in
// reverse order. It creates missing directories. A new file has the group of the overwritten file or
// of its source, if the user is a member of it. If root writes the file, it also has their owner.
func Commit(changes []Change) error {
	return (&commit{step: func(string, string) error { return nil }}).run(changes)
}

// commit is one run of Commit.
type commit struct {
	// step is called before each step that changes files, so that tests can make it fail.
	step  func(op, path string) error
	files []*file
	dirs  map[string]*dir // by their canonical path
	order []*dir
	roots map[string]*os.Root
	made  []createdDir
}

// file is a change in progress.
type file struct {
	Change
	dir          *dir
	name, source string // names in the directory; source is "" if none is removed
	// staged, old and withdrawn are the temporary names of the new file, of the overwritten file,
	// and of the source; "" without such a file.
	staged, old, withdrawn string
	found                  fs.FileInfo // the existing file at the path
	placed                 fs.FileInfo // the new file, after it is in place
	was                    fs.FileInfo // the source, which can be a link
	text                   string      // the text of the link
	present                bool        // true if the new content already exists
}

func (c *commit) run(changes []Change) error {
	defer c.close()
	err := c.stage(changes)
	for _, do := range []func() error{c.checkUnchanged, c.placeFiles, c.syncDirs, c.withdrawSources, c.syncDirs, c.confirmNames} {
		if err == nil {
			err = do()
		}
	}
	if err != nil {
		return c.undoChanges(err)
	}
	return c.removeBackups()
}

// stage writes the new contents to temporary files.
func (c *commit) stage(changes []Change) error {
	if err := checkDistinct(changes); err != nil {
		return err
	}
	for _, change := range changes {
		if err := c.stageOne(change); err != nil {
			return err
		}
	}
	return nil
}

func (c *commit) stageOne(change Change) error {
	path, err := change.targetPath()
	if err != nil {
		return err
	}
	d, err := c.openDirOf(filepath.Dir(path), change.Root)
	if err != nil {
		return err
	}
	f := &file{Change: change, dir: d, name: filepath.Base(path)}
	c.files = append(c.files, f)
	if change.Remove {
		if err := f.inspectSource(); err != nil {
			return err
		}
	}
	if err := f.inspect(); err != nil {
		return err
	}
	if f.present {
		return nil
	}
	f.staged = newTemporaryName()
	like := f.found
	if like == nil {
		like = change.Info
	}
	return f.wrapError(f.dir.create(f.staged, change, like))
}

// inspect inspects the existing file at the path.
func (f *file) inspect() error {
	found, err := f.dir.root.Lstat(f.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return f.wrapError(err)
	case f.Remove && f.Link != "" && f.dir.isLinkTo(f.name, f.Link):
		f.present = true
	case found.Mode()&fs.ModeSymlink != 0:
		return f.wrapError(errIsLink)
	case !found.Mode().IsRegular():
		return f.wrapError(errNotRegular)
	case f.Overwrites == nil:
		return f.wrapError(errExists)
	}
	f.found = found
	f.present = f.present || f.Remove && f.Link == "" && bytes.Equal(f.Overwrites, f.Content)
	return nil
}

// inspectSource inspects a source to remove.
func (f *file) inspectSource() (err error) {
	if filepath.Dir(f.Source) != filepath.Dir(f.Path) {
		return &fs.PathError{Op: "replace", Path: f.Source, Err: errOtherDir}
	}
	f.source = filepath.Base(f.Source)
	if f.was, err = f.dir.root.Lstat(f.source); err != nil {
		return errorForFile(f.Source, err)
	}
	switch {
	case f.was.Mode()&fs.ModeSymlink != 0:
		f.text, err = f.dir.root.Readlink(f.source)
		return errorForFile(f.Source, err)
	case !f.was.Mode().IsRegular():
		return errorForFile(f.Source, errNotRegular)
	}
	if f.Info != nil {
		f.was = f.Info
	}
	return nil
}

// checkUnchanged verifies that all files are unchanged since they were read.
func (c *commit) checkUnchanged() error {
	for _, f := range c.files {
		if f.Source != "" {
			is, info, err := ReadFile(f.Source)
			if err == nil && (!bytes.Equal(is, f.Was) || f.Remove && f.Info != nil && !isSameFile(f.Info, info)) {
				err = errChanged
			}
			if err != nil {
				return errorForFile(f.Source, err)
			}
		}
		if f.found != nil && f.found.Mode().IsRegular() {
			if err := f.wrapError(f.dir.checkContent(f.name, f.Overwrites, f.found)); err != nil {
				return err
			}
		}
	}
	return nil
}

// placeFiles renames the new files to their final names.
func (c *commit) placeFiles() error {
	for _, f := range c.files {
		if f.present {
			continue
		}
		if err := f.placeFile(); err != nil {
			return f.wrapError(err)
		}
	}
	return nil
}

func (f *file) placeFile() error {
	if f.found != nil {
		return f.replaceExisting()
	}
	info, err := f.dir.root.Lstat(f.staged)
	if err != nil {
		return err
	}
	left, err := f.dir.rename(f.staged, f.name)
	if err != nil {
		return err
	}
	f.placed = info
	if !left {
		f.staged = ""
	}
	return nil
}

// replaceExisting replaces the existing file by the new one. If the system supports it, the existing file
// gets a temporary name in the same step.
func (f *file) replaceExisting() error {
	info, err := f.dir.root.Lstat(f.staged)
	if err != nil {
		return err
	}
	err = f.dir.runStep("exchange", f.name, func() error { return exchange(f.dir.handle, f.staged, f.name) })
	switch {
	case err == nil:
		f.placed, f.old, f.staged = info, f.staged, ""
	case !isUnsupported(err):
		return err
	default:
		f.old = newTemporaryName()
		if err := f.dir.linkOrCopy(f.name, f.old, f.Overwrites, f.found); err != nil {
			return err
		}
		if err := f.dir.checkContent(f.name, f.Overwrites, f.found); err != nil {
			return err
		}
		if err := f.dir.runStep("rename", f.name, func() error { return f.dir.root.Rename(f.staged, f.name) }); err != nil {
			return err
		}
		f.placed, f.staged = info, ""
		return nil
	}
	return f.dir.checkContent(f.old, f.Overwrites, f.found)
}

// withdrawSources gives the sources to remove temporary names. It verifies their content after that, when
// other processes cannot access them by name.
func (c *commit) withdrawSources() error {
	for _, f := range slices.Backward(c.files) {
		if f.source == "" {
			continue
		}
		name := newTemporaryName()
		if err := f.dir.runStep("withdraw", f.source, func() error { return f.dir.root.Rename(f.source, name) }); err != nil {
			return errorForFile(f.Source, err)
		}
		f.withdrawn = name
		if err := f.checkWithdrawn(); err != nil {
			return errorForFile(f.Source, err)
		}
	}
	return nil
}

// checkWithdrawn returns an error if the withdrawn source differs from the content that was read.
func (f *file) checkWithdrawn() error {
	switch {
	case f.text == "":
		return f.dir.checkContent(f.withdrawn, f.Was, f.was)
	case !f.dir.isLinkTo(f.withdrawn, f.text):
		return errChanged
	}
	return nil
}

// confirmNames checks for changes of names by other processes: after the withdrawal of the sources, the
// new files must exist, and no file may have the name of a source.
func (c *commit) confirmNames() error {
	for _, f := range c.files {
		if f.source == "" {
			continue
		}
		if f.dir.exists(f.source) {
			return errorForFile(f.Source, errChanged)
		}
		if err := f.checkNew(f.name); err != nil {
			return f.wrapError(err)
		}
	}
	return nil
}

// checkNew returns an error if the file with a name is not the new one.
func (f *file) checkNew(name string) error {
	switch {
	case f.Link == "" && f.present:
		return f.dir.checkContent(name, f.Content, f.found)
	case f.Link == "":
		return f.dir.checkContent(name, f.Content, f.placed)
	case !f.dir.isLinkTo(name, f.Link):
		return errChanged
	}
	return nil
}

// removeBackups removes the files that only undo needs.
func (c *commit) removeBackups() error {
	var err error
	for _, f := range c.files {
		err = joinError(err, f.wrapError(f.dir.removeFiles(&f.staged, &f.old, &f.withdrawn)))
	}
	if err != nil {
		return &PartialError{Done: c.pathsOf(func(*file) bool { return true }), Err: err}
	}
	return nil
}

// undoChanges restores the previous state: first the sources, then the new files whose source exists.
func (c *commit) undoChanges(err error) error {
	changed := func(f *file) bool { return f.placed != nil || f.withdrawn != "" }
	seen := slices.ContainsFunc(c.files, changed)
	for _, f := range c.files {
		err = joinError(err, errorForFile(f.Source, f.restoreSource()))
	}
	if seen {
		err = joinError(err, c.syncDirs())
	}
	for _, f := range slices.Backward(c.files) {
		err = joinError(err, f.wrapError(f.undoWrite()))
	}
	if seen {
		err = joinError(err, c.syncDirs())
	}
	c.removeCreatedDirs()
	if done := c.pathsOf(changed); len(done) > 0 {
		return &PartialError{Done: done, Err: err}
	}
	return err
}

// restoreSource restores the source. If another process has created a file with its name, that file
// remains, and restoreSource renames a source with unread content to a visible name.
func (f *file) restoreSource() error {
	if f.withdrawn == "" {
		return nil
	}
	left, err := f.dir.rename(f.withdrawn, f.source)
	if errors.Is(err, errExists) {
		if f.checkWithdrawn() == nil {
			return f.dir.removeFiles(&f.withdrawn)
		}
		left, err = f.dir.rename(f.withdrawn, f.source+".hcljson-edit")
	}
	if err == nil && left {
		err = f.dir.removeFiles(&f.withdrawn)
	}
	if err != nil {
		return err
	}
	f.withdrawn = ""
	if _, err := os.Stat(f.Source); f.text != "" && errors.Is(err, fs.ErrNotExist) {
		name := f.source // another run has replaced the target of the link
		return f.dir.removeFiles(&name)
	}
	return nil
}

// undoWrite removes the new file and restores the overwritten one. It keeps a new file with changes
// by other processes, and a new file without a source.
func (f *file) undoWrite() error {
	switch {
	case f.placed == nil:
		return f.dir.removeFiles(&f.staged, &f.old)
	case f.withdrawn != "":
		return nil
	case f.old != "":
		return f.restoreOverwritten()
	}
	name := newTemporaryName()
	if err := f.dir.runStep("withdraw", f.name, func() error { return f.dir.root.Rename(f.name, name) }); err != nil {
		return err
	}
	if err := f.checkRemovable(name); err != nil {
		left, back := f.dir.rename(name, f.name)
		if back == nil && left {
			back = f.dir.removeFiles(&name)
		}
		return joinError(err, back)
	}
	f.placed = nil
	return f.dir.removeFiles(&name, &f.staged)
}

// restoreOverwritten restores the overwritten file. If the system supports it, one step exchanges both files.
// Then restoreOverwritten detects concurrent changes of the new file, and keeps it.
func (f *file) restoreOverwritten() error {
	if err := f.checkRemovable(f.name); err != nil {
		return joinError(err, f.dir.removeFiles(&f.old))
	}
	swap := func() error {
		return f.dir.runStep("exchange", f.name, func() error { return exchange(f.dir.handle, f.old, f.name) })
	}
	err := swap()
	switch {
	case isUnsupported(err):
		if err := f.dir.runStep("rename", f.name, func() error { return f.dir.root.Rename(f.old, f.name) }); err != nil {
			return err
		}
		f.old = ""
	case err != nil:
		return err
	default:
		if err := f.checkRemovable(f.old); err != nil {
			if back := swap(); back != nil {
				return joinError(err, back)
			}
			return joinError(err, f.dir.removeFiles(&f.old))
		}
	}
	f.placed = nil
	return f.dir.removeFiles(&f.old)
}

// checkRemovable returns an error if the new file, under some name, must remain.
func (f *file) checkRemovable(name string) error {
	if f.source != "" && !f.dir.exists(f.source) {
		return errChanged
	}
	return f.checkNew(name)
}

// pathsOf returns the paths of the selected changes.
func (c *commit) pathsOf(which func(*file) bool) []string {
	var paths []string
	for _, f := range c.files {
		if which(f) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// wrapError returns an error with the path that the user gave.
func (f *file) wrapError(err error) error { return errorForFile(f.Path, err) }

// errorForFile returns an error about a temporary file as an error about the user's file.
func errorForFile(path string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: "write", Path: path, Err: causeOf(err)}
}

// causeOf returns an error without its operation and path.
func causeOf(err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		return pathErr.Err
	case errors.As(err, &linkErr):
		return linkErr.Err
	}
	return err
}

// joinError adds the error next to err.
func joinError(err, next error) error {
	switch {
	case next == nil:
		return err
	case err == nil:
		return next
	}
	return fmt.Errorf("%w; after that: %w", err, next)
}

// ErrNotRegular is the error for a file that is not regular.
var ErrNotRegular = errors.New("it is not a regular file")

// Open opens a file for reading, and returns its information. It does not block on pipes.
func Open(path string) (*os.File, fs.FileInfo, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, info, nil
}

// MaxFile is the maximum size in bytes of an input file or stream. A sparse file can be larger than
// the memory of the machine.
const MaxFile = 1 << 30

// ErrTooLarge is the error for input that is larger than a limit.
var ErrTooLarge = errors.New("it is too large")

// ReadFile reads a regular file, and returns its information. Other files are an [ErrNotRegular].
func ReadFile(path string) ([]byte, fs.FileInfo, error) {
	file, info, err := Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	content, err := ReadAtMost(file, info, MaxFile)
	if errors.Is(err, ErrTooLarge) {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return content, info, err
}

// ReadAtMost reads all of r. info is its file information; nil if it has none. Input of more than
// limit bytes is an [ErrTooLarge]. For a regular file, the size is checked before reading.
func ReadAtMost(r io.Reader, info fs.FileInfo, limit int64) ([]byte, error) {
	size := int64(0)
	if info != nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	tooLarge := func() error { return fmt.Errorf("%w: more than %d MiB", ErrTooLarge, limit>>20) }
	if size > limit {
		return nil, tooLarge()
	}
	content := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := content.ReadFrom(io.LimitReader(r, limit+1))
	if err == nil && int64(content.Len()) > limit {
		return nil, tooLarge()
	}
	return content.Bytes(), err
}
