//go:build !(darwin || freebsd || linux || netbsd || openbsd)

package atomic

import (
	"errors"
	"io/fs"
	"os"
)

const syncsNames = false

func lock(*os.File, bool) error { return errors.ErrUnsupported }

// isLinkUnsupported reports whether err is an error of a link other than an existing name, because the caller
// then uses another step.
func isLinkUnsupported(err error) bool {
	var linkErr *os.LinkError
	return errors.As(err, &linkErr) && linkErr.Op == "linkat" && !errors.Is(err, fs.ErrExist)
}

func owner(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }
