package atomic

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// renameNew renames a file in a directory unless there is something with the new name.
func renameNew(dir *os.File, from, to string) error {
	fd := int(dir.Fd())
	return unix.Renameat2(fd, from, fd, to, unix.RENAME_NOREPLACE)
}

// exchange lets two names in a directory change places.
func exchange(dir *os.File, from, to string) error {
	fd := int(dir.Fd())
	return unix.Renameat2(fd, from, fd, to, unix.RENAME_EXCHANGE)
}

// beingWritten reports whether somebody has the file open to write to it, as far
// as that can be told: the system does not grant a lease to read then.
func beingWritten(file *os.File) bool {
	_, err := unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	if err == nil {
		_, _ = unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_UNLCK)
	}
	return errors.Is(err, unix.EAGAIN)
}
