//go:build !linux

package supervise

import "syscall"

// endWithParent does nothing: only Linux has such a signal.
func endWithParent(*syscall.SysProcAttr) {}

// limit does nothing: the limits of another process cannot be set here.
func limit(int, uint64) {}
