package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
)

// same returns an error if the target exists and its meaning differs from the source, which it
// replaces. The product has loaded both files until now.
func (o *outputs) same(c *conversion, there []byte) *hcl.Diagnostic {
	switch text, err := os.Readlink(c.target); {
	case err == nil && text == c.linkTo, err != nil && len(bytes.TrimSpace(there)) == 0:
		return nil // the result is the same, or no content is lost
	case err == nil:
		return report.Errorf("The file exists already", "%s is a link. Remove it first if it is not needed.", c.target)
	}
	found := compare(c.text(c.src), c.counterpart(there), o.session.language(c.source, c.src), o.form.comments == "keep")
	if !found.Equal() {
		return report.Errorf("The file exists already",
			"%s would be overwritten, and it is not the same as %s. What reads this directory reads both of them "+
				"now, or takes one of the two. Move what is needed to one of them and remove the other. To see what "+
				"differs: hcljson diff %s %s", c.target, c.name, c.name, c.target)
	}
	return nil
}

// mayStandAlone returns an error if the products would load the directories of the sources
// differently after the replacement.
func (o *outputs) mayStandAlone(module []*conversion) (*conversion, *hcl.Diagnostic) {
	hazards := func(dir string, names []string, changes []configdir.Change) []configdir.Hazard {
		holds := func(name, block string) bool { return mayHold(filepath.Join(dir, name), block) }
		return configdir.Hazards(names, changes, o.session.target, holds, o.session.described...)
	}
	at, diag := eachDirectory(module, (*conversion).dir, hazards)
	if diag != nil {
		return at, diag
	}
	if c := otherLink(module); c != nil {
		return c, report.Errorf("A link to another file",
			"%s is a link to %s, but does not become the same.", c.name, c.linked.name)
	}
	return nil, nil
}

// mayHold reports whether a file may contain blocks of a type. JSON can contain the type with
// escapes.
func mayHold(path, block string) bool {
	src, _, err := readFile(path)
	return err != nil || bytes.Contains(src, []byte(block)) || bytes.Contains(src, []byte(`\u`))
}

// otherLink returns a link whose conversion differs from the conversion of its target, or nil.
func otherLink(module []*conversion) *conversion {
	bySource := make(map[*source]*conversion, len(module))
	for _, c := range module {
		bySource[c.source] = c
	}
	for _, c := range module {
		if c.linked != nil && (bySource[c.linked] == nil || !bytes.Equal(c.converted, bySource[c.linked].converted)) {
			return c
		}
	}
	return nil
}

// noteNames adds the warnings of the languages about changed names, without duplicates.
func noteNames(r *report.Report, sources []task) {
	shown := map[string]bool{"": true}
	for _, s := range sources {
		if !shown[s.file.Note] {
			r.Add(s.name, nil, report.Warningf("The name matters",
				"%s becomes %s. %s", s.name, filepath.Base(s.file.Twin), s.file.Note))
		}
		shown[s.file.Note] = true
	}
}

// findLinks finds the sources that are links. A link is replaced with a link to the replacement of
// its target. It returns the sources that can be replaced.
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
			// Join would resolve ".." after a link to a different directory.
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

// withoutLinks returns the sources without those that are targets of links in or below the
// directories of the run. Their replacement would leave dangling links. A link that is replaced
// itself is allowed.
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

// links returns the symbolic links in directories, and all symbolic links below the operands,
// including those in excluded directories.
func (f *finder) links(dirs []string) []string {
	var links []string
	add := func(path string, entry fs.DirEntry) {
		if entry.Type()&fs.ModeSymlink != 0 {
			links = append(links, path)
		}
	}
	// Read errors are reported elsewhere.
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
