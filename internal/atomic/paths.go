package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

var errLoop = errors.New("too many levels of symbolic links")

// distinct refuses changes that concern one file.
func distinct(changes []Change) error {
	seen := make(map[string]bool)
	for _, change := range changes {
		path, err := change.target()
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

// target is the path of the file that the change writes.
func (c Change) target() (string, error) {
	if c.Root != "" || c.Remove {
		return c.Path, nil
	}
	return Target(c.Path)
}

// Target returns the path of the file that a write to path creates or replaces,
// so that a symbolic link stays one, even if it leads to no file yet.
func Target(path string) (string, error) {
	const limit = 40 // as Linux has it
	start := path
	for range limit {
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil
		}
		if !filepath.IsAbs(link) {
			// The directory may be reached through a link, which changes what
			// ".." is.
			link = filepath.Join(RealPath(filepath.Dir(path)), link)
		}
		path = link
	}
	return "", &fs.PathError{Op: "write", Path: start, Err: errLoop}
}

// RealPath is one name for each directory, without links as far as it exists.
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
