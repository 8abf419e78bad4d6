//go:build !(darwin || linux)

package atomic

import (
	"errors"
	"os"
)

func renameNew(*os.File, string, string) error { return errors.ErrUnsupported }

func exchange(*os.File, string, string) error { return errors.ErrUnsupported }

// beingWritten is false, as there is no telling.
func beingWritten(*os.File) bool { return false }
