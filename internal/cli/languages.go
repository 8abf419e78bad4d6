package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/loading"
	"github.com/hcljson/hcljson/internal/packerplugins"
	"github.com/hcljson/hcljson/internal/pluginschemas"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schemafile"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// readLanguages reads the schema files. It reports what is wrong, and returns false then.
func (s *session) readLanguages() bool {
	ok := true
	for _, name := range unique(s.schemas) {
		described := readLanguage(s.report, name)
		ok = ok && described != nil
		s.described = append(s.described, described)
	}
	return ok
}

// readLanguage reads a schema file, and reports what is wrong with it.
func readLanguage(r *report.Report, name string) *schemafile.Language {
	src, _, err := readOperand(name)
	if err != nil {
		r.Add(name, nil, report.Errorf("Cannot read the schema file", "%s: %s.", name, report.Reason(err)))
		return nil
	}
	if diag := unasked(name, src); diag != nil {
		diag.Summary = "Not a schema file"
		r.Add(name, nil, diag)
		return nil
	}
	isJSON := namedJSON(name)
	if diag := diagnostic.CheckSource(name, src, isJSON); diag != nil {
		r.Add(name, src, diag)
		return nil
	}
	described, diags := schemafile.Read(src, name, isJSON)
	r.Add(name, src, diags...)
	return described
}

func (s *session) forFile(name string) (dialects.File, error) {
	return dialects.ForFile(name, s.languageOptions())
}

// languageOptions are those that tell the language of a file.
func (s *session) languageOptions() dialects.Options {
	return dialects.Options{Languages: s.described, Dialect: s.dialect, Target: s.target, NativeOnly: s.nativeOnly}
}

// byItsName tells the language of a file from its name alone.
func (s *session) byItsName(name string) (dialects.File, error) {
	return dialects.ForFile(name, s.languageOptions().ByName())
}

// terraform reports whether the files are those of Terraform rather than
// OpenTofu.
func (s *session) terraform() bool {
	t, err := opentofu.ParseTarget(s.languageOptions().ByName().Target)
	return err == nil && t.Product == opentofu.Terraform
}

// language is the language of a source with what the providers of its module
// define.
func (s *session) language(in *source, src []byte) *schema.Dialect {
	p := s.providers
	base, _ := s.targeted(in, src)
	if !base.UsesPlugins() || base.UsesPart(schema.Builder) && p.finder.Idle() {
		return base
	}
	return p.dialect(base, p.module(in, src, base))
}

// languageOf is the language of two sources that are compared. The module of either can ask for a target.
func (s *session) languageOf(a, b *source, texts []equivalent.Source) *schema.Dialect {
	ofA, _ := s.moduleTarget(a, texts[0].Bytes)
	if ofB, _ := s.moduleTarget(b, texts[1].Bytes); ofA == "" && ofB != "" {
		return s.language(b, texts[1].Bytes)
	}
	return s.language(a, texts[0].Bytes)
}

// targeted is the language of a source for the target that the names in its module ask
// for, unless an option says the target.
func (s *session) targeted(in *source, src []byte) (*schema.Dialect, *hcl.Diagnostic) {
	opts := s.languageOptions()
	if in.file.Dialect.Target == "" || opts.ByName().Target != "" {
		return in.file.Dialect, nil
	}
	target, diag := s.moduleTarget(in, src)
	if target == "" {
		return in.file.Dialect, diag
	}
	opts.Selected = target
	name := in.name
	if name == stdinName {
		name = stdinPath
		if opts.Dialect = in.file.Dialect.Name; opts.Dialect == opentofu.OpenTofu.String() {
			opts.Dialect = target
		}
	}
	if file, err := dialects.ForFile(name, opts); err == nil {
		return file.Dialect, diag
	}
	return in.file.Dialect, diag // its own product alone reads the file
}

