//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"os"

	"golang.org/x/sys/unix"
)

// removeLeftovers removes the temporary files in dir that runs which were killed
// have left. Their names are signed with the user's secret, and whoever still
// needs some has locked the directory. Where there is no lock or no secret to
// be had, they stay.
func removeLeftovers(sys system, dir string) {
	h, err := hold(sys, dir, true)
	if err != nil {
		return
	}
	defer h.close()
	names, err := h.names(".")
	if err != nil {
		return
	}
	locked := false
	for _, name := range names {
		if !isHidden(name) {
			continue
		}
		if !locked && unix.Flock(int(h.dirs["."].Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
			return
		}
		locked = true
		k, err := h.kind(name)
		if err == nil && k.isRegular() && (int(k.uid) == os.Geteuid() || os.Geteuid() == 0) {
			_ = h.sys.remove(name)
		}
	}
}

// claim keeps the temporary files in dir from being removed by others, until the
// file that is returned is closed. It is nil where there are no locks.
func claim(dir string) *os.File {
	file, err := openat(unix.AT_FDCWD, dir, dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil
	}
	if err := retry(func() error { return unix.Flock(int(file.Fd()), unix.LOCK_SH) }); err != nil {
		file.Close()
		return nil
	}
	return file
}

// userSecret returns the secret of the user, or nil if there is no place for one.
func userSecret() []byte {
	j, err := openJournal(osSystem{}, true)
	if err != nil {
		return nil
	}
	defer j.close()
	return j.secret()
}
