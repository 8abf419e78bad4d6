package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/tree"
	"github.com/hcljson/hcljson/schema/dialects"
)

const (
	stdinPath = "-"
	stdinName = "<stdin>"
)

// source is one input.
type source struct {
	name   string // in messages
	stdin  bool
	file   dialects.File
	info   fs.FileInfo // of what has been read; nil for standard input
	pipe   bool        // it may be a pipe, as nothing is written beside it
	below  string      // the path that is kept under -o
	target string      // where the output goes or what it is compared with; "" is standard output
	home   int         // the tree among those of the run in which the output belongs
	link   bool        // the file is a symbolic link

	canonicalDir string  // see dir
	linked       *source // with --replace, what the link leads to
	linkTo       string  // and what the new link says
}

// find looks at the operands and returns the sources, and the exit status if
// there were errors. What an interrupted run has left is put in order first.
func (r *run) find(operands []string) ([]*source, int) {
	status := exitOK
	if r.writing() {
		var ok bool
		if status, ok = r.recoverAll(operands); !ok {
			return nil, status
		}
	}
	var sources []*source
	for _, operand := range operands {
		found, ok := r.operand(operand)
		if !ok {
			status = exitError
		}
		sources = append(sources, found...)
	}
	sources = uniqueSources(sources)
	if r.editor != nil {
		sources = withoutNames(sources)
	}
	if r.opts.replace {
		for _, check := range []func([]*source) ([]*source, bool){r.findLinks, r.withoutLinks} {
			var ok bool
			if sources, ok = check(sources); !ok {
				status = exitError
			}
		}
	}
	return sources, status
}

// uniqueSources leaves out files that are found a second time.
func uniqueSources(sources []*source) []*source {
	seen := make(map[string]bool, len(sources))
	return slices.DeleteFunc(sources, func(s *source) bool {
		if s.stdin {
			return false
		}
		path := filepath.Join(s.dir(), filepath.Base(s.name))
		again := seen[path]
		seen[path] = true
		return again
	})
}

// withoutNames leaves out the links to what is among the sources under another name,
// as no file is edited twice.
func withoutNames(sources []*source) []*source {
	known := make(map[string]bool, len(sources))
	isKnown := func(s *source) bool {
		path, err := resolve(s.name)
		if s.stdin || err != nil {
			return false
		}
		again := known[path]
		known[path] = true
		return again
	}
	again := make(map[*source]bool)
	for _, links := range []bool{false, true} {
		for _, s := range sources {
			if s.link == links {
				again[s] = isKnown(s)
			}
		}
	}
	return slices.DeleteFunc(sources, func(s *source) bool { return again[s] })
}

// operand returns the sources that an operand stands for. It reports errors, and
// whether there were none.
func (r *run) operand(path string) ([]*source, bool) {
	if isDir(path) {
		return r.directory(path)
	}
	if r.replaced(path) {
		return nil, true
	}
	s := r.source(path)
	if s == nil {
		return nil, false
	}
	return []*source{s}, true
}

