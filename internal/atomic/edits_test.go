//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// editor changes a file while it is replaced.
type editor struct {
	path   string
	marker string   // what it writes
	open   *os.File // to append to, from before
	err    error
}

// edits are ways to change a file. None makes it where there is none, except for
// putting another one in its place.
var editKinds = map[string]func(e *editor) error{
	"append":       func(e *editor) error { return e.write(os.O_APPEND, e.marker) },
	"rewrite":      func(e *editor) error { return e.write(os.O_TRUNC, "def a\n"+e.marker) },
	"rename over":  (*editor).renameOver,
	"delete":       func(e *editor) error { return os.Remove(e.path) },
	"keep it open": func(e *editor) error { _, err := e.open.WriteString(e.marker); return err },
}

func (e *editor) write(flag int, text string) error {
	file, err := os.OpenFile(e.path, os.O_WRONLY|flag, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteString(text)
	return err
}

func (e *editor) renameOver() error {
	temporary := filepath.Join(filepath.Dir(e.path), "editor's~")
	if err := os.WriteFile(temporary, []byte("def a\n"+e.marker), 0o644); err != nil {
		return err
	}
	return os.Rename(temporary, e.path)
}

// do makes the edit. A file that is not there any more cannot be edited.
func (e *editor) do(kind string) {
	if e.err = editKinds[kind](e); errors.Is(e.err, fs.ErrNotExist) {
		e.marker = ""
	}
}

// check makes sure that the edit is in the directory, and that there is an error
// unless it is where a product reads it.
func (e *editor) check(t *testing.T, kind, when string, commitErr error) {
	t.Helper()
	dir := filepath.Dir(e.path)
	if exists(filepath.Join(dir, workName)) {
		t.Errorf("%s %s: the work directory is left: %v", kind, when, commitErr)
	}
	if e.marker == "" {
		return // too late
	}
	if e.err != nil {
		t.Fatal(e.err)
	}
	if kind == "delete" {
		if commitErr == nil || !strings.Contains(commitErr.Error(), filepath.Base(e.path)) || exists(e.path) {
			t.Errorf("%s %s: %v", kind, when, commitErr)
		}
		return
	}
	current := false
	for _, name := range names(t, dir) {
		path := filepath.Join(dir, name)
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() || !strings.Contains(read(t, path), e.marker) {
			continue
		}
		if current = !strings.HasSuffix(name, ".hcljson-edit"); current {
			break
		}
		if commitErr == nil || !strings.Contains(commitErr.Error(), name) {
			t.Errorf("%s %s: it is in %s, which is not said: %v", kind, when, name, commitErr)
		}
		return
	}
	if !current {
		t.Errorf("%s %s: it is lost: %v", kind, when, commitErr)
	}
}

// editModule returns the editor and the changes for a module with this many files, one of
// which is edited.
func editModule(t *testing.T, count, at int) (*editor, []Change) {
	t.Helper()
	dir := fastTempDir(t)
	var changes []Change
	for i := range count {
		change := replaceChange(dir, fmt.Sprintf("a%03d", i))
		change.Source, change.Was = change.Replaces, fmt.Appendf(nil, "def a%03d\n", i)
		must(t, os.WriteFile(change.Source, change.Was, 0o644))
		changes = append(changes, change)
	}
	e := &editor{path: changes[at].Source, marker: "an edit\n"}
	var err error
	e.open, err = os.OpenFile(e.path, os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	return e, changes
}

// An edit of what is replaced, at whichever step, is where it was meant to be, or
// there is an error, and it is there.
func TestEdits(t *testing.T) {
	for kind := range editKinds {
		for _, noLinks := range []bool{false, true} {
			if kind == "keep it open" && (noLinks || runtime.GOOS != "linux") {
				continue // a copy stands for the file, or there is no telling
			}
			t.Run(fmt.Sprintf("%s %t", kind, noLinks), func(t *testing.T) {
				t.Parallel()
				reported, silent := 0, 0
				for at, more := 1, true; more && !t.Failed(); at++ {
					e, changes := editModule(t, 3, at%3)
					if kind != "keep it open" {
						e.open.Close()
					}
					sys := &faulty{noLinks: noLinks}
					more = false
					sys.before = func(op, path string) {
						if sys.steps+1 == at {
							more = true
							e.do(kind)
						}
					}
					err := commit(sys, changes)
					e.open.Close()
					if !more {
						break
					}
					e.check(t, kind, fmt.Sprintf("at step %d", at), err)
					if err != nil {
						reported++
						settledView(t, filepath.Dir(e.path), changes)
					} else {
						silent++
					}
					must(t, os.RemoveAll(filepath.Dir(e.path)))
				}
				t.Logf("%d reported, %d not", reported, silent)
				if reported == 0 {
					t.Error("no edit was reported")
				}
			})
		}
	}
}

// settledView makes sure that the files that were not edited are there once.
func settledView(t *testing.T, dir string, changes []Change) {
	t.Helper()
	for _, change := range changes {
		if exists(change.Replaces) && exists(change.Path) && read(t, change.Replaces) == string(change.Was) {
			t.Errorf("%s and %s are there", change.Replaces, change.Path)
		}
	}
}

// So does one at whichever moment. HCLJSON_EDITS is how many there are, in
// directories of 301 files.
func TestEditsAnytime(t *testing.T) {
	count, files := 40, 31
	if text := os.Getenv("HCLJSON_EDITS"); text != "" {
		var err error
		count, err = strconv.Atoi(text)
		must(t, err)
		files = 301
	}
	var kinds []string
	for kind := range editKinds {
		if kind != "keep it open" || runtime.GOOS == "linux" {
			kinds = append(kinds, kind)
		}
	}
	length := 10 * time.Millisecond
	outcomes := make(map[string]int)
	for i := range count {
		e, changes := editModule(t, files, rand.N(files))
		kind := kinds[i%len(kinds)]
		if kind != "keep it open" {
			e.open.Close()
		}
		done, delay := make(chan bool), rand.N(length)
		go func() {
			defer close(done)
			time.Sleep(delay)
			e.do(kind)
		}()
		begin := time.Now()
		err := Commit(changes)
		length = (length + time.Since(begin)*11/10) / 2
		<-done
		e.open.Close()
		e.check(t, kind, fmt.Sprintf("in run %d", i), err)
		switch {
		case e.marker == "":
			outcomes["too late"]++
		case err != nil:
			outcomes["reported"]++
		default:
			outcomes["in time"]++
		}
		must(t, os.RemoveAll(filepath.Dir(e.path)))
	}
	t.Log(outcomes)
}

// An edit after the switch is not lost either if the run is cut off at whichever
// step after that, also while it goes back.
func TestEditThenCrash(t *testing.T) {
	for _, kind := range []string{"append", "rewrite", "rename over"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			crashes := 0
			for after := 1; ; after++ {
				e, changes := editModule(t, 2, after%2)
				e.open.Close()
				dir := filepath.Dir(e.path)
				sys := &faulty{}
				flipped := false
				sys.before = func(op, path string) {
					if flipped && sys.at == 0 {
						e.do(kind)
						sys.at = sys.steps + after
					}
					flipped = flipped || op == "rename" && path == filepath.Join(dir, workName, nowName)
				}
				var err error
				crashed := !survives(t, func() { err = commit(sys, changes) })
				if e.err != nil {
					t.Fatal(e.err)
				}
				if !crashed {
					e.check(t, kind, "without a crash", err)
					break
				}
				crashes++
				recovery, err := recoverDir(osSystem{}, dir)
				must(t, err)
				found := false
				for _, name := range names(t, dir) {
					found = found || strings.Contains(read(t, filepath.Join(dir, name)), e.marker)
				}
				if !found || recovery.Outcome == Foreign || exists(filepath.Join(dir, workName)) {
					t.Errorf("cut off %d steps after it: %v, %q", after, recovery, names(t, dir))
				}
				other := changes[(after+1)%2]
				if exists(other.Path) == exists(other.Replaces) {
					t.Errorf("cut off %d steps after it: %q", after, names(t, dir))
				}
				must(t, os.RemoveAll(dir))
			}
			if crashes < 20 {
				t.Errorf("only %d crashes", crashes)
			}
		})
	}
}

func TestOpenToWrite(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no telling")
	}
	e, changes := editModule(t, 2, 1)
	if err := Commit(changes); !errors.Is(err, errWriting) || !strings.Contains(err.Error(), e.path) || !exists(e.path) {
		t.Error(err)
	}
	e.open.Close()
	must(t, Commit(changes))
}
