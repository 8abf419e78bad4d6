//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const syncsNames = true

// lock locks an open directory until it is closed: exclusively if alone is true, otherwise against
// exclusive locks of other runs.
func lock(dir *os.File, alone bool) error {
	how := syscall.LOCK_SH | syscall.LOCK_NB
	if alone {
		how = syscall.LOCK_EX | syscall.LOCK_NB
	}
	for {
		err := syscall.Flock(int(dir.Fd()), how)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errLocked
		}
		return err
	}
}

// isLinkUnsupported reports whether err is an error of file systems without hard links.
func isLinkUnsupported(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EMLINK) ||
		errors.Is(err, syscall.EXDEV)
}

// owner returns the owner and group for a new file. Only root can set the owner, and -1 keeps it. A
// file can have each group of the user.
func owner(like fs.FileInfo) (uid, gid int, ok bool) {
	if like == nil {
		return 0, 0, false
	}
	stat, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	if os.Geteuid() != 0 {
		return -1, int(stat.Gid), true
	}
	return int(stat.Uid), int(stat.Gid), true
}
