package generatecmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/generate/eject"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/schema"
)

// ejected is a module that is ejected.
type ejected struct {
	name string // of the stack or directory, for messages
	// root is the directory of the operand, and base is its path. All reads stay in root. It is nil
	// for standard input.
	root *os.Root
	base string
	dir  string // below root, with slashes
	out  string // below the directory of -o, with slashes
	to   string // the path of out
	// realDir and realTo are dir and to with resolved links, if root is set.
	realDir, realTo string
	// files contains the named files. If it is empty, all files of the directory are used.
	files []string

	sources []*output.Result
	result  []ejectedFile
	assets  int
	renamed int
	guesses int
	notes   []ejectNote
	changes []ejectNote // notes of the steps, listed last
	failed  bool
	log     report.Log
	// unread is the error of reading the sources, or nil.
	unread *hcl.Diagnostic
}

// ejectedFile is an output file.
type ejectedFile struct {
	name  string // below the directory of the module, with slashes
	bytes []byte
	mode  fs.FileMode
	asset bool
}

// ejectNote is a note for review. Its position is in an output file, or in the source if that is
// more useful.
type ejectNote struct {
	File  string `json:"file,omitempty"`
	Line  int    `json:"line,omitempty"`
	Place string `json:"place"`
	Text  string `json:"text"`
}

// path returns the path of a file of the module, for messages.
func (m *ejected) path(name string) string {
	return filepath.Join(m.base, filepath.FromSlash(m.dir), filepath.FromSlash(name))
}

// fail adds errors to a module, which prevents its output.
func (m *ejected) fail(s *output.Result, diags ...*hcl.Diagnostic) {
	name, src := m.path("."), []byte(nil)
	switch {
	case s != nil:
		name, src = s.Name, s.Src
	case len(m.files) == 1:
		name = m.path(m.files[0])
	}
	m.log.Add(name, src, diags...)
	m.failed = true
}

// note adds a note for review.
func (m *ejected) note(place, text string) {
	m.notes = append(m.notes, ejectNote{Place: place, Text: text})
}

// findModules returns the modules of the operands, and the exit status after errors.
func (e *ejection) findModules(operands []string) ([]*ejected, int) {
	var found []*ejected
	status := env.ExitOK
	for _, operand := range operands {
		modules, diags := e.findModule(operand)
		if diags.HasErrors() {
			status = env.ExitError
		}
		e.session.Report.Add(operand, nil, diags...)
		found = append(found, modules...)
	}
	found = sameModule(found)
	if len(found) > 1 && !e.options.output.ToStdout() {
		taken := map[string]*ejected{}
		for _, m := range found {
			if m.out == "." && slices.ContainsFunc(found, func(other *ejected) bool { return other.root != m.root }) {
				m.out = m.name
			}
			if other := taken[strings.ToLower(m.out)]; other != nil {
				e.session.Report.Add("", nil, report.Errorf("Two modules with the same directory",
					"%s and %s would both be written to %s. Eject them separately, each to another directory.",
					other.path("."), m.path("."), e.target(m.out)))
				status = env.ExitError
			}
			taken[strings.ToLower(m.out)] = m
		}
	}
	e.dirs = map[string]string{}
	for _, m := range found {
		m.to = e.target(m.out)
		if m.root != nil {
			m.realDir, m.realTo = atomic.RealPath(m.path(".")), atomic.RealPath(m.to)
			e.dirs[m.realDir] = m.realTo
		}
	}
	return found, status
}

// target returns the path of a directory below the directory of -o.
func (e *ejection) target(out string) string {
	return filepath.Join(e.options.output.Path, filepath.FromSlash(out))
}

// sameModule joins the modules of files in the same directory.
func sameModule(found []*ejected) []*ejected {
	var result []*ejected
	for _, m := range found {
		i := slices.IndexFunc(result, func(other *ejected) bool {
			return m.root != nil && other.root != nil && other.path(".") == m.path(".") && len(m.files) > 0 &&
				len(other.files) > 0
		})
		if i < 0 {
			result = append(result, m)
			continue
		}
		result[i].files = append(result[i].files, m.files...)
	}
	return result
}

