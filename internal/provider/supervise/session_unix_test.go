//go:build unix

package supervise

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain can run the test binary as a helper program that starts a second program in a new
// session and then exits. The second program keeps the pipes open.
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
		p, err := startProcess(context.Background(), newLauncher(os.Args[0], os.TempDir(), "FAKE=session"))
		if err != nil {
			panic(err)
		}
		fmt.Println(p.cmd.Process.Pid)
		<-p.Done()
	default:
		os.Exit(m.Run())
	}
}

// The whole output of a program is received, without a wait for other processes with the pipes.
func TestHeldPipe(t *testing.T) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := startProcess(t.Context(), newLauncher(executable, t.TempDir(), "FAKE=leaves", "GOCOVERDIR="+t.TempDir()))
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

// The end of a killed process also ends its child processes.
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
	if _, err := fmt.Fscan(out, &pid); err != nil {
		t.Fatal(err)
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
				t.Fatal("the started program still runs")
			}
		}
	}
}
