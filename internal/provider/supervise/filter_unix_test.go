//go:build unix

package supervise

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func newFilter(t *testing.T, script string) *Filter {
	t.Helper()
	p, err := FindFilter([]string{"sh", "-c", script, "name", "$HOME `id`"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRun(t *testing.T) {
	p := newFilter(t, `printf '%s|%s|' "$X" "$1"; cat; echo noise >&2`)
	got, err := p.Run(t.Context(), []byte("input"), []string{"X=y"}, 100)
	if err != nil || string(got.Output) != "y|$HOME `id`|input" || string(got.Noise) != "noise\n" {
		t.Errorf("%q, %q, %v", got.Output, got.Noise, err)
	}
}

func TestInputIsNotRead(t *testing.T) {
	got, err := newFilter(t, "exec 0<&-; echo done").Run(t.Context(), make([]byte, 10<<20), nil, 100)
	if err != nil || string(got.Output) != "done\n" {
		t.Errorf("%q, %v", got.Output, err)
	}
}

func TestFilterErrors(t *testing.T) {
	got, err := newFilter(t, "echo why >&2; exit 3").Run(t.Context(), nil, nil, 100)
	if err == nil || Failure(err) != "it ended with exit status 3" || string(got.Noise) != "why\n" {
		t.Errorf("%q, %v", got.Noise, err)
	}
	if _, err = newFilter(t, "kill -9 $$").Run(t.Context(), nil, nil, 100); err == nil ||
		Failure(err) != "it was ended: signal: killed" {
		t.Error(err)
	}
}

func TestFilterOutputLimit(t *testing.T) {
	if _, err := newFilter(t, "yes").Run(t.Context(), nil, nil, 1000); !errors.Is(err, ErrTooMuch) {
		t.Error(err)
	}
	got, err := newFilter(t, "printf 12345").Run(t.Context(), nil, nil, 5)
	if err != nil || len(got.Output) != 5 {
		t.Errorf("%q, %v", got.Output, err)
	}
}

func TestNoiseIsBounded(t *testing.T) {
	got, err := newFilter(t, `i=0; while [ $i -lt 2000 ]; do echo "line $i" >&2; i=$((i+1)); done`).Run(t.Context(), nil, nil,
		5)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Noise) > maxNoise+10 || !bytes.HasPrefix(got.Noise, []byte("…\nline ")) ||
		!bytes.HasSuffix(got.Noise, []byte("line 1999\n")) {
		t.Errorf("%q", got.Noise)
	}
}

// An interruption of the run also ends the child processes of the program, even if they ignore it.
func TestFilterInterrupted(t *testing.T) {
	for _, script := range []string{
		`sleep 1000 & echo $! > "$X.new"; mv "$X.new" "$X"; wait`,
		`trap '' TERM; sleep 1000 & echo $! > "$X.new"; mv "$X.new" "$X"; while :; do sleep 1; done`,
	} {
		file := filepath.Join(t.TempDir(), "pid")
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for {
				if _, err := os.Stat(file); err == nil {
					cancel()
					return
				}
				time.Sleep(time.Millisecond)
			}
		}()
		if _, err := newFilter(t, script).Run(ctx, nil, []string{"X=" + file}, 100); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); isAlive(pid); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("process %d goes on", pid)
			}
		}
	}
}

// isAlive reports whether a process exists and is not a zombie.
func isAlive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	out, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err != nil || !strings.HasPrefix(strings.TrimSpace(string(out)), "Z")
}

func TestFilterHeldPipe(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if _, err := newFilter(t, "sleep 1000 & echo '{}'").Run(t.Context(), nil, nil, 100); !errors.Is(err, ErrHeld) {
		t.Error(err)
	}
}

func TestFindFilter(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if _, err := FindFilter([]string{"./tool"}); err != nil {
		t.Error(err)
	}
	for _, path := range []string{"/bin:/usr/bin", ".", "", ":/bin"} {
		t.Setenv("PATH", path)
		if _, err := FindFilter([]string{"tool"}); err == nil {
			t.Errorf("found with the PATH %q", path)
		}
	}
}
