//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// A source that another program has open for writing is an error.
func TestOpenSource(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system cannot list open files")
	}
	dir := setUp(t)
	file, err := os.OpenFile(filepath.Join(dir, "m", "a.tf"), os.O_WRONLY, 0)
	must(t, err)
	defer file.Close()
	if err := Commit(pending(t, dir)); !errors.Is(err, errWriting) {
		t.Error(err)
	}
	if got := stateOf(t, dir); !maps.Equal(got, wantedState(false)) {
		t.Error(got)
	}
}

// A starting child process has the files open for a moment, which is no error.
func TestStartingProcess(t *testing.T) {
	stop, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			default:
				_ = exec.Command("true").Run()
			}
		}
	}()
	name := filepath.Join(t.TempDir(), "a")
	for range 2000 {
		writeFile(t, name, "a")
		file, err := os.Open(name)
		must(t, err)
		if isBeingWritten(file) {
			t.Error("a file without writers is reported as being written")
		}
		must(t, file.Close())
	}
	close(stop)
	<-ended
}

// Sweep removes temporary files that no run uses, and no other files.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	mine, other := newTemporaryName(), ".hcljson-0123456789abcdef"
	must(t, os.Mkdir(filepath.Join(dir, newTemporaryName()), 0o755))
	writeFile(t, filepath.Join(dir, other), "stays")
	writeFile(t, filepath.Join(dir, mine), "{")
	must(t, os.Symlink(filepath.Join(dir, other), filepath.Join(dir, newTemporaryName())))
	none := func(string, string) error { return nil }
	d, err := openDir(dir, func() (*os.Root, error) { return os.OpenRoot(dir) }, none)
	must(t, err)
	must(t, lock(d.handle, false))
	if n := Sweep(dir); n != 0 || contentOf(filepath.Join(dir, mine)) == "" {
		t.Errorf("%d removed of a run at work", n)
	}
	d.close()
	if n := Sweep(dir); n != 2 || len(stateOf(t, dir)) != 2 || contentOf(filepath.Join(dir, other)) != "stays" {
		t.Errorf("%d removed: %v", n, stateOf(t, dir))
	}
	if isOld(mine) || !isOld(".hcljson-0123456789abcdef01234567.tmp") {
		t.Error("the age cannot be read from the name")
	}
	if n := Sweep(filepath.Join(dir, "missing")); n != 0 {
		t.Error(n)
	}
}

// TestGroup checks that a file keeps its group if the writer is in the group, even if this is not
// the writer's primary group.
func TestGroup(t *testing.T) {
	if os.Geteuid() == 0 {
		asUser(t)
		return
	}
	groups, err := os.Getgroups()
	must(t, err)
	groups = slices.DeleteFunc(groups, func(group int) bool { return group == os.Getegid() })
	if len(groups) == 0 {
		t.Skip("the user is in one group alone")
	}
	path := filepath.Join(t.TempDir(), "a.tf")
	writeFile(t, path, "old")
	must(t, os.Chown(path, -1, groups[0]))
	must(t, Commit([]Change{{Path: path, Content: []byte("new"), Overwrites: []byte("old"), Mode: 0o640}}))
	info, err := os.Stat(path)
	must(t, err)
	if group := int(info.Sys().(*syscall.Stat_t).Gid); contentOf(path) != "new" || group != groups[0] {
		t.Errorf("the group is %d and not %d", group, groups[0])
	}
}

// asUser runs a test as a user in two groups. The program must be in directories that this user can
// read.
func asUser(t *testing.T) {
	itself, err := os.Executable()
	must(t, err)
	content, err := os.ReadFile(itself)
	must(t, err)
	dir := t.TempDir()
	must(t, os.Chmod(filepath.Dir(dir), 0o755))
	must(t, os.Chmod(dir, 0o777))
	program := filepath.Join(dir, "test")
	must(t, os.WriteFile(program, content, 0o755))
	cmd := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Credential: &syscall.Credential{Uid: 61001, Gid: 61001, Groups: []uint32{61002}},
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, fs.ErrPermission) {
		t.Skip(err) // root in a container that has no other users
	}
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v: %s", err, out)
	}
}

// New links before any step do not cause writes outside of the root.
func TestRootWithNewLinks(t *testing.T) {
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
		for at := 1; ; at++ {
			dir := t.TempDir()
			root := filepath.Join(dir, "tree")
			writeFile(t, filepath.Join(root, "sub", "x"), "old")
			writeFile(t, filepath.Join(dir, "outside", "x"), "precious")
			s := &stepper{}
			s.before = func(string, string) {
				if s.n == at {
					s.fired = true
					must(t, attack(root))
				}
			}
			_ = s.commit([]Change{
				{Root: root, Path: filepath.Join(root, "sub", "x"), Content: []byte("new"), Overwrites: []byte("old")},
				{Root: root, Path: filepath.Join(root, "made", "deep", "y"), Content: []byte("new"), Mode: 0o600},
			})
			want := map[string]string{"x": "precious"}
			if got := stateOf(t, filepath.Join(dir, "outside")); !maps.Equal(got, want) {
				t.Fatalf("%s before step %d: outside there is %v", name, at, got)
			}
			if !s.fired {
				if at < 10 {
					t.Error("the attack came at few steps")
				}
				break
			}
		}
	}
}

func TestRootRefuses(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "tree")
	writeFile(t, filepath.Join(root, "sub", "x"), "old")
	writeFile(t, filepath.Join(dir, "outside", "x"), "precious")
	must(t, os.Symlink("x", filepath.Join(root, "sub", "link")))
	must(t, os.Symlink(filepath.Join(dir, "outside"), filepath.Join(root, "out")))
	before := stateOf(t, dir)
	for name, want := range map[string]error{"sub/link": errIsLink, "out/x": nil, "../outside/x": nil,
		"sub": errNotRegular} {
		err := Commit([]Change{{Root: root, Path: filepath.Join(root, name), Content: []byte("new"), Mode: 0o644}})
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := stateOf(t, dir); !maps.Equal(got, before) {
		t.Error(got)
	}
}

// A pipe, a directory, a device and a too large sparse file are errors.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	for _, path := range []string{pipe, dir, os.DevNull} {
		if _, _, err := ReadFile(path); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", path, err)
		}
	}
	file := filepath.Join(dir, "x")
	writeFile(t, file, "text")
	if content, info, err := ReadFile(file); err != nil || string(content) != "text" || info.Size() != 4 {
		t.Error(content, info, err)
	}
	must(t, os.Truncate(file, MaxFile+1))
	if _, _, err := ReadFile(file); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
	change := Change{Path: filepath.Join(dir, "y"), Source: pipe, Was: []byte("x")}
	if err := Commit([]Change{change}); !errors.Is(err, ErrNotRegular) {
		t.Error(err)
	}
}
