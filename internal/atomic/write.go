package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// writes is the files that are written without a switch.
type writes struct {
	sys system
	// The new files are all put in place before the first old one is removed.
	news, olds []*write
	made       []made // directories
	paths      []string
	changes    []Change
	reaches    map[string]reach // by the Root of changes
	claims     claims
}

// write is one file. Its staged is empty if the file is removed, and its backup
// if there was no file.
type write struct {
	reach
	path, staged, backup string
	put                  bool
}

// made is a directory that has been made.
type made struct {
	reach
	dir string
}

// reach returns the way to the files below the root of a change.
func (w *writes) reach(root string) (reach, error) {
	if root == "" {
		return reach{system: w.sys}, nil
	}
	if r, known := w.reaches[root]; known {
		return r, nil
	}
	// The root itself is the user's word, wherever it leads.
	if err := w.mkdirAll(reach{system: w.sys}, root); err != nil {
		return reach{}, err
	}
	r, err := openReach(w.sys, root)
	if err != nil {
		return reach{}, err
	}
	if w.reaches == nil {
		w.reaches = make(map[string]reach)
	}
	w.reaches[root] = r
	return r, nil
}

func (w *writes) close() {
	for _, r := range w.reaches {
		r.root.Close()
	}
	w.reaches = nil
}

// stage writes the new contents next to their places.
func (w *writes) stage(changes []Change) error {
	for _, change := range changes {
		if err := w.stageOne(change); err != nil {
			return err
		}
	}
	return nil
}

func (w *writes) stageOne(change Change) error {
	path, err := change.target()
	if err != nil {
		return err
	}
	at, err := w.reach(change.Root)
	if err != nil {
		return err
	}
	if err := w.mkdirAll(at, filepath.Dir(path)); err != nil {
		return err
	}
	w.claims.add(filepath.Dir(path))
	like, err := at.lstat(path)
	found := err == nil
	switch {
	case found && like.Mode()&fs.ModeSymlink != 0:
		return &fs.PathError{Op: "write", Path: path, Err: errIsLink}
	case found && !like.Mode().IsRegular():
		return &fs.PathError{Op: "write", Path: path, Err: errNotRegular}
	case !found && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if change.Replaces != "" {
		if like, err = at.stat(change.Replaces); err != nil {
			return err
		}
		w.olds = append(w.olds, &write{reach: at, path: change.Replaces, backup: hidden(change.Replaces)})
	}
	file := &write{reach: at, path: path, staged: hidden(path)}
	w.news = append(w.news, file)
	w.paths = append(w.paths, change.Path)
	w.changes = append(w.changes, change)
	if err := create(at, file.staged, change.Content, change.Mode, like); err != nil {
		return forFile(change.Path, err)
	}
	if found {
		file.backup = hidden(path)
		if err := at.keep(path, file.backup); err != nil {
			return forFile(change.Path, err)
		}
	}
	return nil
}

// forFile names the file that the user knows in an error about one that is
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

func (w *writes) mkdirAll(at reach, dir string) error {
	_, err := at.stat(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := w.mkdirAll(at, parent); err != nil {
			return err
		}
	}
	if err := at.mkdir(dir, 0o777); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil // another process was faster
		}
		return err
	}
	w.made = append(w.made, made{at, dir})
	return nil
}

func (w *writes) put() error {
	for _, change := range w.changes {
		check := change.unchangedSource
		if change.Replaces != "" {
			check = change.unchangedBoth
		}
		if err := check(); err != nil {
			return err
		}
	}
	for _, file := range w.news {
		if err := file.rename(file.staged, file.path); err != nil {
			return err
		}
		file.put = true
	}
	// A new file must last before what it replaces goes away.
	if err := w.syncDirs(); err != nil {
		return err
	}
	if len(w.olds) == 0 {
		return nil
	}
	for _, file := range w.olds {
		if err := file.rename(file.path, file.backup); err != nil {
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
		err = also(err, file.restore())
	}
	if touched {
		err = also(err, w.syncDirs())
	}
	for _, m := range slices.Backward(w.made) {
		_ = m.remove(m.dir) // stays if another process has put a file there
	}
	w.close()
	return err
}

func (file *write) restore() error {
	switch {
	case file.put && file.backup != "":
		return file.rename(file.backup, file.path)
	case file.put:
		return file.remove(file.path)
	}
	err := file.removeIfThere(file.staged)
	if file.backup != "" {
		err = also(err, file.removeIfThere(file.backup))
	}
	return err
}

// clean removes what undo would have needed.
func (w *writes) clean() error {
	var err error
	for _, file := range slices.Concat(w.news, w.olds) {
		if file.backup != "" {
			err = also(err, file.remove(file.backup))
		}
	}
	w.close()
	return err
}

func (w *writes) syncDirs() error {
	var dirs []made
	for _, file := range w.news {
		dirs = append(dirs, made{file.reach, filepath.Dir(file.path)})
	}
	for _, m := range w.made {
		dirs = append(dirs, made{m.reach.above(m.dir), filepath.Dir(m.dir)})
	}
	slices.SortStableFunc(dirs, func(a, b made) int { return strings.Compare(a.dir, b.dir) })
	for _, m := range slices.CompactFunc(dirs, func(a, b made) bool { return a.dir == b.dir }) {
		if err := m.syncDir(m.dir); err != nil {
			return err
		}
	}
	return nil
}
