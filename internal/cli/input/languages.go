package input

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/env"
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

// readLanguages reads the languages in the schema files of the options. It returns false after it
// reports an error.
func (s *Session) readLanguages() bool {
	ok := true
	for _, name := range env.Unique(s.Schemas) {
		described := readLanguage(s.Report, name)
		ok = ok && described != nil
		s.Described = append(s.Described, described)
	}
	return ok
}

// readLanguage reads the language in a schema file. It returns nil after it reports an error.
func readLanguage(r *report.Report, name string) *schemafile.Language {
	src, _, err := env.ReadOperand(name)
	if err != nil {
		r.Add(name, nil, report.Errorf("Cannot read the schema file", "%s: %s.", name, report.Reason(err)))
		return nil
	}
	if diag := RefuseDocument(name, src); diag != nil {
		diag.Summary = "Not a schema file"
		r.Add(name, nil, diag)
		return nil
	}
	isJSON := env.NamedJSON(name)
	if diag := diagnostic.CheckSource(name, src, isJSON); diag != nil {
		r.Add(name, src, diag)
		return nil
	}
	described, diags := schemafile.Read(src, name, isJSON)
	r.Add(name, src, diags...)
	return described
}

// ForFile returns the language of a file according to its name and the options.
func (s *Session) ForFile(name string) (dialects.File, error) {
	return dialects.ForFile(name, s.LanguageOptions())
}

// LanguageOptions returns the options that select the language of a file.
func (s *Session) LanguageOptions() dialects.Options {
	return dialects.Options{Languages: s.Described, Dialect: s.Dialect, Target: s.Target, NativeOnly: s.NativeOnly}
}

// ByItsName returns the language of a file according to its name alone.
func (s *Session) ByItsName(name string) (dialects.File, error) {
	return dialects.ForFile(name, s.LanguageOptions().ByName())
}

// Terraform reports whether the options select Terraform as the target product.
func (s *Session) Terraform() bool {
	t, err := opentofu.ParseTarget(s.LanguageOptions().ByName().Target)
	return err == nil && t.Product == opentofu.Terraform
}

// Language returns the language of a source, with the schemas of the providers or plugins of its
// module.
func (s *Session) Language(in *Source, src []byte) *schema.Dialect {
	p := s.Providers
	base, _ := s.targetedDialect(in, src)
	if !base.UsesPlugins() || base.UsesPart(schema.Builder) && p.Finder.HasNoSources() {
		return base
	}
	return p.Dialect(base, p.module(in, src, base))
}

// LanguageOf returns the language for a comparison of two sources. The module of either source can
// select the target product.
func (s *Session) LanguageOf(a, b *Source, texts []equivalent.Source) *schema.Dialect {
	ofA, _ := s.ModuleTarget(a, texts[0].Bytes)
	if ofB, _ := s.ModuleTarget(b, texts[1].Bytes); ofA == "" && ofB != "" {
		return s.Language(b, texts[1].Bytes)
	}
	return s.Language(a, texts[0].Bytes)
}

// targetedDialect returns the language of a source for a target product. If no option sets the
// target, the names in the module of the source select it.
func (s *Session) targetedDialect(in *Source, src []byte) (*schema.Dialect, *hcl.Diagnostic) {
	opts := s.LanguageOptions()
	if in.File.Dialect.Target == "" || opts.ByName().Target != "" {
		return in.File.Dialect, nil
	}
	target, diag := s.ModuleTarget(in, src)
	if target == "" {
		return in.File.Dialect, diag
	}
	opts.Selected = target
	name := in.Name
	if name == env.StdinName {
		name = env.StdinPath
		if opts.Dialect = in.File.Dialect.Name; opts.Dialect == opentofu.OpenTofu.String() {
			opts.Dialect = target
		}
	}
	if file, err := dialects.ForFile(name, opts); err == nil {
		return file.Dialect, diag
	}
	return in.File.Dialect, diag // the selected product does not load the file
}

