package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hcljson/hcljson/internal/cli/report"
)

// findLinks looks for sources that are links, which are replaced with links to
// what replaces the file or link that they lead to. It returns the sources that
// can be replaced, and whether these are all.
func (f *finder) findLinks(sources []*source) []*source {
	byPath := make(map[string]*source, len(sources))
	for _, s := range sources {
		if path, err := canonical(s.name); err == nil && !s.stdin {
			byPath[path] = s
		}
	}
	return slices.DeleteFunc(sources, func(s *source) bool {
		if !s.link {
			return false
		}
		text, err := os.Readlink(s.name)
		if err != nil {
			f.fail(s, nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err)))
			return true
		}
		next := text
		if !filepath.IsAbs(text) {
			// Not joined: ".." after a link is another directory than without it.
			next = filepath.Dir(s.name) + string(filepath.Separator) + text
		}
		if path, err := canonical(next); err == nil {
			s.linked = byPath[path]
		}
		if s.linked != nil && s.linked.file.Dialect.Name != s.file.Dialect.Name {
			f.fail(s, nil, report.Errorf("A link to another language",
				"%s is a link to %s, but by their names they are in different languages, so they do not become "+
					"the same.", s.name, text))
			return true
		}
		if s.linked == nil {
			f.fail(s, nil, report.Errorf("A link to another file",
				"%s is a link to %s, which is not converted with it, so there would be nothing to link to. Name "+
					"that file too, or a directory that both are in.", s.name, text))
			return true
		}
		dir, _ := filepath.Split(text)
		s.linkTo = dir + filepath.Base(s.linked.file.Twin)
		return false
	})
}

// withoutLinks returns the sources that no link in or below the directories of
// the run leads to unless it is replaced itself, and whether these are all: the others
// would leave a link that leads nowhere.
func (f *finder) withoutLinks(sources []*source) []*source {
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
	for _, name := range f.links(dirs) {
		path, err := canonical(name)
		if err != nil || goes[path] != nil {
			continue
		}
		if path, err = resolve(name); err != nil {
			continue
		}
		if s := goes[path]; s != nil && !linked[s] {
			linked[s] = true
			f.fail(s, nil, report.Errorf("A link to this file",
				"%s is a link to %s, which would go away. Name that too, or remove it.", name, s.name))
		}
	}
	return slices.DeleteFunc(sources, func(s *source) bool { return linked[s] })
}

// links returns the symbolic links in directories, and everywhere below the
// directories that are operands, also where no files are taken from.
func (f *finder) links(dirs []string) []string {
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
	for _, root := range f.roots {
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
