//go:build darwin || freebsd || linux || netbsd || openbsd

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// While another run is at work on a tree, one message says so, and which process
// it is, whether that is found out at the beginning or when it comes to write.
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
	// As the other run has it: the name is a link, which must not be written through.
	link := filepath.Join(root, "out", "one", "main.tf.json")
	if err := os.Symlink(filepath.Join(".hcljson-replace", "now", "main.tf.json"), link); err != nil {
		t.Fatal(err)
	}
	said := fmt.Sprintf("Another hcljson (process %d) is replacing files here", os.Getpid())
	for _, args := range [][]string{
		{"hcl2json", "--replace", filepath.Join(root, "in")},
		{"hcl2json", "-w", filepath.Join(root, "in")},
		{"hcl2json", "-o", filepath.Join(root, "elsewhere") + "/", filepath.Join(root, "in", "one"),
			filepath.Join(root, "in", "two")},
		{"hcl2json", "-o", filepath.Join(root, "out"), filepath.Join(root, "free")},
	} {
		exit, _, stderr := hcljson(t, args...)
		if exit != exitError || strings.Count(stderr, "nother hcljson") != 1 || !strings.Contains(stderr, said) {
			t.Errorf("%v: exit status %d: %s", args[:2], exit, stderr)
		}
	}
}

// What the modules of one run report alike is reported once.
func TestReportedOnce(t *testing.T) {
	var text strings.Builder
	r := report.New(report.Options{}, command.Streams{Err: &text, Getenv: func(string) string { return "" }})
	for _, name := range []string{"a.tf", "a.tf", "b.tf"} {
		r.Add(name, nil, report.Errorf("Summary", "detail"))
	}
	if got := strings.Count(text.String(), "Error: Summary"); got != 2 {
		t.Errorf("%d times:\n%s", got, text.String())
	}
}
