//go:build unix

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/cli/env"
)

// TestEditInterrupted checks that an interrupted edit ends the program that it started, and writes
// no files of unfinished modules.
func TestEditInterrupted(t *testing.T) {
	for _, operand := range []string{".", "a/slow.tf"} {
		t.Run(operand, func(t *testing.T) { editInterrupted(t, operand) })
	}
}

// A program edits each file once, also if its run was interrupted.
func TestEditCompleted(t *testing.T) {
	interrupted(t, []string{"edit", "-w", ".", "--", "sed", "s/-a/-aa/; s/net/net2/"})
}

func editInterrupted(t *testing.T, operand string) {
	root := t.TempDir()
	const src = "locals {\n  a = 1\n}\n"
	for _, name := range []string{"a/main.tf", "a/slow.tf", "b/main.tf"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(root, name), src)
	}
	mark := filepath.Join(t.TempDir(), "mark")
	script := `case $HCLJSON_FILE in *slow.tf)
		trap 'echo ended > ` + mark + `; exit' TERM
		echo started > ` + mark + `.new; mv ` + mark + `.new ` + mark + `
		sleep 1000 & wait;;
	esac
	sed s/1/2/`
	cmd := exec.Command("hcljson", "edit", "-w", "-j", "1", filepath.Join(root, operand), "--", "sh", "-c", script)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); !env.Exists(mark); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the program was not started")
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("it ends with %v", cmd.ProcessState)
	}
	if strings.Contains(stderr.String(), "failed") {
		t.Errorf("it says:\n%s", &stderr)
	}
	if text, err := os.ReadFile(mark); err != nil || string(text) != "ended\n" {
		t.Errorf("the program was not ended: %q, %v", text, err)
	}
	for _, name := range []string{"a/main.tf", "a/slow.tf"} {
		if text, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(text) != src {
			t.Errorf("%s is %q, %v", name, text, err)
		}
	}
}

// The first signal ends a slow conversion at once.
func TestSlowRunInterrupted(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	for range 400_000 {
		text.WriteString("a {\n  b = [1, 2, { c = \"${d}\" }]\n}\n")
	}
	writeFile(t, filepath.Join(dir, "slow.hcl"), text.String())
	cmd := exec.Command("hcljson", "hcl2json", "--dialect", "generic", "-o", filepath.Join(dir, "out.json"), filepath.Join(dir, "slow.hcl"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	sent := time.Now()
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || time.Since(sent) > time.Second {
		t.Errorf("%v after %v", cmd.ProcessState, time.Since(sent))
	}
}
