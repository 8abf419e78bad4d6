//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// cutOff leaves dir as a crash does that comes right before the step which ends
// with the path.
func cutOff(t *testing.T, dir, op, path string) {
	t.Helper()
	sys := &faulty{}
	sys.before = func(gotOp, gotPath string) {
		if gotOp == op && gotPath == filepath.Join(dir, path) {
			sys.at = sys.steps + 1
		}
	}
	if survives(t, func() { must(t, commit(sys, turn(dir))) }) {
		t.Fatalf("there was no %s of %s", op, path)
	}
}

// A later Commit goes on from a crash, also one that only writes.
func TestCommitRecovers(t *testing.T) {
	dir := module(t)
	changes := turn(dir)
	cutOff(t, dir, "rename", filepath.Join(workName, nowName))
	must(t, Commit(changes))
	if got := view(t, dir); got != jsonView || Pending(dir) {
		t.Error(got)
	}

	cutOff(t, dir, "remove", "a.tf.json")
	other := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(filepath.Join(dir, "a.tf"), other))
	must(t, Commit([]Change{{Path: other, Content: []byte("def a\n"), Mode: 0o644}}))
	if got := view(t, dir); got != nativeView || Pending(dir) {
		t.Error(got)
	}
}

// A Commit goes on from crashes in each of its directories.
func TestCommitRecoversAll(t *testing.T) {
	first, second := module(t), module(t)
	for _, dir := range []string{first, second} {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
	}
	must(t, Commit([]Change{
		{Path: filepath.Join(first, "x"), Content: []byte("x"), Mode: 0o644},
		{Path: filepath.Join(second, "x"), Content: []byte("x"), Mode: 0o644},
	}))
	for _, dir := range []string{first, second} {
		if Pending(dir) || read(t, filepath.Join(dir, "x")) != "x" {
			t.Errorf("there are %q", names(t, dir))
		}
	}
}

// Two changes of one file are refused, whatever names it has.
func TestSameFileByLinks(t *testing.T) {
	dir := t.TempDir()
	a := put(t, filepath.Join(dir, "a"), "a")
	link, linked := filepath.Join(dir, "link"), filepath.Join(t.TempDir(), "linked")
	must(t, os.Symlink("a", link))
	must(t, os.Symlink(dir, linked))
	for _, other := range []string{link, filepath.Join(linked, "a"), filepath.Join(linked, "link")} {
		for _, changes := range [][]Change{{{Path: a}, {Path: other}}, {{Path: other}, {Path: a}}} {
			if err := Commit(changes); !errors.Is(err, errSameFile) {
				t.Errorf("%s: %v", other, err)
			}
		}
	}
	if got := read(t, a); got != "a" {
		t.Errorf("it holds %q", got)
	}
}

