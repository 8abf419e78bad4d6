package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/atomic"
)

// newFiles writes files that a command makes, all or none, and nothing over a file that
// holds something else, unless it is told to.
type newFiles struct {
	*run
	// info is that of the file from which they are made; nil for standard input.
	info fs.FileInfo
}

// existing is what is at the place of a new file; info is nil if that is nothing.
type existing struct {
	destination
	content []byte
	info    fs.FileInfo
}

// existing looks at the place of a file, which is below a tree of the run. like reports
// whether it may be written through a link with such a name.
func (r *run) existing(path string, home int, like func(name string) bool) (existing, *hcl.Diagnostic) {
	place, diag := r.destination(path, home, like)
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

// errThere says that another file is at a place.
func errThere(path string) *hcl.Diagnostic {
	return errorf("A file is there already", "%s holds something else. Nothing was written: "+
		"choose another directory, or overwrite what is there with --force.", path)
}

// changes are what the files change below the directory of -o, or where they are.
func (n *newFiles) changes(files []toconfig.File, like func(name string) bool) ([]atomic.Change, *hcl.Diagnostic) {
	n.interruptible()
	homes := map[string]int{}
	var changes []atomic.Change
	for _, f := range files {
		path := filepath.Join(n.opts.output, filepath.FromSlash(f.Name))
		dir := n.opts.output
		if dir == "" {
			dir = filepath.Dir(path)
		}
		if _, found := homes[dir]; !found {
			homes[dir] = len(n.trees)
			n.trees = append(n.trees, newOutputTree(dir))
		}
		there, diag := n.existing(path, homes[dir], like)
		switch {
		case diag != nil:
			return nil, diag
		case there.info != nil && bytes.Equal(there.content, f.Bytes):
			continue
		case there.info != nil && !n.opts.generate.force:
			return nil, errThere(path)
		}
		changes = append(changes, there.change(f.Bytes, n.mode()))
	}
	return changes, nil
}

// mode is the permissions of a new file: who may read the file from which it is made
// may read it.
func (n *newFiles) mode() fs.FileMode {
	if n.info != nil && n.info.Mode().IsRegular() {
		return n.info.Mode().Perm()&0o666 | 0o200
	}
	return atomic.DefaultMode
}

// commit makes the changes, all or none.
func (r *run) commit(changes []atomic.Change) hcl.Diagnostics {
	if r.ctx.Err() != nil {
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
