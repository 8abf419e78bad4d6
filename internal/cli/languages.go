package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/packerplugins"
	"github.com/hcljson/hcljson/internal/pluginschemas"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// start runs a command, which knows the languages and providers that its options name, and
// shows what is reported. It returns the exit status.
func start(
	call *command.Call, o *commonOptions, do func(*session, *knownLanguages) (int, error),
) (int, error) {
	s := &session{
		Streams:  call.Streams,
		report:   report.New(o.reported(), call.Streams),
		outColor: report.UseColor(o.color, call.Out, call.Getenv),
		ctx:      context.Background(),
	}
	defer s.close()
	known := know(s, o)
	if known == nil {
		return exitError, s.report.Close()
	}
	if o.dialect != "" {
		if err := command.Choice("dialect", o.dialect, dialects.Names(known.described...)); err != nil {
			return exitError, err
		}
	}
	status, err := do(s, known)
	if err != nil {
		return exitError, err
	}
	return status, s.report.Close()
}

// knownLanguages tells the language of each file, with what the providers of its module
// define.
type knownLanguages struct {
	described       []*schemafile.Language // in schema files
	dialect, target string                 // that are given
	providers       *providerSchemas
}

// know reads what the options name. It reports what is wrong, and returns nil then.
func know(s *session, o *commonOptions) *knownLanguages {
	l := &knownLanguages{dialect: o.dialect, target: o.target}
	ok := true
	for _, name := range unique(o.schemas) {
		described := readLanguage(s.report, name)
		ok = ok && described != nil
		l.described = append(l.described, described)
	}
	if !ok {
		return nil
	}
	if l.providers = openProviders(s, &o.providerOptions, l.terraform()); l.providers == nil {
		return nil
	}
	return l
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

func (l *knownLanguages) forFile(name string) (dialects.File, error) {
	return dialects.ForFile(name, l.options())
}

// options are those that tell the language of a file.
func (l *knownLanguages) options() dialects.Options {
	return dialects.Options{Languages: l.described, Dialect: l.dialect, Target: l.target}
}

// byItsName tells the language of a file from its name alone.
func (l *knownLanguages) byItsName(name string) (dialects.File, error) {
	return dialects.ForFile(name, l.options().ByName())
}

// terraform reports whether the files are those of Terraform rather than
// OpenTofu.
func (l *knownLanguages) terraform() bool {
	t, err := opentofu.ParseTarget(l.options().ByName().Target)
	return err == nil && t.Product == opentofu.Terraform
}

// language is the language of a source with what the providers of its module
// define.
func (l *knownLanguages) language(s *source, src []byte) *schema.Dialect {
	p := l.providers
	if !s.file.Dialect.UsesPlugins() || s.file.Dialect.UsesPart(schema.Builder) && p.finder.Idle() {
		return s.file.Dialect
	}
	return p.dialect(s.file.Dialect, p.module(s, src))
}

// mixed refuses a source in native syntax whose module sets an argument in two
// ways.
func (l *knownLanguages) mixed(s *source, src []byte) *hcl.Diagnostic {
	if s.file.JSON || !s.file.Dialect.UsesPlugins() {
		return nil
	}
	m := l.providers.module(s, src)
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
	finder    *pluginschemas.Finder
	given     []*provider.Schema // by --provider-schema
	terraform bool
	ctx       context.Context

	// modules has a function that returns a *providerModule, by directory.
	modules sync.Map

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
// options, and returns nil then.
func openProviders(s *session, o *providerOptions, terraform bool) *providerSchemas {
	p := &providerSchemas{terraform: terraform, shared: map[languageKey]*schema.Dialect{}}
	opts := pluginschemas.Options{
		Getenv: s.Getenv, Terraform: p.terraform,
		Installed: o.installedSchemas, Fetch: o.fetchSchemas, Log: s.report.Tell, Doing: s.report.Doing,
		StartNothing: o.startNothing, AllowHosts: o.allowHosts,
	}
	for _, name := range o.providerSchemas {
		if src := s.schemas(name, opts.Read); src == nil {
			return nil
		}
	}
	var err error
	if p.finder, err = pluginschemas.New(opts); err != nil {
		s.report.Add("", nil, report.Errorf("No cache", "%s.", err))
		return nil
	}
	if (o.installedSchemas || o.fetchSchemas) && !o.startNothing {
		// What has been started ends with the program.
		s.interruptible()
		s.report.Progress(0)
	}
	p.ctx, p.given = s.ctx, opts.Files
	return p
}

// module returns the module that a source is in. Standard input without a name
// is a module of its own.
func (p *providerSchemas) module(s *source, src []byte) *providerModule {
	if s.stdin {
		file := newFile(filepath.Base(s.name), src, s.file.JSON)
		if s.name == stdinName {
			return p.newModule(".", []provider.File{file})
		}
		// The text stands for the file of that name.
		dir := filepath.Dir(s.name)
		replaced := func(f provider.File) bool { return f.Filename == file.Filename }
		files := slices.DeleteFunc(p.moduleFiles(dir), replaced)
		return p.newModule(dir, inOrderOfLoading(append(files, file)))
	}
	dir := s.dir()
	once, _ := p.modules.LoadOrStore(dir, sync.OnceValue(func() *providerModule {
		return p.newModule(dir, p.moduleFiles(dir))
	}))
	return once.(func() *providerModule)()
}

func (p *providerSchemas) newModule(dir string, files []provider.File) *providerModule {
	// What is wrong in a requirement is left to the product.
	m := &providerModule{root: p.finder.Root(dir)}
	m.requirements, _ = provider.ReadRequirements(files, p.terraform)
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
		define := p.finder.DefinePacker(p.ctx, m.plugins)
		if !base.UsesPart(schema.Builder) {
			find := func(required provider.Requirement) (*provider.Schema, error) {
				return p.finder.Find(p.ctx, m.root, required)
			}
			define = provider.DefineWithTable(m.requirements, find, m.root.Version)
		}
		d = base.WithPlugins(define)
		d.Merges = m.merges
		p.shared[key] = d
	}
	return d
}

// moduleFiles reads the files of a directory that may say which providers they
// need, in the order in which the product loads them. Tests are in a directory
// of their own below the module.
func (p *providerSchemas) moduleFiles(dir string) []provider.File {
	files := p.configurationFiles(dir)
	if len(files) == 0 {
		files = p.configurationFiles(filepath.Dir(dir))
	}
	return files
}

func (p *providerSchemas) configurationFiles(dir string) []provider.File {
	names, err := fileNames(dir)
	if err != nil {
		return nil // reported where the files themselves are read
	}
	target := ""
	if p.terraform {
		target = opentofu.Terraform.String()
	}
	var files []provider.File
	for _, read := range configdir.Reads(names, target) {
		path := filepath.Join(dir, read.Name)
		// A pipe would have to be written to by somebody.
		if !read.Together && !read.Override || !isRegular(path) {
			continue
		}
		if src, err := os.ReadFile(path); err == nil {
			files = append(files, newFile(read.Name, src, namedJSON(read.Name)))
		}
	}
	return inOrderOfLoading(files)
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
