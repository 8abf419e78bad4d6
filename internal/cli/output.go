package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
)

// stdoutPath names standard output to -o.
const stdoutPath = "-"

// writing reports whether files are written.
func (r *run) writing() bool {
	return r.opts.write || r.opts.replace || r.opts.output != "" && r.opts.output != stdoutPath && !r.opts.comparing()
}

// place sets the target of each source. Inputs is the number of files that the
// user named, which decides what a new path under -o becomes.
func (r *run) place(sources []*source, inputs int) *hcl.Diagnostic {
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
	if r.writing() {
		return collision(sources)
	}
	return nil
}

// collision refuses targets that are sources, or other sources' targets.
func collision(sources []*source) *hcl.Diagnostic {
	inputs := make(map[string]*source, len(sources))
	for _, s := range sources {
		if s.stdin {
			continue
		}
		path, err := resolve(s.name)
		if err != nil {
			return errorf("Cannot read the file", "%s: %s.", s.name, reason(err))
		}
		if inputs[path] == nil || !s.link {
			inputs[path] = s
		}
	}
	writer := make(map[string]*source, len(sources))
	for _, s := range sources {
		path, err := resolve(s.target)
		if err != nil {
			return errorf("Cannot write the file", "%s: %s.", s.target, reason(err))
		}
		if other, taken := writer[path]; taken {
			return errorf("Two outputs in one place", "%s and %s would both be written to %s.", other.name, s.name, s.target)
		}
		writer[path] = s
		switch input := inputs[path]; {
		case input == nil:
		case input == s:
			return errorf("Output over the input", "%s would be overwritten with its own conversion.", s.name)
		default:
			return errorf("Output over an input", "%s would be written to %s, which is to be converted itself. Name one of the two.", s.name, input.name)
		}
	}
	return nil
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
	if real, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(real, filepath.Base(path))
	}
	return path, nil
}

// readTarget reads the file that is to be replaced or compared with, if there
// is one. Anything but a regular file is refused before it is opened, as a
// named pipe would block.
func readTarget(path string) (content []byte, exists bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case !info.Mode().IsRegular():
		return nil, false, errors.New("it is not a regular file; redirect standard output if it is to be written to")
	}
	content, err = os.ReadFile(path)
	return content, err == nil, err
}
