package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// outputs knows where files are written: in trees that the command line names.
type outputs struct {
	session *session
	trees   []outputTree
	// inPlace: what is written is its source, edited.
	inPlace bool
}

// outputsBeside are for the output of a file that is not in a tree of the run.
func (s *session) outputsBeside(path string) *outputs {
	return &outputs{session: s, trees: []outputTree{newOutputTree(filepath.Dir(path))}}
}

// outputTree is a directory that the command line names to be written into, and
// where it is without links.
type outputTree struct{ name, real string }

func newOutputTree(name string) outputTree {
	real, err := resolve(filepath.Join(name, "x"))
	if err != nil {
		return outputTree{name, name}
	}
	return outputTree{name, filepath.Dir(real)}
}

// place returns where a file is in the tree, and whether it is in it.
func (t outputTree) place(real string) (destination, bool) {
	rel, err := filepath.Rel(t.real, real)
	if err != nil || !filepath.IsLocal(rel) {
		return destination{}, false
	}
	return destination{path: filepath.Join(t.name, rel), root: t.name}, true
}

// linkTo returns the first directory on the way from the tree to a file that is a
// link, or nothing.
func (t outputTree) linkTo(target string) string {
	rel, err := filepath.Rel(t.name, filepath.Dir(target))
	if err != nil {
		return ""
	}
	dir := t.name
	for _, name := range strings.Split(rel, string(os.PathSeparator)) {
		if dir = filepath.Join(dir, name); name != "." && isLink(dir) {
			return dir
		}
	}
	return ""
}

// findTrees finds the trees of the run, and for each source the one that its target
// is in: the directory into which all go, if there is one, the directory that is named, or
// the one in which a file is that is named.
func (o *outputs) findTrees(sources []*source, into string) {
	known := map[string]int{}
	for _, s := range sources {
		name := into
		if name == "" {
			name = filepath.Clean(strings.TrimSuffix(s.name, s.below))
		}
		if _, found := known[name]; !found {
			known[name] = len(o.trees)
			o.trees = append(o.trees, newOutputTree(name))
		}
		s.home = known[name]
	}
}

// destination is where a file is written: a path without links below a root, or
// any path if there is no root.
type destination struct{ path, root string }

// destination finds where a write to target goes. Links are followed to a file in one
// of the trees of the run that is like the one to be written, and elsewhere only if
// the user says so: what lies in a tree must not decide what is written outside of it.
func (o *outputs) destination(target string, home int, like func(name string) bool) (destination, *hcl.Diagnostic) {
	if o.session.followLinks {
		return destination{path: target}, nil
	}
	path, err := atomic.Target(target)
	if err != nil {
		return destination{}, report.Errorf("Cannot write the file", "%s: %s.", target, report.Reason(err))
	}
	real, err := resolve(path)
	if err != nil {
		return destination{}, report.Errorf("Cannot write the file", "%s: %s.", target, report.Reason(err))
	}
	place, inside := o.trees[home].place(real)
	for i := 0; !inside && i < len(o.trees); i++ {
		place, inside = o.trees[i].place(real)
	}
	says, _ := os.Readlink(target)
	const advice = "Remove the link, write elsewhere with -o, or let links be followed with --follow-links."
	switch link := o.trees[home].linkTo(target); {
	case !inside && path != target:
		return place, report.Errorf("A link to elsewhere",
			"%s is a link to %s, which is outside of %s. %s", target, says, o.trees[home].name, advice)
	case !inside && link != "":
		return place, report.Errorf("A link to elsewhere",
			"%s is a link, so %s would be written outside of %s. %s", link, target, o.trees[home].name, advice)
	case !inside:
		return place, report.Errorf("A link to elsewhere",
			"%s would be written to %s, which is outside of %s. %s", target, real, o.trees[home].name, advice)
	case link != "" && !exists(link):
		return place, report.Errorf("A link that leads nowhere",
			"%s is a link to a directory that does not exist. %s", link, advice)
	case path != target && !like(path):
		return place, report.Errorf("A link to another kind of file",
			"%s is a link to %s, whose name does not say that it is such a file. %s", target, says, advice)
	}
	return place, nil
}

// like returns a function that tells whether a name is that of a file which the
// conversion of a source could be, in the same language; or which could be edited in
// its place.
func (o *outputs) like(s *source) func(name string) bool {
	return func(name string) bool {
		named, err := o.session.byItsName(name)
		forced := named.Vague && o.session.dialect != ""
		isJSON := s.file.JSON == o.inPlace
		return err == nil && named.JSON == isJSON && (forced || named.Dialect.Name == s.file.Dialect.Name)
	}
}

