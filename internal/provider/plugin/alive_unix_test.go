//go:build unix

package plugin_test

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// hasGroups is true if a program's child processes end with it.
const hasGroups = true

// isAlive reports whether a process runs and is not a zombie.
func isAlive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return runtime.GOOS != "linux"
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}

// mkfifo creates a named pipe, if the system supports it.
func mkfifo(name string) bool { return syscall.Mkfifo(name, 0o600) == nil }

// ownSession gives a command a session of its own, outside of the parent's process group.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
