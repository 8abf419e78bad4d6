package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
)

// stdoutPath names standard output to -o.
const stdoutPath = "-"

// outputs knows where files are written: in trees that the command line names.
type outputs struct {
	*languages
	trees []outputTree
	// dir is that of -o, if it is a directory.
	dir string
	// editing: what is written is in the syntax of its source.
	editing bool
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
// is in: the directory of -o, the directory that is named, or the one in which a file
// is that is named.
func (o *outputs) findTrees(sources []*source) {
	known := map[string]int{}
	for _, s := range sources {
		name := filepath.Clean(strings.TrimSuffix(s.name, s.below))
		switch {
		case o.dir != "":
			name = o.dir
		case o.opts.output != "" && o.opts.output != stdoutPath:
			name = filepath.Dir(o.opts.output)
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
	if o.opts.followLinks {
		return destination{path: target}, nil
	}
	path, err := atomic.Target(target)
	if err != nil {
		return destination{}, errorf("Cannot write the file", "%s: %s.", target, reason(err))
	}
	real, err := resolve(path)
	if err != nil {
		return destination{}, errorf("Cannot write the file", "%s: %s.", target, reason(err))
	}
	place, inside := o.trees[home].place(real)
	for i := 0; !inside && i < len(o.trees); i++ {
		place, inside = o.trees[i].place(real)
	}
	says, _ := os.Readlink(target)
	const advice = "Remove the link, write elsewhere with -o, or let links be followed with --follow-links."
	switch link := o.trees[home].linkTo(target); {
	case !inside && path != target:
		return place, errorf("A link to elsewhere", "%s is a link to %s, which is outside of %s. %s", target, says, o.trees[home].name, advice)
	case !inside && link != "":
		return place, errorf("A link to elsewhere", "%s is a link, so that %s would be written outside of %s. %s", link, target, o.trees[home].name, advice)
	case !inside:
		return place, errorf("A link to elsewhere", "%s would be written to %s, which is outside of %s. %s", target, real, o.trees[home].name, advice)
	case link != "" && !exists(link):
		return place, errorf("A link that leads nowhere", "%s is a link to a directory that does not exist. %s", link, advice)
	case path != target && !like(path):
		return place, errorf("A link to another kind of file", "%s is a link to %s, whose name does not say that it is such a file. %s", target, says, advice)
	}
	return place, nil
}

// like returns a function that tells whether a name is that of a file which the
// conversion of a source could be, in the same language; or which could be edited in
// its place.
func (o *outputs) like(s *source) func(name string) bool {
	return func(name string) bool {
		named, err := o.byItsName(name)
		forced := named.Vague && o.opts.dialect != ""
		isJSON := s.file.JSON == o.editing
		return err == nil && named.JSON == isJSON && (forced || named.Dialect.Name == s.file.Dialect.Name)
	}
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
		return existing{}, errorf("Cannot write the file", "%s: %s.", path, reason(err))
	}
	return existing{place, content, info}, nil
}

// change is how a file is written there, with the mode if there is none yet.
func (e existing) change(content []byte, mode fs.FileMode) atomic.Change {
	if e.info != nil {
		mode = e.info.Mode().Perm()
	}
	return atomic.Change{Path: e.path, Root: e.root, Content: content, Mode: mode}
}

// readTarget reads the file that is to be replaced or compared with, and returns what
// it is; nil if there is none. Anything but a regular file is refused.
func readTarget(path string) ([]byte, fs.FileInfo, error) {
	content, info, err := atomic.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case errors.Is(err, atomic.ErrNotRegular):
		return nil, nil, errors.New("it is not a regular file; redirect standard output if it is to be written to")
	}
	return content, info, err
}

// commit makes the changes, all or none.
func (o *outputs) commit(changes []atomic.Change) hcl.Diagnostics {
	if o.ctx.Err() != nil {
		return hcl.Diagnostics{errInterrupted()}
	}
	partial := (*atomic.PartialError)(nil)
	if err := atomic.Commit(changes); errors.As(err, &partial) {
		return hcl.Diagnostics{errorf("Not all is in order", "%s.", err)}
	} else if err != nil {
		return hcl.Diagnostics{errorf("Cannot write the file", "%s. Nothing was written.", pathReason(err))}
	}
	return nil
}
