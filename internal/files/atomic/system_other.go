//go:build !(darwin || linux)

package atomic

import (
	"errors"
	"os"
)

func renameNew(*os.File, string, string) error { return errors.ErrUnsupported }

func exchange(*os.File, string, string) error { return errors.ErrUnsupported }

// isBeingWritten returns false, because the system does not provide this information.
func isBeingWritten(*os.File) bool { return false }
