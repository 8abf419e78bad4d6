package atomic

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/hcljson/hcljson/internal/testing/oracles"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(content), 0o644))
}

// contentOf returns the content of a file, or the target of a link; "" if it does not exist.
func contentOf(path string) string {
	if text, err := os.Readlink(path); err == nil {
		return "-> " + text
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(content)
}

// pair is a source and its target. old is the previous content of the target.
type pair struct {
	source, target, old, text string
	replaced                  bool
}

var pairs = slices.DeleteFunc([]pair{
	{"m/a.tf", "m/a.tf.json", "", "{a}", true},
	{"m/b.tf", "m/b.tf.json", "{ b }", "{b}", true},
	{"m/c.tf", "m/c.tf.json", "{c}", "{c}", true},
	{"m/l.tf", "m/l.tf.json", "", "-> a.tf.json", true},
	{"n/d.tf", "n/x.json", "{ old }", "{d}", false},
	{"n/e.tf", "n/made/deep/y.json", "", "{e}", false},
}, func(p pair) bool { return strings.HasPrefix(p.text, "-> ") && !canLink() })

// canLink reports whether the system can create links, which needs a privilege on Windows, and read
// them, which Wine does not support.
func canLink() bool {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	return os.Symlink("a", filepath.Join(dir, "b")) == nil && contentOf(filepath.Join(dir, "b")) == "-> a"
}

func (p pair) was() string {
	if p.source == "m/l.tf" {
		return "-> a.tf"
	}
	return p.source
}

// setUp creates the files.
func setUp(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, p := range pairs {
		if text, ok := strings.CutPrefix(p.was(), "-> "); ok {
			must(t, os.Symlink(text, filepath.Join(dir, p.source)))
		} else {
			writeFile(t, filepath.Join(dir, p.source), p.source)
		}
		if p.old != "" {
			writeFile(t, filepath.Join(dir, p.target), p.old)
		}
	}
	return dir
}

// pending returns the changes of a new run: the pairs whose source exists.
func pending(t *testing.T, dir string) []Change {
	t.Helper()
	var changes []Change
	for _, p := range pairs {
		source, target := filepath.Join(dir, p.source), filepath.Join(dir, p.target)
		was, info, err := ReadFile(source)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		must(t, err)
		c := Change{Path: target, Content: []byte(p.text), Mode: 0o640, Source: source, Was: was, Info: info,
			Remove: p.replaced}
		if text, ok := strings.CutPrefix(p.text, "-> "); ok {
			c.Link = text
		}
		if !c.Remove {
			c.Root = dir
		}
		if there, _, err := ReadFile(target); err == nil {
			c.Overwrites = there
		}
		changes = append(changes, c)
	}
	return changes
}

// stateOf returns the contents of all files in a directory.
func stateOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && path != dir {
			rel, _ := filepath.Rel(dir, path)
			found[filepath.ToSlash(rel)] = contentOf(path)
		}
		return err
	}))
	return found
}

// wantedState returns the state of a tree after or before the run.
func wantedState(done bool) map[string]string {
	want := map[string]string{"m": "", "n": ""}
	for _, p := range pairs {
		if !done || !p.replaced {
			want[p.source] = p.was()
		}
		if done {
			want[p.target] = p.text
		} else if p.old != "" {
			want[p.target] = p.old
		}
	}
	if done {
		want["n/made"], want["n/made/deep"] = "", ""
	}
	return want
}

// checkTree checks the invariant: one file of each pair exists, and no file is incomplete.
func checkTree(t *testing.T, dir, when string) {
	t.Helper()
	for _, p := range pairs {
		source, target := contentOf(filepath.Join(dir, p.source)), contentOf(filepath.Join(dir, p.target))
		whole := (source == "" || source == p.was()) && (target == "" || target == p.old || target == p.text)
		if source == "" && (target == "" || !p.replaced) || p.old != "" && target == "" {
			t.Errorf("%s: %s and %s: neither exists", when, p.source, p.target)
		}
		if !whole {
			t.Errorf("%s: %q in %s, %q in %s", when, source, p.source, target, p.target)
		}
	}
}

