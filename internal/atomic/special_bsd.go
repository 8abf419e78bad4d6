//go:build freebsd || netbsd || openbsd

package atomic

import (
	"os"

	"golang.org/x/sys/unix"
)

func exchangeat(int, string, int, string) error { return unix.ENOTSUP }

// beingWritten is false, as there is no telling.
func beingWritten(*os.File) bool { return false }
