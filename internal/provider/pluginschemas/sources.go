package pluginschemas

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/language/packerplugins"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/plugin"
)

// searchSources tries the sources of schemas in order.
func (f *Finder) searchSources(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	asked := f.opts.Installed || f.opts.Fetch
	if r.err != nil && asked {
		return nil, r.err
	}
	if asked && !f.opts.StartNothing {
		if s, err := f.findOverridden(ctx, required); s != nil || err != nil {
			return s, err
		}
	}
	var notInstalled error
	if f.opts.Installed && !f.opts.StartNothing {
		s, reason, err := f.findInstalled(ctx, r, required)
		if s != nil || err != nil {
			return s, err
		}
		notInstalled = reason
	}
	s, err := f.findCached(r, required)
	switch {
	case s != nil || !asked:
		return s, err
	case f.opts.StartNothing && err != nil:
		return nil, fmt.Errorf("only the cache is looked in, since --check starts and fetches nothing: %w", err)
	case f.opts.StartNothing:
		return nil, fmt.Errorf("no schema of %s: --check uses only the cache, because it starts and "+
			"fetches nothing; run \"hcljson schema fetch\" first, or use --provider-schema",
			required.Address.ForDisplay())
	case f.opts.Fetch:
		return f.fetchAccepted(ctx, r, required)
	}
	return nil, fmt.Errorf("no installed schema of %s: %w",
		required.Address.ForDisplay(), notInstalled)
}

// findOverridden returns the schema of the plugin that the CLI configuration substitutes for a provider,
// or nil.
func (f *Finder) findOverridden(ctx context.Context, required provider.Requirement) (*provider.Schema, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	pack, err := client.Override(required.Address)
	if pack == nil || err != nil {
		return nil, err
	}
	return f.asked.getOnce(packageKey{address: pack.Address, directory: pack.Dir}, func() (*provider.Schema, error) {
		answer, err := f.startPlugin(ctx, pack.Address.ForDisplay(), pack.Executable)
		if err != nil {
			return nil, err
		}
		return provider.New(pack.Address, "", answer), nil
	})
}

// findInstalled returns the schema of a plugin installed by init. If there is none, reason explains why.
func (f *Finder) findInstalled(ctx context.Context, r *Root, required provider.Requirement) (_ *provider.Schema,
	reason, err error) {
	address, lock := r.lockOf(required.Address)
	if lock.Version == nil {
		return nil, fmt.Errorf("init has installed no plugin of it in %s; run \"tofu init\" or \"terraform init\" "+
			"there, or use --fetch-schemas", r.dir), nil
	}
	p, reason := lock.FindInstalled(r.dir, address, f.opts.Getenv)
	if reason != nil {
		return nil, reason, nil
	}
	// Do not store the schema in the cache, because a repository's lock file is trusted only for
	// that repository.
	key := packageKey{address: address, version: lock.Version.String(), directory: p.Dir}
	s, err := f.asked.getOnce(key, func() (*provider.Schema, error) {
		if err := p.Verify(); err != nil {
			return nil, err
		}
		answer, err := f.startPlugin(ctx, packageName(address, lock.Version), p.Executable)
		if err != nil {
			return nil, fmt.Errorf("%w; \"tofu init\" or \"terraform init\" installs it again", err)
		}
		return provider.New(address, lock.Version.String(), answer), nil
	})
	return s, nil, err
}

// fetchAccepted downloads the version in the lock file, or the newest version that the module accepts.
func (f *Finder) fetchAccepted(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	v := r.LockedVersion(required.Address)
	if v == nil {
		var err error
		if v, err = f.Select(ctx, required.Address, required.Constraints); err != nil {
			return nil, err
		}
	}
	lock := r.locked[required.Address]
	key := packageKey{address: required.Address, version: v.String(), lockedTo: fmt.Sprint(lock.Hashes)}
	return f.asked.getOnce(key, func() (*provider.Schema, error) {
		// Download again if the cached schema is unreadable or belongs to another package.
		if known, err := f.cache.loadAllowed(required.Address, v, lock); known != nil && err == nil {
			return known, nil
		}
		if err := f.cache.CheckWrite(required.Address); err != nil {
			f.logf("%s", &CacheError{err})
		}
		s, err := f.Fetch(ctx, required.Address, v, lock)
		if unkept := (*CacheError)(nil); errors.As(err, &unkept) {
			f.logf("%s", err)
			err = nil
		}
		return s, err
	})
}

// CacheError is the error for a schema that the cache could not store.
type CacheError struct{ Err error }

// Error returns the message with its cause.
func (e *CacheError) Error() string {
	return fmt.Sprintf("the schema cannot be kept in the cache: %s", e.Err)
}

