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

// stdoutPath names standard output to -o.
const stdoutPath = "-"

// source is one input.
type source struct {
	name   string // in messages
	stdin  bool
	file   dialects.File
	info   fs.FileInfo // of what has been read; nil for standard input
	pipe   bool        // it may be a pipe, as nothing is written next to it
	given  []byte      // what has been read from a stream without a name
	below  string      // the path that is kept under -o
	target string      // where the output goes or what it is compared with; "" is standard output
	home   int         // the tree among those of the run in which the output belongs
	link   bool        // the file is a symbolic link
	copied bool        // it is in the target syntax already, and is written as it is

	canonicalDir string  // see dir
	linked       *source // with --replace, what the link leads to
	linkTo       string  // and what the new link says
}

// dir is the one name of the directory that a source is in; standard input is
// alone.
func (s *source) dir() string {
	if s.stdin {
		return stdinName
	}
	if s.canonicalDir == "" {
		s.canonicalDir = canonicalDir(s.name)
	}
	return s.canonicalDir
}

// path is the one name of the source.
func (s *source) path() string { return filepath.Join(s.dir(), filepath.Base(s.name)) }

// module is the directory of the configuration that a file is for: of tests, it may be the one
// above.
func (s *source) module() string {
	if d := s.file.Dialect; d != nil && d.Outside != nil && filepath.Base(s.dir()) == d.Outside.Directory {
		return filepath.Dir(s.dir())
	}
	return s.dir()
}

func sourceOf(f configdir.File) *source {
	return &source{name: f.Path, file: f.File, below: f.Rel, link: isLink(f.Path)}
}

// links is how many links that are replaced the source is away from a file.
func (s *source) links() int {
	const limit = 40 // as Linux has it
	n := 0
	for ; s.linked != nil && n < limit; s = s.linked {
		n++
	}
	return n
}

// text is a text of the source, for a comparison.
func (s *source) text(src []byte) equivalent.Source {
	return equivalent.Source{Bytes: src, Filename: s.name, JSON: s.file.JSON}
}

// twin is what the source becomes, for a comparison.
func (s *source) twin(out []byte) equivalent.Source {
	return equivalent.Source{Bytes: out, Filename: s.target, JSON: !s.file.JSON}
}

// conversion is what has become of a source.
type conversion struct {
	*source
	src       []byte // when files are written or edited
	converted []byte
	failed    bool
	edited    bool               // an interrupted run has written the result already
	sourceMap *convert.SourceMap // nil if there is none
	// order is that in which files are written: what declares a new name comes after the files
	// that refer to it, and a module after those that call it.
	order int
	// tidy is what the steps have made of it, if there were any.
	tidy *tidy.Result
	log  report.Log
}

// fail notes errors on the source, and that there is no conversion.
func (c *conversion) fail(src []byte, diags ...*hcl.Diagnostic) *conversion {
	c.log.Add(c.name, src, diags...)
	c.converted, c.failed = nil, true
	return c
}

