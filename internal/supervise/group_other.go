//go:build !unix

package supervise

import "os/exec"

// Own leaves the command as it is: there are no process groups.
func Own(*exec.Cmd) {}

// Terminate kills the command alone, as there is no way to ask it.
func Terminate(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// Kill kills the command alone.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func isBusy(error) bool { return false }
