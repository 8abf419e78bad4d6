//go:build unix

package plugins

import (
	"os"
	"os/exec"
	"syscall"
)

// isolate gives the command a process group of its own, which dies with it.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		killGroup(cmd.Process.Pid)
		return os.ErrProcessDone // The kill is no news to Wait.
	}
}

// killGroup kills what is left of a process group.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}
