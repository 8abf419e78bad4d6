package input

import (
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/conventions"
)

// Source is an input file or standard input.
type Source struct {
	Name   string // the path as the user wrote it, or <stdin>
	Stdin  bool
	File   dialects.File
	Pipe   bool   // the source may be a pipe
	Below  string // the relative path of the result in the directory of -o
	Link   bool   // the file is a symbolic link
	Copied bool   // the file is already in the target syntax, and is copied

	CanonicalDir string  // see Dir
	Linked       *Source // with --replace, the target of the link
	LinkTo       string  // with --replace, the text of the new link

	text   *source.Source // the text of a stream, after it is read
	module *Module        // of standard input
}

// operand returns the operand for [env.Env.ReadInput].
func (s *Source) operand() string {
	if s.Stdin {
		return env.StdinPath
	}
	return s.Name
}

// NewSource returns the source of the file name. below is the relative path of its result in the
// directory of -o.
func NewSource(name, below string) *Source {
	return &Source{Name: name, Below: below, Link: env.IsLink(name), CanonicalDir: env.CanonicalDir(name)}
}

// Dir returns the canonical directory of a source. For standard input, it returns [env.StdinName].
func (s *Source) Dir() string {
	if s.Stdin {
		return env.StdinName
	}
	return s.CanonicalDir
}

// Path returns the canonical path of the source.
func (s *Source) Path() string { return filepath.Join(s.Dir(), filepath.Base(s.Name)) }

// Module returns the directory of the module of a source. For a source in a test directory, it
// returns the parent directory.
func (s *Source) Module() string {
	if d := s.File.Dialect; d != nil && conventions.Of(d).Outside != nil && filepath.Base(s.Dir()) == conventions.Of(d).Outside.Directory {
		return filepath.Dir(s.Dir())
	}
	return s.Dir()
}

// SourceOf returns the source of a file that configdir found.
func SourceOf(f configdir.File) *Source {
	s := NewSource(f.Path, f.Rel)
	s.File = f.File
	return s
}

// Links returns the number of links from the source to a regular file. It is 0 for a source that is
// not a link, and without --replace.
func (s *Source) Links() int {
	const limit = 40 // the limit of Linux
	n := 0
	for ; s.Linked != nil && n < limit; s = s.Linked {
		n++
	}
	return n
}

// Text returns the source for a comparison, with the content src.
func (s *Source) Text(src []byte) equivalent.Source {
	return equivalent.Source{Bytes: src, Filename: s.Name, JSON: s.File.JSON, Override: dialects.IsOverride(s.Name)}
}

// uniqueSources returns the sources without duplicates.
func uniqueSources(sources []*Source) []*Source {
	return env.Firsts(sources, (*Source).Path)
}

// WithoutLinkedNames omits sources that are links to other sources, so that no file is edited twice.
func WithoutLinkedNames(sources []*Source) []*Source {
	known := make(map[string]bool, len(sources))
	isKnown := func(s *Source) bool {
		path, err := env.Resolve(s.Name)
		if s.Stdin || err != nil {
			return false
		}
		again := known[path]
		known[path] = true
		return again
	}
	again := make(map[*Source]bool)
	for _, links := range []bool{false, true} {
		for _, s := range sources {
			if s.Link == links {
				again[s] = isKnown(s)
			}
		}
	}
	return slices.DeleteFunc(sources, func(s *Source) bool { return again[s] })
}

// Load reads a source and validates it.
func (run *Session) Load(s *Source) (*source.Source, fs.FileInfo, *hcl.Diagnostic) {
	src, info, err := run.Read(s)
	if err != nil {
		return nil, nil, report.CannotRead(s.Name, err)
	}
	src, diag := Validate(s, src)
	return src, info, diag
}
