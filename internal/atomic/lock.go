//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// acquire takes the work directory of dir, which it makes if it is to. It
// returns nil if there is none, and errNoSwitch if none can be locked here; it
// is removed then. What this user has not left there is a [ForeignError].
//
// The lock goes with the process that holds it, however that ends, so that a
// work directory which can be locked is free or has been left.
func acquire(sys system, dir string, create bool) (*replacement, error) {
	const tries = 100 // the owner may remove the directory, and another make it anew
	for range tries {
		r, err := attempt(sys, dir, create)
		if r != nil || err != nil || !create && !exists(filepath.Join(dir, workName)) {
			return r, err
		}
	}
	return nil, &BusyError{Dir: dir}
}

// attempt does so once, and returns nil if the directory has gone meanwhile.
func attempt(sys system, dir string, create bool) (taken *replacement, err error) {
	r, err := open(sys, dir)
	if err != nil {
		return nil, err
	}
	// The lock goes with the process, also in a test that only acts as if it ended.
	defer func() {
		if taken == nil {
			r.unlock()
		}
	}()
	again, err := r.acquire(create)
	if err != nil || again {
		return nil, err
	}
	return r, nil
}

// open opens a directory in which there may be a work directory.
func open(sys system, dir string) (*replacement, error) {
	h, err := hold(sys, dir, true)
	if err != nil {
		return nil, err
	}
	return &replacement{held: h, dir: dir, real: RealPath(dir)}, nil
}

// acquire takes the work directory, and reports whether it must be tried again.
func (r *replacement) acquire(create bool) (again bool, err error) {
	made := false
	if create {
		err := r.sys.mkdir(workName, 0o700)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return false, err
		}
		made = err == nil
	}
	switch err := r.enter(workName); {
	case errors.Is(err, fs.ErrNotExist):
		return true, nil
	case errors.Is(err, errLinkHere), errors.Is(err, errNotDir):
		return false, r.foreign(errors.Unwrap(err).Error())
	case err != nil:
		return false, err
	}
	if err := r.lockable(); err != nil {
		return false, err
	}
	file, err := r.sys.open(r.at(lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		if made {
			_ = r.sys.remove(workName)
		}
		return false, err
	}
	r.lock = file
	if err := r.sys.lock(file); err != nil {
		return false, r.cannotLock(err, made)
	}
	if again = !r.current(); again {
		return true, nil
	}
	if k, err := kindOf(file); err != nil || !r.isLock(k) {
		return false, r.foreign(badLock)
	}
	if err := r.examine(); err != nil {
		return false, err
	}
	// Who it is that others find busy. It is always as long.
	_ = r.sys.write(file, fmt.Appendf(nil, "%-*d\n", lockSize-1, os.Getpid()))
	return false, nil
}

// isLock reports whether a file may be a lock. It is written to, which would change
// another file if it had a second name.
func (r *replacement) isLock(k kind) bool { return k.isRegular() && r.trusts(k) && k.names == 1 }

const badLock = "its lock is not one that hcljson made"

// lockSize is the length of what a lock says.
const lockSize = 24

// lockable makes sure that a lock may be made, or taken.
func (r *replacement) lockable() error {
	k, err := r.kind(r.at(lockName))
	switch {
	case err == nil && !r.isLock(k):
		return r.foreign(badLock)
	case err == nil || !errors.Is(err, fs.ErrNotExist):
		return err
	}
	names, err := r.names(workName)
	if err == nil && len(names) > 0 {
		// The lock comes first and goes last. Another process can have made one by now.
		if _, err := r.kind(r.at(lockName)); errors.Is(err, fs.ErrNotExist) {
			return r.foreign("it has no lock")
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it is gone, as opening the lock will show
	}
	return err
}

// cannotLock returns what to make of an error.
func (r *replacement) cannotLock(err error, made bool) error {
	if errors.Is(err, errBusy) {
		return &BusyError{Dir: r.dir, Process: owningProcess(r.lock)}
	}
	if cannotLock(err) && !r.exists(r.at(manifestName)) {
		// Nobody can have come any further.
		return r.discard()
	}
	if made {
		_ = r.discard()
	}
	return &fs.PathError{Op: "lock", Path: r.full(workName), Err: err}
}

// workingIn returns the process that is at work in dir, or 0 if that is not known.
func workingIn(dir string) int {
	h, err := hold(osSystem{}, dir, true)
	if err != nil {
		return 0
	}
	defer h.close()
	if h.enter(workName) != nil {
		return 0
	}
	file, _, err := h.openRegular(filepath.Join(workName, lockName))
	if err != nil {
		return 0
	}
	defer file.Close()
	process := owningProcess(file)
	if process <= 0 || errors.Is(unix.Kill(process, 0), unix.ESRCH) {
		return 0 // it has ended and left this
	}
	return process
}

// owningProcess returns the process that has written the lock, or 0.
func owningProcess(lock io.ReaderAt) int {
	content, err := io.ReadAll(io.NewSectionReader(lock, 0, lockSize))
	if err != nil {
		return 0
	}
	process, _ := strconv.Atoi(strings.TrimSpace(string(content)))
	return process
}

// discard removes a work directory that cannot be used.
func (r *replacement) discard() error {
	if err := r.sys.remove(r.at(lockName)); err != nil {
		return err
	}
	if err := r.sys.remove(workName); err != nil {
		return err
	}
	return errNoSwitch
}

// current reports whether the lock is still what its path names. The one who
// held it may have removed it.
func (r *replacement) current() bool {
	locked, err := kindOf(r.lock)
	if err != nil {
		return false
	}
	named, err := r.kind(r.at(lockName))
	if err != nil || !named.isSame(locked) {
		return false
	}
	work, err := kindOf(r.dirs[workName])
	if err != nil {
		return false
	}
	there, err := r.kind(workName)
	return err == nil && there.isSame(work)
}

// release removes the work directory, which settle has emptied.
func (r *replacement) release() error {
	if err := r.strike(); err != nil {
		return err
	}
	if err := r.sys.remove(r.at(lockName)); err != nil {
		return err
	}
	r.lock.Close() // NFS keeps a file that is open in its directory
	err := r.sys.remove(workName)
	// Without a lock in it, the directory can be taken or removed by another.
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, unix.ENOTEMPTY) {
		return err
	}
	return r.syncNames(".")
}

