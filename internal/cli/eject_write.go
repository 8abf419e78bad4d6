package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
)

// put prints the modules, compares them with what is there, or writes them all or
// none.
func (e *ejection) put(modules []*ejected) int {
	if e.printing {
		return e.print(modules[0])
	}
	e.out.trees = []outputTree{newOutputTree(e.opts.output)}
	status := exitOK
	var changes []atomic.Change
	var out log
	for _, m := range modules {
		if diag := e.overSource(m); diag != nil {
			out.add("", nil, hcl.Diagnostics{diag})
			status = exitError
			continue
		}
		for _, file := range m.result {
			change, diag := e.change(m, file, &out)
			switch {
			case diag != nil:
				out.add("", nil, hcl.Diagnostics{diag})
				status = exitError
			case change.Path != "":
				changes = append(changes, change)
			}
		}
		status = max(status, e.others(m, &out))
	}
	status = max(status, out.print(e.report))
	switch {
	case status != exitOK:
		return status
	case e.opts.comparing():
		if len(changes) > 0 {
			return exitDiffers
		}
		return exitOK
	}
	if diags := e.out.commit(changes); diags != nil {
		e.report.add("", nil, diags)
		return exitError
	}
	return exitOK
}

// print writes the configuration of a module to standard output.
func (e *ejection) print(m *ejected) int {
	var out log
	first := true
	for _, file := range m.result {
		if file.asset {
			continue
		}
		if !first {
			out.out.WriteByte('\n')
		}
		first = false
		out.out.Write(file.bytes)
	}
	return out.print(e.report)
}

// overSource is the error that a module would be written beside its source, as the
// product reads both.
func (e *ejection) overSource(m *ejected) *hcl.Diagnostic {
	if m.root == nil {
		return nil
	}
	out := filepath.Join(e.opts.output, filepath.FromSlash(m.out))
	if rel, err := filepath.Rel(real(m.path(".")), real(out)); err == nil &&
		(rel == "." || isAsset(".", filepath.ToSlash(rel))) {
		return errorf("Output beside the input",
			"%s would be written to %s, where the product reads its source as well. Name another directory with -o.",
			m.name, out)
	}
	return nil
}

// change is how a file is written; without a path, if it is there already.
func (e *ejection) change(m *ejected, file ejectedFile, out *log) (atomic.Change, *hcl.Diagnostic) {
	path := filepath.Join(e.opts.output, filepath.FromSlash(m.out), filepath.FromSlash(file.name))
	same := func(name string) bool { return filepath.Ext(name) == filepath.Ext(path) }
	there, diag := e.out.existing(path, 0, same)
	switch {
	case diag != nil:
		return atomic.Change{}, diag
	case there.info != nil && equalFiles(there.content, file):
		return atomic.Change{}, nil
	case e.opts.comparing():
		e.compareFile(path, there.content, there.info != nil, file, out)
	case there.info != nil && !e.opts.force:
		return atomic.Change{}, errThere(path)
	}
	return there.change(file.bytes, file.mode), nil
}

// compareFile shows that a file is missing or out of date.
func (e *ejection) compareFile(path string, existing []byte, exists bool, file ejectedFile, out *log) {
	if e.opts.list {
		fmt.Fprintln(&out.out, path)
	}
	if e.opts.diff && !file.asset {
		writeDiff(&out.out, path, existing, exists, file.bytes, e.outColor)
	}
	switch {
	case !e.opts.check:
	case exists:
		out.add("", nil, hcl.Diagnostics{errorf("Out of date", "%s is not what would be written.", path)})
	default:
		out.add("", nil, hcl.Diagnostics{errorf("Missing", "There is no %s, which would be written.", path)})
	}
}

// others refuses to write beside configuration that the product would read as a part
// of the same module.
func (e *ejection) others(m *ejected, out *log) int {
	dir := filepath.Join(e.opts.output, filepath.FromSlash(m.out))
	names, err := fileNames(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return exitOK
	}
	if err != nil {
		out.add("", nil, hcl.Diagnostics{errorf("Cannot read the directory", "%s.", pathReason(err))})
		return exitError
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.HasPrefix(name, ".") || !isConfiguration(name) ||
			slices.ContainsFunc(m.result, func(f ejectedFile) bool { return f.name == name })
	})
	if len(names) == 0 {
		return exitOK
	}
	diag := warningf("Other configuration files",
		"The product reads these as well, as parts of the same module: %s in %s.", strings.Join(names, ", "), dir)
	if !e.opts.force && !e.opts.comparing() {
		diag.Severity = hcl.DiagError
		diag.Detail += " Nothing was written: choose another directory, remove them, or write beside them with --force."
	}
	out.add("", nil, hcl.Diagnostics{diag})
	if diag.Severity == hcl.DiagError {
		return exitError
	}
	return exitOK
}
