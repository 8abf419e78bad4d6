package cli

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// direction defines the syntax of the input.
type direction uint8

const (
	byName direction = iota // the file name selects the syntax
	toJSON
	toHCL
	eitherSyntax
)

// wrong reports whether this direction excludes files in the given syntax.
func (d direction) wrong(isJSON bool) bool { return d == toJSON && isJSON || d == toHCL && !isJSON }

// wanted defines the files that a command accepts.
type wanted struct {
	direction direction
	// streams is true if the output goes to standard output; the input can be a pipe then.
	streams bool
	// guesses is true if the content of standard input selects its language.
	guesses bool
	// copies is true if files that already have the target syntax are also sources. They are copied.
	copies bool
	// like, if its dialect is not nil, has the same language as a stream, in either syntax.
	like dialects.File
	// nothing is the summary of the error for a directory without sources. isDirectory, if not nil,
	// returns the error for a directory with streams.
	nothing     string
	isDirectory func(path string) string
	// isUpToDate, if not nil, reports whether the counterpart of a source is the result of its
	// conversion.
	isUpToDate func(*source) bool
}

// finder finds the files of the operands, and reports errors.
type finder struct {
	session *session
	files   fileOptions
	output  *outputOptions
	wanted
	// status is the exit status of the reported errors.
	status int
	// converting contains the directories of converted operands. Files in these directories that
	// already have the target syntax are copied, to complete the output directory.
	converting map[string]bool
	// roots contains the directories among the operands.
	roots []string
	// broken contains the directories with invalid files. No file of these directories is written.
	broken map[string]bool
	// unclear contains the omitted files with an unknown language.
	unclear map[string]bool
	summary summary
}

// find returns the sources of the operands.
func (f *finder) find(operands []string) []*source {
	var sources []*source
	f.converting = map[string]bool{}
	for _, operand := range operands {
		if f.copies && operand != stdinPath && !isDir(operand) && !f.direction.wrong(namedJSON(operand)) {
			f.converting[canonicalDir(operand)] = true
		}
	}
	for _, operand := range unique(operands) {
		sources = append(sources, f.operand(operand)...)
	}
	return uniqueSources(sources)
}

// operand returns the sources of an operand.
func (f *finder) operand(path string) []*source {
	if isDir(path) {
		return f.directory(path)
	}
	f.sweep(path)
	if f.output.replace && f.replaced(path) {
		return nil
	}
	if s := f.source(path); s != nil {
		return []*source{s}
	}
	return nil
}

// sweep removes the temporary files of killed runs from the directories of files, if this run
// writes.
func (f *finder) sweep(paths ...string) {
	if !f.output.writing() {
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
			f.session.report.Recovered(report.Recovery{Dir: dir, Temporary: n})
		}
	}
}

// replaced reports whether an earlier run replaced a missing file, and prints a note. This is not an
// error, because a run can be interrupted after its last step.
func (f *finder) replaced(path string) bool {
	if path == stdinPath {
		return false
	}
	if _, err := os.Lstat(path); err == nil {
		return false
	}
	file, err := f.session.forFile(path)
	if err != nil {
		return false
	}
	if _, err = os.Lstat(file.Twin); err != nil {
		return false
	}
	f.session.report.Note("%s has taken the place of %s already.", file.Twin, path)
	return true
}

