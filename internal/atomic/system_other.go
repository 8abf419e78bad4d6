//go:build !(darwin || freebsd || linux || netbsd || openbsd)

package atomic

import (
	"errors"
	"io/fs"
	"os"
)

const syncsDirs = false

// platform is what a system is asked for elsewhere.
type platform any

func tryLock(*os.File) error { return errors.ErrUnsupported }

func cannotLock(error) bool { return true }

// cannotLink is true, as a copy does where a link fails for another reason.
func cannotLink(error) bool { return true }

func owner(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }
