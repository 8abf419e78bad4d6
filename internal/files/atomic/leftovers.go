package atomic

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"time"
)

// newTemporaryName returns a hidden name, which the products ignore. It starts with the time, because a
// withdrawn source can have an old modification time.
func newTemporaryName() string {
	name := binary.BigEndian.AppendUint32(nil, uint32(time.Now().Unix()))
	name = append(name, make([]byte, 8)...)
	rand.Read(name[4:])
	return ".hcljson-" + hex.EncodeToString(name) + ".tmp"
}

var temporaryPattern = regexp.MustCompile(`^\.hcljson-([0-9a-f]{8})[0-9a-f]{16}\.tmp$`)

func isTemporary(name string) bool { return temporaryPattern.MatchString(name) }

// isOld reports whether a temporary name is older than the longest possible run.
func isOld(name string) bool {
	given, err := strconv.ParseInt(temporaryPattern.FindStringSubmatch(name)[1], 16, 64)
	return err == nil && time.Since(time.Unix(given, 0)) > maxRun
}

// errLocked is the error for a directory that another run has locked.
var errLocked = errors.New("another run has locked the directory")

// maxRun is the maximum duration of a run, for systems without locks.
const maxRun = time.Hour

// Sweep removes temporary files of killed runs from a directory, and returns their number. It
// ignores files that it cannot remove.
func Sweep(path string) int {
	open := func() (*os.Root, error) { return os.OpenRoot(path) }
	d, err := openDir(path, open, nil) // a sweep is not a step of a run
	if err != nil {
		return 0
	}
	defer d.close()
	return d.sweep()
}

// sweep removes temporary files that are not in use.
func (d *dir) sweep() (removed int) {
	entries, _ := d.handle.ReadDir(-1)
	var found []fs.DirEntry
	for _, entry := range entries {
		if kind := entry.Type(); isTemporary(entry.Name()) && (kind.IsRegular() || kind == fs.ModeSymlink) {
			found = append(found, entry)
		}
	}
	if len(found) == 0 {
		return 0
	}
	err := lock(d.handle, true)
	if errors.Is(err, errLocked) {
		return 0
	}
	for _, entry := range found {
		if (err == nil || isOld(entry.Name())) && d.root.Remove(entry.Name()) == nil {
			removed++
		}
	}
	return removed
}

// claimNames removes temporary files of other runs, and protects the new ones from removal by them. It
// waits for running sweeps, which are short.
func (d *dir) claimNames() {
	d.sweep()
	for range 50 {
		if err := lock(d.handle, false); !errors.Is(err, errLocked) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
