package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/tree"
)

// recovery is what has become of an interrupted run in a directory.
type recovery struct {
	Dir string `json:"dir"`
	// Undone: the files are the old ones.
	Undone bool `json:"undone,omitempty"`
}

func (r recovery) String() string {
	done := "Finished"
	if r.Undone {
		done = "Undid"
	}
	return fmt.Sprintf("%s what an interrupted run had left in %s", done, r.Dir)
}

// recoverDir finishes or undoes what an interrupted run has left in a directory. It
// reports what was done, or that it was not, or not without a trace.
func (f *finder) recoverDir(dir string) error {
	found, err := atomic.Recover(dir)
	var diags hcl.Diagnostics
	if found.Outcome == atomic.Foreign && !f.opts.replace { // with it, that is an error
		diags = append(diags, warningf("Not left by a run of yours", "%s.", found.Reason))
	}
	for _, path := range found.Saved {
		diags = append(diags, warningf("Written to after an interrupted run", "What was written to a file that a run "+
			"was about to replace when it was cut off is in %s.", path))
	}
	f.report.add(dir, nil, diags)
	if err != nil {
		return err
	}
	switch found.Outcome {
	case atomic.Tidied, atomic.Finished, atomic.Undone:
		f.recovered = append(f.recovered, filepath.Clean(dir))
		f.report.recovered(recovery{Dir: dir, Undone: found.Outcome == atomic.Undone})
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
	return errorf("Busy", "Another hcljson%s is replacing files here. Start again when it is done.", process)
}

// recoverAll finishes or undoes what a run that was killed has left in the
// directories of the operands. It returns the exit status, and whether to go on.
func (f *finder) recoverAll(operands []string) (int, bool) {
	status := exitOK
	for _, dir := range f.operandDirs(operands) {
		err := f.recoverDir(dir)
		if diag := busy(err); diag != nil {
			f.report.add("", nil, hcl.Diagnostics{diag})
			return exitError, false
		}
		if err != nil {
			f.report.add(dir, nil, hcl.Diagnostics{errorf("Cannot finish an interrupted run", "%s.", pathReason(err))})
			f.breaks(dir)
			status = exitError
		}
	}
	return status, true
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
		f.report.note("%s has taken the place of %s already.", file.Twin, path)
	}
	return true
}
