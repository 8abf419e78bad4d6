//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// crash is what a faulty system panics with where the process ends.
type crash struct{}

// faulty is a system in which the step with the number at goes wrong: it
// returns the error fail or, if that is nil, the process ends.
type faulty struct {
	system         // what is done; if nil, by path
	parent *faulty // whose steps these are, if it is for names that are held
	held   *held

	at      int
	fail    error
	forever bool   // all later steps fail as well
	only    string // only these operations count as steps, if not empty

	noLinks, noSymlinks, noLocks, noExchange bool

	before func(op, path string) // called before each step

	steps    int
	fired    bool
	crashed  bool
	unsynced map[string]*os.File // what a loss of power would empty
	dirty    map[string]bool     // directories whose names it would lose
}

// in is for the names that are held, and counts with the rest.
func (f *faulty) in(h *held) system {
	return &faulty{system: osSystem{}.in(h), parent: f.all(), held: h}
}

// below is for the files below a root, and counts with the rest.
func (f *faulty) below(r reach) system {
	return &faulty{system: osSystem{}.below(r), parent: f.all()}
}

// all is what counts the steps.
func (f *faulty) all() *faulty {
	if f.parent != nil {
		return f.parent
	}
	return f
}

func (f *faulty) real() system {
	if f.system != nil {
		return f.system
	}
	return osSystem{}
}

func (f *faulty) full(name string) string {
	if f.held != nil && !filepath.IsAbs(name) {
		return f.held.full(name)
	}
	return name
}

func (f *faulty) step(op, path string) error {
	return f.all().count(op, f.full(path))
}

func (f *faulty) count(op, path string) error {
	if f.crashed {
		panic(crash{}) // nobody is left to clean up
	}
	if f.before != nil {
		f.before(op, path)
	}
	if f.only != "" && op != f.only {
		return nil
	}
	f.steps++
	if f.steps == f.at || f.forever && f.fired {
		f.fired = true
		if f.fail == nil {
			f.crashed = true
			for _, file := range f.unsynced {
				_ = file.Truncate(0)
			}
			panic(crash{})
		}
		return &fs.PathError{Op: op, Path: path, Err: f.fail}
	}
	return nil
}

func (f *faulty) touch(paths ...string) {
	for i, path := range paths {
		paths[i] = f.full(path)
	}
	f.all().note(paths)
}

func (f *faulty) note(paths []string) {
	if f.dirty == nil {
		f.dirty = make(map[string]bool)
	}
	for _, path := range paths {
		f.dirty[filepath.Dir(path)] = true
	}
}

func (f *faulty) mkdir(path string, mode fs.FileMode) error {
	if err := f.step("mkdir", path); err != nil {
		return err
	}
	f.touch(path)
	return f.real().mkdir(path, mode)
}

func (f *faulty) open(path string, flag int, mode fs.FileMode) (*os.File, error) {
	if err := f.step("open", path); err != nil {
		return nil, err
	}
	f.touch(path)
	file, err := f.real().open(path, flag, mode)
	if err == nil && flag&os.O_EXCL != 0 {
		all := f.all()
		if all.unsynced == nil {
			all.unsynced = make(map[string]*os.File)
		}
		all.unsynced[f.full(path)], err = os.OpenFile(f.full(path), os.O_WRONLY, 0)
	}
	return file, err
}

func (f *faulty) write(file *os.File, content []byte) error {
	if err := f.step("write", file.Name()); err != nil {
		if errors.Is(err, syscall.ENOSPC) {
			_, _ = file.Write(content[:len(content)/2])
		}
		return err
	}
	return f.real().write(file, content)
}

func (f *faulty) chown(file *os.File, uid, gid int) error {
	if err := f.step("chown", file.Name()); err != nil {
		return err
	}
	return f.real().chown(file, uid, gid)
}

func (f *faulty) chmod(file *os.File, mode fs.FileMode) error {
	if err := f.step("chmod", file.Name()); err != nil {
		return err
	}
	return f.real().chmod(file, mode)
}

// sync only takes note, as a thousand real ones take long.
func (f *faulty) sync(file *os.File) error {
	if err := f.step("sync", file.Name()); err != nil {
		return err
	}
	all := f.all()
	if other := all.unsynced[file.Name()]; other != nil {
		other.Close()
		delete(all.unsynced, file.Name())
	}
	delete(all.dirty, file.Name())
	return nil
}

func (f *faulty) link(from, to string) error {
	if err := f.step("link", to); err != nil {
		return err
	}
	if f.all().noLinks {
		return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.EPERM}
	}
	f.touch(to)
	return f.real().link(from, to)
}

func (f *faulty) symlink(target, path string) error {
	if err := f.step("symlink", path); err != nil {
		return err
	}
	if f.all().noSymlinks {
		return &os.LinkError{Op: "symlink", Old: target, New: path, Err: syscall.EPERM}
	}
	f.touch(path)
	return f.real().symlink(target, path)
}

func (f *faulty) rename(from, to string) error {
	if err := f.step("rename", to); err != nil {
		return err
	}
	f.touch(from, to)
	return f.real().rename(from, to)
}

// exchange counts as a rename.
func (f *faulty) exchange(from, to string) error {
	if err := f.step("rename", to); err != nil {
		return err
	}
	if f.all().noExchange {
		return syscall.EINVAL
	}
	f.touch(from, to)
	return f.real().exchange(from, to)
}

// withdraw counts as a removal.
func (f *faulty) withdraw(path, to string) error {
	if err := f.step("remove", path); err != nil {
		return err
	}
	f.touch(path, to)
	return f.real().withdraw(path, to)
}

func (f *faulty) remove(path string) error {
	if err := f.step("remove", path); err != nil {
		return err
	}
	f.touch(path)
	return f.real().remove(path)
}

func (f *faulty) lock(file *os.File) error {
	if err := f.step("lock", file.Name()); err != nil {
		return err
	}
	if f.all().noLocks {
		return syscall.ENOLCK
	}
	return f.real().lock(file)
}

// survives runs what may crash and reports whether it did not.
func survives(t *testing.T, run func()) (survived bool) {
	t.Helper()
	defer func() {
		if cause := recover(); cause != nil {
			if _, ok := cause.(crash); !ok {
				panic(cause)
			}
		}
	}()
	run()
	return true
}
