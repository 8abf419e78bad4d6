//go:build darwin || freebsd || linux || netbsd || openbsd

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// While another run is at work on a tree, one message says so, and which process
// it is.
func TestBusy(t *testing.T) {
	root := t.TempDir()
	for _, module := range []string{"one", "two", "three"} {
		if err := os.MkdirAll(filepath.Join(root, "free", module), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, tree := range []string{"in", "out"} {
			dir := filepath.Join(root, tree, module)
			if err := os.MkdirAll(filepath.Join(dir, ".hcljson-replace"), 0o755); err != nil {
				t.Fatal(err)
			}
			lock := filepath.Join(dir, ".hcljson-replace", "lock")
			writeFile(t, lock, fmt.Sprintln(os.Getpid()))
			file, err := os.Open(lock)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
				t.Fatal(err)
			}
		}
		writeFile(t, filepath.Join(root, "in", module, "main.tf"), "locals {}\n")
		writeFile(t, filepath.Join(root, "free", module, "main.tf"), "locals {}\n")
	}
	said := fmt.Sprintf("another hcljson (process %d)", os.Getpid())
	for _, args := range [][]string{
		{"hcl2json", "--replace", filepath.Join(root, "in")},
		{"hcl2json", "-w", filepath.Join(root, "in")},
		{"hcl2json", "-o", filepath.Join(root, "out"), filepath.Join(root, "free")},
	} {
		exit, _, stderr := hcljson(t, args...)
		if exit != exitError || strings.Count(stderr, "another hcljson") != 1 || !strings.Contains(stderr, said) {
			t.Errorf("%v: exit status %d: %s", args[:2], exit, stderr)
		}
	}
}
