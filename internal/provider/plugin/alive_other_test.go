//go:build !unix

package plugin_test

import (
	"os"
	"os/exec"
)

const hasGroups = false

// isAlive reports whether a process runs.
func isAlive(pid int) bool {
	process, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = process.Release()
	return true
}

func mkfifo(string) bool { return false }

func ownSession(*exec.Cmd) {}