// What somebody puts in the place of a link stays.
func TestRecoverKeeps(t *testing.T) {
	for name, test := range map[string]struct {
		op, path string
		want     string
	}{
		"not switched": {"rename", filepath.Join(workName, nowName), "a native, b mine native, c native"},
		"switched":     {"remove", "a.tf", "a JSON, b JSON, b mine native, c JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := module(t)
			cutOff(t, dir, test.op, test.path)
			path := filepath.Join(dir, "b.tf")
			must(t, os.Remove(path))
			must(t, os.WriteFile(path, []byte("def b mine\n"), 0o644))
			must(t, os.Remove(filepath.Join(dir, "a.tf")))
			_, err := Recover(dir)
			must(t, err)
			if got := view(t, dir); got != test.want || Pending(dir) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Nothing is thrown away that files are still reached through.
func TestRecoverDamaged(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"cut off": func(path string) error { return os.Truncate(path, 5) },
		"gone":    os.Remove,
		"empty": func(path string) error {
			return os.WriteFile(path, manifestOf(t), 0o600)
		},
		"of other files": func(path string) error {
			return os.WriteFile(path, manifestOf(t, "x.tf", "x.tf.json"), 0o600)
		},
		"upwards": func(path string) error {
			return os.WriteFile(path, manifestOf(t, "a.tf", ".."), 0o600)
		},
		"outside": func(path string) error {
			return os.WriteFile(path, manifestOf(t, "../x", "y"), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := module(t)
			cutOff(t, dir, "rename", filepath.Join(workName, nowName))
			must(t, damage(filepath.Join(dir, workName, manifestName)))
			if _, err := Recover(dir); err == nil {
				t.Error("there is no error")
			}
			if got := view(t, dir); got != nativeView {
				t.Error(got)
			}
		})
	}
}

// An error at any step of a recovery is told, or does no harm; the next one ends what this one
// has begun.
func TestRecoverError(t *testing.T) {
	for _, test := range []struct{ op, path, want string }{
		{"rename", filepath.Join(workName, nowName), nativeView}, {"remove", "a.tf", jsonView},
	} {
		for at := 1; !t.Failed(); at++ {
			dir := module(t)
			cutOff(t, dir, test.op, test.path)
			sys := &faulty{at: at, fail: syscall.EIO}
			_, err := recoverDir(sys, dir)
			if err != nil && !errors.Is(err, syscall.EIO) || err == nil && view(t, dir) != test.want {
				t.Errorf("%s: step %d: %v, %s", test.want, at, err, view(t, dir))
			}
			_, err = recoverDir(&faulty{}, dir)
			if got := view(t, dir); err != nil || got != test.want || Pending(dir) {
				t.Errorf("%s: after an error at step %d: %v, %s", test.want, at, err, got)
			}
			if !sys.fired {
				break
			}
		}
	}
}

func TestRecoverStrange(t *testing.T) {
	dir := t.TempDir()
	if found, err := Recover(filepath.Join(dir, "missing")); found.Outcome != Nothing || err != nil {
		t.Error(found, err)
	}
	work := filepath.Join(dir, workName)
	must(t, os.Mkdir(work, 0o755))
	must(t, os.WriteFile(filepath.Join(work, manifestName), []byte(`[["`), 0o600))
	if found, err := Recover(dir); found.Outcome != Foreign || err != nil || !exists(work) {
		t.Error(found, err)
	}
	must(t, os.RemoveAll(work))
	must(t, os.Symlink(t.TempDir(), work))
	if found, err := Recover(dir); err != nil || !strings.Contains(found.Reason, "it is a symbolic link") {
		t.Error(found, err)
	}
	must(t, os.Remove(work))
	if err := Commit([]Change{{Path: filepath.Join(dir, "x"), Replaces: filepath.Join(dir, "y")}}); !errors.Is(err,
		fs.ErrNotExist) || Pending(dir) {
		t.Error(err)
	}
}

func TestLinkRefused(t *testing.T) {
	dir := module(t)
	must(t, os.Symlink("a.tf", filepath.Join(dir, "a.tf.json")))
	change := replaceChange(dir, "a")
	for _, sys := range []*faulty{{}, {noSymlinks: true}, {noLocks: true}} {
		if err := commit(sys, []Change{change}); !errors.Is(err, errLink) || Pending(dir) {
			t.Error(err)
		}
	}
	must(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	if err := Commit([]Change{{Path: filepath.Join(dir, "loop")}}); !errors.Is(err, errLoop) {
		t.Error(err)
	}
}

// ".." in a link counts from where the directory really is.
func TestLinkedDirectory(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "far", "sub"), 0o755))
	must(t, os.Symlink(filepath.Join("far", "sub"), filepath.Join(dir, "near")))
	must(t, os.Symlink(filepath.Join("..", "x"), filepath.Join(dir, "near", "link")))
	must(t, Commit([]Change{{Path: filepath.Join(dir, "near", "link"), Content: []byte("x"), Mode: 0o644}}))
	if got := read(t, filepath.Join(dir, "far", "x")); got != "x" {
		t.Error(got)
	}
}

// manifestOf is a manifest as one can be made up without the key.
func manifestOf(t *testing.T, names ...string) []byte {
	t.Helper()
	var pairs []pair
	for i := 0; i < len(names); i += 2 {
		pairs = append(pairs, pair{From: stored{Name: []byte(names[i])}, To: stored{Name: []byte(names[i+1])}})
	}
	manifest, err := encode([]byte("a key"), pairs)
	must(t, err)
	return manifest
}

// File names need not be UTF-8.
func TestOddNames(t *testing.T) {
	for _, name := range []string{"caf\xe9", "caf\xc3\xa9", "a b", "\"'\\", "new\nline", "<&>\u2028"} {
		dir := t.TempDir()
		change := replaceChange(dir, name)
		if err := os.WriteFile(change.Replaces, []byte("def a\n"), 0o644); err != nil {
			continue // not every system has such names
		}
		must(t, Commit([]Change{change}))
		got, err := os.ReadFile(change.Path)
		if err != nil || string(got) != string(change.Content) || exists(change.Replaces) || Pending(dir) {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
}

// Once a crash has been recovered from, wherever it came, the journal has nothing
// on the directory any more.
func TestJournalEndsEmpty(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	state, err := stateDir()
	must(t, err)
	crashed := true
	at := 1
	for ; crashed; at++ {
		dir := module(t)
		sys := &faulty{at: at}
		crashed = !survives(t, func() { must(t, commit(sys, turn(dir))) })
		_, err := Recover(dir)
		must(t, err)
		left, err := filepath.Glob(filepath.Join(state, "*.json*"))
		if err != nil || len(left) > 0 {
			t.Fatalf("after a crash at step %d: %q, %v", at, left, err)
		}
	}
	if at < 20 {
		t.Error("there were few steps")
	}
}
