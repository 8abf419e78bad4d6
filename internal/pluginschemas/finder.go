package pluginschemas

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/schema/packer/plugins"
	"github.com/hcljson/hcljson/schema/plugin"
	"github.com/hcljson/hcljson/schema/provider"
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
	// Installed allows to start the plugins that init has installed.
	Installed bool
	// Fetch allows to download plugins and to start them.
	Fetch bool
	// StartNothing: what Installed and Fetch ask for must be in the cache.
	StartNothing bool
	// AllowHosts are hosts of registries that may be asked besides those that the
	// registry's client asks without being told.
	AllowHosts []string
	// Log, if not nil, is told what takes long, and Doing how far that has come; an
	// empty text is the end of it.
	Log   func(format string, args ...any)
	Doing func(text string)
}

// Finder finds the schemas of providers. It may be used from several goroutines.
type Finder struct {
	opts  Options
	named provider.Find
	cache *Cache
	// client is made when the registry is first needed.
	client func() (client, error)

	// packer finds the installed plugins of Packer, which are asked once each, by the
	// executable.
	packer      func() ([]plugins.Installed, error)
	askedPacker memo[string, *plugins.Plugin]

	// had is what was in the cache before this run put anything there, so that
	// the order of the work does not matter.
	had func() ([]Entry, error)

	mu    sync.Mutex
	roots map[string]*Root

	found memo[foundKey, *provider.Schema]
	asked memo[packageKey, *provider.Schema]
}

// foundKey is what a search depends on.
type foundKey struct {
	root        *Root
	address     tfaddr.Provider
	constraints string
}

// packageKey is a package of a provider: that in a directory, or one with the hashes of
// a lock file.
type packageKey struct {
	address             tfaddr.Provider
	version             string
	directory, lockedTo string
}

// memo remembers what was found, or why it was not. Each is looked for once.
type memo[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]func() (V, error)
}

func (m *memo[K, V]) get(key K, find func() (V, error)) (V, error) {
	m.mu.Lock()
	if m.known == nil {
		m.known = map[K]func() (V, error){}
	}
	if m.known[key] == nil {
		m.known[key] = sync.OnceValues(find)
	}
	once := m.known[key]
	m.mu.Unlock()
	return once()
}

// New returns a Finder.
func New(opts Options) (*Finder, error) {
	cache, err := OpenCache(opts.Getenv)
	if err != nil && opts.Fetch {
		return nil, err
	}
	return &Finder{
		opts:   opts,
		named:  provider.Among(opts.Files),
		cache:  cache,
		client: sync.OnceValues(func() (client, error) { return newClient(opts) }),
		packer: sync.OnceValues(func() ([]plugins.Installed, error) { return plugins.FindInstalled(opts.Getenv) }),
		had:    sync.OnceValues(cache.List),
		roots:  map[string]*Root{},
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
	// locked is what the lock file says, and err what is wrong with it.
	locked map[tfaddr.Provider]plugin.Lock
	err    error

	installed    sync.Once
	plugins      []plugin.Installed
	notInstalled hcl.Diagnostics
}

// Key is the same for roots under which the same schemas are found.
func (f *Finder) Key(r *Root) string {
	var b strings.Builder
	if f.opts.Installed || r.err != nil {
		b.WriteString(r.dir)
	}
	addresses := slices.SortedFunc(maps.Keys(r.locked),
		func(a, b tfaddr.Provider) int { return cmp.Compare(a.String(), b.String()) })
	for _, address := range addresses {
		fmt.Fprintf(&b, "\n%s %s %s", address, r.locked[address].Version, r.locked[address].Hashes)
	}
	return b.String()
}

// Find returns the schema of a provider that a module below a root requires. It
// is nil where there is none. An error is one of something that the user has
// asked for.
func (f *Finder) Find(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	if required.Err != nil && (f.opts.Installed || f.opts.Fetch) {
		return nil, required.Err
	}
	if s, err := f.named(required); s != nil || err != nil {
		return s, err
	}
	if required.Address.IsBuiltIn() {
		return nil, nil // the tables of the language have it
	}
	key := foundKey{r, required.Address, required.Constraints.String()}
	found, err := f.found.get(key, func() (*provider.Schema, error) { return f.search(ctx, r, required) })
	if err != nil && ctx.Err() != nil {
		return nil, errInterrupted
	}
	return found, err
}

var errInterrupted = errors.New("the search for the schema was interrupted")

// Version is that of the lock file, or nil.
func (r *Root) Version(address tfaddr.Provider) *version.Version {
	if l, ok := r.locked[address]; ok {
		return l.Version
	}
	for locked, l := range r.locked {
		if provider.Same(locked, address) {
			return l.Version
		}
	}
	return nil
}

// cached looks for a schema in the cache: for the version of the lock file, or
// for the newest that the module takes.
func (f *Finder) cached(r *Root, required provider.Requirement) (*provider.Schema, error) {
	if f.cache == nil {
		return nil, nil
	}
	entries, err := f.had()
	if err != nil {
		return nil, &provider.DoubtError{Err: err}
	}
	for _, address := range provider.Addresses(required.Address) {
		v := r.Version(required.Address)
		if v == nil {
			v = newest(entries, address, required.Constraints)
		}
		if v == nil {
			continue
		}
		s, err := f.cache.loadAllowed(address, v, r.locked[address])
		if err != nil {
			return nil, &provider.DoubtError{Err: err}
		}
		if s != nil {
			return s, nil
		}
	}
	return nil, nil
}

// newest returns the newest version of a provider that the constraints allow, or
// nil. The entries are sorted.
func newest(entries []Entry, address tfaddr.Provider, constraints version.Constraints) *version.Version {
	for _, e := range slices.Backward(entries) {
		if e.Address == address &&
			(constraints == nil && e.Version.Prerelease() == "" || constraints != nil && constraints.Check(e.Version)) {
			return e.Version
		}
	}
	return nil
}

func (f *Finder) log(format string, args ...any) {
	if f.opts.Log != nil {
		f.opts.Log(format, args...)
	}
}