// ModuleTarget returns the target product that the names in the module of a source select, or "".
func (s *Session) ModuleTarget(in *Source, src []byte) (string, *hcl.Diagnostic) {
	own := dialects.ModuleFile{Name: in.Name, Bytes: src, JSON: in.File.JSON}
	if in.Stdin && in.Name == env.StdinName {
		own.Name = ""
		return dialects.ModuleTarget([]dialects.ModuleFile{own})
	}
	dir := filepath.Dir(in.Name)
	if in.Module() != in.Dir() {
		dir = filepath.Join(dir, "..")
	}
	if in.Stdin {
		files := slices.DeleteFunc(TargetFiles(dir), func(f dialects.ModuleFile) bool {
			return filepath.Clean(f.Name) == filepath.Clean(in.Name)
		})
		return dialects.ModuleTarget(append(files, own))
	}
	type result struct {
		target string
		diag   *hcl.Diagnostic
	}
	once, _ := s.Providers.targets.LoadOrStore(in.Module(), sync.OnceValue(func() result {
		target, diag := dialects.ModuleTarget(TargetFiles(dir))
		return result{target, diag}
	}))
	found := once.(func() result)()
	return found.target, found.diag
}

// TargetFiles returns the files of a module and of its tests that may select a target product.
func TargetFiles(module string) (files []dialects.ModuleFile) {
	for _, dir := range []string{module, filepath.Join(module, loading.TestDirectory)} {
		names, err := env.FileNames(dir)
		if err != nil {
			continue // reported when the sources are read
		}
		for _, name := range names {
			path := filepath.Join(dir, name)
			if file, err := dialects.ForFile(name, dialects.Options{}); err != nil || file.Dialect.Target == "" {
				continue
			}
			if src, _, err := atomic.ReadFile(path); err == nil {
				files = append(files, dialects.ModuleFile{Name: path, Bytes: src, JSON: env.NamedJSON(name)})
			}
		}
	}
	return files
}

// CheckMixed returns an error if the module of a source contains names that only one product has and
// names that only another product has. For a native source, it also returns an error if one file of
// the module sets a name as an argument, and another file sets it as blocks.
func (s *Session) CheckMixed(in *Source, src []byte) *hcl.Diagnostic {
	base, diag := s.targetedDialect(in, src)
	if diag != nil || in.File.JSON || !base.UsesPlugins() {
		return diag
	}
	m := s.Providers.module(in, src, base)
	if len(m.mixed) == 0 {
		return nil
	}
	return report.Errorf("Argument and blocks in several files",
		"The module has override files, and sets this as an argument in one file and as blocks in another: %s. The "+
			"product uses the argument and ignores the blocks; in JSON it refuses them. Remove the argument or the "+
			"blocks.", strings.Join(m.mixed, ", "))
}

// providerSchemas provides the schemas of the providers and plugins of each module.
type providerSchemas struct {
	Session *Session
	Finder  *pluginschemas.Finder
	Given   []*provider.Schema // from --provider-schema

	// modules maps a moduleKey to a function that returns a *providerModule.
	modules sync.Map
	// targets maps a directory to a function that returns the result of ModuleTarget.
	targets sync.Map

	mu sync.Mutex
	// shared contains the languages of modules. Modules with equal keys use the same language.
	shared map[languageKey]*schema.Dialect
}

// languageKey contains the properties of a module that decide its language.
type languageKey struct {
	base     *schema.Dialect
	root     string
	requires string
	merges   bool
}

// providerModule contains the provider requirements and the plugins of a module.
type providerModule struct {
	Requirements provider.Requirements
	Root         *pluginschemas.Root
	// plugins maps the local names of Packer plugins to their source addresses.
	plugins map[string]string
	// merges is true if the module has override files.
	merges bool
	// mixed contains the names that one file sets as an argument and another file sets as blocks.
	// JSON cannot represent such a module.
	mixed []string
}

// openProviders sets s.Providers according to the options. It returns false after it reports an
// error.
func (s *Session) openProviders() bool {
	opts := pluginschemas.Options{
		Getenv: s.Getenv, Terraform: s.Terraform(),
		Installed: s.InstalledSchemas, Fetch: s.FetchSchemas, Log: s.Report.NoteProgress, Note: s.Report.Note, Doing: s.Report.Doing,
		StartNothing: s.StartNothing, AllowHosts: s.AllowHosts,
	}
	for _, name := range s.ProviderSchemas {
		if src := s.ReadSchemas(name, opts.Read); src == nil {
			return false
		}
	}
	finder, err := pluginschemas.New(opts)
	if err != nil {
		s.Report.Add("", nil, report.Errorf("No cache", "%s.", err))
		return false
	}
	if (s.InstalledSchemas || s.FetchSchemas) && !s.StartNothing {
		// An interruption must stop the processes that the run starts.
		s.Interruptible()
		s.Report.Progress(0)
	}
	s.Providers = &providerSchemas{
		Session: s, Finder: finder, Given: opts.Files, shared: map[languageKey]*schema.Dialect{},
	}
	return true
}