// checkFinishes checks that a second run completes the work, and leaves no temporary files.
func checkFinishes(t *testing.T, dir, when string) {
	t.Helper()
	if err := Commit(pending(t, dir)); err != nil {
		t.Errorf("%s: again: %v", when, err)
	}
	for _, sub := range []string{"m", "n", "n/made", "n/made/deep"} {
		Sweep(filepath.Join(dir, sub))
	}
	got, want := stateOf(t, dir), wantedState(true)
	if runtime.GOOS == "windows" { // without locks, temporary files stay for an hour
		maps.DeleteFunc(got, func(name, _ string) bool { return isTemporary(path.Base(name)) })
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s: there is\n%v\nand not\n%v", when, got, want)
	}
}

// variants are systems that cannot do some steps.
var variants = map[string][]string{
	"all":         nil,
	"no exchange": {"exchange"},
	"links":       {"exchange", "rename"},
	"neither":     {"exchange", "rename", "link"},
}

// stepper is called before each step.
type stepper struct {
	cannot []string
	at, n  int
	// then is done at the step with the number at; or always from it on.
	then   func(op, path string) error
	always bool
	before func(op, path string)
	fired  bool
	last   string
	done   []string
}

func (s *stepper) step(op, path string) error {
	s.n++
	s.last = fmt.Sprintf("step %d, %s %s", s.n, op, filepath.Base(path))
	s.done = append(s.done, op+" "+path)
	if s.before != nil {
		s.before(op, path)
	}
	if s.then != nil && (s.n == s.at || s.always && s.n > s.at) {
		s.fired = true
		return s.then(op, path)
	}
	// Some systems do not support renames to a new name. All systems support renames over an
	// existing file.
	if slices.Contains(s.cannot, op) && (op != "rename" || !s.isReserved(path)) {
		return errors.ErrUnsupported
	}
	return nil
}

// isReserved reports whether a rename is the plain one: after a reservation, or over a file.
func (s *stepper) isReserved(path string) bool {
	if len(s.done) > 1 && s.done[len(s.done)-2] == "create "+path {
		return true
	}
	_, err := os.Lstat(path)
	return err == nil
}

func (s *stepper) commit(changes []Change) error { return (&commit{step: s.step}).run(changes) }

// everyVariant runs a test for each kind of system.
func everyVariant(t *testing.T, test func(t *testing.T, cannot []string)) {
	for name, cannot := range variants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, cannot)
		})
	}
}

// stride is how far apart the steps are at which something happens. With the oracles, it
// happens at each.
var stride = oracles.Rounds(7, 1)

// everyStep runs a test for the steps of a run, in each variant.
func everyStep(t *testing.T, test func(t *testing.T, dir string, s *stepper)) {
	everyVariant(t, func(t *testing.T, cannot []string) {
		for at := 1; !t.Failed(); at += stride {
			dir := setUp(t)
			s := &stepper{cannot: cannot, at: at}
			test(t, dir, s)
			must(t, os.RemoveAll(dir))
			if !s.fired {
				if at < 40 {
					t.Errorf("there were %d steps", at)
				}
				return
			}
		}
	})
}

func TestCommit(t *testing.T) {
	everyVariant(t, func(t *testing.T, cannot []string) {
		dir := setUp(t)
		s := &stepper{cannot: cannot}
		s.before = func(op, path string) { checkTree(t, dir, "before "+op+" "+path) }
		must(t, s.commit(pending(t, dir)))
		if got, want := stateOf(t, dir), wantedState(true); !maps.Equal(got, want) {
			t.Errorf("there is\n%v\nand not\n%v", got, want)
		}
		for _, p := range pairs {
			info, err := os.Stat(filepath.Join(dir, p.target))
			must(t, err)
			if runtime.GOOS != "windows" && p.text != p.old && info.Mode() != 0o640 {
				t.Error(p.target, info.Mode())
			}
		}
	})
	must(t, Commit(nil))
}

