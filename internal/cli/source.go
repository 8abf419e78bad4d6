package cli

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/reading"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema"
)

const (
	stdinPath = command.Stdin
	stdinName = "<stdin>"
)

// stdoutPath selects standard output in -o.
const stdoutPath = "-"

// source is an input file or standard input.
type source struct {
	name   string // for messages
	stdin  bool
	file   dialects.File
	pipe   bool   // a pipe is allowed, because no file is written next to it
	given  []byte // the content of a stream without a name
	below  string // the relative path below -o
	link   bool   // the file is a symbolic link
	copied bool   // already in the target syntax, and copied

	canonicalDir string  // see dir
	linked       *source // with --replace, the target of the link
	linkTo       string  // with --replace, the text of the new link
}

// newSource returns the source of a file with a relative path below -o.
func newSource(name, below string) *source {
	return &source{name: name, below: below, link: isLink(name), canonicalDir: canonicalDir(name)}
}

// dir returns the canonical directory of a source. Standard input has a separate directory.
func (s *source) dir() string {
	if s.stdin {
		return stdinName
	}
	return s.canonicalDir
}

// path returns the canonical path of the source.
func (s *source) path() string { return filepath.Join(s.dir(), filepath.Base(s.name)) }

// module returns the directory of the module of a source. For a test, it can be the parent
// directory.
func (s *source) module() string {
	if d := s.file.Dialect; d != nil && d.Outside != nil && filepath.Base(s.dir()) == d.Outside.Directory {
		return filepath.Dir(s.dir())
	}
	return s.dir()
}

func sourceOf(f configdir.File) *source {
	s := newSource(f.Path, f.Rel)
	s.file = f.File
	return s
}

// links returns the number of replaced links between the source and a file.
func (s *source) links() int {
	const limit = 40 // the limit of Linux
	n := 0
	for ; s.linked != nil && n < limit; s = s.linked {
		n++
	}
	return n
}

// text returns a text of the source, for a comparison.
func (s *source) text(src []byte) equivalent.Source {
	return equivalent.Source{Bytes: src, Filename: s.name, JSON: s.file.JSON}
}

// task is a source with the place of its result.
type task struct {
	*source
	target string // the output file, or the file for the comparison; "" is standard output
	home   int    // the index of the output tree
}

// counterpart returns the result of the conversion, for a comparison.
func (t task) counterpart(out []byte) equivalent.Source {
	return equivalent.Source{Bytes: out, Filename: t.target, JSON: !t.file.JSON}
}

// conversion is the result for a source.
type conversion struct {
	task
	info      fs.FileInfo // of the read file; nil for standard input
	src       []byte      // set if files are written or edited
	converted []byte
	failed    bool
	edited    bool               // an interrupted run wrote the result
	sourceMap *convert.SourceMap // nil if there is none
	// mapName is the file name of the source map.
	mapName string
	// order is the position in the write order. Files that declare a new name follow the files that
	// refer to it, and a module follows its callers.
	order int
	// tidy is the result of the steps, or nil.
	tidy *tidy.Result
	log  report.Log
}

// fail adds errors for the source and discards the conversion.
func (c *conversion) fail(src []byte, diags ...*hcl.Diagnostic) *conversion {
	c.log.Add(c.name, src, diags...)
	c.converted, c.failed = nil, true
	return c
}

// uniqueSources returns the sources without duplicates.
func uniqueSources(sources []*source) []*source {
	return firsts(sources, (*source).path)
}

// withoutNames returns the sources without links to other sources, so that no file is edited twice.
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

// inputName returns the name of an operand in messages.
func inputName(operand string) string {
	if operand == stdinPath {
		return stdinName
	}
	return operand
}

// stands reports whether an operand is an existing file or standard input.
func stands(operand string) bool {
	_, err := os.Lstat(operand)
	return err == nil || operand == stdinPath
}

