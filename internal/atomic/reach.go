package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// reach is a way to files. With a root, it is the descriptor of a directory that no
// operation leaves, so that a link which somebody lays on the way while files are
// written leads to an error and not elsewhere.
type reach struct {
	system
	root *os.Root // nil: any path is followed
	base string   // the path of the root
}

// openReach opens the directory root.
func openReach(sys system, root string) (reach, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return reach{}, err
	}
	r := reach{root: dir, base: root}
	r.system = sys.below(r)
	return r, nil
}

// below returns the system that reaches files in this way.
func (s osSystem) below(r reach) system { return rooted{s, r} }

// above is the way to the directory that dir is in, which is not the root's if dir
// is the root.
func (r reach) above(dir string) reach {
	if r.root != nil && dir == r.base {
		return reach{system: osSystem{}}
	}
	return r
}

// rel is a path as the root has it.
func (r reach) rel(path string) (string, error) {
	rel, err := filepath.Rel(r.base, path)
	if err != nil {
		return "", &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return rel, nil
}

// named gives an error the path that the user knows.
func named(path string, err error) error {
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return &fs.PathError{Op: pathErr.Op, Path: path, Err: pathErr.Err}
	}
	return err
}

// within does something with the name that a path has below the root.
func within[T any](r reach, path string, do func(name string) (T, error)) (T, error) {
	name, err := r.rel(path)
	if err != nil {
		return *new(T), err
	}
	result, err := do(name)
	return result, named(path, err)
}

func (r reach) lstat(path string) (fs.FileInfo, error) {
	if r.root == nil {
		return os.Lstat(path)
	}
	return within(r, path, r.root.Lstat)
}

func (r reach) stat(path string) (fs.FileInfo, error) {
	if r.root == nil {
		return os.Stat(path)
	}
	return within(r, path, r.root.Stat)
}

func (r reach) read(path string) (*os.File, error) {
	if r.root == nil {
		return os.Open(path)
	}
	return within(r, path, r.root.Open)
}

// keep makes path a second name of the regular file from, or else a copy.
func (r reach) keep(from, path string) error { return keep(r, from, path, r.read) }

// removeIfThere removes a file that may be gone already.
func (r reach) removeIfThere(path string) error {
	if _, err := r.lstat(path); err != nil {
		return nil
	}
	return r.remove(path)
}

// syncDir makes the names in dir last.
func (r reach) syncDir(dir string) error {
	if !syncsDirs {
		return nil
	}
	file, err := r.read(dir)
	if err != nil {
		return err
	}
	defer file.Close()
	return syncFile(r, file)
}

// rooted is a system that works below a root.
type rooted struct {
	osSystem
	reach reach
}

func (s rooted) mkdir(path string, mode fs.FileMode) error {
	_, err := within(s.reach, path, func(name string) (struct{}, error) {
		return struct{}{}, s.reach.root.Mkdir(name, mode)
	})
	return err
}

func (s rooted) open(path string, flag int, mode fs.FileMode) (*os.File, error) {
	return within(s.reach, path, func(name string) (*os.File, error) {
		return s.reach.root.OpenFile(name, flag, mode)
	})
}

func (s rooted) remove(path string) error {
	_, err := within(s.reach, path, func(name string) (struct{}, error) {
		return struct{}{}, s.reach.root.Remove(name)
	})
	return err
}

func (s rooted) link(from, to string) error { return s.both(from, to, s.reach.root.Link) }

func (s rooted) rename(from, to string) error { return s.both(from, to, s.reach.root.Rename) }

func (s rooted) both(from, to string, do func(from, to string) error) error {
	old, err := s.reach.rel(from)
	if err != nil {
		return err
	}
	_, err = within(s.reach, to, func(name string) (struct{}, error) { return struct{}{}, do(old, name) })
	if linkErr := (*os.LinkError)(nil); errors.As(err, &linkErr) {
		err = &os.LinkError{Op: linkErr.Op, Old: from, New: to, Err: linkErr.Err}
	}
	return err
}
