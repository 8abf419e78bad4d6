package supervise

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Temp is a new directory that nobody else can read. A process that is killed leaves
// its own, and the next one that makes such a directory removes it.
type Temp struct {
	Dir string
	// held is open as long as the directory is in use; nil where that cannot be known.
	held *os.File
}

// NewTemp makes a directory, whose name begins with a prefix that no other kind has.
// The caller must call [Temp.Remove].
func NewTemp(base, prefix string) (*Temp, error) {
	base, err := filepath.Abs(base)
	if err != nil {
		return nil, err
	}
	removeLeft(base, prefix)
	for {
		dir, err := os.MkdirTemp(base, prefix+"*")
		if err != nil {
			return nil, err
		}
		held, err := hold(dir)
		if err == nil {
			_, err = os.Lstat(dir)
		}
		if !errors.Is(err, errHeld) && !errors.Is(err, fs.ErrNotExist) {
			return &Temp{dir, held}, nil
		}
		// Another process has just taken it for one that was left.
		if held != nil {
			_ = held.Close()
		}
	}
}

var errHeld = errors.New("another process has it")

// removeLeft removes the directories that are in use no longer, as far as that can be
// known.
func removeLeft(base, prefix string) {
	entries, _ := os.ReadDir(base)
	for _, entry := range entries {
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		dir := filepath.Join(base, entry.Name())
		if held, err := hold(dir); err == nil {
			_ = removeAll(dir)
			_ = held.Close()
		}
	}
}

// Remove removes the directory with all that is in it, also where a program has taken
// the permission to do so away.
func (t *Temp) Remove() error {
	err := removeAll(t.Dir)
	if t.held != nil {
		_ = t.held.Close()
	}
	return err
}

func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = os.Chmod(dir, 0o700)
	// Whoever is left could put a link in place of a directory.
	if root, err := os.OpenRoot(dir); err == nil {
		_ = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				_ = root.Chmod(name, 0o700)
			}
			return nil
		})
		_ = root.Close()
	}
	return os.RemoveAll(dir)
}
