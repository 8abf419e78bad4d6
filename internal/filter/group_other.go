//go:build !unix

package filter

import (
	"os/exec"
	"time"
)

// own leaves the command as it is: there are no process groups.
func own(*exec.Cmd) {}

// end kills the command alone, as there is no way to ask it.
func end(cmd *exec.Cmd, _ time.Duration) error { return cmd.Process.Kill() }

func kill(*exec.Cmd) {}