// module returns the module of a source. Standard input without a name is a module of its own.
func (p *providerSchemas) module(s *Source, src []byte, base *schema.Dialect) *providerModule {
	terraform := strings.HasPrefix(base.Target, opentofu.Terraform.String())
	if s.Stdin {
		file := NewFile(filepath.Base(s.Name), src, s.File.JSON)
		if s.Name == env.StdinName {
			return p.NewModule(".", []provider.File{file}, terraform)
		}
		// The text replaces the file with that name.
		dir := filepath.Dir(s.Name)
		replaced := func(f provider.File) bool { return f.Filename == file.Filename }
		files := slices.DeleteFunc(RequiringFiles(dir, terraform), replaced)
		return p.NewModule(dir, inOrderOfLoading(append(files, file)), terraform)
	}
	dir := s.Dir()
	key := moduleKey{dir, terraform}
	once, _ := p.modules.LoadOrStore(key, sync.OnceValue(func() *providerModule {
		return p.NewModule(dir, RequiringFiles(dir, terraform), terraform)
	}))
	return once.(func() *providerModule)()
}

// moduleKey identifies a module and the product that loads it.
type moduleKey struct {
	dir       string
	terraform bool
}

// NewModule returns the module of a directory, with the provider requirements and plugins of its
// files.
func (p *providerSchemas) NewModule(dir string, files []provider.File, terraform bool) *providerModule {
	// Invalid requirements are not reported here, because the product reports them.
	m := &providerModule{Root: p.Finder.Root(dir)}
	m.Requirements, _ = provider.ReadRequirements(files, terraform)
	m.mixed = provider.MixedArguments(files)
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

// Dialect returns the language base with the schemas of the providers or plugins of a module.
func (p *providerSchemas) Dialect(base *schema.Dialect, m *providerModule) *schema.Dialect {
	key := languageKey{base, p.Finder.Key(m.Root), m.Requirements.String() + fmt.Sprint(m.plugins), m.merges}
	p.mu.Lock()
	defer p.mu.Unlock()
	d := p.shared[key]
	if d == nil {
		define := p.Finder.DefinePacker(m.plugins)
		if !base.UsesPart(schema.Builder) {
			find := func(required provider.Requirement) (*provider.Schema, error) {
				return p.Finder.Find(p.Session.Ctx, m.Root, required)
			}
			define = provider.DefineWithTable(m.Requirements, find, m.Root.LockedVersion)
		}
		d = base.WithPlugins(define)
		d.Merges = m.merges
		p.shared[key] = d
	}
	return d
}

// RequiringFiles returns the configuration files of a directory, in load order. They may contain
// provider requirements. If the directory has none, such as a test directory, it returns the files
// of its parent.
func RequiringFiles(dir string, terraform bool) []provider.File {
	// Errors are reported when the sources are read.
	files, _ := ConfigurationFiles(dir, terraform)
	if len(files) == 0 {
		files, _ = ConfigurationFiles(filepath.Dir(dir), terraform)
	}
	return files
}

// ConfigurationFiles returns the configuration files of a directory that can be read, in load order.
// It also returns the first read error.
func ConfigurationFiles(dir string, terraform bool) (files []provider.File, err error) {
	names, err := env.FileNames(dir)
	target := ""
	if terraform {
		target = opentofu.Terraform.String()
	}
	for _, read := range configdir.LoadedFiles(names, target) {
		if !read.Together && !read.Override {
			continue
		}
		src, _, failed := atomic.ReadFile(filepath.Join(dir, read.Name))
		if failed == nil {
			files = append(files, NewFile(read.Name, src, env.NamedJSON(read.Name)))
		} else if err == nil {
			err = failed
		}
	}
	return inOrderOfLoading(files), err
}

// NewFile returns a file with the given content for package provider.
func NewFile(name string, src []byte, isJSON bool) provider.File {
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
