//go:build !(darwin || freebsd || linux || netbsd || openbsd)

package supervise

import (
	"errors"
	"os"
)

// hold cannot tell whether a directory is in use.
func hold(string) (*os.File, error) { return nil, errors.ErrUnsupported }