// moduleTarget is the target that the names in the module of a source ask for.
func (s *session) moduleTarget(in *source, src []byte) (string, *hcl.Diagnostic) {
	own := dialects.ModuleFile{Name: in.name, Bytes: src, JSON: in.file.JSON}
	if in.stdin && in.name == stdinName {
		own.Name = ""
		return dialects.ModuleTarget([]dialects.ModuleFile{own})
	}
	dir := filepath.Dir(in.name)
	if in.module() != in.dir() {
		dir = filepath.Join(dir, "..")
	}
	if in.stdin {
		files := slices.DeleteFunc(targetFiles(dir), func(f dialects.ModuleFile) bool {
			return filepath.Clean(f.Name) == filepath.Clean(in.name)
		})
		return dialects.ModuleTarget(append(files, own))
	}
	type result struct {
		target string
		diag   *hcl.Diagnostic
	}
	once, _ := s.providers.targets.LoadOrStore(in.module(), sync.OnceValue(func() result {
		target, diag := dialects.ModuleTarget(targetFiles(dir))
		return result{target, diag}
	}))
	found := once.(func() result)()
	return found.target, found.diag
}

// targetFiles are the files of a module and of its tests that may say which product reads
// them.
func targetFiles(module string) (files []dialects.ModuleFile) {
	for _, dir := range []string{module, filepath.Join(module, loading.TestDirectory)} {
		names, err := fileNames(dir)
		if err != nil {
			continue // reported where the files themselves are read
		}
		for _, name := range names {
			path := filepath.Join(dir, name)
			if file, err := dialects.ForFile(name, dialects.Options{}); err != nil || file.Dialect.Target == "" {
				continue
			}
			if src, _, err := atomic.ReadFile(path); err == nil {
				files = append(files, dialects.ModuleFile{Name: path, Bytes: src, JSON: namedJSON(name)})
			}
		}
	}
	return files
}

// mixed refuses a source whose module has names of two products, and one in native syntax
// whose module sets an argument in two ways.
func (s *session) mixed(in *source, src []byte) *hcl.Diagnostic {
	base, diag := s.targeted(in, src)
	if diag != nil || in.file.JSON || !base.UsesPlugins() {
		return diag
	}
	m := s.providers.module(in, src, base)
	if len(m.mixed) == 0 {
		return nil
	}
	return report.Errorf("Argument and blocks in several files",
		"The module has override files, and sets this as an argument in one file and as blocks in another: %s. The "+
			"product takes the argument and passes over the blocks; in JSON it would refuse them. Remove one of the "+
			"two.", strings.Join(m.mixed, ", "))
}

// providerSchemas knows what the providers and plugins of each module define.
type providerSchemas struct {
	session *session
	finder  *pluginschemas.Finder
	given   []*provider.Schema // by --provider-schema

	// modules has a function that returns a *providerModule, by moduleKey.
	modules sync.Map
	// targets has a function that returns what ModuleTarget does, by directory.
	targets sync.Map

	mu sync.Mutex
	// shared are the languages of modules that require the same.
	shared map[languageKey]*schema.Dialect
}

// languageKey is what a module's language depends on.
type languageKey struct {
	base     *schema.Dialect
	root     string
	requires string
	merges   bool
}

// providerModule is a directory whose files are read together.
type providerModule struct {
	requirements provider.Requirements
	root         *pluginschemas.Root
	// plugins are the sources of Packer's plugins by local name.
	plugins map[string]string
	// merges: there are override files.
	merges bool
	// mixed are the arguments that are written as blocks in one file and not in another,
	// which no JSON can say.
	mixed []string
}

// openProviders gets ready what knows the providers. It reports what is wrong with the
// options, and returns false then.
func (s *session) openProviders() bool {
	opts := pluginschemas.Options{
		Getenv: s.Getenv, Terraform: s.terraform(),
		Installed: s.installedSchemas, Fetch: s.fetchSchemas, Log: s.report.Tell, Note: s.report.Note, Doing: s.report.Doing,
		StartNothing: s.check, AllowHosts: s.allowHosts,
	}
	for _, name := range s.providerSchemas {
		if src := s.readSchemas(name, opts.Read); src == nil {
			return false
		}
	}
	finder, err := pluginschemas.New(opts)
	if err != nil {
		s.report.Add("", nil, report.Errorf("No cache", "%s.", err))
		return false
	}
	if (s.installedSchemas || s.fetchSchemas) && !s.check {
		// What has been started ends with the program.
		s.interruptible()
		s.report.Progress(0)
	}
	s.providers = &providerSchemas{
		session: s, finder: finder, given: opts.Files, shared: map[languageKey]*schema.Dialect{},
	}
	return true
}