// After an error at any step, the state is unchanged. After an error in the last steps, a second run
// completes the work.
func TestErrorAtAnyStep(t *testing.T) {
	for _, fail := range []error{syscall.EIO, syscall.ENOSPC} {
		t.Run(fmt.Sprintf("%d", fail), func(t *testing.T) {
			everyStep(t, func(t *testing.T, dir string, s *stepper) {
				s.then = func(op, path string) error {
					if fail == syscall.ENOSPC && op == "write" { // the disk is full
						must(t, os.WriteFile(path, []byte("{"), 0o600))
					}
					return &fs.PathError{Op: op, Path: path, Err: fail}
				}
				err := s.commit(pending(t, dir))
				checkTree(t, dir, s.last)
				late := (*PartialError)(nil)
				switch {
				case err == nil: // the owner does not matter, nor does a lock
				case !errors.Is(err, fail):
					t.Errorf("step %d: %v", s.at, err)
				case !errors.As(err, &late):
					if got, want := stateOf(t, dir), wantedState(false); !maps.Equal(got, want) {
						t.Errorf("step %d: %v: there is\n%v\nand not\n%v", s.at, err, got, want)
					}
				}
				checkFinishes(t, dir, s.last)
			})
		})
	}
}

// After the first error all steps fail, including the steps that undo.
func TestErrorsAfterFirst(t *testing.T) {
	everyStep(t, func(t *testing.T, dir string, s *stepper) {
		s.always = true
		s.then = func(op, path string) error { return &fs.PathError{Op: op, Path: path, Err: syscall.EROFS} }
		err := s.commit(pending(t, dir))
		checkTree(t, dir, s.last)
		late := (*PartialError)(nil)
		if got := stateOf(t, dir); err != nil && !errors.As(err, &late) {
			for name := range wantedState(true) {
				if strings.HasSuffix(name, ".json") && got[name] != wantedState(false)[name] {
					t.Errorf("%s: %v, but there is %s with %q", s.last, err, name, got[name])
				}
			}
		}
		checkFinishes(t, dir, s.last)
	})
}

// Each step runs after the sync of its prerequisites.
func TestSync(t *testing.T) {
	everyVariant(t, func(t *testing.T, cannot []string) {
		dir := setUp(t)
		s := &stepper{cannot: cannot}
		unsynced, met := map[string]bool{}, 0
		s.before = func(op, path string) {
			switch name := filepath.Base(path); {
			case op == "write":
				unsynced[path] = true
			case op == "sync":
				delete(unsynced, path)
			case op == "rename" || op == "exchange":
				for path := range unsynced {
					if isTemporary(filepath.Base(path)) {
						t.Errorf("before %s %s, %s is not synced", op, path, path)
					}
				}
				unsynced[filepath.Dir(path)] = true
			case op == "withdraw", op == "remove" && isTemporary(name):
				if met++; op == "withdraw" && unsynced[filepath.Dir(path)] {
					t.Errorf("before %s, its directory is not synced", name)
				}
			}
		}
		must(t, s.commit(pending(t, dir)))
		if met < 6 {
			t.Errorf("%d steps were met", met)
		}
	})
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	a, sub, missing := filepath.Join(dir, "a"), filepath.Join(dir, "sub"), filepath.Join(dir, "missing")
	writeFile(t, a, "a")
	must(t, os.Mkdir(sub, 0o755))
	was := []byte("a")
	for name, test := range map[string]struct {
		change Change
		want   error
	}{
		"twice":            {Change{Path: filepath.Join(sub, "..", "new", "x")}, errSameFile},
		"itself":           {Change{Path: a, Source: a, Remove: true}, errSameFile},
		"other directory":  {Change{Path: filepath.Join(sub, "a"), Source: a, Remove: true}, errOtherDir},
		"nothing there":    {Change{Path: a, Source: missing, Remove: true}, fs.ErrNotExist},
		"a directory":      {Change{Path: missing, Source: sub, Remove: true}, errNotRegular},
		"onto a directory": {Change{Path: sub, Source: a, Was: was, Remove: true}, errNotRegular},
		"over a directory": {Change{Path: sub}, errNotRegular},
		"over a file":      {Change{Path: a}, errExists},
		"other bytes":      {Change{Path: a, Overwrites: []byte("b")}, errChanged},
		"below a file":     {Change{Path: filepath.Join(a, "b")}, nil},
		"other source":     {Change{Path: missing, Source: a, Was: []byte("b")}, errChanged},
	} {
		err := Commit([]Change{{Path: filepath.Join(dir, "new", "x"), Mode: 0o644}, test.change})
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
		if got := stateOf(t, dir); !maps.Equal(got, map[string]string{"a": "a", "sub": ""}) {
			t.Errorf("%s: there is %v", name, got)
		}
	}
}

