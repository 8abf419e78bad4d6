package schemas

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/schema/packer/plugins"
	"github.com/hcljson/hcljson/schema/plugin"
	"github.com/hcljson/hcljson/schema/provider"
	"github.com/hcljson/hcljson/schema/registry"
)

// Options say where schemas may come from.
type Options struct {
	// Getenv is the environment of the user.
	Getenv func(string) string
	// Terraform: the files are those of Terraform rather than OpenTofu.
	Terraform bool
	// Files are schemas that the user has named; they come first.
	Files []*provider.Schema
	// Plugins are those of Packer's plugins.
	Plugins plugins.Schemas
	// Installed allows to start the plugins that init has installed, and the
	// product.
	Installed bool
	// Fetch allows to download plugins and to start them.
	Fetch bool
	// Log, if not nil, is told what takes long.
	Log func(format string, args ...any)
}

// Finder finds the schemas of providers. It may be used from several goroutines.
type Finder struct {
	opts  Options
	named provider.Find
	cache *Cache
	// client is made when the registry is first needed.
	client func() (*registry.Client, error)

	packer packerPlugins

	mu    sync.Mutex
	roots map[string]*Root
	found map[foundKey]*search
}

// foundKey is what a search depends on.
type foundKey struct {
	root        *Root
	address     tfaddr.Provider
	constraints string
}

// search is one search for a schema.
type search struct {
	once   sync.Once
	schema *provider.Schema
	err    error
}

// New returns a Finder.
func New(opts Options) (*Finder, error) {
	cache, err := OpenCache(opts.Getenv)
	if err != nil && opts.Fetch {
		return nil, err
	}
	return &Finder{
		opts:  opts,
		named: provider.Among(opts.Files),
		cache: cache,
		client: sync.OnceValues(func() (*registry.Client, error) {
			return registry.New(registry.Options{Terraform: opts.Terraform})
		}),
		packer: packerPlugins{
			find:  sync.OnceValues(func() ([]plugins.Installed, error) { return plugins.FindInstalled(opts.Getenv) }),
			asked: map[string]*plugins.Plugin{},
		},
		roots: map[string]*Root{},
		found: map[foundKey]*search{},
	}, nil
}

// Idle reports whether there is nothing to find schemas in.
func (f *Finder) Idle() bool {
	if len(f.opts.Files)+len(f.opts.Plugins) > 0 || f.opts.Installed || f.opts.Fetch {
		return false
	}
	if f.cache == nil {
		return true
	}
	_, err := os.Stat(f.cache.dir)
	return err != nil
}

