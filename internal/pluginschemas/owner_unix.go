//go:build unix

package pluginschemas

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxLinks is how many symbolic links are followed.
const maxLinks = 40

// checkOwner returns why somebody else could have changed a file or directory.
func checkOwner(name string, info fs.FileInfo) error {
	if err := checkUser(name, info); err != nil {
		return err
	}
	if info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s is not used: others can write to it; \"chmod go-w\" takes that from them", name)
	}
	return nil
}

// checkUser returns why a file belongs to somebody else.
func checkUser(name string, info fs.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fmt.Errorf("%s is not used: the system does not say whose it is", name)
	}
	if stat.Uid != 0 && int(stat.Uid) != os.Geteuid() {
		return fmt.Errorf("%s is not used: it belongs to another user; remove it, or name another directory with %s",
			name, CacheVariable)
	}
	return nil
}

// checkPath returns why somebody else could put another directory in the place of
// this one: each directory on the way must be the user's alone, or one where
// nobody can rename what others have made, such as /tmp. Those above the home
// directory are the system's.
func checkPath(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	home, _ := os.UserHomeDir()
	if resolved, err := filepath.EvalSymlinks(home); err == nil {
		home = resolved
	}
	at, rest := "/", strings.Split(path, "/")
	for links := 0; len(rest) > 0; {
		name := filepath.Join(at, rest[0]) // ".." of a link's target included
		rest = rest[1:]
		info, err := os.Lstat(name)
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = name
			if above := strings.HasPrefix(home, strings.TrimSuffix(name, "/")+"/"); above {
				continue
			}
			if err := checkDirectory(name, info); err != nil {
				return err
			}
			continue
		}
		if links++; links > maxLinks {
			return errors.New("too many symbolic links")
		}
		if err := checkUser(name, info); err != nil {
			return err
		}
		target, err := os.Readlink(name)
		if err != nil {
			return err
		}
		if filepath.IsAbs(target) {
			at = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return nil
}

// checkDirectory is checkOwner for a directory on the way.
func checkDirectory(name string, info fs.FileInfo) error {
	if info.Mode()&fs.ModeSticky != 0 {
		return checkUser(name, info)
	}
	return checkOwner(name, info)
}
