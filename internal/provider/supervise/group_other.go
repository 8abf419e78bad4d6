//go:build !unix

package supervise

import "os/exec"

// SetGroup does nothing: the system has no process groups.
func SetGroup(*exec.Cmd) {}

// Terminate kills only the command, because the system has no request to end.
func Terminate(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// Kill kills only the command.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func isBusy(error) bool { return false }
