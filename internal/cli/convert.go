package cli

import (
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
)

// run is the conversion of the files of one command line.
type run struct {
	streams
	opts      *options
	direction direction
	report    *reporter
	outColor  bool
	outputDir string // the directory of -o, if it is one
}

// files converts the operands and returns the exit status. An error in one
// file does not keep the others from being converted.
func (r *run) files(operands []string) int {
	status := exitOK
	operands = unique(operands)
	var sources []*source
	for _, operand := range operands {
		if s := r.source(operand); s != nil {
			sources = append(sources, s)
		} else {
			status = exitError
		}
	}
	if diag := r.place(sources, len(operands)); diag != nil {
		r.report.add("", nil, hcl.Diagnostics{diag})
		return exitError
	}
	for _, s := range sources {
		status = max(status, r.convert(s))
	}
	return status
}

// unique leaves out files that are named a second time.
func unique(operands []string) []string {
	seen := make(map[string]bool, len(operands))
	return slices.DeleteFunc(slices.Clone(operands), func(operand string) bool {
		path := filepath.Clean(operand)
		again := seen[path]
		seen[path] = true
		return again
	})
}

// convert converts one source and returns the exit status for it.
func (r *run) convert(s *source) int {
	src, err := r.read(s)
	if err != nil {
		return r.fail(s, nil, errorf("Cannot read the file", "%s: %s.", s.name, reason(err)))
	}
	if diag := checkEncoding(src); diag != nil {
		return r.fail(s, nil, diag)
	}
	if s.file.JSON {
		if diag := checkJSON(s.name, src); diag != nil {
			return r.fail(s, nil, diag)
		}
		if s.file.Dialect.Name == "packer" || strings.HasSuffix(s.name, ".pkr.json") {
			if diag := legacyPackerTemplate(s.name, src); diag != nil {
				return r.fail(s, src, diag)
			}
		}
	}

	out, diags := guard(s.name, func() ([]byte, hcl.Diagnostics) {
		if s.file.JSON {
			return convert.ToHCL(src, s.name, s.file.Dialect, r.opts.convertOptions())
		}
		return convert.ToJSON(src, s.name, s.file.Dialect, r.opts.convertOptions())
	})
	if diags.HasErrors() {
		if diag := checkText(s.name, src); diag != nil {
			return r.fail(s, nil, diag)
		}
		r.report.add(s.name, src, diags)
		return exitError
	}
	r.report.add(s.name, src, diags)
	return r.output(s, out)
}

// guard keeps a bug in the converter from taking the other files with it.
func guard(name string, convert func() ([]byte, hcl.Diagnostics)) (out []byte, diags hcl.Diagnostics) {
	defer func() {
		if cause := recover(); cause != nil {
			out, diags = nil, hcl.Diagnostics{errorf("Internal error",
				"hcljson failed on %s, and nothing was written for it: %v. This is a bug in hcljson; please report it with the file at https://github.com/hcljson/hcljson/issues.\n\n%s", name, cause, debug.Stack())}
		}
	}()
	return convert()
}

// fail reports an error on s and returns the exit status for it.
func (r *run) fail(s *source, src []byte, diag *hcl.Diagnostic) int {
	r.report.add(s.name, src, hcl.Diagnostics{diag})
	return exitError
}