func (e *ejection) findModule(operand string) ([]*ejected, hcl.Diagnostics) {
	if operand == env.StdinPath {
		return []*ejected{{name: "stdin", dir: ".", out: "."}}, nil
	}
	info, err := os.Stat(operand)
	switch {
	case err != nil:
		return nil, hcl.Diagnostics{report.CannotRead(operand, err)}
	case info.IsDir():
		return e.findInDirectory(operand)
	case filepath.Base(operand) == eject.Manifest:
		dir := filepath.Dir(operand)
		root, diags := e.openRoot(dir)
		if root == nil {
			return nil, diags
		}
		src, diags := readManifest(root, dir, eject.Manifest)
		if diags.HasErrors() {
			return nil, diags
		}
		return e.stacks(root, dir, ".", src)
	}
	dir := filepath.Dir(operand)
	root, diags := e.openRoot(dir)
	if root == nil {
		return nil, diags
	}
	return []*ejected{{name: baseName(dir), root: root, base: dir, dir: ".", out: ".",
		files: []string{filepath.Base(operand)}}}, nil
}

// baseName returns the name of a directory, even for paths without a name, such as ".".
func baseName(dir string) string {
	if absolute, err := filepath.Abs(dir); err == nil {
		dir = absolute
	}
	return filepath.Base(dir)
}

func (e *ejection) openRoot(dir string) (*os.Root, hcl.Diagnostics) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, hcl.Diagnostics{report.Errorf("Cannot read the directory", "%s.", report.PathReason(err))}
	}
	e.opened = append(e.opened, root)
	return root, nil
}

// findInDirectory returns the stacks of a manifest in a directory or in its CDKTF output directory.
// Without a manifest, it returns a module for each directory with generated files.
func (e *ejection) findInDirectory(dir string) ([]*ejected, hcl.Diagnostics) {
	root, diags := e.openRoot(dir)
	if root == nil {
		return nil, diags
	}
	for _, below := range []string{".", eject.Output} {
		name := path.Join(below, eject.Manifest)
		if info, err := root.Lstat(name); err != nil || info.IsDir() {
			continue
		}
		src, diags := readManifest(root, dir, name)
		switch {
		case diags.HasErrors():
			return nil, diags
		case !eject.IsForeignManifest(src):
			return e.stacks(root, dir, below, src)
		}
	}
	return e.walkModules(root, dir)
}

func readManifest(root *os.Root, dir, name string) ([]byte, hcl.Diagnostics) {
	src, _, err := readInRoot(root, name, maxConfiguration)
	if err != nil {
		return nil, hcl.Diagnostics{report.CannotRead(filepath.Join(dir, filepath.FromSlash(name)), err)}
	}
	return src, nil
}

// stacks returns the stacks of a manifest.
func (e *ejection) stacks(root *os.Root, base, below string, src []byte) ([]*ejected, hcl.Diagnostics) {
	name := filepath.Join(base, filepath.FromSlash(below), eject.Manifest)
	stacks, diags := eject.ReadManifest(src, name)
	if diags.HasErrors() {
		e.session.Report.Add(name, src, diags...)
		return nil, hcl.Diagnostics{report.Errorf("Unusable manifest",
			"%s has no list of stacks in the format of CDKTF.", name)}
	}
	var found []*ejected
	for _, stack := range stacks {
		found = append(found, &ejected{
			name: stack.Name, root: root, base: base, dir: path.Join(below, stack.Dir), out: stack.Out,
			files: []string{path.Base(stack.File)},
		})
	}
	return found, diags
}

