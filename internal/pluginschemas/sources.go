package pluginschemas

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/go-version"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/supervise"
	"github.com/hcljson/hcljson/schema/plugin"
	"github.com/hcljson/hcljson/schema/provider"
)

// search looks in one place after the other.
func (f *Finder) search(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	asked := f.opts.Installed || f.opts.Fetch
	if r.err != nil && asked {
		return nil, r.err
	}
	if asked && !f.opts.StartNothing {
		if s, err := f.overridden(ctx, required); s != nil || err != nil {
			return s, err
		}
	}
	if f.opts.Installed && !f.opts.StartNothing {
		if s, err := f.installed(ctx, r, required); s != nil || err != nil {
			return s, err
		}
	}
	s, err := f.cached(r, required)
	switch {
	case s != nil || !asked:
		return s, err
	case f.opts.StartNothing && err != nil:
		return nil, fmt.Errorf("only the cache is looked in, since --check starts and fetches nothing: %w", err)
	case f.opts.StartNothing:
		return nil, fmt.Errorf("there is no schema of %s: only the cache is looked in, since --check starts and "+
			"fetches nothing; put it there first with \"hcljson schema fetch\", or use --provider-schema",
			required.Address.ForDisplay())
	case f.opts.Fetch:
		return f.fetched(ctx, r, required)
	}
	return nil, r.notFound(required)
}

// overridden asks what the CLI configuration names in place of a provider, if it does.
func (f *Finder) overridden(ctx context.Context, required provider.Requirement) (*provider.Schema, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	pack, err := client.Override(required.Address)
	if pack == nil || err != nil {
		return nil, err
	}
	return f.asked.get(packageKey{address: pack.Address, directory: pack.Dir}, func() (*provider.Schema, error) {
		answer, err := f.ask(ctx, pack.Address.ForDisplay(), pack.Executable)
		if err != nil {
			return nil, err
		}
		return provider.New(pack.Address, "", answer), nil
	})
}

// installed asks the plugin that init has installed, if there is one.
func (f *Finder) installed(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	r.installed.Do(func() { r.plugins, r.notInstalled = plugin.FindInstalled(r.dir, f.opts.Getenv) })
	for _, p := range r.plugins {
		if !provider.Same(p.Address, required.Address) {
			continue
		}
		// It is not kept: the lock file of a repository vouches for the plugin in
		// that repository alone.
		key := packageKey{address: p.Address, version: p.Version.String(), directory: p.Dir}
		return f.asked.get(key, func() (*provider.Schema, error) {
			if err := p.Verify(); err != nil {
				return nil, err
			}
			answer, err := f.ask(ctx, packageName(p.Address, p.Version), p.Executable)
			if err != nil {
				return nil, fmt.Errorf("%w; \"tofu init\" or \"terraform init\" installs it again", err)
			}
			return provider.New(p.Address, p.Version.String(), answer), nil
		})
	}
	return nil, nil
}

// notFound says why nothing that is installed has a schema.
func (r *Root) notFound(required provider.Requirement) error {
	reason := fmt.Sprintf("init has installed no plugin of it in %s; run \"tofu init\" or \"terraform init\" there, "+
		"or use --fetch-schemas", r.dir)
	if len(r.notInstalled) > 0 && r.notInstalled[0].Detail != "" {
		reason = r.notInstalled[0].Detail
	}
	return fmt.Errorf("there is no schema of %s, and the installed ones were requested: %s",
		required.Address.ForDisplay(), reason)
}

// fetched downloads the version that the lock file names, or the newest that the
// module takes.
func (f *Finder) fetched(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	v := r.Version(required.Address)
	if v == nil {
		var err error
		if v, err = f.Select(ctx, required.Address, required.Constraints); err != nil {
			return nil, err
		}
	}
	lock := r.locked[required.Address]
	key := packageKey{address: required.Address, version: v.String(), lockedTo: fmt.Sprint(lock.Hashes)}
	return f.asked.get(key, func() (*provider.Schema, error) {
		// What cannot be read in the cache, or is of another package, is fetched again.
		if known, err := f.cache.loadAllowed(required.Address, v, lock); known != nil && err == nil {
			return known, nil
		}
		if err := f.cache.CheckWrite(required.Address); err != nil {
			f.log("%s", &UnkeptError{err})
		}
		s, err := f.Fetch(ctx, required.Address, v, lock)
		if unkept := (*UnkeptError)(nil); errors.As(err, &unkept) {
			f.log("%s", err)
			err = nil
		}
		return s, err
	})
}

// UnkeptError says that a schema is there but not in the cache.
type UnkeptError struct{ Err error }

func (e *UnkeptError) Error() string {
	return fmt.Sprintf("the schema cannot be kept in the cache: %s", e.Err)
}

func (e *UnkeptError) Unwrap() error { return e.Err }

// Select returns the newest version of a provider that its registry has and the
// constraints allow.
func (f *Finder) Select(ctx context.Context, address tfaddr.Provider,
	constraints version.Constraints) (*version.Version, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	return client.Select(ctx, address, constraints)
}

// Fetch downloads a provider, starts it for its schema, and keeps that alone. A package
// that a lock file rules out is an error. With an [*UnkeptError], it returns the schema
// too.
func (f *Finder) Fetch(ctx context.Context, address tfaddr.Provider, v *version.Version,
	lock plugin.Lock) (*provider.Schema, error) {
	client, err := f.client()
	if err != nil {
		return nil, err
	}
	temp, err := supervise.NewTemp(os.TempDir(), "hcljson-provider-")
	if err != nil {
		return nil, err
	}
	defer temp.Remove()
	name := packageName(address, v)
	f.log("Downloading %s", name)
	dir := filepath.Join(temp.Dir, "package")
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
			"if those are of other systems, \"tofu providers lock\" or \"terraform providers lock\" adds this one's",
			name, strings.Join(hashes, " and "))
	}
	answer, err := f.ask(ctx, name, pack.Executable)
	if err != nil {
		// The directory is gone when the message is read.
		return nil, errors.New(strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""))
	}
	s := provider.New(address, v.String(), answer)
	if err := f.cache.Store(address, v, answer, hashes...); err != nil {
		return s, &UnkeptError{err}
	}
	return s, nil
}

func packageName(address tfaddr.Provider, v *version.Version) string {
	return fmt.Sprintf("%s %s", address.ForDisplay(), v)
}

// ask starts a plugin, which is called name, for its schema.
func (f *Finder) ask(ctx context.Context, name, executable string) (*tfjson.ProviderSchema, error) {
	f.log("Reading the schema of %s", name)
	answer, err := plugin.Schema(ctx, executable, plugin.Options{})
	if err != nil {
		return nil, fmt.Errorf("the schema of %s: %w", name, err)
	}
	return answer, nil
}
