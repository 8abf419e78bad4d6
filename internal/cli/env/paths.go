package env

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// IsRead reports whether some product reads a file with the given name.
func IsRead(name string) bool {
	named, err := dialects.ForFile(name, dialects.Options{})
	return err == nil && !named.Vague
}

// The operand for standard input, and the name of standard input in messages.
const (
	StdinPath = command.Stdin
	StdinName = "<stdin>"
)

// StdoutPath is the value of -o for standard output.
const StdoutPath = "-"

// InputName returns the name for an operand in messages.
func InputName(operand string) string {
	if operand == StdinPath {
		return StdinName
	}
	return operand
}

// OperandExists reports whether an operand is an existing file or standard input.
func OperandExists(operand string) bool {
	_, err := os.Lstat(operand)
	return err == nil || operand == StdinPath
}

// IsMissing reports whether an operand is neither an existing file nor standard input.
func IsMissing(operand string) bool { return !OperandExists(operand) }

// Quoted returns a file name with quotes for a shell, if it needs them.
func Quoted(name string) string {
	switch {
	case name == StdinName:
		return "-"
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+@%:,") == "":
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// Unique returns the paths without duplicates.
func Unique(paths []string) []string { return Firsts(paths, filepath.Clean) }

// Firsts returns the elements of a list whose key differs from the keys of all earlier elements.
func Firsts[T any](list []T, key func(T) string) []T {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(slices.Clone(list), func(element T) bool {
		again := seen[key(element)]
		seen[key(element)] = true
		return again
	})
}

// HasFileName reports whether a word is the name of a file that a command reads.
func HasFileName(word string) bool {
	_, err := dialects.ForFile(word, dialects.Options{})
	return err == nil || NamedJSON(word)
}

// NamedJSON reports whether a file name ends in .json.
func NamedJSON(name string) bool { return strings.HasSuffix(name, ".json") }

// IsConfiguration reports whether a product loads a file with the given name as a part of a module.
func IsConfiguration(name string) bool {
	is, _ := dialects.IsConfiguration(name)
	return is
}

// IsDir reports whether a path is a directory, after links are resolved.
func IsDir(path string) bool {
	info, err := os.Stat(path)
	return path != StdinPath && err == nil && info.IsDir()
}

// IsLink reports whether a path is a symbolic link.
func IsLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// IsRegular reports whether a path is a regular file, after links are resolved.
func IsRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Exists reports whether a path exists, after links are resolved.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// IsBelow reports whether a path is equal to dir or below dir.
func IsBelow(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// FileNames returns the names of the entries of a directory, without its subdirectories.
func FileNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names, err
}

// CanonicalDir returns the canonical path of the directory that contains a file.
func CanonicalDir(path string) string { return OneName(filepath.Dir(path)) }

// OneName returns the canonical path of a directory: an absolute path without links. It returns dir
// on an error.
func OneName(dir string) string {
	if name, err := Canonical(filepath.Join(dir, "x")); err == nil {
		return filepath.Dir(name)
	}
	return dir
}

// Canonical returns the canonical path of a file. It resolves links in the directory, but not in the
// last element.
func Canonical(path string) (string, error) {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	return filepath.Join(dir, base), err
}

// Tree returns the tree of an operand: its repository, which is the nearest parent directory with .git.
// Outside of a repository, it returns the directory of the operand or the current directory, whichever
// contains the other.
func Tree(operand string) string {
	dir := OneName(operand)
	if !IsDir(operand) {
		dir = CanonicalDir(operand)
	}
	for at, up := dir, filepath.Dir(dir); ; at, up = up, filepath.Dir(up) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == up {
			break
		}
	}
	if here := OneName("."); IsBelow(here, dir) {
		return here
	}
	return dir
}

// Resolve returns the canonical path of a file after all links are resolved. The file does not need
// to exist.
func Resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if path, err = atomic.Target(path); err != nil {
		return "", err
	}
	return filepath.Join(atomic.RealPath(filepath.Dir(path)), filepath.Base(path)), nil
}

// ErrNotRegular is the error for a directory, a device or another special file.
var ErrNotRegular = errors.New("it is not a regular file")

// ReadFile reads a regular file and returns its content and file information.
func ReadFile(name string) ([]byte, fs.FileInfo, error) {
	src, info, err := atomic.ReadFile(name)
	if errors.Is(err, atomic.ErrNotRegular) {
		err = ErrNotRegular
	}
	return src, info, err
}

// ErrNobodyWrites is the error for an empty named pipe, which probably has no writer.
var ErrNobodyWrites = errors.New("no process writes to the pipe; redirect standard input from it, and name - instead")

// ReadOperand reads a file operand: a regular file, or a pipe. An empty pipe is an error.
func ReadOperand(name string) ([]byte, fs.FileInfo, error) { return readOperand(name, atomic.MaxFile) }

// ReadAtMost reads a file operand of at most limit bytes.
func ReadAtMost(name string, limit int64) ([]byte, error) {
	src, _, err := readOperand(name, limit)
	return src, err
}

func readOperand(name string, limit int64) ([]byte, fs.FileInfo, error) {
	file, info, err := atomic.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	switch mode := info.Mode(); {
	case mode.IsDir():
		return nil, nil, &fs.PathError{Op: "read", Path: name, Err: syscall.EISDIR}
	case !mode.IsRegular() && mode&fs.ModeNamedPipe == 0:
		return nil, nil, ErrNotRegular
	}
	src, err := atomic.ReadAtMost(file, info, limit)
	if err == nil && len(src) == 0 && !info.Mode().IsRegular() {
		err = ErrNobodyWrites
	}
	return src, info, err
}

// ReadStart reads the first [Prefix] bytes of a file.
func ReadStart(name string) ([]byte, error) {
	file, _, err := atomic.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, Prefix))
}

// ReadSchemaFile reads a file with provider schemas. The file may be compressed with gzip, and may
// be a pipe.
func ReadSchemaFile(name string) ([]byte, error) {
	src, err := ReadAtMost(name, maxSchemas)
	if err != nil || !bytes.HasPrefix(src, []byte{0x1f, 0x8b}) {
		return src, err
	}
	return unzipped(src, maxSchemas)
}

// maxSchemas is the maximum size of a file with schemas in bytes. The largest schema of a provider has 30 MB.
const maxSchemas = 256 << 20

// unzipped returns the content of a gzip file. It is an error if the content is larger than limit
// bytes.
func unzipped(src []byte, limit int64) ([]byte, error) {
	unzip := func(w io.Writer) (int64, error) {
		r, err := gzip.NewReader(bytes.NewReader(src))
		if err != nil {
			return 0, err
		}
		return io.Copy(w, io.LimitReader(r, limit+1))
	}
	size, err := unzip(io.Discard) // a file that is too large needs no memory
	switch {
	case err != nil:
		return nil, fmt.Errorf("it cannot be decompressed with gzip: %w", err)
	case size > limit:
		return nil, fmt.Errorf("its uncompressed size exceeds %d bytes", limit)
	}
	plain := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err = unzip(plain)
	return plain.Bytes(), err
}

// Prefix is the number of bytes at the start of a file that must contain a member name of a
// document, such as a plan. Files without such a name are not examined further.
const Prefix = 4096