// Unwrap returns Err.
func (e *CacheError) Unwrap() error { return e.Err }

// Select returns the newest version of a provider in its registry that satisfies the constraints.
func (f *Finder) Select(ctx context.Context, address tfaddr.Provider,
	constraints version.Constraints) (*version.Version, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	return client.Select(ctx, address, constraints)
}

// Fetch downloads a provider, starts it to read its schema, and stores the schema in the cache. It
// is an error if the lock file excludes the package. With an [*CacheError], Fetch also returns the
// schema.
func (f *Finder) Fetch(ctx context.Context, address tfaddr.Provider, v *version.Version,
	lock plugin.Lock) (*provider.Schema, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "hcljson-provider-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	name := packageName(address, v)
	f.logf("Downloading %s", name)
	dir := filepath.Join(temp, "package")
	pack, err := client.Download(ctx, address, v, dir)
	if err != nil {
		return nil, err
	}
	hashes, err := plugin.Hashes(pack.Dir, pack.SHA256)
	if err != nil {
		return nil, err
	}
	if !lock.Allows(hashes) {
		return nil, fmt.Errorf("the package of %s is not used: it has none of the hashes of the lock file, but %s; "+
			"if these hashes are for other systems, \"tofu providers lock\" or \"terraform providers lock\" adds this system's",
			name, strings.Join(hashes, " and "))
	}
	answer, err := f.startPlugin(ctx, name, pack.Executable)
	if err != nil {
		// Remove the path, because the directory no longer exists when the user reads the message.
		return nil, errors.New(strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""))
	}
	s := provider.New(address, v.String(), answer)
	if err := f.cache.Store(address, v, answer, hashes...); err != nil {
		return s, &CacheError{err}
	}
	return s, nil
}

func packageName(address tfaddr.Provider, v *version.Version) string {
	return fmt.Sprintf("%s %s", address.ForDisplay(), v)
}

// startPlugin starts a plugin and returns its schema. name is the name of the plugin in messages.
func (f *Finder) startPlugin(ctx context.Context, name, executable string) (*tfjson.ProviderSchema, error) {
	f.logf("Reading the schema of %s", name)
	answer, err := plugin.Schema(ctx, executable, plugin.Options{})
	if err != nil {
		return nil, fmt.Errorf("the schema of %s: %w", name, err)
	}
	return answer, nil
}

// Options define the sources of schemas.
type Options struct {
	// Getenv returns the user's environment variables.
	Getenv func(string) string
	// Terraform is true for files of Terraform instead of OpenTofu.
	Terraform bool
	// Files are schemas named by the user. They have priority.
	Files []*provider.Schema
	// Plugins are the schemas of Packer plugins.
	Plugins packerplugins.Schemas
	// Installed permits starting plugins installed by init.
	Installed bool
	// Fetch permits downloading and starting plugins.
	Fetch bool
	// StartNothing limits Installed and Fetch to the contents of the cache.
	StartNothing bool
	// AllowHosts are registry hosts permitted in addition to the default hosts of the registry
	// client.
	AllowHosts []string
	// Log, if not nil, receives descriptions of slow steps. Doing receives their progress, and an
	// empty text at the end.
	Log func(format string, args ...any)
	// Note, if not nil, receives choices that differ from the products.
	Note  func(format string, args ...any)
	Doing func(text string)
}

// Finder finds the schemas of providers. It is safe for concurrent use.
type Finder struct {
	opts  Options
	named provider.Find
	cache *Cache
	// client returns the registry client, created at the first call.
	client func() (client, error)

	// had returns the entries of the cache before this run, so that the result does not depend on
	// the order of work.
	had func() ([]Entry, error)

	roots memo[string, *Root]
	found memo[foundKey, *provider.Schema]
	asked memo[packageKey, *provider.Schema]
}

// foundKey is the key of a search.
type foundKey struct {
	root        *Root
	address     tfaddr.Provider
	constraints string
}

// packageKey identifies a package of a provider: by its directory, or by the hashes in a lock file.
type packageKey struct {
	address             tfaddr.Provider
	version             string
	directory, lockedTo string
}

// memo stores results and errors. It computes each of them once.
type memo[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]func() (V, error)
}

func (m *memo[K, V]) getOnce(key K, find func() (V, error)) (V, error) {
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
		named:  provider.FindAmong(opts.Files),
		cache:  cache,
		client: sync.OnceValues(func() (client, error) { return newClient(opts) }),
		had:    sync.OnceValues(cache.List),
	}, nil
}

