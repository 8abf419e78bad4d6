package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
)

// stdoutPath names standard output to -o.
const stdoutPath = "-"

// place sets the target of each source. Inputs is the number of files that the
// user named, which decides what a new path under -o becomes.
func (r *run) place(sources []*source, inputs int) *hcl.Diagnostic {
	if r.editor != nil {
		for _, s := range sources {
			if r.opts.write || r.opts.comparing() {
				s.target = s.name
			}
		}
		r.findTrees(sources)
		return nil
	}
	output := r.opts.output
	many := inputs > 1 || r.walked
	if output != "" && output != stdoutPath {
		info, err := os.Stat(output)
		switch {
		case err == nil && info.IsDir(), os.IsPathSeparator(output[len(output)-1]), err != nil && many:
			r.outputDir = output
		case many:
			return errorf("Invalid command line", "-o %s is a file, but several files are converted; name a directory.", output)
		case !isDir(filepath.Dir(output)):
			return errorf("Cannot write the file", "%s: there is no directory %s.", output, filepath.Dir(output))
		}
	}
	for _, s := range sources {
		switch {
		case r.outputDir != "" && s.name == stdinName:
			return errorf("Invalid command line", "Standard input has no file name to get under -o %s; use --stdin-filepath, or name a file.", output)
		case r.outputDir != "":
			s.target = filepath.Join(r.outputDir, filepath.Dir(s.below), filepath.Base(s.file.Twin))
		case output != "" && output != stdoutPath:
			s.target = output
		case r.opts.write || r.opts.replace || r.opts.comparing():
			s.target = s.file.Twin
		}
	}
	r.findTrees(sources)
	return nil
}

// withoutCollisions returns the sources whose targets are no sources, nor other
// sources' targets, and whether these are all. Links are what leads a target to
// another place than its own; without one it is the command line that is wrong, and
// nothing is left.
func (r *run) withoutCollisions(sources []*source) ([]*source, bool) {
	inputs := make(map[string]*source, len(sources))
	refused := make(map[*source]*hcl.Diagnostic)
	for _, s := range sources {
		if s.stdin {
			continue
		}
		path, err := resolve(s.name)
		if err != nil {
			refused[s] = errorf("Cannot read the file", "%s: %s.", s.name, reason(err))
		}
		if inputs[path] == nil || !s.link {
			inputs[path] = s
		}
	}
	writer := make(map[string]*source, len(sources))
	for _, s := range sources {
		path, err := resolve(s.target)
		if err != nil {
			refused[s] = errorf("Cannot write the file", "%s: %s.", s.target, reason(err))
			continue
		}
		other := writer[path]
		writer[path] = s
		diag := overInput(s, inputs[path])
		if other != nil {
			diag = errorf("Two outputs in one place", "%s and %s would both be written to %s.", other.name, s.name, s.target)
			if isLink(other.target) {
				refused[other] = diag
			}
		}
		switch {
		case diag == nil:
		case isLink(s.target) || other != nil && isLink(other.target):
			refused[s] = diag
		default:
			r.report.add("", nil, hcl.Diagnostics{diag})
			return nil, false
		}
	}
	kept := slices.DeleteFunc(sources, func(s *source) bool {
		if refused[s] != nil {
			r.fail(s, nil, refused[s])
			r.summary.Errors++
		}
		return refused[s] != nil
	})
	return kept, len(refused) == 0
}

// overInput is the error that a source would be written over one that is read.
func overInput(s, input *source) *hcl.Diagnostic {
	switch {
	case input == nil:
		return nil
	case input == s:
		return errorf("Output over the input", "%s would be overwritten with its own conversion.", s.name)
	}
	return errorf("Output over an input", "%s would be written to %s, which is to be converted itself. Name one of the two.", s.name, input.name)
}

// resolve returns the one name of the file that a path leads to, or would if
// it existed.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if path, err = atomic.Target(path); err != nil {
		return "", err
	}
	return filepath.Join(atomic.RealPath(filepath.Dir(path)), filepath.Base(path)), nil
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
