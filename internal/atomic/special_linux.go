package atomic

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func exchangeat(fromDir int, from string, toDir int, to string) error {
	return unix.Renameat2(fromDir, from, toDir, to, unix.RENAME_EXCHANGE)
}

// beingWritten reports whether somebody has the file open to write to it, as far
// as that can be told: the system does not grant a lease to read then.
func beingWritten(file *os.File) bool {
	_, err := unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	return errors.Is(err, unix.EAGAIN)
}
