//go:build unix

package supervise

import (
	"os/exec"
	"syscall"
)

// own lets a command that is not started yet have a process group of its own.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// kill kills what there is of the group of a command.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
