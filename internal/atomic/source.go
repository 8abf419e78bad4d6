package atomic

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrNotRegular says that something is not a file with contents of its own.
var ErrNotRegular = errors.New("it is not a regular file")

// Open opens a file for reading and returns what it is. It does not wait for the
// other end of a pipe.
func Open(path string) (*os.File, fs.FileInfo, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, info, nil
}

// maxFile is the size of the largest file that is read. One with a hole takes no
// room on the disk, and more memory than there is.
const maxFile = 1 << 30

var errTooLarge = errors.New("it is larger than 1 GiB")

// ReadFile reads a regular file, and returns what it is. Anything else is an
// [ErrNotRegular].
func ReadFile(path string) ([]byte, fs.FileInfo, error) {
	file, info, err := Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	if info.Size() > maxFile {
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: errTooLarge}
	}
	content := bytes.NewBuffer(make([]byte, 0, max(info.Size(), 0)+bytes.MinRead))
	_, err = io.Copy(content, file)
	return content.Bytes(), info, err
}