// strike removes the entry from the journal. A run that was cut off can have left one
// and nothing else.
func (r *replacement) strike() error {
	if r.journal == nil {
		journal, err := openJournal(r.sys, false)
		if err != nil {
			return nil
		}
		r.journal = journal
	}
	work, err := kindOf(r.dirs[workName])
	if err != nil {
		return err
	}
	return r.journal.remove(entryName(r.real, work.ino))
}

func (r *replacement) unlock() {
	if r.lock != nil {
		r.lock.Close()
	}
	if r.journal != nil {
		r.journal.close()
	}
	r.close()
}

// examine makes sure that what is in a work directory that was found is this
// user's: that the journal has an entry for it, and that there is nothing in it
// that a switch does not make.
func (r *replacement) examine() error {
	work, err := kindOf(r.dirs[workName])
	if err != nil {
		return err
	}
	if !r.trusts(work) {
		return r.foreign("it belongs to another user, or others can write to it")
	}
	names, err := r.names(workName)
	if err != nil {
		return err
	}
	if slices.Equal(names, []string{lockName}) || len(names) == 0 {
		return nil // what comes first, and goes last
	}
	if r.journal, err = openJournal(r.sys, false); err != nil {
		return r.foreign("no run of yours is known to have left it")
	}
	r.entry = r.journal.read(r.real, work.ino)
	if r.entry == nil {
		return r.foreign("no run of yours is known to have left it")
	}
	for _, name := range names {
		if !r.ours(name) {
			return r.foreign(fmt.Sprintf("%s in it is not what hcljson makes", strconv.Quote(name)))
		}
	}
	return nil
}

// ours reports whether an entry of the work directory is what a switch makes.
func (r *replacement) ours(name string) bool {
	k, err := r.kind(r.at(name))
	if err != nil {
		return false
	}
	switch name {
	case lockName, manifestName:
		return k.isRegular() && r.trusts(k)
	case newName:
		return k.isRegular() || k.isLink()
	case nowName, nextName:
		link, err := r.readlink(r.at(name))
		return err == nil && (link == beforeName || link == afterName)
	case beforeName, afterName, originalName:
		return k.isDir() && r.trusts(k) && r.onlyFiles(name)
	}
	return false
}

// onlyFiles reports whether a directory has no links or worse in it, and opens it.
func (r *replacement) onlyFiles(name string) bool {
	if r.enter(r.at(name)) != nil {
		return false
	}
	names, err := r.names(r.at(name))
	for _, file := range names {
		// What is put in place leaves its link here.
		k, err := r.kind(r.at(name, file))
		if err != nil || !k.isRegular() && !r.isLinkTo(r.at(name, file), file) {
			return false
		}
	}
	return err == nil
}

// trusts reports whether only this user can have made a file and written to it.
// For root, that is also the one who owns the directory, as what is made there
// is given to them.
func (r *replacement) trusts(k kind) bool {
	owner := int(k.uid) == os.Geteuid()
	if !owner && os.Geteuid() == 0 {
		dir, err := kindOf(r.dirs["."])
		owner = err == nil && dir.uid == k.uid
	}
	return owner && !k.othersWrite()
}

func (r *replacement) foreign(why string) error {
	return &ForeignError{Path: r.full(workName), Reason: why}
}