// directory returns the sources in a directory.
func (f *finder) directory(path string) []*source {
	complain := func(summary, format string, args ...any) []*source {
		f.error(path, report.Errorf(summary, format, args...))
		return nil
	}
	if f.streams && f.isDirectory != nil {
		return complain("Is a directory", "%s", f.isDirectory(path))
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
	}
	direction := f.direction
	if direction == byName && native > 0 && json > 0 {
		direction = f.directionOf(found.Files)
	}
	var copies []*source
	for _, file := range found.Files {
		s := sourceOf(file)
		if s.copied = direction.wrong(file.JSON); !s.copied {
			sources = append(sources, s)
		} else if f.copies {
			copies = append(copies, s)
		}
	}
	f.leftOut(found.Unclear)
	switch {
	case direction == byName && native > 0 && json > 0:
		return complain("Both syntaxes",
			"In %s there are files in native syntax (%d) and in HCL-JSON (%d). Say which are to be converted: "+
				"\"hcljson hcl2json\" converts the former, \"hcljson json2hcl\" the latter.", path, native, json)
	case len(sources) == 0 && !ok:
		return nil
	case len(sources) == 0 && len(found.Unclear) > 0:
		return complain(f.nothing,
			"The names of the .hcl files in %s do not say which language they are in; name one with --dialect.", path)
	case len(sources) == 0 && native+json > 0 && f.output.replace:
		f.session.report.Note("All files in %s are in the other syntax already.", path)
		return nil
	case len(sources) == 0 && native+json > 0:
		return complain("No files to convert", "All files in %s are in the other syntax already.", path)
	case len(sources) == 0:
		return complain(f.nothing,
			"There is no file in %s whose name says that it is HCL. Hidden files and directories are left out.", path)
	}
	return append(sources, f.copiesIn(path, copies, sources)...)
}

// isInside reports whether a source is in a directory after links are resolved. It adds an error if
// not: a file in a tree must not select files outside of the tree for copying.
func (f *finder) isInside(dir string, s *source) bool {
	if !s.link || f.output.followLinks {
		return true
	}
	real, err := resolve(s.name)
	if root, failed := resolve(filepath.Join(dir, "x")); err == nil && failed == nil && isBelow(filepath.Dir(root), real) {
		return true
	}
	f.fail(s, nil, report.Errorf("A link to elsewhere", "%s is a link to a file outside of %s, which is not copied. "+
		"Remove the link, or let links be followed with --follow-links.", s.name, dir))
	return false
}

// copiesIn returns the files of a directory that are copied. It omits counterparts of sources, which
// the conversions replace, and links to files outside of the directory.
func (f *finder) copiesIn(dir string, copies, sources []*source) []*source {
	converted := map[string]bool{}
	for _, s := range sources {
		converted[filepath.Clean(s.file.Twin)] = true
	}
	var left []string
	copies = slices.DeleteFunc(copies, func(s *source) bool {
		name := filepath.Clean(s.name)
		if converted[name] {
			left = append(left, name)
		}
		return converted[name] || !f.isInside(dir, s)
	})
	if len(left) > 0 {
		f.session.report.Note("Not copied, as the counterparts are converted: %s.", strings.Join(left, ", "))
	}
	return copies
}

// directionOf returns the direction of a run over files in both syntaxes with output next to the
// sources. It assumes that an earlier run wrote the files of one syntax. Each of these has a
// counterpart. If all files have one, the written files must be up to date. It returns byName if the
// direction is not clear.
func (f *finder) directionOf(files []configdir.File) direction {
	if f.isUpToDate == nil || !f.output.toStdout() || f.output.replace {
		return byName
	}
	names := map[string]bool{}
	for _, file := range files {
		names[filepath.Clean(file.Path)] = true
	}
	alone := map[bool]bool{}
	for _, file := range files {
		if !names[filepath.Clean(file.Twin)] {
			alone[file.JSON] = true
		}
	}
	outdated := func(isJSON bool) bool {
		return slices.ContainsFunc(files, func(file configdir.File) bool {
			return file.JSON == isJSON && !f.isUpToDate(sourceOf(file))
		})
	}
	switch {
	case alone[false] && alone[true]:
		return byName
	case alone[false]:
		return toJSON
	case alone[true]:
		return toHCL
	case !outdated(false):
		return toJSON
	case !outdated(true):
		return toHCL
	}
	return byName
}

// leftOut counts the files with an unknown language, without duplicates.
func (f *finder) leftOut(paths []string) {
	for _, path := range paths {
		if f.direction.wrong(namedJSON(path)) {
			continue
		}
		if f.unclear == nil {
			f.unclear = map[string]bool{}
		}
		f.unclear[filepath.Clean(path)] = true
	}
	f.summary.Unclear = len(f.unclear)
}

