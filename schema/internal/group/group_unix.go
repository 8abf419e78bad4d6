//go:build unix

package group

import (
	"os/exec"
	"syscall"
)

// Own lets a command that is not started yet have a process group of its own.
func Own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// Kill kills what there is of the group of a command that was started with [Own].
func Kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