// directory returns the sources in a directory.
func (r *run) directory(path string) ([]*source, bool) {
	r.walked = true
	r.roots = append(r.roots, path)
	complain := func(summary, format string, args ...any) ([]*source, bool) {
		r.report.add(path, nil, hcl.Diagnostics{errorf(summary, format, args...)})
		return nil, false
	}
	if !r.writing() && !r.opts.comparing() {
		if r.editor != nil {
			return complain("Is a directory",
				"%s is a directory. Write its files with -w, or see what changes with -l, -d or --check.", path)
		}
		return complain("Is a directory", "%s is a directory. Say where its files go: -w beside each, --replace in place of each, -o DIR elsewhere; or compare with -l, -d or --check.", path)
	}
	found, ok := r.walk(path)
	var sources []*source
	native, json := 0, 0
	for _, f := range found.Files {
		if f.JSON {
			json++
		} else {
			native++
		}
		if r.direction == toJSON && f.JSON || r.direction == toHCL && !f.JSON {
			continue
		}
		sources = append(sources, sourceOf(f))
	}
	r.leftOut(found.Unclear)
	nothing := "No files to convert"
	if r.editor != nil {
		nothing = "No files to edit"
	}
	switch {
	case r.editor == nil && r.direction == byName && native > 0 && json > 0:
		return complain("Both syntaxes", "In %s there are files in native syntax (%d) and in HCL-JSON (%d). Say which are to be converted: \"hcljson hcl2json\" converts the former, \"hcljson json2hcl\" the latter.", path, native, json)
	case len(sources) == 0 && (!ok || r.finished(path)):
		return nil, ok // there is nothing left to do
	case len(sources) == 0 && len(found.Unclear) > 0:
		return complain(nothing, "The names of the .hcl files in %s do not say which language they are in; name one with --dialect.", path)
	case len(sources) == 0 && native+json > 0 && r.opts.replace:
		r.report.note("All files in %s are in the other syntax already.", path)
		return nil, true
	case len(sources) == 0 && native+json > 0:
		return complain("No files to convert", "All files in %s are in the other syntax already.", path)
	case len(sources) == 0:
		return complain(nothing, "There is no file in %s whose name says that it is HCL. Hidden files and directories are left out.", path)
	}
	return sources, ok
}

// leftOut counts the files whose language is not clear, each once.
func (r *run) leftOut(paths []string) {
	for _, path := range paths {
		isJSON := strings.HasSuffix(path, ".json")
		if r.direction == toJSON && isJSON || r.direction == toHCL && !isJSON {
			continue
		}
		if r.unclear == nil {
			r.unclear = map[string]bool{}
		}
		r.unclear[filepath.Clean(path)] = true
	}
	r.summary.Unclear = len(r.unclear)
}

// walk finds the files in a directory and reports what is wrong with it, each thing
// as an error of its module. It reports whether there is nothing.
func (r *run) walk(path string) (tree.Found, bool) {
	found, err := tree.Walk(path, r.walkOptions())
	if err != nil {
		found.Errors = append(found.Errors, tree.Error{Dir: path, Err: err})
	}
	for _, err := range found.Errors {
		r.report.add(err.Dir, nil, hcl.Diagnostics{errorf("Cannot read the directory", "%s.", pathReason(err))})
		r.breaks(err.Dir)
	}
	for _, name := range found.Irregular {
		r.report.add(name, nil, hcl.Diagnostics{errorf("Not a regular file", "%s is a link that leads nowhere, a pipe or a device. Remove it, or leave it out with --exclude.", name)})
		r.breaks(filepath.Dir(name))
	}
	problems := len(found.Errors) + len(found.Irregular)
	r.summary.Errors += problems
	return found, problems == 0
}

func (r *run) walkOptions() tree.Options {
	opts := tree.Options{
		Dialects: r.dialects(),
		Exclude:  r.opts.exclude.Value(),
	}
	if r.opts.output != "" && r.opts.output != stdoutPath {
		opts.Skip = append(opts.Skip, r.opts.output)
	}
	return opts
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// source looks at one file. It returns nil after reporting an error.
func (r *run) source(path string) *source {
	if path == stdinPath {
		return r.stdinSource()
	}
	s := &source{name: path, below: filepath.Base(path), link: isLink(path)}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.fail(s, nil, errorf("No such file", "There is no file %s.", path))
		return nil
	case err != nil:
		r.fail(s, nil, errorf("Cannot read the file", "%s: %s.", path, reason(err)))
		return nil
	}
	// Its contents can still go to standard output: <(command) is a pipe.
	s.pipe = info.Mode()&fs.ModeNamedPipe != 0 && !r.writing() && !r.opts.comparing()
	if !info.Mode().IsRegular() && !s.pipe {
		r.fail(s, nil, errorf("Not a regular file", "%s is a pipe, a device or the like.", path))
		return nil
	}
	return r.identify(s, path)
}

