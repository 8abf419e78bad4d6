//go:build unix

package supervise

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
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
	stdout := &kept{}
	p, err := Start(t.Context(), Command{
		Path: executable, Env: []string{"FAKE=leaves", "GOCOVERDIR=" + t.TempDir()}, Dir: t.TempDir(),
		Stdout: stdout, Stderr: &kept{}, Memory: 1 << 62,
	})
	if err != nil {
		t.Fatal(err)
	}
	<-p.Done()
	if p.Err() != nil {
		t.Error(p.Err())
	}
	line, text, _ := strings.Cut(stdout.data.String(), "\n")
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
