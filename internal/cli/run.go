package cli

import (
	"context"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/tidy"
	"github.com/hcljson/hcljson/schema/language"
)

// run is the conversion of the files of one command line.
type run struct {
	streams
	opts      *options
	direction direction
	// editor is nil when files are converted.
	editor    *editor
	report    *reporter
	outColor  bool
	languages []*language.Language // of schema files
	outputDir string               // the directory of -o, if it is one
	// walked: there is a directory among the operands.
	walked bool
	// roots are the directories among the operands.
	roots []string
	// broken are the directories with files that cannot be converted for what
	// they are, so that nothing else in them is written either.
	broken map[string]bool
	// recovered are the directories in which an interrupted run has been finished or
	// undone.
	recovered []string
	// trees are what is written into.
	trees []outputTree
	// providers knows what the providers of a module define; nil before it is
	// needed.
	providers *providerSchemas
	// ctx ends when the run is interrupted; see interruptible.
	ctx  context.Context
	stop func()
	// unclear are the files that are left out as their language is not known.
	unclear map[string]bool
	summary summary
}

// files converts the operands and returns the exit status.
func (r *run) files(operands []string) int {
	sources, status := r.find(unique(operands))
	if diag := r.place(sources, len(operands)); diag != nil {
		r.report.add("", nil, hcl.Diagnostics{diag})
		return exitError
	}
	if r.writing() && r.editor == nil {
		var ok bool
		if sources, ok = r.withoutCollisions(sources); !ok {
			status = exitError
		}
	}
	r.notes(sources)
	if r.writing() {
		// Whoever interrupts finds every module whole.
		r.interruptible()
	}
	status = max(status, r.modules(r.ctx, modules(sources, r.opts.replace)))
	switch {
	case r.ctx.Err() == nil || len(sources) == 0:
	case !r.writing():
		r.report.add("", nil, hcl.Diagnostics{errInterrupted()})
		status = exitError
	default:
		r.report.add("", nil, hcl.Diagnostics{r.unfinished(sources[0])})
		status = exitError
	}
	r.summarize()
	return status
}

// unfinished says of an interrupted run how to go on.
func (r *run) unfinished(first *source) *hcl.Diagnostic {
	command := commandToJSON
	switch {
	case r.editor != nil:
		return errorf("Interrupted", "Files left as they were: %d. The others are edited.", r.summary.Left)
	case first.file.JSON:
		command = commandToHCL
	}
	return errorf("Interrupted", "Files left as they were: %d. The same command goes on from here, but for directories it has to say what is left: hcljson %s.", r.summary.Left, command)
}

// notes shows what the languages say of the names that change, each once.
func (r *run) notes(sources []*source) {
	if !r.opts.replace {
		return
	}
	shown := map[string]bool{"": true}
	for _, s := range sources {
		if !shown[s.file.Note] {
			r.report.add(s.name, nil, hcl.Diagnostics{warningf("The name counts", "%s becomes %s. %s", s.name, filepath.Base(s.file.Twin), s.file.Note)})
		}
		shown[s.file.Note] = true
	}
}

// close ends what the run has started.
func (r *run) close() {
	if r.stop != nil {
		r.stop()
	}
}

// errInterrupted says that a run was ended by a signal.
func errInterrupted() *hcl.Diagnostic {
	return errorf("Interrupted", "The command was interrupted before it was done.")
}

// summarize prints the summary of a run over directories.
func (r *run) summarize() {
	if r.walked && r.summary.total() > r.summary.Unclear {
		r.report.summarize(&r.summary)
	}
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

// convert reads and converts one source. It may run beside others.
func (r *run) convert(s *source) *conversion {
	if r.editor != nil {
		return r.edit(s)
	}
	c := &conversion{source: s}
	src, diag := r.load(s)
	if diag != nil {
		return c.fail(src, diag)
	}
	if diag := r.mixed(s, src); diag != nil {
		return c.fail(src, diag)
	}
	dialect := r.language(s, src)
	out, diags := guard(s.name, func() ([]byte, hcl.Diagnostics) {
		switch {
		case s.file.JSON && r.opts.tidy != "":
			return r.tidied(c, src, dialect)
		case s.file.JSON:
			return convert.ToHCL(src, s.name, dialect, r.opts.convertOptions())
		}
		return convert.ToJSON(src, s.name, dialect, r.opts.convertOptions())
	})
	if diags.HasErrors() {
		if diag := checkText(s.name, src); diag != nil {
			return c.fail(nil, diag)
		}
		return c.fail(src, diags...)
	}
	c.log.add(s.name, src, diags)
	c.converted = out
	if r.writing() {
		c.src = src
	}
	if r.writing() && !r.opts.noVerify {
		r.prove(c, src)
	}
	return c
}

// prove makes an error of a conversion that does not mean the same as its
// source for certain.
func (r *run) prove(c *conversion, src []byte) {
	s := c.source
	var diags hcl.Diagnostics
	if c.tidy != nil {
		diags = r.proveTidy(c, src)
	} else {
		diags = r.compare(
			equivalent.Source{Bytes: src, Filename: s.name, JSON: s.file.JSON},
			equivalent.Source{Bytes: c.converted, Filename: s.target, JSON: !s.file.JSON},
			r.language(s, src), r.opts.comments == "keep").Messages()
	}
	if !diags.HasErrors() {
		return
	}
	errors := slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool { return diag.Severity != hcl.DiagError })
	c.log.addWith(map[string][]byte{s.name: src, s.target: c.converted}, errors)
	c.fail(nil, errorf("Not proven", "hcljson cannot prove that %s would mean the same as %s, so it is not written. Most often, the product would not accept %s either. If it does, please report this with the file at %s; --no-verify writes it without a proof.", filepath.Base(s.target), s.name, s.name, issuesURL))
}

const issuesURL = "https://github.com/hcljson/hcljson/issues"

// guard keeps a bug in the converter from taking the other files with it.
func guard(name string, convert func() ([]byte, hcl.Diagnostics)) (out []byte, diags hcl.Diagnostics) {
	defer func() {
		if cause := recover(); cause != nil {
			out, diags = nil, hcl.Diagnostics{errorf("Internal error",
				"hcljson failed on %s, and nothing was written for it: %v. This is a bug in hcljson; please report it with the file at %s.\n\n%s", name, cause, issuesURL, debug.Stack())}
		}
	}()
	return convert()
}

// fail reports an error on s.
func (r *run) fail(s *source, src []byte, diag *hcl.Diagnostic) {
	r.report.add(s.name, src, hcl.Diagnostics{diag})
	r.breaks(filepath.Dir(s.name))
}

// breaks notes that something in a directory keeps its files from being written.
func (r *run) breaks(dir string) {
	if r.broken == nil {
		r.broken = map[string]bool{}
	}
	r.broken[oneName(dir)] = true
}

// conversion is what has become of a source.
type conversion struct {
	*source
	src       []byte // when files are written or edited
	converted []byte
	failed    bool
	// tidy is what the steps have made of it, if there were any.
	tidy *tidy.Result
	log  log
}

// fail notes errors on the source, and that there is no conversion.
func (c *conversion) fail(src []byte, diags ...*hcl.Diagnostic) *conversion {
	c.log.add(c.name, src, diags)
	c.converted, c.failed = nil, true
	return c
}