// stdinSource is standard input under the name that the user gave it. Without
// one, the command gives the syntax and the options give the language.
func (r *run) stdinSource() *source {
	s := &source{name: stdinName, stdin: true}
	if r.opts.stdinFilepath != "" {
		s.name = r.opts.stdinFilepath
		s.below = filepath.Base(s.name)
		return r.identify(s, s.name)
	}
	if r.editor != nil && r.editor.edited != nil && r.editor.edited.file.Dialect != nil {
		// It is what the other file was made from.
		s.file = r.editor.edited.file
		s.file.JSON = !s.file.JSON
		return s
	}
	var err error
	s.file, err = r.forFile(stdinPath)
	if err != nil {
		r.fail(s, nil, errorf("Unknown language", "%s.", err))
		return nil
	}
	s.file.JSON = r.direction == toHCL
	return s
}

func (r *run) forFile(name string) (dialects.File, error) {
	return dialects.ForFile(name, r.dialects())
}

// dialects are the options that tell the language of a file.
func (r *run) dialects() dialects.Options {
	return dialects.Options{Languages: r.languages, Dialect: r.opts.dialect, Target: r.opts.target}
}

// identify tells the language and the syntax of s from a file name.
func (r *run) identify(s *source, name string) *source {
	var err error
	s.file, err = r.forFile(name)
	if err != nil {
		if strings.HasSuffix(name, ".json") {
			// The usual name of a legacy Packer template says nothing.
			if src, err := r.read(s); err == nil {
				if diag := dialects.OtherFormat(s.name, src, nil); diag != nil {
					r.fail(s, src, diag)
					return nil
				}
			}
		}
		r.fail(s, nil, errorf("Cannot convert this file", "%s.", err))
		return nil
	}
	if other := r.otherLanguage(s, name); other != "" {
		r.fail(s, nil, errorf("Another language by its name", "What reads %s reads it as %s, not as %s, and would find the new file in its place. Leave out --dialect, or use -o to write the file elsewhere.", s.name, other, s.file.Dialect.Name))
		return nil
	}
	switch {
	case r.direction == toJSON && s.file.JSON:
		r.fail(s, nil, errorf("Already HCL-JSON", "hcl2json reads native syntax, but by its name %s is HCL-JSON. Use json2hcl for the way back.", s.name))
		return nil
	case r.direction == toHCL && !s.file.JSON:
		r.fail(s, nil, errorf("Already native syntax", "json2hcl reads HCL-JSON, but by its name %s is native syntax. Use hcl2json for the way back.", s.name))
		return nil
	}
	return s
}

// otherLanguage returns the language of a file that is to be replaced by its
// name, if that is clear and another one than the user says.
func (r *run) otherLanguage(s *source, name string) string {
	if !r.opts.replace || r.opts.dialect == "" {
		return ""
	}
	named, err := r.byItsName(name)
	if err != nil || named.Vague || named.Dialect.Name == s.file.Dialect.Name {
		return ""
	}
	return named.Dialect.Name
}

// byItsName tells the language of a file from its name alone.
func (r *run) byItsName(name string) (dialects.File, error) {
	opts := dialects.Options{Languages: r.languages, Target: r.opts.target}
	if opts.Target == "" && (r.opts.dialect == "opentofu" || r.opts.dialect == "terraform") {
		opts.Target = r.opts.dialect
	}
	return dialects.ForFile(name, opts)
}

func (r *run) read(s *source) (src []byte, err error) {
	switch {
	case s.stdin:
		return io.ReadAll(r.in)
	case s.pipe:
		src, s.info, err = readOperand(s.name)
	default:
		src, s.info, err = readFile(s.name)
	}
	return src, err
}

var errNotRegular = errors.New("it is a pipe, a device or the like")

// readFile reads a regular file, and returns what it is.
func readFile(name string) ([]byte, fs.FileInfo, error) {
	src, info, err := atomic.ReadFile(name)
	if errors.Is(err, atomic.ErrNotRegular) {
		err = errNotRegular
	}
	return src, info, err
}

