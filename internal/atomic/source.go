package atomic

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

var errChanged = errors.New("it has been changed in the meantime; convert it again")

// unchanged reports an error if the source at path is not what it was when the
// change was made up.
func (c Change) unchanged(path string) error {
	if c.Source == "" {
		return nil
	}
	content, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(content, c.Was) {
		err = errChanged
	}
	if err != nil {
		return forFile(c.Source, err)
	}
	return nil
}

// unchangedSource does the same for a source that stays where it is. While
// another process replaces files beside it, there is no telling what is read.
func (c Change) unchangedSource() error {
	if c.Source == "" {
		return nil
	}
	if dir := filepath.Dir(c.Source); Pending(dir) {
		return &fs.PathError{Op: "read", Path: c.Source, Err: errBusy}
	}
	return c.unchanged(c.Source)
}
