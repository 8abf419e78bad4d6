package atomic

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// renameNew renames a file in a directory unless the new name exists.
func renameNew(dir *os.File, from, to string) error {
	fd := int(dir.Fd())
	return unix.Renameat2(fd, from, fd, to, unix.RENAME_NOREPLACE)
}

// exchange exchanges two names in a directory.
func exchange(dir *os.File, from, to string) error {
	fd := int(dir.Fd())
	return unix.Renameat2(fd, from, fd, to, unix.RENAME_EXCHANGE)
}

// isBeingWritten reports whether a process has the file open for writing: the system then refuses a
// read lease. It retries for a short time, because a child process of this one holds all open files
// until it starts its program.
func isBeingWritten(file *os.File) bool {
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
