package cli

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"syscall"

	"github.com/hcljson/hcljson/internal/atomic"
)

var errNotRegular = errors.New("it is a pipe, a device or the like")

// readFile reads a regular file, and returns what it is.
func readFile(name string) ([]byte, fs.FileInfo, error) {
	src, info, err := atomic.ReadFile(name)
	if errors.Is(err, atomic.ErrNotRegular) {
		err = errNotRegular
	}
	return src, info, err
}

var errNobodyWrites = errors.New("nobody writes to the pipe; redirect standard input from it, and name - in its place")

// readOperand reads what the user names: a regular file, or a pipe that somebody
// writes to already.
func readOperand(name string) ([]byte, fs.FileInfo, error) {
	return readAtMost(name, math.MaxInt64-bytes.MinRead)
}

// readAtMost reads what the user names up to one byte more than limit.
func readAtMost(name string, limit int64) ([]byte, fs.FileInfo, error) {
	file, info, err := atomic.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	switch mode := info.Mode(); {
	case mode.IsDir():
		return nil, nil, &fs.PathError{Op: "read", Path: name, Err: syscall.EISDIR}
	case !mode.IsRegular() && mode&fs.ModeNamedPipe == 0:
		return nil, nil, errNotRegular
	}
	src := bytes.NewBuffer(make([]byte, 0, min(max(info.Size(), 0), limit)+bytes.MinRead))
	_, err = src.ReadFrom(io.LimitReader(file, limit+1))
	if err == nil && src.Len() == 0 && !info.Mode().IsRegular() {
		err = errNobodyWrites
	}
	return src.Bytes(), info, err
}

// maxSchemas is the size of the largest file with schemas that is read, compressed
// or not. Those of all large providers together have about 50 MB.
const maxSchemas = 1 << 30

var errTooLarge = fmt.Errorf("it is larger than %d bytes", maxSchemas)

// readSchemaFile reads a file with schemas, which may be compressed with gzip. It may
// be a pipe: <(command).
func readSchemaFile(name string) ([]byte, error) {
	src, _, err := readAtMost(name, maxSchemas)
	if err == nil && len(src) > maxSchemas {
		err = errTooLarge
	}
	if err != nil || !bytes.HasPrefix(src, []byte{0x1f, 0x8b}) {
		return src, err
	}
	return unzipped(src, maxSchemas)
}

// unzipped is what was compressed, if that is not larger than a limit.
func unzipped(src []byte, limit int64) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(src))
	var plain []byte
	if err == nil {
		plain, err = io.ReadAll(io.LimitReader(r, limit+1))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("it is compressed with gzip, and cannot be read: %w", err)
	case int64(len(plain)) > limit:
		return nil, fmt.Errorf("it is larger than %d bytes when it is not compressed", limit)
	}
	return plain, nil
}
