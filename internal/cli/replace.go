package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/tree"
)

// replaceable refuses to write over a file that says something else than the
// source: the product has read both until now.
func (r *run) replaceable(c *conversion, existing []byte) *hcl.Diagnostic {
	if info, err := os.Lstat(c.target); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return errorf("The file exists already", "%s is a link. Remove it first if it is not needed.", c.target)
	}
	diags := r.compare(
		equivalent.Source{Bytes: c.src, Filename: c.name, JSON: c.file.JSON},
		equivalent.Source{Bytes: existing, Filename: c.target, JSON: !c.file.JSON},
		r.language(c.source, c.src), r.opts.comments == "keep")
	if diags.HasErrors() {
		return errorf("The file exists already", "%s would be overwritten, and it is not the same as %s. What reads this directory reads both of them now, or takes one of the two. Move what is needed to one of them and remove the other. To see what differs: hcljson diff %s %s", c.target, c.name, c.name, c.target)
	}
	return nil
}

// hazard asks whether the products would still read the directories of the
// sources as they do.
func (r *run) hazard(conversions []*conversion) (*conversion, *hcl.Diagnostic) {
	return eachDirectory(conversions, (*conversion).dir, func(dir string, names []string, changes []tree.Change) []tree.Hazard {
		holds := func(name, block string) bool { return mayHold(filepath.Join(dir, name), block) }
		return tree.Hazards(names, changes, r.opts.target, holds)
	})
}

// addition asks whether new files do more to the directories that they come to
// than to be there as well.
func (r *run) addition(conversions []*conversion) (*conversion, *hcl.Diagnostic) {
	named := slices.DeleteFunc(slices.Clone(conversions), func(c *conversion) bool { return c.stdin })
	return eachDirectory(named, func(c *conversion) string { return canonicalDir(c.target) }, func(dir string, names []string, changes []tree.Change) []tree.Hazard {
		return tree.Added(names, changes, r.opts.target)
	})
}

// eachDirectory looks for a hazard in each directory of conversions, and returns
// the first with the conversion that it is about.
func eachDirectory(conversions []*conversion, dirOf func(*conversion) string, hazards func(dir string, names []string, changes []tree.Change) []tree.Hazard) (*conversion, *hcl.Diagnostic) {
	var dirs []string
	byDir := map[string][]*conversion{}
	for _, c := range conversions {
		dir := dirOf(c)
		if byDir[dir] == nil {
			dirs = append(dirs, dir)
		}
		byDir[dir] = append(byDir[dir], c)
	}
	for _, dir := range dirs {
		inDir := byDir[dir]
		names, err := fileNames(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return inDir[0], errorf("Cannot read the directory", "%s: %s.", dir, reason(err))
		}
		changes := make([]tree.Change, len(inDir))
		for i, c := range inDir {
			to := filepath.Base(c.target)
			changes[i] = tree.Change{From: filepath.Base(c.name), To: to, Identical: slices.Contains(names, to)}
		}
		found := hazards(dir, names, changes)
		if len(found) == 0 {
			continue
		}
		at := inDir[0]
		for _, c := range inDir {
			if filepath.Base(c.name) == found[0].Files[0] {
				at = c
			}
		}
		return at, errorf(found[0].Summary, "%s", found[0].Detail)
	}
	return nil, nil
}

// fileNames returns the names of what is in a directory, but for directories.
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

// mayHold reports whether a file may hold blocks of a type. JSON can spell the word with
// escapes.
func mayHold(path, block string) bool {
	src, _, err := readFile(path)
	return err != nil || bytes.Contains(src, []byte(block)) || bytes.Contains(src, []byte(`\u`))
}

// findLinks looks for sources that are links, which are replaced with links to
// what replaces the file or link that they lead to. It returns the sources that
// can be replaced, and whether these are all.
func (r *run) findLinks(sources []*source) ([]*source, bool) {
	byPath := make(map[string]*source, len(sources))
	for _, s := range sources {
		if path, err := canonical(s.name); err == nil && !s.stdin {
			byPath[path] = s
		}
	}
	ok := true
	kept := slices.DeleteFunc(sources, func(s *source) bool {
		if !s.link {
			return false
		}
		text, err := os.Readlink(s.name)
		if err != nil {
			r.fail(s, nil, errorf("Cannot read the file", "%s: %s.", s.name, reason(err)))
			ok = false
			return true
		}
		next := text
		if !filepath.IsAbs(text) {
			// Not joined: ".." behind a link is another directory than without it.
			next = filepath.Dir(s.name) + string(filepath.Separator) + text
		}
		if path, err := canonical(next); err == nil {
			s.linked = byPath[path]
		}
		if s.linked != nil && s.linked.file.Dialect.Name != s.file.Dialect.Name {
			r.fail(s, nil, errorf("A link to another language", "%s is a link to %s, but by their names they are in different languages, so that they do not become the same.", s.name, text))
			ok = false
			return true
		}
		if s.linked == nil {
			r.fail(s, nil, errorf("A link to another file", "%s is a link to %s, which is not converted with it, so that there would be nothing to link to. Name that file too, or a directory that both are in.", s.name, text))
			ok = false
			return true
		}
		dir, _ := filepath.Split(text)
		s.linkTo = dir + filepath.Base(s.linked.file.Twin)
		return false
	})
	return kept, ok
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

// withoutLinks returns the sources that no link in or below the directories of
// the run leads to unless it is replaced itself, and whether these are all: the others
// would leave a link that leads nowhere.
func (r *run) withoutLinks(sources []*source) ([]*source, bool) {
	goes := make(map[string]*source, len(sources))
	seen := map[string]bool{}
	var dirs []string
	for _, s := range sources {
		if path, err := canonical(s.name); err == nil && !s.stdin {
			goes[path] = s
			if !seen[s.dir()] {
				dirs = append(dirs, s.dir())
			}
			seen[s.dir()] = true
		}
	}
	linked := map[*source]bool{}
	for _, name := range r.links(dirs) {
		path, err := canonical(name)
		if err != nil || goes[path] != nil {
			continue
		}
		if path, err = resolve(name); err != nil {
			continue
		}
		if s := goes[path]; s != nil && !linked[s] {
			linked[s] = true
			r.fail(s, nil, errorf("A link to this file", "%s is a link to %s, which would go away. Name that too, or remove it.", name, s.name))
		}
	}
	return slices.DeleteFunc(sources, func(s *source) bool { return linked[s] }), len(linked) == 0
}

// links returns the symbolic links in directories, and everywhere below the
// directories that are operands, also where no files are taken from.
func (r *run) links(dirs []string) []string {
	var links []string
	add := func(path string, entry fs.DirEntry) {
		if entry.Type()&fs.ModeSymlink != 0 {
			links = append(links, path)
		}
	}
	// What cannot be read is an error elsewhere.
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			add(filepath.Join(dir, entry.Name()), entry)
		}
	}
	for _, root := range r.roots {
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil
			case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == ".terraform"):
				return fs.SkipDir
			}
			add(path, entry)
			return nil
		})
	}
	return links
}

// pathReason says what is wrong with which file.
func pathReason(err error) string {
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
