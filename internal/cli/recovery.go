package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/tree"
)

// recoverDir finishes or undoes what an interrupted run has left in a directory. It
// reports what was done, or that it was not, or not without a trace.
func (f *finder) recoverDir(dir string) error {
	found, err := atomic.Recover(dir)
	var diags hcl.Diagnostics
	if found.Outcome == atomic.Foreign && !f.opts.replace { // with it, that is an error
		diags = append(diags, report.Warningf("Not left by a run of yours", "%s.", found.Reason))
	}
	for _, path := range found.Saved {
		diags = append(diags, report.Warningf("Written to after an interrupted run",
			"What was written to a file that a run was about to replace when it was cut off is in %s.", path))
	}
	f.report.Add(dir, nil, diags...)
	if err != nil {
		return err
	}
	switch found.Outcome {
	case atomic.Tidied, atomic.Finished, atomic.Undone:
		f.recovered = append(f.recovered, filepath.Clean(dir))
		f.report.Recovered(report.Recovery{Dir: dir, Undone: found.Outcome == atomic.Undone})
	}
	return nil
}

// busy is the error that another run is at work, the same for all directories; nil if
// it is another error.
func busy(err error) *hcl.Diagnostic {
	other := (*atomic.BusyError)(nil)
	if !errors.As(err, &other) {
		return nil
	}
	process := ""
	if other.Process != 0 {
		process = fmt.Sprintf(" (process %d)", other.Process)
	}
	return report.Errorf("Busy", "Another hcljson%s is replacing files here. Start again when it is done.", process)
}

// recoverAll finishes or undoes what a run that was killed has left in the
// directories of the operands. It returns whether to go on.
func (f *finder) recoverAll(operands []string) bool {
	for _, dir := range f.operandDirs(operands) {
		err := f.recoverDir(dir)
		if diag := busy(err); diag != nil {
			f.error("", diag)
			return false
		}
		if err != nil {
			f.error(dir, report.Errorf("Cannot finish an interrupted run", "%s.", report.PathReason(err)))
			f.breaks(dir)
		}
	}
	return true
}

// operandDirs are the directories that operands have files in.
func (f *finder) operandDirs(operands []string) []string {
	var dirs []string
	for _, operand := range operands {
		switch {
		case operand == stdinPath:
		case isDir(operand):
			// Errors are reported when the files are looked for.
			found, _ := tree.Walk(operand, f.walkOptions())
			for _, file := range found.Files {
				dirs = append(dirs, filepath.Dir(file.Path))
			}
			for _, path := range found.Irregular {
				dirs = append(dirs, filepath.Dir(path))
			}
		default:
			dirs = append(dirs, filepath.Dir(operand))
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// finished reports whether an interrupted run has been finished in a directory or
// below it.
func (f *finder) finished(root string) bool {
	return slices.ContainsFunc(f.recovered, func(dir string) bool { return isBelow(root, dir) })
}

// replaced reports whether a file that is to be replaced is not there because it
// has been, and says so unless it was just now. A run that was cut off may have come
// to its end.
func (f *finder) replaced(path string) bool {
	if !f.opts.replace || path == stdinPath {
		return false
	}
	if _, err := os.Lstat(path); err == nil {
		return false
	}
	file, err := f.forFile(path)
	if err != nil {
		return false
	}
	if _, err = os.Lstat(file.Twin); err != nil {
		return false
	}
	if !slices.Contains(f.recovered, filepath.Dir(path)) {
		f.report.Note("%s has taken the place of %s already.", file.Twin, path)
	}
	return true
}
