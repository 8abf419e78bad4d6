package cli

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// isNameless reports whether an operand is a stream, whose name says nothing of what is in
// it: standard input, what a shell makes of <(command), or a named pipe.
func (f *finder) isNameless(operand string) bool {
	switch {
	case f.opts.stdinFilepath != "":
		return false
	case operand == stdinPath, isDescriptor(operand):
		return true
	}
	info, err := os.Stat(operand)
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return false
	}
	_, err = f.forFile(operand)
	return err != nil
}

// isDescriptor reports whether a path stands for an open file.
func isDescriptor(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

// two looks at the two files that are compared. One without a name is in the language of
// the other.
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

// nameless reads a stream. Its first character tells its syntax. Its language is the one
// that is forced, the given one, or else the one that has all names in its root.
func (f *finder) nameless(operand, language string) *source {
	s := &source{name: inputName(operand), stdin: operand == stdinPath, pipe: true}
	src, err := f.read(s)
	if isDescriptor(operand) && errors.Is(err, errNobodyWrites) {
		err = nil // somebody has, and nothing
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
	opts := f.dialects()
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

// languageOf is the first language that has all names in the root of a text, or empty.
func (f *finder) languageOf(src []byte, isJSON bool) string {
	names := rootNames(src, isJSON)
	for _, name := range []string{opentofu.OpenTofu.String(), dialects.Packer().Name} {
		opts := f.dialects()
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

// rootNames are the names in the root of a text, none if it cannot be read.
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
