// Package atomic writes files, and removes those that they were made from, so that
// an error leaves all as it was, and a crash nothing half.
//
// Every new file is written under a temporary name in its directory and synced. Then
// they are renamed into place one after another: a new name without overwriting, an old
// one in exchange for the file that is there. Then the sources that are to go get
// temporary names, last first, and are compared with what was read. When all of them
// have stood that, what has a temporary name is removed.
//
// A crash leaves both the new file and the source of some changes, or one of them, and
// files with temporary names. It never leaves neither, nor a file in part. Temporary
// files are in use as long as a run has locked their directory; the others are removed
// by the next run. Where there are no locks, those older than an hour are.
//
// Two runs on the same files do not wait for each other. Whoever removes one of two
// forms withdraws it first, looks whether the other form is there, and puts it back if
// not, so one stays.
//
// Directories are reached by handles, and nothing is read to find out what a run that
// was cut off meant to do. Access lists and extended attributes are not carried over.
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

// DefaultMode stands for the permissions that the process gives to new files, which
// are subject to the umask.
const DefaultMode = fs.ModeIrregular

// Change is one file that is written, and perhaps its source that goes away for it.
type Change struct {
	// Path is the file that is written. If it is a symbolic link, the file that
	// it leads to is; with Remove, that is an error.
	Path    string
	Content []byte
	// Link, if not empty, is the text of a symbolic link that is made in place of a file.
	Link string
	// Root, if not empty, is a directory that Path begins with. The file is then
	// written without leaving that directory, whatever links there are on the way,
	// and is an error if it is a link itself.
	Root string
	// Mode is the permissions, not subject to the umask, or [DefaultMode].
	Mode fs.FileMode
	// Overwrites is what the file at Path holds. If it holds something else by now, that
	// is an error, and so is any file where Overwrites is nil.
	Overwrites []byte
	// Source, if not empty, is the file that Content was made from, Was is what it held,
	// and Info, if not nil, what it was then. If it is another by now, that is an error.
	Source string
	Was    []byte
	Info   fs.FileInfo
	// Remove: the source goes away once the new file is in place, in the same directory.
	// A file at Path that holds Content already is left as it is.
	Remove bool
}

// PartialError is what [Commit] returns if it failed too late to undo all.
type PartialError struct {
	// Done is the Path of each change that was made. Of the others, nothing was.
	Done []string
	Err  error
}

func (e *PartialError) Error() string {
	dirs := make([]string, 0, len(e.Done))
	for _, path := range e.Done {
		dirs = append(dirs, filepath.Dir(path))
	}
	slices.Sort(dirs)
	return fmt.Sprintf("the changes in %s were made, but then: %s", strings.Join(slices.Compact(dirs), ", "), e.Err)
}

func (e *PartialError) Unwrap() error { return e.Err }

var (
	errChanged    = errors.New("it was changed in the meantime; convert it again")
	errWriting    = errors.New("another program has it open for writing; close it there and convert it again")
	errExists     = errors.New("there is a file in its place by now, which is not overwritten; convert it again")
	errSameFile   = errors.New("two changes affect this file")
	errNotRegular = errors.New("not a regular file")
	errIsLink     = errors.New("it is a symbolic link, which is not followed")
	errOtherDir   = errors.New("a file can only be replaced by one in the same directory")
)

// Commit makes all the changes or, if it returns an error, none, unless that is
// a [PartialError]. New files come in the order of the changes, and sources go in the
// opposite one. Missing directories are made. A new file gets the group of the one that was
// at its place or of its source if the user is in it, and from root the owner as well.
func Commit(changes []Change) error {
	return (&commit{step: func(string, string) error { return nil }}).run(changes)
}

// commit is one run of Commit.
type commit struct {
	// step is called before each step that changes files, so that tests can let it fail.
	step  func(op, path string) error
	files []*file
	dirs  map[string]*dir // by their one name
	order []*dir
	roots map[string]*os.Root
	made  []made
}

