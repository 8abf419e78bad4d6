package cli

import (
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/schema/dialects"
)

const (
	stdinPath = command.Stdin
	stdinName = "<stdin>"
)

// source is one input.
type source struct {
	name   string // in messages
	stdin  bool
	file   dialects.File
	info   fs.FileInfo // of what has been read; nil for standard input
	pipe   bool        // it may be a pipe, as nothing is written next to it
	given  []byte      // what has been read from a stream without a name
	below  string      // the path that is kept under -o
	target string      // where the output goes or what it is compared with; "" is standard output
	home   int         // the tree among those of the run in which the output belongs
	link   bool        // the file is a symbolic link

	canonicalDir string  // see dir
	linked       *source // with --replace, what the link leads to
	linkTo       string  // and what the new link says
}

// dir is the one name of the directory that a source is in; standard input is
// alone.
func (s *source) dir() string {
	if s.stdin {
		return stdinName
	}
	if s.canonicalDir == "" {
		s.canonicalDir = canonicalDir(s.name)
	}
	return s.canonicalDir
}

func sourceOf(f configdir.File) *source {
	return &source{name: f.Path, file: f.File, below: f.Rel, link: isLink(f.Path)}
}

// links is how many links that are replaced the source is away from a file.
func (s *source) links() int {
	const limit = 40 // as Linux has it
	n := 0
	for ; s.linked != nil && n < limit; s = s.linked {
		n++
	}
	return n
}

// text is a text of the source, for a comparison.
func (s *source) text(src []byte) equivalent.Source {
	return equivalent.Source{Bytes: src, Filename: s.name, JSON: s.file.JSON}
}

// twin is what the source becomes, for a comparison.
func (s *source) twin(out []byte) equivalent.Source {
	return equivalent.Source{Bytes: out, Filename: s.target, JSON: !s.file.JSON}
}

// uniqueSources leaves out files that are found a second time.
func uniqueSources(sources []*source) []*source {
	return firsts(sources, func(s *source) string { return filepath.Join(s.dir(), filepath.Base(s.name)) })
}

// withoutNames leaves out the links to what is among the sources under another name,
// as no file is edited twice.
func withoutNames(sources []*source) []*source {
	known := make(map[string]bool, len(sources))
	isKnown := func(s *source) bool {
		path, err := resolve(s.name)
		if s.stdin || err != nil {
			return false
		}
		again := known[path]
		known[path] = true
		return again
	}
	again := make(map[*source]bool)
	for _, links := range []bool{false, true} {
		for _, s := range sources {
			if s.link == links {
				again[s] = isKnown(s)
			}
		}
	}
	return slices.DeleteFunc(sources, func(s *source) bool { return again[s] })
}