// overwritable refuses to write over a file that holds something else than the new text
// does, by what is in it or its name: a slip must not cost a state, or a source. s is nil
// where the text is not that of a source.
func (o *outputs) overwritable(path string, old, text []byte, s *source) *hcl.Diagnostic {
	holds := ""
	d, inJSON := documentOf(old), beginsJSON(text)
	switch {
	case len(bytes.TrimSpace(old)) == 0:
	case d != nil:
		holds = d.is
	case isArchive(old):
		holds = "an archive, as saved plans are"
	case inJSON && !beginsJSON(old):
		holds = "something else than JSON"
	case !inJSON && beginsJSON(old):
		holds = "JSON"
	case s != nil && o.otherLanguage(s, path):
		holds = "something else, by its name"
	}
	if holds == "" {
		return nil
	}
	return report.Errorf("Output over another file", "%s holds %s, so it is not replaced. Choose another name, or remove "+
		"it first.", path, holds)
}

// otherLanguage reports whether the names of a source and of a file are those of different
// languages.
func (o *outputs) otherLanguage(s *source, name string) bool {
	named, err := o.session.byItsName(name)
	return err == nil && o.session.dialect == "" && !s.stdin && !s.file.Vague && !named.Vague && !o.like(s)(name)
}

// existing is what is at the place of a new file; info is nil if that is nothing.
type existing struct {
	destination
	content []byte
	info    fs.FileInfo
}

// existing looks at the place of a file, which is below a tree of the run. like reports
// whether it may be written through a link with such a name.
func (o *outputs) existing(path string, home int, like func(name string) bool) (existing, *hcl.Diagnostic) {
	place, diag := o.destination(path, home, like)
	if diag != nil {
		return existing{}, diag
	}
	content, info, err := readTarget(place.path)
	if err != nil {
		return existing{}, report.Errorf("Cannot write the file", "%s: %s.", path, report.Reason(err))
	}
	return existing{place, content, info}, nil
}

// change is how a file is written there, with the mode if there is none yet.
func (e existing) change(content []byte, mode fs.FileMode) atomic.Change {
	change := atomic.Change{Path: e.path, Root: e.root, Content: content, Mode: mode}
	if e.info != nil {
		change.Mode, change.Overwrites = e.info.Mode().Perm(), e.content
	}
	return change
}

// readTarget reads the file that is to be replaced or compared with, and returns what
// it is; nil if there is none. Anything but a regular file is refused.
func readTarget(path string) ([]byte, fs.FileInfo, error) {
	content, info, err := atomic.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case errors.Is(err, atomic.ErrNotRegular):
		err = errors.New("it is not a regular file; redirect standard output to write to it")
	}
	return content, info, err
}

// newFiles are files that a command makes, which are written all or none, and over no file that
// holds something else, unless the user says so.
type newFiles struct {
	list []toconfig.File
	dir  string // that they are below, or empty
	// info is that of the file from which they are made; nil for standard input.
	info fs.FileInfo
	// like reports whether one may be written through a link with such a name.
	like func(name string) bool
}

// print writes the files to standard output, one after the other.
func (n *newFiles) print(s *session) hcl.Diagnostics {
	for _, f := range n.list {
		if diags := s.writeOut(f.Bytes); diags != nil {
			return diags
		}
	}
	return nil
}

// errThere says that another file is at a place.
func errThere(path string) *hcl.Diagnostic {
	return report.Errorf("The file exists already", "%s holds something else. Nothing was written: "+
		"choose another directory, or overwrite what is there with --force.", path)
}

// changes are what the files change below the directory of -o, or where they are.
func (n *newFiles) changes(s *session) ([]atomic.Change, *hcl.Diagnostic) {
	out := &outputs{session: s}
	homes := map[string]int{}
	var changes []atomic.Change
	for _, f := range n.list {
		path := filepath.Join(n.dir, filepath.FromSlash(f.Name))
		dir := n.dir
		if dir == "" {
			dir = filepath.Dir(path)
		}
		if _, found := homes[dir]; !found {
			homes[dir] = len(out.trees)
			out.trees = append(out.trees, newOutputTree(dir))
		}
		there, diag := out.existing(path, homes[dir], n.like)
		switch {
		case diag != nil:
			return nil, diag
		case there.info != nil && bytes.Equal(there.content, f.Bytes):
			continue
		case there.info != nil && !s.force:
			return nil, errThere(path)
		}
		changes = append(changes, there.change(f.Bytes, modeLike(n.info)))
	}
	return changes, nil
}

// modeLike is the permissions of a new file: who may read the file from which it is made
// may read it.
func modeLike(info fs.FileInfo) fs.FileMode {
	if info != nil && info.Mode().IsRegular() {
		return info.Mode().Perm()&0o666 | 0o200
	}
	return atomic.DefaultMode
}

// otherFiles warns of configuration files in a directory that the product would read
// next to those that are written; that the directory cannot be read is an error.
func otherFiles(dir string, written func(name string) bool) *hcl.Diagnostic {
	names, err := fileNames(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return report.Errorf("Cannot read the directory", "%s.", report.PathReason(err))
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.HasPrefix(name, ".") || !isConfiguration(name) || written(name)
	})
	if len(names) == 0 {
		return nil
	}
	return report.Warningf("Other configuration files",
		"The product reads these as well, as parts of the same module: %s in %s.", strings.Join(names, ", "), dir)
}