// file is a change under way.
type file struct {
	Change
	dir          *dir
	name, source string // in the directory; no source if none is removed
	// staged, old and withdrawn are temporary names: of the new file, of the one that it
	// overwrites, and of the source; "" if there is none.
	staged, old, withdrawn string
	found                  fs.FileInfo // what is at the place of the new file
	placed                 fs.FileInfo // the new file, once it is in its place
	was                    fs.FileInfo // the source, which may be a link
	text                   string      // of the link
	present                bool        // there is nothing to write
}

func (c *commit) run(changes []Change) error {
	defer c.close()
	err := c.stage(changes)
	for _, do := range []func() error{c.check, c.place, c.sync, c.withdraw, c.sync, c.confirm} {
		if err == nil {
			err = do()
		}
	}
	if err != nil {
		return c.undo(err)
	}
	return c.tidy()
}

// stage writes the new contents next to their places.
func (c *commit) stage(changes []Change) error {
	if err := distinct(changes); err != nil {
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
	path, err := change.target()
	if err != nil {
		return err
	}
	d, err := c.dir(filepath.Dir(path), change.Root)
	if err != nil {
		return err
	}
	f := &file{Change: change, dir: d, name: filepath.Base(path)}
	c.files = append(c.files, f)
	if change.Remove {
		if err := f.findSource(); err != nil {
			return err
		}
	}
	if err := f.find(); err != nil {
		return err
	}
	if f.present {
		return nil
	}
	f.staged = temporary()
	like := f.found
	if like == nil {
		like = change.Info
	}
	return f.fails(f.dir.create(f.staged, change, like))
}

// find looks at the place of the new file.
func (f *file) find() error {
	found, err := f.dir.root.Lstat(f.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return f.fails(err)
	case f.Remove && f.Link != "" && f.dir.linksTo(f.name, f.Link):
		f.present = true
	case found.Mode()&fs.ModeSymlink != 0:
		return f.fails(errIsLink)
	case !found.Mode().IsRegular():
		return f.fails(errNotRegular)
	case f.Overwrites == nil:
		return f.fails(errExists)
	}
	f.found = found
	f.present = f.present || f.Remove && f.Link == "" && bytes.Equal(f.Overwrites, f.Content)
	return nil
}

// findSource looks at a source that is to be removed.
func (f *file) findSource() (err error) {
	if filepath.Dir(f.Source) != filepath.Dir(f.Path) {
		return &fs.PathError{Op: "replace", Path: f.Source, Err: errOtherDir}
	}
	f.source = filepath.Base(f.Source)
	if f.was, err = f.dir.root.Lstat(f.source); err != nil {
		return forFile(f.Source, err)
	}
	switch {
	case f.was.Mode()&fs.ModeSymlink != 0:
		f.text, err = f.dir.root.Readlink(f.source)
		return forFile(f.Source, err)
	case !f.was.Mode().IsRegular():
		return forFile(f.Source, errNotRegular)
	}
	if f.Info != nil {
		f.was = f.Info
	}
	return nil
}

// check makes sure that all is as it was when the changes were made up.
func (c *commit) check() error {
	for _, f := range c.files {
		if f.Source != "" {
			is, info, err := ReadFile(f.Source)
			if err == nil && (!bytes.Equal(is, f.Was) || f.Remove && f.Info != nil && !same(f.Info, info)) {
				err = errChanged
			}
			if err != nil {
				return forFile(f.Source, err)
			}
		}
		if f.found != nil && f.found.Mode().IsRegular() {
			if err := f.fails(f.dir.holds(f.name, f.Overwrites, f.found)); err != nil {
				return err
			}
		}
	}
	return nil
}

// place gives the new files their names.
func (c *commit) place() error {
	for _, f := range c.files {
		if f.present {
			continue
		}
		if err := f.place(); err != nil {
			return f.fails(err)
		}
	}
	return nil
}

func (f *file) place() error {
	if f.found != nil {
		return f.overwrite()
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

// overwrite puts the new file in the place of the one that is there, which gets a
// temporary name in the same moment, where the system can do that.
func (f *file) overwrite() error {
	info, err := f.dir.root.Lstat(f.staged)
	if err != nil {
		return err
	}
	err = f.dir.do("exchange", f.name, func() error { return exchange(f.dir.handle, f.staged, f.name) })
	switch {
	case err == nil:
		f.placed, f.old, f.staged = info, f.staged, ""
	case !unsupported(err):
		return err
	default:
		f.old = temporary()
		if err := f.dir.keep(f.name, f.old, f.Overwrites, f.found); err != nil {
			return err
		}
		if err := f.dir.holds(f.name, f.Overwrites, f.found); err != nil {
			return err
		}
		if err := f.dir.do("rename", f.name, func() error { return f.dir.root.Rename(f.staged, f.name) }); err != nil {
			return err
		}
		f.placed, f.staged = info, ""
		return nil
	}
	return f.dir.holds(f.old, f.Overwrites, f.found)
}

// withdraw gives the sources that go temporary names, and makes sure that they are what
// was read now that nobody else has a name for them.
func (c *commit) withdraw() error {
	for _, f := range slices.Backward(c.files) {
		if f.source == "" {
			continue
		}
		name := temporary()
		if err := f.dir.do("withdraw", f.source, func() error { return f.dir.root.Rename(f.source, name) }); err != nil {
			return forFile(f.Source, err)
		}
		f.withdrawn = name
		if err := f.unread(); err != nil {
			return forFile(f.Source, err)
		}
	}
	return nil
}

// unread is the error that the withdrawn source is not what was read.
func (f *file) unread() error {
	switch {
	case f.text == "":
		return f.dir.holds(f.withdrawn, f.Was, f.was)
	case !f.dir.linksTo(f.withdrawn, f.text):
		return errChanged
	}
	return nil
}

// confirm looks for what was done to the names since: with the sources withdrawn, the
// new files must be there, and nothing may be in the place of the sources.
func (c *commit) confirm() error {
	for _, f := range c.files {
		if f.source == "" {
			continue
		}
		if f.dir.there(f.source) {
			return forFile(f.Source, errChanged)
		}
		if err := f.isNew(f.name); err != nil {
			return f.fails(err)
		}
	}
	return nil
}

// isNew is the error that the file with a name is not the new one.
func (f *file) isNew(name string) error {
	switch {
	case f.Link == "" && f.present:
		return f.dir.holds(name, f.Content, f.found)
	case f.Link == "":
		return f.dir.holds(name, f.Content, f.placed)
	case !f.dir.linksTo(name, f.Link):
		return errChanged
	}
	return nil
}

// tidy removes what undo would have needed.
func (c *commit) tidy() error {
	var err error
	for _, f := range c.files {
		err = also(err, f.fails(f.dir.drop(&f.staged, &f.old, &f.withdrawn)))
	}
	if err != nil {
		return &PartialError{Done: c.paths(func(*file) bool { return true }), Err: err}
	}
	return nil
}

// undo brings all back to what it was: first the sources, then what they became, as
// far as its source is there.
func (c *commit) undo(err error) error {
	changed := func(f *file) bool { return f.placed != nil || f.withdrawn != "" }
	seen := slices.ContainsFunc(c.files, changed)
	for _, f := range c.files {
		err = also(err, forFile(f.Source, f.restore()))
	}
	if seen {
		err = also(err, c.sync())
	}
	for _, f := range slices.Backward(c.files) {
		err = also(err, f.fails(f.takeBack()))
	}
	if seen {
		err = also(err, c.sync())
	}
	c.unmake()
	if done := c.paths(changed); len(done) > 0 {
		return &PartialError{Done: done, Err: err}
	}
	return err
}

// restore puts the source back. Where somebody has made another one since, that one
// stays; what was written to the first, which no run has read, gets a name to be found.
func (f *file) restore() error {
	if f.withdrawn == "" {
		return nil
	}
	left, err := f.dir.rename(f.withdrawn, f.source)
	if errors.Is(err, errExists) {
		if f.unread() == nil {
			return f.dir.drop(&f.withdrawn)
		}
		left, err = f.dir.rename(f.withdrawn, f.source+".hcljson-edit")
	}
	if err == nil && left {
		err = f.dir.drop(&f.withdrawn)
	}
	if err != nil {
		return err
	}
	f.withdrawn = ""
	if _, err := os.Stat(f.Source); f.text != "" && errors.Is(err, fs.ErrNotExist) {
		name := f.source // another run has replaced what the link leads to
		return f.dir.drop(&name)
	}
	return nil
}

// takeBack removes the new file and puts back what it has overwritten. What somebody
// has written to it since stays, and so does a new file whose source has gone.
func (f *file) takeBack() error {
	switch {
	case f.placed == nil:
		return f.dir.drop(&f.staged, &f.old)
	case f.withdrawn != "":
		return nil
	case f.old != "":
		return f.giveBack()
	}
	name := temporary()
	if err := f.dir.do("withdraw", f.name, func() error { return f.dir.root.Rename(f.name, name) }); err != nil {
		return err
	}
	if err := f.mayGo(name); err != nil {
		left, back := f.dir.rename(name, f.name)
		if back == nil && left {
			back = f.dir.drop(&name)
		}
		return also(err, back)
	}
	f.placed = nil
	return f.dir.drop(&name, &f.staged)
}

// giveBack puts back what the new file has overwritten, in the same moment where the system
// can do that: then what somebody has just written to the new file is seen, and stays.
func (f *file) giveBack() error {
	if err := f.mayGo(f.name); err != nil {
		return also(err, f.dir.drop(&f.old))
	}
	swap := func() error {
		return f.dir.do("exchange", f.name, func() error { return exchange(f.dir.handle, f.old, f.name) })
	}
	err := swap()
	switch {
	case unsupported(err):
		if err := f.dir.do("rename", f.name, func() error { return f.dir.root.Rename(f.old, f.name) }); err != nil {
			return err
		}
		f.old = ""
	case err != nil:
		return err
	default:
		if err := f.mayGo(f.old); err != nil {
			if back := swap(); back != nil {
				return also(err, back)
			}
			return also(err, f.dir.drop(&f.old))
		}
	}
	f.placed = nil
	return f.dir.drop(&f.old)
}

// mayGo is the error that the new file, under some name, must stay.
func (f *file) mayGo(name string) error {
	if f.source != "" && !f.dir.there(f.source) {
		return errChanged
	}
	return f.isNew(name)
}

// paths are those of some changes.
func (c *commit) paths(which func(*file) bool) []string {
	var paths []string
	for _, f := range c.files {
		if which(f) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// fails names the file that the user knows in an error.
func (f *file) fails(err error) error { return forFile(f.Path, err) }

// forFile names the file that the user knows in an error about one that is
// in for it.
func forFile(path string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: "write", Path: path, Err: cause(err)}
}

// cause is an error without the operation and path.
func cause(err error) error {
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

// also adds what went wrong after err.
func also(err, next error) error {
	switch {
	case next == nil:
		return err
	case err == nil:
		return next
	}
	return fmt.Errorf("%w; after that: %w", err, next)
}

// ErrNotRegular says that something is not a file with contents of its own.
var ErrNotRegular = errors.New("it is not a regular file")

// Open opens a file for reading and returns what it is. It does not wait for the
// other end of a pipe.
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

// MaxFile is the size in bytes of the largest file or stream that is read. A sparse
// file can be larger than the memory of the machine.
const MaxFile = 1 << 30

// ErrTooLarge is the error for input that is larger than a limit.
var ErrTooLarge = errors.New("it is too large")

// ReadFile reads a regular file, and returns what it is. Anything else is an
// [ErrNotRegular].
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

// ReadAtMost reads all of r, whose description is info, or nil if it has none. Input of more
// than limit bytes is an [ErrTooLarge], which a regular file causes before it is read.
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
