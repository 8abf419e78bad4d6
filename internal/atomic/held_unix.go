//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

var (
	errLinkHere = errors.New("it is a symbolic link")
	errNotDir   = errors.New("it is not a directory")
)

// held is a directory, and some of those below it, that are kept open. A name in
// them stands for the same from its check to its use, whatever becomes of the
// path, and no link is followed. Names are paths from the directory.
type held struct {
	path string
	dirs map[string]*os.File // the directory itself is "."
	sys  system              // for these names
}

// kind is what a name stands for.
type kind struct {
	mode     uint32
	uid      uint32
	dev, ino uint64
	names    uint64 // the hard links
}

func (k kind) isRegular() bool { return k.mode&unix.S_IFMT == unix.S_IFREG }
func (k kind) isLink() bool    { return k.mode&unix.S_IFMT == unix.S_IFLNK }
func (k kind) isDir() bool     { return k.mode&unix.S_IFMT == unix.S_IFDIR }
func (k kind) isSame(other kind) bool {
	return k.dev == other.dev && k.ino == other.ino
}

// othersWrite reports whether somebody else than the owner may.
func (k kind) othersWrite() bool { return k.mode&0o022 != 0 }

// hold opens a directory. With follow, the path may end in a link.
func hold(sys system, path string, follow bool) (*held, error) {
	flag := unix.O_NOFOLLOW
	if follow {
		flag = 0
	}
	file, err := openat(unix.AT_FDCWD, path, path, unix.O_RDONLY|unix.O_DIRECTORY|flag, 0)
	if err != nil {
		return nil, err
	}
	h := &held{path: path, dirs: map[string]*os.File{".": file}}
	h.sys = sys.in(h)
	return h, nil
}

