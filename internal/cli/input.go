package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

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
	info   fs.FileInfo // nil for standard input
	target string      // where the output goes or what it is compared with; "" is standard output
}

// source looks at one operand. It returns nil after reporting an error.
func (r *run) source(path string) *source {
	if path == stdinPath {
		return r.stdinSource()
	}
	s := &source{name: path}
	var err error
	s.info, err = os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.fail(s, nil, errorf("No such file", "There is no file %s.", path))
		return nil
	case err != nil:
		r.fail(s, nil, errorf("Cannot read the file", "%s: %s.", path, reason(err)))
		return nil
	case s.info.IsDir():
		r.fail(s, nil, errorf("Is a directory", "%s is a directory; name the files in it that are to be converted.", path))
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
		return r.identify(s, s.name)
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
	return dialects.ForFile(name, dialects.Options{Dialect: r.opts.dialect, Target: r.opts.target})
}

// identify tells the language and the syntax of s from a file name.
func (r *run) identify(s *source, name string) *source {
	var err error
	s.file, err = r.forFile(name)
	if err != nil {
		if strings.HasSuffix(name, ".json") {
			// The usual name of a legacy Packer template says nothing.
			if src, err := r.read(s); err == nil {
				if diag := legacyPackerTemplate(s.name, src); diag != nil {
					r.fail(s, src, diag)
					return nil
				}
			}
		}
		r.fail(s, nil, errorf("Cannot convert this file", "%s.", err))
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

func (r *run) read(s *source) ([]byte, error) {
	if s.stdin {
		return io.ReadAll(r.in)
	}
	return os.ReadFile(s.name)
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
