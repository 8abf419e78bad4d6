package cli

import (
	"bytes"
	"io/fs"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/atomic"
)

// newFiles writes files that a command makes, all or none, and nothing over a file that
// holds something else, unless it is told to.
type newFiles struct {
	*outputs
	// info is that of the file from which they are made; nil for standard input.
	info fs.FileInfo
}

// print writes the files to standard output, one after the other.
func (n *newFiles) print(files []toconfig.File) hcl.Diagnostics {
	for _, f := range files {
		if diags := n.writeOut(f.Bytes); diags != nil {
			return diags
		}
	}
	return nil
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
		case there.info != nil && !n.opts.force:
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
