package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// finder finds the files that the operands stand for, and reports what is wrong with
// them.
type finder struct {
	*languages
	direction direction
	// status is the exit status for what has been reported.
	status int
	// editor is nil when files are converted.
	editor *editor
	// walked: there is a directory among the operands.
	walked bool
	// roots are the directories among the operands.
	roots []string
	// broken are the directories with files that cannot be converted for what
	// they are, so that nothing else in them is written either.
	broken map[string]bool
	// unclear are the files that are left out as their language is not known.
	unclear map[string]bool
}

// find looks at the operands and returns the sources.
func (f *finder) find(operands []string) []*source {
	var sources []*source
	for _, operand := range operands {
		sources = append(sources, f.operand(operand)...)
	}
	sources = uniqueSources(sources)
	if f.editor != nil {
		sources = withoutNames(sources)
	}
	if f.opts.replace {
		sources = f.withoutLinks(f.findLinks(sources))
	}
	return sources
}

// operand returns the sources that an operand stands for.
func (f *finder) operand(path string) []*source {
	if isDir(path) {
		return f.directory(path)
	}
	f.sweep(path)
	if f.replaced(path) {
		return nil
	}
	if s := f.source(path); s != nil {
		return []*source{s}
	}
	return nil
}

// sweep removes the temporary files that runs which were killed have left in the
// directories of files, if this run writes.
func (f *finder) sweep(paths ...string) {
	if !f.opts.writing() {
		return
	}
	seen := map[string]bool{}
	for _, path := range paths {
		dir := filepath.Dir(path)
		if path == stdinPath || seen[dir] {
			continue
		}
		seen[dir] = true
		if n := atomic.Sweep(dir); n > 0 {
			f.report.Recovered(report.Recovery{Dir: dir, Temporary: n})
		}
	}
}

// replaced reports whether a file that is to be replaced is not there because it
// has been, and says so. A run that was cut off may have come to its end.
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
	f.report.Note("%s has taken the place of %s already.", file.Twin, path)
	return true
}

// directory returns the sources in a directory.
func (f *finder) directory(path string) []*source {
	f.walked = true
	f.roots = append(f.roots, path)
	complain := func(summary, format string, args ...any) []*source {
		f.error(path, report.Errorf(summary, format, args...))
		return nil
	}
	if !f.opts.writing() && !f.opts.comparing() {
		if f.editor != nil {
			return complain("Is a directory",
				"%s is a directory. Write its files with -w, or see what changes with -l, -d or --check.", path)
		}
		if f.opts.form == queryForm {
			return complain("Is a directory",
				"%s is a directory. Name one of its files, or write those of a module as one document with "+
					"\"hcljson hcl2json --merge --form query\".", path)
		}
		or := ""
		if f.direction != toHCL {
			or = " " + merging + "."
		}
		return complain("Is a directory",
			"%s is a directory. Say where its files go: -w next to each, --replace in place of each, -o DIR "+
				"elsewhere; or compare with -l, -d or --check.%s", path, or)
	}
	found, ok := f.walk(path)
	var sources []*source
	native, json := 0, 0
	for _, file := range found.Files {
		if file.JSON {
			json++
		} else {
			native++
		}
		if f.direction == toJSON && file.JSON || f.direction == toHCL && !file.JSON {
			continue
		}
		sources = append(sources, sourceOf(file))
	}
	f.leftOut(found.Unclear)
	nothing := "No files to convert"
	if f.editor != nil {
		nothing = "No files to edit"
	}
	switch {
	case f.editor == nil && f.direction == byName && native > 0 && json > 0:
		return complain("Both syntaxes",
			"In %s there are files in native syntax (%d) and in HCL-JSON (%d). Say which are to be converted: "+
				"\"hcljson hcl2json\" converts the former, \"hcljson json2hcl\" the latter.", path, native, json)
	case len(sources) == 0 && !ok:
		return nil
	case len(sources) == 0 && len(found.Unclear) > 0:
		return complain(nothing,
			"The names of the .hcl files in %s do not say which language they are in; name one with --dialect.", path)
	case len(sources) == 0 && native+json > 0 && f.opts.replace:
		f.report.Note("All files in %s are in the other syntax already.", path)
		return nil
	case len(sources) == 0 && native+json > 0:
		return complain("No files to convert", "All files in %s are in the other syntax already.", path)
	case len(sources) == 0:
		return complain(nothing,
			"There is no file in %s whose name says that it is HCL. Hidden files and directories are left out.", path)
	}
	return sources
}

