//go:build !unix

package output

import "errors"

func makePipe(string) error { return errors.ErrUnsupported }
