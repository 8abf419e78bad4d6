//go:build !unix

package plugin

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup kills the command. There is no group here.
func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
}
