//go:build unix

package supervise

import (
	"errors"
	"os/exec"
	"syscall"
)

// SetGroup gives a command its own process group before its start. If the system supports it, the command
// ends together with this process.
func SetGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
}

// Terminate requests the end of the group of a command.
func Terminate(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

// Kill kills the remaining processes in the group of a command.
func Kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// isBusy reports whether an error means that the executable was open for writing.
func isBusy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }
