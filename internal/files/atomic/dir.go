package atomic

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// dir is an open directory for new files. It resolves names only in the directory, so that a new
// link on the path causes an error and not a write elsewhere.
type dir struct {
	root   *os.Root
	path   string
	handle *os.File
	step   func(op, path string) error
}

// openDir returns the directory opened by open.
func openDir(path string, open func() (*os.Root, error), step func(op, path string) error) (*dir, error) {
	root, err := open()
	if err != nil {
		return nil, errorForFile(path, err)
	}
	handle, err := root.Open(".")
	if err != nil {
		root.Close()
		return nil, errorForFile(path, err)
	}
	return &dir{root, path, handle, step}, nil
}

func (d *dir) close() {
	d.handle.Close()
	d.root.Close()
}

// runStep runs a step that changes the file with a name.
func (d *dir) runStep(op, name string, act func() error) error {
	if err := d.step(op, filepath.Join(d.path, name)); err != nil {
		return err
	}
	return act()
}

// sync makes the names durable.
func (d *dir) sync() error {
	return d.runStep("sync", ".", func() error { return syncNames(d.handle) })
}

// syncNames makes the names in an open directory durable.
func syncNames(handle *os.File) error {
	err := handle.Sync()
	if !syncsNames || errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil // some file systems do not support it
	}
	return err
}

// exists reports whether a file with a name exists.
func (d *dir) exists(name string) bool {
	_, err := d.root.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

func (d *dir) isLinkTo(name, text string) bool {
	is, err := d.root.Readlink(name)
	return err == nil && is == text
}

// isSameFile reports whether two descriptions mean the same file without a write in between.
func isSameFile(was, is fs.FileInfo) bool {
	return os.SameFile(was, is) && was.Size() == is.Size() && was.ModTime().Equal(is.ModTime())
}

// checkContent returns an error if a file is another file than before, has other content, or is open for
// writing.
func (d *dir) checkContent(name string, content []byte, was fs.FileInfo) error {
	if info, err := d.root.Lstat(name); err != nil {
		return err
	} else if !info.Mode().IsRegular() {
		return errChanged
	}
	handle, err := d.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer handle.Close()
	writing := isBeingWritten(handle)
	is, err := io.ReadAll(io.LimitReader(handle, int64(len(content))+1))
	if err != nil {
		return err
	}
	info, err := handle.Stat()
	switch {
	case err != nil:
		return err
	case !isSameFile(was, info) || !bytes.Equal(is, content):
		return errChanged
	case writing:
		return errWriting
	}
	return nil
}

// create creates a new file or link, and syncs it. The file gets the owner and group of like, if
// like is not nil and the user is permitted to set them. After an error, an incomplete file can
// remain.
func (d *dir) create(name string, c Change, like fs.FileInfo) error {
	if c.Link != "" {
		return d.runStep("symlink", name, func() error { return d.root.Symlink(c.Link, name) })
	}
	atFirst, mode := fs.FileMode(0o600), c.Mode.Perm()
	if c.Mode == DefaultMode {
		atFirst = 0o666
	}
	var handle *os.File
	err := d.runStep("create", name, func() (err error) {
		handle, err = d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, atFirst)
		return err
	})
	if err != nil {
		return err
	}
	err = d.runStep("write", name, func() error {
		_, err := handle.Write(c.Content)
		return err
	})
	if uid, gid, ok := owner(like); ok && err == nil {
		_ = d.runStep("chown", name, func() error { return handle.Chown(uid, gid) })
	}
	if c.Mode != DefaultMode && err == nil {
		err = d.runStep("chmod", name, func() error { return handle.Chmod(mode) })
	}
	if err == nil {
		err = d.runStep("sync", name, handle.Sync)
	}
	if closeErr := handle.Close(); err == nil {
		err = closeErr
	}
	return err
}

// linkOrCopy creates a second link of a regular file or, on file systems without links, a copy.
func (d *dir) linkOrCopy(from, to string, content []byte, info fs.FileInfo) error {
	err := d.runStep("link", to, func() error { return d.root.Link(from, to) })
	if err == nil || !isUnsupported(err) {
		return err
	}
	return d.create(to, Change{Content: content, Mode: info.Mode()}, info)
}

// rename renames a file unless the new name exists. It returns left as true if the old name still
// exists as well.
func (d *dir) rename(from, to string) (left bool, err error) {
	err = d.runStep("rename", to, func() error { return renameNew(d.handle, from, to) })
	if isUnsupported(err) {
		left = true
		err = d.runStep("link", to, func() error { return d.root.Link(from, to) })
	}
	if isUnsupported(err) {
		left = false
		err = d.reserveAndRename(from, to)
	}
	if errors.Is(err, fs.ErrExist) {
		err = errExists
	}
	return left && err == nil, err
}

// reserveAndRename creates an empty file exclusively, and renames another file onto it. A crash between the
// two steps leaves the empty file, which later runs may overwrite.
func (d *dir) reserveAndRename(from, to string) error {
	err := d.runStep("create", to, func() error {
		handle, err := d.root.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		return handle.Close()
	})
	if err != nil {
		return err
	}
	err = d.runStep("rename", to, func() error { return d.root.Rename(from, to) })
	if err != nil {
		err = joinError(err, d.removeFiles(&to))
	}
	return err
}

// removeFiles removes files that need not exist, and clears their names.
func (d *dir) removeFiles(names ...*string) error {
	var result error
	for _, name := range names {
		if *name == "" {
			continue
		}
		err := d.runStep("remove", *name, func() error { return d.root.Remove(*name) })
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			*name = ""
			continue
		}
		result = joinError(result, err)
	}
	return result
}