// quoted returns a file name as an argument for a shell.
func quoted(name string) string {
	switch {
	case name == stdinName:
		return "-"
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+@%:,") == "":
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// unique returns the paths without duplicates.
func unique(paths []string) []string { return firsts(paths, filepath.Clean) }

// firsts returns the first element for each key.
func firsts[T any](list []T, key func(T) string) []T {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(slices.Clone(list), func(element T) bool {
		again := seen[key(element)]
		seen[key(element)] = true
		return again
	})
}

// namedJSON reports whether a file name ends in .json.
func namedJSON(name string) bool { return strings.HasSuffix(name, ".json") }

// isConfiguration reports whether a product loads a file as a part of its module.
func isConfiguration(name string) bool {
	is, _ := dialects.IsConfiguration(name)
	return is
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return path != stdinPath && err == nil && info.IsDir()
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isBelow reports whether a path is a directory or below it.
func isBelow(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// fileNames returns the names of the directory entries that are not directories.
func fileNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names, err
}

// canonicalDir returns the canonical directory of a path.
func canonicalDir(path string) string { return oneName(filepath.Dir(path)) }

// oneName returns the canonical name of a directory.
func oneName(dir string) string {
	if name, err := canonical(filepath.Join(dir, "x")); err == nil {
		return filepath.Dir(name)
	}
	return dir
}

// canonical returns the canonical name of a path, without following a link in the last element.
func canonical(path string) (string, error) {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	return filepath.Join(dir, base), err
}

// resolve returns the canonical name of the file that a path refers to. The file does not need to
// exist.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if path, err = atomic.Target(path); err != nil {
		return "", err
	}
	return filepath.Join(atomic.RealPath(filepath.Dir(path)), filepath.Base(path)), nil
}

var errNotRegular = errors.New("it is a pipe, a device or the like")

// readFile reads a regular file and returns its content and file information.
func readFile(name string) ([]byte, fs.FileInfo, error) {
	src, info, err := atomic.ReadFile(name)
	if errors.Is(err, atomic.ErrNotRegular) {
		err = errNotRegular
	}
	return src, info, err
}

var errNobodyWrites = errors.New("nobody writes to the pipe; redirect standard input from it, and name - in its place")

// readOperand reads an operand: a regular file, or a pipe with an active writer.
func readOperand(name string) ([]byte, fs.FileInfo, error) {
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
	src, err := atomic.ReadAtMost(file, info, atomic.MaxFile)
	if err == nil && len(src) == 0 && !info.Mode().IsRegular() {
		err = errNobodyWrites
	}
	return src, info, err
}

// readStart reads the first bytes of a file.
func readStart(name string) ([]byte, error) {
	file, _, err := atomic.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, prefix))
}

// readSchemaFile reads a file with schemas. The file may be compressed with gzip, and may be a pipe.
func readSchemaFile(name string) ([]byte, error) {
	src, _, err := readOperand(name)
	if err != nil || !bytes.HasPrefix(src, []byte{0x1f, 0x8b}) {
		return src, err
	}
	return unzipped(src, atomic.MaxFile)
}

// unzipped returns the decompressed text. It is an error if the text exceeds the limit.
func unzipped(src []byte, limit int64) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(src))
	var plain []byte
	if err == nil {
		plain, err = atomic.ReadAtMost(r, nil, limit)
	}
	switch {
	case errors.Is(err, atomic.ErrTooLarge):
		return nil, fmt.Errorf("it is larger than %d bytes when it is not compressed", limit)
	case err != nil:
		return nil, fmt.Errorf("it is compressed with gzip, and cannot be read: %w", err)
	}
	return plain, nil
}

// document is a kind of JSON without configuration, with advice for its use.
type document struct {
	// every contains the required members. If names is not empty, the document also contains at
	// least one of these members.
	every, names []string
	is           string
	// advice contains the file name for each %[1]s.
	advice string
	// readable is true if show and generate read the document.
	readable bool
	// within is a text that the document must contain, or "".
	within string
}

// documents contains the kinds of documents. The first match wins.
var documents = []document{
	{[]string{"format_version"}, []string{"provider_schemas"}, "what \"providers schema -json\" prints",
		"\"hcljson schema add %[1]s\" keeps it, and \"hcljson --provider-schema %[1]s main.tf\" " +
			"converts with it", false, ""},
	{[]string{"format_version"}, []string{"planned_values", "resource_changes", "prior_state"}, "a plan",
		"\"hcljson show %[1]s\" summarizes it, and \"hcljson generate %[1]s\" writes configuration " +
			"for what is in it", true, ""},
	{[]string{"format_version"}, []string{"values", "terraform_version"}, "a state",
		"\"hcljson show %[1]s\" summarizes it, and \"hcljson generate %[1]s\" writes configuration " +
			"for what is in it", true, ""},
	{[]string{"lineage", "serial"}, nil, "a state file as the product stores it",
		"\"tofu show -json %[1]s > state.json\" turns it into what \"hcljson show state.json\" and " +
			"\"hcljson generate state.json\" read", false, ""},
	{[]string{"stacks"}, nil, "a manifest of CDK for Terraform",
		"\"hcljson eject %[1]s\" writes the configuration of its stacks", false, `"synthesizedStackPath"`},
}

// prefix is the maximum distance of the first member name of a document from the start of a file.
// Other files are not examined.
const prefix = 4096

// documentMarks contains names of which one must be in the prefix.
var documentMarks = []string{`"format_version"`, `"terraform_version"`, `"stacks"`}