var errNobodyWrites = errors.New("nobody writes to the pipe; redirect standard input from it, and name - in its place")

// readOperand reads what the user names: a regular file, or a pipe that somebody
// writes to already.
func readOperand(name string) ([]byte, fs.FileInfo, error) {
	return readAtMost(name, math.MaxInt64-bytes.MinRead)
}

// readAtMost reads what the user names up to one byte more than limit.
func readAtMost(name string, limit int64) ([]byte, fs.FileInfo, error) {
	file, info, err := atomic.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	switch mode := info.Mode(); {
	case mode.IsDir():
		return nil, nil, &fs.PathError{Op: "read", Path: name, Err: syscall.EISDIR}
	case !mode.IsRegular() && mode&fs.ModeNamedPipe == 0:
		return nil, nil, errNotRegular
	}
	src := bytes.NewBuffer(make([]byte, 0, min(max(info.Size(), 0), limit)+bytes.MinRead))
	_, err = src.ReadFrom(io.LimitReader(file, limit+1))
	if err == nil && src.Len() == 0 && !info.Mode().IsRegular() {
		err = errNobodyWrites
	}
	return src.Bytes(), info, err
}

// reason returns what is wrong without the operation and path that package os
// puts before it.
func reason(err error) error {
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// checkEncoding refuses a source that no product reads, whatever its syntax.
func checkEncoding(src []byte) *hcl.Diagnostic {
	for _, mark := range []struct{ bytes, encoding string }{
		{"\xff\xfe\x00\x00", "UTF-32"},
		{"\x00\x00\xfe\xff", "UTF-32"},
		{"\xff\xfe", "UTF-16"},
		{"\xfe\xff", "UTF-16"},
	} {
		if bytes.HasPrefix(src, []byte(mark.bytes)) {
			return errorf("Not UTF-8", "The file is in %s, as its byte order mark says. HCL is always UTF-8: save the file in that encoding.", mark.encoding)
		}
	}
	return nil
}

// checkJSON refuses a source that cannot be HCL-JSON, with a message about the
// file rather than about a token.
func checkJSON(name string, src []byte) *hcl.Diagnostic {
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	if len(bytes.TrimSpace(text)) == 0 {
		return errorf("Empty file", "%s is empty. HCL-JSON is one object, {} at the least.", name)
	}
	return checkText(name, src)
}

// checkText finds the first byte that is not text. Native syntax is put to
// this test only when it is refused, as the products read past such bytes in a
// comment.
func checkText(name string, src []byte) *hcl.Diagnostic {
	if utf8.Valid(src) && bytes.IndexByte(src, 0) < 0 {
		return nil
	}
	for offset := 0; offset < len(src); {
		char, size := utf8.DecodeRune(src[offset:])
		switch {
		case char == 0:
			diag := errorf("Not a text file", "There is a NUL byte, so this is a binary file, or text in another encoding than UTF-8.")
			diag.Subject = rangeAt(name, src, offset, offset+1)
			return diag
		case char == utf8.RuneError && size == 1:
			diag := errorf("Not UTF-8", "The byte 0x%02X is no part of a UTF-8 character, so this is text in another encoding, or a binary file.", src[offset])
			diag.Subject = rangeAt(name, src, offset, offset+1)
			return diag
		}
		offset += size
	}
	return nil
}

func rangeAt(name string, src []byte, start, end int) *hcl.Range {
	return &hcl.Range{Filename: name, Start: positionAt(src, start), End: positionAt(src, end)}
}

func positionAt(src []byte, offset int) hcl.Pos {
	before := src[:offset]
	lineStart := bytes.LastIndexByte(before, '\n') + 1
	return hcl.Pos{
		Line:   1 + bytes.Count(before, []byte{'\n'}),
		Column: 1 + utf8.RuneCount(before[lineStart:]),
		Byte:   offset,
	}
}
