package input

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Module contains the files of a directory. Each file is read and parsed once in a run.
type Module struct {
	session *Session
	// shown is the directory in the names of files.
	shown string
	// given replaces a file of the directory by standard input, or is nil.
	given *source.Source

	// Names returns the names of the files in the directory.
	Names func() ([]string, error)
	files sync.Map // from a fileKey to a function that returns a *openedFile
	// Target returns the product that the names in the files and in the tests select, or "". It is an
	// error if there are names of two products.
	Target func() (string, *hcl.Diagnostic)
	// openTofu and terraform return the provider requirements for the product.
	openTofu, terraform func() *ProviderModule
	// peers returns the JSON files of the module, for guesses.
	peers func() *convert.Peers
}

// fileKey is the name and the syntax of a file in a directory.
type fileKey struct {
	name   string
	isJSON bool
}

// openedFile is a file that was read, or the error.
type openedFile struct {
	src  *source.Source
	info fs.FileInfo
	err  error
}

// newModule returns the module in a directory. shown and given are fields of Module.
func (s *Session) newModule(shown string, given *source.Source) *Module {
	m := &Module{session: s, shown: shown, given: given}
	m.Names = sync.OnceValues(func() ([]string, error) { return env.FileNames(shown) })
	m.Target = sync.OnceValues(func() (string, *hcl.Diagnostic) { return dialects.ModuleTarget(m.targetFiles()) })
	providers := func(terraform bool) func() *ProviderModule {
		return sync.OnceValue(func() *ProviderModule {
			return s.Providers.NewModule(shown, m.requiringFiles(terraform), terraform)
		})
	}
	m.openTofu, m.terraform = providers(false), providers(true)
	m.peers = sync.OnceValue(func() *convert.Peers { return convert.NewPeers(m.jsonFiles) })
	return m
}

// Peers returns the JSON files of the module of a source, for guesses.
func (s *Session) Peers(in *Source) *convert.Peers { return s.moduleOf(in).peers() }

// PeerFiles returns the JSON files of the module of a source, for the check.
func (s *Session) PeerFiles(in *Source) func() []equivalent.Source {
	return func() (files []equivalent.Source) {
		for _, src := range s.moduleOf(in).jsonFiles() {
			files = append(files, equivalent.Source{Bytes: src.Bytes(), Filename: src.Name, JSON: true})
		}
		return files
	}
}

// jsonFiles returns the configuration files of the directory in JSON.
func (m *Module) jsonFiles() (sources []*source.Source) {
	if m.given != nil && m.given.Name == env.StdinName {
		return nil
	}
	files, _ := m.ConfigurationFiles(m.session.Terraform()) // an error is reported when the sources are read
	for _, file := range files {
		if file.JSON {
			sources = append(sources, file.Source)
		}
	}
	return sources
}

// Providers returns the provider requirements and plugins of the module, for Terraform or for
// OpenTofu.
func (m *Module) Providers(terraform bool) *ProviderModule {
	if terraform {
		return m.terraform()
	}
	return m.openTofu()
}

// ModuleAt returns the module in a directory.
func (s *Session) ModuleAt(dir string) *Module { return s.moduleIn(env.OneName(dir), dir) }

// moduleIn returns the module in a canonical directory.
func (s *Session) moduleIn(canonical, shown string) *Module {
	known, ok := s.modules.Load(canonical)
	if !ok {
		known, _ = s.modules.LoadOrStore(canonical, s.newModule(shown, nil))
	}
	return known.(*Module)
}

// moduleOf returns the module of the directory of a source. Standard input without a name is a
// module of its own; with a name, it replaces the file with that name.
func (s *Session) moduleOf(in *Source) *Module {
	if !in.Stdin {
		return s.moduleIn(in.CanonicalDir, filepath.Dir(in.Name))
	}
	if in.module == nil {
		in.module = s.newModule(filepath.Dir(in.Name), in.text)
	}
	return in.module
}

