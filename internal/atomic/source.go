package atomic

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

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

// maxFile is the size of the largest file that is read. One with a hole takes no
// room on the disk, and more memory than there is.
const maxFile = 1 << 30

var errTooLarge = errors.New("it is larger than 1 GiB")

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
	if info.Size() > maxFile {
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: errTooLarge}
	}
	content := bytes.NewBuffer(make([]byte, 0, max(info.Size(), 0)+bytes.MinRead))
	_, err = io.Copy(content, file)
	return content.Bytes(), info, err
}

var errChanged = errors.New("it was changed in the meantime; convert it again")

// unchanged reports an error if the source at path is not what it was when the
// change was made up.
func (c Change) unchanged(path string) error {
	if c.Source == "" {
		return nil
	}
	return holds(path, c.Was, c.Source)
}

// unchangedBoth reports an error if what is replaced is not what it was when the
// change was made up, or what is overwritten.
func (c Change) unchangedBoth() error {
	err := c.unchanged(c.Replaces)
	if err != nil || c.Source == "" || !exists(c.Path) {
		return err
	}
	if c.Overwrites == nil {
		return forFile(c.Path, &fs.PathError{Op: "read", Path: c.Path, Err: errChanged})
	}
	return holds(c.Path, c.Overwrites, c.Path)
}

// holds reports an error if a file has another content. The user knows it as known.
func holds(path string, content []byte, known string) error {
	is, _, err := ReadFile(path)
	if err == nil && !bytes.Equal(is, content) {
		err = &fs.PathError{Op: "read", Path: path, Err: errChanged}
	}
	if err != nil {
		return forFile(known, err)
	}
	return nil
}

// unchangedSource is unchanged for a source that stays where it is. While
// another process replaces files next to it, there is no telling what is read.
func (c Change) unchangedSource() error {
	if c.Source == "" {
		return nil
	}
	if dir := filepath.Dir(c.Source); Pending(dir) {
		return &BusyError{Dir: dir, Process: workingIn(dir)}
	}
	return c.unchanged(c.Source)
}
