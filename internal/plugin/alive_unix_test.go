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

// hasGroups says that a program's children end with it.
const hasGroups = true

// alive reports whether a process runs. One that is dead and that nobody has
// waited for is not.
func alive(pid int) bool {
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

// mkfifo makes a named pipe, if there are any.
func mkfifo(name string) bool { return syscall.Mkfifo(name, 0o600) == nil }

// ownSession lets a command leave the process group of the program that starts it.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