// documentOf returns the kind of document of a source, which may be truncated, or nil.
func documentOf(src []byte) *document {
	text := bytes.TrimPrefix(src, byteOrderMark)
	start := text[:min(len(text), prefix)]
	if !slices.ContainsFunc(documentMarks, func(mark string) bool { return bytes.Contains(start, []byte(mark)) }) {
		return nil
	}
	members := memberNames(text)
	has := func(name string) bool { return members[name] }
	for i := range documents {
		d := &documents[i]
		if !slices.ContainsFunc(d.every, func(name string) bool { return !has(name) }) &&
			(d.names == nil || slices.ContainsFunc(d.names, has)) && bytes.Contains(text, []byte(d.within)) {
			return d
		}
	}
	return nil
}

// memberNames returns the member names of an object, which may be truncated or invalid.
func memberNames(text []byte) map[string]bool {
	names := map[string]bool{}
	if !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
		return names
	}
	for m := range reading.Members(text) {
		names[m.Name] = true
	}
	return names
}

var byteOrderMark = []byte("\ufeff")

// otherDocument returns an error if a source is a document without configuration. The error must be
// printed without source lines, which may be sensitive.
func otherDocument(name string, src []byte) *hcl.Diagnostic {
	d := documentOf(src)
	var diag *hcl.Diagnostic
	switch {
	case d != nil:
		diag = report.Errorf("Not configuration", "This is %s: %s.", d.is, fmt.Sprintf(d.advice, quoted(name)))
	case isArchive(src):
		diag = report.Errorf("Not configuration", "This is an archive, as saved plans are: \"tofu show -json %s > "+
			"plan.json\" turns a plan into what \"hcljson show plan.json\" and \"hcljson generate plan.json\" read.",
			quoted(name))
	default:
		return nil
	}
	diag.Subject = &hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}
	return diag
}

// unasked returns an error if a source is a known document, or in another format of a product, that
// the command does not read. It returns nil for any other source.
func unasked(name string, src []byte) *hcl.Diagnostic {
	if diag := otherDocument(name, src); diag != nil {
		return diag
	}
	return dialects.OtherFormat(name, src, nil)
}

// notTemplate returns an error if a source has a known format other than a legacy template of
// Packer, according to its content or name.
func notTemplate(name string, src []byte) *hcl.Diagnostic {
	if diag := otherDocument(name, src); diag != nil {
		return diag
	}
	file, err := dialects.ForFile(name, dialects.Options{})
	if err != nil || file.Vague || dialects.OtherFormat(name, src, nil) != nil {
		return nil
	}
	return report.Errorf("Configuration", "By its name, %s is configuration in the language %s. upgrade reads the JSON "+
		"templates that Packer had before HCL2.", name, file.Dialect.Name)
}

// notPlan returns an error if a source is configuration by its name, or another document than a plan
// or state.
func notPlan(name string, src []byte) *hcl.Diagnostic {
	d := documentOf(src)
	if d != nil && d.readable {
		return nil
	}
	if d == nil && isConfiguration(filepath.Base(name)) {
		return report.Errorf("Configuration", "By its name, %s is configuration. \"hcljson show %s\" prints its module as "+
			"data; plans and states are what \"tofu show -json FILE\" prints.", name, quoted(filepath.Dir(name)))
	}
	return unasked(name, src)
}

// notSchemas returns an error if a source is another document than one with schemas.
func notSchemas(name string, src []byte) *hcl.Diagnostic {
	if documentOf(src) == &documents[0] {
		return nil
	}
	diag := unasked(name, src)
	if diag != nil {
		diag.Summary = "Not a schema of providers"
	}
	return diag
}

// notJSON returns an error if the source is native syntax, although its name selects HCL-JSON, or
// nil.
func notJSON(s *source, src []byte) *hcl.Diagnostic {
	if len(bytes.TrimSpace(bytes.TrimPrefix(src, byteOrderMark))) == 0 || beginsJSON(src) {
		return nil
	}
	tree, diags := hclwrite.ParseFile(src, s.name)
	if diags.HasErrors() || len(tree.Body.Content()) == 0 {
		return nil
	}
	if s.name == stdinName || s.file.Twin == "" {
		return report.Errorf("Native syntax in place of JSON", "HCL-JSON is wanted, and this is native syntax. Use hcl2json "+
			"to convert it.")
	}
	return report.Errorf("Native syntax in place of JSON",
		"By its name, %s is HCL-JSON, and there is native syntax in it. "+
			"Its name is to be %s; or convert it with \"hcljson hcl2json --stdin-filepath %s - < %s\".",
		s.name, s.file.Twin, quoted(s.file.Twin), quoted(s.name))
}

