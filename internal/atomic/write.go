package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// writes is the files that are written without a switch.
type writes struct {
	sys system
	// The new files are all put in place before the first old one is removed.
	news, olds []*write
	made       []string // directories
	paths      []string
	changes    []Change
	claims     claims
}

// write is one file. Its staged is empty if the file is removed, and its backup
// if there was no file.
type write struct {
	path, staged, backup string
	put                  bool
}

// stage writes the new contents beside their places.
func (w *writes) stage(changes []Change) error {
	for _, change := range changes {
		path, err := Target(change.Path)
		if err != nil {
			return err
		}
		if err := w.mkdirAll(filepath.Dir(path)); err != nil {
			return err
		}
		w.claims.add(filepath.Dir(path))
		like, err := os.Lstat(path)
		found := err == nil
		switch {
		case found && !like.Mode().IsRegular():
			return &fs.PathError{Op: "write", Path: path, Err: errNotRegular}
		case !found && !errors.Is(err, fs.ErrNotExist):
			return err
		}
		if change.Replaces != "" {
			if like, err = os.Stat(change.Replaces); err != nil {
				return err
			}
			w.olds = append(w.olds, &write{path: change.Replaces, backup: hidden(change.Replaces)})
		}
		file := &write{path: path, staged: hidden(path)}
		w.news = append(w.news, file)
		w.paths = append(w.paths, change.Path)
		w.changes = append(w.changes, change)
		if err := create(w.sys, file.staged, change.Content, change.Mode, like); err != nil {
			return forFile(change.Path, err)
		}
		if found {
			file.backup = hidden(path)
			if err := keep(w.sys, path, file.backup); err != nil {
				return forFile(change.Path, err)
			}
		}
	}
	return nil
}

// forFile names the file that the user knows in an error about one that stands
// in for it.
func forFile(path string, err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	default:
		return err
	}
	return &fs.PathError{Op: "write", Path: path, Err: err}
}

func (w *writes) mkdirAll(dir string) error {
	_, err := os.Stat(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := w.mkdirAll(parent); err != nil {
			return err
		}
	}
	if err := w.sys.mkdir(dir, 0o777); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil // another process was faster
		}
		return err
	}
	w.made = append(w.made, dir)
	return nil
}

func (w *writes) put() error {
	for _, change := range w.changes {
		check := change.unchangedSource
		if change.Replaces != "" {
			check = func() error { return change.unchanged(change.Replaces) }
		}
		if err := check(); err != nil {
			return err
		}
	}
	for _, file := range w.news {
		if err := w.sys.rename(file.staged, file.path); err != nil {
			return err
		}
		file.put = true
	}
	// A new file has to last before what it replaces goes away.
	if err := w.syncDirs(); err != nil {
		return err
	}
	if len(w.olds) == 0 {
		return nil
	}
	for _, file := range w.olds {
		if err := w.sys.rename(file.path, file.backup); err != nil {
			return err
		}
		file.put = true
	}
	return w.syncDirs()
}

// undo brings all back to what it was.
func (w *writes) undo() error {
	var err error
	touched := false
	for _, file := range slices.Concat(w.news, w.olds) {
		touched = touched || file.put
	}
	for _, file := range slices.Backward(slices.Concat(w.news, w.olds)) {
		err = also(err, w.restore(file))
	}
	if touched {
		err = also(err, w.syncDirs())
	}
	for _, dir := range slices.Backward(w.made) {
		_ = w.sys.remove(dir) // stays if another process has put a file there
	}
	return err
}

func (w *writes) restore(file *write) error {
	switch {
	case file.put && file.backup != "":
		return w.sys.rename(file.backup, file.path)
	case file.put:
		return w.sys.remove(file.path)
	}
	err := removeIfThere(w.sys, file.staged)
	if file.backup != "" {
		err = also(err, removeIfThere(w.sys, file.backup))
	}
	return err
}

// clean removes what undo would have needed.
func (w *writes) clean() error {
	var err error
	for _, file := range slices.Concat(w.news, w.olds) {
		if file.backup != "" {
			err = also(err, w.sys.remove(file.backup))
		}
	}
	return err
}

func (w *writes) syncDirs() error {
	var dirs []string
	for _, file := range w.news {
		dirs = append(dirs, filepath.Dir(file.path))
	}
	for _, dir := range w.made {
		dirs = append(dirs, filepath.Dir(dir))
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if err := syncDir(w.sys, dir); err != nil {
			return err
		}
	}
	return nil
}
