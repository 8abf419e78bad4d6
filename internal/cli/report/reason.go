package report

import (
	"errors"
	"io/fs"
	"os"

	"github.com/hcljson/hcljson/internal/atomic"
)

// Reason returns what is wrong without the operation and path that package os
// puts before it.
func Reason(err error) error {
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// PathReason says what is wrong with which file.
func PathReason(err error) string {
	if partial := (*atomic.PartialError)(nil); errors.As(err, &partial) {
		return partial.Error()
	}
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return pathErr.Path + ": " + pathErr.Err.Error()
	}
	if linkErr := (*os.LinkError)(nil); errors.As(err, &linkErr) {
		return linkErr.New + ": " + linkErr.Err.Error()
	}
	return err.Error()
}