// module returns the module that a source is in. Standard input without a name
// is a module of its own.
func (p *providerSchemas) module(s *source, src []byte, base *schema.Dialect) *providerModule {
	terraform := strings.HasPrefix(base.Target, opentofu.Terraform.String())
	if s.stdin {
		file := newFile(filepath.Base(s.name), src, s.file.JSON)
		if s.name == stdinName {
			return p.newModule(".", []provider.File{file}, terraform)
		}
		// The text stands for the file of that name.
		dir := filepath.Dir(s.name)
		replaced := func(f provider.File) bool { return f.Filename == file.Filename }
		files := slices.DeleteFunc(requiringFiles(dir, terraform), replaced)
		return p.newModule(dir, inOrderOfLoading(append(files, file)), terraform)
	}
	dir := s.dir()
	key := moduleKey{dir, terraform}
	once, _ := p.modules.LoadOrStore(key, sync.OnceValue(func() *providerModule {
		return p.newModule(dir, requiringFiles(dir, terraform), terraform)
	}))
	return once.(func() *providerModule)()
}

// moduleKey names a module as a product reads it.
type moduleKey struct {
	dir       string
	terraform bool
}

func (p *providerSchemas) newModule(dir string, files []provider.File, terraform bool) *providerModule {
	// What is wrong in a requirement is left to the product.
	m := &providerModule{root: p.finder.Root(dir)}
	m.requirements, _ = provider.ReadRequirements(files, terraform)
	m.mixed = provider.Mixed(files)
	var templates []packerplugins.File
	for _, file := range files {
		m.merges = m.merges || file.Override
		template := packerplugins.File{Bytes: file.Bytes, Name: file.Filename, JSON: file.JSON}
		if template.MayRequire() {
			templates = append(templates, template)
		}
	}
	m.plugins, _ = packerplugins.Requirements(templates)
	return m
}

// dialect returns a language that knows the providers of a module.
func (p *providerSchemas) dialect(base *schema.Dialect, m *providerModule) *schema.Dialect {
	key := languageKey{base, p.finder.Key(m.root), m.requirements.String() + fmt.Sprint(m.plugins), m.merges}
	p.mu.Lock()
	defer p.mu.Unlock()
	d := p.shared[key]
	if d == nil {
		define := p.finder.DefinePacker(m.plugins)
		if !base.UsesPart(schema.Builder) {
			find := func(required provider.Requirement) (*provider.Schema, error) {
				return p.finder.Find(p.session.ctx, m.root, required)
			}
			define = provider.DefineWithTable(m.requirements, find, m.root.Version)
		}
		d = base.WithPlugins(define)
		d.Merges = m.merges
		p.shared[key] = d
	}
	return d
}

// requiringFiles reads the files of a directory that may say which providers they
// need, in the order in which the product loads them. Tests are in a directory
// of their own below the module.
func requiringFiles(dir string, terraform bool) []provider.File {
	// Errors are reported where the files themselves are read.
	files, _ := configurationFiles(dir, terraform)
	if len(files) == 0 {
		files, _ = configurationFiles(filepath.Dir(dir), terraform)
	}
	return files
}

// configurationFiles reads the files of a module, and returns the first error as well.
func configurationFiles(dir string, terraform bool) (files []provider.File, err error) {
	names, err := fileNames(dir)
	target := ""
	if terraform {
		target = opentofu.Terraform.String()
	}
	for _, read := range configdir.Reads(names, target) {
		if !read.Together && !read.Override {
			continue
		}
		src, _, failed := atomic.ReadFile(filepath.Join(dir, read.Name))
		if failed == nil {
			files = append(files, newFile(read.Name, src, namedJSON(read.Name)))
		} else if err == nil {
			err = failed
		}
	}
	return inOrderOfLoading(files), err
}

func newFile(name string, src []byte, isJSON bool) provider.File {
	_, override := dialects.IsConfiguration(name)
	return provider.File{Bytes: src, Filename: name, JSON: isJSON, Override: override}
}

// inOrderOfLoading puts override files after the others.
func inOrderOfLoading(files []provider.File) []provider.File {
	slices.SortStableFunc(files, func(a, b provider.File) int {
		switch {
		case a.Override == b.Override:
			return strings.Compare(a.Filename, b.Filename)
		case b.Override:
			return -1
		}
		return 1
	})
	return files
}
