package atomic

import (
	"errors"
	"os"
	"time"

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
// as that can be told: the system does not grant a lease to read then. A process that this one
// starts has what is open here until it runs its program, so that it is asked again for a moment.
func beingWritten(file *os.File) bool {
	for pause := time.Millisecond; ; pause *= 2 {
		_, err := unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
		if err == nil {
			_, _ = unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_UNLCK)
		}
		if !errors.Is(err, unix.EAGAIN) || pause > 128*time.Millisecond {
			return errors.Is(err, unix.EAGAIN)
		}
		time.Sleep(pause)
	}
}
