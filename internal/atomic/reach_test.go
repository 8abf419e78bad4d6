//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// rootedChanges are writes below dir: over a file, and into new directories.
func rootedChanges(dir string) []Change {
	root := filepath.Join(dir, "tree")
	return []Change{
		{Root: root, Path: filepath.Join(root, "sub", "x"), Content: []byte("new"), Mode: 0o640},
		{Root: root, Path: filepath.Join(root, "made", "deep", "y"), Content: []byte("new"), Mode: 0o600},
	}
}

func rootedFiles(t *testing.T, dir string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Join(dir, "tree", "sub"), 0o755))
	must(t, os.Mkdir(filepath.Join(dir, "outside"), 0o755))
	put(t, filepath.Join(dir, "tree", "sub", "x"), "old")
	put(t, filepath.Join(dir, "outside", "x"), "precious")
}

// An error at any step of writes below a root undoes them, with and without hard
// links.
func TestErrorBelowRoot(t *testing.T) {
	for _, noLinks := range []bool{false, true} {
		for at := 1; ; at++ {
			dir := fastTempDir(t)
			rootedFiles(t, dir)
			sys := &faulty{at: at, fail: syscall.EIO, noLinks: noLinks}
			err := commit(sys, rootedChanges(dir))
			if !sys.fired {
				must(t, err)
				if got := read(t, filepath.Join(dir, "tree", "made", "deep", "y")); got != "new" || at < 10 {
					t.Error(at, got)
				}
				break
			}
			var partial *PartialError
			got, entries := read(t, filepath.Join(dir, "tree", "sub", "x")), names(t, filepath.Join(dir, "tree"))
			switch {
			case err == nil || errors.As(err, &partial): // the owner is not essential
				if got != "new" {
					t.Errorf("step %d: %v, but there is %q", at, err, got)
				}
			case !errors.Is(err, syscall.EIO) || got != "old" || !slices.Equal(entries, []string{"sub"}):
				t.Errorf("step %d: %v, %q, %q", at, err, got, entries)
			}
		}
	}
}

// Links that somebody lays while files are written lead nowhere out of the root,
// whichever step they come before.
func TestRootIsNotLeft(t *testing.T) {
	attacks := map[string]func(root string) error{
		"directory": func(root string) error {
			if err := os.Rename(filepath.Join(root, "sub"), filepath.Join(root, "old")); err != nil {
				return err
			}
			return os.Symlink(filepath.Join("..", "outside"), filepath.Join(root, "sub"))
		},
		"file": func(root string) error {
			path := filepath.Join(root, "sub", "x")
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Symlink(filepath.Join("..", "..", "outside", "x"), path)
		},
		"new directory": func(root string) error {
			_ = os.Remove(filepath.Join(root, "made", "deep"))
			_ = os.Remove(filepath.Join(root, "made"))
			_ = os.Symlink(filepath.Join("..", "outside"), filepath.Join(root, "made"))
			return nil
		},
	}
	for name, attack := range attacks {
		for step := 1; ; step++ {
			dir := fastTempDir(t)
			rootedFiles(t, dir)
			attacked := false
			sys := &faulty{}
			sys.before = func(string, string) {
				if sys.steps+1 == step && !attacked {
					attacked = true
					must(t, attack(filepath.Join(dir, "tree")))
				}
			}
			_ = commit(sys, rootedChanges(dir))
			if got := read(t, filepath.Join(dir, "outside", "x")); got != "precious" {
				t.Fatalf("%s before step %d: the file outside is %q", name, step, got)
			}
			if got := names(t, filepath.Join(dir, "outside")); !slices.Equal(got, []string{"x"}) {
				t.Fatalf("%s before step %d: outside there are %q", name, step, got)
			}
			if !attacked {
				if step < 10 {
					t.Error("the attack came at few steps")
				}
				break
			}
		}
	}
}

func TestRootRefuses(t *testing.T) {
	dir := fastTempDir(t)
	rootedFiles(t, dir)
	root := filepath.Join(dir, "tree")
	must(t, os.Symlink("x", filepath.Join(root, "sub", "link")))
	must(t, os.Symlink(filepath.Join(dir, "outside"), filepath.Join(root, "out")))
	for name, want := range map[string]error{"sub/link": errIsLink, "out/x": nil, "../outside/x": nil,
		"sub": errNotRegular} {
		err := Commit([]Change{{Root: root, Path: filepath.Join(root, name), Content: []byte("new"), Mode: 0o644}})
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := read(t, filepath.Join(dir, "outside", "x")) +
		read(t, filepath.Join(root, "sub", "x")); got != "preciousold" {
		t.Error(got)
	}
}

// What has been opened to get to files is closed in the end.
func TestRootIsClosed(t *testing.T) {
	w := &writes{sys: osSystem{}}
	r, err := w.reach(fastTempDir(t))
	must(t, err)
	w.close()
	if _, err := r.root.Stat("."); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

// A pipe is not a file to read, whoever is at its other end or not, nor is one of a size
// that only its length has.
func TestReadFile(t *testing.T) {
	dir := fastTempDir(t)
	pipe := filepath.Join(dir, "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	for _, path := range []string{pipe, dir, os.DevNull} {
		if _, _, err := ReadFile(path); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", path, err)
		}
	}
	file := put(t, filepath.Join(dir, "x"), "text")
	if content, info, err := ReadFile(file); err != nil || string(content) != "text" || info.Size() != 4 {
		t.Error(content, info, err)
	}
	must(t, os.Truncate(file, maxFile+1))
	if _, _, err := ReadFile(file); !errors.Is(err, errTooLarge) {
		t.Error(err)
	}
	change := Change{Path: filepath.Join(dir, "y"), Source: pipe, Was: []byte("x")}
	if err := Commit([]Change{change}); !errors.Is(err, ErrNotRegular) {
		t.Error(err)
	}
}
