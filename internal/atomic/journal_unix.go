//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"
)

// The journal is a directory in which the user keeps state, outside of any tree.
// For each directory with a switch, it has an entry that is written before
// anything else: without it, nobody takes a work directory for what this user
// left there, whatever is in it.
type journal struct{ *held }

// entry is what the journal has on a work directory. The device is left out: its
// number may be another one when the machine is up again.
type entry struct {
	Dir   []byte // the real path of the directory, which need not be UTF-8
	Inode uint64 // of the work directory
	Key   []byte // what the manifest in it is signed with
}

// keySize is the length of the keys.
const keySize = sha256.Size

// stateDir is where the journal is. It need not exist.
func stateDir() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "hcljson"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fs.ErrNotExist
	}
	var stat unix.Stat_t
	if err := unix.Stat(home, &stat); err != nil {
		return "", err
	}
	if int(stat.Uid) != os.Geteuid() {
		return "", fs.ErrPermission // as under sudo
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support", "hcljson"), nil
	}
	return filepath.Join(home, ".local", "state", "hcljson"), nil
}

// openJournal opens the journal, or makes it if it is to. It refuses one that
// others can write to.
func openJournal(sys system, create bool) (*journal, error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	if create {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	h, err := hold(sys, dir, false)
	if err != nil {
		return nil, err
	}
	k, err := kindOf(h.dirs["."])
	if err == nil && (int(k.uid) != os.Geteuid() || k.othersWrite()) {
		err = fs.ErrPermission
	}
	if err != nil {
		h.close()
		return nil, err
	}
	return &journal{h}, nil
}

// entryName is the name of an entry. With the inode, machines that share a journal
// do not share entries for what is at the same path.
func entryName(dir string, inode uint64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", inode, dir))
	return hex.EncodeToString(sum[:16]) + ".json"
}

func (e *entry) name() string { return entryName(string(e.Dir), e.Inode) }

// read returns the entry for a work directory, or nil.
func (j *journal) read(dir string, inode uint64) *entry {
	content := j.readOwn(entryName(dir, inode))
	var e entry
	if json.Unmarshal(content, &e) != nil || string(e.Dir) != dir || e.Inode != inode || len(e.Key) != keySize {
		return nil
	}
	return &e
}

// readOwn returns what a file says that only the user can have written, or nil.
func (j *journal) readOwn(name string) []byte {
	file, k, err := j.openRegular(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	if int(k.uid) != os.Geteuid() || k.othersWrite() {
		return nil
	}
	const limit = 1 << 16
	content, err := io.ReadAll(io.LimitReader(file, limit))
	if err != nil {
		return nil
	}
	return content
}

// write makes an entry, which is on the disk then. Whoever does so has the lock of
// the work directory.
func (j *journal) write(e *entry) error {
	content, err := json.Marshal(e)
	if err != nil {
		return err
	}
	temporary := e.name() + newSuffix
	if err := j.removeIfThere(temporary); err != nil {
		return err
	}
	if err := create(j.sys, temporary, content, 0o600, nil); err != nil {
		_ = j.sys.remove(temporary)
		return err
	}
	if err := j.sys.rename(temporary, e.name()); err != nil {
		return also(err, j.sys.remove(temporary))
	}
	return j.syncNames(".")
}

// newSuffix ends the name of an entry that is being written.
const newSuffix = ".new"

// remove removes an entry by its name, also one that was being written when its run
// was cut off. If it comes back, it fits no other work directory.
func (j *journal) remove(name string) error {
	return also(j.removeIfThere(name), j.removeIfThere(name+newSuffix))
}

// secret returns what signs the names of temporary files, and makes it at first.
func (j *journal) secret() []byte {
	const name = "secret"
	if key := j.readOwn(name); len(key) == keySize {
		return key
	}
	key := make([]byte, keySize)
	rand.Read(key)
	temporary := name + "." + rand.Text()
	if err := create(j.sys, temporary, key, 0o600, nil); err == nil {
		_ = j.sys.link(temporary, name) // unless another process was faster
	}
	_ = j.sys.remove(temporary)
	return j.readOwn(name)
}

// cannotKeep reports whether err says that there is no place for a journal.
func cannotKeep(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS) ||
		errors.Is(err, unix.ENOTDIR) || errors.Is(err, errNotDir) || errors.Is(err, errLinkHere)
}