// uniqueSources leaves out files that are found a second time.
func uniqueSources(sources []*source) []*source {
	return firsts(sources, (*source).path)
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

// inputName is the name of an operand in messages.
func inputName(operand string) string {
	if operand == stdinPath {
		return stdinName
	}
	return operand
}

// stands reports whether there is a file, or what is no file has a meaning.
func stands(operand string) bool {
	_, err := os.Lstat(operand)
	return err == nil || operand == stdinPath
}

// quoted is the name of a file as an argument for a shell.
func quoted(name string) string {
	switch {
	case name == stdinName:
		return "-"
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+@%:,") == "":
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// unique leaves out paths that are named a second time.
func unique(paths []string) []string { return firsts(paths, filepath.Clean) }

// firsts leaves out what has the same key as something before it.
func firsts[T any](list []T, key func(T) string) []T {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(slices.Clone(list), func(element T) bool {
		again := seen[key(element)]
		seen[key(element)] = true
		return again
	})
}

// namedJSON reports whether a name says that there is JSON in the file.
func namedJSON(name string) bool { return strings.HasSuffix(name, ".json") }

// isConfiguration reports whether a product reads a file of a module as a part of it.
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

// isBelow reports whether a path is that of a directory or of something below it.
func isBelow(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// fileNames returns the names of what is in a directory, except directories.
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

// canonicalDir returns the one name of the directory that a path is in, however
// the path leads there.
func canonicalDir(path string) string { return oneName(filepath.Dir(path)) }

// oneName returns the one name of a directory.
func oneName(dir string) string {
	if name, err := canonical(filepath.Join(dir, "x")); err == nil {
		return filepath.Dir(name)
	}
	return dir
}

// canonical returns the one name of a path, without following a link at its end.
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

// resolve returns the one name of the file that a path leads to, or would if
// it existed.
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

// readSchemaFile reads a file with schemas, which may be compressed with gzip. It may
// be a pipe: <(command).
func readSchemaFile(name string) ([]byte, error) {
	src, _, err := readOperand(name)
	if err != nil || !bytes.HasPrefix(src, []byte{0x1f, 0x8b}) {
		return src, err
	}
	return unzipped(src, atomic.MaxFile)
}

// unzipped is what was compressed, if that is not larger than a limit.
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

// document is a kind of JSON that is not configuration, and what is done with it.
type document struct {
	// names are members of which one shows the kind, next to those of every.
	every, names []string
	is           string
	// advice has the name of the file for each %[1]s.
	advice string
	// readable: show and generate read it.
	readable bool
	// within is a text that is in it, if not empty.
	within string
}

// documents are told by their members, the first that fits.
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

// prefix is how much of a file may have to name a member of a document first, or else it
// is not looked at closely.
const prefix = 4096

// documentMarks are names of which one stands there.
var documentMarks = []string{`"format_version"`, `"terraform_version"`, `"stacks"`}

// documentOf tells which document a source is, also one that breaks off; nil if none.
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

// memberNames are the names of the members of an object, which may be cut or wrong.
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

// otherDocument is the error that a source is a document and no configuration. It is to
// be shown without the source, which may be sensitive.
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

// unasked is the error that a source is a document, or in another format of a product than
// HCL, given to a command for something else; nil if it is not known to be one.
func unasked(name string, src []byte) *hcl.Diagnostic {
	if diag := otherDocument(name, src); diag != nil {
		return diag
	}
	return dialects.OtherFormat(name, src, nil)
}

// notTemplate is the error that a source is no legacy template of Packer, but something
// else that is known, by what is in it or its name.
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

// notPlan is the error that a source which is neither a plan nor a state is another document,
// or configuration by its name.
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

// notSchemas is the error that a source is another document than one with schemas.
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

// notJSON is the error that a source is native syntax, and should be HCL-JSON by its name;
// nil if it is not.
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

// beginsJSON reports whether a text begins as JSON does, and native syntax does not.
func beginsJSON(src []byte) bool {
	text := bytes.TrimSpace(bytes.TrimPrefix(src, byteOrderMark))
	return len(text) > 0 && bytes.IndexByte([]byte(`{["`), text[0]) >= 0
}

// isArchive reports whether a source is one as saved plans are.
func isArchive(src []byte) bool { return bytes.HasPrefix(src, []byte("PK\x03\x04")) }

// notNative is the error that a source is JSON, and should be native syntax by its name;
// nil if it is not.
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

// load reads a source that is to be compared, and refuses what is not text in its
// syntax.
func (run *session) load(s *source) ([]byte, *hcl.Diagnostic) {
	src, err := run.read(s)
	if err != nil {
		return nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err))
	}
	return checked(s, src)
}

// checked refuses what is not text in the syntax of a source. The text is nil if it is not to
// be shown.
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

// queried warns of HCL-JSON in the shape of the query form. Nothing in it says so, and
// other programs write JSON for reading in the same shape.
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

// isQueried reports whether all labelled blocks of a file have that shape, and one is
// alone in its array: the compact form has arrays too, for several blocks. It reads no
// further than to the first that has another.
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

// inArrays reads past a value, and reports whether it is an array below the labels, or
// an object for a body of names and values. It notes an array of one block.
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
