//go:build unix

package filter

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// own lets a command that is not started yet have a process group of its own.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// end asks the group of a command to end, and kills it after a while.
func end(cmd *exec.Cmd, after time.Duration) error {
	group := -cmd.Process.Pid
	if syscall.Kill(group, syscall.SIGTERM) != nil {
		return os.ErrProcessDone
	}
	time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	return nil
}

// kill kills what there is of the group of a command.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