// leftOut counts the files whose language is not clear, each once.
func (f *finder) leftOut(paths []string) {
	for _, path := range paths {
		isJSON := namedJSON(path)
		if f.direction == toJSON && isJSON || f.direction == toHCL && !isJSON {
			continue
		}
		if f.unclear == nil {
			f.unclear = map[string]bool{}
		}
		f.unclear[filepath.Clean(path)] = true
	}
	f.summary.Unclear = len(f.unclear)
}

// walk finds the files in a directory and reports what is wrong with it, each thing
// as an error of its module. It reports whether there is nothing.
func (f *finder) walk(path string) (configdir.Found, bool) {
	found, err := configdir.Walk(path, f.walkOptions())
	paths := slices.Clone(found.Irregular)
	if err != nil {
		found.Errors = append(found.Errors, configdir.Error{Dir: path, Err: err})
	}
	for _, err := range found.Errors {
		f.error(err.Dir, report.Errorf("Cannot read the directory", "%s.", report.PathReason(err)))
		f.breaks(err.Dir)
	}
	for _, name := range found.Irregular {
		f.error(name, report.Errorf("Not a regular file",
			"%s is a link that leads nowhere, a pipe or a device. Remove it, or leave it out with --exclude.", name))
		f.breaks(filepath.Dir(name))
	}
	for _, file := range found.Files {
		paths = append(paths, file.Path)
	}
	f.sweep(paths...)
	problems := len(found.Errors) + len(found.Irregular)
	f.summary.Errors += problems
	return found, problems == 0
}

func (f *finder) walkOptions() configdir.Options {
	opts := configdir.Options{
		Dialects: f.dialects(),
		Exclude:  f.opts.exclude,
	}
	if f.opts.output != "" && f.opts.output != stdoutPath {
		opts.Skip = append(opts.Skip, f.opts.output)
	}
	return opts
}

// source looks at one file. It returns nil after reporting an error.
func (f *finder) source(path string) *source {
	streams := !f.opts.writing() && !f.opts.comparing()
	switch {
	case path == stdinPath && (f.editor == nil || f.editor.edited != nil || !f.isNameless(path)):
		return f.stdinSource()
	case streams && f.isNameless(path):
		language := ""
		if f.editor != nil && f.editor.edited != nil && f.editor.edited.file.Dialect != nil {
			language = f.editor.edited.file.Dialect.Name
		}
		return f.directed(f.nameless(path, language))
	}
	s := &source{name: path, below: filepath.Base(path), link: isLink(path)}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.fail(s, nil, report.Errorf("No such file", "There is no file %s.", path))
		return nil
	case err != nil:
		f.fail(s, nil, report.Errorf("Cannot read the file", "%s: %s.", path, report.Reason(err)))
		return nil
	}
	// Its contents can still go to standard output: <(command) is a pipe.
	s.pipe = info.Mode()&fs.ModeNamedPipe != 0 && !f.opts.writing() && !f.opts.comparing()
	if !info.Mode().IsRegular() && !s.pipe {
		f.fail(s, nil, report.Errorf("Not a regular file", "%s is a pipe, a device or the like.", path))
		return nil
	}
	return f.identify(s, path)
}

// directed refuses a stream in the syntax that the command converts to.
func (f *finder) directed(s *source) *source {
	if s != nil && f.direction != byName && s.file.JSON != (f.direction == toHCL) {
		f.fail(s, nil, report.Errorf("Other syntax", "%s is in the syntax that the command converts to.", s.name))
		return nil
	}
	return s
}

