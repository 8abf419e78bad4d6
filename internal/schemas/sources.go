package schemas

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/plugin"
	"github.com/hcljson/hcljson/schema/provider"
)

// search looks in one place after the other.
func (f *Finder) search(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	asked := f.opts.Installed || f.opts.Fetch
	if r.err != nil && asked {
		return nil, r.err
	}
	if f.opts.Installed && !f.opts.StartNothing {
		if s, err := f.installed(ctx, r, required); s != nil || err != nil {
			return s, err
		}
	}
	if s, err := f.cached(r, required); s != nil || err != nil && !asked {
		return s, err
	}
	if asked && f.opts.StartNothing {
		return nil, fmt.Errorf("there is no schema of %s: only the cache is looked in, since --check starts and "+
			"fetches nothing; put it there first with \"hcljson schema fetch\", or use --provider-schema",
			required.Address.ForDisplay())
	}
	var failed error
	if f.opts.Installed {
		s, err := f.product(ctx, r, required)
		if s != nil {
			return s, nil
		}
		failed = err
	}
	switch {
	case f.opts.Fetch:
		return f.fetched(ctx, r, required)
	case f.opts.Installed:
		return nil, r.notFound(required, failed)
	}
	return nil, nil
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
		return f.asked.get(versionKey{p.Address, p.Version.String(), p.Dir}, func() (*provider.Schema, error) {
			if err := p.Verify(); err != nil {
				return nil, err
			}
			answer, err := f.ask(ctx, p.Address, p.Version, p.Executable)
			if err != nil {
				return nil, fmt.Errorf("%w; \"tofu init\" or \"terraform init\" installs it again", err)
			}
			return provider.New(p.Address, p.Version.String(), answer)
		})
	}
	return nil, nil
}

// notFound says why nothing that is installed has a schema. failed is what the
// product said, if it was asked.
func (r *Root) notFound(required provider.Requirement, failed error) error {
	reason := fmt.Errorf("init has installed no plugin of it in %s; run \"tofu init\" or \"terraform init\" there, "+
		"or use --fetch-schemas", r.dir)
	if len(r.notInstalled) > 0 && r.notInstalled[0].Detail != "" {
		reason = errors.New(r.notInstalled[0].Detail)
	}
	if failed != nil {
		reason = failed
	}
	return fmt.Errorf("there is no schema of %s, and the installed ones were requested: %w",
		required.Address.ForDisplay(), reason)
}

// product asks the product for the schemas of a root, where it may know of
// providers that init has not installed.
func (f *Finder) product(ctx context.Context, r *Root, required provider.Requirement) (*provider.Schema, error) {
	r.command.Do(func() {
		name := productCommand(f.opts.Terraform)
		if name == "" || !f.configured(r) {
			return
		}
		f.log("Asking %s for the schemas of the providers in %s", name, r.dir)
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
	if r.printedErr != nil {
		return nil, r.printedErr
	}
	return provider.Among(r.printed)(required)
}

// configured reports whether the product may know a provider that is not in the
// cache: init was run, or there is a CLI configuration, which may have
// dev_overrides.
func (f *Finder) configured(r *Root) bool {
	if f.opts.Getenv("TF_CLI_CONFIG_FILE") != "" {
		return true
	}
	names := []string{filepath.Join(r.dir, ".terraform")}
	if home := f.opts.Getenv("HOME"); home != "" {
		names = append(names, filepath.Join(home, ".tofurc"), filepath.Join(home, ".terraformrc"))
	}
	for _, name := range names {
		if _, err := os.Stat(name); err == nil {
			return true
		}
	}
	return false
}

// productCommand is the name of the product's program, or that of the other
// product where only that is installed; empty where there is none.
func productCommand(terraform bool) string {
	names := []string{opentofu.OpenTofu.Command(), opentofu.Terraform.Command()}
	if terraform {
		slices.Reverse(names)
	}
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return ""
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
	return f.asked.get(versionKey{required.Address, v.String(), ""}, func() (*provider.Schema, error) {
		if known := f.load(required.Address, v); known != nil {
			return known, nil
		}
		s, err := f.Fetch(ctx, required.Address, v)
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

// Fetch downloads a provider, starts it for its schema, and keeps that alone. With
// an [*UnkeptError], it returns the schema too.
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
	f.log("Downloading %s %s", address.ForDisplay(), v)
	pack, err := client.Download(ctx, address, v, filepath.Join(dir, "package"))
	if err != nil {
		return nil, err
	}
	answer, err := f.ask(ctx, address, v, pack.Executable)
	if err != nil {
		// The directory is gone when the message is read.
		return nil, errors.New(strings.ReplaceAll(err.Error(), pack.Dir+string(filepath.Separator), ""))
	}
	s, err := provider.New(address, v.String(), answer)
	if err != nil {
		return nil, err
	}
	if err := f.cache.Store(address, v, answer); err != nil {
		return s, &UnkeptError{err}
	}
	return s, nil
}

// ask starts a plugin for its schema.
func (f *Finder) ask(ctx context.Context, address tfaddr.Provider, v *version.Version,
	executable string) (*tfjson.ProviderSchema, error) {
	f.log("Reading the schema of %s %s", address.ForDisplay(), v)
	answer, err := plugin.Schema(ctx, executable, plugin.Options{})
	if err != nil {
		return nil, fmt.Errorf("the schema of %s %s: %w", address.ForDisplay(), v, err)
	}
	return answer, nil
}