// beginsJSON reports whether the start of a text is valid in JSON and invalid in native syntax.
func beginsJSON(src []byte) bool {
	text := bytes.TrimSpace(bytes.TrimPrefix(src, byteOrderMark))
	return len(text) > 0 && bytes.IndexByte([]byte(`{["`), text[0]) >= 0
}

// isArchive reports whether a source is a ZIP archive, such as a saved plan.
func isArchive(src []byte) bool { return bytes.HasPrefix(src, []byte("PK\x03\x04")) }

// notNative returns an error if the source is JSON, although its name selects native syntax, or nil.
func notNative(s *source, src []byte) *hcl.Diagnostic {
	if diag := otherDocument(s.name, src); diag != nil {
		return diag
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(src, byteOrderMark))
	if !bytes.HasPrefix(text, []byte("{")) || !json.Valid(text) {
		return nil
	}
	if s.name == stdinName {
		return report.Errorf("JSON in place of native syntax", "hcl2json reads native syntax, and this is JSON. If it is "+
			"HCL-JSON, use json2hcl for the way back.")
	}
	return report.Errorf("JSON in place of native syntax", "By its name, %s is in native syntax, and there is JSON in "+
		"it. If it is HCL-JSON, it should be called %s; or convert it with \"hcljson json2hcl --stdin-filepath %s - < %s\".",
		s.name, s.file.Twin, quoted(s.file.Twin), quoted(s.name))
}

// load reads a source and validates it.
func (run *session) load(s *source) ([]byte, fs.FileInfo, *hcl.Diagnostic) {
	src, info, err := run.read(s)
	if err != nil {
		return nil, nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err))
	}
	src, diag := checked(s, src)
	return src, info, diag
}

// checked returns an error if a source is not text in its syntax. The returned text is nil if it
// must not be printed.
func checked(s *source, src []byte) ([]byte, *hcl.Diagnostic) {
	diag := diagnostic.CheckSource(s.name, src, s.file.JSON)
	switch {
	case diag != nil:
	case s.file.JSON:
		diag = cmp.Or(otherDocument(s.name, src), notJSON(s, src))
	default:
		diag = notNative(s, src)
	}
	if diag != nil {
		return nil, diag
	}
	if s.file.JSON {
		diag = dialects.OtherFormat(s.name, src, s.file.Dialect)
	}
	return src, diag
}

// queried returns a warning if HCL-JSON has the structure of the query form. The query form has no
// marker, and other programs write JSON for reading with the same structure.
func queried(src string, root *schema.Body) *hcl.Diagnostic {
	if root == nil || strings.Contains(src, `"//"`) || !isQueried(json.NewDecoder(strings.NewReader(src)), root) {
		return nil
	}
	return report.Warningf("Perhaps JSON for reading",
		"Every block is in an array below its labels, and there are no notes: so \"hcljson hcl2json --form query\" "+
			"and other programs write JSON that is only for reading. It has neither the comments of its source nor all "+
			"of its order. Use \"hcljson edit\" to change native syntax as JSON, or convert it in the general or the "+
			"compact form.")
}

// isQueried reports whether all labeled blocks of a file are in arrays, and an array contains only
// one block. The compact form also uses arrays, but only for several blocks. The function stops at
// the first block with another structure.
func isQueried(d *json.Decoder, root *schema.Body) bool {
	if !opens(d, '{') {
		return false
	}
	lone := false
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return false
		}
		_, rule := root.Lookup(name.(string))
		switch {
		case rule == nil || rule.Shape != schema.AnyShape || len(rule.Labels) == 0 && !rule.Body.JustAttributes:
			if !skips(d) {
				return false
			}
		case !inArrays(d, len(rule.Labels), rule.Body.JustAttributes, &lone):
			return false
		}
	}
	return lone
}

// inArrays skips a value. It reports whether the value is an array below the labels, or an object
// for a body with any names. It sets lone for an array of one block.
func inArrays(d *json.Decoder, labels int, free bool, lone *bool) bool {
	if labels > 0 {
		if !opens(d, '{') {
			return false
		}
		for d.More() {
			if _, err := d.Token(); err != nil || !inArrays(d, labels-1, false, lone) {
				return false
			}
		}
		_, err := d.Token()
		return err == nil
	}
	if free {
		var value json.RawMessage
		return d.Decode(&value) == nil && len(value) > 0 && value[0] == '{'
	}
	var blocks []json.RawMessage
	if d.Decode(&blocks) != nil || blocks == nil {
		return false
	}
	*lone = *lone || len(blocks) == 1
	return true
}

func opens(d *json.Decoder, delimiter json.Delim) bool {
	token, err := d.Token()
	return err == nil && token == delimiter
}

func skips(d *json.Decoder) bool {
	var value json.RawMessage
	return d.Decode(&value) == nil
}
