package input

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/packerplugins"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
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
		r.Add(name, nil, report.CannotRead(name, err))
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
func (s *Session) Language(in *Source) *schema.Dialect {
	base, _ := s.targetedDialect(in)
	if !base.Root.UsesPlugins() || base.Root.UsesPart(tables.Builder) && s.Providers.Finder.HasNoSources() {
		return base
	}
	return s.Providers.Dialect(base, s.moduleOf(in).Providers(isTerraform(base)))
}

// isTerraform reports whether a language has Terraform as its target.
func isTerraform(d *schema.Dialect) bool {
	return strings.HasPrefix(d.Target, opentofu.Terraform.String())
}

// LanguageOf returns the language for a comparison of two sources. The module of either source can
// select the target product.
func (s *Session) LanguageOf(a, b *Source) *schema.Dialect {
	ofA, _ := s.ModuleTarget(a)
	if ofB, _ := s.ModuleTarget(b); ofA == "" && ofB != "" {
		return s.Language(b)
	}
	return s.Language(a)
}

// targetedDialect returns the language of a source for a target product. If no option sets the
// target, the names in the module of the source select it.
func (s *Session) targetedDialect(in *Source) (*schema.Dialect, *hcl.Diagnostic) {
	opts := s.LanguageOptions()
	if in.File.Dialect.Target == "" || opts.ByName().Target != "" {
		return in.File.Dialect, nil
	}
	target, diag := s.ModuleTarget(in)
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
func (s *Session) ModuleTarget(in *Source) (string, *hcl.Diagnostic) {
	m := s.moduleOf(in)
	if in.Module() != in.Dir() {
		m = s.ModuleAt(filepath.Join(m.shown, ".."))
	}
	return m.Target()
}

// CheckMixed returns an error if the module of a source contains names that only one product has and
// names that only another product has. For a native source, it also returns an error if one file of
// the module sets a name as an argument, and another file sets it as blocks.
func (s *Session) CheckMixed(in *Source) *hcl.Diagnostic {
	base, diag := s.targetedDialect(in)
	if diag != nil || in.File.JSON || !base.Root.UsesPlugins() {
		return diag
	}
	m := s.moduleOf(in).Providers(isTerraform(base))
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

// ProviderModule contains the provider requirements and the plugins of a module.
type ProviderModule struct {
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
		s.Report.Progress(0)
	}
	s.Providers = &providerSchemas{
		Session: s, Finder: finder, Given: opts.Files, shared: map[languageKey]*schema.Dialect{},
	}
	return true
}

// NewModule returns the provider requirements and plugins of the files of a directory.
func (p *providerSchemas) NewModule(dir string, files []provider.File, terraform bool) *ProviderModule {
	// Invalid requirements are not reported here, because the product reports them.
	m := &ProviderModule{Root: p.Finder.Root(dir)}
	m.Requirements, _ = provider.ReadRequirements(files, terraform)
	m.mixed = provider.MixedArguments(files)
	var templates []*source.Source
	for _, file := range files {
		m.merges = m.merges || file.Override
		if packerplugins.MayRequire(file.Source) {
			templates = append(templates, file.Source)
		}
	}
	m.plugins, _ = packerplugins.Requirements(templates)
	return m
}

// Find returns the schema of a provider.
func (p *providerSchemas) Find(root *pluginschemas.Root, required provider.Requirement) (found *provider.Schema, err error) {
	p.Session.Protect(func(ctx context.Context) { found, err = p.Finder.Find(ctx, root, required) })
	return found, err
}

// Dialect returns the language base with the schemas of the providers or plugins of a module.
func (p *providerSchemas) Dialect(base *schema.Dialect, m *ProviderModule) *schema.Dialect {
	key := languageKey{base, p.Finder.Key(m.Root), m.Requirements.String() + fmt.Sprint(m.plugins), m.merges}
	p.mu.Lock()
	defer p.mu.Unlock()
	d := p.shared[key]
	if d == nil {
		define := p.Finder.DefinePacker(m.plugins)
		if !base.Root.UsesPart(tables.Builder) {
			find := func(required provider.Requirement) (*provider.Schema, error) {
				return p.Find(m.Root, required)
			}
			define = provider.DefineWithTable(m.Requirements, find, m.Root.LockedVersion)
		}
		d = languages.WithPlugins(base, define)
		d.Merges = m.merges
		p.shared[key] = d
	}
	return d
}