// enter opens a directory below.
func (h *held) enter(name string) error {
	if h.dirs[name] != nil {
		return nil
	}
	file, err := h.open(name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if errors.Is(err, errNotDir) {
		if k, _ := h.kind(name); k.isLink() {
			err = &fs.PathError{Op: "open", Path: h.full(name), Err: errLinkHere}
		}
	}
	if err != nil {
		return err
	}
	h.dirs[name] = file
	return nil
}

// syncNames makes the names in a directory last.
func (h *held) syncNames(name string) error { return syncFile(h.sys, h.dirs[name]) }

func (h *held) removeIfThere(name string) error {
	if !h.exists(name) {
		return nil
	}
	return h.sys.remove(name)
}

func (h *held) close() {
	for _, file := range h.dirs {
		file.Close()
	}
}

// at returns the descriptor and the name in it for a path.
func (h *held) at(name string) (dir int, base string, err error) {
	file := h.dirs[filepath.Dir(name)]
	if file == nil {
		return 0, "", &fs.PathError{Op: "open", Path: h.full(name), Err: fs.ErrNotExist}
	}
	return int(file.Fd()), filepath.Base(name), nil
}

func (h *held) full(name string) string { return filepath.Join(h.path, name) }

// one does something to one name, as long as a signal gets in the way.
func (h *held) one(op, name string, do func(dir int, base string) error) error {
	dir, base, err := h.at(name)
	if err != nil {
		return err
	}
	if err := retry(func() error { return do(dir, base) }); err != nil {
		return &fs.PathError{Op: op, Path: h.full(name), Err: err}
	}
	return nil
}

// two does something to two names.
func (h *held) two(op, from, to string, do func(fromDir int, from string, toDir int, to string) error) error {
	fromDir, fromBase, err := h.at(from)
	if err != nil {
		return err
	}
	toDir, toBase, err := h.at(to)
	if err != nil {
		return err
	}
	if err := retry(func() error { return do(fromDir, fromBase, toDir, toBase) }); err != nil {
		return &os.LinkError{Op: op, Old: h.full(from), New: h.full(to), Err: err}
	}
	return nil
}

func retry(do func() error) error {
	for {
		if err := do(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// openat opens what is not a link, and does not wait for the other end of a pipe.
func openat(dir int, base, path string, flag int, mode uint32) (*os.File, error) {
	fd := -1
	err := retry(func() (err error) {
		fd, err = unix.Openat(dir, base, flag|unix.O_NONBLOCK|unix.O_CLOEXEC, mode)
		return err
	})
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.EMLINK) && flag&unix.O_NOFOLLOW != 0:
		err = errLinkHere
	case errors.Is(err, unix.ENOTDIR) && flag&unix.O_DIRECTORY != 0:
		err = errNotDir
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}

func (h *held) open(name string, flag int, mode fs.FileMode) (*os.File, error) {
	dir, base, err := h.at(name)
	if err != nil {
		return nil, err
	}
	return openat(dir, base, h.full(name), flag|unix.O_NOFOLLOW, uint32(mode.Perm()))
}

// openRegular opens a file to read it.
func (h *held) openRegular(name string) (*os.File, kind, error) {
	file, err := h.open(name, unix.O_RDONLY, 0)
	if err != nil {
		return nil, kind{}, err
	}
	k, err := kindOf(file)
	if err == nil && !k.isRegular() {
		err = &fs.PathError{Op: "open", Path: file.Name(), Err: ErrNotRegular}
	}
	if err != nil {
		file.Close()
		return nil, k, err
	}
	return file, k, nil
}

// sum returns the checksum of a file.
func (h *held) sum(name string) ([]byte, error) {
	file, _, err := h.openRegular(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return sumOfFile(file)
}

func sumOfFile(file *os.File) ([]byte, error) {
	hash := sha256.New()
	_, err := io.Copy(hash, file)
	return hash.Sum(nil), err
}

func (h *held) kind(name string) (kind, error) {
	var k kind
	err := h.one("lstat", name, func(dir int, base string) error {
		var stat unix.Stat_t
		err := unix.Fstatat(dir, base, &stat, unix.AT_SYMLINK_NOFOLLOW)
		k = kindFrom(&stat)
		return err
	})
	return k, err
}

func (h *held) exists(name string) bool {
	_, err := h.kind(name)
	return err == nil
}

func kindOf(file *os.File) (kind, error) {
	var stat unix.Stat_t
	err := retry(func() error { return unix.Fstat(int(file.Fd()), &stat) })
	if err != nil {
		return kind{}, &fs.PathError{Op: "stat", Path: file.Name(), Err: err}
	}
	return kindFrom(&stat), nil
}

func kindFrom(stat *unix.Stat_t) kind {
	return kind{
		mode: uint32(stat.Mode), uid: stat.Uid,
		dev: uint64(stat.Dev), ino: uint64(stat.Ino), names: uint64(stat.Nlink),
	}
}

func (h *held) readlink(name string) (string, error) {
	for size := 256; ; size *= 2 {
		buf := make([]byte, size)
		n := 0
		err := h.one("readlink", name, func(dir int, base string) (err error) {
			n, err = unix.Readlinkat(dir, base, buf)
			return err
		})
		if err != nil {
			return "", err
		}
		if n < size {
			return string(buf[:n]), nil
		}
	}
}

// names returns the names in a directory that is held.
func (h *held) names(name string) ([]string, error) {
	// Opened anew, as the place in the list is a part of what is open.
	file, err := openat(int(h.dirs[name].Fd()), ".", h.full(name), unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Readdirnames(-1)
}

// heldSystem is the system for the names in directories that are held.
type heldSystem struct {
	osSystem
	*held
}

func (osSystem) in(h *held) system { return heldSystem{held: h} }

func (s heldSystem) mkdir(name string, mode fs.FileMode) error {
	return s.one("mkdir", name, func(dir int, base string) error {
		return unix.Mkdirat(dir, base, uint32(mode.Perm()))
	})
}

func (s heldSystem) open(name string, flag int, mode fs.FileMode) (*os.File, error) {
	return s.held.open(name, flag, mode)
}

func (s heldSystem) link(from, to string) error {
	return s.two("link", from, to, func(fromDir int, from string, toDir int, to string) error {
		return unix.Linkat(fromDir, from, toDir, to, 0)
	})
}

func (s heldSystem) symlink(target, name string) error {
	return s.one("symlink", name, func(dir int, base string) error { return unix.Symlinkat(target, dir, base) })
}

func (s heldSystem) rename(from, to string) error { return s.two("rename", from, to, unix.Renameat) }

func (s heldSystem) exchange(from, to string) error { return s.two("rename", from, to, exchangeat) }

func (s heldSystem) withdraw(name, to string) error { return s.rename(name, to) }

func (s heldSystem) remove(name string) error {
	return s.one("remove", name, func(dir int, base string) error {
		err := unix.Unlinkat(dir, base, 0)
		if !errors.Is(err, unix.EISDIR) && !errors.Is(err, unix.EPERM) {
			return err
		}
		if dirErr := unix.Unlinkat(dir, base, unix.AT_REMOVEDIR); !errors.Is(dirErr, unix.ENOTDIR) {
			return dirErr
		}
		return err
	})
}
