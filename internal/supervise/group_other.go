//go:build !unix

package supervise

import "os/exec"

// Own does nothing: the system has no process groups.
func Own(*exec.Cmd) {}

// Terminate kills only the command, because the system has no request to end.
func Terminate(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// Kill kills only the command.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func isBusy(error) bool { return false }
