//go:build darwin || freebsd || linux || netbsd || openbsd

package supervise

import (
	"errors"
	"os"
	"syscall"
)

// hold keeps a directory of this user from others that would hold it, until it is
// closed or the process is gone.
func hold(dir string) (*os.File, error) {
	file, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() {
			err = os.ErrPermission
		}
	}
	if err == nil {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = errHeld
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
