//go:build unix

package supervise

import (
	"errors"
	"os/exec"
	"syscall"
)

// Own lets a command that is not started yet have a process group of its own, and
// end when this process is killed, if the system can see to that.
func Own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
}

// Terminate asks the group of a command to end.
func Terminate(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

// Kill kills what there is of the group of a command.
func Kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// isBusy reports whether an executable was open for writing.
func isBusy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }
