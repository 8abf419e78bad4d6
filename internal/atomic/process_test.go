//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// childEnv makes the test binary a process that is to be killed.
const childEnv = "HCLJSON_ATOMIC_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		fmt.Fprintln(os.Stderr, child(dir))
		os.Exit(1)
	}
	os.Exit(withState(m.Run))
}

// withState runs tests with a state directory of their own.
func withState(run func() int) int {
	dir, err := os.MkdirTemp("", "hcljson-state")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := os.Setenv("XDG_STATE_HOME", dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return run()
}

// child replaces the files of dir back and forth until it is killed.
func child(dir string) error {
	fmt.Println("started")
	for {
		// A Commit would recover as well, but what is to be done depends on it.
		if _, err := Recover(dir); err != nil {
			return err
		}
		if err := Commit(turn(dir)); err != nil {
			return err
		}
	}
}

// turn replaces the files in the one syntax with those in the other.
func turn(dir string) []Change {
	var changes []Change
	for _, name := range []string{"a", "b", "c"} {
		change := replaceChange(dir, name)
		if exists(change.Path) {
			change.Path, change.Replaces = change.Replaces, change.Path
			change.Idle, change.ReplacedIdle = change.ReplacedIdle, change.Idle
			change.Content = []byte("def " + name + "\n")
		}
		changes = append(changes, change)
	}
	return changes
}

func module(t *testing.T) string {
	t.Helper()
	dir := fastTempDir(t)
	for _, name := range []string{"a", "b", "c"} {
		must(t, os.WriteFile(filepath.Join(dir, name+".tf"), []byte("def "+name+"\n"), 0o644))
	}
	return dir
}

const (
	nativeView = "a native, b native, c native"
	jsonView   = "a JSON, b JSON, c JSON"
)

func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes for two seconds")
	}
	dir := module(t)
	kills, pending := 0, 0
	seen := make(map[string]int)
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); kills++ {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+dir)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		_, err = bufio.NewReader(stdout).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			t.Error(err)
		}
		time.Sleep(rand.N(20 * time.Millisecond))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if stderr.Len() > 0 {
			t.Fatal(stderr.String())
		}

		got := view(t, dir)
		seen[got]++
		if Pending(dir) {
			pending++
		}
		if got != nativeView && got != jsonView {
			t.Fatalf("after kill %d, there is %q", kills, got)
		}
		if kills%2 == 0 {
			continue // to the next process
		}
		_, err = Recover(dir)
		must(t, err)
		if again := view(t, dir); again != got || Pending(dir) {
			t.Fatalf("%q became %q", got, again)
		}
	}
	t.Logf("%d kills, %d of them in a Commit; %v", kills, pending, seen)
}

// Of many that replace the same files, one does, and the others say why not.
func TestConcurrent(t *testing.T) {
	for round := range 20 {
		dir := module(t)
		changes := turn(dir)
		const count = 8
		errs := make([]error, count)
		start := make(chan bool)
		var group sync.WaitGroup
		for i := range count {
			group.Go(func() {
				<-start
				if i%4 == 3 {
					if _, err := Recover(dir); err != nil && !errors.Is(err, errBusy) {
						t.Error(err)
					}
					errs[i] = errBusy
					return
				}
				errs[i] = Commit(changes)
			})
		}
		close(start)
		group.Wait()
		done := 0
		for _, err := range errs {
			switch {
			case err == nil:
				done++
			case !errors.Is(err, errBusy) && !errors.Is(err, fs.ErrNotExist):
				t.Error(err)
			}
		}
		got := view(t, dir)
		if done > 1 || done == 1 && got != jsonView || done == 0 && got != nativeView || Pending(dir) {
			t.Fatalf("round %d: %d done, %q, %v", round, done, got, errs)
		}
	}
}

func TestBusy(t *testing.T) {
	dir := module(t)
	owner, err := acquire(osSystem{}, dir, true)
	must(t, err)
	busy := &BusyError{}
	if _, err := Recover(dir); !errors.As(err, &busy) || busy.Process != os.Getpid() {
		t.Error(err)
	}
	if err := Commit(turn(dir)); !errors.As(err, &busy) || busy.Process != os.Getpid() {
		t.Error(err)
	}
	if got := view(t, dir); got != nativeView || !Pending(dir) {
		t.Error(got)
	}
	owner.unlock()
	must(t, Commit(turn(dir)))
	if got := view(t, dir); got != jsonView || Pending(dir) {
		t.Error(got)
	}
}

// late is a system in which the owner of a lock removes all before another one
// gets to lock it.
type late struct {
	system
	opened *int
}

func (l late) in(h *held) system { return late{l.system.in(h), l.opened} }

func (l late) open(path string, flag int, mode fs.FileMode) (*os.File, error) {
	file, err := l.system.open(path, flag, mode)
	if *l.opened++; err == nil && *l.opened == 1 {
		err = os.RemoveAll(filepath.Dir(file.Name()))
	}
	return file, err
}

func TestLockGone(t *testing.T) {
	dir := fastTempDir(t)
	r, err := acquire(late{osSystem{}, new(int)}, dir, true)
	must(t, err)
	defer r.unlock()
	if _, err := acquire(osSystem{}, dir, true); !errors.Is(err, errBusy) {
		t.Error(err)
	}
}

func TestOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("is for root")
	}
	dir := module(t)
	path := filepath.Join(dir, "x")
	must(t, os.WriteFile(path, nil, 0o644))
	for _, name := range []string{"a.tf", "b.tf", "c.tf", "x"} {
		must(t, os.Chown(filepath.Join(dir, name), 1234, 2345))
	}
	must(t, Commit(append(turn(dir), Change{Path: path, Mode: 0o600})))
	for _, name := range []string{"a.tf.json", "b.tf.json", "c.tf.json", "x"} {
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
		if uid, gid, _ := owner(info); uid != 1234 || gid != 2345 {
			t.Errorf("%s is of %d:%d", name, uid, gid)
		}
	}
}