// walk returns the files in a directory, and reports each problem as an error of its module. It
// returns true if the directory has no problems.
func (f *finder) walk(path string) (configdir.Found, bool) {
	f.roots = append(f.roots, path)
	found, err := configdir.Walk(path, walkOptions(f.session, f.files, f.output))
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

// walkOptions returns the options for reading directories, without excluded files and the output of
// -o.
func walkOptions(s *session, files fileOptions, o *outputOptions) configdir.Options {
	opts := configdir.Options{Dialects: s.languageOptions(), Exclude: files.exclude}
	if !o.toStdout() {
		opts.Skip = append(opts.Skip, o.path)
	}
	return opts
}

// source returns the source of one file. It returns nil after it reports an error.
func (f *finder) source(path string) *source {
	switch {
	case path == stdinPath && (!f.guesses || !f.isNameless(path)):
		return f.stdinSource()
	case f.streams && f.isNameless(path):
		language := ""
		if f.like.Dialect != nil {
			language = f.like.Dialect.Name
		}
		return f.directed(f.nameless(path, language))
	}
	s := newSource(path, filepath.Base(path))
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.fail(s, nil, report.Errorf("No such file", "There is no file %s.", path))
		return nil
	case err != nil:
		f.fail(s, nil, report.Errorf("Cannot read the file", "%s: %s.", path, report.Reason(err)))
		return nil
	}
	// The pipe of <(command) is a valid source for standard output.
	s.pipe = info.Mode()&fs.ModeNamedPipe != 0 && f.streams
	if !info.Mode().IsRegular() && !s.pipe {
		f.fail(s, nil, report.Errorf("Not a regular file", "%s is a pipe, a device or the like.", path))
		return nil
	}
	return f.identify(s, path)
}

// directed reports a stream in the target syntax of the command as an error, and returns nil.
func (f *finder) directed(s *source) *source {
	if s != nil && f.direction.wrong(s.file.JSON) {
		f.fail(s, nil, report.Errorf("Other syntax", "%s is in the syntax that the command converts to.", s.name))
		return nil
	}
	return s
}

