package supervise

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// The start of an executable that a new process has open for writing is repeated.
func TestBusyExecutable(t *testing.T) {
	name := filepath.Join(t.TempDir(), "program")
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o700)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("#!/bin/sh\n"); err != nil {
		t.Fatal(err)
	}
	if err := newLauncher(name, t.TempDir()).command(context.Background(), nil, nil).Start(); err == nil || err.Error() !=
		"fork/exec "+name+": "+syscall.ETXTBSY.Error() {
		t.Fatalf("it starts while it is open: %v", err)
	}
	closed := time.AfterFunc(2*busyDelay, func() { file.Close() })
	defer closed.Stop()
	p, err := startProcess(context.Background(), newLauncher(name, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer p.End()
	if <-p.Done(); p.Err() != nil {
		t.Error(p.Err())
	}
}

// The end of the context ends these attempts.
func TestBusyCancelled(t *testing.T) {
	name := filepath.Join(t.TempDir(), "program")
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o700)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := startProcess(ctx, newLauncher(name, t.TempDir())); err == nil {
		t.Error("it starts")
	}
}
