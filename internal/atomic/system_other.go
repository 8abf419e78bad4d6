//go:build !(darwin || linux)

package atomic

import (
	"errors"
	"os"
)

func renameNew(*os.File, string, string) error { return errors.ErrUnsupported }

func exchange(*os.File, string, string) error { return errors.ErrUnsupported }

// beingWritten returns false, because the system does not provide this information.
func beingWritten(*os.File) bool { return false }
