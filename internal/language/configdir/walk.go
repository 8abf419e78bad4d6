// Package configdir finds the files of a directory that can be converted. It also reports the
// hazards of a conversion: the product could load other files of the directory, or load them in
// another order.
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

	"github.com/hcljson/hcljson/internal/language/dialects"
)

// Options defines which files [Walk] returns.
type Options struct {
	// Dialects are the options of [dialects.ForFile]. A forced dialect applies to files with
	// ambiguous names. Files of other languages are not included.
	Dialects dialects.Options
	// Exclude contains globs for files and directories that are not included. A glob without a slash
	// matches a name. A glob with a slash matches a path relative to the root.
	Exclude []string
	// Skip contains the paths of directories that Walk does not enter. They can be relative to the
	// current directory, and can be links.
	Skip []string
}

// File is a file that can be converted.
type File struct {
	Path string // starts with the root as given to Walk
	Rel  string // the path relative to the root
	dialects.File
}

// Found is the result of [Walk]. All paths start with the root as given to Walk, and have the order
// of [filepath.WalkDir].
type Found struct {
	Files []File
	// Unclear contains the files that are not in Files because their names do not define a language,
	// and no dialect is forced.
	Unclear []string
	// Irregular contains pipes, devices and dangling links whose names are names of HCL files.
	Irregular []string
	// Errors contains an error for each directory or file that cannot be read. Their contents are
	// missing from the other fields.
	Errors []Error
}

// IncompleteDirs returns the paths of the directories whose contents are not completely known.
func (f Found) IncompleteDirs() []string {
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
	Dir string // starts with the root as given to Walk
	Err error
}

// Error returns the message of Err, without the directory.
func (e Error) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e Error) Unwrap() error { return e.Err }

// Walk finds the files in and below the directory root. The root can be a link, but Walk does not
// follow other links to directories. It does not enter hidden directories.
//
// Walk ignores hidden files, as the products do. It also ignores files that have no HCL name or no
// HCL-JSON form, and files that the target or the forced dialect excludes.
//
// It returns an error for an unreadable root or invalid options.
func Walk(root string, opts Options) (Found, error) {
	w := walker{root: root, opts: opts.Dialects, exclude: opts.Exclude}
	// An error for the empty name, which is the name of a stream, can only be an error in the
	// options.
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
		// A directory that does not exist needs no entry, because Walk cannot reach it.
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
	w.walkDirectory("")
	return w.found, nil
}

type walker struct {
	root    string
	dir     *os.Root // the opened root; prevents access to files outside of it
	opts    dialects.Options
	exclude []string
	skip    []fs.FileInfo
	found   Found
}

func (w *walker) walkDirectory(rel string) {
	entries, err := w.readEntries(rel)
	if err != nil {
		w.found.Errors = append(w.found.Errors, Error{Dir: filepath.Join(w.root, rel), Err: err})
	}
	for _, entry := range entries {
		rel := filepath.Join(rel, entry.Name())
		// opentofu's IsIgnoredFile (internal/configs/parser_config_dir.go) ignores several kinds of
		// names. Of these, only hidden files can have the ending of an HCL file.
		if strings.HasPrefix(entry.Name(), ".") || IsExcluded(w.exclude, rel) {
			continue
		}
		if !entry.IsDir() {
			w.addFile(rel, entry)
		} else if !w.isSkipped(rel) {
			w.walkDirectory(rel)
		}
	}
}

// readEntries returns the sorted entries of a directory. After an error, it also returns the entries
// before the error.
func (w *walker) readEntries(rel string) ([]fs.DirEntry, error) {
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

// IsExcluded reports whether a glob matches a path. rel is relative to the root, and the globs must be
// valid.
func IsExcluded(globs []string, rel string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool {
		pattern, inPath := parseGlob(glob)
		name := filepath.ToSlash(rel)
		if !inPath {
			name = filepath.Base(rel)
		}
		return doublestar.MatchUnvalidated(pattern, name)
	})
}

func (w *walker) isSkipped(rel string) bool {
	return slices.ContainsFunc(w.skip, func(skip fs.FileInfo) bool {
		info, err := w.dir.Lstat(rel)
		return err == nil && os.SameFile(info, skip)
	})
}

func (w *walker) addFile(rel string, entry fs.DirEntry) {
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

// identify returns the language of a file, and whether the options include the file. It also returns
// true if only the ambiguous name excludes the file.
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

// parseGlob returns the pattern of a glob. inPath is true if the pattern matches a path instead of a
// name.
func parseGlob(glob string) (pattern string, inPath bool) {
	pattern = strings.TrimRight(filepath.ToSlash(glob), "/")
	inPath = strings.Contains(pattern, "/")
	for strings.HasPrefix(pattern, "./") {
		pattern = strings.TrimLeft(pattern[1:], "/")
	}
	return pattern, inPath
}
