package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
)

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

// findTrees finds the trees of the run, and for each source the one that its target
// is in: the directory of -o, the directory that is named, or the one in which a file
// is that is named.
func (r *run) findTrees(sources []*source) {
	known := map[string]int{}
	for _, s := range sources {
		name := filepath.Clean(strings.TrimSuffix(s.name, s.below))
		switch {
		case r.outputDir != "":
			name = r.outputDir
		case r.opts.output != "" && r.opts.output != stdoutPath:
			name = filepath.Dir(r.opts.output)
		}
		if _, found := known[name]; !found {
			known[name] = len(r.trees)
			r.trees = append(r.trees, newOutputTree(name))
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
func (r *run) destination(target string, home int, like func(name string) bool) (destination, *hcl.Diagnostic) {
	if r.opts.followLinks {
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
	place, inside := r.trees[home].place(real)
	for i := 0; !inside && i < len(r.trees); i++ {
		place, inside = r.trees[i].place(real)
	}
	says, _ := os.Readlink(target)
	const advice = "Remove the link, write elsewhere with -o, or let links be followed with --follow-links."
	switch link := r.trees[home].linkTo(target); {
	case !inside && path != target:
		return place, errorf("A link to elsewhere", "%s is a link to %s, which is outside of %s. %s", target, says, r.trees[home].name, advice)
	case !inside && link != "":
		return place, errorf("A link to elsewhere", "%s is a link, so that %s would be written outside of %s. %s", link, target, r.trees[home].name, advice)
	case !inside:
		return place, errorf("A link to elsewhere", "%s would be written to %s, which is outside of %s. %s", target, real, r.trees[home].name, advice)
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
func (r *run) like(s *source) func(name string) bool {
	return func(name string) bool {
		named, err := r.byItsName(name)
		forced := named.Vague && r.opts.dialect != ""
		isJSON := s.file.JSON == (r.editor != nil)
		return err == nil && named.JSON == isJSON && (forced || named.Dialect.Name == s.file.Dialect.Name)
	}
}

// place returns where a file is in the tree, and whether it is in it.
func (t outputTree) place(real string) (destination, bool) {
	rel, err := filepath.Rel(t.real, real)
	if err != nil || !filepath.IsLocal(rel) {
		return destination{}, false
	}
	return destination{path: filepath.Join(t.name, rel), root: t.name}, true
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
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