func TestPartialError(t *testing.T) {
	err := error(&PartialError{
		Done: []string{filepath.Join("b", "x"), filepath.Join("a", "y"), filepath.Join("b", "z")}, Err: fs.ErrPermission})
	if !errors.Is(err, fs.ErrPermission) || !strings.HasPrefix(err.Error(), "the changes in a, b were made, but then: ") {
		t.Error(err)
	}
}

// childEnv is the variable that makes the test binary a process to kill at a step.
const childEnv = "HCLJSON_ATOMIC_CHILD"

func TestMain(m *testing.M) {
	at, dir, ok := strings.Cut(os.Getenv(childEnv), " ")
	if !ok {
		os.Exit(m.Run())
	}
	t := &testing.T{}
	s := &stepper{then: func(string, string) error {
		self, err := os.FindProcess(os.Getpid())
		must(t, errors.Join(err, self.Kill()))
		select {}
	}}
	s.at, _ = strconv.Atoi(at)
	if err := s.commit(pending(t, dir)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// After a kill at any step, one or both files of each pair exist and are complete, and a second run
// completes the work.
func TestKilled(t *testing.T) {
	for at := 1; !t.Failed(); at += stride {
		dir := setUp(t)
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", childEnv, at, dir))
		out, err := cmd.CombinedOutput()
		if len(out) > 0 {
			t.Fatal(string(out))
		}
		when := fmt.Sprint("killed at step ", at)
		checkTree(t, dir, when)
		checkFinishes(t, dir, when)
		if err == nil {
			if at < 40 {
				t.Errorf("there were %d steps", at)
			}
			return
		}
	}
}

// The test crashes at any step, also of the next run, in each variant.
func TestCrash(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files that are open after a panic cannot be removed")
	}
	everyStep(t, func(t *testing.T, dir string, s *stepper) {
		type crash struct{}
		crashes := func(s *stepper) {
			defer func() {
				if cause := recover(); cause != nil && cause != (crash{}) {
					panic(cause)
				}
			}()
			s.then, s.always = func(string, string) error { panic(crash{}) }, true
			_ = s.commit(pending(t, dir))
		}
		crashes(s)
		checkTree(t, dir, s.last)
		again := &stepper{cannot: s.cannot, at: 1 + s.at*7%20}
		crashes(again)
		checkTree(t, dir, s.last+", then "+again.last)
		checkFinishes(t, dir, s.last+", then "+again.last)
	})
}

// A concurrent write at any step remains under its name.
func TestConcurrentEdits(t *testing.T) {
	const edited = "edited by somebody\n"
	edits := map[string]func(path string) error{
		"written to": func(path string) error { return os.WriteFile(path, []byte(edited), 0o644) },
		"another file": func(path string) error {
			if err := os.WriteFile(path+".new", []byte(edited), 0o644); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
	}
	names := []string{"m/a.tf", "m/b.tf", "m/c.tf", "m/a.tf.json", "m/b.tf.json", "m/c.tf.json", "n/x.json", "n/d.tf"}
	for name, edit := range edits {
		for _, at := range names {
			t.Run(name+" "+strings.ReplaceAll(at, "/", "_"), func(t *testing.T) {
				if runtime.GOOS != "linux" && runtime.GOOS != "darwin" && strings.HasSuffix(at, ".json") {
					t.Skip("names cannot change places")
				}
				t.Parallel()
				refused := 0
				for step := 1; !t.Failed(); step += stride {
					dir := setUp(t)
					path := filepath.Join(dir, at)
					s := &stepper{}
					late := strings.HasPrefix(at, "n/")
					s.before = func(op, _ string) {
						if s.n == step {
							s.fired = true
							late = late || op == "remove"
							must(t, edit(path))
						}
					}
					err := s.commit(pending(t, dir))
					if !s.fired {
						must(t, err)
						break
					}
					if err != nil {
						refused++
					} else if !late {
						t.Errorf("edited at step %d: no error", step)
					}
					if got := contentOf(path); got != edited && contentOf(path+".hcljson-edit") != edited {
						t.Errorf("edited at step %d: %v: %q", step, err, got)
					}
					for _, p := range pairs {
						if p.replaced && contentOf(filepath.Join(dir, p.source)) == "" && contentOf(filepath.Join(dir, p.target)) == "" {
							t.Errorf("edited at step %d: %v: %s exists in neither form", step, err, p.source)
						}
					}
					must(t, os.RemoveAll(dir))
				}
				if refused < max(5/stride, 1) {
					t.Errorf("%d edits were noticed", refused)
				}
			})
		}
	}
}

// TestTwoEdits checks that both writes remain: a write to a source before its removal, and a new
// file after the removal.
func TestTwoEdits(t *testing.T) {
	dir := setUp(t)
	path := filepath.Join(dir, "m", "c.tf")
	s, withdrawn := &stepper{}, false
	s.before = func(op, name string) {
		switch {
		case op == "withdraw" && filepath.Base(name) == "c.tf":
			must(t, os.WriteFile(path, []byte("first"), 0o644))
			withdrawn = true
		case withdrawn && !s.fired:
			s.fired = true
			must(t, os.WriteFile(path, []byte("second"), 0o644))
		}
	}
	if err := s.commit(pending(t, dir)); err == nil || !s.fired {
		t.Errorf("it went through: %v, %v", err, s.fired)
	}
	if got, beside := contentOf(path), contentOf(path+".hcljson-edit"); got != "second" || beside != "first" {
		t.Errorf("there are %q and %q", got, beside)
	}
	rest, err := filepath.Glob(filepath.Join(dir, "m", "*.tmp*"))
	if err != nil || len(rest) > 0 {
		t.Errorf("temporary files stay: %v, %v", rest, err)
	}
}

// The end of another run at any step removes no file of a run, and neither do concurrent runs.
func TestConcurrentRuns(t *testing.T) {
	everyStep(t, func(t *testing.T, dir string, s *stepper) {
		changes := pending(t, dir)
		s.before = func(string, string) {
			if s.n == s.at {
				s.fired = true
				_ = Commit(pending(t, dir))
			}
		}
		_ = s.commit(changes)
		checkTree(t, dir, s.last)
		checkFinishes(t, dir, s.last)
	})
	for round := range 50 / stride {
		dir := setUp(t)
		var wait sync.WaitGroup
		for range 3 {
			changes := pending(t, dir)
			wait.Go(func() { _ = Commit(changes) })
		}
		wait.Wait()
		checkTree(t, dir, fmt.Sprint("round ", round))
		checkFinishes(t, dir, fmt.Sprint("round ", round))
	}
}

// An endless stream is read up to the limit, and a large file is not read.
func TestReadAtMost(t *testing.T) {
	for size, ok := range map[int]bool{0: true, 10: true, 11: false, 1 << 20: false} {
		got, err := ReadAtMost(strings.NewReader(strings.Repeat("x", size)), nil, 10)
		if ok && (err != nil || len(got) != size) || !ok && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%d bytes: %d read, %v", size, len(got), err)
		}
	}
	path := filepath.Join(t.TempDir(), "f")
	writeFile(t, path, "")
	must(t, os.Truncate(path, 3*MaxFile))
	if _, _, err := ReadFile(path); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a file of 3 GiB: %v", err)
	}
}
