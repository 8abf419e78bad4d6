//go:build unix

package pluginschemas

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// checkOwner returns an error if another user can change a file or directory. In a sticky parent
// directory, such as /tmp, users cannot rename the files of other users.
func checkOwner(name string, info fs.FileInfo, parent bool) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return fmt.Errorf("%s is not used: its owner is unknown", name)
	case stat.Uid != 0 && int(stat.Uid) != os.Geteuid():
		return fmt.Errorf("%s is not used: it belongs to another user; remove it, or name another directory with %s",
			name, CacheVariable)
	case info.Mode().Perm()&0o022 != 0 && !(parent && info.Mode()&fs.ModeSticky != 0):
		return fmt.Errorf("%s is not used: others can write to it; \"chmod go-w\" takes that from them", name)
	}
	return nil
}