// walkModules returns a module for each directory with generated files. The assets of a module are
// not modules.
func (e *ejection) walkModules(root *os.Root, dir string) ([]*ejected, hcl.Diagnostics) {
	found, ok := e.find.Walk(dir)
	if !ok {
		return nil, hcl.Diagnostics{report.Errorf("Cannot read the directory", "%s cannot be read completely.", dir)}
	}
	var modules []*ejected
	for _, file := range found.Files {
		at := filepath.ToSlash(filepath.Dir(file.Rel))
		if !file.JSON || !ejectable(file.Dialect) ||
			slices.ContainsFunc(modules, func(m *ejected) bool { return m.dir == at || isAsset(m.dir, at) }) {
			continue
		}
		name := path.Base(at)
		if at == "." {
			name = baseName(dir)
		}
		modules = append(modules, &ejected{name: name, root: root, base: dir, dir: at, out: at})
	}
	if len(modules) == 0 {
		return nil, hcl.Diagnostics{report.Errorf("Nothing to eject",
			"%s has no HCL-JSON of OpenTofu or Terraform, such as cdk.tf.json, and no %s. Run synth first, or name "+
				"its output directory.", dir, eject.Manifest)}
	}
	return modules, nil
}

// isAsset reports whether a directory is an asset of a module.
func isAsset(module, dir string) bool {
	rest, below := strings.CutPrefix(dir+"/", path.Join(module, eject.Assets[0])+"/")
	return below && rest != dir
}

// The maximum sizes of a configuration file and of all assets of a run. The assets stay in memory
// until they are written.
const (
	maxConfiguration = 1 << 28
	maxAssets        = 1 << 30
)

// errLink is the error for a link in the input.
var errLink = errors.New("it is a link, and generated files must not select files to read; replace the link with " +
	"the file")

// readInRoot reads a regular file below a directory. It is an error if the path contains a link.
func readInRoot(root *os.Root, name string, limit int64) ([]byte, fs.FileInfo, error) {
	if err := withoutLinks(root, name); err != nil {
		return nil, nil, err
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, nil, err
	case !info.Mode().IsRegular():
		return nil, nil, env.ErrNotRegular
	}
	src, err := atomic.ReadAtMost(file, info, limit)
	return src, info, err
}

// withoutLinks returns an error if a path contains a link or a special file. Opening a pipe would
// block.
func withoutLinks(root *os.Root, name string) error {
	at := ""
	for _, part := range strings.Split(name, "/") {
		at = path.Join(at, part)
		info, err := root.Lstat(at)
		switch {
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return errLink
		case !info.IsDir() && !info.Mode().IsRegular():
			return env.ErrNotRegular
		}
	}
	return nil
}

// readSources reads the files of a module.
func (e *ejection) readSources(m *ejected) *hcl.Diagnostic {
	if m.root == nil {
		return e.readStdin(m)
	}
	names := m.files
	if len(names) == 0 {
		var err error
		if names, err = e.configurationNames(m); err != nil {
			return report.Errorf("Cannot read the directory", "%s: %s.", m.path("."), report.Reason(err))
		}
	}
	for _, name := range names {
		s := input.NewSource(m.path(name), name)
		file, err := e.session.ForFile(s.Name)
		switch {
		case err != nil:
			if src, _, failed := readInRoot(m.root, path.Join(m.dir, name), maxConfiguration); failed == nil {
				if diag := input.RefuseDocument(s.Name, src); diag != nil {
					return diag
				}
			}
			return report.Errorf("Cannot convert this file", "%s.", err)
		case !file.JSON && len(m.files) > 0:
			return errNative(s)
		case !ejectable(file.Dialect) && len(m.files) > 0:
			return report.Errorf("Nothing to eject",
				"%s is not configuration of OpenTofu or Terraform. json2hcl converts it.",
				s.Name)
		case isOverride(name):
			return report.Errorf("An override file",
				"The product merges %s into other files of its module. Merge it by hand, or convert the files with "+
					"json2hcl.", s.Name)
		}
		s.File = file
		src, info, err := readInRoot(m.root, path.Join(m.dir, name), maxConfiguration)
		if err != nil {
			return report.CannotRead(s.Name, err)
		}
		m.sources = append(m.sources, &output.Result{Task: output.Task{Source: s}, Info: info, Src: src})
	}
	return nil
}