// HasNoSources reports whether the finder has no source of schemas.
func (f *Finder) HasNoSources() bool {
	if len(f.opts.Files)+len(f.opts.Plugins) > 0 || f.opts.Installed || f.opts.Fetch {
		return false
	}
	if f.cache == nil {
		return true
	}
	_, err := os.Stat(f.cache.dir)
	return err != nil
}

// Root returns the working directory of a directory. The products run init in the root module, and
// write the lock file there.
func (f *Finder) Root(dir string) *Root {
	locks := plugin.FindLock(dir)
	r, _ := f.roots.getOnce(cmp.Or(locks, dir), func() (*Root, error) {
		if locks == "" {
			return &Root{dir: dir}, nil
		}
		locked, diags := plugin.ReadLock(locks)
		if diags.HasErrors() {
			return &Root{dir: filepath.Dir(locks), err: diags}, nil
		}
		return &Root{dir: filepath.Dir(locks), locked: locked}, nil
	})
	return r
}

// Root is a working directory.
type Root struct {
	dir string
	// locked is the content of the lock file, and err its error.
	locked map[tfaddr.Provider]plugin.Lock
	err    error
}

// Key returns a key that is equal for roots with the same schemas.
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

// Find returns the schema of a provider that a module below a root requires, or nil if none exists.
// It returns an error only for sources that the user requested.
func (f *Finder) Find(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	if required.Err != nil && (f.opts.Installed || f.opts.Fetch) {
		return nil, required.Err
	}
	if s, err := f.named(required); s != nil || err != nil {
		return s, err
	}
	if required.Address.IsBuiltIn() {
		return nil, nil // the tables of the language contain it
	}
	key := foundKey{r, required.Address, required.Constraints.String()}
	found, err := f.found.getOnce(key, func() (*provider.Schema, error) { return f.searchSources(ctx, r, required) })
	if err != nil && ctx.Err() != nil {
		return nil, errInterrupted
	}
	return found, err
}

var errInterrupted = errors.New("the search for the schema was interrupted")

// lockOf returns the lock of a provider and its address in the lock file. It can be the address in the
// other product's registry.
func (r *Root) lockOf(address tfaddr.Provider) (tfaddr.Provider, plugin.Lock) {
	if l, ok := r.locked[address]; ok {
		return address, l
	}
	for locked, l := range r.locked {
		if provider.IsSame(locked, address) {
			return locked, l
		}
	}
	return address, plugin.Lock{}
}

// LockedVersion returns the version in the lock file, or nil.
func (r *Root) LockedVersion(address tfaddr.Provider) *version.Version {
	_, l := r.lockOf(address)
	return l.Version
}

// findCached finds a schema in the cache: for the version in the lock file, or for the newest version
// that the module accepts.
func (f *Finder) findCached(r *Root, required provider.Requirement) (*provider.Schema, error) {
	if f.cache == nil {
		return nil, nil
	}
	entries, err := f.had()
	if err != nil {
		return nil, &provider.DoubtError{Err: err}
	}
	for _, address := range provider.EquivalentAddresses(required.Address) {
		v := r.LockedVersion(required.Address)
		if v == nil {
			v = newestAllowed(entries, address, required.Constraints)
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

// newestAllowed returns the newest version of a provider that satisfies the constraints, or nil. The
// entries must be sorted.
func newestAllowed(entries []Entry, address tfaddr.Provider, constraints version.Constraints) *version.Version {
	for _, e := range slices.Backward(entries) {
		if e.Address == address &&
			(constraints == nil && e.Version.Prerelease() == "" || constraints != nil && constraints.Check(e.Version)) {
			return e.Version
		}
	}
	return nil
}

func (f *Finder) logf(format string, args ...any) {
	if f.opts.Log != nil {
		f.opts.Log(format, args...)
	}
}

// Read adds the schemas in a file to o: schemas of providers, of Packer plugins, or both.
func (o *Options) Read(src []byte, filename string) hcl.Diagnostics {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	var kinds struct {
		Plugins   json.RawMessage `json:"packer_plugins"`
		Providers json.RawMessage `json:"provider_schemas"`
	}
	if bytes.Contains(src, []byte(`"packer_plugins"`)) && json.Unmarshal(src, &kinds) == nil && kinds.Plugins != nil {
		read, diags := packerplugins.Read(src, filename)
		if diags.HasErrors() {
			return diags
		}
		if o.Plugins == nil {
			o.Plugins = packerplugins.Schemas{}
		}
		maps.Copy(o.Plugins, read)
		if kinds.Providers == nil {
			return diags
		}
	}
	read, diags := provider.Read(src, filename)
	o.Files = append(o.Files, read...)
	return diags
}
