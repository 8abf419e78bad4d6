// Package input finds the files of a command line, and selects their languages and schemas.
package input

import (
	"bytes"
	"cmp"
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

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Direction defines which syntax a command reads.
type Direction uint8

// The directions.
const (
	ByName Direction = iota // the file name selects the syntax
	ToJSON
	ToHCL
	EitherSyntax
)

// wrong reports whether a file is already in the target syntax of the direction.
func (d Direction) wrong(isJSON bool) bool { return d == ToJSON && isJSON || d == ToHCL && !isJSON }

// Wanted defines the files that a command accepts.
type Wanted struct {
	Direction Direction
	// Streams is true if the input may be a pipe, because the output goes to standard output.
	Streams bool
	// Guesses is true if the content of standard input selects its language.
	Guesses bool
	// Copies is true if files that already have the target syntax are also sources. They are copied.
	Copies bool
	// Like defines the language of standard input: its text must become a file of this kind. It is
	// ignored if its dialect is nil.
	Like dialects.File
	// Nothing is the summary of the error for a directory without sources. IsDirectory, if not empty,
	// is the text of the error for a directory operand when Streams is true.
	Nothing     string
	IsDirectory string
	// IsUpToDate, if not nil, reports whether the counterpart of a source is equal to the result of
	// its conversion.
	IsUpToDate func(*Source) bool
}

// Finder finds the sources of the operands, and reports errors.
type Finder struct {
	Session *Session
	Files   env.FileOptions
	Output  *env.OutputOptions
	Wanted
	// Status is the exit status for the reported errors.
	Status int
	// converting contains the directories of file operands that are converted. Operands in these
	// directories that are already in the target syntax are copied, to complete the output
	// directory.
	converting map[string]bool
	// Roots contains the directories among the operands.
	Roots []string
	// Broken contains the directories with unreadable or invalid files. No result of a source in
	// these directories is written.
	Broken map[string]bool
	// unclear contains the paths of files that were omitted because their language is unknown.
	unclear map[string]bool
	Summary Summary
}

// Find returns the sources of the operands.
func (f *Finder) Find(operands []string) []*Source {
	f.Session.AddOperands(operands...)
	return f.FindSelected(operands)
}

// FindSelected returns the sources of paths that another function selected from the operands.
func (f *Finder) FindSelected(operands []string) []*Source {
	var sources []*Source
	f.converting = map[string]bool{}
	for _, operand := range operands {
		if f.Copies && operand != env.StdinPath && !env.IsDir(operand) && !f.Direction.wrong(env.NamedJSON(operand)) {
			f.converting[env.CanonicalDir(operand)] = true
		}
	}
	for _, operand := range env.Unique(operands) {
		sources = append(sources, f.findOperand(operand)...)
	}
	return uniqueSources(sources)
}

// findOperand returns the sources of an operand.
func (f *Finder) findOperand(path string) []*Source {
	if env.IsDir(path) {
		return f.findDirectory(path)
	}
	f.sweep(path)
	if f.Output.Replace && f.wasReplaced(path) {
		return nil
	}
	if s := f.FindFile(path); s != nil {
		return []*Source{s}
	}
	return nil
}

// sweep removes the temporary files of killed runs from the directories of the given paths. It does
// nothing if this run writes no files.
func (f *Finder) sweep(paths ...string) {
	if !f.Output.Writing() {
		return
	}
	seen := map[string]bool{}
	for _, path := range paths {
		dir := filepath.Dir(path)
		if path == env.StdinPath || seen[dir] {
			continue
		}
		seen[dir] = true
		if n := atomic.Sweep(dir); n > 0 {
			f.Session.Report.Recovered(report.Recovery{Dir: dir, Temporary: n})
		}
	}
}

// wasReplaced reports whether a missing file was replaced with its counterpart, and prints a note. A
// missing file is not an error here: an earlier run can be interrupted after its last step, and the
// user repeats it.
func (f *Finder) wasReplaced(path string) bool {
	if path == env.StdinPath {
		return false
	}
	if _, err := os.Lstat(path); err == nil {
		return false
	}
	file, err := f.Session.ForFile(path)
	if err != nil {
		return false
	}
	if _, err = os.Lstat(file.Counterpart); err != nil {
		return false
	}
	f.Session.Report.Note("%s was already converted to %s.", path, file.Counterpart)
	return true
}

// findDirectory returns the sources in a directory.
func (f *Finder) findDirectory(path string) []*Source {
	complain := func(summary, format string, args ...any) []*Source {
		f.ReportError(path, report.Errorf(summary, format, args...))
		return nil
	}
	if f.Streams && f.IsDirectory != "" {
		return complain("No output", "%s", f.IsDirectory)
	}
	found, ok := f.Walk(path)
	var sources []*Source
	native, json := 0, 0
	for _, file := range found.Files {
		if file.JSON {
			json++
		} else {
			native++
		}
	}
	direction := f.Direction
	if direction == ByName && native > 0 && json > 0 {
		direction = f.directionOf(found.Files)
	}
	var copies []*Source
	for _, file := range found.Files {
		s := SourceOf(file)
		if s.Copied = direction.wrong(file.JSON); !s.Copied {
			sources = append(sources, s)
		} else if f.Copies {
			copies = append(copies, s)
		}
	}
	f.countUnknown(found.Unclear)
	switch {
	case direction == ByName && native > 0 && json > 0:
		return complain("Both syntaxes",
			"%s has files in native syntax (%d) and in HCL-JSON (%d). \"hcljson hcl2json\" converts the former, "+
				"\"hcljson json2hcl\" the latter.", path, native, json)
	case len(sources) == 0 && !ok:
		return nil
	case len(sources) == 0 && len(found.Unclear) > 0:
		return complain(f.Nothing,
			"The names of the .hcl files in %s do not define their language. Select it with --dialect.", path)
	case len(sources) == 0 && native+json > 0 && f.Output.Replace:
		f.Session.Report.Note("All files in %s already have the other syntax.", path)
		return nil
	case len(sources) == 0 && native+json > 0:
		return complain("No files to convert", "All files in %s already have the other syntax.", path)
	case len(sources) == 0:
		return complain(f.Nothing,
			"%s has no files with names of HCL files. Hidden files and directories are skipped.", path)
	}
	return append(sources, f.copiedFiles(path, copies, sources)...)
}

// isInside reports whether a source is in a directory after links are resolved. If it is outside,
// isInside reports an error, because a link must not cause copies of files from other places.
func (f *Finder) isInside(dir string, s *Source) bool {
	if !s.Link || f.Output.FollowLinks {
		return true
	}
	real, err := env.Resolve(s.Name)
	if root, failed := env.Resolve(filepath.Join(dir, "x")); err == nil && failed == nil && env.IsBelow(filepath.Dir(root), real) {
		return true
	}
	f.ReportFailed(s, nil, report.Errorf("Link to another place", "%s is a link to a file outside of %s, which is not "+
		"copied. Remove the link, or follow links with --follow-links.", s.Name, dir))
	return false
}

// copiedFiles returns the elements of copies that must be copied. It omits links to files outside of
// the directory. It also omits counterparts of sources, because the results of the conversions
// replace them.
func (f *Finder) copiedFiles(dir string, copies, sources []*Source) []*Source {
	converted := map[string]bool{}
	for _, s := range sources {
		converted[filepath.Clean(s.File.Counterpart)] = true
	}
	var left []string
	copies = slices.DeleteFunc(copies, func(s *Source) bool {
		name := filepath.Clean(s.Name)
		if converted[name] {
			left = append(left, name)
		}
		return converted[name] || !f.isInside(dir, s)
	})
	if len(left) > 0 {
		f.Session.Report.Note("Not copied, because their counterparts are converted: %s.", strings.Join(left, ", "))
	}
	return copies
}

// directionOf returns the direction of a run over files in both syntaxes with output next to the
// sources. It assumes that an earlier run wrote all files of one syntax, so these files have
// counterparts. The sources are the files of the other syntax. If all files have counterparts, it
// returns the direction whose results are up to date. It returns ByName if the direction is not
// clear.
func (f *Finder) directionOf(files []configdir.File) Direction {
	if f.IsUpToDate == nil || !f.Output.ToStdout() || f.Output.Replace {
		return ByName
	}
	names := map[string]bool{}
	for _, file := range files {
		names[filepath.Clean(file.Path)] = true
	}
	alone := map[bool]bool{}
	for _, file := range files {
		if !names[filepath.Clean(file.Counterpart)] {
			alone[file.JSON] = true
		}
	}
	outdated := func(isJSON bool) bool {
		return slices.ContainsFunc(files, func(file configdir.File) bool {
			return file.JSON == isJSON && !f.IsUpToDate(SourceOf(file))
		})
	}
	switch {
	case alone[false] && alone[true]:
		return ByName
	case alone[false]:
		return ToJSON
	case alone[true]:
		return ToHCL
	case !outdated(false):
		return ToJSON
	case !outdated(true):
		return ToHCL
	}
	return ByName
}

// countUnknown adds files with an unknown language to the summary, without duplicates.
func (f *Finder) countUnknown(paths []string) {
	for _, path := range paths {
		if f.Direction.wrong(env.NamedJSON(path)) {
			continue
		}
		if f.unclear == nil {
			f.unclear = map[string]bool{}
		}
		f.unclear[filepath.Clean(path)] = true
	}
	f.Summary.Unclear = len(f.unclear)
}

// Walk returns the files below a directory. It reports unreadable directories and irregular files as
// errors, and returns false if there are any.
func (f *Finder) Walk(path string) (configdir.Found, bool) {
	f.Roots = append(f.Roots, path)
	f.Session.AddOperands(path)
	found, err := configdir.Walk(path, WalkOptions(f.Session, f.Files, f.Output))
	paths := slices.Clone(found.Irregular)
	if err != nil {
		found.Errors = append(found.Errors, configdir.Error{Dir: path, Err: err})
	}
	for _, err := range found.Errors {
		f.ReportError(err.Dir, report.Errorf("Cannot read the directory", "%s.", report.PathReason(err)))
		f.markBroken(err.Dir)
	}
	for _, name := range found.Irregular {
		f.ReportError(name, report.Errorf("Not a regular file",
			"%s is a dangling link, a pipe or a device. Remove it, or exclude it with --exclude.", name))
		f.markBroken(filepath.Dir(name))
	}
	for _, file := range found.Files {
		paths = append(paths, file.Path)
	}
	f.sweep(paths...)
	problems := len(found.Errors) + len(found.Irregular)
	f.Summary.Errors += problems
	return found, problems == 0
}

// WalkOptions returns the options of configdir.Walk, which omit excluded files and the output of -o.
func WalkOptions(s *Session, files env.FileOptions, o *env.OutputOptions) configdir.Options {
	opts := configdir.Options{Dialects: s.LanguageOptions(), Exclude: files.Exclude}
	if !o.ToStdout() {
		opts.Skip = append(opts.Skip, o.Path)
	}
	return opts
}

// FindFile returns the source of one file. It returns nil after it reports an error.
func (f *Finder) FindFile(path string) *Source {
	switch {
	case path == env.StdinPath && (!f.Guesses || !f.isStream(path)):
		return f.stdinSource()
	case f.Streams && f.isStream(path):
		language := ""
		if f.Like.Dialect != nil {
			language = f.Like.Dialect.Name
		}
		return f.refuseTargetSyntax(f.readStream(path, language))
	}
	s := NewSource(path, filepath.Base(path))
	info, err := os.Stat(path)
	switch {
	case path == env.StdinPath && err != nil:
		f.ReportFailed(s, nil, report.Errorf("Standard input without a name",
			"Standard input has no file to compare with. Add --stdin-filepath, or leave out -l, -d and --check."))
		return nil
	case err != nil:
		f.ReportFailed(s, nil, report.CannotRead(path, err))
		return nil
	}
	// A pipe, such as <(command), is a valid source if the output goes to standard output.
	s.Pipe = info.Mode()&fs.ModeNamedPipe != 0 && f.Streams
	if !info.Mode().IsRegular() && !s.Pipe {
		f.ReportFailed(s, nil, report.Errorf("Not a regular file", "%s is a pipe, a device or another special file.", path))
		return nil
	}
	return f.identify(s, path)
}

// refuseTargetSyntax returns s. If s is already in the target syntax of the command, it reports an
// error and returns nil.
func (f *Finder) refuseTargetSyntax(s *Source) *Source {
	if s != nil && f.Direction.wrong(s.File.JSON) {
		f.ReportFailed(s, nil, report.Errorf("Other syntax", "%s already has the target syntax of the command.", s.Name))
		return nil
	}
	return s
}

// stdinSource returns the source of standard input, with the name from --stdin-filepath. Without a
// name, the command defines the syntax and the options define the language.
func (f *Finder) stdinSource() *Source {
	s := &Source{Name: env.StdinName, Stdin: true, CanonicalDir: env.StdinName}
	if f.Session.StdinFilepath != "" {
		s.Name = f.Session.StdinFilepath
		s.Below = filepath.Base(s.Name)
		return f.identify(s, s.Name)
	}
	if f.Like.Dialect != nil {
		// The result of the conversion is in the syntax of f.Like, so standard input is in the other
		// syntax.
		s.File = f.Like
		s.File.JSON = !s.File.JSON
		return s
	}
	if f.Direction == ByName {
		src, _, err := f.Session.Read(s)
		if err != nil {
			f.ReportFailed(s, nil, report.CannotRead(s.Name, err))
			return nil
		}
		f.ReportError("", cmp.Or(RefuseDocument(s.Name, src.Bytes()), f.Session.errDirection(src.Bytes())))
		return nil
	}
	var err error
	s.File, err = f.stdinLanguage()
	if err != nil {
		f.ReportFailed(s, nil, report.Errorf("Unknown language", "%s.", err))
		return nil
	}
	s.File.JSON = f.Direction == ToHCL
	return s
}

// stdinLanguage returns the language of standard input without a name. If the command defines the
// direction and no option selects a language, it returns the language of the target product.
func (f *Finder) stdinLanguage() (dialects.File, error) {
	file, err := f.Session.ForFile(env.StdinPath)
	if err == nil || f.Session.Dialect != "" || f.Direction != ToJSON && f.Direction != ToHCL ||
		len(f.Session.Described) > 0 {
		return file, err
	}
	opts := f.Session.LanguageOptions()
	opts.Dialect = opentofu.OpenTofu.String()
	if product, _, _ := strings.Cut(opts.Target, "@"); slices.Contains(dialects.Names(), product) {
		opts.Dialect = product
	}
	return dialects.ForFile(env.StdinPath, opts)
}

// identify sets the language and syntax of s according to a file name, and returns s. It returns nil
// after it reports an error.
func (f *Finder) identify(s *Source, name string) *Source {
	var err error
	s.File, err = f.Session.ForFile(name)
	if err != nil {
		if text, _, err := f.Session.Read(s); err == nil {
			src := text.Bytes()
			if diag := refuseKnownDocument(s.Name, src); diag != nil {
				f.ReportFailed(s, nil, diag)
				return nil
			}
			// A legacy Packer template usually has a name that does not define a language.
			diag := otherFormat(s.Name, src, nil)
			if diag != nil && env.NamedJSON(name) {
				f.ReportFailed(s, src, diag)
				return nil
			}
		}
		f.ReportFailed(s, nil, report.Errorf("Cannot convert this file", "%s.", err))
		return nil
	}
	if other := f.otherLanguage(s, name); other != "" {
		f.ReportFailed(s, nil, report.Errorf("Other language by name",
			"By its name, %s is read as %s, not as %s, and so is the new file. Leave out --dialect, or use -o to "+
				"write the file to another place.", s.Name, other, s.File.Dialect.Name))
		return nil
	}
	switch {
	case f.Direction.wrong(s.File.JSON) && !s.Stdin && f.converting[s.Dir()]:
		s.Copied = true
	case f.Direction == ToJSON && s.File.JSON:
		f.ReportFailed(s, nil, report.Errorf("Already HCL-JSON",
			"hcl2json reads native syntax, but by its name %s is HCL-JSON. Convert it with json2hcl.", s.Name))
		return nil
	case f.Direction == ToHCL && !s.File.JSON:
		f.ReportFailed(s, nil, report.Errorf("Already native syntax",
			"json2hcl reads HCL-JSON, but by its name %s is native syntax. Convert it with hcl2json.", s.Name))
		return nil
	}
	return s
}

// otherLanguage returns the language that the name of a replaced source defines. It returns "" if
// the name defines no language, or the same language as --dialect.
func (f *Finder) otherLanguage(s *Source, name string) string {
	if !f.Output.Replace || f.Session.Dialect == "" {
		return ""
	}
	named, err := f.Session.ByItsName(name)
	if err != nil || named.Vague || named.Dialect.Name == s.File.Dialect.Name {
		return ""
	}
	return named.Dialect.Name
}

// ReportError reports an error for a file or directory.
func (f *Finder) ReportError(name string, diag *hcl.Diagnostic) {
	f.Session.Report.Add(name, nil, diag)
	f.Status = env.ExitError
}

// ReportFailed reports an error for a source, and marks its directory as broken.
func (f *Finder) ReportFailed(s *Source, src []byte, diag *hcl.Diagnostic) {
	f.Session.Report.Add(s.Name, src, diag)
	f.Status = env.ExitError
	f.markBroken(filepath.Dir(s.Name))
}

// markBroken adds a directory to f.Broken.
func (f *Finder) markBroken(dir string) {
	if f.Broken == nil {
		f.Broken = map[string]bool{}
	}
	f.Broken[env.OneName(dir)] = true
}

// Summarize prints the summary of a run over directories.
func (f *Finder) Summarize() {
	if len(f.Roots) > 0 && f.Summary.total() > f.Summary.Unclear {
		f.Session.Report.Summarize(&f.Summary)
	}
}

// isStream reports whether an operand is a stream whose name defines no language: standard input,
// <(command), or a named pipe.
func (f *Finder) isStream(operand string) bool {
	switch {
	case f.Session.StdinFilepath != "":
		return false
	case operand == env.StdinPath, IsDescriptor(operand):
		return true
	}
	info, err := os.Stat(operand)
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return false
	}
	_, err = f.Session.ForFile(operand)
	return err != nil
}

