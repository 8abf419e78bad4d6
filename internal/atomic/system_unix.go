//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const syncsDirs = true

// platform is what a system is asked for here alone.
type platform interface {
	// in returns the system for the names in directories that are held.
	in(h *held) system
}

func tryLock(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errBusy
		}
		return err
	}
}

// cannotLock reports whether err says that there are no locks to be had here.
func cannotLock(err error) bool {
	return errors.Is(err, syscall.ENOLCK) || errors.Is(err, errors.ErrUnsupported)
}

// cannotLink reports whether err says that there are no links, hard or
// symbolic, to be had here. Linux says EPERM for a file system without them.
func cannotLink(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EMLINK) ||
		errors.Is(err, syscall.EXDEV) || errors.Is(err, errors.ErrUnsupported)
}

// cannotExchange reports whether err says that names cannot change places here.
func cannotExchange(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported)
}

// owner returns what a new file's owner must be set to, if it must.
func owner(like fs.FileInfo) (uid, gid int, ok bool) {
	if like == nil || os.Geteuid() != 0 {
		return 0, 0, false
	}
	stat, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}
