package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

var errBusy = errors.New("another hcljson is replacing files here")

// BusyError reports that another process is replacing the files of a directory.
type BusyError struct {
	Dir     string
	Process int // 0 if that is not known
}

func (e *BusyError) Error() string { return e.Dir + ": " + errBusy.Error() }
func (e *BusyError) Unwrap() error { return errBusy }

// acquire takes the work directory of dir, which it makes if it is to. It
// returns nil if there is none, and errNoSwitch if none can be locked here; it
// is removed then.
//
// The lock goes with the process that holds it, however that ends, so that a
// work directory which can be locked is free or has been left.
func acquire(sys system, dir string, create bool) (*replacement, error) {
	const tries = 100 // the owner may remove the directory, and another make it anew
	r := &replacement{sys: sys, dir: dir, work: filepath.Join(dir, workName)}
	path := r.at(lockName)
	for range tries {
		made := false
		if create {
			err := sys.mkdir(r.work, 0o700)
			if err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, err
			}
			made = err == nil
		}
		info, err := os.Lstat(r.work)
		switch {
		case errors.Is(err, fs.ErrNotExist) && !create:
			return nil, nil
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, err
		case !info.IsDir():
			return nil, &fs.PathError{Op: "open", Path: r.work, Err: errors.New("not a directory")}
		}
		file, err := sys.open(path, os.O_RDWR|os.O_CREATE, 0o600)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			if made {
				_ = sys.remove(r.work)
			}
			return nil, err
		}
		if err := sys.lock(file); err != nil {
			file.Close()
			if cannotLock(err) && !exists(r.at(manifestName)) {
				// Nobody can have come any further.
				return nil, r.discard()
			}
			if made && !errors.Is(err, errBusy) {
				_ = r.discard()
			}
			if errors.Is(err, errBusy) {
				return nil, &BusyError{Dir: dir}
			}
			return nil, &fs.PathError{Op: "lock", Path: r.work, Err: err}
		}
		if current(file, path) {
			r.lock = file
			return r, nil
		}
		file.Close()
	}
	return nil, &BusyError{Dir: dir}
}

// discard removes a work directory that cannot be locked.
func (r *replacement) discard() error {
	if err := r.sys.remove(r.at(lockName)); err != nil {
		return err
	}
	if err := r.sys.remove(r.work); err != nil {
		return err
	}
	return errNoSwitch
}

// current reports whether file is still what path names. The one who held the
// lock may have removed it.
func current(file *os.File, path string) bool {
	locked, err := file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(path)
	return err == nil && os.SameFile(locked, named)
}

// release removes the work directory, which settle has emptied.
func (r *replacement) release() error {
	if err := r.sys.remove(r.at(lockName)); err != nil {
		return err
	}
	r.unlock() // NFS keeps a file that is open in its directory
	err := r.sys.remove(r.work)
	// Without a lock in it, the directory can be taken or removed by another.
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !exists(r.at(lockName)) {
		return err
	}
	return syncDir(r.sys, r.dir)
}

func (r *replacement) unlock() { r.lock.Close() }