// stdinSource returns the source of standard input, with the name from --stdin-filepath. Without a
// name, the command defines the syntax and the options define the language.
func (f *finder) stdinSource() *source {
	s := &source{name: stdinName, stdin: true, canonicalDir: stdinName}
	if f.session.stdinFilepath != "" {
		s.name = f.session.stdinFilepath
		s.below = filepath.Base(s.name)
		return f.identify(s, s.name)
	}
	if f.like.Dialect != nil {
		// The direction is opposite: the other file is the result of this conversion.
		s.file = f.like
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

// unnamed returns the language of standard input without a name. If the command defines the
// direction, the default is the language of configuration.
func (f *finder) unnamed() (dialects.File, error) {
	file, err := f.session.forFile(stdinPath)
	if err == nil || f.session.dialect != "" || f.direction != toJSON && f.direction != toHCL ||
		len(f.session.described) > 0 {
		return file, err
	}
	opts := f.session.languageOptions()
	opts.Dialect = opentofu.OpenTofu.String()
	if product, _, _ := strings.Cut(opts.Target, "@"); slices.Contains(dialects.Names(), product) {
		opts.Dialect = product
	}
	return dialects.ForFile(stdinPath, opts)
}

// identify sets the language and syntax of s according to a file name. It returns nil after it
// reports an error.
func (f *finder) identify(s *source, name string) *source {
	var err error
	s.file, err = f.session.forFile(name)
	if err != nil {
		if src, _, err := f.session.read(s); err == nil {
			if diag := otherDocument(s.name, src); diag != nil {
				f.fail(s, nil, diag)
				return nil
			}
			// The usual name of a legacy Packer template does not define a language.
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
	case f.direction.wrong(s.file.JSON) && !s.stdin && f.converting[s.dir()]:
		s.copied = true
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

// otherLanguage returns the language according to the name of a file that is replaced. It returns ""
// if the name is not clear or agrees with --dialect.
func (f *finder) otherLanguage(s *source, name string) string {
	if !f.output.replace || f.session.dialect == "" {
		return ""
	}
	named, err := f.session.byItsName(name)
	if err != nil || named.Vague || named.Dialect.Name == s.file.Dialect.Name {
		return ""
	}
	return named.Dialect.Name
}

// error reports an error for a file or directory.
func (f *finder) error(name string, diag *hcl.Diagnostic) {
	f.session.report.Add(name, nil, diag)
	f.status = exitError
}

// fail reports an error for s.
func (f *finder) fail(s *source, src []byte, diag *hcl.Diagnostic) {
	f.session.report.Add(s.name, src, diag)
	f.status = exitError
	f.breaks(filepath.Dir(s.name))
}

// breaks marks a directory whose files must not be written.
func (f *finder) breaks(dir string) {
	if f.broken == nil {
		f.broken = map[string]bool{}
	}
	f.broken[oneName(dir)] = true
}

// summarize prints the summary of a run over directories.
func (f *finder) summarize() {
	if len(f.roots) > 0 && f.summary.total() > f.summary.Unclear {
		f.session.report.Summarize(&f.summary)
	}
}

// isNameless reports whether an operand is a stream without a significant name: standard input,
// <(command), or a named pipe.
func (f *finder) isNameless(operand string) bool {
	switch {
	case f.session.stdinFilepath != "":
		return false
	case operand == stdinPath, isDescriptor(operand):
		return true
	}
	info, err := os.Stat(operand)
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return false
	}
	_, err = f.session.forFile(operand)
	return err != nil
}

// isDescriptor reports whether a path refers to an open file.
func isDescriptor(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

// two returns the sources of two files for a comparison. A stream without a name is in the language
// of the other file.
func (f *finder) two(nameA, nameB string) (a, b *source) {
	if f.isNameless(nameA) && !f.isNameless(nameB) {
		b, a = f.two(nameB, nameA)
		return a, b
	}
	a = f.source(nameA)
	switch {
	case a == nil:
	case f.isNameless(nameB):
		b = f.nameless(nameB, a.file.Dialect.Name)
	default:
		b = f.source(nameB)
	}
	return a, b
}

// nameless reads a stream. Its first character defines its syntax. Its language is the value of
// --dialect, the given language, or the language that contains all root names of the text.
func (f *finder) nameless(operand, language string) *source {
	s := newSource(inputName(operand), "")
	s.stdin, s.pipe = operand == stdinPath, true
	src, _, err := f.session.read(s)
	if isDescriptor(operand) && errors.Is(err, errNobodyWrites) {
		err = nil // the writer wrote nothing
	}
	if err != nil {
		f.fail(s, nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err)))
		return nil
	}
	if src == nil {
		src = []byte{}
	}
	s.given = src
	isJSON := service.LooksLikeJSON(src)
	opts := f.session.languageOptions()
	for _, name := range []string{opts.Dialect, language, f.languageOf(src, isJSON)} {
		if opts.Dialect = name; name != "" {
			break
		}
	}
	s.file, err = dialects.ForFile(stdinPath, opts)
	if err != nil {
		f.fail(s, nil, report.Errorf("Unknown language", "Nothing says which language %s is in: say it with --dialect, "+
			"or compare it with a file.", s.name))
		return nil
	}
	s.file.JSON = isJSON
	return s
}

// languageOf returns the first language that contains all root names of a text, or "".
func (f *finder) languageOf(src []byte, isJSON bool) string {
	names := rootNames(src, isJSON)
	for _, name := range []string{opentofu.OpenTofu.String(), dialects.Packer().Name} {
		opts := f.session.languageOptions()
		opts.Dialect = name
		file, err := dialects.ForFile(stdinPath, opts)
		if err != nil {
			continue
		}
		file.Dialect.Prepare()
		unknown := func(name string) bool {
			attribute, block := file.Dialect.Root.Lookup(name)
			return attribute == nil && block == nil
		}
		if len(names) > 0 && !slices.ContainsFunc(names, unknown) {
			return name
		}
	}
	return ""
}

// rootNames returns the root names of a text, or nil if the text is invalid.
func rootNames(src []byte, isJSON bool) (names []string) {
	if isJSON {
		var root map[string]json.RawMessage
		_ = json.Unmarshal(src, &root)
		delete(root, "//")
		return slices.Collect(maps.Keys(root))
	}
	file, _ := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	body := file.Body.(*hclsyntax.Body)
	for _, block := range body.Blocks {
		names = append(names, block.Type)
	}
	return slices.AppendSeq(names, maps.Keys(body.Attributes))
}
