package atomic

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// system is all that changes files, so that tests can let each step fail.
type system interface {
	mkdir(path string, mode fs.FileMode) error
	open(path string, flag int, mode fs.FileMode) (*os.File, error)
	write(file *os.File, content []byte) error
	chown(file *os.File, uid, gid int) error
	chmod(file *os.File, mode fs.FileMode) error
	sync(file *os.File) error
	link(from, to string) error
	symlink(target, path string) error
	rename(from, to string) error
	// exchange lets two names change places, where the system can do that.
	exchange(from, to string) error
	remove(path string) error
	// withdraw removes a name, and leaves what it stood for under another one.
	withdraw(path, to string) error
	// lock takes the lock of a file until it is closed, or returns errBusy.
	lock(file *os.File) error
	// below is for the files below a root.
	below(r reach) system
	platform
}

type osSystem struct{}

func (osSystem) mkdir(path string, mode fs.FileMode) error { return os.Mkdir(path, mode) }

func (osSystem) open(path string, flag int, mode fs.FileMode) (*os.File, error) {
	return os.OpenFile(path, flag, mode)
}

func (osSystem) write(file *os.File, content []byte) error {
	_, err := file.Write(content)
	return err
}

func (osSystem) chown(file *os.File, uid, gid int) error     { return file.Chown(uid, gid) }
func (osSystem) chmod(file *os.File, mode fs.FileMode) error { return file.Chmod(mode) }
func (osSystem) sync(file *os.File) error                    { return file.Sync() }
func (osSystem) link(from, to string) error                  { return os.Link(from, to) }
func (osSystem) symlink(target, path string) error           { return os.Symlink(target, path) }
func (osSystem) rename(from, to string) error                { return os.Rename(from, to) }
func (osSystem) exchange(string, string) error               { return errors.ErrUnsupported }
func (osSystem) remove(path string) error                    { return os.Remove(path) }
func (osSystem) withdraw(path, to string) error              { return os.Rename(path, to) }
func (osSystem) lock(file *os.File) error                    { return tryLock(file) }

// create makes a new file that is on the disk when create returns. Like is the
// file whose owner it gets, if any. After an error, it is there in part.
func create(sys system, path string, content []byte, mode fs.FileMode, like fs.FileInfo) error {
	atFirst := fs.FileMode(0o600)
	if mode == DefaultMode {
		atFirst = 0o666
	} else {
		mode = mode.Perm()
	}
	file, err := sys.open(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, atFirst)
	if err != nil {
		return err
	}
	err = sys.write(file, content)
	if err == nil {
		err = adjust(sys, file, mode, like)
	}
	if err == nil {
		err = sys.sync(file)
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}

func adjust(sys system, file *os.File, mode fs.FileMode, like fs.FileInfo) error {
	if uid, gid, ok := owner(like); ok {
		_ = sys.chown(file, uid, gid) // as far as it goes
	}
	if mode == DefaultMode {
		return nil
	}
	return sys.chmod(file, mode)
}

// keep makes to a second name of the regular file from, or else a copy of it, which
// open opens.
func keep(sys system, from, to string, open func(name string) (*os.File, error)) error {
	err := sys.link(from, to)
	if err == nil || !cannotLink(err) {
		return err
	}
	return duplicate(sys, from, to, open)
}

// duplicate makes to a copy of what open opens.
func duplicate(sys system, from, to string, open func(name string) (*os.File, error)) error {
	file, err := open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &fs.PathError{Op: "read", Path: file.Name(), Err: errNotRegular}
	}
	content, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	return create(sys, to, content, info.Mode(), info)
}

// syncFile makes the names in an open directory last.
func syncFile(sys system, dir *os.File) error {
	err := sys.sync(dir)
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil // some file systems know no such thing
	}
	return err
}
