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

// temporary returns a name that products skip, as it is hidden. It begins with the time: a
// source that is withdrawn may be old itself.
func temporary() string {
	name := binary.BigEndian.AppendUint32(nil, uint32(time.Now().Unix()))
	name = append(name, make([]byte, 8)...)
	rand.Read(name[4:])
	return ".hcljson-" + hex.EncodeToString(name) + ".tmp"
}

var temporaryName = regexp.MustCompile(`^\.hcljson-([0-9a-f]{8})[0-9a-f]{16}\.tmp$`)

func isTemporary(name string) bool { return temporaryName.MatchString(name) }

// isOld reports whether a temporary name was given longer ago than any run takes.
func isOld(name string) bool {
	given, err := strconv.ParseInt(temporaryName.FindStringSubmatch(name)[1], 16, 64)
	return err == nil && time.Since(time.Unix(given, 0)) > maxRun
}

// errLocked says that another run has locked a directory.
var errLocked = errors.New("another run has locked the directory")

// maxRun is how long no run takes, where locks cannot tell that it has ended.
const maxRun = time.Hour

// Sweep removes the temporary files that runs which were killed have left in a directory,
// and returns how many there were. What cannot be removed stays.
func Sweep(path string) int {
	open := func() (*os.Root, error) { return os.OpenRoot(path) }
	d, err := openDir(path, open, nil) // no steps of a run
	if err != nil {
		return 0
	}
	defer d.close()
	return d.sweep()
}

// sweep removes temporary files if nobody needs them.
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

// claim removes what is left of others, and keeps what is made from now on from being
// removed by them. Whoever sweeps is done soon.
func (d *dir) claim() {
	d.sweep()
	for range 50 {
		if err := lock(d.handle, false); !errors.Is(err, errLocked) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
