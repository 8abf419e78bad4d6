//go:build !linux

package supervise

import "syscall"

// endWithParent does nothing: only Linux has such a signal.
func endWithParent(*syscall.SysProcAttr) {}

// setLimits does nothing: the system cannot limit other processes.
func setLimits(int, uint64) {}
