package cli

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hcljson/hcljson/internal/atomic"
)

func isDir(path string) bool {
	info, err := os.Stat(path)
	return path != stdinPath && err == nil && info.IsDir()
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isBelow reports whether a path is that of a directory or of something below it.
func isBelow(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// fileNames returns the names of what is in a directory, except directories.
func fileNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names, err
}

// canonicalDir returns the one name of the directory that a path is in, however
// the path leads there.
func canonicalDir(path string) string { return oneName(filepath.Dir(path)) }

// oneName returns the one name of a directory.
func oneName(dir string) string {
	if name, err := canonical(filepath.Join(dir, "x")); err == nil {
		return filepath.Dir(name)
	}
	return dir
}

// canonical returns the one name of a path, without following a link at its end.
func canonical(path string) (string, error) {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	return filepath.Join(dir, base), err
}

// resolve returns the one name of the file that a path leads to, or would if
// it existed.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if path, err = atomic.Target(path); err != nil {
		return "", err
	}
	return filepath.Join(atomic.RealPath(filepath.Dir(path)), filepath.Base(path)), nil
}