// Root returns what is known of the working directory that a directory belongs
// to: init is run in the root module, and writes the lock file there.
func (f *Finder) Root(dir string) *Root {
	locks := plugin.FindLock(dir)
	key := locks
	if locks == "" {
		key = dir
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.roots[key]
	if r == nil {
		r = &Root{dir: dir}
		if locks != "" {
			r.dir = filepath.Dir(locks)
			if locked, diags := plugin.ReadLock(locks); diags.HasErrors() {
				r.err = diags
			} else {
				r.locked = locked
			}
		}
		f.roots[key] = r
	}
	return r
}

// Root is a working directory.
type Root struct {
	dir string
	// locked are the versions of the lock file, and err is what is wrong with it.
	locked map[tfaddr.Provider]*version.Version
	err    error

	installed  sync.Once
	plugins    []plugin.Installed
	pluginsErr error
	command    sync.Once
	printed    []*provider.Schema
	printedErr error
}

// Find returns the schema of a provider that a module below a root requires. It
// is nil where there is none. An error is one of something that the user has
// asked for.
func (f *Finder) Find(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	if s, err := f.named(required); s != nil || err != nil {
		return s, err
	}
	if required.Address.IsBuiltIn() {
		return nil, nil // the tables of the language have it
	}
	key := foundKey{r, required.Address, required.Constraints.String()}
	f.mu.Lock()
	s := f.found[key]
	if s == nil {
		s = &search{}
		f.found[key] = s
	}
	f.mu.Unlock()
	s.once.Do(func() { s.schema, s.err = f.search(ctx, r, required) })
	return s.schema, s.err
}

// search looks in one place after the other.
func (f *Finder) search(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	if r.err != nil && (f.opts.Installed || f.opts.Fetch) {
		return nil, r.err
	}
	if f.opts.Installed {
		if s, err := f.installed(ctx, r, required); s != nil || err != nil {
			return s, err
		}
	}
	if s, err := f.cached(r, required); s != nil || err != nil {
		return s, err
	}
	if !f.opts.Fetch {
		return nil, nil
	}
	v, _ := r.version(required.Address)
	if v == nil {
		client, err := f.client()
		if err != nil {
			return nil, err
		}
		if v, err = client.Select(ctx, required.Address, required.Constraints); err != nil {
			return nil, err
		}
		if s := f.load(required.Address, v); s != nil {
			return s, nil
		}
	}
	return f.Fetch(ctx, required.Address, v)
}

// version is that of the lock file.
func (r *Root) version(address tfaddr.Provider) (*version.Version, tfaddr.Provider) {
	if v := r.locked[address]; v != nil {
		return v, address
	}
	for locked, v := range r.locked {
		if provider.Same(locked, address) {
			return v, locked
		}
	}
	return nil, address
}

// cached looks for a schema in the cache: for the version of the lock file, or
// for the newest that the module takes.
func (f *Finder) cached(r *Root, required provider.Requirement) (*provider.Schema, error) {
	if f.cache == nil {
		return nil, nil
	}
	locked, _ := r.version(required.Address)
	for _, address := range provider.Addresses(required.Address) {
		v := locked
		if v == nil {
			var err error
			if v, err = f.cache.Newest(address, required.Constraints); err != nil {
				return nil, err
			}
		}
		if v == nil {
			continue
		}
		s, err := f.cache.Load(address, v)
		switch {
		case err != nil && !f.opts.Installed && !f.opts.Fetch:
			return nil, &provider.DoubtError{Err: err}
		case s != nil:
			return s, nil
		}
		// What cannot be read is written anew.
	}
	return nil, nil
}

func (f *Finder) load(address tfaddr.Provider, v *version.Version) *provider.Schema {
	if f.cache == nil {
		return nil
	}
	// What cannot be read is written anew.
	s, _ := f.cache.Load(address, v)
	return s
}

// installed asks the plugin that init has installed, or else the product.
func (f *Finder) installed(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	r.installed.Do(func() {
		var diags hcl.Diagnostics
		if r.plugins, diags = plugin.FindInstalled(r.dir, f.opts.Getenv); diags.HasErrors() {
			r.pluginsErr = diags
		}
	})
	if r.pluginsErr != nil {
		return nil, r.pluginsErr
	}
	for _, p := range r.plugins {
		if !provider.Same(p.Address, required.Address) {
			continue
		}
		if s := f.load(p.Address, p.Version); s != nil {
			return s, nil
		}
		if err := p.Verify(); err != nil {
			return nil, err
		}
		return f.ask(ctx, p.Address, p.Version, p.Executable)
	}
	printed, err := f.product(ctx, r)
	if err != nil {
		return nil, err
	}
	return provider.Among(printed)(required)
}

// ask starts a plugin for its schema and keeps that in the cache.
func (f *Finder) ask(ctx context.Context, address tfaddr.Provider, v *version.Version, executable string) (*provider.Schema, error) {
	f.log("Reading the schema of %s %s", address.ForDisplay(), v)
	answer, err := plugin.Schema(ctx, executable, plugin.Options{})
	if err != nil {
		return nil, fmt.Errorf("the schema of %s %s: %w", address.ForDisplay(), v, err)
	}
	if f.cache != nil {
		if err := f.cache.Store(address, v, answer); err != nil {
			return nil, fmt.Errorf("the schema of %s %s cannot be kept in the cache: %w", address.ForDisplay(), v, err)
		}
	}
	return provider.New(address, v.String(), answer)
}

// Fetch downloads a provider, starts it for its schema, and keeps that alone.
func (f *Finder) Fetch(ctx context.Context, address tfaddr.Provider, v *version.Version) (*provider.Schema, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "hcljson-provider-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	f.log("Downloading %s %s from %s", address.ForDisplay(), v, address.Hostname.ForDisplay())
	pack, err := client.Download(ctx, address, v, dir)
	if err != nil {
		return nil, err
	}
	return f.ask(ctx, address, v, pack.Executable)
}

// Select returns the newest version of a provider that a registry has and the
// constraints allow.
func (f *Finder) Select(ctx context.Context, address tfaddr.Provider, constraints version.Constraints) (*version.Version, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	return client.Select(ctx, address, constraints)
}

// Cache is the cache of the user, or nil if the system has no place for it.
func (f *Finder) Cache() *Cache { return f.cache }

func (f *Finder) log(format string, args ...any) {
	if f.opts.Log != nil {
		f.opts.Log(format, args...)
	}
}

// product asks the product, if it is there, for the schemas of a root.
func (f *Finder) product(ctx context.Context, r *Root) ([]*provider.Schema, error) {
	r.command.Do(func() {
		name := productCommand(f.opts.Terraform)
		if name == "" {
			return
		}
		var answer *tfjson.ProviderSchemas
		if answer, r.printedErr = plugin.Command(ctx, name, r.dir, plugin.Options{}); r.printedErr != nil {
			return
		}
		for source, s := range answer.Schemas {
			address, err := provider.ParseAddress(source, true)
			if err != nil {
				continue
			}
			read, err := provider.New(address, "", s)
			if err != nil {
				r.printedErr = err
				return
			}
			r.printed = append(r.printed, read)
		}
	})
	return r.printed, r.printedErr
}

// productCommand is the name of the product's program, or that of the other
// product where only that is installed; empty where there is none.
func productCommand(terraform bool) string {
	names := []string{"tofu", "terraform"}
	if terraform {
		names = []string{"terraform", "tofu"}
	}
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return ""
}
