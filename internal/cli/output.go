package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"
	"github.com/hashicorp/hcl/v2"
)

// stdoutPath names standard output to -o.
const stdoutPath = "-"

// writing reports whether files are written.
func (r *run) writing() bool {
	return r.opts.write || r.opts.output != "" && r.opts.output != stdoutPath && !r.opts.comparing()
}

// place sets the target of each source. Inputs is the number of files that the
// user named, which decides what a new path under -o becomes.
func (r *run) place(sources []*source, inputs int) *hcl.Diagnostic {
	output := r.opts.output
	if output != "" && output != stdoutPath {
		info, err := os.Stat(output)
		switch {
		case err == nil && info.IsDir(), os.IsPathSeparator(output[len(output)-1]), err != nil && inputs > 1:
			r.outputDir = output
		case inputs > 1:
			return errorf("Invalid command line", "-o %s is a file, but %d files are converted; name a directory.", output, inputs)
		}
	}
	for _, s := range sources {
		switch {
		case r.outputDir != "" && s.name == stdinName:
			return errorf("Invalid command line", "Standard input has no file name to get under -o %s; use --stdin-filepath, or name a file.", output)
		case r.outputDir != "":
			s.target = filepath.Join(r.outputDir, filepath.Base(s.file.Twin))
		case output != "" && output != stdoutPath:
			s.target = output
		case r.opts.write || r.opts.comparing():
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
	writer := make(map[string]*source, len(sources))
	for _, s := range sources {
		path, err := filepath.Abs(s.target)
		if err != nil {
			return errorf("Cannot write the file", "%s: %s.", s.target, err)
		}
		path = followLinks(path)
		if other, taken := writer[path]; taken {
			return errorf("Two outputs in one place", "%s and %s would both be written to %s.", other.name, s.name, s.target)
		}
		writer[path] = s

		info, err := os.Stat(s.target)
		if err != nil {
			continue
		}
		for _, input := range sources {
			if input.info == nil || !os.SameFile(info, input.info) {
				continue
			}
			if input == s {
				return errorf("Output over the input", "%s would be overwritten with its own conversion.", s.name)
			}
			return errorf("Output over an input", "%s would be written to %s, which is to be converted itself. Name one of the two.", s.name, input.name)
		}
	}
	return nil
}

// output does what the options say with the conversion of s, and returns the
// exit status.
func (r *run) output(s *source, converted []byte) int {
	if s.target == "" {
		if _, err := r.out.Write(converted); err != nil {
			return r.fail(s, nil, errorf("Cannot write to standard output", "%s.", reason(err)))
		}
		return exitOK
	}

	existing, exists, err := readTarget(s.target)
	if err != nil {
		summary := "Cannot compare with the file"
		if r.writing() {
			summary = "Cannot replace the file"
		}
		return r.fail(s, nil, errorf(summary, "%s: %s.", s.target, reason(err)))
	}
	upToDate := exists && bytes.Equal(existing, converted)
	if r.opts.comparing() && !upToDate {
		if err := r.compare(s, existing, exists, converted); err != nil {
			return r.fail(s, nil, errorf("Cannot write to standard output", "%s.", reason(err)))
		}
	}
	switch {
	case !r.writing() && !upToDate:
		return exitDiffers
	case !r.writing(), r.opts.write && upToDate:
		return exitOK
	}
	if err := r.write(s, converted); err != nil {
		return r.fail(s, nil, errorf("Cannot write the file", "%s: %s.", s.target, reason(err)))
	}
	return exitOK
}

// compare shows that the target of s is missing or out of date, in each of the
// ways that the options ask for.
func (r *run) compare(s *source, existing []byte, exists bool, converted []byte) error {
	if r.opts.list {
		if _, err := fmt.Fprintln(r.out, s.name); err != nil {
			return err
		}
	}
	if r.opts.diff {
		if err := r.writeDiff(s.target, existing, exists, converted); err != nil {
			return err
		}
	}
	if r.opts.check {
		if exists {
			r.fail(s, nil, errorf("Out of date", "%s is not what %s converts to.", s.target, s.name))
		} else {
			r.fail(s, nil, errorf("Missing", "There is no %s, which %s converts to.", s.target, s.name))
		}
	}
	return nil
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

// write replaces the target of s in one step. A new file gets the permissions
// of its source, so that a secret stays one, and an old file keeps its own.
func (r *run) write(s *source, content []byte) error {
	if r.outputDir != "" {
		if err := os.MkdirAll(r.outputDir, 0o777); err != nil {
			return err
		}
	}
	mode := fs.FileMode(0o666)
	if s.info != nil && s.info.Mode().IsRegular() {
		mode = s.info.Mode()&0o666 | 0o200
	}
	return maybe.WriteFile(followLinks(s.target), content, mode)
}

// followLinks returns the path that a write to path creates or replaces, so
// that a symbolic link stays one, even if it points to no file yet.
func followLinks(path string) string {
	const limit = 40 // as Linux has it, against loops
	for range limit {
		link, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return path
}