// Release forgets the files of a module, and of its tests. A later use reads them again.
func (s *Session) Release(in *Source) {
	for _, dir := range []string{in.Dir(), in.Module()} {
		s.modules.Delete(dir)
	}
}

// File reads a file of the directory.
func (m *Module) File(name string, isJSON bool) (*source.Source, fs.FileInfo, error) {
	path := filepath.Join(m.shown, name)
	if m.given != nil && filepath.Clean(m.given.Name) == path {
		return m.given, nil, nil
	}
	once, _ := m.files.LoadOrStore(fileKey{name, isJSON}, sync.OnceValue(func() *openedFile {
		var src []byte
		var info fs.FileInfo
		err := m.session.checkLink(path)
		if err == nil {
			src, info, err = env.ReadFile(path)
		}
		return &openedFile{source.FromBytes(src, path, isJSON), info, err}
	}))
	f := once.(func() *openedFile)()
	return f.src, f.info, f.err
}

// targetFiles returns the files of the module and of its tests that may select a target product.
func (m *Module) targetFiles() (files []*source.Source) {
	if m.given != nil && m.given.Name == env.StdinName {
		return []*source.Source{m.given.As("")}
	}
	for _, of := range []*Module{m, m.session.ModuleAt(filepath.Join(m.shown, loading.TestDirectory))} {
		names, _ := of.Names() // an error is reported when the sources are read
		for _, name := range names {
			if file, err := dialects.ForFile(name, dialects.Options{}); err != nil || file.Dialect.Target == "" {
				continue
			}
			if src, _, err := of.File(name, env.NamedJSON(name)); err == nil {
				files = append(files, src)
			}
		}
	}
	return files
}

// requiringFiles returns the configuration files of the directory that can be read, in load order.
// They may contain provider requirements. If the directory has none, such as a test directory, it
// returns the files of its parent.
func (m *Module) requiringFiles(terraform bool) []provider.File {
	if m.given != nil && m.given.Name == env.StdinName {
		return []provider.File{{Source: m.given}}
	}
	files, _ := m.ConfigurationFiles(terraform) // an error is reported when the sources are read
	if len(files) == 0 {
		files, _ = m.session.ModuleAt(filepath.Dir(m.shown)).ConfigurationFiles(terraform)
	}
	return files
}

// ConfigurationFiles returns the configuration files of the directory that can be read, in load
// order. It also returns the first read error.
func (m *Module) ConfigurationFiles(terraform bool) (files []provider.File, err error) {
	names, err := m.Names()
	if m.given != nil {
		names = append(slices.Clone(names), filepath.Base(m.given.Name))
	}
	target := ""
	if terraform {
		target = opentofu.Terraform.String()
	}
	for _, read := range configdir.LoadedFiles(env.Unique(names), target) {
		if !read.Together && !read.Override {
			continue
		}
		src, _, failed := m.File(read.Name, env.NamedJSON(read.Name))
		if failed == nil {
			files = append(files, NewFile(src))
		} else if err == nil {
			err = failed
		}
	}
	slices.SortStableFunc(files, func(a, b provider.File) int {
		switch {
		case a.Override == b.Override:
			return strings.Compare(a.Name, b.Name)
		case b.Override:
			return -1
		}
		return 1
	})
	return files, err
}

// NewFile returns a file for package provider.
func NewFile(src *source.Source) provider.File {
	_, override := dialects.IsConfiguration(filepath.Base(src.Name))
	return provider.File{Source: src, Override: override}
}

// Read returns the text and the file information of a source.
func (s *Session) Read(in *Source) (*source.Source, fs.FileInfo, error) {
	if !in.Stdin && !in.Pipe {
		src, info, err := s.moduleOf(in).File(filepath.Base(in.Name), in.File.JSON)
		return src.As(in.Name), info, err
	}
	if in.text == nil {
		read, info, err := s.ReadInput(in.operand())
		if err != nil || info != nil {
			return source.FromBytes(read, in.Name, in.File.JSON), info, err
		}
		in.text = source.FromBytes(read, in.Name, in.File.JSON)
	}
	return in.text, nil, nil
}