// stdinSource is standard input under the name that the user gave it. Without
// one, the command gives the syntax and the options give the language.
func (f *finder) stdinSource() *source {
	s := &source{name: stdinName, stdin: true}
	if f.opts.stdinFilepath != "" {
		s.name = f.opts.stdinFilepath
		s.below = filepath.Base(s.name)
		return f.identify(s, s.name)
	}
	if f.editor != nil && f.editor.edited != nil && f.editor.edited.file.Dialect != nil {
		// It is what the other file was made from.
		s.file = f.editor.edited.file
		s.file.JSON = !s.file.JSON
		return s
	}
	var err error
	s.file, err = f.unnamed()
	if err != nil {
		f.fail(s, nil, report.Errorf("Unknown language", "%s.", err))
		return nil
	}
	s.file.JSON = f.direction == toHCL
	return s
}

// unnamed is the language of standard input without a name: that of configuration, where
// a command says the direction.
func (f *finder) unnamed() (dialects.File, error) {
	file, err := f.forFile(stdinPath)
	if err == nil || f.opts.dialect != "" || f.editor != nil || f.direction == byName || len(f.described) > 0 {
		return file, err
	}
	opts := f.dialects()
	opts.Dialect = opentofu.OpenTofu.String()
	if product, _, _ := strings.Cut(opts.Target, "@"); slices.Contains(dialects.Names(), product) {
		opts.Dialect = product
	}
	return dialects.ForFile(stdinPath, opts)
}

// identify tells the language and the syntax of s from a file name.
func (f *finder) identify(s *source, name string) *source {
	var err error
	s.file, err = f.forFile(name)
	if err != nil {
		if src, err := f.read(s); err == nil {
			if diag := otherDocument(s.name, src); diag != nil {
				f.fail(s, nil, diag)
				return nil
			}
			// The usual name of a legacy Packer template says nothing.
			diag := dialects.OtherFormat(s.name, src, nil)
			if diag != nil && namedJSON(name) {
				f.fail(s, src, diag)
				return nil
			}
		}
		f.fail(s, nil, report.Errorf("Cannot convert this file", "%s.", err))
		return nil
	}
	if other := f.otherLanguage(s, name); other != "" {
		f.fail(s, nil, report.Errorf("Another language by its name",
			"What reads %s reads it as %s, not as %s, and would find the new file in its place. Leave out --dialect, "+
				"or use -o to write the file elsewhere.", s.name, other, s.file.Dialect.Name))
		return nil
	}
	switch {
	case f.direction == toJSON && s.file.JSON:
		f.fail(s, nil, report.Errorf("Already HCL-JSON",
			"hcl2json reads native syntax, but by its name %s is HCL-JSON. Use json2hcl for the way back.", s.name))
		return nil
	case f.direction == toHCL && !s.file.JSON:
		f.fail(s, nil, report.Errorf("Already native syntax",
			"json2hcl reads HCL-JSON, but by its name %s is native syntax. Use hcl2json for the way back.", s.name))
		return nil
	}
	return s
}

// otherLanguage returns the language of a file that is to be replaced by its
// name, if that is clear and another one than the user says.
func (f *finder) otherLanguage(s *source, name string) string {
	if !f.opts.replace || f.opts.dialect == "" {
		return ""
	}
	named, err := f.byItsName(name)
	if err != nil || named.Vague || named.Dialect.Name == s.file.Dialect.Name {
		return ""
	}
	return named.Dialect.Name
}

// error reports an error on a file or directory.
func (f *finder) error(name string, diag *hcl.Diagnostic) {
	f.report.Add(name, nil, diag)
	f.status = exitError
}

// fail reports an error on s.
func (f *finder) fail(s *source, src []byte, diag *hcl.Diagnostic) {
	f.report.Add(s.name, src, diag)
	f.status = exitError
	f.breaks(filepath.Dir(s.name))
}

// breaks notes that something in a directory keeps its files from being written.
func (f *finder) breaks(dir string) {
	if f.broken == nil {
		f.broken = map[string]bool{}
	}
	f.broken[oneName(dir)] = true
}

// summarize prints the summary of a run over directories.
func (f *finder) summarize() {
	if f.walked && f.summary.total() > f.summary.Unclear {
		f.report.Summarize(&f.summary)
	}
}