// IsDescriptor reports whether a path refers to an open file.
func IsDescriptor(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

// FindPair returns the sources of two operands for a comparison. If one operand is a stream, it is
// in the language of the other.
func (f *Finder) FindPair(nameA, nameB string) (a, b *Source) {
	if f.isStream(nameA) && !f.isStream(nameB) {
		b, a = f.FindPair(nameB, nameA)
		return a, b
	}
	a = f.FindFile(nameA)
	switch {
	case a == nil:
	case f.isStream(nameB):
		b = f.readStream(nameB, a.File.Dialect.Name)
	default:
		b = f.FindFile(nameB)
	}
	return a, b
}

// readStream returns the source of a stream. The first character of the text defines its syntax. The
// language is the value of --dialect. If that is missing, it is the given language. If that is "",
// it is the first language that contains all root names of the text.
func (f *Finder) readStream(operand, language string) *Source {
	s := NewSource(env.InputName(operand), "")
	s.Stdin, s.Pipe = operand == env.StdinPath, true
	read, _, err := f.Session.Read(s)
	if IsDescriptor(operand) && errors.Is(err, env.ErrNobodyWrites) {
		err = nil // the pipe is empty
	}
	if err != nil {
		f.ReportFailed(s, nil, report.CannotRead(s.Name, err))
		return nil
	}
	isJSON := service.LooksLikeJSON(read.Text())
	s.text = source.New(read.Text(), s.Name, isJSON)
	opts := f.Session.LanguageOptions()
	for _, name := range []string{opts.Dialect, language, f.Session.languageOf(read.Bytes(), isJSON)} {
		if opts.Dialect = name; name != "" {
			break
		}
	}
	s.File, err = dialects.ForFile(env.StdinPath, opts)
	if err != nil {
		f.ReportFailed(s, nil, cmp.Or(RefuseDocument(s.Name, read.Bytes()), report.Errorf("Unknown language", "The language of %s "+
			"is unknown. Select it with --dialect.", s.Name)))
		return nil
	}
	s.File.JSON = isJSON
	return s
}

// languageOf returns the first language that contains all root names of a text, or "".
func (s *Session) languageOf(src []byte, isJSON bool) string {
	names := rootNames(src, isJSON)
	for _, name := range []string{opentofu.OpenTofu.String(), dialects.Packer().Name} {
		opts := s.LanguageOptions()
		opts.Dialect = name
		file, err := dialects.ForFile(env.StdinPath, opts)
		if err != nil {
			continue
		}
		languages.Prepare(file.Dialect)
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

// errDirection returns the error for standard input without a name, with the command that converts the text.
func (s *Session) errDirection(src []byte) *hcl.Diagnostic {
	const summary = "Invalid command line"
	if len(bytes.TrimSpace(src)) == 0 {
		return report.Errorf(summary, "no file is named, and standard input is empty; name files, or convert an empty text with hcl2json or "+
			"json2hcl")
	}
	return report.Errorf(summary, "standard input has no name, so the direction is unknown; %q converts this text", s.conversionOf(src))
}

// conversionOf returns the command line that converts standard input with a text.
func (s *Session) conversionOf(src []byte) string {
	isJSON, line := BeginsJSON(src), env.ProgramName+" "+env.CommandToJSON
	if isJSON {
		line = env.ProgramName + " " + env.CommandToHCL
	}
	if packer := dialects.Packer().Name; s.Dialect == "" && s.languageOf(src, isJSON) == packer {
		line += " --dialect " + packer
	}
	return line
}

// OtherLanguage returns an error if the text of standard input without a name is in another language than its dialect, which
// is a default. Otherwise it returns nil.
func (s *Session) OtherLanguage(in *Source, src []byte) *hcl.Diagnostic {
	if in.Name != env.StdinName || s.Dialect != "" || s.Target != "" {
		return nil
	}
	if diag := RefuseDocument(in.Name, src); diag != nil {
		return diag
	}
	if name := s.languageOf(src, in.File.JSON); name != "" && name != in.File.Dialect.Name {
		return report.Errorf("Another language", "The text is configuration of %s, not of %s. %q converts it.", name,
			in.File.Dialect.Name, s.conversionOf(src))
	}
	return nil
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

// FindLinks finds the sources that are symbolic links, for --replace. Each link becomes a link to
// the result of its target. It returns the sources that can be replaced, and reports an error for
// any other.
func (f *Finder) FindLinks(sources []*Source) []*Source {
	byPath := make(map[string]*Source, len(sources))
	for _, s := range sources {
		if path, err := env.Canonical(s.Name); err == nil && !s.Stdin {
			byPath[path] = s
		}
	}
	return slices.DeleteFunc(sources, func(s *Source) bool {
		if !s.Link {
			return false
		}
		text, err := os.Readlink(s.Name)
		if err != nil {
			f.ReportFailed(s, nil, report.CannotRead(s.Name, err))
			return true
		}
		next := text
		if !filepath.IsAbs(text) {
			// filepath.Join would remove "DIR/..", which is wrong if DIR is a link.
			next = filepath.Dir(s.Name) + string(filepath.Separator) + text
		}
		if path, err := env.Canonical(next); err == nil {
			s.Linked = byPath[path]
		}
		if s.Linked != nil && s.Linked.File.Dialect.Name != s.File.Dialect.Name {
			f.ReportFailed(s, nil, report.Errorf("Link to another language",
				"%s is a link to %s, but by their names they have different languages, so their results "+
					"differ.", s.Name, text))
			return true
		}
		if s.Linked == nil {
			f.ReportFailed(s, nil, report.Errorf("Link to another file",
				"%s is a link to %s, which is not converted, so the new link would have no target. Name that file "+
					"too, or a directory that contains both.", s.Name, text))
			return true
		}
		dir, _ := filepath.Split(text)
		s.LinkTo = dir + filepath.Base(s.Linked.File.Counterpart)
		return false
	})
}

// WithoutLinks omits the sources that are targets of links in or below the directories of the run,
// and reports each as an error. Their replacement would leave dangling links. Links that are
// replaced too are allowed.
func (f *Finder) WithoutLinks(sources []*Source) []*Source {
	goes := make(map[string]*Source, len(sources))
	seen := map[string]bool{}
	var dirs []string
	for _, s := range sources {
		if path, err := env.Canonical(s.Name); err == nil && !s.Stdin {
			goes[path] = s
			if !seen[s.Dir()] {
				dirs = append(dirs, s.Dir())
			}
			seen[s.Dir()] = true
		}
	}
	linked := map[*Source]bool{}
	for _, name := range f.links(dirs) {
		path, err := env.Canonical(name)
		if err != nil || goes[path] != nil {
			continue
		}
		if path, err = env.Resolve(name); err != nil {
			continue
		}
		if s := goes[path]; s != nil && !linked[s] {
			linked[s] = true
			f.ReportFailed(s, nil, report.Errorf("Link to this file",
				"%s is a link to %s, which would be removed. Name the link too, or remove it.", name, s.Name))
		}
	}
	return slices.DeleteFunc(sources, func(s *Source) bool { return linked[s] })
}

// links returns the symbolic links in directories, and all symbolic links below the operands,
// including those in excluded directories.
func (f *Finder) links(dirs []string) []string {
	var links []string
	add := func(path string, entry fs.DirEntry) {
		if entry.Type()&fs.ModeSymlink != 0 {
			links = append(links, path)
		}
	}
	// Read errors are reported elsewhere.
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			add(filepath.Join(dir, entry.Name()), entry)
		}
	}
	for _, root := range f.Roots {
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil
			case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == ".terraform"):
				return fs.SkipDir
			}
			add(path, entry)
			return nil
		})
	}
	return links
}
