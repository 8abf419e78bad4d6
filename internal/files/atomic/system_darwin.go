package atomic

import (
	"os"

	"golang.org/x/sys/unix"
)

// renameNew renames a file in a directory unless the new name exists.
func renameNew(dir *os.File, from, to string) error {
	fd := int(dir.Fd())
	return unix.RenameatxNp(fd, from, fd, to, unix.RENAME_EXCL)
}

// exchange exchanges two names in a directory.
func exchange(dir *os.File, from, to string) error {
	fd := int(dir.Fd())
	return unix.RenameatxNp(fd, from, fd, to, unix.RENAME_SWAP)
}

// isBeingWritten returns false, because the system does not provide this information.
func isBeingWritten(*os.File) bool { return false }
