//go:build !unix

package group

import "os/exec"

// Own leaves the command as it is: there are no process groups.
func Own(*exec.Cmd) {}

// Kill kills the command alone.
func Kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
}
