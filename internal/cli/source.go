package cli

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema/dialects"
)

const (
	stdinPath = command.Stdin
	stdinName = "<stdin>"
)

// stdoutPath names standard output to -o.
const stdoutPath = "-"

// source is one input.
type source struct {
	name   string // in messages
	stdin  bool
	file   dialects.File
	info   fs.FileInfo // of what has been read; nil for standard input
	pipe   bool        // it may be a pipe, as nothing is written next to it
	given  []byte      // what has been read from a stream without a name
	below  string      // the path that is kept under -o
	target string      // where the output goes or what it is compared with; "" is standard output
	home   int         // the tree among those of the run in which the output belongs
	link   bool        // the file is a symbolic link

	canonicalDir string  // see dir
	linked       *source // with --replace, what the link leads to
	linkTo       string  // and what the new link says
}

// dir is the one name of the directory that a source is in; standard input is
// alone.
func (s *source) dir() string {
	if s.stdin {
		return stdinName
	}
	if s.canonicalDir == "" {
		s.canonicalDir = canonicalDir(s.name)
	}
	return s.canonicalDir
}

// module is the directory of the configuration that a file is for: of tests, it may be the one
// above.
func (s *source) module() string {
	if d := s.file.Dialect; d != nil && d.Outside != nil && filepath.Base(s.dir()) == d.Outside.Directory {
		return filepath.Dir(s.dir())
	}
	return s.dir()
}

func sourceOf(f configdir.File) *source {
	return &source{name: f.Path, file: f.File, below: f.Rel, link: isLink(f.Path)}
}

// links is how many links that are replaced the source is away from a file.
func (s *source) links() int {
	const limit = 40 // as Linux has it
	n := 0
	for ; s.linked != nil && n < limit; s = s.linked {
		n++
	}
	return n
}

// text is a text of the source, for a comparison.
func (s *source) text(src []byte) equivalent.Source {
	return equivalent.Source{Bytes: src, Filename: s.name, JSON: s.file.JSON}
}

// twin is what the source becomes, for a comparison.
func (s *source) twin(out []byte) equivalent.Source {
	return equivalent.Source{Bytes: out, Filename: s.target, JSON: !s.file.JSON}
}

// conversion is what has become of a source.
type conversion struct {
	*source
	src       []byte // when files are written or edited
	converted []byte
	failed    bool
	// sourceMap is how the source map is written, which is over none of some other files; nil
	// if there is none.
	sourceMap func(others ...string) ([]atomic.Change, *hcl.Diagnostic)
	// tidy is what the steps have made of it, if there were any.
	tidy *tidy.Result
	log  report.Log
}

// writeMap is how the source map is written, if there is one.
func (c *conversion) writeMap(others ...string) ([]atomic.Change, *hcl.Diagnostic) {
	if c.sourceMap == nil {
		return nil, nil
	}
	return c.sourceMap(others...)
}

// fail notes errors on the source, and that there is no conversion.
func (c *conversion) fail(src []byte, diags ...*hcl.Diagnostic) *conversion {
	c.log.Add(c.name, src, diags...)
	c.converted, c.failed = nil, true
	return c
}

// uniqueSources leaves out files that are found a second time.
func uniqueSources(sources []*source) []*source {
	return firsts(sources, func(s *source) string { return filepath.Join(s.dir(), filepath.Base(s.name)) })
}

// withoutNames leaves out the links to what is among the sources under another name,
// as no file is edited twice.
func withoutNames(sources []*source) []*source {
	known := make(map[string]bool, len(sources))
	isKnown := func(s *source) bool {
		path, err := resolve(s.name)
		if s.stdin || err != nil {
			return false
		}
		again := known[path]
		known[path] = true
		return again
	}
	again := make(map[*source]bool)
	for _, links := range []bool{false, true} {
		for _, s := range sources {
			if s.link == links {
				again[s] = isKnown(s)
			}
		}
	}
	return slices.DeleteFunc(sources, func(s *source) bool { return again[s] })
}

// inputName is the name of an operand in messages.
func inputName(operand string) string {
	if operand == stdinPath {
		return stdinName
	}
	return operand
}

// isFilter reports whether a word may be a filter of jq.
func isFilter(word string) bool {
	return len(word) > 1 && word[0] == '.' && strings.Contains("[abcdefghijklmnopqrstuvwxyz_|\"", word[1:2])
}

// stands reports whether there is a file, or what is no file has a meaning.
func stands(operand string) bool {
	_, err := os.Lstat(operand)
	return err == nil || operand == stdinPath
}

// quoted is the name of a file as an argument for a shell.
func quoted(name string) string {
	switch {
	case name == stdinName:
		return "-"
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+@%:,") == "":
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// unique leaves out paths that are named a second time.
func unique(paths []string) []string { return firsts(paths, filepath.Clean) }

// firsts leaves out what has the same key as something before it.
func firsts[T any](list []T, key func(T) string) []T {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(slices.Clone(list), func(element T) bool {
		again := seen[key(element)]
		seen[key(element)] = true
		return again
	})
}

// namedJSON reports whether a name says that there is JSON in the file.
func namedJSON(name string) bool { return strings.HasSuffix(name, ".json") }

// isConfiguration reports whether a product reads a file of a module as a part of it.
func isConfiguration(name string) bool {
	is, _ := dialects.IsConfiguration(name)
	return is
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return path != stdinPath && err == nil && info.IsDir()
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isBelow reports whether a path is that of a directory or of something below it.
func isBelow(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// fileNames returns the names of what is in a directory, except directories.
func fileNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names, err
}

// canonicalDir returns the one name of the directory that a path is in, however
// the path leads there.
func canonicalDir(path string) string { return oneName(filepath.Dir(path)) }

// oneName returns the one name of a directory.
func oneName(dir string) string {
	if name, err := canonical(filepath.Join(dir, "x")); err == nil {
		return filepath.Dir(name)
	}
	return dir
}

// canonical returns the one name of a path, without following a link at its end.
func canonical(path string) (string, error) {
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

// resolve returns the one name of the file that a path leads to, or would if
// it existed.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if path, err = atomic.Target(path); err != nil {
		return "", err
	}
	return filepath.Join(atomic.RealPath(filepath.Dir(path)), filepath.Base(path)), nil
}

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
