//go:build unix

package supervise

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary be a program that leaves another one in a session
// of its own, which has its pipes.
func TestMain(m *testing.M) {
	switch os.Getenv("FAKE") {
	case "leaves":
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "FAKE=session")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		fmt.Println(cmd.Process.Pid)
		fmt.Print(strings.Repeat("x", 60_000))
	case "session":
		time.Sleep(time.Minute)
	case "starts":
		temp, err := NewTemp(os.TempDir(), "held-")
		if err != nil {
			panic(err)
		}
		p, err := run(context.Background(), launcher(os.Args[0], temp.Dir, "FAKE=session"))
		if err != nil {
			panic(err)
		}
		fmt.Println(p.cmd.Process.Pid, temp.Dir)
		<-p.Done()
	default:
		os.Exit(m.Run())
	}
}

// All that a program wrote is passed on, and nobody waits for who else holds the
// pipes.
func TestHeldPipe(t *testing.T) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := run(t.Context(), launcher(executable, t.TempDir(), "FAKE=leaves", "GOCOVERDIR="+t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	<-p.Done()
	if p.Err() != nil {
		t.Error(p.Err())
	}
	line, text, _ := strings.Cut(string(p.Stdout.Bytes()), "\n")
	if len(text) != 60_000 {
		t.Errorf("%d bytes arrived", len(text))
	}
	pid, err := strconv.Atoi(line)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("it was waited for: %v", err)
	}
}

// A process that is killed leaves a directory, which the next one removes, and nothing
// that it has started.
func TestKilled(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(executable)
	cmd.Env = append(os.Environ(), "FAKE=starts")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	var dir string
	if _, err := fmt.Fscan(out, &pid, &dir); err != nil {
		t.Fatal(err)
	}
	// As long as it lives, it has its directory.
	own, err := NewTemp(os.TempDir(), "held-")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{dir, own.Dir} {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if runtime.GOOS == "linux" {
		for start := time.Now(); syscall.Kill(pid, 0) == nil; time.Sleep(10 * time.Millisecond) {
			if state, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); strings.Contains(string(state), ") Z ") {
				break // Nobody has waited for it.
			}
			if time.Since(start) > 10*time.Second {
				t.Fatal("what it has started runs on")
			}
		}
	}
	other, err := NewTemp(os.TempDir(), "held-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", dir, err)
	}
	if _, err := os.Stat(own.Dir); err != nil {
		t.Error(err)
	}
	if err := errors.Join(own.Remove(), other.Remove()); err != nil {
		t.Error(err)
	}
}

// What only looks like such a directory is left alone.
func TestOthersAreLeft(t *testing.T) {
	base, elsewhere := filepath.Join(t.TempDir(), "[a]"), t.TempDir()
	err := errors.Join(
		os.Mkdir(base, 0o700), os.Mkdir(filepath.Join(base, "held-left"), 0o700),
		os.WriteFile(filepath.Join(base, "held-file"), nil, 0o600),
		os.Mkdir(filepath.Join(base, "other"), 0o700),
		os.WriteFile(filepath.Join(elsewhere, "file"), nil, 0o600),
		os.Symlink(elsewhere, filepath.Join(base, "held-link")),
	)
	if err != nil {
		t.Fatal(err)
	}
	temp, err := NewTemp(base, "held-")
	if err != nil {
		t.Fatal(err)
	}
	if err := temp.Remove(); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(base)
	if err != nil || len(entries) != 3 {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := os.Stat(filepath.Join(elsewhere, "file")); err != nil {
		t.Error(err)
	}
}

// Of several that start at a time, none takes the directory of another.
func TestTempConcurrently(t *testing.T) {
	base := t.TempDir()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				temp, err := NewTemp(base, "held-")
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(temp.Dir, "file"), nil, 0o600); err != nil {
					t.Error(err)
				}
				if err := temp.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if entries, err := os.ReadDir(base); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v", entries, err)
	}
}
