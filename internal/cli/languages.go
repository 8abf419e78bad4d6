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

// readLanguages reads the schema files. It returns false after it reports an error.
func (s *session) readLanguages() bool {
	ok := true
	for _, name := range unique(s.schemas) {
		described := readLanguage(s.report, name)
		ok = ok && described != nil
		s.described = append(s.described, described)
	}
	return ok
}

// readLanguage reads a schema file. It returns nil after it reports an error.
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

// languageOptions returns the options that select the language of a file.
func (s *session) languageOptions() dialects.Options {
	return dialects.Options{Languages: s.described, Dialect: s.dialect, Target: s.target, NativeOnly: s.nativeOnly}
}

// byItsName returns the language of a file according to its name alone.
func (s *session) byItsName(name string) (dialects.File, error) {
	return dialects.ForFile(name, s.languageOptions().ByName())
}

// terraform reports whether the product is Terraform, not OpenTofu.
func (s *session) terraform() bool {
	t, err := opentofu.ParseTarget(s.languageOptions().ByName().Target)
	return err == nil && t.Product == opentofu.Terraform
}

// language returns the language of a source, including the schemas of the providers of its module.
func (s *session) language(in *source, src []byte) *schema.Dialect {
	p := s.providers
	base, _ := s.targeted(in, src)
	if !base.UsesPlugins() || base.UsesPart(schema.Builder) && p.finder.Idle() {
		return base
	}
	return p.dialect(base, p.module(in, src, base))
}

// languageOf returns the language of two sources in a comparison. The module of either source can
// select the target.
func (s *session) languageOf(a, b *source, texts []equivalent.Source) *schema.Dialect {
	ofA, _ := s.moduleTarget(a, texts[0].Bytes)
	if ofB, _ := s.moduleTarget(b, texts[1].Bytes); ofA == "" && ofB != "" {
		return s.language(b, texts[1].Bytes)
	}
	return s.language(a, texts[0].Bytes)
}

// targeted returns the language of a source for the target that its module selects, unless an option
// sets the target.
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
	return in.file.Dialect, diag // no other product loads the file
}

// moduleTarget returns the target that the names in the module of a source select.
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

// targetFiles returns the files of a module and its tests that may select a target.
func targetFiles(module string) (files []dialects.ModuleFile) {
	for _, dir := range []string{module, filepath.Join(module, loading.TestDirectory)} {
		names, err := fileNames(dir)
		if err != nil {
			continue // reported when the sources are read
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

// mixed returns an error if the module of a source contains names of two products. It also returns
// an error for native syntax if the module sets an argument both as an argument and as blocks.
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

// providerSchemas provides the schemas of the providers and plugins of each module.
type providerSchemas struct {
	session *session
	finder  *pluginschemas.Finder
	given   []*provider.Schema // by --provider-schema

	// modules maps a moduleKey to a function that returns a *providerModule.
	modules sync.Map
	// targets maps a directory to a function that returns the result of ModuleTarget.
	targets sync.Map

	mu sync.Mutex
	// shared contains the languages of modules, shared by modules with equal requirements.
	shared map[languageKey]*schema.Dialect
}

// languageKey contains the properties of a module that select its language.
type languageKey struct {
	base     *schema.Dialect
	root     string
	requires string
	merges   bool
}

// providerModule is a directory whose files a product loads together.
type providerModule struct {
	requirements provider.Requirements
	root         *pluginschemas.Root
	// plugins maps the local names of Packer plugins to their sources.
	plugins map[string]string
	// merges is true if the module has override files.
	merges bool
	// mixed contains the arguments that one file writes as blocks and another file does not. JSON
	// cannot represent them.
	mixed []string
}

// openProviders opens the schemas of providers. It returns false after it reports an error in the
// options.
func (s *session) openProviders() bool {
	opts := pluginschemas.Options{
		Getenv: s.Getenv, Terraform: s.terraform(),
		Installed: s.installedSchemas, Fetch: s.fetchSchemas, Log: s.report.Tell, Note: s.report.Note, Doing: s.report.Doing,
		StartNothing: s.startNothing, AllowHosts: s.allowHosts,
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
	if (s.installedSchemas || s.fetchSchemas) && !s.startNothing {
		// Stop started processes when the program ends.
		s.interruptible()
		s.report.Progress(0)
	}
	s.providers = &providerSchemas{
		session: s, finder: finder, given: opts.Files, shared: map[languageKey]*schema.Dialect{},
	}
	return true
}

// module returns the module of a source. Standard input without a name is a separate module.
func (p *providerSchemas) module(s *source, src []byte, base *schema.Dialect) *providerModule {
	terraform := strings.HasPrefix(base.Target, opentofu.Terraform.String())
	if s.stdin {
		file := newFile(filepath.Base(s.name), src, s.file.JSON)
		if s.name == stdinName {
			return p.newModule(".", []provider.File{file}, terraform)
		}
		// The text replaces the file with that name.
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

// moduleKey identifies a module and the product that loads it.
type moduleKey struct {
	dir       string
	terraform bool
}

func (p *providerSchemas) newModule(dir string, files []provider.File, terraform bool) *providerModule {
	// The product reports invalid requirements.
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

// dialect returns a language with the schemas of the providers of a module.
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

// requiringFiles returns the files of a directory that may contain provider requirements, in load
// order. For a test directory, it returns the files of its parent.
func requiringFiles(dir string, terraform bool) []provider.File {
	// Errors are reported when the sources are read.
	files, _ := configurationFiles(dir, terraform)
	if len(files) == 0 {
		files, _ = configurationFiles(filepath.Dir(dir), terraform)
	}
	return files
}

// configurationFiles returns the readable files of a module, and the first error.
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

// inOrderOfLoading sorts files by name, with override files last.
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
