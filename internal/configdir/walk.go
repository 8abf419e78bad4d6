// Package configdir finds the files of a directory that can be converted, and tells
// what the products would read differently once their names are others.
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

	"github.com/hcljson/hcljson/schema/dialects"
)

// Options say which files below a root are taken.
type Options struct {
	// Dialects are for [dialects.ForFile]. A forced dialect is that of the
	// files whose names are vague; those of other languages are left out.
	Dialects dialects.Options
	// Exclude are globs. One without a slash matches the name of a file or
	// directory, one with a slash its path below the root. What matches is left
	// out, a directory with all that is in it.
	Exclude []string
	// Skip are directories that are not entered when they turn up below the
	// root, under whichever name.
	Skip []string
}

// File is a file that can be converted.
type File struct {
	Path string // as the user would name it
	Rel  string // below the root
	dialects.File
}

// Found is what there is below a root. All paths are as the user would name
// them, in the order of [filepath.WalkDir].
type Found struct {
	Files []File
	// Unclear are the files that are left out because their names are vague
	// and no dialect is forced.
	Unclear []string
	// Irregular would be taken by their names, but are pipes, devices, or links
	// that lead nowhere.
	Irregular []string
	// Errors are those of directories and files that cannot be looked at. What is
	// missing for them is missing in the rest of Found.
	Errors []Error
}

// Incomplete are the directories, as the user would name them, that something in is
// not known of.
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

// Error says why not all of a directory is known.
type Error struct {
	Dir string // as the user would name it
	Err error
}

func (e Error) Error() string { return e.Err.Error() }
func (e Error) Unwrap() error { return e.Err }

// Walk finds the files in the directory root, which may be a link, and in the
// directories below it, of which links and hidden ones are not entered.
//
// What is left out without a word are hidden files, as the products do, those
// whose names do not say that they are HCL, those that have no form in
// HCL-JSON, and those that the target or the forced dialect does not know.
//
// The error is one of the root itself or of the options.
func Walk(root string, opts Options) (Found, error) {
	w := walker{root: root, opts: opts.Dialects, exclude: opts.Exclude}
	// The name of a stream leaves the options alone to be wrong.
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
		// One that does not exist is not found either.
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
	dir     *os.Root // the root, which is not left
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
		// Of the names that opentofu internal/configs/parser_config_dir.go,
		// IsIgnoredFile, leaves out, only the hidden ones have an ending that
		// says HCL.
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

// entries are those of a directory, sorted: what could be read next to an error.
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

// Excluded reports whether one of the globs, which are valid, matches a path below a
// directory.
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

// identify decides by the name of a file whether it is taken, or would be if the name
// were not vague.
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

// ValidateGlob returns an error if glob is not one that [Options] can have in
// Exclude.
func ValidateGlob(glob string) error {
	pattern, _ := parseGlob(glob)
	if pattern == "" || pattern == "." || !doublestar.ValidatePattern(pattern) {
		return fmt.Errorf("%q is not a glob: want a name or a path with *, **, ?, [a-z] or {a,b}", glob)
	}
	return nil
}

// parseGlob returns a glob as a pattern, and whether it is for the path rather than the name.
func parseGlob(glob string) (pattern string, inPath bool) {
	pattern = strings.TrimRight(filepath.ToSlash(glob), "/")
	inPath = strings.Contains(pattern, "/")
	for strings.HasPrefix(pattern, "./") {
		pattern = strings.TrimLeft(pattern[1:], "/")
	}
	return pattern, inPath
}