// configurationNames returns the names of the HCL files in the directory of a module.
func (e *ejection) configurationNames(m *ejected) ([]string, error) {
	entries, err := fs.ReadDir(m.root.FS(), m.dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || entry.IsDir() {
			continue
		}
		// Files without an HCL file name are ignored, as in all commands.
		file, err := e.session.ForFile(m.path(name))
		if err == nil && !file.Vague {
			names = append(names, name)
		}
	}
	return names, nil
}

func errNative(s *input.Source) *hcl.Diagnostic {
	return report.Errorf("Already native syntax", "eject reads HCL-JSON, but by its name %s is native syntax.", s.Name)
}

func (e *ejection) readStdin(m *ejected) *hcl.Diagnostic {
	s := &input.Source{Name: env.StdinName, Stdin: true, Below: "main.tf.json", CanonicalDir: env.StdinName}
	name := s.Below
	if e.session.StdinFilepath != "" {
		s.Name, name = e.session.StdinFilepath, e.session.StdinFilepath
	}
	file, err := e.session.ForFile(name)
	if err != nil {
		return report.Errorf("Unknown language", "%s.", err)
	}
	if s.File = file; !file.JSON {
		return errNative(s)
	}
	src, err := e.session.ReadStdin()
	if err != nil {
		return report.CannotRead(s.Name, err)
	}
	m.sources = append(m.sources, &output.Result{Task: output.Task{Source: s}, Src: src})
	return nil
}

// readAssets reads the files that the configuration of a module refers to: its assets, and the named
// files and directories.
func (e *ejection) readAssets(m *ejected, named []string) *hcl.Diagnostic {
	if m.root == nil {
		return nil
	}
	var names []string
	for _, name := range append(slices.Clone(eject.Assets), named...) {
		below := func(other string) bool { return name == other || strings.HasPrefix(name, other+"/") }
		if _, err := m.root.Lstat(path.Join(m.dir, name)); err == nil && !slices.ContainsFunc(names, below) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if e.options.output.ToStdout() {
			m.note(m.path(name), "belongs to the configuration; -o DIR copies it")
			continue
		}
		if err := withoutLinks(m.root, path.Join(m.dir, name)); err != nil {
			return report.Errorf("Cannot copy the file", "%s: %s.", m.path(name), report.Reason(err))
		}
		if err := fs.WalkDir(m.root.FS(), path.Join(m.dir, name), func(at string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && e.isModule(m, at):
				return fs.SkipDir
			case entry.IsDir():
				return nil
			}
			return e.readAsset(m, at)
		}); err != nil {
			return report.Errorf("Cannot copy the file", "%s.", report.PathReason(err))
		}
	}
	return nil
}

// isModule reports whether a directory is the directory of another ejected module.
func (e *ejection) isModule(m *ejected, at string) bool {
	_, ok := e.dirs[atomic.RealPath(filepath.Join(m.base, filepath.FromSlash(at)))]
	return ok && at != m.dir
}

func (e *ejection) readAsset(m *ejected, at string) error {
	src, info, err := readInRoot(m.root, at, maxAssets-e.assets.Load())
	name := strings.TrimPrefix(at, m.dir+"/")
	if err != nil {
		if errors.Is(err, atomic.ErrTooLarge) {
			err = fmt.Errorf("the assets are larger than %d bytes in all", maxAssets)
		}
		return &fs.PathError{Op: "read", Path: m.path(name), Err: err}
	}
	e.assets.Add(int64(len(src)))
	if slices.ContainsFunc(m.sources, func(s *output.Result) bool { return s.Below == name }) {
		return nil
	}
	m.result = append(m.result, ejectedFile{name: name, bytes: src, mode: info.Mode().Perm(), asset: true})
	m.assets++
	return nil
}

// isOverride reports whether a product merges a file into the other files of its module.
func isOverride(name string) bool {
	_, override := dialects.IsConfiguration(name)
	return override
}

// ejectable reports whether a language has modules with a state, and blocks that rename addresses.
func ejectable(d *schema.Dialect) bool {
	return conventions.Of(d).Style != nil && conventions.Of(d).Style.Moved.Type != ""
}
