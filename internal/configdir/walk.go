// Package configdir finds the convertible files of a directory, and reports how the products would
// load the directory differently after a change of file names.
package configdir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/hcljson/hcljson/internal/dialects"
)

// Options select files below a root.
type Options struct {
	// Dialects are the options of [dialects.ForFile]. A forced dialect applies to files with
	// ambiguous names. Files of other languages are not included.
	Dialects dialects.Options
	// Exclude are globs. A glob without a slash matches the name of a file or directory, a glob with
	// a slash matches its path below the root. Matching files, and matching directories with their
	// contents, are not included.
	Exclude []string
	// Skip are directories that Walk does not enter, regardless of their names below the root.
	Skip []string
}

// File is a convertible file.
type File struct {
	Path string // path in the user's form
	Rel  string // path below the root
	dialects.File
}

// Found are the results of [Walk]. All paths are in the user's form, in the order of
// [filepath.WalkDir].
type Found struct {
	Files []File
	// Unclear are the files that are not included because their names are ambiguous and no dialect
	// is forced.
	Unclear []string
	// Irregular are pipes, devices and broken links with the name of a convertible file.
	Irregular []string
	// Errors are the unreadable directories and files. Their contents are missing in the other
	// fields.
	Errors []Error
}

// Incomplete returns the directories, in the user's form, with unknown contents.
func (f Found) Incomplete() []string {
	var dirs []string
	for _, err := range f.Errors {
		dirs = append(dirs, err.Dir)
	}
	for _, path := range f.Irregular {
		dirs = append(dirs, filepath.Dir(path))
	}
	return dirs
}

// Error is the reason why the contents of a directory are not completely known.
type Error struct {
	Dir string // path in the user's form
	Err error
}

// Error returns the message of Err, without the directory.
func (e Error) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e Error) Unwrap() error { return e.Err }

// Walk finds the files in the directory root, which can be a link, and below it. It does not follow
// links to directories, and does not enter hidden directories.
//
// Walk silently ignores hidden files, as the products do, files without an HCL name, files without a
// form in HCL-JSON, and files that the target or the forced dialect excludes.
//
// It returns an error for an unreadable root or invalid options.
func Walk(root string, opts Options) (Found, error) {
	w := walker{root: root, opts: opts.Dialects, exclude: opts.Exclude}
	// With the empty name of a stream, only the options can be invalid.
	check := opts.Dialects
	check.Dialect = cmp.Or(check.Dialect, "generic")
	if _, err := dialects.ForFile("", check); err != nil {
		return Found{}, err
	}
	for _, glob := range opts.Exclude {
		if err := ValidateGlob(glob); err != nil {
			return Found{}, err
		}
	}
	for _, dir := range opts.Skip {
		// Walk never reaches a directory that does not exist.
		if info, err := os.Stat(dir); err == nil {
			w.skip = append(w.skip, info)
		}
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return Found{}, err
	}
	defer dir.Close()
	w.dir = dir
	w.directory("")
	return w.found, nil
}

type walker struct {
	root    string
	dir     *os.Root // the root, which Walk never leaves
	opts    dialects.Options
	exclude []string
	skip    []fs.FileInfo
	found   Found
}

func (w *walker) directory(rel string) {
	entries, err := w.entries(rel)
	if err != nil {
		w.found.Errors = append(w.found.Errors, Error{Dir: filepath.Join(w.root, rel), Err: err})
	}
	for _, entry := range entries {
		rel := filepath.Join(rel, entry.Name())
		// opentofu's IsIgnoredFile (internal/configs/parser_config_dir.go) ignores several kinds of
		// names. Of these, only hidden files can have the ending of an HCL file.
		if strings.HasPrefix(entry.Name(), ".") || Excluded(w.exclude, rel) {
			continue
		}
		if !entry.IsDir() {
			w.file(rel, entry)
		} else if !w.skipped(rel) {
			w.directory(rel)
		}
	}
}

// entries returns the sorted entries of a directory. After an error, it also returns the entries
// before the error.
func (w *walker) entries(rel string) ([]fs.DirEntry, error) {
	dir, err := w.dir.Open(cmp.Or(rel, "."))
	var entries []fs.DirEntry
	if err == nil {
		defer dir.Close()
		entries, err = dir.ReadDir(-1)
	}
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		err = &fs.PathError{Op: "open", Path: filepath.Join(w.root, rel), Err: pathErr.Err}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// Excluded reports whether one of the valid globs matches a path below a directory.
func Excluded(globs []string, rel string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool {
		pattern, inPath := parseGlob(glob)
		name := filepath.ToSlash(rel)
		if !inPath {
			name = filepath.Base(rel)
		}
		return doublestar.MatchUnvalidated(pattern, name)
	})
}

func (w *walker) skipped(rel string) bool {
	return slices.ContainsFunc(w.skip, func(skip fs.FileInfo) bool {
		info, err := w.dir.Lstat(rel)
		return err == nil && os.SameFile(info, skip)
	})
}

func (w *walker) file(rel string, entry fs.DirEntry) {
	path := filepath.Join(w.root, rel)
	file, ok := identify(path, w.opts)
	if !ok {
		return
	}
	mode, err := entry.Type(), error(nil)
	if mode&fs.ModeSymlink != 0 {
		var info fs.FileInfo
		if info, err = os.Stat(path); err == nil {
			mode = info.Mode()
		}
	}
	switch {
	case err == nil && mode.IsDir():
	case w.opts.Dialect == "" && file.Vague:
		w.found.Unclear = append(w.found.Unclear, path)
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ELOOP):
		w.found.Errors = append(w.found.Errors, Error{Dir: filepath.Dir(path), Err: err})
	case err != nil || !mode.IsRegular():
		w.found.Irregular = append(w.found.Irregular, path)
	default:
		w.found.Files = append(w.found.Files, File{Path: path, Rel: rel, File: file})
	}
}

// identify reports whether a file is included according to its name, or would be included if its
// name were not ambiguous.
func identify(path string, opts dialects.Options) (dialects.File, bool) {
	file, err := dialects.ForFile(path, opts.ByName())
	if err == nil && opts.Dialect != "" && file.Dialect.Name != opts.Dialect {
		if !file.Vague {
			return file, false
		}
		file, err = dialects.ForFile(path, opts)
	}
	return file, err == nil
}

// ValidateGlob returns an error for an invalid glob in [Options.Exclude].
func ValidateGlob(glob string) error {
	pattern, _ := parseGlob(glob)
	if pattern == "" || pattern == "." || !doublestar.ValidatePattern(pattern) {
		return fmt.Errorf("%q is not a glob: use a name or a path with *, **, ?, [a-z] or {a,b}", glob)
	}
	return nil
}

// parseGlob returns the pattern of a glob, and reports whether it applies to the path instead of the
// name.
func parseGlob(glob string) (pattern string, inPath bool) {
	pattern = strings.TrimRight(filepath.ToSlash(glob), "/")
	inPath = strings.Contains(pattern, "/")
	for strings.HasPrefix(pattern, "./") {
		pattern = strings.TrimLeft(pattern[1:], "/")
	}
	return pattern, inPath
}
