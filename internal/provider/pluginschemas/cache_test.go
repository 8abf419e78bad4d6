package pluginschemas_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-version"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// openCache returns an empty cache and its directory.
func openCache(t *testing.T) (cache *pluginschemas.Cache, providers string) {
	t.Helper()
	dir := t.TempDir()
	cache, err := pluginschemas.OpenCache(func(name string) string {
		if name == pluginschemas.CacheVariable {
			return dir
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return cache, filepath.Join(dir, "providers")
}

func address(t *testing.T, source string) tfaddr.Provider {
	t.Helper()
	a, err := provider.ParseAddress(source, false)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// answer returns a schema with one resource type and the named argument.
func answer(argument string) *tfjson.ProviderSchema {
	return &tfjson.ProviderSchema{ResourceSchemas: map[string]*tfjson.Schema{"net_a": {Block: &tfjson.SchemaBlock{
		Description: "Long text.",
		Attributes: map[string]*tfjson.SchemaAttribute{
			argument: {AttributeType: cty.String, Description: "Long text.", Required: true}},
	}}}}
}

func TestCache(t *testing.T) {
	cache, providers := openCache(t)
	for _, entry := range []struct{ source, version string }{
		{"acme/net", "1.10.0"}, {"acme/net", "1.9.0"}, {"acme/net", "2.0.0-beta1"}, {"localhost:8443/acme/net", "1.0.0"},
		{"acme/a", "1.0.0"},
	} {
		if err := cache.Store(address(t, entry.source), version.Must(version.NewVersion(entry.version)),
			answer("v"+entry.version)); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := cache.List()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, fmt.Sprintf("%s %s", e.Address, e.Version))
	}
	want := []string{
		"localhost:8443/acme/net 1.0.0", "registry.opentofu.org/acme/a 1.0.0",
		"registry.opentofu.org/acme/net 1.9.0", "registry.opentofu.org/acme/net 1.10.0",
		"registry.opentofu.org/acme/net 2.0.0-beta1",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the cache contains %q, want %q", got, want)
	}
	for _, e := range entries {
		read, err := cache.Load(e.Address, e.Version)
		if err != nil || read == nil || read.Version != e.Version.String() || read.Address != e.Address {
			t.Fatalf("%s %s: %+v, %v", e.Address, e.Version, read, err)
		}
		block, err := read.Block(tables.Resource, "net_a")
		if err != nil || block.Attributes["v"+e.Version.String()] == nil ||
			!block.Attributes["v"+e.Version.String()].Required || block.Description != "" {
			t.Errorf("%s %s holds %+v, %v", e.Address, e.Version, block, err)
		}
		if err := cache.Remove(e); err != nil {
			t.Error(err)
		}
		if err := cache.Remove(e); err != nil {
			t.Errorf("the second time: %v", err)
		}
		if read, err := cache.Load(e.Address, e.Version); read != nil || err != nil {
			t.Errorf("%s is still there: %v", e.Address, err)
		}
	}
	left, _ := filepath.Glob(filepath.Join(providers, "*"))
	if len(left) > 0 {
		t.Errorf("directories are left: %q", left)
	}
}

// Nothing is left of a failed download, and after the next store nothing of a killed one.
func TestCacheLeftovers(t *testing.T) {
	cache, providers := openCache(t)
	one, v := address(t, "acme/one"), version.Must(version.NewVersion("1.0.0"))
	if err := cache.CheckWrite(one); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(providers, "*")); len(left) > 0 {
		t.Errorf("directories are left: %q", left)
	}
	dir := filepath.Join(providers, "registry.opentofu.org", "acme", "killed")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"old": 2 * time.Hour, "new": 0} {
		path, modified := filepath.Join(dir, ".hcljson-"+name), time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, modified, modified)); err != nil {
			t.Fatal(err)
		}
	}
	if err := cache.Store(one, v, answer("a")); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) != 1 || filepath.Base(left[0]) != ".hcljson-new" {
		t.Errorf("%q", left)
	}
	if err := cache.Sweep(0); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the directory is left")
	}
}

// Invalid files in the cache are errors.
func TestCacheFaults(t *testing.T) {
	cache, providers := openCache(t)
	one, two, v := address(t, "acme/one"), address(t, "acme/two"), version.Must(version.NewVersion("1.0.0"))
	if err := cache.Store(one, v, answer("a")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(providers, "registry.opentofu.org", "acme", "two", "1.0.0.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(filepath.Join(providers, "registry.opentofu.org", "acme", "one", "1.0.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, content := range []string{"", "{", "[]", `{"format_version":"9.0"}`, `{"format_version":"1.0"}`,
		string(other)} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if read, err := cache.Load(two, v); err == nil || read != nil {
			t.Errorf("%.20q is taken for a schema of %s", content, two)
		}
	}
}

// Several processes can write and read one entry.
func TestCacheConcurrently(t *testing.T) {
	cache, providers := openCache(t)
	a, v := address(t, "acme/net"), version.Must(version.NewVersion("1.0.0"))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				if err := cache.Store(a, v, answer("a")); err != nil {
					t.Error(err)
				}
				if read, err := cache.Load(a, v); err != nil || read == nil {
					t.Errorf("%v, %v", read, err)
				}
			}
		})
	}
	all.Wait()
	if entries, err := cache.List(); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	files, _ := os.ReadDir(filepath.Join(providers, "registry.opentofu.org", "acme", "net"))
	if len(files) != 1 {
		t.Errorf("%v is left", files)
	}
}

// A sweep during a write of another process loses no entry.
func TestCacheCleanedMeanwhile(t *testing.T) {
	cache, _ := openCache(t)
	a, v := address(t, "acme/net"), version.Must(version.NewVersion("1.0.0"))
	var all sync.WaitGroup
	stop := make(chan struct{})
	all.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			entries, err := cache.List()
			if err != nil {
				t.Error(err)
			}
			for _, e := range entries {
				if err := cache.Remove(e); err != nil {
					t.Error(err)
				}
			}
		}
	})
	for range 200 {
		if err := cache.Store(a, v, answer("a")); err != nil {
			t.Error(err)
			break
		}
	}
	close(stop)
	all.Wait()
}