// isUnsupported reports whether err means that the file system does not support a step.
func isUnsupported(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) || isLinkUnsupported(err)
}

// createdDir is a directory created by the run, by its name in a root or by its path.
type createdDir struct {
	root *os.Root
	name string
}

// removeCreatedDirs removes the created directories, unless another process has added files. It closes all
// directories first, because Windows does not remove open directories.
func (c *commit) removeCreatedDirs() {
	for _, d := range c.order {
		d.close()
	}
	for _, m := range slices.Backward(c.made) {
		if m.root != nil {
			_ = m.root.Remove(m.name)
			continue
		}
		if in := c.roots[m.name]; in != nil {
			in.Close()
		}
		_ = os.Remove(m.name)
	}
}

// openDirOf opens the directory of a file, in a root if root is not "".
func (c *commit) openDirOf(path, root string) (*dir, error) {
	key := RealPath(path)
	if d := c.dirs[key]; d != nil {
		return d, nil
	}
	open := func() (*os.Root, error) { return os.OpenRoot(path) }
	if root == "" {
		if err := c.mkdirAll(nil, path); err != nil {
			return nil, err
		}
	} else {
		in, name, err := c.openRoot(root, path)
		if err != nil {
			return nil, err
		}
		if err := c.mkdirAll(in, name); err != nil {
			return nil, errorForFile(path, err)
		}
		open = func() (*os.Root, error) { return in.OpenRoot(name) }
	}
	d, err := openDir(path, open, c.step)
	if err != nil {
		return nil, err
	}
	d.claimNames()
	if c.dirs == nil {
		c.dirs = make(map[string]*dir)
	}
	c.dirs[key] = d
	c.order = append(c.order, d)
	return d, nil
}

// openRoot opens a root, and returns the name of a path in it.
func (c *commit) openRoot(root, path string) (*os.Root, string, error) {
	name, err := filepath.Rel(root, path)
	if err != nil {
		return nil, "", errorForFile(path, err)
	}
	if in := c.roots[root]; in != nil {
		return in, name, nil
	}
	// The user chose the root, so links on its path are permitted.
	if err := c.mkdirAll(nil, root); err != nil {
		return nil, "", err
	}
	in, err := os.OpenRoot(root)
	if err != nil {
		return nil, "", err
	}
	if c.roots == nil {
		c.roots = make(map[string]*os.Root)
	}
	c.roots[root] = in
	return in, name, nil
}

// mkdirAll creates missing directories, in a root if in is not nil.
func (c *commit) mkdirAll(in *os.Root, name string) error {
	stat, mkdir := os.Stat, os.Mkdir
	if in != nil {
		stat, mkdir = in.Stat, in.Mkdir
	}
	if _, err := stat(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if parent := filepath.Dir(name); parent != name {
		if err := c.mkdirAll(in, parent); err != nil {
			return err
		}
	}
	err := c.step("mkdir", name)
	if err == nil {
		err = mkdir(name, 0o777)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil // another process created it first
	}
	if err == nil {
		c.made = append(c.made, createdDir{in, name})
	}
	return err
}

// syncDirs makes the names in all directories durable, including created directories.
func (c *commit) syncDirs() error {
	for _, d := range c.order {
		if err := d.sync(); err != nil {
			return errorForFile(d.path, err)
		}
	}
	for _, m := range c.made {
		if err := c.syncParent(m); err != nil {
			return err
		}
	}
	return nil
}

func (c *commit) syncParent(m createdDir) error {
	open := os.Open
	if m.root != nil {
		open = m.root.Open
	}
	parent := filepath.Dir(m.name)
	if err := c.step("sync", parent); err != nil {
		return err
	}
	handle, err := open(parent)
	if err != nil {
		return err
	}
	defer handle.Close()
	return syncNames(handle)
}

func (c *commit) close() {
	for _, d := range slices.Backward(c.order) {
		d.close()
	}
	for _, in := range c.roots {
		in.Close()
	}
}

var errLoop = errors.New("too many levels of symbolic links")

// checkDistinct returns an error if two changes concern the same file.
func checkDistinct(changes []Change) error {
	seen := make(map[string]bool)
	for _, change := range changes {
		path, err := change.targetPath()
		if err != nil {
			return err
		}
		paths := []string{path}
		if change.Remove {
			paths = []string{path, change.Source}
		}
		for _, path := range paths {
			key := filepath.Join(RealPath(filepath.Dir(path)), filepath.Base(path))
			if seen[key] {
				return &fs.PathError{Op: "write", Path: path, Err: errSameFile}
			}
			seen[key] = true
		}
	}
	return nil
}

// targetPath returns the path of the file that the change writes.
func (c Change) targetPath() (string, error) {
	if c.Root != "" || c.Remove {
		return c.Path, nil
	}
	return Target(c.Path)
}

// Target returns the path of the file that a write to path creates or replaces. It follows symbolic
// links, including links to files that do not exist.
func Target(path string) (string, error) {
	const limit = 40 // the limit of Linux
	start := path
	for range limit {
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil
		}
		if !filepath.IsAbs(link) {
			// If the directory itself is reached through a link, ".." refers to the parent of the
			// link's target.
			link = filepath.Join(RealPath(filepath.Dir(path)), link)
		}
		path = link
	}
	return "", &fs.PathError{Op: "write", Path: start, Err: errLoop}
}

// RealPath returns a unique path of a directory, without links in its existing part.
func RealPath(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if path, err := filepath.EvalSymlinks(dir); err == nil {
		return path
	}
	if parent := filepath.Dir(dir); parent != dir {
		return filepath.Join(RealPath(parent), filepath.Base(dir))
	}
	return dir
}
