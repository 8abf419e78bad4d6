//go:build !unix

package supervise

import "os/exec"

// own leaves the command as it is: there are no process groups.
func own(*exec.Cmd) {}

// kill kills the command alone.
func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
}
